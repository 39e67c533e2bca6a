//! Programs that speak the engine protocol: real processes, well-behaved and not.

mod clocks;
mod dialects;
mod faults;
mod floods;
mod guarded;
mod leftovers;
mod options;
mod own;
mod script;
mod talk;
