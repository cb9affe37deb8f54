//! The built-in icons of the interface: strokes in a box of 24 units, in the colour of the surrounding text.

use maud::PreEscaped;

macro_rules! glyphs {
    ($($(#[$doc:meta])* $name:ident = $paths:literal,)+) => {$(
        $(#[$doc])*
        pub(super) const $name: PreEscaped<&str> = PreEscaped(concat!(
            r#"<svg class="glyph" viewBox="0 0 24 24" aria-hidden="true" focusable="false">"#, $paths, "</svg>"
        ));
    )+};
}

glyphs! {
    MENU = r#"<path d="M4 7h16M4 12h16M4 17h11"/>"#,
    CLOSE = r#"<path d="m6 6 12 12M18 6 6 18"/>"#,
    SEARCH = r#"<circle cx="10.5" cy="10.5" r="6.5"/><path d="m15.5 15.5 5 5"/>"#,
    SUN = r#"<circle cx="12" cy="12" r="4"/><path d="M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4"/>"#,
    MOON = r#"<path d="M20 14.2A8.3 8.3 0 0 1 9.8 4a8.3 8.3 0 1 0 10.2 10.2Z"/>"#,
    SCREEN = r#"<rect x="3" y="4.5" width="18" height="12" rx="2"/><path d="M9 20.5h6"/>"#,
    CHEVRON = r#"<path d="m9 6 6 6-6 6"/>"#,
    DOWN = r#"<path d="m6 9 6 6 6-6"/>"#,
    EXTERNAL = r#"<path d="M8 16 17 7M9.5 7H17v7.5"/>"#,
    GLOBE = r#"<circle cx="12" cy="12" r="9"/><path d="M3 12h18M12 3c3 2.7 4 5.7 4 9s-1 6.3-4 9c-3-2.7-4-5.7-4-9s1-6.3 4-9Z"/>"#,
    TEXT = r#"<path d="M6 3.5h8l4.5 4.5v12.5H6ZM14 3.5V8h4.5M9 12.5h6M9 16h6"/>"#,
    COPY = r#"<rect x="8.5" y="8.5" width="12" height="12" rx="2"/><path d="M15.5 8.5V5.5a2 2 0 0 0-2-2h-8a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2h3"/>"#,
    MORE = r#"<path d="M5 12h.01M12 12h.01M19 12h.01"/>"#,
    DOWNLOAD = r#"<path d="M12 4v11M7 10.5l5 5 5-5M5 20h14"/>"#,
    PENCIL = r#"<path d="m4 20 1-4.5L16.5 4l3.5 3.5L8.5 19ZM14 6.5l3.5 3.5"/>"#,
    CLOCK = r#"<circle cx="12" cy="12" r="8.5"/><path d="M12 7.5V12l3 2"/>"#,
    EYE = r#"<path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z"/><circle cx="12" cy="12" r="3"/>"#,
}
