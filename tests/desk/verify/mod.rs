//! `boardbots verify`: games drawn here, recorded here, and then falsified.

mod command;
mod falsified;
mod records;
