# shellcheck shell=sh
# Tables for people and JSON for programs, from lines of fields that tabs separate.

# Columns as wide as they must be, two blanks between them; the last one is as long as it likes.
table() {
    awk -F '\t' '
        {
            rows = NR
            if (NF > columns) columns = NF
            for (i = 1; i <= NF; i++) {
                cell[NR, i] = $i
                if (length($i) > width[i]) width[i] = length($i)
            }
        }
        END {
            for (r = 1; r <= rows; r++) {
                line = ""
                for (i = 1; i <= columns; i++)
                    line = line (i < columns ? sprintf("%-" width[i] "s  ", cell[r, i]) : cell[r, i])
                sub(/ +$/, "", line)
                print line
            }
        }'
}

# The first line of a text as a JSON string. Control characters become blanks; nothing a board says
# needs them.
json_string() {
    printf '%s\n' "$1" | tr '\001-\011\013-\037' ' ' | sed -n '1{s/\\/\\\\/g; s/"/\\"/g; s/^/"/; s/$/"/; p;}'
}
