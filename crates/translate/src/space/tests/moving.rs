//! The source brings its blocks into another order, and what people wrote goes with them.

use super::*;

/// A block of the source by its number, in one of several forms. `said` is its text.
fn block(n: usize, said: &str) -> String {
    match n % 5 {
        0 => said.to_owned(),
        1 => format!("## {said}"),
        // Two lists beside each other would be one.
        2 => format!("{{% hint style=\"info\" %}}\n* {said}\n* item of {n}\n{{% endhint %}}"),
        3 => format!("| Head {n} | {said} |\n| --- | --- |\n| cell {n} | other cell {n} |"),
        _ => format!("> {said}"),
    }
}

fn source_of(n: usize) -> String {
    block(n, &format!("text number {n} here"))
}

/// Blocks as they are translated, with the texts of people.
fn translated(order: &[usize], by_people: &BTreeMap<usize, String>) -> Vec<String> {
    let loud = |line: &str| if line.starts_with("{%") { line.to_owned() } else { line.to_uppercase() };
    let one = |n: &usize| {
        let machine = source_of(*n).lines().map(loud).collect::<Vec<_>>().join("\n");
        by_people.get(n).map_or(machine.clone(), |text| machine.replace(&format!("TEXT NUMBER {n} HERE"), text))
    };
    order.iter().map(one).collect()
}

/// Returns the blocks of a page without the names that headings are given.
fn plain(page: &str) -> Vec<String> {
    let name = |block: &String| match block.trim_start().split_once(" <a ").filter(|(said, _)| said.starts_with('#')) {
        Some((said, _)) => said.to_owned(),
        None => block.trim_start().to_owned(),
    };
    // A heading needs no blank line before it.
    blocks(&page.replace("\n## ", "\n\n## ")).iter().map(name).collect()
}

#[derive(Debug, Clone)]
enum Step {
    /// Block `0` of the source goes to the place `1`.
    Moves(usize, usize),
    /// The source has one more block at a place.
    Adds(usize),
    /// A person writes the text of a block.
    Writes(usize),
    /// A person adds a paragraph of their own after a block.
    Inserts(usize),
    /// The translation is brought up to date.
    Runs,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        (0..9usize, 0..9usize).prop_map(|(at, to)| Step::Moves(at, to)),
        (0..9usize).prop_map(Step::Adds),
        (0..9usize).prop_map(Step::Writes),
        (0..9usize).prop_map(Step::Inserts),
        Just(Step::Runs),
    ]
}

proptest! {
    #[test]
    fn texts_of_people_go_where_their_source_goes(
        count in 2..7usize, steps in prop::collection::vec(step(), 1..14), has_own in any::<bool>(),
    ) {
        let mut order: Vec<usize> = (0..count).collect();
        let mut next = count;
        let mut by_people = BTreeMap::new();
        let mut own = Vec::new();
        let page = |order: &[usize]| order.iter().map(|n| source_of(*n)).collect::<Vec<_>>().join("\n\n");
        let mut pair = Pair::new(&page(&order));
        for step in steps.into_iter().chain([Step::Runs]) {
            match step {
                Step::Moves(at, to) => {
                    let moved = order.remove(at % order.len());
                    order.insert(to % (order.len() + 1), moved);
                }
                Step::Adds(at) => {
                    order.insert(at % (order.len() + 1), next);
                    next += 1;
                }
                Step::Writes(at) => {
                    let n = order[at % order.len()];
                    let text = format!("human{next}x text of {n}");
                    next += 1;
                    let shown = body(&pair.store, pair.head);
                    let old = by_people.get(&n).cloned().unwrap_or_else(|| format!("TEXT NUMBER {n} HERE"));
                    if shown.contains(&old) {
                        pair.head = content(&mut pair.store, &shown.replace(&old, &text));
                        by_people.insert(n, text);
                    }
                }
                Step::Inserts(at) if has_own => {
                    let mut shown = blocks(&body(&pair.store, pair.head));
                    let text = format!("own{next}x paragraph");
                    next += 1;
                    shown.insert((at % (shown.len() + 1)).max(1), text.clone());
                    pair.head = content(&mut pair.store, &shown.join("\n\n"));
                    own.push(text);
                }
                Step::Inserts(_) => {}
                Step::Runs => {
                    pair.source = content(&mut pair.store, &page(&order));
                    pair.run();
                    let mut shown = plain(&body(&pair.store, pair.head));
                    for text in &own {
                        prop_assert_eq!(shown.iter().filter(|it| *it == text).count(), 1, "{} in {:?}", text, shown);
                    }
                    shown.retain(|it| !own.contains(it));
                    prop_assert_eq!(shown, translated(&order, &by_people));
                    prop_assert!(pair.behind.is_empty());
                }
            }
        }
        let head = pair.head;
        pair.run();
        prop_assert_eq!(pair.head, head);
    }
}

#[test]
fn columns_change_places_with_what_people_wrote_in_them() {
    let mut pair = Pair::new("| One | Two |\n| --- | --- |\n| alpha | first |\n| beta | second |");
    pair.head = content(&mut pair.store, "| ONE | TWO |\n| --- | --- |\n| theirs | FIRST |\n| BETA | SECOND |");
    pair.source = content(&mut pair.store, "| Two | One |\n| --- | --- |\n| first | alpha |\n| second | beta |");
    pair.run();
    let shown = body(&pair.store, pair.head);
    assert_eq!(shown.trim_end(), "| TWO | ONE |\n| --- | --- |\n| FIRST | theirs |\n| SECOND | BETA |");
    assert!(state(&pair, "alpha").is_of_person() && !state(&pair, "first").is_of_person());
}

#[test]
fn what_a_person_took_out_stays_out_when_the_rest_moves() {
    let mut pair = Pair::new("first one\n\nsecond thing\n\nlast one");
    pair.head = content(&mut pair.store, "FIRST ONE\n\ntheir last");
    pair.source = content(&mut pair.store, "last one\n\nfirst one\n\nsecond thing");
    pair.run();
    assert_eq!(pair.shown(), ["their last", "FIRST ONE"]);
    assert_eq!(state(&pair, "second thing").origin, Origin::Removed);
}

#[test]
fn a_text_in_a_block_that_a_person_broke_is_not_lost_to_one_like_it() {
    let tabs = "{% tabs %}\n{% tab title=\"one\" %}\nalpha one\n{% endtab %}\n\n{% tab title=\"two\" %}\nbeta\n{% endtab %}\n{% endtabs %}";
    let mut pair = Pair::new(tabs);
    let shown = body(&pair.store, pair.head).replace("ALPHA ONE", "humana text of somebody");
    pair.head = content(&mut pair.store, &shown);
    pair.run();
    let broken = shown.replace("{% endtab %}\n\n{% tab", "{% endtab %}\n\nbetween them\n\n{% tab");
    pair.head = content(&mut pair.store, &format!("{}\n\nhumanl text of somebody", broken.trim_end()));
    pair.run();
    let now = body(&pair.store, pair.head);
    for text in ["humana text of somebody", "humanl text of somebody", "between them"] {
        assert_eq!(now.matches(text).count(), 1, "{text} in {now}");
    }
}

#[test]
fn a_page_keeps_its_translated_title_when_its_text_moves() {
    let page = |title: &str, texts: [&str; 3]| format!("# {title}\n\n{}\n", texts.join("\n\n"));
    let mut pair = Pair::new(&page("Page", ["alpha one", "beta two", "gamma three"]));
    assert_eq!(body(&pair.store, pair.head), page("PAGE", ["ALPHA ONE", "BETA TWO", "GAMMA THREE"]));
    let shown = body(&pair.store, pair.head).replace("ALPHA ONE", "theirs");
    pair.head = content(&mut pair.store, &shown);
    pair.source = content(&mut pair.store, &page("Page", ["beta two", "alpha one", "gamma three"]));
    pair.run();
    assert_eq!(body(&pair.store, pair.head), page("PAGE", ["BETA TWO", "theirs", "GAMMA THREE"]));
    assert!(pair.behind.is_empty(), "{:?}", pair.behind);
}
