//! Games in the terminal, typed by a script.

mod colours;
mod desconecta4;
mod table;
mod tron;
