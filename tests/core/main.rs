//! Search, pathfinding and chance against plain second opinions.

mod chance;
mod path;
mod search;
