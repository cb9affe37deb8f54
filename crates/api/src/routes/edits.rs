//! Writing content: of spaces whose edit mode is live, and of change requests.

mod blocks;
mod conditions;
mod files;
mod lower;
mod saves;

use std::borrow::Cow;

use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use quire_app::content::changes::Step;
use quire_app::content::commit::{Permitted, Target};
use quire_app::content::edits::{Done, Edit as Change};
use quire_app::content::superseding::Recording;
use quire_app::content::warnings::Occasion;
use quire_app::content::{Version, View};
use quire_app::{App, Caller, Error};
use quire_content::id::{FileId, Uid};
use quire_model::ids::{OrganizationId, SpaceId};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::scope::Line;
use crate::context::Context;
use crate::endpoint::{Endpoints, Input, Json, OperationDescription, Query, Schemas, op};
use crate::error::Problem;
use crate::types::{ChangeRequest, Edit, File, SemanticChange, Showing, Space, Warned};
use conditions::Conditions;
use saves::{Based, Saved};

const TAG: &str = "Space content";

/// The most bytes of a request body, which may contain files.
const BODY_BYTES: usize = 24 << 20;

/// The most changes in one call.
const MOST_CHANGES: usize = 1000;

/// The message of a refused call.
const CONFLICTS: &str = "the changes conflict with what was saved since their base: `conflicts` has both sides of each; \
                         decide, and send them again with the current revision as their base";

/// The most changes listed in a response.
const MOST_TOLD: usize = 50;

const DETAILS: &str = "All changes are made in one new revision, or none is. A call that changes nothing creates no \
                       revision. A page, file or reusable content that a change inserts can be given a `ref`, by which \
                       the other changes of the call, and links in their texts, refer to it. Link targets in \
                       Markdown that name a page by its path, such as `/pages/guides/install` and `../install.md`, \
                       are stored as `/pages/<id>`; `warnings` names those that lead to nothing.";

pub(super) fn endpoints() -> Endpoints<Context> {
    Endpoints::new()
        .post(
            "/v1/spaces/{spaceId}/content",
            edit,
            op("updateContent", TAG, "Change the main content of a space whose edit mode is live.")
                .details(DETAILS)
                .body_limit(BODY_BYTES)
                .untimed(),
        )
        .post(
            "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content",
            edit,
            op("updateContentInChangeRequest", TAG, "Change the content of a change request.")
                .details(DETAILS)
                .body_limit(BODY_BYTES)
                .untimed(),
        )
}

/// Changes to make to content.
#[derive(Debug, Deserialize, JsonSchema)]
struct EditContent {
    /// The changes, at most 1,000, made one after the other.
    changes: Vec<Unread>,
    /// True for an automatic save: it takes the place of the caller's last one in the history, if that was made with
    /// `coalesce` too, at most 5 minutes before, at most 30 minutes after the first one of the run, and nothing else
    /// came between or refers to it. What lost its place is valid as a `base` for 24 hours.
    #[serde(default)]
    coalesce: bool,
}

/// A change that is not parsed yet: its fields depend on its operation.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
struct Unread(Value);

impl JsonSchema for Unread {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        Edit::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<Edit>()
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Form {
    /// True, as by default, for the change request or the space alone in the response; false to add the changes made.
    #[serde(default = "yes")]
    compat: bool,
}

fn yes() -> bool {
    true
}

/// The response to a call: the change request or the space, alone or with the changes made.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
enum Answer {
    ChangeRequest(Box<WithSaved<ChangeRequest>>),
    Space(Box<WithSaved<Space>>),
    Edited(Box<WithSaved<Edited>>),
}

/// A response with the texts that were merged.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "{T}WithSavedTexts")]
struct WithSaved<T> {
    #[serde(flatten)]
    body: Warned<T>,
    /// The texts of the changes with a base or with `blocks`, as they are after the call; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    saved: Vec<Saved>,
}

/// The outcome of a call.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Edited {
    /// The change request, if the call was for its content.
    #[serde(skip_serializing_if = "Option::is_none")]
    change_request: Option<ChangeRequest>,
    /// The space, if the call was for its main content.
    #[serde(skip_serializing_if = "Option::is_none")]
    space: Option<Space>,
    /// The revision of the content after the call.
    revision: String,
    /// True if the call created that revision.
    changed: bool,
    /// The revision whose place in the history that revision took; absent if it took none.
    #[serde(skip_serializing_if = "Option::is_none")]
    superseded: Option<String>,
    /// The changes made, at most 50.
    changes: Vec<SemanticChange>,
    /// The number of further changes; absent if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    more: Option<usize>,
    inserted_pages: Vec<Inserted>,
    inserted_files: Vec<InsertedFile>,
    inserted_reusable_contents: Vec<Inserted>,
}

/// A page or a reusable content that a call inserted.
#[derive(Debug, Serialize, JsonSchema)]
struct Inserted {
    id: String,
    /// The `ref` that the call gave it.
    #[serde(rename = "ref", skip_serializing_if = "Option::is_none")]
    reference: Option<String>,
}

/// A file that a call inserted.
#[derive(Debug, Serialize, JsonSchema)]
struct InsertedFile {
    #[serde(flatten)]
    file: File,
    /// The `ref` that the call gave it.
    #[serde(rename = "ref", skip_serializing_if = "Option::is_none")]
    reference: Option<String>,
}

/// The content that a path names, and a caller who may change it, which is known before the body is read.
struct Editable {
    line: Line,
    permitted: Permitted,
}

impl FromRequestParts<Context> for Editable {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, context: &Context) -> Result<Self, Problem> {
        let line = Line::from_request_parts(parts, context).await?;
        let (caller, space, target) = (line.caller.clone(), line.space, line.target);
        let permitted = context.run(move |app| app.may_edit(&caller, space, target)).await?;
        Ok(Self { line, permitted })
    }
}

impl Input for Editable {
    fn describe(operation: &mut OperationDescription, schemas: &mut Schemas) {
        Line::describe(operation, schemas);
    }
}

async fn edit(
    State(context): State<Context>,
    Editable { line, permitted }: Editable,
    Query(Form { compat }): Query<Form>,
    conditions: Conditions,
    Json(body): Json<EditContent>,
) -> Result<Json<Answer>, Problem> {
    if body.changes.len() > MOST_CHANGES {
        let found = body.changes.len();
        return Err(Problem::bad_request(format!("changes: must be at most {MOST_CHANGES}, not {found}")));
    }
    let changes: Vec<Value> = body.changes.into_iter().map(|change| change.0).collect();
    let bytes = changes.iter().map(bytes_of).sum();
    let based = Based::of(&changes);
    let recording = if body.coalesce { Recording::Coalesced } else { Recording::Separate };
    let conditions = conditions.of_request(&line, &changes, recording)?;
    let Line { caller, space, target } = line;
    let organization = permitted.organization();
    let known = match conditions.key.clone() {
        Some(key) => {
            let caller = caller.clone();
            context.run(move |app| app.recall_edit(&caller, organization, space, &key)).await?
        }
        None => None,
    };
    let call = match known {
        Some(done) => Call::Made(done),
        None => {
            let expected = conditions.expected()?;
            let edits = read(&context, organization, changes).await?;
            let (key, permitted) = (conditions.key, Some(permitted));
            Call::New(edits, quire_app::content::edits::Conditions { expected, key, recording, permitted })
        }
    };
    let inner = context.clone();
    let work = move |app: &App| {
        app.expect_text(bytes)?;
        app.sharing_texts(|| {
            let context = inner.within(app);
            let done = match call {
                Call::Made(done) => Ok(done),
                Call::New(edits, conditions) => app.edit(&caller, space, target, &edits, &conditions),
            };
            let done = match done {
                Ok(done) => done,
                Err(Error::Conflicts { found }) => {
                    let view = app.view(&caller, space, target.into())?;
                    return Ok(Err(saves::refused(&context, &view, &found)?));
                }
                Err(error) => return Err(error),
            };
            let saved = saves::saved(app, &caller, space, &done, &based)?;
            tell(app, &context, &caller, (space, target), done, (compat, saved)).map(Ok)
        })
    };
    let refused = |conflicts| Problem::conflict(CONFLICTS).with_conflicts(conflicts);
    context.run(work).await?.map(Json).map_err(refused)
}

/// A call that was made earlier under its key, or that is to be made.
enum Call {
    Made(Done),
    New(Vec<Change>, quire_app::content::edits::Conditions),
}

/// Estimates the bytes of text in a value; the names of members count too.
fn bytes_of(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len(),
        Value::Array(items) => items.iter().map(bytes_of).sum(),
        Value::Object(members) => members.iter().map(|(name, value)| name.len() + bytes_of(value)).sum(),
        Value::Null | Value::Bool(_) | Value::Number(_) => 1,
    }
}

/// Builds the response to a call.
fn tell(
    app: &App,
    context: &Context,
    caller: &Caller,
    (space, target): (SpaceId, Target),
    done: Done,
    (compat, saved): (bool, Vec<Saved>),
) -> Result<Answer, Error> {
    let step = Step { after: done.revision, before: done.superseded };
    let warnings = match done.changed {
        true => app.warnings_of_revision(caller, space, step, Occasion::Edit)?,
        false => Vec::new(),
    };
    // The revision is that of the call, whatever was committed since: callers take it for what they know.
    let (change_request, shown) = match target {
        Target::Main => {
            let mut found = app.get_space(caller, space)?;
            found.revision = done.revision;
            (None, Some(Space::of(&found, context)))
        }
        Target::ChangeRequest(name) => {
            let mut found = app.get_change_request(caller, space, name)?;
            found.change_request.revision = done.revision;
            (Some(ChangeRequest::of(&found, context)), None)
        }
    };
    match (change_request, shown) {
        (Some(change_request), _) if compat => {
            Ok(Answer::ChangeRequest(Box::new(WithSaved { body: Warned::new(change_request, warnings), saved })))
        }
        (_, Some(space)) if compat => {
            Ok(Answer::Space(Box::new(WithSaved { body: Warned::new(space, warnings), saved })))
        }
        (change_request, shown) => {
            let inserted_files =
                files_of(app, &app.view(caller, space, Version::Revision(done.revision))?, done.files)?;
            let told = match done.changed {
                true => Some(context.tell(app.changes_of_revision(caller, space, step, MOST_TOLD)?)?),
                false => None,
            };
            let (changes, more) = told.map(|told| (told.changes, told.more)).unwrap_or_default();
            let edited = Edited {
                change_request,
                space: shown,
                revision: done.revision.to_string(),
                changed: done.changed,
                superseded: done.superseded.map(|id| id.to_string()),
                changes,
                more,
                inserted_pages: inserted(done.pages),
                inserted_files,
                inserted_reusable_contents: inserted(done.reusables),
            };
            Ok(Answer::Edited(Box::new(WithSaved { body: Warned::new(edited, warnings), saved })))
        }
    }
}

/// Returns the files that a call inserted, except those that it deleted again.
fn files_of(app: &App, view: &View, files: Vec<(FileId, Option<String>)>) -> Result<Vec<InsertedFile>, Error> {
    let showing = Showing { metadata: true, computed: false, passes_expire: app.passes_expire() };
    let show = |(id, reference): (FileId, Option<String>)| match app.file(view, id) {
        Ok(file) => Some(Ok(InsertedFile { file: File::of(id, &file, view, app, showing), reference })),
        Err(Error::NotFound(_)) => None,
        Err(error) => Some(Err(error)),
    };
    files.into_iter().filter_map(show).collect()
}

fn inserted<I: Into<Uid>>(made: Vec<(I, Option<String>)>) -> Vec<Inserted> {
    made.into_iter().map(|(id, reference)| Inserted { id: id.into().to_string(), reference }).collect()
}

/// Parses the changes, and stores the bytes of their files.
async fn read(context: &Context, organization: OrganizationId, changes: Vec<Value>) -> Result<Vec<Change>, Problem> {
    let mut read = Vec::with_capacity(changes.len());
    for (n, change) in changes.into_iter().enumerate() {
        read.push(Edit::read(change, &format!("changes[{n}]"))?);
    }
    let mut gathering = files::Gathering::new(context, organization, &read)?;
    let mut edits = Vec::with_capacity(read.len());
    for (n, change) in read.into_iter().enumerate() {
        edits.push(lower::lower(change, &format!("changes[{n}]"), &mut gathering).await?);
    }
    Ok(edits)
}
