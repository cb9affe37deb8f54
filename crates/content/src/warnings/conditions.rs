//! Conditions that are not understood: what they hold is hidden from every reader.

use super::{Finding, Warning};
use crate::document::conditions;
use crate::expression::{Condition, Root};
use crate::front_matter::FrontMatter;
use crate::page_file;

/// The places of a text that are not understood as conditions, and those that look like some.
pub(super) fn check(body: &str) -> Vec<Finding> {
    let hidden = conditions::misunderstood(body).into_iter().map(|it| (it.at..it.at, it.message));
    let shown = conditions::lookalikes(body).into_iter().map(|it| {
        let message = "this looks like a part of a condition, and is text because of how it is written: readers see it, and \
                       what it is around is shown to everybody";
        (it, message.to_owned())
    });
    hidden.chain(shown).collect()
}

/// The condition of a page, if it is not valid, and what of its front matter, or of its title, looks like one.
pub(super) fn check_page(file: &[u8], front: &FrontMatter) -> Vec<Warning> {
    let warning = |message: String| Warning { line: 1, message };
    let fields = &front.fields;
    let invalid = fields.if_.as_deref().and_then(|text| Condition::parse(text, &Root::OF_SITES).err());
    let invalid =
        invalid.map(|error| warning(format!("the condition of this page is not understood and hides it: {error}")));
    let says = |text: Option<&str>| text.is_some_and(conditions::may_have);
    // A title is without code spans, so that literal tags in it can't be told from others.
    let title = says(page_file::title(file, front).as_deref())
        .then_some("this title is not understood as a condition and hides the page");
    let described =
        says(fields.description.as_deref()).then_some("this description is not understood as a condition and hidden");
    let said = title.into_iter().chain(described).map(str::to_owned).map(warning);
    invalid.into_iter().chain(said).collect()
}

/// Returns what of front matter can't be read or is not understood.
pub(super) fn check_front_matter(front: &FrontMatter) -> Option<Warning> {
    let problem = front.problem.as_deref()?;
    let line = problem.strip_prefix("line ").and_then(|rest| rest.split_once(':')).and_then(|it| it.0.parse().ok());
    Some(Warning { line: line.unwrap_or(1), message: format!("front matter, {problem}") })
}
