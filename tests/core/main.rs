//! Search, pathfinding and chance against plain second opinions, and how their instruction counts are compared.

mod chance;
mod instructions;
mod path;
mod search;
