//! Metrics: the numbers of a server, at `GET /metrics` in the text format of Prometheus.
//!
//! Programs of this machine can read them, and others with an admin key; for everybody else there is nothing there.

use super::answer;
use super::connections::Connections;
use super::forwarded::is_forwarded;
use super::request::bearer;
use crate::tokens::{Hash, hash};
use axum::extract::Request;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::Response;
use boardbots_base::process::family::resident;
use rustix::process::getpid;
use rustix::time::{ClockId, clock_gettime};
use std::fmt::{self, Display, Write};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Instant, SystemTime};
use subtle::ConstantTimeEq;

/// The address of the metrics.
const PATH: &str = "/metrics";
/// The content type of the text format.
const FORM: &str = "text/plain; version=0.0.4; charset=utf-8";
/// The classes of status, by their first digits.
const CLASSES: [&str; 5] = ["1xx", "2xx", "3xx", "4xx", "5xx"];

/// The function that adds a server's own numbers.
pub type OwnMetrics = Box<dyn Fn(&mut Metrics) + Send + Sync>;

/// The numbers that this function adds. They do not hold the state: it ends before them.
pub fn metrics<A: Send + Sync + 'static>(app: &Arc<A>, add: fn(&A, &mut Metrics)) -> OwnMetrics {
    let app = Arc::downgrade(app);
    Box::new(move |metrics| app.upgrade().iter().for_each(|app| add(app, metrics)))
}

/// Metrics as text, one family after the other. Each has its name once.
#[derive(Default)]
pub struct Metrics(String);

impl Metrics {
    /// A family of numbers that only grow; its name ends in `_total`.
    pub fn counter(&mut self, name: &'static str, help: &str) -> Family<'_> {
        self.family(name, "counter", help)
    }

    /// A family of numbers that rise and fall.
    pub fn gauge(&mut self, name: &'static str, help: &str) -> Family<'_> {
        self.family(name, "gauge", help)
    }

    /// The gauge of databases, each with true if it can store.
    pub fn stores(&mut self, stores: &[(&str, bool)]) {
        let family = self.gauge("boardbots_store_up", "1 while the database can store, 0 during an outage.");
        stores.iter().fold(family, |family, &(store, up)| family.sample(&[("store", store)], u8::from(up)));
    }

    fn family(&mut self, name: &'static str, kind: &str, help: &str) -> Family<'_> {
        let help = help.replace('\\', r"\\").replace('\n', r"\n");
        self.write(format_args!("# HELP {name} {help}\n# TYPE {name} {kind}\n"));
        Family { name, metrics: self }
    }

    fn write(&mut self, text: fmt::Arguments<'_>) {
        self.0.write_fmt(text).expect("texts can be written to");
    }
}

/// A family of samples, which differ in their labels.
pub struct Family<'a> {
    name: &'static str,
    metrics: &'a mut Metrics,
}

impl Family<'_> {
    /// The family with one more sample.
    pub fn sample(self, labels: &[(&str, &str)], value: impl Display) -> Self {
        let escaped = |text: &str| text.replace('\\', r"\\").replace('"', "\\\"").replace('\n', r"\n");
        let labels: Vec<_> = labels.iter().map(|(name, text)| format!("{name}=\"{}\"", escaped(text))).collect();
        let labels = if labels.is_empty() { String::new() } else { format!("{{{}}}", labels.join(",")) };
        self.metrics.write(format_args!("{}{labels} {value}\n", self.name));
        self
    }
}

/// The numbers of a server: those of HTTP, which are counted here, and its own.
pub struct Numbers {
    began: Instant,
    connections: Arc<Connections>,
    answered: [Counter; CLASSES.len()],
    refused: Counter,
    turned_away: Counter,
    own: OwnMetrics,
    admin: Option<Hash>,
}

impl Numbers {
    /// Nothing counted yet. `admin` is the hash of the key for readers of other machines.
    pub fn new(connections: Arc<Connections>, own: OwnMetrics, admin: Option<Hash>) -> Self {
        let (answered, refused, turned_away) = Default::default();
        Self { began: Instant::now(), connections, answered, refused, turned_away, own, admin }
    }

    /// Counts an answer.
    pub fn counted(&self, answer: Response) -> Response {
        let class = usize::from(answer.status().as_u16() / 100);
        if let Some(count) = self.answered.get(class.wrapping_sub(1)) {
            count.count();
        }
        if answer.status() == StatusCode::TOO_MANY_REQUESTS {
            self.refused.count();
        }
        answer
    }

    /// Counts a connection for which there is no room.
    pub fn turn_away(&self) {
        self.turned_away.count();
    }

    /// The metrics, if a request from this address asks for them and may read them.
    pub fn answer(&self, peer: IpAddr, request: &Request) -> Option<Response> {
        let asks = request.uri().path() == PATH && matches!(*request.method(), Method::GET | Method::HEAD);
        (asks && self.admits(peer, request.headers())).then(|| answer::respond(StatusCode::OK, FORM, self.text()))
    }

    /// True for programs of this machine, unless they forward for others, and for those with the admin key.
    fn admits(&self, peer: IpAddr, headers: &HeaderMap) -> bool {
        let proven = bearer(headers).zip(self.admin).is_some_and(|(key, due)| hash(&[], key).ct_eq(&due).into());
        proven || peer.is_loopback() && !is_forwarded(headers)
    }

    fn text(&self) -> String {
        let mut metrics = Metrics::default();
        let version = env!("CARGO_PKG_VERSION");
        metrics.gauge("boardbots_build_info", "The version, always 1.").sample(&[("version", version)], 1);
        let now = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
        let start = now.saturating_sub(self.began.elapsed()).as_secs_f64();
        let help = "Time at which the server started, in seconds since 1970.";
        metrics.gauge("process_start_time_seconds", help).sample(&[], format_args!("{start:.2}"));
        let cpu = clock_gettime(ClockId::ProcessCPUTime);
        let cpu = format_args!("{}.{:09}", cpu.tv_sec, cpu.tv_nsec);
        metrics.counter("process_cpu_seconds_total", "Processor time of all threads.").sample(&[], cpu);
        metrics.gauge("process_resident_memory_bytes", "Memory in RAM.").sample(&[], resident(getpid()));
        let help = "Connections that are open.";
        metrics.gauge("boardbots_http_connections", help).sample(&[], self.connections.count());
        let counts = [
            ("boardbots_http_connections_refused_total", "Connections for which there was no room.", &self.turned_away),
            ("boardbots_http_requests_refused_total", "Requests of clients that had their share (429).", &self.refused),
        ];
        for (name, help, count) in counts {
            metrics.counter(name, help).sample(&[], count);
        }
        let family = metrics.counter("boardbots_http_requests_total", "Requests answered, by class of status.");
        let classes = CLASSES.iter().zip(&self.answered);
        classes.fold(family, |family, (class, count)| family.sample(&[("class", class)], count));
        (self.own)(&mut metrics);
        metrics.0
    }
}

/// A number of things that have happened since the start.
#[derive(Default)]
pub struct Counter(AtomicU64);

impl Counter {
    /// Counts one more.
    pub fn count(&self) {
        self.0.fetch_add(1, Relaxed);
    }
}

impl fmt::Display for Counter {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.load(Relaxed).fmt(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped_and_values_stand_behind_their_labels() {
        let mut metrics = Metrics::default();
        metrics.counter("a_total", "A \"back\\slash\"\nand a line.").sample(&[], 7);
        let name = [("name", "a \"b\"\\\n"), ("other", "ü")];
        metrics.gauge("b_bytes", "B.").sample(&name, 0.5).sample(&[("name", "")], -1);
        metrics.stores(&[("one", true), ("two", false)]);
        let due = r#"# HELP a_total A "back\\slash"\nand a line.
# TYPE a_total counter
a_total 7
# HELP b_bytes B.
# TYPE b_bytes gauge
b_bytes{name="a \"b\"\\\n",other="ü"} 0.5
b_bytes{name=""} -1
# HELP boardbots_store_up 1 while the database can store, 0 during an outage.
# TYPE boardbots_store_up gauge
boardbots_store_up{store="one"} 1
boardbots_store_up{store="two"} 0
"#;
        assert_eq!(metrics.0, due);
    }

    #[test]
    fn answers_are_counted_by_class() {
        let connections = Arc::new(Connections::new(&crate::web::HttpLimits::default()));
        let own: OwnMetrics = Box::new(|metrics| {
            metrics.gauge("own", "Own.").sample(&[], 5);
        });
        let numbers = Numbers::new(connections, own, None);
        for status in [200, 201, 404, 429, 503, 999] {
            let _ = numbers.counted(answer::respond(StatusCode::from_u16(status).unwrap(), answer::TEXT, ""));
        }
        numbers.turn_away();
        let text = numbers.text();
        for line in [
            "boardbots_http_requests_total{class=\"1xx\"} 0",
            "boardbots_http_requests_total{class=\"2xx\"} 2",
            "boardbots_http_requests_total{class=\"4xx\"} 2",
            "boardbots_http_requests_total{class=\"5xx\"} 1",
            "boardbots_http_requests_refused_total 1",
            "boardbots_http_connections_refused_total 1",
            "boardbots_http_connections 0",
            "own 5",
        ] {
            assert!(text.lines().any(|other| other == line), "{line}: {text}");
        }
        let value = |name: &str| -> f64 {
            let line = text.lines().find_map(|line| line.strip_prefix(name)).expect("it is told");
            line.trim().parse().expect("a number")
        };
        assert!(value("process_cpu_seconds_total") > 0.0);
        assert!(value("process_resident_memory_bytes") > 1e5);
        let now = SystemTime::UNIX_EPOCH.elapsed().unwrap().as_secs_f64();
        assert!((-1.0..3600.0).contains(&(now - value("process_start_time_seconds"))), "{text}");
    }
}
