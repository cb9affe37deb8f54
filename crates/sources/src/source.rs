//! The kinds of sources, with their names in requests and on the command line.

/// A kind of source that content is imported from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Source {
    /// Markdown files, with or without a table of contents: the directory format.
    Markdown,
    /// An archive of the directory format.
    Zip,
    /// HTML pages: a file, a folder, or an archive.
    Html,
    /// A document of Word.
    Docx,
    /// An export of a space of Confluence, as HTML or XML.
    Confluence,
    /// A wiki of GitHub, as a folder or an archive.
    GithubWiki,
    /// An export of Notion, as Markdown or HTML.
    Notion,
    /// A document of Google Docs, downloaded as a web page.
    GoogleDocs,
    /// A project of MkDocs.
    Mkdocs,
    /// A project of Docusaurus.
    Docusaurus,
    /// A book of mdBook.
    Mdbook,
    /// An XML dump of MediaWiki.
    Mediawiki,
    /// An export of Outline.
    Outline,
    /// An export of BookStack.
    Bookstack,
    /// A space of the hosted service, read by its API.
    Gitbook,
    /// A site, read by following its links.
    Website,
}

impl Source {
    /// Every kind with its name.
    pub const ALL: [(Self, &'static str); 16] = [
        (Self::Website, "website"),
        (Self::Docx, "docx"),
        (Self::Markdown, "markdown"),
        (Self::Html, "html"),
        (Self::Zip, "zip"),
        (Self::Confluence, "confluence"),
        (Self::GithubWiki, "github-wiki"),
        (Self::Notion, "notion"),
        (Self::GoogleDocs, "google-docs"),
        (Self::Mkdocs, "mkdocs"),
        (Self::Docusaurus, "docusaurus"),
        (Self::Mdbook, "mdbook"),
        (Self::Mediawiki, "mediawiki"),
        (Self::Outline, "outline"),
        (Self::Bookstack, "bookstack"),
        (Self::Gitbook, "gitbook"),
    ];

    /// Returns the kind with a name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == name).map(|(source, _)| *source)
    }

    /// Returns the name.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(source, _)| *source == self).map_or("", |(_, name)| name)
    }

    /// Returns true if [`convert`](crate::convert()) reads this kind from a file or a folder. The others are read from
    /// servers.
    pub fn is_file(self) -> bool {
        !matches!(self, Self::Gitbook | Self::Website)
    }
}
