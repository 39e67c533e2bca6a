# shellcheck shell=sh
# The user's side: an inventory, keys from the arena, and the deploy scripts.

# From deploy/test-board and the files before this one.
: "${project:?}" "${run:?}" "${boards:?}" "${BOARDBOTS_LAB:?}"

arena=http://10.77.7.11:9000
crew_kitchen="alice bob carol dave"
crew_attic="erin frank grace pack"
# Those of the squad that is called pack.
pack="heidi ivan judy karl"

# deploy COMMAND [WORD...]: a script of deploy/, as the user runs it.
deploy() {
    command=$1
    shift
    echo "\$ deploy/$command $*"
    desk env BOARDBOTS_BOARDS="$run/desk/boards" BOARDBOTS_SSH_CONFIG="$run/ssh_config" \
        BOARDBOTS_DIST="${dist:-$project/dist}" "$project/deploy/$command" "$@"
}

# write_inventory NAME...: both boards, with those of the crew that are named.
write_inventory() {
    mkdir -p "$run/desk/keys"
    for board in $boards; do
        # The boards' own machine name is that of the machine that emulates them.
        echo "board $board host=$board arch=$BOARDBOTS_LAB"
        # A game that waits for a fourth is filled up, so that no bot waits for those that are away.
        [ "$board" != kitchen ] || echo "    arena listen=0.0.0.0:9000 keys=strict db=arena.sqlite fill=10s=miner,miner,miner"
        for name in $(crew "$board"); do
            case " $* " in *" $name "*) ;; *) continue ;; esac
            case $name in
                pack) echo "    squad pack server=$arena key=keys/pack bots=$(echo "$pack" | tr ' ' ,)" ;;
                *) echo "    instance $name server=$arena key=keys/$name" ;;
            esac
        done
    done >"$run/desk/boards"
}

crew() {
    case $1 in kitchen) echo "$crew_kitchen" ;; attic) echo "$crew_attic" ;; esac
}

# register NAME FILE: gets a key for a name, which no command line and no log sees.
register() {
    (
        umask 077
        desk curl -fsS --max-time 20 -H 'Accept: application/json' --data-urlencode "name=$1" "$arena/register" \
            | sed -n 's/.*"key":"\([^"]*\)".*/\1/p' | awk NF >"$2"
    )
    [ -s "$2" ] || fail "the arena gave no key for $1"
}

# register_pack FILE: gets a key for each bot of the squad.
register_pack() {
    (umask 077 && : >"$1")
    for bot in $pack; do
        register "$bot" "$1.one"
        echo "$bot = $(cat "$1.one")" >>"$1"
    done
    rm "$1.one"
}

arena_answers() {
    desk curl -fsS --max-time 5 -o /dev/null "$arena/"
}
