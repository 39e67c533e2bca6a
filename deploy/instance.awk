# Changes an inventory as ENVIRON["action"] says: add puts ENVIRON["line"] behind line number `after` (unless it is there
# already, in line `said`), remove takes line `said` away, and set changes options in it. Everything else stays as it is.

# An option that is there gets the new value where it stands, a new one comes behind the last, before the remark, and
# KEY= takes one away.
function changed(line,    left, count, options, i, key, before) {
    left = line
    sub(/([ \t]+#.*|[ \t\r]+)$/, "", line)
    left = substr(left, length(line) + 1)
    count = split(ENVIRON["options"], options, " ")
    for (i = 1; i <= count; i++) {
        key = options[i]
        sub(/=.*/, "=", key)
        # A key with other characters is none; the inventory's own check says so.
        if (key ~ /^[a-z0-9-]+=$/ && match(line, "[ \t]" key "[^ \t]*")) {
            before = substr(line, 1, RSTART)
            if (options[i] == key) sub(/[ \t]+$/, "", before)
            line = before (options[i] == key ? "" : options[i]) substr(line, RSTART + RLENGTH)
        } else if (options[i] != key) line = line " " options[i]
    }
    return line left
}

NR != said { print }
NR == said && ENVIRON["action"] != "remove" { print (ENVIRON["action"] == "set" ? changed($0) : $0) }

# Indented like the line before, unless that is the board's own.
NR == after && ENVIRON["action"] == "add" && said == "" {
    match($0, /^[ \t]*/)
    print ($1 == "board" ? "    " : substr($0, 1, RLENGTH)) ENVIRON["line"]
}
