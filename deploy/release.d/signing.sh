# shellcheck shell=sh
# Signatures by a key of a file, in a keyring of its own that is gone afterwards.

# Runs gpg with the secret key of a file: with_key FILE OPTION...
with_key() (
    [ -r "$1" ] || fail 1 "the key $1 cannot be read"
    has gpg || packages "gpg" gnupg
    GNUPGHOME=$(mktemp -d)
    export GNUPGHOME
    trap 'gpgconf --kill all; rm -rf "$GNUPGHOME"' EXIT
    trap 'exit 130' INT TERM HUP
    gpg --quiet --batch --import "$1" || fail 1 "$1 is no key; export yours with: gpg --armor --export-secret-keys"
    gpg --list-secret-keys --with-colons | grep -q '^sec' || fail 1 "there is no secret key in $1"
    shift
    gpg --quiet --yes --pinentry-mode ask "$@" || fail 1 "gpg cannot do: $*"
)
