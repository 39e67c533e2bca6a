# shellcheck shell=sh
# What changes a board: a push, going back to the package before, and renewing what runs after the
# package has come by other ways. All take the same steps, and whatever fails takes all of them back.

# Makes the board what the stage says, with RELEASE:
#   apply RELEASE|current SHA256|- all|canary|dry TURNS PATIENCE
# Checks everything first; then writes, installs, restarts one instance and lets it prove itself,
# and then the others one by one.
apply() {
    extent=$3 good_turns=$4 patience=$5 new=''
    [ -f "$stage/order" ] || result failed "what was sent has not arrived; push again"
    # The modes that all of it has on the board, whatever they were where it came from.
    chmod -R a-x,u=rwX,go=rX "$stage/files"
    chmod -R go= "$stage/files/etc/boardbots/keys"
    [ ! -e "$opt/.undo" ] || ! is_old ||
        result refused "a push did not come to its end here; finish it with the deploy/push or deploy/rollback of its own release"
    look_at_installed
    release=$1
    if [ "$release" = current ]; then
        { [ -n "$label" ] && ! is_old; } || result refused "no package is on this board yet; run deploy/push first"
        [ ! -d "$undo" ] || [ "$label" = "$(cat "$base/now/label")" ] ||
            result refused "release $label is on trial here; finish it with deploy/push, or take it back with deploy/rollback"
        release=$label
    elif [ "$release" != "$label" ] || [ -d "$undo" ]; then
        new=yes
    fi
    plan
    tried=$installed
    if [ -n "$new" ]; then
        take_in "$release" "$2"
        tried=$base/next/boardbots
    fi
    due=$(sum_of "$tried")
    no_strangers
    check_configurations "$tried" "$release" "$stage/files" "nothing was changed"
    # shellcheck disable=SC2046  # a list
    if [ ! -s "$stage/plan" ] && [ -z "$(stale $(everyone))" ]; then result unchanged "unchanged"; fi
    [ -z "$new" ] || [ "$release" = "$label" ] || consult_doctor "$tried"
    begin_undo "$installed" files
    roll_out
    for name in $(gone); do
        say "$name is not in the inventory any more; it is taken away"
        take_away "$name" || take_back "$name" "$name does not stop"
    done
    systemctl start --no-block boardbots.target
    finish "pushed${remark:+; $remark}"
}

# What a push would do here, in $stage/plan; for a dry run the end.
plan() {
    : >"$stage/plan"
    would() { puts "$1" >>"$stage/plan"; }
    [ ! -d "$undo" ] || would "go on with a push that did not come to its end"
    for name in $(wanted); do
        if [ ! -e "$etc/$name.conf" ]; then would "add $name"; elif ! configured "$name"; then would "change $name"; fi
    done
    for name in $(gone); do would "take $name away"; done
    [ "$release" = "$label" ] || would "switch from ${label:-nothing} to $release and restart $(everyone | tr '\n' ' ')"
    [ "$extent" = dry ] || return 0
    while IFS= read -r step; do say "would $step"; done <"$stage/plan"
    [ -s "$stage/plan" ] || result "done" "nothing to do"
    result "done" "$(wc -l <"$stage/plan" | tr -d ' ') to do, nothing done"
}

# Databases, files and package; then each instance that has to be restarted, a canary first.
roll_out() {
    remark='' canary=''
    if [ -n "$new" ]; then
        [ ! -e "$base/tried" ] || installed=$base/tried
        fit_databases "$installed" "$base/next/boardbots" || take_back "" "$why"
    fi
    write_all || take_back "" "$why"
    # A server that does not run is started before the bots, which may want to play there.
    for name in $(everyone | servers); do
        look_at "$name"
        [ "$active" = active ] || bring_up "$name"
    done
    canary=$(choose_canary)
    if [ -n "$canary" ]; then
        if needs_restart "$canary"; then
            say "canary $canary starts with release $release"
            restart "$canary" || take_back "$canary" "$canary (canary): $why"
        fi
        case $canary in
            arena | tables | league) ;;
            *) prove "$canary" "$good_turns" || take_back "$canary" "$canary (canary): $why" ;;
        esac
        proof_of >"$undo/canary"
        [ -z "$remark" ] || say "$remark"
    fi
    [ "$extent" != canary ] ||
        result "done" "canary${canary:+ $canary} is well${remark:+ ($remark)}; the rest waits for the next push"
    for name in $(everyone | bots) $(everyone | servers); do
        ! needs_restart "$name" || bring_up "$name"
    done
}

bring_up() {
    restart "$1" || take_back "$1" "$1: $why"
    say "$1 is READY"
}

# What a canary proves: this program with these configurations.
proof_of() {
    puts "$due $(cd "$stage" && cat order files/etc/boardbots/*.conf files/etc/systemd/system/*/* 2>/dev/null | sha256sum)"
}

# The canary, unless one has proven all of this: one that an interrupted push has already made it, else the first bot
# that has to be restarted, else a server.
choose_canary() {
    [ "$(cat "$undo/canary" 2>/dev/null)" != "$(proof_of)" ] || return 0
    {
        for name in $(everyone | bots); do [ ! -e "$undo/restarted/$name" ] || puts "$name"; done
        # shellcheck disable=SC2046  # lists
        stale $(everyone | bots) $(everyone | servers)
    } | sed -n 1p
}

# Writes configurations and the package, and what starts them at boot. 1, with $why, if the disk refuses.
write_all() {
    why="the files cannot be written: is the disk full or read-only? (df -h $etc)"
    for name in $(wanted); do
        # Restarted later, even if this is interrupted right after.
        configured "$name" || { : >"$undo/pending/$name" && configure "$name" "$stage/files"; } || return 1
    done
    if [ -n "$new" ]; then
        install_package "$base/next" || return 1
        [ ! -e "$program" ] || leave_old
    fi
    systemctl daemon-reload || { why="systemd does not reload its unit files"; return 1; }
    [ -d "$stage/files" ] || return 0
    for unit in boardbots.target $(for name in $(wanted); do unit_of "$name"; done); do
        systemctl is-enabled -q "$unit" 2>/dev/null || systemctl enable -q "$unit" || { why="systemd does not enable $unit"; return 1; }
    done
    sync
}

# The units of before there were packages would hide those of the package. That of the bots is the last to go: until
# then all of this is done again.
leave_old() {
    is_old || return 0
    for link in "$units"/*.wants/boardbots*; do
        [ ! -L "$link" ] || ln -sfn "/usr/lib/systemd/system/$(basename "$(readlink "$link")")" "$link"
    done
    (cd "$root/usr/lib/systemd/system" && printf '%s\n' boardbots*) | grep -Fvx boardbots@.service | (cd "$units" && xargs rm -f)
    rm -f "$units/boardbots@.service"
}

# Everything back as it was, and the end.
#   take_back NAME WHY      NAME's last log lines are shown
take_back() {
    trouble=$2
    say "$trouble; going back"
    [ -z "$1" ] || last_words "$1"
    if [ "$command" = renew ]; then
        {
            puts "$release was kept off: $trouble; $(cat "$base/now/label") is in use as before"
            puts "a later version is tried as soon as it comes, this one with: sudo apt-get install --reinstall boardbots"
        } >"$kept_off"
        say "$(cat "$kept_off")"
    fi
    [ -e "$base/now" ] || trouble="$trouble; nothing ran here before, so nothing runs now"
    if go_back; then result rolled-back "$trouble"; fi
    result failed "$trouble; rolling back: $why"
}

finish() {
    rm -f "$kept_off"
    is_old || rm -rf "$opt"
    end_undo
    result "done" "$1"
}

# Back to the proven state if something is being tried, else to the package before: back PATIENCE
back() {
    patience=$1 good_turns=0 extent=all new=yes
    look_at_installed
    release=$label
    if [ -d "$undo" ]; then
        go_back || result failed "$why"
        result "done" "the release on trial (${release:-none}) is taken back"
    fi
    [ -n "$label" ] || result refused "no release is on this board"
    release=$(cat "$base/before/label" 2>/dev/null)
    if [ -z "$release" ] || [ "$release" = "$label" ]; then result refused "there is no release before $label"; fi
    take_in "$release" "$(sum_of "$base"/before/package.*)"
    check_configurations "$base/next/boardbots" "$release" "$root" "change the inventory first"
    due=$(cat "$base/next/sum")
    managed >"$stage/order"
    begin_undo "$installed"
    roll_out
    finish "back on release $release"
}

# What runs becomes what is installed, each after its game; the package has come by other ways than a push.
renew() {
    patience=120 good_turns=0 extent=all new=''
    : >"$stage/order"
    look_at_installed
    release=$label due=$sum
    if [ ! -d "$undo" ]; then
        # Nothing was kept, as after an archive was unpacked by hand: what runs is what to go back to.
        for name in $(instances); do
            look_at "$name"
            look_at_program
            if [ "$active" = active ] && [ "$runs" != "$due" ]; then
                rm -f "$kept_off"
                begin_undo "$mapped"
                : >"$undo/renew"
                break
            fi
        done
        [ -d "$undo" ] || result unchanged "all that runs is $release"
    fi
    # Going back was interrupted.
    if [ -e "$kept_off" ]; then go_back || result failed "$why"; result rolled-back "$(cat "$kept_off")"; fi
    [ -e "$undo/renew" ] || result unchanged "a push has not come to its end; deploy/push goes on, deploy/rollback takes it back"
    roll_out
    look_at_installed
    # Another upgrade may have come meanwhile.
    if [ "$sum" != "$due" ]; then renew; fi
    finish "all that runs is $release"
}

# Before dpkg puts another program in its place, what runs is kept to go back to. What is kept stays if it is on trial.
keep() {
    rm -f "$kept_off"
    look_at_installed
    [ -n "$label" ] || return 0
    begin_undo "$installed"
    : >"$undo/renew"
}
