# Changes options in one line (number `said`) of an inventory. ENVIRON["options"] holds KEY=VALUE
# words: an option that is there gets the new value where it stands, a new one comes behind the
# last, and KEY= takes one away. Everything else of the file stays as it is.

NR != said { print; next }

{
    count = split(ENVIRON["options"], options, " ")
    for (i = 1; i <= count; i++) {
        at = index(options[i], "=")
        keys[i] = substr(options[i], 1, at - 1)
        values[keys[i]] = substr(options[i], at + 1)
    }
    # The line in pieces: blanks and words in turn, up to a word that begins with #.
    left = $0
    while (match(left, /[^ \t\r]+/)) {
        blanks = substr(left, 1, RSTART - 1)
        word = substr(left, RSTART, RLENGTH)
        if (substr(word, 1, 1) == "#") break
        left = substr(left, RSTART + RLENGTH)
        at = index(word, "=")
        key = at > 1 ? substr(word, 1, at - 1) : ""
        if (key != "" && key in values) {
            seen[key] = 1
            if (values[key] == "") continue
            word = key "=" values[key]
        }
        line = line blanks word
    }
    for (i = 1; i <= count; i++) {
        key = keys[i]
        if (key in seen || values[key] == "") continue
        seen[key] = 1
        line = line " " key "=" values[key]
    }
    print line left
}
