# shellcheck shell=sh
# What a test expects. Sourced by the tests; makes $folder, a private folder that goes at the end.

deploy=${tests%/*}
folder=$(mktemp -d "${TMPDIR:-/tmp}/boardbots-test.XXXXXX")
trap 'rm -rf "$folder"' EXIT
unset BOARDBOTS_BOARDS BOARDBOTS_SSH_CONFIG BOARDBOTS_DIST
checks=0

fail() {
    echo "${0##*/}: $1" >&2
    [ ! -e "$folder/out" ] || sed 's/^/    out: /' "$folder/out" | tail -n 40 >&2
    [ ! -e "$folder/err" ] || sed 's/^/    err: /' "$folder/err" | tail -n 40 >&2
    exit 1
}

# Runs a command and expects its exit code; its output is in $folder/out and $folder/err.
#   code N COMMAND...
code() {
    due=$1
    shift
    found=0
    "$@" >"$folder/out" 2>"$folder/err" </dev/null || found=$?
    checks=$((checks + 1))
    [ "$found" -eq "$due" ] || fail "exit code $found instead of $due: $*"
}

# The output of the last command has this line exactly, or contains this text.
#   line out|err TEXT      holds out|err TEXT      lacks out|err TEXT
line() {
    checks=$((checks + 1))
    grep -Fqx -e "$2" "$folder/$1" || fail "$1 has no line: $2"
}

holds() {
    checks=$((checks + 1))
    grep -Fq -e "$2" "$folder/$1" || fail "$1 does not hold: $2"
}

lacks() {
    checks=$((checks + 1))
    ! grep -Fq -e "$2" "$folder/$1" || fail "$1 holds: $2"
}

# Two texts are equal: equal WHAT FOUND DUE
equal() {
    checks=$((checks + 1))
    [ "$2" = "$3" ] || fail "$1 is
$2
instead of
$3"
}
