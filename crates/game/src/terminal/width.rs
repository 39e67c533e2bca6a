//! Columns of a terminal, and text that keeps to them.

/// The columns that a text takes; letters of East Asia take two.
#[must_use]
pub fn columns(text: &str) -> usize {
    let wide = |c: char| c.is_alphanumeric() && (c >= '\u{2e80}' || ('\u{1100}'..='\u{115f}').contains(&c));
    text.chars().map(|c| 1 + usize::from(wide(c))).sum()
}

/// A text cut or filled with blanks to a number of columns.
#[must_use]
pub fn fitted(text: &str, width: usize) -> String {
    let mut fitted = String::new();
    for c in text.chars() {
        fitted.push(c);
        if columns(&fitted) > width {
            fitted.pop();
            break;
        }
    }
    let missing = width - columns(&fitted);
    fitted.extend(std::iter::repeat_n(' ', missing));
    fitted
}

/// A text broken between words into lines of at most `width` columns; longer words are broken, too. Lines
/// that fit stay as they are.
#[must_use]
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let width = width.max(2);
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        if columns(paragraph) <= width {
            lines.push(paragraph.to_string());
            continue;
        }
        let indent: String = paragraph.chars().take_while(|c| *c == ' ').take(width / 4).collect();
        let mut line = indent.clone();
        for word in paragraph.split_whitespace() {
            let blank = usize::from(line.len() > indent.len());
            if blank == 1 && columns(&line) + blank + columns(word) > width {
                lines.push(std::mem::replace(&mut line, indent.clone()));
            } else if blank == 1 {
                line.push(' ');
            }
            for c in word.chars() {
                let mut next = line.clone();
                next.push(c);
                if columns(&next) > width {
                    lines.push(std::mem::replace(&mut line, indent.clone()));
                }
                line.push(c);
            }
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_keep_together_and_within_the_width() {
        assert_eq!(wrapped("the dragon is slain", 10), ["the dragon", "is slain"]);
        assert_eq!(wrapped("  one two three", 9), ["  one two", "  three"]);
        assert_eq!(wrapped("a\n\nb", 9), ["a", "", "b"]);
        assert_eq!(wrapped("undo     back\nquit", 13), ["undo     back", "quit"]);
        assert_eq!(wrapped("abcdefgh i", 3), ["abc", "def", "gh", "i"]);
        let long = "dragon ".repeat(50) + &"x".repeat(300);
        for width in 2..90 {
            assert!(wrapped(&long, width).iter().all(|line| columns(line) <= width), "{width}");
        }
    }

    #[test]
    fn texts_are_cut_and_filled() {
        assert_eq!(
            (fitted("Abel", 6), fitted("Beatriu", 4), fitted("", 2)),
            ("Abel  ".into(), "Beat".into(), "  ".into())
        );
        assert_eq!((columns("名前"), fitted("名前", 3)), (4, "名 ".into()));
    }
}
