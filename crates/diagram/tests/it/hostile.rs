//! Attempts to run, load or restyle something, in every place where a diagram has text.

use crate::reading::checked;

const ATTEMPTS: &[&str] = &[
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "</text></svg><script>alert(1)</script>",
    "<a href=\"javascript:alert(1)\">x</a>",
    "<a href='https://a.example/'>x</a>",
    "<span style=\"color:url(http://a.example)\">x</span>",
    "<span style='color:red\" onload=\"alert(1)'>x</span>",
    "]]><!--",
    "&#x3c;script&#x3e;alert(1)",
    "#lt;script#gt;",
    "\u{0}\u{8}\u{1b}",
    "\u{feff}\u{202e}x",
    "javascript:alert(1)",
    "fa:fa-book x",
    "<!ENTITY x SYSTEM \"file:///etc/passwd\">&x;",
];

const PLACES: &[&str] = &[
    "flowchart LR\n a[{}] --> b",
    "flowchart LR\n a[\"{}\"] -->|\"{}\"| b",
    "flowchart LR\n subgraph g [\"{}\"]\n a\n end",
    "flowchart LR\n a --> b\n style a fill:{}",
    "flowchart LR\n a --> b\n classDef c fill:{},stroke:{}\n class a c",
    "flowchart LR\n a --> b\n linkStyle 0 stroke:{}",
    "flowchart LR\n a --> b\n click a \"{}\" \"{}\"",
    "flowchart LR\n a --> b\n click a call {}()",
    "flowchart LR\n accTitle: {}\n accDescr: {}\n a --> b",
    "flowchart LR\n a@{ shape: rect, label: \"{}\", img: \"{}\" }",
    "---\ntitle: {}\nconfig:\n  themeCSS: \"{}\"\n---\nflowchart LR\n a --> b",
    "%%{init: {\"theme\":\"base\",\"themeVariables\":{\"primaryColor\":\"{}\"},\"fontFamily\":\"{}\"}}%%\npie\n \"a\" : 1",
    "sequenceDiagram\n participant a as {}\n a->>b: {}\n Note over a: {}\n link a: x @ {}",
    "sequenceDiagram\n rect {}\n a->>b: x\n end",
    "classDiagram\n class A[\"{}\"]\n A : {}\n A --> B : {}\n click A href \"{}\"\n style A fill:{}",
    "stateDiagram-v2\n a : {}\n a --> b : {}\n note right of a\n {}\n end note\n classDef c fill:{}\n class a c",
    "erDiagram\n A ||--o{ B : \"{}\"\n A {\n string a \"{}\"\n }",
    "gantt\n title {}\n dateFormat YYYY-MM-DD\n section {}\n {} :a, 2026-01-01, 3d\n todayMarker {}\n click a href \"{}\"",
    "pie title {}\n \"{}\" : 1",
    "journey\n title {}\n section {}\n {}: 3: {}",
    "mindmap\n root(({}))\n  {}\n  ::icon({})",
    "gitGraph\n commit id: \"{}\" tag: \"{}\"\n branch \"{}\"\n commit msg: \"{}\"",
    "timeline\n title {}\n section {}\n {} : {}",
    "quadrantChart\n title {}\n x-axis {} --> {}\n {}: [0.3, 0.6]",
    "xychart-beta\n title \"{}\"\n x-axis [\"{}\", b]\n bar [1, 2]",
];

#[test]
fn nothing_of_an_author_acts() {
    let mut drawn = 0;
    for place in PLACES {
        for attempt in ATTEMPTS {
            drawn += usize::from(checked(&place.replace("{}", attempt)).is_ok());
        }
        assert!(
            checked(&place.replace("{}", "x")).is_ok() || place.contains("style") || place.contains("rect"),
            "{place}"
        );
    }
    assert!(drawn > 100, "{drawn}");
}
