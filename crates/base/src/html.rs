//! Text within HTML and XML.

use super::printable::judged;

/// A text as it stands for itself in HTML and XML, in elements and in quoted attributes. Control
/// characters, which XML does not allow, and what reorders the text around it or hides become blanks.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for (letter, replaced) in judged(text) {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            _ if replaced => safe.push(' '),
            letter => safe.push(letter),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_loses_its_meaning() {
        let text = "<b a=\"1\" b='2'>&</b>\u{1}\u{202e}";
        assert_eq!(escaped(text), "&lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;&amp;&lt;/b&gt;  ");
    }
}
