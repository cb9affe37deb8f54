//! Draws the diagrams of a folder of `.mmd` files beside them: `cargo run -p quire-diagram --example diagrams -- FOLDER`.

use std::io::Write as _;
use std::time::Instant;
use std::{env, fs};

fn main() -> std::io::Result<()> {
    let mut out = std::io::stdout();
    let folder = env::args().nth(1).unwrap_or_else(|| ".".to_owned());
    let mut paths: Vec<_> =
        fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?.iter().map(fs::DirEntry::path).collect();
    paths.sort();
    for path in paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "mmd")) {
        let source = fs::read_to_string(path)?;
        let started = Instant::now();
        let drawn = quire_diagram::draw(&source);
        let took = started.elapsed();
        match drawn {
            Ok(drawing) => {
                fs::write(path.with_extension("svg"), &drawing.svg)?;
                writeln!(out, "{}: {took:.1?}, {} bytes, {:?}", path.display(), drawing.svg.len(), drawing.title)?;
            }
            Err(error) => writeln!(out, "{}: {took:.1?}, {error:?}", path.display())?,
        }
    }
    Ok(())
}
