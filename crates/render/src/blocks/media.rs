//! Images, drawings and files.

use maud::{Markup, html};
use quire_content::document::model::{Block, ContentRef, Image, Kind, Length, Node, Side};

use crate::html_renderer::HtmlRenderer;
use crate::reference_resolver::FileView;
use crate::{icons, safe};

/// The greatest width or height that an author can request, in pixels.
const MOST_PIXELS: f64 = 10_000.0;
/// The width of the text, in pixels: images in it are not wider, unless they ask for more.
const MEASURE: u32 = 752;
/// The width or height up to which an image has no large form, in pixels.
const SMALL: u32 = 240;

impl HtmlRenderer<'_> {
    pub(super) fn media(&mut self, block: &Block) -> Markup {
        match &block.kind {
            Kind::Images { align, full_width, with_frame, images } => {
                self.widen(*full_width);
                self.images(*align, *full_width, *with_frame, images)
            }
            Kind::Image(image) => self.figure(image),
            Kind::File { source, caption } => self.file(source, caption),
            Kind::Drawing { source, alt, caption } => self.drawing(source.as_ref(), alt.as_deref(), caption),
            Kind::Embed { url, full_width, caption } => {
                self.widen(*full_width);
                self.embedded(url, caption)
            }
            _ => Markup::default(),
        }
    }

    fn images(&mut self, align: Option<Side>, full_width: bool, with_frame: bool, images: &[Block]) -> Markup {
        let row = images.len() > 1;
        let at = |side| align == Some(side);
        html! {
            div.q-images.q-align-left[at(Side::Left)].q-align-center[at(Side::Center)].q-align-right[at(Side::Right)]
                .q-wide[full_width].q-frame[with_frame].q-row[row] {
                @for image in images { (self.media(image)) }
            }
        }
    }

    fn figure(&mut self, image: &Image) -> Markup {
        let drawn = self.image(image);
        html! {
            figure.q-image {
                (drawn)
                @if !image.caption.is_empty() { figcaption { (self.line(&image.caption)) } }
            }
        }
    }

    fn image(&self, image: &Image) -> Markup {
        let Some(light) = self.picture(&image.source) else { return self.missing(image) };
        let draw = |file: &FileView, variant: &str| self.img(image, file, variant);
        match image.dark.as_ref().and_then(|dark| self.picture(dark)) {
            Some(dark) => html! { (draw(&light, "q-only-light")) (draw(&dark, "q-only-dark")) },
            None => draw(&light, ""),
        }
    }

    fn img(&self, image: &Image, file: &FileView, variant: &str) -> Markup {
        let share = image.width.as_ref().and_then(per_cent).map_or_else(String::new, |share| format!("q-pct-{share}"));
        let class = format!("{variant} {share}");
        let (width, height) = dimensions(image, file);
        let alt = image.alt.as_deref().unwrap_or_default();
        let srcset = file.srcset().filter(|_| !self.printed);
        let sizes = sizes(image.width.as_ref(), width);
        let draw = |class: &str| {
            let class = Some(class.trim()).filter(|class| !class.is_empty());
            html! {
                img class=[class] sizes=[srcset.as_ref().map(|_| &sizes)] srcset=[&srcset] src=(file.url) alt=(alt)
                    width=[width] height=[height] loading=[self.loading()] decoding="async";
            }
        };
        let Some(href) = safe::href(&file.url).filter(|_| !self.printed && !is_small(file)) else {
            return draw(&class);
        };
        let label = alt.trim().is_empty().then_some(self.labels.enlarge);
        let class = format!("q-zoom {}", class.trim());
        html! { a class=(class.trim()) href=(href) aria-label=[label] { (draw("")) } }
    }

    /// Draws a box with the description of an image that is not there.
    fn missing(&self, image: &Image) -> Markup {
        let alt = image.alt.as_deref().map(str::trim).filter(|alt| !alt.is_empty());
        html! {
            div.q-missing {
                (icons::icon("file-image").unwrap_or_default())
                span { (alt.unwrap_or(self.labels.missing_image)) }
            }
        }
    }

    /// Returns the address that a link to a file leads to: in print the target of a link to it,
    /// else the file's own URL.
    pub(super) fn address_of(&self, source: &ContentRef, file: &FileView) -> String {
        let link = self.printed.then(|| self.around.link(source)).flatten();
        link.map_or_else(|| file.url.clone(), |link| link.href)
    }

    /// Returns the file of an image, if its URL is safe for an image.
    pub(super) fn picture(&self, source: &ContentRef) -> Option<FileView> {
        self.around.file(source).filter(|file| safe::image(&file.url).is_some())
    }

    fn drawing(&mut self, source: Option<&ContentRef>, alt: Option<&str>, caption: &[Node]) -> Markup {
        let file = source.and_then(|source| self.picture(source));
        html! {
            @if file.is_some() || !caption.is_empty() {
                figure.q-image.q-drawing {
                    @if let Some(file) = &file {
                        img src=(file.url) alt=(alt.unwrap_or_default()) width=[file.dimensions.map(|it| it.0)]
                            height=[file.dimensions.map(|it| it.1)] loading=[self.loading()] decoding="async";
                    }
                    @if !caption.is_empty() { figcaption { (self.line(caption)) } }
                }
            }
        }
    }

    fn file(&mut self, source: &ContentRef, caption: &[Node]) -> Markup {
        let file = self.around.file(source);
        let href = file.as_ref().map(|file| self.address_of(source, file));
        let link = file.as_ref().and_then(|file| Some((file, safe::href(href.as_deref()?)?)));
        html! {
            @if link.is_some() || !caption.is_empty() {
                figure.q-file {
                    @if let Some((file, href)) = link {
                        a.q-file-link href=(href) download {
                            (icons::icon(icon_of(&file.content_type)).unwrap_or_default())
                            span.q-file-name { (file.name) }
                            " "
                            span.q-file-meta { (meta(file)) }
                        }
                    }
                    @if !caption.is_empty() { figcaption { (self.line(caption)) } }
                }
            }
        }
    }
}

/// Returns true if nothing more is seen of an image when it is large.
fn is_small(file: &FileView) -> bool {
    file.dimensions.is_some_and(|(width, height)| width.max(height) <= SMALL)
}

/// Returns the width and height in pixels for layout: those requested, a missing one by the file's aspect ratio.
fn dimensions(image: &Image, file: &FileView) -> (Option<u32>, Option<u32>) {
    let asked = |length: Option<&Length>| length.and_then(pixels);
    let shape = file.dimensions.filter(|(width, height)| *width > 0 && *height > 0);
    let ratio = shape.map(|(width, height)| f64::from(height) / f64::from(width));
    match (asked(image.width.as_ref()), asked(image.height.as_ref())) {
        (Some(width), None) => (Some(width), ratio.map(|ratio| (f64::from(width) * ratio).round() as u32)),
        (None, Some(height)) => (ratio.map(|ratio| (f64::from(height) / ratio).round() as u32), Some(height)),
        (None, None) => (shape.map(|it| it.0), shape.map(|it| it.1)),
        both => both,
    }
}

/// Returns the attribute `sizes`: the width that an image has on a small screen, and on others. `width` is the one that it
/// is laid out with, if it is known.
fn sizes(asked: Option<&Length>, width: Option<u32>) -> String {
    let share = asked.and_then(per_cent).unwrap_or(100);
    let most = width.filter(|_| share == 100).map_or(MEASURE * share / 100, |width| width.min(MEASURE));
    format!("(max-width: {MEASURE}px) {share}vw, {most}px")
}

fn pixels(length: &Length) -> Option<u32> {
    let value = length.value.value().round();
    let in_pixels = length.unit.as_deref().is_none_or(|unit| unit == "px");
    (in_pixels && (1.0..=MOST_PIXELS).contains(&value)).then_some(value as u32)
}

/// Returns a width in per cent, rounded to a multiple of five from 5 to 100.
fn per_cent(length: &Length) -> Option<u32> {
    let steps = (length.value.value() / 5.0).round().clamp(1.0, 20.0);
    (length.unit.as_deref() == Some("%")).then_some(steps as u32 * 5)
}

fn icon_of(content_type: &str) -> &'static str {
    match content_type.split_once('/') {
        Some(("image", _)) => "file-image",
        Some(("audio", _)) => "file-audio",
        Some(("video", _)) => "file-video",
        Some(("application", "pdf")) => "file-pdf",
        Some(("application", "zip" | "gzip" | "x-tar" | "x-7z-compressed")) => "file-zipper",
        Some(("text", "csv")) => "file-csv",
        Some(("application", "json" | "xml" | "yaml")) => "file-code",
        Some(("text", _)) => "file-lines",
        _ => "file",
    }
}

/// Returns the size and extension of a file for display, as in `1.5 MB · PDF`.
fn meta(file: &FileView) -> String {
    const UNITS: [&str; 4] = ["B", "KB", "MB", "GB"];
    let (mut size, mut unit) = (file.size as f64, 0);
    while size >= 1000.0 && unit + 1 < UNITS.len() {
        size /= 1000.0;
        unit += 1;
    }
    let size = match file.size {
        0 => String::new(),
        _ if size < 10.0 && unit > 0 => format!("{size:.1} {}", UNITS[unit]),
        _ => format!("{size:.0} {}", UNITS[unit]),
    };
    let extension = file.name.rsplit_once('.').map_or("", |(_, extension)| extension);
    let kind = if (1..=5).contains(&extension.len()) { extension.to_uppercase() } else { String::new() };
    let joint = if size.is_empty() || kind.is_empty() { "" } else { " · " };
    format!("{size}{joint}{kind}")
}
