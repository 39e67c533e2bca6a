//! The pieces of HTML.

use super::Piece;
use super::reader::Reader;

/// Elements whose content is taken as it stands.
const RAW: [&str; 10] =
    ["pre", "textarea", "script", "style", "title", "xmp", "iframe", "noembed", "noframes", "plaintext"];

pub fn pieces(source: &str) -> Result<Vec<Piece<'_>>, String> {
    let mut reader = Reader::new(source);
    let mut pieces = Vec::new();
    while let Some(next) = reader.peek() {
        let rest = reader.rest();
        if is_blank(next) {
            pieces.push(Piece::Blank(reader.take_while(is_blank)));
        } else if rest.starts_with("<!--") {
            comment(&mut reader)?;
            pieces.push(Piece::Comment);
        } else if rest.starts_with("<!") || is_tag(rest) {
            let name = rest[1..].split(|character: char| !character.is_ascii_alphanumeric()).next().unwrap_or_default();
            tag(&mut reader, &mut pieces)?;
            if RAW.iter().any(|raw| raw.eq_ignore_ascii_case(name)) {
                pieces.push(Piece::Code(content(name, &mut reader)?));
            }
        } else {
            reader.take(next.len_utf8());
            let word = reader.take_while(|character| character != '<' && !is_blank(character));
            let start = rest.len() - reader.rest().len() - word.len();
            pieces.push(Piece::Code(&rest[..start + word.len()]));
        }
    }
    Ok(pieces)
}

/// Reads a comment. Those that end in one of the unusual ways end elsewhere than it seems.
fn comment(reader: &mut Reader) -> Result<(), String> {
    let whole = reader.rest();
    let inside = &whole[4..];
    let strange = inside.starts_with('>') || inside.starts_with("->");
    if strange || inside.split("-->").next().is_some_and(|inside| inside.contains("--!>")) {
        return Err(reader.fault("a comment with an unusual end; write <!-- and -->"));
    }
    reader.take(4);
    reader.take_through("-->", "a comment").map(drop)
}

/// Reads a tag: blanks between its attributes are like all others, blanks in quotes are not.
fn tag<'a>(reader: &mut Reader<'a>, pieces: &mut Vec<Piece<'a>>) -> Result<(), String> {
    let start = reader.fault("a tag without an end; close it");
    while let Some(next) = reader.peek() {
        pieces.push(match next {
            '>' => {
                pieces.push(Piece::Code(reader.take(1)));
                return Ok(());
            }
            '"' | '\'' => Piece::Code(reader.take_quoted(false, true)?),
            _ if is_blank(next) => Piece::Blank(reader.take_while(is_blank)),
            _ => Piece::Code(
                reader.take_while(|character| !matches!(character, '>' | '"' | '\'') && !is_blank(character)),
            ),
        });
    }
    Err(start)
}

/// Reads what an element holds whose content is taken as it stands.
fn content<'a>(name: &str, reader: &mut Reader<'a>) -> Result<&'a str, String> {
    let small = reader.rest().to_ascii_lowercase();
    let name = name.to_ascii_lowercase();
    let end =
        small.find(&format!("</{name}")).ok_or_else(|| reader.fault(&format!("write </{name}> after <{name}>")))?;
    if small[..end].contains(&format!("<{name}")) || small[..end].contains("<!--") {
        return Err(reader.fault(&format!("a comment or another {name} in <{name}>; take it away")));
    }
    Ok(reader.take(end))
}

/// Whether a text begins with a tag, of a beginning or an end.
fn is_tag(text: &str) -> bool {
    let name = text.strip_prefix('<').map(|name| name.strip_prefix('/').unwrap_or(name));
    name.is_some_and(|name| name.starts_with(|first: char| first.is_ascii_alphabetic()))
}

fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\n' | '\r' | '\x0c')
}
