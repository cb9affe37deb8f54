//! Encoding of records: the forms of their values.

use minicbor::data::Type;
use minicbor::decode::{self, Decode, Decoder};
use minicbor::encode::{self, Encode, Encoder, Write};

use crate::hash::Hash;
use crate::id::{PageId, Uid};
use crate::incoming::Variable;
use crate::objects::ObjectError;
use crate::record::EntryKey;

/// The error for bytes that are not a record of the requested kind.
#[derive(Debug, thiserror::Error)]
#[error("not a record: {0}")]
pub struct RecordError(decode::Error);

impl RecordError {
    /// Returns the error as damage of a map that has the bytes under this key.
    pub fn in_map(self, root: Hash, key: &EntryKey) -> ObjectError {
        ObjectError::Damaged { hash: root, reason: format!("as a map, the entry {key:?} is {self}") }
    }
}

pub(super) fn to_bytes<T: Encode<()>>(record: &T) -> Vec<u8> {
    minicbor::to_vec(record).expect("a vector takes any bytes, and no record refuses to be encoded")
}

pub(super) fn from_bytes<'b, T: Decode<'b, ()>>(bytes: &'b [u8]) -> Result<T, RecordError> {
    let mut decoder = Decoder::new(bytes);
    let record = decoder.decode().map_err(RecordError)?;
    if decoder.position() < bytes.len() {
        return Err(RecordError(decode::Error::message("there is something after its end")));
    }
    Ok(record)
}

/// Implements `encode` and `decode` for records.
macro_rules! records {
    ($($name:ident),+) => {$(
        impl $name {
            /// Encodes the record as it is stored in a map.
            pub fn encode(&self) -> Vec<u8> {
                $crate::record::codec::to_bytes(self)
            }

            /// Decodes a record from its stored bytes.
            pub fn decode(bytes: &[u8]) -> Result<Self, $crate::record::RecordError> {
                $crate::record::codec::from_bytes(bytes)
            }
        }
    )+};
}
pub(super) use records;

/// Returns true for the default value, which is omitted from the encoding.
pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl<C> Encode<C> for Hash {
    fn encode<W: Write>(&self, e: &mut Encoder<W>, _: &mut C) -> Result<(), encode::Error<W::Error>> {
        e.bytes(&self.0)?.ok()
    }
}

impl<'b, C> Decode<'b, C> for Hash {
    fn decode(d: &mut Decoder<'b>, _: &mut C) -> Result<Self, decode::Error> {
        Self::from_slice(d.bytes()?).map_err(decode::Error::custom)
    }
}

impl<C> Encode<C> for PageId {
    fn encode<W: Write>(&self, e: &mut Encoder<W>, _: &mut C) -> Result<(), encode::Error<W::Error>> {
        e.bytes(&self.bytes())?.ok()
    }
}

impl<'b, C> Decode<'b, C> for PageId {
    fn decode(d: &mut Decoder<'b>, _: &mut C) -> Result<Self, decode::Error> {
        Uid::from_slice(d.bytes()?).map(PageId).map_err(decode::Error::custom)
    }
}

/// Encodes a variable as a CBOR text, number or truth value. A number is always eight bytes long.
impl<C> Encode<C> for Variable {
    fn encode<W: Write>(&self, e: &mut Encoder<W>, _: &mut C) -> Result<(), encode::Error<W::Error>> {
        match self {
            Variable::Text(text) => e.str(text)?.ok(),
            Variable::Number(number) => e.f64(*number)?.ok(),
            Variable::Bool(value) => e.bool(*value)?.ok(),
        }
    }
}

impl<'b, C> Decode<'b, C> for Variable {
    fn decode(d: &mut Decoder<'b>, _: &mut C) -> Result<Self, decode::Error> {
        match d.datatype()? {
            Type::String => d.str().map(|text| Variable::Text(text.to_owned())),
            Type::F64 => match d.f64()? {
                number if number.is_finite() => Ok(Variable::Number(number)),
                _ => Err(decode::Error::message("a number that is not finite")),
            },
            Type::Bool => d.bool().map(Variable::Bool),
            other => Err(decode::Error::type_mismatch(other)),
        }
    }
}
