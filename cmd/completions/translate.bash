# bash completion for translate: the program itself knows its words.
_translate()
{
    local current=${COMP_WORDS[COMP_CWORD]} line words
    local program=${COMP_WORDS[0]/#\~\//"$HOME/"}

    COMPREPLY=()
    mapfile -t words < <("$program" completion words "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
    [ "$current" = = ] && current=
    for line in "${words[@]}"; do
        if [ "$line" = : ]; then
            compopt -o filenames
            mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$current")
        else
            line=${line%%$'\t'*}
            [ "${line#"$current"}" != "$line" ] && COMPREPLY+=("$line")
            [ -z "$current" ] && COMPREPLY+=("$line")
        fi
    done
}
complete -F _translate translate
