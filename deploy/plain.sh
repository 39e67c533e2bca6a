# shellcheck shell=sh
# What others say (boards, inventories, records of matches) is data: it is shown, compared and
# counted, and never evaluated. Sourced first by every command; needs $deploy.

# Letters are bytes and digits are 0 to 9, whatever the language of the user.
LC_ALL=C
export LC_ALL
# shellcheck source=deploy/on-board/values.sh
. "$deploy/on-board/values.sh"
plain_awk=$(cat "$deploy/plain.awk")
tab=$(printf '\t')
newline='
'

# Copies text from stdin to stdout as it comes, as a terminal may show it (see plain.awk). Lines are
# cut after WIDTH bytes; tabs become TAB, and each line begins with PREFIX. After about BYTES bytes
# it stops, with 1. It holds no more than a line of WIDTH and two pieces of 64 KiB.
#   plain BYTES WIDTH [TAB [PREFIX]]
plain() (
    left=$1 width=$2 held=''
    shift 2
    # Shells leave NULs out; some complain. Whole lines are told from the rest by splitting: to strip a long text
    # of a pattern takes the square of its length.
    set -f
    IFS=$newline
    while { chunk=$(dd bs=65536 count=1 2>/dev/null; echo .); } 2>/dev/null; [ "$chunk" != . ]; do
        held=$held${chunk%.}
        left=$((left + 1 - ${#chunk}))
        case $held in
            *"$newline") rest='' ;;
            *"$newline"*) for rest in $held; do :; done ;;
            *) if [ "${#held}" -gt "$((width + 65536))" ]; then rest=''; else rest=$held; fi ;;
        esac
        [ "$rest" = "$held" ] || plain_lines "$width" "${rest:+partial}" "$held" "$@"
        held=$rest
        [ "$left" -ge 0 ] || return 1
    done
    [ -z "$held" ] || plain_lines "$width" "" "$held" "$@"
)

# The last line of a text that is partial is left out.
#   plain_lines WIDTH partial|"" TEXT [TAB [PREFIX]]
plain_lines() {
    printf '%s' "$3" | awk -v width="$1" -v partial="$2" -v tab="${4-$tab}" -v prefix="${5-}" "$plain_awk"'
        NR > 1 { print prefix line }
        { line = plain($0); gsub(/\t/, tab, line); line = shortened(line, width) }
        END { if (NR && !partial) print prefix line }'
}
