//! Conversion of numbers from and to text, exactly as ECMAScript defines it (`Number::toString`, `StringToNumber`,
//! `parseInt`, `parseFloat`, `toFixed`, `ToInt32`). Functions of numbers and code units only.

use super::units::trim;

/// Formats a number with the fewest digits that parse to the same number; with an exponent from 10^21 on and below
/// 10^-6.
pub(super) fn format(number: f64) -> String {
    if number.is_nan() {
        return "NaN".to_owned();
    }
    if number.is_infinite() {
        return if number < 0.0 { "-Infinity" } else { "Infinity" }.to_owned();
    }
    if number.trunc() == number && number.abs() < 1e15 {
        // Also right for -0, which is written like 0.
        return (number as i64).to_string();
    }
    let sign = if number < 0.0 { "-" } else { "" };
    let shortest = shortest(number.abs());
    let (mantissa, exponent) = shortest.split_once('e').expect("the format has an exponent");
    let exponent: i32 = exponent.parse().expect("an exponent is a number");
    sign.to_owned() + &placed(&mantissa.replace('.', ""), exponent)
}

/// Formats a number in scientific notation with the fewest digits. Of two candidates that are equally near, the even
/// one is chosen; the standard library chooses the larger one.
fn shortest(number: f64) -> String {
    let shortest = format!("{number:e}");
    let digits = shortest.bytes().take_while(|byte| *byte != b'e').filter(u8::is_ascii_digit).count();
    let even = format!("{number:.*e}", digits - 1);
    if even.parse() == Ok(number) { even } else { shortest }
}

/// Places the decimal point in digits, the first of which is multiplied by ten to the power of the exponent.
fn placed(digits: &str, exponent: i32) -> String {
    let zeros = |count: i32| "0".repeat(usize::try_from(count).unwrap_or(0));
    let length = i32::try_from(digits.len()).unwrap_or(i32::MAX);
    match exponent {
        _ if (length - 1..21).contains(&exponent) => digits.to_owned() + &zeros(exponent + 1 - length),
        0..21 => {
            let (whole, fraction) = digits.split_at(usize::try_from(exponent).unwrap_or(0) + 1);
            format!("{whole}.{fraction}")
        }
        -6..0 => format!("0.{}{digits}", zeros(-exponent - 1)),
        _ => {
            let (first, rest) = digits.split_at(1);
            let point = if rest.is_empty() { "" } else { "." };
            let sign = if exponent < 0 { '-' } else { '+' };
            format!("{first}{point}{rest}e{sign}{}", exponent.abs())
        }
    }
}

/// Formats an integer in another base; `None` for a number that has a fraction or is too large to be exact.
pub(super) fn format_radix(number: f64, radix: u32) -> Option<String> {
    if number.trunc() != number || number.abs() > MOST_EXACT {
        return None;
    }
    let mut rest = number.abs() as u64;
    let mut digits = Vec::new();
    loop {
        let digit = u32::try_from(rest % u64::from(radix)).ok()?;
        digits.push(char::from_digit(digit, radix)?);
        rest /= u64::from(radix);
        if rest == 0 {
            break;
        }
    }
    if number < 0.0 {
        digits.push('-');
    }
    Some(digits.iter().rev().collect())
}

/// The largest number up to which all integers are exact.
pub(super) const MOST_EXACT: f64 = 9_007_199_254_740_991.0;

/// Formats a number below 10^21 with a fixed number of decimals; halves are rounded away from zero.
pub(super) fn fixed(number: f64, digits: usize) -> String {
    /// The maximum number of decimals of a finite number.
    const ALL: usize = 1074;
    let exact = format!("{:.ALL$}", number.abs());
    let point = exact.len() - ALL - 1;
    let mut kept: Vec<u8> = exact.bytes().take(point + 1 + digits).filter(u8::is_ascii_digit).collect();
    if exact.as_bytes()[point + 1 + digits] >= b'5' {
        round_up(&mut kept);
    }
    let mut text: String = kept.iter().map(|&digit| char::from(digit)).collect();
    if digits > 0 {
        text.insert(text.len() - digits, '.');
    }
    if number < 0.0 { format!("-{text}") } else { text }
}

fn round_up(digits: &mut Vec<u8>) {
    for digit in digits.iter_mut().rev() {
        if *digit < b'9' {
            *digit += 1;
            return;
        }
        *digit = b'0';
    }
    digits.insert(0, b'1');
}

/// Parses a whole text as a number; NaN if it is none.
pub(super) fn parse(text: &[u16]) -> f64 {
    let text = ascii(trim(text));
    let prefixed = |radix| digits(&text[2..], radix).unwrap_or(f64::NAN);
    match text.as_bytes() {
        [] => 0.0,
        [b'0', b'x' | b'X', _, ..] => prefixed(16),
        [b'0', b'o' | b'O', _, ..] => prefixed(8),
        [b'0', b'b' | b'B', _, ..] => prefixed(2),
        bytes if decimal(bytes) == bytes.len() => value(&text),
        _ => f64::NAN,
    }
}

/// Parses the number at the start of a text; NaN if there is none.
pub(super) fn parse_float(text: &[u16]) -> f64 {
    let text = ascii(trim(text));
    match decimal(text.as_bytes()) {
        0 => f64::NAN,
        end => value(&text[..end]),
    }
}

/// Parses the integer at the start of a text, in a base from 2 to 36; else NaN. A base of 0 means 10, or 16 after `0x`.
pub(super) fn parse_int(text: &[u16], radix: i32) -> f64 {
    let text = ascii(trim(text));
    let (sign, mut rest) = match text.as_bytes() {
        [b'-', ..] => (-1.0, &text[1..]),
        [b'+', ..] => (1.0, &text[1..]),
        _ => (1.0, &text[..]),
    };
    let hex = rest.get(..2).is_some_and(|start| start.eq_ignore_ascii_case("0x"));
    let radix = match radix {
        0 | 16 if hex => {
            rest = &rest[2..];
            16
        }
        0 => 10,
        2..=36 => radix.unsigned_abs(),
        _ => return f64::NAN,
    };
    let end = rest.find(|c: char| !c.is_digit(radix)).unwrap_or(rest.len());
    digits(&rest[..end], radix).map_or(f64::NAN, |number| sign * number)
}

/// Parses a sequence of digits; `None` if it is empty or contains another character.
pub(super) fn digits(text: &str, radix: u32) -> Option<f64> {
    if text.is_empty() || !text.chars().all(|c| c.is_digit(radix)) {
        return None;
    }
    if radix == 10 {
        return text.parse().ok();
    }
    let values = text.chars().filter_map(|c| c.to_digit(radix));
    Some(if radix.is_power_of_two() { bits(values, radix.trailing_zeros()) } else { sum(values, radix) })
}

/// Computes the value of digits of `width` bits each, rounded once to nearest: bit 64 also stands for all that follow.
fn bits(digits: impl Iterator<Item = u32>, width: u32) -> f64 {
    let (mut first, mut more) = (0_u64, 0_i32);
    for bit in digits.flat_map(|digit| (0..width).rev().map(move |place| u64::from(digit >> place & 1))) {
        if first >> 63 == 0 {
            first = first << 1 | bit;
        } else {
            first |= bit;
            more += 1;
        }
    }
    if more > 1023 { f64::INFINITY } else { first as f64 * 2_f64.powi(more) }
}

/// Computes the value of digits in another base; exact as long as it fits in 128 bits.
fn sum(digits: impl Iterator<Item = u32>, radix: u32) -> f64 {
    let (mut whole, mut scale) = (0_u128, 1.0);
    for digit in digits {
        match whole.checked_mul(radix.into()).and_then(|product| product.checked_add(digit.into())) {
            Some(sum) if scale == 1.0 => whole = sum,
            _ => scale *= f64::from(radix),
        }
    }
    whole as f64 * scale
}

/// Returns the length of the decimal number at the start: a sign, `Infinity`, or digits, point and exponent; 0 if none.
fn decimal(bytes: &[u8]) -> usize {
    let run = |from: usize| from + bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let start = usize::from(matches!(bytes, [b'+' | b'-', ..]));
    if bytes[start..].starts_with(b"Infinity") {
        return start + "Infinity".len();
    }
    let whole = run(start);
    let mut end = whole;
    if bytes.get(whole) == Some(&b'.') {
        end = run(whole + 1);
        if end == start + 1 {
            return 0;
        }
    }
    if end == start {
        return 0;
    }
    let Some(b'e' | b'E') = bytes.get(end) else { return end };
    let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
    let exponent = end + 1 + sign;
    if exponent < bytes.len() && run(exponent) > exponent { run(exponent) } else { end }
}

/// Parses a text that `decimal` has accepted.
fn value(text: &str) -> f64 {
    text.parse().unwrap_or(f64::NAN)
}

/// Returns the ASCII characters at the start, and a `?` if others follow, as no other is part of a number.
fn ascii(units: &[u16]) -> String {
    let mut text = String::with_capacity(units.len());
    for &unit in units {
        match u8::try_from(unit) {
            Ok(byte) if byte.is_ascii() => text.push(char::from(byte)),
            _ => {
                text.push('?');
                break;
            }
        }
    }
    text
}

/// Returns the integral part of a number; 0 for NaN.
pub(super) fn whole(number: f64) -> f64 {
    // The addition turns negative zero into zero.
    if number.is_nan() { 0.0 } else { number.trunc() + 0.0 }
}

/// Returns the low 32 bits of the integral part as a signed integer.
pub(super) fn int32(number: f64) -> i32 {
    uint32(number) as i32
}

/// Returns the low 32 bits of the integral part as an unsigned integer.
pub(super) fn uint32(number: f64) -> u32 {
    if number.is_finite() { number.trunc().rem_euclid(4_294_967_296.0) as u32 } else { 0 }
}

/// Rounds to the nearest integer, halves up.
pub(super) fn round(number: f64) -> f64 {
    let floor = number.floor();
    let rounded = if number - floor >= 0.5 { floor + 1.0 } else { floor };
    // From -0.5 up to zero, the result is -0.
    if number.is_finite() { rounded.copysign(number) } else { number }
}

/// Computes `base ** exponent`: as in IEEE 754, but NaN for ±1 to the power of ±Infinity and for every exponent of NaN.
/// If the result is not exact, engines differ in its last digit.
pub(super) fn power(base: f64, exponent: f64) -> f64 {
    if exponent.is_nan() || (exponent.is_infinite() && base.abs() == 1.0) { f64::NAN } else { base.powf(exponent) }
}
