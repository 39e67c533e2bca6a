//! Whatever comes over the wire, both sides come through it.

use super::house::{House, QUICK, SHORT, client, ninja, patient};
use super::raw::{Raw, server};
use boardbots_client::desconecta4::{Mode, Player, Server, WireLimits};
use boardbots_desconecta4::rules::Position;
use boardbots_game::two_player::TwoPlayerGame;
use boardbots_game::two_player::side::Side;
use boardbots_search::position::Position as _;
use fastrand::Rng;
use std::io::Write;

/// Limits that end a wait for bytes that never come.
fn hasty() -> WireLimits {
    WireLimits { greeting: SHORT, action: SHORT, parting: SHORT, ..patient() }
}

/// Bytes that often, but not always, make sense.
fn nonsense(rng: &mut Rng, greeting: &[u8]) -> Vec<u8> {
    let mut bytes = if rng.bool() { greeting.to_vec() } else { Vec::new() };
    let length = rng.usize(..300);
    let digits = rng.u8(..4);
    bytes.extend((0..length).map(|_| if rng.u8(..4) < digits { b'0' + rng.u8(..9) } else { rng.u8(..) }));
    bytes
}

/// All actions of a game are legal up to where it ended.
fn checked(moves: &str) {
    let mut position = Position::default();
    for digit in moves.chars() {
        position.play(position.parse_move(&digit.to_string()).unwrap());
    }
}

#[test]
fn clients_that_send_anything() {
    let mut rng = Rng::with_seed(20);
    let house = House::open(Server { limits: hasty(), at_once: 4, ..ninja() });
    for _ in 0..300 {
        let mut raw = Raw::connect(house.address);
        // The server may have had enough before the last byte.
        let _ = raw.0.write_all(&nonsense(&mut rng, b"\x03abc1"));
        match rng.u8(..3) {
            0 => raw.reset(),
            1 => drop(raw),
            _ => drop(raw.rest()),
        }
    }
    // It still plays. On a machine that is busy its short patience can end before our bytes
    // come.
    loop {
        let mut raw = Raw::connect(house.address);
        raw.send(b"\x04last1333");
        raw.rest();
        drop(raw);
        let mut last = house.visits.try_iter().inspect(|visit| {
            assert!(!visit.client.to_string().chars().any(char::is_control));
            checked(&visit.played.moves);
        });
        if last.any(|visit| visit.client.bytes() == b"last" && visit.played.plies() > 1) {
            break;
        }
    }
}

#[test]
fn servers_that_send_anything() {
    let mut rng = Rng::with_seed(21);
    let mut player = Player::new(QUICK).unwrap();
    let mut games = 0;
    for _ in 0..200 {
        let greeting = [b"\x03abc0", b"\x03abc1"][rng.usize(..2)];
        let bytes = nonsense(&mut rng, greeting);
        let way = rng.u8(..3);
        let (address, script) = server(move |mut raw: Raw| {
            // The client may have had enough before the last byte.
            let _ = raw.0.write_all(&bytes);
            match way {
                0 => raw.reset(),
                1 => drop(raw),
                _ => drop(raw.rest()),
            }
        });
        if let Ok(client) = client(address, Mode::Ninja, hasty()) {
            assert!(Side::ALL.contains(&client.ours));
            let played = client.play(&mut player);
            checked(&played.moves);
            games += 1;
        }
        script.join().unwrap();
    }
    assert!(games > 20, "{games}");
}
