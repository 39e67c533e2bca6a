//! A proxy that does to single exchanges what bad networks do.

use crate::bot::http::{Message, read, reader};
use socket2::SockRef;
use std::io::Write;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// What happens to an exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Nothing.
    Pass,
    /// The connection is reset, the server sees nothing.
    ResetBefore,
    /// The server gets the request; the connection is reset at once.
    ResetSoon,
    /// The server has answered; the connection is reset.
    ResetLate,
    /// The connection is closed, in order, instead of the answer.
    Close,
    /// The answer comes this many milliseconds late.
    Stall(u64),
    /// The answer ends in the middle.
    Truncate,
    /// Some bytes of the answer's body are others.
    Corrupt,
    /// The answer is replaced by this status; the server sees nothing.
    Status(u16),
    /// The same with the login page of a network for its body.
    Portal(u16),
    /// The same with `Retry-After`, in seconds.
    Later(u16, u64),
    /// The answer's body is that of the exchange before on this connection.
    Stale,
    /// The answer is not HTTP.
    Garbage,
}

/// What a network says that wants a login, whatever it was asked.
const PORTAL: &str =
    "<!DOCTYPE html><html><title>Welcome</title>Please log in. <!-- Vindinium - Key not found --></html>";

/// Decides the fate of every request, by its number (from 0) and what it is.
pub type Plan = dyn FnMut(usize, &Message) -> Fate + Send;

pub struct Proxy {
    pub addr: SocketAddr,
}

impl Proxy {
    pub fn start(to: SocketAddr, plan: impl FnMut(usize, &Message) -> Fate + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let addr = listener.local_addr().unwrap();
        let plan: Arc<Mutex<(usize, Box<Plan>)>> = Arc::new(Mutex::new((0, Box::new(plan))));
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (plan, Ok(stream)) = (Arc::clone(&plan), stream) else { continue };
                thread::spawn(move || serve(stream, to, &plan));
            }
        });
        Self { addr }
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.addr)
    }
}

/// The next connection end is a reset.
fn reset(stream: &TcpStream) {
    SockRef::from(stream).set_linger(Some(Duration::ZERO)).unwrap();
}

fn serve(mut stream: TcpStream, to: SocketAddr, plan: &Mutex<(usize, Box<Plan>)>) {
    let mut from = reader(&stream);
    let mut before = Vec::new();
    while let Ok(Some(request)) = read(&mut from) {
        let fate = {
            let (number, plan) = &mut *plan.lock().unwrap();
            *number += 1;
            plan(*number - 1, &request)
        };
        match fate {
            Fate::ResetBefore => return reset(&stream),
            Fate::Close => return,
            Fate::Status(status) | Fate::Portal(status) | Fate::Later(status, _) => {
                let (fields, body) = match fate {
                    Fate::Portal(_) => ("Content-Type: text/html".into(), PORTAL),
                    Fate::Later(_, seconds) => {
                        (format!("Retry-After: {seconds}"), "Vindinium - Not now, try again later")
                    }
                    _ => ("Location: http://127.0.0.1:1/x".into(), "bad"),
                };
                let length = body.len();
                let answer = format!("HTTP/1.1 {status} Bad\r\n{fields}\r\nContent-Length: {length}\r\n\r\n{body}");
                if stream.write_all(answer.as_bytes()).is_err() {
                    return;
                }
                continue;
            }
            Fate::Garbage => {
                let _ = stream.write_all(b"\x16\x03\x01 this is no HTTP\r\n\r\n");
                return;
            }
            _ => {}
        }
        let Ok(mut server) = TcpStream::connect(to) else { return };
        let mut answers = reader(&server);
        if server.write_all(request.head.as_bytes()).and_then(|()| server.write_all(&request.body)).is_err() {
            return;
        }
        if fate == Fate::ResetSoon {
            // The server answers into the void.
            thread::spawn(move || read(&mut answers));
            thread::sleep(Duration::from_millis(5));
            return reset(&stream);
        }
        let Ok(Some(mut answer)) = read(&mut answers) else { return };
        let fresh = answer.body.clone();
        if fate == Fate::Stale && !before.is_empty() {
            answer.body = before;
        }
        before = fresh;
        let status = answer.head.lines().next().unwrap();
        let mut bytes = format!("{status}\r\nContent-Length: {}\r\n\r\n", answer.body.len()).into_bytes();
        let head = bytes.len();
        bytes.extend_from_slice(&answer.body);
        match fate {
            Fate::ResetLate => return reset(&stream),
            Fate::Stall(millis) => thread::sleep(Duration::from_millis(millis)),
            Fate::Truncate => {
                let _ = stream.write_all(&bytes[..head + answer.body.len() / 2]);
                return;
            }
            Fate::Corrupt => {
                for byte in bytes[head..].iter_mut().step_by(50) {
                    *byte = b'~';
                }
            }
            _ => {}
        }
        if stream.write_all(&bytes).is_err() {
            return;
        }
    }
}
