//! Games of chance, solved.

mod pig;
