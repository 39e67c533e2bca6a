//! Packs the pages that all games share.

fn main() {
    boardbots_pages::pack(&["pages"]);
}
