//! The files of fonts that sites keep: uploads that customizations name.

use std::collections::HashMap;
use std::io::Read as _;

use quire_model::customization::fonts::{FontForm, KeptFont, PLACE, addresses};
use quire_model::ids::{OrganizationId, SiteId};
use quire_store::blobs;
use serde_json::{Map, Value};

use crate::App;
use crate::access::{self, ManageSite};
use crate::callers::Caller;
use crate::content::downloads::Download;
use crate::content::uploads::Ticket;
use crate::core::errors::Error;

/// The size of the largest file of a font, in bytes.
const MOST_BYTES: u64 = 5 << 20;

impl App {
    /// Replaces the addresses of uploads in the fields of a customization by those at which the site has the files.
    ///
    /// # Errors
    /// [`Error::Invalid`] if an upload is no font or too large, [`Error::NotFound`] if there is no such upload.
    pub fn keep_fonts(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        site: SiteId,
        uploads: &HashMap<String, Ticket>,
        fields: &mut Map<String, Value>,
    ) -> Result<(), Error> {
        let target = self.inner.db.read(|tx| {
            let site = access::site::<ManageSite>(tx, caller, organization, site)?;
            Ok::<_, Error>(self.locate_site(tx, &site)?.target)
        })?;
        for url in addresses(fields) {
            let Some(ticket) = uploads.get(url) else { continue };
            let font = self.font(ticket, organization)?;
            *url = format!("{target}{PLACE}{}", font.name());
        }
        Ok(())
    }

    fn font(&self, ticket: &Ticket, organization: OrganizationId) -> Result<KeptFont, Error> {
        let stored = self.take_upload(ticket, organization)?;
        let invalid = |message: String| Error::Invalid(format!("styling: fontFaces: sources: url: {message}"));
        let form = FontForm::of(stored.head());
        let form =
            form.ok_or_else(|| invalid("must be an upload of a WOFF2, WOFF, TrueType or OpenType font".into()))?;
        let (hash, size) = stored.blob();
        if size > MOST_BYTES {
            return Err(invalid(format!("must be an upload of at most {MOST_BYTES} bytes, not {size}")));
        }
        Ok(KeptFont { hash, form })
    }

    /// Returns the bytes of a font's file that a customization names, if the organization has this file and it is a
    /// font: whoever knows the hash of another file gets nothing.
    pub fn font_file(&self, organization: OrganizationId, font: KeptFont) -> Result<Option<Download>, Error> {
        let held = self.inner.db.read_single(|tx| Ok::<_, Error>(blobs::get(tx, organization, font.hash)?))?;
        if held.is_none() {
            return Ok(None);
        }
        let mut head = [0; 4];
        let read = self.inner.blobs.open_file(font.hash).and_then(|mut file| file.read_exact(&mut head));
        if read.is_err() || FontForm::of(&head) != Some(font.form) {
            return Ok(None);
        }
        let content_type = font.form.media_type().to_owned();
        Ok(Some(Download { path: self.inner.blobs.path(font.hash), hash: font.hash, content_type }))
    }
}
