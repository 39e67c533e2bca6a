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
    /// The server ended before it, or all players had to leave.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::Ledger;
    use crate::link::Link;
    use crate::stop::Stop;
    use crate::visitor::House;
    use serde_json::json;
    use std::io::{Read, Write};
    use std::net::TcpListener;
    use std::sync::Arc;
    use std::thread;

    /// A state of a game of two rounds.
    fn state(turn: u64, dir: &str) -> (u16, String) {
        let game = json!({ "id": "abcdefgh", "turn": turn, "maxTurns": 8, "finished": turn == 8 });
        (200, json!({ "game": game, "hero": { "lastDir": dir, "crashed": false }, "token": "t" }).to_string())
    }

    /// What a bot writes down of a server that answers in this way; it says `*` for the direction
    /// that the bot has just sent.
    fn told(answers: Vec<(u16, String)>) -> Ledger {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let link = Link::home(listener.local_addr().expect("an address"), 1);
        let server = thread::spawn(move || {
            let (mut stream, _) = listener.accept().expect("a bot");
            for (status, body) in answers {
                let mut request = [0; 4096];
                let count = stream.read(&mut request).expect("a request");
                let request = String::from_utf8_lossy(&request[..count]).into_owned();
                let dir = request.rsplit_once("dir=").map_or("", |(_, dir)| dir);
                let body = body.replace('*', dir);
                let length = body.len();
                write!(stream, "HTTP/1.1 {status} X\r\nRetry-After: 0\r\nContent-Length: {length}\r\n\r\n{body}")
                    .expect("sent");
            }
        });
        let ledger = Ledger::default();
        let stop = Stop::new(Arc::default());
        let house = House {
            ledger: ledger.clone(),
            enough: stop.part(None),
            closing: stop.part(None),
            mortal: false,
            patience: Duration::from_secs(20),
            thinking: (0, 1),
            turns: 2,
            rival: None,
        };
        let course = game(&mut Visitor::new(house, "bot".into(), link), Mode::Training, false);
        server.join().expect("all was asked for");
        let clean = ledger.book().stolen == 0 && ledger.book().late == 0 && ledger.book().wrongs == 0;
        assert_eq!(course == Course::Finished, clean || ledger.book().games.contains_key("abcdefgh"));
        ledger
    }

    #[test]
    fn a_game_is_written_down_as_it_was_told() {
        let ledger = told(vec![state(0, ""), (503, "the disk is full".into()), state(4, "*"), state(8, "*")]);
        let book = ledger.book();
        let game = &book.games["abcdefgh"];
        assert_eq!((game.turns, game.orders.len(), game.orders[1].0), (Some(8), 2, 4));
        assert_eq!((book.stolen, book.late, book.wrongs), (0, 0, 0), "{:?}", book.remarks);
    }

    #[test]
    fn another_hand_and_lost_turns_are_found() {
        let counts = |answers| {
            let ledger = told(answers);
            let book = ledger.book();
            (book.stolen, book.late, book.wrongs)
        };
        let text = |text: &str| (400, format!("Vindinium - {text}"));
        assert_eq!(counts(vec![state(0, ""), state(4, "Nowhere"), state(8, "*")]), (1, 0, 0), "another order");
        assert_eq!(counts(vec![state(0, ""), state(8, "*")]), (0, 0, 0), "an early end");
        assert_eq!(counts(vec![state(0, ""), state(3, "*"), text("The game is finished")]), (2, 0, 0));
        assert_eq!(counts(vec![state(0, ""), text("Wait, you're not supposed to play now")]), (1, 0, 0));
        assert_eq!(counts(vec![state(0, ""), text("Time out! You must play faster")]), (0, 1, 0));
        assert_eq!(counts(vec![state(0, ""), (404, "Vindinium - Wrong or expired token".into())]), (0, 0, 1));
    }
}
