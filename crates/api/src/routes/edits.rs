//! Writing content: of a space that may be edited live, and of change requests.

mod conditions;
mod files;
mod lower;

use std::borrow::Cow;

use axum::extract::State;
use quire_app::commit::Target;
use quire_app::content::{Version, View};
use quire_app::edits::{Done, Edit as Change};
use quire_app::{App, Caller, Error};
use quire_content::id::{FileId, Uid};
use quire_model::ids::{OrganizationId, SpaceId};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::scope::Line;
use crate::context::Context;
use crate::endpoint::{Endpoints, Json, Query, op};
use crate::error::Problem;
use crate::types::{ChangeRequest, Edit, File, SemanticChange, Showing, Space, Warned, Warning};
use conditions::Conditions;

const TAG: &str = "Space content";

/// How large a body may be: files may stand in it.
const BODY_BYTES: usize = 24 << 20;

/// How many changes one call may make.
const MOST_CHANGES: usize = 1000;

/// How many changes an answer tells.
const MOST_TOLD: usize = 50;

const DETAILS: &str = "All changes are made, or none is; what they make is one new revision. A call that changes nothing \
                       makes none. A page, file or reusable content that a change makes can be given a `ref`: the other \
                       changes of the call name it so, and so do links in their texts.";

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

/// Changes to make.
#[derive(Debug, Deserialize, JsonSchema)]
struct EditContent {
    /// At most 1,000, made one after the other.
    changes: Vec<Unread>,
}

/// A change that is not read yet: what it may hold depends on its operation.
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
    /// Whether the answer is the change request, or the space, alone. With `false` it also tells what was made.
    #[serde(default = "yes")]
    compat: bool,
}

fn yes() -> bool {
    true
}

/// What came of a call: the change request or the space alone, or with what was made.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
enum Answer {
    ChangeRequest(Box<Warned<ChangeRequest>>),
    Space(Box<Warned<Space>>),
    Edited(Box<Edited>),
}

/// What a call made.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Edited {
    /// The change request, if its content was changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    change_request: Option<ChangeRequest>,
    /// The space, if its main content was changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    space: Option<Space>,
    /// The revision that the content was at after the call.
    revision: String,
    /// Whether that is a new one.
    changed: bool,
    /// What was changed, at most 50 changes of it.
    changes: Vec<SemanticChange>,
    /// How many more changes there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    more: Option<usize>,
    inserted_pages: Vec<Inserted>,
    inserted_files: Vec<InsertedFile>,
    inserted_reusable_contents: Vec<Inserted>,
    /// Places in the texts that the call changed which readers of published sites do not see as they were written.
    warnings: Vec<Warning>,
}

/// Something that a call made.
#[derive(Debug, Serialize, JsonSchema)]
struct Inserted {
    id: String,
    /// What the call named it by.
    #[serde(rename = "ref", skip_serializing_if = "Option::is_none")]
    reference: Option<String>,
}

/// A file that a call made.
#[derive(Debug, Serialize, JsonSchema)]
struct InsertedFile {
    #[serde(flatten)]
    file: File,
    /// What the call named it by.
    #[serde(rename = "ref", skip_serializing_if = "Option::is_none")]
    reference: Option<String>,
}

async fn edit(
    State(context): State<Context>,
    line: Line,
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
    let conditions = conditions.of_request(&line, &changes)?;
    let Line { caller, space, target } = line;
    let asked = (caller.clone(), conditions.key.clone());
    let (organization, known) = context
        .run(move |app| {
            let (caller, key) = asked;
            let organization = app.may_edit(&caller, space, target)?;
            let known = key.map(|key| app.recall_edit(&caller, organization, space, &key)).transpose()?.flatten();
            Ok((organization, known))
        })
        .await?;
    let done = match known {
        Some(done) => done,
        None => {
            let expected = conditions.expected()?;
            let edits = read(&context, organization, changes).await?;
            let (caller, key) = (caller.clone(), conditions.key);
            let conditions = quire_app::edits::Conditions { expected, key };
            let work = move |app: &App| {
                app.expect_text(bytes)?;
                app.edit(&caller, space, target, &edits, &conditions)
            };
            context.run(work).await?
        }
    };
    let inner = context.clone();
    let work = move |app: &App| {
        app.expect_text(bytes)?;
        tell(app, &inner.within(app), &caller, (space, target), done, compat)
    };
    context.run(work).await.map(Json)
}

/// About how many bytes of text a value holds. The names and marks of a document count, too.
fn bytes_of(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len(),
        Value::Array(items) => items.iter().map(bytes_of).sum(),
        Value::Object(members) => members.iter().map(|(name, value)| name.len() + bytes_of(value)).sum(),
        Value::Null | Value::Bool(_) | Value::Number(_) => 1,
    }
}

/// The answer to a call.
fn tell(
    app: &App,
    context: &Context,
    caller: &Caller,
    (space, target): (SpaceId, Target),
    done: Done,
    compat: bool,
) -> Result<Answer, Error> {
    let (change_request, shown) = match target {
        Target::Main => (None, Some(Space::of(&app.get_space(caller, space)?, context))),
        Target::ChangeRequest(name) => {
            let found = app.get_change_request(caller, space, name)?;
            (Some(ChangeRequest::of(&found, context)), None)
        }
    };
    let warnings = match done.changed {
        true => app.warnings_of_revision(caller, space, done.revision)?,
        false => Vec::new(),
    };
    match (change_request, shown) {
        (Some(change_request), _) if compat => {
            Ok(Answer::ChangeRequest(Box::new(Warned::new(change_request, warnings))))
        }
        (_, Some(space)) if compat => Ok(Answer::Space(Box::new(Warned::new(space, warnings)))),
        (change_request, shown) => {
            let inserted_files =
                files_of(app, &app.view(caller, space, Version::Revision(done.revision))?, done.files)?;
            let told = match done.changed {
                true => Some(context.tell(app.changes_of_revision(caller, space, done.revision, MOST_TOLD)?)?),
                false => None,
            };
            let (changes, more) = told.map(|told| (told.changes, told.more)).unwrap_or_default();
            Ok(Answer::Edited(Box::new(Edited {
                change_request,
                space: shown,
                revision: done.revision.to_string(),
                changed: done.changed,
                changes,
                more,
                inserted_pages: inserted(done.pages),
                inserted_files,
                inserted_reusable_contents: inserted(done.reusables),
                warnings: Warning::all(warnings),
            })))
        }
    }
}

/// The files that a call made, but for those that it deleted again.
fn files_of(app: &App, view: &View, files: Vec<(FileId, Option<String>)>) -> Result<Vec<InsertedFile>, Error> {
    let showing = Showing { metadata: true, passes_expire: app.passes_expire() };
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

/// Reads the changes, and brings the bytes of their files here.
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
