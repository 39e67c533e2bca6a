//! Our client against a server that sends bytes as they come to its mind.

use super::house::{QUICK, SHORT, client, patient, play};
use super::raw::{HARMLESS, Raw, server};
use crate::refusing::Refusing;
use boardbots_client::desconecta4::{ConnectError, End, Mode, Player, WireError, WireLimits};
use boardbots_desconecta4::rules::Position;
use boardbots_game::two_player::TwoPlayerGame;
use boardbots_game::two_player::side::Side;
use boardbots_search::position::Position as _;
use std::net::TcpListener;
use std::sync::atomic::AtomicBool;

/// What our client says first to a ninja.
const HELLO: &[u8] = b"\x06tester1";

fn fault(end: End) -> WireError {
    match end {
        End::Fault(fault) => fault,
        other => panic!("{other}"),
    }
}

#[test]
fn a_game_as_green_byte_by_byte() {
    let (address, script) = server(|mut raw: Raw| {
        raw.expect(HELLO);
        for byte in *b"\x05ninja0" {
            raw.send(&[byte]);
        }
        let first = raw.byte();
        raw.send(b"6");
        let second = raw.byte();
        raw.send(b"7");
        raw.rest();
        [first, b'6', second]
    });
    let played = play(address, QUICK, patient());
    let moves = script.join().unwrap();
    assert_eq!(played.moves.as_bytes(), moves);
    assert_eq!(played.ours, Side::First);
    assert!(matches!(fault(played.end), WireError::Illegal(why) if why.contains("blue has no bomb on the board")));
}

#[test]
fn whole_games_against_chance() {
    for seed in 0..10 {
        let (address, script) = server(move |mut raw: Raw| {
            let mut rng = fastrand::Rng::with_seed(seed);
            raw.expect(HELLO);
            raw.send(b"\x001");
            let (mut position, mut sent) = (Position::default(), String::new());
            while position.winner().is_none() {
                let action = if position.turn() == Side::First {
                    let moves = position.moves();
                    let action = moves[rng.usize(..moves.len())];
                    raw.send(&[b'0' + action.number()]);
                    action
                } else {
                    position.parse_move(&char::from(raw.byte()).to_string()).unwrap()
                };
                sent.push_str(&action.to_string());
                position.play(action);
            }
            // Nothing is said at the end.
            assert_eq!(raw.rest(), b"");
            (sent, position.winner().flatten())
        });
        let played = play(address, QUICK, patient());
        let (sent, winner) = script.join().unwrap();
        assert_eq!((played.ours, &played.moves), (Side::Second, &sent));
        assert!(matches!(played.end, End::Decided(seen) if seen == winner));
    }
}

#[test]
fn modes_and_colours() {
    for (mode, digit, sent, ours) in [
        (Mode::Ninja, b'1', b'0', Side::First),
        (Mode::Ninja, b'1', b'1', Side::Second),
        (Mode::Player, b'0', b'0', Side::First),
        (Mode::Player, b'0', b'1', Side::Second),
        // Another copy of the original announces its own colour.
        (Mode::Peer, b'0', b'0', Side::Second),
        (Mode::Peer, b'0', b'1', Side::First),
    ] {
        let (address, script) = server(move |mut raw: Raw| {
            raw.expect(&[&HELLO[..7], &[digit]].concat());
            raw.send(&[2, 0x1b, b'x', sent]);
        });
        let client = client(address, mode, patient()).unwrap();
        assert_eq!((client.ours, client.opponent.to_string().as_str()), (ours, r"\u{1b}x"));
        script.join().unwrap();
        assert_eq!(mode.to_string().parse(), Ok(mode));
    }
    assert!("Ninja".parse::<Mode>().is_err());
}

#[test]
fn greetings_that_are_none() {
    for (bytes, due) in [
        (&b"\x80"[..], "0x80 as the length"),
        (b"\xff", "0xff as the length"),
        (b"\x01x2", "0x32 as our colour"),
        (b"\x00\x00", "0x00 as our colour"),
        (b"", "closed"),
        (b"\x7fshort", "closed"),
        (b"\x01x", "closed"),
    ] {
        let (address, script) = server(move |mut raw: Raw| {
            raw.expect(HELLO);
            raw.send(bytes);
        });
        let error = client(address, Mode::Ninja, patient()).unwrap_err().to_string();
        assert!(error.contains(due) && error.contains(&address.to_string()), "{error}");
        script.join().unwrap();
    }
}

#[test]
fn servers_that_leave_at_any_point() {
    for reset in [false, true] {
        for actions in 0..=HARMLESS.len() {
            let (address, script) = server(move |mut raw: Raw| {
                raw.expect(HELLO);
                raw.send(b"\x011");
                raw.send(b"1");
                for action in &HARMLESS[..actions] {
                    raw.send(&[*action]);
                    raw.byte();
                }
                if reset {
                    raw.reset();
                }
            });
            match client(address, Mode::Ninja, patient()) {
                Ok(client) => {
                    let played = client.play(&mut Player::new(QUICK).unwrap());
                    assert_eq!(played.plies(), 2 * actions);
                    assert!(matches!(fault(played.end), WireError::Left));
                }
                // A reset can overtake the greeting.
                Err(error) => assert!(reset && actions == 0, "{error}"),
            }
            script.join().unwrap();
        }
    }
}

#[test]
fn silence_before_and_in_a_game() {
    let limits = WireLimits { greeting: SHORT, ..patient() };
    for bytes in [&b""[..], b"\x05nin", b"\x01n"] {
        let (address, script) = server(move |mut raw: Raw| {
            raw.send(bytes);
            raw.rest();
        });
        let error = client(address, Mode::Ninja, limits).unwrap_err();
        assert!(matches!(error, ConnectError::Greeting { fault: WireError::Silent(SHORT), .. }), "{error}");
        script.join().unwrap();
    }
    let (address, script) = server(move |mut raw: Raw| {
        raw.send(b"\x01n0");
        raw.rest()
    });
    let played = play(address, QUICK, WireLimits { action: SHORT, ..patient() });
    assert_eq!(played.plies(), 1);
    assert!(matches!(fault(played.end), WireError::Silent(SHORT)));
    assert_eq!(script.join().unwrap().len(), HELLO.len() + 1);
}

#[test]
fn a_stop_ends_the_wait_for_a_greeting() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let nick = "tester".parse().unwrap();
    let stop = AtomicBool::new(true);
    let error = boardbots_client::desconecta4::Client::connect(
        "127.0.0.1",
        address.port(),
        (&nick, Mode::Ninja),
        patient(),
        &stop,
    );
    assert!(matches!(error, Err(ConnectError::Greeting { fault: WireError::Stopped, .. })));
}

#[test]
fn servers_that_are_not_there() {
    let server = Refusing::new();
    let error = client(server.addr, Mode::Ninja, patient()).unwrap_err();
    assert!(matches!(error, ConnectError::Unreached { .. }), "{error}");
    assert!(error.to_string().contains(&server.addr.to_string()));
    // Names under .invalid never exist.
    let nick = "tester".parse().unwrap();
    let stop = AtomicBool::new(false);
    let connect = boardbots_client::desconecta4::Client::connect;
    let error = connect("server.invalid", 5127, (&nick, Mode::Ninja), patient(), &stop).unwrap_err();
    assert!(matches!(error, ConnectError::Unknown { .. }), "{error}");
}
