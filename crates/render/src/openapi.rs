//! stub
use crate::drawer::Drawer;
use maud::Markup;
use quire_content::document::model::Block;
impl Drawer<'_> {
    pub(crate) fn openapi(&mut self, _: &Block) -> Markup {
        Markup::default()
    }
}
