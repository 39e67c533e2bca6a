# What an interactive zsh reads: it then prints what it would complete, a word each line, between two lines of stars.
PROMPT=
fpath=($FUNCTIONS $fpath)
autoload -U compinit && compinit -u -D
bindkey '^I' complete-word
stars() { print -r -- '****' }
compprefuncs=(stars)
comppostfuncs=(stars exit)
compadd() {
    # Calls that only compute are not what is shown.
    if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then
        builtin compadd "$@"
        return
    fi
    local -a found
    builtin compadd -O found "$@"
    (( $#found )) && print -rl -- $found
    builtin compadd "$@"
}
print ready
