# shellcheck shell=sh
# What a board says of itself; nothing is changed. Besides facts (see progress.sh) there are
#   package SHA256                                       one that is here
#   board RELEASE TRIAL(yes|no) HEAT LOAD UPTIME-SECONDS
#   instance NAME STATE RELEASE RESTARTS STATUS
facts() {
    emit set machine "$(uname -m)"
    emit set systemd "$(systemctl --version 2>/dev/null | sed -n '1s/^systemd \([0-9]*\).*/\1/p')"
    emit set free "$(df -Pk "$root/usr" "$root/var" 2>/dev/null | awk 'NR > 1 && (least == "" || $4 < least) { least = $4 } END { print least }')"
    emit set become "$([ -n "${SUDO_UID:-}" ] && echo sudo || echo root)"
    for tool in rsync dpkg dpkg-deb flock sha256sum cmp setpriv; do command -v "$tool" >/dev/null 2>&1 || emit set lacks "$tool"; done
    ! dpkg-query -W -f '${Status}' boardbots-small 2>/dev/null | grep -q ' installed$' || emit set flavour boardbots-small
    [ ! -s "$kept_off" ] || emit set kept-off "$(head -n 1 "$kept_off")"
    for file in "$base"/now/package.* "$base"/before/package.* "$base"/next/package.*; do
        [ ! -f "$file" ] || emit package "$(sum_of "$file")"
    done
    heat=-
    for zone in "$root"/sys/class/thermal/thermal_zone*/temp; do
        # A zone may be there and refuse to be read.
        read -r temperature 2>/dev/null <"$zone" || continue
        [ -n "$(number "${temperature#-}" "")" ] || continue
        [ "$heat" != - ] && [ "$temperature" -le "$heat" ] || heat=$temperature
    done
    [ "$heat" = - ] || heat=$((heat / 1000))
    read -r load _ </proc/loadavg
    look_at_installed
    emit board "${label:--}" "$([ -d "$undo" ] && echo yes || echo no)" "$heat" "$load" "$(uptime_seconds)"
    for name in $(instances); do
        look_at "$name"
        if [ "$active" = active ]; then state=$active; else state=$active/$sub; fi
        look_at_program
        label_of "$mapped" "$runs"
        [ "$active" = active ] || [ -n "$status" ] || status=$(complaint)
        emit instance "$name" "$state" "${label:--}" "$restarts" "$status"
    done
    sum_up
    result "done" "ok"
}

# The release in use, and how many of the instances run, as RUNNING/ALL.
sum_up() {
    running=0 all=0
    managed >"$stage/managed"
    for name in $(instances); do
        look_at "$name"
        if [ "$active" = active ]; then running=$((running + 1)); elif ! grep -Fqx -e "$name" "$stage/managed"; then continue; fi
        all=$((all + 1))
    done
    look_at_installed
    emit set used "$label"
    emit set running "$running/$all"
}
