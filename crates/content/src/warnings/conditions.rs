//! Conditions that are not understood: their content is hidden from every reader.

use super::{Code, Finding, Warning};
use crate::document::conditions;
use crate::expression::{Condition, Root};
use crate::front_matter::FrontMatter;
use crate::page_file;

/// Finds the parts of a text that are not understood as conditions.
pub(super) fn check(body: &str) -> Vec<Finding> {
    let hidden = conditions::misunderstood(body).into_iter().map(|it| (it.at..it.at, it.message));
    let shown = conditions::lookalikes(body).into_iter().map(|it| {
        let message = "this looks like a part of a condition, and is text because of how it is written: readers see it, and \
                       what it is around is shown to everybody";
        (it, message.to_owned())
    });
    hidden.chain(shown).collect()
}

/// Warns about an invalid condition of a page, and a title or description that looks like a condition.
pub(super) fn check_page(file: &[u8], front: &FrontMatter) -> Vec<Warning> {
    let warning = |message: String| Warning { line: 1, code: Code::Condition, message };
    let fields = &front.fields;
    let invalid = fields.if_.as_deref().and_then(|text| Condition::parse(text, &Root::OF_SITES).err());
    let invalid =
        invalid.map(|error| warning(format!("the condition of this page is not understood and hides it: {error}")));
    let says = |text: Option<&str>| text.is_some_and(conditions::may_have);
    // A title has no code spans, so literal tags in it can't be told from others.
    let title = says(page_file::title(file, front).as_deref())
        .then_some("this title is not understood as a condition and hides the page");
    let described =
        says(fields.description.as_deref()).then_some("this description is not understood as a condition and hidden");
    let said = title.into_iter().chain(described).map(str::to_owned).map(warning);
    invalid.into_iter().chain(said).collect()
}

/// Warns about the problem of front matter that can't be read, if there is one.
pub(super) fn check_front_matter(front: &FrontMatter) -> Option<Warning> {
    let problem = front.problem.as_deref()?;
    let line = problem.strip_prefix("line ").and_then(|rest| rest.split_once(':')).and_then(|it| it.0.parse().ok());
    let message = format!("front matter, {problem}");
    Some(Warning { line: line.unwrap_or(1), code: Code::FrontMatter, message })
}
