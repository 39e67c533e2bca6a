# shellcheck shell=sh
# Steps: pushes that are interrupted, packages that come by dpkg, and the move from release 0.1.1.

# From deploy/test-board and the files before this one.
: "${project:?}" "${run:?}" "${boards:?}" "${arena:?}"

# all_run BOARD RELEASE: every instance of the board runs it, and is active.
all_run() {
    deploy status "$1" | awk -v release="$2" 'NR > 2 { print } NR > 2 && $2 != "-" && ($3 != "active" || index($4, release) != 1) { other = 1 } END { exit other || NR < 4 }'
}

# The program on a board that has the lock, killed.
# shellcheck disable=SC2016  # for the board
kill_there='read -r holder _ </run/boardbots-deploy.lock; kill -9 "$holder"'

# Kills a push at any point, five times: the command, and in turns what it runs on the board. The next one finishes it.
step_interrupt() {
    dist=$run/desk/interrupt
    another_release 9.0.1 "$dist"
    all_records >"$run/before"
    for round in 1 2 3 4 5; do
        deploy push attic >"$run/push.out" 2>&1 &
        push=$!
        pause=$(awk -v seed="$$$round" 'BEGIN { srand(seed); print rand() * 12 }')
        sleep "$pause"
        [ $((round % 2)) = 0 ] || on attic "$kill_there" || true
        end_tree "$push"
        wait "$push" || true
        say "killed after $pause s: $(tail -n 1 "$run/push.out")"
    done
    deploy push attic
    all_run attic 9.0.1 || fail "not all run the release"
    on attic "ls /var/lib/boardbots" | grep -e undo -e next && fail "the push has left something"
    leaked_stage=$(on attic "ls /run/boardbots-deploy 2>/dev/null" || true)
    [ -z "$leaked_stage" ] || fail "what was sent is left: $leaked_stage"
    all_records >"$run/after"
    wait_for 240 "all play on" all_play_on "$run/after"
    figure "killed 5 times, finished by the next push, all play"
}

# by_dpkg BOARD FILE: installs it as apt does.
by_dpkg() {
    cp "$2" "/proc/$(first_process "$1")/root/root/package.deb"
    on "$1" "dpkg -i /root/package.deb 2>&1; rm /root/package.deb"
}

renewed() {
    on "$1" "systemctl show -P ActiveState boardbots-renew.service" | grep -qx -e inactive -e failed &&
        [ -z "$(on "$1" "ls -d /var/lib/boardbots/undo 2>/dev/null")" ]
}

step_upgrade() {
    another_release 9.0.2 "$run/desk/upgrade"
    all_records >"$run/before"
    began=$(date +%s)
    by_dpkg attic "$run/desk/upgrade/packages/boardbots_9.0.2_$(package_arch).deb"
    took=$(($(date +%s) - began))
    wait_for 900 "the package is in use" renewed attic
    renewed_after=$(($(date +%s) - began))
    on attic "journalctl -u boardbots-renew -o cat --no-pager" | tee "$run/renew.log"
    grep -q "^canary .* starts with release " "$run/renew.log" || fail "there was no canary"
    # What a package brings is named by what its program says, and by its sum.
    label=$(on attic "boardbots --version" | cut -d ' ' -f 2)-$(on attic "sha256sum /usr/bin/boardbots" | cut -c 1-12)
    all_run attic "$label" || fail "not all run what is installed"
    all_records >"$run/after"
    changed=$(awk 'NR == FNR { was[$1] = $4; next } was[$1] != $4 { print $1 }' "$run/before" "$run/after" | paste -sd ' ' -)
    [ "$changed" = "$(bots attic | paste -sd ' ' -)" ] || fail "restarted were $changed"
    wait_for 240 "all play on" all_play_on "$run/after"
    figure "dpkg took $took s, all 4 renewed after $renewed_after s, the other board undisturbed"
}

# A broken package: the canary comes back, the others never stop. Then once more, and a reboot before anything was
# restarted: all begin with it, and all come back.
step_kept() {
    broken_release 9.9.8 "$run/desk/kept"
    package=$run/desk/kept/packages/boardbots_9.9.8_$(package_arch).deb
    sum=$(on attic "sha256sum /usr/bin/boardbots")
    all_records >"$run/before"
    by_dpkg attic "$package"
    wait_for 600 "it is kept off" on attic "grep '^9.9.8-.* was kept off: ' /var/lib/boardbots/kept-off"
    wait_for 600 "all is as before" renewed attic
    [ "$(on attic "sha256sum /usr/bin/boardbots")" = "$sum" ] || fail "the program is another one"
    all_records >"$run/after"
    stopped=$(awk 'NR == FNR { was[$1] = $4; next } was[$1] != $4 { print $1 }' "$run/before" "$run/after" | paste -sd ' ' -)
    [ "$(echo "$stopped" | wc -w)" = 1 ] || fail "restarted were: $stopped"
    deploy status >"$run/status" && fail "deploy/status takes it for well"
    grep "9.9.8-.* was kept off" "$run/status" || fail "deploy/status does not say it"
    on attic "boardbots doctor" | grep -A 1 "9.9.8-.* was kept off" || fail "the doctor does not say it"
    wait_for 240 "all play on" all_play_on "$run/after"
    say "only $stopped was restarted; now with a reboot in between"
    on attic "systemctl mask --runtime -q boardbots-renew.service"
    by_dpkg attic "$package"
    boot=$(boot_of attic)
    on attic "systemctl reboot" || true
    wait_for 420 "attic has rebooted" rebooted attic "$boot"
    wait_for 600 "it is kept off" on attic "grep '^9.9.8-.* was kept off: ' /var/lib/boardbots/kept-off"
    wait_for 600 "all is as before" renewed attic
    [ "$(on attic "sha256sum /usr/bin/boardbots")" = "$sum" ] || fail "the program is another one"
    all_records >"$run/after"
    wait_for 300 "all play on" all_play_on "$run/after"
    figure "9.9.8 kept off, only $stopped restarted; with a reboot in between all 4 came back"
}

# A board as the scripts of 0.1.1 set it up, out of the history of this checkout. BOARDBOTS_MOVES pushes are interrupted.
step_move() {
    moves=${BOARDBOTS_MOVES:-3}
    old=$run/desk/old
    mkdir -p "$old/dist/$(target_name)"
    if ! git -C "$project" archive 258482d6 deploy systemd 2>/dev/null | tar -xf - -C "$old"; then
        figure "LEFT OUT: the history of this checkout does not reach back to 0.1.1"
        return 0
    fi
    cp "${BOARDBOTS_OLD:-$project/dist/$(target_name)/boardbots}" "$old/dist/$(target_name)/boardbots"
    echo 0.1.1 >>"$old/dist/$(target_name)/boardbots"
    sum=$(sha256sum <"$old/dist/$(target_name)/boardbots" | cut -d ' ' -f 1)
    printf '%s\n' version=0.1.1 "sha256=$sum" >"$old/dist/$(target_name)/manifest"
    deploy uninstall --yes --now attic
    # It knows no squads.
    sed -i '/squad/d' "$run/desk/boards"
    deploy_old push attic
    wait_for 180 "all on attic play" all_run attic 0.1.1
    records attic >"$run/before"
    began=$(date +%s)
    deploy push attic
    took=$(($(date +%s) - began))
    records attic >"$run/after"
    awk 'NR == FNR { was[$1] = $4; next } was[$1] == $4 || $2 != "active" || $5 > 0 { print; bad = 1 } END { exit bad }' "$run/before" "$run/after" \
        || fail "not each was restarted once"
    left=$(on attic "find /opt /etc/systemd/system -name 'boardbots*' -type f; ls -d /opt/boardbots 2>/dev/null" || true)
    [ -z "$left" ] || fail "left of 0.1.1: $left"
    deploy rollback attic
    all_run attic 0.1.1 || fail "not all are back on 0.1.1"
    on attic "dpkg -s boardbots 2>/dev/null | grep ' installed'; ls /usr/bin/boardbots 2>/dev/null" && fail "the package is there yet"
    # Once more with what 0.1.1 has, then interrupted.
    deploy_old push attic
    for round in $(seq "$moves"); do
        deploy push attic >"$run/push.out" 2>&1 &
        push=$!
        pause=$(awk -v seed="$$$round" 'BEGIN { srand(seed); print rand() * 15 }')
        sleep "$pause"
        on attic "$kill_there" || true
        end_tree "$push"
        wait "$push" || true
        say "killed after $pause s: $(tail -n 1 "$run/push.out")"
    done
    deploy push attic
    ! all_run attic 0.1.1 || fail "0.1.1 runs"
    boot=$(boot_of attic)
    on attic "systemctl reboot" || true
    wait_for 420 "attic has rebooted" rebooted attic "$boot"
    wait_for 60 "attic is up" board_is_up attic
    records attic >"$run/after"
    wait_for 240 "all play on" all_play_on "$run/after"
    figure "moved in $took s while bots played, back, interrupted $moves times, moved again, rebooted"
}

# deploy_old COMMAND [WORD...]: a script of 0.1.1.
deploy_old() {
    command=$1
    shift
    echo "\$ 0.1.1's deploy/$command $*"
    desk env BOARDBOTS_BOARDS="$run/desk/boards" BOARDBOTS_SSH_CONFIG="$run/ssh_config" \
        BOARDBOTS_DIST="$old/dist" "$old/deploy/$command" "$@"
}
