# shellcheck shell=sh
# Steps: what the user changes, and what must not be left behind.

# From deploy/test-board and the files before this one.
: "${run:?}" "${boards:?}"

# Another key for an instance, which then plays under the name of that key.
step_rotate() {
    old=$run/desk/old-key
    cp -p "$run/desk/keys/carol" "$old"
    other=carol-$$
    register "$other" "$run/desk/keys/carol"
    all_records >"$run/before"
    start_spy
    deploy push kitchen
    kill "$spy"
    wait_for 180 "carol plays with her new key" has_turns kitchen carol 3
    since=$(boot_time kitchen)
    on kitchen "journalctl -u boardbots-arena --since '$since' -o cat --no-pager" | grep "starts:.*$other" \
        || fail "no bot called $other plays"
    undisturbed "$run/before" carol || fail "others were restarted, too"
    [ ! -s "$run/spied" ] || fail "a process showed a key: $(cat "$run/spied")"
    grep -rlF -f "$run/desk/keys/carol" "/proc/$(first_process kitchen)/root/etc" \
        || fail "the new key is not found where it must be, so this look for keys is blind"
    for board in $boards; do
        leaks=$(leaked "$board")
        [ -z "$leaks" ] || fail "on $board the old key, or any in the journal or a process: $leaks"
    done
    figure "carol plays as $other, others undisturbed, no key in $(wc -l <"$run/rounds") looks at all processes"
}

# Looks at all processes, again and again, for one that shows a key on its command line or in its
# environment; there it would be for a moment only. Processes of the boards are among those of this
# machine. A decoy shows that it sees.
start_spy() {
    decoy=$(od -An -N12 -tx1 /dev/urandom | tr -d ' \n')
    {
        # The last word of each line, none of them empty, because that would be found everywhere.
        find "$run/desk" -type f \( -path '*/keys/*' -o -name old-key \) -exec awk 'NF { print $NF }' {} +
        echo "$decoy"
    } >"$run/secrets"
    (
        # Ends with the step, however that ends.
        while [ -e "$run/terminal" ]; do
            grep -lF -f "$run/secrets" /proc/[0-9]*/cmdline /proc/[0-9]*/environ || true
            echo >>"$run/rounds"
        done
    ) >>"$run/spied" 2>/dev/null &
    spy=$!
    : >"$run/spied"
    sh -c 'sleep 60; exit' "$decoy" &
    wait_for 20 "a key on a command line is seen" test -s "$run/spied"
    end_tree $!
    wait_for 20 "the decoy is gone" passed_by
    : >"$run/rounds"
    say "a decoy was seen; now the push"
}

# A whole look at all processes has shown no key.
passed_by() {
    : >"$run/spied"
    : >"$run/rounds"
    while [ "$(wc -l <"$run/rounds")" -lt 2 ]; do sleep 0.1; done
    [ ! -s "$run/spied" ]
}

# leaked BOARD: where the old key is, or any key in the journal. The arena's own database holds keys.
leaked() {
    pid=$(first_process "$1")
    board_root=/proc/$pid/root
    on "$1" "journalctl --no-pager --all -o export" | grep -qF -f "$run/secrets" && echo journal
    grep -lF -f "$run/secrets" /proc/[0-9]*/cmdline /proc/[0-9]*/environ 2>/dev/null || true
    for folder in etc opt run tmp root var/log var/tmp var/lib/systemd; do
        grep -rlF -f "$run/desk/old-key" "$board_root/$folder" 2>/dev/null || true
    done
}

boot_time() { on "$1" "uptime -s"; }

step_remove() {
    all_records >"$run/before"
    deploy instance remove kitchen dave
    on kitchen "systemctl is-active boardbots@dave" && fail "dave is active"
    on kitchen "systemctl is-enabled boardbots@dave" | grep -x enabled && fail "dave is enabled"
    left=$(on kitchen "find /etc /opt /run /var/lib -name '*dave*'")
    [ -z "$left" ] || fail "left of dave: $left"
    bots kitchen | grep -x dave && fail "the inventory still has dave"
    grep -v '^dave ' "$run/before" >"$run/others"
    undisturbed "$run/others" || fail "others were restarted"
    wait_for 180 "the others play on" all_play_on "$run/others"
    figure "dave is gone, the other 7 undisturbed"
}

step_uninstall() {
    deploy uninstall --yes --now --purge kitchen attic
    for board in $boards; do
        # systemd's own notes of units that ran last until it looks for what it can forget.
        left=$(on "$board" "find /etc /opt /run /usr /var -name '*boardbots*' -not -path '/run/systemd/units/*' -not -path '/usr/local/*'
            dpkg -l | grep boardbots
            systemctl list-units --all --plain --no-legend 'boardbots*'
            systemctl list-unit-files --no-legend 'boardbots*'
            ps -e -o comm= | grep -x boardbots || true")
        [ -z "$left" ] || fail "left on $board: $left"
    done
    figure "nothing left on both boards"
}
