//! What two mechs see of each other.

/// The line of sight between two hexes, from the first to the second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// They see each other.
    pub seen: bool,
    /// The first has partial cover from the second. Prone mechs have none, whatever this says.
    pub cover_first: bool,
    /// The second has partial cover from the first.
    pub cover_second: bool,
    /// Hexes of light woods between them that the line passes through.
    pub light: u8,
    /// Hexes of heavy woods or smoke between them that the line passes through.
    pub heavy: u8,
}

impl View {
    /// The same from the second to the first.
    #[must_use]
    #[inline]
    pub const fn turned(self) -> Self {
        Self { cover_first: self.cover_second, cover_second: self.cover_first, ..self }
    }
}
