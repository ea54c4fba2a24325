#!/bin/sh
# office_places.t - where segments of Office files are, for people.
. tests/cli/tap.sh

zip() { perl "$zip" "$@"; }
zip=$PWD/tests/cli/zip.pl
if ! perl -MCompress::Raw::Zlib -MDigest::MD5 -MJSON::PP -e 1 2> /dev/null; then
    skip "places in Office files" "perl lacks Compress::Raw::Zlib, Digest::MD5 or JSON::PP"
    done_testing
fi
cd "$TMP" || exit 1
main=application/vnd.openxmlformats-officedocument
types() { # PART TYPE...
    printf '<Types><Default Extension="xml" ContentType="application/xml"/>'
    while [ $# -gt 0 ]; do
        printf '<Override PartName="/%s" ContentType="%s.%s+xml"/>' "$1" "$main" "$2"
        shift 2
    done
    printf '</Types>'
}
places() { "$T" segments "$1" | perl -MJSON::PP -CO -ne '$s = decode_json($_); print "$s->{where}=$s->{text}|"'; }

w='xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
p() { printf '<w:p>%s<w:r><w:t>%s</w:t></w:r>%s</w:p>' "$2" "$1" "$3"; }
style() { printf '<w:pPr><w:pStyle w:val="%s"/></w:pPr>' "$1"; }
cell() { printf '<w:tc>%s</w:tc>' "$1"; }
types word/document.xml wordprocessingml.document.main word/header1.xml wordprocessingml.header > types
{
    printf '<w:document %s><w:body>' "$w"
    p 'The title' "$(style Heading1)"
    printf '<w:p/>'
    p 'Some text.'
    printf '<w:tbl><w:tr>%s%s</w:tr><w:tr>%s%s</w:tr></w:tbl>' "$(cell "$(p 'One cell')")" "$(cell "$(p 'Two cells')")" \
        "$(cell '<w:p/>')" "$(cell "<w:tbl><w:tr>$(cell "$(p 'Within')")</w:tr></w:tbl>$(p 'Behind' "$(style Note)")")"
    p 'Around' '' "<w:r><w:pict>$(p 'In a box')</w:pict></w:r><w:r><w:t>the box</w:t></w:r>"
    printf '</w:body></w:document>'
} > document
printf '<w:hdr %s>%s</w:hdr>' "$w" "$(p 'The head')" > header
zip make a.docx "[Content_Types].xml=types" word/document.xml=document word/header1.xml=header
is "parts, paragraphs with their styles, cells of tables, boxes" "$(places a.docx | sed 's/word.document.xml: //g')" \
    'paragraph 1 (Heading1)=The title|paragraph 3=Some text.|paragraph 4, table 1 row 1 column 1=One cell|paragraph 5, table 1 row 1 column 2=Two cells|paragraph 7, table 2 row 1 column 1=Within|paragraph 8 (Note), table 1 row 2 column 2=Behind|paragraph 9=Around|paragraph 10=In a box|paragraph 9=the box|word/header1.xml: paragraph 1=The head|'

x='xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
types xl/workbook.xml spreadsheetml.sheet.main xl/sharedStrings.xml spreadsheetml.sharedStrings \
    xl/worksheets/one.xml spreadsheetml.worksheet xl/worksheets/two.xml spreadsheetml.worksheet xl/comments1.xml spreadsheetml.comments > types
printf '<workbook %s><sheets><sheet name="Red &amp;amp; white" sheetId="1" r:id="r2"/><sheet name="Prices" sheetId="2" r:id="r1"/></sheets></workbook>' "$x" > book
printf '<Relationships><Relationship Id="r1" Target="worksheets/one.xml"/><Relationship Id="r2" Target="/xl/worksheets/two.xml"/></Relationships>' > links
printf '<sst %s><si><t>Of none</t></si><si><t>First words</t></si><si><r><t>Other </t></r><r><t>words</t></r></si></sst>' "$x" > strings
c() { printf '<c r="%s" t="%s">%s</c>' "$1" "$2" "$3"; }
printf '<worksheet %s><sheetData><row>%s%s%s%s</row></sheetData></worksheet>' "$x" "$(c A1 s '<v>1</v>')" "$(c B1 n '<v>0</v>')" \
    "$(c C1 s '<v>99999999999</v>')" "$(c D1 inlineStr '<is><t>Here it is</t></is>')" > one
printf '<worksheet %s><sheetData><row>%s%s</row></sheetData></worksheet>' "$x" "$(c B7 s '<v>2</v>')" "$(c C7 s '<v>1</v>')" > two
printf '<comments %s><commentList><comment ref="B4"><text><t>A remark</t></text></comment></commentList></comments>' "$x" > comments
zip make a.xlsx "[Content_Types].xml=types" xl/workbook.xml=book xl/_rels/workbook.xml.rels=links xl/sharedStrings.xml=strings \
    xl/worksheets/one.xml=one xl/worksheets/two.xml=two xl/comments1.xml=comments
is "a shared string is in the first cell that has it, of a sheet by its name" "$(places a.xlsx | sed 's/xl.sharedStrings.xml: //g')" \
    'string 1=Of none|Prices!A1=First words|Red &amp; white!B7=Other words|xl/worksheets/one.xml: D1=Here it is|xl/comments1.xml: B4=A remark|'
zip make b.xlsx "[Content_Types].xml=types" xl/workbook.xml=book xl/sharedStrings.xml=strings xl/worksheets/one.xml=one
is "... without a name that is known, it says the cell" "$(places b.xlsx | grep -o 'A1=First words')" 'A1=First words'

types ppt/presentation.xml presentationml.presentation.main ppt/slides/slide1.xml presentationml.slide > types
printf '<p:presentation xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"/>' > presentation
a() { printf '<a:p><a:r><a:t>%s</a:t></a:r></a:p>' "$1"; }
printf '<p:sld xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><p:sp><p:nvPr><p:ph type="title"/></p:nvPr>%s</p:sp><p:sp><p:nvPr/>%s</p:sp><a:tbl><a:tr><a:tc>%s</a:tc></a:tr></a:tbl></p:sld>' \
    "$(a 'The title')" "$(a 'Some text')" "$(a 'A cell')" > slide
zip make a.pptx "[Content_Types].xml=types" ppt/presentation.xml=presentation ppt/slides/slide1.xml=slide
is "slides" "$(places a.pptx | sed 's/ppt.slides.slide1.xml: //g')" \
    'paragraph 1 (title)=The title|paragraph 2=Some text|paragraph 3, table 1 row 1 column 1=A cell|'

# ---- OpenDocument

o='xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0"'
odf() { # NAME TYPE ELEMENT CONTENT
    printf 'application/vnd.oasis.opendocument.%s' "$2" > mimetype
    printf '<office:document-content %s><office:body><office:%s>%s</office:%s></office:body></office:document-content>' "$o" "$3" "$4" "$3" > content
    zip make "$1" 0:mimetype=mimetype content.xml=content
    places "$1" | sed 's/content.xml: //g'
}
tp() { printf '<text:p%s>%s</text:p>' "${2:+ text:style-name=\"$2\"}" "$1"; }
tc() { printf '<table:table-cell office:value-type="string"%s>%s</table:table-cell>' "$2" "$1"; }
row() { printf '<table:table-row%s>%s</table:table-row>' "$2" "$1"; }
table() { printf '<table:table table:name="%s">%s</table:table>' "$1" "$2"; }
is "OpenDocument: headings, styles that people know, cells of tables in each other" "$(odf a.odt text text "<text:h text:outline-level=\"2\">The title</text:h>$(tp '')$(tp 'Some text.' P12)$(tp 'More text.' Text_20_body)$(table T "$(row "$(tc "$(tp 'One cell')")$(tc "$(table U "$(row "$(tc "$(tp Within)")")")$(tp Behind)")")")$(tp 'The end.')")" \
    'paragraph 1 (heading 2)=The title|paragraph 3=Some text.|paragraph 4 (Text body)=More text.|paragraph 5, table 1 row 1 column 1=One cell|paragraph 6, table 2 row 1 column 1=Within|paragraph 7, table 1 row 1 column 2=Behind|paragraph 8=The end.|'
is "... sheets; rows and cells that stand for several" "$(odf a.ods spreadsheet spreadsheet "$(table 'Red &amp; white' "$(row "$(tc "$(tp 'First words')")$(tc '' ' table:number-columns-repeated="25"')$(tc "$(tp 'Far words')")" ' table:number-rows-repeated="3"')$(row "<table:table-cell office:value-type=\"float\" office:value=\"3\"><text:p>3</text:p></table:table-cell><table:covered-table-cell/>$(tc "$(tp 'Other words')$(tp 'More words')")")")$(table Prices "$(row "$(tc "$(tp 'A price')")")")")" \
    'Red & white!A1=First words|Red & white!AA1=Far words|Red & white!C4=Other words|Red & white!C4=More words|Prices!A1=A price|'
frame() { printf '<draw:frame%s><draw:text-box>%s</draw:text-box></draw:frame>' "${2:+ presentation:class=\"$2\"}" "$1"; }
is "... slides" "$(odf a.odp presentation presentation "<draw:page>$(frame "$(tp 'The title')" title)</draw:page><draw:page>$(frame "$(tp 'A title')" title)$(frame "$(tp 'Some text')")<presentation:notes>$(frame "$(tp 'A note')" notes)</presentation:notes></draw:page>")" \
    'slide 1, paragraph 1 (title)=The title|slide 2, paragraph 1 (title)=A title|slide 2, paragraph 2=Some text|slide 2, paragraph 3 (notes)=A note|'

done_testing
