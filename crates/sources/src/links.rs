//! Targets of links in a document that is not printed yet.

use quire_content::document::Document;
use quire_content::document::model::{Block, Cell, ContentRef, InlineKind, Kind, Node};

/// Replaces the targets of links for which there is another one.
pub(crate) fn retarget(document: &mut Document, to: &dyn Fn(&str) -> Option<String>) {
    blocks(&mut document.nodes, to);
}

fn blocks(all: &mut [Block], to: &dyn Fn(&str) -> Option<String>) {
    for block in all {
        match &mut block.kind {
            Kind::Paragraph { nodes, .. } | Kind::Heading { nodes, .. } => line(nodes, to),
            Kind::Table(table) => {
                for cell in table.rows.iter_mut().flat_map(|row| &mut row.cells) {
                    if let Cell::Text(inner) = cell {
                        blocks(inner, to);
                    }
                }
            }
            Kind::Expandable { title, body, .. } => {
                line(title, to);
                blocks(body, to);
            }
            _ => blocks(block.children_mut(), to),
        }
    }
}

fn line(nodes: &mut [Node], to: &dyn Fn(&str) -> Option<String>) {
    for node in nodes {
        let Node::Inline(inline) = node else { continue };
        match &mut inline.kind {
            InlineKind::Link { target, nodes } => {
                if let ContentRef::Url { url } = target
                    && let Some(new) = to(url)
                {
                    *url = new;
                }
                line(nodes, to);
            }
            InlineKind::Annotation { body, .. } => blocks(body, to),
            _ => {}
        }
    }
}
