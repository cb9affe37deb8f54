//! Pictures: read once in a drawing, within bounds.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use krilla::image::Image;
use quire_content::document::model::ContentRef;
use quire_content::hash::Hash;

use crate::composer::Composer;
use crate::style::Rgb;
use crate::surroundings::PictureSource;
use crate::vector;

/// The size of a CSS pixel in points.
pub(crate) const PIXEL: f32 = 0.75;
/// The size of the largest file of a picture that is printed, in bytes.
const MOST_BYTES: usize = 32 << 20;
/// The number of pixels of the largest picture that is printed.
const MOST_PIXELS: u64 = 40_000_000;
/// The number of pixels of all pictures of a file together; later ones are left out.
const MOST_PIXELS_OF_ALL: u64 = 2_000_000_000;

/// A picture that can be drawn.
#[derive(Debug, Clone)]
pub(crate) enum Picture {
    Pixels(Image),
    Vector(Rc<usvg::Tree>),
}

/// The pictures of a drawing by their content.
#[derive(Default)]
pub(crate) struct Pictures {
    kept: HashMap<Hash, Option<(Picture, (f32, f32))>>,
    icons: HashMap<(String, Rgb), Option<(Picture, f32)>>,
    pixels: u64,
}

impl Pictures {
    /// Reads a picture, and returns it with its size in pixels; `None` if it can't be printed.
    pub(crate) fn read(&mut self, bytes: &Arc<[u8]>) -> Option<(Picture, (f32, f32))> {
        if bytes.len() > MOST_BYTES {
            return None;
        }
        let key = Hash::of(bytes);
        if let Some(kept) = self.kept.get(&key) {
            return kept.clone();
        }
        let read = self.decode(bytes);
        self.kept.insert(key, read.clone());
        read
    }

    fn decode(&mut self, bytes: &Arc<[u8]>) -> Option<(Picture, (f32, f32))> {
        let data = || krilla::Data::from(bytes.to_vec());
        let image = match &bytes[..] {
            [0x89, b'P', b'N', b'G', ..] => Image::from_png(data(), false),
            [0xFF, 0xD8, ..] => Image::from_jpeg(data(), false),
            [b'G', b'I', b'F', b'8', ..] => Image::from_gif(data(), false),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Image::from_webp(data(), false),
            _ => return vector::read(bytes).map(|(tree, size)| (Picture::Vector(tree), size)),
        };
        let image = image.ok()?;
        let (width, height) = image.size();
        let pixels = u64::from(width) * u64::from(height);
        self.pixels += pixels;
        let fits = pixels > 0 && pixels <= MOST_PIXELS && self.pixels <= MOST_PIXELS_OF_ALL;
        fits.then_some((Picture::Pixels(image), (width as f32, height as f32)))
    }

    /// Returns an icon in a colour, and its width as a part of its height.
    pub(crate) fn icon(&mut self, name: &str, color: Rgb) -> Option<(Picture, f32)> {
        let key = (name.to_owned(), color);
        self.icons.entry(key).or_insert_with(|| vector::icon(name, color)).clone()
    }
}

impl Composer<'_, '_> {
    /// Returns a picture of the page with its size in pixels. One that can't be printed is noted.
    pub(crate) fn picture(&mut self, source: &ContentRef, alt: &str) -> Option<(Picture, (f32, f32))> {
        let named = |it: &mut Self, name: String| {
            if it.problems.pictures.len() < 200 {
                it.problems.pictures.insert(name);
            }
            None
        };
        match self.around.picture(source) {
            PictureSource::Bytes(bytes) => match self.pictures.read(&bytes) {
                Some(picture) => Some(picture),
                None => {
                    let name = self.around.file(source).map_or_else(|| alt.to_owned(), |file| file.name);
                    named(self, name)
                }
            },
            PictureSource::Elsewhere(url) => named(self, url),
            PictureSource::Missing => None,
        }
    }

    /// Returns a drawing in SVG with its size in pixels.
    pub(crate) fn drawing(&mut self, svg: &str) -> Option<(Picture, (f32, f32))> {
        self.pictures.read(&Arc::from(svg.as_bytes()))
    }
}
