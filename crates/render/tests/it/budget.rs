//! A page costs no more than its budget, whatever it repeats and however often.

use std::sync::Arc;

use proptest::prelude::*;
use quire_content::budget::{Bound, Budget, Limits};
use quire_content::document::{Document, Unresolved, evaluate_within, parse_within};
use quire_content::expression::Scope;
use quire_content::stop::Stop;
use quire_render::body::{Body, Options, body};
use quire_render::labels::ENGLISH;

use crate::dom::Dom;
use crate::world::World;

#[path = "../../../../fuzz/src/page.rs"]
#[expect(unreachable_pub, reason = "what is fuzzed calls them")]
mod page;

/// What stands before something that is repeated, that, and what stands behind it.
const REPEATED: [(&str, &str, &str); 52] = [
    ("", "# a\n", ""),
    ("", "## a\n\n", ""),
    ("", "## a <a href=\"#b\" id=\"b\"></a>\n\n", ""),
    ("", "a\n\n", ""),
    ("", "- a\n", ""),
    ("", "- [ ] a\n- b\n", ""),
    ("", "1. a\n", ""),
    ("", "> a\n\n", ""),
    ("", "> > - > 1. a\n\n", ""),
    ("|a|b|\n|-|-|\n", "|a|b|\n", ""),
    ("|a|b|c|d|e|f|g|h|\n|-|-|-|-|-|-|-|-|\n", "|\n", ""),
    ("", "|a", "\n"),
    ("<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody>", "<tr><td>a</td></tr>", "</tbody></table>\n"),
    (
        "<table data-view=\"cards\"><thead><tr><th>a</th></tr></thead><tbody>",
        "<tr><td>a</td></tr>",
        "</tbody></table>\n",
    ),
    ("", "a[^1] ", "\n\n[^1]: b\n"),
    ("", "[^a]: b\n\n", ""),
    ("[a]: b\n\n", "[a] ", ""),
    ("", "[a](https://b) ", ""),
    ("", "![a](https://b)\n\n", ""),
    ("", "x ![a](https://b) ", ""),
    ("", "*a* ", ""),
    ("", "**a *b* c** ", ""),
    ("", "`a` ", ""),
    ("", ":smile: ", ""),
    ("", "$$a$$ ", ""),
    ("", "$$\na^2\n$$\n\n", ""),
    ("", "a  \n", ""),
    ("```js\n", "let a = 1;\n", "```\n"),
    ("", "```js\na\n```\n\n", ""),
    ("{% code lineNumbers=\"true\" %}\n```\n", "\n", "```\n{% endcode %}\n"),
    ("", "{% hint %}\na\n{% endhint %}\n\n", ""),
    ("{% tabs %}\n", "{% tab title=\"a\" %}\na\n{% endtab %}\n", "{% endtabs %}\n"),
    ("{% stepper %}\n", "{% step %}\n## a\n{% endstep %}\n", "{% endstepper %}\n"),
    ("{% columns %}\n", "{% column %}\na\n{% endcolumn %}\n", "{% endcolumns %}\n"),
    ("{% updates %}\n", "{% update date=\"2024-01-01\" %}\n## a\n{% endupdate %}\n", "{% endupdates %}\n"),
    ("", "{% if true %}\na\n{% endif %}\n\n", ""),
    ("", "<code class=\"expression\">1 + 1</code> ", ""),
    ("", "<details>\n<summary>a</summary>\n\na\n\n</details>\n\n", ""),
    ("", "{% embed url=\"https://a.b/c\" %}\n\n", ""),
    ("", "{% include \"a\" %}\n\n", ""),
    ("", "<div>a</div>\n\n", ""),
    ("", "a <b>b</b> ", ""),
    ("", "a <mark style=\"color:red;\">b</mark> ", ""),
    ("<div>\n", "<b>", ""),
    ("<div>\n", "<a ", ""),
    ("<div>\n", "<a b=\"", ""),
    ("<div>\n", "<!-- ", ""),
    ("", "```mermaid\ngraph TD\nA-->B\n```\n\n", ""),
    ("", "{% x %}\n", ""),
    ("{% hint ", "a=\"b\" ", "%}\na\n{% endhint %}\n"),
    ("", "***\n", ""),
    ("a", "\n", ""),
];

fn repeated((before, part, behind): (&str, &str, &str), count: usize) -> String {
    format!("{before}{}{behind}", part.repeat(count))
}

fn drawn(text: &str, limits: Limits, world: &World) -> (Body, Limits) {
    let budget = Budget::new(limits, Stop::default());
    let document = read(text, &budget);
    let drawn = body(&document, world, &Options { budget: Some(&budget), ..Options::page(&ENGLISH) });
    (drawn, budget.used())
}

fn read(text: &str, budget: &Budget) -> Document {
    let mut document = parse_within(text, &Unresolved, budget).document;
    evaluate_within(&mut document, &Scope::default(), quire_content::document::Evaluate::All, &Unresolved, budget);
    document
}

#[test]
fn what_is_repeated_costs_in_proportion() {
    const LARGE: Limits = Limits { nodes: usize::MAX, bytes: usize::MAX, values: usize::MAX, steps: usize::MAX };
    for parts in REPEATED {
        let cost = |count| {
            let before = quire_markdown::looked_at();
            let (_, used) = drawn(&repeated(parts, count), LARGE, &World::new());
            (quire_markdown::looked_at() - before, used)
        };
        let ((looked, one), (looked_more, two)) = (cost(200), cost(400));
        let grows = |one: usize, two: usize| two as f64 <= 2.3 * one as f64 + 500.0;
        assert!(grows(looked, looked_more), "{parts:?}: {looked} and {looked_more} bytes are looked at");
        assert!(grows(one.nodes, two.nodes), "{parts:?}: {} and {} nodes", one.nodes, two.nodes);
        assert!(grows(one.bytes, two.bytes), "{parts:?}: {} and {} bytes", one.bytes, two.bytes);
        assert!(grows(one.steps, two.steps), "{parts:?}: {} and {} steps", one.steps, two.steps);
    }
}

#[test]
fn what_is_over_the_budget_ends_with_a_notice() {
    let limits = Limits { nodes: 2_000, bytes: 30_000, values: 30_000, steps: 1_000 };
    for parts in REPEATED {
        let (body, _) = drawn(&repeated(parts, 20_000 / parts.1.len()), limits, &World::new());
        assert!(body.html.len() < 60_000, "{parts:?}: {} bytes", body.html.len());
        assert_eq!(
            body.cut.is_some(),
            body.html.ends_with(
                "<p class=\"q-notice\" role=\"note\">This page is too long to be shown whole. It ends here.</p>"
            )
        );
        Dom::read(&body.html).check(&body.html);
    }
}

#[test]
fn a_page_ends_where_its_bytes_end() {
    let limits = Limits { bytes: 10_000, ..Limits::PAGE };
    let (body, _) = drawn(&"a *b*\n\n".repeat(1000), limits, &World::new());
    assert_eq!(body.cut, Some(Bound::Bytes));
    assert!((9_500..10_500).contains(&body.html.len()), "{}", body.html.len());
    let (body, _) = drawn(&"a *b*\n\n".repeat(100), limits, &World::new());
    assert_eq!(body.cut, None);
    assert!(!body.html.contains("q-notice"));
}

#[test]
fn a_long_text_is_counted_as_it_is_escaped() {
    let limits = Limits { bytes: 200_000, ..Limits::PAGE };
    for (before, behind) in [("a ", ""), ("```\n", "\n```\n"), ("- ", ""), ("`` ", " ``"), ("[", "](https://b)")] {
        for byte in ["&", "<", "\""] {
            let (body, _) = drawn(&format!("{before}{}{behind}", byte.repeat(100_000)), limits, &World::new());
            assert_eq!(body.cut, Some(Bound::Bytes), "{before}{byte}");
            assert!(body.html.len() < 201_000, "{before}{byte}: {} bytes", body.html.len());
        }
    }
}

#[test]
fn one_budget_is_for_a_page_and_all_that_it_includes() {
    let mut world = World::new();
    world.add_reusable("large.md", &"word *word*\n\n".repeat(2_000));
    let limits = Limits { bytes: 200_000, ..Limits::PAGE };
    let (body, _) = drawn(&"{% include \"large.md\" %}\n\n".repeat(100), limits, &world);
    assert_eq!(body.cut, Some(Bound::Bytes));
    assert!(body.html.len() < 210_000, "{}", body.html.len());
    let budget = Budget::new(Limits { nodes: 10, ..Limits::PAGE }, Stop::default());
    world.reusable.insert("cut.md".to_owned(), Arc::new(read(&"a\n\n".repeat(100), &budget)));
    let (body, _) = drawn("{% include \"cut.md\" %}\n\nnot shown\n", Limits::PAGE, &world);
    assert_eq!(body.cut, Some(Bound::Nodes));
    assert!(!body.html.contains("not shown"));
}

#[test]
fn a_page_that_nobody_waits_for_is_not_drawn() {
    let stop = Stop::default();
    stop.request();
    let budget = Budget::new(Limits::PAGE, stop);
    let document = read("a\n", &budget);
    let drawn = body(&document, &World::new(), &Options { budget: Some(&budget), ..Options::page(&ENGLISH) });
    assert_eq!(drawn.cut, Some(Bound::Stopped));
    assert!(!drawn.html.contains(">a<"));
}

#[test]
fn the_pages_that_stopped_servers_are_bounded() {
    let header = format!("{}|\n{}|\n", "|a".repeat(8_000), "|-".repeat(8_000));
    let attacks = [
        (header + &"|b|\n".repeat(4_000), 100_000),
        ("# a\n".repeat(60_000), 17 << 20),
        ("## a <a href=\"#b\" id=\"b\"></a>\n".repeat(3_000), 17 << 20),
        (format!("{}|\n{}|\n{}", "|a".repeat(100), "|-".repeat(100), "|b|\n".repeat(20_000)), 4 << 20),
    ];
    for (text, most) in attacks {
        let (body, used) = drawn(&text, Limits::PAGE, &World::new());
        assert!(body.html.len() < most, "{} bytes of {}", body.html.len(), text.len());
        assert!(used.nodes <= Limits::PAGE.nodes);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn any_mixture_is_within_its_budget(parts in prop::collection::vec((0..REPEATED.len(), 1_usize..60), 1..6)) {
        let text: String = parts.iter().map(|(at, count)| repeated(REPEATED[*at], *count)).collect();
        page::page(&text);
    }

    #[test]
    fn any_pieces_are_within_their_budget(parts in prop::collection::vec((0..REPEATED.len(), 0_usize..3), 1..200)) {
        let piece = |(at, which): &(usize, usize)| { let it: (&str, &str, &str) = REPEATED[*at]; [it.0, it.1, it.2][*which] };
        let text: String = parts.iter().map(piece).collect();
        page::page(&text);
    }
}

#[test]
fn what_was_read_before_the_bound_is_drawn() {
    let limits = Limits { nodes: 100, ..Limits::PAGE };
    let (body, _) = drawn(&"a\n\n".repeat(100), limits, &World::new());
    assert_eq!(body.cut, Some(Bound::Nodes));
    assert_eq!(body.html.matches("<p class=\"q-p\">a</p>").count(), 50);
    let text = "<code class=\"expression\">\"b\".repeat(1000)</code>\n\n".repeat(100);
    let (body, _) = drawn(&text, Limits { values: 50_000, ..Limits::PAGE }, &World::new());
    assert_eq!(body.cut, Some(Bound::Values));
    assert!((10_000..40_000).contains(&body.html.len()), "{}", body.html.len());
}
