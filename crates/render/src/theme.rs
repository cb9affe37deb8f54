//! The looks of one site: its colours, corners and fonts as a style of its own.
//!
//! Any colour may come in; what stands on what is made readable here ([`color`]), so text has the contrast that WCAG
//! 2 calls AA whatever a site chose. Fonts are those that systems have: none is loaded.

pub mod color;
mod palette;

use color::Rgb;
use palette::Palette;

use crate::assets::hash;

macro_rules! words {
    ($($(#[$doc:meta])* $name:ident { $($(#[$default:meta])? $variant:ident = $word:literal,)+ })+) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$default])? #[doc = concat!("`", $word, "`")] $variant,)+
        }

        impl $name {
            /// The value of a word; the default for one that is not known.
            pub fn of(word: &str) -> Self {
                match word { $($word => Self::$variant,)+ _ => Self::default() }
            }
        }
    )+};
}

words! {
    /// How loud a site is as a whole.
    Preset { #[default] Clean = "clean", Muted = "muted", Bold = "bold", Gradient = "gradient", }
    /// How round corners are.
    Corners { Straight = "straight", #[default] Rounded = "rounded", Circular = "circular", }
    /// Whether things cast shadows.
    Depth { #[default] Subtle = "subtle", Flat = "flat", }
    /// How links in text look.
    Links { #[default] Default = "default", Accent = "accent", }
    /// What is behind the table of contents.
    Sidebar { #[default] Default = "default", Filled = "filled", }
    /// How the table of contents marks the page.
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

/// One colour for light and one for dark ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pair {
    /// On light ground.
    pub light: Rgb,
    /// On dark ground.
    pub dark: Rgb,
}

impl Pair {
    /// Of two colours like `#346ddb`; nothing if one is none.
    pub fn parse(light: &str, dark: &str) -> Option<Self> {
        Some(Self { light: Rgb::parse(light)?, dark: Rgb::parse(dark)? })
    }
}

/// What a site chose of its looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Theme {
    /// How loud it is.
    pub preset: Preset,
    /// Its colour.
    pub primary: Pair,
    /// What greys lean to.
    pub tint: Option<Pair>,
    /// Of what is good to know.
    pub info: Pair,
    /// Of good news.
    pub success: Pair,
    /// Of what needs care.
    pub warning: Pair,
    /// Of what needs much care.
    pub danger: Pair,
    /// Its corners.
    pub corners: Corners,
    /// Its shadows.
    pub depth: Depth,
    /// Its links.
    pub links: Links,
    /// Behind its table of contents.
    pub sidebar: Sidebar,
    /// Its table of contents.
    pub list: List,
    /// Its font.
    pub font: Font,
    /// Its font of code.
    pub mono: Mono,
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
        }
    }
}

/// The name of a site's style, with a hash of its content.
pub fn name(css: &str) -> String {
    format!("theme-{}.css", hash(css.as_bytes()))
}

/// A site's style: values for the names that the style of all pages uses, and rules for what it chose.
pub fn css(theme: &Theme) -> String {
    let mut css = Palette::of(theme).css();
    let radius = match theme.corners {
        Corners::Straight => ["0", "0", "0"],
        Corners::Rounded => ["6px", "10px", "14px"],
        Corners::Circular => ["12px", "18px", "24px"],
    };
    css.push_str(&format!(
        ":root{{--radius-s:{};--radius:{};--radius-l:{};--font:{};--mono:{}}}\n",
        radius[0],
        radius[1],
        radius[2],
        fonts(theme.font),
        monospace(theme.mono)
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
/// The header has the colour of the site, and what is in that colour elsewhere stands out of it.
const BOLD: &str = ".brand .initial,.top .links .primary{background:var(--header-accent);color:var(--header-bg)}";
const GRADIENT: &str = "body{background:linear-gradient(180deg,var(--soft),transparent 26rem) no-repeat,var(--bg)}";

/// The fonts to try for one that a site chose: itself, in case the visitor has it, then what systems have.
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

/// The same for code.
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
