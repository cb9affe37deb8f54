//! Reads, checks and bundles all documents of a folder: `cargo run -p quire-openapi --example directory -- DIR…`
//!
//! A line has the number of operations of a document and its file; the last lines have the sums, the time, the megabytes
//! (of 1,000,000 bytes) that were processed in a second, and the most memory that the process took, also for each megabyte
//! of the largest document. Documents that can't be used are listed with the reason.
#![expect(clippy::cast_precision_loss, reason = "sizes come nowhere near 2^53")]
#![expect(clippy::print_stdout, reason = "counts and problems go to whoever started it")]

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use quire_openapi::bundle::Error;
use quire_openapi::{Limits, Version, bundle, check, contents, locate, read};

fn main() -> io::Result<()> {
    let mut files = Vec::new();
    for dir in std::env::args_os().skip(1) {
        collect(Path::new(&dir), &mut files)?;
    }
    files.sort();
    let mut sums = Sums::default();
    for file in &files {
        let bytes = fs::read(file)?;
        let begin = Instant::now();
        let outcome = sums.process(&bytes);
        sums.slowest = sums.slowest.max(begin.elapsed());
        sums.time += begin.elapsed();
        sums.bytes += bytes.len();
        sums.largest = sums.largest.max(bytes.len());
        match outcome {
            Ok(operations) => println!("{operations}\t{}", file.display()),
            Err(message) => println!("-\t{}\t{message}", file.display()),
        }
    }
    println!("{} documents, {} refused, {} operations", files.len(), sums.refused, sums.operations);
    println!("{} schemas, {} listed problems, versions {:?}", sums.schemas, sums.listed, sums.versions);
    let megabytes = |bytes: usize| bytes as f64 / 1e6;
    let speed = megabytes(sums.bytes) / sums.time.as_secs_f64().max(f64::MIN_POSITIVE);
    println!("{:.1?} in total, {:.1?} at most", sums.time, sums.slowest);
    println!("{:.1} MB, {speed:.1} MB/s", megabytes(sums.bytes));
    if let Some(most) = most_memory() {
        let each = megabytes(most) / megabytes(sums.largest).max(f64::MIN_POSITIVE);
        println!("{:.1} MB of memory at most, {each:.1} for each MB of the largest document", megabytes(most));
    }
    Ok(())
}

/// Returns the most memory that the process took, in bytes; `None` where the system does not say it.
fn most_memory() -> Option<usize> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse::<usize>().ok().map(|kilobytes| kilobytes * 1_024)
}

fn collect(at: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if at.is_dir() {
        for entry in fs::read_dir(at)? {
            collect(&entry?.path(), files)?;
        }
    } else if at.extension().is_some_and(|it| ["json", "yaml", "yml"].iter().any(|known| it == *known)) {
        files.push(at.to_owned());
    }
    Ok(())
}

#[derive(Default)]
struct Sums {
    refused: usize,
    operations: usize,
    schemas: usize,
    listed: usize,
    versions: BTreeMap<&'static str, usize>,
    time: Duration,
    slowest: Duration,
    bytes: usize,
    largest: usize,
}

impl Sums {
    /// Processes a document and returns its number of operations, or the reason why it can't be used.
    fn process(&mut self, bytes: &[u8]) -> Result<usize, String> {
        self.refused += 1;
        let limits = Limits::default();
        let (document, _) = read(bytes, &limits).map_err(|issue| issue.to_string())?;
        let refuse = |_: &url::Url, _: usize| Err("other documents are not loaded here");
        let bundled = bundle(document, bytes.len(), None, &limits, &mut { refuse });
        let document = bundled.map_err(|error: Error<&str>| error.to_string())?;
        let mut report = check(&document);
        if report.is_fatal() {
            report.issues.truncate(1);
            locate(&String::from_utf8_lossy(bytes), &mut report.issues);
            return Err(report.issues[0].to_string());
        }
        let version = Version::of(&document).map_err(|issue| issue.to_string())?;
        let contents = contents(&document);
        self.refused -= 1;
        self.listed += report.total;
        self.operations += contents.operations.len();
        self.schemas += contents.schemas.len();
        *self.versions.entry(version.as_str()).or_default() += 1;
        Ok(contents.operations.len())
    }
}
