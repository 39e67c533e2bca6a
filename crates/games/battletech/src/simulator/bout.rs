//! A fight of a match: two mechs, places and dice of the match's seed.

use super::brief::brief;
use super::field::Field;
use super::runner::Limits;
use super::seat;
use super::seat::Contestant;
use super::sheet::{Sheet, Sheets};
use super::story::Names;
use crate::battle::{Battle, Event, Outcome as Result_};
use crate::game::record;
use crate::situation::{self, Rule};
use boardbots_base::invalid::Invalid;
use boardbots_game::player::{Begin, NoAnswer, Player, Think};
use boardbots_game::setup::Start;
use boardbots_game::state::{Answer, Ending, Fault, GameState, Log, Outcome, Seat};
use std::io;
use std::sync::atomic::AtomicBool;

/// A fight of a match. All that a mech can be asked is asked and recorded.
#[derive(Clone)]
pub struct Bout {
    /// The battle.
    pub battle: Battle,
    map: String,
    names: Names,
    /// Answers so far.
    answers: usize,
    sheets: Sheets,
    /// How it ended, and what each mech did.
    end: Option<(Result_, Vec<Sheet>)>,
    faults: Vec<(Seat, Fault)>,
}

/// The map and the mechs of a match.
///
/// # Errors
/// They are missing, or not what they should be.
pub fn field(start: &Start<'_>) -> Result<Field, Invalid> {
    let ground = start.ground.ok_or("a match of BattleTech needs a map and mechs")?;
    serde_json::from_value(ground.clone()).map_err(|error| Invalid::new(error).at("field"))
}

impl Bout {
    /// A fight that begins so.
    ///
    /// # Errors
    /// What is wrong with the map or the mechs.
    pub fn new(start: &Start<'_>) -> Result<Self, Invalid> {
        let field = field(start)?;
        let seed = start.number("Seed")?;
        let battle = field.setup(seed, start.turns)?.battle().map_err(Invalid::new)?;
        let names = Names::of(battle.situation());
        let sheets = Sheets::of(battle.situation());
        let map = field.map_name(seed);
        let mut bout = Self { battle, map, names, answers: 0, sheets, end: None, faults: Vec::new() };
        bout.advance(&mut Log::none());
        Ok(bout)
    }

    /// Goes on until a mech is asked or the fight is over.
    fn advance(&mut self, log: &mut Log) {
        while self.end.is_none() && self.battle.due().is_none() {
            if self.battle.phase().is_some() {
                self.battle.finish();
                if self.battle.phase().is_none() {
                    self.end_turn(log);
                }
            } else if let Some(outcome) = self.battle.outcome() {
                self.end = Some((outcome, self.sheets.clone().done(outcome)));
            } else {
                self.battle.begin_turn();
            }
        }
    }

    fn end_turn(&mut self, log: &mut Log) {
        self.sheets.turn(self.battle.events());
        for event in self.battle.events() {
            // What could not be read was blamed at once; what cannot hit is only warned of.
            if let Event::Fault { mech, rule, message, .. } = event
                && !matches!(rule, Rule::Form | Rule::Hopeless)
            {
                self.faults.push((*mech, Fault::new(rule.word(), message)));
            }
        }
        log.lines(|| brief(&self.battle, &self.names).lines().map(str::to_string).collect::<Vec<_>>());
    }

    fn answered(&mut self, log: &mut Log) {
        self.answers += 1;
        self.advance(log);
    }
}

impl GameState for Bout {
    fn turn(&self) -> Option<Seat> {
        self.battle.due().map(|(mech, _)| mech)
    }

    fn play(&mut self, answer: Answer<'_>, log: &mut Log) -> Result<(), Invalid> {
        let (mech, phase) = self.battle.due().ok_or("the fight is over")?;
        let text = match answer {
            Answer::Text(text) => text,
            Answer::Choice(_) => return Err("an answer is a text".into()),
            Answer::Forfeit => {
                self.forfeit(&Fault::new(Rule::Form.word(), "no answer that could be read"), log);
                return Ok(());
            }
        };
        let name = format!("answer {}", self.answers + 1);
        let action = record::read(&name, text, phase).map_err(Invalid::new)?;
        // What the rules refuse, and what they warn of, is among the events.
        drop(self.battle.apply(mech, &action));
        self.answered(log);
        Ok(())
    }

    fn text(&self, answer: Answer<'_>) -> Option<String> {
        match answer {
            Answer::Text(text) => Some(text.to_string()),
            Answer::Forfeit => Some(record::NONE.to_string()),
            Answer::Choice(_) => None,
        }
    }

    fn recorded<'a>(&self, text: &'a str) -> Result<Answer<'a>, Invalid> {
        Ok(if text == record::NONE { Answer::Forfeit } else { Answer::Text(text) })
    }

    fn forfeit(&mut self, fault: &Fault, log: &mut Log) -> bool {
        let Some((mech, _)) = self.battle.due() else { return false };
        self.battle.forfeit(mech, &situation::Fault::new(Rule::Form, &fault.detail));
        self.answered(log);
        true
    }

    fn faults(&mut self) -> Vec<(Seat, Fault)> {
        std::mem::take(&mut self.faults)
    }

    fn introduction(&self) -> Vec<String> {
        let mechs = 0..self.battle.situation().mechs.len();
        let seat = |mech: usize| format!("seat {}: {}", mech + 1, self.names.long(mech));
        [format!("map {}", self.map)].into_iter().chain(mechs.map(seat)).collect()
    }

    fn length(&self) -> u32 {
        self.battle.turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        let (outcome, sheets) = self.end.as_ref()?;
        let place = |mech: usize| 1 + u8::from(outcome.winner.is_some_and(|winner| winner != mech));
        Some(Outcome {
            winners: outcome.winner.into_iter().collect(),
            places: (0..sheets.len()).map(place).collect(),
            scores: sheets.iter().map(|sheet| sheet.dealt.into()).collect(),
            ending: if outcome.limit { Ending::Limit } else { Ending::Rules },
            reason: "mech.over.last",
        })
    }

    fn copy(&self) -> Box<dyn GameState> {
        Box::new(self.clone())
    }
}

/// A player in a fight of a match.
pub struct Caller {
    contestant: Contestant,
    limits: Limits,
    seat: Option<seat::Seat>,
    text: String,
}

impl Caller {
    /// This contestant; a program has so much time and memory for each call.
    #[must_use]
    pub const fn new(contestant: Contestant, limits: Limits) -> Self {
        Self { contestant, limits, seat: None, text: String::new() }
    }
}

/// What a failure of the machine means.
fn broken(error: &io::Error) -> NoAnswer {
    match error.kind() {
        io::ErrorKind::Interrupted => NoAnswer::Stopped,
        _ => NoAnswer::Broken(Invalid::new(error)),
    }
}

impl Player for Caller {
    fn begin(&mut self, begin: &Begin<'_>) -> Result<(), NoAnswer> {
        // A player remembers a fight, and fights do not depend on each other.
        let seat = seat::Seat::new(&self.contestant, begin.seat, self.limits);
        self.seat = Some(seat.map_err(|error| broken(&error))?);
        Ok(())
    }

    fn ready(&mut self, _: &Begin<'_>, _: &AtomicBool) -> Result<(), NoAnswer> {
        self.contestant.try_start().map_err(|error| broken(&error))
    }

    fn decide(&mut self, state: &dyn GameState, think: Think<'_>) -> Result<Answer<'_>, NoAnswer> {
        let bout = state.of::<Bout>().ok_or_else(Fault::unfit)?;
        let (_, phase) = bout.battle.due().ok_or_else(Fault::unfit)?;
        let seat = self.seat.as_mut().ok_or_else(Fault::unfit)?;
        let before = seat.clock;
        let answer = seat.answer(&bout.battle, phase, think.quit).map_err(|error| broken(&error))?;
        let after = seat.clock;
        let action = answer.map_err(|fault| {
            let late = (after.late > before.late).then_some("late");
            let greedy = (after.greedy > before.greedy).then_some("memory");
            Fault::new(late.or(greedy).unwrap_or(fault.rule.word()), fault.message)
        })?;
        self.text = record::write(&action);
        Ok(Answer::Text(&self.text))
    }
}
