//! What holds of every document: it is drawn whole, and so that browsers read what was meant.

use quire_content::document::model::{Block, Cell, InlineKind, Kind, Lines, Node};

use crate::dom::{Dom, words};
use crate::fixtures;
use crate::world::{World, document};

/// The texts of every leaf, raw ones left out: what they are is for the allow list to say.
fn leaves(blocks: &[Block], out: &mut Vec<String>) {
    for block in blocks {
        match &block.kind {
            Kind::Paragraph { nodes, .. } | Kind::Heading { nodes, .. } => line(nodes, out),
            Kind::File { caption, .. } | Kind::Drawing { caption, .. } | Kind::Embed { caption, .. } => {
                line(caption, out);
            }
            Kind::Image(image) => line(&image.caption, out),
            Kind::Math { formula } => out.push(formula.clone()),
            Kind::Expandable { title, body, .. } => {
                line(title, out);
                leaves(body, out);
            }
            Kind::Code(code) => match &code.lines {
                Lines::Plain(text) => out.push(text.clone()),
                Lines::Rich(lines) => lines.iter().for_each(|it| line(&it.nodes, out)),
            },
            Kind::Table(table) => {
                for (column, cell) in table.rows.iter().flat_map(|row| table.columns.iter().zip(&row.cells)) {
                    if let (false, Cell::Text(nodes)) = (column.hidden, cell) {
                        leaves(nodes, out);
                    }
                }
            }
            Kind::Tab { title, .. } => out.extend(title.clone()),
            Kind::If { .. } => continue,
            _ => {}
        }
        leaves(block.children(), out);
    }
}

fn line(nodes: &[Node], out: &mut Vec<String>) {
    for node in nodes {
        match node {
            Node::Leaf(leaf) if !leaf.raw => out.extend(leaf.text.split('\n').map(str::to_owned)),
            Node::Leaf(_) => {}
            Node::Inline(inline) => match &inline.kind {
                InlineKind::Link { nodes, .. } => line(nodes, out),
                InlineKind::Annotation { nodes, body } => {
                    line(nodes, out);
                    leaves(body, out);
                }
                InlineKind::Math { formula } => out.push(formula.clone()),
                _ => {}
            },
        }
    }
}

/// The mark of an alert is drawn as the box around it.
fn without_mark(text: &str) -> &str {
    let marks = ["[!NOTE]", "[!tip]", "[!WARNING]", "[!CAUTION]"];
    marks.iter().find_map(|mark| text.strip_prefix(mark)).unwrap_or(text)
}

#[test]
fn every_text_of_every_leaf_is_drawn() {
    for (name, source) in fixtures::sources() {
        let drawn = World::new().draw(&source);
        let shown = Dom::read(&drawn.html).words();
        let mut texts = Vec::new();
        leaves(&document(&source).nodes, &mut texts);
        for text in texts.iter().map(|text| without_mark(text)) {
            assert!(shown.contains(&words(text)), "{name}: {text:?} is not in {shown}");
        }
    }
}

#[test]
fn every_page_is_well_formed_and_harmless() {
    for (_, source) in fixtures::sources() {
        let drawn = World::new().draw(&source);
        Dom::read(&drawn.html).check(&drawn.html);
    }
}

#[test]
fn every_page_is_a_part_of_a_document_for_paper() {
    for (name, source) in fixtures::sources() {
        let drawn = World::new().print(&source, "part~");
        let dom = Dom::read(&drawn.html);
        dom.check(&drawn.html);
        for element in &dom.elements {
            assert!(element.attribute("id").is_none_or(|id| id.starts_with("part~")), "{name}: {}", drawn.html);
            assert!(element.attribute("loading").is_none() && element.name != "iframe" && element.name != "h2");
            assert!(element.name != "details" || element.attribute("open").is_some(), "{name}: {}", drawn.html);
        }
    }
}

#[test]
fn every_entry_of_the_outline_leads_to_its_heading() {
    for (name, source) in fixtures::sources() {
        let drawn = World::new().draw(&source);
        let dom = Dom::read(&drawn.html);
        for entry in &drawn.outline {
            let found = dom.elements.iter().any(|element| element.attribute("id") == Some(entry.id.as_str()));
            assert!(found && !entry.title.is_empty(), "{name}: {entry:?}");
        }
    }
}

#[test]
fn drawing_is_a_function() {
    for (_, source) in fixtures::sources() {
        assert_eq!(World::new().draw(&source), World::new().draw(&source));
    }
}
