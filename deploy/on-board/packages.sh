# shellcheck shell=sh
# Packages: what is installed, and the folders $base/now, before and next. Each holds package.deb or
# package.tar.gz, its label (VERSION-SUM), and the sum and, while it is needed, a copy of its program.
# $base/installed says the label and the sum of the program that these scripts installed last.

# The SHA-256 of a file, nothing for one that is not there.
sum_of() {
    summed=$(sha256sum "$1" 2>/dev/null) || return 0
    puts "${summed%% *}"
}

# The units of a release from before there were packages hide those of packages, and are in use.
is_old() {
    [ -L "$opt/current" ] && [ -e "$units/boardbots@.service" ]
}

# Sets $label and $sum of what is installed; both are empty if nothing is.
look_at_installed() {
    installed=$program
    ! is_old || installed=$opt/current/boardbots
    label_of "$installed" "$(sum_of "$installed")"
}

# Sets $label and $sum of a program: as it was installed by these scripts, else by what it says: label_of PROGRAM SUM
label_of() {
    label='' of='' sum=$2
    [ -n "$sum" ] || return 0
    for slot in "$base/next" "$base/now" "$base/before"; do
        [ "$(cat "$slot/sum" 2>/dev/null)" != "$sum" ] || label=$(cat "$slot/label")
    done
    # Packages may differ in other files alone.
    read -r named of 2>/dev/null <"$base/installed" || :
    [ "$of" != "$sum" ] || label=$named
    if [ -z "$label" ] && is_old && [ "$sum" = "$(sum_of "$opt/current/boardbots")" ]; then
        label=$(basename "$(readlink "$opt/current")")
    fi
    [ -n "$label" ] || label=$(version_of "$1")-$(printf %.12s "$sum")
}

version_of() {
    version=$("$1" --version 2>/dev/null </dev/null | awk 'NR == 1 { print $2 }' | tr -cd 'A-Za-z0-9.+-')
    puts "${version:-unknown}"
}

# Takes what was sent, or is here already, as the next package, or ends with why not: take_in LABEL SHA256
take_in() {
    new=$base/next.new why="what arrived is not what was sent (sha256); nothing was changed, push again"
    for file in "$stage"/package.* "$base"/next/package.* "$base"/now/package.* "$base"/before/package.*; do
        [ "$(sum_of "$file")" = "$2" ] || continue
        rm -rf "$new"
        if ! mkdir -p "$new" || ! cp "$file" "$new/" || ! puts "$1" >"$new/label" || ! unpack_program "$new"; then
            why="the package cannot be unpacked: is the disk full or read-only? (df -h $base)"
        elif ! said=$("$new/boardbots" --version 2>&1 </dev/null); then
            why="the new binary does not run on this board ($(uname -m)): $(puts "$said" | head -n 1); check arch= in the inventory"
        else
            sync
            rm -rf "$base/next" && mv -T "$new" "$base/next"
            why=
        fi
        break
    done
    [ -z "$why" ] || { rm -rf "$new"; result failed "$why"; }
}

# Brings the program of a package beside it. One of the two is in an archive; a release of before there were packages
# has its label as a folder.
unpack_program() {
    [ ! -x "$1/boardbots" ] || return 0
    if [ -e "$1/package.deb" ]; then dpkg-deb --fsys-tarfile "$1/package.deb"; else gzip -dc "$1/package.tar.gz"; fi |
        tar -xOf - ./usr/bin/boardbots "./opt/boardbots/releases/$(cat "$1/label")/boardbots" 2>/dev/null >"$1/boardbots.new"
    [ -s "$1/boardbots.new" ] && chmod 0755 "$1/boardbots.new" && mv "$1/boardbots.new" "$1/boardbots" &&
        sum_of "$1/boardbots" >"$1/sum"
}

# Sees to it that $base/now is the package of a program (what is installed, or what ran until now), and $base/before
# the one that was there: adopt PROGRAM
adopt() {
    label_of "$1" "$(sum_of "$1")"
    [ "$(cat "$base/now/label" 2>/dev/null)" != "$label" ] || [ -z "$label" ] || return 0
    new=$base/now.new
    rm -rf "$new"
    if [ "$(cat "$base/next/label" 2>/dev/null)" = "$label" ] && [ -n "$label" ]; then
        mv -T "$base/next" "$new"
    elif [ -n "$label" ]; then
        if ! mkdir -p "$new/tree" || ! puts "$label" >"$new/label" || ! pack "$new" "$1" || ! unpack_program "$new"; then
            rm -rf "$new"
            return 1
        fi
        rm -rf "$new/tree"
    fi
    if [ -e "$base/now" ]; then rm -rf "$base/before" && mv -T "$base/now" "$base/before"; fi
    if [ -e "$new" ]; then mv -T "$new" "$base/now"; fi
}

# Makes an archive of what no package is kept of, with a program: pack FOLDER PROGRAM
pack() {
    if is_old; then
        # The units and the links that start them at boot, which have their own names in folders of systemd.
        where="./opt/boardbots/current ./opt/boardbots/$(readlink "$opt/current") ./etc/systemd/system" name='boardbots*'
    else
        where="./usr/lib/boardbots ./usr/lib/systemd/system" name='board*'
        mkdir -p "$1/tree/usr/bin" && cp "$2" "$1/tree/usr/bin/boardbots" || return 1
    fi
    # shellcheck disable=SC2046,SC2086  # lists
    tar -czf "$1/package.tar.gz" -C "$root/" \
        $(cd "$root/" && find $where -maxdepth 2 \( -name "$name" -o -path './opt/*' \) ! -type d 2>/dev/null) -C "$1/tree" .
}

# Installs the package of a folder, unless it is installed already; nothing is restarted. 1, with $why, if that fails.
# Done again, it goes on.
install_package() {
    look_at_installed
    if [ "$label" = "$(cat "$1/label")" ] && [ ! -e "$undo/installing" ]; then return 0; fi
    : >"$undo/installing"
    case $(echo "$1"/package.*) in
        *.deb) tries=0
            until said=$(BOARDBOTS_AT_WORK=yes DEBIAN_FRONTEND=noninteractive dpkg --force-confold -i "$1/package.deb" 2>&1 </dev/null); do
                tries=$((tries + 1))
                case $tries:$said in
                    [1-9]:*" lock"* | 1[0-9]:*" lock"*) say "dpkg is at work for another; waiting"; sleep 5 ;;
                    *) why="dpkg cannot install it: $(puts "$said" | grep -v '^$' | tail -n 1)"; return 1 ;;
                esac
            done
            rm -f "$base/files"
            ;;
        *) install_files "$1/package.tar.gz" || { why="the files cannot be written: is the disk full or read-only? (df -h /usr $base)"; return 1; } ;;
    esac
    sync
    puts "$(cat "$1/label") $(cat "$1/sum")" >"$base/installed"
    rm -f "$undo/installing"
}

# Puts each file of an archive in its place, and takes away what the archive before had and this one has not.
install_files() {
    tree=$base/tree
    rm -rf "$tree"
    mkdir "$tree" && tar -xzf "$1" -C "$tree" && (cd "$tree" && find . ! -type d | sed 's|^\./||') >"$base/files.new" || return 1
    # A release from before there were packages has its files elsewhere.
    grep -Fqx usr/bin/boardbots "$base/files.new" || remove_package
    while IFS= read -r file; do put "$tree/$file" "$root/$file" || return 1; done <"$base/files.new"
    rm -rf "$tree"
    take_files_away "$base/files.new"
    mv -f "$base/files.new" "$base/files"
    settle
}

# Takes away the files of the archive that is installed but those of a list.
take_files_away() {
    [ -e "$base/files" ] || return 0
    grep -Fvx -f "$1" "$base/files" | while IFS= read -r file; do rm -f "$root/$file"; done
}

# What dpkg has installed goes; no service is touched: remove_package [--purge]
remove_package() {
    BOARDBOTS_AT_WORK=yes dpkg "${1:---remove}" boardbots boardbots-small >/dev/null 2>&1 </dev/null || :
}

# What an installation brings beyond its files; the scripts of packages call it, too.
settle() {
    systemd-sysusers ${root:+"--root=$root"} boardbots.conf 2>/dev/null || :
    systemd-tmpfiles ${root:+"--root=$root"} --create boardbots.conf 2>/dev/null || :
    [ ! -d "$root/run/systemd/system" ] || systemctl daemon-reload || :
}

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

# Nothing of boardbots is left: uninstall keep|purge graceful|now
uninstall() {
    # The target first: it must not start anything again.
    systemctl disable -q boardbots.target 2>/dev/null || :
    for name in $(instances); do
        if [ "$2" = now ]; then
            # The second signal does not wait for the end of the game.
            systemctl stop --no-block "$(unit_of "$name")" 2>/dev/null || :
            sleep 1
            systemctl kill --signal=TERM "$(unit_of "$name")" 2>/dev/null || :
        fi
        take_away "$name" || result failed "$name does not stop; try again with --now"
        say "$name is gone"
    done
    systemctl stop 'boardbots@*.service' 2>/dev/null || result failed "a bot without a configuration does not stop"
    remove_all
    # systemd leaves the folders above the run-time folders of dynamic users.
    rm -rf "$base" "$etc" "${stage%/*}" "$root"/run/boardbots "$root"/run/boardbots-[alt]* "$root"/run/private/boardbots*
    kept=
    for folder in "$units"/boardbots*.service.d; do
        [ ! -d "$folder" ] || kept="$kept; $folder holds drop-ins of another hand"
    done
    [ "$1" != purge ] || rm -rf "$root"/var/lib/boardbots-[ajl]* "$root"/var/lib/private/boardbots-[ajl]*
    for server in arena league; do
        [ ! -e "$root/var/lib/boardbots-$server" ] ||
            kept="$kept; the $server's games are kept in /var/lib/boardbots-$server (--purge takes them too)"
    done
    rm -f "$alone_file" "$lock_file"
    result "done" "nothing is left$kept"
}
