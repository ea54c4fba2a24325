#!/bin/sh
# icu_messages.t - the branches of messages are segments; their selectors, numbers and quotes stay.
. tests/cli/tap.sh
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
found "... in a text with quotes" "Hello '{'isn''t'}' here" "Hello <1/>isn't<2/> here|"
found "a choice within text stays, with the text" 'You have {n, plural, one {# dog} other {# dogs}} here.' ''
"$T" segments -f en a.json > /dev/null 2> err
found "braces are no choice" 'Hello {name}, it is {when, date, short} now' 'Hello {name}, it is {when, date, short} now|'
found "... nor those that do not end" '{n, plural, one {# dog' '{n, plural, one {# dog|'

printf '%s\n' '{"a":"{n, plural, one {The dog} other {The dogs}}"}' > a.json
"$T" segments a.json | sed "s/The dog\"/Der Hund's\"/; s/The dogs/L'{x} o'/" > list
is "written apostrophes that would begin quotes are two" \
    "$(sed "s/L'{x} o'/Hunde 'o/" list | "$T" splice a.json -)" "{\"a\":\"{n, plural, one {Der Hund's} other {Hunde 'o}}\"}"
printf '<xliff version="1.2"><file source-language="en"><body><trans-unit id="1"><source>%s</source></trans-unit></body></file></xliff>' \
    '{VAR, plural, one {<x id="1"/> dog} other {<x id="1"/> dogs}}' > a.xlf
is "units of XLIFF stay" "$(texts a.xlf)" ''
perl -e 'print "{\"a\":\"", "{a, plural, one {b" x 50000, "\"}"' > hostile.json
check "many braces take no time" timeout 60 "$T" segments -f en hostile.json

done_testing
