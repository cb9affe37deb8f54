//! Files of the content: shown where they can do no harm, else saved.

use quire_testkit::{Files, on_each_database};

use crate::world::{World, fetch};

const HOSTILE: &[u8] = b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>";

/// The files that a page names; an image is shown, and leads to its file.
fn addresses(page: &str) -> Vec<String> {
    let found = page.split("/~files/").skip(1).map(|rest| rest.split(['"', ' ']).next().unwrap().to_owned());
    let mut found: Vec<_> = found.collect();
    found.dedup();
    found
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
            let content_type = match address.rsplit('.').next() {
                Some("svg") => "image/svg+xml",
                Some("png") => "image/png",
                _ => "application/octet-stream",
            };
            assert_eq!(file.header("content-type"), content_type, "{address}");
            assert_eq!(file.header("cache-control"), "public, max-age=31536000, immutable");
        }
    });
}

#[test]
fn the_api_sends_files_as_sites_do() {
    on_each_database(|test| {
        let names =
            ["a.js", "b.html", "c.css", "d.pdf", "e.woff2", "f.mp4", "g.svg", "h.txt", "i.json", "j.wasm", "k.mjs"];
        let page: String = names.iter().map(|name| format!("{{% file src=\"{name}\" %}}\n\n")).collect();
        let world = World::new(test, &[("README.md", "# Welcome\n")]);
        let mut files = vec![("README.md", page.as_str())];
        files.extend(names.map(|name| (name, "alert(1)")));
        let files: Vec<_> = files.iter().map(|(path, text)| (*path, text.as_bytes())).collect();
        test.import(&world.spaces[0], &Files::of(&files));
        let content = test.admin().get(&format!("{}/content/files", world.spaces[0])).ok();
        let found = addresses(&world.read("/"));
        assert_eq!(found.len(), names.len());
        for file in content["items"].as_array().unwrap() {
            let name = file["name"].as_str().unwrap();
            let address = found.iter().find(|address| address.ends_with(name)).unwrap();
            let on_site = fetch(test, &format!("{}/~files/{address}", world.base), &[]);
            let by_api = test.caller(None).get(file["downloadURL"].as_str().unwrap());
            for header in ["content-type", "content-disposition", "content-security-policy", "x-content-type-options"] {
                assert_eq!(on_site.header(header), by_api.header(header), "{header} of {name}");
            }
            let keeps_type = matches!(name, "d.pdf" | "e.woff2" | "f.mp4" | "g.svg");
            assert_eq!(by_api.header("content-type") != "application/octet-stream", keeps_type, "{name}");
            let is_shown = matches!(name, "f.mp4" | "g.svg");
            assert_eq!(by_api.header("content-disposition").starts_with("inline"), is_shown, "{name}");
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

#[test]
fn a_style_sheet_lasts_under_its_own_name_alone() {
    on_each_database(|test| {
        let world = World::new(test, &[("README.md", "# Welcome\n")]);
        let page = world.read("/");
        let name = page.split("/~theme/").nth(1).unwrap().split('"').next().unwrap();
        let known = world.get(&format!("/~theme/{name}"));
        let unknown = world.get("/~theme/0000000000000000.css");
        assert!(known.status == 200 && unknown.status == 200);
        assert_eq!(known.body, unknown.body);
        assert!(known.header("cache-control").contains("immutable"));
        assert!(!unknown.header("cache-control").contains("immutable"));
    });
}
