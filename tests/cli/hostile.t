#!/bin/sh
# hostile.t - documents that are made to take time: what there is takes time in proportion to its size.
. tests/cli/tap.sh

zip=$PWD/tests/cli/zip.pl
cd "$TMP" || exit 1
most=30 # seconds: a busy machine is slow, and what these took was minutes
case $VARIANT in asan | tsan) most=120 ;; esac

in_time() { timeout $most "$@" > out; } # COMMAND...

segments() { # NAME FORMAT PERL: the document that this prints is read, or refused, in time
    perl -e "$3" > document."$2"
    check "$2: $1" sh -c 'timeout "$1" "$2" segments -t de "$3" > out 2> err; [ $? -lt 2 ] || { cat err; exit 1; }' - \
        $most "$T" document."$2"
}
changed() { # NAME FORMAT PERL: other text goes in, in time
    segments "$@"
    perl -MJSON::PP -ne '$o = decode_json($_); $o->{text} =~ s/(text|words)/\U$1/g; print encode_json($o), "\n"' out > lines
    check "... and takes other text" in_time "$T" splice -t de document."$2" lines
    check "... all of it" sh -c '! cmp -s "$1" out' - document."$2"
}

# ---- Markdown

segments "braces that nothing closes" md 'print "{" x 300000'
segments "braces and signs that nothing closes" md 'print "{{ {% {# " x 100000'
segments "formulas that nothing closes" md 'print "\$\$a \$b " x 100000'
segments "links whose titles nothing closes" md 'print "[a]: /u\n\n", "[a](b (" x 100000'
segments "links whose places nothing ends" md 'print "[a]: /u\n\n", "[a](b" x 100000'
segments "links whose labels nothing closes, each in a paragraph" md 'print "[a]: /u\n\n", "[a](b (\n\n" x 60000'
segments "code that nothing closes" md 'print "a <code>" x 100000'
segments "code and keys that nothing closes" md 'print "a <code> <kbd>" x 60000'

changed "a table of many columns, and rows of one cell" md 'print "|text" x 30000, "|\n", "|-" x 30000, "|\n", "|text\n" x 60000'
changed "... in a quotation" md 'print "> ", "|text" x 30000, "|\n> ", "|-" x 30000, "|\n", "> |text\n" x 60000'

# ---- Marks

segments "empty marks at both edges" html 'print "<p><b>", "<u></u>" x 140000, "text</b>", "<i></i>" x 140000, "</p>"'
segments "marks around marks" html 'print "<p>", "<b>" x 100000, "text", "</b>" x 100000, "</p>"'
changed "no-break spaces" html 'print "<p>text", "\xC2\xA0text" x 150000, "</p>"'
changed "no-break spaces" md 'print "text", "\xC2\xA0text" x 150000'
changed "references, of which none is a no-break space" html 'print "<p>text", "\xC2\xA0&amp;text" x 80000, "</p>"'

# ---- MediaWiki

segments "links to addresses on one line" mediawiki 'print "[http://a.org words] " x 100000'
segments "links to addresses in a link to one" mediawiki 'print "[http://a.org words " x 100000, "]"'
segments "variants that nothing closes" mediawiki 'print "-{words " x 100000'

# ---- Subtitles

cue='"1\n00:00:01,000 --> 00:00:02,000\n"'
changed "a line of half a megabyte, and another one" srt "print $cue, 'some words ' x 50000, \"\\n\", 'more words ' x 40000, \"\\n\""
changed "tags that nothing closes" srt "print $cue, '<i' x 200000, \"\\nwords\\n\""

# ---- Marks of typesetting

changed "macros in each other" tex 'print "\\emph{" x 120000, "some text here", "}" x 120000'
segments "names of environments that nothing closes" tex 'print "\\begin{" x 200000'

segments "words that escapes part" 1 'print ".TH A 1\n", "x\\&" x 200000'
segments "fonts that nothing follows" 1 'print ".TH A 1\n", "\\fRx" x 200000'
segments "titles without text" ttml 'print "<tt><head>", "<ttm:title></ttm:title>" x 80000, "</head></tt>"'

segments "uses of one long reference" md 'print "[a]: ", "x" x 300000, "\n\n", "[a] " x 70000'

# ---- Memory

format_of() { # ENDING
    case $1 in
    txt) echo text ;; md) echo markdown ;; ipynb) echo notebook ;; eml) echo mail ;; ics) echo icalendar ;; *) echo "$1" ;;
    esac
}
# The most memory that a program had when the first segment comes out: it waits then, since nobody
# reads on.  Without a document it has 14 MB.
peak() { # FILE FORMAT: kB
    [ -p fifo ] || mkfifo fifo
    "$T" segments --format "$2" -f en -t de "$1" > fifo &
    program=$!
    exec 4< fifo
    head -c 1 <&4 > /dev/null
    sed -n 's/^VmHWM:[^0-9]*\([0-9]*\).*/\1/p' "/proc/$program/status"
    exec 4<&-
    wait $program
}
# What follows a block in a document: so many segments that the program waits for who reads them.
more='sub more { my ($begin, $each, $end) = @_; print $begin, $each x 4000, $end // "" }'
takes_little() { # NAME ENDING FILE BYTES
    case $VARIANT in
    asan | tsan) skip "$2: $1, in little memory" "the sanitizer takes some of its own" ;;
    *) check "$2: $1, in little memory" test "$(peak "$3" "$(format_of "$2")")" -lt $((16000 + 12 * $4 / 1024)) ;;
    esac
}
small() { # NAME ENDING PERL: reading the document takes no more than 12 times as much memory
    perl -e "$more; $3" > small."$2"
    takes_little "$1" "$2" small."$2" "$(wc -c < small."$2")"
}
small "cells of two letters" csv 'print "ab,cd,ef\n" x 900000'
small "lines of two letters" txt 'print "ab\n" x 2700000'
small "paragraphs of two letters" html 'print "<p>ab" x 1600000'
small "paragraphs of two letters" md 'print "ab\n\n" x 2000000'
small "elements of two letters" xml 'print "<r>\n<p>", "<a>ab</a>" x 850000, "</p>\n", "<p>Some words.</p>\n" x 5000, "</r>"'
small "keys of one letter" properties 'print "a=b c\n" x 1300000'
small "cells of a notebook" ipynb 'print "{\"nbformat\":4,\"metadata\":{},\"cells\":[", join(",", ("{\"cell_type\":\"markdown\",\"metadata\":{},\"source\":[\"Some words.\"]}") x 100000), "]}"'

# One block that is nothing but marks.
md() { small "a paragraph of $1" md "$2; more(qq(\n\n), qq(Some words.\n\n))"; } # NAME PERL
md "emphasis" 'print "*a* " x 500000'
md "strong emphasis" 'print "**a** " x 400000'
md "emphasis in emphasis" 'print "*a " x 350000, "a* " x 350000'
md "stars" 'print "*a" x 1000000'
md "text that is struck" 'print "~~a~~ " x 350000'
md "escapes" 'print "\\*a" x 700000'
md "code" 'print "`a` " x 500000'
md "links" 'print "[a](b) " x 300000'
md "links that nothing ends" 'print "[a](" x 500000'
md "images" 'print "![a](b) " x 250000'
md "uses of a reference" 'print "[a]: b\n\n", "[a]" x 700000'
md "brackets" 'print "[" x 2000000'
md "references" 'print "&amp;a" x 350000'
md "tags" 'print "<b>a</b> " x 225000'
md "NULs" 'print "\0" x 2000000'
md "lines" 'print "a\n" x 1000000'
md "lines that break" 'print "a  \n" x 500000'
md "lines with a link each" 'print "*a* [b](c)\n" x 180000'
md "quoted lines" 'print "> a\n" x 500000'
md "lines that look like items" 'print "a\n", "2. *a*\n" x 300000'
md "lines that look like rows" 'print "a\nb\n|-|-|\n", "|*a*|\n" x 350000'
md "lines below a table and a rule" 'print "a|b\n|-|-|\n***\n", "*a*\n" x 500000'
md "lines below a table and a fence" 'print "a|b\n|-|-|\n```\n```\n", "*a*\n" x 500000'
md "lines below HTML" 'print "<pre>\n</pre>\n", "*a*\n" x 500000'
small "a cell of emphasis" md 'print "|a|b|\n|-|-|\n|", "*a* " x 500000; more("|x|\n\n", "Some words.\n\n")'
small "a row of bars" md 'print "|a|b|\n|-|-|\n", "|" x 2000000; more("\n\n", "Some words.\n\n")'
small "a head of bars" md 'print "|" x 2000000, "\n|-|-|\n"; more("\n\n", "Some words.\n\n")'
small "a line in a million quotations" md 'print ">" x 2000000; more("\n\n", "Some words.\n\n")'
small "a line in a million lists" md 'print "- + " x 500000; more("a\n\n", "Some words.\n\n")'
small "paragraphs of emphasis" md 'print +("*a* " x 400 . "\n\n") x 2500; more("", "Some words.\n\n")'
small "a list" md 'print "- ab\n" x 600000'
small "quotations" md 'print "> ab\n\n" x 500000'
for begin in '- - - - a' '1. > + a' '- a\n+ a' '> > a\n- a'; do # md4c would take 13 to 17 times as much
    perl -e 'print "Some words.\n\n", "'"$begin"'\n" x 400000' > lists.md
    run segments -t de lists.md
    says "md: lists and quotations as in $(echo "$begin" | sed "s,\\\\n,; ,") are too many for their text" 1 'lists\.md:1:1: it has too many lists and quotations'
done
perl -e 'print "- - > - a\n" x 20000' > few.md # 160 kB
check "... a few of them are none" in_time "$T" segments -t de few.md
small "tables of eight columns" md 'print "|a|b|c|d|e|f|g|h|\n|-|-|-|-|-|-|-|-|\n|a\n|b\n\n" x 47500; more("", "Some words.\n\n")'
small "a cell of lines" ipynb 'print "{\"nbformat\":4,\"metadata\":{},\"cells\":[{\"cell_type\":\"markdown\",\"metadata\":{},\"source\":[", join(",", ("\"a\\n\"") x 350000); more("", ",\"\\n\\nSome words.\"", "]}]}")'
small "a cell of emphasis in one string" ipynb 'print "{\"nbformat\":4,\"metadata\":{},\"cells\":[{\"cell_type\":\"markdown\",\"metadata\":{},\"source\":\"", "*a* " x 500000; more("", "\\n\\nSome words.", "\"}]}")'

html() { small "a paragraph of $1" html "print '<p>', $2; more('', '<p>Some words.')"; } # NAME PERL
html "pairs" '"<b>a</b> " x 225000'
html "starts" '"<b>a" x 500000'
html "ends" '"</b>a" x 400000'
html "references" '"&amp;a" x 350000'
html "signs" '"<a " x 700000'
html "points" '"a<wbr>" x 350000'
html "comments" '"a<!---->" x 250000'
html "titles" '"<i title=\"a b\"></i>a " x 100000'
html "titles of starts" '"<i title=\"a b\">" x 135000'
x='<html xmlns=\"http://www.w3.org/1999/xhtml\"><body><p>'
small "a paragraph of pairs" xhtml "print \"$x\", '<b>a</b> ' x 225000; more('</p>', '<p>Some words.</p>', '</body></html>')"
small "an element of pairs" xml 'print "<r>\n<p>Words ", "<b>a</b> " x 225000; more("</p>\n", "<p>Some words.</p>\n", "</r>")'
small "a unit of pairs" xliff 'print "<xliff version=\"1.2\" xmlns=\"urn:oasis:names:tc:xliff:document:1.2\"><file source-language=\"en\" target-language=\"de\" datatype=\"x\" original=\"x\"><body><trans-unit id=\"1\"><source>", "<g>a</g> " x 225000; more("</source></trans-unit>", "<trans-unit id=\"2\"><source>Some words.</source></trans-unit>", "</body></file></xliff>")'
small "a segment of points" tmx 'print "<tmx version=\"1.4\"><header srclang=\"en\"/><body><tu><tuv xml:lang=\"en\"><seg>", "a<ph/>" x 350000; more("</seg></tuv></tu>", "<tu><tuv xml:lang=\"en\"><seg>Some words.</seg></tuv></tu>", "</body></tmx>")'

cue="1\\n00:00:01,000 --> 00:00:02,000\\n"
srt() { small "a cue of $1" srt "print qq($cue), $2; more(qq(\n\n), qq(${cue}Some words.\n\n))"; } # NAME PERL
srt "lines" 'qq(a\n) x 1000000'
srt "speakers" 'qq(-a\n) x 700000'
srt "sounds" 'qq([a]\n) x 500000'
srt "tags" 'qq(<i>a</i> ) x 225000'
vtt() { small "a cue of $1" vtt "print qq(WEBVTT\n\n00:01.000 --> 00:02.000\n), $2; more(qq(\n\n), qq(00:01.000 --> 00:02.000\nSome words.\n\n))"; } # NAME PERL
vtt "starts" '"<b><i>a " x 250000'
vtt "pairs" '"<c>a</c> " x 225000'
vtt "lines" 'qq(a\n) x 1000000'

each_value() { # ENDING PERL: a value of $v, then others
    printf '%s\n' 'pairs:<b>a</b> :225000' 'ends:</b>a:400000' 'placeholders:{a} :500000' > values
    while IFS=: read -r name v n; do
        small "a value of $name" "$1" "\$v = q($v) x $n; $2"
    done < values
}
each_value json 'print "[\"", $v; more("\"", ",\"Some words.\"", "]")'
each_value csv 'print "\"", $v; more("\"\n", "Some words.\n")'
each_value ini 'print "[s]\na=", $v; more("\n", "b=Some words.\n")'
each_value properties 'print "a=", $v; more("\n", "b=Some words.\n")'
each_value strings 'print "\"a\" = \"", $v; more("\";\n", "\"b\" = \"Some words.\";\n")'
each_value ics 'print "BEGIN:VEVENT\nSUMMARY:", $v; more("\n", "COMMENT:Some words.\n")'
small "a paragraph of looks" rtf 'print "{\\rtf1 ", "{\\b a} " x 225000; more("\\par\n", "Some words.\\par\n", "}")'
each_value yaml 'print "a: \"", $v; more("\"\n", "b: Some words.\n")'
each_value po 'print "msgid \"", $v; more("\"\nmsgstr \"\"\n\n", "msgid \"Some words.\"\nmsgstr \"\"\n\n")'
each_value eml 'print "Subject: x\nContent-Type: text/html\n\n<p>", $v; more("", "<p>Some words.")'
small "a message of lines" po 'print "msgid \"", "a\\n" x 700000; more("\"\nmsgstr \"\"\n\n", "msgid \"Some words.\"\nmsgstr \"\"\n\n")'
small "a message of keys of menus" po 'print "msgid \"", "_a\\n" x 500000; more("\"\nmsgstr \"\"\n\n", "msgid \"Some words.\"\nmsgstr \"\"\n\n")'
small "a cell of quotation marks" csv 'print "\"", "a\"\"" x 700000; more("\"\n", "Some words.\n")'
small "a string of escapes" json 'print "[\"", "\\u0041 " x 300000, "\\n" x 150000; more("\"", ",\"Some words.\"", "]")'

package() { # NAME ENDING PERL MEMBERS...: the bytes of the file "part" count
    perl -e "$more; $3" > part
    name=$1 ending=$2
    shift 3
    perl "$zip" make small."$ending" "$@"
    takes_little "$name" "$ending" small."$ending" "$(wc -c < part)"
}
printf '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>' > types
printf '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>' > relations
word() { # NAME PERL
    package "a paragraph of $1" docx "print '<w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"><w:body><w:p>', $2; more('</w:p>', '<w:p><w:r><w:t>Some words.</w:t></w:r></w:p>', '</w:body></w:document>')" \
        "[Content_Types].xml=types" _rels/.rels=relations word/document.xml=part
}
word "runs" '"<w:r><w:t>a</w:t></w:r>" x 85000'
word "runs of two looks" '"<w:r><w:t>a</w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>a</w:t></w:r>" x 30000'
word "links" '"<w:hyperlink><w:r><w:t>a</w:t></w:r></w:hyperlink>" x 40000'
word "elements" '"<w:r><w:t>a</w:t></w:r><w:x/>" x 65000'
printf 'application/vnd.oasis.opendocument.text' > mimetype
office='<office:document-content xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\" xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\"><office:body><office:text>'
package "a paragraph of spans" odt "print \"$office<text:p>\", '<text:span>a</text:span>' x 80000; more('</text:p>', '<text:p>Some words.</text:p>', '</office:text></office:body></office:document-content>')" \
    0:mimetype=mimetype content.xml=part

# ... and what becomes of it

changed "a paragraph of 5000 pairs" html 'print "<p>", "text <b>words</b> " x 5000'
is "... each of them" "$(grep -o 'TEXT\|WORDS' out | wc -l)" 10000
changed "a paragraph of 5000 pairs" md 'print "text *words* " x 5000'
is "... each of them" "$(grep -o 'TEXT\|WORDS' out | wc -l)" 10000
changed "a cue of 2000 pairs" vtt 'print "WEBVTT\n\n00:01.000 --> 00:02.000\n", "text <b>words</b> " x 2000, "\n"'
changed "a value of 5000 pairs" json 'print "[\"", "text <b>words</b> " x 5000, "\"]"'
is "... each of them" "$(grep -o 'TEXT\|WORDS' out | wc -l)" 10000
changed "a paragraph that is left, and others" md 'print "Some words.\n\n", "*a* [b](c)\n" x 30000, "\nSome *text*.\n"'
is "... which are read" "$(grep -c 'WORDS\|TEXT' out; grep -c '^.a. .b.(c)$' out)" "2
30000"
changed "a list, a table and HTML of many lines each" md 'print "text\n\n", "1. *text* [words](c)\n" x 6000, "\n|a|b|\n|-|-|\n", "|*text*|[words](c)|\n" x 6000, "\n", "<p><b>text</b></p>\n" x 6000, "\n", map("[l$_]: /c\n", 1 .. 6000), "\n[l1] text [l6000]\n"'
is "... all of which is read" "$(grep -o 'TEXT\|WORDS' out | wc -l; grep -c '^.l[0-9]*.: /c$' out; grep -c '^.l1. TEXT .l6000.$' out)" "30002
6000
1"
changed "HTML that is left, and others" md 'print "<pre>\n", "a*a -->\n" x 20000, "</pre>\nSome text.\n\nSome *text* &amp; words.\n"'
like "... of which what comes after it is no HTML" "$(cat out)" '^Some \*TEXT\* &amp; WORDS'

# ---- Archives

printf '<workbook/>' > workbook
printf '<Types><Override PartName="/xl/workbook.xml" ContentType="x.main+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/><Override PartName="/xl/tables/table1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.table+xml"/></Types>' > types
perl -e 'print "<table>", map("<tableColumn name=\"Column number $_\"/>", 1 .. 200000), "</table>"' > table
perl -e 'print "<sst xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\">", map("<si><t>This is row $_</t></si>", 1 .. 100000), "<si><t>Column number 777</t></si></sst>"' > strings
perl "$zip" make table.xlsx "[Content_Types].xml=types" xl/workbook.xml=workbook xl/sharedStrings.xml=strings xl/tables/table1.xml=table
check "xlsx: a table of many columns" in_time "$T" segments table.xlsx
is "... whose names stay, and no other text" "$(grep -c 'This is row' out; grep -c 'Column number' out)" "100000
0"

done_testing
