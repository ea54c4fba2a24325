#!/bin/sh
# icu_messages.t - the branches of messages are segments; their selectors, numbers and quotes stay.
. tests/cli/tap.sh
top=$PWD
cd "$TMP" || exit 1

texts() { # NAME: the texts that are found in a file, with a bar between two
    "$T" segments -f en "$1" | perl -MJSON::PP -CO -ne 'print decode_json($_)->{text}, "|"'
}
found() { # WHAT VALUE WANTED
    printf '{"a":"%s"}\n' "$2" > a.json
    is "$1" "$(texts a.json)" "$3"
    "$T" segments a.json | "$T" splice a.json - > out 2>&1
    check "... and nothing else changes" cmp a.json out
}

found "branches of a plural" '{n, plural, =0 {No messages} one {# message} other {# messages}}' \
    'No messages|<1/> message|<1/> messages|'
found "... of a choice" '{g, select, male {He likes this.} female {She likes this.} other {They do.}}' \
    'He likes this.|She likes this.|They do.|'
found "... without blanks" '{n,plural,one{One message}other{Many messages}}' 'One message|Many messages|'
found "... with an offset" '{n, plural, offset:1 one {You} other {You and # more}}' 'You|You and <1/> more|'
found "... of an ordinal" '{n, selectordinal, one {The #st place} other {The #th place}}' 'The <1/>st place|The <1/>th place|'
found "... within branches" '{g, select, male {{n, plural, one {His dog} other {His # dogs}}} other {Their dog}}' \
    'His dog|His <1/> dogs|Their dog|'
found "... with placeholders and tags" '{n, plural, one {<b>#</b> new {kind} here} other {Some here}}' \
    '<1><2/></1> new {kind} here|Some here|'
found "the sign of a number is text elsewhere" '{g, select, male {His # 1} other {Their # 1}}' 'His # 1|Their # 1|'
found "apostrophes are one, and quotes stay" "{n, plural, one {It''s '{'one'}'} other {They''re here}}" "It's <1/>one<2/>|They're here|"
for code in "{'@'}" "{'{'}" "{'}'}" "{'|'}" "@:{'app.title'}"; do
    found "what vue-i18n takes as it is begins no quotes: $code" "Write to me$code home, it's {name}" "Write to me$code home, it's {name}"'|'
done
found "... in branches" "{n, plural, one {A mail to {'@'}home} other {# mails to {'@'}home}}" \
    'A mail to <1/>home|<1/> mails to <2/>home|'
found "... in a text with quotes" "Hello '{'isn''t'}' here" "Hello <1/>isn't<2/> here|"
found "a choice within text stays, with the text" 'You have {n, plural, one {# dog} other {# dogs}} here.' ''
"$T" segments -f en a.json > /dev/null 2> err
found "braces are no choice" 'Hello {name}, it is {when, date, short} now' 'Hello {name}, it is {when, date, short} now|'
found "... nor those that do not end" '{n, plural, one {# dog' '{n, plural, one {# dog|'

printf '%s\n' '{"a":"{n, plural, one {The dog} other {The dogs}}"}' > a.json
"$T" segments a.json | sed "s/The dog\"/Der Hund's\"/; s/The dogs/L'{x} o'/" > list
is "written apostrophes that would begin quotes are two" \
    "$(sed "s/L'{x} o'/Hunde 'o/" list | "$T" splice a.json -)" "{\"a\":\"{n, plural, one {Der Hund's} other {Hunde 'o}}\"}"

# ---- Forms of the target language

spliced() { # NAME LANGUAGE: with dogs and cats in German
    "$T" segments -f en -t "$2" "$1" | sed '/"text"/s/dog/Hund/g; s/cat/Katze/g' | "$T" splice -t "$2" "$1" -
}
forms() { # WHAT LANGUAGE VALUE WANTED
    printf '{"a":"%s"}\n' "$3" > a.json
    is "$1" "$(spliced a.json "$2")" "{\"a\":\"$4\"}"
}
forms "forms that the language has are copies of other" pl '{n, plural, one {# dog} other {# dogs}}' \
    '{n, plural, one {# Hund} other {# Hunds} few {# Hunds} many {# Hunds}}'
forms "... all that Arabic has" ar '{n, plural, one {# dog} other {# dogs}}' \
    '{n, plural, one {# Hund} other {# Hunds} zero {# Hunds} two {# Hunds} few {# Hunds} many {# Hunds}}'
forms "... but those that a number stands for" ar '{n, plural, =0 {No dog} =2 {Two dogs} one {# dog} few {# dogs} other {# dogs}}' \
    '{n, plural, =0 {No Hund} =2 {Two Hunds} one {# Hund} few {# Hunds} other {# Hunds} many {# Hunds}}'
forms "... which is one of many in Russian" ru '{n, plural, =1 {A dog} few {# dogs} many {# dogs} other {# dogs}}' \
    '{n, plural, =1 {A Hund} few {# Hunds} many {# Hunds} other {# Hunds} one {# Hunds}}'
forms "... and those of fractions, and of millions" cs '{n, plural, one {# dog} other {# dogs}}' \
    '{n, plural, one {# Hund} other {# Hunds} few {# Hunds}}'
forms "... of French" fr '{n, plural, one {# dog} other {# dogs}}' '{n, plural, one {# Hund} other {# Hunds}}'
forms "a form that the language lacks stays" ja '{n, plural, one {# dog} other {# dogs}}' '{n, plural, one {# Hund} other {# Hunds}}'
forms "a form that the source lacks" en '{n, plural, other {# dog}}' '{n, plural, other {# Hund} one {# Hund}}'
forms "ordinals have forms of their own" it '{n, selectordinal, one {#st dog} other {#th dog}}' \
    '{n, selectordinal, one {#st Hund} other {#th Hund} many {#th Hund}}'
forms "a select has none" pl '{n, select, one {A dog} other {The dogs}}' '{n, select, one {A Hund} other {The Hunds}}'
forms "tags at the edges are copied" pl '{n, plural, one {<b># dog</b>} other { <b># dogs</b>!}}' \
    '{n, plural, one {<b># Hund</b>} other { <b># Hunds</b>!} few { <b># Hunds</b>!} many { <b># Hunds</b>!}}'
forms "forms behind other stay what they are" sl '{n, plural, other {# dogs} one {# dog} two {The dogs}}' \
    '{n, plural, other {# Hunds} few {# Hunds} one {# Hund} two {The Hunds}}'
forms "... where they are said alike" cs '{n, plural, other {# dogs} one {# dogs}}' '{n, plural, other {# Hunds} few {# Hunds} one {# Hunds}}'
forms "within branches" cs '{g, select, a {{n, plural, one {A dog} other {The dogs}}} other {{n, plural, one {A cat} other {The cats}}}}' \
    '{g, select, a {{n, plural, one {A Hund} other {The Hunds} few {The Hunds}}} other {{n, plural, one {A Katze} other {The Katzes} few {The Katzes}}}}'
printf 'a: "{n, plural, one {# dog} other {# dogs}}"\nb: {n, plural, one {# dog} other {# dogs}}\n' > a.properties
is "in properties" "$(spliced a.properties cs | tail -n 1)" 'b: {n, plural, one {# Hund} other {# Hunds} few {# Hunds}}'
printf 'en:\n  a: "{n, plural, one {# dog} other {# dogs}}"\n  b: '"'"'{n, plural, one {It is a dog} other {It is # dogs}}'"'"'\n' > a.yml
is "in YAML" "$(spliced a.yml cs | tail -n 2)" "$(printf '  a: "{n, plural, one {# Hund} other {# Hunds} few {# Hunds}}"\n  b: '"'"'{n, plural, one {It is a Hund} other {It is # Hunds} few {It is # Hunds}}'"'")"
printf '{"@@locale":"en","a":"{n, plural, one {# dog} other {# dogs}}","b":"{n, plural, one {x1} other {x2}}","c":"The cat"}' > a.arb
is "in ARB, and what is no text has none" "$(spliced a.arb cs)" '{"@@locale":"en","a":"{n, plural, one {# Hund} other {# Hunds} few {# Hunds}}","b":"{n, plural, one {x1} other {x2}}","c":"The Katze"}'
printf '{"a":"{n, plural, one {# dog} other {# dogs}}"}' > a.json
check "what is as it was gets none" sh -c "\"$T\" segments -t pl a.json | \"$T\" splice -t pl a.json - | cmp - a.json"

# ---- XLIFF

xliff() { # SOURCE-AND-TARGET...
    printf '<xliff version="1.2"><file source-language="en" target-language="cs"><body>'
    for unit; do printf '<trans-unit id="1">%s</trans-unit>' "$unit"; done
    printf '</body></file></xliff>\n'
}
units() { # WHAT UNIT WANTED
    xliff "$2" > a.xlf
    is "$1" "$(spliced a.xlf cs)" "$(xliff "$3")"
    check "... and nothing else changes" sh -c "\"$T\" segments -t cs a.xlf | \"$T\" splice -t cs a.xlf - | cmp - a.xlf"
}
dogs='<source>{VAR, plural, =0 {No dog} =1 {<x id="I"/> dog &amp; co} other {<b id="1"/># <g id="2">dogs</g>}}</source>'
hunds='{VAR, plural, =0 {No Hund} =1 {<x id="I"/> Hund &amp; co} other {<b id="1"/># <g id="2">Hunds</g>} few {<b id="1"/># <g id="2">Hunds</g>}}'
units "XLIFF: branches are segments in a new target" "$dogs" "$dogs<target>$hunds</target>"
units "... in an empty one" "$dogs<target/>" "$dogs<target>$hunds</target>"
copy=$(echo "$dogs" | sed 's,</*source>,,g')
units "... and in a copy of the source" "$dogs<target state=\"new\">$copy</target>" "$dogs<target state=\"new\">$hunds</target>"
units "a target that was translated stays" "$dogs<target state=\"final\">$copy</target>" "$dogs<target state=\"final\">$copy</target>"
units "... if it is alike" "<source>{n, plural, other {# dogs}}</source><target>{n, plural, other {# cats}}</target>" \
    "<source>{n, plural, other {# dogs}}</source><target>{n, plural, other {# cats}}</target>"
units "branches within branches" '<source>{g, select, a {{n, plural, other {The dogs}}} other {A cat}}</source>' \
    '<source>{g, select, a {{n, plural, other {The dogs}}} other {A cat}}</source><target>{g, select, a {{n, plural, other {The Hunds} one {The Hunds} few {The Hunds}}} other {A Katze}}</target>'
units "text around a choice stays" '<source>The dog has {n, plural, one {# leg} other {# legs}}.</source>' \
    '<source>The dog has {n, plural, one {# leg} other {# legs}}.</source>'
printf '<xliff version="2.0" srcLang="en" trgLang="cs"><file id="f"><unit id="1"><segment><source>{n, plural, one {# dog} other {# dogs}}</source></segment></unit><unit id="2" translate="no"><segment><source>{n, plural, one {# dog} other {# dogs}}</source></segment></unit></file></xliff>\n' > two.xlf
is "... of version 2, marked" "$("$T" segments -t cs two.xlf | sed 's/dog/Hund/' | "$T" splice -t cs --mark fuzzy two.xlf - | sed 's/<unit id="2".*//')" \
    '<xliff version="2.0" srcLang="en" trgLang="cs"><file id="f"><unit id="1"><segment state="translated" subState="translate:mt"><source>{n, plural, one {# dog} other {# dogs}}</source><target>{n, plural, one {# Hund} other {# Hunds} few {# Hunds}}</target></segment></unit>'
perl -e 'print "{\"a\":\"{n, plural, ", "other {a dog}" x 50000, "}\"}"' > hostile.json
check "many branches take no time" timeout 20 "$T" segments -f en -t pl -o /dev/null hostile.json
perl -e 'print "{\"a\":[", join(",", ("\"{n, plural, other {a dog}}\"") x 50000), "]}"' > hostile.json
check "... nor do many messages" timeout 20 "$T" segments -f en -t pl -o /dev/null hostile.json
perl -e 'print "{\"a\":\"", "{a, plural, one {b" x 50000, "\"}"' > hostile.json
check "many braces take no time" timeout 60 "$T" segments -f en hostile.json

if [ -n "$MODEL" ]; then
    printf '{"a":"{n, plural, one {# message} other {# messages}}"}\n' > a.json
    is "a number is no part of a compound" \
        "$("$T" -m "$top/$MODEL" --from en --to de a.json | grep -c '#-')" 0
fi

printf 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "You have {n, plural, one {# day} other {# days}}"\nmsgstr ""\n\nmsgid "The house"\nmsgstr ""\n' > a.po
is "of PO, they stay" "$("$T" segments -f en a.po | grep -c .)" 1

done_testing
