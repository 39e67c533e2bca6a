//! A situation as one line of text.
//!
//! ```text
//! PLAYERS ACTIVE ALIVE WARRIORS POINTS CHALLENGER QUESTION ROUND [GOAL BONUS FACTOR]
//! 12T,20/6 1 BG 2 6 - choose 3
//! ```
//!
//! | word | is |
//! |---|---|
//! | PLAYERS | by seat, `SCORE[T][/LAST]`: T has a token, LAST is what the last turn brought if that is more than 0 |
//! | ACTIVE | whose turn it is, a seat from 1 |
//! | ALIVE | dragons: letters out of BGR |
//! | WARRIORS | left, 1 to 3 |
//! | POINTS | of the turn |
//! | CHALLENGER | whose challenge has been accepted in this turn, a seat from 1, or `-` |
//! | QUESTION | `fight`: which dragon; `choose`: that, or stop; `challengeN`: seat N, whether to challenge; `answerN`: the active player, about the challenge of seat N; `overN`: nothing, seat N has won |
//! | ROUND | from 1 |
//! | GOAL BONUS FACTOR | what is played for, unless by the printed rules: the variant's numbers, and what a dragon counts after a challenge, 1 or 2 times its points |
//!
//! An action is `fight B`, `fight G`, `fight R`, `stop`, `challenge`, `pass`, `accept` or `refuse`.
//!
//! Only situations that the rules can lead to are accepted, with one exception: after an accepted challenge for doubled
//! points any even number of points is.

use super::dice::{Alive, Dragon};
use super::rules::{Action, Game, MOST_PLAYERS, PLAYERS, Phase, Player, Seat, Turn};
use super::variant::Variant;
use arrayvec::ArrayVec;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// The range of scores, and of points of turns: far more than any game brings.
const POINTS: RangeInclusive<u32> = 0..=9_999;
/// The range of rounds: far more than any game has.
const ROUNDS: RangeInclusive<u32> = 1..=1_000_000;
/// The number of words of a situation, without and with its variant.
const WORDS: [usize; 2] = [8, 11];

/// An error in the text of a situation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field} \"{found}\": {reason}")]
pub struct SituationError {
    /// The name of the word, in capitals as in the form.
    pub field: &'static str,
    /// The text found.
    pub found: String,
    /// The possible texts, or the rule that this one breaks.
    pub reason: String,
}

/// A word with the name of its place.
#[derive(Clone, Copy)]
struct Word<'a> {
    field: &'static str,
    text: &'a str,
}

impl Word<'_> {
    fn wrong(self, reason: impl Into<String>) -> SituationError {
        SituationError { field: self.field, found: self.text.to_string(), reason: reason.into() }
    }

    /// A part of the word as a number.
    fn part(self, text: &str, range: RangeInclusive<u32>) -> Result<u32, SituationError> {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse().ok().filter(|number| digits && range.contains(number));
        number.ok_or_else(|| {
            let (least, most) = range.into_inner();
            self.wrong(format!("\"{text}\" is no number from {least} to {most}"))
        })
    }

    fn small(self, range: RangeInclusive<u8>) -> Result<u8, SituationError> {
        let (least, most) = range.into_inner();
        let number = self.part(self.text, least.into()..=most.into())?;
        Ok(u8::try_from(number).unwrap_or(most))
    }

    fn points(self, text: &str) -> Result<u16, SituationError> {
        Ok(u16::try_from(self.part(text, POINTS)?).unwrap_or(u16::MAX))
    }

    /// A part of the word as a seat, from 1 in the text.
    fn seat(self, text: &str, players: usize) -> Result<Seat, SituationError> {
        let most = u32::try_from(players).unwrap_or(u32::MAX);
        Ok(self.part(text, 1..=most)? as usize - 1)
    }
}

fn players(word: Word) -> Result<ArrayVec<Player, MOST_PLAYERS>, SituationError> {
    let mut players = ArrayVec::new();
    for text in word.text.split(',') {
        let (head, last) = match text.split_once('/') {
            Some((head, last)) => (head, word.points(last)?),
            None => (text, 0),
        };
        let (score, token) = head.strip_suffix(['T', 't']).map_or((head, false), |score| (score, true));
        let score = word.points(score)?;
        if last > score {
            return Err(word.wrong(format!("a turn that brought {last} does not fit a score of {score}")));
        }
        let full = players.try_push(Player { score, token, last }).is_err();
        if full {
            break;
        }
    }
    let count = word.text.split(',').count();
    if PLAYERS.contains(&count) {
        Ok(players)
    } else {
        let (least, most) = (PLAYERS.start(), PLAYERS.end());
        Err(word.wrong(format!("{least} to {most} players, with commas between; here are {count}")))
    }
}

fn alive(word: Word) -> Result<Alive, SituationError> {
    let mut bits = 0;
    for letter in word.text.chars() {
        let bit = Dragon::of_letter(letter).map_or(0, |dragon| 1 << dragon as u8);
        if bits & bit == bit {
            return Err(word.wrong("letters out of BGR, each at most once"));
        }
        bits |= bit;
    }
    Alive::of_bits(bits).ok_or_else(|| word.wrong("letters out of BGR, at least one"))
}

fn variant(words: &[Word]) -> Result<Variant, SituationError> {
    let [goal, bonus, factor] = words else { return Ok(Variant::STANDARD) };
    let doubling = factor.small(1..=2)? == 2;
    Ok(Variant { goal: goal.small(Variant::GOALS)?, bonus: bonus.small(Variant::BONUSES)?, doubling })
}

fn phase(word: Word, players: usize) -> Result<Phase, SituationError> {
    let seat = |start: &str| word.text.strip_prefix(start).map(|seat| word.seat(seat, players)).transpose();
    Ok(match word.text {
        "fight" => Phase::Turn { may_stop: false },
        "choose" => Phase::Turn { may_stop: true },
        _ => {
            if let Some(seat) = seat("challenge")? {
                Phase::Offer(seat)
            } else if let Some(seat) = seat("answer")? {
                Phase::Answer(seat)
            } else if let Some(seat) = seat("over")? {
                Phase::Over(seat)
            } else {
                return Err(word.wrong("there are fight, choose, challengeN, answerN and overN, N a seat from 1"));
            }
        }
    })
}

impl FromStr for Game {
    type Err = SituationError;

    fn from_str(text: &str) -> Result<Self, SituationError> {
        const FIELDS: &str = "PLAYERS ACTIVE ALIVE WARRIORS POINTS CHALLENGER QUESTION ROUND GOAL BONUS FACTOR";
        let count = text.split_whitespace().count();
        let words: ArrayVec<_, { WORDS[1] }> =
            FIELDS.split(' ').zip(text.split_whitespace()).map(|(field, text)| Word { field, text }).collect();
        let ([seats, active, dragons, warriors, points, challenger, question, round], rest) =
            words.split_first_chunk().filter(|_| WORDS.contains(&count)).ok_or_else(|| SituationError {
                field: "SITUATION",
                found: text.to_string(),
                reason: format!("{} words, or {} with a variant; here are {count}: {FIELDS}", WORDS[0], WORDS[1]),
            })?;
        let players = players(*seats)?;
        let count = players.len();
        let turn = Turn {
            alive: alive(*dragons)?,
            warriors: warriors.small(1..=3)?,
            points: points.points(points.text)?,
            challenger: match challenger.text {
                "-" => None,
                seat => Some(challenger.seat(seat, count)?),
            },
        };
        let mut game = Self {
            variant: variant(rest)?,
            active: active.seat(active.text, count)?,
            phase: phase(*question, count)?,
            round: 0,
            players,
            turn,
        };
        game.check([*seats, *dragons, *points, *challenger, *question])?;
        game.round = round.part(round.text, ROUNDS)?;
        Ok(game)
    }
}

impl Game {
    /// Finds the first word that does not fit the others.
    fn check(&self, [seats, dragons, points, challenger, question]: [Word; 5]) -> Result<(), SituationError> {
        let Self { players, active, turn, phase, .. } = self;
        let over = match *phase {
            Phase::Over(winner) => {
                if self.leader() != Some(winner) {
                    return Err(question.wrong("the winner has reached the goal and has more than all others"));
                }
                true
            }
            // A leader at the start of a round was there at the end of the one before.
            _ if *active == 0 && self.leader().is_some() => {
                return Err(seats.wrong("one player alone has the most and has reached the goal: the game is over"));
            }
            Phase::Offer(seat) | Phase::Answer(seat) if seat == *active => {
                return Err(question.wrong("players cannot challenge themselves"));
            }
            Phase::Offer(seat) if !players[seat].token => {
                return Err(question.wrong("the player who is asked whether to challenge has a token"));
            }
            Phase::Answer(seat) if players[seat].token => {
                return Err(question.wrong("the challenger has no token any more"));
            }
            Phase::Offer(_) | Phase::Answer(_) if turn.challenger.is_some() => {
                return Err(challenger.wrong("a turn is challenged only once"));
            }
            Phase::Turn { .. } | Phase::Offer(_) | Phase::Answer(_) => false,
        };
        match turn.challenger {
            Some(seat) if seat == *active => return Err(challenger.wrong("players cannot challenge themselves")),
            Some(seat) if players[seat].token => {
                return Err(challenger.wrong("the challenger has no token any more"));
            }
            _ => {}
        }
        let start = matches!(phase, Phase::Turn { may_stop: false }) && turn.challenger.is_none();
        if start || over {
            // In a finished game the next round looks as if it began.
            return match turn {
                _ if over && *active != 0 => Err(question.wrong("a game ends with a round: seat 1 is active then")),
                &Turn::START => Ok(()),
                _ => Err(question.wrong("then 3 warriors, 0 points, all dragons and no challenger")),
            };
        }
        if turn.points == 0 || turn.points % 2 == 1 {
            return Err(points.wrong("dragons that were slain bring an even number of points, at least 2"));
        }
        let doubled = turn.challenger.is_some() && matches!(phase, Phase::Turn { may_stop: true });
        if !(doubled && self.variant.doubling) && (turn.points + u16::from(turn.alive.points())) % 12 != 0 {
            let (alive, won) = (dragons.text, 12 - turn.alive.points());
            let why = format!("with the dragons {alive} alive, {won} points have been won, or 12, 24, … more");
            return Err(points.wrong(why));
        }
        Ok(())
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (seat, Player { score, token, last }) in self.players().iter().enumerate() {
            let comma = if seat == 0 { "" } else { "," };
            write!(f, "{comma}{score}{}", if *token { "T" } else { "" })?;
            if *last > 0 {
                write!(f, "/{last}")?;
            }
        }
        write!(f, " {} ", self.active() + 1)?;
        let Turn { alive, warriors, points, challenger } = self.turn();
        alive.dragons().try_for_each(|dragon| write!(f, "{}", dragon.letter()))?;
        write!(f, " {warriors} {points} ")?;
        match challenger {
            Some(seat) => write!(f, "{} ", seat + 1)?,
            None => f.write_str("- ")?,
        }
        match self.phase {
            Phase::Turn { may_stop: false } => f.write_str("fight")?,
            Phase::Turn { may_stop: true } => f.write_str("choose")?,
            Phase::Offer(seat) => write!(f, "challenge{}", seat + 1)?,
            Phase::Answer(seat) => write!(f, "answer{}", seat + 1)?,
            Phase::Over(seat) => write!(f, "over{}", seat + 1)?,
        }
        write!(f, " {}", self.round())?;
        let variant = self.variant();
        if variant == Variant::STANDARD {
            return Ok(());
        }
        write!(f, " {} {} {}", variant.goal, variant.bonus, variant.factor())
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A whole text, so that it can be padded.
        match self {
            Self::Fight(dragon) => f.pad(&format!("fight {}", dragon.letter())),
            other => f.pad(other.word()),
        }
    }
}
