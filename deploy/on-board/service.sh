# shellcheck shell=sh
# The services of a board: how they are, and restarting one so that it is known to be well.

# The longest game and a little; the unit's own TimeoutStopSec ends a stop before that.
leave_limit=1380

unit_of() {
    case $1 in
        arena) echo boardbots-arena.service ;;
        # Set up by hand; another instance may have this name.
        tables) if [ "$(value_in run "$etc/tables.conf")" = tables ]; then echo boardbots-tables.service; else echo boardbots@tables.service; fi ;;
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
            MainPID) pid=$value ;;
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

# The release whose binary a process runs (after look_at), known by what it has mapped: that holds
# also when the binary runs under an emulator. Nothing for a process that is gone.
running_release() {
    [ "$(number "$pid" 0)" -gt 0 ] || return 0
    sed -n "s|.* $base/releases/\([^/]*\)/boardbots\( (deleted)\)\{0,1\}\$|\1|p" "$root/proc/$pid/maps" 2>/dev/null | head -n 1
}

# The service of NAME has to be restarted to run RELEASE as it is configured now.
needs_restart() {
    [ ! -e "$undo/pending/$1" ] || return 0
    look_at "$1"
    [ "$active" != active ] || [ "$(running_release)" != "$2" ]
}

# How many turns of its own the server has answered since the service of NAME started.
turns() {
    number "${status##*turns }" 0
}

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

# Why a service that was asked to stop or start has not done it yet (after look_at).
hindrance() {
    case $active in
        active | deactivating) puts "ends its game first: ${status:-no status}" ;;
        *) echo "waits for other units before it is started (systemctl list-jobs)" ;;
    esac
}

# Says what a service last logged, for the end of a failed command.
last_words() {
    journalctl -u "$(unit_of "$1")" -n 8 -o short-iso --no-pager -q 2>/dev/null |
        while IFS= read -r line; do emit "last $line"; done
}

# Restarts the service of NAME and waits until the new process is READY. A game in play is ended
# first. 1 if it does not get there, and $why says why.
restart() {
    look_at "$1"
    before=$invocation
    : >"$undo/restarted/$1"
    # What counts its crashes and starts begins anew.
    systemctl reset-failed "$(unit_of "$1")" 2>/dev/null || :
    if [ "$active" = active ]; then
        systemctl restart --no-block "$(unit_of "$1")" || { why="systemd refuses to restart it"; return 1; }
    else
        systemctl stop "$(unit_of "$1")" 2>/dev/null || :
        systemctl start --no-block "$(unit_of "$1")" || { why="systemd refuses to start it"; return 1; }
    fi
    began=$(uptime_seconds)
    told=$began
    while look_at "$1"; [ "$invocation" = "$before" ] || [ -z "$invocation" ]; do
        now=$(uptime_seconds)
        if { [ -z "$job" ] && [ "$active" != active ]; } || [ $((now - began)) -gt "$leave_limit" ]; then
            why="it did not come back: $(complaint)"
            return 1
        fi
        beat
        if [ "$now" -ge "$((told + 30))" ] || { [ "$told" = "$began" ] && [ "$now" -ge "$((began + 3))" ]; }; then
            say "$1 $(hindrance)"
            told=$now
        fi
        sleep 1
    done
    started=$invocation
    began=$(uptime_seconds)
    until [ "$active" = active ]; do
        if { [ -z "$job" ] && [ "$active" = failed ]; } || [ "$sub" = auto-restart ] || [ "$invocation" != "$started" ]; then
            why="it ended before READY: $(complaint)"
            return 1
        fi
        if [ $(($(uptime_seconds) - began)) -gt "$patience" ]; then
            why="not READY after $patience s"
            return 1
        fi
        beat
        sleep 1
        look_at "$1"
    done
    rm -f "$undo/pending/$1"
    return 0
}

# Waits for N good turns of the service of NAME. 0 also if it waits in a lobby and no game comes
# ($remark says so then); 1 if it ends, or plays without an answer to its moves ($why).
#   prove NAME N HAD-NO-GAME-BEFORE(yes|no)
prove() {
    look_at "$1"
    started=$invocation
    best=-1
    remark=
    while :; do
        if [ "$active" != active ] || [ "$invocation" != "$started" ]; then
            why="it ended after READY: $(complaint)"
            return 1
        fi
        made=$(turns)
        if [ "$made" -ge "$2" ]; then
            say "$1 has made $made good turns"
            return 0
        fi
        now=$(uptime_seconds)
        if [ "$made" -gt "$best" ]; then
            [ "$best" -ge 0 ] || say "$1 is READY; now $2 good turns: ${status:-no status yet}"
            best=$made
            since=$now
        fi
        if [ $((now - since)) -ge "$patience" ]; then
            case $status in
                "waiting for a game"*)
                    remark="no game came within $patience s, so $1 is READY but has made $made of $2 turns"
                    return 0
                    ;;
                "no game: "*)
                    if [ "$3" = yes ]; then
                        remark="$1 has no game, as before: ${status#no game: }"
                        return 0
                    fi
                    ;;
            esac
            why="no good turn for $patience s: ${status:-no status}"
            return 1
        fi
        beat
        sleep 1
        look_at "$1"
    done
}
