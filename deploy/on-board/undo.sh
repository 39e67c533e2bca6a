# shellcheck shell=sh
# What is proven, kept while something new is not yet: /opt/boardbots/.undo is there from before
# the first change of a push until its last instance is well, and holds
#   current, previous     the releases
#   etc/, dropins/, units/, systemd/    configurations and keys; shares; installed unit files; those
#                         of the release
#   pending/NAME          must yet be restarted
#   restarted/NAME        has been restarted since
#   stopped.NAME          has been stopped for its databases and is to be started again (see databases.sh)
#   tried                 the release that a going back began with
#   canary                with what (see proof_of) a canary has made its turns
# It survives interruptions and power cuts. As long as it is there, it and not what is in use is
# what to go back to.

begin_undo() {
    [ ! -d "$undo" ] || return 0
    rm -rf "$undo.new"
    (
        umask 077
        mkdir -p "$undo.new/pending" "$undo.new/restarted" "$undo.new/etc/keys" "$undo.new/dropins" "$undo.new/units" &&
            release_of current >"$undo.new/current" && release_of previous >"$undo.new/previous" &&
            for name in $(managed); do
                cp "$etc/$name.conf" "$undo.new/etc/" || exit 1
                [ ! -e "$etc/keys/$name" ] || cp "$etc/keys/$name" "$undo.new/etc/keys/" || exit 1
                [ ! -e "$(dropin_of "$name")" ] || cp "$(dropin_of "$name")" "$undo.new/dropins/$name" || exit 1
            done &&
            old=$(release_of current) &&
            if [ -n "$old" ]; then
                cp -R "$base/releases/$old/systemd" "$undo.new/systemd" || exit 1
                for unit in "$undo.new"/systemd/*; do
                    [ ! -e "$units/${unit##*/}" ] || cp "$units/${unit##*/}" "$undo.new/units/" || exit 1
                done
            fi
    ) && sync && mv -T "$undo.new" "$undo"
}

# Everything is well: there is nothing to go back to.
end_undo() {
    rm -rf "$undo.old"
    [ ! -d "$undo" ] || mv -T "$undo" "$undo.old"
    rm -rf "$undo.old"
}

# Everything as it was before the push that left $undo. Only what was restarted since is restarted;
# the others have never stopped. Returns 1, with $why, if an instance does not come back.
go_back() {
    old=$(cat "$undo/current")
    failed_instances=
    # If this was interrupted, or a database was in use, the release that has its layout is not the current one.
    [ "$(release_of current)" = "$old" ] || release_of current >"$undo/tried"
    fit_databases "$(cat "$undo/tried" 2>/dev/null)" "$old" || failed_instances=" $why"
    # What the failed push had added goes.
    for name in $(managed); do
        [ -e "$undo/etc/$name.conf" ] || take_away "$name"
    done
    for conf in "$undo"/etc/*.conf; do
        [ -e "$conf" ] || continue
        name=${conf##*/}
        name=${name%.conf}
        configure "$name" "$undo" || { why="the configuration of $name cannot be written back"; return 1; }
    done
    for unit in "$base"/releases/*/systemd/*; do
        [ -e "$undo/units/${unit##*/}" ] || rm -f "$units/${unit##*/}"
    done
    for unit in "$undo"/units/*; do
        [ ! -e "$unit" ] || put "$unit" "$units/${unit##*/}" 0644
    done
    if [ -n "$old" ] && [ -d "$undo/systemd" ]; then
        rm -rf "$base/releases/$old/systemd"
        cp -R "$undo/systemd" "$base/releases/$old/systemd" && publish "$base/releases/$old/systemd"
    fi
    point previous "$(cat "$undo/previous")"
    point current "$old"
    systemctl daemon-reload
    if [ -z "$old" ]; then
        remove_units
        end_undo
        return 0
    fi
    begun=$(cd "$undo" && echo stopped.*)
    start_stopped || failed_instances="$failed_instances $why"
    for mark in "$undo"/restarted/*; do
        [ -e "$mark" ] || continue
        name=${mark##*/}
        [ -e "$undo/etc/$name.conf" ] || continue
        case " $begun " in *" stopped.$name "*) continue ;; esac
        say "$name goes back to release $old"
        restart "$name" || failed_instances="$failed_instances $name ($why)"
    done
    if [ -n "$failed_instances" ]; then
        why="back on release $old, but not well:$failed_instances"
        return 1
    fi
    end_undo
}
