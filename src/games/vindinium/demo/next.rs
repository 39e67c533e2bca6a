//! Suggestions for a person after the game.

use crate::output;
use std::io::{self, BufRead, IsTerminal};
use std::path::Path;
use std::thread;

/// Variables that tell that a browser has a screen to open on.
#[cfg(not(any(windows, target_os = "macos")))]
const SCREENS: [&str; 3] = ["DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"];

/// The commands worth trying next, as they are typed here, with a description of each.
pub fn suggest() {
    let program = std::env::args().next().unwrap_or_default();
    let program = if Path::new(&program).exists() { &program } else { "boardbots" };
    let commands = [
        ("tables", "every game in the browser, for people and bots"),
        #[cfg(feature = "desk")]
        ("play dragon-slayer", "a game in this terminal"),
        ("rules vindinium", "the rules of the game above"),
        ("help", "all commands"),
    ];
    output::line("Try next:");
    for (command, about) in commands {
        output::line(&format!("  {program} {command:<20} {about}"));
    }
}

/// Opens the page in a browser each time Enter is pressed, as long as this process lives. Answers whether that is
/// possible: a person is at the terminal of a machine with a screen.
pub fn offer(url: &str) -> bool {
    let possible = io::stdin().is_terminal() && io::stdout().is_terminal() && has_screen();
    if possible {
        let url = url.to_string();
        // It waits for a line that may never come, so it ends with the process.
        thread::spawn(move || {
            for _ in io::stdin().lock().lines().map_while(Result::ok) {
                if let Err(error) = open::that_detached(&url) {
                    output::line(&format!("No browser could be started ({error}); the replay is at {url}"));
                }
            }
        });
    }
    possible
}

#[cfg(not(any(windows, target_os = "macos")))]
fn has_screen() -> bool {
    SCREENS.iter().any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
}

#[cfg(any(windows, target_os = "macos"))]
fn has_screen() -> bool {
    true
}
