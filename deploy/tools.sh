# shellcheck shell=sh
# What deploy/build, deploy/release and deploy/package/make have in common: tools of known versions, each installed
# where that needs no questions asked. Sourced; the one that does says in `program` who it is.

EXIT_MISSING=3
tools=${XDG_CACHE_HOME:-$HOME/.cache}/boardbots

say() { printf '%s\n' "$*"; }
fail() {
    code=$1
    shift
    printf '%s: %s\n' "${program:?}" "$*" >&2
    exit "$code"
}
has() { command -v "$1" >/dev/null 2>&1; }

# Installs Debian packages, or says how: packages PURPOSE PACKAGE...
packages() {
    purpose=$1
    shift
    if ! has apt-get; then
        fail $EXIT_MISSING "$purpose is missing; on Debian it comes with: apt-get install $*"
    elif [ "$(id -u)" = 0 ]; then
        root=
    elif has sudo && sudo -n true 2>/dev/null; then
        root=sudo
    else
        fail $EXIT_MISSING "$purpose is missing; install it with: sudo apt-get update && sudo apt-get install $*"
    fi
    say "installing $* ($purpose)"
    # Lists may be old or absent, which the installation then shows.
    $root apt-get update -qq || true
    DEBIAN_FRONTEND=noninteractive $root apt-get install -y -qq --no-install-recommends "$@" >/dev/null ||
        fail $EXIT_MISSING "$purpose cannot be installed; try: sudo apt-get install $*"
}

# Sets `folder` to what holds a tool of Python's, with its commands in bin: python_tool PACKAGE VERSION
python_tool() {
    folder=$tools/$1-$2
    [ ! -d "$folder" ] || return 0
    python=$(command -v python3) || { packages "Python 3" python3 python3-pip && python=python3; }
    $python -m pip --version >/dev/null 2>&1 || packages "pip" python3-pip
    say "installing $1 $2 in $tools"
    rm -rf "$folder.part"
    mkdir -p "$tools"
    $python -m pip install --quiet --disable-pip-version-check --root-user-action=ignore \
        --target "$folder.part" "$1==$2" ||
        fail $EXIT_MISSING "$1 cannot be installed; try: python3 -m pip install $1==$2"
    mv "$folder.part" "$folder"
}

# Puts a subcommand of cargo into PATH. Its own path changes nothing that it makes: cargo_tool cargo-NAME VERSION
cargo_tool() {
    if has "$1" && [ "$("$1" --version 2>/dev/null)" = "$1 $2" ]; then return 0; fi
    folder=$tools/${1#cargo-}-$2
    PATH=$folder/bin:$PATH
    [ ! -x "$folder/bin/$1" ] || return 0
    say "installing $1 $2 in $tools"
    # Flags of a build are not for it, nor is what wraps the compiler.
    env -u RUSTC_WORKSPACE_WRAPPER cargo install --quiet --locked --debug --root "$folder" --version "$2" "$1" ||
        fail $EXIT_MISSING "$1 cannot be installed; try: cargo install --locked $1 --version $2"
}
