# shellcheck shell=sh
# What can be seen of the bots on the boards, and the games they play.

# From deploy/test-board and the files before this one.
: "${run:?}" "${boards:?}"

# bots BOARD: the instances that the inventory puts there, one in a line.
bots() {
    awk -v board="$1" '$1 == "board" { on = $2 } ($1 == "instance" || $1 == "squad") && on == board { print $2 }' "$run/desk/boards"
}

# records BOARD: a line for each of its bots,
#   NAME STATE PID INVOCATION RESTARTS GAMES TURNS
# with games and turns since it was started, as its status says.
records() {
    units=
    for name in $(bots "$1"); do units="$units boardbots@$name.service"; done
    [ -n "$units" ] || return 0
    on "$1" "systemctl show -p Id,ActiveState,MainPID,InvocationID,NRestarts,StatusText $units" | awk '
        function count(word) { return match(status, word " [0-9]+") ? substr(status, RSTART + length(word) + 1, RLENGTH - length(word) - 1) : 0 }
        function done() { if (id != "") print id, state, pid, invocation == "" ? "-" : invocation, restarts, count("games"), count("turns"); id = status = "" }
        { value = $0; sub(/^[^=]*=/, "", value) }
        /^Id=/ { id = value; sub(/^boardbots@/, "", id); sub(/\.service$/, "", id) }
        /^ActiveState=/ { state = value }
        /^MainPID=/ { pid = value }
        /^InvocationID=/ { invocation = value }
        /^NRestarts=/ { restarts = value }
        /^StatusText=/ { status = value }
        /^$/ { done() }
        END { done() }'
}

# field NAME COLUMN FILE: of a bot's record that was kept in a file.
field() {
    awk -v name="$1" -v column="$2" '$1 == name { print $column }' "$3"
}

# all_records: of both boards.
all_records() {
    for board in $boards; do records "$board"; done
}

# has_turns BOARD NAME TURNS: it is active and has made TURNS turns since it was started.
has_turns() {
    records "$1" | awk -v name="$2" -v turns="$3" '{ print } $1 == name && $2 == "active" && $7 >= turns { found = 1 } END { exit !found }'
}

# has_games BOARD NAME GAMES: and has ended GAMES games.
has_games() {
    records "$1" | awk -v name="$2" -v games="$3" '{ print } $1 == name && $2 == "active" && $6 >= games { found = 1 } END { exit !found }'
}

# all_have COLUMN LEAST: every bot is active and has at least so much in a column.
all_have() {
    all_records | awk -v column="$1" -v least="$2" '{ print } $2 != "active" || $column < least { short = 1 } END { exit short || !NR }'
}

# all_play_on FILE: every bot is active and has made turns since these records; ten of them, or
# ten since it was started.
all_play_on() {
    all_records >"$run/now"
    awk 'NR == FNR { invocation[$1] = $4; turns[$1] = $7; next } { print }
        $2 != "active" || $7 < 10 + (invocation[$1] == $4 ? turns[$1] : 0) { short = 1 } END { exit short || !FNR }' "$1" "$run/now"
}

# undisturbed FILE [NAME]: the process of every bot but NAME is that of these records.
undisturbed() {
    all_records >"$run/now"
    awk -v but="${2:-}" 'NR == FNR { was[$1] = $3 " " $4 " " $5; next }
        $1 != but && $1 in was && was[$1] != $3 " " $4 " " $5 { print $1 ": was " was[$1] ", is " $3 " " $4 " " $5; bad = 1 } END { exit bad }' "$1" "$run/now"
}

# now_on BOARD: its clock, as journalctl takes it.
now_on() { on "$1" "date '+%Y-%m-%d %H:%M:%S'"; }

# games_since TIME: the games of the arena that began and ended since then, one in a line.
games_since() {
    on kitchen "journalctl -u boardbots-arena --since '$1' -o cat --no-pager" \
        | awk '/ game [a-z0-9]+ starts:/ { begun[$0 = id($0)] } / game [a-z0-9]+ ends:/ { if ((i = id($0)) in begun) print i }
            function id(line) { match(line, / game [a-z0-9]+ /); return substr(line, RSTART + 6, RLENGTH - 7) }'
}

# late_in GAME: how many heroes of a finished game were late with a move.
late_in() {
    on kitchen "boardbots arena export $1 --db /var/lib/boardbots-arena/arena.sqlite" \
        >"$run/replay"
    grep -q '"crashed"' "$run/replay" || fail "no replay of game $1"
    # The last state is the last of all.
    grep -o '"crashed":[a-z]*' "$run/replay" | tail -n 4 | grep -c true || true
}

# none_late GAME...: fails the step if a bot was late.
none_late() {
    for game in "$@"; do
        late=$(late_in "$game")
        [ "$late" = 0 ] || fail "in game $game $late of 4 were late with a move"
    done
}
