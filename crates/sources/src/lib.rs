//! Documentation of other tools, read into the directory format.
//!
//! [`convert`] takes a file, or a folder, and yields a [`Converted`]: a tree of Markdown files with their
//! table of contents and their files, which [`quire_convert::read`] takes as any other, and a report that says of each
//! page what was mapped, what was kept as text or file, and what was dropped. Text always means itself in the Markdown
//! that is written. The input is untrusted: size, depth and count are bounded, nothing leads out of the input, and an
//! archive is never in memory as a whole.
//!
//! What is read from servers is asked for through [`fetch::Fetch`], which is an argument: [`website`] crawls, [`gitbook`]
//! reads an API. The network itself, the database and the comparison with content that is there already are not here.

mod convert;
mod dom;
mod error;
pub mod fetch;
mod formats;
pub mod gitbook;
pub mod html;
mod input;
mod line;
mod links;
mod literal;
mod names;
mod options;
mod origin;
mod page_paths;
mod report;
mod scratch;
mod site;
mod source;
pub mod website;
mod xml;

pub use convert::{Converted, Progress, convert};
pub use error::Error;
pub use input::{Input, Reader};
pub use options::Options;
pub use report::{Count, PageReport, Part};
pub use source::Source;
