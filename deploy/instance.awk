# Changes an inventory as ENVIRON["action"] says: add puts ENVIRON["line"] behind line number `after` (unless it is there
# already, in line `said`), remove takes line `said` away, and set changes options in it. Everything else stays as it is.

# An option that is there gets the new value where it stands, a new one comes behind the last, and KEY= takes one away.
# The line is taken in pieces: blanks and words in turn, up to a word that begins with #.
function changed(left,    count, options, i, at, key, value, seen, out, blanks, word) {
    count = split(ENVIRON["options"], options, " ")
    for (i = 1; i <= count; i++) {
        at = index(options[i], "=")
        options[i, "key"] = substr(options[i], 1, at - 1)
        value[options[i, "key"]] = substr(options[i], at + 1)
    }
    while (match(left, /[^ \t\r]+/)) {
        blanks = substr(left, 1, RSTART - 1)
        word = substr(left, RSTART, RLENGTH)
        if (substr(word, 1, 1) == "#") break
        left = substr(left, RSTART + RLENGTH)
        key = substr(word, 1, index(word, "=") - 1)
        if (key in value) {
            seen[key] = 1
            if (value[key] == "") continue
            word = key "=" value[key]
        }
        out = out blanks word
    }
    for (i = 1; i <= count; i++) {
        key = options[i, "key"]
        if (!(key in seen) && value[key] != "") out = out " " key "=" value[key]
        seen[key] = 1
    }
    return out left
}

NR != said { print }
NR == said && ENVIRON["action"] != "remove" { print ENVIRON["action"] == "set" ? changed($0) : $0 }

# Indented like the line before, unless that is the board's own.
NR == after && ENVIRON["action"] == "add" && said == "" {
    match($0, /^[ \t]*/)
    print ($1 == "board" ? "    " : substr($0, 1, RLENGTH)) ENVIRON["line"]
}
