//! Pictures: read once in a drawing, within bounds.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use krilla::image::Image;
use quire_content::hash::Hash;

use crate::style::Rgb;
use crate::vector;

/// The size of a CSS pixel in points.
pub(crate) const PIXEL: f32 = 0.75;
/// The size of the largest file of a picture that is printed, in bytes.
const MOST_BYTES: usize = 32 << 20;
/// The number of pixels of the largest picture that is printed.
const MOST_PIXELS: u64 = 40_000_000;
/// The number of pixels of all pictures of a file together; later ones are left out.
const MOST_PIXELS_OF_ALL: u64 = 1_000_000_000;
/// The size of all files of pictures together, in bytes; later ones are left out.
const MOST_BYTES_OF_ALL: usize = 192 << 20;

/// A picture that can be drawn.
#[derive(Debug, Clone)]
pub(crate) struct Picture {
    pub(crate) name: PictureName,
    pub(crate) look: Look,
}

/// The name by which a picture is found again in the same drawing.
#[derive(Debug, Clone)]
pub(crate) enum PictureName {
    /// The hash of the bytes that it was read from.
    Read(Hash),
    /// The name of an icon and its colour.
    Icon(Rc<str>, Rgb),
}

#[derive(Debug, Clone)]
pub(crate) enum Look {
    Pixels(Image),
    Vector(Rc<usvg::Tree>),
}

/// A picture with its width and height.
type SizedPicture = (Picture, (f32, f32));

/// A picture that was read, with its size in pixels if it can be printed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ReadPicture {
    pub(crate) key: Hash,
    pub(crate) size: Option<(f32, f32)>,
}

/// The pictures of a drawing by their content.
#[derive(Default)]
pub(crate) struct Pictures {
    kept: HashMap<Hash, Option<SizedPicture>>,
    icons: HashMap<(String, Rgb), Option<(Picture, f32)>>,
    /// The pictures that were read since [`Pictures::reads`] was asked for.
    reads: Vec<ReadPicture>,
    pixels: u64,
    bytes: usize,
}

impl Pictures {
    /// Reads a picture, and returns it with its size in pixels; `None` if it can't be printed.
    pub(crate) fn read(&mut self, bytes: &Arc<[u8]>) -> Option<(Picture, (f32, f32))> {
        if bytes.len() > MOST_BYTES {
            return None;
        }
        let key = Hash::of(bytes);
        let read = match self.kept.get(&key) {
            Some(kept) => kept.clone(),
            None => {
                self.bytes += bytes.len();
                let read = if self.bytes <= MOST_BYTES_OF_ALL { self.decode(bytes) } else { None };
                let read = read.map(|(look, size)| (Picture { name: PictureName::Read(key), look }, size));
                self.kept.insert(key, read.clone());
                read
            }
        };
        self.reads.push(ReadPicture { key, size: read.as_ref().map(|(_, size)| *size) });
        read
    }

    /// Returns a picture that was read before, with its size in pixels; `None` if it can't be printed, too.
    pub(crate) fn known(&self, key: Hash) -> Option<SizedPicture> {
        self.kept.get(&key).cloned().flatten()
    }

    /// Returns true if a picture was read before.
    pub(crate) fn has_read(&self, key: Hash) -> bool {
        self.kept.contains_key(&key)
    }

    /// Returns what was read since the last call, in order.
    pub(crate) fn reads(&mut self) -> Vec<ReadPicture> {
        std::mem::take(&mut self.reads)
    }

    fn decode(&mut self, bytes: &Arc<[u8]>) -> Option<(Look, (f32, f32))> {
        let shared: Arc<dyn AsRef<[u8]> + Send + Sync> = Arc::new(bytes.clone());
        let data = || krilla::Data::from(shared.clone());
        let image = match &bytes[..] {
            [0x89, b'P', b'N', b'G', ..] => Image::from_png(data(), false),
            [0xFF, 0xD8, ..] => Image::from_jpeg(data(), false),
            [b'G', b'I', b'F', b'8', ..] => Image::from_gif(data(), false),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Image::from_webp(data(), false),
            _ => return vector::read(bytes).map(|(tree, size)| (Look::Vector(tree), size)),
        };
        let image = image.ok()?;
        let (width, height) = image.size();
        let pixels = u64::from(width) * u64::from(height);
        self.pixels += pixels;
        let fits = pixels > 0 && pixels <= MOST_PIXELS && self.pixels <= MOST_PIXELS_OF_ALL;
        fits.then_some((Look::Pixels(image), (width as f32, height as f32)))
    }

    /// Returns an icon in a colour, and its width as a part of its height.
    pub(crate) fn icon(&mut self, name: &str, color: Rgb) -> Option<(Picture, f32)> {
        let key = (name.to_owned(), color);
        self.icons
            .entry(key)
            .or_insert_with(|| {
                let (tree, ratio) = vector::icon(name, color)?;
                Some((Picture { name: PictureName::Icon(name.into(), color), look: Look::Vector(tree) }, ratio))
            })
            .clone()
    }
}
