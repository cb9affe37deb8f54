//! Conversions as a caller starts them: an input of a source in, the directory format and a report out.

mod confluence;
mod docx;
mod exports;
mod hostile;
mod html;
mod laws;
mod markdown;
mod support;
