# shellcheck shell=sh
# Changing a board, and the row of the table that says what came of it.
# Sourced after fleet.sh, inventory.sh, connection.sh and preflight.sh.

outcome_head="BOARD${tab}ARCH${tab}RELEASE${tab}INSTANCES${tab}RESULT"
going_on="Interrupted. What a board was doing it brings to an end by itself, or takes back; the same command once more goes on from there."

# Who is at work, for the next user, who finds the board locked.
whoami_here() {
    printf '%s@%s' "$(id -un)" "$(uname -n)" | tr -cd 'A-Za-z0-9@._-'
}

# The longest a command may take on a board: every instance may have a game to end.
longest() {
    echo $((3600 + 1500 * $(instances_of "$1" | wc -l)))
}

# Sends what lay_out made ($work/BOARD/stage), keys and all, in one stream to a folder of root's in
# the board's memory, and lets the board apply it; then the row.
#   apply BOARD RELEASE|current SHA256|- all|canary TURNS PATIENCE
apply() {
    token=${work##*/}
    if ! COPYFILE_DISABLE=1 tar -chf - -C "$work/$1/stage" . |
        as_root "$1" 120 "umask 077; mkdir -p /run/boardbots-deploy/$token && tar -xof - -C /run/boardbots-deploy/$token" 2>"$work/$1/err"; then
        give_up "$1" "the configuration was not sent ($(silence "$1")); nothing was changed, try again"
        return
    fi
    conduct "$1" "$(longest "$1")" apply "$(whoami_here)" "$2" "$3" "$token" "$4" "$5" "$6"
    report_result "$1"
}

# The row of a board that was not touched.
give_up() {
    row "$1" "${board_arch:--}" "${release:--}" - "failed: $2"
    failed "$1"
}

# The row after a command of the board (see conduct).
report_result() {
    used=$(fact "$1" used) running=$(fact "$1" running)
    case $kind in
        "done" | unchanged) ;;
        rolled-back) text="rolled back: $text" ;;
        "") text="$(silence "$1"); what the board was doing it brings to an end by itself, see deploy/status" ;;
        *) text="$kind: $text" ;;
    esac
    case $kind in "done" | unchanged) ;; *) failed "$1" ;; esac
    row "$1" "${board_arch:--}" "${used:--}" "${running:--}" "$text"
}
