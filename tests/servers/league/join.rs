//! Programs that join: they play, leave, come back, do what is forbidden, and report numbers.

use super::{League, Program, four, reply, row};
use serde_json::{Value, json};
use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

const RANDOM: &str = "[ada]\nplayer = connect-four:random\n";

/// `boardbots join …/league` with a program and these further arguments.
pub fn join(league: &League, key: &str, player: &str, more: &[&str]) -> Child {
    let file = league.at(&format!("key-{}", fastrand::u32(..)));
    fs::write(&file, key).expect("written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
    command.args(["join", &format!("http://{}/league", league.addr), player, "--json", "--key-file"]).arg(file);
    command.args(more).env_remove("CREDENTIALS_DIRECTORY").env("RUST_LOG", "warn");
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts")
}

/// A program in the shell that plays as the project's own does, and reports two numbers with each choice.
fn reporting() -> String {
    let own = env!("CARGO_BIN_EXE_boardbots");
    let script = format!(
        "{own} engine connect-four | while read -r line; do case $line in bestmove*) echo info string trust=0.5 gap=-3;; \
         esac; printf \"%s\\n\" \"$line\"; done"
    );
    format!("cmd:sh -c '{script}'")
}

/// The end of a game, as the league tells it.
fn ended(league: &League, game: &Value) -> Value {
    league.wait("it ends", &format!("/api/league/games/{game}"), |game| !game["ended"].is_null())
}

#[test]
fn a_program_plays_through_the_command_and_its_numbers_arrive() {
    let league = League::start(&four("", RANDOM));
    let key = league.add("Nora");
    let output = join(&league, &key, &reporting(), &["--games", "2"]).wait_with_output().expect("it ends");
    let log = String::from_utf8_lossy(&output.stderr);
    let ends: Vec<Value> =
        output.stdout.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect();
    assert!(output.status.code() == Some(0) && ends.len() == 2, "{log} {ends:?}");
    for end in &ends {
        let number: i64 = end["table"].as_str().and_then(|at| at.rsplit_once('-')?.1.parse().ok()).expect("a number");
        let game = ended(&league, &number.into());
        let seat = usize::from(game["seats"][1]["name"] == "Nora");
        assert_eq!((&game["places"][seat], &game["faults"]), (&end["place"], &json!([])), "{game}");
        let numbers = &game["numbers"][seat];
        let choices = usize::try_from(end["choices"].as_u64().expect("a number")).expect("few");
        assert_eq!(numbers["trust"].as_array().map(Vec::len), Some(choices), "{game}");
        assert_eq!((&numbers["trust"][0], &numbers["gap"][1]), (&json!([1, 0.5]), &json!([2, -3.0])));
    }
    let output = join(&league, "wrong-key-wrong-key-wrong", &reporting(), &[]).wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(5), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn who_leaves_in_the_middle_loses_by_a_fault_that_says_so_and_can_come_back() {
    let league = League::start(&four("deadline = 500ms", RANDOM));
    let key = league.add("Nora");
    let mut nora = Program::new(&league, &key);
    let question = nora.question(json!({}));
    let question = nora.question(reply(&question, &question["moves"][0]));
    drop(nora);
    let game = ended(&league, &question["game"]);
    let seat = usize::from(game["seats"][1]["name"] == "Nora");
    assert_eq!((&game["cause"], &game["places"][seat]), (&json!("fault"), &json!(2)), "{game}");
    let fault = &game["faults"][0];
    assert_eq!((&fault["seat"], &fault["fault"]), (&json!(seat), &json!("hang")), "{game}");
    assert!(fault["detail"].as_str().is_some_and(|why| why.contains("no answer within 500ms")), "{game}");
    // Who is not there gets no game to lose.
    sleep(Duration::from_secs(3));
    assert_eq!(league.get("/api/league/players/Nora")["games"].as_array().map(Vec::len), Some(1));
    let told = league.text("/metrics");
    assert!(told.contains("boardbots_league_faults_total 1\n"), "{told}");
    let mut nora = Program::new(&league, &key);
    let question = nora.question(json!({}));
    let over = nora.play(question);
    assert!(over["do"] == "over" && over["places"].is_array(), "{over}");
    // A connection that is lost costs nothing.
    let question = nora.question(json!({}));
    drop(nora);
    let mut nora = Program::new(&league, &key);
    let same = nora.question(json!({}));
    assert_eq!((&same["game"], &same["n"]), (&question["game"], &question["n"]));
    let over = nora.play(same);
    assert_eq!((&over["do"], &over["game"]), (&json!("over"), &question["game"]));
    assert_eq!(ended(&league, &question["game"])["cause"], "rules");
}

#[test]
fn what_the_rules_forbid_is_a_fault_with_its_reason() {
    let league = League::start(&four("", RANDOM));
    let key = league.add("Nora");
    let mut nora = Program::new(&league, &key);
    let long = "9".repeat(12_000);
    for (choice, part) in [("z9", "z9"), ("", "\"\""), ("\u{7}<b>", "<b>"), (&*long, "999")] {
        let question = nora.question(json!({}));
        nora.ask(reply(&question, &choice.into()));
        let game = ended(&league, &question["game"]);
        let fault = &game["faults"][0];
        let detail = fault["detail"].as_str().unwrap_or_default();
        assert!(fault["fault"] == "illegal" && detail.contains(part) && detail.len() < 400, "{game}");
    }
    // Answers to other questions than the one that is open are none.
    let question = nora.question(json!({}));
    let n = question["n"].as_u64().expect("a number");
    for (game, n) in [(json!(0), n), (question["game"].clone(), n + 1), (json!("x"), n), (question["game"].clone(), 0)]
    {
        let again = nora.question(json!({ "game": game, "n": n, "choice": "z9" }));
        assert_eq!((&again["game"], &again["n"]), (&question["game"], &question["n"]));
    }
    nora.play(question);
    // Numbers are bounded, and bodies that are no JSON are refused.
    let question = nora.question(json!({}));
    let mut said = reply(&question, &question["moves"][0]);
    said["numbers"] =
        (0..100).map(|key| (format!("key-{key}"), json!(1e300))).collect::<serde_json::Map<_, _>>().into();
    said["numbers"]["a very long name of a series of numbers"] = 1.into();
    said["numbers"]["\u{202e}a b"] = 1.into();
    said["numbers"]["text"] = "1".into();
    let next = nora.ask(said);
    nora.play(next);
    let game = ended(&league, &question["game"]);
    let seat = usize::from(game["seats"][1]["name"] == "Nora");
    let series = game["numbers"][seat].as_object().expect("numbers");
    assert!(series.len() == 16 && series.keys().all(|key| key.starts_with("key-")), "{game}");
    for body in [json!([]), json!("x"), json!({ "version": "x".repeat(41) }), json!({ "version": "a\nb" })] {
        let (status, told) = league.post("/api/league/play", &key, &body);
        assert!(status == 400 && told["error"].is_string(), "{body}: {status} {told}");
    }
}

#[test]
fn of_two_programs_with_one_key_the_later_request_is_good() {
    let league = League::start(&four("", ""));
    let key = league.add("Nora");
    let (mut one, mut other) = (Program::new(&league, &key), Program::new(&league, &key));
    one.send(&json!({}));
    sleep(Duration::from_millis(200));
    other.send(&json!({}));
    assert_eq!(one.answer().1, json!({ "do": "wait" }));
    let key = league.add("Olaf");
    let mut olaf = Program::new(&league, &key);
    olaf.send(&json!({}));
    // Whoever moves first.
    let told = league
        .wait("a game begins", "/api/league", |told| told["live"].as_array().is_some_and(|live| !live.is_empty()));
    let first = if told["live"][0]["seats"][0]["name"] == "Nora" { &mut other } else { &mut olaf };
    assert_eq!(first.answer().1["do"], "choose");
    assert_eq!(row(&told, "Nora")["there"], true);
}
