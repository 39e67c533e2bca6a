//! Reversi against a second implementation: rules, positions of games by chance, evaluation.

mod evaluation;
mod oracle;
mod random;
mod rules;
