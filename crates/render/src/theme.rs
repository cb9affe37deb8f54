//! The theme of a site: a style sheet of its own with colours, corners and fonts.
//!
//! Any colours are accepted: each text colour is adjusted to its backgrounds here ([`color`]), so text always has the
//! contrast of WCAG 2 level AA. The fonts that a site names are loaded from the server itself, if they are free.

pub mod color;
mod palette;

use color::Rgb;
use palette::Palette;
use quire_fonts::{CHARACTERS, Face};

use crate::assets::{font_name, hash};

macro_rules! words {
    ($($(#[$doc:meta])* $name:ident { $($(#[$default:meta])? $variant:ident = $word:literal,)+ })+) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$default])? #[doc = concat!("`", $word, "`")] $variant,)+
        }

        impl $name {
            /// Returns the variant with this name, or the default for an unknown name.
            pub fn of(word: &str) -> Self {
                match word { $($word => Self::$variant,)+ _ => Self::default() }
            }
        }
    )+};
}

words! {
    /// The overall style of a site.
    Preset { #[default] Clean = "clean", Muted = "muted", Bold = "bold", Gradient = "gradient", }
    /// The roundness of corners.
    Corners { Straight = "straight", #[default] Rounded = "rounded", Circular = "circular", }
    /// The strength of shadows.
    Depth { #[default] Subtle = "subtle", Flat = "flat", }
    /// The style of links in text.
    Links { #[default] Default = "default", Accent = "accent", }
    /// The background of the table of contents.
    Sidebar { #[default] Default = "default", Filled = "filled", }
    /// The mark of the current page in the table of contents.
    List { #[default] Default = "default", Pill = "pill", Line = "line", }
    /// The font of text.
    Font {
        #[default] System = "system", Inter = "Inter", Roboto = "Roboto", RobotoSlab = "RobotoSlab",
        OpenSans = "OpenSans", SourceSansPro = "SourceSansPro", Lato = "Lato", Ubuntu = "Ubuntu", Raleway = "Raleway",
        Merriweather = "Merriweather", Overpass = "Overpass", NotoSans = "NotoSans", IbmPlexSerif = "IBMPlexSerif",
        Poppins = "Poppins", FiraSans = "FiraSans", AbcFavorit = "ABCFavorit",
    }
    /// The font of code.
    Mono {
        #[default] System = "system", FiraCode = "FiraCode", IbmPlexMono = "IBMPlexMono",
        JetBrainsMono = "JetBrainsMono", SourceCodePro = "SourceCodePro", RobotoMono = "RobotoMono",
        SpaceMono = "SpaceMono", DmMono = "DMMono", Inconsolata = "Inconsolata",
    }
}

/// A colour for light backgrounds and one for dark backgrounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pair {
    /// The colour on light backgrounds.
    pub light: Rgb,
    /// The colour on dark backgrounds.
    pub dark: Rgb,
}

impl Pair {
    /// Parses two colours like `#346ddb`; `None` if either is invalid.
    pub fn parse(light: &str, dark: &str) -> Option<Self> {
        Some(Self { light: Rgb::parse(light)?, dark: Rgb::parse(dark)? })
    }
}

/// The design settings of a site.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Theme {
    /// The overall style of the site.
    pub preset: Preset,
    /// The colour of links, buttons and marks.
    pub primary: Pair,
    /// The colour that greys and backgrounds are tinted with.
    pub tint: Option<Pair>,
    /// The colour of information.
    pub info: Pair,
    /// The colour of success.
    pub success: Pair,
    /// The colour of warnings.
    pub warning: Pair,
    /// The colour of danger.
    pub danger: Pair,
    /// The roundness of corners.
    pub corners: Corners,
    /// The strength of shadows.
    pub depth: Depth,
    /// The style of links in text.
    pub links: Links,
    /// The background of the table of contents.
    pub sidebar: Sidebar,
    /// The mark of the current page in the table of contents.
    pub list: List,
    /// The font of text.
    pub font: Font,
    /// The font of code.
    pub mono: Mono,
    /// The font of text that the site brings, which takes the place of the named one once it is there.
    pub own_font: Option<OwnFont>,
    /// The font of code that the site brings.
    pub own_mono: Option<OwnFont>,
}

/// A font that a site brings.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OwnFont {
    /// The name of the family: letters, digits, blanks and hyphens.
    pub family: String,
    /// The weights, with the file names and the forms of their files, in the order of preference.
    pub faces: Vec<(u16, Vec<(String, &'static str)>)>,
}

impl Default for Theme {
    fn default() -> Self {
        let pair = |light, dark| Pair { light: Rgb(light), dark: Rgb(dark) };
        Self {
            preset: Preset::default(),
            primary: pair([0x2f, 0x5d, 0x50], [0x7c, 0xc4, 0xa8]),
            tint: None,
            info: pair([0x2b, 0x62, 0xb8], [0x7d, 0xb0, 0xf5]),
            success: pair([0x1d, 0x7a, 0x46], [0x6c, 0xcb, 0x90]),
            warning: pair([0xd0, 0x90, 0x00], [0xe8, 0xb4, 0x4f]),
            danger: pair([0xc0, 0x36, 0x2c], [0xf5, 0x8a, 0x80]),
            corners: Corners::default(),
            depth: Depth::default(),
            links: Links::default(),
            sidebar: Sidebar::default(),
            list: List::default(),
            font: Font::default(),
            mono: Mono::default(),
            own_font: None,
            own_mono: None,
        }
    }
}

/// Returns the file name of a site's style sheet, with a hash of its content.
pub fn name(css: &str) -> String {
    format!("theme-{}.css", hash(css.as_bytes()))
}

/// Returns a site's style sheet: values of the custom properties that the common style sheet uses,
/// and rules for the settings.
pub fn css(theme: &Theme) -> String {
    let mut css = Palette::of(theme).css();
    let (font, more) = stack(theme.own_font.as_ref(), fonts(theme.font));
    let (mono, more_mono) = stack(theme.own_mono.as_ref(), monospace(theme.mono));
    css.push_str(&more);
    css.push_str(&more_mono);
    let radius = match theme.corners {
        Corners::Straight => ["0", "0", "0"],
        Corners::Rounded => ["6px", "10px", "14px"],
        Corners::Circular => ["12px", "18px", "24px"],
    };
    css.push_str(&format!(
        ":root{{--radius-s:{};--radius:{};--radius-l:{};--font:{};--mono:{}}}\n",
        radius[0], radius[1], radius[2], font, mono
    ));
    let rules = [
        (theme.depth == Depth::Flat, ":root{--shadow:none;--shadow-l:none}"),
        (theme.corners == Corners::Circular, ":root{--radius-pill:999px}"),
        (theme.links == Links::Accent, LINKS_ACCENT),
        (theme.sidebar == Sidebar::Filled, SIDEBAR_FILLED),
        (theme.list == List::Line, LIST_LINE),
        (theme.list == List::Pill, LIST_PILL),
        (theme.preset == Preset::Gradient, GRADIENT),
        (theme.preset == Preset::Bold, BOLD),
    ];
    for (_, rule) in rules.iter().filter(|(holds, _)| *holds) {
        css.push_str(rule);
        css.push('\n');
    }
    css
}

const LINKS_ACCENT: &str = ":root{--link:var(--text)}";
const SIDEBAR_FILLED: &str = "@media (min-width:60rem){.contents{background:var(--surface);box-shadow:-50vw 0 var(--surface)}\
[dir=rtl] .contents{box-shadow:50vw 0 var(--surface)}}";
const LIST_LINE: &str = ".contents ul ul,.contents>ul{border-inline-start:2px solid var(--line);padding-inline-start:0}\
.contents li>a{border-start-start-radius:0;border-end-start-radius:0;margin-inline-start:-2px;border-inline-start:2px solid transparent}\
.contents a[aria-current]{background:none;border-inline-start-color:var(--accent)}";
const LIST_PILL: &str = ".contents li>a{border-radius:999px}";
/// The header has the primary colour, so its elements in that colour are inverted.
const BOLD: &str = ".brand .initial,.top .links .primary{background:var(--header-accent);color:var(--header-bg)}";
const GRADIENT: &str = "body{background:linear-gradient(180deg,var(--soft),transparent 26rem) no-repeat,var(--bg)}";

/// Returns the stack of a font with the rules that load it: that of the site before the named one.
fn stack(own: Option<&OwnFont>, named: &str) -> (String, String) {
    let Some(OwnFont { family, faces: own }) = own else { return (named.to_owned(), faces(named)) };
    let source = |(name, form): &(String, &str)| format!("url(../~fonts/{name}) format(\"{form}\")");
    let rule = |(weight, sources): &(u16, Vec<_>)| {
        let sources: Vec<_> = sources.iter().map(source).collect();
        format!(
            "@font-face{{font-family:\"{family}\";font-weight:{weight};font-display:optional;src:{}}}\n",
            sources.join(",")
        )
    };
    let rules = own.iter().filter(|(_, sources)| !sources.is_empty()).map(rule).collect();
    (format!("\"{family}\",{named}"), rules)
}

/// Returns the rules that load the first font of a stack, if the server has it. Text is never hidden, and does not move
/// when the font comes late: then it is there on the next page.
fn faces(stack: &str) -> String {
    let family = stack.split(',').next().unwrap_or_default().trim_matches('"');
    let rule = |face: &Face| {
        let Face { family, weights, .. } = face;
        format!(
            "@font-face{{font-family:\"{family}\";font-weight:{weights};font-display:optional;\
             src:url(../~assets/{}) format(\"woff2\");unicode-range:{CHARACTERS}}}\n",
            font_name(face)
        )
    };
    quire_fonts::faces(family).map(rule).collect()
}

/// Returns the font stack for a font: itself, then similar system fonts.
fn fonts(font: Font) -> &'static str {
    match font {
        Font::System => "system-ui,-apple-system,\"Segoe UI\",Roboto,\"Noto Sans\",sans-serif",
        Font::Inter => "Inter,system-ui,\"Segoe UI\",Roboto,sans-serif",
        Font::Roboto => "Roboto,system-ui,\"Segoe UI\",sans-serif",
        Font::OpenSans => "\"Open Sans\",\"Segoe UI\",\"Noto Sans\",system-ui,sans-serif",
        Font::SourceSansPro => "\"Source Sans 3\",\"Source Sans Pro\",\"Segoe UI\",system-ui,sans-serif",
        Font::Lato => "Lato,\"Gill Sans\",Calibri,Carlito,system-ui,sans-serif",
        Font::Ubuntu => "Ubuntu,\"Trebuchet MS\",system-ui,sans-serif",
        Font::Raleway => "Raleway,Avenir,Montserrat,Corbel,system-ui,sans-serif",
        Font::Overpass => "Overpass,\"Franklin Gothic Medium\",\"Arial Nova\",system-ui,sans-serif",
        Font::NotoSans => "\"Noto Sans\",system-ui,\"Segoe UI\",Roboto,sans-serif",
        Font::Poppins => "Poppins,Avenir,\"Century Gothic\",\"URW Gothic\",system-ui,sans-serif",
        Font::FiraSans => "\"Fira Sans\",\"Trebuchet MS\",\"Segoe UI\",system-ui,sans-serif",
        Font::AbcFavorit => "\"ABC Favorit\",\"Helvetica Neue\",Arial,system-ui,sans-serif",
        Font::RobotoSlab => "\"Roboto Slab\",Rockwell,\"Rockwell Nova\",\"DejaVu Serif\",serif",
        Font::Merriweather => "Merriweather,Charter,\"Bitstream Charter\",Georgia,serif",
        Font::IbmPlexSerif => "\"IBM Plex Serif\",\"Iowan Old Style\",Charter,Georgia,serif",
    }
}

/// Returns the font stack for a monospace font.
fn monospace(font: Mono) -> &'static str {
    match font {
        Mono::System => "ui-monospace,\"SF Mono\",\"Cascadia Code\",Menlo,Consolas,\"DejaVu Sans Mono\",monospace",
        Mono::FiraCode => "\"Fira Code\",ui-monospace,Menlo,Consolas,monospace",
        Mono::IbmPlexMono => "\"IBM Plex Mono\",ui-monospace,Menlo,Consolas,monospace",
        Mono::JetBrainsMono => "\"JetBrains Mono\",ui-monospace,Menlo,Consolas,monospace",
        Mono::SourceCodePro => "\"Source Code Pro\",ui-monospace,Menlo,Consolas,monospace",
        Mono::RobotoMono => "\"Roboto Mono\",ui-monospace,Menlo,Consolas,monospace",
        Mono::SpaceMono => "\"Space Mono\",ui-monospace,\"Courier New\",monospace",
        Mono::DmMono => "\"DM Mono\",ui-monospace,Menlo,Consolas,monospace",
        Mono::Inconsolata => "Inconsolata,Consolas,ui-monospace,monospace",
    }
}
