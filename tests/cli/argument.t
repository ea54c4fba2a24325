#!/bin/sh
# argument.t - text on the command line, text that is typed, and text in the language of the translation.
. tests/cli/tap.sh
need_model

# ---- -e

echo 'Good morning.' > "$TMP/one"
printf 'Good morning.\nI love you.\n' > "$TMP/two"
is "-e is a line of text" "$("$T" -e 'Good morning.')" "$("$T" < "$TMP/one")"
is "... of several, each is one, in their order" "$("$T" -e 'Good morning.' -e 'I love you.' < /dev/null)" "$("$T" < "$TMP/two")"
is "... in JSON" "$("$T" --json -e 'Good morning.' --text='I love you.')" "$("$T" --json < "$TMP/two")"
is "... with several translations" "$("$T" -n 2 -e 'Good morning.')" "$("$T" -n 2 < "$TMP/one")"
if [ -s models/de-en/de-en.gguf ]; then
    is "... from another language" "$("$T" -f de -t en -e 'Guten Morgen.')" "$(echo 'Guten Morgen.' | "$T" -f de -t en)"
else
    skip "... from another language" "there is no model in models/de-en"
fi
is "a text of two lines is two" "$("$T" -e "$(cat "$TMP/two")")" "$("$T" < "$TMP/two")"
is "a dash is a text" "$("$T" -e -)" "$(echo - | "$T")"
run -e "$(printf 'caf\351')"
says "bytes that are no text are told" 0 '1 line was not valid UTF-8 .* -e:1$'
run -e 'Good morning.' "$TMP/one"
says "-e and a file contradict each other" 2 '-e gives the text: leave out .*/one'
run -e 'Good morning.' --format html
says "-e gives no document" 2 '-e gives lines, and no document'
is "... but beside its translation it is what lines are" "$("$T" --bilingual -e 'Good morning.' -e 'I love you.' < /dev/null)" "$("$T" --bilingual < "$TMP/two")"
run --bilingual --header -e 'Good morning.'
says "... and no table" 2 '-e gives lines, and no document'
run --bilingual --json -e 'Good morning.'
says "... nor JSON" 2 '-e is read line by line'
run -e ''
says "-e without a text" 2 '.'
run -o "$TMP/out2" -e 'Good morning.'
is "-o takes it" "$(cat "$TMP/out2")" "$("$T" < "$TMP/one")"

# ---- A terminal

if has_terminal; then
    export T
    typed() { # ARGS: what a terminal shows when Ctrl-D is typed
        { sleep 1; printf '\004'; sleep 1; } | script -qec "\"\$T\" $1" /dev/null | tr -d '\r'
    }
    waits='translate: type text, Ctrl-D ends it \(en to de\)'
    like "a terminal that waits says so" "$(typed '')" "$waits"
    like "... with the languages that are asked for" "$(typed '-f en-GB -t de')" 'ends it \(en-GB to de\)'
    is "-q does not" "$(typed '-q' | grep -c 'type text')" 0
    is "nor does it where there is text" "$(typed '-e Hello.' | grep -c 'type text')" 0
else
    skip "a terminal that waits says so" "there is no script(1), or no pseudo-terminal"
fi

# ---- Text in the language of the translation

if [ ! -s "$(dirname "$T")/translate-detect.so" ]; then
    is "without libcld2 all is translated" "$(echo 'Das ist ein Haus, und es ist sehr alt.' | "$T" --json | grep -c '"stays"')" 0
    done_testing
fi
stays() { # NAME TEXT
    run -e "$2"
    is "$1 stays" "$(cat "$TMP/out")" "$2"
    says "... and is told" 0 '^translate: 1 line is in the language of the translation already, and stays \(--force translates\); the first is -e:1$'
}
translated() { # NAME TEXT
    run --json -e "$2"
    is "$1 is translated" "$(grep -c '"stays"' "$TMP/out")$(cat "$TMP/err")" 0
}
stays "German" 'Wie geht es dir heute?'
stays "a long German line" 'Das Wetter ist heute sehr schön, und wir gehen alle zusammen in den Park.'
stays "German with an English name" 'Das ist der neue Film von Steven Spielberg, und er ist sehr gut.'
translated "English" 'The weather is very nice today.'
translated "English with German names" 'The train from Bad Homburg vor der Höhe to Frankfurt am Main is late.'
translated "English with a quotation" 'He said: Ich bin ein Berliner.'
translated "a word that both have" 'Die'
translated "a film" 'Die Hard'
translated "a line of figures" '12 34 56 78 90 12 34 56'
translated "another language" 'Il fait très beau aujourd’hui, et nous allons tous ensemble au parc.'
text='Wie geht es dir heute?'
is "--force translates it" "$("$T" --force --json -e "$text" | grep -c '"stays"')" 0
is "so does --raw" "$("$T" --raw --json -e "$text" | grep -c '"stays"')" 0
is "--json tells it" "$("$T" -q --json -e "$text" | grep -c '"translation":"Wie geht es dir heute?".*"stays":true')" 1
run -q -e "$text"
is "-q does not" "$status$(cat "$TMP/err")" 0
printf 'Good morning.\n%s\nI love you.\n' "$text" > "$TMP/three"
run "$TMP/three"
is "a line stays whatever stands beside it" "$(sed -n 2p "$TMP/out")" "$text"
is "... and the others are as they were alone" "$(sed 2d "$TMP/out")" "$("$T" "$TMP/two")"
like "... with its place" "$(cat "$TMP/err")" "the first is $TMP/three:2\$"
if [ -e "$(dirname "$T")/translate-memory.so" ]; then
    run --memory "$TMP/m.db" --memory-add "$TMP/three"
    is "it is no matter for a memory" "$("$T" -v --memory "$TMP/m.db" "$TMP/three" 2>&1 >/dev/null | grep "segments were in")" \
        "translate: 2 of 2 segments were in the memory $TMP/m.db (100.0 %)"
else
    skip "it is no matter for a memory" "there is no libsqlite3"
fi
done_testing
