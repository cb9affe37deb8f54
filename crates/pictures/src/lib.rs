//! Pictures made smaller: PNG, JPEG and WebP in a few fixed widths.
//!
//! A JPEG stays one; others become WebP without loss. Input is untrusted: bytes, pixels and memory are bounded, and what
//! can't be made smaller without changing what is seen is refused. There is no I/O here.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngDecoder;
use image::codecs::webp::{WebPDecoder, WebPEncoder};
use image::imageops::FilterType;
use image::metadata::Orientation;
use image::{
    DynamicImage, ExtendedColorType, ImageDecoder, ImageEncoder, ImageError, ImageFormat, ImageReader, Limits,
};

/// The widths that pictures are made in, in pixels.
pub const WIDTHS: [u32; 4] = [480, 800, 1200, 1600];
/// The maximum size of a picture that is made smaller, in bytes: 24 MiB.
pub const MOST_BYTES: u64 = 24 << 20;

/// The maximum number of pixels of such a picture.
const MOST_PIXELS: u64 = 16_000_000;
/// The maximum memory for its pixels, in bytes.
const MOST_MEMORY: u64 = 128 << 20;
/// The maximum size of a colour profile, in bytes, which goes into each smaller picture.
const MOST_PROFILE: usize = 64 << 10;
/// The quality of a JPEG.
const QUALITY: u8 = 82;

/// A picture that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// The encoded picture.
    pub bytes: Vec<u8>,
    /// The media type: `image/jpeg` or `image/webp`.
    pub content_type: &'static str,
}

/// A reason not to make a picture smaller.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The bytes are no picture of these formats, or a damaged one.
    #[error("can't be read")]
    Unreadable(#[from] ImageError),
    /// It has more pixels or takes more memory than is allowed.
    #[error("is too large")]
    TooLarge,
    /// It is not as wide as the picture to make.
    #[error("is not wider")]
    NotWider,
    /// It moves, is turned, or has colours that would be others.
    #[error("would look different")]
    WouldDiffer,
}

/// Returns the widths in which a picture is offered besides its own, ascending: none for other formats, and none that is
/// hardly smaller.
pub fn widths(content_type: &str, size: u64, dimensions: (u32, u32)) -> impl Iterator<Item = u32> {
    let (width, height) = dimensions;
    let is_known = matches!(content_type, "image/png" | "image/jpeg" | "image/webp");
    let fits = is_known && size <= MOST_BYTES && u64::from(width) * u64::from(height) <= MOST_PIXELS;
    WIDTHS.into_iter().filter(move |it| fits && it.saturating_mul(5) <= width.saturating_mul(4))
}

/// Makes a picture smaller: as wide as `width`, with its proportions and its colour profile.
///
/// # Errors
/// The picture can't be read, exceeds a bound, is not wider, or would look different.
pub fn smaller(bytes: &[u8], width: u32) -> Result<Picture, Error> {
    let reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(ImageError::from)?;
    let format = reader.format();
    refuse_moving(bytes, format)?;
    let mut reader = reader;
    reader.limits(limits());
    let mut decoder = reader.into_decoder()?;
    let (wide, high) = decoder.dimensions();
    if u64::from(wide) * u64::from(high) > MOST_PIXELS || decoder.total_bytes() > MOST_MEMORY {
        return Err(Error::TooLarge);
    }
    if wide <= width {
        return Err(Error::NotWider);
    }
    if decoder.orientation()? != Orientation::NoTransforms || decoder.original_color_type() == ExtendedColorType::Cmyk8
    {
        return Err(Error::WouldDiffer);
    }
    let profile = decoder.icc_profile()?.filter(|profile| !profile.is_empty());
    if profile.as_ref().is_some_and(|profile| profile.len() > MOST_PROFILE) {
        return Err(Error::WouldDiffer);
    }
    let height = u64::from(high) * u64::from(width) / u64::from(wide);
    let small = resized(plain(DynamicImage::from_decoder(decoder)?), width, u32::try_from(height).unwrap_or(1).max(1));
    encoded(&small, format == Some(ImageFormat::Jpeg), profile)
}

fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.max_alloc = Some(MOST_MEMORY);
    limits
}

/// Refuses pictures that move, of which one would stand still.
fn refuse_moving(bytes: &[u8], format: Option<ImageFormat>) -> Result<(), Error> {
    let moves = match format {
        Some(ImageFormat::Png) => PngDecoder::with_limits(Cursor::new(bytes), limits())?.is_apng()?,
        Some(ImageFormat::WebP) => WebPDecoder::new(Cursor::new(bytes))?.has_animation(),
        _ => false,
    };
    if moves { Err(Error::WouldDiffer) } else { Ok(()) }
}

/// Returns a picture with 8 bits for each of three or four channels.
fn plain(picture: DynamicImage) -> DynamicImage {
    if picture.color().has_alpha() { picture.into_rgba8().into() } else { picture.into_rgb8().into() }
}

/// Resizes in two steps: by plain averages to twice the width, and from there with a filter, whose memory follows what
/// it begins with.
fn resized(picture: DynamicImage, width: u32, height: u32) -> DynamicImage {
    let (wide, high) = (width.saturating_mul(2), height.saturating_mul(2));
    let near = if picture.width() > wide { picture.thumbnail_exact(wide, high) } else { picture };
    near.resize_exact(width, height, FilterType::CatmullRom)
}

fn encoded(picture: &DynamicImage, as_jpeg: bool, profile: Option<Vec<u8>>) -> Result<Picture, Error> {
    let mut bytes = Vec::new();
    if as_jpeg {
        let mut encoder = JpegEncoder::new_with_quality(&mut bytes, QUALITY);
        keep_profile(&mut encoder, profile)?;
        picture.write_with_encoder(encoder)?;
        return Ok(Picture { bytes, content_type: "image/jpeg" });
    }
    let mut encoder = WebPEncoder::new_lossless(&mut bytes);
    keep_profile(&mut encoder, profile)?;
    picture.write_with_encoder(encoder)?;
    Ok(Picture { bytes, content_type: "image/webp" })
}

fn keep_profile(encoder: &mut impl ImageEncoder, profile: Option<Vec<u8>>) -> Result<(), Error> {
    match profile.map(|profile| encoder.set_icc_profile(profile)) {
        Some(Err(_)) => Err(Error::WouldDiffer),
        Some(Ok(())) | None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage, Rgba, RgbaImage};

    use super::*;

    /// A picture that no encoder makes much smaller.
    fn picture(width: u32, height: u32) -> DynamicImage {
        let pixel = |x: u32, y: u32| Rgb([((x * 7) ^ (y * 13)) as u8, (x * y) as u8, (x + 3 * y) as u8]);
        RgbImage::from_fn(width, height, pixel).into()
    }

    fn encode(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        picture.write_to(&mut bytes, format).unwrap();
        bytes.into_inner()
    }

    fn shape(bytes: &[u8]) -> (ImageFormat, u32, u32) {
        let picture = image::load_from_memory(bytes).unwrap();
        (image::guess_format(bytes).unwrap(), picture.width(), picture.height())
    }

    #[test]
    fn pictures_keep_their_proportions_and_photographs_their_format() {
        for (format, made, content_type) in [
            (ImageFormat::Jpeg, ImageFormat::Jpeg, "image/jpeg"),
            (ImageFormat::Png, ImageFormat::WebP, "image/webp"),
            (ImageFormat::WebP, ImageFormat::WebP, "image/webp"),
        ] {
            let small = smaller(&encode(&picture(1000, 501), format), 480).unwrap();
            assert_eq!((shape(&small.bytes), small.content_type), ((made, 480, 240), content_type));
        }
        let thin = smaller(&encode(&picture(1000, 1), ImageFormat::Png), 480).unwrap();
        assert_eq!(shape(&thin.bytes), (ImageFormat::WebP, 480, 1));
    }

    #[test]
    fn what_is_transparent_stays_so() {
        let pixel = |x: u32, _| Rgba([255, 0, 0, if x < 500 { 0 } else { 255 }]);
        let bytes = encode(&RgbaImage::from_fn(1000, 100, pixel).into(), ImageFormat::Png);
        let small = image::load_from_memory(&smaller(&bytes, 480).unwrap().bytes).unwrap().into_rgba8();
        assert_eq!((small.get_pixel(10, 10)[3], small.get_pixel(470, 10)[3]), (0, 255));
    }

    #[test]
    fn hostile_and_odd_input_is_refused() {
        let png = encode(&picture(600, 10), ImageFormat::Png);
        assert!(matches!(smaller(&png, 800), Err(Error::NotWider)));
        for damaged in [&png[..40], b"", b"GIF89a", b"<svg/>"] {
            assert!(matches!(smaller(damaged, 480), Err(Error::Unreadable(_))), "{damaged:?}");
        }
        // A header alone claims a picture of 64 gigapixels: nothing is allocated for it.
        let mut claims = png.clone();
        claims[16..24].copy_from_slice(&[0, 3, 255, 255, 0, 3, 255, 255]);
        let crc = crc32(&claims[12..29]);
        claims[29..33].copy_from_slice(&crc.to_be_bytes());
        assert!(smaller(&claims, 480).is_err());
        let long = encode(&RgbImage::new(16_001, 1_000).into(), ImageFormat::Png);
        assert!(matches!(smaller(&long, 480), Err(Error::TooLarge)));
    }

    /// The check sum of PNG's chunks (ISO 3309), bit by bit.
    fn crc32(bytes: &[u8]) -> u32 {
        let step = |crc: u32| if crc & 1 == 1 { 0xedb8_8320 ^ (crc >> 1) } else { crc >> 1 };
        !bytes.iter().fold(!0, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), |crc, _| step(crc)))
    }

    #[test]
    fn a_photograph_that_is_turned_stays_as_it_is() {
        // EXIF with the orientation 6, between the start of the JPEG and its first segment.
        let exif = b"\xff\xe1\x00\x22Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
        let jpeg = encode(&picture(1000, 500), ImageFormat::Jpeg);
        let turned = [&jpeg[..2], exif, &jpeg[2..]].concat();
        assert!(matches!(smaller(&turned, 480), Err(Error::WouldDiffer)), "{:?}", smaller(&turned, 480));
    }

    #[test]
    fn pictures_are_offered_in_widths_that_are_clearly_smaller() {
        let offered = |kind: &str, size, width, height| widths(kind, size, (width, height)).collect::<Vec<_>>();
        assert_eq!(offered("image/png", 1, 599, 10), [0; 0]);
        assert_eq!(offered("image/png", 1, 600, 10), [480]);
        assert_eq!(offered("image/jpeg", 1, 4000, 3000), WIDTHS);
        assert_eq!(offered("image/webp", 1, 1500, 300), [480, 800, 1200]);
        for (kind, size, width) in [
            ("image/svg+xml", 1, 4000),
            ("image/gif", 1, 4000),
            ("image/png", MOST_BYTES + 1, 4000),
            ("image/png", 1, u32::MAX),
        ] {
            assert_eq!(offered(kind, size, width, 4001), [0; 0], "{kind} {size} {width}");
        }
    }
}
