//! Searches of a real game, Desconecta4-BOOM, against minimax; `boardbots-search` has tests of its own.

mod bots;
#[path = "../../../crates/search/tests/search/evaluators.rs"]
mod evaluators;
#[path = "../../../crates/search/tests/search/history.rs"]
mod history;
mod minimax;
mod positions;
mod repetition;
#[path = "../../../crates/search/tests/search/verdict.rs"]
mod verdict;
