//! Parsing of merge rules: from requests, where errors name the field and the bound, and from the database.
//!
//! The database holds values that were valid when a request set them. Their expressions are not validated again: a
//! server that has become stricter must still be able to show the stored rules.

use std::fmt;
use std::marker::PhantomData;

use quire_content::expression::{Condition, Root};
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::{MOST_RULES, MOST_USERS, MergeExpression, MergeRule, MergeRules, SpaceMergeRules, Users};

/// The names of rules in the API.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Word {
    RequireAtLeastOneReview,
    RequireAllReviewsApproved,
    RequireUpToDateChangeRequest,
    RequireChangeRequestSubject,
    RequireChangeRequestDescription,
    NoNewBrokenLinks,
    NoBreakingApiChange,
    RequireSpecificReviewers,
    RequireOneOfSpecificReviewers,
    AllowBypass,
    Custom,
}

/// The parsed fields of a rule, before they are checked against its name.
#[derive(Deserialize)]
struct RuleForm<E> {
    rule: Word,
    users: Option<Users>,
    expression: Option<E>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum OrganizationWord {
    None,
    Rules,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum SpaceWord {
    Inherit,
    None,
    Rules,
}

/// Parsed rules, before the presence of the list is checked.
#[derive(Deserialize)]
struct RulesForm<W, R> {
    #[serde(rename = "type")]
    word: W,
    #[serde(default = "Option::default", bound(deserialize = "R: Deserialize<'de>"))]
    rules: Option<AtMost<R, MOST_RULES>>,
}

/// A rule as the database stores it, with an expression that is not validated.
#[derive(Deserialize)]
#[serde(try_from = "RuleForm<String>")]
struct StoredRule(MergeRule);

impl<E> RuleForm<E> {
    fn rule<F: Error>(self, expression: impl FnOnce(E) -> MergeExpression) -> Result<MergeRule, F> {
        let users = self.users.ok_or_else(|| F::missing_field("users"));
        Ok(match self.rule {
            Word::RequireAtLeastOneReview => MergeRule::RequireAtLeastOneReview,
            Word::RequireAllReviewsApproved => MergeRule::RequireAllReviewsApproved,
            Word::RequireUpToDateChangeRequest => MergeRule::RequireUpToDateChangeRequest,
            Word::RequireChangeRequestSubject => MergeRule::RequireChangeRequestSubject,
            Word::RequireChangeRequestDescription => MergeRule::RequireChangeRequestDescription,
            Word::NoNewBrokenLinks => MergeRule::NoNewBrokenLinks,
            Word::NoBreakingApiChange => MergeRule::NoBreakingApiChange,
            Word::RequireSpecificReviewers => MergeRule::RequireSpecificReviewers { users: users? },
            Word::RequireOneOfSpecificReviewers => MergeRule::RequireOneOfSpecificReviewers { users: users? },
            Word::AllowBypass => MergeRule::AllowBypass { users: users? },
            Word::Custom => {
                let found = self.expression.ok_or_else(|| F::missing_field("expression"))?;
                MergeRule::Custom { expression: expression(found) }
            }
        })
    }
}

impl<'de> Deserialize<'de> for MergeRule {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        RuleForm::<MergeExpression>::deserialize(deserializer)?.rule(|expression| expression)
    }
}

impl TryFrom<RuleForm<String>> for StoredRule {
    type Error = serde::de::value::Error;

    fn try_from(form: RuleForm<String>) -> Result<Self, Self::Error> {
        form.rule(MergeExpression).map(Self)
    }
}

impl<W, R> RulesForm<W, R> {
    fn rules<F: Error>(self) -> Result<Vec<R>, F> {
        self.rules.map(|rules| rules.0).ok_or_else(|| F::missing_field("rules"))
    }
}

impl RulesForm<OrganizationWord, MergeRule> {
    fn of_organization<F: Error>(self) -> Result<MergeRules, F> {
        Ok(match self.word {
            OrganizationWord::None => MergeRules::None,
            OrganizationWord::Rules => MergeRules::Rules { rules: self.rules()? },
        })
    }
}

impl RulesForm<SpaceWord, MergeRule> {
    fn of_space<F: Error>(self) -> Result<SpaceMergeRules, F> {
        Ok(match self.word {
            SpaceWord::Inherit => SpaceMergeRules::Inherit,
            SpaceWord::None => SpaceMergeRules::None,
            SpaceWord::Rules => SpaceMergeRules::Rules { rules: self.rules()? },
        })
    }
}

impl<W> From<RulesForm<W, StoredRule>> for RulesForm<W, MergeRule> {
    fn from(form: RulesForm<W, StoredRule>) -> Self {
        let rules = form.rules.map(|rules| AtMost(rules.0.into_iter().map(|rule| rule.0).collect()));
        Self { word: form.word, rules }
    }
}

impl<'de> Deserialize<'de> for MergeRules {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        RulesForm::<OrganizationWord, MergeRule>::deserialize(deserializer)?.of_organization()
    }
}

impl<'de> Deserialize<'de> for SpaceMergeRules {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        RulesForm::<SpaceWord, MergeRule>::deserialize(deserializer)?.of_space()
    }
}

impl MergeRules {
    /// Returns the JSON text for the database.
    pub fn to_stored(&self) -> String {
        serde_json::json!(self).to_string()
    }

    /// Parses a stored text; `None` if it is invalid.
    pub fn from_stored(text: &str) -> Option<Self> {
        let form: RulesForm<OrganizationWord, StoredRule> = serde_json::from_str(text).ok()?;
        RulesForm::<_, MergeRule>::from(form).of_organization::<serde_json::Error>().ok()
    }
}

impl SpaceMergeRules {
    /// Returns the JSON text for the database.
    pub fn to_stored(&self) -> String {
        serde_json::json!(self).to_string()
    }

    /// Parses a stored text; `None` if it is invalid.
    pub fn from_stored(text: &str) -> Option<Self> {
        let form: RulesForm<SpaceWord, StoredRule> = serde_json::from_str(text).ok()?;
        RulesForm::<_, MergeRule>::from(form).of_space::<serde_json::Error>().ok()
    }
}

impl<'de> Deserialize<'de> for MergeExpression {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Condition::parse(&text, &Root::OF_MERGES).map_err(D::Error::custom)?;
        Ok(Self(text))
    }
}

impl<'de> Deserialize<'de> for Users {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let AtMost(texts) = AtMost::<String, MOST_USERS>::deserialize(deserializer)?;
        let parsed = texts.iter().map(|text| text.parse().map_err(|_| text));
        let users: Vec<_> =
            parsed.collect::<Result<_, _>>().map_err(|text| D::Error::custom(format!("{text} is not a user")))?;
        if users.is_empty() {
            return Err(D::Error::custom("must name a user"));
        }
        Ok(Self(users))
    }
}

/// A list whose deserialization stops with an error at the first element over the maximum.
struct AtMost<T, const MOST: usize>(Vec<T>);

impl<'de, T: Deserialize<'de>, const MOST: usize> Deserialize<'de> for AtMost<T, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(Items(PhantomData))
    }
}

struct Items<T, const MOST: usize>(PhantomData<T>);

impl<'de, T: Deserialize<'de>, const MOST: usize> Visitor<'de> for Items<T, MOST> {
    type Value = AtMost<T, MOST>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an array of at most {MOST}")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        let mut found = Vec::new();
        while let Some(item) = items.next_element()? {
            if found.len() == MOST {
                return Err(A::Error::custom(format!("must have at most {MOST} elements")));
            }
            found.push(item);
        }
        Ok(AtMost(found))
    }
}
