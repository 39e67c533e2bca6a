//! Takes from pages what only who writes them needs: comments, indentation, blanks at the end of
//! lines, empty lines. No program is changed by it: what is left are the same tokens in the same
//! order, apart from each other and on lines of their own where they were before.
//!
//! The build script packs what is left, and the tests of the library include this file to hold
//! it against the pages. A text that cannot be told apart with certainty is refused, and the
//! build ends with the place and the remedy.
//!
//! | file | holds |
//! |---|---|
//! | `script` | the pieces of a JavaScript module |
//! | `sheet` | the pieces of a style sheet |
//! | `markup` | the pieces of HTML |
//! | `data` | the pieces of JSON |
//! | `reader` | a text that is read from its beginning to its end |

#[path = "strip/data.rs"]
mod data;
#[path = "strip/markup.rs"]
mod markup;
#[path = "strip/reader.rs"]
mod reader;
#[path = "strip/script.rs"]
mod script;
#[path = "strip/sheet.rs"]
mod sheet;

/// What a text is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// A token, or a part of one, that has to stay as it is.
    Code(&'a str),
    /// White space of which some has to stay; in scripts comments too, which count as such there.
    Blank(&'a str),
    /// A comment that is no white space.
    Comment,
}

/// What of a page is served.
///
/// # Errors
///
/// What could not be read, with its line and the remedy.
pub fn strip(name: &str, source: &str) -> Result<String, String> {
    // An empty comment keeps two names apart without being a blank, which would be a combinator.
    let apart = if extension(name) == "css" { "/**/" } else { "" };
    let mut text = String::with_capacity(source.len());
    let (mut blank, mut line, mut comment) = (false, false, false);
    for piece in pieces(name, source)? {
        match piece {
            Piece::Blank(between) => {
                blank = true;
                line |= between.contains(['\n', '\r', '\u{2028}', '\u{2029}']);
            }
            Piece::Comment => comment = true,
            Piece::Code(code) => {
                if !text.is_empty() {
                    text.push_str(match (line, blank, comment) {
                        (true, ..) => "\n",
                        (_, true, _) => " ",
                        (.., true) => apart,
                        _ => "",
                    });
                }
                text.push_str(code);
                (blank, line, comment) = (false, false, false);
            }
        }
    }
    Ok(text)
}

/// The pieces of a page; a file of another kind is a single one.
///
/// # Errors
///
/// What could not be read, with its line and the remedy.
pub fn pieces<'a>(name: &str, source: &'a str) -> Result<Vec<Piece<'a>>, String> {
    match extension(name) {
        "js" => script::pieces(source),
        "css" => sheet::pieces(source),
        "html" => markup::pieces(source),
        "json" => data::pieces(source),
        _ => Ok(vec![Piece::Code(source)]),
    }
}

/// The end of a name, which says what the file holds.
pub fn extension(name: &str) -> &str {
    name.rsplit_once('.').map_or("", |(_, extension)| extension)
}
