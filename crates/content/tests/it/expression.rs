//! Expressions: that they mean what they mean in JavaScript, and that none does harm.

mod bounds;
mod conditions;
mod differences;
mod generated;
mod node;
mod refusals;
mod table;
