# shellcheck shell=sh
# Releases: folders below /opt/boardbots/releases, of which the link `current` names one.

# The release that a link names; nothing if there is none.
release_of() {
    leads=$(readlink "$base/$1" 2>/dev/null) || return 0
    puts "${leads#releases/}"
}

# Makes a link name a release, in one step; without a release the link goes.
point() {
    if [ -z "$2" ]; then
        rm -f "$base/$1"
    elif [ "$(release_of "$1")" != "$2" ]; then
        rm -f "$base/.$1.new"
        ln -s "releases/$2" "$base/.$1.new" && mv -T "$base/.$1.new" "$base/$1"
    fi
}

sum_of() {
    sum=$(sha256sum "$1" 2>/dev/null) || return 0
    puts "${sum%% *}"
}

# Takes what was uploaded into .incoming-RELEASE as a release, or ends with why not. A release that
# is there and right is kept; its unit files follow the upload ($stage/systemd).
#   take_in RELEASE SHA256
take_in() {
    new=$base/releases/$1
    incoming=$base/.incoming-$1
    if [ "$(sum_of "$new/boardbots")" != "$2" ]; then
        if [ "$(sum_of "$incoming/boardbots")" != "$2" ]; then
            rm -rf "$incoming"
            result failed "what arrived is not what was sent (sha256); nothing was changed, push again"
        fi
        chmod 0755 "$incoming/boardbots"
        trial "$incoming/boardbots"
        rm -rf "$incoming/systemd"
        if ! cp -R "$stage/systemd" "$incoming/systemd" || ! cp "$stage/manifest" "$incoming/manifest" || ! publish "$incoming"; then
            result failed "the release cannot be written: is the disk full or read-only? (df -h $base)"
        fi
        sync
        mkdir -p "$base/releases"
        # A release of that name with another sum is a broken one.
        if [ -e "$new" ]; then mv -T "$new" "$base/.incoming-broken.$$"; fi
        mv -T "$incoming" "$new"
        rm -rf "$base/.incoming-broken.$$"
        say "release $1 is on the board"
    else
        rm -rf "$incoming"
        trial "$new/boardbots"
    fi
}

# All users may read and use a release, whatever umask the upload had.
publish() {
    chmod -R u=rwX,go=rX "$1"
}

# The binary runs here and says its version.
trial() {
    if ! said=$("$1" --version 2>&1 </dev/null); then
        result failed "the new binary does not run on this board ($(uname -m)): $(puts "$said" | head -n 1); check arch= in the inventory"
    fi
}

# Only the newest three are kept, and those that are or may be needed.
prune() {
    kept=0
    # The names are our own and plain.
    # shellcheck disable=SC2045
    for old in $(ls -1t "$base/releases" 2>/dev/null); do
        case $old in
            "$(release_of current)" | "$(release_of previous)" | "$(cat "$undo/current" 2>/dev/null)") kept=$((kept + 1)); continue ;;
        esac
        kept=$((kept + 1))
        [ "$kept" -le 3 ] || rm -rf "${base:?}/releases/$old"
    done
    # Uploads that were begun more than a day ago and never ended.
    find "$base" -maxdepth 1 -name '.incoming-*' -mtime +0 -exec rm -rf {} +
}
