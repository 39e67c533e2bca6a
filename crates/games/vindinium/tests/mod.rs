//! Vindinium against plain second opinions: rules, maps, generator, answers, distances,
//! evaluation, players.

mod answers;
mod bot;
mod conduct;
mod distances;
mod eval;
mod generator;
mod house;
mod map;
mod memory;
mod oddities;
mod opponent;
mod oracle;
mod player;
mod positions;
mod random_games;
mod rating;
#[path = "../../../search/tests/search/rounds.rs"]
mod rounds;
mod rules;
mod strength;
mod table;
mod team;
mod walk;
