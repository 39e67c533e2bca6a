# shellcheck shell=sh
# The boards of a run: switched on, reached, cut off, switched off.
# From deploy/test-board: $lab, the folder of this file, $run, that of the run.
: "${lab:?}" "${run:?}"

boards="kitchen attic"

# address BOARD
address() {
    case $1 in
        kitchen) echo 10.77.7.11 ;;
        attic) echo 10.77.7.12 ;;
        *) echo "no board $1; there are: $boards" >&2; return 2 ;;
    esac
}

# The process that all of a run hangs on; nothing where no boards are on.
# Its number could be another's by now, so its command line must name the run.
holder() {
    holder=$(cat "$run/holder" 2>/dev/null) || return 1
    [ -r "/proc/$holder/cmdline" ] && tr '\0' ' ' <"/proc/$holder/cmdline" | grep -qF " $run " || return 1
    echo "$holder"
}

# boards_up MODE: switches the boards on. With MODE "keep" they outlive this program.
boards_up() {
    boards_down
    mkdir -p "$run"
    printf '%s' "$run" | cksum | cut -d ' ' -f 1 >"$run/id"
    ssh-keygen -q -t ed25519 -N '' -C test-board -f "$run/key"
    write_ssh
    on_desk=
    for board in $boards; do on_desk="$on_desk $board=$(address "$board")"; done
    guard=
    [ "$1" = keep ] || guard="setpriv --pdeathsig KILL"
    # A session of its own: Ctrl-C is for this program, which then switches the boards off. When
    # even that cannot be (kill -9), pdeathsig ends the desk, and with it everything on it.
    # shellcheck disable=SC2086  # lists
    setsid $guard unshare --mount --net --pid --fork --kill-child=KILL --mount-proc \
        "$lab/machine" "$run" "${root:?}" $on_desk </dev/null >"$run/machine.log" 2>&1 9>&- &
    echo $! >"$run/holder"
    for board in $boards; do
        wait_for 120 "$board is up" board_is_up "$board"
        wait_for 30 "$board can be reached" reaches "$board"
    done
}

# Switches all boards off, and removes all that a run leaves behind, also one that was killed.
boards_down() {
    if holder=$(holder); then
        kill -KILL "$holder" 2>/dev/null || true
        while kill -0 "$holder" 2>/dev/null; do sleep 0.1; done
    fi
    [ -d "$run" ] || return 0
    # The kernel is done with the processes a moment after they have gone.
    groups=boardbots-lab-$(cat "$run/id" 2>/dev/null || echo none)
    for attempt in 1 2 3 4 5 6 7 8 9 10; do
        find /sys/fs/cgroup -depth -type d -path "*/$groups-*" -exec rmdir {} + 2>/dev/null || true
        left=$(find /sys/fs/cgroup -type d -name "$groups-*")
        [ -n "$left" ] || break
        sleep "0.$attempt"
    done
    [ -z "$left" ] || echo "could not be removed: $left" >&2
    rm -rf --one-file-system "$run"
}

# The user's ssh: knows the boards by name, and nothing of the machine's own configuration.
write_ssh() {
    for board in $boards; do
        cat <<CONFIG
Host $board
    HostName $(address "$board")
    User root
    IdentityFile $run/key
    IdentitiesOnly yes
    UserKnownHostsFile $run/known_hosts
    StrictHostKeyChecking accept-new
    LogLevel ERROR
CONFIG
    done >"$run/ssh_config"
}

# desk COMMAND...: at the user's machine, which is on the boards' network.
desk() {
    nsenter --net="/proc/$(cat "$run/holder")/ns/net" -- "$@"
}

# on BOARD COMMAND: a shell command on the board. Not through its network, which may be cut.
on() {
    pid=$(first_process "$1") || return 1
    nsenter --target "$pid" --mount --uts --ipc --net --pid -- \
        env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
        sh -c "cd /; $2"
}

# The init of a board, as this machine numbers it.
first_process() {
    desk_process=$(pgrep -P "$(cat "$run/holder")") || return 1
    supervisor=$(pgrep --ns "$desk_process" --nslist pid -f -- "--machine=$1 ") || return 1
    pgrep -P "$supervisor"
}

board_is_up() {
    case $(on "$1" "systemctl is-system-running" 2>&1) in
        running) ;;
        degraded) on "$1" "systemctl --failed --no-legend"; return 1 ;;
        *) return 1 ;;
    esac
}

reaches() {
    desk ssh -F "$run/ssh_config" -o ConnectTimeout=2 -o BatchMode=yes "$1" true
}

# cut BOARD, join BOARD: the board's network cable.
cut_cable() { desk ip link set "vb-$1" down; }
join_cable() { desk ip link set "vb-$1" up; }

# When the board was started: another text after each reboot.
boot_of() { on "$1" "cat /proc/1/stat" | cut -d ' ' -f 22; }
