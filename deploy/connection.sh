# shellcheck shell=sh
# One ssh connection to a board. It is opened once, and everything a command does there goes
# through it (OpenSSH's control socket, in a private folder), so that a hundred boards are a hundred
# log-ins, and a board behind a slow link is asked for its signature once.
# Sourced; needs $deploy, $work and inventory.sh.

# What the board runs; its parts are sent as one program over stdin, and only the last line acts, so
# that a connection which breaks on the way has done nothing.
parts="values progress lock release service configuration databases undo apply report removal main"

# A command with an end, where this machine can set one; ssh's own limits hold everywhere.
if command -v timeout >/dev/null 2>&1; then
    within() { timeout "$@"; }
else
    within() { shift; "$@"; }
fi

# Opens the connection to a board. On failure 1, and $trouble says why and what helps. What a server says
# before the log-in is not shown, and no file of complaints grows beyond 32 MiB.
open_connection() {
    mkdir -p "$work/$1"
    socket=$(socket_of "$1")
    board_record "$1"
    set -- "$1" -o LogLevel=ERROR -o BatchMode=yes -o ConnectTimeout=10 -o ServerAliveInterval=5 -o ServerAliveCountMax=3 \
        -o ControlMaster=yes -o ControlPersist=60 -o "ControlPath=$socket"
    [ -z "${BOARDBOTS_SSH_CONFIG:-}" ] || set -- "$@" -F "$BOARDBOTS_SSH_CONFIG"
    [ "$port" = - ] || set -- "$@" -p "$port"
    [ "$identity" = - ] || set -- "$@" -i "$(path_of "$identity")"
    board=$1
    shift
    # A server (or a host to jump over) that has many log-ins at once turns some away unheard.
    for pause in 1 3 6 last; do
        if (
            trap '' XFSZ
            ulimit -f 65536 2>/dev/null || :
            within 40 ssh "$@" -f -N -- "$host"
        ) </dev/null >/dev/null 2>"$work/$board/ssh.err"; then
            return 0
        fi
        trouble=$(tail -c 4096 "$work/$board/ssh.err" | tr -d '\r' | grep -v '^$' | plain 4096 500 ' ' | tail -n 1)
        case $pause:$trouble in
            [0-9]:*kex_exchange_identification*) sleep "$pause" ;;
            *) break ;;
        esac
    done
    case $trouble in
        *"Permission denied"*) trouble="the board does not accept your ssh key; remedy: ssh-copy-id $host" ;;
        *"Host key verification failed"*) trouble="the host key is unknown or has changed; connect once by hand: ssh $host" ;;
        "") trouble="no connection to $host within 40 s" ;;
    esac
    return 1
}

# The socket's name is short: the system allows about a hundred bytes for its whole path.
socket_of() {
    printf '%s/s%s\n' "$work" "$(awk -F '\t' -v board="$1" '$1 == "board" && $2 == board { print $3 }' "$work/inventory")"
}

close_connection() {
    ssh -F none -S "$(socket_of "$1")" -O exit -- board >/dev/null 2>&1 || :
}

# ssh over the open connection; it cannot open another (the proxy command fails at once). stdout is as the
# board sends it.
#   over BOARD SECONDS COMMAND
over() {
    filtered "$1" within "$2" ssh -F none -o BatchMode=yes -o ProxyCommand=false -S "$(socket_of "$1")" -- board "$3"
}

# Runs a command that reaches a board. Of its complaints the first 64 KiB arrive on stderr, as a terminal may
# show them; stdin, stdout and the exit code are its own.
#   filtered BOARD COMMAND...
filtered() {
    {
        ended=$(
            {
                {
                    ended=0
                    (shift && "$@") 2>&1 >&3 3>&- 4>&- || ended=$?
                    # Of one that has run out of time, the connection still holds the other end of the pipe.
                    [ "$ended" != 124 ] || close_connection "$1"
                    puts "$ended" >&4
                } | { plain 65536 1000 ' ' >&2 || cat >/dev/null; } 3>&- 4>&-
            } 4>&1
        )
    } 3>&1
    return "${ended:-255}"
}

# A board has said more than any honest one: what it says from here on is nobody's.
cut_off() {
    : >"$work/$1/flood"
    close_connection "$1"
}

# Runs shell text as root on a board, stdin is that of the caller, and nothing is expected on stdout.
# The text holds no single quotes. Root by itself or through sudo without a password.
#   as_root BOARD SECONDS TEXT
as_root() {
    # shellcheck disable=SC2016
    over "$1" "$2" 'exec sh -c '\''[ "$(id -u)" = 0 ] && exec sh -c "$1"; exec sudo -n sh -c "$1"'\'' sh '\'"$3"\' >/dev/null
}

# Runs the program of the board there as root.
#   on_board BOARD SECONDS COMMAND [WORD...]     words of letters, digits and . _ : / @ % = + , -
on_board() {
    program | on_board_with_stdin "$@"
}

# The same, with the program (and perhaps more) coming over stdin.
on_board_with_stdin() {
    board=$1 seconds=$2
    shift 2
    # shellcheck disable=SC2016
    over "$board" "$seconds" \
        'exec sh -c '\''[ "$(id -u)" = 0 ] && exec sh -s -- "$@"; exec sudo -n sh -s -- "$@"'\'" sh $*"
}

program() {
    for part in $parts; do cat "$deploy/on-board/$part.sh"; done
}

# Why the program said nothing: sudo's and sh's own words, in $work/BOARD/err.
silence() {
    if [ -e "$work/$1/flood" ]; then
        puts "the board says more than any board has to say, and was cut off"
        return
    fi
    case $(cat "$work/$1/err") in
        *"sudo: "*password*) echo "root is needed, and sudo asks for a password; log in as root, or let the user sudo without one (NOPASSWD)" ;;
        *sudo*"not found"*) echo "root is needed, and there is no sudo; write host=root@..." ;;
        "") echo "the connection broke" ;;
        *) tail -n 1 "$work/$1/err" ;;
    esac
}

# Sends a file, as root: rsync if both sides have it (it goes on after an interruption and sends
# only what differs from the release in use; by content, for times and sizes may agree), else ssh.
#   send_file BOARD FILE PATH RSYNC(yes|no) BECOME(root|sudo)
send_file() {
    case $5 in sudo) other_rsync="sudo -n rsync" ;; *) other_rsync=rsync ;; esac
    if [ "$4" = yes ] && command -v rsync >/dev/null 2>&1; then
        filtered "$1" within 900 rsync -z --checksum --partial --chmod=F0755 --timeout=60 --copy-dest=/opt/boardbots/current/ \
            -e "ssh -F none -oBatchMode=yes -oProxyCommand=false -S $(socket_of "$1")" \
            --rsync-path="$other_rsync" "$2" "board:$3" </dev/null >/dev/null
    else
        as_root "$1" 900 "cat >\"$3.part\" && mv \"$3.part\" \"$3\" && chmod 0755 \"$3\"" <"$2"
    fi
}
