//! Tells the program what it is built from: version, commit, target and features, as `boardbots --version` prints them;
//! and lists the starter kits that are part of it.
//!
//! The commit is the one that `BOARDBOTS_COMMIT` names, else that of this checkout. It is left out where that variable
//! is empty, where there is no git, and in an archive of the sources.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The variable with the commit: hexadecimal digits, behind them `+` if anything has been changed since.
const VARIABLE: &str = "BOARDBOTS_COMMIT";
/// Digits of a commit that are shown. Git itself would show more in a large clone, and the program would not be the
/// same in all of them.
const DIGITS: usize = 8;
/// The parts of the program outside the packages below it.
const PARTS: [&str; 7] = [".cargo", "Cargo.lock", "Cargo.toml", "build.rs", "kits", "src", "systemd"];
/// The folders that hold packages.
const PACKAGES: [&str; 2] = ["crates", "crates/games"];
/// Parts of packages that are no parts of the program.
const ASIDE: [&str; 4] = ["README.md", "benches", "examples", "tests"];
/// The files of git that change with the commit of a checkout, or hold the branch that does.
const HEADS: [&str; 4] = ["HEAD", "logs/HEAD", "packed-refs", "reftable/tables.list"];

fn main() {
    println!("cargo::rerun-if-env-changed={VARIABLE}");
    list_kits();
    let parts = parts();
    for part in &parts {
        println!("cargo::rerun-if-changed={part}");
    }
    let commit = match env::var(VARIABLE) {
        Ok(given) => shown(&given).ok_or(given),
        Err(_) => Ok(found(&parts).unwrap_or_default()),
    };
    let commit = match commit {
        Ok(commit) if commit.is_empty() => commit,
        Ok(commit) => format!("commit {commit}, "),
        Err(given) => {
            println!(
                "cargo::error={VARIABLE}={given}: write the commit, at least {DIGITS} hexadecimal digits with a + \
                 behind them if anything has been changed since, or leave the variable empty"
            );
            return;
        }
    };
    let [version, target] = ["CARGO_PKG_VERSION", "TARGET"].map(|name| env::var(name).expect("cargo sets it"));
    println!("cargo::rustc-env=BOARDBOTS_VERSION={version} ({commit}{target}, features {})", features());
}

/// Writes the list of the kits in `kits/LANGUAGE/GAME`, each with the texts of its files, for the command that copies
/// them.
fn list_kits() {
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let mut list = "&[\n".to_string();
    for language in names("kits") {
        for game in names(&format!("kits/{language}")) {
            let folder = format!("kits/{language}/{game}");
            let inner = names(&format!("{folder}/src")).into_iter().map(|name| format!("src/{name}"));
            let files = names(&folder).into_iter().chain(inner).filter(|name| Path::new(&folder).join(name).is_file());
            let path = |file: &str| format!("{root}/{folder}/{file}");
            let files: Vec<_> = files.map(|file| format!("({file:?}, include_str!({:?}))", path(&file))).collect();
            let files = files.join(", ");
            let _ = writeln!(list, "Kit {{ language: {language:?}, game: {game:?}, files: &[{files}] }},");
        }
    }
    let out = env::var_os("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&out).join("kits.rs"), list + "]\n").expect("cargo's folder is writable");
}

/// The features, of which `default` says nothing by itself.
fn features() -> String {
    let names = env::vars().filter_map(|(name, _)| Some(name.strip_prefix("CARGO_FEATURE_")?.to_lowercase()));
    let mut names: Vec<String> = names.filter(|name| name != "default").collect();
    names.sort_unstable();
    if names.is_empty() { "none".into() } else { names.join(" ") }
}

/// The paths of all that the program is made of, without its tests: where they differ, the program may differ.
fn parts() -> Vec<String> {
    let mut parts: Vec<String> = PARTS.map(str::to_string).to_vec();
    for folder in PACKAGES {
        for package in names(folder).into_iter().map(|name| format!("{folder}/{name}")) {
            if Path::new(&package).join("Cargo.toml").is_file() {
                let inner = names(&package).into_iter().filter(|name| !ASIDE.contains(&name.as_str()));
                parts.extend(inner.map(|name| format!("{package}/{name}")));
            }
        }
    }
    // Cargo would run this each time because of a path that is not there.
    parts.retain(|part| Path::new(part).exists());
    parts
}

/// The names of what is in a folder, in order.
fn names(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort_unstable();
    names
}

/// A commit as it is shown: nothing of an empty text, and `None` of what is no commit.
fn shown(commit: &str) -> Option<String> {
    let (digits, changed) = commit.strip_suffix('+').map_or((commit, ""), |digits| (digits, "+"));
    let is_commit = digits.len() >= DIGITS && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    match commit {
        "" => Some(String::new()),
        _ if is_commit => Some(format!("{}{changed}", digits[..DIGITS].to_lowercase())),
        _ => None,
    }
}

/// The commit of this checkout, with `+` behind it if one of these parts has been changed since. From now on this
/// program runs again when the commit changes.
fn found(parts: &[String]) -> Option<String> {
    // A copy of the sources in somebody's own repository is not of that one's commit.
    if !git(&["rev-parse", "--show-cdup"])?.is_empty() {
        return None;
    }
    let branch = git(&["symbolic-ref", "--quiet", "HEAD"]);
    for name in HEADS.into_iter().chain(branch.as_deref()) {
        let file = git(&["rev-parse", "--git-path", name])?;
        if Path::new(&file).exists() {
            println!("cargo::rerun-if-changed={file}");
        }
    }
    let commit = git(&["rev-parse", "HEAD"])?;
    let mut status = vec!["--no-optional-locks", "status", "--porcelain", "--untracked-files=normal", "--"];
    status.extend(parts.iter().map(String::as_str));
    let changed = if git(&status)?.is_empty() { "" } else { "+" };
    shown(&format!("{commit}{changed}"))
}

/// The output of git about this checkout, without the line break at its end; `None` if it fails or is not there.
fn git(arguments: &[&str]) -> Option<String> {
    let mut git = Command::new("git");
    // Git sets these for its hooks, which may be what builds this.
    for name in ["GIT_DIR", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_WORK_TREE"] {
        git.env_remove(name);
    }
    let output = git.args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim_end().to_string())
}
