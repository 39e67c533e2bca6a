# shellcheck shell=sh
# The commands of the board. A desk sends this program with what belongs to the command, in a folder that
# BOARDBOTS_STAGE names; the package has it at /usr/lib/boardbots/board. The last line is the only one that acts.

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
            clear_stages
            mkdir -p "$base"
            [ $# = 0 ] || shift
            "$command" "$@" </dev/null
            ;;
    esac
}

main "$@"
