# shellcheck shell=sh
# The inventory as the commands see it: which boards there are, and what belongs on one.
# Sourced; needs $deploy (this folder) and $work (a private folder of this command).

# The file: --boards, else BOARDBOTS_BOARDS, else deploy/boards.
inventory=${BOARDBOTS_BOARDS:-$deploy/boards}

# Reads the file into $work/inventory, or ends the command with what is wrong.
load_inventory() {
    if [ ! -r "$inventory" ]; then
        puts "there is no inventory $inventory; copy $deploy/boards.example there and write your boards, or name another with --boards FILE" >&2
        exit 3
    fi
    # What it may weigh: 10,000 boards.
    head -c 4194305 <"$inventory" >"$work/inventory.text"
    if [ "$(wc -c <"$work/inventory.text")" -gt 4194304 ]; then
        puts "$inventory is larger than 4 MiB, and so no inventory; name another with --boards FILE" >&2
        exit 3
    fi
    read_inventory "$inventory" <"$work/inventory.text" >"$work/inventory" || exit 3
    if [ ! -s "$work/inventory" ]; then
        puts "$inventory names no board; write a line \"board NAME host=...\"" >&2
        exit 3
    fi
    case $inventory in
        */*) inventory_folder=${inventory%/*} ;;
        *) inventory_folder=. ;;
    esac
}

# Checks an inventory from stdin and writes its records: read_inventory NAME-FOR-MESSAGES
read_inventory() {
    tr '\000' '\001' | file=$1 awk -f "$deploy/plain.awk" -f "$deploy/inventory.awk"
}

# The names of all boards, one in a line.
board_names() {
    awk -F '\t' '$1 == "board" { print $2 }' "$work/inventory"
}

# Sets $boards to the boards named, or to all; ends the command for a name that is not there.
select_boards() {
    boards=
    for wish do
        board_names | grep -Fqx -e "$wish" || {
            puts "there is no board $wish in $inventory; it has: $(board_names | tr '\n' ' ')" >&2
            exit 2
        }
        case " $boards " in *" $wish "*) ;; *) boards="$boards $wish" ;; esac
    done
    [ -n "$boards" ] || boards=$(board_names | tr '\n' ' ')
}

# The record of one board: sets $host, $port, $identity, $arch ("-" for what is not said).
board_record() {
    IFS=$tab read -r _ _ _ host port identity arch <<RECORD
$(awk -F '\t' -v board="$1" '$1 == "board" && $2 == board' "$work/inventory")
RECORD
}

# What runs on a board, one name in a line, as the inventory orders it.
instances_of() {
    awk -F '\t' -v board="$1" '$1 != "board" && $2 == board { print $3 }' "$work/inventory"
}

# The line of the inventory that says an instance.
line_of_instance() {
    board=$1 name=$2 awk -F '\t' '$1 != "board" && $2 == ENVIRON["board"] && $3 == ENVIRON["name"] { print $4 }' "$work/inventory"
}

# A file that the inventory names, as this machine finds it.
path_of() {
    case $1 in
        /*) printf '%s\n' "$1" ;;
        "~"/*) printf '%s/%s\n' "$HOME" "${1#??}" ;;
        *) printf '%s/%s\n' "$inventory_folder" "$1" ;;
    esac
}

# Every key of a board's instances is there. Says what is wrong on stderr, in terms of the inventory.
check_keys() {
    awk -F '\t' -v board="$1" '$2 == board && ($1 == "instance" || $1 == "squad") { print $4 "\t" $3 "\t" $5 }' "$work/inventory" |
        {
            bad=0
            while IFS=$tab read -r line name key; do
                file=$(path_of "$key")
                if [ ! -f "$file" ] || [ ! -r "$file" ]; then
                    puts "$inventory:$line: the key of $name, $file, is not there or cannot be read; write it, or correct key=" >&2
                    bad=1
                elif ! grep -q '[^[:space:]]' "$file"; then
                    puts "$inventory:$line: the key of $name, $file, is empty; write the key into it" >&2
                    bad=1
                else
                    case $(ls -ldL "$file") in
                        -???------*) ;;
                        *) puts "$inventory:$line: others can read the key of $name; remedy: chmod 600 $file" >&2 ;;
                    esac
                fi
            done
            return "$bad"
        }
}

# Writes what belongs on a board into a folder, laid out as the board takes it:
#   order             the names, one in a line
#   etc/NAME.conf     the configuration; etc/keys/NAME leads to the key (no copy of it is made)
#   dropins/NAME      the share of the processor, if one is said, and the room that a squad needs
lay_out() {
    mkdir -p "$2/etc/keys" "$2/dropins"
    instances_of "$1" >"$2/order"
    awk -F '\t' -v board="$1" '$1 != "board" && $2 == board' "$work/inventory" |
        while IFS=$tab read -r kind _ name _ key weight quota options; do
            {
                echo "# Written by deploy/push from the inventory, which the next push goes by."
                case $kind in
                    arena) echo "run = arena" ;;
                    squad) echo "run = squad" ;;
                    *) echo "run = vindinium" ;;
                esac
                [ "$options" = - ] || printf '%s\n' "$options" | tr ' ' '\n' | sed 's/=/ = /'
            } >"$2/etc/$name.conf"
            if [ "$kind" = squad ] || [ "$weight$quota" != -- ]; then
                {
                    echo "# Written by deploy/push from the inventory, which the next push goes by."
                    echo "[Service]"
                    # A thread, two sockets and some lines for each bot, a core for each decision: as
                    # `boardbots unit squad` has them.
                    [ "$kind" != squad ] ||
                        printf '%s\n' CPUQuota= MemoryMax=128M TasksMax=300 LimitNOFILE=512 LogRateLimitBurst=1200
                    [ "$weight" = - ] || puts "CPUWeight=$weight"
                    [ "$quota" = - ] || puts "CPUQuota=$quota"
                } >"$2/dropins/$name"
            fi
            if [ "$kind" != arena ]; then
                file=$(path_of "$key")
                case $file in /*) ;; *) file=$(pwd)/$file ;; esac
                ln -s "$file" "$2/etc/keys/$name"
            fi
        done
}
