# shellcheck shell=sh
# The commands of the board. A desk sends this program with what belongs to the command, in a folder that
# BOARDBOTS_STAGE names; the package has it at /usr/lib/boardbots/board. Its last line calls main.
# One command at a time changes a board. The lock is the kernel's (flock), so it is gone with its holder, however that
# ended.

# Waits a while for the lock. A holder whose caller is gone is ended and its work taken over: every
# step can be done again. One that still has a listener goes first.
#   take_lock WHO        who asks, for those who find the lock taken
take_lock() {
    exec 9>>"$lock_file"
    waited=0
    until flock -n 9; do
        read -r holder whose <"$lock_file" || :
        holder=$(number "$holder" "")
        [ ! -e "$alone_file" ] || [ -z "$holder" ] || kill "$holder" 2>/dev/null || :
        [ "$waited" -ne 15 ] || [ "$command" = renew ] ||
            result busy "another command is at work on this board (${whose:-nothing is known of it}); wait for its end and try again"
        [ "$waited" -ne 0 ] || say "waiting for another command on this board"
        waited=$((waited + 1))
        emit beat
        sleep 1
    done
    puts "$$ $1, since $(date '+%F %T %Z')" >"$lock_file"
    rm -f "$alone_file"
    holds=yes
}

main() {
    set -u
    LC_ALL=C
    PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin
    export LC_ALL PATH
    umask 022
    # A push goes on when its caller is gone (see progress.sh).
    trap '' HUP PIPE
    command=$1
    # Not for the scripts of packages.
    desk=${BOARDBOTS_STAGE:-}
    unset BOARDBOTS_STAGE
    stage=${desk:-$root/run/boardbots-deploy/$$}
    mkdir -p "$stage"
    trap 'rm -rf "$stage"; rmdir "${stage%/*}" 2>/dev/null' EXIT
    trap 'exit 143' TERM
    shift
    case $command in
        facts | keep | settle) "$command" "$@" </dev/null ;;
        apply | back | uninstall | renew)
            take_lock "${1:-boardbots-renew}"
            # What was sent holds keys. Folders of commands that were killed are taken away.
            for other in "${stage%/*}"/*; do kill -0 "${other##*/}" 2>/dev/null || rm -rf "$other"; done
            mkdir -p "$base"
            [ $# = 0 ] || shift
            "$command" "$@" </dev/null
            ;;
    esac
}
