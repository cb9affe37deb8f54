//! The choice of segments to merge.
//!
//! A merge costs as much as indexing its pages again. While pages change, segments are merged only where there would be
//! too many of them to look every word up in, or where most of one is deleted; the rest is merged when nothing changes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tantivy::index::SegmentMeta;
use tantivy::indexer::{LogMergePolicy, MergeCandidate, MergePolicy};

/// The number of entries below which segments count as equally small, at rest and while pages change.
const SMALL: [u32; 2] = [1_000, 200];
/// The number of segments of similar size that are merged into one.
const FEW: [usize; 2] = [4, 6];
/// The share of deleted entries above which a segment is merged, which drops them.
const MOST_DELETED: [f32; 2] = [0.3, 0.7];

/// A merge policy that waits for rest.
#[derive(Debug, Clone)]
pub(super) struct Merging {
    is_resting: Arc<AtomicBool>,
    at_rest: LogMergePolicy,
    at_work: LogMergePolicy,
}

impl Merging {
    /// Creates a policy for an index that is being changed.
    pub(super) fn new() -> Self {
        let [at_rest, at_work] = [0, 1].map(|n| {
            let mut policy = LogMergePolicy::default();
            policy.set_min_num_segments(FEW[n]);
            policy.set_min_layer_size(SMALL[n]);
            policy.set_del_docs_ratio_before_merge(MOST_DELETED[n]);
            policy
        });
        Self { is_resting: Arc::default(), at_rest, at_work }
    }

    /// Sets the state of all clones, and returns the one before.
    pub(super) fn rest(&self, is_resting: bool) -> bool {
        self.is_resting.swap(is_resting, Ordering::Relaxed)
    }
}

impl MergePolicy for Merging {
    fn compute_merge_candidates(&self, segments: &[SegmentMeta]) -> Vec<MergeCandidate> {
        let policy = if self.is_resting.load(Ordering::Relaxed) { &self.at_rest } else { &self.at_work };
        policy.compute_merge_candidates(segments)
    }
}
