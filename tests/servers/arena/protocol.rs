//! Every call, status and text of the protocol.

use crate::arena::client::{Client, calm, get_once, post_once, serve};
use crate::arena::seat::Seat;
use boardbots_server::arena::Config;
use serde_json::Value;

const FORGOT: &str = "Did you forget the key parameter?";
const MAP: &str = "%401%24-%404%0A%23%23%5B%5D%23%23%0A%402++%403";

#[test]
fn refusals_have_the_texts_of_the_original() {
    let arena = serve(calm());
    let cases = [
        ("/api/training", "turns=2", 400, FORGOT),
        ("/api/training", "key=%20", 400, FORGOT),
        ("/api/training", "key=abc&turns=xx", 400, FORGOT),
        ("/api/training", "key=abc&turns=1.5", 400, FORGOT),
        ("/api/training", "key=abc&turns=99999999999", 400, FORGOT),
        ("/api/training", "key=invalid", 400, "Vindinium - Key not found"),
        ("/api/arena", "", 400, FORGOT),
        ("/api/arena", "key=", 400, FORGOT),
        ("/api/arena", "key=invalid", 400, "Vindinium - Key not found"),
        ("/api/training", "key=abc&map=@1@2@3", 400, "Vindinium - @1@2@3"),
        ("/api/training", "key=abc&map=%0A%20%20", 400, "Vindinium - \n  "),
        ("/api/training", "key=abc&map=m7", 400, "Vindinium - There is no map m7; the maps are m1 to m6"),
        (
            "/api/training",
            "key=abc&map=@1@2@3@4%0A%23%23!%20",
            400,
            "Vindinium - line 2, column 3: \"! \" is no tile; use two spaces, ##, [], $-, $1 to $4, @1 to @4",
        ),
        (
            "/api/training",
            "key=abc&map=@1@2%0A@3@4%0A%20",
            400,
            "Vindinium - 3 rows but 2 columns: a map has no more rows than columns",
        ),
        (
            "/api/training",
            "key=abc&map=@1@2@3@4%23",
            400,
            "Vindinium - line 1: every tile takes two characters, the last has only one",
        ),
        ("/api/training", "key=abc&opponents=miner,random", 400, "Vindinium - three bots are needed, 2 given"),
        ("/api/abcdefgh/tokn/play", "dir=North", 404, "Vindinium - Unknown game abcdefgh"),
        ("/api/abcdefgh/tokn/play", "key=abc", 400, ""),
    ];
    for (path, form, status, body) in cases {
        let reply = post_once(arena.addr(), path, form);
        assert_eq!((reply.status, reply.body.as_str()), (status, body), "{path} {form}");
        assert_eq!(reply.header("content-type"), Some("text/plain; charset=utf-8"), "{path} {form}");
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
    }
    let reply = post_once(arena.addr(), "/api/training", "key=abc&opponents=miner,nobody,random");
    assert_eq!(reply.status, 400);
    assert!(reply.body.starts_with("Vindinium - there is no bot \"nobody\"; the bots are random, miner"), "{reply:?}");
}

#[test]
fn what_the_original_guessed_is_said_in_a_header() {
    let arena = serve(calm());
    let mut seat = Seat::train(arena.addr(), "key=abc&turns=4");
    for (dir, note) in [
        ("North", None),
        ("%20south%20", None),
        ("Up", Some("dir \\\"Up\\\" is none of Stay, North, South, East, West: the hero stays")),
    ] {
        let reply = seat.play(dir);
        assert_eq!((reply.status, reply.header("boardbots-note")), (200, note), "{dir}");
    }
    for (path, form, status, part) in [
        ("/api/abcdefgh/tokn/play", "key=abc", 400, "dir is missing"),
        ("/api/training", "key=abc&turns=xx", 400, "turns is a number from 1 to 600"),
        ("/api/training", "key=abc&turns=1000", 200, "not \\\"1000\\\""),
        ("/api/arena", "", 400, "key is missing"),
    ] {
        let reply = post_once(arena.addr(), path, form);
        assert_eq!(reply.status, status, "{path} {form}");
        assert!(reply.header("boardbots-note").is_some_and(|note| note.contains(part)), "{path} {form}: {reply:?}");
    }
    arena.stop();
}

#[test]
fn a_strict_arena_refuses_what_is_wrong() {
    let arena = serve(Config { strict: true, ..calm() });
    let mut seat = Seat::train(arena.addr(), "key=abc&turns=4");
    let path = seat.path();
    for (path, form, part) in [
        (&*path, "key=abc&dir=Up", "dir \"Up\" is none of Stay, North"),
        (&*path, "key=abc", "dir is missing"),
        ("/api/training", "key=abc&turns=xx", "turns is a number from 1 to 600, not \"xx\""),
        ("/api/training", "key=abc&turns=601", "not \"601\""),
        ("/api/training", "turns=3", "key is missing"),
        ("/api/arena", "", "key is missing"),
    ] {
        let reply = post_once(arena.addr(), path, form);
        assert_eq!(
            (reply.status, reply.header("content-type")),
            (400, Some("application/json; charset=utf-8")),
            "{path} {form}"
        );
        assert!(reply.json()["error"].as_str().is_some_and(|error| error.contains(part)), "{path} {form}: {reply:?}");
    }
    // It is still the hero's turn.
    assert_eq!(seat.play("west").status, 200);
    arena.stop();
}

#[test]
fn a_game_goes_by_the_book() {
    let arena = serve(calm());
    let mut seat = Seat::train(arena.addr(), &format!("key=abc&turns=2&map={MAP}"));
    let first = seat.state.clone();
    let (game, hero) = (&first["game"], &first["hero"]);
    assert_eq!((game["turn"].as_i64(), game["maxTurns"].as_i64()), (Some(0), Some(8)));
    assert_eq!(game["board"]["tiles"], "@1$-@4##[]##@2  @3");
    assert_eq!(first["hero"], game["heroes"][0]);
    assert_eq!(
        (hero["name"].as_str(), hero["elo"].as_i64(), hero["life"].as_i64()),
        (Some("abc"), Some(1200), Some(100))
    );
    assert!(hero.get("lastDir").is_none());
    let bot = &game["heroes"][1];
    assert_eq!(bot["name"], "random");
    assert!(bot.get("userId").is_none() && bot.get("elo").is_none());
    let (id, token) = (seat.game(), seat.token());
    let small =
        |text: &str, length| text.len() == length && text.bytes().all(|c| c.is_ascii_digit() || c.is_ascii_lowercase());
    assert!(small(&id, 8) && small(&token, 25) && small(hero["userId"].as_str().unwrap(), 8));
    assert_eq!(first["viewUrl"], format!("http://arena.localhost:80/{id}"));
    assert_eq!(first["playUrl"], format!("http://arena.localhost:80/api/{id}/{token}/play"));

    let wrong = post_once(arena.addr(), &format!("/api/{id}/zzzzz/play"), "dir=North");
    assert_eq!((wrong.status, wrong.body.as_str()), (404, "Vindinium - Wrong or expired token"));
    for blank in ["key=abc", "dir=", "dir=%20%20", ""] {
        let reply = seat.client.post(&seat.path(), blank);
        assert_eq!((reply.status, reply.body.as_str()), (400, ""), "{blank}");
    }
    let reply = seat.play("%20sOUTH%20");
    assert_eq!(reply.header("content-type"), Some("application/json; charset=utf-8"));
    assert_eq!((seat.turn(), seat.state["hero"]["lastDir"].as_str()), (4, Some("South")));
    seat.play("foo");
    assert_eq!((seat.turn(), seat.finished(), seat.state["hero"]["lastDir"].as_str()), (8, true, Some("Stay")));
    let late = seat.play("North");
    assert_eq!((late.status, late.body.as_str()), (400, "Vindinium - The game is finished"));
}

#[test]
fn parameters_come_from_query_form_and_json() {
    let arena = serve(calm());
    let mut client = Client::new(arena.addr());
    let max_turns = |reply: Value| reply["game"]["maxTurns"].as_i64().unwrap();
    assert_eq!(max_turns(client.post("/api/training?key=abc&turns=3", "").json()), 12);
    assert_eq!(max_turns(client.post("/api/training?turns=3", "key=abc&turns=5").json()), 12);
    let json = r#"{"key":"abc","turns":5,"map":"m1"}"#;
    client.send(format!(
        "POST /api/training HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: {}\r\n\r\n{json}",
        json.len()
    ));
    let reply = client.reply().json();
    assert_eq!(reply["game"]["board"]["size"], 10);
    assert_eq!(max_turns(reply), 20);
    // Some clients name no content type.
    client.send("POST /api/training HTTP/1.1\r\nhost: localhost\r\ncontent-length: 15\r\n\r\nkey=abc&turns=4");
    assert_eq!(max_turns(client.reply().json()), 16);
}

#[test]
fn turns_are_four_of_each_hero_at_most_2400() {
    let arena = serve(calm());
    let cases = [
        ("", 1200),
        ("&turns=", 1200),
        ("&turns=7", 28),
        ("&turns=600", 2400),
        ("&turns=601", 2400),
        ("&turns=0", 0),
        ("&turns=-2", -8),
    ];
    for (turns, meant) in cases {
        let mut seat = Seat::train(arena.addr(), &format!("key=abc&map=m1{turns}"));
        assert_eq!(seat.state["game"]["maxTurns"], meant, "{turns}");
        if meant <= 0 {
            seat.play("Stay");
            assert_eq!((seat.turn(), seat.finished()), (1, true));
        }
    }
}

#[test]
fn house_bots_can_be_chosen() {
    let arena = serve(calm());
    let mut seat = Seat::train(arena.addr(), "key=abc&turns=20&opponents=miner,random,miner");
    let names: Vec<&str> =
        seat.state["game"]["heroes"].as_array().unwrap().iter().map(|h| h["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["abc", "miner", "random", "miner"]);
    seat.play_out();
    assert_eq!(seat.turn(), 80);
}

#[test]
fn extra_maps_are_named_by_their_files() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("tiny.txt"), "@1$-@4\n##[]##\n@2  @3\n").unwrap();
    let arena = serve(Config { maps: Some(folder.path().to_path_buf()), ..calm() });
    let seat = Seat::train(arena.addr(), "key=abc&map=tiny");
    assert_eq!(seat.state["game"]["board"]["size"], 3);
    let reply = post_once(arena.addr(), "/api/training", "key=abc&map=huge");
    assert_eq!(reply.body, "Vindinium - There is no map huge; the maps are m1 to m6, tiny");
}

#[test]
fn what_does_not_exist_is_a_page() {
    let arena = serve(calm());
    let mut client = Client::new(arena.addr());
    for path in [
        "/api/training",
        "/api/arena",
        "/api/abcdefgh/tokn/play",
        "/api",
        "/abcdefgh",
        "/a/b/c",
        "/assets/none",
        "/%ff",
        "/api/%ff/x/play",
    ] {
        let reply = client.get(path);
        assert_eq!((reply.status, reply.header("content-type")), (404, Some("text/html; charset=utf-8")), "{path}");
        assert!(reply.body.contains("</html>"), "{path}");
    }
    let reply = client.post("/no/such/thing", "");
    assert_eq!(reply.status, 404);
    for page in ["/", "/assets/style.css", "/assets/game.js"] {
        let reply = client.get(page);
        assert_eq!(reply.status, 200, "{page}");
        assert!(reply.header("content-security-policy").unwrap().starts_with("default-src 'none'"));
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
    }
    let seat = Seat::train(arena.addr(), "key=abc");
    assert_eq!(get_once(arena.addr(), &format!("/{}", seat.game())).status, 200);
}

#[test]
fn the_same_seed_draws_the_same_games() {
    let replay = |seed| {
        let arena = serve(Config { seed: Some(seed), ..calm() });
        let games = (0..3).map(|_| {
            let mut seat = Seat::train(arena.addr(), "key=abc&turns=10");
            seat.play_out();
            seat.state["game"]["board"].clone()
        });
        games.collect::<Vec<Value>>()
    };
    assert_eq!(replay(1), replay(1));
    assert_ne!(replay(1), replay(2));
}
