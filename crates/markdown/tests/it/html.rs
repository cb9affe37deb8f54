//! A tree as HTML, as the examples of the specifications have it. What they do not know is written as the source has it.

use std::fmt::Write as _;

use quire_markdown::tree::{
    Alignment, Block, BlockKind, Inline, InlineKind, Link, LinkTarget, List, Marker, Row, Table, Tree,
};

/// Whether an address without markup is a link.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Bare {
    Text,
    Link,
}

/// The HTML of a text.
pub(crate) fn html(source: &str, bare: Bare) -> String {
    let tree = quire_markdown::parse(source);
    let mut html = Html { source, tree: &tree, bare, out: String::new() };
    html.blocks(&tree.blocks, false);
    html.out
}

struct Html<'t, 'a> {
    source: &'a str,
    tree: &'t Tree<'a>,
    bare: Bare,
    out: String,
}

impl<'t, 'a> Html<'t, 'a> {
    fn blocks(&mut self, blocks: &'t [Block<'a>], is_tight: bool) {
        for block in blocks {
            self.block(block, is_tight);
        }
    }

    fn line(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with('\n') {
            self.out.push('\n');
        }
    }

    fn block(&mut self, block: &'t Block<'a>, is_tight: bool) {
        match &block.kind {
            BlockKind::Paragraph(content) if is_tight => self.inlines(content),
            BlockKind::Paragraph(content) => self.element("p", content),
            BlockKind::Heading { level, content } => self.element(&format!("h{level}"), content),
            BlockKind::ThematicBreak => self.raw_line("<hr />\n"),
            BlockKind::Code(code) => {
                let language = code.info.split_whitespace().next();
                let class = language.map(|it| format!(" class=\"language-{}\"", escape(it))).unwrap_or_default();
                self.raw_line(&format!("<pre><code{class}>{}</code></pre>\n", escape(&code.literal)));
            }
            BlockKind::Html(html) => self.raw_line(html),
            BlockKind::Quote(blocks) => {
                self.raw_line("<blockquote>\n");
                self.blocks(blocks, false);
                self.raw_line("</blockquote>\n");
            }
            BlockKind::List(list) => self.list(list),
            BlockKind::Table(table) => self.table(table),
            BlockKind::Definition(_) => {}
            _ => self.raw_line(&self.source[block.span.clone()]),
        }
    }

    fn raw_line(&mut self, html: &str) {
        self.line();
        self.out.push_str(html);
    }

    fn element(&mut self, name: &str, content: &'t [Inline<'a>]) {
        self.raw_line(&format!("<{name}>"));
        self.inlines(content);
        writeln!(self.out, "</{name}>").unwrap();
    }

    fn list(&mut self, list: &'t List<'a>) {
        let (name, start) = match list.marker {
            Marker::Bullet(_) => ("ul", String::new()),
            Marker::Number { start: 1, .. } => ("ol", String::new()),
            Marker::Number { start, .. } => ("ol", format!(" start=\"{start}\"")),
        };
        self.raw_line(&format!("<{name}{start}>\n"));
        for item in &list.items {
            self.raw_line("<li>");
            let is_text = |it: &Block<'_>| list.is_tight && matches!(it.kind, BlockKind::Paragraph(_));
            if let Some(task) = &item.task {
                let checked = if task.is_checked { "checked=\"\" " } else { "" };
                write!(self.out, "<input {checked}disabled=\"\" type=\"checkbox\"> ").unwrap();
            }
            if item.blocks.first().is_some_and(|first| !is_text(first)) {
                self.out.push('\n');
            }
            self.blocks(&item.blocks, list.is_tight);
            self.out.push_str("</li>\n");
        }
        self.raw_line(&format!("</{name}>\n"));
    }

    fn table(&mut self, table: &'t Table<'a>) {
        self.raw_line("<table>\n<thead>\n");
        self.row("th", &table.header, &table.alignments);
        self.out.push_str("</thead>\n");
        if !table.rows.is_empty() {
            self.out.push_str("<tbody>\n");
            table.rows.iter().for_each(|row| self.row("td", row, &table.alignments));
            self.out.push_str("</tbody>\n");
        }
        self.out.push_str("</table>\n");
    }

    fn row(&mut self, name: &str, row: &'t Row<'a>, alignments: &[Alignment]) {
        self.out.push_str("<tr>\n");
        for (at, alignment) in alignments.iter().enumerate() {
            let align = match alignment {
                Alignment::None => "",
                Alignment::Left => " align=\"left\"",
                Alignment::Center => " align=\"center\"",
                Alignment::Right => " align=\"right\"",
            };
            write!(self.out, "<{name}{align}>").unwrap();
            self.inlines(row.cells.get(at).map_or(&[], |cell| &cell.content));
            writeln!(self.out, "</{name}>").unwrap();
        }
        self.out.push_str("</tr>\n");
    }

    fn inlines(&mut self, inlines: &'t [Inline<'a>]) {
        for inline in inlines {
            self.inline(inline);
        }
    }

    fn inline(&mut self, inline: &'t Inline<'a>) {
        match &inline.kind {
            InlineKind::Text(text) => self.out.push_str(&escape(text)),
            InlineKind::SoftBreak => self.out.push('\n'),
            InlineKind::HardBreak => self.out.push_str("<br />\n"),
            InlineKind::Code(code) => write!(self.out, "<code>{}</code>", escape(code)).unwrap(),
            InlineKind::Html(html) => self.out.push_str(html),
            InlineKind::Emphasis(content) => self.mark("em", content),
            InlineKind::Strong(content) => self.mark("strong", content),
            InlineKind::Strikethrough(content) => self.mark("del", content),
            InlineKind::Link(link) if self.bare == Bare::Text && matches!(link.target, LinkTarget::Bare { .. }) => {
                self.inlines(&link.content);
            }
            InlineKind::Link(link) => {
                write!(self.out, "<a href=\"{}\"{}>", address(self.tree.destination(link)), self.title(link)).unwrap();
                self.inlines(&link.content);
                self.out.push_str("</a>");
            }
            InlineKind::Image(link) => {
                let (source, title) = (address(self.tree.destination(link)), self.title(link));
                write!(self.out, "<img src=\"{source}\" alt=\"{}\"{title} />", escape(&self.plain(&link.content)))
                    .unwrap();
            }
            _ => self.out.push_str(&escape(&self.source[inline.span.clone()])),
        }
    }

    fn mark(&mut self, name: &str, content: &'t [Inline<'a>]) {
        write!(self.out, "<{name}>").unwrap();
        self.inlines(content);
        write!(self.out, "</{name}>").unwrap();
    }

    fn title(&self, link: &Link<'a>) -> String {
        self.tree.title(link).map(|title| format!(" title=\"{}\"", escape(title))).unwrap_or_default()
    }

    fn plain(&self, inlines: &[Inline<'a>]) -> String {
        let text = |inline: &Inline<'a>| match &inline.kind {
            InlineKind::Text(text) | InlineKind::Code(text) => text.to_string(),
            InlineKind::SoftBreak | InlineKind::HardBreak => "\n".to_owned(),
            InlineKind::Emphasis(content) | InlineKind::Strong(content) => self.plain(content),
            InlineKind::Link(link) | InlineKind::Image(link) => self.plain(&link.content),
            _ => self.source[inline.span.clone()].to_owned(),
        };
        inlines.iter().map(text).collect()
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// An address, percent-encoded where it is not yet.
fn address(text: &str) -> String {
    let encode = |byte: u8| {
        if byte.is_ascii_alphanumeric() || b"-_.~!*'();:@&=+$,/?#%".contains(&byte) {
            char::from(byte).to_string()
        } else {
            format!("%{byte:02X}")
        }
    };
    escape(&text.bytes().map(encode).collect::<String>())
}
