//! Damaged databases of games of Dragon Slayer: what is sound is told, and more can be written.

use crate::databases::{Damage, Rows, damaged};
use crate::samples::folder;
use crate::{seed, setting};
use boardbots::games::dragon_slayer::statistics;
use boardbots::games::dragon_slayer::store::{Filter, Ledger};
use boardbots_base::store::FileError;
use boardbots_dragon_slayer::fight::Fight;
use boardbots_dragon_slayer::rules::Game;
use boardbots_dragon_slayer::tally::User;
use boardbots_dragon_slayer::tally::{Played, Tally, Who};
use boardbots_dragon_slayer::variant::Variant;
use fastrand::Rng;
use std::path::Path;
use std::time::Instant;

const LEDGER: [Rows; 4] = [
    Rows { name: "games", key: &["number"], owner: Some("number") },
    Rows { name: "games", key: &["number"], owner: Some("number") },
    Rows { name: "seats", key: &["game", "seat"], owner: Some("game") },
    Rows { name: "habits", key: &["user", "bucket", "game", "seat"], owner: Some("game") },
];

/// A game played at random.
fn played(rng: &mut Rng) -> Played {
    let user = |name: &str| Who::User(name.parse::<User>().expect("a name"));
    let who = [user("Ada"), Who::Bot("Abel"), user("Lluís")];
    let (mut game, mut tally) = (Game::new(Variant { goal: 6, ..Variant::STANDARD }, who.len()), Tally::default());
    while game.asked().is_some() {
        let action = *rng.choice(&game.actions()).expect("a seat is asked");
        let before = game.clone();
        let event = game.play(action, |warriors, dragon| Fight::new(dragon, warriors).outcome(rng)).expect("possible");
        tally.take(&before, action, event);
    }
    tally.played(&game, &who).expect("it is over")
}

/// Reads all that there is, and writes a game.
fn use_it(path: &Path, more: &Played) -> Result<(), FileError> {
    let ada: User = "Ada".parse().expect("a name");
    let filters = [Filter::default(), Filter { user: Some(ada.clone()), personality: Some("abel".into()) }];
    let ledger = Ledger::open_to_read(path)?;
    let lines = filters.iter().map(|filter| ledger.statistics(filter)).collect::<Result<Vec<_>, _>>()?.concat();
    assert!(!statistics::table(&lines).is_empty() && !statistics::json(&lines).is_empty());
    ledger.habits(&ada)?;
    drop(ledger);
    Ledger::open(path)?.record(more).map(drop)
}

#[test]
fn statistics_live_with_any_database() {
    let folder = folder();
    let (from, to) = (folder.path().join("games.db"), folder.path().join("copy/damaged.db"));
    let mut rng = Rng::with_seed(3);
    let mut ledger = Ledger::open(&from).expect("a database");
    for _ in 0..8 {
        ledger.record(&played(&mut rng)).expect("it is written");
    }
    drop(ledger);
    let more = played(&mut rng);
    let (copies, begin, mut refused) = (setting("BOARDBOTS_MUTATED_DATABASES", 120), Instant::now(), 0);
    for number in 0..copies {
        let mut rng = Rng::with_seed(seed().wrapping_add(number).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let damage: Damage = damaged(&from, &to, &LEDGER, &mut rng);
        if let Err(error) = use_it(&to, &more) {
            assert!(damage.all, "{number}: {error} after {damage:?}");
            refused += 1;
        }
    }
    println!("statistics: {copies} copies in {:.1} s: {refused} refused", begin.elapsed().as_secs_f64());
}
