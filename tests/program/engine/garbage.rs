//! Input that is none.

use crate::engine::talk::Talk;
use boardbots_base::lines::MAX_BYTES;

#[test]
fn bytes_that_are_no_line_are_answered_once() {
    for mut talk in [Talk::within("desconecta4"), Talk::with("desconecta4")] {
        let mut long = b"position startpos moves ".to_vec();
        long.resize(3 * MAX_BYTES, b'3');
        for (bytes, part) in [
            (&long[..], "at most 65536 bytes"),
            (b"isready\xff", "byte 8 of the line is not UTF-8"),
            (b"\xc3\x28", "byte 1 of the line is not UTF-8"),
            (b"go\0depth 3", "byte 3 of the line is NUL"),
            (b"\0", "byte 1 of the line is NUL"),
        ] {
            talk.send(bytes);
            let heard = talk.ask("\nuci");
            assert!(heard[0].starts_with("info string error: ") && heard[0].contains(part), "{heard:?}");
            assert!(heard[1].starts_with("id name "), "{heard:?}");
        }
        talk.send(b"isready");
        assert_eq!(talk.close(), ["readyok"], "a last line without its end counts");
    }
}

#[test]
fn answers_are_short_and_printable_whatever_was_sent() {
    let mut talk = Talk::within("desconecta4");
    let long = "7".repeat(60_000);
    for line in [
        "\u{1b}[2J\u{1b}[31mred".to_string(),
        format!("setoption name {long} value 1"),
        format!("setoption name Judge value {long}\u{7}"),
        format!("position cells {long} 1 1"),
        format!("position cells 0 {long} 1"),
        format!("position startpos moves {long}"),
        format!("go depth 1 {long}\u{7}"),
        format!("{long} \u{85}\u{2028}"),
    ] {
        let mut heard = talk.ask(&line);
        heard.retain(|line| !line.starts_with("bestmove"));
        let [error] = &heard[..] else { panic!("{heard:?}") };
        let starts = ["info string error: ", "info string go skips "];
        assert!(starts.iter().any(|start| error.starts_with(start)), "{error}");
        assert!(error.chars().count() < 500 && !error.chars().any(char::is_control), "{error}");
    }
    // Every go has its answer, before or after the next line.
    let searched = |line: &String| line.starts_with("info depth ") || line.starts_with("bestmove ");
    assert!(talk.close().iter().all(searched));
}

#[test]
fn noise_does_no_harm() {
    let mut rng = fastrand::Rng::with_seed(7);
    let words = ["go", "depth", "position", "startpos", "cells", "moves", "name", "setoption", "value", "d", "\0", "3"];
    for mut talk in [Talk::within("desconecta4"), Talk::with("desconecta4")] {
        for _ in 0..300 {
            let line: Vec<u8> = match rng.u8(0..3) {
                0 => (0..rng.usize(..80)).map(|_| rng.u8(..)).collect(),
                1 => (0..rng.usize(..8))
                    .flat_map(|_| [rng.choice(words).unwrap_or("go"), " "].concat().into_bytes())
                    .collect(),
                _ => format!("position startpos moves {}", rng.u64(..)).into_bytes(),
            };
            talk.send(&line);
            talk.send(b"\n");
        }
        talk.say("stop");
        talk.say("position startpos");
        talk.say("finished");
        // Whatever was thought about before.
        talk.until("info string error: no command \"finished\"");
        let (best, info) = talk.go("go depth 3");
        assert_eq!((best.len(), info.depth), (1, 3));
        talk.say("quit");
        assert!(talk.end().is_empty());
    }
}
