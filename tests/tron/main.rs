//! Aspiradoras TRON against plain second opinions: map files, generator, rules, judges,
//! search, commands.

mod command;
mod generator;
mod judges;
mod map;
mod oracle;
mod random;
mod rules;
mod search;
