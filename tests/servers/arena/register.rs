//! Names and keys over HTTP.

use crate::arena::client::{Client, Reply, get_once, post_once, serve};
use boardbots_server::arena::{Config, KeyPolicy};

fn register_json(client: &mut Client, form: &str) -> Reply {
    client.send(format!(
        "POST /register HTTP/1.1\r\nHost: localhost\r\nAccept: text/html;q=0.5, Application/JSON\r\n\
         Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{form}",
        form.len()
    ));
    client.reply()
}

#[test]
fn a_registered_key_opens_a_strict_arena() {
    let arena = serve(Config { keys: KeyPolicy::Strict, ..Config::default() });
    let refused = post_once(arena.addr(), "/api/training", "key=abcdefgh");
    assert_eq!((refused.status, refused.body.as_str()), (400, "Vindinium - Key not found"));
    let page = post_once(arena.addr(), "/register", "name=%20Ada%20");
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    let key = page.body.split("<p id=\"user-key\"><strong>").nth(1).and_then(|rest| rest.split("</strong></p>").next());
    let key = key.expect("a key as the original shows it");
    assert!(key.len() == 25 && key.bytes().all(|c| c.is_ascii_digit() || c.is_ascii_lowercase()), "{key}");
    let state = post_once(arena.addr(), "/api/training", &format!("key={key}")).json();
    assert_eq!((state["hero"]["name"].as_str(), state["hero"]["elo"].as_i64()), (Some("Ada"), Some(1200)));
    assert_eq!(get_once(arena.addr(), "/register").status, 200);
}

#[test]
fn programs_get_json() {
    let arena = serve(Config { keys: KeyPolicy::Strict, ..Config::default() });
    let mut client = Client::new(arena.addr());
    let done = register_json(&mut client, "name=Gr%C3%BC%C3%9Fe").json();
    assert_eq!(done["name"], "Grüße");
    let state = client.post("/api/training", &format!("key={}", done["key"].as_str().unwrap())).json();
    assert_eq!(state["hero"]["userId"], done["userId"]);
    let again = register_json(&mut client, "name=Gr%C3%BC%C3%9Fe");
    assert_eq!(
        (again.status, again.json()["error"].as_str()),
        (400, Some("This name, or one that looks like it, is taken"))
    );
}

#[test]
fn bad_names_are_refused_with_a_reason() {
    let arena = serve(Config::default());
    let mut client = Client::new(arena.addr());
    for (form, reason) in [
        ("", "3 to 20"),
        ("name=ab", "3 to 20"),
        ("name=%20%20ab%20", "3 to 20"),
        ("name=123456789012345678901", "3 to 20"),
        ("name=a%00b", "U+0000"),
        ("name=abc%E2%80%AEd", "U+202E"),
        ("name=abc%E3%85%A4", "U+3164"),
        ("name=%E2%A0%80%E2%A0%80%E2%A0%80", "U+2800"),
        ("name=random", "is taken"),
    ] {
        let reply = register_json(&mut client, form);
        assert_eq!(reply.status, 400, "{form}");
        assert!(reply.json()["error"].as_str().unwrap().contains(reason), "{form}: {}", reply.body);
        let page = client.post("/register", form);
        assert_eq!(page.status, 400);
        assert!(page.body.contains(reason) && page.body.contains("<form"), "{form}: {}", page.body);
    }
    let page = client.post("/register", "name=<b>%26</b>");
    assert!(page.body.contains("&lt;b&gt;&amp;&lt;/b&gt;") && !page.body.contains("<b>"), "{}", page.body);
}
