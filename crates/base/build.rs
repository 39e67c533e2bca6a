//! Writes the tables of characters that `src/names` and `src/printable.rs` need, out of Unicode's own: which
//! are refused, which are hidden, which are marks on others and on letters of which scripts, which are ignored, and
//! what each looks like.

use std::fmt::Write as _;
use std::path::PathBuf;
use unicode_normalization::is_nfd;
use unicode_properties::{GeneralCategory as Category, UnicodeGeneralCategory as _};
use unicode_script::UnicodeScript as _;
use unicode_security::general_security_profile::{GeneralSecurityProfile as _, IdentifierType};
use unicode_security::skeleton;

/// Characters that show nothing although their properties do not say so: the blank of Braille, the space that fills
/// half a character, the stand-in for an object, a joiner of numbers, two blanks of hieroglyphs, the filler of Khitan, a
/// selector of thick letters, a note without its head.
const BLANK: [char; 9] =
    ['\u{2800}', '\u{303f}', '\u{fffc}', '\u{1107f}', '\u{13441}', '\u{13442}', '\u{16fe4}', '\u{1bc9d}', '\u{1d159}'];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let ignored = |c: char| skeleton(c.encode_utf8(&mut [0; 4])).next().is_none();
    let refused = |c: char| {
        let category = c.general_category();
        let hidden = matches!(
            category,
            Category::Control
                | Category::Format
                | Category::Surrogate
                | Category::PrivateUse
                | Category::Unassigned
                | Category::LineSeparator
                | Category::ParagraphSeparator
                | Category::SpaceSeparator
        );
        c != ' ' && (hidden || c.is_whitespace() || ignored(c) || BLANK.contains(&c))
    };
    // What is ignored holds all that changes directions; annotations may be hidden, too.
    let hidden = |c: char| {
        matches!(c.general_category(), Category::Control | Category::LineSeparator | Category::ParagraphSeparator)
            || ignored(c)
            || ('\u{fff9}'..='\u{fffb}').contains(&c)
    };
    let mark = |c: char| matches!(c.general_category(), Category::NonspacingMark | Category::EnclosingMark);
    let mut source = String::new();
    for (name, says, about) in [
        ("REFUSED", &refused as &dyn Fn(char) -> bool, "Ranges of characters that no name has."),
        ("HIDDEN", &hidden, "Ranges of characters that are not printed as they are."),
        ("MARKS", &mark, "Ranges of marks that take no room of their own."),
        ("IGNORED", &ignored, "Ranges of characters that comparisons leave out."),
    ] {
        let ranges = ranges(says);
        writeln!(source, "/// {about}\npub static {name}: [(u32, u32); {}] = {ranges:?};", ranges.len())
            .expect("a text grows");
    }
    scripts(&mut source);
    let looks = looks(&mut source);
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo says where"));
    std::fs::write(out.join("names.rs"), source).expect("cargo's folder is writable");
    std::fs::write(out.join("looks.txt"), looks).expect("cargo's folder is writable");
}

/// The characters of which this holds, as ranges with both ends.
fn ranges(holds: &dyn Fn(char) -> bool) -> Vec<(u32, u32)> {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for c in ('\0'..=char::MAX).filter(|&c| holds(c)) {
        let c = u32::from(c);
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == c => *last = c,
            _ => ranges.push((c, c)),
        }
    }
    ranges
}

/// The scripts of a character as bits; of a mark those in whose letters it is written today, by UTS #39.
fn scripts_of(c: char) -> [u64; 3] {
    use IdentifierType::{Obsolete, Recommended, Technical};
    let (kind, scripts) = (c.identifier_type(), c.script_extension());
    let is_of_all = scripts.is_common() || scripts.is_inherited();
    match c.general_category() {
        Category::NonspacingMark if is_of_all && kind == Some(Recommended) => return [u64::MAX; 3],
        Category::NonspacingMark if matches!(kind, Some(Obsolete | Technical)) => return [0; 3],
        Category::EnclosingMark => return [0; 3],
        _ if is_of_all => return [0; 3],
        _ => {}
    }
    scripts.iter().map(|script| script as usize).fold([0; 3], |mut bits, script| {
        bits[script / 64] |= 1 << (script % 64);
        bits
    })
}

/// The scripts of all characters: ranges of characters with a number each, and the scripts of each number.
fn scripts(source: &mut String) {
    let (mut sets, mut ranges, mut numbers) = (Vec::new(), Vec::<(u32, u32)>::new(), Vec::new());
    for c in ('\0'..=char::MAX).filter(|c| c.general_category() != Category::Unassigned) {
        let set = scripts_of(c);
        let number = sets.iter().position(|known| *known == set).unwrap_or(sets.len());
        if number == sets.len() {
            sets.push(set);
        }
        match ranges.last_mut() {
            Some((_, last)) if numbers.last() == Some(&number) => *last = c.into(),
            _ => {
                ranges.push((c.into(), c.into()));
                numbers.push(number);
            }
        }
    }
    let (count, all) = (ranges.len(), sets.len());
    write!(
        source,
        "/// Ranges of characters with the same scripts.\npub static WRITTEN: [(u32, u32); {count}] = {ranges:?};\n\
         /// Which scripts they are, by their place in SCRIPTS.\npub static SETS: [u16; {count}] = {numbers:?};\n\
         /// Scripts as bits.\npub static SCRIPTS: [[u64; 3]; {all}] = {sets:?};\n"
    )
    .expect("a text grows");
}

/// Characters that look like others and are no compositions, as sorted lists of the characters and of the ends of
/// their looks, and the text of all looks. The lists contain no pointers, which a position-independent binary would
/// have to adjust one by one.
fn looks(source: &mut String) -> String {
    let (mut chars, mut ends, mut text) = (Vec::new(), vec![0_u16], String::new());
    let mut buffer = [0; 4];
    for c in '\0'..=char::MAX {
        let look: String = skeleton(c.encode_utf8(&mut buffer)).collect();
        // What is composed is taken apart before it is looked up.
        if look.is_empty() || look.chars().eq([c]) || !is_nfd(c.encode_utf8(&mut [0; 4])) {
            continue;
        }
        chars.push(u32::from(c));
        text.push_str(&look);
        ends.push(u16::try_from(text.len()).expect("all looks together are short"));
    }
    let count = chars.len();
    writeln!(source, "/// Characters that look like others.\npub static ALIKE: [u32; {count}] = {chars:?};")
        .expect("a text grows");
    writeln!(source, "/// Where the looks of each end.\npub static ENDS: [u16; {}] = {ends:?};", count + 1)
        .expect("a text grows");
    text
}
