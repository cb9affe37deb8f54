//! A minimal PNG encoder (W3C PNG, third edition): eight bits a channel, one chunk of data.

use std::io::Write as _;

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};

const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
/// The filter type Sub: each byte as the difference to the pixel on its left, so plain areas become zeros.
const FILTER_LEFT: u8 = 1;
const CHANNELS: usize = 3;

/// Encodes an image of red, green and blue bytes, row by row, as PNG.
pub(super) fn encode(width: u32, height: u32, pixels: &[u8]) -> Vec<u8> {
    let mut header = Vec::from(width.to_be_bytes());
    header.extend(height.to_be_bytes());
    // Bit depth 8, colour type 2 (true colour), and the only defined compression, filter and interlace methods.
    header.extend([8, 2, 0, 0, 0]);
    let mut png = SIGNATURE.to_vec();
    chunk(&mut png, *b"IHDR", &header);
    chunk(&mut png, *b"IDAT", &deflate(width as usize * CHANNELS, pixels));
    chunk(&mut png, *b"IEND", &[]);
    png
}

fn deflate(row: usize, pixels: &[u8]) -> Vec<u8> {
    let mut rows = Vec::with_capacity(pixels.len() + pixels.len() / row);
    for row in pixels.chunks_exact(row) {
        rows.push(FILTER_LEFT);
        rows.extend_from_slice(&row[..CHANNELS]);
        rows.extend(row[CHANNELS..].iter().zip(row).map(|(here, left)| here.wrapping_sub(*left)));
    }
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(&rows).and_then(|()| encoder.finish()).expect("writing to memory does not fail")
}

fn chunk(png: &mut Vec<u8>, kind: [u8; 4], data: &[u8]) {
    let length = u32::try_from(data.len()).expect("a picture of fixed size is small");
    png.extend(length.to_be_bytes());
    let mut sum = Crc::new();
    sum.update(&kind);
    sum.update(data);
    png.extend(kind);
    png.extend_from_slice(data);
    png.extend(sum.sum().to_be_bytes());
}
