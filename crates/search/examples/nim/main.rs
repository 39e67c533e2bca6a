//! Searches a small game, the one on the first page of the documentation.

mod nim;

fn main() {
    nim::main();
}
