//! Conditions that are not understood: what they hold is hidden from every reader.

use super::{Finding, Warning};
use crate::document::conditions;
use crate::expression::{Condition, Root};
use crate::front_matter::FrontMatter;

/// The places of a text that are not understood as conditions.
pub(super) fn check(body: &str) -> Vec<Finding> {
    let found = conditions::misunderstood(body).into_iter();
    found.map(|it| (it.at..it.at, it.message)).collect()
}

/// The condition of a page, if it is not valid, and what of its front matter looks like one.
pub(super) fn check_page(front: &FrontMatter) -> Vec<Warning> {
    let warning = |message: String| Warning { line: 1, message };
    let fields = &front.fields;
    let invalid = fields.if_.as_deref().and_then(|text| Condition::parse(text, &Root::OF_SITES).err());
    let invalid =
        invalid.map(|error| warning(format!("the condition of this page is not understood and hides it: {error}")));
    let says = |text: &Option<String>| text.as_deref().is_some_and(conditions::may_have);
    let title = says(&fields.title).then_some("this title is not understood as a condition and hides the page");
    let described = says(&fields.description).then_some("this description is not understood as a condition and hidden");
    invalid.into_iter().chain(title.into_iter().chain(described).map(str::to_owned).map(warning)).collect()
}
