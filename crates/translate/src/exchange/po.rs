//! Portable object files of gettext.
//!
//! The context of a message (`msgctxt`) is the name of the segment, so that equal texts stay apart. A stale text is fuzzy,
//! with the source that it was written for as the previous one.

use std::fmt::Write as _;

use super::{ExchangeError, Group, Incoming, MOST_UNITS, Sheet, Unit, UnitState};

/// Returns a file.
pub fn write(sheet: &Sheet) -> String {
    let mut out = String::new();
    let header = format!(
        "Project-Id-Version: Quire\nReport-Msgid-Bugs-To: \nPOT-Creation-Date: {at}\nPO-Revision-Date: {at}\n\
         Last-Translator: \nLanguage-Team: \nLanguage: {}\nMIME-Version: 1.0\n\
         Content-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: 8bit\n",
        tag(&sheet.to),
        at = sheet.at,
    );
    out.push_str("msgid \"\"\nmsgstr \"\"\n");
    for line in header.split_inclusive('\n') {
        let _ = writeln!(out, "{}", quoted(line));
    }
    for Group { title, units, .. } in &sheet.groups {
        for unit in units {
            message(&mut out, title, unit);
        }
    }
    out
}

fn message(out: &mut String, title: &str, unit: &Unit) {
    out.push('\n');
    for comment in [Some(title), unit.note.as_deref()].into_iter().flatten() {
        let comment: String = comment.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let _ = writeln!(out, "#. {comment}");
    }
    if unit.state == UnitState::Stale {
        out.push_str("#, fuzzy\n");
        if let Some(before) = &unit.source_before {
            let _ = writeln!(out, "#| msgctxt {}\n#| msgid {}", quoted(&unit.id), quoted(before));
        }
    }
    let target = unit.target.as_deref().unwrap_or_default();
    let _ = writeln!(out, "msgctxt {}\nmsgid {}\nmsgstr {}", quoted(&unit.id), quoted(&unit.source), quoted(target));
}

/// Returns a language tag as gettext writes it.
fn tag(language: &str) -> String {
    match language.split_once('-') {
        Some((language, region)) => format!("{language}_{}", region.to_uppercase()),
        None => language.to_owned(),
    }
}

fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// The fields of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Field {
    Context,
    Id,
    Text,
    /// A plural, which segments do not have.
    Other,
}

#[derive(Debug, Default)]
struct Message {
    context: String,
    id: String,
    text: String,
    is_fuzzy: bool,
    has_plural: bool,
}

/// Returns the translations of a file. Obsolete messages do not count. One without a context, which programs that convert
/// files leave out, has no name, and one with a plural no text that could be taken.
pub fn read(text: &str) -> Result<Vec<Incoming>, ExchangeError> {
    let mut all = Vec::new();
    let mut message = Message::default();
    let mut field = None;
    for (number, line) in text.strip_prefix('\u{feff}').unwrap_or(text).lines().enumerate() {
        let malformed = |what: &str| ExchangeError::Malformed(format!("line {}: {what}", number + 1));
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        if let Some(comment) = line.strip_prefix('#') {
            // Comments come before the message that they are of.
            if field == Some(Field::Text) || field == Some(Field::Other) {
                finish(std::mem::take(&mut message), &mut all)?;
                field = None;
            }
            if let Some(flags) = comment.strip_prefix(',') {
                message.is_fuzzy |= flags.split(',').any(|flag| flag.trim() == "fuzzy");
            }
            continue;
        }
        let (name, rest) = match line.find('"') {
            Some(at) => (line[..at].trim(), &line[at..]),
            None => return Err(malformed("a text in quotes is missing")),
        };
        let begun = match name {
            "" => field.ok_or_else(|| malformed("a text that belongs to nothing"))?,
            "msgctxt" => Field::Context,
            "msgid" => Field::Id,
            "msgstr" => Field::Text,
            "msgid_plural" => Field::Other,
            name if name.starts_with("msgstr[") => Field::Other,
            _ => return Err(malformed("an unknown keyword")),
        };
        let starts = matches!(begun, Field::Context | Field::Id) && !name.is_empty();
        if starts && matches!(field, Some(Field::Text | Field::Other)) {
            finish(std::mem::take(&mut message), &mut all)?;
        }
        field = Some(begun);
        let text = unquoted(rest).ok_or_else(|| malformed("a text that is not in quotes as it should be"))?;
        match begun {
            Field::Context => message.context.push_str(&text),
            Field::Id => message.id.push_str(&text),
            Field::Text => message.text.push_str(&text),
            Field::Other => message.has_plural = true,
        }
    }
    finish(message, &mut all)?;
    Ok(all)
}

fn finish(message: Message, all: &mut Vec<Incoming>) -> Result<(), ExchangeError> {
    let Message { context: id, id: source, text: target, is_fuzzy, has_plural } = message;
    if id.is_empty() && source.is_empty() {
        // The header.
        return Ok(());
    }
    let id = if has_plural { String::new() } else { id };
    if all.len() == MOST_UNITS {
        return Err(ExchangeError::TooMany);
    }
    all.push(Incoming { id, source, target, is_unfinished: is_fuzzy });
    Ok(())
}

/// Returns a text without its quotes and escapes.
fn unquoted(text: &str) -> Option<String> {
    let inner = text.strip_prefix('"')?.strip_suffix('"').filter(|_| text.len() > 1)?;
    let mut out = String::with_capacity(inner.len());
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        match c {
            '"' => return None,
            '\\' => out.push(match chars.next()? {
                'n' => '\n',
                't' => '\t',
                'r' => '\r',
                c @ ('"' | '\\') => c,
                _ => return None,
            }),
            c => out.push(c),
        }
    }
    Some(out)
}
