//! Many names in one request: the first column of a table, or a list; and the rows that answer it.

use super::SHORTEST;
use boardbots_base::invalid::InputError;
use boardbots_base::names;

/// The characters that part the columns of a table: those of spreadsheets in all languages.
const BETWEEN: [char; 3] = [',', ';', '\t'];

/// The first column of a table, a text for each line. A first line `name` is a heading, and blank here.
///
/// # Errors
/// The line (from 1) in which a quote is not closed.
pub fn first_column(csv: &str) -> Result<Vec<String>, InputError> {
    let cell = |(at, line): (usize, &str)| {
        let cell = first_cell(line).ok_or_else(|| InputError::from(format!("line {at}: the quote is not closed")))?;
        Ok(if at == 1 && cell.trim().eq_ignore_ascii_case("name") { String::new() } else { cell })
    };
    (1..).zip(csv.lines()).map(cell).collect()
}

/// The first cell of a line. In one with quotes around it, those inside are there twice.
fn first_cell(line: &str) -> Option<String> {
    let Some(mut rest) = line.trim_start().strip_prefix('"') else {
        return line.split(BETWEEN).next().map(str::to_string);
    };
    let mut cell = String::new();
    loop {
        let (part, after) = rest.split_once('"')?;
        cell.push_str(part);
        let Some(more) = after.strip_prefix('"') else { return Some(cell) };
        cell.push('"');
        rest = more;
    }
}

/// A row of a table. A text that spreadsheets would take for a formula begins with an apostrophe.
#[must_use]
pub fn row<S: AsRef<str>>(cells: &[S]) -> String {
    let cell = |cell: &S| {
        let cell = cell.as_ref();
        let formula = cell.starts_with(['=', '+', '-', '@']) && cell.parse::<f64>().is_err();
        let cell = if formula { format!("'{cell}") } else { cell.to_string() };
        if cell.contains(['"', '\n', '\r']) || cell.contains(BETWEEN) {
            format!("\"{}\"", cell.replace('"', "\"\""))
        } else {
            cell
        }
    };
    cells.iter().map(cell).collect::<Vec<_>>().join(",") + "\n"
}

/// The names in these lines, each with the number of its line, from 1. Blank lines are left out.
///
/// # Errors
/// The first line that holds no name, or that there is none at all.
pub(super) fn names(lines: &[String]) -> Result<Vec<(usize, String)>, InputError> {
    let filled = (1..).zip(lines).filter(|(_, line)| !line.trim().is_empty());
    let names = filled.map(|(at, line)| {
        let name = names::check(line, SHORTEST, names::LONGEST);
        name.map(|name| (at, name)).map_err(|error| InputError::new(error).at(format_args!("line {at}")))
    });
    let names = names.collect::<Result<Vec<_>, InputError>>()?;
    if names.is_empty() { Err("there is no name in this".into()) } else { Ok(names) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_gives_its_first_column() {
        let column = first_column("Name;group\nAda;1\n\n \"Bo \"\"B\"\" b, jr\",2\nEve\t3\nname\n").unwrap();
        assert_eq!(column, ["", "Ada", "", "Bo \"B\" b, jr", "Eve", "name"]);
        assert_eq!(first_column("Ada\n\"Bob,2"), Err("line 2: the quote is not closed".into()));
        let names = names(&column).unwrap();
        assert_eq!(names.iter().map(|(at, _)| *at).collect::<Vec<_>>(), [2, 4, 5, 6]);
        assert_eq!(row(&["=1+1", "-35", "a\nb"]), "'=1+1,-35,\"a\nb\"\n");
        let rows: String = names.iter().map(|(_, name)| row(&[name, "k"])).collect();
        assert_eq!(rows, "Ada,k\n\"Bo \"\"B\"\" b, jr\",k\nEve,k\nname,k\n");
    }

    #[test]
    fn a_line_without_a_name_is_told() {
        let lines = |lines: &[&str]| names(&lines.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert!(lines(&["Ada", "", "Al"]).is_err_and(|error| error.contains("line 3: ") && error.contains("3 to 20")));
        assert!(lines(&["Ad\u{202e}a"]).is_err_and(|error| error.contains("line 1: ")));
        assert!(lines(&["", " "]).is_err());
    }
}
