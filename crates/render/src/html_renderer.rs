//! The state of drawing a document: its surroundings, the identifiers given out, and the bounds that are left.
//!
//! Each family of blocks adds functions to [`HtmlRenderer`] in a module of its own. The cost is bounded by the counters here:
//! depth, reusable contents, bytes of highlighted code, diagrams; and by the page's [`Budget`], from which every byte
//! of HTML is taken. When the budget is exhausted, the open blocks, items and rows are closed.

use maud::{Markup, PreEscaped, html};
use quire_content::budget::{Bound, Budget};
use quire_content::document::Document;
use quire_content::document::model::{Block, Kind};

use crate::drawn::{Body, Options, OutlineEntry};
use crate::labels::Labels;
use crate::reference_resolver::ReferenceResolver;
use crate::safe::Ids;
use crate::text::{escaped_len, plain};

/// The greatest nesting depth of blocks.
const MOST_DEPTH: usize = 100;

/// The most reusable contents on a page; nested ones count each time.
const MOST_REUSABLE: usize = 200;

/// The most bytes of code on a page that are highlighted.
const MOST_COLOURED: usize = 256 * 1024;

/// The most bytes of Markdown in OpenAPI descriptions and unknown tags on a page.
const MOST_DESCRIPTIONS: usize = 1024 * 1024;

/// The most fields within others on a page, and the most of the others; their facts, such as defaults and bounds, count too.
const MOST_FIELDS: usize = 5000;

/// The most bytes of samples on a page.
const MOST_SAMPLES: usize = 512 * 1024;

/// The most bytes of drawings on a page; for diagrams beyond, the source is shown.
pub(crate) const MOST_DRAWN: usize = 1024 * 1024;

/// The size in bytes from which a text is counted before it is drawn. Escaping makes a text up to six times longer.
const LONG_TEXT: usize = 64 * 1024;

/// The state of drawing one document.
pub(crate) struct HtmlRenderer<'a> {
    pub(crate) around: &'a dyn ReferenceResolver,
    pub(crate) labels: &'a Labels,
    /// True if the document is drawn for print.
    pub(crate) printed: bool,
    /// True if operations have forms that send requests.
    pub(crate) try_it: bool,
    /// The title above the document, if one block is all of it.
    pub(crate) title_of_only_block: Option<&'a str>,
    /// The facts about the body collected so far; its HTML is not among them.
    pub(crate) body: Body,
    pub(crate) ids: Ids,
    /// The notes drawn so far, in the order of their numbers.
    pub(crate) notes: Vec<Note>,
    /// True if headings at this point belong to the outline.
    pub(crate) outlined: bool,
    /// True within a note, a card or a description, where notes are shown inline.
    pub(crate) aside: bool,
    /// The reusable contents being drawn, from the outermost to the innermost, as `space/content`.
    pub(crate) within: Vec<String>,
    pub(crate) reusable_left: usize,
    pub(crate) coloured_left: usize,
    pub(crate) descriptions_left: usize,
    /// The number of fields within others that are left for the page, or for the block that is drawn.
    pub(crate) fields_left: usize,
    /// The number of parameters, and of fields of bodies and schemas themselves, that are left for the page.
    pub(crate) outer_fields_left: usize,
    /// True if the block that is drawn says already that fields are left out.
    pub(crate) has_fields_left_out: bool,
    /// The number of blocks with fields that are still to be drawn.
    pub(crate) blocks_with_fields: usize,
    pub(crate) samples_left: usize,
    pub(crate) drawn_left: usize,
    depth: usize,
    budget: &'a Budget,
    /// The number of bytes taken from the budget.
    spent: usize,
    /// The bound that truncated the page, if one did.
    cut: Option<Bound>,
}

/// A note at the end of the page.
pub(crate) struct Note {
    pub(crate) id: String,
    pub(crate) back: String,
    pub(crate) html: Markup,
}

impl<'a> HtmlRenderer<'a> {
    pub(crate) fn new(around: &'a dyn ReferenceResolver, options: &Options<'a>, budget: &'a Budget) -> Self {
        Self {
            around,
            labels: options.labels,
            printed: options.part.is_some(),
            try_it: options.try_it && options.part.is_none(),
            title_of_only_block: None,
            body: Body::default(),
            ids: Ids::within(options.part.unwrap_or_default()),
            notes: Vec::new(),
            outlined: true,
            aside: false,
            within: Vec::new(),
            reusable_left: MOST_REUSABLE,
            coloured_left: MOST_COLOURED,
            descriptions_left: MOST_DESCRIPTIONS,
            fields_left: MOST_FIELDS,
            outer_fields_left: MOST_FIELDS,
            has_fields_left_out: false,
            blocks_with_fields: 0,
            samples_left: MOST_SAMPLES,
            drawn_left: MOST_DRAWN,
            depth: 0,
            budget,
            spent: 0,
            cut: None,
        }
    }

    /// Draws a document that belongs to the page, as far as the budget allows.
    pub(crate) fn document(&mut self, document: &Document) -> Markup {
        let is_of_specification = |block: &&Block| {
            matches!(
                block.kind,
                Kind::Swagger(_) | Kind::Operation { .. } | Kind::Webhook { .. } | Kind::Schemas { .. }
            )
        };
        self.blocks_with_fields += document.nodes.iter().filter(is_of_specification).count();
        let markup = self.blocks(&document.nodes);
        self.end_with(document);
        markup
    }

    /// Returns the number of bytes drawn so far.
    pub(crate) fn spent(&self) -> usize {
        self.spent
    }

    /// Takes from the budget the bytes drawn since `before`, unless the parts of the text have taken them already.
    pub(crate) fn spend(&mut self, before: usize, length: usize) {
        let total = before.saturating_add(length);
        if total > self.spent {
            let fits = self.budget.bytes(total - self.spent);
            self.spent = total;
            if !fits {
                self.end_here();
            }
        }
    }

    /// Draws a part of a block and takes its bytes from the budget.
    pub(crate) fn counted(&mut self, draw: impl FnOnce(&mut Self) -> Markup) -> Markup {
        let before = self.spent;
        let markup = draw(self);
        self.spend(before, markup.0.len());
        markup
    }

    /// Takes from the budget the bytes that a part needs at least. Returns false if the part must not be drawn.
    pub(crate) fn part(&mut self, bytes: usize) -> bool {
        self.spend(self.spent, bytes);
        self.goes_on()
    }

    /// Takes from the budget the bytes of a long text as HTML. Returns false if it must not be drawn. Short texts are
    /// counted once they are drawn.
    pub(crate) fn text_fits(&mut self, text: &str) -> bool {
        text.len() < LONG_TEXT || self.part(escaped_len(text))
    }

    /// Returns true if drawing continues.
    pub(crate) fn goes_on(&mut self) -> bool {
        if self.cut.is_none() && self.budget.is_stopped() {
            self.end_here();
        }
        self.cut.is_none()
    }

    fn end_here(&mut self) {
        let bound = self.budget.blamed(Bound::Bytes);
        self.cut.get_or_insert(bound);
    }

    /// Truncates the page if a document that is part of it was truncated.
    pub(crate) fn end_with(&mut self, document: &Document) {
        self.cut = self.cut.or(document.cut);
    }

    /// Returns the bound that truncated the page, if one did.
    pub(crate) fn cut(&self) -> Option<Bound> {
        self.cut
    }

    /// Returns the budget of the page.
    pub(crate) fn budget(&self) -> &'a Budget {
        self.budget
    }

    /// Draws blocks one after another.
    pub(crate) fn blocks(&mut self, blocks: &[Block]) -> Markup {
        let mut out = String::new();
        if self.depth < MOST_DEPTH {
            self.depth += 1;
            for (at, block) in blocks.iter().enumerate() {
                if !self.goes_on() {
                    break;
                }
                let before = self.spent;
                let html = self.block_before(block, blocks.get(at + 1)).0;
                self.spend(before, html.len());
                out.push_str(&html);
            }
            self.depth -= 1;
        }
        PreEscaped(out)
    }

    /// Draws a block. The card of a page leaves out a description that the paragraph below it repeats.
    fn block_before(&mut self, block: &Block, next: Option<&Block>) -> Markup {
        match (&block.kind, next.map(|next| &next.kind)) {
            (Kind::ContentRef { target }, Some(Kind::Paragraph { nodes, .. })) => self.card(target, &plain(nodes)),
            _ => self.block(block),
        }
    }

    /// Draws blocks whose headings are not in the outline.
    pub(crate) fn inside(&mut self, blocks: &[Block]) -> Markup {
        let before = std::mem::replace(&mut self.outlined, false);
        let markup = self.blocks(blocks);
        self.outlined = before;
        markup
    }

    /// Draws blocks in which there are neither headings of the outline nor notes.
    pub(crate) fn apart(&mut self, blocks: &[Block]) -> Markup {
        let before = std::mem::replace(&mut self.aside, true);
        let markup = self.inside(blocks);
        self.aside = before;
        markup
    }

    /// Claims and returns the identifier of a block's element, if the block has an anchor.
    pub(crate) fn id(&mut self, block: &Block) -> Option<String> {
        block.anchor.as_str().map(|anchor| self.ids.claim(anchor))
    }

    /// Draws a heading; in print it is one level deeper, below the title of its page.
    pub(crate) fn headline(&self, level: u8, class: &str, id: Option<&String>, content: &Markup) -> Markup {
        match level.min(3) + u8::from(self.printed) {
            1 => html! { h2 class=(class) id=[id] { (content) } },
            2 => html! { h3 class=(class) id=[id] { (content) } },
            3 => html! { h4 class=(class) id=[id] { (content) } },
            _ => html! { h5 class=(class) id=[id] { (content) } },
        }
    }

    /// Returns the `loading` attribute of images: lazy on screen, none in print.
    pub(crate) fn loading(&self) -> Option<&'static str> {
        (!self.printed).then_some("lazy")
    }

    /// Adds an entry to the outline, where headings belong to it.
    pub(crate) fn outline(&mut self, id: Option<&String>, title: &str, level: u8) {
        if let Some(id) = id.filter(|_| self.outlined && !title.is_empty()) {
            self.spend(self.spent, id.len() + title.len());
            self.body.outline.push(OutlineEntry { id: id.clone(), title: title.to_owned(), level });
        }
    }

    /// Draws the section of notes for the end of the page, or nothing if there are none.
    pub(crate) fn end(&mut self) -> Markup {
        let notes = std::mem::take(&mut self.notes);
        html! {
            @if !notes.is_empty() {
                section.q-notes role="doc-endnotes" aria-label=(self.labels.notes) {
                    ol {
                        @for note in notes {
                            li id=(note.id) {
                                (note.html)
                                a.q-note-back href={ "#" (note.back) } role="doc-backlink" aria-label=(self.labels.back_to_text) { "↩" }
                            }
                        }
                    }
                }
            }
        }
    }
}
