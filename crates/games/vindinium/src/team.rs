//! Heroes of one owner that play together in a game: all but the captain help it to the most gold.
//!
//! They know each other by their names, which everybody sees, and agree on the captain by what everybody sees, too;
//! nothing else passes between them.

use super::board::HEROES;
use super::rules::{State, others};

/// Gold by which another hero has to lead before it becomes captain, so that the heroes of a team, who choose at
/// different turns, mostly agree.
const LEAD: u32 = 30;

/// The sides of a game: each hero's enemies.
pub trait Sides: Copy {
    /// Everybody who plays against a hero.
    fn enemies_of(self, hero: usize) -> impl Iterator<Item = usize>;
}

/// Each for itself.
#[derive(Clone, Copy, Debug)]
pub struct Alone;

impl Sides for Alone {
    #[inline]
    fn enemies_of(self, hero: usize) -> impl Iterator<Item = usize> {
        others(hero)
    }
}

impl Sides for &Team {
    fn enemies_of(self, hero: usize) -> impl Iterator<Item = usize> {
        others(hero).filter(move |&other| !(self.has(hero) && self.has(other)))
    }
}

/// The heroes that play together, by name, as an owner says it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Alliance {
    /// The names; the first that plays is captain until another hero leads.
    pub names: Vec<String>,
    /// The name of the captain where it does not depend on the position.
    pub captain: Option<String>,
}

impl Alliance {
    /// The team of `hero` (index 0 to 3) in a game of heroes with these names; `None` if none of the others
    /// belongs to it. The hero itself does, whatever its name.
    #[must_use]
    pub fn team(&self, hero: usize, names: [&str; HEROES]) -> Option<Team> {
        let rank = |name: &str| self.names.iter().position(|other| other == name);
        let members = std::array::from_fn(|seat| seat == hero || rank(names[seat]).is_some());
        let team = |captain, fixed| Team { members, captain, fixed };
        if members.iter().filter(|member| **member).count() < 2 {
            return None;
        }
        let named = self.captain.as_deref().and_then(|captain| names.iter().position(|name| *name == captain));
        if let Some(captain) = named.filter(|&captain| members[captain]) {
            return Some(team(captain, true));
        }
        let first =
            (0..HEROES).filter(|&seat| members[seat]).min_by_key(|&seat| rank(names[seat]).unwrap_or(usize::MAX));
        first.map(|captain| team(captain, false))
    }
}

/// The heroes of one game that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Team {
    members: [bool; HEROES],
    captain: usize,
    /// True if the captain stays the same whatever happens.
    fixed: bool,
}

impl Team {
    /// True if a hero belongs to it.
    #[must_use]
    pub const fn has(&self, hero: usize) -> bool {
        self.members[hero]
    }

    /// The hero that is to have the most gold.
    #[must_use]
    pub const fn captain(&self) -> usize {
        self.captain
    }

    /// Its heroes but the captain.
    pub fn helpers(&self) -> impl Iterator<Item = usize> {
        (0..HEROES).filter(|&hero| self.members[hero] && hero != self.captain)
    }

    /// Everybody else.
    pub fn enemies(&self) -> impl Iterator<Item = usize> {
        (0..HEROES).filter(|&hero| !self.members[hero])
    }

    /// Chooses the captain anew: a hero whose gold, with what its mines bring to the end of the game, is clearly more
    /// than the captain's. True if the captain has changed.
    pub fn choose(&mut self, state: &State) -> bool {
        if self.fixed {
            return false;
        }
        let worth = |hero: usize| {
            let mines = u32::from(state.heroes[hero].mines).saturating_mul(state.turns_left(hero));
            state.heroes[hero].gold.saturating_add(mines)
        };
        let best = self.helpers().max_by_key(|&helper| (worth(helper), HEROES - helper));
        let better = best.filter(|&helper| worth(helper) > worth(self.captain).saturating_add(LEAD));
        self.captain = better.unwrap_or(self.captain);
        better.is_some()
    }
}
