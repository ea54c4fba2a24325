#!/bin/sh
# translate_attribute.t - what says translate="yes" in what says "no" is translated.
. tests/cli/tap.sh
cd "$TMP" || exit 1

texts() { # NAME: the texts that are found in a file, with a bar between two
    "$T" segments -f en -t de "$1" | perl -MJSON::PP -ne 'print decode_json($_)->{text}, "|"'
}
found() { # WHAT EXTENSION DOCUMENT WANTED
    printf '%s\n' "$3" > a."$2"
    is "$1" "$(texts a."$2")" "$4"
    "$T" segments -f en -t de a."$2" | "$T" splice -t de a."$2" - > out
    check "... the other bytes stay" cmp -s a."$2" out
    "$T" segments -f en -t de a."$2" |
        perl -MJSON::PP -ne '$o = decode_json($_); $o->{text} =~ s/(house|door|cat|garden)/\U$1/g; print encode_json($o), "\n"' |
        "$T" splice -t de a."$2" - > out
    perl -pe 's/(house|door|cat|garden)/\U$1/g' a."$2" > wanted
    check "... and each text is put in its place" cmp out wanted
}

for kind in html xhtml; do
    found "a block in a block of $kind" $kind \
        '<html><body><div translate="no"><p>No.</p><p translate="yes">A house.</p><p>No.</p></div><p>A door.</p></body></html>' \
        'A house.|A door.|'
    found "... deeper" $kind \
        '<html><body><div translate="no"><p>No.</p><div translate="yes"><p>A house.</p><div translate="no"><p>No.</p><p translate="">A door.</p></div><p>A cat.</p></div><p>No.</p></div></body></html>' \
        'A house.|A door.|A cat.|'
    found "words in a block" $kind '<html><body><p translate="no">No <b translate="yes">a <i>house</i></b>, no.</p></body></html>' 'a <1>house</1>|'
    found "words in words are texts of their own" $kind \
        '<html><body><p>We like <i translate="no">No <b translate="yes">a house</b> or <b translate="yes">a door</b></i> here.</p></body></html>' \
        'We like <1/> here.|a house|a door|'
    found "... deeper" $kind \
        '<html><body><p>We like <i translate="no">No <b translate="yes">a house <u translate="no">No <s translate="yes">the cat</s></u> at home</b></i> here.</p></body></html>' \
        'We like <1/> here.|a house|the cat|at home|'
done
found "elements without ends, and scripts" html \
    '<div translate="no"><img alt="No"><img translate="yes" alt="A house"><script>"<p translate=yes>No</p>"</script></div>' 'A house|'
found "what does not end, or goes on behind" html '<div translate="no"><b translate="yes">A house <p>no</div> A door.</b>' 'A house|no|A door.|'
found "its:translate in XML" xml '<d><p its:translate="no" xmlns:its="http://www.w3.org/2005/11/its">No <b its:translate="yes">a small house</b> no</p><p>A door.</p></d>' \
    'a small house|A door.|'
found "DocBook" xml \
    '<article><section translate="no"><para>No.</para><para translate="yes">A <emphasis>house</emphasis> here.</para></section><para>We like <phrase translate="no">No <emphasis translate="yes">a small door</emphasis></phrase> here.</para></article>' \
    'A <1>house</1> here.|We like <1/> here.|a small door|'
found "Android" xml '<resources><string-array name="a" translatable="false"><item>No one</item><item translatable="true">A house</item></string-array></resources>' \
    'A house|'
found "SVG" svg '<svg xmlns="http://www.w3.org/2000/svg"><g translate="no"><text>No one</text><text translate="yes">A house</text></g><text>A door</text></svg>' \
    'A house|A door|'
found "captions" ttml '<tt xmlns="http://www.w3.org/ns/ttml"><body><div translate="no"><p>No one.</p><p translate="yes">A house.</p></div></body></tt>' 'A house.|'

perl -e 'print "<div translate=no>x <p translate=yes>word " x 50000, "</p></div>" x 50000' > hostile.html
check "many in each other take no time" timeout 60 "$T" segments -f en hostile.html

done_testing
