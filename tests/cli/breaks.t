#!/bin/sh
# breaks.t - no translation goes across a line break or a tab that a value has in it.
. tests/cli/tap.sh
MODEL=$PWD/$MODEL
cd "$TMP" || exit 1

# texts NAME: the texts that are found in a file, with a bar between two
texts() {
    "$T" segments -f en -t de "$1" | perl -MJSON::PP -CO -ne 'print decode_json($_)->{text}, "|"'
}
found() { # WHAT NAME DOCUMENT WANTED
    printf '%s\n' "$3" > "$2"
    is "$1" "$(texts "$2")" "$4"
}
whole() { # WHAT NAME DOCUMENT WANTED: of a format that keeps its entries whole
    printf '%s\n' "$3" > "$2"
    run -m "$MODEL" -q -j 1 -o "out.$2" "$2"
    check "$1: translated" test "$status" = 0
    is "$1" "$(perl -0777 -ne "$4" "out.$2")" "$5"
}

# ---- Values whose parts are segments

for tag in '<br>' '<br/>' '<br />' '<BR>' '<hr>'; do
    found "JSON: $tag" a.json "{\"a\": \"The first line${tag}The second line\"}" 'The first line|The second line|'
done
found "a tag that ends a sentence, as HTML has it" a.json \
    '{"a": "<ul><li>The first thing</li><li class=\"x\">The second thing</li></ul>", "b": "<h2>The title</h2>The text"}' \
    'The first thing|The second thing|The title|The text|'
found "names that messages give to words" a.json '{"a": "Read <link>the terms</link> and <bold>sign</bold> them"}' \
    'Read <1>the terms</1> and <2>sign</2> them|'
found "YAML" a.yml 'a: The first line<br>The second line' 'The first line|The second line|'
found "properties" a.properties 'a=The first line<br>The second line' 'The first line|The second line|'
found "CSV" a.csv 'The first line<br>The second line,The garden' 'The first line|The second line|The garden|'
found "within a pair" a.json '{"a": "<b>The first line<br>The second line</b> of all"}' \
    'The first line|The second line|of all|'
found "a word may break at <wbr>" a.json '{"a": "The gar<wbr>den is old"}' 'The gar<1/>den is old|'
found "TTML" a.xml '<tt><body><p>The first line<br/>and the second</p></body></tt>' 'The first line and the second|'
found "... with a prefix" a.xml '<tt:tt xmlns:tt="x"><tt:p>The first line<tt:br/>- The second</tt:p></tt:tt>' \
    'The first line|- The second|'

# ---- Entries that are whole: their parts are translated one by one

head='msgid ""
msgstr "Language: de\n"

'
for gap in '<br>' '<br/>' '<hr>' '\t' '\n'; do
    whole "PO: $gap" a.po "${head}msgid \"The first garden${gap}The second house\"
msgstr \"\"" 'print $1 while /^msgstr "(?!Lang)\S.*?(<[bh]r\/?>|\\t|\\n)\S.*"$/mg' "$gap"
    check "no word goes across" test "$(grep -cE 'garden[A-Z]|\\t\w+\\t|> ' out.a.po)" = 0
done
whole "PO: paragraphs" a.po "${head}msgid \"<p>The first garden</p><p>The second house</p>\"
msgstr \"\"" 'print $1 while /^msgstr "<p>[^<> ][^<>]*[^<> ](<\/p><p>)[^<> ].*<\/p>"$/mg' '</p><p>'
whole "XLIFF" a.xlf '<xliff version="1.2"><file source-language="en" target-language="de" datatype="x" original="a"><body>
<trans-unit id="a" xml:space="preserve"><source>The first garden
The second house

The third tree</source></trans-unit></body></file></xliff>' \
    '/<target[^>]*>(.*?)<\/target>/s and print join "", map { length ? "x" : "-" } split /\n/, $1' xx-x
whole "TMX" a.tmx '<tmx version="1.4"><header srclang="en"/><body><tu><tuv xml:lang="en"><seg xml:space="preserve">The first garden
The second house</seg></tuv></tu></body></tmx>' \
    '/xml:lang="de".*?<seg[^>]*>(.*?)<\/seg>/s and print join "", map { length ? "x" : "-" } split /\n/, $1' xx

# ---- What an attribute of a code has is no message

found "a choice in equiv-text" a.xlf '<xliff version="1.2"><file source-language="en" target-language="de" datatype="x" original="a"><body>
<trans-unit id="a"><source>Updated <x id="ICU" equiv-text="{n, plural, =0 {now} other {then}}"/> ago</source></trans-unit>
<trans-unit id="b"><source>Updated <x id="A"/> {n, plural, one {now} other {then}} ago</source></trans-unit></body></file></xliff>' \
    'Updated <1/> ago|'
done_testing
