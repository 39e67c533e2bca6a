//! Files of constants are part of a match.

use super::{run, table, text};
use std::fs;

#[test]
fn a_record_alone_plays_its_games_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, record) = (folder.path().join("constants.txt"), folder.path().join("match.jsonl"));
    fs::write(&file, "blast = 6\n").expect("a file of this test");
    let player = format!("own=desconecta4:strong,depth=2,parameters={}", text(&file));
    let arguments = [player.as_str(), "desconecta4:course,depth=2", "--games", "4", "--record", text(&record)];
    let first = table(&run(&arguments));
    assert_eq!(table(&run(&arguments)), first);

    fs::write(&file, "blast = 6 # the same, but who knows\n").expect("a file of this test");
    let changed = run(&arguments);
    let error = String::from_utf8_lossy(&changed.stderr);
    assert_eq!(changed.status.code(), Some(7), "{error}");
    assert!(error.contains("constants.txt has other constants there than here"), "{error}");

    fs::remove_file(&file).expect("a file of this test");
    let gone = run(&arguments);
    assert_eq!(gone.status.code(), Some(3), "{}", String::from_utf8_lossy(&gone.stderr));
    for number in ["0", "3"] {
        let again = run(&["replay", text(&record), number, "--again"]);
        assert!(again.status.success(), "{}", String::from_utf8_lossy(&again.stderr));
    }

    fs::write(&file, b"\xff\n").expect("a file of this test");
    assert_eq!(run(&arguments).status.code(), Some(3));
    fs::write(&file, "no-such-constant = 1\n").expect("a file of this test");
    let wrong = run(&arguments);
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("constants.txt:1"), "{wrong:?}");
}
