//! Cards of pages: what they say of their page, once.

use crate::world::World;

const CARD: &str = "{% content-ref url=\"guide.md\" %}\n[guide.md](guide.md)\n{% endcontent-ref %}\n";

#[test]
fn a_card_leaves_out_a_description_that_stands_below_it() {
    let count = |text: &str| World::new().draw(text).html.matches("What it is about").count();
    assert_eq!(count(CARD), 1);
    assert_eq!(count(&format!("{CARD}\nWhat it is about\n")), 1);
    assert_eq!(count(&format!("{CARD}\nAnother text.\n")), 1);
    assert_eq!(count(&format!("What it is about\n\n{CARD}\n{CARD}")), 3);
}
