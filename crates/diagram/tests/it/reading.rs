//! Reads drawings as a browser's parser of XML would.

use quick_xml::Reader;
use quick_xml::events::Event;
use quire_diagram::{Drawing, NotDrawn, draw};

/// The samples by their names.
pub(crate) const SAMPLES: [(&str, &str); 17] = [
    ("chart", include_str!("../../samples/chart.mmd")),
    ("class", include_str!("../../samples/class.mmd")),
    ("entities", include_str!("../../samples/entities.mmd")),
    ("flowchart", include_str!("../../samples/flowchart.mmd")),
    ("gantt", include_str!("../../samples/gantt.mmd")),
    ("git", include_str!("../../samples/git.mmd")),
    ("groups", include_str!("../../samples/groups.mmd")),
    ("journey", include_str!("../../samples/journey.mmd")),
    ("mindmap", include_str!("../../samples/mindmap.mmd")),
    ("pie", include_str!("../../samples/pie.mmd")),
    ("quadrant", include_str!("../../samples/quadrant.mmd")),
    ("regions", include_str!("../../samples/regions.mmd")),
    ("scripts", include_str!("../../samples/scripts.mmd")),
    ("sequence", include_str!("../../samples/sequence.mmd")),
    ("state", include_str!("../../samples/state.mmd")),
    ("timeline", include_str!("../../samples/timeline.mmd")),
    ("titled", include_str!("../../samples/titled.mmd")),
];

/// Draws, and checks what every drawing must be.
pub(crate) fn checked(source: &str) -> Result<Drawing, NotDrawn> {
    let drawing = draw(source)?;
    check(&drawing, source);
    Ok(drawing)
}

/// A drawing is a document in which nothing acts and nothing leads elsewhere.
fn check(drawing: &Drawing, source: &str) {
    assert!(drawing.width > 0 && drawing.height > 0, "{source}");
    let mut reader = Reader::from_str(&drawing.svg);
    let mut open = 0_i32;
    loop {
        match reader.read_event().unwrap() {
            Event::Start(start) => {
                open += 1;
                check_element(&start, source);
            }
            Event::Empty(start) => check_element(&start, source),
            Event::End(_) => open -= 1,
            Event::Text(_) | Event::GeneralRef(_) => {}
            Event::Eof => break,
            other => panic!("{other:?}: {source}"),
        }
    }
    assert_eq!(open, 0, "{source}");
    let address = drawing.address();
    assert!(!address.contains(['"', '<', '>', '#', '&']), "{source}");
}

fn check_element(start: &quick_xml::events::BytesStart<'_>, source: &str) {
    let name = start.name();
    let never = ["script", "style", "foreignObject", "image", "use", "a", "animate", "set", "iframe"];
    assert!(!never.contains(&name.as_ref()), "{name:?}: {source}");
    for attribute in start.attributes() {
        let attribute = attribute.unwrap();
        let (key, value) = (attribute.key.as_ref(), attribute.value.to_ascii_lowercase());
        assert!(!key.starts_with("on") && !key.contains("href") && key != "style", "{key}: {source}");
        let elsewhere = key != "xmlns" && (value.contains("://") || value.replace("url(#", "").contains("url("));
        assert!(!elsewhere, "{key}={value}: {source}");
        assert!(!value.contains("nan") && !value.contains("inf"), "{key}={value}: {source}");
    }
}
