//! Schemas as nested lists of fields, bounded in depth and number.

use maud::{Markup, html};
use serde_json::Value;

use super::read::{Parameter, Spec, entries, flag, list, text};
use super::shape::{Fact, clip, description, facts, is_nullable, is_said, properties, short, type_of, variants};
use crate::html_renderer::HtmlRenderer;

/// The most values of a discriminator that are shown.
const MOST_MAPPED: usize = 50;

/// The greatest nesting depth of fields.
const MOST_DEPTH: usize = 10;

/// The drawing of fields of one OpenAPI document.
pub(super) struct Fields<'d, 'a, 's> {
    pub(super) html_renderer: &'d mut HtmlRenderer<'a>,
    pub(super) spec: Spec<'s>,
    /// The references to schemas being drawn, from the outermost to the innermost; an array adds an empty one.
    trail: Vec<&'s str>,
    /// The number of fields that the field being drawn is in.
    depth: usize,
}

/// A field with its schema and the facts given beside the schema.
struct Field<'f, 's> {
    name: Option<&'f str>,
    schema: &'s Value,
    required: bool,
    deprecated: bool,
    description: Option<&'s str>,
    example: Option<&'s Value>,
    /// True for a value that is a text, whatever its schema says.
    is_text: bool,
}

impl<'f, 's> Field<'f, 's> {
    /// Creates a field of which all facts are those of its schema.
    fn of(name: Option<&'f str>, schema: &'s Value, required: bool) -> Self {
        Self { name, schema, required, deprecated: false, description: None, example: None, is_text: false }
    }
}

impl<'d, 'a, 's> Fields<'d, 'a, 's> {
    pub(super) fn new(html_renderer: &'d mut HtmlRenderer<'a>, spec: Spec<'s>) -> Self {
        Self { html_renderer, spec, trail: Vec::new(), depth: 0 }
    }

    /// Draws parameters, headers or the fields of a form.
    pub(super) fn parameters(&mut self, parameters: &[&Parameter<'s>]) -> Markup {
        html! {
            ul.q-fields {
                @for parameter in parameters {
                    (self.field(&Field {
                        name: Some(parameter.name),
                        schema: parameter.schema,
                        required: parameter.required,
                        deprecated: flag(parameter.more, "deprecated"),
                        description: parameter.description,
                        example: parameter.example(self.spec),
                        is_text: parameter.place == "server",
                    }))
                }
            }
        }
    }

    /// Draws the schema of a body: its description, properties and alternatives, or a single field without a name.
    pub(super) fn schema(&mut self, schema: &'s Value) -> Markup {
        let (resolved, reference) = self.spec.resolve(schema);
        if !self.has_fields(resolved) {
            return html! {
                ul.q-fields {
                    (self.field(&Field::of(None, schema, false)))
                }
            };
        }
        self.trail.extend(reference);
        let markup = html! {
            @if let Some(description) = description(self.spec, schema) { div.q-field-text { (self.html_renderer.markdown(description)) } }
            (self.inner(resolved))
        };
        self.trail.truncate(self.trail.len() - usize::from(reference.is_some()));
        markup
    }

    /// Draws the properties and alternatives of a schema.
    fn inner(&mut self, schema: &'s Value) -> Markup {
        let found = properties(self.spec, schema);
        let rest = rest(schema);
        html! {
            @if !found.is_empty() || !rest.is_empty() {
                ul.q-fields {
                    @for property in found {
                        (self.field(&Field::of(Some(property.name), property.schema, property.required)))
                    }
                    @for (name, schema) in &rest {
                        (self.field(&Field::of(Some(name), schema, false)))
                    }
                }
            }
            (self.alternatives(schema))
        }
    }

    /// Draws the groups of alternatives of a schema. Deep in another schema, those after the first one have only names, as
    /// the groups would multiply.
    fn alternatives(&mut self, schema: &'s Value) -> Markup {
        let labels = self.html_renderer.labels;
        let (groups, left_out) = variants(self.spec, schema);
        let is_near = self.trail.len() <= 1;
        html! {
            @for (at, group) in groups.iter().enumerate() {
                div.q-api-variants {
                    @if at == 0 { (self.discriminator(schema)) }
                    p.q-field-label { (if group.is_exclusive { labels.one_of } else { labels.any_of }) }
                    @if at == 0 || is_near {
                        @for alternative in &group.alternatives { (self.alternative(alternative)) }
                    } @else {
                        @if self.pays(group.alternatives.len()) {
                            ul.q-field-facts { @for alternative in &group.alternatives { li { (self.name_of(alternative)) } } }
                        }
                    }
                    @if group.left_out > 0 { p.q-field-label { "… +" (group.left_out) } }
                }
            }
            @if left_out > 0 { p.q-field-label { "… +" (left_out) } }
        }
    }

    /// Returns the name of an alternative.
    fn name_of(&self, schema: &'s Value) -> String {
        let title = text(self.spec.resolve(schema).0, "title");
        title.map_or_else(|| type_of(self.spec, schema), clip)
    }

    fn alternative(&mut self, schema: &'s Value) -> Markup {
        if !self.pays(1) {
            return self.left_out();
        }
        let name = self.name_of(schema);
        let content = self.nested(schema);
        html! {
            details.q-fields-more open[self.html_renderer.printed] {
                summary { (name) }
                @if content.0.is_empty() {
                    ul.q-fields {
                        (self.field(&Field::of(None, schema, false)))
                    }
                } @else {
                    (content)
                }
            }
        }
    }

    fn field(&mut self, field: &Field<'_, 's>) -> Markup {
        if !self.pays(1) {
            let note = self.left_out();
            return html! { @if !note.0.is_empty() { li.q-field { (note) } } };
        }
        let (schema, _) = self.spec.resolve(field.schema);
        let labels = self.html_renderer.labels;
        let stability = text(schema, "x-stability");
        let says = |name: &str| is_said(self.spec, field.schema, name);
        let flags = [
            (field.deprecated || says("deprecated"), labels.deprecated),
            (says("readOnly"), labels.read_only),
            (says("writeOnly"), labels.write_only),
            (is_nullable(field.schema) || is_nullable(schema), labels.nullable),
        ];
        let description = field.description.or_else(|| description(self.spec, field.schema));
        html! {
            li.q-field {
                div.q-field-head {
                    @if let Some(name) = field.name { code.q-field-name { (clip(name)) } " " }
                    span.q-field-type { @if field.is_text { "string" } @else { (type_of(self.spec, field.schema)) } }
                    @if field.required { " " span.q-flag.q-required { (labels.required) } }
                    @if let Some(stability) = stability { " " span.q-flag { (clip(stability)) } }
                    @for (_, label) in flags.into_iter().filter(|(holds, _)| *holds) { " " span.q-flag { (label) } }
                }
                @if let Some(description) = description { div.q-field-text { (self.html_renderer.markdown(description)) } }
                (self.facts(field))
                (self.more(field.schema))
            }
        }
    }

    fn facts(&mut self, field: &Field<'_, 's>) -> Markup {
        let labels = self.html_renderer.labels;
        let mut facts = facts(self.spec, field.schema);
        if let Some(example) = field.example {
            facts.retain(|fact| !matches!(fact, Fact::Example(_)));
            facts.push(Fact::Example(short(example)));
        }
        self.pays(facts.len());
        html! {
            @if !facts.is_empty() {
                ul.q-field-facts {
                    @for fact in facts {
                        li {
                            @match fact {
                                Fact::Default(value) => { (labels.default) ": " code.q-c { (value) } },
                                Fact::Example(value) => { (labels.example) ": " code.q-c { (value) } },
                                Fact::Bound(name, value) => { (name) ": " code.q-c { (value) } },
                                Fact::Allowed(values, left_out) => (self.allowed(values, left_out)),
                            }
                        }
                    }
                }
            }
        }
    }

    /// Draws allowed values: in one line, or as a list where values have descriptions; then the number of further ones.
    fn allowed(&self, values: Vec<(String, Option<String>)>, left_out: usize) -> Markup {
        let is_list = values.iter().any(|(_, said)| said.is_some());
        html! {
            (self.html_renderer.labels.allowed) ":"
            @if is_list {
                ul.q-api-values { @for (value, said) in values { li { code.q-c { (value) } @if let Some(said) = said { " " (said) } } } }
            } @else {
                @for (value, _) in values { " " code.q-c { (value) } }
            }
            @if left_out > 0 { " … +" (left_out) }
        }
    }

    /// Draws the property that chooses among alternatives, with the values that choose each.
    fn discriminator(&self, schema: &Value) -> Markup {
        let found = schema.get("discriminator");
        let name = found.and_then(|it| it.as_str().or_else(|| text(it, "propertyName")));
        let mapping = found.into_iter().flat_map(|it| entries(it, "mapping")).take(MOST_MAPPED);
        html! {
            @if let Some(name) = name {
                p.q-field-label { (self.html_renderer.labels.chosen_by) ":" " " code.q-c { (clip(name)) } }
                @if found.is_some_and(|it| it.get("mapping").is_some()) {
                    ul.q-field-facts {
                        @for (value, target) in mapping {
                            li { code.q-c { (clip(value)) } " → " (clip(target.as_str().and_then(|it| it.rsplit('/').next()).unwrap_or_default())) }
                        }
                    }
                }
            }
        }
    }

    /// Takes a number of fields from what is left for the page; returns false if nothing was left.
    fn pays(&mut self, fields: usize) -> bool {
        let Self { html_renderer, depth, .. } = self;
        let left = if *depth == 0 { &mut html_renderer.outer_fields_left } else { &mut html_renderer.fields_left };
        let had_any = *left > 0;
        *left = left.saturating_sub(fields);
        had_any
    }

    /// Says that fields are left out, once for a block.
    fn left_out(&mut self) -> Markup {
        let is_said = std::mem::replace(&mut self.html_renderer.has_fields_left_out, true);
        html! { @if !is_said { p.q-field-label { (self.html_renderer.labels.fields_left_out) } } }
    }

    /// Draws the nested fields of a field, in a fold.
    fn more(&mut self, schema: &'s Value) -> Markup {
        let content = self.nested(schema);
        html! {
            @if !content.0.is_empty() {
                details.q-fields-more open[self.html_renderer.printed] { summary { (self.html_renderer.labels.properties) } (content) }
            }
        }
    }

    /// Draws the properties of a schema, or of the items of an array.
    fn nested(&mut self, schema: &'s Value) -> Markup {
        let (resolved, reference) = self.spec.resolve(schema);
        if let Some(items) = resolved.get("items").filter(|_| resolved.get("properties").is_none()) {
            return self.within("", |it| it.nested(items));
        }
        if !self.has_fields(resolved) {
            return Markup::default();
        }
        let known = reference.is_some_and(|reference| self.trail.contains(&reference));
        if !known && self.trail.len() >= MOST_DEPTH {
            return html! { p.q-field-label { (self.html_renderer.labels.fields_left_out) } };
        }
        if known {
            return html! { p.q-field-label { (self.html_renderer.labels.recursive) } };
        }
        self.within(reference.unwrap_or_default(), |it| it.inner(resolved))
    }

    /// Returns true if a schema has anything to draw below it.
    fn has_fields(&self, schema: &'s Value) -> bool {
        !properties(self.spec, schema).is_empty()
            || !variants(self.spec, schema).0.is_empty()
            || !rest(schema).is_empty()
    }

    fn within(&mut self, name: &'s str, inner: impl FnOnce(&mut Self) -> Markup) -> Markup {
        // Lists in lists have no fields by which they end.
        if self.trail.len() > 2 * MOST_DEPTH {
            return Markup::default();
        }
        self.trail.push(name);
        self.depth += 1;
        let markup = inner(self);
        self.depth -= 1;
        self.trail.pop();
        markup
    }
}

/// Returns the schemas of what a schema holds besides named properties, each with a name for readers: `*` for any further
/// property, a pattern of names, or the place of an item.
fn rest(schema: &Value) -> Vec<(String, &Value)> {
    let patterns = entries(schema, "patternProperties").map(|(pattern, it)| (format!("/{pattern}/"), it));
    let places = list(schema, "prefixItems").enumerate().map(|(at, it)| (format!("[{at}]"), it));
    let any = schema.get("additionalProperties").filter(|rest| rest.as_object().is_some_and(|it| !it.is_empty()));
    patterns.chain(places).chain(any.map(|it| ("*".to_owned(), it))).collect()
}
