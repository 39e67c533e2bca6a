//! The checks, one thing each.

use super::{Found, MOVE, SHOWN, SLACK, SOON, Talk};
use crate::program::fault::{ProgramLimits, how};
use boardbots_base::printable::printable;
use boardbots_game::spec::Dialect;
use boardbots_game::state::{Answer, Log};
use fastrand::Rng;
use std::time::{Duration, Instant};

/// The time in which a second answer would come.
const QUIET: Duration = Duration::from_millis(300);
/// The time for a program to end after `quit`.
const PARTING: Duration = Duration::from_secs(3);
/// Random games from which odd positions are taken.
const GAMES: u64 = 4;
/// Choices of a random game at most.
const LONGEST: usize = 400;
/// A check: its subject, the check itself, and the remedy.
pub(super) type Examined = (&'static str, fn(Talk<'_>) -> Found, &'static str);

/// The check without which no other one makes sense.
pub(super) const FIRST: &str = "a first move";

/// The checks after the greeting, in order.
pub(super) const CHECKS: &[Examined] = &[
    ("isready, also twice", ready, "answer each isready with one line readyok, at once, also before the first game"),
    ("unknown options", options, "read setoption lines and ignore those that you do not know"),
    ("unknown words and empty lines", words, "ignore lines that you do not know; print nothing about them on stdout"),
    ("flush after each line", flush, "flush stdout after each line: print(…, flush=True), fflush, endl or autoflush"),
    (FIRST, first, "after go print one line bestmove MOVE with a legal move, and flush stdout"),
    ("one answer for each go", once, "print bestmove exactly once for each go"),
    ("odd positions", odd, "read all moves after position, also long lists, passes and odd openings"),
    ("the position is the last one sent", last, "take the whole position from each position line"),
    ("go movetime", movetime, "stop thinking when movetime is over, some milliseconds before"),
    ("go with clocks", clocks, "think for a small part of your own clock: p1time if you move first, else p2time"),
    ("go depth, go nodes", depths, "answer go depth 1 and go nodes 1; without a search, ignore the number"),
    ("unknown words after go", go_words, "skip words after go that you do not know"),
    ("stop", stop, "read stdin while you think; at stop print bestmove at once"),
    ("a new game", new_game, "at uginewgame or ucinewgame forget the game before, and answer the isready after it"),
    ("nothing but the protocol on stdout", stdout, "print messages as info string …, or on stderr"),
    ("little on stderr", stderr, "log less on stderr"),
    ("quit", quit, "end at quit, with exit code 0"),
    ("the end of stdin", end_of_input, "end when stdin ends: nobody is there any more"),
];

fn ready(mut talk: Talk<'_>) -> Found {
    for _ in 0..2 {
        talk.synchronize()?;
    }
    talk.say("isready");
    talk.say("isready");
    talk.hear("readyok", SOON).and_then(|_| talk.hear("readyok", SOON)).map(drop)
}

fn options(mut talk: Talk<'_>) -> Found {
    for line in ["setoption name No Such Option value 3", "setoption name NoSuchButton", "setoption"] {
        talk.say(line);
    }
    talk.synchronize()
}

fn words(mut talk: Talk<'_>) -> Found {
    for line in ["", "   ", "xyzzy", "debug on", "register later", "ponderhit", "stop", "\u{e9}\u{4e2d}"] {
        talk.say(line);
    }
    talk.synchronize()?;
    talk.go(&talk.probe.start()?).map(drop)
}

fn first(mut talk: Talk<'_>) -> Found {
    talk.go(&talk.probe.start()?).map(drop)
}

/// An answer that comes only when stdin ends was written long before.
fn flush(mut talk: Talk<'_>) -> Found {
    if talk.go(&talk.probe.start()?).is_ok() {
        return Ok(());
    }
    talk.running.hang_up();
    match talk.hear("bestmove", SOON) {
        Ok(_) => Err("bestmove comes only when stdin ends: it stays in a buffer until then".into()),
        Err(_) => Ok(()),
    }
}

fn once(mut talk: Talk<'_>) -> Found {
    talk.go(&talk.probe.start()?)?;
    match talk.hear("bestmove", QUIET) {
        Ok(second) => Err(format!("a second answer came: bestmove {}", printable(&second, SHOWN))),
        Err(_) => Ok(()),
    }
}

/// Positions of random games: few choices, only a pass, shortly before the end.
fn odd(mut talk: Talk<'_>) -> Found {
    let go = format!("go movetime {}", MOVE.as_millis() / 10);
    for seed in 1..=GAMES {
        let (mut position, mut rng) = (talk.probe.opened(seed, 6)?, Rng::with_seed(seed));
        let mut asked = 0;
        for ply in 0..LONGEST {
            let choices = position.state.all_legal();
            let Some(choice) = rng.choice(&choices).copied() else { break };
            // All of the first moves, and then those with few choices.
            if ply < 4 || choices.len() < 3 || ply % 16 == 0 {
                talk.ask(&position, &go, MOVE + SLACK)?;
                asked += 1;
            }
            if asked > 30 {
                break;
            }
            position.state.play(Answer::Choice(choice), &mut Log::none()).map_err(|error| error.to_string())?;
        }
    }
    Ok(())
}

/// The move of one position is asked for again where it is not legal.
fn last(mut talk: Talk<'_>) -> Found {
    let before = talk.go(&talk.probe.start()?)?;
    for seed in 1..=100 {
        let (mut position, mut rng) = (talk.probe.opened(seed, 8)?, Rng::with_seed(seed));
        while position.state.parse(&before).is_ok() {
            let Some(choice) = rng.choice(position.state.all_legal()) else { break };
            position.state.play(Answer::Choice(choice), &mut Log::none()).map_err(|error| error.to_string())?;
        }
        if position.state.turn().is_some() {
            talk.go(&position)?;
            break;
        }
    }
    talk.go(&talk.probe.start()?).map(drop)
}

fn movetime(mut talk: Talk<'_>) -> Found {
    let state = talk.probe.start()?;
    for time in [0, 1, 50, 500] {
        let limit = Duration::from_millis(time) + SLACK;
        let told = |problem| format!("go movetime {time}: {problem}");
        talk.ask(&state, &format!("go movetime {time}"), limit).map_err(told)?;
    }
    Ok(())
}

fn clocks(mut talk: Talk<'_>) -> Found {
    let (first, second) = if talk.known.dialect() == Dialect::Ugi { ("p1", "p2") } else { ("w", "b") };
    for (left, bonus) in [(10_000, 100), (300, 0), (1, 0)] {
        let go = format!("go {first}time {left} {second}time {left} {first}inc {bonus} {second}inc {bonus}");
        for state in [talk.probe.start()?, talk.probe.opened(3, 3)?] {
            let limit = Duration::from_millis(left) + SLACK;
            talk.ask(&state, &go, limit).map_err(|problem| format!("{go}: {problem}"))?;
        }
    }
    Ok(())
}

fn depths(mut talk: Talk<'_>) -> Found {
    let state = talk.probe.start()?;
    for go in ["go depth 1", "go nodes 1"] {
        talk.ask(&state, go, SOON).map_err(|problem| format!("{go}: {problem}"))?;
    }
    Ok(())
}

fn go_words(mut talk: Talk<'_>) -> Found {
    let (state, go) = (talk.probe.start()?, format!("{} xyzzy 7 movestogo 9", super::go()));
    talk.ask(&state, &go, MOVE + SLACK).map_err(|problem| format!("{go}: {problem}")).map(drop)
}

fn stop(mut talk: Talk<'_>) -> Found {
    let state = talk.probe.start()?;
    talk.place(&state);
    talk.say("go infinite");
    std::thread::sleep(QUIET);
    talk.say("stop");
    talk.best(&state, SLACK).map_err(|problem| format!("go infinite, stop: {problem}"))?;
    talk.synchronize()
}

fn new_game(mut talk: Talk<'_>) -> Found {
    talk.go(&talk.probe.opened(9, 8)?)?;
    talk.say(if talk.known.dialect() == Dialect::Ugi { "uginewgame" } else { "ucinewgame" });
    talk.synchronize()?;
    talk.go(&talk.probe.start()?).map(drop)
}

fn stdout(mut talk: Talk<'_>) -> Found {
    talk.go(&talk.probe.opened(2, 4)?)?;
    let _ = talk.hear("no such word", QUIET);
    talk.garbage.first().map_or(Ok(()), |line| Err(format!("it prints: {line}")))
}

/// Bytes on stderr for a move that are too many: a log of a match would fill the disk.
const NOISE: usize = 4096;

fn stderr(mut talk: Talk<'_>) -> Found {
    talk.go(&talk.probe.start()?)?;
    talk.running.drain();
    let said = talk.running.end();
    if said.len() >= NOISE { Err(format!("more than {NOISE} bytes for one move")) } else { Ok(()) }
}

fn quit(mut talk: Talk<'_>) -> Found {
    talk.go(&talk.probe.start()?)?;
    talk.say("quit");
    ended(talk, "quit")
}

fn end_of_input(mut talk: Talk<'_>) -> Found {
    talk.running.hang_up();
    ended(talk, "the end of stdin")
}

/// It has to end now.
fn ended(mut talk: Talk<'_>, after: &str) -> Found {
    let until = Instant::now() + PARTING;
    while talk.running.next_line(until).is_ok() {}
    if !talk.running.family.ends(until) {
        return Err(format!("it goes on for more than {PARTING:?} after {after}"));
    }
    let status = talk.running.family.end();
    match status {
        Some(status) if !status.success() => Err(format!("{} after {after}", how(status, &ProgramLimits::default()))),
        _ => Ok(()),
    }
}
