//! XLIFF 1.2 and 2.0.
//!
//! `<x id="1"/>` is `x` in 1.2 and `ph` in 2.0, `<x id="2">…</x>` is `g` and `pc`. Each entry is a `file`, each segment a
//! `trans-unit` or a `unit`. Segments that a tool divided are joined. Other inline elements become a tag that no reply may
//! have, so that the text is refused by its name.

use std::fmt::Write as _;

use quick_xml::Reader;
use quick_xml::events::{BytesRef, BytesStart, Event};

use super::{ExchangeError, Form, Group, Incoming, MOST_TEXT, MOST_UNITS, Sheet, Unit, UnitState};
use crate::placeholders::escape;

/// The maximum depth of elements.
const MOST_DEPTH: usize = 64;

const NAMESPACE_12: &str = "urn:oasis:names:tc:xliff:document:1.2";
const NAMESPACE_20: &str = "urn:oasis:names:tc:xliff:document:2.0";

/// A tag that stands for an inline element that the source does not have.
const FOREIGN: &str = "<foreign>";

/// Returns a file in version 1.2.
pub fn write_12(sheet: &Sheet) -> String {
    let mut out =
        format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<xliff version=\"1.2\" xmlns=\"{NAMESPACE_12}\">\n");
    for Group { id, title, units } in &sheet.groups {
        let _ = writeln!(
            out,
            "<file original=\"{}\" datatype=\"x-quire\" source-language=\"{}\" target-language=\"{}\">\n\
             <header><note>{}</note></header>\n<body>",
            attribute(id),
            tag(&sheet.from),
            tag(&sheet.to),
            legal(&escape(title)),
        );
        for unit in units {
            unit_12(&mut out, unit);
        }
        out.push_str("</body>\n</file>\n");
    }
    out.push_str("</xliff>\n");
    out
}

fn unit_12(out: &mut String, unit: &Unit) {
    let text = |text: &str| inline(text, ["x", "g"]);
    let _ = write!(
        out,
        "<trans-unit id=\"{}\" xml:space=\"preserve\">\n<source>{}</source>\n",
        attribute(&unit.id),
        text(&unit.source)
    );
    if let Some(target) = &unit.target {
        let state = match unit.state {
            UnitState::Untranslated => "needs-translation",
            UnitState::Machine => "needs-review-translation",
            UnitState::Human => "final",
            UnitState::Stale => "needs-adaptation",
        };
        let _ = writeln!(out, "<target state=\"{state}\">{}</target>", text(target));
    }
    if let Some(note) = &unit.note {
        let _ = writeln!(out, "<note>{}</note>", legal(&escape(note)));
    }
    if let Some(before) = &unit.source_before {
        let _ = writeln!(
            out,
            "<alt-trans alttranstype=\"previous-version\">\n<source>{}</source>\n<target>{}</target>\n</alt-trans>",
            text(before),
            text(unit.target.as_deref().unwrap_or_default())
        );
    }
    out.push_str("</trans-unit>\n");
}

/// Returns a file in version 2.0.
pub fn write_20(sheet: &Sheet) -> String {
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<xliff version=\"2.0\" xmlns=\"{NAMESPACE_20}\" srcLang=\"{}\" \
         trgLang=\"{}\">\n",
        tag(&sheet.from),
        tag(&sheet.to)
    );
    for Group { id, title, units } in &sheet.groups {
        let (id, title) = (attribute(id), legal(&escape(title)));
        let _ = writeln!(out, "<file id=\"{id}\">\n<notes><note category=\"title\">{title}</note></notes>");
        for unit in units {
            unit_20(&mut out, unit);
        }
        out.push_str("</file>\n");
    }
    out.push_str("</xliff>\n");
    out
}

fn unit_20(out: &mut String, unit: &Unit) {
    let text = |text: &str| inline(text, ["ph", "pc"]);
    let _ = writeln!(out, "<unit id=\"{}\">", attribute(&unit.id));
    let notes = [
        unit.note.as_deref().map(|note| ("reason", note)),
        unit.source_before.as_deref().map(|before| ("previous-source", before)),
    ];
    if notes.iter().any(Option::is_some) {
        out.push_str("<notes>");
        for (category, note) in notes.into_iter().flatten() {
            let _ = write!(out, "<note category=\"{category}\">{}</note>", legal(&escape(note)));
        }
        out.push_str("</notes>\n");
    }
    let state = match unit.state {
        UnitState::Untranslated | UnitState::Stale => "initial",
        UnitState::Machine => "translated",
        UnitState::Human => "final",
    };
    let _ =
        write!(out, "<segment state=\"{state}\">\n<source xml:space=\"preserve\">{}</source>\n", text(&unit.source));
    if let Some(target) = &unit.target {
        let _ = writeln!(out, "<target xml:space=\"preserve\">{}</target>", text(target));
    }
    out.push_str("</segment>\n</unit>\n");
}

/// Returns a language tag in its canonical case.
fn tag(language: &str) -> String {
    match language.split_once('-') {
        Some((language, region)) => format!("{language}-{}", region.to_uppercase()),
        None => language.to_owned(),
    }
}

fn attribute(text: &str) -> String {
    legal(&escape(text)).replace('"', "&quot;")
}

/// Returns a text in which characters that XML can't have are replaced.
fn legal(text: &str) -> String {
    let legal = |c: char| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..);
    text.chars().map(|c| if legal(c) { c } else { '\u{fffd}' }).collect()
}

/// Returns a text with placeholders, which have names for what is alone and for what is around text.
fn inline(text: &str, [alone, around]: [&str; 2]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        out.push_str(&legal(&rest[..at]));
        let end = rest[at..].find('>').map_or(rest.len(), |end| at + end + 1);
        let tag = &rest[at..end];
        match tag.strip_prefix("<x ") {
            Some(inner) if inner.ends_with("/>") => {
                let _ = write!(out, "<{alone} {inner}");
            }
            Some(inner) => {
                let _ = write!(out, "<{around} {inner}");
            }
            None => {
                let _ = write!(out, "</{around}>");
            }
        }
        rest = &rest[end..];
    }
    out.push_str(&legal(rest));
    out
}

/// The part of a unit that is being read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Source,
    Target,
}

/// A unit that is being read.
#[derive(Debug, Default)]
struct Open {
    id: String,
    source: String,
    target: String,
    is_unfinished: bool,
}

struct Reading {
    form: Form,
    names: Vec<Box<str>>,
    unit: Option<Open>,
    side: Option<Side>,
    /// The depth of an element whose content does not count.
    skipped: Option<usize>,
    found: Vec<Incoming>,
}

/// Returns the translations of a file.
pub fn read(form: Form, text: &str) -> Result<Vec<Incoming>, ExchangeError> {
    let mut reader = Reader::from_str(text);
    let (names, found) = (Vec::new(), Vec::new());
    let mut reading = Reading { form, names, unit: None, side: None, skipped: None, found };
    let mut is_begun = false;
    loop {
        let event = reader.read_event().map_err(|error| malformed(&reader, &error))?;
        match event {
            Event::Start(start) => {
                reading.root(&start, is_begun)?;
                is_begun = true;
                reading.start(&start, false)?;
                reading.names.push(start.name().0.into());
                if reading.names.len() > MOST_DEPTH {
                    return Err(ExchangeError::TooDeep(MOST_DEPTH));
                }
            }
            Event::Empty(start) => {
                reading.root(&start, is_begun)?;
                is_begun = true;
                reading.start(&start, true)?;
            }
            Event::End(_) => reading.end()?,
            Event::Text(text) => reading.text(&text.xml10_content()),
            Event::CData(data) => reading.text(&data.xml10_content()),
            Event::GeneralRef(reference) => {
                let text = resolved(&reference)
                    .map_err(|()| ExchangeError::Entity(reference.xml10_content().chars().take(100).collect()))?;
                reading.text(&text);
            }
            Event::DocType(_) => return Err(ExchangeError::DocType),
            Event::Eof if is_begun && reading.names.is_empty() => return Ok(reading.found),
            Event::Eof => return Err(ExchangeError::Malformed("it ends too early".to_owned())),
            Event::Decl(_) | Event::PI(_) | Event::Comment(_) => {}
        }
    }
}

fn malformed(reader: &Reader<&[u8]>, error: &quick_xml::Error) -> ExchangeError {
    ExchangeError::Malformed(format!("at byte {}: {error}", reader.error_position()))
}

fn resolved(reference: &BytesRef<'_>) -> Result<String, ()> {
    Ok(match &*reference.xml10_content() {
        "lt" => "<".to_owned(),
        "gt" => ">".to_owned(),
        "amp" => "&".to_owned(),
        "quot" => "\"".to_owned(),
        "apos" => "'".to_owned(),
        _ => reference.resolve_char_ref().ok().flatten().ok_or(())?.to_string(),
    })
}

fn value(start: &BytesStart<'_>, name: &str) -> Result<Option<String>, ExchangeError> {
    let broken = |error: &dyn std::fmt::Display| ExchangeError::Malformed(error.to_string());
    for attribute in start.attributes() {
        let attribute = attribute.map_err(|error| broken(&error))?;
        if attribute.key.0 == name {
            let value = attribute.normalized_value(quick_xml::XmlVersion::Implicit1_0);
            return value.map(|value| Some(value.into_owned())).map_err(|error| broken(&error));
        }
    }
    Ok(None)
}

/// Returns the name of an element without its prefix.
fn local(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, local)| local)
}

impl Reading {
    fn is_12(&self) -> bool {
        self.form == Form::Xliff12
    }

    fn root(&self, start: &BytesStart<'_>, is_begun: bool) -> Result<(), ExchangeError> {
        if is_begun {
            return Ok(());
        }
        let (version, name) = if self.is_12() { ("1.2", "XLIFF 1.2") } else { ("2.", "XLIFF 2.0") };
        let is_ours = local(start.name().0) == "xliff"
            && value(start, "version")?.is_some_and(|given| given.starts_with(version));
        if is_ours { Ok(()) } else { Err(ExchangeError::OtherForm(name)) }
    }

    fn start(&mut self, start: &BytesStart<'_>, is_empty: bool) -> Result<(), ExchangeError> {
        if self.skipped.is_some() {
            return Ok(());
        }
        let name = start.name().0.to_owned();
        let name = local(&name);
        if self.side.is_some() {
            return self.inline(start, name, is_empty);
        }
        match name {
            "trans-unit" | "unit" => {
                if self.found.len() == MOST_UNITS {
                    return Err(ExchangeError::TooMany);
                }
                let id = value(start, "id")?.unwrap_or_default();
                let is_unfinished = value(start, "translate")?.as_deref() == Some("no");
                self.unit = Some(Open { id, is_unfinished, ..Open::default() });
            }
            // Other translations than the one of the unit.
            "alt-trans" | "notes" | "note" | "matches" | "originalData" if !is_empty => {
                self.skipped = Some(self.names.len());
            }
            "segment" => self.unfinished(&value(start, "state")?, &["initial"]),
            "source" if !is_empty => self.side = Some(Side::Source),
            "target" => {
                if self.is_12() {
                    let states = ["new", "needs-translation", "needs-adaptation", "needs-l10n"];
                    self.unfinished(&value(start, "state")?, &states);
                }
                if !is_empty {
                    self.side = Some(Side::Target);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn unfinished(&mut self, state: &Option<String>, states: &[&str]) {
        if let (Some(unit), Some(state)) = (&mut self.unit, state) {
            unit.is_unfinished |= states.contains(&state.as_str());
        }
    }

    fn inline(&mut self, start: &BytesStart<'_>, name: &str, is_empty: bool) -> Result<(), ExchangeError> {
        let [alone, around] = if self.is_12() { ["x", "g"] } else { ["ph", "pc"] };
        let tag = match name {
            // Marks of tools are around text that counts.
            "mrk" => return Ok(()),
            _ if name == alone || name == around => {
                let id = value(start, "id")?.filter(|id| id.bytes().all(|b| b.is_ascii_digit()));
                let end = if is_empty { "/>" } else { ">" };
                id.map_or_else(|| FOREIGN.to_owned(), |id| format!("<x id=\"{id}\"{end}"))
            }
            _ => FOREIGN.to_owned(),
        };
        self.push(&tag);
        Ok(())
    }

    fn end(&mut self) -> Result<(), ExchangeError> {
        let name = self.names.pop().unwrap_or_default();
        if let Some(depth) = self.skipped {
            if self.names.len() == depth {
                self.skipped = None;
            }
            return Ok(());
        }
        match local(&name) {
            "source" | "target" => self.side = None,
            "trans-unit" | "unit" => {
                if let Some(Open { id, source, target, is_unfinished }) = self.unit.take() {
                    self.found.push(Incoming { id, source, target, is_unfinished });
                }
            }
            "mrk" => {}
            _ if self.side.is_some() => self.push("</x>"),
            _ => {}
        }
        match &self.unit {
            Some(unit) if unit.source.len().max(unit.target.len()) > MOST_TEXT => {
                Err(ExchangeError::TooLong(unit.id.chars().take(100).collect()))
            }
            _ => Ok(()),
        }
    }

    fn text(&mut self, text: &str) {
        if self.skipped.is_none() && self.side.is_some() {
            self.push(&escape(text));
        }
    }

    fn push(&mut self, text: &str) {
        match (&mut self.unit, self.side) {
            (Some(unit), Some(Side::Source)) => unit.source.push_str(text),
            (Some(unit), Some(Side::Target)) => unit.target.push_str(text),
            _ => {}
        }
    }
}
