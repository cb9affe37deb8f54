//! The rules that find changes: their names, their classes and their sentences.

use super::{Label, Subject};

/// The meaning of a change for programs that use the API.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// Only texts, examples and the like differ.
    #[default]
    Documentation,
    /// Programs that were right still are.
    Compatible,
    /// Programs that were right may fail.
    Breaking,
}

/// Declares the rules: name in code, name for users, class, and the end of the sentence, in which `{name}` is the name of
/// the thing that changed, and `{before}` and `{after}` are the values.
macro_rules! rules {
    ($($rule:ident $name:literal $class:ident $sentence:literal;)+) => {
        /// A rule that finds a kind of change.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Rule {
            $(#[doc = $sentence] $rule),+
        }

        impl Rule {
            /// Every rule, in the order in which they are declared.
            pub const ALL: &[Self] = &[$(Self::$rule),+];

            /// Returns the name, which stays the same from release to release.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$rule => $name),+
                }
            }

            /// Returns the class of the changes that the rule finds.
            pub fn class(self) -> Class {
                match self {
                    $(Self::$rule => Class::$class),+
                }
            }

            fn words(self) -> &'static str {
                match self {
                    $(Self::$rule => $sentence),+
                }
            }
        }
    };
}

rules! {
    OperationRemoved "operation-removed" Breaking "the operation is gone";
    OperationAdded "operation-added" Compatible "the operation is new";
    OperationMoved "operation-moved" Breaking "the operation was {name} before";
    PathParameterRenamed "path-parameter-renamed" Compatible "the path was {name} before";
    OperationIdChanged "operation-id-changed" Compatible "the identifier {before} became {after}";
    OperationDeprecated "operation-deprecated" Compatible "the operation is deprecated";
    OperationUndeprecated "operation-undeprecated" Compatible "the operation is not deprecated any more";
    SunsetSet "sunset-set" Compatible "the operation ends on {after}";
    SunsetEarlier "sunset-earlier" Breaking "the operation ends on {after}, earlier than {before}";
    SunsetLater "sunset-later" Compatible "the operation ends on {after}, later than {before}";
    SunsetRemoved "sunset-removed" Compatible "the operation does not end any more";
    StabilityChanged "stability-changed" Compatible "the stability {before} became {after}";
    ServerRemoved "server-removed" Breaking "the server {name} is gone";
    ServerAdded "server-added" Compatible "the server {name} is new";
    ServerVariableNarrowed "server-variable-narrowed" Breaking "the variable {name} of a server changed from {before} to {after}";
    ServerVariableDefaultChanged "server-variable-default-changed" Breaking "the default of the variable {name} of a server changed from {before} to {after}";
    SecurityRequired "security-required" Breaking "requests without authorization are refused";
    SecurityDropped "security-dropped" Compatible "no authorization is needed any more";
    SecurityOptionRemoved "security-option-removed" Breaking "{name} is not enough for authorization any more";
    SecurityOptionAdded "security-option-added" Compatible "{name} is enough for authorization";
    SecurityScopeAdded "security-scope-added" Breaking "{name} is required";
    SecurityScopeRemoved "security-scope-removed" Compatible "{name} is not required any more";
    SecuritySchemeExtended "security-scheme-extended" Compatible "{name} of the authorization scheme is new";
    SecuritySchemeChanged "security-scheme-changed" Breaking "{name} of the authorization scheme changed from {before} to {after}";
    ParameterRemoved "parameter-removed" Breaking "the parameter is gone";
    RequiredParameterAdded "required-parameter-added" Breaking "the parameter is new and required";
    OptionalParameterAdded "optional-parameter-added" Compatible "the parameter is new";
    ParameterBecameRequired "parameter-became-required" Breaking "the parameter became required";
    ParameterBecameOptional "parameter-became-optional" Compatible "the parameter became optional";
    ParameterMoved "parameter-moved" Breaking "the parameter moved from {before} to {after}";
    ParameterFormChanged "parameter-form-changed" Breaking "{name} of the parameter changed from {before} to {after}";
    DefaultChanged "default-changed" Breaking "the default changed from {before} to {after}";
    DefaultAdded "default-added" Compatible "{after} is the default";
    DefaultRemoved "default-removed" Compatible "{before} is not the default any more";
    RequestBodyRemoved "request-body-removed" Breaking "requests have no body any more";
    RequiredRequestBodyAdded "required-request-body-added" Breaking "requests must have a body";
    OptionalRequestBodyAdded "optional-request-body-added" Compatible "requests may have a body";
    RequestBodyBecameRequired "request-body-became-required" Breaking "the body became required";
    RequestBodyBecameOptional "request-body-became-optional" Compatible "the body became optional";
    WebhookBodyBecameOptional "webhook-body-became-optional" Breaking "the body may be absent";
    WebhookBodyBecameRequired "webhook-body-became-required" Compatible "the body is always there";
    WebhookParameterBecameOptional "webhook-parameter-became-optional" Breaking "the parameter may be absent";
    WebhookParameterBecameRequired "webhook-parameter-became-required" Compatible "the parameter is always there";
    WebhookHeaderRequired "webhook-header-required" Breaking "the header must be sent";
    RequestMediaTypeRemoved "request-media-type-removed" Breaking "the media type {name} is not accepted any more";
    RequestMediaTypeAdded "request-media-type-added" Compatible "the media type {name} is accepted";
    ResponseStatusRemoved "response-status-removed" Breaking "the response {name} is gone";
    ResponseErrorRemoved "response-error-removed" Compatible "the response {name} is gone";
    ResponseStatusAdded "response-status-added" Compatible "the response {name} is new";
    ResponseMediaTypeRemoved "response-media-type-removed" Breaking "the media type {name} is not sent any more";
    ResponseMediaTypeAdded "response-media-type-added" Compatible "the media type {name} is new";
    ResponseHeaderBecameOptional "response-header-became-optional" Breaking "the header may be absent";
    ResponseHeaderRemoved "response-header-removed" Breaking "the header is gone";
    ResponseHeaderAdded "response-header-added" Compatible "the header is new";
    RequestPropertyRemoved "request-property-removed" Breaking "the property is gone from requests";
    RequiredRequestPropertyAdded "required-request-property-added" Breaking "the property is new and required in requests";
    OptionalRequestPropertyAdded "optional-request-property-added" Compatible "the property is new in requests";
    RequestPropertyBecameRequired "request-property-became-required" Breaking "the property became required in requests";
    RequestPropertyBecameOptional "request-property-became-optional" Compatible "the property became optional in requests";
    RequestTypeNarrowed "request-type-narrowed" Breaking "the accepted type changed from {before} to {after}";
    RequestTypeWidened "request-type-widened" Compatible "the accepted type widened from {before} to {after}";
    RequestFormatNarrowed "request-format-narrowed" Breaking "the accepted format changed from {before} to {after}";
    RequestFormatWidened "request-format-widened" Compatible "the accepted format widened from {before} to {after}";
    RequestEnumNarrowed "request-enum-narrowed" Breaking "values are not accepted any more: {before}";
    RequestEnumWidened "request-enum-widened" Compatible "further values are accepted: {after}";
    RequestBoundsTightened "request-bounds-tightened" Breaking "{name} tightened from {before} to {after}";
    RequestBoundsLoosened "request-bounds-loosened" Compatible "{name} loosened from {before} to {after}";
    RequestPatternChanged "request-pattern-changed" Breaking "the accepted pattern changed from {before} to {after}";
    RequestPatternRemoved "request-pattern-removed" Compatible "the pattern {before} is not required any more";
    RequestNullRefused "request-null-refused" Breaking "null is not accepted any more";
    RequestNullAccepted "request-null-accepted" Compatible "null is accepted";
    RequestVariantRemoved "request-variant-removed" Breaking "the variant {name} is not accepted any more";
    RequestVariantAdded "request-variant-added" Compatible "the variant {name} is accepted";
    RequestMembersRefused "request-members-refused" Breaking "further properties are not accepted any more";
    RequestMembersAccepted "request-members-accepted" Compatible "further properties are accepted";
    ResponsePropertyRemoved "response-property-removed" Breaking "the property is gone from responses";
    ResponsePropertyAdded "response-property-added" Compatible "the property is new in responses";
    ResponsePropertyBecameOptional "response-property-became-optional" Breaking "the property may be absent from responses";
    ResponsePropertyBecameRequired "response-property-became-required" Compatible "the property is in every response";
    ResponseTypeWidened "response-type-widened" Breaking "the type in responses changed from {before} to {after}";
    ResponseTypeNarrowed "response-type-narrowed" Compatible "the type in responses narrowed from {before} to {after}";
    ResponseFormatWidened "response-format-widened" Breaking "the format in responses changed from {before} to {after}";
    ResponseFormatNarrowed "response-format-narrowed" Compatible "the format in responses narrowed from {before} to {after}";
    ResponseEnumWidened "response-enum-widened" Breaking "responses may have further values: {after}";
    ResponseEnumNarrowed "response-enum-narrowed" Compatible "responses have fewer values, without {before}";
    ResponseBoundsLoosened "response-bounds-loosened" Breaking "{name} in responses loosened from {before} to {after}";
    ResponseBoundsTightened "response-bounds-tightened" Compatible "{name} in responses tightened from {before} to {after}";
    ResponsePatternChanged "response-pattern-changed" Breaking "the pattern in responses changed from {before} to {after}";
    ResponsePatternAdded "response-pattern-added" Compatible "responses have the pattern {after}";
    ResponseMayBeNull "response-may-be-null" Breaking "the value may be null in responses";
    ResponseIsNotNull "response-is-not-null" Compatible "the value is not null in responses any more";
    ResponseVariantAdded "response-variant-added" Breaking "responses may have the variant {name}";
    ResponseVariantRemoved "response-variant-removed" Compatible "responses do not have the variant {name} any more";
    ResponseMembersAdded "response-members-added" Compatible "responses may have further properties";
    SchemaKeywordChanged "schema-keyword-changed" Breaking "`{name}` changed from {before} to {after}";
    RequestKeywordRemoved "request-keyword-removed" Compatible "`{name}` does not bound requests any more";
    ResponseKeywordAdded "response-keyword-added" Compatible "`{name}` bounds responses: {after}";
    FieldDeprecated "field-deprecated" Compatible "it is deprecated";
    FieldUndeprecated "field-undeprecated" Compatible "it is not deprecated any more";
    SchemaRemoved "schema-removed" Compatible "the schema is gone";
    SchemaAdded "schema-added" Compatible "the schema is new";
    UnusedSchemaChanged "unused-schema-changed" Documentation "the schema changed, which no operation uses";
    TextChanged "text-changed" Documentation "the {name} changed";
    LinksChanged "links-changed" Compatible "the links to other operations changed";
    TagsChanged "tags-changed" Documentation "the tags changed from {before} to {after}";
    ExampleChanged "example-changed" Documentation "the {name} changed";
    ApiVersionChanged "api-version-changed" Documentation "the version of the API changed from {before} to {after}";
}

impl Class {
    /// Returns the word for users.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Breaking => "breaking",
            Self::Compatible => "compatible",
            Self::Documentation => "documentation",
        }
    }

    /// Parses a word; `None` for another one.
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Breaking, Self::Compatible, Self::Documentation].into_iter().find(|class| class.as_str() == word)
    }
}

impl Rule {
    /// Parses a name; `None` for one that is not known.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|rule| rule.name() == name)
    }

    /// Returns the sentence for a change: the subject, the way to the value, and what happened.
    pub(super) fn sentence(
        self,
        subject: &Subject,
        labels: &[Label<'_>],
        name: &str,
        (before, after): (Option<&str>, Option<&str>),
    ) -> String {
        let mut sentence = match subject {
            Subject::Document => String::new(),
            Subject::Operation(call) => call.shown(),
            Subject::Shared { group, name } => format!("{} `{name}`", singular(group)),
        };
        let mut fields = String::new();
        for label in labels {
            match label {
                Label::Property(name) if fields.is_empty() => fields.push_str(name),
                Label::Property(name) => fields.push_str(&format!(".{name}")),
                Label::Items => fields.push_str("[]"),
                Label::Values => fields.push_str(".*"),
                Label::Parameter(name) => join(&mut sentence, &format!("parameter `{name}`")),
                Label::Header(name) => join(&mut sentence, &format!("header `{name}`")),
                Label::Body => join(&mut sentence, "body"),
                Label::Response(status) => join(&mut sentence, &format!("response {status}")),
            }
        }
        if !fields.is_empty() {
            join(&mut sentence, &format!("`{fields}`"));
        }
        if !sentence.is_empty() {
            sentence.push_str(": ");
        }
        let nothing = "none";
        // The texts of the document are filled in last, in one pass, so that braces in them stay as they are.
        for (at, part) in self.words().split(['{', '}']).enumerate() {
            sentence.push_str(match (at % 2, part) {
                (1, "name") => name,
                (1, "before") => before.unwrap_or(nothing),
                (1, "after") => after.unwrap_or(nothing),
                _ => part,
            });
        }
        sentence
    }
}

fn join(sentence: &mut String, part: &str) {
    if !sentence.is_empty() {
        sentence.push_str(", ");
    }
    sentence.push_str(part);
}

/// Returns the word for an object of a group of shared objects.
fn singular(group: &str) -> &str {
    match group {
        "schemas" => "schema",
        "parameters" => "shared parameter",
        "requestBodies" => "shared body",
        "responses" => "shared response",
        "headers" => "shared header",
        "securitySchemes" => "authorization scheme",
        "pathItems" => "shared path",
        other => other,
    }
}
