//! What can be set does what it says.

use crate::engine::talk::Talk;
use boardbots_desconecta4::rules::Position;
use boardbots_game::two_player::player::names;

#[test]
fn evaluation_and_table_make_another_bot() {
    let mut talk = Talk::within("desconecta4");
    let usual = talk.go("go depth 6").1;
    let mut seen = Vec::new();
    for evaluation in names::<Position>().iter().cycle().skip(1).take(names::<Position>().len()) {
        assert!(talk.ask(&format!("setoption name Evaluation value {evaluation}")).is_empty());
        let info = talk.go("go depth 6").1;
        assert!(!seen.contains(&info), "{evaluation}");
        seen.push(info);
    }
    assert_eq!(seen.last(), Some(&usual), "the first one is the usual one");
    for table in ["0", "1", "4096"] {
        assert!(talk.ask(&format!("setoption name Table value {table}")).is_empty());
        let info = talk.go("go depth 6").1;
        assert_eq!((info.score, &info.line[0]), (usual.score, &usual.line[0]), "Table {table}");
    }
}

#[test]
fn threads_can_be_changed_between_searches() {
    let mut talk = Talk::within("desconecta4");
    for threads in ["2", "3", "1", "2"] {
        assert!(talk.ask(&format!("setoption name Threads value {threads}")).is_empty());
        assert_eq!(talk.go("go depth 9").1.depth, 9);
    }
    assert!(talk.close().is_empty());
}

#[test]
fn tron_is_played_on_the_map_of_the_options() {
    let mut talk = Talk::with("tron");
    let standard = talk.ask("d");
    assert!(talk.ask("setoption name Size value 10").is_empty());
    let small = talk.ask("d");
    assert_eq!(small.len(), 12, "ten rows, the scores, the position as a text");
    assert!(talk.ask("setoption name Seed value 18446744073709551615").is_empty());
    assert_ne!(talk.ask("d"), small);
    assert!(talk.ask("setoption name Seed value 1").is_empty());
    assert_eq!(talk.ask("d"), small, "the same seed, the same map");
    assert!(talk.ask("setoption name First value blue").is_empty());
    assert!(talk.ask("d")[10].ends_with(": blue to move"));
    assert!(talk.ask("setoption name First value green").is_empty());
    assert!(talk.ask("setoption name Map value").is_empty());
    assert_eq!(talk.ask("d"), standard);
}

#[test]
fn tron_reads_map_files_and_says_what_is_wrong_with_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a file");
        path.display().to_string()
    };
    let good = write("with space.map", b"small\n5  1 1  3 3\n0 0 0 0 0\n0 1 6 1 0\n0 1 1 9 0\n0 1 1 1 0\n0 0 0 0 0\n");
    let mut talk = Talk::within("tron");
    assert!(talk.ask(&format!("setoption name Map value {good}")).is_empty());
    let shown = talk.ask("d");
    assert_eq!(shown[1], " # G 5 . #");
    for (path, part) in [
        (write("bad.map", b"bad\n5  1 1  3 3\n0 0 x"), "bad.map: line 3, column 5"),
        (write("binary.map", b"\xff\xfe"), "binary.map: line 1 is not UTF-8"),
        (write("empty.map", b""), "empty.map: line 1"),
        (write("huge.map", &vec![b' '; 2 << 20]), "huge.map: more than 1048576 bytes"),
        (folder.path().display().to_string(), "not a plain file"),
    ] {
        let heard = talk.ask(&format!("setoption name Map value {path}"));
        assert!(heard.len() == 1 && heard[0].contains(part), "{heard:?}");
        assert_eq!(talk.ask("d"), shown);
    }
    let (best, _) = talk.go("go depth 6");
    assert!(["1", "3"].contains(&best.as_str()), "{best}");
}
