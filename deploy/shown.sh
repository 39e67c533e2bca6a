# shellcheck shell=sh
# Words of `boardbots match` that say how its table is shown. Those who play parts of a match show
# none; the command that joins the parts gets these words. Sourced where "$@" are the words of a match: takes
# --json, --anchor NAME and --report DIR out of them, into $json, $anchor and $report.

# shown_value WORD LEFT VALUE: such a word has its value
shown_value() {
    if [ "$2" -lt 1 ] || [ -z "$3" ]; then
        puts "$1 needs a value; see boardbots match --help" >&2
        exit 2
    fi
}

json='' anchor='' report=''
left=$#
while [ "$left" -gt 0 ]; do
    word=$1
    shift
    left=$((left - 1))
    # shellcheck disable=SC2034  # json is for the scripts that source this
    case $word in
        --json) json=--json ;;
        --anchor | --report)
            shown_value "$word" "$left" "${1:-}"
            if [ "$word" = --anchor ]; then anchor=$1; else report=$1; fi
            shift
            left=$((left - 1))
            ;;
        --anchor=*)
            anchor=${word#*=}
            shown_value --anchor 1 "$anchor"
            ;;
        --report=*)
            report=${word#*=}
            shown_value --report 1 "$report"
            ;;
        *) set -- "$@" "$word" ;;
    esac
done
