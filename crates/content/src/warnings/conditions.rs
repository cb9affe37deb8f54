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

/// The condition of a page, if it is not valid.
pub(super) fn check_page(front: &FrontMatter) -> Option<Warning> {
    let error = Condition::parse(front.fields.if_.as_deref()?, &Root::OF_SITES).err()?;
    Some(Warning { line: 1, message: format!("the condition of this page is not understood and hides it: {error}") })
}
