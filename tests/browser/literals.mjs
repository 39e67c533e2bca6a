// The literals of a script, without those of comments and of regular expressions.

/** Whether a slash after this code begins a regular expression: there is no value that it could divide. */
const opens = (before) => /(^|[=(,:[!&|?{};+*%~^<>-]|=>|\b(?:return|typeof|case|in|of))$/.test(before);

/**
 * The literals of a script as `{ text, before, line }`: `before` is the code on the left, and what a template fills in
 * stands in its text as `{}`. The literals of what it fills in are in the list by themselves.
 */
export function literals(code) {
  const found = [];
  let at = 0;

  const lineAt = (place) => code.slice(0, place).split('\n').length;
  const left = (place) => code.slice(Math.max(0, place - 80), place).trimEnd();

  function quoted(quote) {
    const begin = at;
    for (at += 1; code[at] !== quote && at < code.length; at += 1) if (code[at] === '\\') at += 1;
    at += 1;
    found.push({ text: code.slice(begin + 1, at - 1), before: left(begin), line: lineAt(begin) });
  }

  function template() {
    const begin = at;
    let text = '';
    for (at += 1; code[at] !== '`' && at < code.length;) {
      if (code.startsWith('${', at)) {
        at += 2;
        script('}');
        text += '{}';
      } else if (code[at] === '\\') {
        text += code[at + 1];
        at += 2;
      } else {
        text += code[at];
        at += 1;
      }
    }
    at += 1;
    found.push({ text, before: left(begin), line: lineAt(begin) });
  }

  function expression() {
    let inside = false;
    for (at += 1; (code[at] !== '/' || inside) && at < code.length; at += 1) {
      if (code[at] === '\\') at += 1;
      else if (code[at] === '[') inside = true;
      else if (code[at] === ']') inside = false;
    }
    at += 1;
  }

  /** Reads on to the end, or beyond the brace that closes what a template fills in. */
  function script(end) {
    let depth = 0;
    while (at < code.length) {
      const sign = code[at];
      if (sign === end && depth === 0) {
        at += 1;
        return;
      }
      if (sign === '{') depth += 1;
      if (sign === '}') depth -= 1;
      if (code.startsWith('//', at)) at = (code.indexOf('\n', at) + 1 || code.length + 1) - 1;
      else if (code.startsWith('/*', at)) at = code.indexOf('*/', at) + 2;
      else if (sign === "'" || sign === '"') quoted(sign);
      else if (sign === '`') template();
      else if (sign === '/' && opens(left(at))) expression();
      else at += 1;
    }
  }

  script();
  return found;
}
