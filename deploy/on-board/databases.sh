# shellcheck shell=sh
# The databases of servers. A release brings those that it opens up to its own layout, which an older
# release cannot open; before that one gets them, the newer one brings them down. The servers are the
# arena and, set up by hand, tables alone; each has the database of the other's part beside its own.

# What a configuration says for a key: value_in KEY FILE
value_in() {
    sed -n "s/^[[:space:]]*#.*//; s/[[:space:]]#.*//; s/[[:space:]]*\$//
        s/^[[:space:]]*$1[[:space:]]*=[[:space:]]*//p" "$2" 2>/dev/null | head -n 1
}

# The databases that a server has or had before what is being tried, one in a line: databases_of arena|tables
databases_of() {
    case $1 in arena) beside=tables ;; *) beside=arena ;; esac
    for conf in "$etc/$1.conf" "$undo/files/etc/boardbots/$1.conf"; do
        [ "$(value_in run "$conf")" = "$1" ] || continue
        file=$(value_in db "$conf")
        case $file in
            "") continue ;;
            /*) file=$root$file ;;
            *) file=$root/var/lib/boardbots-$1/$file ;;
        esac
        base_name=${file##*/}
        case $base_name in ?*.*) base_name=${base_name%.*} ;; esac
        puts "$file"
        puts "${file%/*}/$base_name.$beside.db"
    done | sort -u
}

# Runs a command as the owner of a file (a user that systemd makes up, in a folder of root's), so that the
# server can open what comes to stand beside it: as_owner FILE COMMAND...
as_owner() {
    owner=$(stat -c %u "$1") group=$(stat -c %g "$1")
    shift
    umask 077
    [ "$owner" = "$(stat -c %u "$undo")" ] ||
        set -- setpriv --reuid="$owner" --regid="$group" --clear-groups \
            --inh-caps=-all,+dac_read_search --ambient-caps=-all,+dac_read_search "$@"
    "$@" 2>&1 </dev/null
}

# The layout that a program writes: layout_of PROGRAM KIND
# 0.1.1 does not know the question; it knows the first.
layout_of() {
    code=0
    layouts=$("$1" database --layouts 2>/dev/null </dev/null) || code=$?
    case $code in
        0) number "$(puts "$layouts" | sed -n "s/^$2 //p" | head -n 1)" 1 ;;
        2) echo 1 ;;
        *) return 1 ;;
    esac
}

# A program writes a layout that another one does not know; one that does not run writes none: is_above PROGRAM OTHER
is_above() {
    for kind in arena tables; do
        layout=$(layout_of "$1" "$kind") || return 1
        [ "$layout" -le "$(layout_of "$2" "$kind" || echo 0)" ] || return 0
    done
    return 1
}

# Brings all databases down to what a program knows that comes after a newer one; servers whose databases
# change are stopped, see start_stopped. 1, with $why, if one cannot be.
#   fit_databases FROM-PROGRAM TO-PROGRAM
fit_databases() {
    if [ ! -e "$1" ] || [ ! -e "$2" ] || cmp -s "$1" "$2" || ! is_above "$1" "$2"; then return 0; fi
    for server in arena tables; do
        while IFS= read -r database; do
            [ -f "$database" ] || continue
            ended=0
            said=$(as_owner "$database" "$1" database "$database") || ended=$?
            found=$(puts "$said" | sed -n '/^[a-z-]* [0-9]*$/p' | tail -n 1)
            kind=${found% *} layout=$(number "${found#* }" "")
            if [ "$ended" != 0 ] || [ -z "$layout" ]; then
                why="release $(version_of "$1") cannot read $database: $(puts "$said" | tail -n 1); move it away to go on without it"
                return 1
            fi
            due_layout=$(layout_of "$2" "$kind") || { why="release $(version_of "$2") does not say which databases it knows"; return 1; }
            [ "$layout" -gt "$due_layout" ] || continue
            look_at "$server"
            case $active in
                inactive | failed) ;;
                *) : >"$undo/stopped.$server"; stop_gracefully "$server" || { why="$server does not stop"; return 1; } ;;
            esac
            say "$database goes from layout $layout back to $due_layout, which release $(version_of "$2") knows"
            if ! said=$(as_owner "$database" "$1" database "$database" --to "$due_layout"); then
                why="$database cannot go back to layout $due_layout: $(puts "$said" | tail -n 1)"
                return 1
            fi
        done <<DATABASES
$(databases_of "$server")
DATABASES
    done
}

# Starts the servers that were stopped for their databases, before the bots, which may want to play there.
# 1, with $why, if one does not come.
start_stopped() {
    for server in arena tables; do
        [ -e "$undo/stopped.$server" ] || continue
        if [ -f "$etc/$server.conf" ]; then
            restart "$server" || { why="$server: $why"; return 1; }
            say "$server is READY"
        fi
        rm -f "$undo/stopped.$server"
    done
}
