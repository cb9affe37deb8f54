// temporary
use std::path::{Path, PathBuf};
use std::sync::Arc;
use quire_content::budget::Budget;
use quire_content::document::{Document, model::{ContentRef, Kind}};
use quire_pdf::*;
struct Around { folder: PathBuf }
impl Surroundings for Around {
    fn link(&self, r: &ContentRef) -> Option<Link> { match r { ContentRef::Url { url } => Some(Link { target: if url.contains("://") { LinkTarget::Address(url.clone()) } else { LinkTarget::Page { id: url.split('#').next().unwrap().rsplit('/').next().unwrap().to_owned(), anchor: url.split_once('#').map(|x| x.1.to_owned()).unwrap_or_default(), elsewhere: None } }, title: url.clone(), emoji: None, icon: None, description: Some("A description of what is there".into()) }), _ => Nothing.link(r) } }
    fn picture(&self, r: &ContentRef) -> PictureSource { match r { ContentRef::Url { url } => match std::fs::read(self.folder.join(url)) { Ok(b) => PictureSource::Bytes(b.into()), Err(_) => PictureSource::Elsewhere(url.clone()) }, _ => PictureSource::Missing } }
    fn file(&self, r: &ContentRef) -> Option<FileFacts> { match r { ContentRef::Url { url } => Some(FileFacts { name: url.clone(), size: 12345, address: None }), _ => None } }
    fn reusable(&self, _: &ContentRef) -> Option<Arc<Document>> { None }
    fn of_space(&self, _: &str) -> Option<&dyn Surroundings> { None }
    fn described(&self, _: &Kind) -> Option<Document> { None }
    fn tag(&self, _: &str) -> Option<String> { None }
    fn diagram(&self, s: &str) -> Option<Drawing> { let d = quire_diagram::draw(s).ok()?; Some(Drawing { svg: d.svg, alt: d.words.join(", ") }) }
}
fn walk(d: &Path, out: &mut Vec<PathBuf>) { let mut e: Vec<_> = std::fs::read_dir(d).unwrap().flatten().map(|e| e.path()).collect(); e.sort(); for p in e { if p.is_dir() { if !p.ends_with(".git") { walk(&p, out) } } else if p.extension().is_some_and(|x| x == "md") { out.push(p) } } }
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let mut files = Vec::new();
    let root = PathBuf::from(&args[1]);
    if root.is_dir() { walk(&root, &mut files) } else { files.push(root.clone()) }
    let base = if root.is_dir() { root.clone() } else { root.parent().unwrap().to_owned() };
    let times: usize = args.get(3).map_or(1, |n| n.parse().unwrap());
    let read = |p: &Path| { let t = std::fs::read_to_string(p).unwrap(); let t = if t.starts_with("---\n") { t[4..].split_once("\n---\n").map_or(t.clone(), |x| x.1.to_owned()) } else { t }; t };
    let titles: Vec<String> = files.iter().map(|p| read(p).lines().find(|l| l.starts_with("# ")).map_or(p.file_stem().unwrap().to_string_lossy().into_owned(), |l| l[2..].replace('`', "").to_owned())).collect();
    let mut entries = Vec::new();
    for t in 0..times { for (n, p) in files.iter().enumerate() { let depth = p.strip_prefix(&base).unwrap().components().count() - 1; entries.push(Entry { id: if t == 0 { p.file_name().unwrap().to_string_lossy().into_owned() } else { format!("{t}/{n}") }, title: titles[n].clone(), emoji: None, depth, is_page: true }) } }
    let book = Book { paper: Paper::A4, title: "The manual of Quire".into(), lines: vec!["An organization".into(), "24 November 2026".into()], language: args.get(4).cloned().unwrap_or("en".into()), front: entries.len() > 1, entries };
    let fonts = Fonts::new(vec!["/usr/share/fonts".into()]);
    let at = std::time::Instant::now();
    let pdf = draw::<std::convert::Infallible>(&book, &fonts, &mut |at| { let p = &files[at % files.len()]; let t = read(p); Ok(Sheet { document: quire_content::document::parse_within(&t, &quire_content::document::Unresolved, &Budget::page()).document, description: Some("What this page is about, in a sentence".into()), around: Box::new(Around { folder: p.parent().unwrap().to_owned() }) }) }).unwrap();
    let mem = std::fs::read_to_string("/proc/self/status").unwrap().lines().find(|l| l.starts_with("VmHWM")).unwrap().to_owned();
    eprintln!("{} sheets, {} bytes, {:?}, {mem}, {}", pdf.sheets, pdf.bytes.len(), at.elapsed(), quire_content::hash::Hash::of(&pdf.bytes));
    std::fs::write(&args[2], pdf.bytes).unwrap();
}
