# shellcheck shell=sh
# Taking everything away.

# The unit files, the folders of our drop-ins and the links in systemd's target folders.
remove_units() {
    systemctl disable -q boardbots.target 2>/dev/null || :
    systemctl stop boardbots.target boardbots.slice 2>/dev/null || :
    for unit in "$units"/boardbots@.service "$units"/boardbots-arena.service "$units"/boardbots-notice@.service \
        "$units"/boardbots-hook@.service "$units"/boardbots.slice "$units"/boardbots.target; do
        rm -f "$unit" "${unit%/*}/.${unit##*/}.new"
    done
    for folder in "$units"/boardbots@*.service.d "$units"/boardbots-arena.service.d; do
        [ -d "$folder" ] || continue
        rm -f "$folder/50-inventory.conf" "$folder/.50-inventory.conf.new"
        rmdir "$folder" 2>/dev/null || :
    done
    for link in "$units"/*.wants/boardbots*; do [ ! -L "$link" ] || rm -f "$link"; done
    rmdir "$units/boardbots.target.wants" 2>/dev/null || :
    systemctl daemon-reload
    systemctl reset-failed 'boardbots*' 2>/dev/null || :
}

# Nothing of boardbots is left: uninstall keep|purge graceful|now
uninstall() {
    # The target first: it must not start anything again.
    systemctl disable -q boardbots.target 2>/dev/null || :
    for conf in "$etc"/*.conf; do
        [ -f "$conf" ] || continue
        name=${conf##*/}
        name=${name%.conf}
        if [ "$2" = now ]; then
            # The second signal does not wait for the end of the game.
            systemctl stop --no-block "$(unit_of "$name")" 2>/dev/null || :
            sleep 1
            systemctl kill --signal=TERM "$(unit_of "$name")" 2>/dev/null || :
        fi
        take_away "$name" || result failed "$name does not stop; try again with --now"
        say "$name is gone"
    done
    left=
    for unit in $(systemctl list-units --all --plain --no-legend 'boardbots@*.service' 2>/dev/null | awk '{ print $1 }'); do
        systemctl stop "$unit" 2>/dev/null || left="$left $unit"
    done
    [ -z "$left" ] || result failed "these units do not stop:$left"
    remove_units
    # systemd leaves the folders above the run-time folders of dynamic users.
    rm -rf "$base" "$etc" "$run"
    for folder in boardbots boardbots-arena; do rm -rf "$root/run/$folder" "$root/run/private/$folder"; done
    kept=
    for folder in "$units"/boardbots*.service.d; do
        [ ! -d "$folder" ] || kept="$kept; $folder holds drop-ins of another hand"
    done
    for state in "$root/var/lib/boardbots-arena" "$root/var/lib/private/boardbots-arena"; do
        [ -e "$state" ] || [ -L "$state" ] || continue
        if [ "$1" = purge ]; then rm -rf "$state"; else stored=yes; fi
    done
    [ -z "${stored:-}" ] || kept="$kept; the arena's games are kept in /var/lib/boardbots-arena (--purge takes them too)"
    rm -f "$alone_file" "$lock_file"
    result "done" "nothing is left$kept"
}
