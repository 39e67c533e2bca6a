# shellcheck shell=sh
# Steps: releases come to the boards, good ones and a bad one.

# From deploy/test-board and the files before this one.
: "${project:?}" "${run:?}" "${boards:?}" "${crew_kitchen:?}" "${crew_attic:?}"

step_build() {
    "$project/deploy/build" aarch64-unknown-linux-musl
    binary=$project/dist/aarch64-unknown-linux-musl/boardbots
    figure "$(($(wc -c <"$binary") / 1024)) KiB, $(sed -n 's/^version *= *//p' "${binary%/*}/manifest")"
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

# A release whose program ends at once: it looks well until it is run.
step_broken() {
    dist=$run/desk/broken
    mkdir -p "$dist/aarch64-unknown-linux-musl"
    # It knows the databases of today, so that these stay as they are.
    layouts=$(on kitchen "/opt/boardbots/current/boardbots database --layouts") || fail "the release says no layouts"
    cat >"$dist/aarch64-unknown-linux-musl/boardbots" <<PROGRAM
#!/bin/sh
[ "\$1" != --version ] || echo "boardbots 9.9.9"
[ "\$1" != database ] || echo "$layouts"
[ "\$1" != run ] || exit 1
PROGRAM
    chmod 755 "$dist/aarch64-unknown-linux-musl/boardbots"
    sed -e 's/^version *=.*/version = 9.9.9/' -e '/^sha256/d' -e '/^size/d' \
        "$project/dist/aarch64-unknown-linux-musl/manifest" >"$dist/aarch64-unknown-linux-musl/manifest"
    sum=$(sha256sum <"$dist/aarch64-unknown-linux-musl/boardbots" | cut -d ' ' -f 1)
    echo "sha256 = $sum" >>"$dist/aarch64-unknown-linux-musl/manifest"
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
    for board in $boards; do on "$board" "readlink /opt/boardbots/current"; done | sed 's|.*/||' | paste -sd ' ' -
}
