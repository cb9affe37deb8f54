//! The laws of rich-text documents, and what each kind of block and inline node looks like.

mod budget;
mod conditions;
mod edit;
mod fixtures;
mod generate;
mod inlines;
mod json;
mod keys;
mod laws;
mod memo;
mod passages;
mod patch;
mod placements;
mod retarget;
mod tables;
