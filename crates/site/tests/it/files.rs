//! Files of the content: shown where they can do no harm, else saved.

use quire_testkit::{Files, on_each_database};

use crate::world::{World, fetch};

const HOSTILE: &[u8] = b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>";

fn addresses(page: &str) -> Vec<String> {
    let found = page.split("/~files/").skip(1).map(|rest| rest.split(['"', ' ']).next().unwrap().to_owned());
    found.collect()
}

#[test]
fn files_cannot_run() {
    on_each_database(|test| {
        let world = World::new(test, &[("README.md", "# Welcome\n")]);
        let page = "# Welcome\n\n![](a.svg)\n\n{% file src=\"b.html\" %}\n\n![](c.png)\n\n{% file src=\"d.js\" %}\n";
        let files: &[(&str, &[u8])] = &[
            ("README.md", page.as_bytes()),
            ("a.svg", HOSTILE),
            ("b.html", b"<script>alert(1)</script>"),
            ("c.png", b"\x89PNG\r\n\x1a\n"),
            ("d.js", b"alert(1)"),
        ];
        test.import(&world.spaces[0], &Files::of(files));
        let found = addresses(&world.read("/"));
        assert_eq!(found.len(), 4, "{found:?}");
        for address in found {
            let file = fetch(test, &format!("{}/~files/{address}", world.base), &[]);
            assert_eq!(file.status, 200, "{address}");
            let shown = address.ends_with(".svg") || address.ends_with(".png");
            let disposition = file.header("content-disposition");
            assert!(disposition.starts_with(if shown { "inline" } else { "attachment" }), "{address} {disposition}");
            assert_eq!(
                file.header("content-security-policy"),
                "default-src 'none'; style-src 'unsafe-inline'; sandbox"
            );
            assert_eq!(file.header("x-content-type-options"), "nosniff");
            assert_eq!(file.header("cache-control"), "public, max-age=31536000, immutable");
        }
    });
}

#[test]
fn parts_of_files_are_sent() {
    on_each_database(|test| {
        let world = World::new(test, &[("README.md", "# A\n\n![](x.png)\n"), ("x.png", "0123456789")]);
        let address = format!("{}/~files/{}", world.base, addresses(&world.read("/"))[0]);
        let part = fetch(test, &address, &[("range", "bytes=2-4")]);
        assert_eq!((part.status.as_u16(), part.body.as_slice()), (206, b"234".as_slice()));
        assert_eq!(part.header("content-range"), "bytes 2-4/10");
        assert_eq!(fetch(test, &address, &[("range", "bytes=20-")]).status, 416);
    });
}

#[test]
fn a_file_that_changed_is_not_kept_under_its_old_address() {
    on_each_database(|test| {
        let world = World::new(test, &[("README.md", "# A\n\n![](x.png)\n"), ("x.png", "before")]);
        let address = format!("{}/~files/{}", world.base, addresses(&world.read("/"))[0]);
        test.import(&world.spaces[0], &Files::of(&[("README.md", "# A\n\n![](x.png)\n"), ("x.png", "after")]));
        let now = fetch(test, &address, &[]);
        assert_eq!((now.status.as_u16(), now.body.as_slice()), (200, b"after".as_slice()));
        assert_eq!(now.header("cache-control"), "private, no-store");
        assert!(!address.ends_with(&addresses(&world.read("/"))[0]));
    });
}
