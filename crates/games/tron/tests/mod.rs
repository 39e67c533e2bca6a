//! Aspiradoras TRON against plain second opinions: map files, generator, rules, evaluations,
//! search.

mod evaluations;
mod generator;
mod map;
mod oracle;
mod random;
mod rules;
mod search;
mod solver;
