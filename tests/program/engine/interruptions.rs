//! What happens while a search goes on.

use crate::engine::talk::{Info, PATIENCE, Talk, best, program, unread, wait};
use std::io::{BufRead, BufReader, ErrorKind, Read, Write, pipe};
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;
use std::time::{Duration, Instant};

/// A conversation in which a search without end has come to depth 3.
fn thinking(mut talk: Talk) -> Talk {
    talk.say("go infinite");
    talk.until("info depth 3 ");
    talk
}

fn both() -> [Talk; 2] {
    [Talk::within("desconecta4"), Talk::with("desconecta4")].map(thinking)
}

#[test]
fn stop_brings_the_move_of_the_last_whole_iteration() {
    for mut talk in both() {
        talk.until("info depth 4 ");
        talk.say("stop");
        let mut heard = talk.until("bestmove ");
        let best = best(&heard);
        heard.pop();
        if let Some(last) = heard.last() {
            assert_eq!(Info::read(last).line[0], best);
        }
        assert!(talk.ask("stop").is_empty(), "nothing to stop");
        assert_eq!(talk.go("go depth 3").1.depth, 3);
        talk.say("quit");
        assert!(talk.end().is_empty());
    }
}

#[test]
fn lines_right_behind_stop_do_not_come_too_early() {
    for mut talk in both() {
        talk.send(b"stop\nposition startpos moves 0010203\ngo\nposition startpos\n");
        let heard = talk.until("bestmove none");
        let others: Vec<_> = heard.iter().filter(|line| !line.starts_with("info depth")).collect();
        assert_eq!(others.len(), 3, "{heard:?}");
        assert_eq!(others[1], "info string the game has ended, won by blue");
        talk.say("quit");
        assert!(talk.end().is_empty());
    }
}

#[test]
fn it_is_ready_while_it_thinks_and_refuses_what_must_wait() {
    for mut talk in both() {
        for _ in 0..3 {
            assert!(talk.ask("").is_empty());
        }
        for line in [
            "position startpos moves 3",
            "ucinewgame",
            "setoption name Depth value 3",
            "setoption name Threads value 2",
        ] {
            let heard = talk.ask(line);
            assert_eq!(heard, ["info string error: not while thinking; send stop and wait for bestmove"], "{line}");
        }
        assert_eq!(talk.ask("castle").len(), 1);
        assert_eq!(talk.ask("d").len(), 10);
        assert_eq!(talk.ask("uci").last().map(String::as_str), Some("uciok"));
        talk.say("stop");
        talk.until("bestmove ");
        assert_eq!(talk.ask("d")[8], "round 1: green to move", "nothing was changed");
        talk.say("quit");
        talk.end();
    }
}

#[test]
fn a_flood_is_answered_line_by_line() {
    for mut talk in both() {
        // More than a pipe holds of answers, read only later.
        talk.send("isready\nnonsense\n".repeat(2000).as_bytes());
        talk.say("stop");
        let heard = talk.until("bestmove ");
        let count = |start: &str| heard.iter().filter(|line| line.starts_with(start)).count();
        assert_eq!((count("readyok"), count("info string error: no command")), (2000, 2000));
        talk.say("quit");
        talk.end();
    }
}

#[test]
fn a_finished_search_without_end_keeps_its_move_back() {
    let mut talk = Talk::within("tron");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tiny.map");
    std::fs::write(&path, "tiny\n4  1 1  2 2\n0 0 0 0\n0 1 3 0\n0 1 1 0\n0 0 0 0\n").expect("a file");
    assert!(talk.ask(&format!("setoption name Map value {}", path.display())).is_empty());
    // The end is seen at once.
    talk.say("go infinite");
    talk.until("info depth ");
    for _ in 0..20 {
        assert!(talk.ask("").is_empty());
    }
    talk.say("stop");
    let heard = talk.until("bestmove ");
    assert_eq!(best(&heard), "3");
    talk.say("quit");
    talk.end();
}

#[test]
fn quit_ends_a_search() {
    for mut talk in both() {
        talk.say("quit");
        talk.end();
    }
}

#[test]
fn the_end_of_the_input_ends_a_search_without_end() {
    for talk in both() {
        let rest = talk.close();
        assert_eq!(best(&rest).len(), 1, "{rest:?}");
    }
}

#[test]
fn the_end_of_the_input_ends_a_long_search_too() {
    let mut talk = Talk::with("desconecta4");
    talk.say("go depth 64");
    let rest = talk.close();
    assert_eq!(best(&rest).len(), 1, "{rest:?}");
    assert!(rest.contains(&"info string the input has ended, so does the search".to_string()), "{rest:?}");
}

#[test]
fn lines_of_a_file_get_their_answer() {
    let mut talk = Talk::with("desconecta4");
    talk.send(b"uci\nposition startpos moves 3334\ngo depth 6");
    let rest = talk.close();
    assert_eq!(Info::read(&rest[rest.len() - 2]).depth, 6);
    assert_eq!(best(&rest).len(), 1);
}

#[test]
fn a_closed_output_is_a_quiet_end() {
    for lines in ["uci\nuci\nuci\nuci\n", "go infinite\nisready\nisready\n", "go depth 64\n", "nonsense\n"] {
        let output = unread(pipe().expect("a pipe"));
        let mut child =
            program("desconecta4").stdout(output).stderr(Stdio::piped()).spawn().expect("the program starts");
        let mut input = child.stdin.take().expect("a pipe");
        // It may have ended before it is all written.
        let _ = input.write_all(lines.as_bytes());
        let mut errors = child.stderr.take().expect("a pipe");
        assert_eq!(wait(child), Some(0), "{lines}");
        let mut said = String::new();
        errors.read_to_string(&mut said).expect("text");
        assert_eq!(said, "", "{lines}");
        drop(input);
    }
}

/// What keeps the conversation above from an answer that is taken and never read, after
/// which the program would rightly wait for the next line.
#[test]
fn an_output_is_unread_once_its_last_reader_has_gone() {
    let (reader, writer) = pipe().expect("a pipe");
    let (another, gone) = (reader.try_clone().expect("another reader"), Arc::new(AtomicBool::new(false)));
    let leaves = Arc::clone(&gone);
    let thread = thread::spawn(move || {
        thread::sleep(Duration::from_millis(50));
        leaves.store(true, SeqCst);
        drop(another);
    });
    let mut writer = unread((reader, writer));
    assert!(gone.load(SeqCst));
    assert_eq!(writer.write(b"\n").map_err(|error| error.kind()), Err(ErrorKind::BrokenPipe));
    thread.join().expect("no panic");
}

#[test]
fn an_output_that_closes_in_between_ends_it_with_the_next_answers() {
    for line in ["isready\n", "nonsense\n", "go depth 1\n"] {
        let mut child = program("desconecta4").spawn().expect("the program starts");
        let mut input = child.stdin.take().expect("a pipe");
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        input.write_all(b"isready\n").expect("the program reads");
        let mut answer = String::new();
        output.read_line(&mut answer).expect("text");
        assert_eq!(answer, "readyok\n");
        drop(output);
        // The first may still be answered, as long as a process that is being started has a copy
        // of the output.
        let began = Instant::now();
        while input.write_all(line.as_bytes()).is_ok() {
            assert!(began.elapsed() < PATIENCE, "{line} is answered though nobody reads");
            thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(wait(child), Some(0), "{line}");
    }
}

#[test]
fn every_go_is_answered_once() {
    // What is said until the choice comes, and what brings it if it has to be asked for.
    let lines = [
        ("go nodes 1000", ""),
        ("go movetime 0", ""),
        ("go movetime -7", ""),
        ("go movetime 5 infinite", ""),
        ("go depth 0", ""),
        ("go depth", ""),
        ("go depth 2 depth x nonsense", ""),
        ("go infinite depth 2", ""),
        ("go wtime -1 btime soon", ""),
        ("go searchmoves 3 4 mate 2 perft 3", ""),
        ("go mate 1", ""),
        ("go p1time 9 p2time 9", ""),
        ("go depth 2 \u{e9}\u{1f}", ""),
        ("go infinite", "stop"),
        ("go infinite", "ponderhit"),
        ("go infinite infinite", "stop"),
        ("go ponder", "stop"),
        ("go ponder depth 2", "ponderhit"),
        ("go ponder movetime 0", "ponderhit"),
        ("go ponder wtime 1 btime 1", "ponderhit"),
        ("go ponder infinite nodes 1", "stop"),
        ("go infinite", "go depth 1"),
        ("go ponder", "go depth 1"),
    ];
    for (game, _) in boardbots_catalog::parts::<boardbots_catalog::Converse>() {
        let mut talk = Talk::with(game);
        // A depth that takes no time, in games with one.
        talk.ask("setoption name Depth value 2");
        for (line, then) in lines {
            talk.say(line);
            if !then.is_empty() {
                // It is still kept back.
                assert!(talk.ask("").iter().all(|line| !line.starts_with("bestmove")), "{game}: {line}");
                talk.say(then);
            }
            let heard = talk.until("bestmove ");
            assert_ne!(best(&heard), "none", "{game}: {line}");
            if then.starts_with("go") {
                talk.until("bestmove ");
            }
            for idle in ["stop", "ponderhit"] {
                assert!(talk.ask(idle).is_empty(), "{game}: {line}: no second answer");
            }
        }
        assert_eq!(talk.ask("isready nodes"), ["info string error: isready stands alone, without \"nodes\""]);
        let heard = talk.ask("go ponder perft 5");
        assert!(heard.iter().any(|line| line == "info string go skips perft, 5"), "{game}: {heard:?}");
        assert!(best(&talk.close()) != "none");
    }
}
