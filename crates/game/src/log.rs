//! What happens in a game, for those who want to read it. Nothing is written where nobody does.

use serde_json::Value;

/// A listener to what happens in a game.
#[derive(Debug, Default)]
pub struct Log {
    events: Option<Vec<Value>>,
}

impl Log {
    /// A log that keeps nothing.
    #[must_use]
    pub const fn none() -> Self {
        Self { events: None }
    }

    /// A log that keeps all events.
    #[must_use]
    pub const fn events() -> Self {
        Self { events: Some(Vec::new()) }
    }

    /// Whether events are kept.
    #[must_use]
    pub const fn wants_events(&self) -> bool {
        self.events.is_some()
    }

    /// Adds events, each an object of the game's own shape with `kind`; everybody may know them.
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
