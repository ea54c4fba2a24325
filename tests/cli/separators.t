#!/bin/sh
# separators.t - signs that part the links of a list or the steps of a path end a segment.
. tests/cli/tap.sh
top=$PWD
cd "$TMP" || exit 1

texts() { # NAME [LANG]: the texts that are found in a file, with a bar between two
    "$T" segments -f "${2-en}" "$1" | perl -MJSON::PP -CO -ne 'print decode_json($_)->{text}, "|"'
}
found() { # WHAT DOCUMENT WANTED [LANG]
    printf '%s\n' "$2" > a.html
    is "$1" "$(texts a.html "${4-en}")" "$3"
}

found "bars between links" '<p><a href="/x">Home</a> | <a href="/y">News</a> | Contact</p>' 'Home|News|Contact|'
found "... with hard blanks" '<p><a href="/x">Home</a>&nbsp;|&nbsp;<a href="/y">News</a></p>' 'Home|News|'
found "guillemets as the steps of a path" '<p>Home » News &raquo; Contact us › Us &rsaquo; You</p>' 'Home|News|Contact us|Us|You|'
found "colons" '<p>Red rose :: My garden</p>' 'Red rose|My garden|'
found "... within a name are none" '<p>Use std::vector now :and so on</p>' 'Use std::vector now :and so on|'
found "a guillemet at the beginning or the end" \
    '<p><a href="/p">&laquo; Previous page</a> <a href="/n">Next page &raquo;</a></p>' 'Previous page|Next page|'
found "... of text" '<p>« Previous page</p><p>Next page »</p>' 'Previous page|Next page|'
found "... of both, with a bar between" '<p>&laquo; Previous page | Next page &raquo;</p>' 'Previous page|Next page|'
found "guillemets as quotation marks" '<p>He said « Good morning » and left.</p>' 'He said « Good morning » and left.|'
found "... without blanks" '<p>He said «Good morning» and »Good night« to us.</p>' 'He said «Good morning» and »Good night« to us.|'
found "... of French" '<p>Il dit « <b>Bonjour</b> » et part.</p>' 'Il dit « <1>Bonjour</1> » et part.|' fr
found "other signs do not" '<p>Red · green • blue – white → black / grey</p>' 'Red · green • blue – white → black / grey|'
found "a bar in a sentence" '<p>Put a | between two names.</p>' 'Put a | between two names.|'
found "... but not between two" '<p>Put it here. | between two.</p><p>All of it | some of it | none.</p>' \
    'Put it here.|between two.|All of it|some of it|none.|'
echo '{"a": "no apples | one apple | {count} apples", "b": "one apple|many apples", "c": "Put a | between two names."}' > a.json
is "forms of plurals of vue-i18n" "$(texts a.json)" \
    'no apples|one apple|{count} apples|one apple|many apples|Put a | between two names.|'
"$T" segments -f en a.json | "$T" splice a.json - > out
check "... and their bars stay" cmp a.json out
echo 'Home » News | Contact us' > a.md
is "in Markdown, too" "$(texts a.md)" 'Home|News|Contact us|'

forms() { # VALUE WANTED
    printf '{"a": "%s"}' "$1" > a.json
    is "$1" "$(texts a.json)" "$2|"
}
forms 'One apple|Many apples' 'One apple|Many apples'
forms '{0} No apples|{1} One apple|]1,Inf[ Some apples' 'No apples|One apple|Some apples'
forms 'Pictures (*.png)|*.png|All files|*.*' 'Pictures (*.png)|*.png|All files'
forms 'Dear *|FNAME|* *|LNAME|*, hello' 'Dear *|FNAME|* *|LNAME|*, hello'
forms 'Take (One apple|Many apples) home' 'Take (One apple|Many apples) home'
forms 'Call ls -l|grep name to see it' 'Call ls -l|grep name to see it'
forms 'See the [[Page|Other]] for it' 'See the [[Page|Other]] for it'
perl -e 'print "A|" x 300000' > hostile.html
check "many bars take no time" timeout 60 "$T" segments -f en hostile.html

po() { # TEXT WANTED TRANSLATION
    printf 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "%s"\nmsgstr ""\n' "$1" > a.po
    is "in PO, signs are marks: $1" "$(texts a.po)" "$2|"
    is "... and stay" "$("$T" segments a.po | sed 's/rose/Rose/g' | "$T" splice a.po - | tail -n 1)" "msgstr \"$3\""
}
po 'A rose | Two roses | No tree' 'A rose <1/> Two roses <2/> No tree' 'A Rose | Two Roses | No tree'
po '« A rose' 'A rose' '« A Rose'
po 'A rose »' 'A rose' 'A Rose »'
po '{{ name | upper }} rose' '{{ name | upper }} rose' '{{ name | upper }} Rose'
po 'A rose\nA tree :: A rose' 'A rose<1/>A tree <2/> A rose' 'A Rose\nA tree :: A Rose'
perl -e 'print "\302\253 a " x 200000' > hostile.html
check "many of them take no time" timeout 60 "$T" segments -f en hostile.html

if [ -n "$MODEL" ]; then
    for sign in '« ' '‹ ' '→'; do
        line=$(echo "${sign}Previous page" | "$T" -m "$top/$MODEL" --from en --to de)
        is "of a line, $sign stays, and its text is translated" "$(echo "$line" | grep -c "^$sign[A-Z]")$(echo "$line" | grep -c Previous)" 10
    done
fi

done_testing
