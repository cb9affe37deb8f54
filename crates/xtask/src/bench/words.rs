//! Random words for texts and queries, shared by the search benchmark and its example.

const VOCABULARY: usize = 20_000;

/// A generator of words with a frequency distribution like that of a language, deterministic by its seed.
pub(crate) struct Words {
    state: u64,
    words: Vec<String>,
}

impl Words {
    pub(crate) fn new(seed: u64) -> Self {
        let mut words = Self { state: seed, words: Vec::new() };
        for _ in 0..VOCABULARY {
            let syllables = 2 + words.next() % 3;
            let mut word = String::new();
            for _ in 0..syllables {
                let n = words.next();
                word.push(char::from(b"bcdfghklmnprstvz"[n % 16]));
                word.push(char::from(b"aeiou"[n / 16 % 5]));
            }
            words.words.push(word);
        }
        words
    }

    fn next(&mut self) -> usize {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.state >> 33) as usize
    }

    /// Returns a word; the word of rank n is about n times as rare as the first.
    fn word(&mut self) -> &str {
        let part = self.next() as f64 / (1_u64 << 31) as f64;
        let rank = (VOCABULARY as f64).powf(part) as usize;
        &self.words[rank.min(VOCABULARY - 1)]
    }

    /// Returns a text of this many words.
    pub(crate) fn text(&mut self, words: usize) -> String {
        (0..words).map(|_| self.word().to_owned()).collect::<Vec<_>>().join(" ")
    }

    /// Returns one to three words; some with a wrong letter, some truncated, some as a phrase.
    pub(crate) fn query(&mut self, n: usize) -> String {
        let text = self.text(1 + n % 3);
        match n % 10 {
            0 => text.replacen(['a', 'e', 'i'], "x", 1),
            1 => format!("\"{text}\""),
            2 => text[..text.len() - 1].to_owned(),
            _ => text,
        }
    }
}
