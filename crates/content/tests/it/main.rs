//! The laws of the content engine, over its public face.

mod import;
mod map;
mod map_cost;
mod outline;
mod support;
