# shellcheck shell=sh
# Steps: what the instances use of a board.

# From deploy/test-board and the files before this one.
: "${run:?}" "${boards:?}"

# Notes what each process has written so far. Later steps compare; a process that starts counts a
# block of its own where the kernel notes when the program's file was last read.
note_written() {
    for board in $boards; do
        records "$board" | while read -r name _ pid invocation _; do
            echo "$name $invocation $(date +%s) $(written_by "$board" "$pid")"
        done
    done >>"$run/written"
}

# written_by BOARD PROCESS: bytes that it has caused to be written to a disk.
written_by() {
    number "$(awk '$1 == "write_bytes:" { print $2 }' "/proc/$(first_process "$1")/root/proc/$2/io")" 0
}

# watched_for SECONDS: so long ago, what a process that still runs had written was noted.
watched_for() {
    all_records | awk -v now="$(date +%s)" -v long="$1" '
        NR == FNR { runs[$4]; next } $2 in runs && now - $3 >= long { found = 1 } END { exit !found }' - "$run/written"
}

# Bots write nothing to the disk but their few log lines, and little to memory.
step_disk() {
    [ -s "$run/written" ] || note_written
    all_records >"$run/before"
    wait_for 240 "all play on" all_play_on "$run/before"
    wait_for 150 "one has been watched for two minutes" watched_for 120
    most_memory=0
    longest=0
    for board in $boards; do
        records "$board" >"$run/records"
        while read -r name _ pid invocation _; do
            note=$(awk -v is="$invocation" '$2 == is { print $3, $4; exit }' "$run/written")
            if [ -n "$note" ]; then
                watched=$(($(date +%s) - ${note% *}))
                written=$(($(written_by "$board" "$pid") - ${note#* }))
                [ "$watched" -le "$longest" ] || longest=$watched
            else
                watched=0
                written=0
            fi
            memory=$(number "$(on "$board" "sed -n 's/^VmRSS:[^0-9]*\([0-9]*\).*/\1/p' /proc/$pid/status")" 0)
            age=$(number "$(on "$board" "ps -o etimes= -p $pid" | tr -d ' ')" 0)
            logged=$(on "$board" "journalctl _SYSTEMD_INVOCATION_ID=$invocation -o cat --no-pager" | wc -c)
            echo "$name on $board: $written bytes written in $watched s, $logged bytes in the journal in $age s, $memory KiB resident"
            [ "$written" = 0 ] || fail "$name has written $written bytes in $watched s"
            # Its hourly share, of which it may use a quarter at once when it starts.
            share=$((20480 * (age + 900) / 3600))
            [ "$logged" -le "$share" ] || fail "$name has logged $logged bytes in $age s; its share is $share"
            [ "$memory" -le "$most_memory" ] || most_memory=$memory
        done <"$run/records"
    done
    figure "nothing written in up to $longest s, journals within 20 KiB an hour, at most $most_memory KiB resident$(! emulated || echo " (the emulator's)")"
}

# A neighbour that burns processor time in the same slice. The instances are started anew beside it,
# because of its first game each logs the slowest decision; and then each plays three more.
step_noise() {
    on attic "systemd-run --quiet --unit=noise --slice=boardbots.slice sh -c 'while :; do :; done'"
    records attic >"$run/quiet"
    names=$(bots attic | paste -sd ' ' -)
    on attic "for name in $names; do systemctl restart --no-block boardbots@\$name; done"
    for name in $names; do
        wait_for 240 "$name has played a game beside the noise" has_line "$name"
    done
    # A bot that left while it waited for a game had a seat in the next one; from here on none has left.
    since_arena=$(now_on kitchen)
    records attic >"$run/before"
    for name in $names; do
        wait_for 240 "$name has played on" has_games attic "$name" $(($(number "$(field "$name" 6 "$run/before")" 0) + 3))
    done
    burnt=$(number "$(on attic "ps -o cputimes= -p \$(systemctl show -P MainPID noise)" | tr -d ' ')" 0)
    [ "$burnt" -gt 5 ] || fail "the noise made no noise"
    on attic "cat /proc/loadavg; systemctl stop noise"
    worst=0
    for name in $names; do
        line=$(game_line "$name")
        echo "$line"
        case $line in *"LOST BY TIME-OUT"* | *vanished*) fail "$name: $line" ;; esac
        slowest=$(number "$(puts "$line" | sed -n 's/.*slowest decision \([0-9]*\) ms.*/\1/p')" 9999)
        [ "$slowest" -le 700 ] || fail "$name took $slowest ms for a decision; its deadline is 700 ms"
        [ "$slowest" -le "$worst" ] || worst=$slowest
    done
    games=$(games_since "$since_arena")
    [ -n "$games" ] || fail "the arena knows of no whole game"
    # shellcheck disable=SC2086  # a list
    none_late $games
    undisturbed "$run/before" || fail "instances were restarted"
    note_written
    figure "slowest decision $worst ms of 700, none late (games: $(echo "$games" | wc -l)), beside $burnt s of noise"
}

has_line() {
    [ -n "$(game_line "$1")" ]
}

# game_line NAME: what an instance on attic logged of its first game since it was restarted. The
# process before may have logged more of its own games at its end.
game_line() {
    records attic >"$run/now"
    invocation=$(field "$1" 4 "$run/now")
    [ "$invocation" != "$(field "$1" 4 "$run/quiet")" ] || return 0
    on attic "journalctl _SYSTEMD_INVOCATION_ID=$invocation -o cat --no-pager" | grep -m 1 'slowest decision'
}
