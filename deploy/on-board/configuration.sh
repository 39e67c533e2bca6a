# shellcheck shell=sh
# The configuration of the instances, their keys and shares, and the unit files: from the folder
# that was sent ($stage, see lay_out in inventory.sh) to where systemd and the bots read them.
# Everything is written beside its place and renamed, and only if it differs.

# What a file written by these scripts begins with; others are left alone.
ours="# Written by deploy/push"

dropin_of() {
    puts "$units/$(unit_of "$1").d/50-inventory.conf"
}

# The instances that these scripts made, one name in a line.
managed() {
    for conf in "$etc"/*.conf; do
        [ -f "$conf" ] || continue
        read -r first <"$conf" || :
        case $first in "$ours"*) name=${conf##*/}; puts "${name%.conf}" ;; esac
    done
}

# The instances that are to be, in the inventory's order.
wanted() {
    cat "$stage/order"
}

# Those that these scripts made and the inventory has no more.
gone() {
    managed | while read -r name; do
        wanted | grep -Fqx -e "$name" || puts "$name"
    done
}

same() {
    if [ -e "$1" ]; then cmp -s "$1" "$2"; else [ ! -e "$2" ]; fi
}

# Makes TARGET what SOURCE is (which may be that it is not there).
#   put SOURCE TARGET MODE
put() {
    if [ ! -e "$1" ]; then
        rm -f "$2"
        return
    fi
    beside=${2%/*}/.${2##*/}.new
    mkdir -p "${2%/*}" && (umask 077 && cp "$1" "$beside") && chmod "$3" "$beside" && mv -f "$beside" "$2"
}

# The files of NAME are those of the stage.
configured() {
    same "$stage/etc/$1.conf" "$etc/$1.conf" && same "$stage/etc/keys/$1" "$etc/keys/$1" &&
        same "$stage/dropins/$1" "$(dropin_of "$1")"
}

# Writes them, from the stage or from another folder of its layout. What is marked as pending is
# restarted later, even if this is interrupted right after.
#   configure NAME FOLDER
configure() {
    mkdir -p "$etc/keys" && chmod 0755 "$etc" && chmod 0700 "$etc/keys" || return 1
    put "$2/etc/$1.conf" "$etc/$1.conf" 0644 && put "$2/etc/keys/$1" "$etc/keys/$1" 0600 &&
        put "$2/dropins/$1" "$(dropin_of "$1")" 0644 || return 1
    rmdir "$(dirname "$(dropin_of "$1")")" 2>/dev/null || :
}

# An instance that another hand made under this name is not ours to overwrite.
no_strangers() {
    for name in $(wanted); do
        [ -f "$etc/$name.conf" ] || continue
        managed | grep -Fqx -e "$name" ||
            result refused "/etc/boardbots/$name.conf was not made by these scripts; move it away, or name the instance otherwise"
    done
}

# The binary of RELEASE accepts every configuration, or the program ends with its complaints.
check_configurations() {
    [ -s "$stage/order" ] || return 0
    if ! complaints=$("$base/releases/$1/boardbots" check "$stage"/etc/*.conf 2>&1 >/dev/null </dev/null); then
        puts "$complaints" | sed "s|$stage/etc/||g" | while IFS= read -r line; do emit "wrong $line"; done
        result refused "release $1 does not accept the configuration; nothing was changed"
    fi
}

# What the new binary's doctor finds on this board: said, each with its remedy, and left to the
# reader. The canary is what decides.
consult_doctor() {
    chmod 0700 "$stage/etc/keys"
    find "$stage/etc/keys" -type f -exec chmod 0600 {} +
    "$base/releases/$1/boardbots" doctor --config "$stage/etc" 2>/dev/null </dev/null |
        awk '
            function tell() { if (found != "") print found; found = "" }
            /^(warning|error) / { tell(); found = $1 " " $2 ":"; for (i = 3; i <= NF; i++) found = found " " $i; next }
            found != "" && $1 == "->" { $1 = "; remedy:"; found = found $0 }
            { tell() }
            END { tell() }
        ' | while IFS= read -r line; do say "doctor: $line"; done || :
}

# The unit files of RELEASE (those of the stage, if it was sent with some) are installed.
units_installed() {
    from=$base/releases/$1/systemd
    if [ -d "$stage/systemd" ]; then
        for unit in "$stage"/systemd/*; do same "$unit" "$from/${unit##*/}" || return 1; done
        for unit in "$from"/*; do [ -e "$stage/systemd/${unit##*/}" ] || return 1; done
    fi
    for unit in "$from"/*; do same "$unit" "$units/${unit##*/}" || return 1; done
}

# Installs them, and takes away what the release before had and this one has not.
install_units() {
    from=$base/releases/$1/systemd
    if [ -d "$stage/systemd" ]; then
        rm -rf "$from.new"
        cp -R "$stage/systemd" "$from.new" && publish "$from.new" && rm -rf "$from" && mv "$from.new" "$from" || return 1
    fi
    same "$from/boardbots@.service" "$units/boardbots@.service" ||
        for name in $(wanted); do [ "$name" = arena ] || : >"$undo/pending/$name"; done
    same "$from/boardbots-arena.service" "$units/boardbots-arena.service" || : >"$undo/pending/arena"
    mkdir -p "$units"
    for unit in "$from"/*; do
        same "$unit" "$units/${unit##*/}" || put "$unit" "$units/${unit##*/}" 0644 || return 1
    done
    for unit in "$undo"/units/*; do
        if [ ! -e "$unit" ] || [ -e "$from/${unit##*/}" ]; then continue; fi
        systemctl disable -q "${unit##*/}" 2>/dev/null || :
        rm -f "$units/${unit##*/}"
    done
}

# Stops an instance (its game ends first), and takes away all that is its.
take_away() {
    unit=$(unit_of "$1")
    systemctl disable -q "$unit" 2>/dev/null || :
    stop_gracefully "$1"
    systemctl reset-failed "$unit" 2>/dev/null || :
    rm -f "$etc/$1.conf" "$etc/.$1.conf.new" "$etc/keys/$1" "$etc/keys/.$1.new"
    rm -f "$(dropin_of "$1")"
    rmdir "$units/$unit.d" 2>/dev/null || :
    forget_runtime "$1"
}

# Takes away the runtime folder of NAME. systemd 252 removes that of a dynamic user when the service
# ends, but not the link that leads there.
forget_runtime() {
    case $1 in arena) runtime=boardbots-arena ;; *) runtime=boardbots/$1 ;; esac
    rm -rf "$root/run/private/$runtime" "$root/run/$runtime"
    [ "$1" = arena ] || rmdir "$root/run/private/boardbots" "$root/run/boardbots" 2>/dev/null || :
}

# Stops the service of NAME and waits for its end, telling how far its game is.
stop_gracefully() {
    systemctl stop --no-block "$(unit_of "$1")" 2>/dev/null || return 0
    began=$(uptime_seconds)
    told=$began
    while look_at "$1"; [ "$active" = active ] || [ "$active" = deactivating ]; do
        now=$(uptime_seconds)
        [ $((now - began)) -le "$leave_limit" ] || return 1
        if [ "$now" -ge "$((told + 30))" ] || { [ "$told" = "$began" ] && [ "$now" -ge "$((began + 3))" ]; }; then
            say "$1 ends its game first: ${status:-$active}"
            told=$now
        fi
        beat
        sleep 1
    done
}
