//! Limits of pages, files, variables and reusable contents. Only changes are checked: imported values stay.

use std::collections::BTreeMap;

use crate::edit::error::Fault;
use crate::edit::operation::{Attributes, Patch};
use crate::expression::{Condition, Root};
use crate::front_matter::MOST_VARIABLE_CHARS;
use crate::incoming::Variable;
use crate::record::{Cover, PageKind, PageRecord};
use crate::slug;

/// The maximum number of pages of a space.
pub const MOST_PAGES: usize = 50_000;
/// The maximum depth of a page: the number of pages on its path, itself included.
pub const MOST_DEPTH: usize = 100;
/// The maximum size in bytes of the file of a page or a reusable content.
pub const MOST_TEXT_BYTES: usize = 4 << 20;
/// The maximum length in characters of the title of a page or a reusable content.
pub const MOST_TITLE_CHARS: usize = 1000;
/// The maximum length in characters of a description.
pub const MOST_DESCRIPTION_CHARS: usize = 4096;
/// The maximum length in characters of an emoji or the name of an icon.
pub const MOST_ICON_CHARS: usize = 50;
/// The maximum length in characters of an address or a path.
pub const MOST_ADDRESS_CHARS: usize = 2048;
/// The maximum length in characters of the YAML of a computed page.
pub const MOST_YAML_CHARS: usize = 16 * 1024;
/// The maximum length in characters of the name of a file.
pub const MOST_NAME_CHARS: usize = 256;
/// The maximum length in characters of the name of a variable.
pub const MOST_VARIABLE_NAME_CHARS: usize = 128;
/// The maximum number of variables of a page, or of a space.
pub const MOST_VARIABLES: usize = 500;

/// Checks the changed fields of a page.
pub(super) fn page(before: Option<&PageRecord>, after: &PageRecord) -> Result<(), Fault> {
    let changed = |field: fn(&PageRecord) -> &Option<String>| {
        field(after).as_deref().filter(|_| before.is_none_or(|before| field(before) != field(after)))
    };
    if before.is_none_or(|before| before.title != after.title) {
        text("title", &after.title, 1, MOST_TITLE_CHARS)?;
    }
    for (name, value, most) in [
        ("description", changed(|page| &page.description), MOST_DESCRIPTION_CHARS),
        ("emoji", changed(|page| &page.emoji), MOST_ICON_CHARS),
        ("icon", changed(|page| &page.icon), MOST_ICON_CHARS),
    ] {
        if let Some(value) = value {
            text(name, value, 1, most)?;
        }
    }
    if before.is_none_or(|before| before.cover != after.cover) {
        after.cover.as_ref().map_or(Ok(()), cover)?;
    }
    if before.is_none_or(|before| before.layout != after.layout) {
        let layout = after.layout.iter();
        for word in layout.flat_map(|layout| layout.width.iter().chain(&layout.cover_size)) {
            text("layout", word, 1, MOST_ICON_CHARS)?;
        }
    }
    if before.is_none_or(|before| before.variables != after.variables) {
        variables(&after.variables)?;
    }
    if before.is_none_or(|before| before.kind != after.kind) {
        kind(&after.kind)?;
    }
    Ok(())
}

/// Checks the condition that a field sets. An invalid one in a page's text is kept as written, and never holds.
pub(super) fn condition(attributes: &Attributes) -> Result<(), Fault> {
    let Patch::Set(expression) = &attributes.condition else { return Ok(()) };
    let invalid = |error| Fault::invalid("condition", format!("must be a condition: {error}"));
    Condition::parse(expression, &Root::OF_SITES).map(drop).map_err(invalid)
}

fn cover(cover: &Cover) -> Result<(), Fault> {
    for path in [Some(&cover.r#ref), cover.ref_dark.as_ref()].into_iter().flatten() {
        text("cover", path, 1, MOST_ADDRESS_CHARS)?;
    }
    if cover.y_pos.is_finite() { Ok(()) } else { Err(Fault::invalid("cover", "must have a finite `yPos`")) }
}

fn kind(kind: &PageKind) -> Result<(), Fault> {
    match kind {
        PageKind::Link { href } => text("href", href, 1, MOST_ADDRESS_CHARS),
        PageKind::Computed { yaml } => text("computed", yaml, 1, MOST_YAML_CHARS),
        PageKind::Document { .. } | PageKind::Group => Ok(()),
    }
}

fn variables(variables: &BTreeMap<String, Variable>) -> Result<(), Fault> {
    if variables.len() > MOST_VARIABLES {
        return Err(Fault::invalid("variables", format!("must be at most {MOST_VARIABLES}, not {}", variables.len())));
    }
    variables.iter().try_for_each(|(name, value)| variable("variables", name, value))
}

/// Checks the name and the value of a variable.
pub(super) fn variable(field: &'static str, name: &str, value: &Variable) -> Result<(), Fault> {
    let mut chars = name.chars();
    let starts = chars.next().is_some_and(|c| c.is_ascii_alphabetic());
    if !starts || !chars.all(|c| c.is_ascii_alphanumeric() || c == '_') {
        let rule = "must have names that start with a letter and go on with letters, digits and `_`";
        return Err(Fault::invalid(field, format!("{rule}, not {name:?}")));
    }
    text(field, name, 1, MOST_VARIABLE_NAME_CHARS)?;
    match value {
        Variable::Text(value) => text(field, value, 0, MOST_VARIABLE_CHARS),
        Variable::Number(number) if !number.is_finite() => Err(Fault::invalid(field, "must be a finite number")),
        Variable::Number(_) | Variable::Bool(_) => Ok(()),
    }
}

/// Checks the size of a file.
pub(super) fn source(source: &[u8]) -> Result<(), Fault> {
    if source.len() > MOST_TEXT_BYTES {
        return Err(Fault::invalid("document", format!("must be at most {MOST_TEXT_BYTES} bytes of Markdown")));
    }
    Ok(())
}

/// Checks a slug that a client chose.
pub(super) fn slug(slug: &str) -> Result<(), Fault> {
    text("slug", slug, 1, slug::MOST_CHARS)?;
    let allowed = |c: char| slug::keeps(c) || matches!(c, '-' | '_' | '.' | '~');
    if slug.chars().all(allowed) && !slug.chars().all(|c| c == '.') {
        return Ok(());
    }
    Err(Fault::invalid("slug", "must be letters, digits and `-`, `_`, `.` or `~`"))
}

/// Checks that a text has `min` to `max` characters and no U+0000.
pub(super) fn text(field: &'static str, text: &str, min: usize, max: usize) -> Result<(), Fault> {
    let found = text.chars().count();
    if !(min..=max).contains(&found) {
        return Err(Fault::invalid(field, format!("must be {min} to {max} characters long, not {found}")));
    }
    if text.contains('\0') {
        return Err(Fault::invalid(field, "must not have the character U+0000"));
    }
    Ok(())
}
