//! Our server against a client that sends bytes as they come to its mind.

use super::house::{House, SHORT, ninja, patient};
use super::raw::{HARMLESS, Raw};
use boardbots_client::desconecta4::{Client, End, LEVELS, Server, WireError, WireLimits};
use boardbots_desconecta4::rules::Position;
use boardbots_game::two_player::TwoPlayerGame;
use boardbots_game::two_player::side::Side;
use boardbots_search::position::Position as _;
use std::net::Shutdown;

/// What a ninja of level 1 answers to a greeting, with the client's colour.
const GREEN: &[u8] = b"\x0bboardbots-10";
const BLUE: &[u8] = b"\x0bboardbots-11";

/// A client that has been greeted by a server that plays blue.
fn greeted(house: &House) -> Raw {
    let mut raw = Raw::connect(house.address);
    raw.send(b"\x03raw1");
    raw.expect(GREEN);
    raw
}

fn illegal(house: &House) -> String {
    let visit = house.visit();
    match visit.played.end {
        End::Fault(WireError::Illegal(why)) => why,
        other => panic!("{other}"),
    }
}

#[test]
fn the_greeting_byte_by_byte() {
    // A ninja, and another machine: we are both.
    for mode in [b'1', b'0'] {
        let house = House::open(ninja());
        let mut raw = Raw::connect(house.address);
        for byte in [5, b'A', b'n', 0xff, b'\n', b'!', mode] {
            raw.send(&[byte]);
        }
        raw.expect(GREEN);
        raw.send(b"3");
        assert!((b'0'..=b'6').contains(&raw.byte()));
        drop(raw);
        let visit = house.visit();
        assert_eq!(visit.client.to_string(), r"An\xff\n!");
        assert!(matches!(visit.played.end, End::Fault(WireError::Left)));
        assert_eq!((visit.played.moves.len(), &visit.played.moves[..1]), (2, "3"));
    }
}

#[test]
fn a_server_that_plays_green_begins() {
    for level in &LEVELS {
        let house = House::open(Server { level, ours: Side::First, ..ninja() });
        let mut raw = Raw::connect(house.address);
        raw.send(b"\x001");
        let mut due = BLUE.to_vec();
        due[11] = b'0' + level.number;
        raw.expect(&due);
        assert!((b'0'..=b'6').contains(&raw.byte()));
    }
}

#[test]
fn whole_games_against_chance() {
    let mut rng = fastrand::Rng::with_seed(1);
    for ours in Side::ALL {
        let house = House::open(Server { ours, ..ninja() });
        for _ in 0..10 {
            let mut raw = Raw::connect(house.address);
            raw.send(b"\x06chance1");
            raw.expect(if ours == Side::Second { GREEN } else { BLUE });
            let mut position = Position::default();
            let mut sent = String::new();
            while position.winner().is_none() {
                let action = if position.turn() == ours {
                    position.parse_move(&char::from(raw.byte()).to_string()).unwrap()
                } else {
                    let moves = position.moves();
                    let action = moves[rng.usize(..moves.len())];
                    raw.send(&[b'0' + action.number()]);
                    action
                };
                sent.push_str(&action.to_string());
                position.play(action);
            }
            // Nothing is said at the end.
            assert_eq!(raw.rest(), b"");
            drop(raw);
            let visit = house.visit();
            assert_eq!(visit.played.moves, sent);
            assert!(matches!(visit.played.end, End::Decided(winner) if Some(winner) == position.winner()));
        }
    }
}

#[test]
fn the_last_action_arrives_whatever_else_was_sent() {
    // The client is about to lose to whatever it does itself; what it sends beyond the end
    // is in the way of a close that is not careful.
    let house = House::open(Server { limits: WireLimits { plies: 2, ..patient() }, ..ninja() });
    for _ in 0..50 {
        let mut raw = greeted(&house);
        raw.send(b"3all this is not read at all");
        assert_eq!(raw.rest().len(), 1);
        drop(raw);
        assert!(matches!(house.visit().played.end, End::Plies));
    }
}

#[test]
fn actions_that_are_none_end_the_game_and_not_the_server() {
    let house = House::open(ninja());
    for (bytes, due) in [
        (&b"8"[..], "\"8\" is no action; there are 0 1 2 3 4 5 6"),
        (b"9", "\"9\" is no action"),
        (b"7", "green has no bomb on the board"),
        (b"\n", "byte 0x0a is none"),
        (b"\xff", "byte 0xff is none"),
        (b"\0", "byte 0x00 is none"),
        (b"a", "byte 0x61 is none"),
    ] {
        let mut raw = greeted(&house);
        raw.send(bytes);
        assert_eq!(raw.rest(), b"");
        let why = illegal(&house);
        assert!(why.contains(due), "{why}");
    }
    // A full column, sent without waiting for answers.
    let mut raw = greeted(&house);
    raw.send(&[b'0'; 8]);
    raw.rest();
    let visit = house.visit();
    assert!(matches!(visit.played.end, End::Decided(Some(Side::Second)) | End::Fault(WireError::Illegal(_))));
    drop(greeted(&house));
}

#[test]
fn greetings_that_are_none_are_no_games() {
    let house = House::open(Server { limits: WireLimits { greeting: SHORT, ..patient() }, ..ninja() });
    let cases: [&[u8]; 8] = [b"", b"\x05", b"\x05Ana", b"\x03Ana", b"\x03Ana2", b"\x03Ana\x01", b"\x80", b"\xffx1"];
    for bytes in cases {
        let mut raw = Raw::connect(house.address);
        raw.send(bytes);
        assert_eq!(raw.rest(), b"", "{bytes:?}");
    }
    assert!(house.visits.try_recv().is_err());
}

#[test]
fn nicks_of_any_length() {
    let house = House::open(ninja());
    for length in 0..=127_u8 {
        let mut raw = Raw::connect(house.address);
        raw.send(&[&[length][..], &vec![length; length.into()], b"1"].concat());
        raw.expect(GREEN);
        drop(raw);
        assert_eq!(house.visit().client.bytes(), vec![length; length.into()]);
    }
}

#[test]
fn silence_ends_a_game() {
    let house = House::open(Server { limits: WireLimits { action: SHORT, ..patient() }, ..ninja() });
    let mut raw = Raw::connect(house.address);
    raw.send(b"\x03raw13");
    raw.expect(GREEN);
    assert_eq!(raw.rest().len(), 1);
    let visit = house.visit();
    assert!(matches!(visit.played.end, End::Fault(WireError::Silent(SHORT))));
    assert_eq!(visit.played.plies(), 2);
}

#[test]
fn clients_that_leave_at_any_point() {
    let house = House::open(ninja());
    let whole = b"\x03raw1";
    for reset in [false, true] {
        for length in 0..whole.len() {
            let mut raw = Raw::connect(house.address);
            raw.send(&whole[..length]);
            if reset {
                raw.reset();
            }
        }
        for actions in 0..=HARMLESS.len() {
            let mut raw = greeted(&house);
            for action in &HARMLESS[..actions] {
                raw.send(&[*action]);
                raw.byte();
            }
            if reset {
                raw.reset();
            } else {
                drop(raw);
            }
            let visit = house.visit();
            assert!(matches!(visit.played.end, End::Fault(WireError::Left)), "{}", visit.played.end);
            assert_eq!(visit.played.plies(), 2 * actions);
        }
    }
    drop(greeted(&house));
}

#[test]
fn a_client_that_closes_its_own_end_still_hears_the_answer() {
    let house = House::open(ninja());
    let mut raw = greeted(&house);
    raw.send(b"3");
    raw.0.shutdown(Shutdown::Write).unwrap();
    assert_eq!(raw.rest().len(), 1);
    assert!(matches!(house.visit().played.end, End::Fault(WireError::Left)));
}

#[test]
fn so_many_games_and_no_more() {
    let mut house = House::open(Server { games: Some(2), ..ninja() });
    // What is no game does not count.
    let mut raw = Raw::connect(house.address);
    raw.send(b"\x80");
    raw.rest();
    let (first, second) = (greeted(&house), greeted(&house));
    drop((first, second));
    let mut numbers = [house.visit().number, house.visit().number];
    numbers.sort_unstable();
    assert_eq!(numbers, [1, 2]);
    house.ended();
}

#[test]
fn who_comes_to_a_full_house_waits() {
    let house = House::open(Server { at_once: 1, ..ninja() });
    let first = greeted(&house);
    let mut second = Raw::connect(house.address);
    second.send(b"\x03raw1");
    drop(first);
    second.expect(GREEN);
}

#[test]
fn a_closing_house_lets_games_end() {
    let mut house = House::open(ninja());
    let mut playing = greeted(&house);
    let mut silent = Raw::connect(house.address);
    silent.send(b"\x03ra");
    house.close();
    // No other game begins; this one goes on.
    playing.send(b"3");
    playing.byte();
    playing.send(b"8");
    assert!(illegal(&house).contains("no action"));
    house.ended();
    assert_eq!(silent.rest(), b"");
}

#[test]
fn our_client_and_a_raw_one_agree_on_colours() {
    let house = House::open(Server { ours: Side::First, ..ninja() });
    let nick = "both".parse().unwrap();
    let stop = std::sync::atomic::AtomicBool::new(false);
    let mode = boardbots_client::desconecta4::Mode::Player;
    let (host, port) = (house.address.ip().to_string(), house.address.port());
    let client = Client::connect(&host, port, (&nick, mode), patient(), &stop).unwrap();
    assert_eq!((client.ours, client.opponent.to_string().as_str()), (Side::Second, "boardbots-1"));
    assert_eq!(client.address, house.address);
}

#[test]
fn an_address_with_its_share_gets_in_although_silent_ones_hold_all_places() {
    let house = House::open(Server { at_once: 2, ..ninja() });
    let (mut first, mut second) = (greeted(&house), greeted(&house));
    // From another address of this machine.
    let socket = socket2::Socket::new(socket2::Domain::IPV4, socket2::Type::STREAM, None).unwrap();
    socket.bind(&std::net::SocketAddr::from(([127, 0, 0, 7], 0)).into()).unwrap();
    socket.connect(&house.address.into()).unwrap();
    let mut other = Raw::over(socket.into());
    other.send(b"\x05other1");
    // The second one speaks, the first one does not.
    second.send(b"3");
    second.byte();
    other.expect(GREEN);
    assert!(first.rest().is_empty());
    second.send(b"0");
    second.byte();
}
