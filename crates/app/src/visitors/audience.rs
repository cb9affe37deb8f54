//! Audiences: the claims of a visitor that conditions can read.
//!
//! Equal claims make equal audiences: content shown to one visitor of an audience may be shown to every other. An
//! anonymous visitor has no claims; `visitor.claims.unsigned` always exists.

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use quire_content::expression::{self, Condition, Path, Root, Scope, TooDeep};
use quire_content::hash::Hash;
use quire_model::adaptive_schema::UNSIGNED;
use quire_model::ids::SpaceId;
use serde_json::{Map, Value, json};

/// The visitors with the same claims.
#[derive(Debug, Clone)]
pub struct Audience {
    claims: Arc<Value>,
    scope: Scope,
    key: Hash,
    preview: bool,
    /// The spaces that the visitors may see, if they are restricted to some; conditions apply as well.
    among: Option<Arc<BTreeSet<SpaceId>>>,
}

/// The audience of anonymous visitors, from whom most requests come.
static STRANGERS: LazyLock<Audience> =
    LazyLock::new(|| Audience::new(Map::new(), Map::new()).expect("no claims are not deep"));

impl Default for Audience {
    fn default() -> Self {
        STRANGERS.clone()
    }
}

impl Audience {
    /// Creates the audience with these claims, signed and unsigned. A signed claim named `unsigned` is discarded.
    pub fn new(mut signed: Map<String, Value>, unsigned: Map<String, Value>) -> Result<Self, TooDeep> {
        signed.insert(UNSIGNED.to_owned(), Value::Object(unsigned));
        let mut claims = Value::Object(signed);
        // Equal claims have equal texts.
        claims.sort_all_objects();
        let visitor = expression::Value::object([("claims", value(&claims)?)])?;
        let key = Hash::of(claims.to_string().as_bytes());
        let scope = Scope::default().with(Root::Visitor, visitor);
        Ok(Self { claims: claims.into(), scope, key, preview: false, among: None })
    }

    /// Returns the same audience for a preview of a site.
    #[must_use]
    pub fn previewing(self) -> Self {
        Self { key: Hash::of(&self.key.0), preview: true, ..self }
    }

    /// Returns the same audience restricted to these spaces, in addition to any earlier restriction.
    #[must_use]
    pub fn among(self, spaces: &BTreeSet<SpaceId>) -> Self {
        let both: BTreeSet<_> = spaces.iter().filter(|space| self.may_read(**space)).copied().collect();
        let named: String = both.iter().map(ToString::to_string).collect();
        Self { key: Hash::of(format!("{} {named}", self.key).as_bytes()), among: Some(both.into()), ..self }
    }

    /// Returns true unless the audience is restricted to other spaces; conditions apply as well.
    pub fn may_read(&self, space: SpaceId) -> bool {
        self.among.as_ref().is_none_or(|among| among.contains(&space))
    }

    /// Returns true for a preview, which may show unpublished content and is labelled as such.
    pub fn is_preview(&self) -> bool {
        self.preview
    }

    /// Returns all claims: the value of `visitor.claims`.
    pub fn claims(&self) -> &Value {
        &self.claims
    }

    /// Returns the variables for expressions, to which `space` and `page` may be added.
    pub fn scope(&self) -> Scope {
        self.scope.clone()
    }

    /// Returns true if a condition of the site's structure holds; it can read only the visitor.
    pub fn decide(&self, condition: &Condition) -> bool {
        condition.decide(&self.scope)
    }

    /// Returns true if a stored condition holds, or there is none. An invalid condition does not hold.
    pub fn may_see(&self, condition: Option<&str>) -> bool {
        let holds = |text| Condition::parse(text, &Root::OF_SITES).is_ok_and(|it| self.decide(&it));
        condition.is_none_or(holds)
    }

    /// Returns a hash that identifies the audience.
    pub fn key(&self) -> Hash {
        self.key
    }

    /// Returns a hash of the values at these paths: if it is equal for two audiences, expressions that read only these
    /// paths have equal values for both. So audiences share results that do not depend on their differences.
    pub fn key_for<'a>(&self, paths: impl IntoIterator<Item = &'a Path>) -> Hash {
        let of_visitors = paths.into_iter().filter(|path| path.root == Root::Visitor);
        let read = |path: &Path| {
            let (depth, value) = self.read(&path.keys);
            json!([path.keys, depth, value.map(|value| [value])])
        };
        let read: Vec<Value> = of_visitors.map(read).collect();
        Hash::of(json!([self.preview, read]).to_string().as_bytes())
    }

    /// Returns the number of keys of a path that exist in the claims, and the value there.
    fn read(&self, keys: &[String]) -> (usize, Option<&Value>) {
        let Some((first, rest)) = keys.split_first() else { return (0, Some(&*self.claims)) };
        if first != "claims" {
            return (0, None);
        }
        let mut at = &*self.claims;
        for (depth, key) in rest.iter().enumerate() {
            // Members of a text or an array follow from the whole value; null has none.
            let Value::Object(members) = at else { return (depth, Some(at)) };
            match members.get(key) {
                Some(member) => at = member,
                // Nothing is read below an absent member, but the depth at which it is absent matters.
                None => return (depth, None),
            }
        }
        (rest.len(), Some(at))
    }
}

fn value(json: &Value) -> Result<expression::Value, TooDeep> {
    Ok(match json {
        Value::Null => expression::Value::Null,
        Value::Bool(boolean) => (*boolean).into(),
        Value::Number(number) => number.as_f64().unwrap_or(f64::NAN).into(),
        Value::String(text) => text.as_str().into(),
        Value::Array(values) => expression::Value::array(values.iter().map(value).collect::<Result<Vec<_>, _>>()?)?,
        Value::Object(members) => {
            let members = members.iter().map(|(name, json)| Ok((name.as_str(), value(json)?)));
            expression::Value::object(members.collect::<Result<Vec<_>, TooDeep>>()?)?
        }
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use quire_content::expression::Expression;

    use super::*;

    fn audience(signed: Value, unsigned: Value) -> Audience {
        let (Value::Object(signed), Value::Object(unsigned)) = (signed, unsigned) else { panic!("claims are objects") };
        Audience::new(signed, unsigned).unwrap()
    }

    #[test]
    fn conditions_read_claims() {
        let ada = audience(json!({ "plan": "pro", "teams": ["docs"] }), json!({ "beta": true }));
        for text in
            ["visitor.claims.plan === 'pro'", "visitor.claims.teams.includes('docs')", "visitor.claims.unsigned.beta"]
        {
            assert!(ada.may_see(Some(text)), "{text}");
            assert!(!Audience::default().may_see(Some(text)), "{text}");
        }
        assert!(ada.may_see(None) && Audience::default().may_see(Some("!visitor.claims.unsigned.beta")));
        assert!(!ada.may_see(Some("space.vars.x")) && !ada.may_see(Some("not an expression")));
    }

    #[test]
    fn a_signed_claim_does_not_pass_for_unsigned_ones() {
        let sly = audience(json!({ "unsigned": { "beta": true } }), json!({}));
        assert!(!sly.may_see(Some("visitor.claims.unsigned.beta")));
        assert_eq!(sly.key(), Audience::default().key());
    }

    #[test]
    fn unsigned_claims_do_not_pass_for_signed_ones() {
        assert!(!audience(json!({}), json!({ "admin": true })).may_see(Some("visitor.claims.admin")));
    }

    #[test]
    fn keys_tell_audiences_apart_by_the_spaces_that_they_see() {
        let spaces: BTreeSet<_> = [1, 2].map(|number| SpaceId(quire_content::id::Uid([number; 16]))).into();
        let [one, other] = [1, 2].map(|number| SpaceId(quire_content::id::Uid([number; 16])));
        let (all, first) = (Audience::default().among(&spaces), Audience::default().among(&[one].into()));
        assert!(all.may_read(other) && first.may_read(one) && !first.may_read(other));
        assert!(!first.clone().among(&spaces).may_read(other), "nobody sees more for being restricted again");
        let keys = [Audience::default(), all, first.clone(), Audience::default().among(&BTreeSet::new())];
        let keys: std::collections::HashSet<_> = keys.iter().map(Audience::key).collect();
        assert_eq!(keys.len(), 4);
        assert_ne!(first.clone().previewing().key(), first.key());
    }

    #[test]
    fn keys_tell_audiences_apart_by_what_is_read() {
        let (free, pro) =
            (audience(json!({ "plan": "free" }), json!({})), audience(json!({ "plan": "pro" }), json!({})));
        assert_ne!(free.key(), pro.key());
        let key = |audience: &Audience, text: &str| audience.key_for(Expression::parse(text).unwrap().paths());
        assert_eq!(key(&free, "visitor.claims.beta"), key(&pro, "visitor.claims.beta"));
        assert_eq!(key(&free, "space.vars.plan"), key(&pro, "space.vars.plan"));
        for text in
            ["visitor.claims.plan", "visitor.claims.plan.length", "visitor.claims", "visitor", "visitor.claims['plan']"]
        {
            assert_ne!(key(&free, text), key(&pro, text), "{text}");
        }
        let (absent, null) = (audience(json!({}), json!({})), audience(json!({ "plan": null }), json!({})));
        assert_ne!(key(&absent, "visitor.claims.plan"), key(&null, "visitor.claims.plan"));
        let below = audience(json!({ "plan": { "name": null } }), json!({}));
        assert_ne!(key(&null, "visitor.claims.plan.name"), key(&below, "visitor.claims.plan.name"));
    }

    fn claims() -> impl Strategy<Value = Value> {
        let leaf =
            prop_oneof![any::<bool>().prop_map(Value::from), "[xy]{0,2}".prop_map(Value::from), Just(Value::Null)];
        let nested = leaf.prop_recursive(2, 6, 3, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
                prop::collection::btree_map("[ab]", inner, 0..3).prop_map(|members| json!(members)),
            ]
        });
        prop::collection::btree_map("[ab]", nested, 0..3).prop_map(|members| json!(members))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]
        #[test]
        fn equal_keys_mean_equal_values(one in claims(), two in claims(), at in 0usize..8) {
            const TEXTS: [&str; 8] = [
                "visitor.claims.a", "visitor.claims.a.b", "visitor.claims.b.length", "visitor.claims.a.includes('x')",
                "visitor?.claims?.b?.a === null", "Object.keys(visitor.claims.a).length", "visitor.claims.a[0]",
                "visitor.claims.unsigned.a || visitor.claims.b",
            ];
            let expression = Expression::parse(TEXTS[at]).unwrap();
            let (one, two) = (audience(one, json!({})), audience(two, json!({})));
            if one.key_for(expression.paths()) == two.key_for(expression.paths()) {
                let value = |audience: &Audience| expression.text(&audience.scope()).map_err(|e| e.to_string());
                prop_assert_eq!(value(&one), value(&two));
            }
        }
    }
}
