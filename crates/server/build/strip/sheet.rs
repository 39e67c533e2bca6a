//! The pieces of a style sheet.

use super::Piece;
use super::reader::Reader;

pub fn pieces(source: &str) -> Result<Vec<Piece<'_>>, String> {
    let mut reader = Reader::new(source);
    let mut pieces = Vec::new();
    while let Some(next) = reader.peek() {
        let piece = match next {
            _ if is_blank(next) => Piece::Blank(reader.take_while(is_blank)),
            '"' | '\'' => Piece::Code(reader.take_quoted(true, false)?),
            '/' if reader.rest().starts_with("/*") => {
                reader.take(2);
                reader.take_through("*/", "a comment")?;
                Piece::Comment
            }
            '\\' => Piece::Code(escape(&mut reader)?),
            _ if is_name(next) => {
                let name = reader.take_while(is_name);
                pieces.push(Piece::Code(name));
                let Some(address) = address(name, &mut reader)? else { continue };
                Piece::Code(address)
            }
            _ => Piece::Code(reader.take(next.len_utf8())),
        };
        pieces.push(piece);
    }
    Ok(pieces)
}

/// Reads the bracket of `url(...)` after its name, if the address stands there without quotes:
/// then it can hold what would be a comment elsewhere.
fn address<'a>(name: &str, reader: &mut Reader<'a>) -> Result<Option<&'a str>, String> {
    let Some(inside) = reader.rest().strip_prefix('(') else { return Ok(None) };
    if !name.eq_ignore_ascii_case("url") || inside.trim_start_matches(is_blank).starts_with(['"', '\'']) {
        return Ok(None);
    }
    if inside.split(')').next().is_some_and(|address| address.contains('\\')) {
        return Err(reader.fault("a backslash in an address without quotes; write the address in quotes"));
    }
    reader.take_through(")", "an address").map(Some)
}

/// Reads a backslash and what it stands before. One blank after a number belongs to it, unlike a
/// second one.
fn escape<'a>(reader: &mut Reader<'a>) -> Result<&'a str, String> {
    let mut characters = reader.rest().chars().skip(1);
    let digits = characters.by_ref().take(6).take_while(char::is_ascii_hexdigit).count();
    let next = reader.rest().chars().nth(1 + digits);
    match (digits, next) {
        (0, None | Some('\n' | '\r' | '\x0c')) => Err(reader.fault("a backslash before nothing; take it away")),
        (0, Some(escaped)) => Ok(reader.take(1 + escaped.len_utf8())),
        (_, Some('\r')) => Err(reader.fault("a number of a character at the end of a line; write a blank after it")),
        (_, Some(blank)) if is_blank(blank) => Ok(reader.take(1 + digits + 1)),
        _ => Ok(reader.take(1 + digits)),
    }
}

fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\n' | '\r' | '\x0c')
}

fn is_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '-' | '_') || !character.is_ascii()
}
