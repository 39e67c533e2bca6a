# shellcheck shell=sh
# Steps: what goes wrong on boards by itself. No one at the desk intervenes.

# From deploy/test-board and the files before this one.
: "${run:?}"

# recovers BOARD NAME SIGNAL LIMIT: the main process gets the signal; the service must be started
# again by itself, and play. The others must not notice.
recovers() {
    all_records >"$run/before"
    pid=$(number "$(field "$2" 3 "$run/before")" 0)
    [ "$pid" -gt 0 ] || fail "$2 does not run"
    began=$(date +%s)
    on "$1" "kill -$3 $pid"
    wait_for "$4" "$2 has another process" has_new_process "$1" "$2"
    restarted=$(($(date +%s) - began))
    wait_for 180 "$2 plays again" has_turns "$1" "$2" 5
    restarts=$(number "$(records "$1" | awk -v name="$2" '$1 == name { print $5 }')" 0)
    restarts=$((restarts - $(number "$(field "$2" 5 "$run/before")" 0)))
    [ "$restarts" = 1 ] || fail "$2 was started $restarts times"
    undisturbed "$run/before" "$2" || fail "others were restarted, too"
    figure "$2 restarted after $restarted s, plays after $(($(date +%s) - began)) s, others undisturbed"
}

has_new_process() {
    records "$1" >"$run/now"
    cat "$run/now"
    [ "$(field "$2" 2 "$run/now")" = active ] \
        && [ "$(field "$2" 4 "$run/now")" != "$(field "$2" 4 "$run/before")" ]
}

step_kill() {
    recovers kitchen bob KILL 60
}

# Nothing runs in a stopped process, so only the watchdog can tell.
step_freeze() {
    since=$(now_on attic)
    recovers attic frank STOP 120
    on attic "journalctl -u boardbots@frank --since '$since' --no-pager" | grep -i watchdog \
        || fail "it was not the watchdog"
}

# The cable of a board is out for longer than any turn.
step_cut() {
    out=20
    all_records >"$run/before"
    cut_cable attic
    ! reaches attic || fail "the cable is out, and attic can be reached"
    sleep 5
    records attic | tee "$run/without"
    sleep $((out - 5))
    records attic | cmp - "$run/without" || fail "attic's instances went on without network"
    join_cable attic
    wait_for 30 "attic can be reached" reaches attic
    all_records >"$run/after"
    began=$(date +%s)
    wait_for 240 "all play on" all_play_on "$run/after"
    undisturbed "$run/before" || fail "instances were restarted"
    figure "$out s without network, all play $(($(date +%s) - began)) s later, no restarts"
}

# The board with the arena, so that all must find back to it.
step_reboot() {
    records attic >"$run/before"
    boot=$(boot_of kitchen)
    began=$(date +%s)
    desk ssh -F "$run/ssh_config" kitchen "systemctl reboot" || true
    wait_for 420 "kitchen has rebooted" rebooted kitchen "$boot"
    down=$(($(date +%s) - began))
    say "it is up again after $down s; games in play were ended before"
    began=$(date +%s)
    wait_for 60 "kitchen is up" board_is_up kitchen
    wait_for 60 "the arena answers" arena_answers
    records kitchen >>"$run/before"
    wait_for 240 "all play on" all_play_on "$run/before"
    note_written
    figure "kitchen rebooted in $down s, all 8 play $(($(date +%s) - began)) s later"
}

rebooted() {
    now=$(boot_of "$1") && [ -n "$now" ] && [ "$now" != "$2" ]
}
