//! Numbers and texts as bytes, and back. Reading never fails otherwise than by `None`.

/// Writes values one after the other.
#[derive(Debug, Default)]
pub(crate) struct Writer(pub(crate) Vec<u8>);

impl Writer {
    /// Writes a number in groups of seven bits, the lowest first.
    pub(crate) fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    pub(crate) fn count(&mut self, count: usize) {
        self.number(count as u64);
    }

    pub(crate) fn float(&mut self, float: f32) {
        self.0.extend(float.to_le_bytes());
    }

    pub(crate) fn floats(&mut self, floats: &[f32]) {
        floats.iter().for_each(|float| self.float(*float));
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.count(bytes.len());
        self.0.extend(bytes);
    }

    pub(crate) fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    pub(crate) fn option<T>(&mut self, value: Option<T>, write: impl FnOnce(&mut Self, T)) {
        self.0.push(u8::from(value.is_some()));
        if let Some(value) = value {
            write(self, value);
        }
    }
}

/// Reads what a [`Writer`] wrote.
#[derive(Debug, Clone)]
pub(crate) struct Reader<'b>(pub(crate) &'b [u8]);

impl<'b> Reader<'b> {
    pub(crate) fn take(&mut self, count: usize) -> Option<&'b [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    pub(crate) fn byte(&mut self) -> Option<u8> {
        self.take(1).map(|taken| taken[0])
    }

    pub(crate) fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    /// Reads the number of things that follow, each of which has at least one byte.
    pub(crate) fn count(&mut self) -> Option<usize> {
        usize::try_from(self.number()?).ok().filter(|count| *count <= self.0.len())
    }

    pub(crate) fn small(&mut self) -> Option<u32> {
        self.number()?.try_into().ok()
    }

    pub(crate) fn float(&mut self) -> Option<f32> {
        let bytes = self.take(4)?.try_into().ok()?;
        Some(f32::from_le_bytes(bytes)).filter(|float| float.is_finite())
    }

    pub(crate) fn floats<const N: usize>(&mut self) -> Option<[f32; N]> {
        let mut floats = [0.0; N];
        for float in &mut floats {
            *float = self.float()?;
        }
        Some(floats)
    }

    pub(crate) fn bytes(&mut self) -> Option<&'b [u8]> {
        let count = self.count()?;
        self.take(count)
    }

    pub(crate) fn text(&mut self) -> Option<&'b str> {
        str::from_utf8(self.bytes()?).ok()
    }

    pub(crate) fn option<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<Option<T>> {
        match self.byte()? {
            0 => Some(None),
            1 => read(self).map(Some),
            _ => None,
        }
    }

    /// Reads as many things as a count before them says.
    pub(crate) fn list<T>(&mut self, mut read: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let count = self.count()?;
        (0..count).map(|_| read(self)).collect()
    }
}
