//! The pieces of JSON, in which no white space between texts and numbers means anything.

use super::Piece;
use super::reader::Reader;

pub fn pieces(source: &str) -> Result<Vec<Piece<'_>>, String> {
    let mut reader = Reader::new(source);
    let mut pieces = Vec::new();
    while let Some(next) = reader.peek() {
        if next == '"' {
            pieces.push(Piece::Code(reader.take_quoted(true, false)?));
        } else if reader.take_while(is_blank).is_empty() {
            pieces.push(Piece::Code(reader.take_while(|character| character != '"' && !is_blank(character))));
        }
    }
    Ok(pieces)
}

fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\n' | '\r')
}
