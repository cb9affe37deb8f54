//! The operations of the API, with a file for each resource: their routes, requests and responses.

mod adaptive;
mod change_requests;
mod changes;
mod collections;
mod comments;
mod content;
mod converting;
mod deleted;
mod diffs;
mod downloads;
mod edits;
mod email_domains;
mod events;
mod exports;
mod fetching;
mod health;
mod imports;
mod invites;
mod link_invites;
mod links;
mod members;
mod merging;
mod notifications;
mod oidc_providers;
mod openapi_changes;
mod openapi_documents;
mod openapi_notes;
mod openapi_specs;
mod orgs;
mod page_feedback;
mod permissions;
mod places;
mod presence;
mod prints;
mod publishing_auth;
mod reviews;
mod revisions;
mod root;
mod saml_providers;
mod scim_tokens;
mod scope;
mod search;
mod section_groups;
mod sections;
mod sessions;
mod share_links;
mod site_customizations;
mod site_hostnames;
mod site_positions;
mod site_redirects;
mod site_spaces;
mod site_structure;
mod sites;
mod spaces;
mod team_members;
mod teams;
mod templates;
mod tokens;
mod translations;
mod uploads;
mod urls;
mod users;

use std::borrow::Cow;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{Deserialize, Deserializer, Error as _};

use crate::context::Context;
use crate::endpoint::{Api, Endpoints, Info, Listing};
use crate::error::Problem;
use crate::paging::{Cursor, Direction, Key, Paging};

/// Returns the routes of all operations, and their description.
pub(crate) fn api(server: &str) -> Api<Context> {
    let info = Info {
        title: "Quire".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        description: "Manages documentation workspaces: organizations, spaces of pages, and their content.".to_owned(),
        server: server.to_owned(),
    };
    let mut api = Endpoints::new()
        .merge(root::endpoints())
        .merge(users::endpoints())
        .merge(sessions::endpoints())
        .merge(tokens::endpoints())
        .merge(orgs::endpoints())
        .merge(email_domains::endpoints())
        .merge(saml_providers::endpoints())
        .merge(oidc_providers::endpoints())
        .merge(scim_tokens::endpoints())
        .merge(members::endpoints())
        .merge(teams::endpoints())
        .merge(team_members::endpoints())
        .merge(invites::endpoints())
        .merge(link_invites::endpoints())
        .merge(collections::endpoints())
        .merge(permissions::endpoints())
        .merge(spaces::endpoints())
        .merge(sites::endpoints())
        .merge(page_feedback::endpoints())
        .merge(share_links::endpoints())
        .merge(publishing_auth::endpoints())
        .merge(adaptive::endpoints())
        .merge(site_customizations::endpoints())
        .merge(site_redirects::endpoints())
        .merge(site_hostnames::endpoints())
        .merge(site_structure::endpoints())
        .merge(site_spaces::endpoints())
        .merge(sections::endpoints())
        .merge(section_groups::endpoints())
        .merge(openapi_specs::endpoints())
        .merge(openapi_changes::endpoints())
        .merge(openapi_documents::endpoints())
        .merge(openapi_notes::endpoints())
        .merge(translations::endpoints())
        .merge(urls::endpoints())
        .merge(change_requests::endpoints())
        .merge(comments::endpoints())
        .merge(merging::endpoints())
        .merge(changes::endpoints())
        .merge(diffs::endpoints())
        .merge(content::endpoints())
        .merge(imports::endpoints())
        .merge(edits::endpoints())
        .merge(search::endpoints())
        .merge(links::endpoints())
        .merge(templates::endpoints())
        .merge(exports::endpoints())
        .merge(prints::endpoints())
        .merge(reviews::endpoints())
        .merge(revisions::endpoints())
        .merge(uploads::endpoints())
        .merge(downloads::endpoints())
        .merge(events::endpoints())
        .merge(presence::endpoints())
        .merge(converting::endpoints())
        .merge(deleted::endpoints())
        .merge(notifications::endpoints())
        .merge(health::endpoints())
        .finish(info);
    api.router = api.router.merge(root::alias());
    api
}

/// An identifier in a path. A text of another form stands for the identifier that nothing has ([`UNUSED`]), so that
/// every operation answers it as an unknown identifier: also deletions, and also for callers without permission.
#[derive(Debug, Clone, Copy)]
struct Named<T>(T);

/// The identifier of 16 zero bytes, which no thing gets: identifiers begin with the time.
const UNUSED: &str = "aaaaaaaaaaaaaaaaaaaaaa";

impl<'de, T: FromStr> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().or_else(|_| UNUSED.parse()).map(Self).map_err(|_| D::Error::custom("not an identifier"))
    }
}

impl<T> JsonSchema for Named<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Identifier".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({ "type": "string" })
    }
}

/// An identifier in a body; none for a text of another form, which is answered like an unknown identifier.
#[derive(Debug, Clone, Copy)]
struct Reference<T>(Option<T>);

impl<T> Reference<T> {
    /// Returns the identifier, or the error that there is no such `noun`.
    fn known(self, noun: &'static str) -> Result<T, Problem> {
        self.0.ok_or_else(|| quire_app::Error::NotFound(noun).into())
    }

    /// Returns the identifier if one is given, or the error that there is no such `noun`.
    fn resolve(given: Option<Self>, noun: &'static str) -> Result<Option<T>, Problem> {
        given.map(|given| given.known(noun)).transpose()
    }
}

impl<'de, T: FromStr> Deserialize<'de> for Reference<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(String::deserialize(deserializer)?.parse().ok()))
    }
}

impl<T> JsonSchema for Reference<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Identifier".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Named::<T>::json_schema(generator)
    }
}

impl Context {
    /// Returns the page of a list that the caller asks for. `list` names the list and all that its order depends on.
    fn paging(&self, list: &str, asked: &Paging) -> Result<quire_model::paging::Paging, Problem> {
        let from = asked.cursor(self.cursors(), list)?.as_ref().map(position).transpose()?;
        Ok(quire_model::paging::Paging { from, limit: asked.limit.get() })
    }

    /// Returns a page of a list with its cursors.
    fn listing<T>(&self, list: &str, page: quire_model::paging::Listing<T>) -> Listing<T> {
        let issue = |at| self.cursors().issue(list, &cursor(at));
        Listing { items: page.items, count: page.count, next: page.next.map(issue), previous: page.previous.map(issue) }
    }
}

fn cursor(at: quire_model::paging::Position) -> Cursor {
    use quire_model::paging::{Position, Sort};
    let (direction, mark) = match at {
        Position::After(mark) => (Direction::After, mark),
        Position::Before(mark) => (Direction::Before, mark),
    };
    let id = Key::Bytes(mark.id.0.to_vec());
    let keys = match mark.sort {
        Sort::Id => vec![id],
        Sort::Number(number) => vec![Key::Int(number), id],
        Sort::Text(text) => vec![Key::Text(text), id],
    };
    Cursor { direction, keys }
}

fn position(cursor: &Cursor) -> Result<quire_model::paging::Position, Problem> {
    use quire_model::paging::{Position, Sort, SortKey};
    let (sort, id) = match cursor.keys.as_slice() {
        [Key::Bytes(id)] => (Sort::Id, id),
        [Key::Int(number), Key::Bytes(id)] => (Sort::Number(*number), id),
        [Key::Text(text), Key::Bytes(id)] => (Sort::Text(text.clone()), id),
        _ => return Err(Problem::bad_request("query parameter \"page\": must be a cursor of this list")),
    };
    let mark = SortKey { sort, id: quire_content::id::Uid::from_slice(id).map_err(Problem::internal)? };
    Ok(match cursor.direction {
        Direction::After => Position::After(mark),
        Direction::Before => Position::Before(mark),
    })
}
