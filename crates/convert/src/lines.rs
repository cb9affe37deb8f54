//! The lines of a Markdown file that are not code between fences.

/// Iterates over the lines outside of fenced code, without their line breaks, each with its number from 1.
pub(crate) fn outside_code(source: &[u8]) -> impl Iterator<Item = (u32, &[u8])> {
    let mut fence = None;
    source.split(|&byte| byte == b'\n').zip(1..).filter_map(move |(line, number)| {
        match (fence, fence_of(line.trim_ascii())) {
            (None, None) => return Some((number, line)),
            (None, opened) => fence = opened,
            (Some(open), Some(other)) if closes(line.trim_ascii(), open, other) => fence = None,
            (Some(_), _) => {}
        }
        None
    })
}

/// Returns the character and the length of the fence at the beginning of a line.
fn fence_of(line: &[u8]) -> Option<(u8, usize)> {
    let mark = *line.first().filter(|byte| matches!(byte, b'`' | b'~'))?;
    let length = line.iter().take_while(|&&byte| byte == mark).count();
    (length >= 3 && !(mark == b'`' && line[length..].contains(&b'`'))).then_some((mark, length))
}

fn closes(line: &[u8], (mark, length): (u8, usize), (other, more): (u8, usize)) -> bool {
    mark == other && more >= length && line.len() == more
}
