# shellcheck shell=sh
# What has to be known before a board is touched: what it is, what is on it, which binary it needs.
# Sourced after fleet.sh, inventory.sh and connection.sh.

# Where deploy/build leaves its binaries.
dist=${BOARDBOTS_DIST:-${deploy%/*}/dist}

# Runs a command of the board, telling what it says as it says it. Leaves in $work/BOARD: result
# ("KIND TEXT", nothing if the connection broke), facts, and last (log lines, complaints). All of it is as
# a terminal may show it, without tabs, and no more than 1 MiB and 3000 lines; a day of beats fits in.
#   conduct BOARD SECONDS COMMAND [WORD...]
conduct() {
    : >"$work/$1/result"
    heard=0
    on_board "$@" 2>"$work/$1/err" | { plain 1048576 1000 ' ' || cut_off "$1"; } | while IFS= read -r line; do
        # A worker whose command was killed leaves the board to itself.
        kill -0 $$ 2>/dev/null || { close_connection "$1"; exit 1; }
        case $line in
            beat) continue ;;
            "say "*) tell "$1" "${line#say }" ;;
            "last "*) printf '%s\n' "${line#last }" >>"$work/$1/last" ;;
            "wrong "*) in_inventory "$1" "${line#wrong }" >>"$work/$1/last" ;;
            "result "*) printf '%s\n' "${line#result }" >"$work/$1/result" ;;
            *) printf '%s\n' "$line" >>"$work/$1/facts" ;;
        esac
        heard=$((heard + 1))
        if [ "$heard" = 3000 ]; then
            cut_off "$1"
            break
        fi
    done
    [ ! -e "$work/$1/flood" ] || : >"$work/$1/result"
    result=$(cat "$work/$1/result")
    kind=${result%% *} text=${result#* }
}

# A complaint about NAME.conf:LINE, in terms of the inventory, where it is to be mended.
in_inventory() {
    name=${2%%.conf*}
    said=$(line_of_instance "$1" "$name")
    if [ -n "$said" ]; then
        printf '%s:%s: instance %s%s\n' "$inventory" "$said" "$name" "${2#"$name.conf"}"
    else
        printf '%s\n' "$2"
    fi
}

# The last thing the board said about KEY.
fact() {
    sed -n "s/^set $2 //p" "$work/$1/facts" | tail -n 1
}

# Opens the connection and learns the facts. 1 on failure, with $trouble.
survey() {
    open_connection "$1" || { trouble="unreachable: $trouble"; return 1; }
    : >"$work/$1/facts"
    conduct "$1" 60 facts
    if [ "$kind" != "done" ]; then
        trouble=$(silence "$1")
        return 1
    fi
    lacks=$(sed -n 's/^set lacks //p' "$work/$1/facts" | tr '\n' ' ')
    if [ -n "$lacks" ]; then
        trouble="the board lacks ${lacks% }; install it there"
        return 1
    fi
    case $(fact "$1" systemd) in
        "" | *[!0123456789]*) trouble="the board has no systemd"; return 1 ;;
    esac
}

# Which binary the board needs, from the inventory or from its machine name: sets $board_arch and
# $target. 1 with $trouble for a machine nothing is built for.
target_of() {
    board_record "$1"
    board_arch=$arch
    if [ "$board_arch" = auto ]; then
        case $(fact "$1" machine) in
            aarch64 | arm64) board_arch=aarch64 ;;
            armv7* | armv8l) board_arch=armv7 ;;
            x86_64) board_arch=x86_64 ;;
            *)
                trouble="nothing is built for a machine called $(fact "$1" machine); if one of the binaries runs there, say arch= in the inventory"
                board_arch=$(fact "$1" machine)
                return 1
                ;;
        esac
    fi
    case $board_arch in
        aarch64) target=aarch64-unknown-linux-musl ;;
        armv7) target=armv7-unknown-linux-musleabihf ;;
        x86_64) target=x86_64-unknown-linux-musl ;;
    esac
}

# SHA-256 of a file here.
sum_here() {
    if command -v sha256sum >/dev/null 2>&1; then sha256sum <"$1"; else shasum -a 256 <"$1"; fi | sed 's/ .*//'
}

# The binary for $target and its release: sets $binary, $sum, $release. 1 with $trouble.
built() {
    binary=$dist/$target/boardbots
    if [ ! -f "$binary" ] || [ ! -f "$dist/$target/manifest" ]; then
        trouble="there is no $binary (with its manifest); run deploy/build"
        return 1
    fi
    sum=$(sum_here "$binary")
    version=$(sed -n 's/^version *= *//p' "$dist/$target/manifest")
    if [ "$sum" != "$(sed -n 's/^sha256 *= *//p' "$dist/$target/manifest")" ]; then
        trouble="$binary is not the one of its manifest; run deploy/build again"
        return 1
    fi
    case $version in
        "" | *[!A-Za-z0-9.+-]*) trouble="the manifest of $binary names no version; run deploy/build again"; return 1 ;;
    esac
    release=$version-$(printf %.12s "$sum")
}

# The board has this release, unharmed.
has_release() {
    grep -Fqx -e "release $2 $3" "$work/$1/facts"
}
