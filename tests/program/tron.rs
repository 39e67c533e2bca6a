//! `boardbots tron` as a process.

use boardbots_tron::generator::generate;
use boardbots_tron::map;
use std::process::{Command, Output, Stdio};

/// Exit code, stdout and stderr.
fn tron(arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
    command.arg("tron").args(arguments).env_remove("RUST_LOG").stdin(Stdio::null());
    let Output { status, stdout, stderr } = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code().expect("it ends by itself"), text(stdout), text(stderr))
}

#[test]
fn maps_are_printed() {
    let (code, out, err) = tron(&["map", "--size", "12", "--seed", "7"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(out.lines().next(), Some("boardbots tron map --size 12 --seed 7"));
    assert_eq!(map::parse(&out).unwrap(), generate(12, 7).unwrap());
    // Without a seed the first line says how to have the same map again.
    let (code, out, _) = tron(&["map"]);
    assert_eq!(code, 0);
    let words: Vec<&str> = out.lines().next().unwrap().split(' ').collect();
    assert_eq!(words[..5], ["boardbots", "tron", "map", "--size", "20"]);
    assert_eq!(tron(&words[2..]).1, out);
    for size in ["5", "81", "x"] {
        let (code, out, err) = tron(&["map", "--size", size]);
        assert_eq!((code, out.as_str()), (2, ""), "{size}");
        assert!(err.contains("--size"), "{err}");
    }
    assert_eq!(tron(&[]).0, 2);
}

#[test]
fn files_are_checked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.map");
    let file = path.to_str().unwrap();
    std::fs::write(&path, generate(20, 1).unwrap().text("a map")).unwrap();
    let (code, out, err) = tron(&["check", file]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.starts_with("20 x 20 cells, ") && out.lines().count() == 3, "{out}");
    std::fs::write(&path, "odd\n2 0 0 1 1\n3 1\n1 1\n").unwrap();
    let (code, out, _) = tron(&["check", file]);
    assert_eq!(code, 0);
    assert!(out.contains("dirt under green's start") && out.contains("floor at the edge"), "{out}");
    std::fs::write(&path, "bad\n2 0 0 1 1\n3 1\n1 x\n").unwrap();
    let (code, out, err) = tron(&["check", file]);
    assert_eq!((code, out.as_str()), (3, ""));
    assert!(err.contains("a.map: line 4, column 3: expected the cell"), "{err}");
    std::fs::write(&path, b"bad\n2 0 0 1 1 \xff").unwrap();
    assert_eq!(tron(&["check", file]).0, 3);
    let (code, _, err) = tron(&["check", folder.path().join("none").to_str().unwrap()]);
    assert_eq!(code, 3);
    assert!(err.contains("none"), "{err}");
}
