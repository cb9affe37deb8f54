//! The bytes of files: from an upload to this server, from another server, or from the call itself.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use quire_app::Error;
use quire_app::content::files::StoredFile;
use quire_model::ids::OrganizationId;
use tokio::time::Instant;

use crate::context::{Context, WorkKind};
use crate::error::Problem;
use crate::routes::fetching::told;
use crate::routes::uploads;
use crate::types::Edit;

/// The most files in one call.
const MOST_FILES: usize = 100;

/// The most bytes of a base64 file in a call, decoded; larger files must be uploaded first.
const MOST_BASE64_BYTES: usize = 16 << 20;

/// The longest time for fetching all files of a call. Stored bytes wait an hour for the revision that has them.
const TIME: Duration = Duration::from_mins(10);

/// A collector that stores the bytes of a call's files.
pub(super) struct Gathering<'a> {
    context: &'a Context,
    organization: OrganizationId,
    deadline: Instant,
}

impl<'a> Gathering<'a> {
    /// Creates a collector for these changes; fails if they have more than [`MOST_FILES`] files.
    pub(super) fn new(context: &'a Context, organization: OrganizationId, changes: &[Edit]) -> Result<Self, Problem> {
        let files = changes.iter().map(|change| match change {
            Edit::InsertFiles(change) => change.files.len(),
            Edit::UpdateFile(_) => 1,
            _ => 0,
        });
        let found: usize = files.sum();
        if found > MOST_FILES {
            return Err(Problem::bad_request(format!("changes: must bring at most {MOST_FILES} files, not {found}")));
        }
        Ok(Self { context, organization, deadline: Instant::now() + TIME })
    }

    /// Stores the bytes of the file at the path `at` in the body; none if it has neither `url` nor `base64`.
    pub(super) async fn take(
        &self,
        at: &str,
        url: Option<String>,
        base64: Option<String>,
    ) -> Result<Option<StoredFile>, Problem> {
        match (url, base64) {
            (None, None) => Ok(None),
            (Some(url), None) => self.from(at, url).await.map(Some),
            (None, Some(text)) => self.decoded(at, text).await.map(Some),
            _ => Err(Problem::bad_request(format!("{at}: must have either url or base64"))),
        }
    }

    async fn from(&self, at: &str, url: String) -> Result<StoredFile, Problem> {
        let at = format!("{at}.url");
        if uploads::is_own(&url, self.context) {
            let ticket = uploads::ticket(&url, self.context)?;
            let organization = self.organization;
            return self
                .context
                .run_in(WorkKind::Long, move |app| app.take_upload(&ticket, organization).map_err(|e| told(e, &at)))
                .await;
        }
        Ok(self.context.fetch(&url, &at, self.deadline).await?.bytes)
    }

    async fn decoded(&self, at: &str, text: String) -> Result<StoredFile, Problem> {
        let at = format!("{at}.base64");
        let over = text.len() / 4 * 3 > MOST_BASE64_BYTES + 2;
        let work = move |app: &quire_app::App| {
            let invalid = |rule: String| Error::Invalid(format!("{at}: {rule}"));
            let too_large = || invalid(format!("must be at most {MOST_BASE64_BYTES} bytes; larger files are uploaded"));
            if over {
                return Err(too_large());
            }
            let bytes =
                STANDARD.decode(&text).map_err(|_| invalid("must be base64 (RFC 4648, section 4)".to_owned()))?;
            if bytes.len() > MOST_BASE64_BYTES {
                return Err(too_large());
            }
            app.take_file(&mut bytes.as_slice(), u64::MAX, None).map_err(|e| told(e, &at))
        };
        self.context.run_in(WorkKind::Long, work).await
    }
}
