# shellcheck shell=sh
# What the board tells the command that called it, line by line:
#   say TEXT          for people, as it happens
#   beat              nothing new, still at work
#   last TEXT         what was logged at the end, after a failure
#   set KEY VALUE     facts
#   package SHA256                                       a fact: a package that is here
#   board RELEASE TRIAL(yes|no) HEAT LOAD UPTIME-SECONDS
#   instance NAME STATE RELEASE RESTARTS STATUS
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

# There is no listener. A command that still waits for the lock ends here: its mark would end the command that holds the
# lock and has a listener.
alone() {
    [ -n "${holds:-}" ] || exit 1
    : >"$alone_file"
}

say() { emit say "$*"; }

# Ends the program with its result; a push says first what runs now.
result() {
    case ${command:-} in apply | back) sum_up ;; esac
    emit result "$@"
    [ "$1" = "done" ] || [ "$1" = unchanged ]
    exit
}

# Seconds since the board started; its clock may jump when it is set.
uptime_seconds() {
    read -r seconds _ </proc/uptime
    puts "${seconds%%.*}"
}

# What a board says of itself; nothing is changed.
facts() {
    emit set machine "$(uname -m)"
    emit set systemd "$(systemctl --version 2>/dev/null | sed -n '1s/^systemd \([0-9]*\).*/\1/p')"
    emit set free "$(df -Pk "$root/usr" "$root/var" 2>/dev/null | awk 'NR > 1 && (least == "" || $4 < least) { least = $4 } END { print least }')"
    for tool in dpkg dpkg-deb flock sha256sum; do command -v "$tool" >/dev/null 2>&1 || emit set lacks "$tool"; done
    ! dpkg-query -W -f '${Status}' boardbots-small 2>/dev/null | grep -q ' installed$' || emit set flavour boardbots-small
    [ ! -s "$kept_off" ] || emit set kept-off "$(head -n 1 "$kept_off")"
    for file in "$base"/now/package.* "$base"/before/package.* "$base"/next/package.*; do
        [ ! -f "$file" ] || emit package "$(sum_of "$file")"
    done
    # A zone may be there and refuse to be read.
    heat=$(cat "$root"/sys/class/thermal/thermal_zone*/temp 2>/dev/null | sort -n | sed -n '$s/...$//p')
    read -r load _ </proc/loadavg
    look_at_installed
    emit board "${label:--}" "$([ -d "$undo" ] && echo yes || echo no)" "${heat:--}" "$load" "$(uptime_seconds)"
    sum_up
    result "done" "ok"
}

# The instances, if the facts are wanted, the release in use, and how many of them run, as RUNNING/ALL.
sum_up() {
    running=0 all=0
    managed >"$stage/managed"
    for name in $(instances); do
        look_at "$name"
        state=$active
        if [ "$active" = active ]; then running=$((running + 1)); else state=$active/$sub; fi
        if [ "$active" = active ] || grep -Fqx -e "$name" "$stage/managed"; then all=$((all + 1)); fi
        [ "$command" = facts ] || continue
        look_at_program
        label_of "$mapped" "$runs"
        [ "$active" = active ] || [ -n "$status" ] || status=$(complaint)
        emit instance "$name" "$state" "${label:--}" "$restarts" "$status"
    done
    look_at_installed
    emit set used "$label"
    emit set running "$running/$all"
}
