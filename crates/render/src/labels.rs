//! The texts that blocks add to a page, in one language.
//!
//! Only the texts of a page's body; the texts of the page around it and the choice of a language are not here.

/// The form of dates in one language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dates {
    /// The names of the months, in the form that a date takes.
    pub months: [&'static str; 12],
    /// The format of a date, with `{day}`, `{month}` and `{year}`.
    pub format: &'static str,
}

const ENGLISH_DATES: Dates = Dates {
    months: [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ],
    format: "{day} {month} {year}",
};

impl Dates {
    /// Formats a date. `month` counts from 1.
    pub fn day(&self, year: i16, month: u8, day: u8) -> String {
        let name = usize::from(month).checked_sub(1).and_then(|at| self.months.get(at)).unwrap_or(&"");
        let date = self.format.replace("{day}", &day.to_string()).replace("{month}", name);
        date.replace("{year}", &year.to_string())
    }
}

macro_rules! labels {
    ($($(#[$doc:meta])* $name:ident = $english:literal,)+) => {
        /// The texts of blocks. `{}` is a placeholder for a value.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct Labels {
            /// The form of dates.
            pub dates: Dates,
            $($(#[$doc])* pub $name: &'static str,)+
        }

        /// The texts in English.
        pub const ENGLISH: Labels = Labels { dates: ENGLISH_DATES, $($name: $english,)+ };
    };
}

labels! {
    /// The label of the button that copies code.
    copy = "Copy",
    /// The label of that button after copying.
    copied = "Copied",
    /// The accessible name of a code block without a title.
    code = "Code",
    /// The accessible name of the link beside a heading.
    link_to_section = "Link to this section",
    /// The accessible name of an info hint.
    info = "Information",
    /// The accessible name of a success hint.
    success = "Success",
    /// The accessible name of a warning hint.
    warning = "Warning",
    /// The accessible name of a danger hint.
    danger = "Danger",
    /// The accessible name of a completed task's check box.
    done = "Done",
    /// The accessible name of an open task's check box.
    not_done = "Not done",
    /// The accessible name of a checked cell in a checkbox column.
    yes = "Yes",
    /// The accessible name of an unchecked cell in a checkbox column.
    no = "No",
    /// A rating: the value and its maximum.
    rating = "{} of {}",
    /// The accessible name of a table, whose box can be scrolled.
    table = "Table",
    /// The accessible name of a diagram.
    diagram = "Diagram",
    /// The accessible name of a link that shows an image large, for images without a description.
    enlarge = "Show the image large",
    /// The text in place of an image that is not there, for images without a description.
    missing_image = "This image is not available",
    /// The label of the fold that shows the source of a diagram.
    source = "Source",
    /// The heading of the notes at the end of a page.
    notes = "Notes",
    /// The accessible name of the link from a note back to its text.
    back_to_text = "Back to the text",
    /// The label of a link that downloads a file.
    download = "Download",
    /// The title of a frame with embedded content; the placeholder is the provider.
    embedded = "Embedded content from {}",
    /// The title of a prompt block without a description.
    prompt = "Prompt",
    /// The accessible name of a step's number.
    step = "Step {}",
    /// The flag of a deprecated operation or field.
    deprecated = "Deprecated",
    /// The flag of a required field.
    required = "required",
    /// The heading of the authorization schemes.
    authorization = "Authorization",
    /// The heading of the path parameters.
    path_parameters = "Path parameters",
    /// The heading of the query parameters.
    query_parameters = "Query parameters",
    /// The heading of the header parameters.
    header_parameters = "Headers",
    /// The heading of the cookie parameters.
    cookie_parameters = "Cookies",
    /// The heading of the request body.
    request_body = "Request body",
    /// The heading of the responses.
    responses = "Responses",
    /// The heading of the headers of a response.
    response_headers = "Response headers",
    /// The note on a response without a body.
    no_content = "No content",
    /// The heading of an example.
    example = "Example",
    /// The title of the sample request.
    request = "Request",
    /// A heading for a single schema.
    schema = "Schema",
    /// The heading of several schemas.
    schemas = "Schemas",
    /// The label of the fold that shows the properties of an object.
    properties = "Properties",
    /// The label before a default value.
    default = "Default",
    /// The label before the list of allowed values.
    allowed = "Allowed",
    /// The heading of alternatives of which exactly one applies.
    one_of = "One of",
    /// The heading of alternatives of which at least one applies.
    any_of = "Any of",
    /// The flag of a value that only responses contain.
    read_only = "read-only",
    /// The flag of a value that only requests contain.
    write_only = "write-only",
    /// The flag of a value that can be null.
    nullable = "nullable",
    /// The replacement of a schema that contains itself.
    recursive = "see above",
    /// The note on fields that are nested too deep or too many to be shown.
    fields_left_out = "Further fields are not shown.",
    /// The flag of a webhook.
    webhook = "Webhook",
    /// The heading of the servers of an operation.
    servers = "Servers",
    /// The heading of the requests that the server sends after an operation.
    callbacks = "Callbacks",
    /// The flag of an authorization that is not required.
    optional = "optional",
    /// The flag of a deprecated operation that will be removed; the placeholder is the day.
    sunset = "to be removed on {}",
    /// The label before the property that chooses among alternatives.
    chosen_by = "Chosen by",
    /// The link to further documentation without a description.
    documentation = "Documentation",
    /// The title of the examples of responses.
    response = "Response",
    /// The label of the fold with the form that sends a request.
    try_it = "Try it",
    /// The note above that form.
    try_note = "The request goes from your browser to the API. What you enter stays in this tab.",
    /// The label of the choice among the addresses of servers.
    try_server = "Server",
    /// The label of the button that sends the request.
    try_send = "Send",
    /// The status while the answer is awaited.
    try_sending = "Sending …",
    /// The status where there is no answer that can be read.
    try_failed = "There is no answer that this page may read. The API may be out of reach, or it does not allow requests from this site (CORS).",
    /// The note on an answer of which only the beginning is shown.
    try_cut = "The answer is longer. This is its beginning.",
    /// The notice at the end of a truncated page.
    cut = "This page is too long to be shown whole. It ends here.",
    /// The replacement of an operation or schema whose OpenAPI description is missing.
    no_description = "The description of this interface is not available.",
    /// The replacement of a block whose OpenAPI specification is missing; the placeholder is its name.
    no_specification = "The API specification {} is not available.",
    /// The replacement of an operation or schema that its specification has not: its name, and that of the specification.
    not_in_specification = "{} is not in the API specification {}.",
}
