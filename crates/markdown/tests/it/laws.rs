//! What holds for the tree of any text.

use std::borrow::Cow;
use std::cell::Cell;
use std::ops::Range;

use proptest::prelude::*;
use quire_markdown::tree::{Block, BlockKind, Inline, InlineKind, Row, Tree};
use quire_markdown::{looked_at, parse};

use crate::html::{Bare, html};
use crate::outline::outline_of;
use crate::sources::{markup, source};

/// Deeper than this no tree is, blocks and inlines together.
const DEEPEST: usize = 600;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(5000) })]

    #[test]
    fn spans_nest_and_blocks_cover_the_source(source in source()) {
        check(&source);
    }

    #[test]
    fn line_endings_make_no_difference(source in markup()) {
        let other = source.replace('\n', "\r\n");
        prop_assert_eq!(html(&other, Bare::Link).replace("\r\n", "\n"), html(&source, Bare::Link));
    }

    #[test]
    fn a_quote_contains_what_it_quotes(source in markup()) {
        // Tags are on one line in a quote, and what tabs stand for depends on where they are.
        let has_whole_tags = |it: &&str| it.rsplit_once("{%").is_none_or(|(_, last)| last.contains("%}"));
        let source: String = source.split_inclusive('\n').filter(has_whole_tags).collect();
        let source = source.replace('\t', " ");
        let (tree, quoted) = (parse(&source), source.lines().map(|line| format!("> {line}\n")).collect::<String>());
        let quoted_tree = parse(&quoted);
        if let [Block { kind: BlockKind::Quote(blocks), .. }] = &quoted_tree.blocks[..] {
            let expected = outline_of(&source, &tree, &tree.blocks, "");
            prop_assert_eq!(outline_of(&quoted, &quoted_tree, blocks, "> "), expected);
        } else {
            prop_assert!(source.is_empty(), "{:?}", quoted_tree.blocks);
        }
    }
}

#[test]
fn space_that_is_not_blank_is_code() {
    check("{% a %}    \u{c}");
    check("a\n{% a %}    \u{b}\n\n");
    check("    \u{c}\n\n    \n");
}

#[test]
fn numbers_of_items_have_nine_digits_at_most() {
    for text in ["999999999. a", "7777777772. a", "99999999999) a"] {
        check(text);
    }
    assert!(matches!(parse("7777777772. a").blocks[0].kind, BlockKind::Paragraph(_)));
}

#[test]
fn fixtures_keep_the_laws() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures");
    for entry in std::fs::read_dir(folder).unwrap() {
        check(&std::fs::read_to_string(entry.unwrap().path()).unwrap());
    }
}

/// Checks all spans of a text's tree.
#[track_caller]
pub(crate) fn check(source: &str) {
    let before = looked_at();
    let tree = parse(source);
    let cost = looked_at() - before;
    assert!(cost <= 300 * (source.len() + 10), "{cost} bytes were looked at for {}", source.len());
    let laws = Laws { source, tree: &tree, count: Cell::new(0) };
    laws.blocks(&tree.blocks, 0..source.len(), 0);
    let mut end = 0;
    let behind = source.len()..source.len();
    for span in tree.blocks.iter().map(|it| it.span.clone()).chain(std::iter::once(behind)) {
        let between = &source[end..span.start];
        assert!(between.chars().all(|it| " \t\r\n".contains(it)), "{between:?} is in no block of {source:?}");
        end = span.end;
    }
    assert!(laws.count.get() <= 2 * source.len(), "{} parts of {} bytes", laws.count.get(), source.len());
    assert!(tree.warnings.iter().all(|it| source.get(it.span.clone()).is_some()));
    assert!(tree.warnings.is_sorted_by_key(|it| it.span.start));
}

struct Laws<'t, 'a> {
    source: &'a str,
    tree: &'t Tree<'a>,
    /// How many parts the tree has.
    count: Cell<usize>,
}

impl Laws<'_, '_> {
    fn within(&self, spans: impl IntoIterator<Item = Range<usize>>, around: Range<usize>) {
        let mut at = around.start;
        for span in spans {
            self.count.set(self.count.get() + 1);
            assert!(self.source.get(span.clone()).is_some(), "{span:?} is no text of {:?}", self.source);
            assert!(
                at <= span.start && span.end <= around.end,
                "{span:?} in {around:?} from {at} of {:?}",
                self.source
            );
            at = span.end;
        }
    }

    fn blocks(&self, blocks: &[Block<'_>], around: Range<usize>, depth: usize) {
        assert!(depth < DEEPEST, "too deep");
        self.within(blocks.iter().map(|it| it.span.clone()), around);
        for block in blocks {
            assert!(!block.span.is_empty(), "{block:?} of {:?}", self.source);
            self.block(block, depth + 1);
        }
    }

    fn block(&self, block: &Block<'_>, depth: usize) {
        let span = block.span.clone();
        match &block.kind {
            BlockKind::Paragraph(content) => {
                assert!(!content.is_empty(), "{:?}", self.source);
                self.inlines(content, span, depth);
            }
            BlockKind::Heading { content, .. } => self.inlines(content, span, depth),
            BlockKind::Quote(blocks) => self.blocks(blocks, span, depth),
            BlockKind::Footnote(index) => {
                let footnote = &self.tree.footnotes[*index];
                assert_eq!(footnote.span, span);
                self.blocks(&footnote.blocks, span, depth);
            }
            BlockKind::Definition(index) => assert_eq!(self.tree.definitions[*index].span, span),
            BlockKind::List(list) => {
                self.within(list.items.iter().map(|it| it.span.clone()), span);
                for item in &list.items {
                    let start = item.task.as_ref().map_or(item.span.start, |it| it.span.end);
                    self.blocks(&item.blocks, start..item.span.end, depth + 1);
                }
            }
            BlockKind::Table(table) => {
                let rows = || std::iter::once(&table.header).chain(&table.rows);
                self.within(rows().map(|it| it.span.clone()), span);
                rows().for_each(|row| self.row(row, table.alignments.len(), depth));
                assert_eq!(table.header.cells.len(), table.alignments.len());
            }
            BlockKind::Tag(tag) => {
                self.within(tag.attributes.iter().map(|it| it.span.clone()), tag.open.clone());
                let end = tag.end.clone().unwrap_or(span.end..span.end);
                self.within([tag.open.clone(), tag.open.end..end.start, end.clone()], span);
                self.blocks(&tag.blocks, tag.open.end..end.start, depth);
                assert!(tag.end.is_some() || tag.blocks.is_empty());
            }
            BlockKind::Details(details) => {
                let summary = details.summary.as_ref().map_or(span.start, |it| it.span.end);
                self.blocks(&details.blocks, summary..span.end, depth);
            }
            BlockKind::Html(text) | BlockKind::Math(text) => self.lines(text),
            BlockKind::Code(code) => self.lines(&code.literal),
            BlockKind::ThematicBreak | BlockKind::EndTag(_) => {}
        }
    }

    fn lines(&self, text: &str) {
        assert!(text.is_empty() || text.ends_with('\n'), "{text:?} of {:?}", self.source);
        assert!(!text.contains(['\r', '\0']), "{text:?} of {:?}", self.source);
    }

    fn row(&self, row: &Row<'_>, columns: usize, depth: usize) {
        assert!(row.cells.len() <= columns);
        self.within(row.cells.iter().map(|it| it.span.clone()), row.span.clone());
        row.cells.iter().for_each(|cell| self.inlines(&cell.content, cell.span.clone(), depth));
    }

    fn inlines(&self, inlines: &[Inline<'_>], around: Range<usize>, depth: usize) {
        assert!(depth < DEEPEST, "too deep");
        self.within(inlines.iter().map(|it| it.span.clone()), around);
        for pair in inlines.windows(2) {
            let are_texts = pair.iter().all(|it| matches!(it.kind, InlineKind::Text(_)));
            assert!(!are_texts, "{pair:?} of {:?}", self.source);
        }
        for inline in inlines {
            assert!(!inline.span.is_empty(), "{inline:?} of {:?}", self.source);
            self.inline(inline, depth + 1);
        }
    }

    fn inline(&self, inline: &Inline<'_>, depth: usize) {
        let written = &self.source[inline.span.clone()];
        match &inline.kind {
            InlineKind::Text(text) => {
                let is_decoded = written.contains(['&', '\\', '\0']);
                assert!(text == written || is_decoded, "{text:?} from {written:?} of {:?}", self.source);
                assert!(is_decoded || matches!(text, Cow::Borrowed(_)), "{text:?} could be borrowed");
                assert!(!written.contains(['\n', '\r']), "{written:?} is more than a line of {:?}", self.source);
            }
            InlineKind::Emphasis(content) | InlineKind::Strong(content) | InlineKind::Strikethrough(content) => {
                self.inlines(content, inline.span.clone(), depth);
            }
            InlineKind::Link(link) | InlineKind::Image(link) => {
                self.inlines(&link.content, inline.span.clone(), depth);
            }
            InlineKind::Emoji(name) => assert_eq!(written, format!(":{name}:")),
            InlineKind::FootnoteReference(index) => assert!(*index < self.tree.footnotes.len()),
            _ => {}
        }
    }
}
