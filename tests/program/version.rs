//! The line of `boardbots --version`, and the build script that finds out what is in it.

use std::env::consts::ARCH;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

/// The line that the program prints for this option.
fn line(option: &str) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_boardbots"));
    let output = program.arg(option).env("COLUMNS", "40").output().expect("the program runs");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn both_options_print_version_commit_target_and_features_in_one_line() {
    let said = line("--version");
    assert_eq!(said, line("-V"));
    let inner = said.strip_prefix(concat!("boardbots ", env!("CARGO_PKG_VERSION"), " (")).expect(&said);
    let inner = inner.strip_suffix(")\n").expect(&said);
    assert!(!inner.contains(['\n', '(', '/']), "{said}");
    let mut parts: Vec<&str> = inner.split(", ").collect();
    let features = match (crate::FULL, cfg!(feature = "tls")) {
        (true, true) => "features full tls",
        (true, false) => "features full",
        (false, true) => "features tls",
        (false, false) => "features none",
    };
    assert_eq!(parts.pop(), Some(features), "{said}");
    let target = parts.pop().expect(&said);
    assert!(target.starts_with(&ARCH[..3]) && target.split('-').count() >= 3, "{said}");
    if let Some(commit) = parts.pop() {
        let commit = commit.strip_prefix("commit ").expect(&said).trim_end_matches('+');
        assert!(commit.len() == 8 && commit.bytes().all(|byte| byte.is_ascii_hexdigit()), "{said}");
    }
    assert!(parts.is_empty(), "{said}");
}

/// The build script as a program.
fn script() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("version-script");
        let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
        rustc.args(["--edition=2024", "-o"]).arg(&program).arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("build.rs"));
        assert!(rustc.status().expect("the compiler that has built this").success());
        program
    })
}

/// The script's run in a folder, as cargo calls it; with the commit that the variable gives.
fn run(folder: &Path, commit: Option<&str>, change: impl FnOnce(&mut Command)) -> Output {
    let mut script = Command::new(script());
    script.current_dir(folder).env_remove("CARGO_FEATURE_FULL").env_remove("CARGO_FEATURE_TLS");
    script.env("CARGO_PKG_VERSION", "1.2.3").env("TARGET", "arm-board").env("CARGO_FEATURE_DEFAULT", "1");
    script.env_remove("BOARDBOTS_COMMIT").envs(commit.map(|commit| ("BOARDBOTS_COMMIT", commit)));
    change(&mut script);
    script.output().expect("it runs")
}

/// The line that the program would print. All that has to be looked at before the next build is there: cargo would run the
/// script, and compile the program, each time otherwise.
fn version(folder: &Path, commit: Option<&str>) -> String {
    let output = run(folder, commit, |_| ());
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("text");
    let lines = |begin| text.lines().filter_map(move |line| line.strip_prefix(begin));
    for path in lines("cargo::rerun-if-changed=") {
        assert!(folder.join(path).exists(), "{path}");
    }
    let mut said = lines("cargo::rustc-env=BOARDBOTS_VERSION=");
    said.next().expect(&text).to_string()
}

/// The output of git in a folder.
fn git(folder: &Path, arguments: &[&str]) -> String {
    let mut git = Command::new("git");
    git.current_dir(folder).args(["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]);
    let output = git.args(arguments).output().expect("git is there");
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).expect("text").trim().to_string()
}

/// True if git is on this machine.
fn git_is_there() -> bool {
    let there = Command::new("git").arg("--version").output().is_ok();
    if !there {
        println!("skipped: there is no git on this machine");
    }
    there
}

/// A folder with a source of the program and a test of a package.
fn sources(folder: &Path) {
    for part in ["src", "crates/some/src", "crates/some/tests"] {
        fs::create_dir_all(folder.join(part)).expect("a folder");
    }
    for file in
        ["Cargo.toml", "src/lib.rs", "crates/some/Cargo.toml", "crates/some/src/lib.rs", "crates/some/tests/a.rs"]
    {
        fs::write(folder.join(file), "first").expect("a file");
    }
}

#[test]
fn without_git_the_variable_says_the_commit() {
    let folder = tempfile::tempdir().expect("a folder");
    let plain = "1.2.3 (arm-board, features none)";
    sources(folder.path());
    assert_eq!([None, Some("")].map(|commit| version(folder.path(), commit)), [plain; 2]);
    for (given, shown) in [("0123456789AB", "01234567"), ("01234567+", "01234567+")] {
        let due = format!("1.2.3 (commit {shown}, arm-board, features none)");
        assert_eq!(version(folder.path(), Some(given)), due);
    }
    for wrong in ["0123456", "main", "01234567-changed", "+", "0123456ü", "01234567, x"] {
        let output = run(folder.path(), Some(wrong), |_| ());
        let said = String::from_utf8(output.stdout).expect("text");
        assert!(said.contains(&format!("cargo::error=BOARDBOTS_COMMIT={wrong}: write the commit")), "{said}");
        assert!(!said.contains("rustc-env"), "{said}");
    }
    let features = |script: &mut Command| {
        script.env("CARGO_FEATURE_TLS", "1").env("CARGO_FEATURE_FULL", "1");
    };
    let output = run(folder.path(), None, features);
    let said = String::from_utf8(output.stdout).expect("text");
    assert!(said.contains("BOARDBOTS_VERSION=1.2.3 (arm-board, features full tls)\n"), "{said}");
}

#[test]
fn a_checkout_says_its_commit_and_whether_the_program_was_changed_since() {
    if !git_is_there() {
        return;
    }
    let tmp = tempfile::tempdir().expect("a folder");
    let folder = &tmp.path().join("checkout");
    sources(folder);
    git(folder, &["init", "--quiet"]);
    assert_eq!(version(folder, None), "1.2.3 (arm-board, features none)", "there is no commit yet");
    let commit = |folder: &Path| {
        git(folder, &["add", "."]);
        git(folder, &["commit", "--quiet", "--message", "it"]);
    };
    let due = |folder: &Path, changed| {
        let head = git(folder, &["rev-parse", "HEAD"]);
        format!("1.2.3 (commit {}{changed}, arm-board, features none)", &head[..8])
    };
    commit(folder);
    assert_eq!(version(folder, None), due(folder, ""));
    assert_eq!(version(folder, Some("")), "1.2.3 (arm-board, features none)", "the variable goes before");

    // Tests are no part of the program.
    fs::write(folder.join("crates/some/tests/a.rs"), "second").expect("a file");
    assert_eq!(version(folder, None), due(folder, ""));
    fs::write(folder.join("crates/some/src/new.rs"), "first").expect("a file");
    assert_eq!(version(folder, None), due(folder, "+"));
    commit(folder);
    assert_eq!(version(folder, None), due(folder, ""));
    fs::write(folder.join("src/lib.rs"), "second").expect("a file");
    assert_eq!(version(folder, None), due(folder, "+"));
    git(folder, &["checkout", "--quiet", "src"]);

    // References in one file, a head without a branch, a worktree, in which `.git` is a file.
    git(folder, &["pack-refs", "--all"]);
    assert_eq!(version(folder, None), due(folder, ""));
    let tree = &tmp.path().join("tree");
    git(folder, &["worktree", "add", "--quiet", "--detach", tree.to_str().expect("text")]);
    assert!(tree.join(".git").is_file());
    assert_eq!(version(tree, None), due(folder, ""));
    fs::write(tree.join("src/lib.rs"), "third").expect("a file");
    commit(tree);
    assert_eq!(version(tree, None), due(tree, ""));
    assert_ne!(version(tree, None), version(folder, None));

    // What a hook of another repository sets says nothing about this one.
    let hook = run(folder, None, |script| {
        script.env("GIT_DIR", tree.join(".git")).env("GIT_WORK_TREE", tree);
    });
    assert!(String::from_utf8(hook.stdout).expect("text").contains(&due(folder, "")));
    // Without git, and as a copy in somebody's own repository.
    let missing = run(folder, None, |script| {
        script.env("PATH", tmp.path());
    });
    assert!(String::from_utf8(missing.stdout).expect("text").contains("VERSION=1.2.3 (arm-board, "));
    sources(&folder.join("copy"));
    commit(folder);
    assert_eq!(version(&folder.join("copy"), None), "1.2.3 (arm-board, features none)");
}

#[test]
fn a_build_looks_again_where_the_commit_of_a_checkout_changes() {
    if !git_is_there() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    sources(folder);
    git(folder, &["init", "--quiet", "--initial-branch", "trunk"]);
    git(folder, &["add", "."]);
    git(folder, &["commit", "--quiet", "--message", "it"]);
    let output = String::from_utf8(run(folder, None, |_| ()).stdout).expect("text");
    for path in [".git/HEAD", ".git/logs/HEAD", ".git/refs/heads/trunk", "src", "crates/some/src"] {
        assert!(output.contains(&format!("cargo::rerun-if-changed={path}\n")), "{path}: {output}");
    }
    assert!(output.contains("cargo::rerun-if-env-changed=BOARDBOTS_COMMIT\n") && !output.contains("tests"), "{output}");
}
