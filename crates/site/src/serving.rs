//! From a request to its answer: finds the site, the reader, the requested entity, and a cached answer.
//!
//! Cached answers are sent at once; for all others, work moves to a thread that may block. Nothing of a request is
//! logged here: its path may contain a secret, its query a token.

use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use axum::extract::{Request, State};
use axum::http::header::{ACCEPT, ALLOW, SET_COOKIE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::Response;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use quire_app::published::{Name, PublishedSite};
use quire_app::visitors::{Admission, Admitted, Credential, Preview, Shown};
use quire_app::{Error, FirstFault};
use quire_content::hash::Hash;
use quire_workers::Pool;

use crate::answers::{Answer, Answers, Joined, Key, Turn};
use crate::codings::Coding;
use crate::drawing::{self, DrawOutcome, HTML, draw};
use crate::entrance::ByHost;
use crate::failures::{failed, nothing, plain, redirect};
use crate::feedback::{self, Form};
use crate::headers::{self, CacheVisibility};
use crate::location::Location;
use crate::reader::ReaderCredentials;
use crate::request_context::RequestContext;
use crate::route::{Path, Route, Thing, Version};
use crate::site_request::SiteRequest;
use crate::{Failure, Sites, files, full_text, languages, previews, searching};

/// The size from which a body is only compressed in cached forms, and not for a single reader, in bytes.
const TRANSFORMED: usize = 1 << 20;

/// Answers a request for a site.
pub(crate) async fn serve(State(sites): State<Sites>, request: Request) -> Response {
    let (parts, _) = request.into_parts();
    let site_request = sites.requested(&parts);
    let is_own_host = parts.extensions.get::<ByHost>().is_none();
    if let (None, true, Some(list)) = (&site_request, is_own_host, sites.inner.host_router.list(parts.uri.path())) {
        return redirect(&Location::here(&list), StatusCode::TEMPORARY_REDIRECT);
    }
    sites.answered(site_request, parts, None).await
}

/// Answers a form that was sent to a site.
pub(crate) async fn receive(State(sites): State<Sites>, request: Request) -> Response {
    let site_request = match request.extensions().get::<ByHost>() {
        Some(ByHost(site_request)) => site_request.clone(),
        None => sites.inner.host_router.below(request.uri().path()),
    };
    match site_request.map(|it| Route::read(&it.rest).thing) {
        Some(Thing::Feedback) => feedback::receive(&sites, request).await,
        Some(Thing::SignOut) => sites.sign_out(request).await,
        _ => {
            let mut refused = plain(StatusCode::METHOD_NOT_ALLOWED, "This address can only be read.");
            refused.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
            refused
        }
    }
}

/// The parts of a request besides its path.
struct RequestParts {
    reader: ReaderCredentials,
    headers: HeaderMap,
    /// The form in the body, if it was sent.
    form: Option<Form>,
}

impl RequestParts {
    fn coding(&self) -> Option<Coding> {
        Coding::accepted(&self.headers)
    }
}

impl Sites {
    /// Returns the site and the path that a request names.
    pub(crate) fn requested(&self, parts: &Parts) -> Option<SiteRequest> {
        match parts.extensions.get::<ByHost>() {
            Some(ByHost(site_request)) => site_request.clone(),
            None => self.inner.host_router.below(parts.uri.path()),
        }
    }

    /// Answers a request, with the form that it sent.
    pub(crate) async fn answered(
        &self,
        site_request: Option<SiteRequest>,
        parts: Parts,
        form: Option<Form>,
    ) -> Response {
        let reader = ReaderCredentials::of(parts.uri.query(), &parts.headers);
        let asked = RequestParts { reader, headers: parts.headers, form };
        let answered = match site_request {
            Some(site_request) => self.answer(site_request, &asked).await,
            None => Ok(nothing()),
        };
        answered.unwrap_or_else(|failure| failed(&failure))
    }

    /// Returns the site of a name, from the cache if possible.
    pub(crate) async fn site(&self, name: &Name) -> Result<Option<Arc<PublishedSite>>, Failure> {
        if let Some(site) = self.inner.app.recall_site(name) {
            return Ok(Some(site));
        }
        let name = name.clone();
        self.run(move |app| app.published_site(&name)).await
    }

    async fn answer(&self, site_request: SiteRequest, asked: &RequestParts) -> Result<Response, Failure> {
        let route = Route::read(&site_request.rest).printing(&asked.reader.part);
        if let Thing::Asset(name) = &route.thing {
            let asset = self.inner.assets.get(name.as_str());
            return Ok(asset.map_or_else(nothing, |answer| answer.respond(asked.coding())));
        }
        // Until the reader is admitted, nothing may depend on the site's existence, which may be hidden from them.
        let site = self.site(&site_request.name).await?;
        let preview = match route.version {
            Version::Published => None,
            version => match previews::of(self, site.as_ref(), version, &route, &asked.headers).await? {
                previews::PreviewOutcome::Shown(preview) => Some(Arc::new(preview)),
                previews::PreviewOutcome::Elsewhere(path) => {
                    let version = &site_request.rest[..route.prefix];
                    let location =
                        Location::below(&site_request.base, &format!("{version}{path}{}", asked.reader.query));
                    return Ok(redirect(&location, StatusCode::SEE_OTHER));
                }
                previews::PreviewOutcome::Unknown => return Ok(self.to_sign_in(&site_request)),
                previews::PreviewOutcome::Nothing => return Ok(nothing()),
            },
        };
        let Some(site) = site else { return Ok(nothing()) };
        let today = site_request.base_of_today(&site);
        let site_request = site_request.behind(site.site.proxy.as_deref(), &asked.headers);
        let is_former = today.is_some();
        let site_request = match today {
            Some(base) => SiteRequest { base, ..site_request },
            None => site_request,
        };
        match route.thing {
            Thing::SignIn => return self.sign_in(&site, &site_request, &asked.reader, &asked.headers).await,
            Thing::SignOut => return Ok(self.ask_to_sign_out(&site, &site_request)),
            _ => {}
        }
        let (shown, keeps) = self.token_shown(&site, &site_request, &asked.reader).await?;
        let admitted = match (admit(&site, &site_request, &route, asked, shown), &preview) {
            (Gate::Open(admitted), _) => *admitted,
            (_, Some(preview)) => Admitted::by_preview(preview),
            (Gate::Closed(response), None) => return Ok(*response),
            (Gate::Provider, None) => {
                let next = format!("{}{}", site_request.rest, asked.reader.query);
                return Ok(self.depart(&site, &site_request, &asked.reader, &asked.headers, &next));
            }
        };
        if asked.reader.asked.is_some() {
            return Ok(kept(&site_request, &asked.reader, keeps));
        }
        if is_former {
            let location = Location::below(&site_request.base, &format!("{}{}", site_request.rest, asked.reader.query));
            return Ok(redirect(&location, StatusCode::PERMANENT_REDIRECT));
        }
        self.show(site, admitted, preview, &site_request, route, asked).await
    }

    async fn show(
        &self,
        site: Arc<PublishedSite>,
        admitted: Admitted,
        preview: Option<Arc<Preview>>,
        site_request: &SiteRequest,
        route: Route,
        asked: &RequestParts,
    ) -> Result<Response, Failure> {
        let context = self.context(site, admitted, preview, site_request, &route);
        let by_language = languages::depends(&context, &route);
        if by_language
            && let Some(to) = languages::first_visit(&context, site_request, &asked.headers, &asked.reader.query)
        {
            return Ok(led_to_language(&to, site_request, &asked.reader));
        }
        let markdown = matches!(route.thing, Thing::Page(_)) && prefers_markdown(&asked.headers);
        if route.thing == Thing::Feedback {
            let comes_from_here = feedback::comes_from(&asked.headers, &site_request.origin);
            let form = asked.form.clone().filter(|_| comes_from_here);
            return feedback::answer(self, context, form, &asked.reader.part).await;
        }
        if route.thing == Thing::Search {
            return searching::answer(self, context, &asked.reader, &asked.headers).await;
        }
        let (key, site) = (context.key(&route.thing, markdown), context.site().clone());
        let (coding, thing) = (asked.coding(), route.thing);
        let mut response = match self.answers_for(&thing).get(&key, &site) {
            Some(answer) => self.respond(answer, &thing, coding).await?,
            None if thing == Thing::LlmsFull => full_text::answer(self, context, key, coding).await?,
            None => match self.turn(&thing, key, &site).await {
                Joined::Ready(answer) => self.respond(answer, &thing, coding).await?,
                Joined::Turn(turn) => self.drawn(context, thing, markdown, turn, asked).await?,
            },
        };
        if by_language {
            headers::depends_on(response.headers_mut(), "accept-language");
        }
        if let Some(cookie) = asked.reader.keep_claims(&site_request.origin, &site_request.base) {
            response.headers_mut().append(SET_COOKIE, cookie);
        }
        Ok(response)
    }

    /// Returns the cache for answers of a kind.
    fn answers_for(&self, thing: &Thing) -> &Answers {
        if is_of_whole_site(thing) { &self.inner.texts } else { &self.inner.answers }
    }

    /// Returns the thread pool for an entity: pages have theirs, and everything that costs more has others.
    fn pool_for(&self, thing: &Thing) -> &Pool {
        if is_of_whole_site(thing) || matches!(thing, Thing::Print(..) | Thing::Pdf(..)) {
            &self.inner.turns.documents
        } else {
            &self.inner.workers
        }
    }

    /// Returns the response for an answer. Compresses it on another thread if that takes long.
    async fn respond(&self, answer: Arc<Answer>, thing: &Thing, coding: Option<Coding>) -> Result<Response, Failure> {
        if answer.is_ready(coding) {
            return Ok(answer.respond(coding));
        }
        self.run_in(self.pool_for(thing), move |_| Ok(answer.respond(coding))).await
    }

    async fn turn(&self, thing: &Thing, key: Key, site: &PublishedSite) -> Joined<'_> {
        let answers = self.answers_for(thing);
        match thing {
            // Files are not cached: no request has to wait for another.
            Thing::File { .. } | Thing::Picture { .. } | Thing::Font(_) | Thing::Pdf(..) => {
                Joined::Turn(Turn::Again(answers, key))
            }
            _ => answers.join(key, site).await,
        }
    }

    /// Renders the requested entity and caches the answer.
    async fn drawn(
        &self,
        mut context: RequestContext,
        thing: Thing,
        markdown: bool,
        turn: Turn<'_>,
        asked: &RequestParts,
    ) -> Result<Response, Failure> {
        let (query, coding) = (asked.reader.query.clone(), asked.coding());
        let drawn = self.run_in(self.pool_for(&thing), move |app| {
            context.app = app.clone();
            let outcome = draw(&context, &thing, markdown, &query)?;
            if let DrawOutcome::Missing(path) = outcome {
                return Ok(Drawn::Missing(Box::new(context), path));
            }
            Ok(context.finish(outcome).compressed(coding))
        });
        match drawn.await? {
            Drawn::Answer(answer) => {
                if answer.status == StatusCode::OK {
                    turn.keep(answer.clone());
                }
                Ok(answer.respond(coding))
            }
            Drawn::File(file, visibility) => send(&self.ready(*file).await?, visibility, &asked.headers).await,
            Drawn::Response(response) => Ok(response),
            Drawn::Missing(context, path) => {
                // Requests for the same path need not wait for these suggestions, which are not cached.
                drop(turn);
                self.missing(*context, path, coding).await
            }
        }
    }

    /// Returns a file to send: of a picture, the form that has to be made first. While very many wait for theirs, it is the
    /// picture itself, which caches do not keep.
    async fn ready(&self, file: drawing::File) -> Result<drawing::File, Failure> {
        let Some(width) = file.unmade else { return Ok(file) };
        let picture = file.bytes.clone();
        match self.run_in(&self.inner.turns.pictures, move |app| app.make_smaller(&picture, width)).await {
            Ok(found) => Ok(file.in_width(width, found)),
            Err(Failure::Work(quire_workers::Error::Busy)) => Ok(drawing::File { lasting: false, ..file }),
            Err(failure) => Err(failure),
        }
    }

    /// Answers for a path that does not exist: with suggestions, unless too many requests wait for theirs.
    async fn missing(
        &self,
        mut context: RequestContext,
        path: String,
        coding: Option<Coding>,
    ) -> Result<Response, Failure> {
        // The turn that the rendering may have taken is over.
        context.app = self.inner.app.clone();
        let drawn = self.run_in(&self.inner.turns.missing, move |app| {
            context.app = app.clone();
            Ok(context.finish(drawing::not_found(&context, &path)?).compressed(coding))
        });
        match drawn.await {
            Ok(Drawn::Answer(answer)) => Ok(answer.respond(coding)),
            Ok(_) | Err(Failure::Work(quire_workers::Error::Busy)) => Ok(nothing()),
            Err(failure) => Err(failure),
        }
    }

    fn context(
        &self,
        site: Arc<PublishedSite>,
        admitted: Admitted,
        preview: Option<Arc<Preview>>,
        site_request: &SiteRequest,
        route: &Route,
    ) -> RequestContext {
        let (secret, version) = route.prefixes();
        let version_of_all = match &preview {
            Some(preview) => route.prefix_of_all(&site, preview),
            None => String::new(),
        };
        let public = site.is_same_for_all() && preview.is_none() && !admitted.audience().is_preview();
        RequestContext {
            app: self.inner.app.clone(),
            suggestions: self.inner.suggestions.clone(),
            diagrams: self.inner.diagrams.clone(),
            site_view: self.inner.app.site_view(site, admitted, preview),
            origin: site_request.origin.clone(),
            base: format!("{}{secret}", site_request.base),
            version,
            version_of_all,
            visibility: if public { CacheVisibility::Public } else { CacheVisibility::Private },
            secret: route.secret.is_some(),
            crossed: AtomicBool::new(false),
            first_fault: FirstFault::default(),
            specifications: Mutex::default(),
            apis: Mutex::default(),
        }
    }

    /// Returns the redirect to the sign-in page for members, if the site is below the server's own address.
    fn to_sign_in(&self, site_request: &SiteRequest) -> Response {
        let public_url = &self.inner.app.options().public_url;
        if !public_url.starts_with(&*site_request.origin) {
            return nothing();
        }
        let path = Location::below(&site_request.base, &site_request.rest);
        let next = utf8_percent_encode(path.as_str(), NON_ALPHANUMERIC);
        redirect(&Location::configured(&format!("{public_url}/sign-in?next={next}")), StatusCode::SEE_OTHER)
    }

    /// Returns the first valid token of the reader, and true if it is the one in the query. An invalid token in the
    /// query does not replace a valid one in the cookie.
    async fn token_shown(
        &self,
        site: &Arc<PublishedSite>,
        site_request: &SiteRequest,
        reader: &ReaderCredentials,
    ) -> Result<(Option<Shown>, bool), Failure> {
        let kept = reader.kept.at(&site_request.origin, &site_request.base);
        for (token, in_query) in [(reader.asked.as_deref(), true), (kept, false)] {
            let Some(token) = token else { continue };
            let shown = match self.inner.app.recall_token(site, token) {
                Some(known) => known,
                None => {
                    let (site, token) = (site.clone(), token.to_owned());
                    self.run(move |app| app.accept_token(&site, &token)).await?
                }
            };
            if shown.is_some() {
                return Ok((shown, in_query));
            }
        }
        Ok((self.visitor_shown(site, site_request, reader).await?, false))
    }

    /// Returns the claims of the reader's session as a visitor, if it is valid.
    pub(crate) async fn visitor_shown(
        &self,
        site: &Arc<PublishedSite>,
        site_request: &SiteRequest,
        reader: &ReaderCredentials,
    ) -> Result<Option<Shown>, Failure> {
        let secret = reader.session.at(&site_request.origin, &site_request.base);
        let (Some(secret), Some(_)) = (secret, site.gate.provider) else { return Ok(None) };
        match self.inner.app.recall_visitor(site, secret) {
            Some(known) => Ok(known),
            None => {
                let (site, secret) = (site.clone(), secret.to_owned());
                self.run(move |app| app.accept_visitor(&site, &secret)).await
            }
        }
    }
}

/// Decides about the admission of the reader.
fn admit(
    site: &PublishedSite,
    site_request: &SiteRequest,
    route: &Route,
    asked: &RequestParts,
    shown: Option<Shown>,
) -> Gate {
    let secret = route.secret.as_deref();
    let credential = Credential { secret, shown, unsigned: asked.reader.unsigned.clone() };
    match site.gate.admit(&credential, &site_request.rest[route.prefix..]) {
        Admission::Welcome(admitted) => Gate::Open(Box::new(admitted)),
        Admission::Unknown => Gate::Closed(Box::new(nothing())),
        Admission::SignIn { location } => {
            Gate::Closed(Box::new(redirect(&Location::configured(&location), StatusCode::SEE_OTHER)))
        }
        Admission::Provider => Gate::Provider,
        Admission::Refused => {
            Gate::Closed(Box::new(plain(StatusCode::FORBIDDEN, "This site is for visitors who are signed in.")))
        }
    }
}

enum Gate {
    Open(Box<Admitted>),
    Closed(Box<Response>),
    /// The reader has to sign in by the identity provider.
    Provider,
}

/// The rendered outcome of a request.
enum Drawn {
    Answer(Arc<Answer>),
    File(Box<drawing::File>, CacheVisibility),
    Response(Response),
    /// No page at this path: the answer is still to be rendered.
    Missing(Box<RequestContext>, String),
}

impl Drawn {
    /// Creates the compressed form of an answer in advance, on a thread that may block.
    fn compressed(self, coding: Option<Coding>) -> Self {
        if let Self::Answer(answer) = &self {
            drop(answer.respond(coding));
        }
        self
    }
}

/// Returns true if an entity is rendered from all pages of a site.
fn is_of_whole_site(thing: &Thing) -> bool {
    matches!(thing, Thing::Sitemap | Thing::SitemapPages | Thing::Llms | Thing::LlmsFull)
}

impl RequestContext {
    /// Adds headers to the outcome of a request.
    fn finish(&self, outcome: DrawOutcome) -> Drawn {
        match outcome {
            DrawOutcome::Document { status, content_type, bytes, indexed, lasting } => {
                let mut headers = self.headers(content_type, indexed, lasting);
                if bytes.len() > TRANSFORMED {
                    headers::as_it_is(&mut headers);
                }
                // The cache counts the bytes alone, and they grew into up to twice as much memory.
                let bytes = bytes.into_boxed_slice();
                let whole = self.is_crossed().then(|| self.site().whole());
                Drawn::Answer(Arc::new(Answer::new(status, headers, bytes, whole).made_of(self.used())))
            }
            DrawOutcome::Elsewhere { location, lasting } => {
                let status = if lasting { StatusCode::PERMANENT_REDIRECT } else { StatusCode::TEMPORARY_REDIRECT };
                Drawn::Response(redirect(&location, status))
            }
            DrawOutcome::File(file) => Drawn::File(file, self.visibility),
            DrawOutcome::Nothing | DrawOutcome::Missing(_) => Drawn::Response(nothing()),
        }
    }

    /// Returns the cache key of the answer.
    pub(crate) fn key(&self, thing: &Thing, markdown: bool) -> Key {
        let content = self.content(thing).unwrap_or_else(|| self.site().whole());
        // The spaces that a preview shows are part of the audience; its own content is added here.
        let preview = self.site_view.preview().map(|it| (it.revision.id, it.revision.root, &it.change_request));
        let mut address = [&self.origin, self.base.as_str(), &self.version].concat();
        if let (Thing::Page(Path { text, canonical: true }), None, false) = (thing, &preview, markdown) {
            // Most requests are for these, and formatting the whole of them would take longer than the rest of the key.
            address.extend([" page ", text]);
        } else {
            write!(address, "{markdown}{thing:?}{preview:?}").expect("a text can be written to");
        }
        Key { site: self.site().facts(), content, audience: self.site_view.audience().key(), address }
    }

    /// Returns the content of the space that a page is in, as far as the path alone determines it.
    fn content(&self, thing: &Thing) -> Option<Hash> {
        let segments = thing.path()?.segments();
        let located = self.site().structure.locate(&segments)?;
        self.site_view.root(located.space.space)
    }

    pub(crate) fn headers(&self, content_type: &'static str, indexed: bool, lasting: bool) -> HeaderMap {
        let mut all = headers::document(content_type, self.visibility, self.secret, &self.connected());
        if lasting {
            headers::lasting(&mut all, self.visibility);
        }
        if content_type == HTML || content_type == drawing::MARKDOWN {
            headers::depends_on(&mut all, "accept");
        }
        if self.site().site.proxy.is_some() {
            headers::depends_on(&mut all, "x-forwarded-host");
        }
        if !indexed || !self.site().is_indexed() {
            headers::unindexed(&mut all);
        }
        all
    }
}

/// Redirects the reader to the same address without the token, which is stored in a cookie if it `counts`.
fn kept(site_request: &SiteRequest, reader: &ReaderCredentials, counts: bool) -> Response {
    let location = Location::below(&site_request.base, &format!("{}{}", site_request.rest, reader.query));
    let mut response = redirect(&location, StatusCode::SEE_OTHER);
    let (origin, base) = (&site_request.origin, &site_request.base);
    let cookies = [reader.keep_token(origin, base).filter(|_| counts), reader.keep_claims(origin, base)];
    for cookie in cookies.into_iter().flatten() {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    response
}

/// Redirects the reader to a variant in their language, once.
fn led_to_language(to: &Location, site_request: &SiteRequest, reader: &ReaderCredentials) -> Response {
    let mut response = redirect(to, StatusCode::TEMPORARY_REDIRECT);
    headers::depends_on(response.headers_mut(), "accept-language");
    let (origin, base) = (&site_request.origin, &site_request.base);
    for cookie in [ReaderCredentials::keep_visit(origin, base), reader.keep_claims(origin, base)].into_iter().flatten()
    {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    response
}

async fn send(file: &drawing::File, visibility: CacheVisibility, asked: &HeaderMap) -> Result<Response, Failure> {
    let sent = files::Sent {
        path: &file.bytes.path,
        tag: &file.tag,
        content_type: &file.bytes.content_type,
        name: &file.name,
        visibility,
        lasting: file.lasting,
    };
    files::send(&sent, asked).await.map_err(|e| Error::internal("sending a file", e).into())
}

/// Returns true if the request explicitly accepts Markdown with at least the quality of HTML.
fn prefers_markdown(headers: &HeaderMap) -> bool {
    let Some(accept) = headers.get(ACCEPT).and_then(|accept| accept.to_str().ok()) else { return false };
    let quality = |route| headers::quality(accept, route);
    quality("text/markdown").is_some_and(|liked| liked > 0.0 && liked >= quality("text/html").unwrap_or(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_is_for_those_who_ask() {
        let asks = |accept: &'static str| {
            prefers_markdown(&HeaderMap::from_iter([(ACCEPT, HeaderValue::from_static(accept))]))
        };
        for accept in
            ["text/markdown", "text/markdown, text/html", "text/html;q=0.5, text/markdown;q=0.9", "*/*, text/markdown"]
        {
            assert!(asks(accept), "{accept}");
        }
        for accept in ["*/*", "text/html", "text/html, text/markdown;q=0.9", "text/markdown;q=0", "text/*", ""] {
            assert!(!asks(accept), "{accept}");
        }
    }
}
