// Made by web/build.mjs.
/// The files of the app by name.
pub(crate) const FILES: &[(&str, &[u8])] = &[
    ("changerequest.js", include_bytes!("changerequest.js")),
    ("changerequests.js", include_bytes!("changerequests.js")),
    ("changes.js", include_bytes!("changes.js")),
    ("comments.js", include_bytes!("comments.js")),
    ("conflicts.js", include_bytes!("conflicts.js")),
    ("editing.js", include_bytes!("editing.js")),
    ("editor-source.js", include_bytes!("editor-source.js")),
    ("editor.css", include_bytes!("editor.css")),
    ("editor.js", include_bytes!("editor.js")),
    ("history.js", include_bytes!("history.js")),
    ("lazy.js", include_bytes!("lazy.js")),
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
    ("shell-editor-source.js", include_bytes!("shell-editor-source.js")),
    ("shell.css", include_bytes!("shell.css")),
    ("shell.js", include_bytes!("shell.js")),
    ("source.js", include_bytes!("source.js")),
    ("vendor.js", include_bytes!("vendor.js")),
];
/// A digest of what the files were built from.
#[cfg(test)]
pub(crate) const SOURCES: &str = "a8cd9f7e5dc0afae91dc77c1acad3d6e070837f8213a5771bae83593fe79cbbe";
/// A digest of all files, for their addresses.
pub(crate) const VERSION: &str = "b9f2b15b2807d4ab";
