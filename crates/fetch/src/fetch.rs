//! Fetching one file: connections, redirects, and the bytes of the response within their bounds.

use std::io;
use std::time::Duration;

use bytes::Bytes;
use futures_util::stream::{self, Stream, StreamExt as _};
use http_body_util::{BodyDataStream, Full};
use hyper::body::Incoming;
use hyper::header::{
    ACCEPT, ACCEPT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG, HOST, HeaderName, IF_NONE_MATCH, LOCATION, USER_AGENT,
};
use hyper::{Method, Request, Response, StatusCode};
use tokio::time::{Instant, timeout_at};

use crate::Error;
use crate::connect::{Sent, Trust, send};
use crate::target::Target;

/// The options of fetching files.
#[derive(Debug, Clone)]
pub struct Options {
    /// True if hosts may have addresses that are not public.
    pub allow_private_addresses: bool,
    /// The maximum number of redirects that are followed.
    pub redirects: usize,
    /// The time limit from the first name lookup to the last byte.
    pub time: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self { allow_private_addresses: false, redirects: 5, time: Duration::from_mins(2) }
    }
}

/// A client that fetches files. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Fetcher {
    options: Options,
    trust: Trust,
}

/// A file whose response has begun.
pub struct Fetched {
    /// The address after all redirects.
    pub address: String,
    /// The last path segment of the address that it came from, still percent-encoded.
    pub name: String,
    /// The media type, as the server states it.
    pub content_type: Option<String>,
    /// The entity tag, as the server states it.
    pub entity_tag: Option<String>,
    response: Response<Incoming>,
    most: u64,
    deadline: Instant,
}

/// A request for [`Fetcher::exchange`].
#[derive(Debug, Clone, Copy)]
pub enum Asked<'a> {
    /// `GET` with these headers.
    Get(&'a [(&'static str, String)]),
    /// `POST` of this body, with these headers.
    Post(&'a [(&'static str, String)], &'a str),
}

/// A response that was received as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The status code.
    pub status: u16,
    /// The bytes of the body.
    pub bytes: Vec<u8>,
}

impl Asked<'_> {
    fn request(self, target: &Target) -> Result<Sent, Error> {
        let (method, headers, body) = match self {
            Self::Get(headers) => (Method::GET, headers, Full::default()),
            Self::Post(headers, body) => (Method::POST, headers, Full::from(body.to_owned())),
        };
        let start = Request::builder().method(method).uri(target.path());
        let start =
            start.header(HOST, target.authority()).header(USER_AGENT, AGENT).header(ACCEPT_ENCODING, "identity");
        let request = headers.iter().fold(start, |request, (name, value)| request.header(*name, value));
        request.body(body).map_err(|_| UNSENDABLE)
    }
}

const AGENT: &str = concat!("quire/", env!("CARGO_PKG_VERSION"));
const UNSENDABLE: Error = Error::Address("has characters that no server understands");

impl Fetcher {
    /// Returns a client with these options, which trusts the given root certificates.
    pub fn new(options: Options, trust: Trust) -> Self {
        Self { options, trust }
    }

    /// Requests the file at an address, of at most `most` bytes. Errors of the response's head are returned here,
    /// errors of the body by its stream.
    pub async fn get(&self, address: &str, most: u64) -> Result<Fetched, Error> {
        let found = self.get_unless(address, most, None).await?;
        found.ok_or(Error::Status(StatusCode::NOT_MODIFIED.as_u16()))
    }

    /// Requests a file like [`Self::get`]; `None` if the server says that it still has the entity tag `known`.
    pub async fn get_unless(&self, address: &str, most: u64, known: Option<&str>) -> Result<Option<Fetched>, Error> {
        let deadline = Instant::now() + self.options.time;
        let found = timeout_at(deadline, self.follow(Target::parse(address)?, known)).await;
        let (target, response) = found.map_err(|_| Error::TooSlow)??;
        if known.is_some() && response.status() == StatusCode::NOT_MODIFIED {
            return Ok(None);
        }
        if !response.status().is_success() {
            return Err(Error::Status(response.status().as_u16()));
        }
        Fetched::of(&target, response, most, deadline).map(Some)
    }

    /// Sends one request to an address and returns the response as a whole, of at most `most` bytes. Redirects are not
    /// followed, so that what the request proves reaches no other server.
    ///
    /// # Errors
    /// The server can't be reached, is too slow, or its response is too large.
    pub async fn exchange(&self, address: &str, asked: Asked<'_>, most: u64) -> Result<Answer, Error> {
        let deadline = Instant::now() + self.options.time;
        let target = Target::parse(address)?;
        let sending = async {
            let addresses = target.addresses(self.options.allow_private_addresses).await?;
            send(&target, &addresses, &self.trust, asked.request(&target)?).await
        };
        let response = timeout_at(deadline, sending).await.map_err(|_| Error::TooSlow)??;
        let status = response.status().as_u16();
        let bytes = Fetched::of(&target, response, most, deadline)?.into_whole().await?;
        Ok(Answer { status, bytes })
    }

    async fn follow(&self, mut target: Target, known: Option<&str>) -> Result<(Target, Response<Incoming>), Error> {
        for _ in 0..=self.options.redirects {
            let addresses = target.addresses(self.options.allow_private_addresses).await?;
            let response = send(&target, &addresses, &self.trust, request(&target, known)?).await?;
            match header(&response, LOCATION).filter(|_| response.status().is_redirection()) {
                Some(location) => target = target.redirected(location)?,
                None => return Ok((target, response)),
            }
        }
        Err(Error::Redirects(self.options.redirects))
    }
}

fn request(target: &Target, known: Option<&str>) -> Result<Sent, Error> {
    let mut request = Request::get(target.path())
        .header(HOST, target.authority())
        .header(USER_AGENT, AGENT)
        .header(ACCEPT, "*/*")
        .header(ACCEPT_ENCODING, "identity");
    if let Some(known) = known {
        request = request.header(IF_NONE_MATCH, known);
    }
    request.body(Full::default()).map_err(|_| UNSENDABLE)
}

fn header(response: &Response<Incoming>, name: HeaderName) -> Option<&str> {
    response.headers().get(name)?.to_str().ok()
}

impl Fetched {
    /// Returns a response that has begun, unless it announces more than `most` bytes.
    fn of(target: &Target, response: Response<Incoming>, most: u64, deadline: Instant) -> Result<Self, Error> {
        let announced = header(&response, CONTENT_LENGTH).and_then(|length| length.parse::<u64>().ok());
        if announced.is_some_and(|length| length > most) {
            return Err(Error::TooLarge(most));
        }
        let text = |name| header(&response, name).map(str::to_owned);
        let (content_type, entity_tag) = (text(CONTENT_TYPE), text(ETAG));
        let name = target.url().path_segments().and_then(|mut parts| parts.next_back()).unwrap_or_default().to_owned();
        Ok(Self { address: target.url().to_string(), name, content_type, entity_tag, response, most, deadline })
    }

    /// Returns the bytes as a whole. They are kept as they arrive, so an announced size reserves no memory.
    ///
    /// # Errors
    /// There are too many bytes, or they arrive too slowly.
    pub async fn into_whole(self) -> Result<Vec<u8>, Error> {
        let mut chunks = Box::pin(self.into_chunks());
        let mut bytes = Vec::new();
        while let Some(chunk) = chunks.next().await {
            bytes.extend_from_slice(&chunk?);
        }
        Ok(bytes)
    }

    /// Returns the bytes as a stream; it ends with an I/O error, with the message of an [`Error`], if there are too
    /// many bytes or they arrive too slowly.
    pub fn into_bytes(self) -> impl Stream<Item = io::Result<Bytes>> + Send {
        self.into_chunks().map(|chunk| chunk.map_err(|error| io::Error::other(error.to_string())))
    }

    /// Returns the bytes as a stream, which ends after an error.
    pub(crate) fn into_chunks(self) -> impl Stream<Item = Result<Bytes, Error>> + Send {
        let Self { response, most, deadline, .. } = self;
        let chunks = BodyDataStream::new(response.into_body());
        stream::unfold(Some((chunks, most)), move |state| async move {
            let (mut chunks, left) = state?;
            let error = match timeout_at(deadline, chunks.next()).await {
                Ok(None) => return None,
                Ok(Some(Ok(chunk))) => match left.checked_sub(chunk.len() as u64) {
                    Some(left) => return Some((Ok(chunk), Some((chunks, left)))),
                    None => Error::TooLarge(most),
                },
                Ok(Some(Err(_))) => Error::Broken("the server broke off".to_owned()),
                Err(_) => Error::TooSlow,
            };
            Some((Err(error), None))
        })
    }
}
