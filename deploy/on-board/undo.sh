# shellcheck shell=sh
# What is proven, kept while something new is not yet: $base/now is the package, and $base/undo is there from before
# the first change until the last instance is well. It survives interruptions and power cuts, and holds
#   files/            configurations, keys and shares, unless those are left alone
#   ran/NAME          ran then, with this status
#   pending/NAME      must yet be restarted
#   restarted/NAME    has been restarted since, or stopped for its databases
#   installing        a package is being installed
#   canary            with what (see proof_of) a canary has made its turns
#   renew             the package came by other ways than a push

# Keeps the package of a program, and files with a second word, or ends the command: begin_undo PROGRAM [files]
begin_undo() {
    keep_aside "$@" || {
        rm -rf "$undo.new"
        result failed "what is in use cannot be kept aside: is the disk full or read-only? (df -h $base)"
    }
}

# The same, or 1.
keep_aside() {
    if [ ! -d "$undo" ]; then
        rm -rf "$undo.new"
        (umask 077 && mkdir -p "$undo.new/pending" "$undo.new/restarted" "$undo.new/ran") && adopt "$1" || return 1
        for name in $(instances); do
            look_at "$name"
            [ "$active" != active ] || puts "$status" >"$undo.new/ran/$name"
        done
        sync
        mv -T "$undo.new" "$undo" || return 1
    fi
    if [ -z "${2:-}" ] || [ -d "$undo/files" ]; then return 0; fi
    rm -rf "$undo/files.new"
    mkdir -p "$undo/files.new" || return 1
    for name in $(managed); do
        for file in $(files_of "$name"); do put "$root/$file" "$undo/files.new/$file" || return 1; done
    done
    sync
    mv -T "$undo/files.new" "$undo/files"
}

# Everything is well: there is nothing to go back to.
end_undo() {
    rm -rf "$undo.old"
    mv -T "$undo" "$undo.old"
    rm -rf "$undo.old" "$base/next.new"
    look_at_installed
    adopt "$installed"
    rm -rf "$base/next" "$base/tried" "$base"/now/boardbots "$base"/before/boardbots
}

# Everything as it was before what left $undo. Only what was restarted since is restarted;
# the others have never stopped. Returns 1, with $why, if an instance does not come back.
go_back() {
    failed_instances='' why="the package of before cannot be unpacked: is the disk full? (df -h $base)"
    [ ! -e "$base/now" ] || unpack_program "$base/now" || return 1
    look_at_installed
    [ -e "$base/tried" ] || cp "$installed" "$base/tried" 2>/dev/null || :
    fit_databases "$base/tried" "$base/now/boardbots" || failed_instances=" $why"
    if [ -d "$undo/files" ]; then
        # What the failed push had added goes.
        for name in $(managed); do
            [ -e "$undo/files/etc/boardbots/$name.conf" ] || take_away "$name" || failed_instances="$failed_instances $name does not stop"
        done
        for name in $(instances "$undo/files"); do
            configure "$name" "$undo/files" || { why="the configuration of $name cannot be written back"; return 1; }
        done
    fi
    if [ ! -e "$base/now" ]; then
        remove_all
        end_undo
        return 0
    fi
    old=$(cat "$base/now/label") due=$(cat "$base/now/sum")
    install_package "$base/now" || return 1
    systemctl daemon-reload
    for name in $(instances | servers) $(instances | bots); do
        if [ ! -e "$undo/restarted/$name" ] && { [ ! -e "$undo/ran/$name" ] || ! needs_restart "$name"; }; then continue; fi
        say "$name goes back to release $old"
        restart "$name" || failed_instances="$failed_instances $name ($why)"
    done
    why="back on release $old, but not well:$failed_instances"
    [ -z "$failed_instances" ] || return 1
    end_undo
}
