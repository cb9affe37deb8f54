//! The colours of diagrams, for a light page.
//!
//! On a dark page the style sheet inverts the lightness and keeps the hues, so contrasts are preserved, for
//! the colours of authors too.

use std::borrow::Cow;

use mermaid_svg::Theme;

/// Font families that are available everywhere, all of about the same width.
pub(crate) const FONTS: &str = "Helvetica, Arial, Liberation Sans, sans-serif";

pub(crate) const TEXT: &str = "#1f2933";
pub(crate) const MUTED: &str = "#52606d";
pub(crate) const EDGE: &str = "#52606d";
pub(crate) const NODE: &str = "#eef2ff";
pub(crate) const NODE_EDGE: &str = "#7c87d6";
pub(crate) const FRAME: &str = "#f7f8fa";
pub(crate) const FRAME_EDGE: &str = "#c3cad4";
pub(crate) const NOTE: &str = "#fff6d6";
pub(crate) const NOTE_EDGE: &str = "#d1b25c";
pub(crate) const PAPER: &str = "#ffffff";

/// Fill colours of series, light enough for dark text.
const TINTS: [&str; 8] = ["#b9c7f5", "#a9dcc3", "#f7d08a", "#f3b3b3", "#cdb9ee", "#a6d9ea", "#dfe39a", "#f2bfdc"];

/// Background colours of text, which some kinds of diagrams darken.
const PALE: [&str; 8] = ["#d5ddfb", "#cdeedd", "#fbe6bd", "#f9d5d5", "#e3d7f7", "#cdeaf3", "#eef0c6", "#f8dbeb"];

/// Colours of lines and their labels.
const LINES: [&str; 8] = ["#8fa1ee", "#63bf93", "#e0a63f", "#e08585", "#a98be0", "#5bb4cf", "#aeb443", "#d983b5"];

/// Colours of overlapping bars and lines.
const XY: [&str; 8] = ["#9dadf0", "#c2782f", "#63bf93", "#a98be0", "#e08585", "#5bb4cf", "#aeb443", "#d983b5"];

/// Returns the theme for the kinds that another crate draws.
pub(crate) fn theme() -> Theme {
    let palette = |colors: [&'static str; 8]| Cow::Owned(colors.map(Cow::Borrowed).to_vec());
    Theme {
        fg: TEXT.into(),
        fg_muted: MUTED.into(),
        bg: PAPER.into(),
        actor_fill: NODE.into(),
        actor_stroke: NODE_EDGE.into(),
        lifeline: FRAME_EDGE.into(),
        arrow_stroke: EDGE.into(),
        note_fill: NOTE.into(),
        note_stroke: NOTE_EDGE.into(),
        activation_fill: "#d9e0fb".into(),
        activation_stroke: NODE_EDGE.into(),
        frame_label_fill: NODE.into(),
        flow_node_fill: NODE.into(),
        flow_node_stroke: NODE_EDGE.into(),
        flow_edge_stroke: EDGE.into(),
        flow_label_bg: PAPER.into(),
        flow_cluster_fill: FRAME.into(),
        flow_cluster_stroke: FRAME_EDGE.into(),
        cscale_palette: palette(PALE),
        pie_palette: palette(TINTS),
        git_palette: palette(LINES),
        xychart_palette: palette(XY),
        pie_stroke: Some(PAPER.into()),
        quadrant_default_fills: ["#eef2ff", "#f1f8f4", "#fbf7ec", "#fbf1f1"].map(Cow::Borrowed),
        font_family: FONTS.into(),
        ..Theme::default_theme()
    }
}
