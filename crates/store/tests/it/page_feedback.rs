//! Feedback on pages: a site keeps the newest.

use quire_content::id::{PageId, Uid};
use quire_model::ids::{OrganizationId, PageFeedbackId, SiteId, SiteSpaceId};
use quire_model::paging::Paging;
use quire_model::time::Timestamp;
use quire_store::page_feedback::{self, PageFeedback};

use crate::on_each_database;

fn given(site: u8, number: u8) -> PageFeedback {
    PageFeedback {
        organization: OrganizationId(Uid([1; 16])),
        site: SiteId(Uid([site; 16])),
        id: PageFeedbackId(Uid([number; 16])),
        site_space: SiteSpaceId(Uid([3; 16])),
        page: PageId(Uid([4; 16])),
        helpful: number > 2,
        comment: format!("{number}"),
        created_at: Timestamp(i64::from(number)),
    }
}

#[test]
fn a_site_keeps_the_newest() {
    on_each_database(|database| {
        let kept = |site: u8| {
            let of = given(site, 0);
            let paging = Paging { from: None, limit: 10 };
            let found = database.read(|tx| page_feedback::list(tx, of.organization, of.site, &paging)).unwrap();
            found.items.into_iter().map(|it| it.comment).collect::<Vec<_>>()
        };
        for number in 1..=5 {
            database.write(|tx| page_feedback::insert(tx, &given(7, number), 3)).unwrap();
        }
        database.write(|tx| page_feedback::insert(tx, &given(8, 1), 3)).unwrap();
        assert_eq!(kept(7), ["5", "4", "3"]);
        assert_eq!(kept(8), ["1"]);
    });
}
