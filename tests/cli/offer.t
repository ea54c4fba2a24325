#!/bin/sh
# offer.t - a pair that no model has: on a terminal a question offers to fetch one; elsewhere the message
# names the command that does.
. tests/cli/tap.sh
. tests/cli/fetch.sh
need_model
need_fetch
if ! has_terminal; then
    skip "questions on a terminal" "there is no script(1), or no pseudo-terminal"
    done_testing
fi

perl -0777 -pe 's/(nmt\.source_language.{12})en/$1xx/s; s/(nmt\.target_language.{12})de/$1yy/s' \
    "$MODEL" > "$MIRROR/plain.gguf"
serve
index "$(entry xx-yy-tiny xx yy gguf CC-BY-4.0 "$(file gguf "$SERVER/whole/plain.gguf" "$MIRROR/plain.gguf")")" \
    "$(entry xx-en-tiny xx en gguf CC-BY-4.0 "$(file gguf "$SERVER/whole/plain.gguf" "$MIRROR/plain.gguf")")" \
    "$(entry en-zz-tiny en zz gguf CC-BY-4.0 "$(file gguf "$SERVER/whole/plain.gguf" "$MIRROR/plain.gguf")")"
TRANSLATE_INDEX=$TMP/index.json
export T TRANSLATE_INDEX
place=$XDG_DATA_HOME/translate/models

typed() { # TEXT ARGS: what a terminal shows when it is typed
    { printf "$1"; sleep 1; printf '\004'; sleep 1; } | script -qec "\"\$T\" $2" /dev/null | tr -d '\r'
}
text=$(typed 'n\n' '-f xx -t yy')
like "a terminal is asked" "$text" "no model translates from xx to yy: fetch xx-yy-tiny \(8\.3 MB\)\? \[Y/n\]"
like "no: the message that is told elsewhere" "$text" \
    'no model translates from xx to yy: found .*; "translate fetch xx-yy" gets one, 8\.3 MB'
check "... and nothing is fetched" test ! -e "$place"
like "two, by way of English" "$(typed 'n\n' '-f xx -t zz')" 'fetch xx-en-tiny and en-zz-tiny \(16\.[67] MB\)\? \[Y/n\]'
like "a pair that none has is not asked for" "$(typed 'n\n' '-f qq -t zz')" '^translate: no model translates from qq to zz: found [^?]*$'

echo x | "$T" -f xx -t yy > "$TMP/out" 2> "$TMP/err"
is "nobody is asked where the text is piped" "$?$(grep -c '\[Y/n\]' "$TMP/err")" 10
run -t yy < /dev/null
says "one language alone: the command that lists" 1 'no model translates to yy: .*; "translate fetch --list -t yy" lists those that there are$'
run -f xx < /dev/null
says "... of the source, too" 1 'no model translates from xx: .*; "translate fetch --list -f xx" lists those that there are$'

text=$(typed '\n' '-f xx -t yy')
like "yes: it is fetched" "$text" 'translate: xx-yy-tiny: ready: translate -f xx -t yy uses it from now on$'
check "... into the user's place" test -e "$place/xx-yy-tiny/xx-yy-tiny.gguf"
done_testing
