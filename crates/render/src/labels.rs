//! The words that blocks bring along themselves, in one language.
//!
//! Only what stands in a page's body; the words of the page around it, and the choice of a language, are not here.

macro_rules! labels {
    ($($(#[$doc:meta])* $name:ident = $english:literal,)+) => {
        /// The words of blocks. Those with `{}` have something put in its place.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct Labels {
            $($(#[$doc])* pub $name: &'static str,)+
        }

        /// English.
        pub const ENGLISH: Labels = Labels { $($name: $english,)+ };
    };
}

labels! {
    /// On the button that copies code.
    copy = "Copy",
    /// After it was copied.
    copied = "Copied",
    /// Names a block of code that has no title.
    code = "Code",
    /// Of the link beside a heading.
    link_to_section = "Link to this section",
    /// Names a hint.
    info = "Information",
    /// Names a hint.
    success = "Success",
    /// Names a hint.
    warning = "Warning",
    /// Names a hint.
    danger = "Danger",
    /// Names the check box of a task that is done.
    done = "Done",
    /// Names the check box of a task that is not.
    not_done = "Not done",
    /// A cell of a checkbox column.
    yes = "Yes",
    /// A cell of a checkbox column.
    no = "No",
    /// A rating: given and most.
    rating = "{} of {}",
    /// Names a table that can be scrolled.
    table = "Table",
    /// Names a diagram.
    diagram = "Diagram",
    /// Opens the source of a diagram or formula.
    source = "Source",
    /// Over the notes at the end.
    notes = "Notes",
    /// Of the link from a note to its text.
    back_to_text = "Back to the text",
    /// On a card with a file.
    download = "Download",
    /// Names a frame with something from elsewhere.
    embedded = "Embedded content from {}",
    /// Over a text to ask an assistant.
    prompt = "Prompt",
    /// Names a number of a step.
    step = "Step {}",
    /// Behind what is out of use.
    deprecated = "Deprecated",
    /// Behind what has to be given.
    required = "required",
    /// Over the ways to authorize.
    authorization = "Authorization",
    /// Over parameters in the path.
    path_parameters = "Path parameters",
    /// Over parameters in the query.
    query_parameters = "Query parameters",
    /// Over headers.
    header_parameters = "Headers",
    /// Over cookies.
    cookie_parameters = "Cookies",
    /// Over the body of a request.
    request_body = "Request body",
    /// Over the responses.
    responses = "Responses",
    /// Over a response's headers.
    response_headers = "Response headers",
    /// Of a response without a body.
    no_content = "No content",
    /// Over an example.
    example = "Example",
    /// Over an example of a request.
    request = "Request",
    /// Over a schema.
    schema = "Schema",
    /// Over several schemas.
    schemas = "Schemas",
    /// Opens the properties of an object.
    properties = "Properties",
    /// Before a default value.
    default = "Default",
    /// Before the values that can be given.
    allowed = "Allowed",
    /// Over alternatives of which one holds.
    one_of = "One of",
    /// Over alternatives of which some hold.
    any_of = "Any of",
    /// Of a value that is not sent.
    read_only = "read-only",
    /// Of a value that is not received.
    write_only = "write-only",
    /// Of a value that can be null.
    nullable = "nullable",
    /// Of a schema that contains itself, or is too deep to be shown whole.
    recursive = "see above",
    /// Names a webhook.
    webhook = "Webhook",
    /// At the end of a page that is not shown whole.
    cut = "This page is too long to be shown whole. It ends here.",
    /// Where an operation's description can't be read.
    no_description = "The description of this interface is not available.",
}
