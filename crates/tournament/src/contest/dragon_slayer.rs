//! Dragon Slayer for two: the printed rules, with dice of the match's seed.

use super::opening::Opening;
use super::plan::{Fixture, Plan};
use super::played::{End, Played};
use super::runner::{Host, Unplayed};
use super::spec::{Kind, Spec};
use boardbots_dragon_slayer::book::Book;
use boardbots_dragon_slayer::rules::{Action, Event, Game, Illegal, Question, Seat};
use boardbots_dragon_slayer::study::contestant::Contestant;
use boardbots_dragon_slayer::study::series::{Bot, Table, play_on};
use boardbots_dragon_slayer::variant::Variant;
use boardbots_stats::latency::Latency;
use fastrand::Rng;
use std::fmt::Write;
use std::str::Chars;
use std::sync::Arc;
use std::time::Instant;

/// After so many rounds the game is decided by points; games between sensible players have ten.
const ROUNDS: u32 = 1000;
/// Who sits at a board.
const PLAYERS: usize = 2;
/// What is played for.
const VARIANT: Variant = Variant::STANDARD;

/// Plays games of Dragon Slayer.
pub struct DragonSlayers {
    book: Arc<Book>,
    contestants: Vec<Contestant>,
}

impl DragonSlayers {
    /// A host for the players of a plan.
    ///
    /// # Errors
    /// What is wrong with a player.
    pub fn new(plan: &Plan) -> Result<Self, String> {
        let contestants = plan.specs()?.iter().map(contestant).collect::<Result<_, _>>()?;
        Ok(Self { book: Arc::new(Book::of(VARIANT)), contestants })
    }
}

fn contestant(spec: &Spec) -> Result<Contestant, String> {
    let Kind::House { name, .. } = &spec.kind else {
        return Err(format!("{spec}: no program plays Dragon Slayer in matches"));
    };
    spec.only(&[])?;
    name.parse().map_err(|error| format!("{spec}: {error}"))
}

/// The dice of a game, the seed of whoever decides by chance, and what a record says of both.
fn begin(seed: u64) -> (Rng, u64, Opening) {
    let mut seeds = Rng::with_seed(seed);
    let dice = seeds.fork();
    (dice, seeds.u64(..), Opening::of_seed(seed))
}

impl Host for DragonSlayers {
    /// Bots that remember nothing are made for each game, so that games do not depend on each other.
    type Room = ();

    fn room(&self) -> Result<(), String> {
        Ok(())
    }

    fn play(&self, (): &mut (), fixture: &Fixture) -> Result<Played, Unplayed> {
        let (mut dice, seed, opening) = begin(fixture.seed);
        let bot = |&player: &usize| {
            let contestant = self.contestants.get(player).ok_or("no such player")?;
            // A player's chances are the same wherever he sits.
            Ok(contestant.bot(&self.book, seed ^ (player as u64) << 32))
        };
        let bots = fixture.seats.iter().map(bot).collect::<Result<Vec<_>, &str>>()?;
        if bots.len() != PLAYERS {
            return Err("a game for two has two seats".into());
        }
        let mut playing = Playing { bots, times: vec![Latency::default(); PLAYERS], moves: String::new() };
        let mut game = Game::new(VARIANT, PLAYERS);
        let done = play_on(&mut game, &mut dice, &mut playing);
        if done.is_err() && game.round() <= ROUNDS {
            return Err(format!("game {}: a bot does what the rules forbid", fixture.number).into());
        }
        let (places, scores, end) = result(&game);
        Ok(Played {
            game: fixture.number,
            seats: fixture.seats.clone(),
            opening,
            moves: playing.moves,
            places,
            scores,
            end,
            faults: Vec::new(),
            times: playing.times,
            length: game.round(),
        })
    }
}

/// By seat: places and points; and how it ended.
fn result(game: &Game) -> (Vec<u8>, Vec<i64>, End) {
    let scores: Vec<i64> = game.players().iter().map(|player| player.score.into()).collect();
    let most = scores.iter().max();
    let leads = |seat: Seat| game.winner().map_or(scores.get(seat) == most, |winner| seat == winner);
    let places = (0..scores.len()).map(|seat| 1 + u8::from(!leads(seat))).collect();
    (places, scores, if game.winner().is_some() { End::Rules } else { End::Limit })
}

/// Bots that play, and what they do.
struct Playing {
    bots: Vec<Box<dyn Bot>>,
    times: Vec<Latency>,
    moves: String,
}

impl Table for Playing {
    fn decide(&mut self, game: &Game, seat: Seat, _: Question) -> Result<Action, Illegal> {
        if game.round() > ROUNDS {
            return Err(Illegal);
        }
        let began = Instant::now();
        let action = self.bots[seat].decide(game).action;
        self.times[seat].add(began.elapsed());
        self.moves.push(action.letter());
        Ok(action)
    }

    fn told(&mut self, _: Seat, _: Question, _: Event) {}
}

/// A record that is played again, and its story.
struct Told<'a> {
    moves: Chars<'a>,
    /// How many have been played.
    played: usize,
    /// Why it does not go on.
    wrong: String,
    lines: Vec<String>,
    /// The turn that is played.
    line: String,
}

impl Table for Told<'_> {
    fn decide(&mut self, game: &Game, seat: Seat, _: Question) -> Result<Action, Illegal> {
        if game.round() > ROUNDS {
            return Err(Illegal);
        }
        let Some(move_) = self.moves.next() else {
            self.wrong = "the game goes on behind its last move".into();
            return Err(Illegal);
        };
        self.played += 1;
        let Some(action) = game.actions().into_iter().find(|action| action.letter() == move_) else {
            self.wrong = format!("move {}: \"{move_}\" is not possible", self.played);
            return Err(Illegal);
        };
        if self.line.is_empty() {
            let scores: Vec<String> = game.players().iter().map(|player| player.score.to_string()).collect();
            self.line = format!("round {}, {}, seat {}:", game.round(), scores.join(" - "), seat + 1);
        }
        Ok(action)
    }

    fn told(&mut self, _: Seat, _: Question, event: Event) {
        let line = &mut self.line;
        // Writing to a string cannot fail.
        let _ = match event {
            Event::Slain { dragon, points, lost: 0 } => write!(line, " {} {points},", dragon.name()),
            Event::Slain { dragon, points, lost } => write!(line, " {} {points} (-{lost}),", dragon.name()),
            Event::Defeated { dragon, points, .. } => write!(line, " loses {points} to {}", dragon.name()),
            Event::Kept { points, .. } => write!(line, " keeps {points}"),
            Event::Refused { points, .. } => write!(line, " refuses and keeps {points}"),
            Event::Challenged => write!(line, " challenged,"),
            Event::Accepted => write!(line, " accepts,"),
            Event::Offered | Event::Passed => Ok(()),
        };
        if matches!(event, Event::Defeated { .. } | Event::Kept { .. } | Event::Refused { .. }) {
            self.lines.push(std::mem::take(line));
        }
    }
}

/// Plays the moves of a record again, with the dice of its seed: its story, a turn on a line.
///
/// # Errors
/// What does not agree with the rules.
pub fn check(plan: &Plan, played: &Played) -> Result<Vec<String>, String> {
    let (mut dice, _, opening) = begin(plan.fixture(played.game).seed);
    if opening != played.opening {
        return Err("the dice are not those of its seed".into());
    }
    let mut game = Game::new(VARIANT, PLAYERS);
    let moves = played.moves.chars();
    let mut told = Told { moves, played: 0, wrong: String::new(), lines: Vec::new(), line: String::new() };
    let done = play_on(&mut game, &mut dice, &mut told);
    if done.is_err() && game.round() <= ROUNDS {
        return Err(told.wrong);
    }
    if told.moves.next().is_some() {
        return Err(format!("move {} comes behind the end", told.played + 1));
    }
    if result(&game) != (played.places.clone(), played.scores.clone(), played.end) || game.round() != played.length {
        return Err("the result is not the one of the rules".into());
    }
    Ok(told.lines)
}

#[cfg(test)]
mod tests {
    use super::super::plan::sample;
    use super::*;

    #[test]
    fn a_game_is_the_same_again_and_what_is_changed_in_it_is_found() {
        let plan = sample(&["dragon-slayer:Killer-averse", "dragon-slayer:hold-14-or-1"], 8);
        let host = DragonSlayers::new(&plan).expect("players");
        for number in plan.numbers() {
            let fixture = plan.fixture(number);
            let played = host.play(&mut (), &fixture).expect("a game");
            assert!(played.agrees(&host.play(&mut (), &fixture).expect("a game")));
            let story = check(&plan, &played).expect("by the rules");
            assert!(story.len() >= 2 * (played.length as usize - 1), "{story:?}");
            assert_eq!(played.times.iter().map(Latency::number).sum::<u64>(), played.moves.len() as u64);
            let but = |change: fn(&mut Played)| {
                let mut other = played.clone();
                change(&mut other);
                check(&plan, &other).expect_err("another game")
            };
            assert!(but(|game| game.moves.truncate(game.moves.len() - 1)).contains("goes on behind"));
            assert!(but(|game| game.moves.push('s')).contains("comes behind the end"));
            assert!(but(|game| game.moves.insert(0, 's')).contains("move 1: \"s\" is not possible"));
            assert!(but(|game| game.places.reverse()).contains("the result"));
            assert!(but(|game| game.scores[0] += 1).contains("the result"));
            assert!(but(|game| game.length += 1).contains("the result"));
            assert!(but(|game| game.opening.options.clear()).contains("the dice"));
        }
    }

    #[test]
    fn players_that_are_none_are_told() {
        for (player, part) in [
            ("dragon-slayer:hold-1", "no such player; there are Abel"),
            ("dragon-slayer:Abel,depth=3", "has no options"),
            ("cmd:true", "no program plays Dragon Slayer"),
        ] {
            let plan = sample(&["dragon-slayer:Abel", player], 8);
            assert!(DragonSlayers::new(&plan).is_err_and(|error| error.contains(part)), "{player}");
        }
    }
}
