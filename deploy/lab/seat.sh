# shellcheck shell=sh
# Step: a program takes seats at the tables of the arena, as a service.

# From deploy/test-board and the files before this one.
: "${run:?}" "${arena:?}"

# ask PATH [BODY]: an answer of the tables.
ask() {
    path=$1
    shift
    [ $# = 0 ] || set -- -H 'Content-Type: application/json' -d "$1"
    desk curl -fsS --max-time 20 "$@" "$arena/api/tables$path"
}

# is_over TABLE: its game has ended, with a result.
is_over() {
    ask "/$1" | tr -d ' ' | grep -q '"outcome":{'
}

# has_choices TABLE N: it has at least N choices.
has_choices() {
    made=$(ask "/$1" | tr -d ' ' | sed -n 's/.*[{,]"n":\([0-9]*\).*/\1/p')
    echo "$made"
    [ "${made:-0}" -ge "$2" ]
}

step_seat() {
    on attic "boardbots setup join --url $arena --player 'cmd:/usr/bin/boardbots engine connect-four' \\
        --game connect-four --as Guest --name guest --yes"
    began=$(date +%s)
    for round in 1 2; do
        # Another claim asks for another table.
        table=$(ask "" '{"game":"connect-four","claim":"0123456789abcde'$round'","options":{"pace":1000},
            "seats":[{"kind":"bot","player":"connect-four:random"},{"kind":"open"}]}' | sed 's/.*"id": *"\([A-Za-z0-9]*\)".*/\1/')
        wait_for 120 "the program sits at the table and has chosen" has_choices "$table" 4
        if [ "$round" = 2 ]; then
            on attic "systemctl kill -s KILL boardbots@guest"
        fi
        wait_for 240 "the game has ended" is_over "$table"
        ask "/$table" | grep -q Guest || fail "the seat is not that of the program"
        ! ask "/$table" | tr -d ' ' | grep -q '"resigned":\[[0-9]' || fail "the program gave the game up"
    done
    [ "$(on attic "systemctl show -P NRestarts boardbots@guest")" = 1 ] || fail "it was not restarted once"
    on attic "systemctl disable -q --now boardbots@guest && rm -r /etc/boardbots/guest.conf \\
        /etc/systemd/system/boardbots@guest.service.d /var/lib/private/boardbots-join /var/lib/boardbots-join && systemctl daemon-reload"
    figure "2 games of a program at tables in $(($(date +%s) - began)) s, one of them over kill -9"
}
