//! BattleTech for two: a fight of two mechs, again with sides swapped, on the same places and with
//! the same dice, those of the initiative among them.

use super::opening::Opening;
use super::plan::{Fixture, Plan};
use super::played::{End, Offence, Played};
use super::runner::{Host, Unplayed};
use super::spec::{Kind, Spec};
use boardbots_battletech::battle::{Battle, Event, Outcome};
use boardbots_battletech::fault::{Fault, Rule};
use boardbots_battletech::notation::action;
use boardbots_battletech::phase::Phase;
use boardbots_battletech::simulator::brief::brief;
use boardbots_battletech::simulator::contestant::Contestant;
use boardbots_battletech::simulator::fight::{Setup, Table, drive};
use boardbots_battletech::simulator::record::{bytes, lines};
use boardbots_battletech::simulator::runner::Limits;
use boardbots_battletech::simulator::seat::{Answer, Seat};
use boardbots_battletech::simulator::sheet::Sheet;
use boardbots_battletech::simulator::story::Names;
use boardbots_stats::latency::Latency;
use std::io;
use std::str::Split;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Between answers in a record.
const ANSWER: char = ';';
/// Between the lines of an answer in a record.
const LINE: &str = ",";
/// An answer that is none.
const NONE: &str = "?";
/// A fight that nobody stops.
static GO_ON: AtomicBool = AtomicBool::new(false);

/// Lets players of BattleTech fight.
pub struct Fights<'a> {
    plan: &'a Plan,
    contestants: Vec<Contestant>,
    limits: Limits,
    stop: &'a AtomicBool,
}

impl<'a> Fights<'a> {
    /// A host for the players of a plan, whose fights come to their end.
    ///
    /// # Errors
    /// What is wrong with a player, the map or the mechs.
    pub fn new(plan: &'a Plan) -> Result<Self, String> {
        let contestants = plan.specs()?.iter().map(contestant).collect::<Result<_, _>>()?;
        setup(plan, plan.seed)?.battle().map_err(|error| error.to_string())?;
        let wall = Duration::from_millis(plan.pace.deadline.into());
        Ok(Self { plan, contestants, limits: Limits { wall, ..Limits::COURSE }, stop: &GO_ON })
    }

    /// The same host, whose fights break off when this is set, and the programs in them end: hundreds of
    /// calls of up to a deadline each may be left.
    #[must_use]
    pub const fn until(mut self, stop: &'a AtomicBool) -> Self {
        self.stop = stop;
        self
    }
}

fn contestant(spec: &Spec) -> Result<Contestant, String> {
    spec.only(&[])?;
    let text = match &spec.kind {
        Kind::House { name, .. } => name.clone(),
        Kind::Command(command) => format!("cmd:{command}"),
    };
    text.parse().map_err(|error| format!("{spec}: {error}"))
}

fn setup(plan: &Plan, seed: u64) -> Result<Setup, String> {
    plan.field.as_ref().ok_or("a match of BattleTech needs a map and mechs")?.setup(seed, plan.turns)
}

impl Host for Fights<'_> {
    type Room = ();

    fn room(&self) -> Result<(), String> {
        Ok(())
    }

    fn play(&self, (): &mut (), fixture: &Fixture) -> Result<Played, Unplayed> {
        let failed = |error: io::Error| match error.kind() {
            io::ErrorKind::Interrupted => Unplayed::Stopped,
            _ => Unplayed::Failed(format!("game {}: {error}", fixture.number)),
        };
        let setup = setup(self.plan, fixture.seed)?;
        let mut battle = setup.battle().map_err(|error| format!("game {}: {error}", fixture.number))?;
        let seat = |(mech, &player): (usize, &usize)| {
            let contestant = self.contestants.get(player).ok_or(Unplayed::from("no such player"))?;
            Seat::new(contestant, mech, self.limits).map_err(failed)
        };
        let seats = fixture.seats.iter().enumerate().map(seat).collect::<Result<Vec<_>, Unplayed>>()?;
        if seats.len() != setup.mechs.len() {
            return Err("a fight of two has two seats".into());
        }
        let times = vec![Latency::default(); seats.len()];
        let mut playing = Playing { seats, times, answers: Vec::new(), faults: Vec::new(), stop: self.stop };
        let (outcome, sheets) = drive(&mut battle, &mut playing, self.stop).map_err(failed)?;
        let (places, scores, end) = result(outcome, &sheets);
        Ok(Played {
            game: fixture.number,
            seats: fixture.seats.clone(),
            opening: Opening::of_seed(fixture.seed),
            moves: playing.answers.join(&ANSWER.to_string()),
            places,
            scores,
            end,
            faults: playing.faults,
            times: playing.times,
            length: battle.turn(),
        })
    }
}

/// By seat: places, and points of armour and structure that others lost by it; and how it ended.
fn result(outcome: Outcome, sheets: &[Sheet]) -> (Vec<u8>, Vec<i64>, End) {
    let place = |mech: usize| 1 + u8::from(outcome.winner.is_some_and(|winner| winner != mech));
    let scores = sheets.iter().map(|sheet| sheet.dealt.into()).collect();
    ((0..sheets.len()).map(place).collect(), scores, if outcome.limit { End::Limit } else { End::Rules })
}

/// Players who fight, and what they do.
struct Playing<'a> {
    seats: Vec<Seat>,
    times: Vec<Latency>,
    answers: Vec<String>,
    faults: Vec<Offence>,
    stop: &'a AtomicBool,
}

impl Playing<'_> {
    fn blame(&mut self, seat: usize, fault: &str, detail: &str) {
        match self.faults.iter_mut().find(|known| known.seat == seat && known.fault == fault) {
            Some(known) => known.count += 1,
            None => self.faults.push(Offence { seat, fault: fault.into(), detail: detail.into(), count: 1 }),
        }
    }
}

impl Table for Playing<'_> {
    fn answer(&mut self, battle: &Battle, mech: usize, phase: Phase) -> io::Result<Answer> {
        let seat = &mut self.seats[mech];
        let before = seat.clock;
        let answer = seat.answer(battle, phase, self.stop)?;
        let after = seat.clock;
        self.times[mech].add(after.total.saturating_sub(before.total));
        let text = answer.as_ref().map_or(NONE.to_string(), |action| lines(&action::write(action)).join(LINE));
        self.answers.push(text);
        if let Err(Fault { rule, message }) = &answer {
            let late = (after.late > before.late).then_some("late");
            let greedy = (after.greedy > before.greedy).then_some("memory");
            self.blame(mech, late.or(greedy).unwrap_or(rule.word()), message);
        }
        Ok(answer)
    }

    fn turn(&mut self, battle: &Battle) {
        for event in battle.events() {
            // What could not be read has been blamed; what cannot hit is only warned of.
            if let Event::Fault { mech, rule, message, .. } = event
                && !matches!(rule, Rule::Form | Rule::Hopeless)
            {
                self.blame(*mech, rule.word(), message);
            }
        }
    }
}

/// A record that is fought again, and its story.
struct Told<'a> {
    answers: Split<'a, char>,
    number: usize,
    names: Names,
    story: Vec<String>,
}

impl Table for Told<'_> {
    fn answer(&mut self, _: &Battle, _: usize, phase: Phase) -> io::Result<Answer> {
        self.number += 1;
        let text = self.answers.next();
        let text = text.ok_or_else(|| io::Error::other("the fight goes on behind its last answer"))?;
        if text == NONE {
            return Ok(Err(Fault::new(Rule::Form, "no answer that could be read")));
        }
        let lines: Vec<String> = text.split(LINE).map(str::to_string).collect();
        let read = action::read(&format!("answer {}", self.number), &bytes(&lines), phase);
        read.map(Ok).map_err(|error| io::Error::other(error.to_string()))
    }

    fn turn(&mut self, battle: &Battle) {
        self.story.extend(brief(battle, &self.names).lines().map(str::to_string));
    }
}

/// Fights a game of a record again, with its answers and the dice of its seed: its story, line by
/// line.
///
/// # Errors
/// What does not agree with the rules.
pub fn check(plan: &Plan, played: &Played) -> Result<Vec<String>, String> {
    let seed = plan.fixture(played.game).seed;
    if Opening::of_seed(seed) != played.opening {
        return Err("the dice are not those of its seed".into());
    }
    let mut battle = setup(plan, seed)?.battle().map_err(|error| error.to_string())?;
    let names = Names::of(battle.situation());
    let mut story = vec![format!("map {}", plan.field.as_ref().map_or("?", |field| &field.map.name))];
    story.extend((0..played.seats.len()).map(|mech| format!("seat {}: {}", mech + 1, names.long(mech))));
    let mut told = Told { answers: played.moves.split(ANSWER), number: 0, names, story };
    let (outcome, sheets) = drive(&mut battle, &mut told, &GO_ON).map_err(|error| error.to_string())?;
    if told.answers.next().is_some() {
        return Err(format!("answer {} comes behind the end", told.number + 1));
    }
    let right = (played.places.clone(), played.scores.clone(), played.end);
    if result(outcome, &sheets) != right || battle.turn() != played.length {
        return Err("the result is not the one of the rules".into());
    }
    Ok(told.story)
}

#[cfg(test)]
mod tests {
    use super::super::field::{Field, Piece};
    use super::super::plan::sample;
    use super::*;

    fn plan(players: &[&str]) -> Plan {
        let piece = Piece::known("tejon");
        let field = Field { map: Piece::known("colinas"), mechs: [piece.clone(), piece] };
        Plan { field: Some(field), turns: 6, ..sample(players, 4) }
    }

    #[test]
    fn a_fight_is_the_same_again_and_what_is_changed_in_it_is_found() {
        let plan = plan(&["battletech:course", "battletech:still"]);
        let host = Fights::new(&plan).expect("players");
        for number in plan.numbers() {
            let fixture = plan.fixture(number);
            let played = host.play(&mut (), &fixture).expect("a fight");
            assert!(played.agrees(&host.play(&mut (), &fixture).expect("a fight")));
            let story = check(&plan, &played).expect("by the rules");
            assert!(story.iter().any(|line| line.starts_with("turn 2")), "{story:?}");
            let answers = played.moves.split(ANSWER).count() as u64;
            assert_eq!(played.times.iter().map(Latency::number).sum::<u64>(), answers);
            let but = |change: fn(&mut Played)| {
                let mut other = played.clone();
                change(&mut other);
                check(&plan, &other).expect_err("another fight")
            };
            assert!(but(|game| game.moves.truncate(game.moves.rfind(ANSWER).unwrap_or(0))).contains("goes on behind"));
            assert!(but(|game| game.moves.push_str(";?")).contains("comes behind the end"));
            assert!(but(|game| game.moves.insert(0, 'x')).contains("answer 1"));
            assert!(but(|game| game.scores[0] += 1).contains("the result"));
            assert!(but(|game| game.length += 1).contains("the result"));
            assert!(but(|game| game.opening.options.clear()).contains("the dice"));
        }
        // Sides are swapped on the same places.
        let [first, second] = [0, 1].map(|number| host.play(&mut (), &plan.fixture(number)).expect("a fight"));
        assert_eq!((first.opening, first.seats), (second.opening, vec![second.seats[1], second.seats[0]]));
    }

    #[test]
    fn what_makes_no_fight_is_told() {
        let error = |plan: &Plan| Fights::new(plan).map(|_| ()).expect_err("no fight");
        assert!(error(&plan(&["battletech:strong", "battletech:weak"])).contains("is no player; use strong"));
        assert!(error(&plan(&["battletech:strong,depth=3", "battletech:still"])).contains("has no options"));
        let none = Plan { field: None, ..plan(&["battletech:strong", "battletech:still"]) };
        assert!(error(&none).contains("needs a map and mechs"));
        let mut unknown = plan(&["battletech:strong", "battletech:still"]);
        unknown.field.as_mut().expect("a field").map = Piece::known("atlantis");
        assert!(error(&unknown).contains("no map \"atlantis\""));
        unknown.field.as_mut().expect("a field").map = Piece::file("atlantis", b"water\r\n");
        assert!(error(&unknown).contains("atlantis"));
    }
}
