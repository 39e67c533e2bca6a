# shellcheck shell=sh
# Many boards at a time: a bounded number of workers, what each says while it works, and the table
# at the end. Sourced first by every command; makes $work, the private folder of the command.

# shellcheck source=deploy/plain.sh
. "$deploy/plain.sh"

jobs=8
work=$(mktemp -d "${TMPDIR:-/tmp}/boardbots.XXXXXX")
trap 'leave $?' EXIT
trap 'stopped=1; exit 130' INT
trap 'stopped=1; exit 143' TERM HUP

# Closes every connection, which ends whatever still waits for one, and takes the folder away.
leave() {
    trap '' INT TERM HUP
    trap - EXIT
    for open in "$work"/s[0-9]*; do
        [ ! -S "$open" ] || ssh -F none -S "$open" -O exit -- board >/dev/null 2>&1 || :
    done
    if [ -n "${stopped:-}" ] && [ -n "${workers:-}" ]; then
        # shellcheck disable=SC2086
        kill $workers 2>/dev/null || :
        [ -z "${on_stop:-}" ] || puts "$on_stop" >&2
    fi
    rm -rf "$work"
    exit "$1"
}

# Does FUNCTION BOARD for each board, at most $jobs at a time. A worker writes what its board comes
# to into $work/BOARD/row (a line of the table) and, unless all is well, $work/BOARD/failed.
#   on_each FUNCTION BOARD...
on_each() {
    function=$1
    shift
    workers=
    mkfifo "$work/slots"
    exec 8<>"$work/slots"
    slot=0
    while [ "$slot" -lt "$jobs" ] && [ "$slot" -lt $# ]; do
        echo >&8
        slot=$((slot + 1))
    done
    for board do
        mkdir -p "$work/$board"
        read -r _ <&8
        (
            trap - EXIT INT TERM HUP
            "$function" "$board" || :
            close_connection "$board"
            echo >&8
        ) </dev/null &
        workers="$workers $!"
    done
    wait
    workers=
}

# A line of progress. Whole lines of several boards may follow each other, never mix.
tell() {
    printf '%s: %s\n' "$1" "$2" >&2
}

# The row of a board: its name and the columns given.
row() {
    board=$1
    shift
    {
        printf '%s' "$board"
        for cell do printf '\t%s' "$cell"; done
        echo
    } >"$work/$board/row"
}

failed() {
    : >"$work/$1/failed"
}

# A table from lines of fields that tabs separate: columns as wide as they must be, but not much wider than
# 64, two blanks between them; the last one is as long as it likes.
table() {
    awk -F '\t' "$plain_awk"'
        {
            rows = NR
            if (NF > columns) columns = NF
            for (i = 1; i <= NF; i++) {
                cell[NR, i] = i < NF ? shortened(plain($i), 64) : plain($i)
                if (length(cell[NR, i]) > width[i]) width[i] = length(cell[NR, i])
            }
        }
        END {
            for (r = 1; r <= rows; r++) {
                line = ""
                for (i = 1; i <= columns; i++)
                    line = line (i < columns ? sprintf("%-" width[i] "s  ", cell[r, i]) : cell[r, i])
                sub(/ +$/, "", line)
                print line
            }
        }'
}

# The table of all boards with its head, then what the failures left to read ($work/BOARD/last).
# Returns 1 if a board failed.
show_table() {
    head=$1
    shift
    {
        printf '%s\n' "$head"
        for board do
            if [ -s "$work/$board/row" ]; then
                cat "$work/$board/row"
            else
                printf '%s\t-\t-\t-\tthe worker of this board ended early\n' "$board"
                : >"$work/$board/failed"
            fi
        done
    } | table
    all=0 bad=0
    for board do
        all=$((all + 1))
        if [ -e "$work/$board/failed" ]; then
            bad=$((bad + 1))
            if [ -s "$work/$board/last" ]; then
                echo
                puts "$board:"
                head -n 200 "$work/$board/last" | sed 's/^/    /'
            fi
        fi
    done
    if [ "$bad" -gt 0 ]; then
        puts "$bad of $all boards failed" >&2
        return 1
    fi
}

# An option has its value, or the command ends: OPTION, how many words are left, VALUE.
value_for() {
    if [ "$2" -lt 2 ] || [ -z "$3" ]; then
        puts "$1 needs a value; see --help" >&2
        exit 2
    fi
}

whole_number() {
    case $2 in
        "" | *[!0123456789]* | 0* | ?????????*) puts "$1 $2 is no whole number from 1" >&2; exit 2 ;;
    esac
}
