# shellcheck shell=sh
# Taking everything away.

# The package, our drop-ins and the links in systemd's target folders.
remove_all() {
    systemctl disable -q boardbots.target 2>/dev/null || :
    systemctl stop boardbots.target boardbots.slice 2>/dev/null || :
    remove_package --purge
    take_files_away /dev/null
    rm -rf "$base/files" "$root/usr/lib/boardbots"
    if is_old; then
        for unit in "$opt"/current/systemd/*; do rm -f "$units/${unit##*/}"; done
        rm -rf "$opt"
    fi
    rm -f "$units"/boardbots*.service.d/50-inventory.conf "$units"/boardbots*.service.d/.50-inventory.conf.new
    rm -f "$units"/*.wants/boardbots*
    rmdir "$units"/boardbots*.service.d "$units/boardbots.target.wants" 2>/dev/null || :
    systemctl daemon-reload
    systemctl reset-failed 'boardbots*' 2>/dev/null || :
}

# Stops all instances, each after its game: leave [now]
leave() {
    for name in $(instances); do
        if [ "${1:-}" = now ]; then
            # The second signal does not wait for the end of the game.
            systemctl stop --no-block "$(unit_of "$name")" 2>/dev/null || :
            sleep 1
            systemctl kill --signal=TERM "$(unit_of "$name")" 2>/dev/null || :
        fi
        stop_gracefully "$name" || result failed "$name does not stop; try again with --now"
    done
}

# Nothing of boardbots is left: uninstall keep|purge graceful|now
uninstall() {
    # The target first: it must not start anything again.
    systemctl disable -q boardbots.target 2>/dev/null || :
    leave "$2"
    for name in $(instances); do
        take_away "$name"
        say "$name is gone"
    done
    for unit in $(systemctl list-units --all --plain --no-legend 'boardbots@*.service' 2>/dev/null | awk '{ print $1 }'); do
        systemctl stop "$unit" 2>/dev/null || result failed "$unit does not stop"
    done
    remove_all
    # systemd leaves the folders above the run-time folders of dynamic users.
    rm -rf "$base" "$etc" "${stage%/*}" "$root"/run/boardbots "$root"/run/boardbots-[at]* "$root"/run/private/boardbots*
    kept=
    for folder in "$units"/boardbots*.service.d; do
        [ ! -d "$folder" ] || kept="$kept; $folder holds drop-ins of another hand"
    done
    [ "$1" != purge ] || rm -rf "$root/var/lib/boardbots-arena" "$root/var/lib/private/boardbots-arena"
    [ ! -e "$root/var/lib/boardbots-arena" ] || kept="$kept; the arena's games are kept in /var/lib/boardbots-arena (--purge takes them too)"
    rm -f "$alone_file" "$lock_file"
    result "done" "nothing is left$kept"
}
