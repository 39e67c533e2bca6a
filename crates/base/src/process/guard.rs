//! A process between this one and a program. It ends the program with all that it started as soon as this one is
//! gone, however it went: no signal that ends this process alone leaves anything behind.
//!
//! The guard is the same executable under another name. Its stdin is a socket to this process; the program's stdin
//! comes over it, and the end of the socket is the end of this process. It adopts the program's orphans, and ends
//! as the program has ended.

use super::family::{Family, Orphans};
use rustix::io::Errno;
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage, SendFlags,
    recvmsg, sendmsg,
};
use rustix::process::{
    Resource, Rlimit, Signal, WaitId, WaitIdOptions, getrlimit, kill_current_process_group, setrlimit, waitid,
};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::{flag, low_level};
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, IoSlice, IoSliceMut, PipeReader, Read, Write};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{ChildStdin, Command, ExitCode, Stdio};
use std::sync::{Arc, OnceLock};
use std::{env, process, thread};

/// The name that makes a process a guard.
const NAME: &str = "boardbots-guard";

static EXECUTABLE: OnceLock<PathBuf> = OnceLock::new();

/// The executable of guards, whose `main` begins with [`called`], from now on. Without one, programs start without a
/// guard.
pub fn post(executable: PathBuf) {
    // The first one stays.
    let _ = EXECUTABLE.set(executable);
}

/// Starts a program with such pipes. Each of its processes may have this much memory for data, in bytes.
///
/// # Errors
/// It cannot be started.
pub fn start(command: &mut Command, pipes: fn() -> Stdio, memory: Option<u64>) -> io::Result<Family> {
    let Some(executable) = EXECUTABLE.get() else {
        return Family::start(command.stdin(pipes()).stdout(pipes()).stderr(pipes()));
    };
    let (control, theirs) = UnixStream::pair()?;
    let (input, output) = io::pipe()?;
    let mut guard = Command::new(executable);
    guard.arg0(NAME).arg(memory.unwrap_or(0).to_string()).arg(command.get_program()).args(command.get_args());
    command.get_current_dir().map(|folder| guard.current_dir(folder));
    guard.stdin(OwnedFd::from(theirs)).stdout(pipes()).stderr(pipes());
    let mut family = Family::start(&mut guard)?;
    // It holds the guard's end of the socket, whose end would not be seen.
    drop(guard);
    send(&control, &input).and_then(|()| answer(&control))?;
    family.control = Some(control);
    family.child.stdin = family.child.stdout.is_some().then(|| ChildStdin::from(OwnedFd::from(output)));
    Ok(family)
}

/// Sends the program's stdin to its guard.
fn send(control: &UnixStream, input: &PipeReader) -> io::Result<()> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let (mut message, pipes) = (SendAncillaryBuffer::new(&mut space), [input.as_fd()]);
    message.push(SendAncillaryMessage::ScmRights(&pipes));
    sendmsg(control, &[IoSlice::new(&[0])], &mut message, SendFlags::NOSIGNAL)?;
    Ok(())
}

/// The program's stdin, in its guard.
fn receive(control: &UnixStream) -> io::Result<OwnedFd> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut message = RecvAncillaryBuffer::new(&mut space);
    #[cfg(target_os = "linux")]
    let flags = RecvFlags::CMSG_CLOEXEC;
    #[cfg(not(target_os = "linux"))]
    let flags = RecvFlags::empty();
    recvmsg(control, &mut [IoSliceMut::new(&mut [0])], &mut message, flags)?;
    let mut pipes = message.drain().filter_map(|part| match part {
        RecvAncillaryMessage::ScmRights(pipes) => Some(pipes),
        _ => None,
    });
    pipes.next().and_then(|mut pipes| pipes.next()).ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
}

/// Waits until the guard has started the program, or failed to.
fn answer(mut control: &UnixStream) -> io::Result<()> {
    let mut code = [0; 4];
    control.read_exact(&mut code)?;
    match i32::from_ne_bytes(code) {
        0 => Ok(()),
        code => Err(io::Error::from_raw_os_error(code)),
    }
}

/// All that a guard does, if this process is one: its `main` ends with this.
#[must_use]
pub fn called() -> Option<ExitCode> {
    let mut arguments = env::args_os();
    if arguments.next()? != NAME {
        return None;
    }
    let control = UnixStream::from(rustix::stdio::stdin().try_clone_to_owned().ok()?);
    let guarded = guard(&control, arguments).unwrap_or_else(|error| {
        let code = error.raw_os_error().unwrap_or(Errno::INVAL.raw_os_error());
        // The other end may be gone; then nobody wants to know.
        let _ = (&control).write_all(&code.to_ne_bytes());
        ExitCode::FAILURE
    });
    Some(guarded)
}

/// Starts the program and waits for its end.
fn guard(mut control: &UnixStream, mut arguments: impl Iterator<Item = OsString>) -> io::Result<ExitCode> {
    // What a terminal or a service manager sends to all processes is for the one that asks for moves.
    for signal in [SIGHUP, SIGINT, SIGTERM] {
        flag::register(signal, Arc::default())?;
    }
    let memory = arguments.next().and_then(|number| number.to_str()?.parse().ok()).filter(|bytes| *bytes > 0);
    let mut command = Command::new(arguments.next().unwrap_or_default());
    command.args(arguments).stdin(receive(control)?);
    let own = getrlimit(Resource::Data);
    // The program inherits the lower limit and loses the higher one; the guard goes on with its own.
    setrlimit(Resource::Data, Rlimit { current: memory.or(own.current), ..own })?;
    let started = Family::start(&mut command);
    setrlimit(Resource::Data, own)?;
    let family = Arc::new(started?);
    drop(command);
    #[cfg(target_os = "linux")]
    if memory.is_some() {
        // It may have ended already.
        let limit = Rlimit { current: memory, maximum: memory };
        let _ = rustix::process::prlimit(Some(family.leader()), Resource::Data, limit);
    }
    // The ends of the program's pipes are the program's.
    let null = File::options().write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdout(&null)?;
    rustix::stdio::dup2_stderr(&null)?;
    let (of_watch, watched) = (Arc::clone(&family), control.try_clone()?);
    thread::Builder::new().name("guard".into()).spawn(move || {
        // Nothing ever comes but the end.
        let _ = (&watched).read(&mut [0]);
        of_watch.end_processes();
        // Some may have joined the guard's group.
        let _ = kill_current_process_group(Signal::KILL);
        process::exit(1);
    })?;
    control.write_all(&[0; 4])?;
    let ended = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
    while !family.has_ended() {
        Orphans::new().bury();
        waitid(WaitId::All, ended)?;
    }
    if Orphans::new().chase() {
        family.end_processes();
    }
    let Some(status) = waitid(WaitId::Pid(family.leader()), ended)? else { return Ok(ExitCode::FAILURE) };
    if let Some(signal) = status.terminating_signal() {
        setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) })?;
        // This does not return for signals that end a process.
        low_level::emulate_default_handler(signal)?;
    }
    Ok(ExitCode::from(u8::try_from(status.exit_status().unwrap_or(1)).unwrap_or(1)))
}
