# shellcheck shell=sh
# What the board tells the command that called it, line by line:
#   say TEXT          for people, as it happens
#   beat              nothing new, still at work
#   last TEXT         what was logged at the end, after a failure
#   set KEY VALUE     facts
#   result KIND TEXT  the last line: done, unchanged, refused, busy, rolled-back or failed
# A push goes on to its end without a listener: only the board can roll back when the
# network is gone. That it is alone is noted beside the lock, so that the next push may take over.
# Without a desk (see main.sh) the texts alone are told.

# Where everything is. The tests set another root.
root=${BOARDBOTS_ROOT:-}
base=$root/var/lib/boardbots
etc=$root/etc/boardbots
units=$root/etc/systemd/system
program=$root/usr/bin/boardbots
# The place of releases before there were packages.
opt=$root/opt/boardbots
undo=$base/undo
kept_off=$base/kept-off
lock_file=$root/run/boardbots-deploy.lock
alone_file=$root/run/boardbots-deploy.alone

emit() {
    if [ -z "$desk" ]; then
        case $1 in say | last) shift; puts "$*" ;; result) shift 2; puts "$*" ;; esac
    else
        printf '%s\n' "$*" 2>/dev/null || alone
    fi
}

# There is no listener. Who only waits for the lock leaves: marked as alone, the holder would be ended, who is not.
alone() {
    [ -n "${holds:-}" ] || exit 1
    : >"$alone_file"
}

say() { emit say "$*"; }

# Ends the program with its result; a push says first what runs now.
result() {
    case ${command:-} in apply | back) sum_up ;; esac
    emit result "$@"
    case $1 in
        done | unchanged) exit 0 ;;
        *) exit 1 ;;
    esac
}

# Seconds since the board started; its clock may jump when it is set.
uptime_seconds() {
    read -r seconds _ </proc/uptime
    puts "${seconds%%.*}"
}
