#!/bin/sh
# hints.t - on a terminal, a user of a small model that came with the program is told of a better one, once a
# day at most.
. tests/cli/tap.sh
need_model
if ! has_terminal; then
    skip "hints on a terminal" "there is no script(1), or no pseudo-terminal"
    done_testing
fi
if [ ! -e "$(dirname "$T")/translate-fetch" ]; then
    skip "hints on a terminal" "there is no translate-fetch"
    done_testing
fi
unset NO_HINTS
export T
cache=$XDG_CACHE_HOME/translate/better-model

entry() { # NAME SOURCE TARGET SIZE SCORES: a model of a list
    printf '{"name": "%s", "source": "%s", "target": "%s", "provider": "p", "format": "bergamot", "version": "1", "revision": "r", "license": "MIT", %s "files": [{"kind": "model", "url": "https://example.org/m", "size": %s, "sha256": "%064d"}]}' \
        "$1" "$2" "$3" "$5" "$4" 0
}
index() { printf '{"format": 1, "generated": "2026-01-01", "models": [%s]}' "$1" > "$TMP/index.json"; }
TRANSLATE_INDEX=$TMP/index.json
export TRANSLATE_INDEX
scores='"scores": {"flores": {"bleu": 40, "chrf": 66}},'
index "$(entry en-de-large en de 31000000 "$scores")"

seen() { # COMMAND: what it prints on a terminal, on stderr alone
    script -qec "echo Hello. | $1 2>&1 >/dev/null" /dev/null < /dev/null | tr -d '\r'
}
hint='this model is small: "translate fetch en-de" gets a better one, 31\.0 MB, which is used from then on'

like "a better model is told of" "$(seen '"$T"')" "^translate: $hint"
is "it is one line" "$(rm "$cache"; seen '"$T" -f en -t de' | wc -l | tr -d ' ')" 1
is "once a day" "$(seen '"$T"')" ''
touch -d '25 hours ago' "$cache"
like "the next day, again" "$(seen '"$T"')" "$hint"
is "... once" "$(seen '"$T"')" ''
touch -d '2 days' "$cache"
like "a clock that was set back is no reason to be silent" "$(seen '"$T"')" "$hint"

silent() { # NAME COMMAND
    rm -f "$cache"
    is "$1" "$(seen "$2")" ''
}
silent "--no-hints" '"$T" --no-hints'
silent "-q" '"$T" -q'
silent "NO_HINTS" 'NO_HINTS=1 "$T"'
silent "a model that is named" '"$T" -m en-de'
silent "... in the environment" 'TRANSLATE_MODEL=en-de "$T"'
silent "a pair of which the list has none" '"$T" -f de -t en'
like "NO_HINTS that is empty says nothing" "$(rm -f "$cache"; seen 'NO_HINTS= "$T"')" "$hint"
for list in "$(entry en-de-small en de 3000000 "$scores")" "$(entry en-de-large en de 31000000 '')" \
    "$(entry en-de-large en de 31000000 "$scores \"refused\": \"why\",")"; do
    index "$list"
    silent "one that is smaller, not measured or refused" '"$T"'
done
for list in '{' '[]' '{"format": 9}' ''; do
    printf '%s' "$list" > "$TMP/index.json"
    silent "a list that is none: $list" '"$T"'
done
rm "$TMP/index.json"
silent "no list at all" '"$T"'
index "$(entry en-de-large en de 31000000 "$scores")"
mkdir -p "$XDG_DATA_HOME/translate/models"
cp models/en-de-tiny/en-de-tiny.gguf "$XDG_DATA_HOME/translate/models/mine.gguf"
silent "another model of the pair is there" '"$T"'
rm -r "$XDG_DATA_HOME/translate"
mkdir -p "$XDG_CONFIG_HOME/translate"
echo 'model = en-de' > "$XDG_CONFIG_HOME/translate/settings"
silent "the settings name a model" '"$T"'
rm -r "$XDG_CONFIG_HOME/translate"
rm -f "$cache"
echo Hello. | "$T" > /dev/null 2> "$TMP/err"
is "nothing is said to a file" "$(cat "$TMP/err")" ''
check "... nor noted" test ! -e "$cache"

# ---- Where it cannot be noted

works() { # NAME COMMAND: a translation and nothing else
    is "$1" "$(script -qec "echo Hello. | $2" /dev/null < /dev/null | tr -d '\r')" "$hello"
}
hello=$(echo Hello. | "$T")
rm -rf "$XDG_CACHE_HOME"
echo > "$XDG_CACHE_HOME"
works "a file in the place of the cache" '"$T"'
rm "$XDG_CACHE_HOME"
mkdir -p "$cache"
works "a folder in the place of the file" '"$T"'
rmdir "$cache"
ln -s "$TMP/elsewhere" "$cache"
works "a link" '"$T"'
check "... is not followed" test ! -e "$TMP/elsewhere"
rm "$cache"
mkfifo "$cache"
works "a pipe" '"$T"'
rm -rf "$XDG_CACHE_HOME"
works "a cache that has no folder" 'XDG_CACHE_HOME=$TMPDIR/none/of/these "$T"'
works "no home" 'env -u XDG_CACHE_HOME -u HOME "$T"'
works "a home that is not there" 'env -u XDG_CACHE_HOME HOME=/nonexistent "$T"'
like "a home without a cache gets one" \
    "$(mkdir "$TMP/home"; seen "env -u XDG_CACHE_HOME HOME='$TMP/home' \"\$T\"")" "$hint"
is "... of the user's alone" "$(stat -c %a "$TMP/home/.cache" "$TMP/home/.cache/translate/better-model" | paste -sd ' ')" "700 600"
# ---- Lines that were broken to fit a width

rm -f "$TMP/index.json"
cat > "$TMP/letter.txt" << 'END'
Dear neighbours,

last week a man came to our house and asked whether
the old garden behind the church was for sale. He said
that he would build two houses there, and that the big
trees would have to go. We told him that nobody here
wants to sell. Please tell us if he comes to you, too.
END
cat > "$TMP/lines.txt" << 'END'
Last week a man came to our house and asked for it.
He said that he would build two houses there, he says.
The big trees of the garden would have to go, he said.
We told him that nobody here in the street wants that.
END
tr -d '.' < "$TMP/lines.txt" > "$TMP/titles.txt"
of_file() { # COMMAND: likewise, of a file
    script -qec "$1 2>&1 >/dev/null" /dev/null < /dev/null | tr -d '\r'
}
export TMP
like "a letter whose lines are broken is told of" "$(of_file '"$T" -m en-de "$TMP/letter.txt"')" \
    'letter.txt: its lines seem to be broken to fit a width: --format text'
for form in --no-hints -q '--format lines' '--format text'; do
    is "... but not with $form" "$(of_file "\"\$T\" -m en-de $form \"\$TMP/letter.txt\"")" ''
done
is "nor where NO_HINTS is set" "$(NO_HINTS=1 of_file '"$T" -m en-de "$TMP/letter.txt"')" ''
is "lines that are sentences are no such letter" "$(of_file '"$T" -m en-de "$TMP/lines.txt"')" ''
is "nor are titles" "$(of_file '"$T" -m en-de "$TMP/titles.txt"')" ''
is "nobody is told who is no terminal" "$("$T" -m en-de "$TMP/letter.txt" 2>&1 > /dev/null)" ''

# ---- What is read line by line, and is none of lines

piped() { # FILE OPTIONS: what a terminal is told of a file that comes by a pipe
    seen_file=$TMP/$1
    shift
    export seen_file
    script -qec "cat \"\$seen_file\" | \"\$T\" -m en-de $* 2>&1 >/dev/null" /dev/null < /dev/null | tr -d '\r'
}
printf '<!DOCTYPE html>\n<p>Good morning.</p>\n' > "$TMP/html"
printf 'msgid ""\nmsgstr ""\n\nmsgid "File"\nmsgstr ""\n' > "$TMP/po"
printf '{"a": "Good morning."}\n{"a": "Good evening."}\n' > "$TMP/jsonl"
printf '%s\ntitle: Good morning\nlayout: page\n%s\n\n# Good **morning**\n' --- --- > "$TMP/markdown"
printf '1\n00:00:01,000 --> 00:00:02,000\nGood morning.\n' > "$TMP/srt"
for kind in html po jsonl markdown srt; do
    like "a stream of $kind is told of" "$(piped $kind)" \
        "^translate: stdin: seems to be $kind, but is read line by line: --format auto takes it as a document"
    is "... in one line" "$(piped $kind | wc -l | tr -d ' ')" 1
done
is "... and --format auto does" "$("$T" -m en-de --format auto < "$TMP/markdown" 2>&1 | sed -n 1,3p | cut -d: -f 1 | paste -sd ' ' -)" "--- title layout"
for form in --no-hints -q '--format lines' '--format auto' --input=tokens; do
    is "... but not with $form" "$(piped html $form | grep 'seems to be')" ''
done
is "nor where NO_HINTS is set for a stream" "$(NO_HINTS=1 piped html)" ''
is "nor where nobody is at a terminal" "$("$T" -m en-de < "$TMP/html" 2>&1 > /dev/null)" ''
like "a letter by a pipe is told of" "$(piped letter.txt)" 'stdin: its lines seem to be broken to fit a width'
is "lines by a pipe are lines" "$(piped lines.txt)" ''
printf 'a list\n--- of things\n---\n' > "$TMP/rules"
is "hyphens alone are no front matter" "$(piped rules)" ''
printf '#!/bin/sh\necho Good morning.\n' > "$TMP/program"
like "a program by a pipe is told of" "$(piped program)" 'stdin: is a program, and is read line by line'
cp "$TMP/lines.txt" "$TMP/lines.py"
cp "$TMP/lines.txt" "$TMP/lines.en"
cp "$TMP/program" "$TMP/script"
like "a file of an ending that is no text's is told of" "$(of_file '"$T" -m en-de "$TMP/lines.py"')" \
    'lines.py: is a program, which is not read'
like "... and a program by its first line" "$(of_file '"$T" -m en-de "$TMP/script"')" 'script: is a program'
is "the source language is the ending of lines" "$(of_file '"$T" -m en-de "$TMP/lines.en"')" ''
is "... and --format lines says so" "$(of_file '"$T" -m en-de --format lines "$TMP/lines.py"')" ''

done_testing
