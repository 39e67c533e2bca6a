//! Servers with certificates of their own authority.

use super::command::{Home, bare, finish};
use super::session::{config, play};
use boardbots_client::{Config, SessionError};
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair, date_time_ymd};
use rustls::pki_types::PrivateKeyDer;
use rustls::{ServerConfig, ServerConnection, Stream};
use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// A server that rejects every key, with a certificate for this name that an authority has signed until this year:
/// its address, and the authority's certificate.
fn server(name: &str, until: i32) -> (String, String) {
    let (key, own) = (KeyPair::generate().unwrap(), KeyPair::generate().unwrap());
    let mut authority = CertificateParams::new(Vec::new()).unwrap();
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let pem = authority.self_signed(&own).unwrap().pem();
    let mut params = CertificateParams::new(vec![name.to_string()]).unwrap();
    params.not_before = date_time_ymd(2000, 1, 1);
    params.not_after = date_time_ymd(until, 1, 1);
    let certificate = params.signed_by(&key, &Issuer::new(authority, own)).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    let key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
    let config = Arc::new(config.with_no_client_auth().with_single_cert(vec![certificate.into()], key).unwrap());
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("https://localhost:{}", listener.local_addr().unwrap().port());
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut connection = ServerConnection::new(Arc::clone(&config)).unwrap();
            let mut tls = Stream::new(&mut connection, &mut stream);
            if tls.read(&mut [0; 4096]).is_ok_and(|length| length > 0) {
                let text = "Vindinium - Key not found";
                let head = format!("HTTP/1.1 400 Bad Request\r\nContent-Length: {}\r\n\r\n", text.len());
                let _ = tls.write_all((head + text).as_bytes());
            }
        }
    });
    (url, pem)
}

fn bot(url: &str, home: &Home) -> Command {
    let mut command = bare(url);
    command.arg("--key-file").arg(home.path("key")).env_remove("SSL_CERT_FILE").env_remove("SSL_CERT_DIR");
    command
}

#[test]
fn an_authority_of_ones_own_is_trusted_by_a_file_or_the_system() {
    let home = Home::new();
    let (url, pem) = server("localhost", 2100);
    fs::write(home.path("ca.pem"), format!("home\r\n{pem}")).unwrap();
    fs::create_dir(home.path("certs")).unwrap();
    fs::write(home.path("certs/0123abcd.0"), &pem).unwrap();
    let ways: [&dyn for<'a> Fn(&'a mut Command) -> &'a mut Command; 3] = [
        &|command| command.arg("--ca").arg(home.path("ca.pem")),
        &|command| command.env("SSL_CERT_FILE", home.path("ca.pem")),
        &|command| command.env("SSL_CERT_DIR", home.path("certs")),
    ];
    for (number, way) in ways.iter().enumerate() {
        let mut command = bot(&url, &home);
        way(&mut command);
        let (code, _, err) = finish(command);
        // The server has read the request.
        assert!(code == 5 && err.contains("rejects the key"), "{number}: {err}");
    }
    let (code, _, err) = finish(bot(&url, &home));
    assert_eq!(code, 3, "{err}");
    for part in ["is not trusted", "built-in authorities", "of the system", "there was no --ca", "--ca FILE"] {
        assert!(err.contains(part), "{part}: {err}");
    }
    // Another authority does not help, and is named.
    let (_, other) = server("localhost", 2100);
    fs::write(home.path("other.pem"), other).unwrap();
    let mut command = bot(&url, &home);
    command.arg("--ca").arg(home.path("other.pem")).env("SSL_CERT_FILE", "/nowhere/certs.pem");
    let (code, _, err) = finish(command);
    assert!(code == 3 && err.contains("other.pem") && err.contains("SSL_CERT_FILE=/nowhere/certs.pem"), "{err}");
}

#[test]
fn a_certificate_ends_a_bot_and_the_clock_is_another_matter() {
    let home = Home::new();
    for (name, until, due, part) in
        [("other.example", 2100, 3, "other.example"), ("localhost", 2010, 4, "look at the clock")]
    {
        let (url, pem) = server(name, until);
        fs::write(home.path("ca.pem"), pem).unwrap();
        let mut command = bot(&url, &home);
        command.args(["--games", "forever", "--ca"]).arg(home.path("ca.pem"));
        let (code, _, err) = finish(command);
        assert!(code == due && err.contains("is not trusted") && err.contains(part), "{name}: {err}");
    }
}

#[test]
fn files_without_a_certificate_are_named() {
    let home = Home::new();
    fs::write(home.path("empty"), "").unwrap();
    fs::write(home.path("key.pem"), KeyPair::generate().unwrap().serialize_pem()).unwrap();
    fs::write(home.path("damaged"), "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n").unwrap();
    for (file, part) in [
        ("empty", "there is no certificate in it"),
        ("key.pem", "there is no certificate in it"),
        ("damaged", "certificate 1 cannot be used"),
        ("nowhere", "nowhere: "),
    ] {
        let mut command = bot("http://127.0.0.1:9", &home);
        command.arg("--ca").arg(home.path(file));
        let (code, _, err) = finish(command);
        assert!(code == 3 && err.contains(file) && err.contains(part), "{file}: {err}");
        let conf = format!("run = vindinium\nserver = https://h\nca = {}\n", home.path(file).display());
        fs::write(home.path("x.conf"), conf).unwrap();
        let (code, _, err) = check(&home.path("x.conf"));
        assert!(code == 3 && err.contains("x.conf:3: --ca") && err.contains(part), "{file}: {err}");
    }
}

#[test]
fn the_health_check_trusts_as_the_bot_does() {
    let home = Home::new();
    let (url, pem) = server("localhost", 2100);
    fs::write(home.path("ca.pem"), pem).unwrap();
    let asked = |ca: &str| {
        let folder = home.path("etc");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("a.conf"), format!("run = vindinium\nserver = {url}\n{ca}")).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
        command.args(["doctor", "--config"]).arg(folder).env_remove("SSL_CERT_FILE").env_remove("SSL_CERT_DIR");
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    let trusted = asked(&format!("ca = {}\n", home.path("ca.pem").display()));
    // The server has answered, though not as an arena.
    assert!(trusted.contains("does not speak the protocol") && !trusted.contains("not trusted"), "{trusted}");
    assert!(asked("").contains("is not trusted"));
    let wrong = asked("ca = /nowhere/ca.pem\n");
    assert!(wrong.contains("/nowhere/ca.pem") && wrong.contains("server and ca of"), "{wrong}");
}

/// What `boardbots check` says of a file.
fn check(file: &Path) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_boardbots")).arg("check").arg(file).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn https_is_spoken_where_it_is_asked_for() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("https://{}", listener.local_addr().unwrap());
    let first = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut hello = [0; 1];
        std::io::Read::read_exact(&mut stream, &mut hello).unwrap();
        hello[0]
    });
    let give_up = Some(Duration::from_millis(300));
    let (result, _) = play(Config { give_up, ..config(&url, 1) });
    assert_eq!(first.join().unwrap(), 22, "the type of a TLS handshake");
    assert!(matches!(result, Err(SessionError::GaveUp { .. })), "{result:?}");
}
