//! The map: levels, terrain, and what stands on it.

use super::hex::{Hex, Side};

/// The ground of a hex (`terreno`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terrain {
    /// Open ground.
    Open,
    /// Paved ground.
    Paved,
    /// Water; its depth is the number of levels below 0.
    Water,
    /// Swamp.
    Swamp,
}

/// The object on a hex (`objeto`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Object {
    /// Rubble.
    Rubble,
    /// Light woods.
    LightWoods,
    /// Heavy woods.
    HeavyWoods,
    /// A light building.
    LightBuilding,
    /// A medium building.
    MediumBuilding,
    /// A heavy building.
    HeavyBuilding,
    /// A hardened building.
    HardenedBuilding,
    /// A bunker.
    Bunker,
}

impl Object {
    /// All of them, in the order of their numbers in the files, from 0.
    pub const ALL: [Self; 8] = [
        Self::Rubble,
        Self::LightWoods,
        Self::HeavyWoods,
        Self::LightBuilding,
        Self::MediumBuilding,
        Self::HeavyBuilding,
        Self::HardenedBuilding,
        Self::Bunker,
    ];

    /// True for a building.
    #[must_use]
    pub const fn is_building(self) -> bool {
        !matches!(self, Self::Rubble | Self::LightWoods | Self::HeavyWoods)
    }
}

/// One hex of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The level: below 0 for water, that of the roof for a building.
    pub level: i16,
    /// The ground.
    pub terrain: Terrain,
    /// The object on it.
    pub object: Option<Object>,
    /// The construction factor left (`FC`): the weight in tons that a building still bears; 0 without a building.
    pub strength: u16,
    /// A building collapsed here.
    pub collapsed: bool,
    /// It burns.
    pub fire: bool,
    /// There is smoke.
    pub smoke: bool,
    /// Clubs that lie on the ground.
    pub clubs: u16,
    /// Bit `k`: a river at the side of index `k`.
    pub rivers: u8,
    /// Bit `k`: a road over the side of index `k`.
    pub roads: u8,
}

impl Cell {
    /// Open ground of level 0.
    pub const OPEN: Self = Self {
        level: 0,
        terrain: Terrain::Open,
        object: None,
        strength: 0,
        collapsed: false,
        fire: false,
        smoke: false,
        clubs: 0,
        rivers: 0,
        roads: 0,
    };

    /// The depth of its water in levels; 0 without water.
    #[must_use]
    #[inline]
    pub fn depth(&self) -> u16 {
        if self.terrain == Terrain::Water && self.level < 0 { self.level.unsigned_abs() } else { 0 }
    }
}

/// A map of at most 99 × 99 hexes.
#[derive(Debug, PartialEq, Eq)]
pub struct Map {
    width: u8,
    height: u8,
    /// Column by column, each from top to bottom, as in the files.
    cells: Vec<Cell>,
}

impl Clone for Map {
    fn clone(&self) -> Self {
        Self { width: self.width, height: self.height, cells: self.cells.clone() }
    }

    /// Reuses the memory: views are refreshed before every call of a player.
    fn clone_from(&mut self, other: &Self) {
        (self.width, self.height) = (other.width, other.height);
        self.cells.clone_from(&other.cells);
    }
}

impl Map {
    /// A map of these hexes, column by column; `None` unless both sides are 1 to 99 and match the number of hexes.
    #[must_use]
    pub fn new(width: u8, height: u8, cells: Vec<Cell>) -> Option<Self> {
        let sides = 1..=super::hex::MAX_SIDE;
        let fits = sides.contains(&width) && sides.contains(&height);
        (fits && cells.len() == usize::from(width) * usize::from(height)).then_some(Self { width, height, cells })
    }

    /// Columns.
    #[must_use]
    pub fn width(&self) -> u8 {
        self.width
    }

    /// Rows.
    #[must_use]
    pub fn height(&self) -> u8 {
        self.height
    }

    /// All hexes, column by column.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// True if a hex is on the map.
    #[must_use]
    #[inline]
    pub fn contains(&self, hex: Hex) -> bool {
        hex.column < self.width && hex.row < self.height
    }

    /// The index of a hex in [`Map::cells`]: column × height + row.
    #[must_use]
    #[inline]
    pub fn index(&self, hex: Hex) -> usize {
        usize::from(hex.column) * usize::from(self.height) + usize::from(hex.row)
    }

    /// The hex at an index in [`Map::cells`].
    #[must_use]
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "both are below 99")]
    pub fn hex(&self, index: usize) -> Hex {
        let height = usize::from(self.height);
        Hex::new((index / height) as u8, (index % height) as u8)
    }

    /// The content of a hex of the map.
    ///
    /// # Panics
    /// If it is not on the map.
    #[must_use]
    #[inline]
    pub fn cell(&self, hex: Hex) -> &Cell {
        &self.cells[self.index(hex)]
    }

    /// The content of a hex of the map, to be changed.
    ///
    /// # Panics
    /// If it is not on the map.
    pub fn cell_mut(&mut self, hex: Hex) -> &mut Cell {
        let index = self.index(hex);
        &mut self.cells[index]
    }

    /// The next hex over a side, if it is on the map.
    #[must_use]
    #[inline]
    pub fn neighbour(&self, hex: Hex, side: Side) -> Option<Hex> {
        hex.neighbour(side).filter(|&next| self.contains(next))
    }

    /// All hexes, column by column.
    pub fn hexes(&self) -> impl Iterator<Item = Hex> + '_ {
        (0..self.cells.len()).map(|index| self.hex(index))
    }
}
