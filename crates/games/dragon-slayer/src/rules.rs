//! The rules, for two to six players.
//!
//! A turn is a series of fights; between them its player may stop, and another player with a token may challenge the
//! stop. The caller rolls the dice of fights: the rules only need the number of warriors left.

use super::dice::{Alive, Dragon};
use super::variant::Variant;
use arrayvec::ArrayVec;
use std::ops::RangeInclusive;

/// The most players.
pub const MOST_PLAYERS: usize = 6;
/// The range of the number of players.
pub const PLAYERS: RangeInclusive<usize> = 2..=MOST_PLAYERS;
/// The most actions there ever are at once: three dragons and stopping.
pub const MOST_ACTIONS: usize = 4;

/// A player's place at the table, from 0; players move in this order in every round.
pub type Seat = usize;

/// The state of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Player {
    /// Points that cannot be lost any more.
    pub score: u16,
    /// True until the token is spent: one challenge in the whole game.
    pub token: bool,
    /// Points that the last turn brought, 0 before the first.
    pub last: u16,
}

/// A turn in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Dragons to fight.
    pub alive: Alive,
    /// Warriors left, 1 to 3.
    pub warriors: u8,
    /// Points that are lost with the last warrior.
    pub points: u16,
    /// The challenger, once the challenge has been accepted.
    pub challenger: Option<Seat>,
}

impl Turn {
    /// A turn at its beginning.
    pub const START: Self = Self { alive: Alive::ALL, warriors: 3, points: 0, challenger: None };
}

/// A question to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// The dragon to fight; stopping is not allowed, or not any more.
    Fight,
    /// The dragon to fight, or to stop.
    FightOrStop,
    /// A challenge of the player who has stopped, or none.
    Challenge,
    /// The answer to the challenge of this player.
    Answer(Seat),
}

/// An action of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Fight a dragon.
    Fight(Dragon),
    /// Stop and keep the points, unless another player challenges.
    Stop,
    /// Spend the token on a challenge.
    Challenge,
    /// Let the other player stop.
    Pass,
    /// Accept the challenge: fight on, for doubled points.
    Accept,
    /// Refuse the challenge: half the points, and some for the challenger.
    Refuse,
}

impl Action {
    /// All actions.
    pub const ALL: [Self; 8] = [
        Self::Fight(Dragon::Blue),
        Self::Fight(Dragon::Green),
        Self::Fight(Dragon::Red),
        Self::Stop,
        Self::Challenge,
        Self::Pass,
        Self::Accept,
        Self::Refuse,
    ];

    /// Its word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Fight(dragon) => dragon.name(),
            Self::Stop => "stop",
            Self::Challenge => "challenge",
            Self::Pass => "pass",
            Self::Accept => "accept",
            Self::Refuse => "refuse",
        }
    }

    /// The action's index in [`Action::ALL`], which is the number of its choice.
    #[must_use]
    pub fn number(self) -> u16 {
        (0..).zip(Self::ALL).find(|(_, action)| *action == self).map_or(u16::MAX, |(number, _)| number)
    }

    /// The letter of the action in records.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Fight(dragon) => dragon.letter(),
            other => other.word().as_bytes()[0] as char,
        }
    }
}

/// The result of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The dragon was slain for these points.
    Slain {
        /// The dragon.
        dragon: Dragon,
        /// Its points, doubled after an accepted challenge.
        points: u16,
        /// Warriors lost in the fight.
        lost: u8,
    },
    /// The last warrior is lost, and so are the points of the turn. The turn is over.
    Defeated {
        /// The dragon that won the fight.
        dragon: Dragon,
        /// Points of the turn that are lost.
        points: u16,
        /// The challenger who gets the bonus for it.
        challenger: Option<Seat>,
    },
    /// The player wants to stop, and the next one with a token is asked about it.
    Offered,
    /// The points are kept. The turn is over.
    Kept {
        /// The number of points.
        points: u16,
        /// The challenger whose challenge has been met.
        challenger: Option<Seat>,
    },
    /// The next player with a token is asked for a challenge.
    Passed,
    /// A token has been spent; the player must answer.
    Challenged,
    /// The player fights on.
    Accepted,
    /// The player keeps half. The turn is over.
    Refused {
        /// The number of points kept.
        points: u16,
        /// The challenger who gets the bonus.
        challenger: Seat,
    },
}

impl Event {
    /// True if the turn is over with it.
    #[must_use]
    pub const fn ends_turn(self) -> bool {
        matches!(self, Self::Defeated { .. } | Self::Kept { .. } | Self::Refused { .. })
    }
}

/// The error of an action that is not possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is not possible now")]
pub struct IllegalActionError;

/// The decision that a game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// A choice of the active player; `may_stop` if stopping is allowed.
    Turn { may_stop: bool },
    /// This player's decision on a challenge.
    Offer(Seat),
    /// An answer to this player's challenge.
    Answer(Seat),
    /// None: this player has won.
    Over(Seat),
}

/// A game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    pub(super) variant: Variant,
    pub(super) players: ArrayVec<Player, MOST_PLAYERS>,
    pub(super) active: Seat,
    pub(super) round: u32,
    pub(super) turn: Turn,
    pub(super) phase: Phase,
}

impl Game {
    /// A new game; the number of players is clamped to [`PLAYERS`].
    #[must_use]
    pub fn new(variant: Variant, players: usize) -> Self {
        let players = players.clamp(*PLAYERS.start(), *PLAYERS.end());
        let players = std::iter::repeat_n(Player { score: 0, token: true, last: 0 }, players).collect();
        Self { variant, players, active: 0, round: 1, turn: Turn::START, phase: Phase::Turn { may_stop: false } }
    }

    /// The variant of the rules.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The players by seat.
    #[must_use]
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// The seat whose turn it is.
    #[must_use]
    pub const fn active(&self) -> Seat {
        self.active
    }

    /// Rounds begun, from 1.
    #[must_use]
    pub const fn round(&self) -> u32 {
        self.round
    }

    /// The turn that is being played.
    #[must_use]
    pub const fn turn(&self) -> &Turn {
        &self.turn
    }

    /// The winner, once the game is over.
    #[must_use]
    pub const fn winner(&self) -> Option<Seat> {
        match self.phase {
            Phase::Over(seat) => Some(seat),
            _ => None,
        }
    }

    /// The seat to move, with its question; `None` when the game is over.
    #[must_use]
    pub const fn asked(&self) -> Option<(Seat, Question)> {
        match self.phase {
            Phase::Turn { may_stop: false } => Some((self.active, Question::Fight)),
            Phase::Turn { may_stop: true } => Some((self.active, Question::FightOrStop)),
            Phase::Offer(seat) => Some((seat, Question::Challenge)),
            Phase::Answer(challenger) => Some((self.active, Question::Answer(challenger))),
            Phase::Over(_) => None,
        }
    }

    /// The possible actions of the player who is asked, dragons first and from the weakest.
    #[must_use]
    pub fn actions(&self) -> ArrayVec<Action, MOST_ACTIONS> {
        let mut actions = ArrayVec::new();
        match self.phase {
            Phase::Turn { may_stop } => {
                actions.extend(self.turn.alive.dragons().map(Action::Fight));
                if may_stop {
                    actions.push(Action::Stop);
                }
            }
            Phase::Offer(_) => actions.extend([Action::Challenge, Action::Pass]),
            Phase::Answer(_) => actions.extend([Action::Accept, Action::Refuse]),
            Phase::Over(_) => {}
        }
        actions
    }

    /// The score that a player would have if the turn stopped now; `None` if that is no more than the score.
    #[must_use]
    pub fn ghost(&self, seat: Seat) -> Option<u16> {
        let gains = self.winner().is_none() && self.active == seat && self.turn.points > 0;
        gains.then(|| self.players[seat].score.saturating_add(self.turn.points))
    }

    /// True if the score of some player ends the game with this round.
    #[must_use]
    pub fn last_round(&self) -> bool {
        self.players.iter().any(|player| player.score >= u16::from(self.variant.goal))
    }

    /// Carries out an action of the player who is asked. For a fight, `dice` gets the warriors and the dragon, and
    /// returns the warriors left, 0 for a defeat.
    ///
    /// # Errors
    ///
    /// An action that is not in [`Game::actions`]; nothing has changed.
    pub fn play(&mut self, action: Action, dice: impl FnOnce(u8, Dragon) -> u8) -> Result<Event, IllegalActionError> {
        match (self.phase, action) {
            (Phase::Turn { .. }, Action::Fight(dragon)) if self.turn.alive.has(dragon) => {
                let left = dice(self.turn.warriors, dragon).min(self.turn.warriors);
                Ok(self.fought(dragon, left))
            }
            (Phase::Turn { may_stop: true }, Action::Stop) => Ok(self.stop()),
            (Phase::Offer(seat), Action::Challenge) => {
                self.players[seat].token = false;
                self.phase = Phase::Answer(seat);
                Ok(Event::Challenged)
            }
            (Phase::Offer(seat), Action::Pass) => Ok(self.offer(seat, Event::Passed)),
            (Phase::Answer(challenger), Action::Accept) => {
                self.turn.challenger = Some(challenger);
                self.phase = Phase::Turn { may_stop: false };
                Ok(Event::Accepted)
            }
            (Phase::Answer(challenger), Action::Refuse) => {
                // Points before doubling, which are always even.
                let points = self.turn.points / 2;
                self.gain(challenger, self.variant.bonus.into());
                self.end(points);
                Ok(Event::Refused { points, challenger })
            }
            _ => Err(IllegalActionError),
        }
    }

    fn gain(&mut self, seat: Seat, points: u16) {
        let score = &mut self.players[seat].score;
        *score = score.saturating_add(points);
    }

    fn fought(&mut self, dragon: Dragon, left: u8) -> Event {
        let Turn { warriors, points, challenger, .. } = self.turn;
        if left == 0 {
            if let Some(challenger) = challenger {
                self.gain(challenger, self.variant.bonus.into());
            }
            self.end(0);
            return Event::Defeated { dragon, points, challenger };
        }
        let factor = if challenger.is_some() { self.variant.factor() } else { 1 };
        let worth = u16::from(factor * dragon.points());
        self.turn.points = points.saturating_add(worth);
        self.turn.warriors = left;
        (self.turn.alive, _) = self.turn.alive.without(dragon);
        self.phase = Phase::Turn { may_stop: true };
        Event::Slain { dragon, points: worth, lost: warriors - left }
    }

    fn stop(&mut self) -> Event {
        if self.turn.challenger.is_some() { self.keep() } else { self.offer(self.active, Event::Offered) }
    }

    /// Asks the next player after this one who can challenge; if there is none, the points are kept.
    fn offer(&mut self, after: Seat, otherwise: Event) -> Event {
        let count = self.players.len();
        let next = (1..count).map(|step| (after + step) % count).take_while(|seat| *seat != self.active);
        let Some(seat) = next.into_iter().find(|seat| self.players[*seat].token) else { return self.keep() };
        self.phase = Phase::Offer(seat);
        otherwise
    }

    fn keep(&mut self) -> Event {
        let Turn { points, challenger, .. } = self.turn;
        self.end(points);
        Event::Kept { points, challenger }
    }

    /// Ends the turn with these points, and the game if it is decided.
    fn end(&mut self, points: u16) {
        self.gain(self.active, points);
        self.players[self.active].last = points;
        self.turn = Turn::START;
        self.phase = Phase::Turn { may_stop: false };
        self.active += 1;
        if self.active < self.players.len() {
            return;
        }
        self.active = 0;
        match self.leader() {
            Some(seat) => self.phase = Phase::Over(seat),
            None => self.round += 1,
        }
    }

    /// The winner if this is the end of a round: the only player with the most points, if they have reached the goal.
    pub(super) fn leader(&self) -> Option<Seat> {
        let most = self.players.iter().map(|player| player.score).max()?;
        let mut leaders = (0..self.players.len()).filter(|seat| self.players[*seat].score == most);
        let leader = leaders.next().filter(|_| most >= u16::from(self.variant.goal));
        if leaders.next().is_some() { None } else { leader }
    }
}
