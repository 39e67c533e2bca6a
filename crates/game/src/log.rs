//! What happens in a game, as text. Nothing is written unless a reader wants it.

use serde_json::Value;

/// A listener to what happens in a game.
#[derive(Debug, Default)]
pub struct Log {
    events: Option<Vec<Value>>,
    story: Option<Vec<String>>,
    /// The beginning of the next line of the story.
    line: String,
}

impl Log {
    /// A log that keeps nothing.
    #[must_use]
    pub const fn none() -> Self {
        Self { events: None, story: None, line: String::new() }
    }

    /// A log that keeps all events.
    #[must_use]
    pub const fn events() -> Self {
        Self { events: Some(Vec::new()), story: None, line: String::new() }
    }

    /// A log that keeps the story: what happens in lines of English.
    #[must_use]
    pub const fn story() -> Self {
        Self { events: None, story: Some(Vec::new()), line: String::new() }
    }

    /// Adds lines to the story.
    pub fn lines<L: IntoIterator<Item = String>>(&mut self, make: impl FnOnce() -> L) {
        if let Some(story) = &mut self.story {
            story.extend(make());
        }
    }

    /// Adds to the next line of the story, which is a new one if it is still empty.
    pub fn part(&mut self, make: impl FnOnce(&mut String)) {
        if self.story.is_some() {
            make(&mut self.line);
        }
    }

    /// Ends the line that [`Log::part`] has begun.
    pub fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        if let Some(story) = &mut self.story {
            story.push(line);
        }
    }

    /// The story so far; the log is empty afterwards.
    pub fn told(&mut self) -> Vec<String> {
        self.story.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Adds events, each an object of the game's own shape with `kind`; all seats may know them.
    pub fn extend<E: IntoIterator<Item = Value>>(&mut self, make: impl FnOnce() -> E) {
        if let Some(events) = &mut self.events {
            events.extend(make());
        }
    }

    /// The events so far; the log is empty afterwards.
    pub fn take(&mut self) -> Vec<Value> {
        self.events.as_mut().map(std::mem::take).unwrap_or_default()
    }
}
