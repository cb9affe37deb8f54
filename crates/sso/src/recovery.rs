//! Recovery codes: ten texts of 80 random bits, each of which replaces a second factor once.
//!
//! The caller keeps hashes of them, and compares hashes.

/// The digits of Crockford's base 32, which has no letters that look like digits.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
/// The number of codes.
const CODES: usize = 10;
/// The random bytes of a code.
const BYTES: usize = 10;

/// Returns ten codes such as `7k3m-x2qa-90bd-hw5e`.
pub fn codes(random: &[u8; CODES * BYTES]) -> Vec<String> {
    random.chunks(BYTES).map(code).collect()
}

fn code(bytes: &[u8]) -> String {
    let number = bytes.iter().fold(0_u128, |number, byte| number << 8 | u128::from(*byte));
    let digit = |at: usize| char::from(ALPHABET[(number >> (75 - 5 * at)) as usize & 31]);
    let group = |from: usize| (from..from + 4).map(digit).collect::<String>();
    [0, 4, 8, 12].map(group).join("-")
}

/// Returns the one spelling of a code that somebody typed, which is hashed: case, spaces, hyphens and letters that look
/// like digits have no meaning. Returns `None` for a text that is no code.
pub fn normalized(text: &str) -> Option<String> {
    let mut digits = String::new();
    for c in text.chars().filter(|c| !c.is_whitespace() && *c != '-') {
        let c = match c.to_ascii_lowercase() {
            'o' => '0',
            'i' | 'l' => '1',
            other => other,
        };
        if digits.len() >= 16 || !c.is_ascii() || !ALPHABET.contains(&(c as u8)) {
            return None;
        }
        digits.push(c);
    }
    let groups: Vec<&str> = (0..4).filter_map(|at| digits.get(at * 4..at * 4 + 4)).collect();
    (groups.len() == 4).then(|| groups.join("-"))
}
