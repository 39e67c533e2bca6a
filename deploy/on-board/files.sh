# shellcheck shell=sh
# The files of the instances: configurations, keys, shares of the processor. What was sent ($stage/files) and what is
# kept to go back to ($undo/files) are laid out as the board is. All is written beside its place and renamed.

# What a configuration written by these scripts begins with; others are left alone.
ours="# Written by deploy/push"

files_of() {
    puts "etc/boardbots/$1.conf"
    puts "etc/boardbots/keys/$1"
    puts "${units#"$root/"}/$(unit_of "$1").d/50-inventory.conf"
}

# The instances that are configured below a folder, one name in a line: instances [ROOT]
instances() {
    for conf in "${1-$root}"/etc/boardbots/*.conf; do
        [ ! -f "$conf" ] || basename "$conf" .conf
    done
}

# Those that these scripts made.
managed() {
    for one in $(instances); do
        read -r first <"$etc/$one.conf" || :
        case $first in "$ours"*) puts "$one" ;; esac
    done
}

# Those that the inventory has, in its order.
wanted() { cat "$stage/order"; }

# Those that these scripts made and the inventory has no more.
gone() {
    [ ! -d "$stage/files" ] || managed | grep -Fvx -f "$stage/order"
}

# All that are restarted for a new program: those of the inventory, and those that ran.
everyone() {
    gone >"$stage/gone"
    { wanted; (cd "$undo/ran" 2>/dev/null && ls); } | awk '!seen[$0]++' | grep -Fvx -f "$stage/gone"
}

bots() { grep -vx -e arena -e tables -e league; }
servers() { grep -x -e arena -e tables -e league; }

# Makes TARGET what SOURCE is (which may be that it is not there): put SOURCE TARGET
put() {
    if [ ! -e "$1" ] && [ ! -L "$1" ]; then
        rm -f "$2"
        return
    fi
    beside=${2%/*}/.${2##*/}.new
    mkdir -p "${2%/*}" && (umask 077 && cp -pP "$1" "$beside") && mv -fT "$beside" "$2"
}

# The files of NAME are those of the stage.
configured() {
    [ -d "$stage/files" ] || return 0
    for file in $(files_of "$1"); do [ "$(sum_of "$stage/files/$file")" = "$(sum_of "$root/$file")" ] || return 1; done
}

# Writes them, from a folder: configure NAME FOLDER
configure() {
    mkdir -p "$etc/keys" && chmod 0755 "$etc" && chmod 0700 "$etc/keys" || return 1
    for file in $(files_of "$1"); do put "$2/$file" "$root/$file" || return 1; done
    rmdir "$units/$(unit_of "$1").d" 2>/dev/null || :
}

# Stops an instance (its game ends first), and takes away all that is its.
take_away() {
    unit=$(unit_of "$1")
    systemctl disable -q "$unit" 2>/dev/null || :
    stop_gracefully "$1" || return 1
    systemctl reset-failed "$unit" 2>/dev/null || :
    for file in $(files_of "$1"); do rm -f "$root/$file" "$root/${file%/*}/.${file##*/}.new"; done
    rmdir "$units/$unit.d" 2>/dev/null || :
    # systemd 252 removes the runtime folder of a dynamic user when the service ends, but not the link that leads there.
    case $1 in arena | tables | league) runtime=boardbots-$1 ;; *) runtime=boardbots/$1 ;; esac
    rm -rf "$root/run/private/$runtime" "$root/run/$runtime"
    rmdir "$root/run/private/boardbots" "$root/run/boardbots" 2>/dev/null || :
}

# An instance that another hand made under this name is not ours to overwrite.
no_strangers() {
    managed >"$stage/managed"
    for name in $(wanted | grep -Fvx -f "$stage/managed"); do
        [ ! -f "$etc/$name.conf" ] ||
            result refused "/etc/boardbots/$name.conf was not made by these scripts; move it away, or name the instance otherwise"
    done
}

# A program accepts every configuration of a folder, or the command ends with its complaints.
#   check_configurations PROGRAM LABEL FOLDER REMEDY
check_configurations() {
    [ -n "$(instances "$3")" ] || return 0
    complaints=$("$1" check "$3"/etc/boardbots/*.conf 2>&1 >/dev/null </dev/null) && return
    puts "$complaints" | sed "s|$3/etc/boardbots/||g" | while IFS= read -r line; do emit wrong "$line"; done
    result refused "release $2 does not accept the configuration; $4"
}

# What a new program's doctor finds on this board: said, each with its remedy, and left to the
# reader. The canary is what decides.
consult_doctor() {
    "$1" doctor --config "$stage/files/etc/boardbots" 2>/dev/null </dev/null |
        sed -n '/^\(warning\|error\) /{ N; s/\n *-> /; remedy: /; s/^\([a-z]*\) *\([a-z-]*\) */\1 \2: /; s/\n.*//; p }' |
        while IFS= read -r line; do say "doctor: $line"; done
}
