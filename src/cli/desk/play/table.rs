//! The table that people and bots sit at.

use super::order::{Humans, Order};
use crate::cli::desk::play::paint::paint;
use crate::games::duel::Bot;
use crate::games::picture::Pictured;
use crate::games::referee::{Referee, Verdict};
use crate::matches::lines::{Lines, printable};
use crate::search::alpha_beta::{Limits, Options, Outcome};
use crate::search::game::{Moves, ends_in};
use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

/// Most characters of an answer to what was typed.
const MAX_ANSWER: usize = 300;

const COMMANDS: &str = "\
undo        take back your last move and what followed
hint        what the bot would do, and why
moves       what can be done
flip        change sides
side WHO    play green, blue, both or none
depth N     the bot looks N plies ahead
judge NAME  how the bot values positions:";

/// How the bot thinks.
#[derive(Clone, Copy, Debug)]
pub struct Thinking {
    /// Plies.
    pub depth: u8,
    /// Longest time for a move.
    pub time: Option<Duration>,
    /// The judge's name.
    pub judge: &'static str,
    /// Threads and table.
    pub search: Options,
}

/// What is on the table when people sit down.
pub struct Laid<D: Pictured> {
    /// The position that games begin with.
    pub start: D,
    /// Moves made already.
    pub moves: Vec<D::Move>,
    /// Who plays what.
    pub humans: Humans,
    /// How the bot thinks.
    pub thinking: Thinking,
    /// Whether to use colours.
    pub coloured: bool,
    /// Whether somebody at a terminal needs to be told that it is his turn.
    pub prompt: bool,
}

/// A table.
pub struct Table<D: Pictured, R, W> {
    start: D,
    referee: Referee<D>,
    humans: Humans,
    thinking: Thinking,
    bot: Option<Box<dyn Bot<D>>>,
    coloured: bool,
    prompt: bool,
    input: Lines<R>,
    output: W,
}

/// Whether to go on.
enum Next {
    On,
    Over,
}

impl<D: Pictured, R: BufRead, W: Write> Table<D, R, W> {
    /// A table where the moves so far have been made.
    pub fn new(laid: Laid<D>, input: R, output: W) -> Self {
        let Laid { start, moves, humans, thinking, coloured, prompt } = laid;
        let mut referee = Referee::new(start.clone());
        for action in moves {
            referee.play(action);
        }
        Self { start, referee, humans, thinking, bot: None, coloured, prompt, input: Lines::new(input), output }
    }

    /// Plays until somebody leaves, or until the end if only bots play.
    ///
    /// # Errors
    ///
    /// Input or output that fails.
    pub fn play(&mut self) -> io::Result<()> {
        let watched = self.humans.none();
        self.show()?;
        loop {
            let verdict = self.referee.verdict();
            if let Some(verdict) = verdict {
                self.result(verdict)?;
                if watched {
                    return Ok(());
                }
            }
            let turn = self.referee.position().turn();
            let next = match (verdict, self.referee.position().pass()) {
                (None, Some(pass)) => self.make(pass)?,
                (None, None) if !self.humans.play(turn) => {
                    let best = self.think().best().expect("the game goes on");
                    self.make(best)?
                }
                _ => self.ask(verdict.is_some())?,
            };
            if matches!(next, Next::Over) {
                return Ok(());
            }
        }
    }

    /// Reads orders until one changes the match or the sides.
    fn ask(&mut self, over: bool) -> io::Result<Next> {
        loop {
            if self.prompt {
                let who = if over { "over".to_string() } else { self.referee.position().turn().to_string() };
                write!(self.output, "{who}> ")?;
            }
            self.output.flush()?;
            let line = match self.input.next_line()? {
                None => {
                    if self.prompt {
                        writeln!(self.output)?;
                    }
                    return Ok(Next::Over);
                }
                Some(Err(error)) => {
                    writeln!(self.output, "{error}")?;
                    continue;
                }
                Some(Ok(line)) => line,
            };
            match Order::parse(&line, self.referee.position()) {
                Err(error) if over => writeln!(self.output, "{}; undo, new or quit", printable(&error, MAX_ANSWER))?,
                Err(error) => writeln!(self.output, "{}", printable(&error, MAX_ANSWER))?,
                // Drawn by the match, not by the rules.
                Ok(Order::Move(_)) if over => writeln!(self.output, "the match is over; undo, new or quit")?,
                Ok(order) => {
                    if let Some(next) = self.obey(order)? {
                        return Ok(next);
                    }
                }
            }
        }
    }

    /// Does what was ordered; `None` if the same player is still to be asked.
    fn obey(&mut self, order: Order<D::Move>) -> io::Result<Option<Next>> {
        match order {
            Order::Nothing => {}
            Order::Quit => return Ok(Some(Next::Over)),
            Order::Move(action) => return self.make(action).map(Some),
            Order::Undo => {
                if self.take_back() {
                    self.show()?;
                    return Ok(Some(Next::On));
                }
                writeln!(self.output, "there is no move of yours to take back")?;
            }
            Order::New => {
                self.referee = Referee::new(self.start.clone());
                self.show()?;
                return Ok(Some(Next::On));
            }
            Order::Flip => return self.seat(self.humans.flipped()),
            Order::Side(humans) => return self.seat(humans),
            Order::Hint => self.hint()?,
            Order::Moves => self.moves()?,
            Order::Depth(depth) => {
                self.thinking.depth = depth;
                writeln!(self.output, "the bot looks {depth} plies ahead")?;
            }
            Order::Judge(judge) => {
                self.thinking.judge = judge;
                self.bot = None;
                writeln!(self.output, "the bot's judge is {judge}")?;
            }
            Order::Help => {
                writeln!(self.output, "{}\n{COMMANDS} {}", D::HELP, D::JUDGES.join(", "))?;
                writeln!(self.output, "new         another game\nquit        good bye")?;
            }
        }
        Ok(None)
    }

    fn seat(&mut self, humans: Humans) -> io::Result<Option<Next>> {
        self.humans = humans;
        match humans.to_string().as_str() {
            "both" => writeln!(self.output, "you play both sides")?,
            "none" => writeln!(self.output, "the bot plays both sides")?,
            side => writeln!(self.output, "you play {side}")?,
        }
        // After the end nobody's turn changes, and the result need not be told again.
        Ok(self.referee.verdict().is_none().then_some(Next::On))
    }

    fn make(&mut self, action: D::Move) -> io::Result<Next> {
        let account = self.referee.position().account(action);
        writeln!(self.output, "\n{account}")?;
        self.referee.play(action);
        self.show()?;
        Ok(Next::On)
    }

    /// Goes back to the last position in which a person had to choose; `false` if there is
    /// none.
    fn take_back(&mut self) -> bool {
        let mut taken = Vec::new();
        while let Some(action) = self.referee.take_back() {
            taken.push(action);
            let position = self.referee.position();
            if self.humans.play(position.turn()) && position.pass().is_none() {
                return true;
            }
        }
        while let Some(action) = taken.pop() {
            self.referee.play(action);
        }
        false
    }

    fn show(&mut self) -> io::Result<()> {
        let before = self.referee.before();
        let last = before.as_ref().map(|(before, action)| (before, *action));
        let picture = self.referee.position().picture(last);
        write!(self.output, "{}", paint(&picture, self.coloured))?;
        self.output.flush()
    }

    fn result(&mut self, verdict: Verdict) -> io::Result<()> {
        match (verdict.winner, verdict.drawn) {
            (Some(side), _) => writeln!(self.output, "{side} has won"),
            (None, None) => writeln!(self.output, "drawn"),
            (None, Some(drawn)) => writeln!(self.output, "drawn: {drawn}"),
        }
    }

    fn think(&mut self) -> Outcome<D::Move> {
        let Thinking { depth, time, judge, search } = self.thinking;
        let bot = self.bot.get_or_insert_with(|| D::bot(judge, search).expect("a judge of the game's list"));
        let began = Instant::now();
        let stop = || time.is_some_and(|time| began.elapsed() >= time);
        bot.think(self.referee.position(), self.referee.keys(), Limits { depth, stop: &stop }, &mut |_| {})
    }

    fn hint(&mut self) -> io::Result<()> {
        if self.referee.verdict().is_some() {
            return writeln!(self.output, "the match is over");
        }
        let outcome = self.think();
        let position = self.referee.position();
        let best = outcome.best().expect("the game goes on");
        let mover = position.turn();
        let value = match (ends_in(outcome.value), outcome.value) {
            (Some(plies @ 1..), _) => format!("{mover} wins in {plies} plies"),
            (Some(plies), _) => format!("{mover} loses in {} plies", -plies),
            (None, 0) => "even".to_string(),
            (None, value @ 1..) => format!("better for {mover} by {value}"),
            (None, value) => format!("better for {} by {}", mover.other(), -value),
        };
        let line: String = outcome.line.iter().flat_map(|action| [' ', D::digit(*action)]).collect();
        let account = position.account(best);
        let depth = outcome.depth;
        writeln!(self.output, "hint: {} ({account}); {value}; looked {depth} plies ahead; line{line}", D::digit(best))
    }

    fn moves(&mut self) -> io::Result<()> {
        let position = self.referee.position();
        let mut moves = Moves::new();
        if self.referee.verdict().is_none() {
            position.moves(&mut moves);
        }
        for action in &moves {
            writeln!(self.output, "{}  {}", D::digit(*action), position.account(*action))?;
        }
        if moves.is_empty() {
            writeln!(self.output, "the match is over")?;
        }
        Ok(())
    }
}
