# shellcheck shell=sh
# The commands of the board. The last line is the only one that acts.

main() {
    set -u
    LC_ALL=C
    PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin
    export LC_ALL PATH
    umask 022
    # A push goes on when its caller is gone (see progress.sh).
    trap '' HUP PIPE
    command=$1
    shift
    case $command in
        facts) facts ;;
        status) status_of_all ;;
        logs) trap - HUP PIPE; logs "$@" ;;
        apply | back | uninstall)
            case $command in
                apply) stage=$run/$4 ;;
                *) stage=$run/none ;;
            esac
            trap 'rm -rf "$stage"; rmdir "$run" 2>/dev/null' EXIT
            trap 'exit 143' TERM
            hold_stage
            take_lock "$1"
            shift
            "$command" "$@" </dev/null
            ;;
    esac
}

main "$@"
