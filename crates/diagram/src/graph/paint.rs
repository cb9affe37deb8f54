//! The SVG of a graph with its layout: frames, then edges, then nodes, then the labels of edges.

use std::fmt::Write as _;

use super::label::{LINE, SIZE};
use super::{Area, Edge, Graph, Group, Label, Line, Look, Node, Placed, Point, Shape, Tip, path, shape};
use crate::svg::escape;
use crate::theme;

/// Draws a graph as SVG.
pub(crate) fn paint(graph: &Graph, placed: &Placed) -> String {
    let mut out = String::new();
    let _ = write!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {:.0} {:.0}" font-family="{}" font-size="{SIZE}">"#,
        placed.width.ceil(),
        placed.height.ceil(),
        theme::FONTS,
    );
    let colors = colors(graph);
    markers(graph, &colors, &mut out);
    if let Some(title) = &graph.title {
        let at = Point { x: placed.width / 2.0, y: 20.0 };
        let label = Label { lines: vec![title.clone()], bold: true, italic: false };
        write_label(&label, at, theme::TEXT, &mut out);
    }
    for at in outer_first(graph) {
        frame(&graph.groups[at], &placed.groups[at], &mut out);
    }
    for (edge, route) in graph.edges.iter().zip(&placed.edges) {
        line(edge, &route.points, &colors, &mut out);
    }
    for (node, area) in graph.nodes.iter().zip(&placed.nodes) {
        draw_node(node, area, &mut out);
    }
    for (edge, route) in graph.edges.iter().zip(&placed.edges).filter(|(edge, _)| !edge.label.is_empty()) {
        on_edge(&edge.label, route.label, edge.look.color.as_deref(), &mut out);
    }
    out.push_str("</svg>");
    out
}

/// Returns the indices of the groups, outer ones before inner ones.
fn outer_first(graph: &Graph) -> Vec<usize> {
    let depth = |group: usize| std::iter::successors(Some(group), |at| graph.groups[*at].parent).count();
    let mut groups: Vec<usize> = (0..graph.groups.len()).collect();
    groups.sort_by_key(|group| depth(*group));
    groups
}

/// Writes the definitions of the markers that edges use, for each colour.
fn markers(graph: &Graph, colors: &[&str], out: &mut String) {
    out.push_str("<defs>");
    for (n, color) in colors.iter().enumerate() {
        let edges = graph.edges.iter().filter(|edge| ink(edge) == *color);
        let tips: Vec<Tip> = edges.flat_map(|edge| [edge.tail, edge.head]).collect();
        let color = escape(color);
        for (tip, letter, size, drawn) in [
            (Tip::Arrow, 'a', 9, format!(r#"<path d="M0 0L10 5L0 10z" fill="{color}"/>"#)),
            (Tip::Circle, 'c', 10, format!(r#"<circle cx="5" cy="5" r="4" fill="{color}"/>"#)),
            (Tip::Cross, 'x', 10, format!(r#"<path d="M1 1L9 9M9 1L1 9" stroke="{color}" stroke-width="2"/>"#)),
        ] {
            if tips.contains(&tip) {
                let _ = write!(
                    out,
                    r#"<marker id="{letter}{n}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="{size}" markerHeight="{size}" markerUnits="userSpaceOnUse" orient="auto-start-reverse">{drawn}</marker>"#
                );
            }
        }
    }
    out.push_str("</defs>");
}

/// Returns the distinct colours of edges with markers.
fn colors(graph: &Graph) -> Vec<&str> {
    let mut out = Vec::new();
    for edge in &graph.edges {
        let color = ink(edge);
        if (edge.head != Tip::None || edge.tail != Tip::None) && !out.contains(&color) {
            out.push(color);
        }
    }
    out
}

fn ink(edge: &Edge) -> &str {
    edge.look.stroke.as_deref().unwrap_or(theme::EDGE)
}

fn frame(group: &Group, area: &Area, out: &mut String) {
    let look = if group.is_region {
        Look { dashes: Some("4 4".into()), fill: Some("none".into()), ..group.look.clone() }
    } else {
        group.look.clone()
    };
    let paint = attributes(&look, theme::FRAME, theme::FRAME_EDGE);
    shape::draw(Shape::Rounded, area, &paint, theme::EDGE, out);
    if !group.label.is_empty() {
        let at = Point { x: area.x, y: area.top() + 8.0 + group.label.height() / 2.0 };
        write_label(&group.label, at, look.color.as_deref().unwrap_or(theme::TEXT), out);
    }
}

fn draw_node(node: &Node, area: &Area, out: &mut String) {
    let (fill, stroke) =
        if node.shape == Shape::Note { (theme::NOTE, theme::NOTE_EDGE) } else { (theme::NODE, theme::NODE_EDGE) };
    let paint = attributes(&node.look, fill, stroke);
    shape::draw(node.shape, area, &paint, theme::EDGE, out);
    let lower = if node.shape == Shape::Cylinder { 5.0 } else { 0.0 };
    let at = Point { x: area.x, y: area.y + lower };
    let label = Label {
        bold: node.label.bold || node.look.bold,
        italic: node.label.italic || node.look.italic,
        ..node.label.clone()
    };
    write_label(&label, at, node.look.color.as_deref().unwrap_or(theme::TEXT), out);
}

fn line(edge: &Edge, points: &[Point], colors: &[&str], out: &mut String) {
    if edge.line == Line::Hidden || points.is_empty() {
        return;
    }
    let width = edge.look.stroke_width.unwrap_or(if edge.line == Line::Thick { 3.0 } else { 1.5 });
    let dotted = (edge.line == Line::Dotted).then_some("3 4");
    let _ = write!(
        out,
        r#"<path d="{}" fill="none" stroke="{}" stroke-width="{width}""#,
        path::curve(points),
        escape(ink(edge))
    );
    if let Some(dashes) = edge.look.dashes.as_deref().or(dotted) {
        let _ = write!(out, r#" stroke-dasharray="{}""#, escape(dashes));
    }
    let color = colors.iter().position(|color| *color == ink(edge)).unwrap_or_default();
    tip("marker-start", edge.tail, color, out);
    tip("marker-end", edge.head, color, out);
    out.push_str("/>");
}

/// Writes the reference to the marker at an end of an edge.
fn tip(place: &str, tip: Tip, color: usize, out: &mut String) {
    let letter = match tip {
        Tip::None => return,
        Tip::Arrow => 'a',
        Tip::Circle => 'c',
        Tip::Cross => 'x',
    };
    let _ = write!(out, r#" {place}="url(#{letter}{color})""#);
}

/// Returns the attributes that style an outline.
fn attributes(look: &Look, fill: &str, stroke: &str) -> String {
    let fill = escape(look.fill.as_deref().unwrap_or(fill));
    let stroke = escape(look.stroke.as_deref().unwrap_or(stroke));
    let width = look.stroke_width.unwrap_or(1.2);
    let dashes = look.dashes.as_deref().map(|dashes| format!(r#" stroke-dasharray="{}""#, escape(dashes)));
    format!(r#"fill="{fill}" stroke="{stroke}" stroke-width="{width}"{}"#, dashes.unwrap_or_default())
}

/// Draws the label of an edge on a background that covers the line.
fn on_edge(label: &Label, at: Point, color: Option<&str>, out: &mut String) {
    let (width, height) = (label.width() + 8.0, label.height() + 2.0);
    let _ = write!(
        out,
        r#"<rect x="{:.1}" y="{:.1}" width="{width:.1}" height="{height:.1}" rx="3" fill="{}" fill-opacity="0.88"/>"#,
        at.x - width / 2.0,
        at.y - height / 2.0,
        theme::PAPER,
    );
    write_label(label, at, color.unwrap_or(theme::MUTED), out);
}

/// Writes the lines of a label, centred at a point.
fn write_label(label: &Label, at: Point, color: &str, out: &mut String) {
    let first = at.y - (label.lines.len() as f64 - 1.0) * LINE / 2.0 + SIZE * 0.35;
    let bold = if label.bold { r#" font-weight="bold""# } else { "" };
    let italic = if label.italic { r#" font-style="italic""# } else { "" };
    for (n, line) in label.lines.iter().enumerate() {
        let _ = write!(
            out,
            r#"<text x="{:.1}" y="{:.1}" text-anchor="middle" fill="{}"{bold}{italic}>{}</text>"#,
            at.x,
            first + n as f64 * LINE,
            escape(color),
            escape(line)
        );
    }
}
