//! Streams of events (Server-Sent Events): what happens in a space or an organization, while it happens.
//!
//! A stream is a loop of waiting for a commit, one step of the follower on a thread that may block, and what is sent then.
//! A client that does not read holds no more than the text of one step. Streams end when the server stops, and when
//! their caller may not see the place any more; clients come back by themselves, with the position that they had.

use std::fmt::Write as _;
use std::io;
use std::time::Duration;

use axum::body::Body;
use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::stream;
use quire_app::events::{Follower, Place, Step};
use quire_content::id::Uid;
use quire_model::ids::OrganizationId;
use quire_model::paging::{Position, Sort};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::time::{Instant, sleep_until, timeout_at};

use super::Named;
use super::orgs::OrganizationPath;
use super::spaces::SpacePath;
use crate::bearer::Bearer;
use crate::context::Context;
use crate::endpoint::{Endpoints, Media, MediaType, Op, OperationDescription, Output, Path, Query, Schemas, op};
use crate::error::Problem;
use crate::followers::Seat;
use crate::paging::Paging;
use crate::server::Endless;
use crate::types::{Event, PresenceList};

pub(super) const TAG: &str = "Events";

/// The longest time without a word, so that clients and proxies know that the stream lives.
const HEARTBEAT: Duration = Duration::from_secs(15);
/// The pause between two steps: changes that follow each other closely are sent together.
const REST: Duration = Duration::from_millis(150);
/// The time after which a client comes back to a stream that ended, in milliseconds.
const RETRY_MS: u32 = 2_000;

const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

pub(super) fn endpoints() -> Endpoints<Context> {
    Endpoints::new()
        .get(
            "/v1/spaces/{spaceId}/events",
            of_space,
            described("streamEventsInSpace", "Follow what happens in a space, as Server-Sent Events."),
        )
        .get(
            "/v1/orgs/{organizationId}/events",
            of_org,
            described("streamEventsInOrganization", "Follow what happens in all spaces that you can see."),
        )
}

fn described(id: &'static str, summary: &'static str) -> Op {
    op(id, TAG, summary)
        .details(
            "The stream begins with the event `ready`. Then each `change` has an Event as its data, and each `presence` \
             the list of who is present. `reset` says that events were left out: read everything again. To go on where \
             a stream ended, send the `id` that came last in the header `Last-Event-ID`, as browsers do, or as `after`. \
             Without one the stream begins with what happens next, so open it before you read.",
        )
        .untimed()
        .fails(StatusCode::TOO_MANY_REQUESTS, "You have 24 streams open already")
}

/// The position at which a stream begins.
#[derive(Debug, Deserialize, JsonSchema)]
struct Begin {
    /// The `id` of an event: the stream begins with the one after it. The header `Last-Event-ID` comes before it.
    #[serde(default)]
    after: Option<String>,
}

async fn of_space(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(SpacePath { space_id: Named(space) }): Path<SpacePath>,
    Query(begin): Query<Begin>,
    headers: HeaderMap,
) -> Result<EventStream, Problem> {
    open(context, caller, Place::Space(space), begin, &headers).await
}

async fn of_org(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(OrganizationPath { organization_id: Named(organization) }): Path<OrganizationPath>,
    Query(begin): Query<Begin>,
    headers: HeaderMap,
) -> Result<EventStream, Problem> {
    open(context, caller, Place::Organization(organization), begin, &headers).await
}

async fn open(
    context: Context,
    caller: std::sync::Arc<quire_app::Caller>,
    place: Place,
    begin: Begin,
    headers: &HeaderMap,
) -> Result<EventStream, Problem> {
    let mut seat = context.followers().seat(caller.payer())?;
    let last = headers.get(LAST_EVENT_ID).map(|id| id.to_str().unwrap_or_default().to_owned());
    let text = last.or(begin.after);
    let within = context.clone();
    let follower = context.run(move |app| {
        // A position that is unknown here is behind the end of every log, so the stream begins with a reset.
        app.follow_events(caller, place, |of| text.map(|text| within.sequence(of, &text).unwrap_or(i64::MAX)))
    });
    let follower = follower.await?;
    // From here on commits are noticed, and those before are found by the first step.
    seat.wait_for(follower.scopes());
    let now = Instant::now();
    let opened = Stream { context, follower: Some(follower), seat, phase: Phase::Opening, spoken: now, stepped: now };
    let body = Body::from_stream(stream::unfold(opened, async |stream| {
        stream.next().await.map(|(text, stream)| (Ok::<_, io::Error>(Bytes::from(text)), stream))
    }));
    let media = Media::new(body).header(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(EventStream(media.header(HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"))))
}

/// An open stream.
struct Stream {
    context: Context,
    /// The follower, except while it is on another thread.
    follower: Option<Follower>,
    seat: Seat,
    phase: Phase,
    /// The time at which something was sent last.
    spoken: Instant,
    /// The time of the last step.
    stepped: Instant,
}

#[derive(PartialEq, Eq)]
enum Phase {
    /// Nothing was sent yet.
    Opening,
    /// There is more at once.
    Hurrying,
    /// Everything was sent.
    Waiting,
}

impl Stream {
    /// Waits for something to send; `None` at the end.
    async fn next(mut self) -> Option<(String, Self)> {
        loop {
            let opening = self.phase == Phase::Opening;
            let mut is_due = false;
            if self.phase == Phase::Waiting {
                is_due = timeout_at(self.spoken + HEARTBEAT, self.seat.woken()).await.is_err();
                sleep_until(self.stepped + REST).await;
            }
            let step = self.step().await?;
            self.phase = if step.further { Phase::Hurrying } else { Phase::Waiting };
            let follower = self.follower.as_ref()?;
            let position = |sequence| self.context.event_id(follower.organization(), sequence);
            let mut text = String::new();
            if opening {
                let _ = writeln!(text, "retry: {RETRY_MS}");
                let before = step.events.first().map_or(follower.position(), |event| event.sequence - 1);
                frame(&mut text, "ready", Some(&position(before)), &json!({}));
            }
            if step.reset {
                frame(&mut text, "reset", Some(&position(follower.position())), &json!({}));
            }
            for event in &step.events {
                frame(&mut text, "change", Some(&position(event.sequence)), &Event::of(event));
            }
            if let Some(present) = step.presence {
                frame(&mut text, "presence", None, &PresenceList::of(present));
            }
            if text.is_empty() && is_due {
                // An empty event moves the client's position and nothing else.
                let _ = write!(text, ": \nid: {}\n\n", position(follower.position()));
            }
            if !text.is_empty() {
                self.spoken = Instant::now();
                return Some((text, self));
            }
        }
    }

    /// Runs a step of the follower; `None` if the stream is at its end.
    async fn step(&mut self) -> Option<Step> {
        let mut follower = self.follower.take()?;
        let stepped = self.context.run(move |app| {
            let step = follower.step(app).inspect_err(|e| {
                if e.is_fault() {
                    tracing::warn!(error = e as &dyn std::error::Error, "a stream of events ended early");
                }
            })?;
            Ok((follower, step))
        });
        let (follower, step) = stepped.await.ok()?;
        self.follower = Some(follower);
        self.stepped = Instant::now();
        Some(step)
    }
}

/// Appends an event of a stream.
fn frame(text: &mut String, name: &str, id: Option<&str>, data: &impl Serialize) {
    let Ok(data) = serde_json::to_string(data) else { return };
    let _ = writeln!(text, "event: {name}");
    if let Some(id) = id {
        let _ = writeln!(text, "id: {id}");
    }
    let _ = write!(text, "data: {data}\n\n");
}

impl Context {
    /// Returns the text that stands for a position in the log of an organization.
    fn event_id(&self, organization: OrganizationId, sequence: i64) -> String {
        let mark = quire_model::paging::SortKey { sort: Sort::Number(sequence), id: organization.into() };
        self.cursors().issue(&log_of(organization), &super::cursor(Position::After(mark)))
    }

    /// Returns the position that a text stands for; `None` if it is none of this log.
    fn sequence(&self, organization: OrganizationId, text: &str) -> Option<i64> {
        let asked = Paging { page: Some(text.to_owned()), ..Paging::default() };
        match self.paging(&log_of(organization), &asked).ok()?.from? {
            Position::After(mark) if mark.id == Uid::from(organization) => match mark.sort {
                Sort::Number(sequence) => Some(sequence),
                Sort::Id | Sort::Text(_) => None,
            },
            Position::After(_) | Position::Before(_) => None,
        }
    }
}

fn log_of(organization: OrganizationId) -> String {
    format!("events of {organization}")
}

/// A stream of events.
struct EventStream(Media<ServerSentEvents>);

struct ServerSentEvents;

impl MediaType for ServerSentEvents {
    const NAME: &'static str = "text/event-stream";
}

impl IntoResponse for EventStream {
    fn into_response(self) -> Response {
        let mut response = self.0.into_response();
        response.extensions_mut().insert(Endless);
        response
    }
}

impl Output for EventStream {
    fn describe(operation: &mut OperationDescription, schemas: &mut Schemas) {
        let known = "The `id` that came last in an earlier stream: this one goes on after it.";
        operation.header_parameter("Last-Event-ID", false, json!({ "type": "string", "description": known }));
        let data = json!({ "anyOf": [schemas.output::<Event>(), schemas.output::<PresenceList>()] });
        let schema = json!({ "type": "string", "contentMediaType": ServerSentEvents::NAME, "contentSchema": data });
        operation.response(StatusCode::OK, "OK", Some((ServerSentEvents::NAME, schema)), &[]);
    }
}
