//! Packs the data of a package, in build scripts: pages for browsers (scripts, styles, markup, pictures, words), and what
//! its bots have learned or solved.
//!
//! A package with pages calls [`pack`] in its `build.rs` and includes the list that it writes:
//!
//! ```ignore
//! const PAGES: &[Page] = include!(concat!(env!("OUT_DIR"), "/pages.rs"));
//! ```
//!
//! The linker leaves the pages out of programs that never use this list. A file `src/NAME.learned` becomes
//! `OUT_DIR/learned.z`, deflated, a third of its size, and a `src/NAME.grid` becomes `OUT_DIR/grid.z`.

use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Packs all files of these folders of the package, and of its folder `lang`, whose `en.json` is served as
/// `lang_en.json`. The list in `OUT_DIR/pages.rs` is an expression of the type `&[boardbots_game::listed::Page]`.
///
/// # Panics
/// A file cannot be read or has an unknown kind, which ends the build.
pub fn pack(folders: &[&str]) {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let mut list = "&[\n".to_string();
    for folder in folders.iter().copied().chain(["lang"]) {
        println!("cargo::rerun-if-changed={folder}");
        let Ok(entries) = fs::read_dir(folder) else { continue };
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("the folder can be read").path()).collect();
        paths.sort();
        for path in paths {
            let file = path.file_name().and_then(|name| name.to_str()).expect("names are plain");
            let name = if folder == "lang" { format!("lang_{file}") } else { file.to_string() };
            let content = shrunk(&path, fs::read(&path).expect("pages can be read"));
            let mut packer = GzEncoder::new(Vec::new(), Compression::best());
            packer.write_all(&content).expect("memory takes everything");
            let packed = packer.finish().expect("memory takes everything");
            fs::write(out.join(format!("{name}.gz")), packed).expect("cargo's folder is writable");
            writeln!(
                list,
                "boardbots_game::listed::Page {{ name: {name:?}, form: {:?}, tag: {:?}, \
                 packed: include_bytes!(concat!(env!(\"OUT_DIR\"), {:?})) }},",
                form(&path),
                format!("W/\"{:016x}\"", hash(&content)),
                format!("/{name}.gz"),
            )
            .expect("a text grows");
        }
    }
    // The folder, because a file can be new there.
    println!("cargo::rerun-if-changed=src");
    let sources = fs::read_dir("src").into_iter().flatten().map(|entry| entry.expect("the folder can be read").path());
    for path in sources {
        let Some(kind) = ["learned", "grid"].into_iter().find(|kind| path.extension() == Some(kind.as_ref())) else {
            continue;
        };
        let mut packer = DeflateEncoder::new(Vec::new(), Compression::best());
        packer.write_all(&fs::read(path).expect("data can be read")).expect("memory takes everything");
        let packed = packer.finish().expect("memory takes everything");
        fs::write(out.join(format!("{kind}.z")), packed).expect("cargo's folder is writable");
    }
    list.push_str("]\n");
    fs::write(out.join("pages.rs"), list).expect("cargo's folder is writable");
}

/// Without what browsers do not need: lines of comments in scripts and styles, white space between words in JSON.
fn shrunk(path: &Path, content: Vec<u8>) -> Vec<u8> {
    let form = path.extension().and_then(|extension| extension.to_str());
    let Some(text) = str::from_utf8(&content).ok().filter(|_| matches!(form, Some("js" | "css" | "json"))) else {
        return content;
    };
    let mut lines = text.lines();
    let mut kept = String::new();
    while let Some(line) = lines.next() {
        let bare = line.trim();
        match form {
            // A text has no line breaks there, so that a line begins and ends between words.
            Some("json") => kept.push_str(bare),
            Some("js") if bare.starts_with("//") => {}
            _ if bare.starts_with("/*") && is_comment(bare) => {
                if !bare.contains("*/") {
                    let last = lines.by_ref().find(|line| line.contains("*/")).expect("a comment ends");
                    assert!(
                        is_comment(last.trim()),
                        "{}: nothing follows a comment on its line: {last}",
                        path.display()
                    );
                }
            }
            _ => {
                kept.push_str(line);
                kept.push('\n');
            }
        }
    }
    kept.into_bytes()
}

/// True if a line that begins inside a comment holds nothing else.
fn is_comment(line: &str) -> bool {
    line.find("*/").is_none_or(|end| end + 2 == line.len())
}

/// The content type of a page, by its name.
fn form(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json") => "application/json; charset=utf-8",
        Some("webmanifest") => "application/manifest+json",
        Some("png") => "image/png",
        Some("svg") => "image/svg+xml",
        _ => panic!("{}: this kind of file has no content type in crates/pages", path.display()),
    }
}

/// FNV-1a of 64 bits: the same on every machine.
fn hash(content: &[u8]) -> u64 {
    content.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(name: &str, content: &str) -> String {
        String::from_utf8(shrunk(Path::new(name), content.into())).unwrap()
    }

    #[test]
    fn comments_go_and_all_else_stays() {
        let script = "// One\nlet a = 1; // two\n/** Three\n * four. */\n  /* five */\nlet b = `/* ${a} */\n  c`;\n";
        assert_eq!(kept("a.js", script), "let a = 1; // two\nlet b = `/* ${a} */\n  c`;\n");
        assert_eq!(kept("b.js", "/* a */ b(); /* c */\n"), "/* a */ b(); /* c */\n");
        assert_eq!(kept("a.css", "/* one */\na { b: c; } /* two */\n// d\n"), "a { b: c; } /* two */\n// d\n");
        assert_eq!(kept("a.json", "{\n  \"a\": \" b \",\n  \"c\": [1, 2]\n}\n"), "{\"a\": \" b \",\"c\": [1, 2]}");
        assert_eq!(kept("a.svg", "<svg>\n  // a\n</svg>"), "<svg>\n  // a\n</svg>");
    }
}
