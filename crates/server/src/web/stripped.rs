//! What is served of the pages is held against the pages: the same tokens, on the same lines.

use super::strip::{Piece, extension, pieces, strip};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// The pages of all folders, by their names.
pub fn sources() -> BTreeMap<String, String> {
    let mut sources = BTreeMap::new();
    for folder in ["src/arena/pages", "src/tables/pages"] {
        for entry in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_string();
            let twice = sources.insert(name, std::fs::read_to_string(&path).unwrap());
            assert!(twice.is_none(), "{} stands in both folders", path.display());
        }
    }
    sources
}

/// The tokens of a page, each with whether a blank, and whether a line's end, stands before it.
fn tokens(name: &str, source: &str) -> Vec<(String, bool, bool)> {
    let mut tokens = Vec::new();
    let (mut blank, mut line) = (false, false);
    for piece in pieces(name, source).unwrap() {
        match piece {
            Piece::Blank(between) => (blank, line) = (true, line || between.contains(['\n', '\u{2028}'])),
            Piece::Comment => {}
            Piece::Code(code) => {
                let first = tokens.is_empty();
                tokens.push((code.to_string(), blank && !first, line && !first));
                (blank, line) = (false, false);
            }
        }
    }
    tokens
}

#[test]
fn scripts_keep_their_tokens_and_lines() {
    for (source, left) in [
        ("a = '//' + \"/*\" // b\n  + 'it\\'s // c' /* d */\n", "a = '//' + \"/*\"\n+ 'it\\'s // c'"),
        ("a = 'x\\\n  // y'", "a = 'x\\\n  // y'"),
        ("// one\n\n\n  b;   \n\t// two\n c;\n\n", "b;\nc;"),
        ("return /* a\n b */ 1", "return\n1"),
        ("return /* a */ 1; a/**/in/**/b; c +/**/+ d", "return 1; a in b; c + + d"),
        ("a = /['\"`/]\\/[^/*]*/g // b", "a = /['\"`/]\\/[^/*]*/g"),
        ("a = (b) / 2 // '\n / c", "a = (b) / 2\n/ c"),
        ("a = b[0] / c / 2 // /'", "a = b[0] / c / 2"),
        ("a = 1 / 2 /* ' */ / .5 / 1e3", "a = 1 / 2 / .5 / 1e3"),
        ("if (a) /'/.test(b) // '", "if (a) /'/.test(b)"),
        ("for await (const a of b) /\"/.exec(a) // '", "for await (const a of b) /\"/.exec(a)"),
        ("a.if (b) / 2 // '/", "a.if (b) / 2"),
        ("a?.return / 2 // '/", "a?.return / 2"),
        ("this.#if / 2 // '/", "this.#if / 2"),
        ("a++ / 2 // '/", "a++ / 2"),
        ("return /'/ // '", "return /'/"),
        ("f(/[/'\\]]/, /\"/) // c", "f(/[/'\\]]/, /\"/)"),
        ("a => /'/.test(a) // b", "a => /'/.test(a)"),
        ("a ? /'/ : /\"/ // b", "a ? /'/ : /\"/"),
        ("a?.5:/'/ // b", "a?.5:/'/"),
        ("a /= 2 // '/", "a /= 2"),
        ("`a\n   // b\n  /* c */ ${ d /* ` */ }\n    e`  // f", "`a\n   // b\n  /* c */ ${ d }\n    e`"),
        ("`${ `}${ { a: '}' }.a }` }//` / 2 // '", "`${ `}${ { a: '}' }.a }` }//` / 2"),
        ("`\\`\\${ // ` // a", "`\\`\\${ // `"),
        ("`$${a}$` // b", "`$${a}$`"),
        ("while (a --> 0) {} // b", "while (a --> 0) {}"),
        ("a = b\n++c\n// d\n--e", "a = b\n++c\n--e"),
        ("a = 'http://b/*c*/' /* d */;", "a = 'http://b/*c*/' ;"),
        ("a\u{a0}= // b\u{2028}c", "a =\nc"),
    ] {
        assert_eq!(strip("a.js", source).as_deref(), Ok(left));
        assert_eq!(tokens("a.js", source), tokens("a.js", left), "{source}");
    }
}

#[test]
fn styles_keep_their_tokens() {
    for (source, left) in [
        ("/* a */\n.b {\n  color: red; /* c */\n\n}\n", ".b {\ncolor: red;\n}"),
        (".a/* b */.c{} .a /* b */.c{}", ".a/**/.c{} .a .c{}"),
        ("a { background: url(http://b/*c*/d//e) }", "a { background: url(http://b/*c*/d//e) }"),
        ("a { background: URL( \"/*)\" /* b */ ) }", "a { background: URL( \"/*)\" ) }"),
        ("a { b: my-url(/* c */d) }", "a { b: my-url(/**/d) }"),
        ("a::after { content: \"/* \\\" */  b\" } /* \" */", "a::after { content: \"/* \\\" */  b\" }"),
        ("a { content: 'b\\\n  c' }", "a { content: 'b\\\n  c' }"),
        (".\\31  b, .\\31   b, .a\\  b {}", ".\\31  b, .\\31  b, .a\\  b {}"),
        ("a { width: calc(1px  + /* b */  2px) }", "a { width: calc(1px + 2px) }"),
        ("a { b: \"-->\" } <!-- c -->", "a { b: \"-->\" } <!-- c -->"),
    ] {
        assert_eq!(strip("a.css", source).as_deref(), Ok(left));
        let codes = |source| tokens("a.css", source).into_iter().map(|(code, ..)| code).collect::<Vec<_>>();
        assert_eq!(codes(source), codes(left), "{source}");
    }
}

#[test]
fn markup_and_data_keep_what_they_say() {
    for (name, source, left) in [
        ("a.html", "<!doctype html>\n<p>a  b\n\n   c</p> <!-- <p> -->\n", "<!doctype html>\n<p>a b\nc</p>"),
        ("a.html", "a<!-- b\n -->c <!-- d --> e", "ac e"),
        ("a.html", "<a\n   title=\"<!-- b\n   c -->\"  hidden>", "<a\ntitle=\"<!-- b\n   c -->\" hidden>"),
        ("a.html", "<b title='>  <pre>'>  c", "<b title='>  <pre>'> c"),
        ("a.html", "<pre>\n  a\n\n  b </pre>\n\n  c", "<pre>\n  a\n\n  b </pre>\nc"),
        ("a.html", "<PRE class=b>\n  <i>\n  </i></pRe>  c", "<PRE class=b>\n  <i>\n  </i></pRe> c"),
        ("a.html", "<textarea>\n  a  </textarea>  <p>", "<textarea>\n  a  </textarea> <p>"),
        ("a.html", "<script>\n  a // <p>\n</script>  b", "<script>\n  a // <p>\n</script> b"),
        ("a.html", "1 < 2  -->  3 <4 a\u{a0} \u{a0}b", "1 < 2 --> 3 <4 a\u{a0} \u{a0}b"),
        ("a.json", "{\n  \"a // b\": [1, 2],\n  \"c \\\" : \": \"  \"\n}\n", "{\"a // b\":[1,2],\"c \\\" : \":\"  \"}"),
        ("a.svg", "<svg>\n  <g/>\n</svg>\n", "<svg>\n  <g/>\n</svg>\n"),
    ] {
        assert_eq!(strip(name, source).as_deref(), Ok(left));
        assert_eq!(strip(name, left).as_deref(), Ok(left));
    }
}

#[test]
fn what_cannot_be_told_apart_is_refused_with_its_line() {
    for (name, source, line) in [
        ("a.js", "{}\n/a/.test(b)", 2),
        ("a.js", "for (a of /b/) {}", 1),
        ("a.js", "a = 'b\n'", 1),
        ("a.js", "a = `b\n", 1),
        ("a.js", "a = `${b\n", 2),
        ("a.js", "\n\na = /b\n/", 3),
        ("a.js", "\na /* b", 2),
        ("a.js", "f(a]", 1),
        ("a.js", "#!/usr/bin/node\n", 1),
        ("a.js", "a\\u0062", 1),
        ("a.css", "a {\n content: 'b\n' }", 2),
        ("a.css", "a {} /* b", 1),
        ("a.css", "a { b: url(c\\)d) }", 1),
        ("a.html", "<p>\n<!-- a", 2),
        ("a.html", "<!--> a -->", 1),
        ("a.html", "<!-- a --!> b -->", 1),
        ("a.html", "<p\nclass=\"a", 2),
        ("a.html", "<pre> <pre> </pre> </pre>", 1),
        ("a.html", "<script> a", 1),
        ("a.json", "{\n\"a", 2),
    ] {
        let fault = strip(name, source).expect_err(source);
        assert!(fault.starts_with(&format!("line {line}: ")), "{source}: {fault}");
    }
}

#[test]
fn pages_keep_their_tokens() {
    for (name, source) in sources() {
        let left = strip(&name, &source).unwrap();
        assert_eq!(strip(&name, &left).as_ref(), Ok(&left), "{name}");
        assert_eq!(tokens(&name, &left), tokens(&name, &source), "{name}");
        assert!(!pieces(&name, &left).unwrap().contains(&Piece::Comment), "{name}");
        if extension(&name) == "json" {
            let read = |text| serde_json::from_str::<serde_json::Value>(text).unwrap();
            assert_eq!(read(&left), read(&source), "{name}");
        }
    }
}

#[test]
fn scripts_are_still_modules() {
    let folder = tempfile::tempdir().unwrap();
    for (name, source) in sources().into_iter().filter(|(name, _)| extension(name) == "js") {
        let path = folder.path().join(name).with_extension("mjs");
        std::fs::write(&path, strip("a.js", &source).unwrap()).unwrap();
        let Ok(checked) = Command::new("node").arg("--check").arg(&path).output() else {
            eprintln!("node is not installed: nobody has parsed the scripts");
            return;
        };
        assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
    }
}
