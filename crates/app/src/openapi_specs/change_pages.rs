//! Pages with what the versions of a specification changed: dated updates, so that they are the items of a feed too.
//!
//! What documents mark as internal is left out, and so are changes of texts: readers see the texts.

use quire_content::document::model::{Anchor, Block, Kind, Leaf, ListStyle, Mark, Marks, Node};
use quire_model::ids::OrganizationId;
use quire_model::openapi_changes::ListedChange;
use quire_model::openapi_specs::SpecChange;
use quire_store::openapi_versions as versions;

use super::bodies::block;
use super::latest::LatestVersion;
use crate::App;
use crate::core::errors::Error;

/// The maximum number of versions on a page.
const MOST_VERSIONS: i64 = 50;
/// The maximum number of changes of a version on a page.
const MOST_CHANGES: usize = 200;

impl App {
    /// Returns a block with what the last versions of a specification changed, newest first.
    pub(super) fn change_blocks(&self, organization: OrganizationId, latest: &LatestVersion) -> Result<Kind, Error> {
        let specification = latest.specification;
        let all = self
            .inner
            .db
            .read_single(|tx| Ok::<_, Error>(versions::changed(tx, organization, specification, MOST_VERSIONS)?))?;
        let mut updates = Vec::new();
        // A version may have been made since the latest one was found out.
        for version in all.iter().filter(|version| version.id <= latest.id) {
            self.go_on()?;
            let Some(list) = version.changes else { continue };
            let kept = self.kept_changes(list)?;
            let shown = |it: &&ListedChange| !it.internal && it.class != SpecChange::Documentation;
            let shown: Vec<_> = kept.items.iter().filter(shown).collect();
            if shown.is_empty() {
                continue;
            }
            let words = [SpecChange::Breaking, SpecChange::Compatible];
            let tags = words.into_iter().filter(|class| shown.iter().any(|it| it.class == *class));
            let tags = tags.map(|class| class.as_str().to_owned()).collect();
            let items = shown.iter().take(MOST_CHANGES).map(|change| item(change)).collect();
            let mut nodes = vec![block(Kind::List { style: ListStyle::Unordered, items })];
            if shown.len() > MOST_CHANGES || kept.is_cut {
                nodes.push(paragraph(vec![Node::text("…")]));
            }
            let date = version.created_at.to_string().chars().take(10).collect();
            // The same for ever: feeds know their items by it, and there may be several in a day.
            let anchor = Anchor::Given(format!("version-{}", version.id).into());
            updates.push(Block { anchor, ..block(Kind::Update { date, tags, nodes }) });
        }
        Ok(Kind::Updates { format: None, updates })
    }
}

fn item(change: &ListedChange) -> Block {
    let marks = if change.class == SpecChange::Breaking { Marks::NONE.with(Mark::Bold) } else { Marks::NONE };
    let content = paragraph(line(&change.sentence, marks));
    block(Kind::ListItem { checked: None, nodes: vec![content] })
}

fn paragraph(nodes: Vec<Node>) -> Block {
    block(Kind::Paragraph { align: None, nodes })
}

/// Returns a sentence with marks, in which names between backticks are code.
fn line(sentence: &str, plain: Marks) -> Vec<Node> {
    let leaf = |(at, text): (usize, &str)| {
        let marks = if at % 2 == 1 { Marks::NONE.with(Mark::Code) } else { plain };
        Node::Leaf(Leaf { text: text.to_owned(), marks, raw: false })
    };
    sentence.split('`').enumerate().filter(|(_, text)| !text.is_empty()).map(leaf).collect()
}
