//! The text that a resolution puts in the place of a conflict, and the guard over it.

use std::borrow::Cow;

use super::conflict::{Stretch, ends_blank, starts_blank};
use super::resolve::{Resolution, ResolveError};
use super::text;
use crate::front_matter;
use crate::utf8;

/// Returns the bytes that a resolution puts in the place of a conflict; `None` if those that are there stay.
pub(super) fn chosen(stretch: &Stretch, main: &[u8], how: &Resolution) -> Result<Option<Vec<u8>>, ResolveError> {
    if stretch.is_in_front_matter() && matches!(how, Resolution::Printed(_)) {
        return Err(ResolveError::NotADocument);
    }
    let how = side_of(stretch, main, how);
    let chosen = match how {
        Resolution::Ours => return Ok(None),
        Resolution::Theirs if stretch.is_blank() => apart(stretch, main),
        Resolution::Theirs => main.to_vec(),
        Resolution::Both if !stretch.takes_both(main) => return Err(ResolveError::NotBoth),
        Resolution::Both if stretch.is_blank() => apart(stretch, main),
        Resolution::Both => both(stretch.there(), main),
        Resolution::Body(text) => apart(stretch, fitted(stretch, main, text).as_bytes()),
        Resolution::Printed(text) => {
            let text = indented(stretch, main, title_of(stretch, text));
            apart(stretch, fitted(stretch, main, &text).as_bytes())
        }
    };
    let main_is_whole = || match str::from_utf8(main) {
        Ok(main) => text::new_fault("", main).is_none(),
        Err(_) => false,
    };
    let chosen = set_apart(stretch, chosen);
    // A side that breaks a construct itself can still be chosen.
    if *how != Resolution::Theirs || main_is_whole() {
        refuse_new_faults(stretch, &chosen)?;
    }
    Ok(Some(chosen))
}

/// Returns a text with the blank lines that separated the one in its place from the text around it. Edits may have
/// removed them together with that text.
fn set_apart(stretch: &Stretch, chosen: Vec<u8>) -> Vec<u8> {
    if chosen.trim_ascii().is_empty() {
        return chosen;
    }
    let (before, after) = (&stretch.file[..stretch.range.start], &stretch.file[stretch.range.end..]);
    let line_break: &[u8] = if stretch.file.windows(2).any(|two| two == b"\r\n") { b"\r\n" } else { b"\n" };
    let joins = |at: usize, one: &[u8], other: &[u8]| {
        stretch.was_apart[at] && !one.is_empty() && !other.is_empty() && !ends_blank(one) && !starts_blank(other)
    };
    let mut text = Vec::with_capacity(chosen.len() + 2 * line_break.len());
    if joins(0, before, &chosen) {
        text.extend(line_break);
    }
    text.extend(&chosen);
    if joins(1, &chosen, after) {
        if !chosen.ends_with(b"\n") {
            text.extend(line_break);
        }
        text.extend(line_break);
    }
    text
}

/// Returns the resolution for a side if a new text equals it.
fn side_of<'a>(stretch: &Stretch, main: &[u8], how: &'a Resolution) -> &'a Resolution {
    match how {
        Resolution::Body(text) | Resolution::Printed(text) if text.as_bytes() == stretch.there() => &Resolution::Ours,
        Resolution::Body(text) | Resolution::Printed(text) if text.as_bytes() == main => &Resolution::Theirs,
        how => how,
    }
}

/// Returns a new text with blank lines where it would run into the text around it, unless the text in its place does.
fn apart(stretch: &Stretch, new: &[u8]) -> Vec<u8> {
    let Stretch { file, range, .. } = stretch;
    let body_at = front_matter::parse(file).body_at;
    if new.trim_ascii().is_empty() || range.start < body_at {
        return new.to_vec();
    }
    let [before, there, after] = [body_at..range.start, range.clone(), range.end..file.len()]
        .map(|range| utf8::lossy(&file[range]).into_owned());
    let mut new = utf8::lossy(new).into_owned();
    let line_break = if [&new, &before, &after].iter().any(|text| text.contains("\r\n")) { "\r\n" } else { "\n" };
    let runs_into = |before: &str, text: &str, after: &str| {
        let is_new = text.trim().is_empty() || !text::runs_into(&[before, text].concat(), after);
        is_new && text::runs_into(&[before, &new].concat(), after)
    };
    let ends = !after.is_empty() && runs_into(&before, &there, &after);
    let begins = text::runs_into(&before, &new) && (there.trim().is_empty() || !text::runs_into(&before, &there));
    if begins {
        new.insert_str(0, line_break);
    }
    if ends {
        new.push_str(line_break);
    }
    new.into_bytes()
}

/// Returns main's text followed by the text that is there.
fn both(there: &[u8], main: &[u8]) -> Vec<u8> {
    match (str::from_utf8(main), str::from_utf8(there)) {
        (Ok(main), Ok(there)) => text::one_after_another(main, there).into_bytes(),
        _ if main.is_empty() || main.ends_with(b"\n") => [main, there].concat(),
        _ => [main, b"\n", there].concat(),
    }
}

/// Returns a new text with the line breaks and the blank lines that the text in its place begins and ends with.
fn fitted(stretch: &Stretch, main: &[u8], new: &str) -> String {
    let new = new.trim_matches(['\n', '\r']);
    if new.is_empty() {
        return String::new();
    }
    let there = stretch.replaced(main);
    let said = there.trim_start_matches(['\n', '\r']);
    let start = if said.is_empty() { "" } else { &there[..there.len() - said.len()] };
    let is_last = stretch.range.end == stretch.file.len();
    let end = match &there[there.trim_end_matches(['\n', '\r']).len()..] {
        "" if !is_last => "\n",
        end => end,
    };
    if there.contains("\r\n") {
        return [start, &new.replace("\r\n", "\n").replace('\n', "\r\n"), end].concat();
    }
    [start, new, end].concat()
}

/// Returns a new text indented as the list item or the paragraph of one in its place.
fn indented(stretch: &Stretch, main: &[u8], new: &str) -> String {
    let there = stretch.replaced(main);
    let indentation = text::indentation(&there);
    let line = |line: &str| if line.trim().is_empty() { line.to_owned() } else { [indentation, line].concat() };
    new.split_inclusive('\n').map(line).collect()
}

/// Returns a text that was printed from a document with its first heading as a title, if it replaces the title.
fn title_of<'a>(stretch: &Stretch, new: &'a str) -> &'a str {
    let body_at = front_matter::parse(&stretch.file).body_at;
    let is_first = stretch.file.get(body_at..stretch.range.start).is_some_and(|text| text.trim_ascii().is_empty());
    let is_title = is_first && stretch.there().trim_ascii_start().starts_with(b"# ");
    new.strip_prefix('#').filter(|title| is_title && title.starts_with("# ")).unwrap_or(new)
}

/// Refuses a text that breaks a construct or the front matter of a file that was whole.
fn refuse_new_faults(stretch: &Stretch, chosen: &[u8]) -> Result<(), ResolveError> {
    let Stretch { file, range, .. } = stretch;
    let resolved = [&file[..range.start], chosen, &file[range.end..]].concat();
    let [before, after] = [&file[..], &resolved].map(front_matter::parse);
    if stretch.is_in_front_matter() {
        let body = [file.len() - before.body_at, resolved.len() - after.body_at];
        // Without any lines left, there is no front matter.
        if body[0] != body[1] && !chosen.is_empty() {
            return Err(ResolveError::Unfit("the front matter would end elsewhere".to_owned()));
        }
        return match after.problem.filter(|_| before.problem.is_none()) {
            Some(problem) => Err(ResolveError::Unfit(problem)),
            None => Ok(()),
        };
    }
    let body = |file: &[u8], at: usize| utf8::lossy(&file[at..]).into_owned();
    let (before, after) = (body(file, before.body_at), body(&resolved, before.body_at));
    text::new_fault(&before, &after).map_or(Ok(()), |fault| Err(ResolveError::Unfit(fault)))
}

impl Stretch {
    /// Returns the bytes that are in the range now.
    fn there(&self) -> &[u8] {
        &self.file[self.range.clone()]
    }

    /// Returns true if only white space is in the range now.
    fn is_blank(&self) -> bool {
        self.there().trim_ascii().is_empty()
    }

    /// Returns the text that a new one replaces: the one that is in the range now, or else main's.
    fn replaced<'a>(&'a self, main: &'a [u8]) -> Cow<'a, str> {
        let there = [self.there(), main].into_iter().find(|text| !text.is_empty());
        utf8::lossy(there.unwrap_or(b"\n"))
    }
}
