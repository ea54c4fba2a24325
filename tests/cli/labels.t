#!/bin/sh
# labels.t - links of Markdown that are told by a label: their words are text, their labels stay.
. tests/cli/tap.sh
cd "$TMP" || exit 1

labels='
[contributing guide]: x "A title"
[the other
guide]: y
[x]: z
[`tool`]: t
[TypeScript]: t'
found() { # WHAT TEXT WANTED
    printf '%s\n%s\n' "$2" "$labels" > a.md
    is "$1" "$("$T" segments -f en a.md | perl -MJSON::PP -CO -ne 'print decode_json($_)->{text}, "|"')" "$3"
    "$T" segments a.md | "$T" splice a.md - > out 2>&1
    check "... and nothing else changes" cmp a.md out
}
changed() { # WHAT FROM TO TEXT WANTED: what becomes of the text when its words change
    printf '%s\n%s\n' "$4" "$labels" > a.md
    "$T" segments a.md | sed "s/$2/$3/" | "$T" splice a.md - > out 2>&1
    is "$1" "$(head -n "$(printf '%s\n' "$5" | wc -l)" out)" "$5"
    check "... and what tells it stays" sh -c 'tail -n 7 a.md > a; tail -n 7 out | cmp - a'
}
found "a label of several words is text" 'See the [contributing guide] first, or [the other guide][].' \
    'See the <1>contributing guide</1> first, or <2>the other guide</2>.|'
found "... over lines" '> See the [contributing
> guide] first.' 'See the <1>contributing guide</1> first.|'
found "one word is a name" 'Use [TypeScript] and [`tool`][].' 'Use <1/> and <2/>.|'
found "what no line tells is in brackets" 'See [the third guide] first.' 'See [the third guide] first.|'
changed "words that change are told by their label" 'contributing guide' 'rules' \
    'See the [contributing guide] first.' 'See the [rules][contributing guide] first.'
changed "... with empty brackets" 'contributing guide' 'rules' \
    'See the [contributing guide][] first.' 'See the [rules][contributing guide] first.'
changed "... over lines" 'contributing guide' 'very long rules' '> See the [contributing
> guide] first.' '> See the [very long rules][contributing guide] first.'
changed "... at another place" 'See the <1>contributing guide<\/1>' 'The <1>rules<\/1> are' \
    'See the [contributing guide] first.' 'The [rules][contributing guide] are first.'
changed "words that stay do without" 'See' 'Read' \
    'See the [Contributing guide] first.' 'Read the [Contributing guide] first.'
changed "a label of its own stays" 'the words' 'some words' 'See [the words][x].' 'See [some words][x].'

done_testing
