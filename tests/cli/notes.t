#!/bin/sh
# notes.t - notes of OpenDocument and DocBook are marks in their sentences, and texts of their own.
. tests/cli/tap.sh
zip=$PWD/tests/cli/zip.pl
cd "$TMP" || exit 1

texts() { "$T" segments -f en "$1" | perl -MJSON::PP -CO -ne 'print decode_json($_)->{text}, "|"'; }
found() { # WHAT XML WANTED TRANSLATED
    printf '%s\n' "$2" > a.xml
    is "$1" "$(texts a.xml)" "$3"
    "$T" segments -f en a.xml | "$T" splice -f en a.xml - > out 2>&1
    check "... and nothing else changes" cmp a.xml out
    "$T" segments -f en a.xml | sed 's/king/König/g; s/old/alt/g' | "$T" splice -f en a.xml - > out 2>&1
    is "... but what was translated" "$(cat out)" "$(printf '%s\n' "$2" | sed "${4-s/king/König/g; s/old/alt/g}")"
}
found_in() { # FORMAT WHAT TEXT WANTED
    printf '%s\n' "$3" > a.txt
    is "$2" "$("$T" segments -f en --format "$1" a.txt | perl -MJSON::PP -CO -ne 'print decode_json($_)->{text}, "|"')" "$4"
    "$T" segments -f en --format "$1" a.txt | sed 's/king/König/g; s/old/alt/g' | "$T" splice -f en --format "$1" a.txt - > out 2>&1
    is "... is in its place again" "$(cat out)" "$(printf '%s\n' "$3" | sed 's/king/König/g; s/old/alt/g')"
}
found_in org "a note of Org with marks within a sentence" \
    'The king[fn:: He *was* old.] lived[fn:: Old.] here[fn:: A /king/.].' \
    'The king<1/> lived<2/> here<3/>.|He <1>was</1> old.|Old.|A <1>king</1>.|'
found_in asciidoc "a note of AsciiDoc" 'The kingfootnote:[He *was* old \] and https://x.org[a king].] lived.' \
    'The king<1/> lived.|He <1>was</1> old ] and <2>a king</2>.|'
found_in latex "a note of LaTeX" 'The king\footnote{He \emph{was}~old.\par A \textbf{king} of old.} lived.' \
    "$(printf 'The king<1/> lived.|He <1>was</1>\302\240old.|A <1>king</1> of old.|')"
found_in mediawiki "a note of MediaWiki" "The king<ref name=\"a\">He ''was'' [[A|old]].</ref> lived<ref>A king.</ref> here." \
    'The king<1/> lived<2/> here.|He <1>was</1> <2>old</2>.|A king.|'
printf 'The king[fn:: He *was* old.] lived[fn:: An *old* king.].\n' > a.org
"$T" segments a.org | sed 's/king/König/g; s/He /He] /' | "$T" splice a.org - > out 2> /dev/null
is "a note that its translation would end stays" "$(cat out)" 'The König[fn:: He *was* old.] lived[fn:: An *old* König.].'
perl -e 'print "a king[fn:: *b* c] " x 20000' > many.org
check "many notes with marks take no time" timeout 20 "$T" segments -f en -o /dev/null many.org
note() { echo "<footnote id=\"n$1\"><para>He was old, $1.</para></footnote>"; }
found "a footnote of DocBook within a sentence" "<book><para>There was a king$(note 1) who lived here.</para></book>" \
    'There was a king<1/> who lived here.|He was old, 1.|'
found "... several" "<book><para>A king$(note 1) and a king$(note 2) met.</para><para>The end$(note 3).</para></book><!-- -->" \
    'A king<1/> and a king<2/> met.|The end<1/>.|He was old, 1.|He was old, 2.|He was old, 3.|'
found "... at edges, and by itself" "<book><para>$(note 1)The king.$(note 2)</para>$(note 3)</book>" \
    'The king.|He was old, 1.|He was old, 2.|He was old, 3.|'
found "... in what stays" "<book><para translate=\"no\">The king$(note 1).</para><programlisting>king$(note 2)</programlisting><para xml:lang=\"fr\">Le roi king$(note 3)</para><para>A king.</para></book>" \
    'A king.|' 's/A king/A König/'
found "... one in the other, and empty" "<book><para>A king<footnote><para>Old <footnote><para>king</para></footnote>.</para></footnote> and<footnote/> a queen.</para></book>" \
    'A king<1/> and|a queen.|Old|king|'
printf '<book><para>A <?tr-note 1?>king%s.</para></book>' "$(note 1)" > a.xml
check "an instruction of that name is none of ours" sh -c "\"$T\" segments a.xml | sed s/king/King/ | \"$T\" splice a.xml - | grep -q '<?tr-note 1?>'"
printf '<book><para>A king%s.</para>' "$(note 1)" > a.xml
run segments a.xml
says "what is not well-formed is refused" 1 'a\.xml'
perl -e 'print "<book><para>", "a king<footnote><para>b</para></footnote> " x 20000, "</para></book>"' > many.xml
check "many notes take no time" timeout 20 "$T" segments -f en -o /dev/null many.xml

office='xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/"'
printf '<office:document-content %s><office:body><office:text><text:p>A <text:span>king</text:span><text:note text:id="f" text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>He was old.</text:p></text:note-body></text:note><text:span> lived here</text:span>.</text:p><text:p>Name:<text:s text:c="6"/>A<text:s/>rose</text:p><text:p>A dog<office:annotation><dc:creator>Tom</dc:creator><text:p>A comment.</text:p></office:annotation> sleeps.</text:p><text:tracked-changes><text:p>A deleted<text:note><text:p>word</text:p></text:note></text:p></text:tracked-changes></office:text></office:body></office:document-content>' "$office" > content
if perl -MCompress::Raw::Zlib -MDigest::MD5 -e 1 2> /dev/null; then
    perl "$zip" make a.odt content.xml=content
    is "notes and comments of OpenDocument" "$(texts a.odt)" 'A <1>king</1><2/><3> lived here</3>.|Name:|A<1/>rose|A dog<1/> sleeps.|He was old.|A comment.|'
    "$T" segments a.odt | sed 's/He was old/Er war alt/; s/sleeps/schläft/' | "$T" splice a.odt - > b.odt
    is "... are in their places again" "$(perl "$zip" member b.odt content.xml)" "$(sed 's/He was old/Er war alt/; s/sleeps/schläft/' content)"
else
    skip "notes of OpenDocument" "perl lacks Compress::Raw::Zlib or Digest::MD5"
fi
done_testing
