//! A game as one page of HTML, complete in itself, that shows one of its steps at a time.

use super::page::frame;
use boardbots_base::printable::escaped;
use std::fmt::Write;

/// The only script that may run on the page.
const SCRIPT: &str = include_str!("replay.js");
/// The policy that allows this script, by its SHA-256.
const POLICY: &str = "; script-src 'sha256-8R2kruosaEg0ardfZzSVuCGoviHX6awnEtz/aKwmXPI='";

/// A step of a game: its heading, and what is shown of it in lines.
pub type StepText = (String, Vec<String>);

/// The page of a game: its title, what is said of it as a whole, and its steps. Without scripts it shows all of them.
#[must_use]
pub fn page(title: &str, about: &[String], steps: &[StepText]) -> String {
    let lines = |lines: &[String]| lines.iter().map(|line| escaped(line)).collect::<Vec<_>>().join("\n");
    frame(title, POLICY, |html| {
        // Writing to a text does not fail.
        let _ = write!(
            html,
            r#"<header>
<h1>{}</h1>
<pre>{}</pre>
</header>
<main>
<nav hidden>
<button value="first">First</button>
<button value="previous">Previous</button>
<button value="next">Next</button>
<button value="last">Last</button>
<input type="range" min="0" max="{}" value="0" aria-label="Move">
</nav>
<div aria-live="polite">
"#,
            escaped(title),
            lines(about),
            steps.len().saturating_sub(1)
        );
        for (heading, text) in steps {
            let _ = writeln!(html, "<section>\n<h2>{}</h2>\n<pre>{}</pre>\n</section>", escaped(heading), lines(text));
        }
        let _ = writeln!(html, "</div>\n</main>\n<script>{SCRIPT}</script>");
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_no_markup() {
        let text = "</script></pre><b>&";
        let html = page(text, &[text.to_string()], &[(text.to_string(), vec![text.to_string(), "next".to_string()])]);
        let shown = "&lt;/script&gt;&lt;/pre&gt;&lt;b&gt;&amp;";
        let section = format!("<section>\n<h2>{shown}</h2>\n<pre>{shown}\nnext</pre>\n</section>");
        assert!(html.contains(&section) && !html.contains("<b>"), "{html}");
        assert_eq!((html.matches("<script>").count(), html.matches("</script>").count()), (1, 1), "{html}");
    }

    #[test]
    fn the_slider_ends_at_the_last_step() {
        for (steps, last) in [(0, "0"), (1, "0"), (3, "2")] {
            let html = page("", &[], &vec![StepText::default(); steps]);
            assert!(html.contains(&format!("min=\"0\" max=\"{last}\"")), "{html}");
        }
    }
}
