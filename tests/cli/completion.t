#!/bin/sh
# completion.t - what bash, zsh and fish offer for a command line, and what they ask for it.
. tests/cli/tap.sh

mkdir "$TMP/bin" "$TMP/models" "$TMP/dir" "$TMP/zsh"
ln -s "$T" "$TMP/bin/translate"
export TRANSLATE_MODELS=$TMP/models
[ -z "$MODEL" ] || cp "$MODEL" "$TMP/models/toy.gguf"
: > "$TMP/dir/note.txt"

# ---- What the program answers

words() { "$T" completion words "$@" | cut -f 1 | paste -sd ' ' -; }
has() { # NAME WORD ARGS...: the word is among those offered for these arguments
    has_name=$1 has_word=$2
    shift 2
    like "$has_name" " $(words "$@") " " $has_word "
}

all='tokenize detokenize inspect convert score evaluate explain train fetch models detect serve segments splice memory glossary define verify help formats completion'
is "the first word is a subcommand, or a file" "$(words '')" "$all :"
is "the second is a file" "$(words -q '')" ":"
is "a subcommand's operand is a file" "$(words score '')" ":"
is "some have none" "$(words models '')" ""
is "memory has its verbs" "$(words memory '')" "list export import remove"
is "... and then files" "$(words memory export '')" ":"
has "help has the subcommands" train help ''
has "the subjects that there are pages on" documents help ''
has "and groups of options" search help ''
is "completion has the shells" "$(words completion '')" "bash zsh fish"
is "a choice has its words" "$(words --input '')" "text pieces ids"
is "the rules of drawing, which begin words" "$(words --sample '')" "all top-k:40 top-p:0.9 temperature:0.7"
is "metrics" "$(words evaluate --metrics '')" "bleu chrf chrf++ ter comet metricx"
is "of the subcommand" "$(words detokenize --input '')" "pieces ids"
export TRANSLATE_INDEX=$TMP/index.json
printf '{"format":1,"models":[{"name":"en-fr-tiny","source":"en","target":"fr","format":"gguf","revision":"1","files":[{"kind":"gguf","url":"m"}]}]}' > "$TRANSLATE_INDEX"
is "fetch has the pairs and the names of the index" "$(words fetch '')" "en-fr en-fr-tiny"
is "fetch has the languages of the index" "$(words fetch -t '')" "en fr"
is "what was not fetched is not there to remove" "$(words fetch --remove '')" ""
is "formats" "$(words convert --format '')" "marian bergamot opus comet hf fairseq ct2 argos gguf"
is "instruction sets" "$(words -q --cpu a)" "ref neon dotprod i8mm avx2 avxvnni avx512"
is "behind an equals sign" "$(words --split=s)" "--split=sentence --split=none"
is "as bash cuts it" "$(words --split = s)" "sentence none"
is "a letter's value is the next word" "$(words -qo x --input '')" "text pieces ids"
is "a value is no option" "$(words -o --input '')" ":"
is "a file" "$(words -qo '')" ":"
is "a number has no words" "$(words -b '')" ""
is "after -- there are operands" "$(words score -- --in)" ":"
is "an unknown option has no value" "$(words --nonsense '')" ":"
if [ -n "$MODEL" ]; then
    has "a model by its name" toy -m ''
    has "or a file" : score --model ''
    has "a model to inspect" toy inspect ''
    is "languages of the models, each once" "$(words -f '' | tr ' ' '\n' | sort | paste -sd ' ' -)" "de en"
else
    skip "models and languages" "there is no model in models/en-de-tiny"
fi
for sub in '' $all; do
    { [ "$sub" ] && "$T" $sub --help || "$T" help options; } | sed -n 's/^  \(-.,\|   \) \(--[a-z0-9-]*\).*/\2/p' | sort | paste -sd ' ' - > "$TMP/wanted"
    is "all options of translate${sub:+ }$sub are offered, and no others" \
        "$(words $sub - | tr ' ' '\n' | sort | paste -sd ' ' -)" "$(cat "$TMP/wanted")"
done
run completion words
says "the word to complete has to be there" 2 '"words" is not one of bash\|zsh\|fish'
run completion csh
says "a shell that there is no script for" 2 '"csh" is not one of bash\|zsh\|fish'

# ---- The shells themselves: what is typed, and the line that Tab makes of it

cat > "$TMP/typed" << 'END'
translate conv
translate --bea
translate convert --format mar
translate --cpu dotp
translate --cpu=dotp
translate -o dir/no
translate --output=dir/no
translate score dir/no
translate completion zs
translate fetch en-fr-
END
cat > "$TMP/lines" << 'END'
translate convert
translate --beam
translate convert --format marian
translate --cpu dotprod
translate --cpu=dotprod
translate -o dir/note.txt
translate --output=dir/note.txt
translate score dir/note.txt
translate completion zsh
translate fetch en-fr-tiny
END
if [ -n "$MODEL" ]; then
    echo 'translate -m to' >> "$TMP/typed"
    echo 'translate -m toy' >> "$TMP/lines"
fi
for shell in bash zsh fish; do "$T" completion $shell > "$TMP/script.$shell"; done

type_keys() { # each line, Tab, and Ctrl-T, which writes it down; then waits for the last
    sed 's/$/\t\x14/' "$TMP/typed" | tr -d '\n'
    type_tries=0
    until [ "$(grep -c . "$TMP/got")" = "$(grep -c . "$TMP/typed")" ]; do
        type_tries=$((type_tries + 1))
        [ $type_tries -lt 200 ] || break
        sleep 0.1
    done
    printf '\004'
}
in_terminal() { # COMMAND: runs it in a terminal where the lines are typed
    : > "$TMP/got"
    (cd "$TMP" && type_keys | TERM=vt100 PATH=$TMP/bin:$PATH script -qc "$1" "$TMP/log" > "$TMP/screen" 2>&1)
    sed 's/ *$//' "$TMP/got" | diff - "$TMP/lines" || { tail -n 3 "$TMP/screen"; return 1; }
}
in_bash() {
    cat > "$TMP/bashrc" << 'END'
. "$TMP/script.bash"
write_line() { printf '%s\n' "$READLINE_LINE" >> "$TMP/got"; READLINE_LINE=; READLINE_POINT=0; }
bind -x '"\C-t": write_line'
END
    in_terminal "bash --noprofile --rcfile '$TMP/bashrc' -i"
}
in_zsh() {
    cat > "$TMP/zsh/.zshrc" << 'END'
autoload -Uz compinit
compinit -u -D
. "$TMP/script.zsh"
write_line() { print -r -- "$BUFFER" >> "$TMP/got"; BUFFER= }
zle -N write_line
bindkey '^T' write_line
END
    ZDOTDIR=$TMP/zsh in_terminal 'zsh -o NO_GLOBAL_RCS -i'
}
in_fish() { # which tells what it would offer
    (cd "$TMP" && PATH=$TMP/bin:$PATH HOME=$TMP fish --no-config -c '. $TMP/script.fish
        while read -l line
            echo (string replace -r "[^ ]*\$" "" -- "$line")(complete -C "$line" | string replace -r "\t.*" "")
        end' < "$TMP/typed") | diff - "$TMP/lines"
}
export TMP
for shell in bash zsh fish; do
    if ! command -v $shell > /dev/null; then
        skip "$shell completes as the tables say" "there is no $shell"
    elif [ $shell != fish ] && ! has_terminal; then
        skip "$shell completes as the tables say" "no script(1), or no pseudo-terminal to type in"
    else
        check "$shell completes as the tables say" in_$shell
    fi
done

done_testing
