//! Compares documents, each with the next: `cargo run --release -p quire-openapi --example compare -- OLD NEW…`
//!
//! Changes of texts are only counted. The last lines have the time of each comparison, and the most memory that the
//! process took.
#![expect(clippy::print_stdout, reason = "changes and counts go to whoever started it")]

use std::fs;
use std::io;
use std::time::Instant;

use quire_openapi::changes::Class;
use quire_openapi::{Limits, changes, read};

fn main() -> io::Result<()> {
    let mut documents = Vec::new();
    for file in std::env::args().skip(1) {
        let (value, _) = read(&fs::read(&file)?, &Limits::default()).map_err(io::Error::other)?;
        documents.push((file, value));
    }
    let mut times = Vec::new();
    for pair in documents.windows(2) {
        let [(old, before), (new, after)] = pair else { continue };
        let begin = Instant::now();
        let found = changes(before, after);
        times.push(begin.elapsed());
        println!("{old} to {new}: {}{}", found.class.as_str(), if found.is_cut { ", cut" } else { "" });
        println!("{} breaking, {} compatible, {} of texts", found.breaking, found.compatible, found.documentation);
        for change in found.items.iter().filter(|change| change.rule.class() != Class::Documentation) {
            println!("{}\t{}\t{}", change.rule.class().as_str(), change.rule.name(), change.sentence);
        }
    }
    times.iter().for_each(|time| println!("{time:.1?}"));
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    status.lines().filter(|line| line.starts_with("VmHWM")).for_each(|line| println!("{line}"));
    Ok(())
}
