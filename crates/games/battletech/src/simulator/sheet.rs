//! The sheet of a player in a fight, from its events.

use crate::battle::{BattleResult, Cause, Event};
use crate::condition::MAX_MECHS;
use crate::situation::{Mode, Rule, Situation};
use serde::Serialize;

/// The deeds and damage of one mech. Sums over games add up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Sheet {
    /// Games that it played.
    pub games: u32,
    /// Games that it won.
    pub wins: u32,
    /// Games that were ties.
    pub ties: u32,
    /// Games in which it was destroyed.
    pub destroyed: u32,
    /// Games in which it made an attack on a mech.
    pub contacts: u32,
    /// The turns of its first attacks, summed.
    pub contact_turns: u32,
    /// The latest of them.
    pub latest_contact: u32,
    /// Movements by walking, running and jumping.
    pub walks: u32,
    /// Running.
    pub runs: u32,
    /// Jumping.
    pub jumps: u32,
    /// Falls.
    pub falls: u32,
    /// Shots.
    pub shots: u32,
    /// Shots that hit.
    pub shot_hits: u32,
    /// Physical attacks.
    pub blows: u32,
    /// Physical attacks that hit.
    pub blow_hits: u32,
    /// Points of armour and structure that others lost by it.
    pub dealt: u32,
    /// Of these, by physical attacks.
    pub dealt_by_blows: u32,
    /// Points of armour and structure that it lost.
    pub taken: u32,
    /// Armour and structure that it had at the start, in points.
    pub whole: u32,
    /// The most heat after a turn.
    pub hottest: u16,
    /// Turns at whose end its heat was 14 or more, where mechs may shut down.
    pub hot_turns: u32,
    /// Shutdowns.
    pub shutdowns: u32,
    /// Games in which it shut down.
    pub shutdown_games: u32,
    /// Actions refused or missing, by rule in the order of [`Rule::ALL`].
    pub faults: [u32; Rule::ALL.len()],
}

impl Sheet {
    /// Actions refused or missing. Attacks that cannot hit are warnings and do not count.
    #[must_use]
    pub fn refused(&self) -> u32 {
        let kinds = Rule::ALL.iter().zip(self.faults);
        kinds.filter(|(rule, _)| **rule != Rule::Hopeless).map(|(_, count)| count).sum()
    }

    /// Attacks that need more than 12.
    #[must_use]
    pub fn hopeless(&self) -> u32 {
        self.faults[Rule::Hopeless as usize]
    }

    /// The mean turn of the first attack in games with one.
    #[must_use]
    pub fn contact(&self) -> Option<f64> {
        (self.contacts > 0).then(|| f64::from(self.contact_turns) / f64::from(self.contacts))
    }

    /// The share of armour and structure that it kept, in games in which it was not destroyed in
    /// all.
    #[must_use]
    pub fn kept(&self) -> f64 {
        1.0 - f64::from(self.taken.min(self.whole)) / f64::from(self.whole.max(1))
    }

    /// Adds what another sheet says.
    pub fn add(&mut self, other: &Self) {
        let pairs = [
            (&mut self.games, other.games),
            (&mut self.wins, other.wins),
            (&mut self.ties, other.ties),
            (&mut self.destroyed, other.destroyed),
            (&mut self.contacts, other.contacts),
            (&mut self.contact_turns, other.contact_turns),
            (&mut self.walks, other.walks),
            (&mut self.runs, other.runs),
            (&mut self.jumps, other.jumps),
            (&mut self.falls, other.falls),
            (&mut self.shots, other.shots),
            (&mut self.shot_hits, other.shot_hits),
            (&mut self.blows, other.blows),
            (&mut self.blow_hits, other.blow_hits),
            (&mut self.dealt, other.dealt),
            (&mut self.dealt_by_blows, other.dealt_by_blows),
            (&mut self.taken, other.taken),
            (&mut self.whole, other.whole),
            (&mut self.hot_turns, other.hot_turns),
            (&mut self.shutdowns, other.shutdowns),
            (&mut self.shutdown_games, other.shutdown_games),
        ];
        for (sum, count) in pairs.into_iter().chain(self.faults.iter_mut().zip(other.faults)) {
            *sum = sum.saturating_add(count);
        }
        self.hottest = self.hottest.max(other.hottest);
        self.latest_contact = self.latest_contact.max(other.latest_contact);
    }
}

/// The sheets of all mechs of a fight, filled turn by turn.
#[derive(Clone, Debug)]
pub struct Sheets {
    /// All sheets by number.
    pub each: Vec<Sheet>,
    /// Bit of a mech: it has attacked.
    contact: u32,
    turn: u32,
}

impl Sheets {
    /// The sheets of a fight that begins so.
    #[must_use]
    pub fn of(start: &Situation) -> Self {
        let whole = |mech: &crate::situation::Mech| {
            let points = mech.condition.armour.iter().chain(&mech.condition.structure);
            points.map(|&points| u32::from(points)).sum()
        };
        let mechs = start.mechs.iter().take(MAX_MECHS);
        let each = mechs.map(|mech| Sheet { games: 1, whole: whole(mech), ..Sheet::default() }).collect();
        Self { each, contact: 0, turn: 0 }
    }

    /// Takes what happened in a turn.
    pub fn turn(&mut self, events: &[Event]) {
        for event in events {
            self.take(event);
        }
    }

    /// All sheets by number, when the fight has ended so.
    #[must_use]
    pub fn done(mut self, outcome: BattleResult) -> Vec<Sheet> {
        for (mech, sheet) in self.each.iter_mut().enumerate() {
            sheet.wins = u32::from(outcome.winner == Some(mech));
            sheet.ties = u32::from(outcome.winner.is_none());
        }
        self.each
    }

    fn attack(&mut self, mech: usize) {
        let bit = 1_u32.checked_shl(u32::try_from(mech).unwrap_or(u32::MAX)).unwrap_or(0);
        let turn = self.turn;
        let first = self.contact & bit == 0;
        self.contact |= bit;
        if let Some(sheet) = self.each.get_mut(mech).filter(|_| first) {
            sheet.contacts = 1;
            (sheet.contact_turns, sheet.latest_contact) = (turn, turn);
        }
    }

    fn take(&mut self, event: &Event) {
        match event {
            Event::Turn { turn } => self.turn = *turn,
            Event::Shot { mech, target: Some(_), .. } | Event::Blow { mech, target: Some(_), .. } => self.attack(*mech),
            Event::Damage { by: Some(by), mech, armour, structure, .. }
            | Event::Lost { by: Some(by), mech, armour, structure, .. }
                if by != mech =>
            {
                let points = u32::from(*armour) + u32::from(*structure);
                if let Some(sheet) = self.each.get_mut(*by) {
                    sheet.dealt += points;
                    let blow = matches!(event, Event::Damage { cause: Cause::Blow, .. });
                    sheet.dealt_by_blows += if blow { points } else { 0 };
                }
            }
            _ => {}
        }
        self.suffer(event);
    }

    /// Writes an event on the sheet of the mech that it is about.
    fn suffer(&mut self, event: &Event) {
        let each = &mut self.each;
        match event {
            Event::Fault { mech, rule, .. } => each[*mech].faults[*rule as usize] += 1,
            Event::Move { mech, mode, .. } => match mode {
                Mode::Still => {}
                Mode::Walk => each[*mech].walks += 1,
                Mode::Run => each[*mech].runs += 1,
                Mode::Jump => each[*mech].jumps += 1,
            },
            Event::Fall { mech, .. } => each[*mech].falls += 1,
            Event::Shot { mech, hit, .. } => {
                let sheet = &mut each[*mech];
                sheet.shots += 1;
                sheet.shot_hits += u32::from(*hit);
            }
            Event::Blow { mech, hit, .. } => {
                let sheet = &mut each[*mech];
                sheet.blows += 1;
                sheet.blow_hits += u32::from(*hit);
            }
            Event::Damage { mech, armour, structure, .. } | Event::Lost { mech, armour, structure, .. } => {
                each[*mech].taken += u32::from(*armour) + u32::from(*structure);
            }
            Event::Heat { mech, after, .. } => {
                let sheet = &mut each[*mech];
                sheet.hottest = sheet.hottest.max(*after);
                sheet.hot_turns += u32::from(*after >= 14);
            }
            Event::Power { mech, on: false } => {
                let sheet = &mut each[*mech];
                sheet.shutdowns += 1;
                sheet.shutdown_games = 1;
            }
            Event::Destroyed { mech, .. } => each[*mech].destroyed = 1,
            _ => {}
        }
    }
}
