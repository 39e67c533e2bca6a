# One board of deploy/status, from what it says of itself (see status_of_all in on-board/report.sh): its
# lines of the table, cells with tabs between them, or with -v json=yes its object. What a status says of a game is
# taken apart for that; a field that it does not say, or that is no number, is null.
# Called with plain.awk; in the environment are board, its name, wanted, the names of its instances in the inventory,
# and trouble, why it says nothing.

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

# The number of a status behind a word or a pattern.
function behind(word) {
    if (!match(status, "[ ;,]" word "[0-9]+")) return "null"
    word = substr(status, RSTART, RLENGTH)
    sub(/.*[^0-9]/, "", word)
    return whole(word)
}

function instance_object(    game, turn, turns, gold, mines, games, first, good) {
    game = "-"
    turn = turns = gold = mines = games = first = good = "null"
    if (status ~ /^(playing|leaving after game) /) {
        game = status
        sub(/^(playing|leaving after game) /, "", game)
        sub(/[,;].*/, "", game)
        turn = behind("turn ")
        turns = behind("turn [0-9]+/")
        gold = behind("gold ")
        mines = behind("mines ")
    }
    if (status ~ /; games /) {
        games = behind("games ")
        first = behind("first ")
        good = behind("turns ")
    }
    return "{\"name\":" quoted(name) ",\"state\":" quoted(state) ",\"release\":" quoted_or_null(release) \
        ",\"restarts\":" whole(restarts) ",\"game\":" quoted_or_null(game) ",\"turn\":" turn ",\"of\":" turns \
        ",\"gold\":" gold ",\"mines\":" mines ",\"games\":" games ",\"first\":" first ",\"turns\":" good \
        ",\"status\":" quoted(status) "}"
}

BEGIN { board = ENVIRON["board"] }

$1 == "board" && !told {
    told = 1
    current = $2 == "" ? "-" : $2
    trial = $3
    heat = decimal($4)
    load = decimal($5)
    uptime = NF == 6 ? whole($6) : "null"
}

# They are tens at most.
$1 == "instance" && instances < 200 {
    status = $0
    sub(/^instance +[^ ]+ +[^ ]+ +[^ ]+ +[^ ]+ */, "", status)
    name = $2
    state = $3
    release = $4
    restarts = $5
    there[name] = 1
    if (json)
        objects = objects (instances ? "," : "") instance_object()
    else {
        if (whole(restarts) + 0 > 0) status = status " (restarted " restarts " times)"
        lines = lines board "\t" name "\t" state "\t" release "\t" status "\n"
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
            (trial == "yes" ? "true" : "false") ",\"heat\":" heat ",\"load\":" load ",\"uptime\":" uptime \
            ",\"instances\":[" objects "]}"
        exit
    }
    remarks = "load " (load == "null" ? "?" : load) ", up " \
        (uptime == "null" ? "?" : int(uptime / 3600) " h " int(uptime / 60) % 60 " min")
    if (heat != "null") remarks = heat " °C, " remarks
    if (trial == "yes") remarks = remarks "; " current " is on trial: deploy/push goes on, deploy/rollback takes it back"
    print board "\t-\t-\t" current "\t" remarks
    printf "%s", lines
    count = split(ENVIRON["wanted"], wanted)
    for (i = 1; i <= count; i++)
        if (!(wanted[i] in there))
            print board "\t" wanted[i] "\tmissing\t-\tin the inventory, not on the board: deploy/push " board
}
