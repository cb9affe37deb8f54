//! Benchmarks of PDF: a space of many pages against one of a tenth, after one edit, without anything that was kept, and
//! unchanged.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, ensure};
use serde_json::Value;

use super::connection::Connection;
use super::content::Content;
use super::edits::{Space, edit, timed};
use super::figures::{Aim, Figure, median};
use super::process::{Server, fill, set_up};
use super::{Arguments, Bed, progress};

const FEW: u32 = 50;
const MANY: u32 = 500;

pub(super) fn measure(bed: &Bed, arguments: &Arguments, keep: &mut dyn FnMut(Vec<Figure>)) -> anyhow::Result<()> {
    let data = bed.path("prints-data");
    set_up(bed, &data)?;
    let content = |pages| Content { pages, bytes: 6_000, seed: 9 };
    let (few, many) = (fill(bed, &data, "prints", content(FEW))?, fill(bed, &data, "prints", content(MANY))?);
    let server = Server::quire(bed, &data)?;
    server.ready()?;
    let mut client = Connection::open(server.address)?;
    let (few, many) = (Space::of(&mut client, &few)?, Space::of(&mut client, &many)?);
    for space in [&few, &many] {
        timed(&mut client, "PATCH", &space.path, &serde_json::json!({ "editMode": "live" }), 200)?;
    }
    let idle = server.resident()?;
    let (mut small, mut large, mut kept) = (Vec::new(), Vec::new(), Vec::new());
    let (mut whole, mut edited, mut laid) = (Vec::new(), Vec::new(), Vec::new());
    let layouts = data.join("print-layouts");
    for round in 1..=arguments.rounds {
        progress(format_args!("PDF of {MANY} pages, round {round} of {}", arguments.rounds));
        for (space, times) in [(&few, &mut small), (&many, &mut large)] {
            // Each document is one after an edit of one page, so that none of them is kept already.
            let changes = edit(space.pages.first(), &format!("round {round}"));
            timed(&mut client, "POST", &format!("{}/content", space.path), &changes, 200)?;
            times.push(print(&mut client, space)?);
        }
        kept.push(print(&mut client, &many)?);
        if layouts.exists() {
            fs::remove_dir_all(&layouts)?;
        }
        for (n, times) in [&mut whole, &mut edited].into_iter().enumerate() {
            let changes = edit(many.pages.first(), &format!("round {round}, {n}"));
            timed(&mut client, "POST", &format!("{}/content", many.path), &changes, 200)?;
            let (spent, before) = (server.spent()?, count(&layouts)?);
            print(&mut client, &many)?;
            times.push(server.spent()? - spent);
            laid.push((count(&layouts)? - before) as f64);
        }
    }
    // Of each round the second print is the one after an edit.
    let laid = median(laid.into_iter().skip(1).step_by(2).collect());
    let (whole, edited) = (median(whole), median(edited));
    let (small, large, kept) = (median(small), median(large), median(kept));
    let peak = server.peak()?;
    let figure = |name: String, quire, other: (&str, f64), unit: &str, aim| Figure {
        name,
        quire,
        other: (other.0.to_owned(), other.1),
        unit: unit.to_owned(),
        aim,
    };
    keep(vec![
        figure(
            format!("PDF of {MANY} pages of 6 KB, after an edit of one"),
            large,
            ("ten times one of 50", small * f64::from(MANY / FEW)),
            "ms",
            Some(Aim::AtMost(1.5)),
        ),
        figure(
            "the same PDF again, unchanged".to_owned(),
            kept,
            ("after an edit", large),
            "ms",
            Some(Aim::AtMost(0.05)),
        ),
        figure(
            format!("pages of {MANY} that are laid out after an edit of one"),
            laid,
            ("of a whole print", f64::from(MANY)),
            "pages",
            Some(Aim::AtMost(1.0 / f64::from(MANY))),
        ),
        figure(
            "time on processors of that print".to_owned(),
            edited,
            ("with nothing kept", whole),
            "ms",
            Some(Aim::AtMost(0.6)),
        ),
        figure(format!("most memory while printing {MANY} pages"), peak, ("idle", idle), "MiB", None),
    ]);
    server.stop()
}

/// Returns the number of layouts that are kept.
fn count(layouts: &Path) -> anyhow::Result<usize> {
    if layouts.exists() { Ok(fs::read_dir(layouts)?.count()) } else { Ok(0) }
}

/// Prints a space, and returns the time in milliseconds.
fn print(client: &mut Connection, space: &Space) -> anyhow::Result<f64> {
    let (made, milliseconds) = timed(client, "GET", &format!("{}/pdf", space.path), &Value::Null, 200)?;
    let url = made["url"].as_str().context("a printed space has an address")?;
    ensure!(url.contains("/prints/"), "an address of a PDF is {url}");
    Ok(milliseconds)
}
