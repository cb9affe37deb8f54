//! Attacks the merge of texts with real pages and random edits of both sides:
//! `cargo run --release -p quire-content --example merge_attack -- PAIRS SEED DIR…`
//!
//! Each pair of edits begins with some blocks of a page in one of the folders, whose headings may be written in other
//! ways. What has to hold of the outcome is in `laws`. Where it does not, edits and blocks are taken away as long as
//! the same law is broken; what is left is printed, and the exit status is not zero.
#![expect(clippy::print_stdout, reason = "figures and problems go to whoever started it")]

mod edits;
mod laws;
mod pages;
mod random;

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;

use quire_content::merge::text::merge;

use edits::{Step, edited};
use pages::{Corpus, Text};
use random::Random;

/// The number of problems of each law that are printed.
const MOST_SHOWN: usize = 2;

/// Blocks of a page, with the edits of both sides.
#[derive(Clone)]
struct Case {
    base: Text,
    main: Vec<Step>,
    change: Vec<Step>,
}

impl Case {
    fn new(corpus: &Corpus, random: &mut Random) -> Self {
        let base = corpus.text(random);
        let focus = random.below(base.len() + 1);
        let steps =
            |random: &mut Random| (0..=random.below(4)).map(|_| Step::new(corpus, focus, random)).collect::<Vec<_>>();
        Self { main: steps(random), change: steps(random), base }
    }

    /// Merges the sides; returns the texts, the broken law if one is, and the number of conflicts.
    fn run(&self) -> ([String; 3], Option<&'static str>, usize, String) {
        let (main, new_of_main) = edited(&self.base, &self.main, 'm');
        let (change, new_of_change) = edited(&self.base, &self.change, 'c');
        let texts = [pages::written(&self.base), pages::written(&main), pages::written(&change)];
        let merged = merge(&texts[0], &texts[1], &texts[2]);
        let broken = laws::broken(&texts, [&new_of_main, &new_of_change], &merged);
        let (law, what) = broken.map_or((None, String::new()), |(law, what)| (Some(law), what));
        (texts, law, merged.conflicts(), what)
    }

    /// Returns the case without an edit or a block, for each of them.
    fn smaller(&self) -> impl Iterator<Item = Self> {
        let without = |change: fn(&mut Self, usize), count: usize| {
            (0..count).rev().map(move |at| {
                let mut case = self.clone();
                change(&mut case, at);
                case
            })
        };
        without(|case, at| drop(case.main.remove(at)), self.main.len())
            .chain(without(|case, at| drop(case.change.remove(at)), self.change.len()))
            .chain(without(|case, at| drop(case.base.remove(at)), self.base.len()))
    }

    fn least(mut self, law: &str) -> Self {
        loop {
            let smaller = self.smaller().find(|case| case.run().1 == Some(law));
            match smaller {
                Some(case) => self = case,
                None => return self,
            }
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [pairs, seed, folders @ ..] = &arguments[..] else { return Err("PAIRS SEED DIR…".into()) };
    let (pairs, seed): (u64, u64) = (pairs.parse()?, seed.parse()?);
    let corpus = Corpus::read(folders.iter().map(Path::new))?;
    let (mut problems, mut with_conflicts) = (BTreeMap::<&str, usize>::new(), 0);
    for pair in 0..pairs {
        let case = Case::new(&corpus, &mut Random::new(seed.wrapping_add(pair)));
        let (_, law, conflicts, _) = case.run();
        with_conflicts += usize::from(conflicts > 0);
        let Some(law) = law else { continue };
        let count = problems.entry(law).or_default();
        *count += 1;
        if *count <= MOST_SHOWN {
            let (texts, _, _, what) = case.least(law).run();
            show(seed.wrapping_add(pair), law, &what, &texts);
        }
    }
    println!("{pairs} pairs, {with_conflicts} with conflicts, problems: {problems:?}");
    if problems.is_empty() { Ok(()) } else { Err("laws are broken".into()) }
}

fn show(seed: u64, law: &str, what: &str, [base, main, change]: &[String; 3]) {
    println!("##### {seed}: {law}: {what}");
    println!("=== base\n{base}=== main\n{main}=== change request\n{change}=== expected: conflict");
    let merged = merge(base, main, change);
    for hunk in &merged.hunks {
        println!("--- {hunk:#?}");
    }
}
