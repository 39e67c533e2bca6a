//! Counts of the events of a game.
//!
//! A [`Tally`] follows a game and turns it into a few numbers for each seat, which add up to statistics.

use super::habits::{Bucket, Habits};
use super::rules::{Action, Event, Game, MOST_PLAYERS, Seat, Turn};
use super::variant::Variant;
use arrayvec::ArrayVec;
use boardbots_base::names::{self, NameError};
use std::fmt;
use std::str::FromStr;

/// Most characters of a name.
pub const MOST_CHARS: usize = 32;

/// The name under which a person's games are kept, as [`names`] has them: 1 to 32 characters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct User(String);

impl User {
    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0
    }
}

impl FromStr for User {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        names::check(text, 1, MOST_CHARS).map(Self)
    }
}

impl fmt::Display for User {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(&self.0)
    }
}

/// A player of a game that is counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who {
    /// A person.
    User(User),
    /// A bot, by the name of its personality.
    Bot(&'static str),
}

impl Who {
    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::User(user) => user.name(),
            Self::Bot(name) => name,
        }
    }
}

/// A player's deeds in a game, or in several together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Deeds {
    /// Turns that have ended.
    pub turns: u64,
    /// Points of those turns, without bonuses.
    pub points: u64,
    /// The sum of the squares of those points.
    pub squares: u64,
    /// Turns in which the last warrior was lost.
    pub busts: u64,
    /// Turns by their first dragon: blue, green, red.
    pub first: [u64; 3],
    /// Challenges made: tokens spent.
    pub challenges: u64,
    /// Challenges that brought the bonus.
    pub bonuses: u64,
    /// Challenges received.
    pub challenged: u64,
    /// Challenges that were accepted.
    pub accepted: u64,
    /// Accepted challenges that were met.
    pub met: u64,
}

impl Deeds {
    /// The names of all counts.
    pub const NAMES: [&'static str; 12] = [
        "turns",
        "points",
        "squares",
        "busts",
        "blue",
        "green",
        "red",
        "challenges",
        "bonuses",
        "challenged",
        "accepted",
        "met",
    ];

    /// All counts in the order of their names.
    #[must_use]
    pub const fn counts(&self) -> [u64; Self::NAMES.len()] {
        let Self { turns, points, squares, busts, first: [blue, green, red], .. } = *self;
        let Self { challenges, bonuses, challenged, accepted, met, .. } = *self;
        [turns, points, squares, busts, blue, green, red, challenges, bonuses, challenged, accepted, met]
    }

    /// Adds those of another game, or of several.
    pub fn add(&mut self, other: &Self) {
        let mut counts = self.counts();
        counts.iter_mut().zip(other.counts()).for_each(|(sum, count)| *sum += count);
        *self = Self::of(counts);
    }

    /// These counts, in the order of their names.
    #[must_use]
    pub const fn of(counts: [u64; Self::NAMES.len()]) -> Self {
        let [turns, points, squares, busts, blue, green, red, challenges, bonuses, challenged, accepted, met] = counts;
        let first = [blue, green, red];
        Self { turns, points, squares, busts, first, challenges, bonuses, challenged, accepted, met }
    }
}

/// A seat of a game that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedSeat {
    /// The player.
    pub who: Who,
    /// Points at the end.
    pub score: u16,
    /// True if the player won.
    pub won: bool,
    /// The player's deeds.
    pub deeds: Deeds,
    /// The player's behaviour when others stopped.
    pub habits: Habits,
}

/// A game that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The variant of the rules.
    pub variant: Variant,
    /// Rounds played.
    pub rounds: u32,
    /// The seats, in the order of their turns.
    pub places: ArrayVec<PlayedSeat, MOST_PLAYERS>,
}

/// The counts of a game in progress.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    seats: [(Deeds, Habits); MOST_PLAYERS],
}

impl Tally {
    /// Counts an action: with the game before it, and the event that it led to.
    pub fn take(&mut self, before: &Game, action: Action, event: Event) {
        let Some((asked, _)) = before.asked() else { return };
        let (active, turn) = (before.active(), before.turn());
        match action {
            Action::Fight(dragon) if *turn == Turn::START => self.of(active).first[dragon as usize] += 1,
            Action::Challenge | Action::Pass => {
                let challenged = action == Action::Challenge;
                self.seats[asked].1.record(Bucket::stopping(before), challenged);
                if challenged {
                    self.of(asked).challenges += 1;
                    self.of(active).challenged += 1;
                }
            }
            Action::Accept => self.of(active).accepted += 1,
            _ => {}
        }
        match event {
            Event::Defeated { challenger, .. } => {
                self.end(active, 0);
                self.of(active).busts += 1;
                if let Some(challenger) = challenger {
                    self.of(challenger).bonuses += 1;
                }
            }
            Event::Kept { points, challenger } => {
                self.end(active, points);
                self.of(active).met += u64::from(challenger.is_some());
            }
            Event::Refused { points, challenger } => {
                self.end(active, points);
                self.of(challenger).bonuses += 1;
            }
            Event::Slain { .. } | Event::Offered | Event::Passed | Event::Challenged | Event::Accepted => {}
        }
    }

    fn of(&mut self, seat: Seat) -> &mut Deeds {
        &mut self.seats[seat].0
    }

    fn end(&mut self, seat: Seat, points: u16) {
        let (deeds, points) = (self.of(seat), u64::from(points));
        deeds.turns += 1;
        deeds.points += points;
        deeds.squares += points * points;
    }

    /// The deeds so far of a seat below [`MOST_PLAYERS`].
    #[must_use]
    pub const fn deeds(&self, seat: Seat) -> &Deeds {
        &self.seats[seat].0
    }

    /// The behaviour of a seat at the stops of others so far.
    #[must_use]
    pub fn habits(&self, seat: Seat) -> Option<&Habits> {
        self.seats.get(seat).map(|(_, habits)| habits)
    }

    /// The whole game, once it is over. `who` gives the players by seat; seats beyond its end are left out.
    #[must_use]
    pub fn played(&self, game: &Game, who: &[Who]) -> Option<Played> {
        let winner = game.winner()?;
        let places = game.players().iter().zip(who).zip(&self.seats).enumerate();
        let places = places.map(|(seat, ((player, who), (deeds, habits)))| PlayedSeat {
            who: who.clone(),
            score: player.score,
            won: seat == winner,
            deeds: *deeds,
            habits: *habits,
        });
        Some(Played { variant: game.variant(), rounds: game.round(), places: places.collect() })
    }
}

impl Played {
    /// The points by which the winner was ahead of the next player.
    #[must_use]
    pub fn margin(&self) -> u16 {
        let most = |won| self.places.iter().filter(|place| place.won == won).map(|place| place.score).max();
        most(true).unwrap_or(0).saturating_sub(most(false).unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dragon;
    use crate::fight;
    use crate::habits::Count;
    use crate::rules::Question;
    use fastrand::Rng;

    /// Plays an action whose fight, if it is one, leaves this number of warriors.
    fn play(tally: &mut Tally, game: &mut Game, action: Action, left: u8) {
        let before = game.clone();
        let event = game.play(action, |_, _| left).expect("is possible");
        tally.take(&before, action, event);
    }

    #[test]
    fn turns_and_challenges_are_counted() {
        use Action::{Accept, Challenge, Fight, Pass, Refuse, Stop};
        use Dragon::{Blue, Green, Red};
        let mut game = Game::new(Variant { goal: 12, ..Variant::STANDARD }, 3);
        let mut tally = Tally::default();
        for (action, left) in [
            // A bust after a dragon.
            (Fight(Red), 1),
            (Fight(Green), 0),
            // Passed, then challenged, met: 4 and twice 6.
            (Fight(Green), 2),
            (Stop, 0),
            (Pass, 0),
            (Challenge, 0),
            (Accept, 0),
            (Fight(Red), 2),
            (Stop, 0),
            // Challenged by the only one who still can, and refused.
            (Fight(Blue), 3),
            (Fight(Green), 1),
            (Stop, 0),
            (Challenge, 0),
            (Refuse, 0),
        ] {
            assert_eq!(game.winner(), None);
            play(&mut tally, &mut game, action, left);
        }
        let who = [Who::Bot("Abel"), Who::User("Ada".parse().expect("a name")), Who::Bot("Carla")];
        let played = tally.played(&game, &who).expect("it is over");
        let one = Deeds { turns: 1, ..Deeds::default() };
        let expected = [
            (0, Deeds { busts: 1, first: [0, 0, 1], challenges: 1, ..one }),
            (
                21,
                Deeds {
                    points: 16,
                    squares: 256,
                    first: [0, 1, 0],
                    challenges: 1,
                    bonuses: 1,
                    challenged: 1,
                    accepted: 1,
                    met: 1,
                    ..one
                },
            ),
            (3, Deeds { points: 3, squares: 9, first: [1, 0, 0], challenged: 1, ..one }),
        ];
        for (place, (score, deeds)) in played.places.iter().zip(expected) {
            assert_eq!((place.score, place.won, place.deeds), (score, score == 21, deeds));
        }
        let stops = [(Bucket::of(2, 4, false), 1), (Bucket::of(1, 6, false), 1), (Bucket::of(2, 4, false), 0)];
        for (place, (bucket, challenges)) in played.places.iter().zip(stops) {
            assert_eq!((place.habits.stops(), place.habits.count(bucket)), (1, Count { stops: 1, challenges }));
        }
        assert_eq!((played.rounds, played.margin()), (1, 18));
    }

    #[test]
    fn names_are_short_and_can_be_seen() {
        for name in ["a", "Ada", "Núria Ferrer i Puig", "李小龍", &"ä".repeat(32)] {
            assert_eq!(name.parse::<User>().map(|user| user.to_string()), Ok(name.to_string()));
        }
        assert_eq!(" Ada ".parse::<User>().map(|user| user.to_string()), Ok("Ada".to_string()));
        for (name, error) in [
            ("", NameError::Length(1, 32)),
            (" \t", NameError::Length(1, 32)),
            (&"ä".repeat(33), NameError::Length(1, 32)),
            ("A\nB", NameError::Refused('\n')),
            ("\u{1b}[31m", NameError::Refused('\u{1b}')),
            ("Ad\u{202e}a", NameError::Refused('\u{202e}')),
            ("Ada\u{3164}!", NameError::Refused('\u{3164}')),
        ] {
            assert_eq!(name.parse::<User>(), Err(error), "{name:?}");
        }
    }

    #[test]
    fn a_game_that_goes_on_has_not_been_played() {
        assert_eq!(
            Tally::default().played(&Game::new(Variant::STANDARD, 2), &[Who::Bot("Abel"), Who::Bot("Abel")]),
            None
        );
    }

    #[test]
    fn sums_agree_with_the_game() {
        let mut rng = Rng::with_seed(5);
        for players in 2..=MOST_PLAYERS {
            let (mut game, mut tally) = (Game::new(Variant::STANDARD, players), Tally::default());
            let mut totals = [0_u64; MOST_PLAYERS];
            while let Some((_, question)) = game.asked() {
                let actions = game.actions();
                let action = match question {
                    Question::FightOrStop if game.turn().points >= 10 => Action::Stop,
                    _ => actions[rng.usize(..actions.len())],
                };
                let before = game.clone();
                let event =
                    game.play(action, |w, dragon| fight::Fight::new(dragon, w).outcome(&mut rng)).expect("possible");
                tally.take(&before, action, event);
                if (before.active(), before.round()) != (game.active(), game.round()) || game.winner().is_some() {
                    totals[before.active()] += u64::from(game.players()[before.active()].last);
                }
            }
            let who = vec![Who::Bot("Abel"); players];
            let played = tally.played(&game, &who).expect("it is over");
            let bonus = u64::from(Variant::STANDARD.bonus);
            for (seat, PlayedSeat { score, won, deeds, .. }) in played.places.iter().enumerate() {
                assert_eq!((deeds.turns, deeds.points), (u64::from(played.rounds), totals[seat]));
                assert_eq!(u64::from(*score), deeds.points + bonus * deeds.bonuses);
                assert_eq!((deeds.first.iter().sum::<u64>(), *won), (deeds.turns, game.winner() == Some(seat)));
                assert!(deeds.challenges <= 1 && deeds.bonuses <= deeds.challenges);
                assert!(deeds.met <= deeds.accepted && deeds.accepted <= deeds.challenged);
                assert!(deeds.points.pow(2) <= deeds.squares * deeds.turns);
            }
            let sum = |of: fn(&Deeds) -> u64| played.places.iter().map(|place| of(&place.deeds)).sum::<u64>();
            assert_eq!(sum(|deeds| deeds.challenges), sum(|deeds| deeds.challenged));
            assert_eq!(sum(|deeds| deeds.bonuses), sum(|deeds| deeds.challenged - deeds.met));
            assert!(played.margin() > 0);
        }
    }
}
