use super::*;
use crate::tokens::hash;
use crate::web::conversation::prepared;
use crate::web::metrics::Metrics;
use crate::web::rate_limits::{ClientAddr, Cost, SeatRate};
use axum::Extension;
use axum::http::StatusCode;
use axum::routing::{get, post};
use socket2::SockRef;
use std::fmt::Write as _;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

fn serve(limits: HttpLimits) -> Server {
    let router = Router::new()
        .route("/api/who", get(|Extension(ClientAddr(addr)): Extension<ClientAddr>| async move { addr.to_string() }))
        .route("/api/free", post(async || "free"));
    let seat = SeatRate::unlimited(1);
    let costs: Costs = Arc::new(move |request| match request.uri().path() {
        "/api/free" => Cost::Proven(Arc::clone(&seat)),
        _ => Cost::Usual,
    });
    open(router, limits, costs)
}

fn open(router: Router, limits: HttpLimits, costs: Costs) -> Server {
    open_at(ServerConfig { listen: ([127, 0, 0, 1], 0).into(), limits, ..ServerConfig::default() }, router, costs)
}

fn open_at(config: ServerConfig, router: Router, costs: Costs) -> Server {
    Listener::open("test", config).unwrap().serve(service(router, costs)).unwrap()
}

fn service(router: Router, costs: Costs) -> Service {
    let (status, ending) = (Box::new(|_| String::new()), Box::new(|| ()));
    let (metrics, threads) = (Box::new(|_: &mut Metrics| ()), Vec::new());
    Service { router, full: "full", costs, status, metrics, admin: None, ending, threads }
}

/// All that a connection is told until it is closed.
fn told(server: &Server, request: &str) -> String {
    let mut stream = TcpStream::connect(server.addr()).unwrap();
    stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    text
}

#[test]
fn handlers_know_the_guest_and_who_asks_too_much_is_refused_and_closed() {
    let limits = HttpLimits { requests_per_second: 1, request_burst: 3, refusals: 2, ..HttpLimits::default() };
    let server = serve(HttpLimits { idle_time: Duration::from_secs(30), ..limits });
    // More than can flow back while they are answered.
    let free = "POST /api/free HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n";
    let text = told(&server, &format!("{}{free}Connection: close\r\n\r\n", format!("{free}\r\n").repeat(39)));
    assert_eq!(text.matches("200 OK").count(), 40, "{text}");
    let text = told(&server, &"GET /api/who HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(40));
    assert!(text.matches("200 OK").count() >= 3 && text.contains("127.0.0.1"), "{text}");
    assert_eq!(text.matches("429 Too Many").count(), 2, "{text}");
    assert_eq!(text.matches("retry-after: 1").count(), 2, "{text}");
    assert_eq!(text.matches("connection: close").count(), 1, "{text}");
}

#[test]
fn pages_of_elsewhere_are_refused_in_words() {
    let server = serve(HttpLimits::default());
    for (head, status) in [
        ("GET /api/who HTTP/1.1\r\nHost: rebound.example", "403 Forbidden"),
        ("POST /api/free HTTP/1.1\r\nHost: localhost\r\nOrigin: http://x\r\nContent-Length: 0", "403 Forbidden"),
        ("GET http://rebound.example/api/who HTTP/1.1\r\nHost: localhost", "403 Forbidden"),
        ("GET http://localhost/api/who HTTP/1.1\r\nHost: rebound.example", "200 OK"),
        ("GET /api/who HTTP/1.1\r\nHost: localhost\r\nHost: localhost", "400 Bad Request"),
        ("GET /api/who HTTP/1.1\r\nHost: localhost", "200 OK"),
        ("GET /api/who HTTP/1.0", "200 OK"),
    ] {
        let text = told(&server, &format!("{head}\r\nConnection: close\r\n\r\n"));
        assert!(text.lines().next().is_some_and(|line| line.ends_with(status)), "{head}: {text}");
        assert_eq!(text.contains("{\"error\":\"this "), status != "200 OK", "{head}: {text}");
        assert!(text.contains("\r\ncache-control: no-store\r\n"), "{head}: {text}");
    }
}

#[test]
fn a_name_that_is_pointed_at_a_server_of_the_network_is_worth_nothing_to_pages() {
    let router = Router::new().route("/api/free", post(async || "free").get(async || "free"));
    let (listen, hosts) = (([0, 0, 0, 0], 0).into(), vec!["games.example.org".parse().unwrap()]);
    let server = open_at(ServerConfig { listen, hosts, ..ServerConfig::default() }, router, Arc::new(|_| Cost::Usual));
    for (host, page, status) in [
        ("rebound.example", true, "403 Forbidden"),
        ("rebound.example", false, "200 OK"),
        ("games.example.org:80", true, "200 OK"),
        ("127.0.0.1", true, "200 OK"),
        ("pi.local", true, "200 OK"),
    ] {
        for method in ["GET", "POST"] {
            let origin = if page { format!("Origin: http://{host}\r\n") } else { String::new() };
            let head = format!("{method} /api/free HTTP/1.1\r\nHost: {host}\r\n{origin}Content-Length: 0\r\n");
            let text = told(&server, &format!("{head}Connection: close\r\n\r\n"));
            assert!(text.lines().next().is_some_and(|line| line.ends_with(status)), "{head}: {text}");
            assert_eq!(text.contains("--host NAME"), status == "403 Forbidden", "{head}: {text}");
        }
    }
}

#[test]
fn who_sends_many_requests_at_once_does_not_hold_up_others() {
    const MANY: usize = 600;
    let other = Arc::new(Mutex::new(None::<TcpStream>));
    let answered = Arc::new(AtomicU32::new(0));
    let (sender, count) = (Arc::clone(&other), Arc::clone(&answered));
    let router = Router::new()
        .route(
            "/many",
            get(async move || {
                // While the first is worked on, another client sends a request.
                if count.fetch_add(1, Relaxed) == 0
                    && let Some(stream) = &mut *sender.lock().unwrap()
                {
                    stream.write_all(b"GET /one HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
                }
            }),
        )
        .route("/one", get(async move || answered.load(Relaxed).to_string()));
    let server = open(router, HttpLimits::default(), Arc::new(|_| Cost::Usual));
    let stream = asked(&server, "GET /one HTTP/1.1\r\nHost: localhost\r\n\r\n");
    *other.lock().unwrap() = Some(stream.try_clone().unwrap());
    let many = "GET /many HTTP/1.1\r\nHost: localhost\r\n";
    told(&server, &format!("{}{many}Connection: close\r\n\r\n", format!("{many}\r\n").repeat(MANY - 1)));
    let mut answer = [0; 4096];
    let length = (&stream).read(&mut answer).unwrap();
    let text = String::from_utf8_lossy(&answer[..length]);
    let before: usize = text.rsplit("\r\n").next().unwrap().parse().unwrap();
    assert!(before < 16, "{before} of {MANY} came first");
}

#[cfg(target_os = "linux")]
#[test]
fn requests_are_answered_alike_however_their_bytes_come() {
    let router = Router::new().route("/echo", post(async |body: String| body)).route("/who", get(async || "who"));
    let server = open(router, HttpLimits::default(), Arc::new(|_| Cost::Usual));
    let head = "HTTP/1.1\r\nHost: localhost\r\n";
    for seed in 0..20 {
        let mut chance = fastrand::Rng::with_seed(seed);
        let (mut sent, mut due) = (String::new(), String::new());
        for n in 0..12 {
            if chance.bool() {
                let body = format!("{n};GET /who {head}\r\n");
                let _ = write!(sent, "POST /echo {head}Content-Length: {}\r\n\r\n{body}", body.len());
                due += &body;
            } else {
                let _ = write!(sent, "GET /who {head}\r\n");
                due += "who";
            }
        }
        let _ = write!(sent, "GET /who {head}Connection: close\r\n\r\n");
        due += "who";
        let mut stream = TcpStream::connect(server.addr()).unwrap();
        stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
        let mut rest = sent.as_bytes();
        while !rest.is_empty() {
            let (piece, others) = rest.split_at(chance.usize(1..=rest.len().min(150)));
            stream.write_all(piece).unwrap();
            std::thread::sleep(Duration::from_millis(chance.u64(0..4)));
            rest = others;
        }
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        let bodies: String =
            text.split("HTTP/1.1 200 OK").filter_map(|answer| answer.split_once("\r\n\r\n")).map(|a| a.1).collect();
        assert_eq!(bodies, due, "seed {seed}");
    }
}

#[test]
fn a_body_that_nobody_reads_is_no_request() {
    let hits = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&hits);
    let hit = move || {
        counted.fetch_add(1, Relaxed);
        std::future::ready("hit")
    };
    let router = Router::new().route("/deaf", post(async || "deaf")).route("/hit", get(hit));
    let server = open(router, HttpLimits::default(), Arc::new(|_| Cost::Usual));
    let body = "GET /hit HTTP/1.1\r\nHost: localhost\r\n\r\n";
    for pause in [0, 0, 5, 50] {
        let mut stream = TcpStream::connect(server.addr()).unwrap();
        stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
        let head = format!("POST /deaf HTTP/1.1\r\nHost: localhost\r\nContent-Length: {}\r\n\r\n", 2 * body.len());
        stream.write_all(head.as_bytes()).unwrap();
        stream.read_exact(&mut [0; 40]).unwrap();
        std::thread::sleep(Duration::from_millis(pause));
        // Who closes the connection instead is right, too.
        let _ = stream.write_all(body.repeat(2).as_bytes());
        let _ = stream.read_to_end(&mut Vec::new());
        assert_eq!(hits.load(Relaxed), 0);
    }
}

#[tokio::test]
async fn who_acknowledges_nothing_is_taken_for_gone() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let _client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    let (stream, _) = listener.accept().await.unwrap();
    prepared(&stream, &HttpLimits { write_time: Duration::from_secs(30), ..HttpLimits::default() }).unwrap();
    assert_eq!(SockRef::from(&stream).tcp_user_timeout().unwrap(), Some(Duration::from_secs(45)));
}

/// A connection on which this was asked and answered.
fn asked(server: &Server, ask: &str) -> TcpStream {
    let mut stream = TcpStream::connect(server.addr()).unwrap();
    stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
    stream.write_all(ask.as_bytes()).unwrap();
    assert!(stream.read(&mut [0; 4096]).unwrap() > 0);
    stream
}

#[test]
fn players_get_in_although_others_hold_all_connections() {
    let server = serve(HttpLimits { loopback_connections: 2, ..HttpLimits::default() });
    let ask = "GET /api/who HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let mut first = asked(&server, ask);
    let _second = asked(&server, ask);
    let play = "POST /api/free HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n";
    let mut player = asked(&server, play);
    assert_eq!(first.read(&mut [0; 1]).unwrap(), 0, "it proves nothing and makes room");
    for _ in 0..3 {
        drop(asked(&server, ask));
    }
    player.write_all(play.as_bytes()).unwrap();
    assert!(player.read(&mut [0; 4096]).unwrap() > 0, "the player stays");
}

#[test]
fn metrics_are_for_this_machine_and_for_the_admin_key() {
    let serve = |proxies: &str, key: Option<&str>| {
        let limits = HttpLimits { proxies: proxies.parse().unwrap(), ..HttpLimits::default() };
        let config = ServerConfig { listen: ([127, 0, 0, 1], 0).into(), limits, ..ServerConfig::default() };
        let router = Router::new().fallback(async || (StatusCode::NOT_FOUND, "lost"));
        let admin = key.map(|key| hash(&[], key));
        let service = Service { admin, ..service(router, Arc::new(|_| Cost::Usual)) };
        Listener::open("test", config).unwrap().serve(service).unwrap()
    };
    let (open, proxied) = (serve("192.0.2.1", None), serve("127.0.0.1", None));
    let (keyed, own) = (serve("127.0.0.1", Some("open sesame")), "X-Forwarded-For: 127.0.0.1");
    let far = "X-Forwarded-For: 192.0.2.7\r\n";
    let right = "Authorization: Bearer open sesame";
    for (server, ask, head, status) in [
        (&open, "GET /metrics", "X: y", 200),
        (&open, "GET /metrics?collect=all", "X: y", 200),
        (&open, "POST /metrics", "Content-Length: 0", 404),
        (&open, "GET /metrics/", "X: y", 404),
        (&open, "GET /", "X: y", 404),
        // Who sends such a header forwards for somebody, even if that is no proxy whose word is taken.
        (&open, "GET /metrics", own, 404),
        (&open, "GET /metrics", "Forwarded: for=192.0.2.7", 404),
        (&open, "GET /metrics", right, 200),
        (&open, "GET /metrics", &format!("{far}{right}"), 404),
        (&proxied, "GET /metrics", "X: y", 200),
        (&proxied, "GET /metrics", far.trim(), 404),
        (&proxied, "GET /metrics", own, 404),
        (&proxied, "GET /metrics", "X-Forwarded-For: nonsense", 404),
        (&keyed, "GET /metrics", "X: y", 200),
        (&keyed, "GET /metrics", far.trim(), 404),
        (&keyed, "GET /metrics", &format!("{far}Authorization: Bearer open sesame!"), 404),
        (&keyed, "GET /metrics", &format!("{far}Authorization: Bearer "), 404),
        (&keyed, "GET /metrics", &format!("{far}Authorization: Basic open sesame"), 404),
        (&keyed, "GET /metrics", &format!("{far}{right}"), 200),
    ] {
        let text = told(server, &format!("{ask} HTTP/1.1\r\nHost: localhost\r\n{head}\r\nConnection: close\r\n\r\n"));
        assert!(text.starts_with(&format!("HTTP/1.1 {status} ")), "{ask} {head}: {text}");
        assert_eq!(text.contains("\nboardbots_http_connections 1\n"), status == 200, "{ask} {head}: {text}");
        assert_eq!(text.ends_with("lost"), status == 404, "{ask} {head}: {text}");
    }
    let head = told(&open, "HEAD /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    assert!(head.starts_with("HTTP/1.1 200 ") && head.contains("text/plain; version=0.0.4"), "{head}");
    let text = told(&open, "GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    assert!(text.contains("_total{class=\"2xx\"} 4\n") && text.contains("_total{class=\"4xx\"} 6\n"), "{text}");
}
