//! The files of the pages, packed when the program is built and embedded in it: those that all games share, those of
//! each game, and shared ones in the place of those that a game lacks.
//!
//! Browsers get the packed bytes; a client that does not accept gzip gets them unpacked. Each file has an entity tag
//! made of its content, so that a page that is loaded again costs a few bytes.

use super::answer::respond;
use super::origin::OwnHost;
use axum::body::Bytes;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;
use boardbots_base::printable::escaped;
use boardbots_catalog as catalog;
use boardbots_game::game::Game;
use boardbots_game::listed::Page;
use flate2::Compression;
use flate2::read::{GzDecoder, GzEncoder};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hasher};
use std::io::Read;
use std::sync::{LazyLock, OnceLock};

/// The files that all games share.
const SHARED: &[Page] = include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// The file that takes the place of `GAME.ENDING`, by the ending, for a game at tables without such a file.
const SUBSTITUTES: [(&str, &str); 3] = [("js", "two_player.js"), ("css", "two_player.css"), ("svg", "two_player.svg")];

/// The file with the texts of the language that all texts exist in.
const ENGLISH: &str = "lang_en.json";

/// The files of all games, and those that they share.
fn pages() -> impl Iterator<Item = &'static Page> {
    SHARED.iter().chain(catalog::pages())
}

/// All files, by their names.
static FILES: LazyLock<BTreeMap<String, File>> =
    LazyLock::new(|| shelve(pages(), catalog::all().map(catalog::Entry::game)));

/// The files by their names. The texts of a language are one file; a text that a language lacks is English there, and
/// what a game itself says of its name and rules is its English where it has no other.
fn shelve<'a>(
    pages: impl Iterator<Item = &'a Page>,
    games: impl Iterator<Item = &'static dyn Game>,
) -> BTreeMap<String, File> {
    let mut files = BTreeMap::new();
    let mut languages = BTreeMap::from([(ENGLISH, Map::new())]);
    for page in pages {
        let file = File::of(page);
        if page.name.starts_with("lang_") {
            languages.entry(page.name).or_default().extend(file.words());
        } else {
            files.insert(page.name.to_string(), file);
        }
    }
    let mut english = languages[ENGLISH].clone();
    for game in games {
        let name = game.name();
        for (key, text) in [("game", game.title()), ("rules", game.rules())] {
            if !text.is_empty() {
                english.entry(format!("{key}.{name}")).or_insert_with(|| text.into());
            }
        }
        for (ending, substitute) in SUBSTITUTES.into_iter().filter(|_| game.has_tables()) {
            let substitute = files[substitute].clone();
            files.entry(format!("{name}.{ending}")).or_insert(substitute);
        }
    }
    for (name, own) in languages {
        let texts: Map<String, Value> = english.clone().into_iter().chain(own).collect();
        files.insert(name.to_string(), File::of_words(texts));
    }
    files
}

/// A file of the pages.
#[derive(Clone)]
struct File {
    /// Its content type.
    form: &'static str,
    /// Its entity tag.
    tag: String,
    packed: Bytes,
    plain: OnceLock<Bytes>,
}

impl File {
    fn of(page: &Page) -> Self {
        let Page { form, tag, packed, .. } = *page;
        Self { form, tag: tag.to_string(), packed: Bytes::from_static(packed), plain: OnceLock::new() }
    }

    /// The file of texts by their keys.
    fn of_words(words: Map<String, Value>) -> Self {
        let plain = Value::Object(words).to_string();
        let mut packed = Vec::new();
        GzEncoder::new(plain.as_bytes(), Compression::best()).read_to_end(&mut packed).expect("memory can be read");
        let mut hash = DefaultHasher::new();
        hash.write(plain.as_bytes());
        let tag = format!("W/\"{:016x}\"", hash.finish());
        let form = "application/json; charset=utf-8";
        Self { form, tag, packed: packed.into(), plain: OnceLock::from(Bytes::from(plain)) }
    }

    /// The texts of this file by their keys. The tests read all that are part of the program.
    fn words(&self) -> Map<String, Value> {
        serde_json::from_slice(self.plain()).expect("read by the tests, and part of the program")
    }

    fn plain(&self) -> &Bytes {
        self.plain.get_or_init(|| {
            let mut plain = Vec::new();
            GzDecoder::new(&self.packed[..])
                .read_to_end(&mut plain)
                .expect("packed by the build, and part of the program");
            plain.into()
        })
    }
}

/// Packs what is packed again, so that the first who asks does not wait for it.
pub fn prepare() {
    LazyLock::force(&FILES);
}

/// A file of the pages in a form that these headers accept; `None` if no file has this name.
#[must_use]
pub fn asset(name: &str, headers: &HeaderMap) -> Option<Response> {
    let file = FILES.get(name)?;
    let known = members(headers, header::IF_NONE_MATCH).any(|tag| tag == file.tag || tag == "*");
    let packed = members(headers, header::ACCEPT_ENCODING).any(is_gzip);
    let mut response = if known {
        respond(StatusCode::NOT_MODIFIED, file.form, Bytes::new())
    } else if packed {
        respond(StatusCode::OK, file.form, file.packed.clone())
    } else {
        respond(StatusCode::OK, file.form, file.plain().clone())
    };
    let head = response.headers_mut();
    if packed && !known {
        head.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    head.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    head.insert(header::ETAG, HeaderValue::from_str(&file.tag).expect("a tag is plain ASCII"));
    Some(guarded(response))
}

/// A page as it is sent by a host: the addresses in its `<meta>` elements are whole, because programs that show
/// previews of links take no others.
#[must_use]
pub fn shown(name: &str, host: Option<&OwnHost>, headers: &HeaderMap) -> Option<Response> {
    let mut response = asset(name, headers)?;
    let Some(OwnHost(host)) = host.filter(|host| host.0.parse::<Authority>().is_ok()) else { return Some(response) };
    if response.status() == StatusCode::OK {
        let encrypted = members(headers, HeaderName::from_static("x-forwarded-proto")).any(|scheme| scheme == "https");
        let scheme = if encrypted { "https" } else { "http" };
        let whole = format!("content=\"{scheme}://{}/assets/", escaped(host));
        let page = String::from_utf8_lossy(FILES.get(name)?.plain()).replace("content=\"/assets/", &whole);
        response.headers_mut().remove(header::CONTENT_ENCODING);
        *response.body_mut() = page.into();
    }
    Some(response)
}

/// The words of the pages in a language, such as `en`, by their keys, English where it lacks some; `None` if the pages do
/// not speak it.
///
/// # Panics
/// Never: the tests read all words.
#[must_use]
pub fn words(code: &str) -> Option<Map<String, Value>> {
    FILES.get(&format!("lang_{code}.json")).map(File::words)
}

/// True if a file is a page, which has an address of its own and is no part of others.
#[must_use]
pub fn is_page(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, extension)| extension == "html")
}

/// The members of a header that is a list.
fn members(headers: &HeaderMap, name: HeaderName) -> impl Iterator<Item = &str> {
    let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).map(str::trim)
}

/// True if a member of `Accept-Encoding` asks for gzip: not one of the weight 0.
fn is_gzip(member: &str) -> bool {
    let (name, weight) = member.split_once(';').unwrap_or((member, "q=1"));
    let weight = weight.trim().strip_prefix("q=").and_then(|weight| weight.parse::<f32>().ok());
    name.trim().eq_ignore_ascii_case("gzip") && weight.is_some_and(|weight| weight > 0.0)
}

/// The content type of pages.
pub const HTML: &str = "text/html; charset=utf-8";

/// Nothing from elsewhere, nothing inline, no frames.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// A whole page made of this body, which is HTML; all else is text. `style` is the address of its style sheet.
#[must_use]
pub fn page(style: &str, status: StatusCode, title: &str, body: &str) -> Response {
    let html = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>{}</title><link rel=\"icon\" href=\"/assets/mark.svg\">\
         <link rel=\"stylesheet\" href=\"{style}\"></head>\
         <body><header class=\"top\"><a href=\"/\" class=\"brand\"><img class=\"mark\" src=\"/assets/mark.svg\" alt=\"\">\
         boardbots</a></header><main class=\"plain\">{body}</main></body></html>\n",
        escaped(title)
    );
    guarded(respond(status, HTML, html))
}

/// An answer whose content can do nothing but what this server's own files say, and which is
/// asked for anew each time.
#[must_use]
pub fn guarded(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    // With less, forms of the server's own pages would not say where they come from.
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    // The program may be a newer one the next time.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::trial::bids::Bids;
    use crate::tables::trial::pile::Pile;
    use std::collections::BTreeSet;

    /// All packed files together, in bytes.
    const MOST: usize = 280_000;

    fn text(file: &File) -> &str {
        std::str::from_utf8(file.plain()).unwrap()
    }

    #[test]
    fn names_are_unique_but_for_words() {
        let mut names = BTreeSet::new();
        for page in pages() {
            assert!(names.insert(page.name) || page.name.starts_with("lang_"), "{} is there twice", page.name);
        }
    }

    #[test]
    fn words_of_all_games_are_one_object() {
        let mut languages: BTreeMap<&str, Map<String, Value>> = BTreeMap::new();
        for page in pages().filter(|page| page.name.starts_with("lang_")) {
            let part = File::of(page).words();
            assert!(!part.is_empty());
            for (key, value) in part {
                let twice = languages.entry(page.name).or_default().insert(key.clone(), value);
                assert!(twice.is_none(), "{} has {key} twice", page.name);
            }
        }
        for (name, own) in languages {
            let all = FILES[name].words();
            assert!(own.iter().all(|(key, text)| all[key] == *text), "{name}");
            assert_eq!(all.keys().collect::<Vec<_>>(), FILES[ENGLISH].words().keys().collect::<Vec<_>>(), "{name}");
        }
    }

    /// A page as the build packs it.
    fn packed(name: &'static str, content: &str) -> Page {
        let mut packed = Vec::new();
        GzEncoder::new(content.as_bytes(), Compression::fast()).read_to_end(&mut packed).unwrap();
        Page { name, form: "text/plain", tag: "W/\"0\"", packed: packed.leak() }
    }

    #[test]
    fn a_game_needs_no_files() {
        let games: [&'static dyn Game; 2] = [&Pile, &Bids];
        let files = shelve(SHARED.iter(), games.into_iter());
        for game in games {
            for (ending, substitute) in SUBSTITUTES {
                assert_eq!(text(&files[&format!("{}.{ending}", game.name())]), text(&files[substitute]));
            }
            for (name, file) in files.iter().filter(|(name, _)| name.starts_with("lang_")) {
                let words = file.words();
                assert_eq!(words[&format!("game.{}", game.name())], game.title(), "{name}");
                let rules = words.get(&format!("rules.{}", game.name())).and_then(Value::as_str);
                assert_eq!(rules.unwrap_or_default(), game.rules(), "{name}");
            }
        }
        assert!(games.iter().any(|game| game.rules().is_empty()) && !games.iter().all(|game| game.rules().is_empty()));
        let picture = text(&files["two_player.svg"]);
        assert!(picture.len() <= 1500 && !picture.contains("<text"), "{} bytes", picture.len());
    }

    #[test]
    fn a_game_replaces_shared_files_and_words_one_by_one() {
        let own = [
            packed("pile.css", "p { color: red }"),
            packed("lang_en.json", "{\"game.pile\":\"Stones\",\"pile.a\":\"one\",\"pile.b\":\"two\"}"),
            packed("lang_es.json", "{\"pile.a\":\"uno\"}"),
        ];
        let files = shelve(SHARED.iter().chain(&own), [&Pile as &'static dyn Game].into_iter());
        assert_eq!(text(&files["pile.css"]), "p { color: red }");
        assert_eq!(text(&files["pile.js"]), text(&files["two_player.js"]));
        let (english, spanish) = (files[ENGLISH].words(), files["lang_es.json"].words());
        assert_eq!([&english["game.pile"], &english["pile.a"], &english["pile.b"]], ["Stones", "one", "two"]);
        assert_eq!([&spanish["game.pile"], &spanish["pile.a"], &spanish["pile.b"]], ["Stones", "uno", "two"]);
        assert_ne!(files[ENGLISH].tag, FILES[ENGLISH].tag, "browsers see that the words have changed");
        assert!(spanish["ui.rules"] != english["ui.rules"]);
    }

    #[test]
    fn all_pages_together_are_small() {
        let sizes: Vec<(&String, usize)> = FILES.iter().map(|(name, file)| (name, file.packed.len())).collect();
        let sum: usize = sizes.iter().map(|(_, size)| size).sum();
        assert!(sum <= MOST, "{sum}: {sizes:?}");
    }

    #[test]
    fn previews_have_whole_addresses() {
        for (host, scheme, address) in [
            ("pi:8000", None, "content=\"http://pi:8000/assets/preview.png\""),
            ("[::1]:8000", Some("https"), "content=\"https://[::1]:8000/assets/preview.png\""),
            ("a'b", None, "content=\"http://a&#39;b/assets/preview.png\""),
            ("\"><script>", None, "content=\"/assets/preview.png\""),
        ] {
            let mut headers = HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static("br"))]);
            headers.extend(
                scheme.map(|scheme| (HeaderName::from_static("x-forwarded-proto"), HeaderValue::from_static(scheme))),
            );
            let response = shown("table.html", Some(&OwnHost(host.into())), &headers).unwrap();
            let body = axum::body::to_bytes(response.into_body(), usize::MAX);
            let page = tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(body).unwrap();
            assert!(String::from_utf8_lossy(&page).contains(address), "{host}");
        }
        assert!(FILES.contains_key("preview.png"));
    }

    #[test]
    fn files_go_out_packed_plain_or_not_at_all() {
        let ask = |name: HeaderName, value: &str| {
            let headers = HeaderMap::from_iter([(name, HeaderValue::from_str(value).unwrap())]);
            let response = asset("style.css", &headers).unwrap();
            let said = |name: HeaderName| response.headers().get(name).map(|value| value.to_str().unwrap().to_string());
            (response.status().as_u16(), said(header::CONTENT_ENCODING), said(header::ETAG))
        };
        let gzip = Some("gzip".to_string());
        for (accepted, encoding) in [
            ("gzip", &gzip),
            ("deflate, GZIP;q=0.5", &gzip),
            ("br", &None),
            ("gzip;q=0", &None),
            ("gzip; q=0.0, br", &None),
            ("xgzip", &None),
        ] {
            let (status, found, tag) = ask(header::ACCEPT_ENCODING, accepted);
            assert_eq!((status, &found), (200, encoding), "{accepted}");
            let tag = tag.unwrap();
            assert_eq!(ask(header::IF_NONE_MATCH, &format!("W/\"0\", {tag}")), (304, None, Some(tag)));
        }
        assert_eq!(ask(header::IF_NONE_MATCH, "W/\"0\"").0, 200);
        assert!(asset("none.css", &HeaderMap::new()).is_none());
    }
}
