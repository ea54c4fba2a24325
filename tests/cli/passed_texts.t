#!/bin/sh
# passed_texts.t - texts that stay: what a catalogue has translated already, and what is not read.
. tests/cli/tap.sh
need_model
model=$PWD/$MODEL
cd "$TMP" || exit 1

xliff() { # VERSION BODY
    if [ "$1" = 2.0 ]; then
        echo "<xliff xmlns='urn:oasis:names:tc:xliff:document:2.0' version='2.0' srcLang='en' trgLang='de'><file id='f'>$2</file></xliff>"
    else
        echo "<xliff xmlns='urn:oasis:names:tc:xliff:document:1.2' version='1.2'><file original='a' source-language='en' target-language='de' datatype='plaintext'><body>$2</body></file></xliff>"
    fi
}
wheres() { # FILE: the units that are found
    "$T" segments -f en -t de "$1" | perl -MJSON::PP -ne 'print decode_json($_)->{where}, " "'
}
unit() { # ID STATE SOURCE TARGET
    echo "<trans-unit id='$1'><source>$3</source><target state='$2'>$4</target></trans-unit>"
}

xliff 1.2 "$(unit a new 'Good day.' 'Good day.')$(unit b needs-translation 'Good day.' 'Good day.')$(
    unit c translated 'Good day.' 'Good day.')$(unit d new 'Good day.' 'Guten Tag.')$(
    unit e final 'Good day.' '')" > a.xlf
is "a target that is new and a copy of its source is none" "$(wheres a.xlf)" 'a b e '
printf '{"n":1,"text":"A"}\n{"n":2,"text":"B"}\n{"n":3,"text":"C"}\n' | "$T" splice -f en -t de a.xlf - > out.xlf
is "it gets the translation" "$(grep -o "'>[^<]*</target>" out.xlf | paste -sd' ')" \
    "'>A</target> '>B</target> '>Good day.</target> '>Guten Tag.</target> '>C</target>"
xliff 2.0 "<unit id='a'><segment state='initial'><source>Hi <x/>.</source><target>Hi <x/>.</target></segment></unit>
<unit id='b'><segment state='final'><source>Go.</source><target>Go.</target></segment></unit>
<unit id='c'><segment><source>Go.</source><target>Go.</target></segment></unit>" > b.xlf
is "so it is in version 2" "$(wheres b.xlf)" 'a '
xliff 1.2 "<trans-unit id='a'><source>One. Two.</source><seg-source><mrk mtype='seg' mid='1'>One.</mrk> <mrk mtype='seg' mid='2'>Two.</mrk></seg-source><target state='new'><mrk mtype='seg' mid='1'>One.</mrk> <mrk mtype='seg' mid='2'>Zwei.</mrk></target></trans-unit>" > c.xlf
is "and in the segments of a unit" "$(wheres c.xlf)" 'a/1 '

run -m "$model" --dry-run a.xlf
like "--dry-run counts units that have a translation" "$(cat "$TMP/out")" '3 segments.*	2 translated already$'
run -v -m "$model" a.xlf
like "and so does --verbose" "$(cat "$TMP/err")" 'a\.xlf: 2 units have a translation already'
run -m "$model" a.xlf
is "else nothing is said of it" "$(grep -c already "$TMP/err")" 0

printf 'a: A good day.\nb: |2\n  A block of text.\nc: Over two\n\n  paragraphs of text.\nd: !!str A text.\n' > a.yaml
run --dry-run -m "$model" a.yaml
like "texts of YAML that are not read are counted" "$(cat "$TMP/out")" '^a.yaml	1 segment	11 bytes	3 not read$'
printf '%s' '{"a":"{count, plural, one {# apple} other {# apples}}","b":"A good day.",
 "c":"You have {n, plural, =0 {no mail} other {{n} mails}}.","d":"Hello {name}, {time, date, short}!"}' > a.json
run --dry-run -m "$model" a.json
like "the branches of a choice are segments; within text it stays, and is counted" "$(cat "$TMP/out")" '^a.json	4 segments	.*	1 not read$'
run -m "$model" a.json
like "a message tells of them, too" "$(cat "$TMP/err")" '1 text is not read: '

printf '%s' '{"a":"{n, plural, other {# apples}}","b":"{n, plural, one {# tree} other {# trees}}"}' > a.json
run -m "$model" a.json
is "so it does of forms that a plural gets" "$status$(cat "$TMP/err")" \
    '0translate: a.json: 1 plural has forms that its source lacks: they are copies of "other"'

po() { # MSGID: as a catalogue
    printf 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "%s"\nmsgstr ""\n' "$1" > key.po
}
text() { # MSGID: the segment
    po "$1"
    "$T" segments key.po | perl -MJSON::PP -ne 'print decode_json($_)->{text}'
}
is "the sign of a key stands within a word" "$(text 'E&xit'; text 'Pr_int'; text 'Find Ne&xt')" \
    'E<1/>xitPr<1/>intFind Ne<1/>xt'
is "but not in a name" "$(text 'R&D'; text my_file; text 'Q&A')" 'R&amp;Dmy_fileQ&amp;A'
po 'Find Ne&xt'
like "and begins a word of the translation" "$("$T" -q -m "$model" key.po)" '^msgstr "(.* )?&[[:alpha:]]'

done_testing
