// Made by web/build.mjs.
/// The files of the app by name.
pub(crate) const FILES: &[(&str, &[u8])] = &[
    ("changerequest.js", include_bytes!("changerequest.js")),
    ("changerequests.js", include_bytes!("changerequests.js")),
    ("changes.js", include_bytes!("changes.js")),
    ("comments.js", include_bytes!("comments.js")),
    ("conflicts.js", include_bytes!("conflicts.js")),
    ("de.js", include_bytes!("de.js")),
    ("editing.js", include_bytes!("editing.js")),
    ("editor-source.js", include_bytes!("editor-source.js")),
    ("editor.css", include_bytes!("editor.css")),
    ("editor.js", include_bytes!("editor.js")),
    ("es.js", include_bytes!("es.js")),
    ("fr.js", include_bytes!("fr.js")),
    ("history.js", include_bytes!("history.js")),
    ("ja.js", include_bytes!("ja.js")),
    ("licenses.txt", include_bytes!("licenses.txt")),
    ("newspace.js", include_bytes!("newspace.js")),
    ("pagesettings.js", include_bytes!("pagesettings.js")),
    ("people.js", include_bytes!("people.js")),
    ("settings.js", include_bytes!("settings.js")),
    ("shell-2.js", include_bytes!("shell-2.js")),
    ("shell-3.js", include_bytes!("shell-3.js")),
    ("shell-4.js", include_bytes!("shell-4.js")),
    ("shell-5.js", include_bytes!("shell-5.js")),
    ("shell-6.js", include_bytes!("shell-6.js")),
    ("shell-7.js", include_bytes!("shell-7.js")),
    ("shell-8.js", include_bytes!("shell-8.js")),
    ("shell-9.js", include_bytes!("shell-9.js")),
    ("shell-editor-source-2.js", include_bytes!("shell-editor-source-2.js")),
    ("shell-editor-source.js", include_bytes!("shell-editor-source.js")),
    ("shell.css", include_bytes!("shell.css")),
    ("shell.js", include_bytes!("shell.js")),
    ("source.js", include_bytes!("source.js")),
    ("vendor.js", include_bytes!("vendor.js")),
];
/// A digest of what the files were built from.
#[cfg(test)]
pub(crate) const SOURCES: &str = "d4cb602051e22b832b56f861f25561b468bbd5c1cb39c7599e8a6fa1dda11dfa";
/// A digest of all files, for their addresses.
pub(crate) const VERSION: &str = "e8c7beac58b6bc9f";
