//! The loop of a game: shows it, asks people and bots, and does what people type.

use super::inbox::{Heard, Inbox};
use super::screen::Screen;
use super::thinking::Thinking;
use boardbots_game::player::{Info, Think};
use boardbots_game::state::Choice;
use boardbots_game::terminal::session::Session;
use boardbots_game::terminal::{Beat, Look, Narrator, Opened, Terminal};
use std::cell::Cell;
use std::io::{self, Write};
use std::ops::ControlFlow::{self, Break, Continue};
use std::path::PathBuf;
use std::time::Duration;

/// The settings of a table.
#[derive(Clone, Debug)]
pub struct Settings {
    /// True if each step of a bot waits for Enter.
    pub waits: bool,
    /// True if time passes while bots think and dice roll.
    pub pauses: bool,
    /// True if questions are written.
    pub prompts: bool,
    /// The file in which the game is saved.
    pub file: Option<PathBuf>,
}

/// The next step of the table with its value, or its end.
pub(super) type Next<T> = io::Result<ControlFlow<(), T>>;

/// A game with its players and the terminal that it is played in.
pub struct Table<W> {
    pub(super) terminal: &'static dyn Terminal,
    pub(super) session: Session,
    pub(super) narrator: Box<dyn Narrator>,
    pub(super) thinking: Option<Thinking>,
    pub(super) inbox: Inbox,
    pub(super) screen: Screen<W>,
    pub(super) settings: Settings,
    pub(super) log: Vec<String>,
}

/// The events of a game so far, in sentences.
pub fn log(session: &Session, narrator: &dyn Narrator) -> Vec<String> {
    let mut beats = if session.choices().len() == 0 { Vec::new() } else { narrator.opening(session.start(), 0) };
    let states = session.choices().skip(1).map(|(state, _)| state).chain([session.state()]);
    for ((before, choice), after) in session.choices().zip(states) {
        beats.extend(narrator.before(before, true, false));
        beats.extend(narrator.deed(before, choice));
        beats.extend(narrator.outcome(after));
    }
    beats.into_iter().filter_map(Beat::logged).collect()
}

impl<W: Write> Table<W> {
    /// A table for a game that begins or goes on.
    pub fn new(
        terminal: &'static dyn Terminal,
        opened: Opened,
        thinking: Option<Thinking>,
        inbox: Inbox,
        screen: Screen<W>,
        settings: Settings,
    ) -> Self {
        let Opened { session, narrator } = opened;
        let log = log(&session, &*narrator);
        Self { terminal, session, narrator, thinking, inbox, screen, settings, log }
    }

    /// Plays until the game is over or the person leaves. Where choices can be taken back, people can go on after
    /// the end, too.
    ///
    /// # Errors
    /// Input or output that fails.
    pub fn play(&mut self) -> io::Result<()> {
        let made = self.session.choices().len();
        self.show(self.narrator.opening(self.session.state(), made), true)?;
        loop {
            if self.is_over() {
                self.show(self.narrator.ending(self.session.state()), true)?;
                if !self.terminal.takes_back() || !self.session.has_people() {
                    break;
                }
            }
            if self.turn()?.is_break() {
                break;
            }
        }
        self.screen.flush()
    }

    pub(super) fn is_over(&self) -> bool {
        self.session.state().turn().is_none()
    }

    /// Lets the seat that has to choose do so, and shows what comes of it.
    fn turn(&mut self) -> Next<()> {
        let Some(seat) = self.session.state().turn() else {
            return Ok(self.listen("over", true)?.map_continue(|_| ()));
        };
        if let Some(choice) = self.narrator.forced(self.session.state()) {
            return self.make(choice, false);
        }
        let is_bot = !self.session.is_person(seat);
        self.show(self.narrator.before(self.session.state(), is_bot, self.settings.waits), true)?;
        if is_bot {
            let pause = Cell::new(Duration::ZERO);
            let report = |info: Info<'_>| {
                if let Info::Pause(time) = info {
                    pause.set(time);
                }
            };
            let think = Think { report: Some(&report), depth: self.depth(), ..Think::until(&|| false) };
            let choice = self.session.decide(think).map_err(io::Error::other)?;
            self.pause(pause.get())?;
            return self.make(choice, true);
        }
        let question = self.narrator.question(self.session.state());
        loop {
            match self.listen(&question, true)? {
                Break(()) => return Ok(Break(())),
                // The game or the players have changed.
                Continue(None) => return Ok(Continue(())),
                Continue(Some(choice)) => match self.confirm(choice)? {
                    Break(()) => return Ok(Break(())),
                    Continue(true) => return self.make(choice, false),
                    Continue(false) => {}
                },
            }
        }
    }

    /// The depth to which the bot searches, in games with one that does.
    pub(super) fn depth(&self) -> Option<u8> {
        self.thinking.as_ref().map(|thinking| thinking.depth)
    }

    /// Makes a choice; that of a bot is announced, and waits to be seen.
    fn make(&mut self, choice: Choice, is_bot: bool) -> Next<()> {
        self.show(self.narrator.deed(self.session.state(), choice), true)?;
        if is_bot {
            if self.inbox.interrupted() && self.leave()?.is_break() {
                return Ok(Break(()));
            }
            if self.settings.waits && self.listen("Enter", false)?.is_break() {
                return Ok(Break(()));
            }
        }
        self.session.play(choice).map_err(io::Error::other)?;
        self.show(self.narrator.outcome(self.session.state()), !is_bot || self.settings.waits)?;
        Ok(Continue(()))
    }

    /// Shows and logs what a game tells; `draws` says whether what can be told or drawn is drawn.
    fn show(&mut self, beats: Vec<Beat>, draws: bool) -> io::Result<()> {
        for beat in beats {
            match &beat {
                Beat::Gap => self.screen.print("\n")?,
                Beat::Board => self.board()?,
                Beat::Shown(text) | Beat::Told(text) => self.screen.print(text)?,
                Beat::Said(text) => self.screen.whisper(text)?,
                Beat::Drawn { told, caption, drawing } => {
                    let canvas = self.screen.canvas();
                    match drawing(canvas).filter(|_| draws && canvas.look != Look::Plain) {
                        None => self.screen.print(told)?,
                        Some(picture) => {
                            self.screen.print(caption)?;
                            self.screen.draw(&picture)?;
                        }
                    }
                }
                Beat::Pause(time) => self.pause(*time)?,
            }
            self.log.extend(beat.logged());
        }
        Ok(())
    }

    pub(super) fn board(&mut self) -> io::Result<()> {
        self.screen.draw(&self.narrator.picture(self.session.state(), self.screen.canvas()))
    }

    /// Lets time pass, unless there are no pauses.
    fn pause(&mut self, time: Duration) -> io::Result<()> {
        if self.settings.pauses {
            self.screen.flush()?;
            self.inbox.pause(time);
        }
        Ok(())
    }

    /// Asks until a line is typed. The end of the input leaves, and Ctrl-C if the person confirms it.
    fn hear(&mut self, question: &str) -> Next<String> {
        loop {
            if self.settings.prompts {
                self.screen.ask(question)?;
            }
            self.screen.flush()?;
            match self.inbox.next()? {
                Heard::Line(Ok(line)) => return Ok(Continue(line)),
                Heard::Line(Err(error)) => self.screen.print(&error.to_string())?,
                Heard::Interrupt => {
                    self.screen.end_line()?;
                    if self.leave()?.is_break() {
                        return Ok(Break(()));
                    }
                }
                Heard::End => {
                    if self.settings.prompts {
                        self.screen.end_line()?;
                    }
                    return Ok(Break(()));
                }
            }
        }
    }

    /// Obeys lines until one is a choice. `None` if the game or its players have changed, and at a pause, which asks
    /// for no choice.
    fn listen(&mut self, question: &str, asked: bool) -> Next<Option<Choice>> {
        loop {
            let Continue(line) = self.hear(question)? else { return Ok(Break(())) };
            if let Some(next) = self.obey(line.trim(), asked)? {
                return Ok(next);
            }
        }
    }

    /// Asks whether a choice is meant, if it is one that needs to be confirmed.
    fn confirm(&mut self, choice: Choice) -> Next<bool> {
        let Some((question, meaning)) = self.narrator.confirms(self.session.state(), choice) else {
            return Ok(Continue(true));
        };
        loop {
            let Continue(line) = self.hear(question)? else { return Ok(Break(())) };
            match line.trim().to_lowercase().as_str() {
                "y" | "yes" => return Ok(Continue(true)),
                "n" | "no" => return Ok(Continue(false)),
                _ => self.screen.print(meaning)?,
            }
        }
    }

    /// After Ctrl-C: asks whether to save, and whether to leave.
    fn leave(&mut self) -> Next<()> {
        loop {
            self.screen.ask("Save the game before you leave? y = save, n = leave without, Enter = play on")?;
            match self.inbox.answer()? {
                Heard::Line(Ok(line)) => match line.trim().to_lowercase().as_str() {
                    "" => {
                        self.inbox.calm();
                        return Ok(Continue(()));
                    }
                    "y" | "yes" => {
                        if self.save(None)? {
                            return Ok(Break(()));
                        }
                    }
                    "n" | "no" => return Ok(Break(())),
                    _ => self.screen.print("y saves and leaves, n leaves, Enter goes on with the game.")?,
                },
                Heard::Line(Err(error)) => self.screen.print(&error.to_string())?,
                Heard::Interrupt | Heard::End => {
                    self.screen.end_line()?;
                    return Ok(Break(()));
                }
            }
        }
    }
}
