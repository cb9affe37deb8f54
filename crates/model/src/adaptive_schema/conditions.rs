//! Suggested conditions for an adaptive schema.
//!
//! Each is an expression for a section, a page or a block, and is false where the claim is absent.

use super::{AdaptiveSchema, Claim, Properties, Shape, UNSIGNED};

/// A suggested condition with its description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemplateCondition {
    /// The description in plain words, such as `plan is pro`.
    pub description: String,
    /// The condition's expression, such as `visitor.claims.plan === "pro"`.
    pub condition: String,
}

/// The path of a claim, as an expression and as words.
struct ClaimPath {
    expression: String,
    words: String,
}

/// Returns the suggested conditions of a schema, those on signed claims first.
pub(super) fn of(schema: &AdaptiveSchema) -> Vec<TemplateCondition> {
    let mut found = Vec::new();
    let root = ClaimPath { expression: "visitor.claims".to_owned(), words: String::new() };
    properties(&root, &schema.signed, &mut found);
    if let Some(unsigned) = &schema.unsigned {
        claim(&root.member(UNSIGNED), unsigned, &mut found);
    }
    found
}

fn properties(at: &ClaimPath, claims: &Properties, found: &mut Vec<TemplateCondition>) {
    for (name, inside) in claims {
        claim(&at.member(name), inside, found);
    }
}

fn claim(at: &ClaimPath, claim: &Claim, found: &mut Vec<TemplateCondition>) {
    let described = claim.description.as_deref().filter(|text| !text.trim().is_empty());
    let name = described.unwrap_or(&at.words);
    let place = &at.expression;
    let mut suggest = |description, condition| found.push(TemplateCondition { description, condition });
    match &claim.shape {
        Shape::Boolean => {
            let says = described.map_or_else(|| format!("{name} is true"), str::to_owned);
            suggest(says, format!("{place} === true"));
        }
        Shape::Text(Some(choices)) => {
            for choice in choices {
                suggest(format!("{name} is {choice}"), format!("{place} === {}", literal(choice)));
            }
        }
        Shape::Text(None) | Shape::Number => suggest(format!("{name} is known"), format!("{place} !== undefined")),
        Shape::Array(items) => match &items.shape {
            Shape::Text(Some(choices)) => {
                for choice in choices {
                    suggest(format!("{name} has {choice}"), format!("{place}.includes({})", literal(choice)));
                }
            }
            _ => suggest(format!("{name} is not empty"), format!("{place}.length > 0")),
        },
        Shape::Object(inside) => properties(at, inside, found),
    }
}

impl ClaimPath {
    fn member(&self, name: &str) -> Self {
        let mut letters = name.chars();
        let starts = letters.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_' || c == '$');
        let is_plain = starts && letters.all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '$');
        let step = if is_plain { format!(".{name}") } else { format!("[{}]", literal(name)) };
        let separator = if self.words.is_empty() { "" } else { "." };
        Self { expression: format!("{}{step}", self.expression), words: format!("{}{separator}{name}", self.words) }
    }
}

/// Returns a text as a string literal of the expression language.
fn literal(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
