//! What 0.1.1 wrote, told and decided is read, replayed and decided the same.
//!
//! `data/` was written by that version: these tests write it where `BOARDBOTS_KEEP` is set. It is a
//! promise to people who have such files. If a change has to break it, rewrite only the file in question,
//! and say in the commit what people lose and what the program does with their old files. `CONTRIBUTING.md`
//! says how.

mod arena;
mod duels;
mod exact;
mod http;
mod layouts;
mod options;
mod program;
mod records;
mod saves;
mod settings;
mod tables;
mod tunings;
