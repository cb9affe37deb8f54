//! Many pages and many edits.

use quire_testkit::on_each_database;

use super::Translated;

#[test]
fn one_changed_page_of_a_thousand_sends_its_changed_block() {
    on_each_database(|test| {
        let it = Translated::new(test);
        let page =
            |n: usize| format!("# Page {n}\n\nFirst words of page {n}.\n\n* item\n* other item\n\nLast words.\n");
        let mut files: Vec<(String, String)> = (0..1_000).map(|n| (format!("page-{n}.md"), page(n))).collect();
        let import = |files: &[(String, String)]| {
            let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (&**path, &**text)).collect();
            it.import(&it.source, &files);
        };
        import(&files);
        // A title, its first words, and what is the same on each page.
        assert_eq!(it.runs().len(), 2_003);
        files[500].1 = files[500].1.replace("* item\n", "* new item\n");
        import(&files);
        assert_eq!(it.run(), ["new item"]);
        assert_eq!(it.get()["stats"]["latestPages"], 1);
        assert!(it.run().is_empty());
        assert!(it.markdown(&it.space, "page-500").contains("* NEW ITEM\n* OTHER ITEM"));
    });
}

/// Numbers that look random, the same in each run (xorshift, Marsaglia 2003).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % most as u64).unwrap()
    }
}

/// The forms of blocks, around a text.
const FORMS: [fn(&str) -> String; 7] = [
    |text| text.to_owned(),
    |text| format!("## {text}"),
    |text| format!("* {text}\n* second {text}"),
    |text| format!("> {text}"),
    |text| format!("{{% hint style=\"info\" %}}\n{text}\n{{% endhint %}}"),
    |text| format!("| Head {text} | Other |\n| --- | --- |\n| cell {text} | [link](start.md) |"),
    |text| format!("1. {text} with `code` and **bold {text}**"),
];

/// Changes one of the blocks of a page but its title, or adds or takes away one. What people wrote is neither changed nor
/// taken away.
fn edit(blocks: &mut Vec<String>, text: &str, numbers: &mut Numbers) {
    let at = 1 + numbers.below(blocks.len());
    let is_free = blocks.get(at).is_some_and(|block| !block.contains("human"));
    match numbers.below(3) {
        0 if is_free && blocks.len() > 3 => drop(blocks.remove(at)),
        1 if is_free => blocks[at] = FORMS[numbers.below(FORMS.len())](text),
        _ => blocks.insert(at.min(blocks.len()), FORMS[numbers.below(FORMS.len())](text)),
    }
}

fn blocks(page: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for part in page.trim().split("\n\n") {
        // What is open goes on: the body of a hint has blocks of its own.
        match all.last_mut().filter(|last| last.contains("{% hint") && !last.contains("{% endhint")) {
            Some(last) => last.extend(["\n\n", part]),
            None => all.push(part.to_owned()),
        }
    }
    all
}

#[test]
fn hundreds_of_edits_on_both_sides_lose_no_text_of_a_person() {
    on_each_database(|test| {
        let it = Translated::new(test);
        let mut numbers = Numbers(0x2545_f491_4f6c_dd1d);
        let mut source = vec!["# Edited".to_owned(), "First words.".to_owned(), "Last words.".to_owned()];
        let mut of_people: Vec<String> = Vec::new();
        it.import(&it.source, &[("README.md", &source.join("\n\n")), ("start.md", "# Start\n")]);
        it.runs();
        for round in 0..60 {
            for n in 0..3 {
                edit(&mut source, &format!("source words {round} {n}"), &mut numbers);
            }
            it.import(&it.source, &[("README.md", &source.join("\n\n")), ("start.md", "# Start\n")]);
            let mut shown = blocks(&it.markdown(&it.space, "edited"));
            for n in 0..2 {
                let text = format!("human words {round}x{n}z");
                edit(&mut shown, &text, &mut numbers);
                of_people.extend(shown.iter().any(|block| block.contains(&text)).then_some(text));
            }
            it.write("edited", &format!("{}\n", shown.join("\n\n")));
            it.run();
            let now = it.markdown(&it.space, "edited");
            for text in &of_people {
                assert!(now.contains(text), "round {round}: {text} is not in {now}");
            }
        }
        assert!(of_people.len() > 60, "{}", of_people.len());
        assert!(it.run().is_empty());
        let now = it.markdown(&it.space, "edited");
        assert!(of_people.iter().all(|text| now.contains(text)), "{now}");
    });
}
