# shellcheck shell=sh
# Packages of any program, for tests of what installs them. Sourced; needs $deploy.

# Makes FOLDER/packages/boardbots_VERSION_ARCH.deb and .tar.gz: make_package PROGRAM VERSION ARCH FOLDER
make_package() (
    tree=$(mktemp -d "${TMPDIR:-/tmp}/boardbots-package.XXXXXX")
    trap 'rm -rf "$tree"' EXIT
    units=$tree/usr/lib/systemd/system
    mkdir -p "$4/packages" "$tree/usr/bin" "$tree/usr/lib/boardbots" "$tree/usr/lib/sysusers.d" "$tree/usr/lib/tmpfiles.d" \
        "$units/multi-user.target.wants" "$tree/DEBIAN"
    cp "$1" "$tree/usr/bin/boardbots"
    # shellcheck source=deploy/connection.sh
    (. "$deploy/connection.sh" && program) >"$tree/usr/lib/boardbots/board"
    cp "${deploy%/*}"/systemd/boardbots* "$units/"
    ln -s ../boardbots-renew.service "$units/multi-user.target.wants/"
    for kind in sysusers tmpfiles; do cp "${deploy%/*}/systemd/$kind.conf" "$tree/usr/lib/$kind.d/boardbots.conf"; done
    chmod -R u=rwX,go=rX "$tree"
    chmod 755 "$tree/usr/bin/boardbots"
    name=$4/packages/boardbots_$2_$3
    # The same files are the same package.
    SOURCE_DATE_EPOCH=1
    export SOURCE_DATE_EPOCH
    tar -czf "$name.tar.gz" --sort=name --mtime=@1 --owner=0 --group=0 --exclude=./DEBIAN -C "$tree" .
    printf '%s\n' "Package: boardbots" "Version: $2" "Architecture: $3" "Maintainer: tests <root@localhost>" \
        "Conflicts: boardbots-small" "Replaces: boardbots-small" "Description: bots for board games" >"$tree/DEBIAN/control"
    for script in preinst postinst prerm postrm; do install -m 755 "$deploy/package/$script" "$tree/DEBIAN/"; done
    dpkg-deb -Zgzip -z1 --root-owner-group --build "$tree" "$name.deb" >/dev/null
)
