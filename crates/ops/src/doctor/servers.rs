//! Answers of the servers that the bots play on.

use super::check::Check;
use super::folder::Folder;
use boardbots_base::invalid::InputError;
use boardbots_client::{ProbeError, Server, probe};
use std::collections::BTreeMap;
use std::path::Path;
use std::thread;
use std::time::Duration;

const NAME: &str = "server";
/// Time for a look-up, for a connection, and for an answer.
const PATIENCE: Duration = Duration::from_secs(3);
/// Servers that are asked at the same time, and at all.
const ABREAST: usize = 8;
const MOST: usize = 32;

/// One check for each server that is named, and for each line that names none.
#[must_use]
pub fn checks(folder: &Folder) -> Vec<Check> {
    checks_within(folder, PATIENCE)
}

fn checks_within(folder: &Folder, patience: Duration) -> Vec<Check> {
    let mut checks = Vec::new();
    let mut servers: BTreeMap<String, (Server, Vec<String>)> = BTreeMap::new();
    for instance in folder.known() {
        for text in &instance.servers {
            let (file, ca) = (format!("{}.conf", instance.name), instance.ca.as_deref());
            let trusting = |server: Server| ca.map_or(Ok(server.clone()), |ca| server.trusting(Path::new(ca)));
            match text.parse::<Server>().map_err(InputError::new).and_then(trusting) {
                Ok(server) => {
                    let key = format!("{server} {}", ca.unwrap_or_default());
                    servers.entry(key).or_insert_with(|| (server, Vec::new())).1.push(file);
                }
                // The text itself may hold a password.
                Err(error) => {
                    let file = folder.word(&file);
                    checks.push(Check::error(NAME, error, format_args!("correct the lines server and ca of {file}")));
                }
            }
        }
    }
    let all: Vec<(Server, Vec<String>)> = servers.into_values().collect();
    for some in all[..all.len().min(MOST)].chunks(ABREAST) {
        thread::scope(|scope| {
            let asked: Vec<_> = some
                .iter()
                .map(|(server, files)| {
                    let ask = move || ask(server, files, patience);
                    // Where no thread is to be had, this one asks.
                    thread::Builder::new().spawn_scoped(scope, ask).map_err(|_| ask())
                })
                .collect();
            // A panic in there would be a defect here; the other checks are worth more.
            checks.extend(asked.into_iter().filter_map(|asked| asked.map_or_else(Some, |thread| thread.join().ok())));
        });
    }
    if all.len() > MOST {
        checks.push(Check::skipped(NAME, format_args!("{} more servers were not asked", all.len() - MOST)));
    }
    if checks.is_empty() {
        checks.push(Check::skipped(NAME, "no file names one"));
    }
    checks
}

/// The check of one server, by a request of the protocol.
fn ask(server: &Server, files: &[String], patience: Duration) -> Check {
    match probe(server, patience) {
        Ok((status, true)) => {
            Check::ok(NAME, format_args!("{server} speaks the protocol of the bots (status {status})"))
        }
        Ok((status, false)) if status >= 500 && status != 511 => Check::warning(
            NAME,
            format_args!("{server} answers with status {status}"),
            "read the log of the server; bots wait until it is well again",
        ),
        // What stands between says it: bots wait until it is gone.
        Ok((status @ (401 | 403 | 407 | 511), false)) => Check::warning(
            NAME,
            format_args!("the way to {server} is blocked (status {status})"),
            format_args!("look at proxies, and whether the network wants a login: curl -i {server}"),
        ),
        Ok((status, false)) => Check::warning(
            NAME,
            format_args!("{server} answers, but does not speak the protocol of the bots (status {status})"),
            format_args!("correct the server line of {}; does another program listen on that port?", files.join(", ")),
        ),
        Err(absence) => {
            let (problem, remedy) = explain(server.place().0, &absence);
            let user = match files {
                [one] => one.clone(),
                [one, more @ ..] => format!("{one} and {} more", more.len()),
                [] => "nobody".into(),
            };
            Check::error(NAME, format_args!("{server} (of {user}) {problem}"), remedy)
        }
    }
}

/// The problem in words, and what helps.
fn explain(host: &str, absence: &ProbeError) -> (String, String) {
    let remedy = match absence {
        // Such names are asked for by multicast, which a static program does not do.
        ProbeError::NoName if host.rsplit_once('.').is_some_and(|(_, top)| top == "local") => {
            &format!("write the address instead of {host}: names that end in .local are not looked up")
        }
        ProbeError::NoName => {
            &format!("getent hosts {host} shows whether the name is known; name servers are in /etc/resolv.conf")
        }
        ProbeError::NoRoute => {
            &format!("ping {host} shows whether it is there; look at cable or Wi-Fi, and at its firewall")
        }
        ProbeError::Refused => &format!("start the server on {host} so that others can reach it, or correct the port"),
        ProbeError::Silent => "restart the server: it may be frozen, or something else may listen on that port",
        ProbeError::NotHttp => "correct the port, or http:// and https://",
        ProbeError::Other(_) => {
            "correct the port, or http:// and https://; if it is about a certificate, look at the clock first"
        }
    };
    (absence.to_string(), remedy.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::check::State;
    use crate::doctor::drawn::{Drawn, assert_check};
    use std::io::{Read, Write};
    use std::net::TcpListener;

    /// The answer of an arena to a request without a key.
    const ARENA: &[u8] = b"HTTP/1.1 400 Bad Request\r\nContent-Length: 33\r\n\r\nDid you forget the key parameter?";

    /// A server that gives every client this answer, for as long as the tests run.
    fn serve(answer: &'static [u8]) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        thread::spawn(move || {
            for mut stream in listener.incoming().flatten() {
                let mut head = [0; 4096];
                let length = stream.read(&mut head).unwrap_or(0);
                // The first connection only shows that there is one.
                if length > 0 {
                    assert!(head[..length].starts_with(b"POST /api/training HTTP/1.1\r\n"));
                    let _ = stream.write_all(answer);
                }
            }
        });
        url
    }

    fn with(servers: &[&str], patience: Duration) -> Vec<Check> {
        let drawn = Drawn::new();
        for (number, server) in servers.iter().enumerate() {
            drawn.file(&format!("/etc/boardbots/bot{number}.conf"), &format!("run = vindinium\nserver = {server}\n"));
        }
        checks_within(&Folder::read(&drawn.machine(), "/etc/boardbots"), patience)
    }

    fn one(server: &str) -> Check {
        let found = with(&[server], Duration::from_secs(20));
        assert_eq!(found.len(), 1, "{found:?}");
        found.into_iter().next().unwrap()
    }

    #[test]
    fn servers_that_answer() {
        let page = serve(ARENA);
        assert_check(&one(&page), State::Ok, "speaks the protocol of the bots", "");
        let hi = serve(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi");
        assert_check(&one(&hi), State::Warning, "does not speak the protocol of the bots (status 200)", "bot0.conf");
        let other = serve(b"HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n");
        assert_check(&one(&other), State::Warning, "(status 404)", "");
        let moved = serve(b"HTTP/1.1 302 Found\r\nLocation: http://server.invalid/\r\nContent-Length: 0\r\n\r\n");
        assert_check(&one(&moved), State::Warning, "(status 302)", "");
        let broken = serve(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n");
        assert_check(&one(&broken), State::Warning, "status 502", "log");
        let closed = serve(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n");
        assert_check(&one(&closed), State::Warning, "status 403", "wants a login");
        let found = with(&[&page, &format!("{page}/"), &broken], Duration::from_secs(20));
        assert_eq!(found.len(), 2, "each is asked once: {found:?}");
    }

    #[test]
    fn servers_that_do_not() {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        assert_check(&one(&format!("http://{port}")), State::Error, "refuses the connection", "start the server");
        assert_check(&one(&serve(b"SSH-2.0-OpenSSH_9.2\r\n")), State::Error, "not with HTTP", "port");
        assert_check(&one(&serve(b"")), State::Error, "(of bot0.conf)", "");
        let silent = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", silent.local_addr().unwrap());
        let found = with(&[&url, &url], Duration::from_millis(200));
        assert_check(&found[0], State::Error, "(of bot0.conf and 1 more) accepts a connection", "frozen");
    }

    #[test]
    fn names_that_nobody_has() {
        // Names under .invalid never exist.
        assert_check(&one("http://server.invalid:9000"), State::Error, "has no address", "getent hosts server.invalid");
    }

    #[test]
    fn problems_in_words() {
        assert!(explain("10.0.0.1", &ProbeError::NoRoute).1.starts_with("ping 10.0.0.1 "));
        assert!(explain("pi.local", &ProbeError::NoName).1.contains("instead of pi.local"));
        let (problem, remedy) = explain("a", &ProbeError::Other("invalid peer certificate".into()));
        assert!(problem.ends_with("invalid peer certificate") && remedy.contains("clock"));
    }

    #[test]
    fn lines_that_name_none() {
        let found = with(&["ftp://a", "http://user:s3cr3t@host"], Duration::from_secs(20));
        assert_eq!(found.len(), 2);
        assert_check(&found[0], State::Error, "http://", "/etc/boardbots/bot0.conf");
        assert_check(&found[1], State::Error, "user@", "/etc/boardbots/bot1.conf");
        assert!(!format!("{found:?}").contains("s3cr3t"));
        assert_check(&with(&[], Duration::from_secs(20))[0], State::Skipped, "no file names one", "");
    }

    #[test]
    fn many_are_asked_together_and_not_without_end() {
        let page = serve(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        let all: Vec<String> = (0..MOST + 3).map(|number| format!("{page}/{number}")).collect();
        let found = with(&all.iter().map(String::as_str).collect::<Vec<_>>(), Duration::from_secs(20));
        assert_eq!(found.len(), MOST + 1);
        assert_check(found.last().unwrap(), State::Skipped, "3 more servers", "");
    }
}
