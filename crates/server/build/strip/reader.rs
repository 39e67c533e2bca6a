//! A text that is read from its beginning to its end.

/// How far a text has been read.
pub struct Reader<'a> {
    source: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    pub fn new(source: &'a str) -> Self {
        Self { source, at: 0 }
    }

    /// What has not been read.
    pub fn rest(&self) -> &'a str {
        &self.source[self.at..]
    }

    /// The next character.
    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Reads so many bytes, which end between two characters.
    pub fn take(&mut self, bytes: usize) -> &'a str {
        let taken = &self.rest()[..bytes];
        self.at += bytes;
        taken
    }

    /// Reads all characters up to the first that is not of a kind.
    pub fn take_while(&mut self, of_kind: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        self.take(rest.find(|character| !of_kind(character)).unwrap_or(rest.len()))
    }

    /// Reads up to the end of a mark that has to come.
    pub fn take_through(&mut self, mark: &str, what: &str) -> Result<&'a str, String> {
        let found =
            self.rest().find(mark).ok_or_else(|| self.fault(&format!("{what} without an end; write {mark}")))?;
        Ok(self.take(found + mark.len()))
    }

    /// Reads a text in quotes, which ends on its line unless `lines` are allowed in it; after a
    /// backslash, if such is known here, everything is.
    pub fn take_quoted(&mut self, escapes: bool, lines: bool) -> Result<&'a str, String> {
        let rest = self.rest();
        let quote = self.peek();
        let mut characters = rest.char_indices().skip(1);
        while let Some((place, character)) = characters.next() {
            if Some(character) == quote {
                return Ok(self.take(place + character.len_utf8()));
            } else if escapes && character == '\\' {
                characters.next();
            } else if !lines && matches!(character, '\n' | '\r') {
                break;
            }
        }
        Err(self.fault("a text in quotes without an end; close it"))
    }

    /// Something wrong at this place, with its remedy.
    pub fn fault(&self, what: &str) -> String {
        format!("line {}: {what}", 1 + self.source[..self.at].matches('\n').count())
    }
}
