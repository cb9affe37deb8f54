//! Merging change requests, pulling main content into them, and resolving conflicts.

use axum::extract::State;
use quire_app::change_requests::conflicts::{Decision, Resolution, Resolved};
use quire_app::change_requests::merge_rules;
use quire_app::change_requests::merging::MergeOutcome;
use quire_app::content::warnings::{Occasion, Warning};
use quire_app::{App, Caller, Error};
use quire_content::document::Document;
use quire_content::id::ConflictId;
use quire_model::change_requests::ChangeRequestName;
use quire_model::ids::SpaceId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Named;
use super::change_requests::ChangeRequestPath;
use super::scope::Scope;
use crate::bearer::Bearer;
use crate::context::{Context, WorkKind};
use crate::endpoint::{Endpoints, Json, Listing, Path, Query, op};
use crate::error::Problem;
use crate::paging::Paging;
use crate::types::{Conflict, RichText, Showing, Telling, Warned};

pub(super) fn endpoints() -> Endpoints<Context> {
    const TAG: &str = "Change requests";
    let one = |path: &str| format!("/v1/spaces/{{spaceId}}/change-requests/{{changeRequestId}}/{path}");
    Endpoints::new()
        .post(
            &one("merge"),
            merge,
            op("mergeChangeRequest", TAG, "Merge a change request into the main content.").details(
                "The main content is pulled into the change request first. Where both changed the same thing, the \
                 result is `conflicts`: the main content stays as it is, and the change request holds every side of \
                 each conflict until it is resolved. A draft can be merged too. If merge rules fail, the response is \
                 409 and names them. `warnings` also has links that lead to something which one side deleted.",
            ),
        )
        .post(
            &one("update"),
            update,
            op("updateChangeRequest", TAG, "Pull the main content into a change request.")
                .details("Nothing changes if the change request contains all of it already."),
        )
        .get(
            &one("conflicts"),
            list,
            op("listConflicts", TAG, "List the unresolved conflicts of a change request.").details(
                "In the order of the pages, and within a page from its attributes to the end of its text; files, \
                 reusable contents and variables come last.",
            ),
        )
        .put(
            &one("conflicts/{conflictId}"),
            resolve,
            op("resolveConflict", TAG, "Resolve a conflict.").details(
                "`ours` is the change request's side, `theirs` that of the main content. A conflict of kind `text` can \
                 also be resolved by `both`, main's text and then the change request's, or by a new text in `markdown` \
                 or `document`. The conflict's `choices` are those that it takes. A text that leaves a tag, code or a \
                 table in pieces which was whole is refused with 400. Until the merge, `undecided` takes a resolution \
                 back: what it wrote is undone, other resolutions and later edits stay, and the conflict is listed again, \
                 under another identifier if the main content that was pulled since has another version of it. It \
                 answers 409 if the conflict is not resolved, or if the text of the resolution was edited since.",
            ),
        )
}

/// Options of a merge.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct MergeOptions {
    /// True to report the outcome of the merge without merging.
    #[serde(default)]
    dry_run: bool,
}

/// The outcome of a merge.
#[derive(Debug, Serialize, JsonSchema)]
struct MergeResult {
    /// The new revision of the main content; with conflicts, and for a dry run, the revision of the change request.
    revision: String,
    result: Merged,
    /// The number of conflicts in the content of the change request.
    conflicts: usize,
    /// For a dry run, the results of the merge rules that can fail, in order.
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<Vec<RuleResult>>,
    /// For a dry run, true if the caller may merge even if rules fail.
    #[serde(skip_serializing_if = "Option::is_none")]
    bypassed: Option<bool>,
}

/// The result of a merge rule.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "MergeRuleResult")]
struct RuleResult {
    rule: &'static str,
    passed: bool,
    /// The reason why the rule fails; absent if it passes.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Merged {
    Merge,
    Conflicts,
}

async fn merge(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(ChangeRequestPath { space_id: Named(space), change_request_id: Named(name) }): Path<ChangeRequestPath>,
    Query(options): Query<MergeOptions>,
) -> Result<Json<Warned<MergeResult>>, Problem> {
    if options.dry_run {
        let (mut outcome, judgement) =
            context.run_in(WorkKind::Long, move |app| app.rehearse_merge(&caller, space, name)).await?;
        let warnings = std::mem::take(&mut outcome.warnings);
        let rules = judgement.outcomes.into_iter().map(RuleResult::of).collect();
        let result =
            MergeResult { rules: Some(rules), bypassed: Some(judgement.bypassed), ..MergeResult::of(&outcome) };
        return Ok(Json(Warned::new(result, warnings)));
    }
    let merging = move |app: &App| {
        let outcome = app.merge(&caller, space, name)?;
        with_warnings(app, &caller, space, outcome)
    };
    let (outcome, warnings) = context.run_in(WorkKind::Long, merging).await?;
    Ok(Json(Warned::new(MergeResult::of(&outcome), warnings)))
}

/// Returns an outcome with the warnings about the texts that it changed and about what follows from it.
fn with_warnings(
    app: &App,
    caller: &Caller,
    space: SpaceId,
    mut outcome: MergeOutcome,
) -> Result<(MergeOutcome, Vec<Warning>), Error> {
    let mut warnings = app.warnings_of_revision(caller, space, outcome.revision, Occasion::Merge)?;
    warnings.append(&mut outcome.warnings);
    Ok((outcome, warnings))
}

impl MergeResult {
    fn of(outcome: &MergeOutcome) -> Self {
        let (revision, conflicts) = (outcome.revision, outcome.conflicts);
        let result = if conflicts == 0 { Merged::Merge } else { Merged::Conflicts };
        Self { revision: revision.to_string(), result, conflicts, rules: None, bypassed: None }
    }
}

impl RuleResult {
    fn of(outcome: merge_rules::RuleOutcome) -> Self {
        Self { rule: outcome.rule, passed: outcome.failure.is_none(), message: outcome.failure }
    }
}

/// The outcome of pulling the main content into a change request.
#[derive(Debug, Serialize, JsonSchema)]
struct UpdateResult {
    /// The current revision of the change request.
    revision: String,
    result: Updated,
    /// The number of conflicts in the content of the change request.
    conflicts: usize,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Updated {
    Update,
    Conflicts,
}

async fn update(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(ChangeRequestPath { space_id: Named(space), change_request_id: Named(name) }): Path<ChangeRequestPath>,
) -> Result<Json<Warned<UpdateResult>>, Problem> {
    let updating = move |app: &App| {
        let outcome = app.update_from_main(&caller, space, name)?;
        with_warnings(app, &caller, space, outcome)
    };
    let (MergeOutcome { revision, conflicts, .. }, warnings) = context.run_in(WorkKind::Long, updating).await?;
    let result = if conflicts == 0 { Updated::Update } else { Updated::Conflicts };
    Ok(Json(Warned::new(UpdateResult { revision: revision.to_string(), result, conflicts }, warnings)))
}

async fn list(
    State(context): State<Context>,
    scope: Scope,
    Query(paging): Query<Paging>,
) -> Result<Listing<Conflict>, Problem> {
    let view = scope.view(&context).await?;
    let list = format!("conflicts of {}", view.space.id);
    let paging = context.paging(&list, &paging)?;
    let showing = Showing { metadata: true, computed: false, passes_expire: context.app().passes_expire() };
    let telling = context.clone();
    let page = context.run(move |app| {
        let page = app.list_conflicts(&view, &paging)?;
        telling.with_pages(&view, showing, |pages| {
            let telling = Telling::new(pages, showing);
            page.try_map(|(id, conflict)| telling.conflict(id, &conflict))
        })
    });
    Ok(context.listing(&list, page.await?))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ConflictPath {
    space_id: Named<SpaceId>,
    change_request_id: Named<ChangeRequestName>,
    conflict_id: Named<ConflictId>,
}

/// The resolution of a conflict. Exactly one of the fields is required.
#[derive(Debug, Deserialize, JsonSchema)]
struct ResolveConflict {
    #[serde(default)]
    resolution: Option<Choice>,
    #[serde(default)]
    markdown: Option<String>,
    #[serde(default)]
    #[schemars(with = "Option<RichText>")]
    document: Option<serde_json::Value>,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Choice {
    Ours,
    Theirs,
    Both,
    /// Takes the resolution back.
    Undecided,
}

/// A request about a conflict: to resolve it, or to take that back.
enum Act {
    Resolve(Decision),
    TakeBack,
}

impl ResolveConflict {
    fn act(self) -> Result<Act, Problem> {
        Ok(Act::Resolve(match (self.resolution, self.markdown, self.document) {
            (Some(Choice::Undecided), None, None) => return Ok(Act::TakeBack),
            (Some(Choice::Ours), None, None) => Decision::As(Resolution::Ours),
            (Some(Choice::Theirs), None, None) => Decision::As(Resolution::Theirs),
            (Some(Choice::Both), None, None) => Decision::As(Resolution::Both),
            (None, Some(text), None) => Decision::As(Resolution::Body(text)),
            (None, None, Some(json)) => {
                let read = Document::from_json(json);
                Decision::Document(read.map_err(|e| Problem::bad_request(format!("document: {e}")))?)
            }
            _ => return Err(Problem::bad_request("exactly one of resolution, markdown and document is required")),
        }))
    }
}

/// The outcome of resolving a conflict, or of taking that back.
#[derive(Debug, Serialize, JsonSchema)]
struct ConflictResolved {
    /// The current revision of the change request.
    revision: String,
    /// The number of conflicts that remain.
    conflicts: usize,
}

async fn resolve(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<ConflictPath>,
    Json(body): Json<ResolveConflict>,
) -> Result<Json<Warned<ConflictResolved>>, Problem> {
    let act = body.act()?;
    let (space, name, id) = (path.space_id.0, path.change_request_id.0, path.conflict_id.0);
    let resolving = move |app: &App| {
        let resolved = match &act {
            Act::Resolve(decision) => app.resolve_conflict(&caller, space, name, id, decision)?,
            Act::TakeBack => app.take_back_decision(&caller, space, name, id)?,
        };
        let warnings = app.warnings_of_revision(&caller, space, resolved.revision, Occasion::Merge)?;
        Ok((resolved, warnings))
    };
    let (resolved, warnings) = context.run(resolving).await?;
    Ok(Json(Warned::new(ConflictResolved::of(resolved), warnings)))
}

impl ConflictResolved {
    fn of(resolved: Resolved) -> Self {
        Self { revision: resolved.revision.to_string(), conflicts: resolved.left }
    }
}
