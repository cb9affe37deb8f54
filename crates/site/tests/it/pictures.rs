//! Pictures in several widths: what pages offer, what is sent, to whom, and what is kept.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageFormat, RgbImage};
use quire_testkit::{Answer, Files, TestApp, on_each_database};
use serde_json::json;

use crate::world::{World, fetch};

fn encode(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

/// A picture with many colours.
fn noisy(width: u32) -> DynamicImage {
    RgbImage::from_fn(width, 300, |x, y| image::Rgb([((x * 7) ^ (y * 13)) as u8, (x * y) as u8, (x + y) as u8])).into()
}

/// A site with pictures: a photograph, a drawing, a photograph so coarse that a smaller form in better quality has more
/// bytes, a small picture, and a broken one.
fn world(test: &TestApp) -> World<'_> {
    let world = World::new(test, &[("README.md", "# Welcome\n")]);
    let page =
        "# Welcome\n\n![](photo.jpg)\n\n![](drawing.png)\n\n![](coarse.jpg)\n\n![](small.png)\n\n![](broken.png)\n";
    let mut coarse = Vec::new();
    noisy(1000).write_with_encoder(JpegEncoder::new_with_quality(&mut coarse, 1)).unwrap();
    let mut broken = encode(&noisy(1000), ImageFormat::Png);
    broken.truncate(500);
    let files: &[(&str, &[u8])] = &[
        ("README.md", page.as_bytes()),
        ("photo.jpg", &encode(&noisy(1600), ImageFormat::Jpeg)),
        ("drawing.png", &encode(&noisy(1000), ImageFormat::Png)),
        ("coarse.jpg", &coarse),
        ("small.png", &encode(&noisy(300), ImageFormat::Png)),
        ("broken.png", &broken),
    ];
    test.import(&world.spaces[0], &Files::of(files));
    world
}

/// The forms that a page offers of a picture: their addresses and widths.
fn offered(page: &str, name: &str) -> Vec<(String, u32)> {
    let sets = page.split("srcset=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
    let form = |form: &str| {
        let (address, width) = form.trim().split_once(' ').unwrap();
        (address.to_owned(), width.trim_end_matches('w').parse().unwrap())
    };
    sets.filter(|set| set.contains(name)).flat_map(|set| set.split(',').map(form)).collect()
}

/// The address of one of them.
fn address(page: &str, name: &str, width: u32) -> String {
    offered(page, name).into_iter().find(|form| form.1 == width).unwrap().0
}

fn width_of(answer: &Answer) -> u32 {
    image::load_from_memory(&answer.body).unwrap().width()
}

#[test]
fn pages_offer_smaller_forms_of_wide_pictures() {
    on_each_database(|test| {
        let world = world(test);
        let page = world.read("/");
        let widths = |name: &str| offered(&page, name).into_iter().map(|form| form.1).collect::<Vec<_>>();
        assert_eq!(widths("photo.jpg"), [480, 800, 1200, 1600]);
        assert_eq!(widths("drawing.png"), [480, 800, 1000]);
        assert_eq!(widths("small.png"), [0; 0]);
        assert!(page.contains("sizes=\"(max-width: 752px) 100vw, 752px\""), "{page}");

        for (name, content_type) in [("photo.jpg", "image/jpeg"), ("drawing.png", "image/webp")] {
            let small = address(&page, name, 480);
            let first = fetch(test, &small, &[]);
            assert_eq!((first.status.as_u16(), width_of(&first)), (200, 480), "{small}");
            assert_eq!(first.header("content-type"), content_type);
            assert_eq!(first.header("cache-control"), "public, max-age=31536000, immutable");
            assert!(first.header("content-disposition").starts_with("inline"));
            assert_eq!(
                first.header("content-security-policy"),
                "default-src 'none'; style-src 'unsafe-inline'; sandbox"
            );
            let whole = fetch(test, &address(&page, name, if name == "photo.jpg" { 1600 } else { 1000 }), &[]);
            assert!(first.body.len() < whole.body.len());
            assert_ne!(first.header("etag"), whole.header("etag"));
            // The second answer is the same, from the disk.
            let second = fetch(test, &small, &[]);
            assert_eq!((&second.body, second.header("etag")), (&first.body, first.header("etag")));
            let known = fetch(test, &small, &[("if-none-match", first.header("etag"))]);
            assert_eq!(known.status, 304);
        }
        // What would have more bytes, and what can't be read, is sent as it is; other widths are not there.
        for name in ["coarse.jpg", "broken.png"] {
            for _ in 0..2 {
                let same = fetch(test, &address(&page, name, 800), &[]);
                let whole = fetch(test, &address(&page, name, 1000), &[]);
                assert!(same.status == 200 && same.body == whole.body, "{name} {}", same.status);
                assert_eq!(same.header("content-type"), whole.header("content-type"), "{name}");
            }
        }
        for width in ["481", "0", "4294967296", "-1", "wide"] {
            let other = address(&page, "photo.jpg", 480).replace("/480/", &format!("/{width}/"));
            assert_eq!(fetch(test, &other, &[]).status, 404, "{width}");
        }
    });
}

#[test]
fn smaller_forms_are_for_those_who_may_see_the_picture() {
    on_each_database(|test| {
        let world = world(test);
        let small = address(&world.read("/"), "drawing.png", 480);
        assert_eq!(fetch(test, &small, &[]).status, 200);
        let mut files: Vec<(&str, Vec<u8>)> = vec![("README.md", b"# Welcome\n".to_vec())];
        files.push(("drawing.png", encode(&noisy(1000), ImageFormat::Png)));
        test.import(&world.spaces[0], &Files::of(&files));
        assert_eq!(fetch(test, &small, &[]).status, 404, "no page shows it any more");
        files[0].1 = b"# Welcome\n\n![](drawing.png)\n".to_vec();
        test.import(&world.spaces[0], &Files::of(&files));
        assert_eq!(fetch(test, &address(&world.read("/"), "drawing.png", 480), &[]).status, 200);
        world.patch(&json!({ "visibility": "visitor-auth" }));
        assert_ne!(fetch(test, &small, &[]).status, 200);
    });
}
