# shellcheck shell=sh
# What all commands share: their options, the inventory, many boards at a time, and the table at the end.
# Sourced by every command with its own words, which it leaves without the options. The command has set $deploy (this
# folder), and tells in its first comment what it does and which options it takes beyond those of all.

# shellcheck source=deploy/plain.sh
. "$deploy/plain.sh"
# shellcheck source=deploy/connection.sh
. "$deploy/connection.sh"

# The inventory: --boards, else BOARDBOTS_BOARDS, else deploy/boards.
inventory=${BOARDBOTS_BOARDS:-$deploy/boards}
jobs=8 good_turns=20 patience=120 lines=20 flags=''

# Ends the command: quit CODE WHY
quit() { puts "$2" >&2; exit "$1"; }
usage_error() { quit 2 "$1; see --help"; }

help() {
    sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"
    cat <<'HELP'
  --boards FILE  the inventory (else BOARDBOTS_BOARDS, else deploy/boards)
  --jobs N       work on N boards at a time (8)

BOARDBOTS_SSH_CONFIG names a configuration file for ssh.
Exit code: 0 all is well on all boards, 1 not on all, 2 usage, 3 inventory.
HELP
}

# Options may stand anywhere; what is none goes to the end of the line, in its order.
takes=$(sed -n 's/^#   \(-[a-z-]*\) .*/\1/p' "$0" | tr '\n' ' ')
left=$#
while [ "$left" -gt 0 ]; do
    word=$1 left=$((left - 1))
    shift
    case " -h --help --boards --jobs $takes " in
        *" $word "*) ;;
        *) case $word in -*) usage_error "there is no option $word" ;; esac ;;
    esac
    case $word in
        -h | --help) help; exit 0 ;;
        --boards | --jobs | --turns | --patience | -n)
            { [ "$left" -gt 0 ] && [ -n "$1" ]; } || usage_error "$word needs a value"
            value=$1 left=$((left - 1))
            shift
            case $word:$value in
                --boards:*) inventory=$value ;;
                *:*[!0123456789]* | *:0* | *:?????????*) usage_error "$word $value is no whole number from 1" ;;
                --jobs:*) jobs=$value ;;
                --turns:*) good_turns=$value ;;
                --patience:*) patience=$value ;;
                *) lines=$value ;;
            esac
            ;;
        -*) flags="$flags $word " ;;
        *) set -- "$@" "$word" ;;
    esac
done

# Whether an option without a value was given.
given() { case $flags in *" $1 "*) ;; *) return 1 ;; esac; }

work=$(mktemp -d "${TMPDIR:-/tmp}/boardbots.XXXXXX")
trap 'leave $?' EXIT
trap 'stopped=1; exit 130' INT
trap 'stopped=1; exit 143' TERM HUP
on_stop="Interrupted. What a board was doing it brings to an end by itself, or takes back; the same command once more goes on from there."

# Closes every connection, which ends whatever still waits for one, and takes the folder away.
leave() {
    trap '' INT TERM HUP
    trap - EXIT
    for socket in "$work"/s[0-9]*; do [ ! -S "$socket" ] || close_connection; done
    if [ -n "${stopped:-}" ] && [ -n "${workers:-}" ]; then
        # shellcheck disable=SC2086
        kill $workers 2>/dev/null || :
        puts "$on_stop" >&2
    fi
    rm -rf "$work"
    exit "$1"
}

# Reads the inventory into $work/inventory, or ends the command with what is wrong. It may weigh 10,000 boards.
load_inventory() {
    [ -r "$inventory" ] ||
        quit 3 "there is no inventory $inventory; copy $deploy/boards.example there and write your boards, or name another with --boards FILE"
    head -c 4194305 <"$inventory" >"$work/inventory.text"
    [ "$(wc -c <"$work/inventory.text")" -le 4194304 ] ||
        quit 3 "$inventory is larger than 4 MiB, and so no inventory; name another with --boards FILE"
    read_inventory "$inventory" <"$work/inventory.text" >"$work/inventory" || exit 3
    [ -s "$work/inventory" ] || quit 3 "$inventory names no board; write a line \"board NAME host=...\""
}

# Checks an inventory from stdin and writes its records: read_inventory NAME-FOR-MESSAGES
read_inventory() {
    tr '\000' '\001' | file=$1 awk -f "$deploy/plain.awk" -f "$deploy/inventory.awk"
}

# Records of the inventory with these fields: records CONDITION-OF-AWK WHAT-OF-AWK [BOARD [NAME]]
records() {
    board=${3:-} name=${4:-} awk -F '\t' 'BEGIN { board = ENVIRON["board"]; name = ENVIRON["name"] } '"$1 { print ($2) }" "$work/inventory"
}

instances_of() { records '$1 != "board" && $2 == board' '$3' "$1"; }
line_of_instance() { records '$1 != "board" && $2 == board && $3 == name' '$4' "$1" "$2"; }

# Reads the inventory and sets $boards to the boards named, or to all; ends the command for a name that is not there.
select_boards() {
    load_inventory
    names=$(records '$1 == "board"' '$2' | tr '\n' ' ') boards=
    for wish do
        case " $names" in *" $wish "*) ;; *) quit 2 "there is no board $wish in $inventory; it has: $names" ;; esac
        case " $boards " in *" $wish "*) ;; *) boards="$boards $wish" ;; esac
    done
    boards=${boards:-$names}
}

# A file that the inventory names, as this machine finds it.
path_of() {
    case $1 in
        /*) puts "$1" ;;
        "~"/*) puts "$HOME/${1#??}" ;;
        *) puts "$(cd "$(dirname -- "$inventory")" && pwd)/$1" ;;
    esac
}

# Writes what belongs on the board into $work/BOARD/stage; of keys no copy is made. 1 if one is missing, and
# $work/BOARD/last says so in terms of the inventory.
#   order      the names, one in a line
#   package.*  the package, if it is not on the board (see push)
#   files/     configurations, keys and shares of the processor, laid out as the board is (see on-board/files.sh)
lay_out() {
    stage=$work/$board/stage etc=$work/$board/stage/files/etc
    written="# Written by deploy/push from the inventory, which the next push goes by."
    mkdir -p "$etc/boardbots/keys"
    : >"$stage/order"
    records '$1 != "board" && $2 == board' '$0' "$board" >"$work/$board/instances"
    while IFS=$tab read -r kind _ name said key weight quota options; do
        puts "$name" >>"$stage/order"
        {
            puts "$written"
            case $kind in instance) echo "run = vindinium" ;; *) puts "run = $kind" ;; esac
            [ "$options" = - ] || puts "$options" | tr ' ' '\n' | sed 's/=/ = /'
        } >"$etc/boardbots/$name.conf"
        room=$(
            # A thread, two sockets and some lines for each bot, a core for each decision, as in `boardbots unit squad`.
            [ "$kind" != squad ] ||
                printf '%s\n' CPUQuota= MemoryMax=128M TasksMax=300 LimitNOFILE=512 LogRateLimitBurst=1200
            [ "$weight" = - ] || puts "CPUWeight=$weight"
            [ "$quota" = - ] || puts "CPUQuota=$quota"
        )
        if [ -n "$room" ]; then
            case $kind in arena) unit=boardbots-arena ;; *) unit=boardbots@$name ;; esac
            mkdir -p "$etc/systemd/system/$unit.service.d"
            printf '%s\n' "$written" "[Service]" "$room" >"$etc/systemd/system/$unit.service.d/50-inventory.conf"
        fi
        [ "$kind" != arena ] || continue
        key=$(path_of "$key")
        if [ ! -f "$key" ] || [ ! -r "$key" ]; then
            puts "$inventory:$said: the key of $name, $key, is not there or cannot be read; write it, or correct key="
        elif ! grep -q '[^[:space:]]' "$key"; then
            puts "$inventory:$said: the key of $name, $key, is empty; write the key into it"
        else
            ln -s "$key" "$etc/boardbots/keys/$name"
            # shellcheck disable=SC2012  # its mode is wanted
            ls -ldL "$key" | grep -q '^-...------' ||
                tell "$inventory:$said: others can read the key of $name; remedy: chmod 600 $key"
        fi
    done <"$work/$board/instances" >"$work/$board/last"
    [ ! -s "$work/$board/last" ] || { trouble="a key is missing, see below"; return 1; }
}

# A line of progress. Whole lines of several boards may follow each other, never mix.
tell() { printf '%s: %s\n' "$board" "$1" >&2; }

# The board's line of the table: its name, and the cells given.
row() (
    IFS=$tab
    puts "$board" "$@" >"$work/$board/row"
)

# The row of a board that was not touched, for $trouble.
give_up() { row "${package_arch:--}" "${release:--}" - "failed: $trouble"; }

# Runs a command of the board, telling what it says as it says it. Leaves in $work/BOARD: result
# ("KIND TEXT", nothing if the connection broke), facts, and last (log lines, complaints). All of it is as
# a terminal may show it, without tabs, and no more than 1 MiB and 3000 lines; a day of beats fits in.
#   conduct SECONDS COMMAND [WORD...]
conduct() {
    : >"$work/$board/result"
    heard=0
    on_board "$@" | { plain 1048576 1000 ' ' || cut_off; } | while IFS= read -r line; do
        # A worker whose command was killed leaves the board to itself.
        kill -0 $$ 2>/dev/null || { close_connection; exit 1; }
        case $line in
            beat) continue ;;
            "say "*) tell "${line#say }" ;;
            "last "*) puts "${line#last }" >>"$work/$board/last" ;;
            "wrong "*) in_inventory "${line#wrong }" >>"$work/$board/last" ;;
            "result "*) puts "${line#result }" >"$work/$board/result" ;;
            *) puts "$line" >>"$work/$board/facts" ;;
        esac
        heard=$((heard + 1))
        [ "$heard" -lt 3000 ] || { cut_off; break; }
    done
    [ ! -e "$work/$board/flood" ] || : >"$work/$board/result"
    result=$(cat "$work/$board/result")
    kind=${result%% *} text=${result#* }
}

# A complaint about NAME.conf:LINE, in terms of the inventory, where it is to be mended.
in_inventory() {
    name=${1%%.conf*}
    said=$(line_of_instance "$board" "$name")
    if [ -n "$said" ]; then puts "$inventory:$said: instance $name${1#"$name.conf"}"; else puts "$1"; fi
}

# The last thing the board said about KEY.
fact() { sed -n "s/^set $1 //p" "$work/$board/facts" | tail -n 1; }
lacks() { grep -Fqx "set lacks $1" "$work/$board/facts"; }

# Opens the connection and learns the facts. 1 on failure, with $trouble.
survey() {
    open_connection || return 1
    conduct 60 facts
    [ "$kind" = "done" ] || { trouble=$(silence); return 1; }
    for tool in flock sha256sum; do
        ! lacks "$tool" || { trouble="the board lacks $tool; install it there"; return 1; }
    done
    [ -n "$(number "$(fact systemd)" "")" ] || { trouble="the board has no systemd"; return 1; }
    # What the board needs, by the inventory or its machine name.
    machine=$(fact machine)
    [ "$arch" = auto ] || machine=$arch
    case $machine in
        aarch64 | arm64) board_arch=aarch64 package_arch=arm64 ;;
        armv7* | armv8l) board_arch=armv7 package_arch=armhf ;;
        x86_64) board_arch=x86_64 package_arch=amd64 ;;
        *) board_arch=$machine package_arch= ;;
    esac
}

# Lets the board do a command that changes it, and writes its row: every instance may have a game to end.
#   change COMMAND [WORD...]
change() {
    command=$1
    shift
    conduct $((3600 + 1500 * $(instances_of "$board" | wc -l))) "$command" \
        "$(printf '%s@%s' "$(id -un)" "$(uname -n)" | tr -cd 'A-Za-z0-9@._-')" "$@"
    case $kind in
        "done" | unchanged) ;;
        rolled-back) text="rolled back: $text" ;;
        "") text="$(silence); what the board was doing it brings to an end by itself, see deploy/status" ;;
        *) text="$kind: $text" ;;
    esac
    used=$(fact used) running=$(fact running)
    row "${board_arch:--}" "${used:--}" "${running:--}" "$text"
    case $kind in "done" | unchanged) ;; *) return 1 ;; esac
}

survey_and_change() { survey && change "$@"; }

# Does FUNCTION [WORD...] for each of the boards, at most $jobs at a time. It works on $board, writes its lines of the
# table into $work/BOARD/row, and returns 1 unless all is well; with $trouble, give_up writes them.
each() {
    workers='' bad=0
    mkfifo "$work/slots"
    exec 8<>"$work/slots"
    for board in $boards; do
        mkdir -p "$work/$board"
        : >"$work/$board/facts"
        if [ "$jobs" -gt 0 ]; then jobs=$((jobs - 1)); else read -r _ <&8; fi
        (
            trap - EXIT INT TERM HUP
            trouble=
            if "$@"; then ended=well; else ended=badly; fi
            [ -z "$trouble" ] || give_up
            : >"$work/$board/$ended"
            close_connection
            echo >&8
        ) </dev/null &
        workers="$workers $!"
    done
    wait
    workers='' trouble="the worker of this board ended early"
    for board in $boards; do
        [ -e "$work/$board/well" ] || bad=$((bad + 1))
        [ -e "$work/$board/well" ] || [ -e "$work/$board/badly" ] || give_up
    done
}

# Shows the table of all boards with its head, then what the failures left to read ($work/BOARD/last), and ends the
# command. Columns are as wide as they must be, but not much wider than 64; the last one is as long as it likes.
show_table() {
    {
        puts "$1" | tr ' ' '\t'
        for board in $boards; do cat "$work/$board/row"; done
    } | awk -F '\t' "$plain_awk"'
        {
            if (NF > columns) columns = NF
            for (i = 1; i <= NF; i++) {
                cell[NR, i] = i < NF ? shortened(plain($i), 64) : plain($i)
                if (length(cell[NR, i]) > width[i]) width[i] = length(cell[NR, i])
            }
        }
        END {
            for (r = 1; r <= NR; r++) {
                line = ""
                for (i = 1; i <= columns; i++) line = line sprintf("%-" (i < columns ? width[i] : 0) "s  ", cell[r, i])
                sub(/ +$/, "", line)
                print line
            }
        }'
    for board in $boards; do
        if [ -e "$work/$board/well" ] || [ ! -s "$work/$board/last" ]; then continue; fi
        printf '\n%s:\n' "$board"
        head -n 200 "$work/$board/last" | sed 's/^/    /'
    done
    [ "$bad" -eq 0 ] || { puts "$bad of $(puts "$boards" | wc -w | tr -d ' ') boards failed" >&2; return 1; }
}

# The same with what a command of the board does: changes FUNCTION [WORD...]
changes() {
    each "$@"
    show_table "BOARD ARCH RELEASE INSTANCES RESULT"
}
