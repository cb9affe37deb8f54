//! What holds for any page: it is read, evaluated and drawn within its budget.

use quire_content::budget::{Budget, Limits};
use quire_content::document::{Evaluate, Unresolved, evaluate_within, keys, parse_within, print};
use quire_content::expression::Scope;
use quire_content::stop::Stop;
use quire_render::body::{Options, body};
use quire_render::labels::ENGLISH;
use quire_render::reference_resolver::Nowhere;

/// A budget that short texts can exceed.
pub const SMALL: Limits = Limits { nodes: 300, bytes: 20_000, values: 20_000, steps: 2_000 };

/// What one block, row or inline may add after the budget is exceeded: the longest is a formula.
const SLACK: usize = 400_000;

/// The bytes of JSON that a node takes beside those of its texts.
const NODE: usize = 1_200;

/// Any text is a page within any budget: it takes no more than that, ends with a notice exactly if something was
/// exceeded, and what reading it costs is in proportion to it.
pub fn page(text: &str) {
    for limits in [SMALL, Limits::COMMENT, Limits::PAGE] {
        let budget = Budget::new(limits, Stop::default());
        let before = quire_markdown::looked_at();
        let parsed = parse_within(text, &Unresolved, &budget);
        let looked_at = quire_markdown::looked_at() - before;
        assert!(looked_at <= 150 * text.len() + 10_000, "{looked_at} bytes were looked at for {}", text.len());
        let mut document = parsed.document;
        assert_eq!(document.cut.is_some(), parsed.cut.is_some());
        evaluate_within(&mut document, &Scope::default(), Evaluate::All, &Unresolved, &budget);
        let used = budget.used();
        assert!(used.nodes <= limits.nodes && used.steps <= limits.steps);
        let body = body(&document, &Nowhere, &Options { budget: Some(&budget), ..Options::page(&ENGLISH) });
        assert!(body.html.len() <= limits.bytes + SLACK, "{} bytes of HTML", body.html.len());
        assert_eq!(body.cut.is_some(), body.html.contains("q-notice"));
        assert_eq!(body.cut.is_some(), budget.exceeded().is_some(), "{:?}", budget.exceeded());
        keys::fresh(&mut document);
        let json = serde_json::to_string(&document).expect("documents have JSON").len();
        assert!(json <= 8 * text.len() + NODE * (used.nodes + 10), "{json} bytes of JSON");
        let printed = print(&document, &Unresolved).len();
        assert!(printed <= 8 * text.len() + NODE * (used.nodes + 10), "{printed} bytes of Markdown");
    }
}
