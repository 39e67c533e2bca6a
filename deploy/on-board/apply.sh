# shellcheck shell=sh
# A push, as the board does it, and going back to the release before.

# Makes the board what the stage says, with RELEASE:
#   apply RELEASE|current SHA256|- STAGE all|canary TURNS PATIENCE     (main sets $stage)
# Checks everything first; then writes, switches, restarts one instance and lets it prove itself,
# and then the others one by one. Whatever fails after the first change takes everything back.
apply() {
    release=$1 extent=$4 good_turns=$5 patience=$6
    clear_stages
    [ -f "$stage/order" ] || result failed "what was sent has not arrived; push again"
    if [ "$release" = current ]; then
        release=$(release_of current)
        [ -n "$release" ] || result refused "no release is on this board yet; run deploy/push first"
        [ ! -d "$undo" ] || [ "$(cat "$undo/current")" = "$release" ] ||
            result refused "release $release is on trial here; finish it with deploy/push, or take it back with deploy/rollback"
    else
        take_in "$release" "$2"
    fi
    no_strangers
    check_configurations "$release"
    if [ "$release" = "$(release_of current)" ] && [ ! -d "$undo" ] && all_as_wanted; then
        prune
        result unchanged "unchanged"
    fi
    [ "$release" = "$(release_of current)" ] || consult_doctor "$release"

    begin_undo || { rm -rf "$undo.new"; result failed "what is in use cannot be kept aside: is the disk full or read-only? (df -h $base)"; }
    note_what_waits
    fit_databases "$(release_of current)" "$release" || take_back "" "$why"
    write_all || take_back "" "$why"
    start_stopped || take_back "${why%%:*}" "$why"
    if ! start_arena_first; then take_back arena "arena: $why"; fi
    remark='' canary=''
    if [ "$(cat "$undo/canary" 2>/dev/null)" != "$(proof_of "$release")" ]; then
        canary=$(choose_canary)
        if [ -n "$canary" ]; then
            if needs_restart "$canary" "$release"; then
                say "canary $canary starts with release $release"
                restart "$canary" || take_back "$canary" "$canary (canary): $why"
            fi
            if [ "$canary" != arena ]; then
                prove "$canary" "$good_turns" "$(had_no_game "$canary")" || take_back "$canary" "$canary (canary): $why"
            fi
            proof_of "$release" >"$undo/canary"
            [ -z "$remark" ] || say "$remark"
        fi
    fi
    [ "$extent" != canary ] ||
        result "done" "canary${canary:+ $canary} is well${remark:+ ($remark)}; the rest waits for the next push"
    for name in $(bots) $(wanted | grep -x arena); do
        needs_restart "$name" "$release" || continue
        restart "$name" || take_back "$name" "$name: $why"
        say "$name is READY"
    done
    for name in $(gone); do
        say "$name is not in the inventory any more; it is taken away"
        take_away "$name"
    done
    systemctl start --no-block boardbots.target
    end_undo
    prune
    result "done" "pushed${remark:+; $remark}"
}

# What a canary proves: this release with these configurations.
proof_of() {
    puts "$1 $(cat "$stage/order" "$stage"/etc/*.conf "$stage"/dropins/* 2>/dev/null | sha256sum)"
}

# Everything is in place and runs.
all_as_wanted() {
    [ -z "$(gone)" ] && units_installed "$release" || return 1
    for name in $(wanted); do
        configured "$name" && ! needs_restart "$name" "$release" || return 1
    done
}

bots() {
    wanted | grep -vx arena
}

# Writes configurations, unit files and the links. 1, with $why, if the disk refuses.
write_all() {
    why="the files cannot be written: is the disk full or read-only? (df -h $etc)"
    for name in $(wanted); do
        configured "$name" && continue
        : >"$undo/pending/$name" && configure "$name" "$stage" || return 1
    done
    units_installed "$release" || install_units "$release" || return 1
    systemctl daemon-reload || { why="systemd does not reload its unit files"; return 1; }
    enabled boardbots.target || return 1
    for name in $(wanted); do enabled "$(unit_of "$name")" || return 1; done
    sync
    # The release to go back to later is the one that is proven, not one that was being tried.
    proven=$(cat "$undo/current")
    [ -z "$proven" ] || [ "$proven" = "$release" ] || point previous "$proven" || return 1
    point current "$release" || return 1
}

enabled() {
    systemctl is-enabled -q "$1" 2>/dev/null || systemctl enable -q "$1" && return
    why="systemd does not enable $1"
    return 1
}

# Which instances had no game before anything was restarted: then having none is no fault of what
# is new. Noted once; a push that goes on after another would take what that one broke for usual.
note_what_waits() {
    [ ! -e "$undo/noted" ] || return 0
    for name in $(bots); do
        look_at "$name"
        case $status in "no game: "*) : >"$undo/idle.$name" ;; esac
    done
    : >"$undo/noted"
}

had_no_game() {
    if [ -e "$undo/idle.$1" ]; then echo yes; else echo no; fi
}

# An arena that does not run is started before the bots, which may want to play there.
start_arena_first() {
    wanted | grep -Fqx arena || return 0
    look_at arena
    [ "$active" != active ] || return 0
    restart arena && say "the arena is READY"
}

# The canary: one that an interrupted push has already made it, else the first bot that has to be
# restarted, else the arena.
choose_canary() {
    for name in $(bots); do
        [ ! -e "$undo/restarted/$name" ] || { puts "$name"; return; }
    done
    for name in $(bots) $(wanted | grep -x arena); do
        ! needs_restart "$name" "$release" || { puts "$name"; return; }
    done
}

# Everything back as it was, and the end.
#   take_back NAME WHY      NAME's last log lines are shown
take_back() {
    trouble=$2
    say "$trouble; going back"
    [ -z "$1" ] || last_words "$1"
    if [ -z "$(cat "$undo/current")" ]; then
        go_back
        result rolled-back "$trouble; nothing ran here before, so nothing runs now"
    fi
    if go_back; then
        result rolled-back "$trouble"
    else
        result failed "$trouble; rolling back: $why"
    fi
}

# Back to the proven state if something is being tried, else to the release before:
#   back PATIENCE
back() {
    patience=$1
    if [ -d "$undo" ]; then
        tried=$(release_of current)
        go_back || result failed "$why"
        result "done" "the release on trial (${tried:-none}) is taken back"
    fi
    old=$(release_of current) release=$(release_of previous)
    [ -n "$old" ] || result refused "no release is on this board"
    if [ -z "$release" ] || [ "$release" = "$old" ]; then result refused "there is no release before $old"; fi
    if ! complaints=$("$base/releases/$release/boardbots" check "$etc"/*.conf 2>&1 >/dev/null </dev/null); then
        puts "$complaints" | while IFS= read -r line; do emit "last $line"; done
        result refused "release $release does not accept the configuration of today; change the inventory first"
    fi
    # From here on it is like a push of that release with the configuration as it is.
    (umask 077 && mkdir -p "$stage/etc/keys" "$stage/dropins")
    managed | sort >"$stage/order"
    for name in $(managed); do
        cp -p "$etc/$name.conf" "$stage/etc/"
        [ ! -e "$etc/keys/$name" ] || cp -p "$etc/keys/$name" "$stage/etc/keys/"
        [ ! -e "$(dropin_of "$name")" ] || cp "$(dropin_of "$name")" "$stage/dropins/$name"
    done
    begin_undo || result failed "what is in use cannot be kept aside: is the disk full or read-only? (df -h $base)"
    fit_databases "$old" "$release" || take_back "" "$why"
    write_all || take_back "" "$why"
    start_stopped || take_back "${why%%:*}" "$why"
    for name in $(bots) $(wanted | grep -x arena); do
        needs_restart "$name" "$release" || continue
        restart "$name" || take_back "$name" "$name: $why"
        say "$name is READY"
    done
    end_undo
    result "done" "back on release $release"
}
