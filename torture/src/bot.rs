//! An honest bot: plays Vindinium, and holds the server to its word.

use crate::request::{encoded, form};
use crate::visitor::{Told, Visitor};
use serde_json::Value;
use std::time::{Duration, Instant};

/// Directions by the numbers under which databases keep them.
pub const DIRS: [&str; 5] = ["Stay", "North", "South", "East", "West"];
/// A bot that took longer than this from a state to its move is not sure that the server is to
/// blame for a turn that ran out.
const PROMPT: Duration = Duration::from_millis(300);

/// Games in which something is wrong, after which a player gives up.
pub const MOST_WRONG: u32 = 20;

/// What a bot joins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Games against house bots.
    Training,
    /// Games of four.
    Arena,
}

/// How a game went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Course {
    /// To its end.
    Finished,
    /// The server, or everybody, ended before it.
    Abandoned,
    /// Something was wrong; it is written down.
    Wrong,
}

/// Plays games until it is enough and one is finished at least.
pub fn play(mut visitor: Visitor, mode: Mode) -> u64 {
    let mut finished = 0;
    let mut wrong = 0;
    while !visitor.is_done(finished) && wrong < MOST_WRONG {
        match game(&mut visitor, mode, finished > 0) {
            Course::Finished => {
                finished += 1;
                visitor.content = true;
            }
            Course::Abandoned => {}
            Course::Wrong => wrong += 1,
        }
    }
    if finished == 0 && !visitor.house.enough.is_interrupted() {
        let remark = visitor.remark(format_args!("no {mode:?} game was finished"));
        visitor.house.ledger.unfinished(remark);
    }
    finished
}

/// What a bot knows of the game it plays.
struct Play {
    id: String,
    path: String,
    turn: u64,
    orders: Vec<(u64, u8)>,
    /// When the last state came.
    since: Instant,
    /// Whether an answer was lost on the way, so that states may have been missed.
    loose: bool,
}

/// One game; one that another can do without is left when it is enough.
fn game(visitor: &mut Visitor, mode: Mode, optional: bool) -> Course {
    let key = encoded(&visitor.name);
    let request = match mode {
        Mode::Training => form("/api/training", &format!("key={key}&turns={}", visitor.house.turns)),
        Mode::Arena => form("/api/arena", &format!("key={key}")),
    };
    let timed = mode == Mode::Training;
    let Some(told) = asked(visitor, &request, timed) else { return Course::Abandoned };
    if told.answer.status != 200 {
        let remark = visitor.remark(format_args!("join: {} {}", told.answer.status, shortened(&told.answer.text())));
        visitor.house.ledger.wrong(remark);
        visitor.house.closing.sleep(Duration::from_millis(200));
        return Course::Wrong;
    }
    let state = told.answer.json();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let id = text(&state["game"]["id"]);
    let path = format!("/api/{id}/{}/play", text(&state["token"]));
    let turn = state["game"]["turn"].as_u64().unwrap_or_default();
    let mut play = Play { id, path, turn, orders: Vec::new(), since: Instant::now(), loose: told.again };
    if state["game"]["finished"] == true {
        return end(visitor, &play, &state);
    }
    loop {
        if visitor.house.closing.is_over() || (optional && visitor.house.enough.is_over()) {
            return Course::Abandoned;
        }
        visitor.think();
        let code = fastrand::u8(0..5);
        let prompt = play.since.elapsed() < PROMPT;
        let request = form(&play.path, &format!("dir={}", DIRS[usize::from(code)]));
        let Some(told) = asked(visitor, &request, timed) else { return Course::Abandoned };
        play.loose |= told.again;
        if told.answer.status != 200 {
            match refused(visitor, &play, &told, prompt) {
                Some(course) => return course,
                None => continue,
            }
        }
        let state = told.answer.json();
        play.since = Instant::now();
        play.orders.push((play.turn, code));
        check(visitor, &play, &state, code);
        if state["game"]["finished"] == true {
            return end(visitor, &play, &state);
        }
        play.turn = state["game"]["turn"].as_u64().unwrap_or_default();
    }
}

/// Asks; in games of four the answer waits for others.
fn asked(visitor: &mut Visitor, request: &str, timed: bool) -> Option<Told> {
    if timed { visitor.ask(request) } else { visitor.ask_untimed(request) }
}

/// A move was refused; `None` if it is to be sent again.
fn refused(visitor: &Visitor, play: &Play, told: &Told, prompt: bool) -> Option<Course> {
    let ledger = &visitor.house.ledger;
    let text = told.answer.text();
    let remark = visitor.remark(format_args!("game {}, turn {}: {text}", play.id, play.turn));
    let says = |part: &str| text.contains(part);
    if says("Time out") {
        // An answer that was lost on the way leaves nobody to blame but the way.
        if prompt && !play.loose {
            ledger.late(remark);
        }
        return Some(Course::Wrong);
    }
    if says("finished") && play.loose {
        ledger.finished(&play.id, None, Vec::new());
        return Some(Course::Finished);
    }
    if (says("not supposed") || says("Not your turn")) && play.loose {
        visitor.house.closing.sleep(Duration::from_millis(50));
        return None;
    }
    if told.answer.status == 404 && says("Unknown game") && (visitor.house.mortal || play.loose) {
        return Some(Course::Abandoned);
    }
    if says("not supposed") || says("Not your turn") || says("finished") {
        ledger.stolen(remark);
    } else {
        ledger.wrong(format!("{} {}", told.answer.status, shortened(&remark)));
    }
    Some(Course::Wrong)
}

/// Whether a state follows from the one before and the own move.
fn check(visitor: &Visitor, play: &Play, state: &Value, code: u8) {
    let ledger = &visitor.house.ledger;
    let (turn, most) = (state["game"]["turn"].as_u64(), state["game"]["maxTurns"].as_u64());
    let finished = state["game"]["finished"] == true;
    let right = turn == Some(play.turn + 4) || (finished && turn.is_some() && turn <= most && turn > Some(play.turn));
    if !play.loose && !right {
        ledger.stolen(visitor.remark(format_args!("game {}: turn {turn:?} after {}", play.id, play.turn)));
    } else if !play.loose && state["hero"]["lastDir"] != DIRS[usize::from(code)] {
        let crashed = &state["hero"]["crashed"];
        let dir = &state["hero"]["lastDir"];
        ledger.stolen(visitor.remark(format_args!(
            "game {}, turn {}: {dir} instead of {}, crashed {crashed}",
            play.id,
            play.turn,
            DIRS[usize::from(code)]
        )));
    }
    if !play.path.ends_with(&format!("/{}/play", state["token"].as_str().unwrap_or_default())) {
        ledger.wrong(visitor.remark(format_args!("game {}: another token than the own", play.id)));
    }
}

fn end(visitor: &Visitor, play: &Play, state: &Value) -> Course {
    let orders = if play.loose { Vec::new() } else { play.orders.clone() };
    visitor.house.ledger.finished(&play.id, state["game"]["turn"].as_u64(), orders);
    Course::Finished
}

/// The beginning of a text.
pub fn shortened(text: &str) -> String {
    text.chars().take(160).collect()
}
