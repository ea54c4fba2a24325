#!/bin/sh
# hostile.t - documents that are made to take time: what there is takes time in proportion to its size.
. tests/cli/tap.sh

zip=$PWD/tests/cli/zip.pl
cd "$TMP" || exit 1
most=30 # seconds: a sanitizer and a busy machine are slow, and what these took was minutes

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

# ---- Subtitles

cue='"1\n00:00:01,000 --> 00:00:02,000\n"'
changed "a line of half a megabyte, and another one" srt "print $cue, 'some words ' x 50000, \"\\n\", 'more words ' x 40000, \"\\n\""
changed "tags that nothing closes" srt "print $cue, '<i' x 200000, \"\\nwords\\n\""

segments "uses of one long reference" md 'print "[a]: ", "x" x 300000, "\n\n", "[a] " x 70000'

# ---- Memory

format_of() { # ENDING
    case $1 in txt) echo text ;; md) echo markdown ;; ipynb) echo notebook ;; *) echo "$1" ;; esac
}
# The most memory that a program had when the first segment comes out: it waits then, since nobody
# reads on.  Without a document it has 14 MB.
peak() { # FILE FORMAT: kB
    [ -p fifo ] || mkfifo fifo
    "$T" segments --format "$2" -t de "$1" > fifo &
    program=$!
    exec 4< fifo
    head -c 1 <&4 > /dev/null
    sed -n 's/^VmHWM:[^0-9]*\([0-9]*\).*/\1/p' "/proc/$program/status"
    exec 4<&-
    wait $program
}
small() { # NAME FORMAT PERL: reading the document takes no more than 12 times as much memory
    perl -e "$3" > small."$2"
    case $VARIANT in
    asan | tsan) skip "$2: $1, in little memory" "the sanitizer takes some of its own" ;;
    *) check "$2: $1, in little memory" test "$(peak small."$2" "$(format_of "$2")")" -lt \
        $((16000 + 12 * $(wc -c < small."$2") / 1024)) ;;
    esac
}
small "cells of two letters" csv 'print "ab,cd,ef\n" x 900000'
small "lines of two letters" txt 'print "ab\n" x 2700000'
small "paragraphs of two letters" html 'print "<p>ab" x 1600000'
small "paragraphs of two letters" md 'print "ab\n\n" x 2000000'
small "elements of two letters" xml 'print "<r>\n<p>", "<a>ab</a>" x 850000, "</p>\n", "<p>Some words.</p>\n" x 5000, "</r>"'
small "keys of one letter" properties 'print "a=b c\n" x 1300000'
small "cells of a notebook" ipynb 'print "{\"nbformat\":4,\"metadata\":{},\"cells\":[", join(",", ("{\"cell_type\":\"markdown\",\"metadata\":{},\"source\":[\"Some words.\"]}") x 100000), "]}"'

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
