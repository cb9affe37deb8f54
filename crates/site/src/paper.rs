//! Links in a document for printing: to another of its pages, or to an address that is valid elsewhere too.

use std::collections::HashMap;

use quire_render::reference_resolver::Link;

use crate::request_context::RequestContext;

/// The links of one page within a document for printing.
#[derive(Clone, Copy)]
pub(crate) struct Paper<'a> {
    /// The identifiers of the document's sheets by the addresses of their pages.
    pub(crate) within: &'a HashMap<String, String>,
    /// The prefix of the identifiers on this page.
    pub(crate) prefix: &'a str,
}

/// Returns the prefix of the identifiers on a page.
pub(crate) fn prefix(id: &str) -> String {
    format!("{id}~")
}

impl Paper<'_> {
    /// Returns a link of a page as it is in the document.
    pub(crate) fn link(self, context: &RequestContext, link: Link) -> Link {
        Link { href: self.address(context, &link.href), ..link }
    }

    fn address(self, context: &RequestContext, href: &str) -> String {
        let (page, anchor) = href.split_once('#').unwrap_or((href, ""));
        if page.is_empty() {
            return format!("#{}{anchor}", self.prefix);
        }
        if let Some(id) = self.within.get(page) {
            return if anchor.is_empty() { format!("#{id}") } else { format!("#{}{anchor}", prefix(id)) };
        }
        let path = href.strip_prefix(&context.base).filter(|path| path.starts_with('/'));
        path.map_or_else(
            || href.to_owned(),
            |path| {
                context.canonical(path.strip_prefix(&context.version).filter(|it| it.starts_with('/')).unwrap_or(path))
            },
        )
    }
}
