# One board of deploy/status, from what it says of itself (see on-board/progress.sh): its lines of the table, cells with
# tabs between them, or with -v json=yes its object. What a status says of a game is taken apart for that; a field that
# it does not say, or that is no number, is null. Called with plain.awk; board is its name; in the environment are wanted, the
# names of its instances in the inventory, and trouble, why it says nothing.

function whole(text) {
    return text ~ /^(0|[1-9][0-9]*)$/ && length(text) < 16 ? text : "null"
}

function decimal(text) {
    return text ~ /^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/ && length(text) < 16 ? text : "null"
}

function quoted(text) {
    text = plain(text)
    gsub(/\\/, "&&", text)
    gsub(/"/, "\\\\&", text)
    gsub(/\t/, " ", text)
    return "\"" text "\""
}

function quoted_or_null(text) {
    return text == "" || text == "-" ? "null" : quoted(text)
}

# Members with the numbers of a status behind words or patterns, if it says them: members IS-SAID NAME=PATTERN,...
function members(is_said, names,    i, n, list, name, word, out) {
    n = split(names, list, ",")
    for (i = 1; i <= n; i++) {
        name = word = list[i]
        sub(/=.*/, "", name)
        sub(/.*=/, "", word)
        if (is_said && match(status, "[ ;,]" word "[0-9]+")) {
            word = substr(status, RSTART, RLENGTH)
            sub(/.*[^0-9]/, "", word)
        } else word = ""
        out = out ",\"" name "\":" whole(word)
    }
    return out
}

function instance_object(    game, is_playing) {
    game = status
    is_playing = sub(/^(playing|leaving after game) /, "", game)
    sub(/[,;].*/, "", game)
    return "{\"name\":" quoted($2) ",\"state\":" quoted($3) ",\"release\":" quoted_or_null($4) \
        ",\"restarts\":" whole($5) ",\"game\":" quoted_or_null(is_playing ? game : "-") \
        members(is_playing, "turn=turn ,of=turn [0-9]+/,gold=gold ,mines=mines ") \
        members(status ~ /; games /, "games=games ,first=first ,turns=turns ") ",\"status\":" quoted(status) "}"
}

$1 == "board" {
    current = $2 == "" ? "-" : $2
    trial = $3
    heat = decimal($4)
    load = decimal($5)
    uptime = NF == 6 ? whole($6) : "null"
}

$1 == "set" && $2 == "kept-off" { kept_off = substr($0, 14) }

# Name, state, release, restarts and status. They are tens at most.
$1 == "instance" && instances < 200 {
    status = $0
    sub(/^instance +[^ ]+ +[^ ]+ +[^ ]+ +[^ ]+ */, "", status)
    there[$2] = 1
    if (json)
        objects = objects (instances ? "," : "") instance_object()
    else {
        if (whole($5) + 0 > 0) status = status " (restarted " $5 " times)"
        lines = lines board "\t" $2 "\t" $3 "\t" $4 "\t" status "\n"
    }
    instances++
}

END {
    if (ENVIRON["trouble"] != "") {
        if (json) print "{\"board\":" quoted(board) ",\"error\":" quoted(ENVIRON["trouble"]) ",\"instances\":[]}"
        else print board "\t-\t-\t-\t" ENVIRON["trouble"]
        exit
    }
    if (json) {
        print "{\"board\":" quoted(board) ",\"error\":null,\"release\":" quoted_or_null(current) ",\"on_trial\":" \
            (trial == "yes" ? "true" : "false") ",\"kept_off\":" quoted_or_null(kept_off) ",\"heat\":" heat ",\"load\":" load ",\"uptime\":" uptime \
            ",\"instances\":[" objects "]}"
        exit
    }
    remarks = "load " (load == "null" ? "?" : load) ", up " \
        (uptime == "null" ? "?" : int(uptime / 3600) " h " int(uptime / 60) % 60 " min")
    if (heat != "null") remarks = heat " °C, " remarks
    if (trial == "yes") remarks = remarks "; " current " is on trial: deploy/push goes on, deploy/rollback takes it back"
    if (kept_off != "") remarks = remarks "; " kept_off
    print board "\t-\t-\t" current "\t" remarks
    printf "%s", lines
    count = split(ENVIRON["wanted"], wanted)
    for (i = 1; i <= count; i++)
        if (!(wanted[i] in there))
            print board "\t" wanted[i] "\tmissing\t-\tin the inventory, not on the board: deploy/push " board
}
