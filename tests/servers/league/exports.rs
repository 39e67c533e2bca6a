//! What a league that plays tells: its table, games, CSV, feed, players.

use super::{League, THREE, four, row, rows};
use serde_json::{Value, json};

#[test]
fn three_bots_play_and_everything_adds_up() {
    let mut league = League::start(&four("title = Class <A> & B", THREE));
    let told = league.games(30);
    assert_eq!((&told["game"], &told["name"]), (&json!("connect-four"), &json!("Class <A> & B")));
    let strong = row(&told, "ada");
    assert!(strong["elo"].as_f64() > row(&told, "bob")["elo"].as_f64(), "{told}");
    assert!(rows(&told).all(|row| row["error"].is_number() && row["there"] == true && row["bot"] == true), "{told}");
    let about = league.get("/api/league/players/ada");
    assert_eq!((about["versions"].as_array().map(Vec::len), &about["state"]), (Some(1), &json!("active")));
    let met: Vec<&Value> = about["opponents"].as_array().expect("a list").iter().map(|one| &one["name"]).collect();
    assert_eq!(met, ["bob", "eve"]);
    assert_eq!(league.terminate().0, Some(0));
    league.write("league.conf", &four("title = Class <A> & B", ""));
    league.again();
    // Nobody plays any more.
    let told = league.get("/api/league");
    assert!(rows(&told).all(|row| row["state"] == "away" && row["there"] == false), "{told}");
    let ended = league.count("SELECT count(*) FROM league_games WHERE cause <> 'void'");
    let sum = |key: &str| rows(&told).map(|row| row[key].as_i64().expect("a number")).sum::<i64>();
    assert_eq!((sum("games"), sum("wins")), (2 * ended, sum("losses")));
    assert_eq!(sum("points"), 3 * sum("wins") + sum("draws"));
    // The same as CSV.
    let table = league.text("/league/standings.csv");
    let lines: Vec<Vec<&str>> = table.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(lines[0][..2], ["name", "version"]);
    for (line, row) in lines[1..].iter().zip(rows(&told)) {
        assert_eq!((line[0], line[5]), (row["name"].as_str().expect("a name"), &*row["games"].to_string()), "{table}");
    }
    let games = league.text("/league/games.csv");
    // A game that the end broke off is void, as its players are gone.
    let counted: Vec<&str> = games.lines().skip(1).filter(|line| !line.contains(",void,")).collect();
    assert_eq!(i64::try_from(counted.len()), Ok(ended));
    assert!(counted.iter().all(|line| line.split(',').all(|cell| !cell.is_empty())), "{games}");
    let part = league.text("/league/games.csv?before=5");
    assert_eq!(part.lines().count(), 5);
    // All pages of the list are all games, once.
    let (mut seen, mut before) = (Vec::new(), i64::MAX);
    loop {
        let page = league.get(&format!("/api/league/games?before={before}"));
        let page = page["games"].as_array().expect("a list").clone();
        let Some(last) = page.last() else { break };
        before = last["number"].as_i64().expect("a number");
        seen.extend(page.iter().map(|game| game["number"].as_i64().expect("a number")));
    }
    let all = league.count("SELECT count(*) FROM league_games");
    assert!(i64::try_from(seen.len()) == Ok(all) && seen.windows(2).all(|two| two[0] > two[1]), "{seen:?}");
    feed(&league.text("/league/feed.xml"));
    for (path, status) in [
        ("/api/league/players/nobody", 404),
        ("/api/league/games/999999", 404),
        ("/api/league/games?before=x", 400),
        ("/api/league/nothing", 404),
    ] {
        let (found, told) = crate::tables::client::Client::new(league.addr).try_get(path, "");
        assert!(found == status && told["error"].is_string(), "{path}: {found} {told}");
    }
}

/// Reads the feed with a parser of XML, where there is one.
fn feed(text: &str) {
    let script = "import sys, xml.etree.ElementTree as e; f = e.fromstring(sys.stdin.read()); a = '{http://www.w3.org/2005/Atom}'; \
                  print(f.find(a + 'title').text, len(f.findall(a + 'entry')), len({i.text for i in f.iter(a + 'id')}))";
    let mut python = std::process::Command::new("python3")
        .args(["-c", script])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("python3 runs");
    std::io::Write::write_all(&mut python.stdin.take().expect("piped"), text.as_bytes()).expect("it reads");
    let output = python.wait_with_output().expect("it ends");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "Class <A> & B 30 31\n", "{text}");
}
