//! The addresses of the administration over players who are in memory.

use super::*;
use crate::web::{Cost, HttpLimits};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use boardbots_base::thread::lock;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use tower::ServiceExt;

/// The key of the tests.
const KEY: &str = "0123456789abcdef";

/// Players in memory, of whom there are three at most.
struct Toy {
    key: Option<AdminKey>,
    names: Mutex<Vec<String>>,
    course: Mutex<Course>,
}

impl Accounts for Toy {
    fn admin_key(&self) -> Option<&AdminKey> {
        self.key.as_ref()
    }

    async fn accounts(&self) -> Answer<Vec<Account>> {
        let names = lock(&self.names).clone();
        let account = |name| Account { name, disabled: false, created: 1, games: 2, last_seen: 3 };
        Ok(names.into_iter().map(account).collect())
    }

    async fn add(&self, names: Vec<String>) -> Answer<Vec<String>> {
        let mut all = lock(&self.names);
        if let Some(at) = names.iter().position(|name| all.contains(name)) {
            return Err(AdminError::Taken(at));
        }
        if all.len() + names.len() > 3 {
            return Err(AdminError::Full);
        }
        all.extend(names.clone());
        Ok(names.iter().map(|name| format!("key-of-{name}")).collect())
    }

    async fn change(&self, name: String, change: Change) -> Answer<Option<String>> {
        let mut all = lock(&self.names);
        let Some(at) = all.iter().position(|other| *other == name) else {
            return Err(AdminError::Unknown(format!("player {name}")));
        };
        match change {
            Change::Rename(new) if all.contains(&new) => return Err(AdminError::Taken(0)),
            Change::Rename(new) => all[at] = new,
            Change::Reset => return Ok(Some("another".into())),
            Change::Remove => drop(all.remove(at)),
            Change::Disable | Change::Enable => return Err(StoreError::Commit("the disk is full".into()).into()),
        }
        Ok(None)
    }

    async fn course(&self) -> Answer<Course> {
        Ok(lock(&self.course).clone())
    }

    async fn set_course(&self, course: Course) -> Answer<()> {
        *lock(&self.course) = course;
        Ok(())
    }
}

fn toy(key: Option<&str>) -> Arc<Toy> {
    Arc::new(Toy { key: key.map(AdminKey::of), names: Mutex::default(), course: Mutex::default() })
}

fn request(method: &str, path: &str, key: &str, form: &str, body: &str) -> Request {
    let request = Request::builder().method(method).uri(path).header("content-type", form);
    request.header("authorization", format!("Bearer {key}")).body(Body::from(body.to_string())).unwrap()
}

async fn answered(router: &Router, request: Request) -> (u16, String) {
    let answer = router.clone().oneshot(request).await.unwrap();
    let (status, body) = (answer.status().as_u16(), to_bytes(answer.into_body(), usize::MAX).await.unwrap());
    (status, String::from_utf8(body.to_vec()).unwrap())
}

async fn post(router: &Router, path: &str, body: &Value) -> (u16, Value) {
    let (status, text) = answered(router, request("POST", path, KEY, "application/json", &body.to_string())).await;
    (status, serde_json::from_str(&text).unwrap())
}

#[tokio::test]
async fn nothing_is_told_without_the_key() {
    let (closed, absent) = (routes(toy(Some(KEY))), routes(toy(None)));
    for (method, path) in [
        ("GET", "/api/admin/users"),
        ("POST", "/api/admin/users"),
        ("POST", "/api/admin/users/Ada/reset"),
        ("POST", "/api/admin/course"),
    ] {
        for key in ["", "x", "0123456789abcdeF", "0123456789abcdef0"] {
            assert_eq!(answered(&closed, request(method, path, key, "", "[\"Ada\"]")).await.0, 403, "{path} {key}");
        }
        assert_eq!(answered(&absent, request(method, path, KEY, "", "[\"Ada\"]")).await.0, 404, "{path}");
    }
    assert_eq!(answered(&absent, request("GET", "/api/course", "", "", "")).await.0, 200);
    assert_eq!(answered(&absent, request("GET", "/admin", "", "", "")).await.0, 200);
    let (toy, ask) = (toy(Some(KEY)), |key: &str| request("GET", "/api/admin/users", key, "", ""));
    assert!(matches!(cost(&*toy, &ask("x")), Cost::Wrong) && matches!(cost(&*toy, &ask(KEY)), Cost::Proven(_)));
}

#[tokio::test]
async fn names_come_as_a_table_or_as_a_list() {
    let router = routes(toy(Some(KEY)));
    let table = |body: &'static str| request("POST", "/api/admin/users", KEY, "Text/CSV; charset=utf-8", body);
    let made = answered(&router, table("\u{feff}name;group\r\nAda;1\r\n\r\n\"Bo, b\";2\r\n")).await;
    assert_eq!(made, (200, "name,key\nAda,key-of-Ada\n\"Bo, b\",\"key-of-Bo, b\"\n".into()));
    for (body, due) in [
        ("name\nEve\n\nAl\n", "line 4: a name has 3 to 20"),
        ("Eve\nAda", "line 2: the name Ada"),
        ("name\n", "no name"),
        ("Eve\n\"Joe", "line 2: the quote"),
    ] {
        let (status, said) = answered(&router, table(body)).await;
        assert!(status == 400 && said.contains(due), "{body:?}: {said}");
    }
    let (status, said) = post(&router, "/api/admin/users", &json!(["", "Eve", "Joe"])).await;
    assert_eq!((status, &said["error"]), (409, &json!("there are too many players; remove some")));
    let (_, said) = post(&router, "/api/admin/users", &json!(["", "Eve"])).await;
    assert_eq!(said, json!([{ "name": "Eve", "key": "key-of-Eve" }]));
    for wrong in [json!({ "names": ["Joe"] }), json!([1]), json!("Joe")] {
        assert_eq!(post(&router, "/api/admin/users", &wrong).await.0, 400, "{wrong}");
    }
    let long = "x".repeat(HttpLimits::default().body_bytes);
    assert_eq!(post(&router, "/api/admin/users", &json!([long])).await.0, 413);
    let all = answered(&router, request("GET", "/api/admin/users", KEY, "", "")).await.1;
    let users = serde_json::from_str::<Value>(&all).unwrap()["users"].take();
    assert_eq!(users[1], json!({ "name": "Bo, b", "disabled": false, "created": 1, "games": 2, "lastSeen": 3 }));
    assert_eq!(users.as_array().map(Vec::len), Some(3), "what was refused has made nobody");
}

#[tokio::test]
async fn players_and_the_course_are_changed() {
    let router = routes(toy(Some(KEY)));
    post(&router, "/api/admin/users", &json!(["Ada / B", "Eve"])).await;
    let at = |change: &str| format!("/api/admin/users/Ada%20%2F%20B/{change}");
    let nothing = json!(null);
    assert_eq!(post(&router, &at("reset"), &nothing).await, (200, json!({ "name": "Ada / B", "key": "another" })));
    assert_eq!(post(&router, &at("rename"), &json!({ "name": "Eve" })).await.0, 409);
    assert_eq!(post(&router, &at("rename"), &json!({ "name": "E\u{200b}ve" })).await.0, 400);
    assert_eq!(post(&router, &at("disable"), &nothing).await.0, 503);
    assert_eq!(post(&router, &at("praise"), &nothing).await.0, 404);
    assert_eq!(post(&router, &at("rename"), &json!({ "name": "Ida" })).await, (200, json!({})));
    let (status, said) = post(&router, &at("remove"), &nothing).await;
    assert_eq!((status, &said["error"]), (404, &json!("there is no player Ada / B")));
    assert_eq!(post(&router, "/api/admin/users/Ida/remove", &nothing).await.0, 200);

    let course = json!({ "name": "AI", "colour": "#123456", "announcements": "Hello" });
    assert_eq!(post(&router, "/api/admin/course", &json!({ "colour": "blue" })).await.0, 400);
    assert_eq!(post(&router, "/api/admin/course", &course).await.0, 200);
    let shown = answered(&router, request("GET", "/api/course", "", "", "")).await.1;
    assert_eq!(serde_json::from_str::<Value>(&shown).unwrap(), course);
}
