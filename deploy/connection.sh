# shellcheck shell=sh
# One ssh connection to a board. It is opened once, and everything a command does there goes
# through it (OpenSSH's control socket, in a private folder), so that a hundred boards are a hundred
# log-ins, and a board behind a slow link is asked for its signature once.
# Sourced; needs $deploy and, but for `program`, $work and desk.sh.

# What the board runs; its parts are one program, and only the last line acts, so that a connection
# which breaks on the way has done nothing. Packages have it as /usr/lib/boardbots/board.
program() {
    cat "$deploy"/on-board/*.sh
    # shellcheck disable=SC2016
    echo 'main "$@"'
}

# A command with an end, where this machine can set one; ssh's own limits hold everywhere.
if command -v timeout >/dev/null 2>&1; then
    within() { timeout "$@"; }
else
    within() { shift; "$@"; }
fi

# Opens the connection to the board, as the inventory says ("-" for what it does not). On failure 1, and $trouble says
# why and what helps. The socket's name is short: the system allows about a hundred bytes for its whole path.
open_connection() {
    # shellcheck disable=SC2016  # for awk
    IFS=$tab read -r line host port identity arch <<RECORD
$(records '$1 == "board" && $2 == board' '$3 "\t" $4 "\t" $5 "\t" $6 "\t" $7' "$board")
RECORD
    socket=$work/s$line
    set -- -o LogLevel=ERROR -o BatchMode=yes -o ConnectTimeout=10 -o ServerAliveInterval=5 -o ServerAliveCountMax=3 \
        -o ControlMaster=yes -o ControlPersist=60 -o "ControlPath=$socket"
    [ -z "${BOARDBOTS_SSH_CONFIG:-}" ] || set -- "$@" -F "$BOARDBOTS_SSH_CONFIG"
    [ "$port" = - ] || set -- "$@" -p "$port"
    [ "$identity" = - ] || set -- "$@" -i "$(path_of "$identity")"
    # A server (or a host to jump over) that has many log-ins at once turns some away unheard.
    for pause in 1 3 6 last; do
        ! filtered 40 ssh "$@" -f -N -- "$host" </dev/null >/dev/null || { trouble=; return 0; }
        trouble=$(complaints | tail -n 1)
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
    trouble="unreachable: $trouble"
    return 1
}

close_connection() {
    ssh -F none -S "$socket" -O exit -- board >/dev/null 2>&1 || :
}

# Runs a command that reaches the board; stdin, stdout and the exit code are its own. Its complaints (see below) are in
# a file of at most 4 MiB, a new one each time, because an open connection still writes to its own.
#   filtered SECONDS COMMAND...
filtered() {
    rm -f "$work/$board/err"
    ended=0
    (
        trap '' XFSZ
        ulimit -f 8192 2>/dev/null || :
        within "$@" 2>"$work/$board/err"
    ) || ended=$?
    # Of one that has run out of time, the connection still holds the other end of the pipe.
    [ "$ended" != 124 ] || close_connection
    return "$ended"
}

# The end of what the last command complained of, as a terminal may show it.
complaints() { tail -c 4096 "$work/$board/err" | tr -d '\r\000' | grep -v '^$' | plain 8192 500 ' '; }

# A board has said more than any honest one: what it says from here on is nobody's.
cut_off() {
    : >"$work/$board/flood"
    close_connection
}

# Runs shell text as root on the board, by itself or through sudo without a password, over the open connection, which
# cannot open another (the proxy command fails at once). The text holds no quotes; stdout is as the board sends it.
#   as_root SECONDS TEXT
as_root() {
    # shellcheck disable=SC2016
    filtered "$1" ssh -F none -o BatchMode=yes -o ProxyCommand=false -S "$socket" -- board \
        'exec sh -c '\''[ "$(id -u)" = 0 ] && exec sh -c "$1"; exec sudo -n sh -c "$1"'\'' sh '\'"$2"\'
}

# Runs the program of the board there as root, with what lay_out made, if it did: one archive, in a folder of root's
# in the board's memory.
#   on_board SECONDS COMMAND [WORD...]     words of letters, digits and . _ : / @ % = + , -
on_board() {
    seconds=$1
    shift
    mkdir -p "$work/$board/stage"
    program >"$work/$board/stage/board"
    # shellcheck disable=SC2016
    COPYFILE_DISABLE=1 tar -chf - -C "$work/$board/stage" . | as_root "$seconds" \
        'umask 077; d=/run/boardbots-deploy/$$; mkdir -p $d && tar -xof - -C $d || { rm -rf $d; exit 1; }; BOARDBOTS_STAGE=$d exec sh $d/board '"$*"
}

# Why the program said nothing: sudo's and sh's own words.
silence() {
    said=$(complaints)
    [ ! -e "$work/$board/flood" ] || said="the board says more than any board has to say, and was cut off"
    case $said in
        *"sudo: "*password*) echo "root is needed, and sudo asks for a password; log in as root, or let the user sudo without one (NOPASSWD)" ;;
        *sudo*"not found"*) echo "root is needed, and there is no sudo; write host=root@..." ;;
        "") echo "the connection broke" ;;
        *) puts "${said##*"$newline"}" ;;
    esac
}
