//! SCIM 2.0 (RFC 7643 and 7644) for the providers of organizations, below `/v1/orgs/{organizationId}/scim/v2`.
//!
//! The standard describes itself at `/Schemas` and `/ResourceTypes`, so these addresses are no operations of the API's
//! own document. A provider proves itself by the token of the organization; refusals are in the form of the standard.

use axum::Router;
use axum::body::to_bytes;
use axum::extract::{FromRequestParts, Path, Request, State};
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, LOCATION, WWW_AUTHENTICATE};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use quire_app::App;
use quire_app::scim::{Answered, MOST_LISTED, Provisioning};
use quire_model::credentials::bearer;
use quire_model::ids::{OrganizationId, TeamId, UserId};
use quire_sso::scim::{
    self, ErrorKind, Filter, Group, GroupChange, Page, Projection, User, group_changes, list, patch_user,
};
use serde::Deserialize;
use serde_json::Value;

use crate::context::Context;
use crate::endpoint::Query;
use crate::error::Problem;
use crate::layers::caller::{Presented, Proof};

const MEDIA_TYPE: &str = "application/scim+json";
/// The maximum size of a message, in bytes.
const MOST_BYTES: usize = 1 << 20;

/// Returns the routes of all organizations' SCIM services.
pub(crate) fn routes() -> Router<Context> {
    let at = |path: &str| format!("/v1/orgs/{{organizationId}}/scim/v2{path}");
    Router::new()
        .route(&at("/ServiceProviderConfig"), get(config))
        .route(&at("/ResourceTypes"), get(resource_types))
        .route(&at("/ResourceTypes/{id}"), get(resource_type))
        .route(&at("/Schemas"), get(schemas))
        .route(&at("/Schemas/{id}"), get(schema))
        .route(&at("/.search"), post(search))
        .route(&at("/Users"), get(list_users).post(create_user))
        .route(&at("/Users/.search"), post(search_users))
        .route(&at("/Users/{id}"), get(get_user).put(replace_user).patch(change_user).delete(delete_user))
        .route(&at("/Groups"), get(list_groups).post(create_group))
        .route(&at("/Groups/.search"), post(search_groups))
        .route(&at("/Groups/{id}"), get(get_group).put(replace_group).patch(change_group).delete(delete_group))
        .route(&at("/{*rest}"), any(nothing))
}

/// A provider that has proved itself.
struct Provider {
    by: Provisioning,
    /// The address of the organization's service.
    base: String,
}

impl FromRequestParts<Context> for Provider {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, context: &Context) -> Result<Self, Refused> {
        let path = parts.uri.path();
        let named = path.strip_prefix("/v1/orgs/").and_then(|rest| rest.split('/').next());
        let organization = named.and_then(|id| id.parse::<OrganizationId>().ok()).ok_or_else(unknown)?;
        let secret = parts.headers.get(AUTHORIZATION).and_then(|value| bearer(value.as_bytes())).ok_or_else(unknown)?;
        let secret = secret.to_owned();
        let found = context.run(move |app| app.provision(organization, &secret)).await;
        if let Some(presented) = parts.extensions.get::<Presented>() {
            match &found {
                Ok(_) => presented.settle(Proof::Good),
                Err(problem) if problem.status() == StatusCode::UNAUTHORIZED => presented.settle(Proof::Bad),
                Err(_) => {}
            }
        }
        Ok(Self { by: found?, base: context.app().scim_url(organization) })
    }
}

/// A refusal in the form of the standard. A 5xx stays a problem, so that the layers log it.
enum Refused {
    Scim(scim::Error),
    Other(Problem),
}

impl From<scim::Error> for Refused {
    fn from(error: scim::Error) -> Self {
        Self::Scim(error)
    }
}

impl From<Problem> for Refused {
    fn from(problem: Problem) -> Self {
        let kind = match problem.status() {
            StatusCode::BAD_REQUEST => ErrorKind::InvalidValue,
            StatusCode::UNAUTHORIZED => ErrorKind::Unauthorized,
            StatusCode::FORBIDDEN => ErrorKind::Forbidden,
            StatusCode::NOT_FOUND => ErrorKind::NotFound,
            StatusCode::CONFLICT => ErrorKind::Uniqueness,
            StatusCode::PAYLOAD_TOO_LARGE => ErrorKind::TooLarge,
            _ => return Self::Other(problem),
        };
        Self::Scim(scim::Error::new(kind, problem.message().to_owned()))
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        match self {
            Self::Scim(error) => {
                let status = StatusCode::from_u16(error.kind.status()).unwrap_or(StatusCode::BAD_REQUEST);
                let mut response = answer(status, &error.to_json());
                if status == StatusCode::UNAUTHORIZED {
                    response.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
                }
                response
            }
            Self::Other(problem) => problem.into_response(),
        }
    }
}

fn unknown() -> Refused {
    scim::Error::new(ErrorKind::Unauthorized, "this needs the organization's token for SCIM: Authorization: Bearer …")
        .into()
}

fn answer(status: StatusCode, body: &Value) -> Response {
    (status, [(CONTENT_TYPE, MEDIA_TYPE)], body.to_string()).into_response()
}

/// Returns the answer to a provider's request that was carried out.
async fn run<T: Send + 'static>(
    context: &Context,
    work: impl FnOnce(&App) -> Answered<T> + Send + 'static,
) -> Result<T, Refused> {
    Ok(context.run(work).await??)
}

/// Returns the body of a request as JSON.
async fn read(request: Request) -> Result<Value, Refused> {
    let syntax = |detail: String| Refused::from(scim::Error::new(ErrorKind::InvalidSyntax, detail));
    let bytes = to_bytes(request.into_body(), MOST_BYTES).await;
    let bytes = bytes.map_err(|_| Refused::from(Problem::too_large(MOST_BYTES)))?;
    serde_json::from_slice(&bytes).map_err(|error| syntax(format!("the body is no JSON: {error}")))
}

/// Returns the resource in the body of a request, or the changes of one.
async fn read_resource(request: Request) -> Result<Value, Refused> {
    let body = read(request).await?;
    if has_nul(&body) {
        return Err(scim::Error::new(ErrorKind::InvalidValue, "a text has a NUL character (U+0000)").into());
    }
    Ok(body)
}

/// Returns true if a text in a JSON value has a NUL character, which is kept nowhere.
fn has_nul(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains('\0'),
        Value::Array(items) => items.iter().any(has_nul),
        Value::Object(members) => members.iter().any(|(name, value)| name.contains('\0') || has_nul(value)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// Returns an identifier of a path; a text of another form names nothing.
fn id<T: std::str::FromStr>(text: &str, what: &str) -> Result<T, Refused> {
    text.parse().map_err(|_| scim::Error::new(ErrorKind::NotFound, format!("there is no such {what}")).into())
}

/// The parameters of a list, and of the attributes of an answer.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Asked {
    filter: Option<String>,
    start_index: Option<String>,
    count: Option<String>,
    attributes: Option<String>,
    excluded_attributes: Option<String>,
}

impl FromRequestParts<Context> for Asked {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, context: &Context) -> Result<Self, Refused> {
        let Query(asked) = Query::from_request_parts(parts, context).await?;
        Ok(asked)
    }
}

impl Asked {
    /// Reads the message of a search (RFC 7644, section 3.4.3), which says the same as parameters do.
    fn of_search(message: &Value) -> Self {
        let text = |name: &str| message[name].as_str().map(str::to_owned);
        let number = |name: &str| message[name].as_i64().map(|number| number.to_string());
        let names = |name: &str| {
            let names = message[name].as_array()?.iter().filter_map(Value::as_str);
            Some(names.collect::<Vec<_>>().join(","))
        };
        Self {
            filter: text("filter"),
            start_index: number("startIndex"),
            count: number("count"),
            attributes: names("attributes"),
            excluded_attributes: names("excludedAttributes"),
        }
    }

    fn filter(&self) -> Result<Option<Filter>, scim::Error> {
        self.filter.as_deref().map(Filter::parse).transpose()
    }

    fn page(&self) -> Result<Page, scim::Error> {
        Page::read(self.start_index.as_deref(), self.count.as_deref(), MOST_LISTED)
    }

    fn projection(&self) -> Result<Projection, scim::Error> {
        Projection::read(self.attributes.as_deref(), self.excluded_attributes.as_deref())
    }
}

/// Returns a page of resources with the attributes that are asked for.
fn listed((resources, total): (Vec<Value>, u64), projection: &Projection, page: Page) -> Response {
    let shown: Vec<_> = resources.into_iter().map(|it| projection.apply(it)).collect();
    answer(StatusCode::OK, &list(&shown, total, page))
}

/// Returns a resource that was made, with its address.
fn created(resource: Value, projection: &Projection) -> Response {
    let location = resource["meta"]["location"].as_str().and_then(|it| HeaderValue::try_from(it).ok());
    let mut response = answer(StatusCode::CREATED, &projection.apply(resource));
    if let Some(location) = location {
        response.headers_mut().insert(LOCATION, location);
    }
    response
}

fn shown(resource: Value, projection: &Projection) -> Response {
    answer(StatusCode::OK, &projection.apply(resource))
}

async fn nothing(_: Provider) -> Refused {
    scim::Error::new(ErrorKind::NotFound, "there is nothing at this address").into()
}

async fn config(provider: Provider) -> Response {
    answer(StatusCode::OK, &scim::service_provider_config(&provider.base, MOST_LISTED))
}

async fn resource_types(provider: Provider) -> Response {
    answer(StatusCode::OK, &scim::resource_types(&provider.base))
}

async fn schemas(provider: Provider) -> Response {
    answer(StatusCode::OK, &scim::schemas(&provider.base))
}

async fn resource_type(provider: Provider, Path((_, id)): Path<(String, String)>) -> Result<Response, Refused> {
    one(scim::resource_types(&provider.base), &id)
}

async fn schema(provider: Provider, Path((_, id)): Path<(String, String)>) -> Result<Response, Refused> {
    one(scim::schemas(&provider.base), &id)
}

/// Returns the resource of a list with an identifier.
fn one(mut all: Value, id: &str) -> Result<Response, Refused> {
    let resources = all["Resources"].as_array_mut().map(std::mem::take).unwrap_or_default();
    let found = resources.into_iter().find(|it| it["id"] == id);
    let found = found.ok_or_else(|| scim::Error::new(ErrorKind::NotFound, "there is no such document"))?;
    Ok(answer(StatusCode::OK, &found))
}

async fn list_users(
    State(context): State<Context>,
    Provider { by, .. }: Provider,
    asked: Asked,
) -> Result<Response, Refused> {
    find_users(&context, by, &asked).await
}

async fn search_users(
    State(context): State<Context>,
    Provider { by, .. }: Provider,
    request: Request,
) -> Result<Response, Refused> {
    find_users(&context, by, &Asked::of_search(&read(request).await?)).await
}

async fn find_users(context: &Context, by: Provisioning, asked: &Asked) -> Result<Response, Refused> {
    let (filter, page, projection) = (asked.filter()?, asked.page()?, asked.projection()?);
    let found = run(context, move |app| app.list_scim_users(by, filter.as_ref(), page)).await?;
    Ok(listed(found, &projection, page))
}

/// Finds users and groups, in this order.
async fn search(
    State(context): State<Context>,
    Provider { by, .. }: Provider,
    request: Request,
) -> Result<Response, Refused> {
    let asked = Asked::of_search(&read(request).await?);
    let (filter, page, projection) = (asked.filter()?, asked.page()?, asked.projection()?);
    let asking = projection.clone();
    let find = move |app: &App| -> Answered<(Vec<Value>, u64)> {
        let (mut found, users) = match app.list_scim_users(by, filter.as_ref(), page)? {
            Ok(found) => found,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let count = page.count.saturating_sub(found.len() as u64);
        let rest = Page { skip: page.skip.saturating_sub(users), count };
        Ok(app.list_scim_groups(by, filter.as_ref(), &asking, rest)?.map(|(groups, total)| {
            found.extend(groups);
            (found, users + total)
        }))
    };
    Ok(listed(run(&context, find).await?, &projection, page))
}

async fn get_user(
    State(context): State<Context>,
    Provider { by, .. }: Provider,
    Path((_, name)): Path<(String, String)>,
    asked: Asked,
) -> Result<Response, Refused> {
    let (user, projection) = (id::<UserId>(&name, "user")?, asked.projection()?);
    Ok(shown(run(&context, move |app| app.get_scim_user(by, user)).await?, &projection))
}

async fn create_user(
    State(context): State<Context>,
    Provider { by, .. }: Provider,
    asked: Asked,
    request: Request,
) -> Result<Response, Refused> {
    let projection = asked.projection()?;
    let user = User::from_json(&read_resource(request).await?)?;
    Ok(created(run(&context, move |app| app.create_scim_user(by, &user)).await?, &projection))
}

async fn replace_user(
    State(context): State<Context>,
    Provider { by, .. }: Provider,
    Path((_, name)): Path<(String, String)>,
    asked: Asked,
    request: Request,
) -> Result<Response, Refused> {
    let (id, projection) = (id::<UserId>(&name, "user")?, asked.projection()?);
    let body = read_resource(request).await?;
    let replace = move |app: &App| app.update_scim_user(by, id, |before| User::in_place_of(before, &body));
    Ok(shown(run(&context, replace).await?, &projection))
}

async fn change_user(
    State(context): State<Context>,
    Provider { by, .. }: Provider,
    Path((_, name)): Path<(String, String)>,
    asked: Asked,
    request: Request,
) -> Result<Response, Refused> {
    let (id, projection) = (id::<UserId>(&name, "user")?, asked.projection()?);
    let patch = read_resource(request).await?;
    let change = move |app: &App| app.update_scim_user(by, id, |before| patch_user(before, &patch));
    Ok(shown(run(&context, change).await?, &projection))
}

async fn delete_user(
    State(context): State<Context>,
    Provider { by, .. }: Provider,
    Path((_, name)): Path<(String, String)>,
) -> Result<StatusCode, Refused> {
    let id = id::<UserId>(&name, "user")?;
    run(&context, move |app| app.delete_scim_user(by, id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn list_groups(
    State(context): State<Context>,
    Provider { by, .. }: Provider,
    asked: Asked,
) -> Result<Response, Refused> {
    find_groups(&context, by, &asked).await
}

async fn search_groups(
    State(context): State<Context>,
    Provider { by, .. }: Provider,
    request: Request,
) -> Result<Response, Refused> {
    find_groups(&context, by, &Asked::of_search(&read(request).await?)).await
}

async fn find_groups(context: &Context, by: Provisioning, asked: &Asked) -> Result<Response, Refused> {
    let (filter, page, projection) = (asked.filter()?, asked.page()?, asked.projection()?);
    let asking = projection.clone();
    let found = run(context, move |app| app.list_scim_groups(by, filter.as_ref(), &asking, page)).await?;
    Ok(listed(found, &projection, page))
}

async fn get_group(
    State(context): State<Context>,
    Provider { by, .. }: Provider,
    Path((_, name)): Path<(String, String)>,
    asked: Asked,
) -> Result<Response, Refused> {
    let (team, projection) = (id::<TeamId>(&name, "group")?, asked.projection()?);
    Ok(shown(run(&context, move |app| app.get_scim_group(by, team)).await?, &projection))
}

async fn create_group(
    State(context): State<Context>,
    Provider { by, .. }: Provider,
    asked: Asked,
    request: Request,
) -> Result<Response, Refused> {
    let projection = asked.projection()?;
    let group = Group::from_json(&read_resource(request).await?)?;
    Ok(created(run(&context, move |app| app.create_scim_group(by, &group)).await?, &projection))
}

async fn replace_group(
    State(context): State<Context>,
    Provider { by, .. }: Provider,
    Path((_, name)): Path<(String, String)>,
    asked: Asked,
    request: Request,
) -> Result<Response, Refused> {
    let (team, projection) = (id::<TeamId>(&name, "group")?, asked.projection()?);
    let group = Group::from_json(&read_resource(request).await?)?;
    let changes = [
        GroupChange::Rename(group.display_name),
        GroupChange::SetExternalId(group.external_id),
        GroupChange::ReplaceMembers(group.members),
    ];
    Ok(shown(run(&context, move |app| app.update_scim_group(by, team, &changes)).await?, &projection))
}

async fn change_group(
    State(context): State<Context>,
    Provider { by, .. }: Provider,
    Path((_, name)): Path<(String, String)>,
    asked: Asked,
    request: Request,
) -> Result<Response, Refused> {
    let (team, projection) = (id::<TeamId>(&name, "group")?, asked.projection()?);
    let changes = group_changes(&read_resource(request).await?)?;
    Ok(shown(run(&context, move |app| app.update_scim_group(by, team, &changes)).await?, &projection))
}

async fn delete_group(
    State(context): State<Context>,
    Provider { by, .. }: Provider,
    Path((_, name)): Path<(String, String)>,
) -> Result<StatusCode, Refused> {
    let team = id::<TeamId>(&name, "group")?;
    run(&context, move |app| app.delete_scim_group(by, team)).await?;
    Ok(StatusCode::NO_CONTENT)
}
