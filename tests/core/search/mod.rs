//! Searches of a real game, Desconecta4-BOOM, against minimax; `boardbots-search` has tests of its own.

mod bots;
#[path = "../../../crates/search/tests/search/evaluators.rs"]
mod evaluators;
mod minimax;
#[path = "../../../crates/search/tests/search/past.rs"]
mod past;
mod positions;
mod repetition;
#[path = "../../../crates/search/tests/search/verdict.rs"]
mod verdict;
