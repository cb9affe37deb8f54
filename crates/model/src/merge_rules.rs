//! Merge rules: the conditions for merging a change request into the main content.
//!
//! A value that exists is within its bounds. An expression was valid when the rule was set; one that [`judge`] can no
//! longer parse fails. Parsing of rules is in `form`. Permission to set them and the collection of facts are not here.

mod form;

use std::fmt;

use quire_content::expression::{Condition, MOST_CHARACTERS, Root, Scope};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

use crate::ids::UserId;

/// The maximum number of rules of an organization or a space.
pub const MOST_RULES: usize = 20;
/// The maximum number of users that one rule names; the minimum is one.
pub const MOST_USERS: usize = 50;

/// The maximum number of an expression's characters that a failure message quotes.
const MOST_TOLD: usize = 80;

/// A merge rule, as the API represents it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "rule", rename_all = "snake_case")]
pub enum MergeRule {
    /// The current state of the change request has a review.
    RequireAtLeastOneReview,
    /// No review that counts asks for changes. Reviews that are only requested do not matter.
    RequireAllReviewsApproved,
    /// Main content has not moved since the change request was last updated from it.
    RequireUpToDateChangeRequest,
    /// The change request has a subject.
    RequireChangeRequestSubject,
    /// The change request has a description.
    RequireChangeRequestDescription,
    /// The merge breaks no links: none is broken after it that was not broken in main content before.
    NoNewBrokenLinks,
    /// Nobody has yet to acknowledge breaking changes of an OpenAPI specification that the merged content shows.
    NoBreakingApiChange,
    /// Each of these users has approved the current state of the change request.
    RequireSpecificReviewers {
        /// The required reviewers, 1 to 50.
        users: Users,
    },
    /// At least one of these users has approved the current state of the change request.
    RequireOneOfSpecificReviewers {
        /// The eligible reviewers, 1 to 50.
        users: Users,
    },
    /// These users may merge even if other rules fail.
    AllowBypass {
        /// The users who may bypass the rules, 1 to 50.
        users: Users,
    },
    /// An expression over `space`, `changeRequest`, `reviews` and `actor` is truthy.
    Custom {
        /// The expression, checked when the rule is set.
        expression: MergeExpression,
    },
}

/// The users that a rule names, 1 to 50.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Users(Vec<UserId>);

/// A condition of a custom rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MergeExpression(String);

/// The merge rules of an organization, for all of its spaces that inherit them.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum MergeRules {
    /// No rules: every user with the permission to merge may merge.
    #[default]
    None,
    /// Rules that must all hold.
    Rules {
        /// The rules, at most 20.
        #[schemars(length(max = MOST_RULES))]
        rules: Vec<MergeRule>,
    },
}

/// The merge rules of a space.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum SpaceMergeRules {
    /// The rules of the organization.
    #[default]
    Inherit,
    /// No rules: every user with the permission to merge may merge.
    None,
    /// Rules that must all hold.
    Rules {
        /// The rules, at most 20.
        #[schemars(length(max = MOST_RULES))]
        rules: Vec<MergeRule>,
    },
}

/// A review that counts: the last one of its reviewer, given on the current state of the change request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountedReview {
    /// The user who reviewed.
    pub reviewer: UserId,
    /// True if the review approves; otherwise it requests changes.
    pub approves: bool,
}

/// The facts that rules are judged by.
#[derive(Debug, Clone)]
pub struct Facts<'a> {
    /// The merging user; none if a user does not merge.
    pub actor: Option<UserId>,
    /// The reviews that count.
    pub reviews: &'a [CountedReview],
    /// True if main content has moved since the change request was last updated from it.
    pub outdated: bool,
    /// The change request's subject.
    pub subject: &'a str,
    /// True if the change request has a description.
    pub described: bool,
    /// The number of links that are broken after the merge and not broken in main content.
    pub newly_broken_links: usize,
    /// The slugs of the OpenAPI specifications in the content after the merge with breaking changes that nobody has
    /// acknowledged.
    pub breaking_specifications: &'a [String],
    /// The variables of expressions.
    pub scope: &'a Scope,
}

/// The result of judging all rules.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Judgement {
    /// The outcome of each rule that can fail, in the order of the rules.
    pub outcomes: Vec<RuleOutcome>,
    /// True if a rule allows the merging user to bypass the others.
    pub bypassed: bool,
}

/// The result of judging one rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleOutcome {
    /// The rule's name in the API.
    pub rule: &'static str,
    /// The reason for the failure; none if the rule holds.
    pub failure: Option<String>,
}

impl Judgement {
    /// Returns true if the change request may be merged.
    pub fn permits(&self) -> bool {
        self.bypassed || self.failures().next().is_none()
    }

    /// Returns the rules that fail.
    pub fn failures(&self) -> impl Iterator<Item = &RuleOutcome> {
        self.outcomes.iter().filter(|outcome| outcome.failure.is_some())
    }
}

impl fmt::Display for Judgement {
    /// Writes each rule that fails with the reason.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, outcome) in self.failures().enumerate() {
            let separator = if position == 0 { "" } else { "; " };
            write!(f, "{separator}{}: {}", outcome.rule, outcome.failure.as_deref().unwrap_or_default())?;
        }
        Ok(())
    }
}

impl MergeRules {
    /// Returns the rules, none for [`MergeRules::None`].
    pub fn rules(&self) -> &[MergeRule] {
        match self {
            Self::None => &[],
            Self::Rules { rules } => rules,
        }
    }
}

impl SpaceMergeRules {
    /// Returns the effective rules of a space in an organization with the given rules.
    pub fn within<'a>(&'a self, organization: &'a MergeRules) -> &'a [MergeRule] {
        match self {
            Self::Inherit => organization.rules(),
            Self::None => &[],
            Self::Rules { rules } => rules,
        }
    }

    /// Returns the space's own rules, without inherited ones.
    pub fn own(&self) -> &[MergeRule] {
        self.within(&MergeRules::None)
    }
}

impl MergeRule {
    /// Returns the users that the rule names, none for the other kinds of rules.
    pub fn users(&self) -> &[UserId] {
        match self {
            Self::RequireSpecificReviewers { users }
            | Self::RequireOneOfSpecificReviewers { users }
            | Self::AllowBypass { users } => &users.0,
            _ => &[],
        }
    }

    /// Returns the word of the API.
    pub fn name(&self) -> &'static str {
        match self {
            Self::RequireAtLeastOneReview => "require_at_least_one_review",
            Self::RequireAllReviewsApproved => "require_all_reviews_approved",
            Self::RequireUpToDateChangeRequest => "require_up_to_date_change_request",
            Self::RequireChangeRequestSubject => "require_change_request_subject",
            Self::RequireChangeRequestDescription => "require_change_request_description",
            Self::NoNewBrokenLinks => "no_new_broken_links",
            Self::NoBreakingApiChange => "no_breaking_api_change",
            Self::RequireSpecificReviewers { .. } => "require_specific_reviewers",
            Self::RequireOneOfSpecificReviewers { .. } => "require_one_of_specific_reviewers",
            Self::AllowBypass { .. } => "allow_bypass",
            Self::Custom { .. } => "custom",
        }
    }

    /// Returns the reason for which the rule fails on these facts, or `None` if it holds.
    fn failure(&self, facts: &Facts<'_>) -> Option<String> {
        let approved = |user: &UserId| facts.reviews.iter().any(|it| it.approves && it.reviewer == *user);
        let fails = |holds: bool, why: &str| (!holds).then(|| why.to_owned());
        match self {
            Self::RequireAtLeastOneReview => {
                fails(!facts.reviews.is_empty(), "nobody has reviewed the change request as it is now")
            }
            Self::RequireAllReviewsApproved => {
                fails(facts.reviews.iter().all(|review| review.approves), "a review asks for changes")
            }
            Self::RequireUpToDateChangeRequest => {
                fails(!facts.outdated, "main content has moved since the change request was last updated")
            }
            Self::RequireChangeRequestSubject => {
                fails(!facts.subject.trim().is_empty(), "the change request has no subject")
            }
            Self::RequireChangeRequestDescription => fails(facts.described, "the change request has no description"),
            Self::NoNewBrokenLinks => match facts.newly_broken_links {
                0 => None,
                1 => Some("a link would be broken that is not broken in main content".to_owned()),
                more => Some(format!("{more} links would be broken that are not broken in main content")),
            },
            Self::NoBreakingApiChange => {
                let slugs = facts.breaking_specifications;
                (!slugs.is_empty()).then(|| {
                    format!("breaking changes of OpenAPI specifications are not acknowledged: {}", slugs.join(", "))
                })
            }
            Self::RequireSpecificReviewers { users } => missing(users.0.iter().filter(|user| !approved(user))),
            Self::RequireOneOfSpecificReviewers { users } => {
                fails(users.0.iter().any(approved), "none of the reviewers that it names has approved")
            }
            Self::AllowBypass { .. } => None,
            Self::Custom { expression } => expression.failure(facts.scope),
        }
    }
}

/// Judges rules by the given facts.
pub fn judge(rules: &[MergeRule], facts: &Facts<'_>) -> Judgement {
    let can_fail = |rule: &&MergeRule| !matches!(rule, MergeRule::AllowBypass { .. });
    let allows = |rule: &MergeRule| match rule {
        MergeRule::AllowBypass { users } => facts.actor.is_some_and(|actor| users.0.contains(&actor)),
        _ => false,
    };
    Judgement {
        outcomes: rules
            .iter()
            .filter(can_fail)
            .map(|rule| RuleOutcome { rule: rule.name(), failure: rule.failure(facts) })
            .collect(),
        bypassed: rules.iter().any(allows),
    }
}

fn missing<'a>(users: impl Iterator<Item = &'a UserId>) -> Option<String> {
    let names: Vec<_> = users.map(ToString::to_string).collect();
    (!names.is_empty()).then(|| format!("the approval of {} is missing", names.join(", ")))
}

impl MergeExpression {
    fn failure(&self, scope: &Scope) -> Option<String> {
        let told: String = self.0.chars().take(MOST_TOLD).collect();
        let dots = if told.len() < self.0.len() { "…" } else { "" };
        let Ok(condition) = Condition::parse(&self.0, &Root::OF_MERGES) else {
            return Some(format!("this is not an expression: {told}{dots}"));
        };
        match condition.expression().evaluate(scope) {
            Ok(value) if value.is_truthy() => None,
            Ok(_) => Some(format!("this is not true: {told}{dots}")),
            Err(failure) => Some(format!("this has no value ({failure}): {told}{dots}")),
        }
    }
}

impl Serialize for Users {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(ToString::to_string))
    }
}

/// Implements a JSON schema that is inlined where it is used.
macro_rules! inline_schema {
    ($name:ident: $($schema:tt)+) => {
        impl JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({ $($schema)+ })
            }
        }
    };
}

inline_schema!(Users: "type": "array", "items": { "type": "string" }, "minItems": 1, "maxItems": MOST_USERS);
inline_schema!(MergeExpression: "type": "string", "maxLength": MOST_CHARACTERS);

#[cfg(test)]
mod tests;
