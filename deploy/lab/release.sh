# shellcheck shell=sh
# Steps: releases come to the boards, good ones and a bad one.

# From deploy/test-board and the files before this one.
: "${project:?}" "${run:?}" "${boards:?}" "${crew_kitchen:?}" "${crew_attic:?}"

# The names that the build and packages have for what the boards' programs are built for.
target_name() {
    case $BOARDBOTS_LAB in aarch64) echo aarch64-unknown-linux-musl ;; *) echo "$BOARDBOTS_LAB-unknown-linux-musl" ;; esac
}
package_arch() {
    case $BOARDBOTS_LAB in aarch64) echo arm64 ;; x86_64) echo amd64 ;; *) echo "$BOARDBOTS_LAB" ;; esac
}

step_build() {
    "$project/deploy/build" "$BOARDBOTS_LAB"
    "$project/deploy/package/make" "$(target_name)"
    program=$project/dist/$(target_name)/boardbots
    figure "$(($(wc -c <"$program") / 1024)) KiB"
}

# another_release VERSION FOLDER: a package of the same program, but for what stands behind its end.
another_release() {
    cp "$project/dist/$(target_name)/boardbots" "$run/program"
    echo "$1" >>"$run/program"
    make_package "$run/program" "$1" "$(package_arch)" "$2"
}

# broken_release VERSION FOLDER: one whose program ends at once; it looks well until it is run. It knows the databases
# of today, so that these stay as they are.
broken_release() {
    layouts=$(on kitchen "boardbots database --layouts") || fail "the release says no layouts"
    cat >"$run/program" <<PROGRAM
#!/bin/sh
[ "\$1" != --version ] || echo "boardbots $1"
[ "\$1" != database ] || echo "$layouts"
[ "\$1" != run ] || exit 1
PROGRAM
    chmod 755 "$run/program"
    make_package "$run/program" "$1" "$(package_arch)" "$2"
}

step_push() {
    write_inventory
    say "the arena first, because it hands out the keys"
    deploy push kitchen
    wait_for 60 "the arena answers" arena_answers
    for name in $crew_kitchen $crew_attic; do
        case $name in
            pack) register_pack "$run/desk/keys/pack" ;;
            *) register "$name" "$run/desk/keys/$name" ;;
        esac
    done
    # shellcheck disable=SC2086  # lists
    write_inventory $crew_kitchen $crew_attic
    began=$(date +%s)
    deploy push
    took=$(($(date +%s) - began))
    deploy status | tee "$run/status"
    for name in $crew_kitchen $crew_attic; do
        grep -qw "$name" "$run/status" || fail "deploy/status does not show $name"
    done
    wait_for 120 "all are active and have made a turn" all_have 7 1
    wait_for 120 "all bots of the squad play" on attic "systemctl show -P StatusText boardbots@pack | grep '^4 bots, 4 playing;'"
    figure "8 instances on 2 boards, one of them a squad of 4, pushed in $took s"
}

# Every instance ends games, and no bot misses a move.
step_games() {
    since=$(now_on kitchen)
    all_records >"$run/before"
    most=$(awk 'BEGIN { most = 0 } $6 > most { most = $6 } END { print most }' "$run/before")
    wait_for 300 "every instance has ended two more games" all_have 6 $((most + 2))
    games=$(games_since "$since")
    [ -n "$games" ] || fail "the arena knows of no whole game"
    # shellcheck disable=SC2086  # a list
    none_late $games
    undisturbed "$run/before" || fail "an instance did not run through"
    note_written
    figure "$(echo "$games" | wc -l) games, none late, $(all_records | awk '{ games += $6 } END { print games }') endings seen by 8 instances"
}

step_broken() {
    dist=$run/desk/broken
    broken_release 9.9.9 "$dist"
    all_records >"$run/before"
    good=$(releases)
    code=0
    deploy push >"$run/push.out" 2>&1 || code=$?
    cat "$run/push.out"
    [ "$code" = 1 ] || fail "the push of a broken release ended with $code, not 1"
    [ "$(grep -c "rolled back" "$run/push.out")" -ge 2 ] || fail "the table does not say that both boards rolled back"
    [ "$(releases)" = "$good" ] || fail "in use were $good and are $(releases)"
    canaries=$(grep -o 'canary [a-z]* starts' "$run/push.out" | cut -d ' ' -f 2)
    [ "$(echo "$canaries" | wc -l)" = 2 ] || fail "there were not two canaries but: $canaries"
    all_records >"$run/after"
    for name in $crew_kitchen $crew_attic; do
        before=$(field "$name" 4 "$run/before")
        [ -n "$before" ] || continue
        case "
$canaries
" in
            *"
$name
"*) [ "$before" != "$(field "$name" 4 "$run/after")" ] || fail "the canary $name was not restarted" ;;
            *) [ "$before $(field "$name" 3 "$run/before")" = "$(field "$name" 4 "$run/after") $(field "$name" 3 "$run/after")" ] \
                || fail "$name was stopped" ;;
        esac
    done
    wait_for 180 "all play on" all_play_on "$run/after"
    figure "both rolled back to ${good%% *}, only $(echo "$canaries" | paste -sd ' ' -) restarted"
}

# The release in use on each board.
releases() {
    for board in $boards; do on "$board" "cut -d ' ' -f 1 /var/lib/boardbots/installed"; done | paste -sd ' ' -
}
