//! An engine session from its first line to its last.

use super::command::{Command, Go, Query, thought};
use super::thinker::{MAX_MESSAGE, Report, Task, Thinker, Thought};
use boardbots_base::invalid::InputError;
use boardbots_base::lines::{LineError, Lines};
use boardbots_base::printable::printable;
use boardbots_base::thread::{STACK, spawn};
use boardbots_game::engine::Engine;
use boardbots_search::position::MAX_DEPTH;
use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::time::{Duration, Instant};

/// Events that wait; a sender of more waits, too.
const WAITING: usize = 64;
/// Earlier names of options, which programs may still send, and today's.
const EARLIER: [(&str, &str); 1] = [("Judge", "Evaluation")];
/// The time for a search to go on after the last line. Lines from a file or a pipe get their answer, and an engine
/// whose caller has died does not think for ever.
pub const GRACE: Duration = Duration::from_secs(3);

/// An event that the session waits for.
enum Event {
    Line(Result<String, LineError>),
    /// No line will come, perhaps because of this.
    End(Option<io::Error>),
    Thought(Thought),
}

/// A search whose choice has not been said.
enum Search {
    /// It goes on.
    Running {
        /// Its choice is kept back until told to stop, or that it ponders no more.
        held: bool,
        /// The time that it has from then on.
        time: Option<Duration>,
    },
    /// It has come to its end by itself, and keeps its choice back until told to stop.
    Held(Option<String>),
}

/// Answers lines of input about a game until one says `quit` or the input ends. `name` is the name of the game.
///
/// # Errors
/// Output that fails, unless because nobody reads it any more: then the conversation is over.
pub fn run(
    name: &'static str,
    engine: Box<dyn Engine>,
    input: impl BufRead + Send + 'static,
    output: impl Write,
) -> io::Result<()> {
    let (sender, events) = mpsc::sync_channel(WAITING);
    let lines = sender.clone();
    // It is left behind when the conversation ends before the input does.
    spawn("reader".into(), STACK, Box::new(move || read(input, &lines)))?;
    let report = Report(output);
    let mut session =
        Session { name, engine, report, sender, events, waiting: VecDeque::new(), thinker: None, search: None };
    let ended = session.converse();
    let Session { events, thinker, .. } = session;
    // First, lest the thinker waits for a listener.
    drop(events);
    drop(thinker);
    match ended {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        ended => ended,
    }
}

fn read(input: impl BufRead, to: &SyncSender<Event>) {
    let mut lines = Lines::new(input);
    loop {
        let event = match lines.next_line() {
            Ok(Some(line)) => Event::Line(line),
            Ok(None) => Event::End(None),
            Err(error) => Event::End(Some(error)),
        };
        let last = matches!(event, Event::End(_));
        if to.send(event).is_err() || last {
            return;
        }
    }
}

struct Session<W> {
    name: &'static str,
    engine: Box<dyn Engine>,
    report: Report<W>,
    sender: SyncSender<Event>,
    events: Receiver<Event>,
    /// Lines that came while the end of a search was waited for.
    waiting: VecDeque<Event>,
    thinker: Option<Thinker>,
    search: Option<Search>,
}

impl<W: Write> Session<W> {
    fn converse(&mut self) -> io::Result<()> {
        loop {
            // This end holds a sender itself, so the channel is never closed.
            let Some(event) = self.waiting.pop_front().or_else(|| self.events.recv().ok()) else { return Ok(()) };
            match event {
                Event::Line(Ok(line)) => match Command::parse(&line) {
                    Ok(Command::Quit) => return Ok(()),
                    Ok(command) => self.obey(command)?,
                    Err(error) => self.report.error(&error)?,
                },
                Event::Line(Err(error)) => self.report.error(&error.to_string())?,
                Event::Thought(thought) => self.hear(thought)?,
                Event::End(error) => {
                    if let Some(error) = error {
                        self.report.error(&format!("the input cannot be read: {error}"))?;
                    }
                    return self.wind_up();
                }
            }
        }
    }

    fn obey(&mut self, command: Command) -> io::Result<()> {
        let done = match command {
            Command::Empty | Command::Quit => Ok(()),
            Command::Hello(done) => return self.hello(done),
            Command::Query(query) => return self.report.line(format_args!("response {}", self.response(query))),
            Command::Show => return self.engine.shown().iter().try_for_each(|line| self.report.line(line)),
            Command::IsReady => {
                if self.search.is_none()
                    && let Err(error) = self.wake()
                {
                    self.report.error(&error)?;
                }
                return self.report.line("readyok");
            }
            Command::Stop => return self.stop(),
            Command::PonderHit => return self.ponder_hit(),
            // It is answered, too: the search before it comes to its end.
            Command::Go(go) => {
                self.stop()?;
                return self.go(&go);
            }
            _ if self.search.is_some() => Err(InputError::new("not while thinking; send stop and wait for bestmove")),
            Command::NewGame => {
                if let Some(thinker) = &self.thinker {
                    thinker.forget();
                }
                self.engine.reset();
                Ok(())
            }
            Command::SetOption { name, value } => self.set(&name, &value),
            Command::Position(text) => self.engine.place(&text),
        };
        done.or_else(|error| self.report.error(&error))
    }

    fn hello(&mut self, done: &str) -> io::Result<()> {
        self.report.line(format_args!("id name boardbots {} {}", self.name, env!("CARGO_PKG_VERSION")))?;
        self.report.line("id author the boardbots authors")?;
        for option in self.engine.options() {
            self.report.line(option)?;
        }
        self.report.line(done)
    }

    /// The answer to a question.
    fn response(&self, query: Query) -> &'static str {
        let state = self.engine.state();
        let is = |yes| if yes { "true" } else { "false" };
        // After the end, it is the turn of the seat that would move.
        let turn = || state.turn().unwrap_or_else(|| state.first());
        match query {
            Query::GameOver => is(state.turn().is_none()),
            Query::FirstTurn => is(turn() == 0),
            Query::SecondTurn => is(turn() == 1),
            Query::Result => match state.outcome().as_ref().map(|outcome| &outcome.winners[..]) {
                None => "none",
                Some([0]) => "p1win",
                Some([1]) => "p2win",
                Some(_) => "draw",
            },
        }
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), InputError> {
        let name =
            EARLIER.iter().find(|(earlier, _)| earlier.eq_ignore_ascii_case(name)).map_or(name, |(_, name)| name);
        if self.engine.set_named(name, value)? {
            // The next search makes another player.
            self.thinker = None;
        }
        Ok(())
    }

    /// Makes the player if there is none.
    fn wake(&mut self) -> Result<&Thinker, InputError> {
        if self.thinker.is_none() {
            let sender = self.sender.clone();
            let say = move |thought| sender.send(Event::Thought(thought)).is_ok();
            let thinker = Thinker::start(self.engine.player(), say);
            self.thinker = Some(thinker.map_err(|error| format!("no thread to think on: {error}"))?);
        }
        self.thinker.as_ref().ok_or_else(|| "no thread to think on".into())
    }

    fn go(&mut self, go: &Go) -> io::Result<()> {
        let usual = self.engine.depth();
        if !go.skipped.is_empty() {
            self.report
                .line(format_args!("info string go skips {}", printable(&go.skipped.join(", "), MAX_MESSAGE)))?;
        }
        if let Some(result) = self.engine.ended() {
            self.report.line(format_args!("info string the game has ended, {result}"))?;
            return self.report.best(None);
        }
        let state = self.engine.state();
        let seat = state.turn().unwrap_or_else(|| state.first());
        let time = go.time.map(thought).into_iter().chain(go.clocks.and_then(|clocks| clocks.budget(seat))).min();
        let unlimited = if go.infinite || time.is_some() || go.nodes.is_some() { Some(MAX_DEPTH) } else { usual };
        let (state, held, spells) = (state.copy(), go.infinite || go.ponder, self.engine.spells());
        match self.wake() {
            Ok(thinker) => {
                let task = Task { state, depth: go.depth.or(unlimited), nodes: go.nodes, proves: go.infinite, spells };
                thinker.think(task, time.filter(|_| !held));
            }
            Err(error) => {
                self.report.error(&error)?;
                return self.report.best(None);
            }
        }
        // Nobody knows what to wait for if one without limits is to have them now.
        let time = if go.infinite { Some(Duration::ZERO) } else { time };
        self.search = Some(Search::Running { held, time });
        // What takes no time is not stopped: its lines may be followed by others at once.
        if usual.is_none() && !held { self.listen() } else { Ok(()) }
    }

    fn hear(&mut self, thought: Thought) -> io::Result<()> {
        match (thought, &self.search) {
            (Thought::Found(line), _) => self.report.line(line),
            (Thought::Done(best), Some(Search::Running { held: true, .. })) => {
                self.search = Some(Search::Held(best));
                Ok(())
            }
            (Thought::Done(best), _) => {
                self.search = None;
                self.report.best(best.as_deref())
            }
        }
    }

    /// Hears nothing but thoughts until the search has ended, if there is one.
    fn listen(&mut self) -> io::Result<()> {
        while self.search.is_some() {
            match self.events.recv() {
                Ok(Event::Thought(thought)) => self.hear(thought)?,
                Ok(event) => self.waiting.push_back(event),
                Err(_) => break,
            }
        }
        Ok(())
    }

    /// Ends a search, if there is one, with its choice, before anything else is looked at:
    /// lines sent right behind `stop` do not come too early.
    fn stop(&mut self) -> io::Result<()> {
        match self.search.take() {
            None => return Ok(()),
            Some(Search::Held(best)) => return self.report.best(best.as_deref()),
            Some(Search::Running { .. }) => self.search = Some(Search::Running { held: false, time: None }),
        }
        if let Some(thinker) = &self.thinker {
            thinker.stop();
        }
        self.listen()
    }

    /// The limits of a search that ponders begin.
    fn ponder_hit(&mut self) -> io::Result<()> {
        match (&mut self.search, &self.thinker) {
            (Some(Search::Running { held, time }), Some(thinker)) => {
                if std::mem::take(held) {
                    thinker.limit(*time);
                }
                Ok(())
            }
            _ => self.stop(),
        }
    }

    /// The input has ended: a search with limits may come to its end if that is near.
    fn wind_up(&mut self) -> io::Result<()> {
        let until = Instant::now() + GRACE;
        while matches!(self.search, Some(Search::Running { held: false, .. })) {
            match self.events.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(Event::Thought(thought)) => self.hear(thought)?,
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => {
                    self.report.line("info string the input has ended, so does the search")?;
                    break;
                }
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        self.stop()
    }
}
