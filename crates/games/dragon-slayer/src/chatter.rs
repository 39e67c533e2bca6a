//! Remarks of the characters during a game. They follow from the game and the seed, and the game does not depend on
//! them.

use super::comments::{Line, Memory, Occasion, Words, say};
use super::dice::{Dragon, below};
use super::personality::Personality;
use super::rules::{Action, Event, Game, Seat};
use fastrand::Rng;

/// Points kept in a turn from which a character remarks on it.
const BIG_TURN: u16 = 12;
/// Points behind the first from which a character remarks on it.
const BEHIND: u16 = 8;

/// A remark at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// The seat of the speaker.
    pub seat: Seat,
    /// The name of the text.
    pub line: Line,
    /// The player, the points and the dragon that it is about.
    pub rival: Option<Seat>,
    /// See `rival`.
    pub points: Option<u16>,
    /// See `rival`.
    pub dragon: Option<Dragon>,
    /// The words, in English.
    pub text: String,
}

/// The characters as speakers.
#[derive(Clone, Debug)]
pub struct Chatter {
    /// Names of the personalities, by seat; `None` for people.
    voices: Vec<Option<&'static str>>,
    /// The names by which others address the players, by seat.
    rivals: Vec<Option<String>>,
    memories: Vec<Memory>,
    rng: Rng,
    said: Vec<Said>,
}

impl Chatter {
    /// Speakers for the players by seat: the character of a bot, and the name by which others address the player, if
    /// there is one. The same seed and game give the same remarks.
    #[must_use]
    pub fn new(company: Vec<(Option<&'static Personality>, Option<String>)>, seed: u64) -> Self {
        let memories = vec![Memory::default(); company.len()];
        let (characters, rivals): (Vec<_>, Vec<_>) = company.into_iter().unzip();
        let voices = characters.into_iter().map(|character| character.map(|character| character.name)).collect();
        Self { voices, rivals, memories, rng: Rng::with_seed(seed ^ 0xc0de), said: Vec::new() }
    }

    /// A table without remarks.
    #[must_use]
    pub fn silent() -> Self {
        Self::new(Vec::new(), 0)
    }

    /// The remarks before the game.
    pub fn start(&mut self) -> Vec<Said> {
        let speaks: Vec<Seat> = (0..self.voices.len()).filter(|seat| self.voices[*seat].is_some()).collect();
        if let Some(seat) = speaks.get(below(speaks.len().max(1), &mut self.rng)) {
            let rival = (seat + 1) % self.voices.len();
            self.say(*seat, Occasion::Start, Some(rival), None, None);
        }
        std::mem::take(&mut self.said)
    }

    /// The remarks at the beginning of a turn.
    pub fn turn(&mut self, game: &Game) -> Vec<Said> {
        let (active, players) = (game.active(), game.players());
        let own = players[active].score;
        let best = (0..players.len()).filter(|seat| *seat != active).max_by_key(|seat| players[*seat].score);
        let behind = best.map_or(0, |best| players[best].score.saturating_sub(own));
        // One turn in three.
        if self.rng.u8(..3) == 0 {
            if game.last_round() {
                self.say(active, Occasion::LastTurn, best, None, None);
            } else if behind >= BEHIND {
                self.say(active, Occasion::Behind, best, Some(behind), None);
            }
        }
        std::mem::take(&mut self.said)
    }

    /// The remarks after an action of the player who was asked in the game before, with the event and the game that it
    /// led to.
    pub fn step(&mut self, before: &Game, action: Action, event: Event, after: &Game) -> Vec<Said> {
        let (active, turn) = (before.active(), before.turn());
        match (action, before.asked()) {
            (Action::Stop, _) if matches!(event, Event::Offered) => {
                self.say(active, Occasion::Stop, None, Some(turn.points), None);
            }
            (Action::Challenge, Some((seat, _))) => {
                self.say(seat, Occasion::Challenges, Some(active), Some(turn.points), None);
                self.say(active, Occasion::Challenged, Some(seat), Some(turn.points), None);
            }
            _ => {}
        }
        match event {
            Event::Defeated { dragon, points, challenger } => match challenger {
                None => self.say(active, Occasion::Bust, None, Some(points), Some(dragon)),
                Some(challenger) => self.settled(challenger, active),
            },
            Event::Kept { challenger: Some(challenger), .. } => self.settled(active, challenger),
            Event::Kept { points: points @ BIG_TURN.., .. } => {
                self.say(active, Occasion::BigTurn, None, Some(points), None);
            }
            Event::Accepted => self.say(active, Occasion::Accepts, after.turn().challenger, None, None),
            Event::Refused { points, challenger } => {
                self.say(active, Occasion::Refuses, Some(challenger), Some(points), None);
                self.say(challenger, Occasion::ChallengeWon, Some(active), None, None);
            }
            _ => {}
        }
        if let Some(winner) = after.winner() {
            let second = (0..after.players().len()).filter(|seat| *seat != winner);
            let second = second.max_by_key(|seat| after.players()[*seat].score);
            self.say(winner, Occasion::Win, second, None, None);
            for seat in (0..after.players().len()).filter(|seat| *seat != winner) {
                self.say(seat, Occasion::Loss, Some(winner), None, None);
            }
        }
        std::mem::take(&mut self.said)
    }

    /// Remarks on a challenge that has ended well for one and badly for the other.
    fn settled(&mut self, winner: Seat, loser: Seat) {
        self.say(winner, Occasion::ChallengeWon, Some(loser), None, None);
        self.say(loser, Occasion::ChallengeLost, Some(winner), None, None);
    }

    fn say(&mut self, seat: Seat, on: Occasion, rival: Option<Seat>, points: Option<u16>, dragon: Option<Dragon>) {
        let Some(voice) = self.voices.get(seat).copied().flatten() else { return };
        let words = Words { rival: rival.and_then(|seat| self.rivals[seat].as_deref()), points, dragon };
        if let Some(comment) = say(voice, on, words, &mut self.memories[seat], &mut self.rng) {
            self.said.push(Said { seat, line: comment.line, rival, points, dragon, text: comment.to_string() });
        }
    }
}
