//! What the characters say while they play. It follows from the game and the seed, and the game
//! does not depend on it.

use super::guest::{Guest, Names};
use super::sitting::Step;
use crate::games::dragon_slayer::comments::{Memory, Occasion, Words, say};
use crate::games::dragon_slayer::dice::{Dragon, below};
use crate::games::dragon_slayer::rules::{Action, Event, Game, Seat};
use fastrand::Rng;

/// Points kept that are worth a word.
const BIG_TURN: u16 = 12;
/// Points behind the first that are worth a word.
const BEHIND: u16 = 8;

/// The characters as speakers.
pub struct Chatter {
    /// Names of the personalities, by seats; nobody of flesh and blood has one.
    voices: Vec<Option<&'static str>>,
    /// By what others are addressed, by seats.
    rivals: Vec<Option<String>>,
    names: Names,
    memories: Vec<Memory>,
    rng: Rng,
    lines: Vec<String>,
}

impl Chatter {
    /// Those of the company who speak; the same seed and game let them say the same.
    #[must_use]
    pub fn of(guests: &[Guest], seed: u64) -> Self {
        let names = Names::of(guests);
        Self {
            voices: guests.iter().map(|guest| guest.character.map(|character| character.name)).collect(),
            rivals: (0..guests.len()).map(|seat| names.vocative(seat).map(str::to_string)).collect(),
            names,
            memories: vec![Memory::default(); guests.len()],
            rng: Rng::with_seed(seed ^ 0xc0de),
            lines: Vec::new(),
        }
    }

    /// Nobody, who never says anything.
    #[must_use]
    pub fn nobody() -> Self {
        Self::of(&[], 0)
    }

    /// What is said before the game.
    pub fn start(&mut self) -> Vec<String> {
        let speaks: Vec<Seat> = (0..self.voices.len()).filter(|seat| self.voices[*seat].is_some()).collect();
        if let Some(seat) = speaks.get(below(speaks.len().max(1), &mut self.rng)) {
            let rival = (seat + 1) % self.voices.len();
            self.say(*seat, Occasion::Start, Some(rival), None, None);
        }
        std::mem::take(&mut self.lines)
    }

    /// What is said when a turn begins.
    pub fn turn(&mut self, game: &Game) -> Vec<String> {
        let (active, players) = (game.active(), game.players());
        let own = players[active].score;
        let best = (0..players.len()).filter(|seat| *seat != active).max_by_key(|seat| players[*seat].score);
        let behind = best.map_or(0, |best| players[best].score.saturating_sub(own));
        // Not in every turn.
        if self.rng.u8(..3) == 0 {
            if game.last_round() {
                self.say(active, Occasion::LastTurn, best, None, None);
            } else if behind >= BEHIND {
                self.say(active, Occasion::Behind, best, Some(behind), None);
            }
        }
        std::mem::take(&mut self.lines)
    }

    /// What is said after a step.
    pub fn step(&mut self, step: &Step) -> Vec<String> {
        let (active, turn) = (step.before.active(), step.before.turn());
        match step.action {
            Action::Stop if matches!(step.event, Event::Offered) => {
                self.say(active, Occasion::Stop, None, Some(turn.points), None);
            }
            Action::Challenge => {
                self.say(step.seat, Occasion::Challenges, Some(active), Some(turn.points), None);
                self.say(active, Occasion::Challenged, Some(step.seat), Some(turn.points), None);
            }
            _ => {}
        }
        match step.event {
            Event::Defeated { dragon, points, challenger } => match challenger {
                None => self.say(active, Occasion::Bust, None, Some(points), Some(dragon)),
                Some(challenger) => self.settled(challenger, active),
            },
            Event::Kept { challenger: Some(challenger), .. } => self.settled(active, challenger),
            Event::Kept { points: points @ BIG_TURN.., .. } => {
                self.say(active, Occasion::BigTurn, None, Some(points), None);
            }
            Event::Accepted => self.say(active, Occasion::Accepts, turn_challenger(step), None, None),
            Event::Refused { points, challenger } => {
                self.say(active, Occasion::Refuses, Some(challenger), Some(points), None);
                self.say(challenger, Occasion::ChallengeWon, Some(active), None, None);
            }
            _ => {}
        }
        if let Some(winner) = step.after.winner() {
            let second = (0..step.after.players().len()).filter(|seat| *seat != winner);
            let second = second.max_by_key(|seat| step.after.players()[*seat].score);
            self.say(winner, Occasion::Win, second, None, None);
            for seat in (0..step.after.players().len()).filter(|seat| *seat != winner) {
                self.say(seat, Occasion::Loss, Some(winner), None, None);
            }
        }
        std::mem::take(&mut self.lines)
    }

    /// A challenge has ended well for one and badly for the other.
    fn settled(&mut self, winner: Seat, loser: Seat) {
        self.say(winner, Occasion::ChallengeWon, Some(loser), None, None);
        self.say(loser, Occasion::ChallengeLost, Some(winner), None, None);
    }

    fn say(&mut self, seat: Seat, on: Occasion, rival: Option<Seat>, points: Option<u16>, dragon: Option<Dragon>) {
        let Some(voice) = self.voices.get(seat).copied().flatten() else { return };
        let rival = rival.and_then(|seat| self.rivals[seat].as_deref());
        let words = Words { rival, points, dragon };
        if let Some(comment) = say(voice, on, words, &mut self.memories[seat], &mut self.rng) {
            self.lines.push(format!("{}: \"{comment}\"", self.names.plain(seat)));
        }
    }
}

/// Whose challenge has been answered.
fn turn_challenger(step: &Step) -> Option<Seat> {
    step.after.turn().challenger
}
