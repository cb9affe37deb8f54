//! Reasons why a book is not printed.

/// The reason why a book is not printed. `E` is the failure of what hands out pages.
#[derive(Debug, thiserror::Error)]
pub enum Error<E> {
    /// A page could not be read.
    #[error(transparent)]
    Page(E),
    /// The book has more sheets of paper than a file may have.
    #[error("the document has more than {bound} sheets of paper")]
    TooLong {
        /// The maximum number of sheets.
        bound: usize,
    },
    /// The program was built without the feature that draws documents.
    #[error("the program was built without PDF")]
    NotBuilt,
    /// The file could not be written.
    #[error("the PDF can't be written: {0}")]
    Write(String),
}
