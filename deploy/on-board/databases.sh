# shellcheck shell=sh
# The databases of servers. A release brings those that it opens up to its own layout, which an older
# release cannot open; before that one gets them, the newer one brings them down. The servers are the
# arena and, set up by hand, tables alone, each with the database of the other's part beside its own; and a
# league, set up by hand, whose database is one of tables.

# What a configuration says for a key: value_in KEY FILE
value_in() {
    sed -n "s/^[[:space:]]*#.*//; s/[[:space:]]#.*//; s/[[:space:]]*\$//
        s/^[[:space:]]*$1[[:space:]]*=[[:space:]]*//p" "$2" 2>/dev/null | head -n 1
}

# The databases that a server has or had before what is being tried, one in a line after its kind:
#   databases_of arena|tables|league
databases_of() {
    kind=$1 beside=''
    case $1 in arena) beside=tables ;; tables) beside=arena ;; league) kind=tables ;; esac
    for conf in "$etc/$1.conf" "$undo/files/etc/boardbots/$1.conf"; do
        [ "$(value_in run "$conf")" = "$1" ] || continue
        file=$(value_in db "$conf")
        case $file in
            "") continue ;;
            /*) file=$root$file ;;
            *) file=$root/var/lib/boardbots-$1/$file ;;
        esac
        puts "$kind $file"
        [ -z "$beside" ] || puts "$beside $file" | sed "s|\(/[^/][^/]*\)\.[^./]*\$|\1|; s|\$|.$beside.db|"
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
    layouts=$("$1" database --layouts 2>/dev/null </dev/null) || [ $? = 2 ] || return 1
    number "$(puts "$layouts" | sed -n "s/^$2 //p" | head -n 1)" 1
}

# Brings all databases down to what a program knows that comes after a newer one; servers whose databases
# change are stopped, and count as restarted. 1, with $why, if one cannot be.
#   fit_databases FROM-PROGRAM TO-PROGRAM
fit_databases() {
    if [ ! -e "$1" ] || [ ! -e "$2" ]; then return 0; fi
    for server in arena tables league; do
        while read -r kind database; do
            [ -f "$database" ] || continue
            # One that does not run writes none.
            layout=$(layout_of "$1" "$kind") || return 0
            due_layout=$(layout_of "$2" "$kind") || { why="release $(version_of "$2") does not say which databases it knows"; return 1; }
            [ "$layout" -gt "$due_layout" ] || continue
            ended=0
            said=$(as_owner "$database" "$1" database "$database") || ended=$?
            layout=$(number "$(puts "$said" | sed -n "s/^$kind //p" | tail -n 1)" "")
            if [ "$ended" != 0 ] || [ -z "$layout" ]; then
                why="release $(version_of "$1") cannot read $database: $(puts "$said" | tail -n 1); move it away to go on without it"
                return 1
            fi
            [ "$layout" -gt "$due_layout" ] || continue
            look_at "$server"
            case $active in
                inactive | failed) ;;
                *) : >"$undo/restarted/$server"; stop_gracefully "$server" || { why="$server does not stop"; return 1; } ;;
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
