# shellcheck shell=sh
# The services of a board: how they are, and restarting one so that it is known to be well.

# The longest game and a little; the unit's own TimeoutStopSec ends a stop before that.
leave_limit=1380

unit_of() {
    case $1 in
        arena) echo boardbots-arena.service ;;
        # Set up by hand; another instance may have this name.
        tables | league) if [ "$(value_in run "$etc/$1.conf")" = "$1" ]; then puts "boardbots-$1.service"; else puts "boardbots@$1.service"; fi ;;
        *) puts "boardbots@$1.service" ;;
    esac
}

# Sets $active, $sub, $pid, $invocation, $restarts, $status, $outcome (why it ended last),
# $code (with which exit code), $job (what systemd is yet to do) of the service of NAME.
look_at() {
    active='' sub='' pid=0 invocation='' restarts=0 status='' outcome='' code=0 job=''
    while IFS='=' read -r property value; do
        case $property in
            ActiveState) active=$value ;;
            SubState) sub=$value ;;
            MainPID) pid=$(number "$value" 0) ;;
            InvocationID) invocation=$value ;;
            NRestarts) restarts=$value ;;
            StatusText) status=$value ;;
            Result) outcome=$value ;;
            ExecMainStatus) code=$value ;;
            Job) job=${value#0} ;;
        esac
    done <<PROPERTIES
$(systemctl show -p ActiveState -p SubState -p MainPID -p InvocationID -p NRestarts -p StatusText -p Result -p ExecMainStatus -p Job "$(unit_of "$1")")
PROPERTIES
}

# Sets $runs, the sum of the program that a process runs (after look_at), and $mapped, a path that leads to it: what
# it has mapped, which holds for files that are gone and under an emulator. Nothing for a process that has ended.
look_at_program() {
    runs='' mapped=''
    [ "$pid" -gt 0 ] || return 0
    read -r range inode <<MAP
$(awk '$6 ~ /\/boardbots$/ { print $1, $4 ":" $5; exit }' "$root/proc/$pid/maps" 2>/dev/null | sed 's/^0*//; s/-0*/-/')
MAP
    mapped=$root/proc/$pid/map_files/$range
    if [ -z "$range" ] || [ ! -e "$mapped" ]; then mapped=$root/proc/$pid/exe inode=$pid; fi
    case ${sums:-} in
        *" $inode="*) runs=${sums##*" $inode="} && runs=${runs%% *} ;;
        *) runs=$(sum_of "$mapped") && sums="${sums:-} $inode=$runs " ;;
    esac
}

# The service of NAME has to be restarted to run the program whose sum is $due as it is configured now.
needs_restart() {
    [ ! -e "$undo/pending/$1" ] || return 0
    look_at "$1"
    look_at_program
    # What its owner has stopped meanwhile.
    if [ "$command" = renew ] && [ "$active" = inactive ]; then return 1; fi
    [ "$active" != active ] || [ "$runs" != "$due" ]
}

# The names among these whose service has to be restarted.
stale() { for name do ! needs_restart "$name" || puts "$name"; done; }

# Why a service is not well, in words (after look_at).
complaint() {
    case $outcome:$code in
        exit-code:2) echo "exit code 2: the command line of its unit makes no sense to this release" ;;
        exit-code:3) echo "exit code 3: its configuration" ;;
        exit-code:5) echo "exit code 5: the server does not know its key" ;;
        exit-code:243) echo "exit code 243: systemd cannot give it its key" ;;
        exit-code:*) puts "exit code $code" ;;
        signal:* | core-dump:*) puts "killed by signal $code" ;;
        timeout:*) echo "not READY in time" ;;
        watchdog:*) echo "its watchdog barked" ;;
        success:*) puts "$active${status:+, $status}" ;;
        *) puts "$outcome" ;;
    esac
}

# Says what a service last logged, for the end of a failed command.
last_words() {
    journalctl -u "$(unit_of "$1")" -n 8 -o short-iso --no-pager -q 2>/dev/null |
        while IFS= read -r line; do emit last "$line"; done
}

# Waits while CONDITION holds for the service of NAME (after look_at), at most for SECONDS, and tells what holds it
# up. 1 if it still holds then.
#   wait_while CONDITION NAME SECONDS
wait_while() {
    began=$(uptime_seconds) tell_at=3
    while look_at "$2"; "$1" "$2"; do
        waited=$(($(uptime_seconds) - began))
        [ "$waited" -le "$3" ] || return 1
        if [ "$waited" -ge "$tell_at" ] && [ "$1" != plays ]; then
            case $active in
                active | deactivating) say "$2 ends its game first: ${status:-no status}" ;;
                activating) ;;
                *) say "$2 waits for other units before it is started (systemctl list-jobs)" ;;
            esac
            tell_at=$((waited + 30))
        fi
        emit beat
        sleep 1
    done
}

ends() { [ "$active" = active ] || [ "$active" = deactivating ]; }
# Its new process has not begun, and still can.
begins() { { [ "$invocation" = "$before" ] || [ -z "$invocation" ]; } && { [ -n "$job" ] || [ "$active" = active ]; }; }
gets_ready() {
    [ "$active" != active ] && [ "$sub" != auto-restart ] && [ "$invocation" = "$started" ] &&
        { [ -n "$job" ] || [ "$active" != failed ]; }
}

# Stops the service of NAME when its game has ended. 1 if it does not stop.
stop_gracefully() {
    systemctl stop --no-block "$(unit_of "$1")" 2>/dev/null || return 0
    wait_while ends "$1" "$leave_limit"
}

# Restarts the service of NAME and waits until the new process is READY. A game in play is ended
# first. 1 if it does not get there, and $why says why.
restart() {
    look_at "$1"
    before=$invocation unit=$(unit_of "$1")
    : >"$undo/restarted/$1"
    # What counts its crashes and starts begins anew.
    systemctl reset-failed "$unit" 2>/dev/null || :
    if [ "$active" != active ]; then systemctl stop "$unit" 2>/dev/null || :; fi
    systemctl restart --no-block "$unit" || { why="systemd refuses to restart it"; return 1; }
    if ! wait_while begins "$1" "$leave_limit" || [ -z "$invocation" ] || [ "$invocation" = "$before" ]; then
        why="it did not come back: $(complaint)"
        return 1
    fi
    started=$invocation
    wait_while gets_ready "$1" "$patience" || { why="not READY after $patience s"; return 1; }
    if [ "$active" != active ] || [ "$invocation" != "$started" ]; then why="it ended before READY: $(complaint)"; return 1; fi
    rm -f "$undo/pending/$1"
}

# It plays, has yet to make good turns, and makes them: each one gives it the whole time again.
plays() {
    [ "$active" = active ] && [ "$invocation" = "$started" ] || return 1
    made=$(number "${status##*turns }" 0)
    [ "$made" -lt "$due_turns" ] || return 1
    [ "$made" -gt "$best" ] || return 0
    [ "$best" -ge 0 ] || say "$1 is READY; now $due_turns good turns: ${status:-no status yet}"
    best=$made began=$(uptime_seconds)
}

# Waits for N good turns of the service of NAME, those that the server has answered. 0 also if it waits in a lobby and
# no game comes ($remark says so then); 1 if it ends, or plays without an answer to its moves ($why).
#   prove NAME N
prove() {
    look_at "$1"
    started=$invocation best=-1 made=0 due_turns=$2 remark=''
    [ "$due_turns" -gt 0 ] || return 0
    if wait_while plays "$1" "$patience"; then
        why="it ended after READY: $(complaint)"
        [ "$made" -ge "$due_turns" ] && say "$1 has made $made good turns"
        return
    fi
    why="no good turn for $patience s: ${status:-no status}"
    case $status in
        "waiting for a game"*) remark="no game came within $patience s, so $1 is READY but has made $made of $2 turns" ;;
        # Having had none before, that is no fault of what is new.
        "no game: "*) ! grep -q '^no game: ' "$undo/ran/$1" 2>/dev/null || remark="$1 has no game, as before: ${status#no game: }" ;;
    esac
    [ -n "$remark" ]
}
