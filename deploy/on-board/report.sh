# shellcheck shell=sh
# What a board says of itself; nothing is changed.

# For the preflight: what the machine is and what is on it.
facts() {
    emit "set machine $(uname -m)"
    emit "set systemd $(systemctl --version 2>/dev/null | sed -n '1s/^systemd \([0-9]*\).*/\1/p')"
    if [ -d "$base" ]; then place=$base; elif [ -d "$root/opt" ]; then place=$root/opt; else place=$root/; fi
    emit "set free $(df -Pk "$place" | awk 'NR == 2 { print $4 }')"
    emit "set become $([ -n "${SUDO_UID:-}" ] && echo sudo || echo root)"
    emit "set rsync $(command -v rsync >/dev/null 2>&1 && echo yes || echo no)"
    for tool in flock sha256sum tar cmp; do
        command -v "$tool" >/dev/null 2>&1 || emit "set lacks $tool"
    done
    emit "set current $(release_of current)"
    emit "set previous $(release_of previous)"
    if [ -d "$undo" ]; then emit "set trial $(release_of current)"; fi
    for binary in "$base"/releases/*/boardbots; do
        [ -f "$binary" ] || continue
        release=${binary%/boardbots}
        emit "release ${release##*/} $(sum_of "$binary")"
    done
    for name in $(managed); do
        key=$(sum_of "$etc/keys/$name") share=$(sum_of "$(dropin_of "$name")")
        emit "have $name $(sum_of "$etc/$name.conf") ${key:--} ${share:--}"
    done
    result "done" "ok"
}

# After a push: the release in use and how many of the instances run, as RUNNING/ALL.
sum_up() {
    running=0 all=0
    for name in $(managed); do
        all=$((all + 1))
        look_at "$name"
        [ "$active" != active ] || running=$((running + 1))
    done
    emit "set used $(release_of current)"
    emit "set running $running/$all"
}

# For status: the board in one line, then each instance:
#   board RELEASE TRIAL(yes|no) HEAT LOAD UPTIME-SECONDS
#   instance NAME STATE RELEASE RESTARTS STATUS
status_of_all() {
    heat=-
    for zone in "$root"/sys/class/thermal/thermal_zone*/temp; do
        # A zone may be there and refuse to be read.
        read -r temperature 2>/dev/null <"$zone" || continue
        [ -n "$(number "${temperature#-}" "")" ] || continue
        [ "$heat" != - ] && [ "$temperature" -le "$heat" ] || heat=$temperature
    done
    [ "$heat" = - ] || heat=$((heat / 1000))
    read -r load _ </proc/loadavg
    current=$(release_of current)
    if [ -d "$undo" ]; then trial=yes; else trial=no; fi
    emit "board ${current:--} $trial $heat $load $(uptime_seconds)"
    for conf in "$etc"/*.conf; do
        [ -f "$conf" ] || continue
        name=${conf##*/}
        name=${name%.conf}
        look_at "$name"
        if [ "$active" = active ]; then state=$active; else state=$active/$sub; fi
        release=$(running_release)
        [ "$active" = active ] || [ -n "$status" ] || status=$(complaint)
        emit "instance $name $state ${release:--} $restarts $status"
    done
    result "done" "ok"
}

# The journal of one instance or of all, until the caller is gone:
#   logs LINES follow|once [NAME]
logs() {
    if [ -n "${3:-}" ]; then unit=$(unit_of "$3"); else unit='boardbots*'; fi
    if [ "$2" = follow ]; then
        journalctl -u "$unit" -n "$1" -o short-iso --no-pager -q -f 9>&- &
        follower=$!
        # The caller keeps its end of stdin open as long as it listens.
        cat >/dev/null
        kill "$follower" 2>/dev/null || :
    else
        journalctl -u "$unit" -n "$1" -o short-iso --no-pager -q
    fi
}
