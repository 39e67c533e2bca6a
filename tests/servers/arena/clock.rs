//! Time limits, and who is told what when they pass.

use crate::arena::client::{Client, PATIENCE, calm, get_once, post_once, serve};
use crate::arena::process::Process;
use crate::arena::seat::{Seat, join_all};
use boardbots_server::arena::{ArenaLimits, Config};
use std::thread::sleep;
use std::time::{Duration, Instant};

const LATE: &str = "Vindinium - Time out! You must play faster";
const WAIT: &str = "Vindinium - Wait, you're not supposed to play now";

fn quick(turn_limit: u64) -> Config {
    Config { turn_limit: Duration::from_millis(turn_limit), ..Config::default() }
}

/// Four seats of a running arena game; hero 1 has his state.
fn running(config: Config) -> (boardbots_server::web::Server, Seat, Vec<Client>) {
    let arena = serve(config);
    let mut clients = join_all(arena.addr(), ["a", "b", "c"]);
    let mut last = Client::new(arena.addr());
    last.ask_post("/api/arena", "key=d");
    clients.push(last);
    let first = Seat::first(clients.remove(0));
    (arena, first, clients)
}

#[test]
fn a_training_game_ends_with_the_players_time() {
    let arena = serve(quick(100));
    let mut seat = Seat::train(arena.addr(), "key=abc&turns=5");
    seat.play("Stay");
    // More than the limit twice: a stall of the server adds as much as it took.
    sleep(Duration::from_secs(2));
    for _ in 0..2 {
        let reply = seat.play("North");
        assert_eq!((reply.status, reply.body.as_str()), (400, LATE));
    }
    let mut watcher = Client::new(arena.addr());
    let game = watcher.get(&format!("/{}.json", seat.game())).json();
    assert_eq!(game["finished"], true);
}

#[test]
fn an_arena_game_goes_on_without_the_late() {
    let (arena, mut first, mut others) = running(quick(3000));
    // Hero 1 lets his turn pass, hero 2 gets his.
    let mut second = Seat::first(others.remove(0));
    assert_eq!(second.turn(), 1);
    let hero = &second.state["game"]["heroes"][0];
    assert_eq!(hero["crashed"], true);
    assert!(hero.get("lastDir").is_none());
    let reply = first.play("North");
    assert_eq!((reply.status, reply.body.as_str()), (400, LATE));
    second.ask("Stay");
    let mut third = Seat::first(others.remove(0));
    // Not his turn: his move is pending. Nor for the one who was never asked.
    let path = second.path();
    let reply = post_once(arena.addr(), &path, "dir=North");
    assert_eq!((reply.status, reply.body.as_str()), (400, WAIT));
    third.ask("Stay");
    let mut fourth = Seat::first(others.remove(0));
    fourth.ask("Stay");
    // Hero 1 stays at once, so hero 2 is next.
    let reply = second.take();
    assert_eq!((reply.status, second.turn()), (200, 5));
    assert_eq!(second.state["game"]["heroes"][0]["lastDir"], "Stay");
    // All fall silent: the game ends when the last has crashed.
    let reply = third.take();
    assert_eq!((reply.status, third.turn()), (200, 6));
    assert_eq!(fourth.take().status, 200);
    let ended = || get_once(arena.addr(), &format!("/{}.json", first.game())).json()["finished"] == true;
    let until = Instant::now() + PATIENCE;
    while !ended() {
        assert!(Instant::now() < until, "it goes on");
        sleep(Duration::from_millis(50));
    }
    for seat in [&mut first, &mut second, &mut third, &mut fourth] {
        let reply = seat.play("North");
        assert_eq!((reply.status, reply.body.as_str()), (400, "Vindinium - The game is finished"));
    }
}

#[test]
fn nobody_needs_to_be_connected_to_lose_his_time() {
    let (_arena, first, others) = running(quick(150));
    drop(first);
    let [second, third, fourth] = others.try_into().unwrap_or_else(|_| panic!("three"));
    drop((second, third));
    let seat = Seat::first(fourth);
    let crashed: Vec<bool> =
        seat.state["game"]["heroes"].as_array().unwrap().iter().map(|h| h["crashed"] == true).collect();
    assert_eq!((seat.turn(), crashed), (3, vec![true, true, true, false]));
}

#[test]
fn the_first_turn_can_be_longer() {
    let arena = serve(Config { first_turn_grace: Duration::from_secs(20), ..quick(150) });
    let mut seat = Seat::train(arena.addr(), "key=abc&turns=5");
    sleep(Duration::from_millis(500));
    assert_eq!(seat.play("Stay").status, 200);
    sleep(Duration::from_secs(2));
    assert_eq!(seat.play("Stay").body, LATE);
}

#[test]
fn fast_moves_are_held_back() {
    let floor = Duration::from_millis(1500);
    let arena = serve(Config { min_turn: floor, ..quick(20_000) });
    // From before the turn: the arena counts from when it gives the state, not from when it is read here.
    let began = Instant::now();
    let mut seat = Seat::train(arena.addr(), "key=abc&turns=2");
    seat.ask("North");
    sleep(Duration::from_millis(100));
    let second = post_once(arena.addr(), &seat.path(), "dir=South");
    assert_eq!((second.status, second.body.as_str()), (400, "Vindinium - Not your turn to move"));
    let reply = seat.take();
    // His own move and those of three house bots.
    assert!(began.elapsed() >= 4 * floor, "{:?}", began.elapsed());
    assert_eq!((reply.status, seat.state["hero"]["lastDir"].as_str()), (200, Some("North")));
}

#[test]
fn finished_games_are_forgotten_after_a_while() {
    let limits = ArenaLimits { keep_time: Duration::from_secs(2), ..ArenaLimits::default() };
    let arena = serve(Config { limits, ..calm() });
    let mut seat = Seat::train(arena.addr(), "key=abc&turns=1");
    seat.play("Stay");
    assert_eq!(seat.play("Stay").body, "Vindinium - The game is finished");
    // A client that asks for the game keeps it.
    let mut reply = seat.play("Stay");
    for _ in 0..10 {
        if reply.status == 404 {
            break;
        }
        sleep(Duration::from_secs(3));
        reply = seat.play("Stay");
    }
    assert_eq!((reply.status, reply.body), (404, format!("Vindinium - Unknown game {}", seat.game())));
    let mut client = Client::new(arena.addr());
    assert_eq!(client.get(&format!("/{}.json", seat.game())).json()["finished"], true);
}

#[test]
fn only_so_many_finished_games_are_kept() {
    let limits = ArenaLimits { kept_games: 2, ..ArenaLimits::default() };
    let arena = serve(Config { limits, ..calm() });
    let mut seats: Vec<Seat> = (0..3).map(|_| Seat::train(arena.addr(), "key=abc&turns=1")).collect();
    for seat in &mut seats {
        seat.play("Stay");
    }
    let statuses: Vec<u16> = seats.iter_mut().map(|seat| seat.play("Stay").status).collect();
    assert_eq!(statuses, [404, 400, 400]);
}

/// A stalled board or a closed laptop costs nobody a turn.
#[test]
fn a_turn_in_which_the_arena_stood_still_is_not_missed() {
    let folder = tempfile::tempdir().unwrap();
    let arena = Process::start(&folder.path().join("arena.db"), &["--turn-limit", "1s"]);
    let mut seat = Seat::train(arena.addr, "key=abc&turns=20");
    for _ in 0..3 {
        // The first has ten seconds more.
        seat.play("Stay");
        arena.signal("STOP");
        sleep(Duration::from_millis(1500));
        arena.signal("CONT");
        let reply = seat.play("Stay");
        assert_eq!(reply.status, 200, "{}", reply.body);
    }
    // A player who loses the time himself misses his turn.
    sleep(Duration::from_secs(3));
    assert_eq!(seat.play("Stay").status, 400);
}
