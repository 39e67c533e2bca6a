//! The parameters of a random map.

use crate::hex::MAX_SIDE;
use boardbots_base::invalid::InputError;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// The range of columns and of rows.
pub const SIDES: RangeInclusive<u8> = 8..=MAX_SIDE;
/// The range of the level of the highest hills.
pub const RELIEFS: RangeInclusive<u8> = 0..=9;
/// The range of the percentage of hexes with woods.
pub const WOODS: RangeInclusive<u8> = 0..=60;
/// The range of the percentage of hexes with water.
pub const WATERS: RangeInclusive<u8> = 0..=40;
/// The range of the number of roads.
pub const ROADS: RangeInclusive<u8> = 0..=4;

/// Columns and rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Columns, one of [`SIDES`].
    pub width: u8,
    /// Rows, one of [`SIDES`].
    pub height: u8,
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl FromStr for Size {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let side = |text: &str| text.parse().ok().filter(|side| SIDES.contains(side));
        let sides = text.split_once('x').and_then(|(width, height)| Some((side(width)?, side(height)?)));
        let (width, height) = sides.ok_or_else(|| {
            let (least, most) = (SIDES.start(), SIDES.end());
            InputError::new(format_args!(
                "`{text}` is no size; use columns and rows, {least} to {most} of each, such as {}",
                Parameters::default().size
            ))
        })?;
        Ok(Self { width, height })
    }
}

/// The parameters of a random map. All values should be in their ranges; [`generate`](super::generate) clamps others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// Columns and rows.
    pub size: Size,
    /// The level of the highest hills, one of [`RELIEFS`]; steep hills of small maps may stay lower.
    pub relief: u8,
    /// Percent of the hexes that have woods, one of [`WOODS`].
    pub woods: u8,
    /// Percent of the hexes that are water, one of [`WATERS`].
    pub water: u8,
    /// Roads from edge to edge, one of [`ROADS`]; a village stands at a crossing of two.
    pub roads: u8,
}

impl Default for Parameters {
    /// As large as the maps of the course, with some of each feature.
    fn default() -> Self {
        Self { size: Size { width: 15, height: 17 }, relief: 3, woods: 20, water: 8, roads: 1 }
    }
}

impl fmt::Display for Parameters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { size, relief, woods, water, roads } = self;
        write!(f, "size={size},relief={relief},woods={woods},water={water},roads={roads}")
    }
}
