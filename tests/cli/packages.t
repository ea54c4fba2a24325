#!/bin/sh
# packages.t - documents that are zip archives: text is found in their members, and nothing else changes.
. tests/cli/tap.sh

seeds=$PWD/tests/fuzz/seeds
shared=$PWD/../shared/documents/fixtures
zip() { perl "$zip" "$@"; }
zip=$PWD/tests/cli/zip.pl
if ! perl -MCompress::Raw::Zlib -MDigest::MD5 -MJSON::PP -e 1 2> /dev/null; then
    skip "packages" "perl lacks Compress::Raw::Zlib, Digest::MD5 or JSON::PP"
    done_testing
fi
cd "$TMP" || exit 1

# ---- Small documents

printf '\211PNG and so on' > picture
main=application/vnd.openxmlformats-officedocument
types() { # PART TYPE...
    printf '<Types><Default Extension="xml" ContentType="application/xml"/>'
    while [ $# -gt 0 ]; do
        printf '<Override PartName="/%s" ContentType="%s.%s+xml"/>' "$1" "$main" "$2"
        shift 2
    done
    printf '</Types>'
}
types word/document.xml wordprocessingml.document.main > types
printf '<cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:title>The old house</dc:title><dc:creator>Anna Smith</dc:creator></cp:coreProperties>' > core
zip make small.docx "[Content_Types].xml=types" "d:word/document.xml=$seeds/package_ooxml/document.xml" 0:word/a.png=picture
types ppt/presentation.xml presentationml.presentation.main ppt/slides/slide1.xml presentationml.slide > types
printf '<p/>' > empty
zip make small.pptx 0:a.png=picture "ppt/slides/slide1.xml=$seeds/package_ooxml/slide.xml" ppt/presentation.xml=empty "[Content_Types].xml=types"
types xl/workbook.xml spreadsheetml.sheet.main xl/sharedStrings.xml spreadsheetml.sharedStrings \
    xl/worksheets/sheet1.xml spreadsheetml.worksheet xl/tables/table1.xml spreadsheetml.table > types
printf '<table><tableColumns><tableColumn id="1" name="First name"/></tableColumns></table>' > table
zip make small.xlsx "[Content_Types].xml=types" xl/workbook.xml=empty "xl/sharedStrings.xml=$seeds/package_ooxml/strings.xml" \
    "xl/worksheets/sheet1.xml=$seeds/package_ooxml/sheet.xml" xl/tables/table1.xml=table
printf 'application/vnd.oasis.opendocument.text' > mimetype
zip make small.odt 0:mimetype=mimetype "content.xml=$seeds/package_odf/content.xml" Pictures/a.png=picture "meta.xml=$seeds/package_odf/meta.xml"
cp small.odt small.ods
cp small.odt small.odp
printf 'application/vnd.adobe.indesign-idml-package' > mimetype
printf '<Document xmlns:idPkg="i"><idPkg:Story src="Stories/Story_u1.xml"/></Document>' > designmap
cp mimetype mimetype.idml
zip make small.idml 0:mimetype=mimetype designmap.xml=designmap "Stories/Story_u1.xml=$seeds/package_idml/story.xml" \
    "Stories/Story_u9.xml=$seeds/package_idml/story.xml" 0:a.png=picture
printf 'application/epub+zip' > mimetype
printf '<container><rootfiles><rootfile full-path="book/a.opf" media-type="application/oebps-package+xml"/></rootfiles></container>' > container
printf '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>One</title></head><body><p>A <b>good</b> word.</p></body></html>' > chapter
zip make small.epub 0:mimetype=mimetype META-INF/container.xml=container "book/a.opf=$seeds/package_epub/package.opf" \
    "book/toc.ncx=$seeds/package_epub/toc.ncx" "book/text/chapter one.xhtml=chapter" "book/other.xhtml=chapter" 0:book/a.png=picture

texts() { "$T" segments "$1" | perl -MJSON::PP -ne 'BEGIN { binmode STDOUT, ":utf8"; $j = JSON::PP->new->utf8 } print $j->decode($_)->{text}, "\n"'; }
is "docx: runs of one look are one text, and what is no text is not in it" "$(texts small.docx)" 'The old house
Anna has a small <1>red car</1> and a dog.
See <1>the page</1> of the town<2/>.
Name:
first name
and &amp; last <1>name</1>
Page <1/> of the book, <2>here</2>
cell one
A <1>control</1><2> with new</2><3/><4/> words and more
before the box
in the box
behind it
Water is H<1/>O and so is <2/>.'
is "pptx: paragraphs, up to a break; fields stay" "$(texts small.pptx)" 'Our plan for the year
in short<1> is good</1><2/>
A remark of Bob'
is "xlsx: strings line by line; numbers, codes, formulas and the columns of tables stay" "$(texts small.xlsx)" 'The sum of <1>all rows</1> is here
one line
and one more
a third
A text in the cell'
types xl/workbook.xml spreadsheetml.sheet.main xl/sharedStrings.xml spreadsheetml.sharedStrings \
    xl/worksheets/sheet1.xml spreadsheetml.worksheet > types.compared
x='http://schemas.openxmlformats.org/spreadsheetml/2006/main'
printf '<sst xmlns="%s">' "$x" > strings
for s in Done 'Not yet' 'A "part"' Filtered 'One thing'; do printf '<si><t>%s</t></si>' "$s" | sed 's/"/\&quot;/g'; done >> strings
printf '</sst>' >> strings
printf '<worksheet xmlns="%s"><sheetData><row><c><f>COUNTIF(A:A,"Done")&amp;1</f><v>1</v></c></row></sheetData><autoFilter><filterColumn><filters><filter val="Filtered"/></filters></filterColumn></autoFilter><dataValidations><dataValidation type="list"><formula1>"Not yet,Done"</formula1></dataValidation></dataValidations></worksheet>' "$x" > sheet
zip make compared.xlsx "[Content_Types].xml=types.compared" xl/workbook.xml=empty xl/sharedStrings.xml=strings xl/worksheets/sheet1.xml=sheet
is "xlsx: what a formula, a list or a filter compares with stays" "$(texts compared.xlsx | paste -sd '|')" 'A "part"|One thing'
is "odf: paragraphs, notes, titles; deleted text, numbers and names stay" "$(texts small.odt)" 'The old <1>house</1>
We saw<1/> the <2>red <3>car</3></2> on page <4/>.<5/> And <6>a link</6>.
Two
words
and <1/>more
A picture
of a tree
here
A text in the cell
A note of Anna
Is this so?
The old house'
is "idml: the stories that the map names, with notes at the end; hidden text and remarks stay" "$(texts small.idml)" 'The old house
Anna has a <1>red car</1> and a dog.
See <1>the page</1> of the town<2/> or stay.
Name
first name
and
last name
cell one
Press <1/> here
It <1>always</1><2> rained<3/> again.</2><4/>
It is small.'
sed 's|</package>|<guide><reference type="toc" title="the contents" href="x"/></guide>&|' \
    "$seeds/package_epub/package.opf" > guide.opf
printf '%s' '<ncx><docTitle><text>the book</text></docTitle><docAuthor><text>Jane Doe</text></docAuthor>' \
    '<pageList><navLabel><text>the pages</text></navLabel></pageList></ncx>' > toc.ncx
zip make guide.epub 0:mimetype=mimetype META-INF/container.xml=container book/a.opf=guide.opf book/toc.ncx=toc.ncx
"$T" segments -f en guide.epub > guide.jsonl
is "epub: titles of a guide and of lists are text, and authors are none" \
    "$(grep -o '"the [^"]*"\|"Jane[^"]*"' guide.jsonl | tr '\n' '|')" '"the contents"|"the book"|"the pages"|'
sed 's/"the /"our /' guide.jsonl | "$T" splice guide.epub - > guide.out.epub
is "... and stand where they stood" \
    "$( (zip member guide.out.epub book/a.opf; zip member guide.out.epub book/toc.ncx) | grep -o 'title="our contents"\|>our [^<]*' | tr '\n' '|')" \
    'title="our contents"|>our book|>our pages|'
is "epub: chapters that are listed, and titles" "$(texts small.epub)" 'The old house
The old house
Chapter one
One
A <1>good</1> word.'
types word/document.xml wordprocessingml.document.main > types
sed 's/<Override/<Override PartName="\/docProps\/core.xml" ContentType="application\/vnd.openxmlformats-package.core-properties+xml"\/>&/' types > types.core
zip make titled.docx "[Content_Types].xml=types.core" word/document.xml=empty docProps/core.xml=core
is "a title is text, a name is not" "$(texts titled.docx)" 'The old house'
sed 's/cp://g; s/:cp=/=/' core > core.plain
zip make titled.docx "[Content_Types].xml=types.core" word/document.xml=empty docProps/core.xml=core.plain
is "whatever prefix its root has" "$(texts titled.docx)" 'The old house'

# ---- Out and in again

same() { "$T" segments "$1" > segments && "$T" splice -o out "$1" segments && cmp out "$1"; }
cat > swap.pl << 'END'
use JSON::PP;
my $json = JSON::PP->new->utf8->canonical;
while (<STDIN>) {
    my $o = $json->decode($_);
    $o->{text} =~ s/(<[^>]*>|&\w+;)|([^<&]+)/defined $1 ? $1 : swapped($2)/ge;
    print $json->encode($o), "\n";
}
sub swapped { my $t = shift; $t =~ tr/a-zA-Z/A-Za-z/; $t }
END
swapped() { # other text goes in, and is found again in the same places; swapped again, it is what it was
    "$T" segments "$1" | perl swap.pl > wanted
    "$T" splice -o "new.$1" "$1" wanted || return 1
    "$T" segments "new.$1" | perl -MJSON::PP -ne 'BEGIN { $j = JSON::PP->new->utf8->canonical } print $j->encode($j->decode($_)), "\n"' | diff wanted - || return 1
    zip list "new.$1" | sed 's/ [^ ]*$//; s/ 8 8 / 8 0 /' > new.list # the descriptor of a member that changes is gone
    zip list "$1" | sed 's/ [^ ]*$//; s/ 8 8 / 8 0 /' | diff - new.list
}
untouched() { # ZIP MEMBERS...: their compressed bytes are those of before
    untouched_zip=$1
    shift
    for m in "$@"; do
        [ "$(zip list "$untouched_zip" | grep -F "$m ")" = "$(zip list "new.$untouched_zip" | grep -F "$m ")" ] || return 1
    done
}
for f in small.docx small.pptx small.xlsx small.odt small.ods small.odp small.idml small.epub; do
    check "$f: what is not changed is the same, byte for byte" same $f
    check "$f: other text goes in, and all members stay" swapped $f
done
check "docx: members without text have the same bytes" untouched small.docx "[Content_Types].xml" word/a.png
check "xlsx: and so has a table" untouched small.xlsx xl/tables/table1.xml xl/workbook.xml
check "odt: mimetype comes first, and is stored" cmp -n 73 small.odt new.small.odt
check "idml: a story that the map does not name stays" untouched small.idml Stories/Story_u9.xml designmap.xml a.png
check "epub: and so it does in books" cmp -n 58 small.epub new.small.epub
check "epub: a chapter that no list has stays" untouched small.epub book/other.xhtml book/a.png
others() { # FORMAT
    others_n=0
    for f in "$shared/$1"/* $(ls "$shared/hostile"/*."$1" 2> /dev/null); do
        if ! "$T" segments --format "$1" "$f" > segments 2> err; then
            [ "$(grep -c . err)" = 1 ] && grep -q '^translate: ' err && continue
            echo "$f: $(cat err)"
            return 1
        fi
        "$T" splice --format "$1" -o out "$f" segments && cmp out "$f" || return 1
        others_n=$((others_n + 1))
    done
    [ $others_n -gt 0 ]
}
for format in docx pptx xlsx odt odp ods epub; do
    if [ -d "$shared" ]; then
        check "$format: documents of other people, and hostile ones, are the same, too" others $format
    else
        skip "$format: documents of other people" "there is no ../shared/documents/fixtures"
    fi
done

# ---- Text to runs

paragraph() { # TEXT: of the segment; prints the paragraph that the runs make of it
    printf '{"n":1,"text":"%s"}\n' "$1" > lines
    "$T" splice -o out.docx runs.docx lines 2>&1
    zip member out.docx word/document.xml | sed -n 's/^<w:p>\(.*\)<\/w:p>$/\1/p'
}
with_runs() {
    printf '<w:document>\n<w:p>%s</w:p>\n</w:document>' "$1" > document
    zip make runs.docx "[Content_Types].xml=types" word/document.xml=document
}
b='<w:rPr><w:b/></w:rPr>'
with_runs "<w:r><w:t>We </w:t></w:r><w:r>$b<w:t>saw</w:t></w:r><w:r><w:t> it</w:t></w:r>"
is "text goes to the runs in its own order" "$(paragraph 'a <1>b</1> c')" \
    "<w:r><w:t xml:space=\"preserve\">a </w:t></w:r><w:r>$b<w:t>b</w:t></w:r><w:r><w:t xml:space=\"preserve\"> c</w:t></w:r>"
is "a run may be left without text, behind the others" "$(paragraph '<1>b</1> c')" \
    "<w:r>$b<w:t>b</w:t></w:r><w:r><w:t xml:space=\"preserve\"> c</w:t></w:r><w:r><w:t></w:t></w:r>"
with_runs "<w:r><w:t>We all </w:t></w:r><w:r>$b<w:t>saw</w:t></w:r>"
is "where runs are missing, the shortest text joins what is beside it" "$(paragraph 'we <1>b</1> c')" \
    "<w:r><w:t xml:space=\"preserve\">we </w:t></w:r><w:r>$b<w:t>b c</w:t></w:r>"
with_runs "<w:r><w:tab/><w:t>We all </w:t></w:r><w:r>$b<w:t>saw</w:t></w:r><w:r><w:t> it</w:t><w:br/></w:r>"
is "a run that a break cuts stays where it is" "$(paragraph '<1>b</1> c d')" \
    "<w:r><w:tab/><w:t></w:t></w:r><w:r>$b<w:t>b</w:t></w:r><w:r><w:t xml:space=\"preserve\"> c d</w:t><w:br/></w:r>"
i='<w:rPr><w:i/></w:rPr>'
with_runs "<w:r>$i<w:t>We all</w:t></w:r><w:r>$b<w:t> </w:t></w:r><w:r><w:t>saw it</w:t><w:br/></w:r>"
is "blanks that look otherwise stay before it" "$(paragraph '<1>a</1> b')" \
    "<w:r>$i<w:t>a</w:t></w:r><w:r>$b<w:t></w:t></w:r><w:r><w:t xml:space=\"preserve\"> b</w:t><w:br/></w:r>"
with_runs "<w:r><w:tab/><w:t>We</w:t></w:r><w:r><w:t> all</w:t></w:r><w:r>$b<w:t>saw</w:t><w:br/></w:r>"
is "and so do runs that no text is left for" "$(paragraph 'a <1>b</1>')" \
    "<w:r><w:tab/><w:t xml:space=\"preserve\">a </w:t></w:r><w:r><w:t></w:t></w:r><w:r>$b<w:t>b</w:t><w:br/></w:r>"
is "... but one that would come behind such a run is refused" \
    "$(paragraph '<1>b</1> a' | sed 's/<.*//')" 'translate: lines:1: text for which there is no run'
with_runs "<w:r><w:t>We</w:t><w:lastRenderedPageBreak/><w:t> all | saw</w:t></w:r>"
is "a sign that parts text keeps its blanks when the text before it goes to another place" "$(paragraph 'a b')" \
    "<w:r><w:t>a b</w:t><w:lastRenderedPageBreak/><w:t> | saw</w:t></w:r>"
with_runs "<w:r><w:t>A </w:t></w:r><w:r><w:t>b</w:t><w:lastRenderedPageBreak/><w:t> c</w:t></w:r><w:bookmarkStart w:id=\"1\"/><w:r>$b<w:t>d</w:t></w:r>"
is "the first text of a run takes that of all, and points do not cut text for which there is one run" "$(paragraph 'x y<1/> z <2>d</2>')" \
    "<w:r><w:t>x y</w:t></w:r><w:bookmarkStart w:id=\"1\"/><w:r><w:t xml:space=\"preserve\"> z </w:t><w:lastRenderedPageBreak/><w:t></w:t></w:r><w:r>$b<w:t>d</w:t></w:r>"
with_runs "<w:hyperlink><w:r><w:t>One</w:t></w:r></w:hyperlink><w:hyperlink><w:r><w:t> two</w:t></w:r></w:hyperlink>"
is "text between links joins one of them" "$(paragraph '<1>a</1> and <2>b</2>')" \
    "<w:hyperlink><w:r><w:t xml:space=\"preserve\">a and </w:t></w:r></w:hyperlink><w:hyperlink><w:r><w:t>b</w:t></w:r></w:hyperlink>"
with_runs "<w:r><w:t>A king.</w:t></w:r><w:hyperlink><w:r>$b<w:t>1</w:t></w:r></w:hyperlink><w:r><w:t> A queen</w:t></w:r><w:hyperlink><w:r><w:t>[2]</w:t></w:r></w:hyperlink><w:r><w:t xml:space=\"preserve\"> in </w:t></w:r><w:hyperlink><w:r><w:t>1990</w:t></w:r></w:hyperlink>"
is "links with the sign of a note stay where they stand, and a year as a link is text" "$(texts runs.docx)" \
    'A king.<1/> A queen<2/> in <3>1990</3>'
with_runs "<w:r><w:t>We all </w:t></w:r><w:r>$b<w:t>a</w:t></w:r><w:hyperlink><w:r><w:t> </w:t></w:r></w:hyperlink><w:r>$b<w:t>b</w:t></w:r>"
is "a link without text parts runs of one look" "$(texts runs.docx)" 'We all <1>a</1><2/><3>b</3>'
with_runs "<w:r><w:t>An e</w:t><w:noBreakHyphen/><w:t>mail</w:t><w:noBreakHyphen/></w:r><w:r><w:t>box</w:t></w:r>"
is "a hyphen that is an element is a character of the text" "$(texts runs.docx)" 'An e‑mail‑box'
is "and is written as one" "$(paragraph 'a‑b')" \
    "<w:r><w:t>a‑b</w:t><w:t></w:t></w:r><w:r><w:t></w:t></w:r>"
for e in "<w:r><w:t>An e</w:t></w:r><w:r><w:noBreakHyphen/></w:r><w:r><w:t>mail</w:t></w:r>" \
    "<w:r><w:t>An e</w:t></w:r><w:r><w:noBreakHyphen/><w:t>mail</w:t></w:r>"; do
    with_runs "$e"
    is "... also where a run has it alone, or before its text" "$(texts runs.docx)" 'An e‑mail'
    is "... which stays an element where nothing is written" "$("$T" segments -f en runs.docx | "$T" splice runs.docx - | cmp - runs.docx)" ''
done
is "... and leaves no empty text behind" "$(paragraph 'E-Mail')" "<w:r><w:t>E-Mail</w:t></w:r><w:r><w:t></w:t></w:r>"
with_runs "<w:r><w:t>Press </w:t></w:r><w:r>$b<w:sym w:char=\"F04A\"/></w:r><w:r><w:t> now.</w:t></w:r>"
is "a symbol does not end a sentence" "$(texts runs.docx)" 'Press <1/> now.'
is "and goes where the translation has it" "$(paragraph 'Jetzt <1/> drücken.')" \
    "<w:r><w:t xml:space=\"preserve\">Jetzt </w:t></w:r><w:r>$b<w:sym w:char=\"F04A\"/></w:r><w:r><w:t xml:space=\"preserve\"> drücken.</w:t></w:r>"
printf '<q:document xmlns:q="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><q:p><q:r><q:t>One word</q:t></q:r></q:p></q:document>' > document
zip make prefix.docx "[Content_Types].xml=types" word/document.xml=document
is "prefixes of namespaces may be others" "$(texts prefix.docx)" "One word"

story() { # XML TEXT...: the story with texts for its segments
    printf '<Story><ParagraphStyleRange>%s</ParagraphStyleRange></Story>' "$1" > story
    zip make story.idml 0:mimetype=mimetype.idml designmap.xml=designmap Stories/Story_u1.xml=story
    shift
    n=0
    for text in "$@"; do
        n=$((n + 1))
        printf '{"n":%d,"text":"%s"}\n' $n "$text"
    done > lines
    "$T" splice -o out.idml story.idml lines 2>&1
    zip member out.idml Stories/Story_u1.xml | sed 's/^<Story><ParagraphStyleRange>//; s/<.ParagraphStyleRange><.Story>$//'
}
r='<CharacterStyleRange>' e='</CharacterStyleRange>' b='<CharacterStyleRange FontStyle="Bold">'
is "idml: text goes to the runs in its own order" \
    "$(story "$r<Content>We </Content>$e$b<Content>saw</Content>$e$r<Content> it</Content>$e" 'a <1>b</1> c')" \
    "$r<Content>a </Content>$e$b<Content>b</Content>$e$r<Content> c</Content>$e"
is "... and a link stays in its run, or goes with it" \
    "$(story "$r<Content>See </Content><HyperlinkTextSource><Content>it</Content></HyperlinkTextSource><Br/><Content>Next </Content>$e$b<HyperlinkTextSource><Content>one</Content></HyperlinkTextSource>$e$r<Content> too</Content>$e" '<1>b</1> a' 'c d <1>e</1>')" \
    "$r<HyperlinkTextSource><Content>b</Content></HyperlinkTextSource><Content> a</Content><Br/><Content>c d </Content>$e$b<HyperlinkTextSource><Content>e</Content></HyperlinkTextSource>$e$r<Content></Content>$e"
is "... and a note is where the translation has it" \
    "$(story "$r<Content>See</Content><Footnote><ParagraphStyleRange><CharacterStyleRange><Content>A note</Content>$e</ParagraphStyleRange></Footnote><Content> it</Content>$e" 'a b<1/>' 'c d')" \
    "$r<Content>a b</Content><Footnote><ParagraphStyleRange><CharacterStyleRange><Content>c d</Content>$e</ParagraphStyleRange></Footnote><Content></Content>$e"

# ---- What is refused

refused() { # NAME FILE REASON
    run splice -o never "$2" /dev/null
    says "$1" 1 "$3"
    check "... and nothing is written" test ! -e never
}
zip make locked.docx "[Content_Types].xml=types" "e:word/document.xml=$seeds/package_ooxml/document.xml"
refused "an encrypted member is refused" locked.docx 'locked.docx: member word/document.xml: is encrypted'
printf '\320\317\021\340\241\261\032\341 and so on' > old.docx
refused "so is an encrypted document, or an old one" old.docx 'old.docx: is encrypted, or of a format older'
printf '<manifest:manifest><manifest:encryption-data/></manifest:manifest>' > manifest
zip make locked.odt content.xml=picture META-INF/manifest.xml=manifest
refused "so is an encrypted OpenDocument file" locked.odt 'locked.odt: is encrypted'
printf '<w:p><w:r>' > broken
zip make broken.docx "[Content_Types].xml=types" word/document.xml=broken
refused "a part that is damaged is named, with the place" broken.docx 'broken.docx: word/document.xml:1:11: '
zip make none.docx "[Content_Types].xml=empty"
refused "an archive without a document is refused" none.docx 'none.docx: has no document in it'
zip make none.odt a=empty
refused "so is one without content" none.odt 'none.odt: has no document in it'
printf '<idPkg:Spread xmlns:idPkg="a"><Spread><Rectangle><ObjectExportOption CustomAltText="A red rose" Other="Not this"/></Rectangle><Rectangle><ObjectExportOption CustomAltText="$ID/"/></Rectangle></Spread></idPkg:Spread>' > spread
printf '<Document xmlns:idPkg="a"><idPkg:Spread src="Spreads/Spread_u1.xml"/></Document>' > map
zip make spread.idml 0:mimetype=mimetype.idml designmap.xml=map Spreads/Spread_u1.xml=spread
"$T" segments spread.idml | sed 's/red/blue/' | "$T" splice spread.idml - > out.idml
is "idml: what describes a picture of a page is text" "$(zip member out.idml Spreads/Spread_u1.xml)" "$(sed 's/red/blue/' spread)"

printf '<Story><ParagraphStyleRange><CharacterStyleRange><Content>See </Content></CharacterStyleRange><CharacterStyleRange><Rectangle><ObjectExportOption CustomAltText="A red rose"/><Image/></Rectangle></CharacterStyleRange><CharacterStyleRange><Content>here</Content></CharacterStyleRange></ParagraphStyleRange></Story>' > story
zip make story.idml 0:mimetype=mimetype.idml designmap.xml=designmap Stories/Story_u1.xml=story
"$T" segments story.idml | sed 's/red/blue/; s/See/Look/' | "$T" splice story.idml - > out.idml
is "... and so is that of a picture within a sentence" "$(zip member out.idml Stories/Story_u1.xml)" \
    "$(sed 's/red/blue/; s/See/Look/' story)"

zip make none.idml 0:mimetype=mimetype.idml a=empty
refused "so is an InDesign document without a map" none.idml 'none.idml: has no member designmap.xml'
zip make none.epub META-INF/container.xml=empty
refused "so is a book without a list" none.epub 'none.epub: has no book in it'
zip make twice.docx "[Content_Types].xml=types" word/document.xml=empty word/document.xml=empty
refused "so is one that has a member twice" twice.docx 'occurs twice'
perl -e 'print "<office:document-content>", "<text:span>" x 300, "a word", "</text:span>" x 300, "</office:document-content>"' > deep
zip make deep.odt content.xml=deep
refused "so is one that is nested deeper than others can read" deep.odt 'content.xml:1:[0-9]*: elements nested too deep'
head -c -3 small.docx > ends.docx
printf 'PK\005\006 end of' >> ends.docx
perl -e 'open $f, "+<", "ends.docx"; seek $f, -13, 2; print $f pack "v", 11'
refused "so is one that ends twice" ends.docx 'it ends twice'
head -c 300 small.docx > cut.docx
refused "so is one that is cut" cut.docx 'is not a zip archive, or its end is missing'
perl -e 'print "<w:p>", "<w:t>a</w:t>" x 7000000, "</w:p>"' > much
zip make bomb.docx "[Content_Types].xml=types" word/document.xml=much
refused "so is one whose text would be too much" bomb.docx 'word/document.xml: '

# ---- With a model

if [ -z "$MODEL" ]; then
    skip "packages are translated" "there is no model in models/en-de-tiny"
    done_testing
fi
cd "$OLDPWD" && MODEL=$PWD/$MODEL && cd "$TMP" || exit 1
hello=$(echo 'Good morning.' | "$T" -m "$MODEL")
printf '<w:document><w:p><w:r><w:t>Good morning.</w:t></w:r></w:p></w:document>' > document
printf '<w:document><w:p><w:r><w:t>%s</w:t></w:r></w:p></w:document>' "$hello" > wanted
sed 's/<Override/<Default Extension="sigs" ContentType="a.digital-signature-xmlsignature+xml"\/>&/' types > types.signed
zip make signed.docx "[Content_Types].xml=types.signed" word/document.xml=document a.sigs=empty
run -m "$MODEL" -o new.docx signed.docx
says "a signature that ends is told" 0 'signed.docx: was signed, and its translation is not'
zip member new.docx word/document.xml > got
check "a package is translated in place" cmp got wanted
if has_terminal; then
    is "no package is written to a terminal" \
        "$(script -qec "'$T' -m '$MODEL' signed.docx" /dev/null < /dev/null | tr -d '\r')" \
        "translate: signed.docx: is not written to a terminal: --output tells where to"
else
    skip "no package is written to a terminal" "there is no script(1)"
fi

done_testing
