# shellcheck shell=sh
# Text and numbers that others have said, as data. The desk uses this as the boards do.

# Prints its words as they are; the echo of some shells makes escapes out of backslashes.
puts() { printf '%s\n' "$*"; }

# A whole number of up to 15 digits, as said; anything else is OTHERWISE. The arithmetic of a shell may
# run what is no number, takes 010 for 8, and overflows.
#   number TEXT OTHERWISE
number() {
    case $1 in
        "" | *[!0123456789]* | 0?* | ????????????????*) puts "$2" ;;
        *) puts "$1" ;;
    esac
}
