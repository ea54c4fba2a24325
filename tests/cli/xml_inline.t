#!/bin/sh
# xml_inline.t - elements of XML within a sentence, known ones and those of one's own.
. tests/cli/tap.sh
cd "$TMP" || exit 1

found() { # WHAT BODY WANTED: the texts that are found, with a bar between two
    printf '%s\n' "<$root>$2</$root>" > a.xml
    is "$1" "$("$T" segments -f en a.xml | perl -MJSON::PP -ne 'print decode_json($_)->{text}, "|"')" "$3"
}
root=r
found "an unknown element amid text is a mark" '<p>The <xyz>red</xyz> rose is here.</p>' 'The <1>red</1> rose is here.|'
found "... at the beginning" '<p><xyz>Red</xyz> roses are here.</p>' '<1>Red</1> roses are here.|'
found "... at the end" '<p>It is a <xyz>red rose</xyz></p>' 'It is a <1>red rose</1>|'
found "... twice" '<p>A <x1>red</x1> and a <x2>blue</x2> rose.</p>' 'A <1>red</1> and a <2>blue</2> rose.|'
found "elements without text beside them are apart" '<i1><a1>One thing</a1><b1>Two things</b1></i1>' 'One thing|Two things|'
found "one with a sentence of its own is apart" '<p>Go home now. <warn>Take care.</warn></p>' 'Go home now.|Take care.|'
found "one that holds others is apart" '<p>Some text <list><e1>One thing</e1></list></p>' 'Some text|One thing|'
found "notes and items are apart" '<li>Some text <note>more text</note></li>' 'Some text|more text|'
found "options side by side are apart, whatever DocBook makes of them" \
    '<option>Open the door</option><option>Close it</option><package>The tools</package>' 'Open the door|Close it|The tools|'
found "text that is marked to be translated is the only one" \
    '<p translatable="yes">Open the door</p><p>open door</p><q><p translatable="true">Close it</p></q>' 'Open the door|Close it|'
found "elements within one that text touches" '<p>Press <b>the <i>red</i> button</b> now.</p>' \
    'Press <1>the <2>red</2> button</1> now.|'
root=article
found "names of people and products stay" \
    '<para>The <productname>Big Server</productname> was made by <personname><surname>Smith</surname></personname> here.</para>' \
    'The <1/> was made by <2/> here.|'
found "icons, hardware and remarks are marks" \
    '<para>Press <guiicon>Save</guiicon> on your <hardware>hard disk</hardware>, see <citation>K84</citation>.</para>' \
    'Press <1>Save</1> on your <2>hard disk</2>, see <3/>.|'
perl -e 'print "<r>", "text <a>word" x 200, "</a>" x 200, "text <b>x</b> " x 50000, "</r>"' > hostile.xml
check "many elements take no time" timeout 60 "$T" segments -f en hostile.xml

done_testing
