//! Form bodies of bounded size, accepted only from pages of this server.

use axum::body::to_bytes;
use axum::extract::{FromRequest, Request};
use axum::http::header::CONTENT_TYPE;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::Failure;
use crate::context::Context;
use crate::error::Problem;

/// The fields of a form that a page of this server sent.
pub(super) struct Form<T>(pub(super) T);

/// The form of a change that needs the current password, for those who must give it.
#[derive(Deserialize)]
pub(super) struct Current {
    #[serde(default)]
    pub(super) current: String,
}

const MEDIA_TYPE: &str = "application/x-www-form-urlencoded";

/// The maximum size of a form in bytes: enough for the longest password with every byte escaped.
const MOST_BYTES: usize = 64 << 10;

impl<T: DeserializeOwned> FromRequest<Context> for Form<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, context: &Context) -> Result<Self, Failure> {
        context.place().own(request.headers())?;
        let kind = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        if kind.split(';').next().unwrap_or_default().trim() != MEDIA_TYPE {
            return Err(Problem::unsupported_media_type(MEDIA_TYPE).into());
        }
        let bytes = to_bytes(request.into_body(), MOST_BYTES).await.map_err(|_| Problem::too_large(MOST_BYTES))?;
        let fields = serde_urlencoded::from_bytes(&bytes);
        Ok(Self(fields.map_err(|e| Problem::bad_request(format!("the form can't be read: {e}")))?))
    }
}
