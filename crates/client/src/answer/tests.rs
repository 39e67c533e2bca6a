use super::*;
use boardbots_vindinium::map;
use boardbots_vindinium::notation::Game as Shown;

fn name(status: u16, body: &str) -> String {
    match classify(&Head { status, ..Head::default() }, body.as_bytes()) {
        Classified::State(_) => "state".into(),
        Classified::NotYourTurn => "not your turn".into(),
        Classified::TimedOut => "timed out".into(),
        Classified::Finished => "finished".into(),
        Classified::KeyRejected => "key rejected".into(),
        Classified::NotFound(text) => format!("not found: {text}"),
        Classified::Refused(status, text) => format!("refused {status}: {text}"),
        Classified::Fault(fault) => format!("fault: {fault:?}"),
        Classified::Left => "left".into(),
    }
}

#[test]
fn the_original_s_texts() {
    for (status, body, due) in [
        (400, "Vindinium - Key not found", "key rejected"),
        (400, "Vindinium - Wait, you're not supposed to play now", "not your turn"),
        (400, "Vindinium - Not your turn to move", "not your turn"),
        (400, "Vindinium - Time out! You must play faster", "timed out"),
        (400, "Vindinium - The game is finished", "finished"),
        (404, "Vindinium - Unknown game abcdefgh", "not found: Vindinium - Unknown game abcdefgh"),
        (404, "Vindinium - Wrong or expired token", "not found: Vindinium - Wrong or expired token"),
        (400, "Did you forget the key parameter?", "refused 400: Did you forget the key parameter?"),
        (400, "Vindinium - @1@2@3", "refused 400: Vindinium - @1@2@3"),
        (413, "Vindinium - The request is too long", "refused 413: Vindinium - The request is too long"),
    ] {
        assert_eq!(name(status, body), due);
    }
}

#[test]
fn what_is_not_the_protocol_s_own_rejects_nothing() {
    for status in 400..500 {
        for text in [
            "",
            "x",
            "Key not found",
            "<html>Vindinium - Key not found</html>",
            "<!DOCTYPE html><title>Log in to the network</title>",
        ] {
            assert!(name(status, text).starts_with("fault: "), "{status} {text:?}");
        }
    }
    for status in [401, 402, 403, 405, 407, 409, 410, 451] {
        assert_eq!(name(status, "Vindinium - Key not found"), format!("fault: Foreign({status})"));
    }
    assert_eq!(name(403, "Did you forget the key parameter?"), "fault: Foreign(403)");
}

#[test]
fn other_statuses() {
    for (status, due) in [
        (405, "fault: Foreign(405)"),
        (429, "fault: Server(429, None)"),
        (408, "fault: Server(408, None)"),
        (500, "fault: Server(500, None)"),
        (503, "fault: Server(503, None)"),
        (302, "fault: Redirect(302, \"nowhere\")"),
        (307, "fault: Redirect(307, \"nowhere\")"),
    ] {
        assert_eq!(name(status, "x"), due);
    }
    assert!(name(204, "").starts_with("fault: Malformed"));
    assert!(name(200, "{").starts_with("fault: Malformed"));
    assert!(name(200, "Vindinium - The game is finished").starts_with("fault: Malformed"));
}

/// An answer that shows this state of `m1` to the player of `hero`.
fn json(hero: usize, change: impl FnOnce(&mut State)) -> String {
    let map = map::parse(map::named("m1").unwrap()).unwrap();
    let mut state = map.start(1200, false);
    change(&mut state);
    let seats = std::array::from_fn(|_| Seat { name: "x".into(), user_id: None, rating: None });
    let shown = Shown { id: "abcd0123", board: &map.board, state: &state, seats: &seats };
    shown.reply_json(hero, "t0kn", "elsewhere:1")
}

fn first(reply: &Reply<'_>) -> Result<FirstAnswer, InputError> {
    let key = Key::from_bytes(b"s3cr3t99").unwrap();
    FirstAnswer::read(reply, Instant::now(), &"http://h/v".parse().unwrap(), &key)
}

fn opening(hero: usize, change: impl FnOnce(&mut State)) -> Result<FirstAnswer, InputError> {
    first(&Reply::parse(json(hero, change).as_bytes()).unwrap())
}

#[test]
fn no_body_is_a_panic() {
    let answer = json(1, |_| ()).into_bytes();
    let (mut rng, mut states) = (fastrand::Rng::with_seed(3), 0);
    for _ in 0..4000 {
        let mut body = answer.clone();
        for _ in 0..rng.usize(1..4) {
            let (at, to) = (rng.usize(..body.len()), rng.usize(..body.len()));
            match rng.u8(..4) {
                0 => body.truncate(at + 1),
                1 => drop(body.drain(at.min(to) + 1..=at.max(to))),
                2 => body[at] = body[to],
                _ => body[at] = rng.u8(..),
            }
        }
        let status = if rng.bool() { 200 } else { rng.u16(0..700) };
        if let Classified::State(reply) = classify(&Head { status, ..Head::default() }, &body) {
            states += 1;
            let _ = first(&reply);
        }
    }
    assert!(states > 100, "only {states} were read as states");
}

#[test]
fn first_answers() {
    let opened = opening(0, |_| {}).unwrap();
    assert_eq!((opened.id.as_str(), opened.hero), ("abcd0123", 0));
    assert_eq!(opened.play_at, "http://h/v/api/abcd0123/t0kn/play");
    assert!(opening(2, |state| state.turn = 2).is_ok());
    for (hero, turn) in [(1, 0), (0, 1), (3, 4)] {
        let problem = opening(hero, |state| state.turn = turn).err().expect("not our turn");
        assert!(problem.contains("not ours"), "{problem}");
    }
}

#[test]
fn numbers_that_no_game_reaches() {
    for change in [
        (|state: &mut State| state.turn = 4 * MOST) as fn(&mut State),
        |state| state.max_turns = i32::MAX,
        |state| state.heroes[3].gold = u32::MAX,
    ] {
        assert!(opening(0, change).err().expect("refused").contains("no game reaches"));
    }
    assert!(opening(0, |state| state.max_turns = -4).is_ok());
}
