//! A conversation from its first line to its last.

use super::command::{Command, Go};
use super::options::Settings;
use super::report::Report;
use super::thinker::{Thinker, Thought};
use boardbots_base::lines::{LineError, Lines};
use boardbots_game::duel::board::Board;
use boardbots_game::referee::Referee;
use boardbots_search::game::MAX_DEPTH;
use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

/// Events that wait; whoever sends more than these waits, too.
const WAITING: usize = 64;
/// How long a search may go on after the last line, so that lines from a file or a pipe get
/// their answer, and one whose program has died does not think for ever.
pub const GRACE: Duration = Duration::from_secs(3);

/// What happens.
enum Event<D: Board> {
    Line(Result<String, LineError>),
    /// No line will come, perhaps because of this.
    End(Option<io::Error>),
    Thought(Thought<D>),
}

/// A search whose move has not been said.
enum Search<M> {
    /// It goes on.
    Running {
        /// Until told to stop.
        infinite: bool,
    },
    /// It has come to its end by itself, and keeps its move back until told to stop.
    Held(Option<M>),
}

/// Answers lines of input until one says `quit` or the input ends.
///
/// # Errors
///
/// Output that fails, unless because nobody reads it any more: then the conversation is over.
pub fn run<D: Board>(input: impl BufRead + Send + 'static, output: impl Write) -> io::Result<()> {
    let (sender, events) = mpsc::sync_channel(WAITING);
    let lines = sender.clone();
    // It is left behind when the conversation ends before the input does.
    thread::Builder::new().name("reader".into()).spawn(move || read(input, &lines))?;
    let mut session: Session<D, _> = Session {
        report: Report(output),
        sender,
        events,
        waiting: VecDeque::new(),
        settings: Settings::of::<D>(),
        choices: D::Choices::default(),
        setup: D::Setup::default(),
        game: Referee::new(D::start(&D::Setup::default())),
        thinker: None,
        search: None,
    };
    let ended = session.converse();
    let Session { events, thinker, .. } = session;
    // First, lest the thinker waits for somebody to listen.
    drop(events);
    drop(thinker);
    match ended {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        ended => ended,
    }
}

fn read<D: Board>(input: impl BufRead, to: &SyncSender<Event<D>>) {
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

struct Session<D: Board, W> {
    report: Report<W>,
    sender: SyncSender<Event<D>>,
    events: Receiver<Event<D>>,
    /// Lines that came while the end of a search was waited for.
    waiting: VecDeque<Event<D>>,
    settings: Settings,
    choices: D::Choices,
    setup: D::Setup,
    game: Referee<D>,
    thinker: Option<Thinker<D>>,
    search: Option<Search<D::Move>>,
}

impl<D: Board, W: Write> Session<D, W> {
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
            Command::Hello => return self.hello(),
            Command::Show => return self.show(),
            Command::IsReady => {
                if self.search.is_none()
                    && let Err(error) = self.wake()
                {
                    self.report.error(&error)?;
                }
                return self.report.line("readyok");
            }
            Command::Stop => return self.stop(),
            _ if self.search.is_some() => Err("not while thinking; send stop and wait for bestmove".to_string()),
            Command::NewGame => {
                if let Some(thinker) = &self.thinker {
                    thinker.forget();
                }
                self.game = Referee::new(D::start(&self.setup));
                Ok(())
            }
            Command::SetOption { name, value } => self.set(&name, &value),
            Command::Position { from, moves } => self.place(from.as_deref(), &moves),
            Command::Go(go) => return self.go(go),
        };
        done.or_else(|error| self.report.error(&error))
    }

    fn hello(&mut self) -> io::Result<()> {
        self.report.line(format_args!("id name boardbots {} {}", D::NAME, env!("CARGO_PKG_VERSION")))?;
        self.report.line("id author the boardbots authors")?;
        for option in Settings::declared::<D>().into_iter().chain(D::declared()) {
            self.report.line(option)?;
        }
        self.report.line("uciok")
    }

    fn show(&mut self) -> io::Result<()> {
        for line in self.game.position().picture(None).to_string().lines() {
            self.report.line(line)?;
        }
        self.game.position().text().map_or(Ok(()), |text| self.report.line(format_args!("cells {text}")))
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let before = self.settings;
        if let Some(set) = self.settings.set::<D>(name, value) {
            if (before.search, before.judge) != (self.settings.search, self.settings.judge) {
                // The next search makes another one.
                self.thinker = None;
            }
            return Ok(set?);
        }
        if let Some(chosen) = D::choose(&mut self.choices, name, value) {
            self.setup = chosen?;
            self.game = Referee::new(D::start(&self.setup));
            return Ok(());
        }
        let names: Vec<_> =
            Settings::declared::<D>().into_iter().chain(D::declared()).map(|option| option.name).collect();
        Err(format!("no option \"{name}\"; there are {}", names.join(", ")))
    }

    fn place(&mut self, from: Option<&str>, moves: &str) -> Result<(), String> {
        let mut game = Referee::new(from.map_or_else(|| Ok(D::start(&self.setup)), D::read)?);
        for (number, digit) in (1..).zip(moves.chars()) {
            let action = game.position().parse_move(digit.encode_utf8(&mut [0; 4]));
            game.play(action.map_err(|error| format!("move {number}: {error}"))?);
        }
        self.game = game;
        Ok(())
    }

    /// Makes the bot if there is none.
    fn wake(&mut self) -> Result<&Thinker<D>, String> {
        if self.thinker.is_none() {
            let sender = self.sender.clone();
            let thinker = Thinker::start(self.settings, move |thought| sender.send(Event::Thought(thought)).is_ok());
            self.thinker = Some(thinker.map_err(|error| format!("no thread to think on: {error}"))?);
        }
        self.thinker.as_ref().ok_or_else(|| "no thread to think on".to_string())
    }

    fn go(&mut self, go: Go) -> io::Result<()> {
        if let Some(winner) = self.game.position().winner() {
            let result = winner.map_or("drawn".to_string(), |side| format!("won by {side}"));
            self.report.line(format_args!("info string the game has ended, {result}"))?;
            return self.report.best::<D>(None);
        }
        let clock = go.clocks.and_then(|clocks| clocks.budget(self.game.position().turn()));
        let time = go.time.into_iter().chain(clock).min();
        let unlimited = if go.infinite || time.is_some() { MAX_DEPTH } else { self.settings.depth };
        let (position, past) = (self.game.position().clone(), self.game.keys().to_vec());
        match self.wake() {
            Ok(thinker) => thinker.think(position, past, go.depth.unwrap_or(unlimited), time),
            Err(error) => return self.report.error(&error),
        }
        self.search = Some(Search::Running { infinite: go.infinite });
        Ok(())
    }

    fn hear(&mut self, thought: Thought<D>) -> io::Result<()> {
        match (thought, &self.search) {
            (Thought::Found(outcome, time), _) => self.report.found::<D>(&outcome, time),
            (Thought::Done(best), Some(Search::Running { infinite: true })) => {
                self.search = Some(Search::Held(best));
                Ok(())
            }
            (Thought::Done(best), _) => {
                self.search = None;
                self.report.best::<D>(best)
            }
        }
    }

    /// Ends a search, if there is one, with its move, before anything else is looked at:
    /// lines sent right behind `stop` do not come too early.
    fn stop(&mut self) -> io::Result<()> {
        match self.search {
            None => return Ok(()),
            Some(Search::Held(best)) => {
                self.search = None;
                return self.report.best::<D>(best);
            }
            Some(Search::Running { .. }) => self.search = Some(Search::Running { infinite: false }),
        }
        if let Some(thinker) = &self.thinker {
            thinker.stop();
        }
        while self.search.is_some() {
            match self.events.recv() {
                Ok(Event::Thought(thought)) => self.hear(thought)?,
                Ok(event) => self.waiting.push_back(event),
                Err(_) => break,
            }
        }
        Ok(())
    }

    /// The input has ended: a search with limits may come to its end if that is near.
    fn wind_up(&mut self) -> io::Result<()> {
        let until = Instant::now() + GRACE;
        while matches!(self.search, Some(Search::Running { infinite: false })) {
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
