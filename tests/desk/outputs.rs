//! Where commands write what `--svg`, `--output` and the like name.

use std::fs::{self, File, Permissions};
use std::io::Read;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output, Stdio};

const GRID: &str = "type octile\nheight 2\nwidth 3\nmap\n...\n...\n";

fn command(folder: &Path, line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
    command.current_dir(folder).args(line.split_whitespace()).env_remove("RUST_LOG").stdin(Stdio::null());
    command
}

fn run(folder: &Path, line: &str) -> Output {
    command(folder, line).output().expect("the program runs")
}

/// Commands that write a file, which is called FILE, and what it begins with.
const WRITERS: [(&str, &[u8]); 10] = [
    ("path grid.map --svg FILE", b"<svg"),
    ("battletech map --seed 1 --svg FILE", b"<svg"),
    ("battletech map --seed 1 --output FILE", b"mapaSBT"),
    ("battletech fight --player still --seed 1 --turns 2 --record FILE", b"{\"boardbots-match\""),
    ("tune tron:strong,depth=1 --parameters constants --iterations 2 --pairs 1 --sizes 6 --output FILE", b"#"),
    ("tune tron:strong,depth=1 --parameters constants --iterations 2 --pairs 1 --sizes 6 --svg FILE", b"<svg"),
    ("learn connect-four --generations 2 --games 2 --depth 1 --check 0 --output FILE", b"boardbots-learned 1"),
    ("learn connect-four --generations 2 --games 2 --depth 1 --check 0 --report FILE", b"<!doctype html>"),
    ("match replay match.jsonl 0 --page FILE", b"<!doctype html>"),
    ("dragon-slayer solve --table FILE", b""),
];

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("grid.map"), GRID).expect("a file");
    let kept = format!("{}/tests/kept/data/match-tron.jsonl", env!("CARGO_MANIFEST_DIR"));
    fs::copy(kept, folder.path().join("match.jsonl")).expect("a file of this project");
    fs::write(folder.path().join("constants"), "cell\n").expect("a file");
    folder
}

#[test]
fn links_are_followed_modes_stay_and_a_dash_is_stdout() {
    for (line, begin) in WRITERS {
        let folder = folder();
        let path = |name: &str| folder.path().join(name);
        let plain = run(folder.path(), &line.replace("FILE", "plain"));
        assert!(plain.status.success(), "{line}: {plain:?}");
        let whole = fs::read(path("plain")).expect("a file");
        assert!(whole.starts_with(begin) && !whole.is_empty(), "{line}: {}", String::from_utf8_lossy(&whole[..40]));
        // The page of a run tells its command, the record of a fight its times.
        let timeless = |bytes: &[u8]| {
            let text = String::from_utf8_lossy(bytes);
            text.lines().filter_map(|line| line.split("\"times\":").next()).collect::<Vec<_>>().join("\n")
        };
        let same = |bytes: &[u8]| {
            let (found, due) = (timeless(bytes), timeless(&whole));
            let known =
                |text: &str| text.lines().filter(|line| !line.contains("boardbots ")).collect::<Vec<_>>().join("\n");
            found.len().abs_diff(due.len()) < 40 && known(&found) == known(&due)
        };

        fs::create_dir(path("far")).expect("a folder");
        fs::write(path("far/target"), "old").expect("a file");
        fs::set_permissions(path("far/target"), Permissions::from_mode(0o600)).expect("own file");
        symlink("far/target", path("link")).expect("a link");
        assert!(run(folder.path(), &line.replace("FILE", "link")).status.success(), "{line}");
        let about = fs::metadata(path("far/target")).expect("a file");
        assert!(path("link").is_symlink() && same(&fs::read(path("far/target")).expect("a file")), "{line}");
        assert_eq!(about.permissions().mode() & 0o777, 0o600, "{line}");
        assert_eq!(fs::read_dir(path("far")).expect("a folder").count(), 1, "{line} leaves something behind");

        for name in ["-", "/dev/stdout", "/dev/fd/1"] {
            let out = run(folder.path(), &line.replace("FILE", name));
            assert!(out.status.success() && same(&out.stdout), "{line}: {name}: {out:?}");
        }
        assert!(!path("-").exists());
        // What stdout is, a file for instance, is not replaced under it.
        let into = File::create(path("into")).expect("a file");
        let done = command(folder.path(), &line.replace("FILE", "/dev/stdout")).stdout(into).status();
        assert!(done.expect("the program runs").success() && same(&fs::read(path("into")).expect("a file")), "{line}");

        assert!(Command::new("mkfifo").arg(path("pipe")).status().expect("mkfifo").success());
        let mut child =
            command(folder.path(), &line.replace("FILE", "pipe")).stdout(Stdio::null()).spawn().expect("it runs");
        let mut read = Vec::new();
        File::open(path("pipe")).and_then(|mut pipe| pipe.read_to_end(&mut read)).expect("a writer");
        assert!(child.wait().expect("a child of this process").success() && same(&read), "{line}");
        let full = run(folder.path(), &line.replace("FILE", "/dev/full"));
        let said = String::from_utf8_lossy(&full.stderr);
        assert!(
            !full.status.success() && said.contains("/dev/full: ") && said.contains("No space left"),
            "{line}: {said}"
        );
    }
}
