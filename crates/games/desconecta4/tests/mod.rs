//! Desconecta4-BOOM: rules and notation against a second implementation.

mod notation;
mod oracle;
mod random_games;
mod referee;
mod repetition;
mod rules;
