#!/bin/sh
# bilingual.t - documents in two languages: each block has its translation behind it, and is as it was.
. tests/cli/tap.sh

zip() { perl "$zip" "$@"; }
zip=$PWD/tests/cli/zip.pl source_of_both=$PWD/tests/cli/source_of_both.pl
cd "$TMP" || exit 1

# Writes `FILE` with a translation that is the source with a word before each segment.
both() { # FILE [OPTIONS]
    both_file=$1
    shift
    "$T" segments -f en -t de "$both_file" | sed 's/"text":"/"text":"Neu /' > list
    "$T" splice -f en -t de --bilingual "$@" "$both_file" list
}
beside() { # NAME FORMAT TEXT WANTED: and without the translations it is the source again
    printf "$3" > "a.$2"
    both "a.$2" > "both.$2"
    is "$1" "$(cat "both.$2"; echo .)" "$(printf "$4"; echo .)"
    case $2 in md | mdx) beside_kind=markdown ;; *) beside_kind=html ;; esac
    perl "$source_of_both" "$beside_kind" < "both.$2" > source
    check "... and the source is in it, byte for byte" cmp source "a.$2"
}
s='<span lang="de" class="translation">' p='<p lang="de" class="translation">'

# ---- Pages

beside "a paragraph gets one behind it, indented as it is" html '<div>\n  <p>A red car.</p>\n</div>\n' \
    "<div>\\n  <p>A red car.</p>\\n  ${p}Neu A red car.</p>\\n</div>\\n"
beside "... in the same line, if it does not begin its own" html '<div><p>A car.</p><p>A dog.</p></div>' \
    "<div><p>A car.</p>${p}Neu A car.</p><p>A dog.</p>${p}Neu A dog.</p></div>"
beside "... also where it has no end tag" html '<p>A car.\r\n<p>A dog.\r\n<div>5</div>' \
    "<p>A car.\\r\\n${p}Neu A car.</p>\\r\\n<p>A dog.\\r\\n${p}Neu A dog.</p>\\r\\n<div>5</div>"
beside "it looks the same, and has no id" html '<p id="a" class="big" style="color: red">A <a id="b" href="#a">red</a> car.</p>' \
    '<p id="a" class="big" style="color: red">A <a id="b" href="#a">red</a> car.</p>\n<p lang="de" class="big translation" style="color: red">Neu A <a href="#a">red</a> car.</p>'
beside "a heading has it within" html '<h1 id="a">A <em>red</em> car</h1>' "<h1 id=\"a\">A <em>red</em> car<br>${s}Neu A <em>red</em> car</span></h1>"
beside "so have items, before the lists in them" html '<ol>\n<li>One thing\n<ul><li>Two things</li></ul></li></ol>' \
    "<ol>\\n<li>One thing<br>${s}Neu One thing</span>\\n<ul><li>Two things<br>${s}Neu Two things</span></li></ul></li></ol>"
beside "... and cells and captions; numbers have none" html '<table><caption>A table</caption><tr><th>A head</th><td>12</td></tr></table>' \
    "<table><caption>A table<br>${s}Neu A table</span></caption><tr><th>A head<br>${s}Neu A head</span></th><td>12</td></tr></table>"
beside "text around all of a block is kept, pictures beside the text are there once" html \
    '<p><img src="a.png" alt="A picture"><b>A car</b></p><li><a href="/">The page</a></li>' \
    "<p><img src=\"a.png\" alt=\"A picture\"><b>A car</b></p>\\n${p}<b>Neu A car</b></p><li><a href=\"/\">The page</a><br>$s<a href=\"/\">Neu The page</a></span></li>"
beside "lines of one paragraph stay together" html '<p>One line<br>Two lines</p>' "<p>One line<br>Two lines</p>\\n${p}Neu One line<br>Neu Two lines</p>"
beside "titles, choices, attributes and code stay" html \
    '<html lang="en"><title>A title</title><p title="A tip">5</p><option>A choice</option><pre>A code</pre><script>"<p>A b</p>"</script>' \
    '<html lang="en"><title>A title</title><p title="A tip">5</p><option>A choice</option><pre>A code</pre><script>"<p>A b</p>"</script>'
beside "elements of no known name are as the text around them" html '<x-a><x-b>One thing</x-b></x-a><p>A <x-c>red</x-c> car' \
    "<x-a><x-b>One thing<br>${s}Neu One thing</span></x-b></x-a><p>A <x-c>red</x-c> car${p}Neu A <x-c>red</x-c> car</p>"
xs='<span lang="de" xml:lang="de" class="translation">'
beside "XHTML says the language twice" xhtml '<html xmlns="http://www.w3.org/1999/xhtml"><body><p>A car.</p><h1>A head</h1></body></html>' \
    "<html xmlns=\"http://www.w3.org/1999/xhtml\"><body><p>A car.</p><p lang=\"de\" xml:lang=\"de\" class=\"translation\">Neu A car.</p><h1>A head<br/>${xs}Neu A head</span></h1></body></html>"
printf '<p>A car.</p>' > a.html
"$T" segments a.html | sed 's/A car/One/' > list
like "a language from right to left says so" "$("$T" splice -f en -t ar --bilingual a.html list)" '<p lang="ar" dir="rtl" class="translation">One\.</p>'
is "no other text, no translation" "$("$T" segments a.html | "$T" splice -f en -t de --bilingual a.html -)" '<p>A car.</p>'
printf '<html lang="en"><p>A car.</p></html>' > a.html
is "--lang leaves the source its language" "$(both a.html --lang)" "<html lang=\"en\"><p>A car.</p>${p}Neu A car.</p></html>"
run splice --bilingual a.html list
says "the language has to be known" 1 'a target language is needed'

# ---- Markdown

beside "a paragraph has one behind it, also at the end of a file" md 'A red\ncar.\n\nA dog.' \
    "A red\\ncar.\\n\\n${s}Neu A red car.</span>\\n\\nA dog.\\n\\n${s}Neu A dog.</span>"
beside "... or a line end, where something follows" md 'Things:\n- 5\n\n**Two** things\n```\nx\n```\n' \
    "Things:\\n<br/>${s}Neu Things:</span>\\n- 5\\n\\n**Two** things\\n<br/>${s}Neu **Two** things</span>\\n\`\`\`\\nx\\n\`\`\`\\n"
beside "headings stay as many, with their names" md '# A head {#a}\r\n\r\n## Next one\r\nA car.\r\n\r\nLast\r\n====\r\n' \
    "# A head {#a}\\r\\n\\r\\n${s}Neu A head</span>\\r\\n\\r\\n## Next one\\r\\n${s}Neu Next one</span>\\r\\n\\r\\nA car.\\r\\n\\r\\n${s}Neu A car.</span>\\r\\n\\r\\nLast\\r\\n====\\r\\n\\r\\n${s}Neu Last</span>\\r\\n"
beside "items stay items of one list" md '1. One thing\n2. Two things\n   - [ ] A task\n3. **A** dog\n' \
    "1. One thing\\n   <br/>${s}Neu One thing</span>\\n2. Two things\\n   <br/>${s}Neu Two things</span>\\n   - [ ] A task\\n     <br/>${s}Neu A task</span>\\n3. **A** dog\\n   <br/>${s}Neu **A** dog</span>\\n"
printf -- '- One thing\n\n  Two things\n' > a.md
is "... with their paragraphs" "$(both a.md)" "- One thing

  ${s}Neu One thing</span>

  Two things

  ${s}Neu Two things</span>"
beside "a term has one in its line, and what it is one below" md 'A car\n: A red thing.\n\nA dog\n\n:   Some beast.\n\nThe end.\n' \
    "A car<br/>${s}Neu A car</span>\n: A red thing.\n    <br/>${s}Neu A red thing.</span>\n\nA dog<br/>${s}Neu A dog</span>\n\n:   Some beast.\n    <br/>${s}Neu Some beast.</span>\n\nThe end.\n\n${s}Neu The end.</span>\n"
beside "quotations stay quotations" md '> A car.\n>\n> A dog.\n> - One thing\n' \
    "> A car.\\n>\\n> ${s}Neu A car.</span>\\n>\\n> A dog.\\n> <br/>${s}Neu A dog.</span>\\n> - One thing\\n>   <br/>${s}Neu One thing</span>\\n"
beside "cells have both" md '| A head | 5 |\n|---|---|\n| A `b` | **A car**|\n' \
    "| A head<br/>${s}Neu A head</span> | 5 |\\n|---|---|\\n| A \`b\`<br/>${s}Neu A \`b\`</span> | **A car**<br/>${s}Neu A car</span>|\\n"
printf -- '---\ntitle: A title\n---\n\n![A picture](a.png)\n\n    A code\n' > a.md
check "pictures alone, front matter and code stay" sh -c 'cmp "$1" "$2"' - a.md "$(both a.md > both.md; echo both.md)"
beside "notes go on" md 'A car.[^1]\n\n[^1]: A note.\n' "A car.[^1]\\n\\n${s}Neu A car.[^1]</span>\\n\\n[^1]: A note.\\n    <br/>${s}Neu A note.</span>\\n"
beside "... each is there once" md 'A car.[^1]\n[^1]: A note.\n[^b]: A dog.\n' \
    "A car.[^1]\\n<br/>${s}Neu A car.[^1]</span>\\n[^1]: A note.\\n    <br/>${s}Neu A note.</span>\\n[^b]: A dog.\\n    <br/>${s}Neu A dog.</span>\\n"
beside "... and one in a line has its end" md 'A car.^[A note.]\n' "A car.^[A note.]\\n\\n${s}Neu A car.^[Neu A note.]</span>\\n"
beside "... and one amid it is in it" md 'A car.\n\nA dog^[A *note*.] sleeps^[A car.].\n' \
    "A car.\n\n${s}Neu A car.</span>\n\nA dog^[A *note*.] sleeps^[A car.].\n\n${s}Neu A dog^[Neu A *note*.] sleeps^[Neu A car.].</span>\n"
beside "ids are there once" md 'A <a id="x">red</a> car.\n' "A <a id=\"x\">red</a> car.\\n\\n${s}Neu A <a>red</a> car.</span>\\n"
beside "... and stay in code" md 'A `<a id="x">` car.\n' "A \`<a id=\"x\">\` car.\\n\\n${s}Neu A \`<a id=\"x\">\` car.</span>\\n"
beside "blocks of HTML are pages" md '<p align="center">A car.</p>\n\n5\n' "<p align=\"center\">A car.</p>\\n<p lang=\"de\" class=\"translation\" align=\"center\">Neu A car.</p>\\n\\n5\\n"
beside "MDX calls classes by another name" mdx 'import A from "a"\n\nA car.\n' "import A from \"a\"\\n\\nA car.\\n\\n<span lang=\"de\" className=\"translation\">Neu A car.</span>\\n"

# ---- Packages

if ! perl -MCompress::Raw::Zlib -MDigest::MD5 -MJSON::PP -e 1 2> /dev/null; then
    skip "packages" "perl lacks Compress::Raw::Zlib, Digest::MD5 or JSON::PP"
    done_testing
fi
member_of_both() { # FILE MEMBER KIND: its text in `got`, which has the source
    both "$1" -o "both.$1"
    zip member "both.$1" "$2" > got
    zip member "$1" "$2" > was
    perl "$source_of_both" "$3" < got > source
    check "without the translations $1 has the source's bytes" cmp source was
}
w='xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
main=application/vnd.openxmlformats-officedocument.wordprocessingml
printf '<Types><Override PartName="/word/document.xml" ContentType="%s.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="%s.styles+xml"/></Types>' "$main" "$main" > types
printf '<w:styles %s><w:style w:type="paragraph" w:styleId="Kop1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style><w:style w:type="paragraph" w:styleId="Own"><w:basedOn w:val="Kop1"/></w:style><w:style w:type="paragraph" w:styleId="Inhalt1"><w:name w:val="toc 1"/></w:style></w:styles>' "$w" > styles
r() { printf '<w:r><w:t>%s</w:t></w:r>' "$1"; }
rd() { printf '<w:r><w:rPr><w:lang w:val="de-DE"/></w:rPr>%s</w:r>' "$1"; }
t() { printf '<w:t>%s</w:t>' "$1"; }
style() { printf '<w:pPr><w:pStyle w:val="%s"/></w:pPr>' "$1"; }
field='<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> SEQ Figure </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>3</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>'
set -- "$(style Kop1)$(r 'A head')" "$(style Inhalt1)$(r 'A head')" \
    "<w:pPr><w:jc w:val=\"both\"/></w:pPr><w:bookmarkStart w:id=\"1\" w:name=\"a\"/><w:r><w:rPr><w:b/><w:lang w:val=\"en-US\"/></w:rPr><w:t>A car.</w:t></w:r><w:bookmarkEnd w:id=\"1\"/><w:r><w:footnoteReference w:id=\"2\"/></w:r>" \
    "<w:pPr><w:numPr><w:numId w:val=\"1\"/></w:numPr></w:pPr>$(r 'An item')" "$(style Own)$(r 'Our head')" "$(r 'Figure ')$field$(r ': A dog')"
{
    printf '<w:document %s><w:body>' "$w"
    for i; do printf '<w:p w:rsidR="1">%s</w:p>' "$i"; done
    printf '</w:body></w:document>'
} > document
zip make a.docx "[Content_Types].xml=types" word/document.xml=document word/styles.xml=styles
member_of_both a.docx word/document.xml ooxml
within() { rd '<w:br/>'; rd "$(t "$1")"; }
{
    printf '<w:document %s><w:body>' "$w"
    printf '<w:p w:rsidR="1">%s</w:p>' "$1$(within 'Neu A head')" "$2" "$3"
    printf '<w:p><w:pPr><w:jc w:val="both"/></w:pPr><w:r><w:rPr><w:b/><w:lang w:val="de-DE"/></w:rPr><w:t>Neu A car.</w:t></w:r></w:p>'
    printf '<w:p w:rsidR="1">%s</w:p>' "$4$(within 'Neu An item')" "$5$(within 'Neu Our head')" "$6"
    printf '<w:p>%s</w:p>' "$(rd "$(t 'Neu Figure ')")$(rd "$(t 3)")$(rd "$(t ': A dog')")"
    printf '</w:body></w:document>'
} > wanted
is "docx: paragraphs stand behind; in headings, of whatever style, and in items, a line; a table of contents stays, numbers are text" \
    "$(sed 's/ xml:space="preserve"//g' got)" "$(cat wanted)"
printf 'application/vnd.oasis.opendocument.text' > mimetype
o='xmlns:office="o" xmlns:style="s" xmlns:text="t" xmlns:fo="f" xmlns:draw="d"'
text_of() { # STYLES BODY
    printf '<office:document-content %s><office:automatic-styles><style:style style:name="P2" style:family="paragraph" style:master-page-name="First"/>%s</office:automatic-styles><office:body><office:text>%s</office:text></office:body></office:document-content>' "$o" "$1" "$2"
}
note='<text:note text:id="n"><text:note-citation>1</text:note-citation><text:note-body><text:p>A note.</text:p></text:note-body></text:note>'
text_of '' "<text:table-of-content><text:p>A head</text:p></text:table-of-content><text:h text:style-name=\"H\">A head</text:h><text:p text:style-name=\"P1\"><text:bookmark text:name=\"b\"/>A <text:span>red</text:span> car.$note</text:p><text:list><text:list-item><text:p>An item</text:p></text:list-item></text:list><text:p text:style-name=\"P2\">Next page</text:p>" > content
zip make a.odt 0:mimetype=mimetype content.xml=content
member_of_both a.odt content.xml odf
os='<text:span text:style-name="Translation">' oe='</text:span>'
is "odt: so do they there; notes are there once, and a style says the language" "$(cat got)" \
    "$(text_of '' "<text:table-of-content><text:p>A head</text:p></text:table-of-content><text:h text:style-name=\"H\">A head<text:line-break/>${os}Neu A head$oe</text:h><text:p text:style-name=\"P1\"><text:bookmark text:name=\"b\"/>A <text:span>red</text:span> car.$(echo "$note" | sed "s|A note.</text:p>|&<text:p>${os}Neu A note.$oe</text:p>|")</text:p><text:p text:style-name=\"P1\">${os}Neu A <text:span>red</text:span> car.$oe</text:p><text:list><text:list-item><text:p>An item</text:p><text:p>${os}Neu An item$oe</text:p></text:list-item></text:list><text:p text:style-name=\"P2\">Next page<text:line-break/>${os}Neu Next page$oe</text:p>" | sed 's|<office:automatic-styles>|&<style:style style:name="Translation" style:family="text"><style:text-properties fo:language="de" fo:country="DE"/></style:style>|')"
printf 'application/epub+zip' > mimetype
printf '<container><rootfiles><rootfile full-path="a.opf"/></rootfiles></container>' > container
printf '<package><metadata><dc:title>A book</dc:title><dc:language>en</dc:language></metadata><manifest><item href="a.xhtml" media-type="application/xhtml+xml"/></manifest></package>' > opf
printf '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>A book</title></head><body><nav><ol><li><a href="#a">A head</a></li></ol></nav><h1 id="a">A head</h1></body></html>' > chapter
zip make a.epub 0:mimetype=mimetype META-INF/container.xml=container a.opf=opf a.xhtml=chapter
member_of_both a.epub a.xhtml html
is "epub: chapters have both, and its table of contents has the source's" "$(cat got)" "$(sed "s|A head</h1>|A head<br/>${xs}Neu A head</span></h1>|" chapter)"
zip member both.a.epub a.opf > got
check "... and so has its title" cmp got opf

# ---- Formats without

printf 'application/vnd.oasis.opendocument.presentation' > mimetype
zip make a.odp 0:mimetype=mimetype content.xml=content
run splice -f en -t de --bilingual a.odp list
says "slides have no place for two languages" 1 'has no place for source and translation beside each other: lines, .* and epub have$'
done_testing
