//! Searches for texts whose cost grows faster than they do: pieces of syntax in random order, repeated, at a size and at
//! four times that size, through each operation on the text of a page. Prints what it finds, and fails if it found
//! something. Arguments: the number of seconds, and the number that the random order begins with.
#![expect(clippy::print_stdout, reason = "figures go to whoever started it")]

use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use quire_content::budget::Budget;
use quire_content::document::{Document, Unresolved, conditions, keys, parse, passage::Passages, print, splice};
use quire_content::{front_matter, merge, warnings};
use quire_render::body::{Options, body};
use quire_render::labels::ENGLISH;
use quire_render::reference_resolver::Nowhere;

/// The smaller size, in bytes.
const SIZE: usize = 48 << 10;
/// The factor by which the larger text is larger.
const FACTOR: u32 = 4;
/// The growth of cost from which an operation is suspected: quadratic is 16.
const SUSPECT: f64 = 9.0;
/// The shortest time that is judged: less is noise.
const SHORTEST: Duration = Duration::from_millis(250);

const PIECES: &[&str] = &[
    "[a]",
    "[a]: /u",
    "[^a]",
    "[^a]: ",
    "{% if ",
    "{% if x %}",
    "{% endif %}",
    "{% hint %}",
    "{% endhint %}",
    "{% a %}",
    "{% tabs %}",
    "{% tab title=\"a\" %}",
    "# ",
    "|",
    "|-|",
    "\n",
    "\n\n",
    "a",
    "b ",
    "*",
    "**",
    "_",
    "~~",
    "<b>",
    "</b>",
    "<",
    ">",
    "&",
    "&amp;",
    "&#123;",
    ";",
    "%",
    "(",
    ")",
    "](x)",
    "](<",
    "!",
    "!",
    "`",
    "```\n",
    "> ",
    "- ",
    "1. ",
    "  ",
    "    ",
    "\\",
    "\\{% if ",
    "$$",
    "$",
    "https://a.b ",
    "www.",
    "@a.b ",
    "<!--",
    "-->",
    "<details>",
    "</details>",
    "<summary>",
    ":a:",
    ":",
    "\"",
    "'",
    "=",
    "===\n",
    "\t",
    "\r\n",
    "---\n",
    "é",
    "字",
    "{",
    "}",
    "<table>",
    "<tr><td>",
    "</table>",
    "<a href=\"x\">",
    "</a>",
    "<code class=\"expression\">a</code>",
    "<img src=\"a\">",
    "<div align=\"center\">",
    "</div>",
    "<pre>",
    "</pre>",
    "<ul><li>",
    "{% include \"a\" %}",
    "{% embed url=\"a\" %}",
    "30 seconds",
    "not ",
    ". ",
];

/// An operation on a text, and on what it was parsed to.
type Operation = (&'static str, fn(&str, &Document));

const OPERATIONS: &[Operation] = &[
    ("warnings", |text, _| drop(black_box(warnings::of_file(text.as_bytes())))),
    ("front matter", |text, _| drop(black_box(front_matter::parse(text.as_bytes())))),
    ("parse", |text, _| drop(black_box(parse(text, &Unresolved)))),
    ("reduce to what holds", |text, _| drop(black_box(conditions::reduce(text, &mut |_| Some(true))))),
    ("reduce to what does not", |text, _| drop(black_box(conditions::reduce(text, &mut |_| Some(false))))),
    ("print", |_, document| drop(black_box(print(document, &Unresolved)))),
    ("draw", |_, document| {
        let budget = Budget::page();
        drop(black_box(body(document, &Nowhere, &Options { budget: Some(&budget), ..Options::page(&ENGLISH) })));
    }),
    ("json", |_, document| drop(black_box(serde_json::to_string(document)))),
    ("keys", |_, document| {
        let mut new = document.clone();
        new.nodes.reverse();
        keys::carry(document, &mut new);
        black_box(keys::renamed(document, &new));
    }),
    ("passages", |_, document| drop(black_box(Passages::of(document)))),
    ("splice", |text, _| {
        let old = parse(text, &Unresolved);
        let mut new = old.document.clone();
        let middle = new.nodes.len() / 2;
        new.nodes.truncate(middle);
        black_box(splice(text, &old, &new, &Unresolved));
    }),
    ("merge of two edits", |text, _| {
        black_box(merge::text::merge(text, &edited(text, 3), &edited(text, 2)));
    }),
    ("merge of many edits", |text, _| {
        let (main, change) = (text.replace('a', "c d"), text.replace('b', "e").replace("\n\n", "\n"));
        black_box(merge::text::merge(text, &main, &change));
    }),
];

/// Inserts a sentence at a part of a text.
fn edited(text: &str, part: usize) -> String {
    let at = (text.len() / part..text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len());
    format!("{} A new sentence. {}", &text[..at], &text[at..])
}

fn main() -> ExitCode {
    let argument = |at: usize, default: u64| std::env::args().nth(at).and_then(|it| it.parse().ok()).unwrap_or(default);
    let (end, mut random) = (Instant::now() + Duration::from_secs(argument(1, 60)), Random(argument(2, 1) | 1));
    let (mut texts, mut found) = (0, 0);
    while Instant::now() < end {
        texts += 1;
        let (head, unit) = (random.pieces(3), random.pieces(4) + random.piece());
        found += slow(&head, &unit);
    }
    println!("{texts} texts, {found} operations that grow faster than their text");
    if found == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Prints the operations that are too slow for a text, and returns their number.
fn slow(head: &str, unit: &str) -> usize {
    let text = |size: usize| format!("{head}{}", unit.repeat(size / unit.len()));
    let (small, large) = (text(SIZE), text(SIZE * FACTOR as usize));
    let (of_small, of_large) = (parse(&small, &Unresolved).document, parse(&large, &Unresolved).document);
    let is_slow = |(name, run): &&Operation| {
        let growth = |runs: usize| {
            let (long, short) = (time(runs, *run, &large, &of_large), time(runs, *run, &small, &of_small));
            let growth = long.as_secs_f64() / short.as_secs_f64().max(1e-6);
            (long >= SHORTEST && growth > SUSPECT).then_some((long, growth))
        };
        // Other work on the machine can make one run slow, hardly all of several.
        let Some((long, growth)) = growth(1).and_then(|_| growth(5)) else { return false };
        println!("{name}: {head:?} {unit:?}: {long:?}, {growth:.1} times the time of a quarter of the text");
        true
    };
    OPERATIONS.iter().filter(is_slow).count()
}

/// Returns the shortest time of some runs.
fn time(runs: usize, run: fn(&str, &Document), text: &str, document: &Document) -> Duration {
    let once = |_| {
        let start = Instant::now();
        run(text, document);
        start.elapsed()
    };
    (0..runs).map(once).min().unwrap_or_default()
}

/// A xorshift generator.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    fn piece(&mut self) -> &'static str {
        PIECES[self.below(PIECES.len())]
    }

    /// Returns up to `most` pieces.
    fn pieces(&mut self, most: usize) -> String {
        (0..self.below(most + 1)).map(|_| self.piece()).collect()
    }
}
