//! Vindinium against plain second opinions: rules, maps, generator, answers, distances,
//! search, evaluation, players.

mod answers;
mod bot;
mod distances;
mod eval;
mod forecast;
mod generator;
mod map;
mod oddities;
mod oracle;
mod player;
mod positions;
mod random_games;
mod rating;
mod rules;
mod search;
mod strength;
