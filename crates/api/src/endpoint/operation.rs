//! One operation of the document: the author's part ([`Op`]) and the part of the types ([`OperationDescription`]).

use std::borrow::Cow;

use axum::http::StatusCode;
use serde_json::{Map, Value, json};

/// The description of an endpoint that its types cannot give: identifier, tag, summary and options.
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

/// Creates an operation with a unique id, the tag that groups it in the reference, and a summary of one sentence.
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
    /// Adds a description in Markdown to the summary.
    #[must_use]
    pub fn details(mut self, text: &'static str) -> Self {
        self.details = Some(text);
        self
    }

    /// Marks the operation as one that needs no token.
    #[must_use]
    pub fn public(mut self) -> Self {
        self.public = true;
        self
    }

    /// Marks the operation as deprecated: new clients should use another one.
    #[must_use]
    pub fn deprecated(mut self) -> Self {
        self.deprecated = true;
        self
    }

    /// Exempts the operation from the time-out of requests, for uploads, downloads and other long work.
    #[must_use]
    pub fn untimed(mut self) -> Self {
        self.untimed = true;
        self
    }

    /// Sets the maximum size of the JSON body in bytes, in place of the server's default.
    #[must_use]
    pub fn body_limit(mut self, bytes: usize) -> Self {
        self.body_limit = Some(bytes);
        self
    }

    /// Declares that range requests get a part of the content (206), or 416 if the range begins after the end.
    #[must_use]
    pub fn partial(mut self) -> Self {
        self.partial = true;
        self.fails(StatusCode::RANGE_NOT_SATISFIABLE, "The range begins after the end")
    }

    /// Declares a further error response; `when` describes its cause.
    #[must_use]
    pub fn fails(mut self, status: StatusCode, when: &'static str) -> Self {
        self.further.push((status, when));
        self
    }
}

/// An operation of the document under construction, to which types add their descriptions.
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

    /// Returns the path template.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Returns the names of the path parameters that no extractor has described yet.
    pub fn undescribed(&self) -> &[String] {
        &self.unread
    }

    /// Returns true if the path template has a parameter of this name.
    pub fn has_path_parameter(&self, name: &str) -> bool {
        template_names(&self.path).iter().any(|parameter| parameter == name)
    }

    /// Describes a path parameter. If several extractors read the same one, the first description is used.
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

    /// Describes a response. `body` is its media type and schema, `headers` are pairs of name and description.
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

    /// Builds the operation object of the document.
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

/// Returns an error response with this description.
pub(super) fn failure(description: &str) -> Value {
    let schema = json!({ "$ref": "#/components/schemas/Error" });
    json!({ "description": description, "content": { "application/json": { "schema": schema } } })
}

/// Returns the names of the parameters in a path template, in order; `{*name}` matches several segments.
fn template_names(path: &str) -> Vec<String> {
    let starts = path.split('{').skip(1);
    starts.filter_map(|rest| rest.split_once('}')).map(|(name, _)| name.trim_start_matches('*').to_owned()).collect()
}

/// Removes null from a schema, for a field that is either absent or has a value.
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
