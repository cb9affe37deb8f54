//! The forms in which bytes of objects are stored: as they are, or compressed by LZ4.
//!
//! LZ4 makes pages and nodes of maps less than half as large, and unpacks them faster than a database reads them; Deflate
//! would make them a third, and take four times as long in both directions. Both forms are read forever.

use std::borrow::Cow;

use lz4_flex::block::{compress_into, decompress_into, get_maximum_output_size};
use quire_content::hash::Hash;

/// The bytes as they are.
const PLAIN: i64 = 0;

/// The number of bytes in four bytes, the least first, and a block of LZ4.
const LZ4: i64 = 1;

/// The number of bytes below which objects are stored as they are.
const SMALL: usize = 256;

/// The number of bytes before a block.
const HEAD: usize = 4;

/// The most bytes that a byte of a block may become, by the format of LZ4.
const MOST_FROM_ONE: usize = 255;

/// Returns the stored form of an object and its bytes in this form.
pub(crate) fn pack(plain: &[u8]) -> (i64, Vec<u8>) {
    compressed(plain).map_or_else(|| (PLAIN, plain.to_vec()), |bytes| (LZ4, bytes))
}

/// Returns the compressed form if it is smaller by an eighth at least.
fn compressed(plain: &[u8]) -> Option<Vec<u8>> {
    let size = u32::try_from(plain.len()).ok().filter(|_| plain.len() >= SMALL)?;
    let mut bytes = vec![0; HEAD + get_maximum_output_size(plain.len())];
    bytes[..HEAD].copy_from_slice(&size.to_le_bytes());
    let block = compress_into(plain, &mut bytes[HEAD..]).ok()?;
    bytes.truncate(HEAD + block);
    bytes.shrink_to_fit();
    (bytes.len() <= plain.len() - plain.len() / 8).then_some(bytes)
}

/// Returns the bytes of an object that is stored in this form, or the reason why it is damaged. Compressed bytes are
/// proved by the hash, since a block of LZ4 has no sum of its own.
pub(crate) fn unpack(hash: &Hash, form: i64, stored: Vec<u8>) -> Result<Vec<u8>, Cow<'static, str>> {
    match form {
        PLAIN => Ok(stored),
        LZ4 => {
            let plain = decompressed(&stored)?;
            if Hash::of(&plain) == *hash { Ok(plain) } else { Err("its compressed bytes are others".into()) }
        }
        other => Err(format!("its form {other} is not known").into()),
    }
}

fn decompressed(stored: &[u8]) -> Result<Vec<u8>, Cow<'static, str>> {
    let (head, block) = stored.split_first_chunk::<HEAD>().ok_or("its compressed bytes are cut off")?;
    let size = u32::from_le_bytes(*head) as usize;
    if size > block.len().saturating_mul(MOST_FROM_ONE) {
        return Err("its compressed bytes have another size".into());
    }
    let mut plain = vec![0; size];
    match decompress_into(block, &mut plain) {
        Ok(found) if found == size => Ok(plain),
        Ok(_) => Err("its compressed bytes have another size".into()),
        Err(error) => Err(format!("its compressed bytes can't be read: {error}").into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text() -> Vec<u8> {
        (0..400).flat_map(|n| format!("Line {n} of a page says that {}.\n", n * n).into_bytes()).collect()
    }

    #[test]
    fn what_is_packed_is_unpacked() {
        let noise: Vec<u8> = (0..100_u64).flat_map(|n| *blake3::hash(&n.to_le_bytes()).as_bytes()).collect();
        let same = vec![7; 1 << 20];
        for (plain, form) in
            [(text(), LZ4), (same, LZ4), (noise, PLAIN), (vec![b'a'; SMALL - 1], PLAIN), (vec![], PLAIN)]
        {
            let (found, stored) = pack(&plain);
            assert_eq!(found, form);
            assert!(stored.len() <= plain.len());
            assert_eq!(unpack(&Hash::of(&plain), found, stored).as_deref(), Ok(&*plain));
        }
        let (_, stored) = pack(&text());
        assert!(stored.len() < text().len() / 2);
    }

    #[test]
    fn each_damaged_byte_is_noticed() {
        let (hash, (form, stored)) = (Hash::of(&text()), pack(&text()));
        for at in 0..stored.len() {
            let mut damaged = stored.clone();
            damaged[at] ^= 0x41;
            assert!(unpack(&hash, form, damaged).is_err(), "byte {at}");
            assert!(unpack(&hash, form, stored[..at].to_vec()).is_err(), "cut off at byte {at}");
        }
        assert!(unpack(&hash, form, [stored.clone(), vec![0]].concat()).is_err());
        assert!(unpack(&hash, 2, stored).is_err());
        // A size that the block can't have takes no memory.
        assert!(unpack(&hash, LZ4, vec![0xff; HEAD + 1]).is_err());
    }
}
