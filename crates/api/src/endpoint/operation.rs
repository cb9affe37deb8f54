//! One operation of the document: what its author says ([`Op`]) and what its types add ([`OperationDescription`]).

use std::borrow::Cow;

use axum::http::StatusCode;
use serde_json::{Map, Value, json};

/// What only the author of an endpoint knows about it.
#[derive(Debug, Clone)]
pub struct Op {
    pub(super) id: Cow<'static, str>,
    pub(super) tag: &'static str,
    pub(super) summary: &'static str,
    pub(super) details: Option<&'static str>,
    pub(super) public: bool,
    pub(super) deprecated: bool,
    pub(super) untimed: bool,
    pub(super) body_limit: Option<usize>,
    pub(super) further: Vec<(StatusCode, &'static str)>,
    pub(super) partial: bool,
}

/// An operation: its unique id, the group that the reference shows it in, and one sentence.
pub fn op(id: &'static str, tag: &'static str, summary: &'static str) -> Op {
    Op {
        id: id.into(),
        tag,
        summary,
        details: None,
        public: false,
        deprecated: false,
        untimed: false,
        body_limit: None,
        further: Vec::new(),
        partial: false,
    }
}

impl Op {
    /// More than the summary says.
    #[must_use]
    pub fn details(mut self, text: &'static str) -> Self {
        self.details = Some(text);
        self
    }

    /// Needs no token.
    #[must_use]
    pub fn public(mut self) -> Self {
        self.public = true;
        self
    }

    /// Works, but new clients should use something else.
    #[must_use]
    pub fn deprecated(mut self) -> Self {
        self.deprecated = true;
        self
    }

    /// Uploads, downloads and other work that may run for longer than the time-out of requests.
    #[must_use]
    pub fn untimed(mut self) -> Self {
        self.untimed = true;
        self
    }

    /// Takes a JSON body of up to this many bytes, where the server's common bound does not fit.
    #[must_use]
    pub fn body_limit(mut self, bytes: usize) -> Self {
        self.body_limit = Some(bytes);
        self
    }

    /// Answers a request for a range of bytes with that part (206), or says that there is none (416).
    #[must_use]
    pub fn partial(mut self) -> Self {
        self.partial = true;
        self.fails(StatusCode::RANGE_NOT_SATISFIABLE, "The range begins after the end")
    }

    /// Answers with this error too; `when` says when.
    #[must_use]
    pub fn fails(mut self, status: StatusCode, when: &'static str) -> Self {
        self.further.push((status, when));
        self
    }
}

/// An operation of the document, while its types describe it.
#[derive(Debug)]
pub struct OperationDescription {
    id: String,
    path: String,
    unread: Vec<String>,
    parameters: Vec<Value>,
    body: Option<Value>,
    responses: Map<String, Value>,
    public: bool,
}

impl OperationDescription {
    pub(super) fn new(path: &str, op: &Op) -> Self {
        Self {
            id: op.id.to_string(),
            path: path.to_owned(),
            unread: template_names(path),
            parameters: Vec::new(),
            body: None,
            responses: Map::new(),
            public: op.public,
        }
    }

    /// The path template.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The names of the template's parameters that no extractor described so far.
    pub fn undescribed(&self) -> &[String] {
        &self.unread
    }

    /// Whether the path template has a parameter of this name.
    pub fn has_path_parameter(&self, name: &str) -> bool {
        template_names(&self.path).iter().any(|parameter| parameter == name)
    }

    /// Describes a parameter of the path. Several extractors may read the same one: the first description counts.
    ///
    /// # Panics
    /// If the path template does not have it.
    pub fn path_parameter(&mut self, name: &str, schema: Value) {
        assert!(self.has_path_parameter(name), "{}: the path {} has no parameter {name}", self.id, self.path);
        if self.unread.iter().any(|unread| unread == name) {
            self.unread.retain(|unread| unread != name);
            self.parameter("path", name, true, schema);
        }
    }

    /// Describes a query parameter.
    pub fn query_parameter(&mut self, name: &str, required: bool, schema: Value) {
        self.parameter("query", name, required, schema);
    }

    /// Describes a request header.
    pub fn header_parameter(&mut self, name: &str, required: bool, schema: Value) {
        self.parameter("header", name, required, schema);
    }

    fn parameter(&mut self, place: &str, name: &str, required: bool, mut schema: Value) {
        drop_null(&mut schema);
        let mut parameter = Map::new();
        if let Some(fields) = schema.as_object_mut() {
            for word in ["description", "deprecated"] {
                parameter.extend(fields.remove(word).map(|value| (word.to_owned(), value)));
            }
        }
        parameter.insert("name".into(), name.into());
        parameter.insert("in".into(), place.into());
        if required {
            parameter.insert("required".into(), true.into());
        }
        parameter.insert("schema".into(), schema);
        self.parameters.push(parameter.into());
    }

    /// Describes the request body.
    pub fn body(&mut self, media_type: &str, required: bool, schema: Value) {
        self.body = Some(json!({ "required": required, "content": content(media_type, schema) }));
    }

    /// Describes a response. `body` is its media type and schema, `headers` are names with what they say.
    pub fn response(
        &mut self,
        status: StatusCode,
        description: &str,
        body: Option<(&str, Value)>,
        headers: &[(&str, &str)],
    ) {
        let mut response = Map::from_iter([("description".to_owned(), description.into())]);
        if let Some((media_type, schema)) = body {
            response.insert("content".into(), content(media_type, schema));
        }
        if !headers.is_empty() {
            let headers = headers.iter().map(|(name, says)| {
                ((*name).to_owned(), json!({ "description": says, "schema": { "type": "string" } }))
            });
            response.insert("headers".into(), headers.collect());
        }
        self.responses.insert(status.as_str().to_owned(), response.into());
    }

    /// Marks the operation as one that needs no token.
    pub fn public(&mut self) {
        self.public = true;
    }

    /// The operation object of the document.
    pub(super) fn finish(mut self, op: &Op) -> Value {
        assert!(
            self.unread.is_empty(),
            "{}: no extractor describes the path parameters {:?} of {}",
            self.id,
            self.unread,
            self.path
        );
        for (status, when) in &op.further {
            self.responses.insert(status.as_str().to_owned(), failure(when));
        }
        if op.partial {
            let mut part = self.responses["200"].clone();
            part["description"] = "The part that was asked for".into();
            self.responses.insert("206".to_owned(), part);
        }
        for others in ["4XX", "default"] {
            self.responses.insert(others.to_owned(), json!({ "$ref": "#/components/responses/Error" }));
        }
        let mut operation = Map::from_iter([
            ("operationId".to_owned(), self.id.into()),
            ("tags".to_owned(), json!([op.tag])),
            ("summary".to_owned(), op.summary.into()),
            ("security".to_owned(), if self.public { json!([]) } else { json!([{ "bearer": [] }]) }),
            ("responses".to_owned(), self.responses.into()),
        ]);
        operation.extend(op.details.map(|text| ("description".to_owned(), text.into())));
        operation.extend(op.deprecated.then(|| ("deprecated".to_owned(), true.into())));
        operation.extend(self.body.map(|body| ("requestBody".to_owned(), body)));
        if !self.parameters.is_empty() {
            operation.insert("parameters".into(), self.parameters.into());
        }
        operation.into()
    }
}

fn content(media_type: &str, schema: Value) -> Value {
    let schema = Map::from_iter([("schema".to_owned(), schema)]);
    Map::from_iter([(media_type.to_owned(), schema.into())]).into()
}

/// A response that is an error.
pub(super) fn failure(description: &str) -> Value {
    let schema = json!({ "$ref": "#/components/schemas/Error" });
    json!({ "description": description, "content": { "application/json": { "schema": schema } } })
}

/// The names of the parameters in a path template, in order; `{*name}` matches several segments.
fn template_names(path: &str) -> Vec<String> {
    let starts = path.split('{').skip(1);
    starts.filter_map(|rest| rest.split_once('}')).map(|(name, _)| name.trim_start_matches('*').to_owned()).collect()
}

/// For what is there or absent, never null.
pub(super) fn drop_null(schema: &mut Value) {
    let Some(fields) = schema.as_object_mut() else {
        return;
    };
    if fields.get("default").is_some_and(Value::is_null) {
        fields.remove("default");
    }
    if let Some(Value::Array(types)) = fields.get_mut("type") {
        types.retain(|name| name != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            fields.insert("type".into(), only);
        }
    }
    if let Some(Value::Array(values)) = fields.get_mut("enum") {
        values.retain(|value| !value.is_null());
    }
    if let Some(Value::Array(choices)) = fields.get_mut("anyOf") {
        choices.retain(|choice| choice["type"] != "null");
        if let [Value::Object(only)] = choices.as_slice() {
            let only = only.clone();
            fields.remove("anyOf");
            fields.extend(only);
        }
    }
}
