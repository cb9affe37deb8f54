//! Merge rules: the users they may name, and their evaluation when a change request is merged.
//!
//! Rules are evaluated outside of the write transaction, on a [`Basis`] read in one snapshot. The transaction that
//! merges reads the basis again; if anything of it differs, the merge is computed again. The meaning of each rule is in
//! [`quire_model::merge_rules`].

use quire_content::expression::{Root, Scope, TooDeep, Value};
use quire_model::ids::RevisionId;
use quire_model::merge_rules::{CountedReview, Facts, MergeRule, judge};
pub use quire_model::merge_rules::{Judgement, RuleOutcome};
use quire_model::reviews::ReviewStatus;
use quire_store::change_requests::ChangeRequest;
use quire_store::openapi_specs::BreakingVersion;
use quire_store::reviews::Review;
use quire_store::spaces::Space;
use quire_store::users::User;
use quire_store::{Read, openapi_specs, orgs, reviews, spaces};

use crate::accounts::users::People;
use crate::callers::Caller;
use crate::core::errors::Error;

/// The data that merge rules are evaluated on, from one snapshot; empty if there are no rules.
#[derive(Debug, PartialEq)]
pub(crate) struct Basis(Option<Box<Known>>);

#[derive(Debug, PartialEq)]
struct Known {
    rules: Vec<MergeRule>,
    space: Space,
    main: RevisionId,
    change_request: ChangeRequest,
    created_by: Option<User>,
    actor: Option<User>,
    reviews: Vec<(Review, User)>,
    /// The first versions with breaking changes that nobody has acknowledged, if a rule asks for them.
    breaking: Vec<BreakingVersion>,
}

/// The facts about the content that a merge would make on which rules depend.
#[derive(Debug, Default)]
pub(crate) struct MergedFacts {
    /// The number of links that the merge would break.
    pub(crate) newly_broken_links: usize,
    /// The specifications of [`Basis::breaking_specifications`] that the content shows.
    pub(crate) breaking_specifications: Vec<String>,
}

impl Basis {
    /// Reads the data to evaluate the merge of a change request into main content at `main`.
    pub(crate) fn read(
        tx: &mut Read<'_>,
        caller: &Caller,
        change_request: ChangeRequest,
        main: RevisionId,
    ) -> Result<Self, Error> {
        let space = spaces::get(tx, change_request.space)?.ok_or(Error::NotFound("space"))?;
        let organization = orgs::get(tx, space.organization)?.ok_or(Error::NotFound("organization"))?;
        let rules = space.merge_rules.within(&organization.merge_rules).to_vec();
        if rules.is_empty() {
            return Ok(Self(None));
        }
        let mut people = People::default();
        let created_by = people.find(tx, change_request.created_by)?;
        let actor = people.find(tx, caller.user())?;
        let mut counted = Vec::new();
        for review in reviews::that_count(tx, change_request.branch())? {
            let reviewer = people.known(tx, review.reviewer)?;
            counted.push((review, reviewer));
        }
        let breaking = match rules.contains(&MergeRule::NoBreakingApiChange) {
            true => openapi_specs::unacknowledged(tx, space.organization)?,
            false => Vec::new(),
        };
        let known = Known { rules, space, main, change_request, created_by, actor, reviews: counted, breaking };
        Ok(Self(Some(Box::new(known))))
    }

    /// Returns true if a rule depends on links.
    pub(crate) fn asks_for_links(&self) -> bool {
        self.0.as_ref().is_some_and(|known| known.rules.contains(&MergeRule::NoNewBrokenLinks))
    }

    /// Returns the versions of specifications for which a rule fails if the content shows them or later ones.
    pub(crate) fn breaking_specifications(&self) -> &[BreakingVersion] {
        self.0.as_ref().map_or(&[], |known| &known.breaking)
    }

    /// Evaluates the rules, given what they depend on of the content that the merge would make.
    pub(crate) fn judge(&self, merged: &MergedFacts) -> Result<Judgement, Error> {
        self.0.as_ref().map_or_else(|| Ok(Judgement::default()), |known| known.judge(merged))
    }
}

impl Known {
    fn judge(&self, merged: &MergedFacts) -> Result<Judgement, Error> {
        let scope = self.scope().map_err(|e| Error::internal("building what merge rules see", e))?;
        let count = |(review, _): &(Review, User)| CountedReview {
            reviewer: review.reviewer,
            approves: review.status == ReviewStatus::Approved,
        };
        let reviews: Vec<_> = self.reviews.iter().map(count).collect();
        let description = self.change_request.description.as_deref().unwrap_or_default();
        Ok(judge(
            &self.rules,
            &Facts {
                actor: self.actor.as_ref().map(|actor| actor.id),
                reviews: &reviews,
                outdated: self.outdated(),
                subject: &self.change_request.subject,
                described: !description.trim().is_empty(),
                newly_broken_links: merged.newly_broken_links,
                breaking_specifications: &merged.breaking_specifications,
                scope: &scope,
            },
        ))
    }

    fn outdated(&self) -> bool {
        self.change_request.ancestor() != self.main
    }

    /// Returns the variables of rule expressions: the resources as the API shows them, without addresses and
    /// permissions, and with the description of the change request as Markdown.
    fn scope(&self) -> Result<Scope, TooDeep> {
        let reviews = self.reviews.iter().map(|(review, reviewer)| review_value(review, reviewer));
        let reviews = Value::array(reviews.collect::<Result<Vec<_>, _>>()?)?;
        let mut scope = Scope::default()
            .with(Root::Space, space_value(&self.space, self.main)?)
            .with(Root::ChangeRequest, self.change_request_value()?)
            .with(Root::Reviews, reviews);
        if let Some(actor) = &self.actor {
            scope = scope.with(Root::Actor, user_value(actor)?);
        }
        Ok(scope)
    }

    fn change_request_value(&self) -> Result<Value, TooDeep> {
        let it = &self.change_request;
        let id = |id: RevisionId| text(&id);
        object([
            ("object", Some("change-request".into())),
            ("id", Some(text(&it.id))),
            ("number", Some(number(it.number))),
            ("status", Some(it.status.as_str().into())),
            ("subject", Some(it.subject.as_str().into())),
            ("description", it.description.as_deref().map(Value::from)),
            ("createdBy", self.created_by.as_ref().map(user_value).transpose()?),
            ("createdAt", Some(text(&it.created_at))),
            ("updatedAt", Some(text(&it.updated_at))),
            ("space", Some(text(&it.space))),
            ("revision", Some(id(it.revision))),
            ("revisionInitial", Some(id(it.revision_initial))),
            ("revisionMergedAncestor", it.merged_ancestor.map(id)),
            ("comments", Some(number(it.comments))),
            ("outdated", Some(self.outdated().into())),
        ])
    }
}

fn review_value(review: &Review, reviewer: &User) -> Result<Value, TooDeep> {
    object([
        ("object", Some("change-request-review".into())),
        ("id", Some(text(&review.id))),
        ("revision", Some(text(&review.revision))),
        ("reviewer", Some(user_value(reviewer)?)),
        ("status", Some(review.status.as_str().into())),
        ("outdated", Some(review.outdated.into())),
        ("createdAt", Some(text(&review.created_at))),
        ("updatedAt", Some(text(&review.updated_at))),
    ])
}

fn user_value(user: &User) -> Result<Value, TooDeep> {
    object([
        ("object", Some("user".into())),
        ("id", Some(text(&user.id))),
        ("displayName", Some(user.display_name.as_str().into())),
        ("email", Some(user.email.as_str().into())),
        ("photoURL", user.photo_url.as_deref().map(Value::from)),
    ])
}

fn space_value(space: &Space, main: RevisionId) -> Result<Value, TooDeep> {
    let parent = (space.parent != space.organization.0).then(|| text(&space.parent));
    object([
        ("object", Some("space".into())),
        ("id", Some(text(&space.id))),
        ("title", Some(space.title.as_str().into())),
        ("emoji", Some(space.emoji.as_str().into())),
        ("visibility", Some(space.visibility.as_str().into())),
        ("createdAt", Some(text(&space.created_at))),
        ("updatedAt", Some(text(&space.updated_at))),
        ("editMode", Some(space.edit_mode.as_str().into())),
        ("isTemplate", Some(Value::Boolean(space.is_template))),
        ("organization", Some(text(&space.organization))),
        ("parent", parent),
        ("language", space.language.map(|language| language.as_str().into())),
        ("revision", Some(text(&main))),
        ("comments", Some(number(space.comments))),
        ("changeRequests", Some(number(space.change_requests))),
        ("changeRequestsOpen", Some(number(space.change_requests_open))),
        ("changeRequestsDraft", Some(number(space.change_requests_draft))),
    ])
}

/// Creates an object of the members that have a value.
fn object<const N: usize>(members: [(&str, Option<Value>); N]) -> Result<Value, TooDeep> {
    Value::object(members.into_iter().filter_map(|(name, value)| Some((name, value?))))
}

fn text(value: &impl ToString) -> Value {
    value.to_string().as_str().into()
}

/// Converts a count; counts stay far below 2^53, up to which floating-point numbers are exact.
#[expect(clippy::cast_precision_loss, reason = "no count comes near 2^53")]
fn number(count: i64) -> Value {
    (count as f64).into()
}
