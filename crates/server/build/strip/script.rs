//! The pieces of a JavaScript module.
//!
//! Whether a slash divides or begins a regular expression depends on what stands before it.
//! After a closing brace that takes a whole parser to say, so a slash there is refused.

use super::Piece;
use super::reader::Reader;

/// Marks of more than one character, the longer ones before those that they begin with.
const MARKS: [&str; 33] = [
    ">>>=", "...", "===", "!==", "**=", "<<=", ">>=", ">>>", "&&=", "||=", "??=", "=>", "==", "!=", "<=", ">=", "&&",
    "||", "??", "?.", "++", "--", "+=", "-=", "*=", "%=", "&=", "|=", "^=", "<<", ">>", "**", "/=",
];

/// Words that are no operands: what comes after them is one, or no slash. Words with heads, like
/// `if`, are told from them.
const KEYWORDS: [&str; 29] = [
    "await",
    "break",
    "case",
    "catch",
    "class",
    "const",
    "continue",
    "debugger",
    "default",
    "delete",
    "do",
    "else",
    "enum",
    "export",
    "extends",
    "finally",
    "function",
    "import",
    "in",
    "instanceof",
    "new",
    "return",
    "switch",
    "throw",
    "try",
    "typeof",
    "var",
    "void",
    "yield",
];

/// A bracket that is open.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    /// The head of `if`, `for`, `while` or `with`: a statement comes after it.
    Head,
    Round,
    Square,
    Brace,
    /// `${` in a template.
    Template,
}

/// What has just been read, as far as it matters to what follows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// An operand has ended: a slash divides.
    Operand,
    /// An operand has to come: a slash begins a regular expression.
    Operator,
    /// `if`, `for`, `while` or `with`, which have a head.
    Heading,
    /// `.` or `?.`: whatever word follows is a name.
    Dot,
    /// One or the other.
    Unsure,
}

pub fn pieces(source: &str) -> Result<Vec<Piece<'_>>, String> {
    let mut lexer = Lexer {
        reader: Reader::new(source),
        pieces: Vec::new(),
        open: Vec::new(),
        before: Before::Operator,
        line: true,
    };
    if source.starts_with("#!") {
        return Err(lexer.reader.fault("a first line for a shell; take it away"));
    }
    while let Some(next) = lexer.reader.peek() {
        lexer.step(next)?;
    }
    if lexer.open.is_empty() { Ok(lexer.pieces) } else { Err(lexer.reader.fault("an open bracket; close it")) }
}

struct Lexer<'a> {
    reader: Reader<'a>,
    pieces: Vec<Piece<'a>>,
    open: Vec<Open>,
    before: Before,
    /// Whether a line has ended since the last token.
    line: bool,
}

impl<'a> Lexer<'a> {
    /// Reads one piece, which begins with this character.
    fn step(&mut self, next: char) -> Result<(), String> {
        let rest = self.reader.rest();
        let blank = if is_blank(next) {
            self.reader.take_while(is_blank)
        } else if rest.starts_with("//") {
            self.reader.take_while(|character| !ends_line(character))
        } else if rest.starts_with("/*") {
            self.comment()?
        } else {
            let (code, before) = self.code(next)?;
            self.pieces.push(Piece::Code(code));
            (self.before, self.line) = (before, false);
            return Ok(());
        };
        self.line |= blank.contains(ends_line);
        self.pieces.push(Piece::Blank(blank));
        Ok(())
    }

    fn comment(&mut self) -> Result<&'a str, String> {
        let whole = self.reader.rest();
        self.reader.take(2);
        let inside = self.reader.take_through("*/", "a comment")?;
        Ok(&whole[..2 + inside.len()])
    }

    /// Reads a token, and says what has been read then.
    fn code(&mut self, next: char) -> Result<(&'a str, Before), String> {
        Ok(match next {
            '"' | '\'' => (self.reader.take_quoted(true, false)?, Before::Operand),
            '`' => self.template()?,
            '}' if self.open.last() == Some(&Open::Template) => {
                self.open.pop();
                self.template()?
            }
            '/' if self.before == Before::Unsure => {
                let what =
                    "a slash that could divide or begin a regular expression; put what it belongs to in brackets";
                return Err(self.reader.fault(what));
            }
            '/' if self.before != Before::Operand => (self.regex()?, Before::Operand),
            '(' | '[' | '{' => {
                self.open.push(match (next, self.before) {
                    ('(', Before::Heading) => Open::Head,
                    ('(', _) => Open::Round,
                    ('[', _) => Open::Square,
                    _ => Open::Brace,
                });
                (self.reader.take(1), Before::Operator)
            }
            ')' | ']' | '}' => {
                let before = match (next, self.open.pop()) {
                    (')', Some(Open::Head)) => Before::Operator,
                    (')', Some(Open::Round)) | (']', Some(Open::Square)) => Before::Operand,
                    ('}', Some(Open::Brace)) => Before::Unsure,
                    _ => return Err(self.reader.fault("a bracket that was not opened; take it away")),
                };
                (self.reader.take(1), before)
            }
            '0'..='9' => (self.reader.take_while(|character| is_word(character) || character == '.'), Before::Operand),
            _ if is_word(next) => self.word(),
            _ => self.mark(next)?,
        })
    }

    /// Reads a part of a template, whose every blank is part of a text, up to what is put in or to
    /// the end.
    fn template(&mut self) -> Result<(&'a str, Before), String> {
        let rest = self.reader.rest();
        let mut characters = rest.char_indices().skip(1);
        while let Some((place, character)) = characters.next() {
            if character == '\\' {
                characters.next();
            } else if character == '`' {
                return Ok((self.reader.take(place + 1), Before::Operand));
            } else if rest[place..].starts_with("${") {
                self.open.push(Open::Template);
                return Ok((self.reader.take(place + 2), Before::Operator));
            }
        }
        Err(self.reader.fault("a template without an end; close it"))
    }

    /// Reads a regular expression and its flags.
    fn regex(&mut self) -> Result<&'a str, String> {
        let rest = self.reader.rest();
        let mut characters = rest.char_indices().skip(1);
        let mut class = false;
        while let Some((place, character)) = characters.next() {
            match character {
                '\\' if characters.next().is_some_and(|(_, escaped)| !ends_line(escaped)) => {}
                '[' => class = true,
                ']' => class = false,
                '/' if !class => {
                    let flags = rest[place + 1..].find(|flag| !is_word(flag)).unwrap_or(rest.len() - place - 1);
                    return Ok(self.reader.take(place + 1 + flags));
                }
                '\\' | '\n' | '\r' | '\u{2028}' | '\u{2029}' => break,
                _ => {}
            }
        }
        Err(self.reader.fault("a regular expression without an end; close it"))
    }

    /// Reads a word: a name or a keyword.
    fn word(&mut self) -> (&'a str, Before) {
        let word = self.reader.take_while(is_word);
        let before = match (self.before, word) {
            (Before::Dot, _) => Before::Operand,
            (_, "if" | "for" | "while" | "with") | (Before::Heading, "await") => Before::Heading,
            // Only `for (x of ...)` makes it a keyword.
            (_, "of") => Before::Unsure,
            _ if KEYWORDS.contains(&word) => Before::Operator,
            _ => Before::Operand,
        };
        (word, before)
    }

    /// Reads a mark: the longest that stands here.
    fn mark(&mut self, next: char) -> Result<(&'a str, Before), String> {
        let rest = self.reader.rest();
        let stands = |mark: &&&str| {
            // `a?.5:b` chooses, and has no name behind it.
            let after = rest.strip_prefix(**mark);
            after.is_some_and(|after| **mark != "?." || !after.starts_with(|digit: char| digit.is_ascii_digit()))
        };
        let mark = match MARKS.iter().find(stands) {
            Some(mark) => self.reader.take(mark.len()),
            None if "+-*/%&|^!~<>=?:;,.@".contains(next) => self.reader.take(1),
            None => return Err(self.reader.fault(&format!("{next:?} outside of texts; take it away"))),
        };
        let before = match mark {
            "." | "?." => Before::Dot,
            // Behind an operand on its line it belongs to that, otherwise to the one that comes.
            "++" | "--" if !self.line => self.before,
            _ => Before::Operator,
        };
        Ok((mark, before))
    }
}

fn is_word(character: char) -> bool {
    let plain = character.is_ascii_alphanumeric() || matches!(character, '_' | '$' | '#');
    plain || !character.is_ascii() && !is_blank(character)
}

fn is_blank(character: char) -> bool {
    character.is_whitespace() || character == '\u{feff}'
}

fn ends_line(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}
