//! Converts an input and writes the directory format into a folder: `convert SOURCE INPUT OUT`. It prints what was mapped,
//! kept and dropped in total. With the source `page`, it prints the Markdown of one page of HTML; with `navigation`, its
//! navigation.

#![expect(clippy::print_stdout, reason = "counts go to whoever started it")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, bail};
use quire_convert::Limits;
use quire_sources::{Input, Options, Source, convert, html};

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [source, input, rest @ ..] = args.as_slice() else { bail!("convert SOURCE INPUT OUT") };
    if source == "page" || source == "navigation" {
        let text = fs::read(input)?;
        let text = String::from_utf8_lossy(&text);
        if source == "page" {
            let page = html::page(&text, None);
            println!("# {}\n\n{}", page.title, page.markdown);
            println!("{:?}", page.report);
        } else {
            show(&html::navigation(&text, None), 0);
        }
        return Ok(());
    }
    let source = Source::parse(source).context("no such source")?;
    let path = Path::new(input);
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let input = if path.is_dir() {
        Input::Folder(path.to_owned())
    } else {
        Input::File { name, reader: Box::new(fs::File::open(path)?) }
    };
    let limits = Limits::default();
    let scratch = tempfile::tempdir()?;
    let options = Options { limits: &limits, scratch: scratch.path(), split: rest.get(1).is_some(), authors: false };
    let converted = convert(source, input, &options, &mut |_| {}, &Default::default())?;
    let mut counts = BTreeMap::new();
    for page in &converted.report {
        for (kind, count) in &page.mapped {
            *counts.entry(format!("mapped {kind}")).or_insert(0) += count;
        }
        for (class, parts) in [("kept", &page.kept), ("dropped", &page.dropped)] {
            for part in parts {
                *counts.entry(format!("{class} {}", part.what)).or_insert(0) += 1;
            }
        }
    }
    println!("{} pages", converted.report.iter().filter(|page| !page.path.is_empty()).count());
    for (what, count) in counts {
        println!("{count:8} {what}");
    }
    let directory = quire_convert::read(&*converted.tree, &limits, &mut |_| {})?;
    for warning in directory.warnings.into_list().iter().take(40) {
        println!("{warning:?}");
    }
    if let Some(out) = rest.first() {
        for entry in converted.tree.entries() {
            let to = Path::new(out).join(&entry.path);
            fs::create_dir_all(to.parent().context("a folder")?)?;
            std::io::copy(&mut converted.tree.open(&entry.path)?, &mut fs::File::create(&to)?)?;
        }
    }
    Ok(())
}

fn show(items: &[html::NavItem], depth: usize) {
    for item in items {
        println!("{}{} -> {}", "  ".repeat(depth), item.title, item.href.as_deref().unwrap_or("-"));
        show(&item.items, depth + 1);
    }
}
