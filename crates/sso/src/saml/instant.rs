//! Points in time as SAML writes them (`xs:dateTime` in UTC).

use crate::Seconds;

/// Reads a time such as `2026-01-31T09:30:00.123Z`; fractions of seconds are cut off. Other zones than UTC are no times
/// of SAML (Core, section 1.3.3).
pub(super) fn read(text: &str) -> Option<Seconds> {
    let shape = b"dddd-dd-ddTdd:dd:dd";
    let (head, tail) = (text.as_bytes().get(..shape.len())?, text.get(shape.len()..)?);
    let fits = |(byte, want): (&u8, &u8)| if *want == b'd' { byte.is_ascii_digit() } else { byte == want };
    let fraction = tail.strip_suffix('Z')?;
    let digits = fraction
        .strip_prefix('.')
        .map_or(fraction.is_empty(), |it| !it.is_empty() && it.bytes().all(|byte| byte.is_ascii_digit()));
    if !digits || !head.iter().zip(shape).all(fits) {
        return None;
    }
    let whole = format!("{}Z", text.get(..shape.len())?);
    whole.parse::<jiff::Timestamp>().ok().map(jiff::Timestamp::as_second)
}

/// Returns a time in whole seconds; times that no calendar has become its begin.
pub(super) fn write(at: Seconds) -> String {
    jiff::Timestamp::from_second(at).unwrap_or_default().to_string()
}
