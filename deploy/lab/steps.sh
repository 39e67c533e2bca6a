# shellcheck shell=sh
# Runs steps one after another: each timed, reported as it runs, and summed up at the end.
# A step is a function step_NAME. Its output goes to a log; what the reader should see, it says.
# It passes when it ends with 0, and leaves one figure for the summary.
# From deploy/test-board and the files before this one.
: "${run:?}" "${logs:?}" "${boards:?}"

# say TEXT: to the terminal, and to the step's log.
say() {
    echo "$*"
    [ ! -e "$run/terminal" ] || printf '       %s\n' "$*" >&3
}

# figure TEXT: what the summary shows for the step.
figure() {
    echo "figure: $*"
    printf '%s' "$*" >"$run/figure"
}

# fail TEXT: ends the step.
fail() {
    say "$*"
    exit 1
}

# wait_for SECONDS WHAT COMMAND...: until the command succeeds; fails the step when it takes
# longer. What the command printed last is in the log.
wait_for() {
    limit=$1
    what=$2
    shift 2
    until_time=$(($(date +%s) + limit))
    until "$@" >"$run/seen" 2>&1; do
        if [ "$(date +%s)" -ge "$until_time" ]; then
            cat "$run/seen"
            fail "not within $limit s: $what"
        fi
        sleep 0.5
    done
    cat "$run/seen"
}

# run_steps NAME...: stops at the first that fails. Leaves $outcome, 1 if one did.
run_steps() {
    rows=
    total=$(date +%s)
    outcome=0
    for step in "$@"; do
        number=$((${number:-0} + 1))
        printf '%2d/%d  %s\n' "$number" "$#" "$(title "$step")" >&3
        began=$(date +%s)
        rm -f "$run/figure"
        : >"$run/terminal"
        # In the background, because only there -e still counts.
        (set -eu; "step_$step") >"$logs/$step.log" 2>&1 9>&- &
        step_process=$!
        code=0
        wait "$step_process" || code=$?
        rm -f "$run/terminal"
        seconds=$(($(date +%s) - began))
        seen=$(cat "$run/figure" 2>/dev/null || true)
        if [ "$code" = 0 ]; then
            printf '       ok in %s s: %s\n' "$seconds" "$seen" >&3
            add_row "$step" ok "$seconds" "$seen"
        else
            add_row "$step" FAILED "$seconds" "$seen"
            tail -n 30 "$logs/$step.log" | sed 's/^/     | /' >&3
            save_logs
            printf '       FAILED after %s s; all logs are in %s\n' "$seconds" "$logs" >&3
            outcome=1
            break
        fi
    done
    step_process=
    summary >&3
}

add_row() {
    rows="$rows$(printf '%-10s %-7s %5s s  %s' "$1" "$2" "$3" "$4")
"
}

summary() {
    printf '\n%-10s %-7s %7s  %s\n' step result time seen
    printf '%s' "$rows"
    printf '%-10s %-7s %5s s\n' all "$([ "$outcome" = 0 ] && echo ok || echo FAILED)" $(($(date +%s) - total))
}

# What the boards know about themselves, for analysing a failure.
save_logs() {
    cp "$run"/*.log "$logs/" 2>/dev/null || true
    for board in $boards; do
        cp "$run/$board/boot.log" "$logs/$board.boot.log" 2>/dev/null || true
        on "$board" "journalctl --no-pager -o short-precise -n 5000" >"$logs/$board.journal" 2>&1 || true
        on "$board" "systemctl --no-pager --full status 'boardbots*'; systemctl --no-pager --failed;
            systemctl --no-pager show 'boardbots@*' 'boardbots-arena*';
            ls -laR /var/lib/boardbots /etc/boardbots; ps aux" >"$logs/$board.state" 2>&1 || true
    done
}
