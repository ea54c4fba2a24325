#compdef translate
# zsh completion for translate: the program itself knows its words.
_translate()
{
    local line files=
    local -a found
    local program=${${(Q)words[1]}/#\~\//$HOME/}

    "$program" completion words "${(@Q)words[2,CURRENT]}" 2>/dev/null | while IFS= read -r line; do
        if [[ $line = : ]]; then
            files=1
        else
            found+=("${${line//:/\\:}/$'\t'/:}")
        fi
    done
    (( $#found )) && _describe -V word found
    if [[ -n $files ]]; then
        compset -P '--*='
        _files
    fi
}
if [[ $funcstack[1] = _translate ]]; then
    _translate "$@"
else
    compdef _translate translate
fi
