//! Input that is large, deep or endless.

use quire_diagram::{Diagrams, NotDrawn, limits};

use crate::reading::checked;

fn flowchart(lines: impl Iterator<Item = String>) -> String {
    let mut source = "flowchart TD\n".to_owned();
    lines.for_each(|line| source.push_str(&format!("{line}\n")));
    source
}

#[test]
fn sources_have_a_size() {
    let long = format!("flowchart TD\n a[\"{}\"]", "x".repeat(limits::MOST_SOURCE));
    assert_eq!(checked(&long), Err(NotDrawn::TooLarge));
    let high = flowchart((0..limits::MOST_LINES).map(|n| format!("n{n}")));
    assert_eq!(checked(&high), Err(NotDrawn::TooLarge));
}

#[test]
fn graphs_have_a_size() {
    let nodes = |most: usize| {
        flowchart(
            (0..most.div_ceil(8))
                .map(|row| (row * 8..(row * 8 + 8).min(most)).map(|n| format!("n{n}")).collect::<Vec<_>>().join(" & ")),
        )
    };
    assert_eq!(checked(&nodes(limits::MOST_NODES + 1)), Err(NotDrawn::TooLarge));
    let edges = |most: usize| flowchart((0..most).map(|n| format!("a{} --> a{}", n % 20, (n * 7 + 1) % 23)));
    let long =
        flowchart((0..100).map(|n| format!("a{n} --> a{}", n + 1)).chain((60..110).map(|n| format!("a0 --> a{n}"))));
    assert_eq!(checked(&long), Err(NotDrawn::TooLarge));
    assert!(checked(&edges(limits::MOST_EDGES)).is_ok());
    assert_eq!(checked(&edges(limits::MOST_EDGES + 1)), Err(NotDrawn::TooLarge));
    let all = (0..40).map(|n| format!("n{n}")).collect::<Vec<_>>().join(" & ");
    assert_eq!(checked(&format!("flowchart TD\n {all} --> {all}")), Err(NotDrawn::TooLarge));
}

#[test]
fn groups_have_a_depth() {
    let nested = |depth: usize| {
        let open = (0..depth).map(|n| format!("subgraph g{n}"));
        flowchart(open.chain(["a --> b".to_owned()]).chain((0..depth).map(|_| "end".to_owned())))
    };
    assert!(checked(&nested(limits::MOST_DEPTH)).is_ok());
    assert_eq!(checked(&nested(limits::MOST_DEPTH + 1)), Err(NotDrawn::TooLarge));
    assert!(checked(&nested(190)).is_err());
}

#[test]
fn depth_in_other_kinds_ends_too() {
    let deep = |kind: &str, line: &str| {
        (0..limits::MOST_LINES - 2).fold(format!("{kind}\n"), |mut source, depth| {
            source.push_str(&" ".repeat(depth.min(38)));
            source.push_str(&line.replace('#', &depth.to_string()));
            source.push('\n');
            source
        })
    };
    for source in [
        deep("mindmap", "n#"),
        deep("sequenceDiagram", "loop x"),
        deep("sequenceDiagram", "activate a"),
        deep("stateDiagram-v2", "state s# {"),
        deep("classDiagram", "namespace n# {"),
        deep("gitGraph", "branch b#"),
        deep("timeline", "#: x : y : z"),
        deep("journey", "section #"),
        format!("flowchart TD\n a{}", "[".repeat(16_000)),
        format!("flowchart TD\n a{}", "(".repeat(16_000)),
        format!("mindmap\n {}", "((".repeat(8000)),
        format!("%%{{init: {}}}%%\nflowchart TD\n a", "[".repeat(16_000)),
        format!("---\nconfig: {}\n---\nflowchart TD\n a", "{a: ".repeat(4000)),
        format!("%%{{init: {}}}%%\nflowchart TD\n a", "{'a':".repeat(3000)),
        deep("stateDiagram-v2", "state s {"),
        deep("flowchart TD", "subgraph"),
        format!("flowchart TD\n a[\"{}\"]", "<b>".repeat(5000)),
    ] {
        let _ = checked(&source);
    }
}

#[test]
fn numbers_do_not_make_a_diagram_endless() {
    for source in [
        "gantt\n dateFormat YYYY-MM-DD\n tickInterval 1millisecond\n a: 0001-01-01, 9999-12-31",
        "gantt\n dateFormat YYYY-MM-DD\n a: 2026-01-01, 999999999d",
        "gantt\n dateFormat YYYY-MM-DD\n excludes weekends, monday, tuesday, wednesday, thursday, friday\n a: 2026-01-01, 3d",
        "gantt\n dateFormat YYYY-MM-DD\n excludes sunday, monday, tuesday, wednesday, thursday, friday, saturday\n a: 2026-01-01, 3d",
        "gantt\n dateFormat YYYY-MM-DD\n a: 2026-01-01, 999999999999-01-01",
        "gantt\n dateFormat YYYYMMDD\n a: 20260101, 99999999999999",
        "gantt\n dateFormat YYYYMM\n a: 202601, 99999999999999",
        "gantt\n dateFormat DDMMYYYY\n a: 01012026, 31129999",
        "gantt\n dateFormat x\n a: 0, 9999999999999",
        "gantt\n dateFormat X\n a: 0, 9999999999",
        "gantt\n dateFormat X\n a: 0, 99999999999",
        "gantt\n dateFormat YYYY-MM-DD\n a: 2026-01-01, -5d",
        "xychart-beta\n y-axis 0 --> 999999999999\n bar [1, 999999999999]",
        "xychart-beta\n x-axis 0 --> 0\n y-axis 1 --> 1\n bar [0]",
        "xychart-beta\n bar [1e308, -1e308]",
        "pie\n \"a\" : 999999999999\n \"b\" : 0.000000001",
        "pie\n \"a\" : 0",
        "xychart-beta\n y-axis -99999999999999999999 --> 99999999999999999999\n line [1]",
        "xychart-beta\n x-axis \"x\" 0 --> 99999999999999999999\n bar [1, 2, 3]",
        "quadrantChart\n a: [0.5, 0.5] radius: 999999999999999999999",
        "gitGraph\n commit order: 99999999999999999999\n branch b order: 99999999999999999999",
        "journey\n a: 999999999999: b",
        "quadrantChart\n a: [999999, -999999]",
        "sequenceDiagram\n autonumber 999999999999 999999999999\n a->>b: x\n b->>a: y",
        "---\nconfig:\n  gitGraph:\n    mainBranchOrder: 99999999999\n---\ngitGraph\n commit",
        "---\nconfig:\n  quadrantChart:\n    chartWidth: 1e300\n    pointRadius: -1e300\n---\nquadrantChart\n a: [0.5, 0.5]",
        "---\nconfig:\n  pie:\n    textPosition: 1e300\n    donutHole: NaN\n---\npie\n \"a\": 1",
        "%%{init: {\"xyChart\": {\"width\": 1e300, \"height\": -1}}}%%\nxychart-beta\n bar [1]",
        "%%{init: {\"sequence\": {\"actorMargin\": 1e300, \"width\": 1e9}, \"fontSize\": 1e300}}%%\nsequenceDiagram\n a->>b: x",
        "stateDiagram-v2\n state a {\n state b {\n a --> b\n }\n }",
        "flowchart TD\n subgraph a\n b\n end\n subgraph b\n a\n end",
        "flowchart TD\n subgraph a\n a\n end",
        "flowchart TD\n subgraph a\n end\n a --> a",
        "flowchart TD\n a -----------------------------------------------------> b",
    ] {
        let _ = checked(source);
    }
}

#[test]
fn drawings_are_kept_and_so_is_that_there_is_none() {
    let diagrams = Diagrams::new(1024 * 1024);
    let first = diagrams.get("flowchart LR\n a --> b").unwrap();
    let second = diagrams.get("flowchart LR\n a --> b").unwrap();
    assert!(std::sync::Arc::ptr_eq(&first, &second));
    assert!(diagrams.get("nothing").is_none());
    assert!(diagrams.get("nothing").is_none());
}
