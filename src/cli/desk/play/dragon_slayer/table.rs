//! The table: shows the game, asks those who sit at it, and tells what happens.

use super::inbox::{Heard, Inbox};
use super::order::{Mode, Order};
use super::screen::{Look, Screen};
use super::sitting::{Sitting, Step};
use super::story;
use super::{board, dice, save};
use crate::games::dragon_slayer::chatter::{Chatter, Said};
use crate::games::dragon_slayer::mind::Decision;
use crate::games::dragon_slayer::rules::{Action, Event, Question, Seat, Turn};
use std::io::{self, Write};
use std::ops::ControlFlow::{self, Break, Continue};
use std::path::PathBuf;
use std::time::Duration;

/// Between one roll and the next, so that they can be followed.
const BETWEEN_ROLLS: Duration = Duration::from_millis(700);
/// Files with names of their own that are tried for a game nobody has named a file for.
const MOST_FILES: usize = 99;

/// How the table is kept.
#[derive(Clone, Debug)]
pub struct Manners {
    /// How the rivals' steps are shown.
    pub mode: Mode,
    /// Whether time passes while characters think and dice roll.
    pub pauses: bool,
    /// Whether the characters say nothing.
    pub quiet: bool,
    /// Where the game is saved.
    pub file: Option<PathBuf>,
}

/// Whether to go on, and if so with what; or to leave.
type Next<T> = io::Result<ControlFlow<(), T>>;

/// A table.
pub struct Table<W> {
    sitting: Sitting,
    inbox: Inbox,
    screen: Screen<W>,
    manners: Manners,
    chatter: Chatter,
    log: Vec<String>,
}

impl<W: Write> Table<W> {
    /// A table for a game that begins, or goes on.
    pub fn new(sitting: Sitting, inbox: Inbox, screen: Screen<W>, manners: Manners) -> Self {
        let names = sitting.names();
        let mut chatter = if manners.quiet { Chatter::nobody() } else { sitting.chatter() };
        let mut log = Vec::new();
        for step in sitting.steps() {
            if step.begins_turn() {
                log.extend(if log.is_empty() { story::comments(names, chatter.start()) } else { Vec::new() });
                log.push(story::turn(names, &step.before));
                log.extend(story::comments(names, chatter.turn(&step.before)));
            }
            log.extend(story::lines(names, step));
            let said = chatter.step(&step.before, step.action, step.event, &step.after);
            log.extend(story::comments(names, said));
        }
        Self { sitting, inbox, screen, manners, chatter, log }
    }

    /// The game as far as it has come.
    pub const fn sitting(&self) -> &Sitting {
        &self.sitting
    }

    /// Plays until the game is over or somebody leaves.
    ///
    /// # Errors
    ///
    /// Input or output that fails.
    pub fn play(&mut self) -> io::Result<()> {
        self.open()?;
        while let Some((seat, question)) = self.sitting.game().asked() {
            let begins = question == Question::Fight && *self.sitting.game().turn() == Turn::START;
            if begins {
                let heading = story::turn(self.sitting.names(), self.sitting.game());
                self.screen.say("\n")?;
                self.tell(&heading)?;
                let comments = self.chatter.turn(self.sitting.game());
                self.comment(comments)?;
            }
            let action = match self.sitting.decide() {
                Some(decision) => self.rival(seat, question, &decision)?,
                None => self.ask(seat, question)?,
            };
            let Continue(action) = action else { return self.screen.flush() };
            let step = self.sitting.play(action).map_err(io::Error::other)?.clone();
            self.show(&step)?;
            let comments = self.chatter.step(&step.before, step.action, step.event, &step.after);
            self.comment(comments)?;
        }
        if let Some(winner) = self.sitting.game().winner() {
            let result = story::result(self.sitting.names(), self.sitting.game(), winner);
            self.screen.say("\n")?;
            self.tell(&result)?;
            self.board()?;
        }
        self.screen.flush()
    }

    fn open(&mut self) -> io::Result<()> {
        let (game, names) = (self.sitting.game(), self.sitting.names());
        let all: Vec<&str> = (0..game.players().len()).map(|seat| names.plain(seat)).collect();
        let (seed, order) = (self.sitting.seed(), all.join(", "));
        let mut text = format!("Dragon Slayer {}, seed {seed}.\nIn this order: {order}.", game.variant());
        if self.sitting.peopled() {
            text += " ? = help.";
        }
        if !self.sitting.steps().is_empty() {
            text += " The game goes on; log shows what has been.";
        }
        self.screen.say(&text)?;
        let fresh = self.sitting.steps().is_empty();
        let comments = if fresh { self.chatter.start() } else { Vec::new() };
        self.comment(comments)
    }

    /// Writes what characters say, also into the log.
    fn comment(&mut self, comments: Vec<Said>) -> io::Result<()> {
        for comment in story::comments(self.sitting.names(), comments) {
            self.screen.whisper(&comment)?;
            self.log.push(comment);
        }
        Ok(())
    }

    /// Writes a sentence, also into the log.
    fn tell(&mut self, text: &str) -> io::Result<()> {
        self.log.push(text.to_string());
        self.screen.say(text)
    }

    fn board(&mut self) -> io::Result<()> {
        let picture = board::picture(self.sitting.names(), self.sitting.game(), self.screen.width(), self.screen.look);
        self.screen.draw(&picture)
    }

    /// Time passes, unless it is not to.
    fn pause(&mut self, time: Duration) -> io::Result<()> {
        if self.manners.pauses {
            self.screen.flush()?;
            self.inbox.pause(time);
        }
        Ok(())
    }

    /// Announces what a character has decided.
    fn rival(&mut self, seat: Seat, question: Question, decision: &Decision) -> Next<Action> {
        let waits = self.manners.mode == Mode::Interactive;
        if waits && matches!(question, Question::Fight | Question::FightOrStop) {
            self.board()?;
        }
        self.pause(decision.pause)?;
        let deed = story::deed(self.sitting.names(), self.sitting.game(), seat, decision.action);
        self.tell(&deed)?;
        if self.inbox.interrupted() && self.leave()?.is_break() {
            return Ok(Break(()));
        }
        while self.manners.mode == Mode::Interactive {
            match self.listen("Enter", &[])? {
                Continue(None) => break,
                Continue(Some(_)) => {}
                Break(()) => return Ok(Break(())),
            }
        }
        Ok(Continue(decision.action))
    }

    /// Asks somebody who sits here.
    fn ask(&mut self, seat: Seat, question: Question) -> Next<Action> {
        let possible = self.sitting.game().actions();
        self.board()?;
        loop {
            let text = story::question(self.sitting.names(), self.sitting.game(), seat, question);
            let Continue(action) = self.listen(&text, &possible)? else { return Ok(Break(())) };
            match action {
                None => {}
                Some(Action::Challenge) => match self.confirm()? {
                    Continue(true) => return self.decided(seat, Action::Challenge),
                    Continue(false) => {}
                    Break(()) => return Ok(Break(())),
                },
                Some(action) => return self.decided(seat, action),
            }
        }
    }

    fn decided(&mut self, seat: Seat, action: Action) -> Next<Action> {
        let deed = story::deed(self.sitting.names(), self.sitting.game(), seat, action);
        self.tell(&deed)?;
        Ok(Continue(action))
    }

    /// Asks until something is answered: an action, or Enter alone.
    fn listen(&mut self, question: &str, possible: &[Action]) -> Next<Option<Action>> {
        loop {
            self.screen.ask(question)?;
            let line = match self.inbox.next()? {
                Heard::Line(Ok(line)) => line,
                Heard::Line(Err(error)) => {
                    self.screen.say(&error.to_string())?;
                    continue;
                }
                Heard::Interrupt => {
                    self.screen.end_line()?;
                    match self.leave()? {
                        Continue(()) => continue,
                        Break(()) => return Ok(Break(())),
                    }
                }
                Heard::End => {
                    self.screen.end_line()?;
                    return Ok(Break(()));
                }
            };
            match Order::parse(&line, possible) {
                Err(problem) => self.screen.say(&problem)?,
                Ok(Order::Nothing) => return Ok(Continue(None)),
                Ok(Order::Act(action)) => return Ok(Continue(Some(action))),
                Ok(Order::Help(text)) => self.screen.say(text)?,
                Ok(Order::Show) => self.board()?,
                Ok(Order::Log) => {
                    for line in &self.log {
                        self.screen.whisper(line)?;
                    }
                }
                Ok(Order::Save(file)) => {
                    self.save(file)?;
                }
                Ok(Order::Mode(mode)) => {
                    self.manners.mode = mode;
                    if mode == Mode::Automatic && possible.is_empty() {
                        return Ok(Continue(None));
                    }
                }
                Ok(Order::Quit) => return Ok(Break(())),
            }
        }
    }

    /// The one question whether somebody is sure.
    fn confirm(&mut self) -> Next<bool> {
        loop {
            self.screen.ask("Spend your only token on this challenge? y = yes, n = no")?;
            match self.inbox.next()? {
                Heard::Line(Ok(line)) => match line.trim().to_lowercase().as_str() {
                    "y" | "yes" => return Ok(Continue(true)),
                    "n" | "no" => return Ok(Continue(false)),
                    _ => self.screen.say("y spends the token, n does not.")?,
                },
                Heard::Line(Err(error)) => self.screen.say(&error.to_string())?,
                Heard::Interrupt => {
                    self.screen.end_line()?;
                    if self.leave()?.is_break() {
                        return Ok(Break(()));
                    }
                }
                Heard::End => {
                    self.screen.end_line()?;
                    return Ok(Break(()));
                }
            }
        }
    }

    /// After Ctrl-C: whether to save, and whether to leave.
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
                    _ => self.screen.say("y saves and leaves, n leaves, Enter goes on with the game.")?,
                },
                Heard::Line(Err(error)) => self.screen.say(&error.to_string())?,
                Heard::Interrupt | Heard::End => {
                    self.screen.end_line()?;
                    return Ok(Break(()));
                }
            }
        }
    }

    /// Saves the game to this file or its own; whether that was possible.
    fn save(&mut self, file: Option<PathBuf>) -> io::Result<bool> {
        let path = file.or_else(|| self.manners.file.clone()).unwrap_or_else(|| self.free_file());
        let shown = path.display();
        match save::write(&self.sitting, &path) {
            Ok(()) => {
                self.screen.say(&format!("Saved. Go on with: boardbots play dragon-slayer --resume {shown}"))?;
                self.manners.file = Some(path);
                Ok(true)
            }
            Err(error) => {
                self.screen.say(&format!("Not saved: {shown}: {error}; save FILE takes another file."))?;
                Ok(false)
            }
        }
    }

    /// A file in the current folder that is not there yet.
    fn free_file(&self) -> PathBuf {
        let seed = self.sitting.seed();
        let name = |number| match number {
            1 => PathBuf::from(format!("dragon-slayer-{seed}.save")),
            number => PathBuf::from(format!("dragon-slayer-{seed}-{number}.save")),
        };
        (1..MOST_FILES).map(name).find(|path| !path.exists()).unwrap_or_else(|| name(MOST_FILES))
    }

    /// Shows what came of a step.
    fn show(&mut self, step: &Step) -> io::Result<()> {
        let rival = self.sitting.guests()[step.seat].character.is_some();
        let drawn = self.screen.look != Look::Plain && !(rival && self.manners.mode == Mode::Automatic);
        let throws = step.battle.as_ref().map_or(0, |battle| battle.throws.len());
        for (number, throw) in (1..).zip(step.battle.iter().flat_map(|battle| &battle.throws)) {
            let text = story::roll(number, throw);
            let dragon = step.battle.as_ref().map(|battle| battle.dragon);
            let picture = dragon
                .filter(|_| drawn)
                .and_then(|dragon| dice::picture(dragon, throw, self.screen.width(), self.screen.look));
            match picture {
                None => self.screen.say(&text)?,
                Some(picture) => {
                    let effect = story::effect(throw);
                    let slain = matches!(step.event, Event::Slain { .. }) && number == throws;
                    let effect = match effect.as_str() {
                        "" if slain => "an axe strikes",
                        "" => "nothing changes",
                        effect => effect,
                    };
                    self.screen.say(&format!("  Roll {number}: {effect}"))?;
                    self.screen.draw(&picture)?;
                }
            }
            self.log.push(text);
            self.pause(BETWEEN_ROLLS)?;
        }
        if let Some(outcome) = story::outcome(self.sitting.names(), step) {
            self.tell(&outcome)?;
        }
        Ok(())
    }
}
