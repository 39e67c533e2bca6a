# shellcheck shell=sh
# What the machine must have to boot boards, and the loud line where it cannot.
# From deploy/test-board: $require, and $BOARDBOTS_LAB, the architecture of the boards' programs.
: "${require:?}" "${BOARDBOTS_LAB:?}"

# What is missing is installed with apt-get where that works.
packages="mmdebstrap debian-archive-keyring systemd-container iproute2 openssh-client curl procps util-linux"
commands="mmdebstrap systemd-nspawn ip ssh ssh-keygen curl pgrep unshare nsenter setpriv flock"

# The machine cannot boot boards: said loudly, and a failure only with --require.
cannot() {
    echo "SKIPPED: deploy/test-board: $*" >&2
    [ "$require" = no ] || exit 1
    exit 0
}

# Ends the program unless this machine can boot boards and run ARM binaries in them.
need_machine() {
    [ "$(uname -s)" = Linux ] || cannot "boards are booted with systemd-nspawn, which is for Linux"
    [ "$(id -u)" = 0 ] || cannot "booting boards needs root; try: sudo deploy/test-board"
    if emulated; then
        packages="$packages qemu-user-static binfmt-support"
        commands="$commands update-binfmts qemu-aarch64-static"
    fi
    need_commands
    # A trial of what the boards are made of: namespaces, a bridge, a pair of interfaces.
    trial="ip link add lab type bridge && ip link add name lab0 type veth peer name lab1"
    answer=$(unshare --mount --net --pid --fork --mount-proc sh -c "$trial" 2>&1) \
        || cannot "no namespaces or bridges here: $answer"
    ! emulated || need_emulation
}

# ARM binaries run on anything but a 64-bit ARM by emulation.
emulated() {
    [ "$(uname -m)" != "$BOARDBOTS_LAB" ]
}

need_commands() {
    missing=
    for command in $commands; do
        command -v "$command" >/dev/null || missing="$missing $command"
    done
    [ -n "$missing" ] || return 0
    command -v apt-get >/dev/null || cannot "there is no$missing, and no apt-get to install it"
    echo "installing $packages"
    # shellcheck disable=SC2086  # a list
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends $packages; } >/dev/null \
        || cannot "there is no$missing, and apt-get could not install it"
}

# The kernel hands ARM binaries to qemu. This outlives the run, as it does where the packages
# are installed on a machine with systemd.
need_emulation() {
    formats=/proc/sys/fs/binfmt_misc
    [ -e "$formats/status" ] || mount -t binfmt_misc binfmt_misc "$formats" \
        || cannot "the kernel has no binfmt_misc, so ARM binaries do not run here"
    [ -e "$formats/qemu-aarch64" ] || update-binfmts --enable qemu-aarch64 || true
    [ -e "$formats/qemu-aarch64" ] || cannot "binfmt_misc does not know qemu-aarch64"
    # Without F the kernel would look for qemu on the board.
    grep -q '^flags:.*F' "$formats/qemu-aarch64" \
        || cannot "qemu-aarch64 is not fixed in binfmt_misc (flag F), so boards cannot use it"
}
