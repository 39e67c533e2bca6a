//! The engine protocol: conversations over pipes, within this process and with the program.

mod commands;
mod dragon_slayer;
mod garbage;
mod interruptions;
mod options;
mod searches;
mod talk;
mod ugi;
