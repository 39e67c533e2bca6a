//! Progress bars on stderr.

use crate::output::Styled;
use boardbots_base::printable::line;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressStyle};
use std::io::{self, IsTerminal};
use terminal_size::{Width, terminal_size_of};

/// The columns of a terminal that does not say how wide it is.
const USUAL: u16 = 80;
/// A bar of fewer columns shows nothing.
const NARROWEST: u16 = 8;
/// A wider one is not easier to read.
const WIDEST: u16 = 40;
/// Drawings in a second: a game's turns follow each other as fast as that.
const HERTZ: u8 = 20;

/// A bar. The words beside it are made printable.
pub struct Bar(ProgressBar);

/// A bar that counts `unit`s, if stderr is a terminal. What is known stands before the message, which is cut off
/// where the line ends; `words` are the columns that it needs to be read as a whole. The bar itself goes where they
/// leave no room. Prefix and message bring the spaces between them and the count.
pub fn on_terminal(unit: &str, words: u16) -> Option<Bar> {
    io::stderr().is_terminal().then(|| {
        let bar = ProgressBar::with_draw_target(Some(1), ProgressDrawTarget::stderr_with_hz(HERTZ));
        bar.set_style(style(unit, words, ""));
        Bar(bar.with_finish(ProgressFinish::AndClear))
    })
}

impl Bar {
    /// Begins to count this many anew, behind these words.
    pub fn begin(&self, all: u64, prefix: &str) {
        self.0.reset();
        self.0.set_length(all);
        self.0.set_prefix(line(prefix));
    }

    /// Shows the progress: this many done of that many; these words stand behind the count.
    pub fn tell(&self, done: u64, all: u64, words: &str) {
        self.0.set_length(all);
        self.0.set_position(done);
        self.0.set_message(line(words));
    }

    /// Room for a picture of so many columns and lines below a bar.
    pub fn has_room(columns: usize, lines: usize) -> bool {
        let size = terminal_size_of(io::stderr());
        size.is_some_and(|(width, height)| columns < width.0.into() && lines + 2 < height.0.into())
    }

    /// Shows a picture below the bar, instead of the one before; `unit` and `words` as in the beginning.
    pub fn picture(&self, unit: &str, words: u16, picture: &Styled) {
        self.0.set_style(style(unit, words, &format!("\n{}", picture.as_str().replace('{', "{{").replace('}', "}}"))));
    }

    /// Says a line above the bar.
    pub fn note(&self, words: &str) {
        self.0.println(line(words));
    }
}

fn style(unit: &str, words: u16, below: &str) -> ProgressStyle {
    let columns = terminal_size_of(io::stderr()).map(|(Width(columns), _)| columns).filter(|&columns| columns > 0);
    let style = ProgressStyle::with_template(&(template(unit, words, columns.unwrap_or(USUAL)) + below));
    style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> ")
}

/// The template of a line of this number of columns.
fn template(unit: &str, words: u16, columns: u16) -> String {
    // Some terminals go on to the next line when the last column is written.
    let left = columns.saturating_sub(words + 1);
    let bar = if left < NARROWEST { String::new() } else { format!("[{{bar:{}}}] ", left.min(WIDEST)) };
    format!("{{prefix}}{bar}{{pos}}/{{len}} {unit}{{wide_msg}}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_others_are_printable() {
        let bar = Bar(ProgressBar::hidden());
        bar.begin(9, "\u{1b}[2J");
        bar.tell(1, 9, "a\r\u{202e}b");
        assert_eq!((bar.0.prefix(), bar.0.message()), (r"\u{1b}[2J".into(), r"a\r\u{202e}b".into()));
    }

    #[test]
    fn the_words_come_first() {
        let template = |columns| template("games", 60, columns);
        assert_eq!(template(40), "{prefix}{pos}/{len} games{wide_msg}");
        assert_eq!(template(80), "{prefix}[{bar:19}] {pos}/{len} games{wide_msg}");
        assert_eq!(template(300), "{prefix}[{bar:40}] {pos}/{len} games{wide_msg}");
    }
}
