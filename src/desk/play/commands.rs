//! Commands that people type beside choices, and games in files.

use super::table::{Table, log};
use crate::desk::failures;
use crate::exit::CliError;
use boardbots_base::{atomic_file, input};
use boardbots_game::game::Analysis;
use boardbots_game::state::{Choice, GameState};
use boardbots_game::terminal::argument::Given;
use boardbots_game::terminal::{Opened, Terminal};
use std::io::{self, Read, Write};
use std::ops::ControlFlow::{self, Break, Continue};
use std::path::{Path, PathBuf};

/// The effect of a line: the end of the session, a choice, or the end of the question without one. `None` if the
/// question is still open.
type Answered = io::Result<Option<ControlFlow<(), Option<Choice>>>>;

impl<W: Write> Table<W> {
    /// Obeys a line. `asked` is false where a bot's step waits for Enter.
    pub(super) fn obey(&mut self, line: &str, asked: bool) -> Answered {
        let (word, rest) = match line.strip_prefix('?') {
            // `?dice` is as good as `? dice`.
            Some(topic) => ("?", topic.trim()),
            None => line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim())),
        };
        match (word.to_lowercase().as_str(), rest) {
            ("", _) => return Ok((!asked).then_some(Continue(None))),
            ("quit" | "q" | "exit", "") => return Ok(Some(Break(()))),
            ("?" | "help", topic) => self.help(topic)?,
            ("log" | "l", "") => {
                for line in &self.log {
                    self.screen.whisper(line)?;
                }
            }
            ("show", "") => self.board()?,
            ("save", file) if self.terminal.saves() => {
                self.save(Some(file).filter(|file| !file.is_empty()).map(PathBuf::from))?;
            }
            ("interactive", "") if self.terminal.has_steps() => self.settings.waits = true,
            ("automatic", "") if self.terminal.has_steps() => {
                self.settings.waits = false;
                return Ok((!asked).then_some(Continue(None)));
            }
            ("undo", "") if self.terminal.takes_back() => return self.undo(),
            ("new", "") if self.terminal.takes_back() => return self.rewind(0),
            (command, value) if self.thinking.is_some() => match self.command_bot(command, value) {
                Some(answered) => return answered,
                None => return self.choose(line, asked),
            },
            _ => return self.choose(line, asked),
        }
        Ok(None)
    }

    /// Obeys a line that is about a bot that searches; `None` for any other line.
    fn command_bot(&mut self, command: &str, value: &str) -> Option<Answered> {
        let thinking = self.thinking.as_mut()?;
        let said = match (command, value) {
            ("hint", "") => self.hint(),
            ("moves", "") => Ok(self.moves()),
            ("flip", "") => {
                let [first, second] = thinking.people;
                return Some(self.seat([second, first]));
            }
            ("side", word) => match thinking.side(word) {
                Ok(people) => return Some(self.seat(people)),
                Err(problem) => Ok(problem),
            },
            ("depth", number) => {
                let deepest = thinking.choice.deepest;
                match number.parse().ok().filter(|depth| (1..=deepest).contains(depth)) {
                    Some(depth) => {
                        thinking.depth = depth;
                        Ok(format!("the bot looks {depth} plies ahead"))
                    }
                    None => Ok(format!("write depth N, a number from 1 to {deepest}")),
                }
            }
            ("evaluation" | "judge", name) => Ok(match thinking.replace(self.terminal, name) {
                Ok(bot) => {
                    self.session.set_bots(vec![bot]);
                    format!("the bot's evaluation is {name}")
                }
                Err(problem) => problem,
            }),
            _ => return None,
        };
        Some(said.and_then(|said| self.screen.print(&said)).map(|()| None))
    }

    /// The choice of a line.
    fn choose(&mut self, line: &str, asked: bool) -> Answered {
        let is_over = self.is_over();
        let problem = match self.narrator.parse(self.session.state(), line, asked) {
            Ok(choice) if !is_over => return Ok(Some(Continue(Some(choice)))),
            // Drawn by the match, not by the rules.
            Ok(_) => "the match is over; undo, new or quit".to_string(),
            Err(problem) if is_over => format!("{problem}; undo, new or quit"),
            Err(problem) => problem.into(),
        };
        self.screen.print(&problem)?;
        Ok(None)
    }

    fn help(&mut self, topic: &str) -> io::Result<()> {
        let help = self.narrator.help(topic).unwrap_or_else(Into::into);
        self.screen.print(&help)?;
        let Some(thinking) = &self.thinking else { return Ok(()) };
        let ([first, second], bots) = (thinking.choice.sides, thinking.choice.bots.join(", "));
        self.screen.print(&format!(
            "\
undo             take back your last move and what followed
hint             the best move, and why
moves            what can be done
flip             change sides
side WHO         play {first}, {second}, both or none
depth N          the bot looks N plies ahead
evaluation NAME  the bot's evaluation of positions: {bots}
log              what has happened
show             the board
new              another game
quit             leave"
        ))
    }

    /// The best move, and the reason for it.
    fn hint(&mut self) -> io::Result<String> {
        if self.is_over() {
            return Ok("the match is over".into());
        }
        let state = self.session.state();
        let found = self.terminal.analyst().and_then(|mut analyst| analyst.analyse(state, None, &|| false));
        let Some(Analysis { best, why, .. }) = found else { return Ok("there is no hint".into()) };
        let choice = state.parse(&best).map_err(io::Error::other)?;
        let (key, account) = (self.narrator.keystroke(state, choice), self.narrator.account(state, choice));
        Ok(format!("hint: {key} ({account}); {why}"))
    }

    /// All choices that there are, a line each.
    fn moves(&self) -> String {
        if self.is_over() {
            return "the match is over".into();
        }
        let (state, mut choices) = (self.session.state(), Vec::new());
        state.legal(&mut choices);
        let line = |choice: &Choice| {
            format!("{}  {}", self.narrator.keystroke(state, *choice), self.narrator.account(state, *choice))
        };
        choices.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    /// Lets people play these sides.
    fn seat(&mut self, people: [bool; 2]) -> Answered {
        let Some(thinking) = &mut self.thinking else { return Ok(None) };
        thinking.people = people;
        self.session.reseat(thinking.seats());
        self.screen.print(&thinking.sides())?;
        // After the end no side has the turn, and the result need not be printed again.
        Ok((!self.is_over()).then_some(Continue(None)))
    }

    /// Goes back to where a person last had to choose.
    fn undo(&mut self) -> Answered {
        let is_own = |state: &dyn GameState| {
            let is_person = state.turn().is_some_and(|seat| self.session.is_person(seat));
            is_person && self.narrator.forced(state).is_none()
        };
        let last = self.session.choices().enumerate().filter(|(_, (state, _))| is_own(*state)).last();
        if let Some((last, _)) = last {
            return self.rewind(last);
        }
        self.screen.print("there is no move of yours to take back")?;
        Ok(None)
    }

    /// Goes back to the state after this many choices.
    fn rewind(&mut self, choices: usize) -> Answered {
        self.session.rewind(choices);
        self.log = log(&self.session, &*self.narrator);
        self.board()?;
        Ok(Some(Continue(None)))
    }

    /// Saves the game to this file or its own, and returns whether that was possible.
    pub(super) fn save(&mut self, file: Option<PathBuf>) -> io::Result<bool> {
        let name = self.narrator.file(self.session.state());
        let path = file.or_else(|| self.settings.file.clone()).unwrap_or_else(|| free_file(&name));
        let (shown, game) = (path.display(), self.terminal.name());
        let text = self.narrator.saved(&self.session).ok_or_else(|| io::Error::other("this game cannot be saved"));
        match text.and_then(|text| write(&text, &path)) {
            Ok(()) => {
                self.screen.print(&format!("Saved. Go on with: boardbots play {game} --resume {shown}"))?;
                self.settings.file = Some(path);
                Ok(true)
            }
            Err(error) => {
                self.screen.print(&format!("Not saved: {shown}: {error}; save FILE takes another file."))?;
                Ok(false)
            }
        }
    }
}

/// The most bytes of a saved game.
const MAX_BYTES: u64 = 16 * 1024;
/// Names that are tried for a game that has no file yet.
const NAMES: usize = 99;

/// Opens a saved game where it was saved.
///
/// # Errors
/// [`CliError::configuration`]: the file cannot be read, or which line of it is wrong.
pub fn saved(terminal: &dyn Terminal, path: &Path, given: &Given) -> Result<Opened, CliError> {
    let text = failures::read(path, MAX_BYTES)?;
    let wrong = |error| CliError::configuration(format!("{}{error}", path.display()));
    terminal.resume(&text, given).map_err(wrong)
}

/// Writes a game, so that the file holds either all of it or what it held before.
///
/// # Errors
/// The file cannot be written, or holds something else than a game, or the game is too long to be read again.
pub fn write(text: &str, path: &Path) -> io::Result<()> {
    let mark = text.split(':').next().unwrap_or_default().as_bytes();
    let mut first = Vec::new();
    match input::open(path) {
        Ok(file) => _ = file.take(mark.len() as u64).read_to_end(&mut first)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => first.extend(mark),
        Err(error) => return Err(error),
    }
    // A game on stdout could not be opened again.
    if first != mark || atomic_file::is_stdout(path) {
        return Err(io::Error::other("this file is there already and holds no game; take another name"));
    }
    if text.len() as u64 > MAX_BYTES {
        return Err(io::Error::other(format!("the game is too long: more than {MAX_BYTES} bytes")));
    }
    atomic_file::write(path, text.as_bytes())
}

/// A file in the current folder that is not there yet.
fn free_file(name: &str) -> PathBuf {
    let numbered = |number| match number {
        1 => PathBuf::from(format!("{name}.save")),
        number => PathBuf::from(format!("{name}-{number}.save")),
    };
    (1..NAMES).map(numbered).find(|path| !path.exists()).unwrap_or_else(|| numbered(NAMES))
}
