//! Games in the terminal, typed by a script.

mod colours;
mod desconecta4;
mod dragon_slayer;
mod keeping;
mod opening;
mod table;
pub mod terminal;
mod tron;
