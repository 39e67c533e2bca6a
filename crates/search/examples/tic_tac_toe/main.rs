//! Searches tic-tac-toe, the game on the first page of the documentation.

include!("tic_tac_toe.rs");
