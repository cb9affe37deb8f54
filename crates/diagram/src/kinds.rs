//! Drawing of parsed diagrams, by kind.
//!
//! Flowcharts and state diagrams are converted into the graphs of this crate, because their quality depends on the
//! layout. The other kinds are drawn by the crate that parses them. A kind that is not listed here is not drawn: its
//! cost has not been bounded, or its drawings were not good enough.

mod flowchart;
mod gantt;
mod look;
mod sequence;
mod state;

use mermaid_svg::ast::{Diagram, DiagramMeta};

use crate::NotDrawn;
use crate::graph::{self, Graph};

/// Draws a parsed diagram as SVG.
pub(crate) fn draw(diagram: Diagram, meta: &DiagramMeta) -> Result<String, NotDrawn> {
    match diagram {
        Diagram::Flowchart(chart) => from_graph(&flowchart::read(&chart)?),
        Diagram::State(states) => {
            let title = meta.title.clone();
            from_graph(&Graph { title, ..state::read(&states)? })
        }
        Diagram::Gantt(chart) => with_crate(&Diagram::Gantt(gantt::tamed(chart)?)),
        Diagram::Sequence(chart) => with_crate(&Diagram::Sequence(sequence::widened(chart))),
        Diagram::Class(_)
        | Diagram::Er(_)
        | Diagram::Pie(_)
        | Diagram::Journey(_)
        | Diagram::Mindmap(_)
        | Diagram::GitGraph(_)
        | Diagram::Timeline(_)
        | Diagram::Quadrant(_)
        | Diagram::XyChart(_) => with_crate(&diagram),
        _ => Err(NotDrawn::Kind),
    }
}

fn from_graph(graph: &Graph) -> Result<String, NotDrawn> {
    graph::check(graph)?;
    let placed = graph::place(graph)?;
    Ok(graph::paint(graph, &placed))
}

fn with_crate(diagram: &Diagram) -> Result<String, NotDrawn> {
    mermaid_svg::render_diagram_with(diagram, &crate::theme::theme()).map_err(|_| NotDrawn::Failed)
}
