# shellcheck shell=sh
# The root filesystem that all boards share, made once and kept.

suite=bookworm
include="systemd systemd-sysv dbus openssh-server iproute2"

# Raised when what is done to the filesystem changes, so that old ones are not used.
edition=3

# Prints where the root filesystem of this suite and these packages is, or will be.
root_path() {
    sum=$(printf '%s\n' "$suite" "$include" "$edition" | cksum | cut -d ' ' -f 1)
    echo "${XDG_CACHE_HOME:-$HOME/.cache}/boardbots/board-$suite-$sum"
}

# Makes the root filesystem unless it is there. A half-made one never bears the final name.
make_root() {
    root=$(root_path)
    mkdir -p "${root%/*}"
    exec 8>"$root.lock"
    flock 8
    if [ ! -d "$root" ]; then
        echo "making a Debian $suite root filesystem in $root"
        rm -rf "$root.part"
        # shellcheck disable=SC2086  # a list
        mmdebstrap --variant=minbase --include="$(echo $include | tr ' ' ,)" \
            "$suite" "$root.part" >"$root.log" 2>&1 || {
            tail -n 20 "$root.log" >&2
            rm -rf "$root.part"
            echo "no root filesystem; the whole of it is in $root.log" >&2
            exit 1
        }
        settle_root "$root.part"
        mv -T "$root.part" "$root"
    fi
    exec 8>&-
}

# settle_root DIR: what every board has beyond its packages.
settle_root() {
    units="$1/etc/systemd/system"
    mkdir -p "$units/multi-user.target.wants" "$1/root/.ssh" "$1/var/log/journal"
    chmod 700 "$1/root/.ssh"
    # Programs of 64-bit ARMs run there, by emulation or by themselves; so dpkg takes their packages.
    printf '%s\n' "$(dpkg --print-architecture)" arm64 | sort -u >"$1/var/lib/dpkg/arch"
    ln -sf /lib/systemd/system/systemd-networkd.service "$units/multi-user.target.wants/"
    # A journal that survives reboots, so that a failed step can be read afterwards.
    # The console is not used, and nothing is to be fetched.
    for unit in console-getty.service getty.target apt-daily.timer apt-daily-upgrade.timer \
        systemd-networkd-wait-online.service; do
        ln -sf /dev/null "$units/$unit"
    done
    # The arena logs thirty games in five minutes and sums up the others. The steps need a line for each.
    mkdir -p "$1/etc/systemd/system.conf.d"
    printf '%s\n' "[Manager]" "DefaultEnvironment=RUST_LOG=info,boardbots_server::arena::game_log=debug" \
        >"$1/etc/systemd/system.conf.d/lab.conf"
    # Init of a board: lets systemd share out the processor. systemd-nspawn mounts the
    # controllers of the old kind of control groups read-only; they are in a group of their
    # own, so that nothing but this board is within reach. There are none on newer machines.
    cat >"$1/usr/local/sbin/board-init" <<'INIT'
#!/bin/sh
for controller in cpu cpuacct cpu,cpuacct; do
    if [ -d "/sys/fs/cgroup/$controller" ]; then
        mount -o remount,bind,rw "/sys/fs/cgroup/$controller" "/sys/fs/cgroup/$controller"
    fi
done
exec /lib/systemd/systemd "$@"
INIT
    chmod 755 "$1/usr/local/sbin/board-init"
}
