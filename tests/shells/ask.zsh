# Types $LINE and the key Tab into an interactive zsh that has read $RC, and prints what it answers.
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "source ${(q)RC}"
zpty -r shell all '*ready*'
zpty -w -n shell "$LINE"$'\t'
zpty -r shell all '*\*\*\*\**\*\*\*\**'
print -r -- $all
