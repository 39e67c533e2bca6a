# Reads an inventory (its grammar stands in boards.example) and writes one record for each line
# that says something, fields separated by tabs, "-" for what is not said:
#   board     NAME   LINE  HOST  PORT  IDENTITY  ARCH
#   instance  BOARD  NAME  LINE  KEY   WEIGHT    QUOTA  OPTIONS
#   squad     BOARD  NAME  LINE  KEY   WEIGHT    QUOTA  OPTIONS
#   arena     BOARD  arena LINE  -     WEIGHT    QUOTA  OPTIONS
# OPTIONS are KEY=VALUE words with single blanks between them. All errors are printed on
# stderr as FILE:LINE: what; remedy, and the exit code is 3. Called with plain.awk, and with the name of the
# inventory for messages in the environment as `file`.

function wrong(what) {
    print shortened(plain(ENVIRON["file"] ":" FNR ": " what), 1000) | "cat 1>&2"
    bad = 1
}

# What the line says, without the remark at its end.
function said(    text) {
    text = $0
    sub(/(^|[ \t])#.*/, "", text)
    return text
}

# Splits the words from number `from` on into value[KEY]; what is no KEY=VALUE is told. `left` holds those that take()
# has not taken, each after a blank.
function options(from,    i, at, key) {
    split("", value)
    left = ""
    for (i = from; i <= NF; i++) {
        if (substr($i, 1, 1) == "#") break
        at = index($i, "=")
        key = substr($i, 1, at - 1)
        if (at < 2) wrong("\"" $i "\" is no option; write KEY=VALUE, without blanks around the \"=\" and within the value")
        else if (key !~ /^[a-z][a-z0-9-]*$/) wrong("\"" key "\" is no name of an option; use small letters, digits and \"-\"")
        else if (at == length($i)) wrong(key "= has no value; write one, or leave the option out")
        else if (key in value) wrong(key "= stands here twice; keep one")
        else {
            value[key] = substr($i, at + 1)
            left = left " " $i
        }
    }
}

# The value of a key, which is thereby used up; "-" if it is not said. One that does not match, or is above `most`, is
# told with what it has to be.
function take(key, pattern, most, remedy,    found, at) {
    if (!(key in value)) return "-"
    found = value[key]
    delete value[key]
    at = index(left " ", " " key "=" found " ")
    left = substr(left, 1, at - 1) substr(left, at + length(key found) + 2)
    if (pattern != "" && (found !~ pattern || most && (length(found) > 5 || found + 0 > most)))
        wrong(key "=" found " " remedy)
    return found
}

function name_of(word, what) {
    if (word == "" || index(word, "=") > 0 || substr(word, 1, 1) == "#")
        wrong("the " what " has no name; write: " what " NAME KEY=VALUE ...")
    else if (word !~ /^[A-Za-z0-9][A-Za-z0-9_-]*$/ || length(word) > 32)
        wrong("\"" word "\" is no name of a" (what == "instance" ? "n " : " ") what "; use up to 32 letters, digits, \"-\" and \"_\", a letter or digit first")
    else return word
}

{ sub(/\r$/, "") }

NR == 1 { sub(/^\357\273\277/, "") }

$1 == "" || substr($1, 1, 1) == "#" { next }

plain(said()) != said() {
    wrong("there are characters in \"" said() "\" that cannot be seen or are not UTF-8; write the line anew")
    if ($1 == "board") board = "?"
    next
}

$1 == "board" {
    name = name_of($2, "board")
    board = name == "" ? "?" : name
    if (name == "") next
    if (board in line_of) wrong("there is a board " board " already, in line " line_of[board] "; give this one another name")
    else line_of[board] = FNR
    options(3)
    host = take("host")
    if (host == "-") wrong("board " board " has no host; add host=DESTINATION, as for ssh")
    else if (substr(host, 1, 1) == "-") wrong("host=" host " would be an option of ssh; write an address or USER@ADDRESS")
    else if (host ~ /[^][A-Za-z0-9_.:@%+,~\/\200-\377-]/) wrong("host=" host " is no address; write one, or USER@ADDRESS, or a name of ~/.ssh/config")
    port = take("port", "^[1-9][0-9]*$", 65535, "is no port; write a number from 1 to 65535")
    identity = take("identity")
    arch = take("arch", "^(auto|aarch64|armv7|x86_64)$", 0, "is not built; write auto, aarch64, armv7 or x86_64")
    if (left != "")
        wrong("a board has no option " substr(left, 2, index(left, "=") - 2) "; it has host, port, identity and arch, and options of a bot belong to its instance")
    print "board\t" board "\t" FNR "\t" host "\t" port "\t" identity "\t" (arch == "-" ? "auto" : arch)
    next
}

$1 != "instance" && $1 != "squad" && $1 != "arena" {
    wrong("\"" $1 "\" is no word of the inventory; a line begins with board, instance, squad, arena or #")
    next
}

board == "" { wrong("this " $1 " stands before the first board; write a line \"board NAME host=...\" above it"); next }

{
    what = $1
    name = what == "arena" ? what : name_of($2, what)
    if (name == "") next
    an = what == "squad" ? "a " : "an "
    if (name == "arena" && what != "arena") { wrong(an what " cannot be called arena; that is the arena's own name, choose another"); next }
    if (!((board, name) in line_of)) line_of[board, name] = FNR
    else if (what == "arena") wrong("there is an arena on " board " already, in line " line_of[board, name] "; a board has one")
    else wrong("there is an instance " name " on " board " already, in line " line_of[board, name] "; give this one another name")
    options(what == "arena" ? 2 : 3)
    weight = take("weight", "^[1-9][0-9]*$", 10000, "is out of range; write a number from 1 to 10000 (100 is usual)")
    quota = take("quota", "^[1-9][0-9]?[0-9]?[0-9]?[0-9]?%$", 0, "is no share; write a percentage of one core, like 50%")
    if (take("run") != "-") wrong("run= is not said here; the first word of the line says it")
    if (take("key-file") != "-") wrong("key-file= is not said here; write key=FILE, a file on this machine")
    key = take("key")
    if (what == "arena") {
        if (key != "-") wrong("the arena has no key=; the players have (keys=open|strict says who may play)")
        key = "-"
    } else {
        if (key == "-") wrong(what " " name " has no key; add key=FILE, a file on this machine that holds " (what == "squad" ? "a line NAME = KEY for each bot" : "it"))
        if (!("server" in value)) wrong(what " " name " has no server; add server=http://ADDRESS:PORT")
        if (what == "squad" && !("bots" in value)) wrong("squad " name " has no bots; add bots=NAME,NAME,...")
        if (what == "instance" && "bots" in value) wrong("instance " name " is one bot; several are a squad: write squad " name " ...")
    }
    print what "\t" board "\t" name "\t" FNR "\t" key "\t" weight "\t" quota "\t" (left == "" ? "-" : substr(left, 2))
}

END {
    close("cat 1>&2")
    if (bad) exit 3
}
