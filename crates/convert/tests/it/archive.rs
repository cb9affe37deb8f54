//! ZIP archives, well-formed and hostile.

use std::io::{Cursor, Read, Write};

use quire_convert::{Archive, Error, Limits, Tree, Zip};
use zip::CompressionMethod::{Deflated, Stored};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::support::{directory, print};

fn options() -> SimpleFileOptions {
    SimpleFileOptions::default().compression_method(Deflated)
}

/// An archive of files by name; a name that ends in `/` is a folder.
fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (index, (name, bytes)) in files.iter().enumerate() {
        let method = if index % 2 == 0 { Deflated } else { Stored };
        writer.start_file(*name, options().compression_method(method)).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn open(bytes: Vec<u8>) -> Result<Archive<Cursor<Vec<u8>>>, Error> {
    Archive::open(Cursor::new(bytes), &Limits::default())
}

#[track_caller]
fn refused(bytes: Vec<u8>, expected: &str) {
    match open(bytes) {
        Ok(_) => panic!("not refused: {expected}"),
        Err(error) => assert_eq!(error.to_string(), expected),
    }
}

/// The archive with each occurrence of a name replaced by another one of its length.
fn renamed(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    assert_eq!(from.len(), to.len());
    let mut bytes = bytes.to_vec();
    for at in 0..=bytes.len() - from.len() {
        if &bytes[at..at + from.len()] == from {
            bytes[at..at + from.len()].copy_from_slice(to);
        }
    }
    bytes
}

#[test]
fn stored_and_deflated() {
    let text = b"# A\n".repeat(1000);
    let archive = open(archive(&[
        ("./SUMMARY.md", b"* [A](a.md)\n* [B](b.md)\n"),
        ("a.md", &text),
        ("b.md", &text),
        (".git/config", b""),
        ("c.txt", b"c"),
    ]))
    .unwrap();
    let directory = directory(&archive).unwrap();
    assert_eq!(print(&directory), "A (a.md)\nB (b.md)\nmeta SUMMARY.md\nfile c.txt\n");
    for path in ["a.md", "b.md"] {
        let mut bytes = Vec::new();
        archive.open(path).unwrap().read_to_end(&mut bytes).unwrap();
        assert_eq!(bytes, text);
    }
}

#[test]
fn several_entries_are_open_at_once() {
    let archive = open(archive(&[("a.md", b"aaaa"), ("b.md", b"bbbb")])).unwrap();
    let (mut a, mut b) = (archive.open("a.md").unwrap(), archive.open("b.md").unwrap());
    let mut pairs = Vec::new();
    for _ in 0..4 {
        let (mut left, mut right) = ([0], [0]);
        a.read_exact(&mut left).unwrap();
        b.read_exact(&mut right).unwrap();
        pairs.push((left[0], right[0]));
    }
    assert_eq!(pairs, [(b'a', b'b'); 4]);
}

#[test]
fn a_single_top_folder_is_taken_off() {
    let paths = |files: &[(&str, &[u8])]| -> Vec<String> {
        open(archive(files)).unwrap().entries().iter().map(|entry| entry.path.clone()).collect()
    };
    let junk = ("__MACOSX/repo/._a.md", &b""[..]);
    assert_eq!(paths(&[("repo-main/a.md", b""), ("repo-main/b/c.md", b""), junk]), ["a.md", "b/c.md"]);
    assert_eq!(paths(&[("a/x.md", b""), ("b.md", b"")]), ["a/x.md", "b.md"]);
    assert_eq!(paths(&[(".gitbook/vars.yaml", b"")]), [".gitbook/vars.yaml"]);
    assert_eq!(paths(&[("repo\\a.md", b"")]), ["a.md"]);
}

#[test]
fn names_that_lead_out_refuse_the_archive() {
    let bytes = archive(&[("good.md", b""), ("xxxx/evil.md", b"")]);
    for (name, reason) in [
        ("../../../a.md", "leads upwards"),
        ("xx/../../a.md", "leads upwards"),
        ("..\\..\\..\\a.m", "leads upwards"),
        ("/xxx/evil.m", "is absolute"),
        ("\\xxx\\evil.m", "is absolute"),
        ("C:\\xx\\evil", "is absolute"),
        ("xxxx/ev\0l.m", "holds a control character"),
    ] {
        let name = format!("{name:x<12}").chars().take(12).collect::<String>();
        refused(renamed(&bytes, b"xxxx/evil.md", name.as_bytes()), &format!("`{name}`: the name {reason}"));
    }
}

#[test]
fn ambiguous_names_refuse_the_archive() {
    let bytes = archive(&[("a.md", b"1"), ("b.md", b"2")]);
    refused(renamed(&bytes, b"b.md", b"a.md"), "the archive's directory names an entry twice");
    refused(archive(&[("x/a.md", b""), ("x//a.md", b"")]), "x/a.md: the archive's entry is there twice");
    refused(archive(&[("a", b""), ("a/b", b"")]), "a: the archive's entry is both a file and a folder");
}

#[test]
fn symbolic_links_are_left_out() {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    writer.add_symlink("link.md", "../../etc/passwd", options()).unwrap();
    writer.start_file("a.md", options()).unwrap();
    let archive = open(writer.finish().unwrap().into_inner()).unwrap();
    assert_eq!(print(&directory(&archive).unwrap()), "A (a.md)\nwarning link.md: left out: a symbolic link\n");
}

/// Sets bit 0 of the flags, which says that an entry is encrypted, in both headers.
#[test]
fn encrypted_entries_refuse_the_archive() {
    let mut bytes = archive(&[("a.md", b"1")]);
    for (magic, offset) in [(b"PK\x03\x04", 6), (b"PK\x01\x02", 8)] {
        let at = bytes.windows(4).position(|window| window == magic).unwrap();
        bytes[at + offset] |= 1;
    }
    refused(bytes, "a.md: the archive's entry is encrypted");
}

/// The archive with the unpacked size in the directory changed.
fn declaring(mut bytes: Vec<u8>, size: u32) -> Vec<u8> {
    let at = bytes.windows(4).position(|window| window == b"PK\x01\x02").unwrap();
    bytes[at + 24..at + 28].copy_from_slice(&size.to_le_bytes());
    bytes
}

fn unpacked(bytes: Vec<u8>, limits: &Limits) -> Result<usize, String> {
    let archive = Archive::open(Cursor::new(bytes), limits).map_err(|error| error.to_string())?;
    let mut reader = archive.open("a.bin").map_err(|error| error.to_string())?;
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes).map_err(|error| Error::from_read("a.bin", error).to_string())
}

#[test]
fn bombs() {
    let zeros = vec![0; 16 << 20];
    let bomb = archive(&[("a.bin", &zeros)]);
    let limits = Limits::default();
    let entry = "a.bin: the archive's entry";
    assert_eq!(unpacked(bomb.clone(), &limits), Err(format!("{entry} expands more than 500-fold")));
    assert_eq!(
        unpacked(declaring(bomb.clone(), 1000), &limits),
        Err(format!("{entry} unpacks to more than the 1000 bytes that it declares"))
    );
    let lenient = Limits { max_ratio: 2000, ..Limits::default() };
    assert_eq!(unpacked(bomb.clone(), &lenient), Ok(zeros.len()));
    let small = Limits { max_file_bytes: 1 << 20, ..lenient.clone() };
    let error = unpacked(bomb.clone(), &small).unwrap_err();
    assert!(error.starts_with("a.bin: ") && error.ends_with(" bytes, but a file may have 1048576"), "{error}");
    assert_eq!(
        unpacked(declaring(bomb, (16 << 20) + 1), &lenient),
        Err(format!("{entry} unpacks to 16777216 bytes but declares 16777217"))
    );
}

#[test]
fn damage_is_noticed() {
    let mut bytes = archive(&[("x", b""), ("a.bin", b"stored as it is")]);
    let at = bytes.windows(6).position(|window| window == b"stored").unwrap();
    bytes[at] = b'S';
    assert_eq!(
        unpacked(bytes, &Limits::default()),
        Err("a.bin: the archive's entry does not have the checksum that it declares".to_owned())
    );
}

#[test]
fn counts_have_a_bound() {
    let names: Vec<String> = (0..20).map(|index| format!("{index}.md")).collect();
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &b""[..])).collect();
    let limits = Limits { max_entries: 19, ..Limits::default() };
    let Err(error) = Archive::open(Cursor::new(archive(&files)), &limits) else { panic!("not refused") };
    assert_eq!(error.to_string(), "more than 19 entries");
}

#[test]
fn other_things_are_no_archives() {
    refused(b"# Not a ZIP\n".to_vec(), "not a ZIP archive that can be read");
    refused(Vec::new(), "not a ZIP archive that can be read");
    let mut bytes = archive(&[("a.md", b"")]);
    let end = bytes.len() - 22;
    bytes.splice(end..end, [b"PK\x06\x07".as_slice(), &[0; 16]].concat());
    refused(bytes, "the archive's directory is in the ZIP64 form, which is for more than 65,535 entries");
}

#[test]
fn hidden_files_are_left_out_and_named() {
    let files: [(&str, &[u8]); 4] =
        [("top/README.md", b""), ("top/.env", b""), ("top/.github/a/b.md", b""), ("top/.gitbook/vars.yaml", b"")];
    let archive = open(archive(&files)).unwrap();
    let paths: Vec<_> = archive.entries().iter().map(|entry| entry.path.as_str()).collect();
    assert_eq!(paths, [".gitbook/vars.yaml", "README.md"]);
    let warned: Vec<_> = archive.warnings().list.into_iter().map(|it| it.path).collect();
    assert_eq!(warned, ["top/.env", "top/.github"]);
}

#[test]
fn times_of_files_count_only_where_they_are_asked_for() {
    let mut zip = Zip::new().unwrap();
    for (path, at) in [("a.md", Some(1_700_000_000_000)), ("b.md", None)] {
        zip.start_written(path, 1, at).unwrap();
        zip.write(b"x").unwrap();
    }
    let bytes = zip.finish().unwrap();
    let times = |archive: &dyn Tree| [archive.written_at("a.md"), archive.written_at("b.md"), archive.written_at("c")];
    assert_eq!(times(&open(bytes.clone()).unwrap()), [None; 3]);
    let dated = open(bytes).unwrap().dated();
    assert_eq!(times(&dated), [Some(1_700_000_000_000), None, None]);
    assert_eq!(directory(&dated).unwrap().written, [("a.md".to_owned(), 1_700_000_000_000)].into());
}
