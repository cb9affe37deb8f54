//! Parsing, rejected input, and the outcome of each rule.

use proptest::prelude::*;
use quire_content::expression::Value;
use quire_content::id::Uid;
use serde_json::json;

use super::*;

fn user(number: u8) -> UserId {
    UserId(Uid([number; 16]))
}

fn users(numbers: &[u8]) -> Users {
    Users(numbers.iter().copied().map(user).collect())
}

fn review(number: u8, approves: bool) -> CountedReview {
    CountedReview { reviewer: user(number), approves }
}

fn custom(expression: &str) -> MergeRule {
    MergeRule::Custom { expression: MergeExpression(expression.to_owned()) }
}

/// Returns specifications with breaking changes.
fn breaking() -> &'static [String] {
    static SLUGS: std::sync::LazyLock<[String; 1]> = std::sync::LazyLock::new(|| ["pets".to_owned()]);
    &*SLUGS
}

/// Returns the facts of a merge by user 9 without subject and description, outdated, with two newly broken links and a
/// specification with breaking changes.
fn facts<'a>(reviews: &'a [CountedReview], scope: &'a Scope) -> Facts<'a> {
    Facts {
        actor: Some(user(9)),
        reviews,
        outdated: true,
        subject: " ",
        described: false,
        newly_broken_links: 2,
        breaking_specifications: breaking(),
        scope,
    }
}

fn failure(rule: MergeRule, facts: &Facts<'_>) -> Option<String> {
    judge(&[rule], facts).outcomes.remove(0).failure
}

#[test]
fn each_rule_looks_at_its_facts() {
    let scope = Scope::default();
    let reviews = [review(1, true), review(2, false)];
    let bad = facts(&reviews, &scope);
    let nobody = Facts { reviews: &[], ..bad.clone() };
    let good = Facts {
        reviews: &reviews[..1],
        outdated: false,
        subject: "x",
        described: true,
        newly_broken_links: 0,
        breaking_specifications: &[],
        ..bad.clone()
    };
    let specific = |numbers: &[u8]| MergeRule::RequireSpecificReviewers { users: users(numbers) };
    let one_of = |numbers: &[u8]| MergeRule::RequireOneOfSpecificReviewers { users: users(numbers) };
    for (rule, by, holds) in [
        (MergeRule::RequireAtLeastOneReview, &nobody, false),
        (MergeRule::RequireAtLeastOneReview, &bad, true),
        (MergeRule::RequireAllReviewsApproved, &nobody, true),
        (MergeRule::RequireAllReviewsApproved, &bad, false),
        (MergeRule::RequireAllReviewsApproved, &good, true),
        (MergeRule::RequireUpToDateChangeRequest, &bad, false),
        (MergeRule::RequireUpToDateChangeRequest, &good, true),
        (MergeRule::RequireChangeRequestSubject, &bad, false),
        (MergeRule::RequireChangeRequestSubject, &good, true),
        (MergeRule::NoNewBrokenLinks, &bad, false),
        (MergeRule::NoNewBrokenLinks, &good, true),
        (MergeRule::NoBreakingApiChange, &bad, false),
        (MergeRule::NoBreakingApiChange, &good, true),
        (MergeRule::RequireChangeRequestDescription, &bad, false),
        (MergeRule::RequireChangeRequestDescription, &good, true),
        (specific(&[1]), &good, true),
        (specific(&[1, 2]), &bad, false),
        (specific(&[3]), &good, false),
        (one_of(&[3, 1]), &good, true),
        (one_of(&[2, 3]), &bad, false),
        (one_of(&[1]), &nobody, false),
    ] {
        let name = rule.name();
        assert_eq!(failure(rule.clone(), by).is_none(), holds, "{name} by {by:?}");
        assert_eq!(json!(rule)["rule"], name);
    }
    let told = failure(specific(&[1, 2, 3]), &bad).unwrap();
    assert_eq!(told, format!("the approval of {}, {} is missing", user(2), user(3)));
}

#[test]
fn an_expression_has_to_be_true() {
    let scope = Scope::default().with(Root::Actor, Value::object([("id", Value::from("ada"))]).unwrap());
    let facts = facts(&[], &scope);
    for (expression, told) in [
        ("actor.id === \"ada\"", None),
        ("actor.id", None),
        ("actor.id === \"bob\"", Some("this is not true: actor.id === \"bob\"")),
        ("actor.team", Some("this is not true: actor.team")),
        ("reviews.length > 1", Some("this has no value (there is no `reviews` here): reviews.length > 1")),
        ("actor =", Some("this is not an expression: actor =")),
    ] {
        assert_eq!(failure(custom(expression), &facts).as_deref(), told, "{expression}");
    }
    let long = failure(custom(&format!("actor.id === \"{}\"", "é".repeat(900))), &facts).unwrap();
    assert!(long.ends_with("éé…") && long.chars().count() < 120, "{long}");
}

#[test]
fn who_may_bypass_merges_whatever_fails() {
    let scope = Scope::default();
    let rules = [MergeRule::RequireAtLeastOneReview, MergeRule::AllowBypass { users: users(&[9]) }, custom("false")];
    let by = |actor| judge(&rules, &Facts { actor, ..facts(&[], &scope) });
    let judged = by(Some(user(9)));
    assert!(judged.permits() && judged.bypassed && judged.failures().count() == 2);
    for actor in [Some(user(1)), None] {
        let judged = by(actor);
        assert!(!judged.permits() && !judged.bypassed);
        assert_eq!(
            judged.to_string(),
            "require_at_least_one_review: nobody has reviewed the change request as it is now; custom: this is not \
             true: false"
        );
    }
    assert!(judge(&[], &facts(&[], &scope)).permits());
}

#[test]
fn a_space_inherits_or_has_its_own() {
    let of_org = MergeRules::Rules { rules: vec![MergeRule::RequireAtLeastOneReview] };
    let own = SpaceMergeRules::Rules { rules: vec![MergeRule::RequireChangeRequestSubject] };
    assert_eq!(SpaceMergeRules::Inherit.within(&of_org), of_org.rules());
    assert_eq!(SpaceMergeRules::Inherit.within(&MergeRules::None), []);
    assert_eq!(SpaceMergeRules::None.within(&of_org), []);
    assert_eq!(own.within(&of_org), own.own());
}

#[test]
fn rules_are_read_within_bounds() {
    let id = user(1).to_string();
    let rule = |rule: serde_json::Value| json!({ "type": "rules", "rules": [rule] });
    for (value, told) in [
        (json!({ "type": "none" }), None),
        (json!({ "type": "rules", "rules": [] }), None),
        (rule(json!({ "rule": "custom", "expression": "space.id === actor.id && reviews.length > 1" })), None),
        (rule(json!({ "rule": "allow_bypass", "users": [id], "expression": 7 })), Some("invalid type: integer `7`")),
        (rule(json!({ "rule": "require_at_least_one_review", "users": null })), None),
        (json!({ "type": "inherit" }), Some("unknown variant `inherit`")),
        (json!({ "type": "rules" }), Some("missing field `rules`")),
        (json!({}), Some("missing field `type`")),
        (rule(json!({ "rule": "no_new_typos" })), Some("unknown variant `no_new_typos`")),
        (rule(json!({ "rule": "require_agent_review" })), Some("unknown variant `require_agent_review`")),
        (rule(json!({ "rule": "allow_bypass" })), Some("missing field `users`")),
        (rule(json!({ "rule": "allow_bypass", "users": [] })), Some("must name a user")),
        (rule(json!({ "rule": "allow_bypass", "users": ["7"] })), Some("7 is not a user")),
        (rule(json!({ "rule": "allow_bypass", "users": vec![&id; 51] })), Some("must have at most 50 elements")),
        (rule(json!({ "rule": "allow_bypass", "users": vec![&id; 50] })), None),
        (rule(json!({ "rule": "custom" })), Some("missing field `expression`")),
        (rule(json!({ "rule": "custom", "expression": "visitor.claims" })), Some("character 1: ")),
        (rule(json!({ "rule": "custom", "expression": "\"yes\"" })), Some("character 1: a condition has to be")),
        (rule(json!({ "rule": "custom", "expression": format!("{}1 < 2", " ".repeat(1018)) })), None),
        (rule(json!({ "rule": "custom", "expression": format!("{}1 < 2", " ".repeat(1020)) })), Some("character")),
        (json!({ "type": "rules", "rules": vec![json!({ "rule": "require_at_least_one_review" }); 20] }), None),
        (
            json!({ "type": "rules", "rules": vec![json!({ "rule": "require_at_least_one_review" }); 21] }),
            Some("must have at most 20 elements"),
        ),
    ] {
        let read = serde_json::from_value::<MergeRules>(value.clone());
        let error = read.as_ref().err().map(ToString::to_string).unwrap_or_default();
        assert!(error.starts_with(told.unwrap_or_default()) && told.is_some() == read.is_err(), "{value}: {error}");
    }
    let read: SpaceMergeRules = serde_json::from_value(json!({ "type": "inherit" })).unwrap();
    assert_eq!(read, SpaceMergeRules::default());
}

#[test]
fn what_was_stored_is_shown_even_if_it_is_no_expression_any_more() {
    let old = MergeRules::Rules { rules: vec![custom("let it be")] };
    assert!(serde_json::from_str::<MergeRules>(&old.to_stored()).is_err());
    assert_eq!(MergeRules::from_stored(&old.to_stored()), Some(old));
    assert_eq!(SpaceMergeRules::from_stored("{}"), None);
}

fn any_rule() -> impl Strategy<Value = MergeRule> {
    let numbers = || proptest::collection::vec(0_u8..5, 1..4);
    prop_oneof![
        Just(MergeRule::RequireAtLeastOneReview),
        Just(MergeRule::RequireAllReviewsApproved),
        Just(MergeRule::RequireUpToDateChangeRequest),
        Just(MergeRule::RequireChangeRequestSubject),
        Just(MergeRule::RequireChangeRequestDescription),
        Just(MergeRule::NoNewBrokenLinks),
        numbers().prop_map(|them| MergeRule::RequireSpecificReviewers { users: users(&them) }),
        numbers().prop_map(|them| MergeRule::RequireOneOfSpecificReviewers { users: users(&them) }),
        numbers().prop_map(|them| MergeRule::AllowBypass { users: users(&them) }),
        prop_oneof![Just(custom("1 < 2")), Just(custom("2 < 1"))],
    ]
}

proptest! {
    #[test]
    fn rules_come_back_as_they_were_set(rules in proptest::collection::vec(any_rule(), 0..=MOST_RULES)) {
        let of_org = MergeRules::Rules { rules: rules.clone() };
        prop_assert_eq!(MergeRules::from_stored(&of_org.to_stored()), Some(of_org.clone()));
        prop_assert_eq!(serde_json::from_value::<MergeRules>(json!(of_org)).unwrap(), of_org);
        let of_space = SpaceMergeRules::Rules { rules };
        prop_assert_eq!(SpaceMergeRules::from_stored(&of_space.to_stored()), Some(of_space.clone()));
        prop_assert_eq!(serde_json::from_value::<SpaceMergeRules>(json!(of_space)).unwrap(), of_space);
    }

    /// A further approval, a subject and an update never add a failure, nor does the order of the rules; only a user
    /// named in a bypass rule passes failing rules.
    #[test]
    fn what_is_better_never_fails_more(
        mut rules in proptest::collection::vec(any_rule(), 0..8),
        approvals in proptest::collection::btree_map(0_u8..5, any::<bool>(), 0..5),
        more in 5_u8..9,
        actor in 0_u8..9,
        outdated: bool,
    ) {
        let scope = Scope::default();
        let reviews: Vec<_> = approvals.into_iter().map(|(number, approves)| review(number, approves)).collect();
        let before = Facts { actor: Some(user(actor)), outdated, ..facts(&reviews, &scope) };
        let judged = judge(&rules, &before);
        let named = rules.iter().any(|rule| {
            matches!(rule, MergeRule::AllowBypass { users } if users.0.contains(&user(actor)))
        });
        prop_assert_eq!(judged.permits(), named || judged.failures().count() == 0);
        let mut approved = reviews.clone();
        approved.push(review(more, true));
        let after = Facts { reviews: &approved, outdated: false, subject: "x", described: true, newly_broken_links: 0, ..before.clone() };
        let better = judge(&rules, &after);
        for (was, is) in judged.outcomes.iter().zip(&better.outcomes) {
            prop_assert!(was.failure.is_some() || is.failure.is_none());
        }
        rules.reverse();
        prop_assert_eq!(judge(&rules, &before).permits(), judged.permits());
    }
}
