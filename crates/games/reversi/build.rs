//! Packs the pages of this game.

fn main() {
    boardbots_pages::pack(&["pages"]);
}
