# shellcheck shell=sh
# Boards that are folders, for the tests of the commands. Sourced after expect.sh.

BOARDS=$folder/fleet
PATH=$tests/here:$PATH
BOARDBOTS_DIST=$folder/dist
BOARDBOTS_BOARDS=$folder/boards
export BOARDS PATH BOARDBOTS_DIST BOARDBOTS_BOARDS
mkdir -p "$BOARDS" "$folder/keys"
umask 022

# shellcheck source=deploy/tests/package.sh
. "$tests/package.sh"

# Makes the packages of a release in dist/: release VERSION well|dies [NAME [LAYOUT]]
# It plays well, or ends at once; with a NAME only in the service of that name. With a LAYOUT it knows the command
# `database`, and servers bring the databases of their configuration up to it; else they are of layout 1.
# A database is a file with its kind and layout.
release() {
    cat >"$folder/program" <<BINARY
#!/bin/sh
case \$1 in
    --version) echo "boardbots $1" ;;
    doctor) printf 'ok       kernel  6.1\nwarning  memory  it is off\n                 -> sudo reboot\n1 ok, 1 warning\n' ;;
    check)
        shift
        ! grep -q wrong "\$@" || {
            grep -Hn wrong "\$@" | sed 's/:\([0-9]*\):.*/:\1: there is no option wrong; leave it out/' >&2
            exit 3
        }
        ;;
    database)
        [ -n "${4-}" ] || { echo "unrecognized subcommand 'database'" >&2; exit 2; }
        case \$2 in --layouts) printf 'arena ${4-}\ntables ${4-}\ndragon-slayer 9\n'; exit ;; esac
        [ ! -e "\$2.damaged" ] || { echo "\$2: damaged" >&2; exit 7; }
        if [ "\${3-}" = --to ]; then
            server=\$(basename "\$(dirname "\$2")").service
            ! grep -q active "\$BOARDBOTS_ROOT/systemd/\$server" 2>/dev/null || { echo "\$2: in use" >&2; exit 7; }
            sed "s/ .*/ \$4/" "\$2" >"\$2.new"
            mv "\$2.new" "\$2"
            echo "to \$4: \${2##*/}" >>"\$BOARDBOTS_ROOT/lowered"
        fi
        cat "\$2"
        ;;
    run)
        case \$(basename "\$2") in
            arena.conf | tables.conf | league.conf)
                server=\$(basename "\$2" .conf)
                cd "\$BOARDBOTS_ROOT/var/lib/boardbots-\$server" 2>/dev/null || set -- "\$@" none
                for db in [gt]*.db; do
                    [ -e "\$db" ] && [ -z "\${3-}" ] || continue
                    read -r kind layout <"\$db"
                    [ "\$layout" -le "${4:-1}" ] || { echo "\$db: layout \$layout, this one knows ${4:-1}"; exit 7; }
                    echo "\$kind ${4:-1}" >"\$db"
                done
                ;;
        esac
        case $2-\${2##*/}:${3-} in dies-*:|dies-*:"\$(basename "\$2" .conf)") echo "this release is broken"; exit 1 ;; esac
        echo "playing abc, turn 3/300, gold 8, mines 2; games 4, first 1, turns 25"
        ;;
esac
BINARY
    chmod 755 "$folder/program"
    rm -rf "$folder/dist"
    for arch in ${architectures:-amd64}; do make_package "$folder/program" "$1" "$arch" "$folder/dist"; done
    built=$1-$(sha256sum <"$folder/dist/packages/boardbots_$1_amd64.${packed:-deb}" | head -c 12)
}

# A key file for an instance.
key() {
    (umask 077 && echo "secret-of-$1" >"$folder/keys/$1")
}

# How often each service of a board has been started.
starts() {
    sort "$BOARDS/$1/systemd/starts" | uniq -c | awk '{ printf "%s%s:%s", (NR > 1 ? " " : ""), $2, $1 }'
}

forget_starts() {
    rm -f "$BOARDS/$1/systemd/starts"
    : >"$BOARDS/$1/systemd/starts"
}

# The release that a board has installed, and the one before.
installed_on() { cut -d ' ' -f 1 "$BOARDS/$1/var/lib/boardbots/installed"; }
before_on() { cat "$BOARDS/$1/var/lib/boardbots/before/label"; }

# Whether all of a push is at its end.
is_at_end() { [ ! -e "$BOARDS/$1/var/lib/boardbots/undo" ]; }
