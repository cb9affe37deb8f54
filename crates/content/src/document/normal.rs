//! The normal form: a document as it is after it was printed and parsed again.
//!
//! In normal form adjacent text has different marks, no node is empty that would not be parsed again, attributes are
//! single lines, targets are resolved, and unknown data is present only where Markdown has a place for it. Input of
//! clients is normalized once; the parser yields normal form.

mod attributes;

pub(super) use attributes::{COLUMN_DATA, TABLE_DATA, is_data, keep_known};

use super::model::{
    Block, Cell, Column, ColumnKind, ContentRef, Document, Inline, InlineKind, Kind, Leaf, Line, Lines, Mark, Node,
    Role, Table, Tint, View,
};
use super::resolve::{self, Resolve};

/// Converts a document to normal form.
pub fn normalize(document: &mut Document, resolve: &dyn Resolve) {
    shape(document, resolve);
    super::raw::settle(document, resolve, &|_| false);
}

/// Converts everything except raw text to normal form.
pub(super) fn shape(document: &mut Document, resolve: &dyn Resolve) {
    Normal { resolve }.blocks(&mut document.nodes);
}

struct Normal<'a> {
    resolve: &'a dyn Resolve,
}

impl Normal<'_> {
    fn blocks(&self, blocks: &mut Vec<Block>) {
        for block in blocks.iter_mut() {
            self.block(block);
        }
        blocks.retain(|block| !is_nothing(block));
    }

    fn block(&self, block: &mut Block) {
        attributes::keep_known(block);
        match &mut block.kind {
            Kind::Paragraph { nodes, .. } => self.line(nodes),
            Kind::Heading { nodes, .. } => {
                self.line(nodes);
                trim_end(nodes);
            }
            Kind::List { items, .. } => items.iter_mut().for_each(|item| self.block(item)),
            Kind::ListItem { nodes, .. }
            | Kind::Quote { nodes }
            | Kind::Hint { nodes, .. }
            | Kind::Step { nodes, .. }
            | Kind::Column { nodes, .. }
            | Kind::Tab { nodes, .. } => self.blocks(nodes),
            Kind::Prompt { nodes, .. } => self.blocks(nodes),
            Kind::If { expression, nodes } => {
                *expression = one_line(expression).replace("%}", "% }").trim().to_owned();
                self.blocks(nodes);
            }
            Kind::Update { tags, nodes, .. } => {
                clean_names(tags);
                self.blocks(nodes);
            }
            Kind::Images { images: parts, .. }
            | Kind::Tabs { tabs: parts, .. }
            | Kind::Stepper { steps: parts }
            | Kind::Columns { columns: parts, .. }
            | Kind::Updates { updates: parts, .. } => parts.iter_mut().for_each(|part| self.block(part)),
            Kind::Expandable { title, body, .. } => {
                self.line(title);
                self.blocks(body);
            }
            Kind::Code(code) => self.code(&mut code.lines),
            Kind::Table(table) => self.table(table),
            _ => self.leaf_block(&mut block.kind),
        }
        attributes::one_line_each(&mut block.kind);
    }

    fn leaf_block(&self, kind: &mut Kind) {
        match kind {
            Kind::Raw { source } => *source = raw(source),
            Kind::Image(image) => {
                self.reference(&mut image.source);
                image.dark.iter_mut().for_each(|dark| self.reference(dark));
                self.line(&mut image.caption);
            }
            Kind::File { source, caption } => {
                self.reference(source);
                self.line(caption);
            }
            Kind::Drawing { source, caption, .. } => {
                source.iter_mut().for_each(|source| self.reference(source));
                self.line(caption);
            }
            Kind::Embed { caption, .. } => self.line(caption),
            Kind::Math { formula } => *formula = clean(formula).trim().to_owned(),
            Kind::ContentRef { target } => self.reference(target),
            Kind::Swagger(swagger) => self.reference(&mut swagger.source),
            Kind::Schemas { schemas, .. } => clean_names(schemas),
            Kind::Reusable { content, space: None, .. } => {
                if let Some(id) = self.resolve.reusable(content) {
                    *content = id;
                }
            }
            _ => {}
        }
    }

    fn reference(&self, reference: &mut ContentRef) {
        if let ContentRef::Url { url } = reference {
            let target = one_line(url);
            *reference = resolve::read(target.trim(), self.resolve);
        }
    }

    fn code(&self, code: &mut Lines) {
        let old = std::mem::replace(code, Lines::Plain(String::new()));
        *code = match old {
            Lines::Plain(text) => Lines::Plain(clean(&text)),
            Lines::Rich(mut rich) => {
                for line in &mut rich {
                    without_breaks(&mut line.nodes);
                    self.line(&mut line.nodes);
                }
                lines(rich)
            }
        };
    }

    fn line(&self, nodes: &mut Vec<Node>) {
        let mut out: Vec<Node> = Vec::with_capacity(nodes.len());
        for node in nodes.drain(..) {
            match node {
                Node::Leaf(leaf) => push_leaf(&mut out, leaf),
                Node::Inline(mut inline) => {
                    if self.inline(&mut inline) {
                        out.push(Node::Inline(inline));
                    }
                }
            }
        }
        *nodes = out;
    }

    /// Converts a node to normal form; returns false if nothing of it is left.
    fn inline(&self, inline: &mut Inline) -> bool {
        let keeps: &[&str] = match &inline.kind {
            InlineKind::Link { .. } => &["title"],
            InlineKind::Icon { .. } => &["style"],
            _ => &[],
        };
        attributes::keep_texts(&mut inline.more, |name| keeps.contains(&name));
        match &mut inline.kind {
            InlineKind::Link { target, nodes } => {
                self.reference(target);
                self.line(nodes);
            }
            InlineKind::Mention { target } => self.reference(target),
            InlineKind::Math { formula } => {
                *formula = one_line(formula).trim().to_owned();
                return !formula.is_empty();
            }
            InlineKind::Image(image) => {
                self.reference(&mut image.source);
                image.dark.iter_mut().for_each(|dark| self.reference(dark));
                tidy(&mut image.alt);
                tidy(&mut image.caption);
            }
            InlineKind::Annotation { nodes, body } => {
                self.line(nodes);
                self.blocks(body);
            }
            InlineKind::Button(button) => {
                button.target.iter_mut().for_each(|target| self.reference(target));
                button.label = one_line(&button.label).trim().to_owned();
                tidy(&mut button.icon);
                tidy(&mut button.query);
                if button.target.is_some() && button.action.as_deref() == Some("") {
                    button.action = None;
                }
            }
            InlineKind::Expression { expression } => {
                *expression = one_line(expression).trim().to_owned();
            }
            InlineKind::Emoji { .. } | InlineKind::Icon { .. } => {}
        }
        true
    }

    fn table(&self, table: &mut Table) {
        let grid = matches!(table.view, View::Grid { .. });
        match &mut table.view {
            View::Grid { more, .. } | View::Cards { more, .. } => {
                attributes::keep_texts(more, |name| is_data(name, &TABLE_DATA));
            }
        }
        hide_last(table);
        let width = table.columns.len();
        let mut roles: Vec<Role> = Vec::new();
        for column in &mut table.columns {
            self.column(column);
            column.role = column.role.filter(|role| !grid && !roles.contains(role));
            column.width = column.width.filter(|_| grid);
            roles.extend(column.role);
        }
        for row in &mut table.rows {
            row.cells.resize(width, Cell::Empty);
            for cell in &mut row.cells {
                self.cell(cell);
            }
        }
    }

    fn column(&self, column: &mut Column) {
        attributes::keep_texts(&mut column.more, |name| is_data(name, &COLUMN_DATA));
        column.title = words(&column.title);
        if let ColumnKind::Select { options, .. } = &mut column.kind {
            for option in options {
                option.value = one_line(&option.value);
                option.label = one_line(&option.label);
                option.color = one_line(&option.color);
            }
        }
    }

    fn cell(&self, cell: &mut Cell) {
        let empty = match cell {
            Cell::Text(blocks) => {
                self.blocks(blocks);
                blocks.is_empty()
            }
            Cell::Names(names) => names.is_empty(),
            Cell::Reference(target) | Cell::Image { source: target, .. } => {
                self.reference(target);
                false
            }
            _ => false,
        };
        if empty {
            *cell = Cell::Empty;
        }
    }
}

/// Returns true if a block has no content and would not be parsed again.
fn is_nothing(block: &Block) -> bool {
    match &block.kind {
        Kind::Paragraph { nodes, .. } => nodes.is_empty(),
        Kind::Raw { source } => source.is_empty(),
        Kind::List { items, .. } => items.is_empty(),
        Kind::Images { images, .. } => images.is_empty(),
        Kind::Table(table) => table.columns.is_empty(),
        _ => false,
    }
}

/// Moves hidden columns after the visible ones, and cells with them.
pub(super) fn hide_last(table: &mut Table) {
    if table.columns.is_sorted_by_key(|column| column.hidden) {
        return;
    }
    let mut order: Vec<usize> = (0..table.columns.len()).collect();
    order.sort_by_key(|at| table.columns[*at].hidden);
    let mut columns: Vec<Option<Column>> = table.columns.drain(..).map(Some).collect();
    table.columns = order.iter().filter_map(|at| columns[*at].take()).collect();
    for row in &mut table.rows {
        let mut cells: Vec<Option<Cell>> = row.cells.drain(..).map(Some).collect();
        cells.resize(order.len(), Some(Cell::Empty));
        row.cells = order.iter().filter_map(|at| cells[*at].take()).collect();
    }
}

/// Appends a leaf, or merges it with the one before; skips an empty one.
pub(super) fn push_leaf(out: &mut Vec<Node>, mut leaf: Leaf) {
    if leaf.text.is_empty() {
        return;
    }
    leaf.marks.color = leaf.marks.color.filter(|c| c.text != Tint::Default || c.background != Tint::Default);
    if leaf.text.contains(['\r', '\0']) {
        leaf.text = clean(&leaf.text);
    }
    if leaf.marks.has(Mark::Code) && !leaf.raw && leaf.text.contains('\n') {
        leaf.text = leaf.text.replace('\n', " ");
    }
    match out.last_mut() {
        Some(Node::Leaf(last)) if last.marks == leaf.marks && !last.raw && !leaf.raw => last.text.push_str(&leaf.text),
        _ => out.push(Node::Leaf(leaf)),
    }
}

/// Removes white space at the end of a heading, where an anchor may follow.
pub(super) fn trim_end(nodes: &mut Vec<Node>) {
    while let Some(Node::Leaf(leaf)) = nodes.last_mut() {
        if leaf.raw || leaf.marks.has(Mark::Code) {
            return;
        }
        leaf.text.truncate(leaf.text.trim_end().len());
        if !leaf.text.is_empty() {
            return;
        }
        nodes.pop();
    }
}

/// Converts lines of code: to plain text if none has marks, nodes or highlighting.
pub(super) fn lines(lines: Vec<Line>) -> Lines {
    let plain: Option<Vec<&str>> = lines.iter().map(super::json::plain).collect();
    match plain {
        Some(texts) => Lines::Plain(clean(&texts.join("\n"))),
        None => Lines::Rich(lines),
    }
}

/// Replaces line breaks, which a line of code can't have, by spaces.
fn without_breaks(nodes: &mut [Node]) {
    for node in nodes {
        match node {
            Node::Leaf(leaf) => leaf.text = clean(&leaf.text).replace('\n', " "),
            Node::Inline(inline) => {
                if let InlineKind::Annotation { nodes, .. } = &mut inline.kind {
                    without_breaks(nodes);
                }
            }
        }
    }
}

/// Replaces every line break by `\n` and NUL by U+FFFD.
pub(super) fn clean(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n").replace('\0', "\u{fffd}")
}

/// The characters that are trimmed at the edges of a block: other white space is text.
pub(super) const BLANKS: [char; 3] = [' ', '\t', '\n'];

/// Cleans raw source and trims blanks around it: before it, they might make it a part of a list.
pub(super) fn raw(source: &str) -> String {
    clean(source).trim_matches(BLANKS).to_owned()
}

/// Returns true if a line of a formula would end the formula.
pub(super) fn ends_math(line: &str) -> bool {
    let text = line.trim_start_matches(' ');
    line.len() - text.len() < 4 && text.trim_end_matches([' ', '\t']) == "$$"
}

/// Replaces line breaks and other control characters by spaces.
pub(super) fn one_line(text: &str) -> String {
    text.replace(|c: char| c.is_control(), " ")
}

/// Joins the words of a text by single spaces.
pub(super) fn words(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

fn tidy(text: &mut Option<String>) {
    *text = text.take().map(|text| one_line(&text)).filter(|text| !text.is_empty());
}

fn clean_names(names: &mut Vec<String>) {
    let split = names.iter().flat_map(|name| name.split(','));
    *names = split.map(|name| one_line(name).trim().to_owned()).filter(|name| !name.is_empty()).collect();
}
