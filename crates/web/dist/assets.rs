// Made by web/build.mjs.
/// The files of the app by name.
pub const FILES: &[(&str, &[u8])] = &[
    ("editor.js", include_bytes!("editor.js")),
    ("licenses.txt", include_bytes!("licenses.txt")),
    ("shell-editor.js", include_bytes!("shell-editor.js")),
    ("shell.css", include_bytes!("shell.css")),
    ("shell.js", include_bytes!("shell.js")),
];
/// A digest of what the files were built from.
#[cfg(test)]
pub const SOURCES: &str = "40ab9cd0a276bd9428e355d06224a85dfe5b5eb745e1d67fd59a0b64b607b9a4";
/// A digest of all files, for their addresses.
pub const VERSION: &str = "cfd82c40977dac14";
