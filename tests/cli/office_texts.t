#!/bin/sh
# office_texts.t - text of Office files outside of paragraphs: descriptions, messages, heads, charts.
. tests/cli/tap.sh

zip() { perl "$zip" "$@"; }
zip=$PWD/tests/cli/zip.pl top=$PWD
if ! perl -MCompress::Raw::Zlib -MDigest::MD5 -MJSON::PP -e 1 2> /dev/null; then
    skip "office texts" "perl lacks Compress::Raw::Zlib, Digest::MD5 or JSON::PP"
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
texts() { "$T" segments "$1" | perl -MJSON::PP -CO -ne 'print decode_json($_)->{text}, "|"'; }
unchanged() { # NAME
    "$T" segments "$1" | "$T" splice "$1" - > out 2>&1
    check "... and nothing else changes, $1" cmp "$1" out
}

w='xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"'
types word/document.xml wordprocessingml.document.main > types
printf '<w:document %s><w:body><w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="Picture 1" descr="A red rose" title="image1.png"/></wp:inline></w:drawing></w:r></w:p><w:p><w:r><w:t>Word</w:t></w:r><w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:t>TM</w:t></w:r><w:r><w:t> is here.</w:t></w:r></w:p></w:body></w:document>' "$w" > document
zip make a.docx "[Content_Types].xml=types" word/document.xml=document
is "descriptions of pictures; raised signs of trade marks" "$(texts a.docx)" 'A red rose|Word<1/> is here.|'
unchanged a.docx
"$T" segments a.docx | sed 's/A red rose/GitHub-Rose/' | "$T" splice a.docx - > b.docx
like "... which may look like names" "$(zip member b.docx word/document.xml)" 'descr="GitHub-Rose"'

frame='<w:pPr><w:framePr w:dropCap="drop" w:lines="3"/></w:pPr>'
printf '<w:document %s><w:body><w:p>%s<w:r><w:t>T</w:t></w:r></w:p><w:p><w:r><w:t>he rose is red.</w:t></w:r></w:p><w:p><w:r><w:t>T</w:t></w:r></w:p><w:p><w:r><w:t>hen more.</w:t></w:r></w:p></w:body></w:document>' "$w" "$frame" > document
zip make a.docx "[Content_Types].xml=types" word/document.xml=document
is "a first letter in a frame is of the next paragraph's word" "$(texts a.docx)" 'T<1/>he rose is red.|T|hen more.|'
unchanged a.docx
if [ -n "$MODEL" ]; then
    "$T" -q -m "$top/$MODEL" -f en -t de -o b.docx a.docx
    like "... and so is that of the translation" "$(zip member b.docx word/document.xml)" \
        '<w:t>D</w:t></w:r></w:p><w:p><w:r><w:t>ie Rose'
fi
printf '<w:document %s><w:body><w:p>%s<w:r><w:t>T</w:t></w:r></w:p></w:body></w:document>' "$w" "$frame" > document
zip make a.docx "[Content_Types].xml=types" word/document.xml=document
is "... one behind which nothing comes is by itself" "$(texts a.docx)" 'T|'

printf '<w:document %s><w:body><w:p><w:r><w:t xml:space="preserve">[  ] Yes    [  ] No | Perhaps  so   </w:t></w:r></w:p></w:body></w:document>' "$w" > document
zip make a.docx "[Content_Types].xml=types" word/document.xml=document
is "wide gaps part text" "$(texts a.docx)" '[ ] Yes|[ ] No|Perhaps so|'
unchanged a.docx

item() { printf '<w:listItem w:displayText="%s" w:value="%s"/>' "$1" "$2"; }
run_of() { printf '<w:r><w:t xml:space="preserve">%s</w:t></w:r>' "$1"; }
list() { # ITEM ITEM CHOSEN
    printf '<w:document %s><w:body><w:p>%s<w:sdt><w:sdtPr><w:dropDownList>%s%s</w:dropDownList></w:sdtPr><w:sdtContent>%s</w:sdtContent></w:sdt>%s</w:p></w:body></w:document>' \
        "$w" "$(run_of 'I like ')" "$(item "$1" one)" "$(item "$2" two)" "$(run_of "$3")" "$(run_of ' here.')"
}
types word/document.xml wordprocessingml.document.main > types
list 'A red rose' 'A white rose' 'A red rose' > document
zip make a.docx "[Content_Types].xml=types" word/document.xml=document
is "items of a list, and the one that is chosen" "$(texts a.docx)" 'I like|A red rose|A white rose|A red rose|here.|'
unchanged a.docx
"$T" segments a.docx | sed 's/A red rose/Eine rote Rose/' | "$T" splice a.docx - > b.docx
is "... which are the same in the translation" "$(zip member b.docx word/document.xml)" "$(list 'Eine rote Rose' 'A white rose' 'Eine rote Rose')"
printf '<w:document %s><w:body><w:p>%s</w:p><w:p>%s<w:r><w:rPr><w:b/></w:rPr><w:t>ws | Contact</w:t></w:r></w:p></w:body></w:document>' "$w" "$(run_of 'Home | News »')" "$(run_of 'Home | Ne')" > document
zip make a.docx "[Content_Types].xml=types" word/document.xml=document
is "signs part the texts of runs" "$(texts a.docx)" 'Home|News|Home|Ne<1>ws</1>|Contact|'
unchanged a.docx

a='xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"'
types ppt/presentation.xml presentationml.presentation.main ppt/slides/slide1.xml presentationml.slide ppt/charts/chart1.xml drawingml.chart > types
printf '<p/>' > empty
printf '<p:sld %s><p:pic><p:nvPicPr><p:cNvPr id="1" name="Picture" descr="A red rose"/></p:nvPicPr></p:pic></p:sld>' "$a" > slide
printf '<c:chart %s><c:cat><c:strRef><c:f>Sheet1!$A$2</c:f><c:strCache><c:ptCount val="1"/><c:pt idx="0"><c:v>North region</c:v></c:pt></c:strCache></c:strRef></c:cat><c:val><c:numCache><c:formatCode>General</c:formatCode><c:pt idx="0"><c:v>4.3</c:v></c:pt></c:numCache></c:val></c:chart>' "$a" > chart
zip make a.pptx "[Content_Types].xml=types" ppt/presentation.xml=empty ppt/slides/slide1.xml=slide ppt/charts/chart1.xml=chart
is "the texts of a chart" "$(texts a.pptx)" 'A red rose|North region|'
unchanged a.pptx

x='xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
types xl/workbook.xml spreadsheetml.sheet.main xl/sharedStrings.xml spreadsheetml.sharedStrings \
    xl/worksheets/sheet1.xml spreadsheetml.worksheet xl/charts/chart1.xml drawingml.chart > types
sheet() { # FORMULA
    printf '<worksheet %s><sheetData><row><c><f>%s</f><v>1</v></c></row></sheetData><dataValidations><dataValidation promptTitle="Choose one" prompt="Choose one of the list." errorTitle="Wrong" error="This is wrong."/></dataValidations><hyperlinks><hyperlink ref="A1" tooltip="Read the guide"/></hyperlinks><headerFooter><oddHeader>&amp;C&amp;"Arial,Bold"&amp;14Our report</oddHeader><oddFooter>&amp;LPage &amp;P of &amp;N&amp;RAll rights &amp;&amp; more</oddFooter></headerFooter></worksheet>' "$x" "$1" > sheet
    printf '<sst %s><si><t>All sold out</t></si><si><t>Ready to go</t></si><si><t>One thing</t></si></sst>' "$x" > strings
    zip make a.xlsx "[Content_Types].xml=types" xl/workbook.xml=empty xl/worksheets/sheet1.xml=sheet xl/sharedStrings.xml=strings xl/charts/chart1.xml=chart
}
sheet '1'
heads='Choose one|Choose one of the list.|Wrong|This is wrong.|Read the guide|Our report|Page <1/> of <2/>|All rights &amp;&amp; more|'
is "messages, tips, heads and feet of sheets" "$(texts a.xlsx | sed 's/All sold.*//')" "$(printf %s "$heads")"
unchanged a.xlsx
"$T" segments a.xlsx | sed 's/Choose one"/A title that is longer than it may be"/; s/Wrong"/Falsch"/' | "$T" splice a.xlsx - > b.xlsx 2> err
like "a title that is too long stays" "$(zip member b.xlsx xl/worksheets/sheet1.xml)" 'promptTitle="Choose one".*errorTitle="Falsch"'
for formula in 'COUNTIF(A:A,"*sold*")' 'SEARCH("SOLD",A2)'; do
    sheet "$formula"
    is "what a formula looks for within texts stays, $formula" "$(texts a.xlsx | sed 's/.*more|//')" 'Ready to go|One thing|'
done
sheet 'LEFT(A3,5)="Ready"'
is "... at their beginnings" "$(texts a.xlsx | sed 's/.*more|//')" 'All sold out|One thing|'

types word/document.xml wordprocessingml.document.main > types
bold() { printf '<w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">%s</w:t></w:r>' "$1"; }
plain() { printf '<w:r><w:t xml:space="preserve">%s</w:t></w:r>' "$1"; }
simple='<w:fldSimple w:instr=" MERGEFIELD Name "><w:r><w:t>[N]</w:t></w:r></w:fldSimple>'
complex='<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> MERGEFIELD Name </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>[N]</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>'
for field in "$simple" "$complex"; do
    printf '<w:document %s><w:body><w:p>%s%s%s</w:p></w:body></w:document>' "$w" "$(bold 'Dear ')" "$field" \
        "$(plain ', welcome.')" > document
    zip make field.docx "[Content_Types].xml=types" word/document.xml=document
    is "a field behind bold text is a mark" "$(texts field.docx)" '<1>Dear </1><2/>, welcome.|'
    for put in '<1>Liebe</1> <2/>, hallo.' '<1>Liebe(r</1>) <2/>, hallo.' '<1>Liebe </1><2/>, hallo.'; do
        "$T" segments field.docx | sed "s|<1>.*welcome.|$put|" | "$T" splice field.docx - > field.out
        is "... and stays before what follows: $put" \
            "$(zip member field.out word/document.xml | sed 's/<w:instrText>[^<]*//; s/<[^>]*>//g')" \
            "$(printf '%s' "$put" | sed 's|<2/>|[N]|; s/<[^>]*>//g')"
    done
done

done_testing
