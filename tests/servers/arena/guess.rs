//! Tokens: nobody guesses one, and trying costs.

use crate::arena::client::{Client, open, post_once};
use crate::arena::seat::Seat;
use boardbots_server::arena::Config;
use boardbots_server::web::{HttpLimits, Server};
use std::time::Duration;

fn strict() -> Server {
    let limits = HttpLimits { wrong_tokens_per_second: 1, wrong_token_burst: 8, refusals: 1, ..HttpLimits::default() };
    open(limits, Config { turn_limit: Duration::from_mins(1), ..Config::default() }).expect("an arena starts")
}

#[test]
fn a_wrong_token_costs_and_the_right_one_is_free() {
    let arena = strict();
    let mut seat = Seat::train(arena.addr(), "key=abc&turns=100");
    let guess = format!("/api/{}/{}/play", seat.game(), "0".repeat(25));
    let mut heard = 0;
    let refused = loop {
        let reply = post_once(arena.addr(), &guess, "dir=Stay");
        if reply.status != 404 {
            break reply;
        }
        assert_eq!(reply.body, "Vindinium - Wrong or expired token");
        heard += 1;
        assert!(heard < 1000, "guessing goes on for ever");
    };
    assert_eq!((refused.status, refused.header("retry-after")), (429, Some("1")));
    assert!(heard >= 8, "a few mistakes are allowed: {heard}");
    assert_eq!(refused.header("connection"), Some("close"), "a client that goes on has to connect again");
    // The player behind the same address notices nothing, on this connection and on another.
    for _ in 0..20 {
        assert_eq!(seat.play("Stay").status, 200);
    }
    seat.client = Client::new(arena.addr());
    assert_eq!(seat.play("Stay").status, 200);
}

#[test]
fn tokens_of_other_games_prove_nothing() {
    let arena = strict();
    let [mut mine, mut other] = ["abc", "def"].map(|key| Seat::train(arena.addr(), &format!("key={key}&turns=2")));
    let foreign = format!("/api/{}/{}/play", other.game(), mine.token());
    let before = other.turn();
    assert_eq!(post_once(arena.addr(), &foreign, "dir=Stay").body, "Vindinium - Wrong or expired token");
    assert_eq!(other.turn(), before);
    assert_eq!(other.play("Stay").status, 200);
    assert_eq!(other.turn(), before + 4);
    // Nor do parts of the right one, or more than it.
    let token = mine.token();
    for wrong in [&token[1..], &format!("{token}0"), &token.to_uppercase()] {
        let reply = post_once(arena.addr(), &format!("/api/{}/{wrong}/play", mine.game()), "dir=Stay");
        assert_eq!(reply.status, 404, "{wrong}");
    }
    mine.play_out();
}
