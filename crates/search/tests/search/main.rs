//! Searches against plain second opinions: minimax, retrograde analysis, games with a
//! known solution.

mod best_reply;
mod corridor;
mod effort;
mod endings;
mod evaluators;
mod hints;
mod history;
mod limits;
mod lines;
mod maze;
mod minimax;
mod parallel;
mod pile;
mod positions;
mod repetition;
mod rounds;
mod solve;
mod stop;
mod told;
mod verdict;
mod wide;
