# Text of others as a terminal may show it, for awks that take characters for bytes (LC_ALL=C).

BEGIN {
    for (byte = 1; byte < 256; byte++) value_of[sprintf("%c", byte)] = byte
    # What cannot be seen or changes the text around it: controls, marks of direction, characters of no
    # width, fillers, separators of lines, surrogates, what is no character. (Unicode: Cc, Cf, Zl, Zp, Cs,
    # Default_Ignorable_Code_Point.) The first after the third is above those of most languages.
    hidden_ranges = split("127-159 173-173 847-847 1536-1541 1564-1564 1757-1757 1807-1807 2192-2193 2274-2274 " \
        "4447-4448 6068-6069 6155-6159 8203-8207 8232-8238 8288-8303 12644-12644 55296-57343 64976-65007 " \
        "65024-65039 65279-65279 65440-65440 65520-65531 65534-65535 69821-69821 69837-69837 78896-78911 " \
        "113824-113827 119155-119162 131070-131071 196606-196607 262142-262143 327678-327679 393214-393215 " \
        "458750-458751 524286-524287 589822-589823 655358-655359 720894-720895 786430-786431 851966-851967 " \
        "917502-921599 983038-983039 1048574-1048575 1114110-1114111", hidden, " ")
    for (range = 1; range <= hidden_ranges; range++) {
        split(hidden[range], ends, "-")
        hidden_from[range] = ends[1] + 0
        hidden_to[range] = ends[2] + 0
    }
}

# Whether a code point is seen, and leaves the others alone.
function seen(code,    range) {
    if (code < 32 || code > 1114111) return code == 9
    for (range = 1; range <= hidden_ranges && code >= hidden_from[range]; range++)
        if (code <= hidden_to[range]) return 0
    return 1
}

# A line with U+FFFD for each character that is not seen and each byte that is not UTF-8; tabs stay.
function plain(text,    out, piece, at, end, size, code, i, byte) {
    if (text !~ /[^\t -~]/) return text
    end = length(text)
    for (at = 1; at <= end; at += size) {
        byte = value_of[substr(text, at, 1)]
        size = byte < 194 ? 1 : byte < 224 ? 2 : byte < 240 ? 3 : byte < 245 ? 4 : 1
        code = size == 1 ? (byte < 128 ? byte : -1) : byte % (size == 2 ? 32 : size == 3 ? 16 : 8)
        for (i = 1; i < size; i++) {
            byte = value_of[substr(text, at + i, 1)]
            if (byte < 128 || byte > 191) break
            code = code * 64 + byte - 128
        }
        # A letter that is cut short, or longer than it must be.
        if (i < size || size == 3 && code < 2048 || size == 4 && code < 65536) {
            code = -1
            size = 1
        }
        piece = piece (seen(code) ? substr(text, at, size) : "\357\277\275")
        if (length(piece) > 500) {
            out = out piece
            piece = ""
        }
    }
    return out piece
}

# At most `width` bytes of a line that is plain, without half a letter at the end.
function shortened(text, width) {
    if (length(text) <= width) return text
    text = substr(text, 1, width)
    sub(/[\300-\377][\200-\277]*$/, "", text)
    return text "..."
}
