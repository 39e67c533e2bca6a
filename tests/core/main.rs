//! Searches and paths of real games and chance against plain second opinions, the comparison of instruction counts,
//! and the first programs of READMEs.

mod chance;
mod instructions;
mod on_foot;
mod readmes;
mod search;
