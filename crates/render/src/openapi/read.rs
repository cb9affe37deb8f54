//! Access to the parts of an OpenAPI document of any version: Swagger 2.0, OpenAPI 3.0, 3.1 and 3.2.
//!
//! Nothing is validated: a value of an unexpected type counts as absent. Only references
//! within the document are followed.

use percent_encoding::percent_decode_str;
use serde_json::Value;

/// The longest chain of references that is followed.
const MOST_HOPS: usize = 16;

/// The most entries read from a list of a document, such as parameters, responses, examples.
const MOST_ENTRIES: usize = 1_000;

/// The most servers, variables of one, and groups of authorization schemes of an operation.
const MOST_SERVERS: usize = 20;

/// The most media types of a body in Swagger 2.0.
const MOST_MEDIA: usize = 12;

/// The most callbacks of an operation.
const MOST_CALLBACKS: usize = 20;

/// The most named examples of a body.
const MOST_EXAMPLES: usize = 10;

/// The most samples of code that a document gives for an operation.
const MOST_SAMPLES: usize = 12;

/// The length of the longest address of a server, in characters.
const MOST_URL: usize = 500;

/// A parsed OpenAPI document.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spec<'a> {
    root: &'a Value,
}

/// An operation or a webhook.
pub(super) struct Operation<'a> {
    pub(super) summary: Option<&'a str>,
    pub(super) description: Option<&'a str>,
    pub(super) deprecated: bool,
    /// The state of the operation in its life, such as `beta`.
    pub(super) stability: Option<&'a str>,
    /// The day from which on the operation may be gone.
    pub(super) sunset: Option<&'a str>,
    /// The address of further documentation, with its description.
    pub(super) documentation: Option<(&'a str, Option<&'a str>)>,
    /// The servers, without those of other operations.
    pub(super) servers: Vec<Server<'a>>,
    /// The schemes that the operation may require.
    pub(super) security: Vec<Scheme<'a>>,
    /// The names of schemes of which one group is enough; an empty group stands for none.
    pub(super) requirements: Vec<Vec<&'a str>>,
    /// The samples that the document gives.
    pub(super) samples: Vec<Sample<'a>>,
    /// The path items of requests that the server sends, with their names and their addresses.
    pub(super) callbacks: Vec<(&'a str, &'a str, &'a Value)>,
    pub(super) parameters: Vec<Parameter<'a>>,
    pub(super) body: Option<Payload<'a>>,
    pub(super) responses: Vec<(&'a str, Payload<'a>)>,
}

/// A server.
pub(super) struct Server<'a> {
    /// The address with the defaults of its variables, without a slash at its end.
    pub(super) url: String,
    /// The address as it is written.
    pub(super) template: String,
    pub(super) description: Option<&'a str>,
    /// The variables, with their schemas.
    pub(super) variables: Vec<Parameter<'a>>,
}

/// A sample of code that the document gives.
pub(super) struct Sample<'a> {
    pub(super) title: &'a str,
    pub(super) language: &'a str,
    pub(super) source: &'a str,
}

/// A parameter or a header.
pub(super) struct Parameter<'a> {
    pub(super) name: &'a str,
    /// The location: `path`, `query`, `querystring`, `header`, `cookie`, `formData` or `body`; `server` for a variable of
    /// one.
    pub(super) place: &'a str,
    pub(super) required: bool,
    pub(super) description: Option<&'a str>,
    /// The schema; else the parameter itself, which in Swagger 2.0 has the keywords of a schema.
    pub(super) schema: &'a Value,
    pub(super) more: &'a Value,
}

/// The body of a request, or a response.
#[derive(Default)]
pub(super) struct Payload<'a> {
    pub(super) description: Option<&'a str>,
    pub(super) required: bool,
    pub(super) headers: Vec<Parameter<'a>>,
    /// The fields of a form, in Swagger 2.0.
    pub(super) fields: Vec<Parameter<'a>>,
    /// The media types that the document gives for that form.
    pub(super) media: Vec<&'a str>,
    pub(super) contents: Vec<Content<'a>>,
}

/// A body in one media type.
pub(super) struct Content<'a> {
    pub(super) media: &'a str,
    pub(super) schema: Option<&'a Value>,
    /// The examples with their names, which may be empty.
    pub(super) examples: Vec<(&'a str, &'a Value)>,
    /// The forms of the fields of a form.
    pub(super) encoding: Option<&'a Value>,
}

/// An authorization scheme with the scopes that an operation requires.
pub(super) struct Scheme<'a> {
    pub(super) name: &'a str,
    pub(super) scheme: &'a Value,
    pub(super) scopes: Vec<&'a str>,
}

impl<'a> Parameter<'a> {
    /// Returns the example that the document gives beside the schema.
    pub(super) fn example(&self, spec: Spec<'a>) -> Option<&'a Value> {
        let of_content = entries(self.more, "content").next().map(|(_, content)| content);
        let beside = [Some(self.more).filter(|more| more.get("schema").is_some()), of_content];
        let own = beside.into_iter().flatten().find_map(|it| {
            let named = || entries(it, "examples").find_map(|(_, example)| spec.example(example));
            it.get("example").or_else(named)
        });
        own.or_else(|| self.more.get("x-example"))
    }

    /// Returns the location of the parameter for readers: the whole query is a parameter of the query.
    pub(super) fn group(&self) -> &'a str {
        if self.place == "querystring" { "query" } else { self.place }
    }

    /// Returns true if each value of a list, or member of an object, is a parameter of its own: so it is in queries, unless
    /// the document says otherwise.
    pub(super) fn explodes(&self) -> bool {
        match self.more.get("explode").and_then(Value::as_bool) {
            Some(explodes) => explodes,
            None if self.more.get("schema").is_some() => {
                matches!(self.place, "query" | "cookie") && text(self.more, "style").is_none_or(|style| style == "form")
            }
            None => text(self.more, "collectionFormat") == Some("multi"),
        }
    }
}

impl<'a> Operation<'a> {
    /// Returns the summary if it is short enough for a title.
    pub(super) fn title(&self) -> Option<&'a str> {
        self.summary.map(str::trim).filter(|summary| is_title(summary))
    }

    /// Returns the summary if it is too long for a title.
    pub(super) fn long_summary(&self) -> Option<&'a str> {
        self.summary.map(str::trim).filter(|summary| !is_title(summary))
    }
}

/// The longest summary that is a title, in bytes.
const MOST_TITLE: usize = 160;

fn is_title(summary: &str) -> bool {
    summary.len() <= MOST_TITLE && !summary.contains('\n')
}

pub(super) fn text<'a>(value: &'a Value, name: &str) -> Option<&'a str> {
    value.get(name)?.as_str().filter(|text| !text.trim().is_empty())
}

pub(super) fn flag(value: &Value, name: &str) -> bool {
    value.get(name).and_then(Value::as_bool) == Some(true)
}

pub(super) fn list<'a>(value: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> {
    value.get(name).and_then(Value::as_array).into_iter().flatten().take(MOST_ENTRIES)
}

pub(super) fn entries<'a>(value: &'a Value, name: &str) -> impl Iterator<Item = (&'a str, &'a Value)> {
    let map = value.get(name).and_then(Value::as_object);
    map.into_iter().flatten().map(|(name, value)| (name.as_str(), value)).take(MOST_ENTRIES)
}

impl<'a> Spec<'a> {
    pub(super) fn new(root: &'a Value) -> Self {
        Self { root }
    }

    /// Returns true if the document is of a version in which keywords beside a reference of a schema count.
    pub(super) fn has_keywords_beside_references(self) -> bool {
        text(self.root, "openapi").is_some_and(|version| version.starts_with("3.") && !version.starts_with("3.0"))
    }

    /// Follows the references of a value, and returns the final value with the last reference; null if a reference is
    /// broken or the chain too long.
    pub(super) fn resolve(self, value: &'a Value) -> (&'a Value, Option<&'a str>) {
        let (mut value, mut last) = (value, None);
        for _ in 0..MOST_HOPS {
            let Some(reference) = value.get("$ref").and_then(Value::as_str) else { return (value, last) };
            last = Some(reference);
            let Some(target) = self.pointer(reference) else { return (&Value::Null, last) };
            value = target;
        }
        (&Value::Null, last)
    }

    fn pointer(self, reference: &str) -> Option<&'a Value> {
        let path = reference.strip_prefix('#')?;
        // Pointers that are not percent-encoded are common, and found at once.
        self.root.pointer(path).or_else(|| self.root.pointer(&percent_decode_str(path).decode_utf8().ok()?))
    }

    /// Returns a schema by its name.
    pub(super) fn schema(self, name: &str) -> Option<&'a Value> {
        let schemas = self.root.pointer("/components/schemas").or_else(|| self.root.get("definitions"));
        schemas?.get(name)
    }

    /// Returns an operation by its path and method.
    pub(super) fn operation(self, path: &str, method: &str) -> Option<Operation<'a>> {
        self.operation_of(self.root.get("paths")?.get(path)?, method)
    }

    /// Returns a webhook by its name and method.
    pub(super) fn webhook(self, name: &str, method: &str) -> Option<Operation<'a>> {
        let webhooks = self.root.get("webhooks").or_else(|| self.root.get("x-webhooks"))?;
        self.operation_of(webhooks.get(name)?, method)
    }

    /// Returns the operations of a path item, at most one for each method.
    pub(super) fn operations_of(self, item: &'a Value) -> Vec<(&'a str, Operation<'a>)> {
        let (item, _) = self.resolve(item);
        let methods = item.as_object().into_iter().flatten().map(|(name, _)| name.as_str());
        let methods = methods.filter(|name| super::METHODS.contains(name));
        methods.filter_map(|method| Some((method, self.operation_of(item, method)?))).collect()
    }

    fn operation_of(self, item: &'a Value, method: &str) -> Option<Operation<'a>> {
        let (item, _) = self.resolve(item);
        let operation = item.get(method.to_ascii_lowercase()).filter(|operation| operation.is_object())?;
        let mut parameters = self.parameters(item, operation);
        let body = self.body(operation, &mut parameters);
        Some(Operation {
            summary: text(operation, "summary").or_else(|| text(item, "summary")),
            description: text(operation, "description").or_else(|| text(item, "description")),
            deprecated: flag(operation, "deprecated"),
            stability: text(operation, "x-stability"),
            sunset: text(operation, "x-deprecated-sunset").or_else(|| text(operation, "x-sunset")),
            documentation: documentation(operation),
            servers: self.servers(item, operation),
            security: self.security(operation),
            requirements: self.requirements(operation),
            samples: samples(operation),
            callbacks: self.callbacks(operation),
            parameters,
            body,
            responses: entries(operation, "responses")
                .map(|(status, it)| (status, self.response(operation, it)))
                .collect(),
        })
    }

    /// Returns the parameters of an operation, then those of its path item that it does not override.
    fn parameters(self, item: &'a Value, operation: &'a Value) -> Vec<Parameter<'a>> {
        let mut found: Vec<Parameter<'a>> = Vec::new();
        for value in list(operation, "parameters").chain(list(item, "parameters")) {
            let (value, _) = self.resolve(value);
            let Some(parameter) = text(value, "name").map(|name| self.parameter(name, value)) else { continue };
            if !found.iter().any(|known| known.name == parameter.name && known.place == parameter.place) {
                found.push(parameter);
            }
        }
        found
    }

    fn parameter(self, name: &'a str, value: &'a Value) -> Parameter<'a> {
        let (value, _) = self.resolve(value);
        let content = || entries(value, "content").next().and_then(|(_, content)| content.get("schema"));
        Parameter {
            name,
            place: text(value, "in").unwrap_or("header"),
            required: flag(value, "required"),
            description: text(value, "description"),
            schema: value.get("schema").or_else(content).unwrap_or(value),
            more: value,
        }
    }

    /// Returns the body of a request; in Swagger 2.0 it is removed from the parameters.
    fn body(self, operation: &'a Value, parameters: &mut Vec<Parameter<'a>>) -> Option<Payload<'a>> {
        if let Some(body) = operation.get("requestBody") {
            let (body, _) = self.resolve(body);
            return Some(Payload {
                description: text(body, "description"),
                required: flag(body, "required"),
                contents: contents(body),
                ..Payload::default()
            });
        }
        let own = |parameter: &mut Parameter<'a>| matches!(parameter.place, "body" | "formData");
        let found: Vec<Parameter<'a>> = parameters.extract_if(.., own).collect();
        let first = found.first()?;
        if first.place == "body" {
            let content = |media| Content { media, schema: Some(first.schema), examples: Vec::new(), encoding: None };
            let contents = self.media(operation, "consumes").into_iter().map(content).collect();
            let (description, required) = (first.description, first.required);
            return Some(Payload { description, required, contents, ..Payload::default() });
        }
        let is_form = |media: &&str| media.starts_with("multipart/") || media.contains("form-urlencoded");
        let media = self.media(operation, "consumes").into_iter().filter(is_form).collect();
        Some(Payload { fields: found, media, ..Payload::default() })
    }

    /// Returns the media types of Swagger 2.0, of which there is one at least.
    fn media(self, operation: &'a Value, name: &str) -> Vec<&'a str> {
        let stated =
            |value: &'a Value| list(value, name).filter_map(Value::as_str).take(MOST_MEDIA).collect::<Vec<_>>();
        let found = [operation, self.root].into_iter().map(stated).find(|media| !media.is_empty());
        found.unwrap_or_else(|| vec!["application/json"])
    }

    fn response(self, operation: &'a Value, response: &'a Value) -> Payload<'a> {
        let (response, _) = self.resolve(response);
        let mut contents = contents(response);
        if let Some(schema) = response.get("schema") {
            let content = |media| {
                let example = response.get("examples").and_then(|examples| examples.get(media));
                let examples = example.map(|it| ("", it)).into_iter().collect();
                Content { media, schema: Some(schema), examples, encoding: None }
            };
            contents.extend(self.media(operation, "produces").into_iter().map(content));
        }
        Payload {
            description: text(response, "description"),
            headers: entries(response, "headers").map(|(name, header)| self.parameter(name, header)).collect(),
            contents,
            ..Payload::default()
        }
    }

    fn servers(self, item: &'a Value, operation: &'a Value) -> Vec<Server<'a>> {
        let stated = [operation, item, self.root].into_iter().find(|it| list(it, "servers").next().is_some());
        if let Some(stated) = stated {
            return list(stated, "servers").take(MOST_SERVERS).filter_map(|server| self.server(server)).collect();
        }
        let Some(host) = text(self.root, "host") else { return Vec::new() };
        let scheme =
            list(self.root, "schemes").filter_map(Value::as_str).find(|scheme| *scheme != "http").unwrap_or("https");
        let base = text(self.root, "basePath").unwrap_or_default().trim_end_matches('/');
        let url = format!("{scheme}://{host}{base}");
        vec![Server { template: url.clone(), url, description: None, variables: Vec::new() }]
    }

    fn server(self, server: &'a Value) -> Option<Server<'a>> {
        let template: String = text(server, "url")?.chars().take(MOST_URL).collect();
        let mut url = template.clone();
        let mut variables = Vec::new();
        for (name, variable) in entries(server, "variables").take(MOST_SERVERS) {
            let default: String = text(variable, "default").unwrap_or(name).chars().take(MOST_URL).collect();
            if url.len() < 8 * MOST_URL {
                url = url.replace(&format!("{{{name}}}"), &default);
            }
            variables.push(Parameter { place: "server", ..self.parameter(name, variable) });
        }
        let url = url.trim_end_matches('/').to_owned();
        Some(Server { url, template, description: text(server, "description"), variables })
    }

    /// Returns the groups of schemes of which one is enough.
    fn requirements(self, operation: &'a Value) -> Vec<Vec<&'a str>> {
        let own = if operation.get("security").is_some() { operation } else { self.root };
        let groups = list(own, "security").filter_map(Value::as_object);
        groups.take(MOST_SERVERS).map(|group| group.keys().map(String::as_str).take(MOST_SERVERS).collect()).collect()
    }

    fn callbacks(self, operation: &'a Value) -> Vec<(&'a str, &'a str, &'a Value)> {
        let all = entries(operation, "callbacks").take(MOST_CALLBACKS);
        let all = all.flat_map(|(name, callback)| {
            let items = self.resolve(callback).0.as_object().into_iter().flatten();
            let items = items.filter(|(address, _)| !address.starts_with("x-")).take(MOST_CALLBACKS);
            items.map(move |(address, item)| (name, address.as_str(), item))
        });
        all.take(MOST_CALLBACKS).collect()
    }

    fn security(self, operation: &'a Value) -> Vec<Scheme<'a>> {
        let schemes = self.root.pointer("/components/securitySchemes").or_else(|| self.root.get("securityDefinitions"));
        let own = if operation.get("security").is_some() { operation } else { self.root };
        let mut found: Vec<Scheme<'a>> = Vec::new();
        for requirement in list(own, "security").filter_map(Value::as_object) {
            for (name, scopes) in requirement {
                let Some(scheme) = schemes.and_then(|schemes| schemes.get(name)) else { continue };
                if !found.iter().any(|known| known.name == name) {
                    let scopes = scopes.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
                    found.push(Scheme { name, scheme: self.resolve(scheme).0, scopes });
                }
            }
        }
        found
    }

    /// Returns the value of an example, which may be a reference; external values are not fetched.
    pub(super) fn example(self, example: &'a Value) -> Option<&'a Value> {
        let (example, _) = self.resolve(example);
        example.get("value").or_else(|| example.get("externalValue").is_none().then_some(example))
    }
}

fn contents(value: &Value) -> Vec<Content<'_>> {
    let content = |(media, content): (_, _)| {
        let examples = entries(content, "examples").take(MOST_EXAMPLES);
        Content {
            media,
            schema: content.get("schema").or_else(|| content.get("itemSchema")),
            encoding: content.get("encoding"),
            examples: content.get("example").map(|example| ("", example)).into_iter().chain(examples).collect(),
        }
    };
    entries(value, "content").map(content).collect()
}

fn documentation(operation: &Value) -> Option<(&str, Option<&str>)> {
    let found = operation.get("externalDocs")?;
    Some((text(found, "url")?, text(found, "description")))
}

/// Returns the samples of code that a document gives.
fn samples(operation: &Value) -> Vec<Sample<'_>> {
    let given = list(operation, "x-codeSamples").chain(list(operation, "x-code-samples"));
    let given = given.filter_map(|sample| {
        let language = text(sample, "lang")?;
        Some(Sample { title: text(sample, "label").unwrap_or(language), language, source: text(sample, "source")? })
    });
    given.take(MOST_SAMPLES).collect()
}
