#!/bin/sh
# pdf.t - a PDF becomes a page of HTML, by pdftotext.
. tests/cli/tap.sh
need_model
cd "$TMP" || exit 1
mkdir bin none

# A pdftotext that tells what is in the file "layout"; pages of 400 points, lines of 10.
cat > bin/pdftotext << 'END'
#!/bin/sh
cat > /dev/null
[ -e layout ] || exit 1
cat layout
END
chmod +x bin/pdftotext
printf '%%PDF-1.4\nsomething\n' > a.pdf
made() { PATH=$TMP/bin:$PATH "$T" segments "$@" a.pdf | perl -MJSON::PP -CO -ne '$s = decode_json($_); print "$s->{where}: $s->{text}|"'; }

# Lines "LEFT TOP SIZE TEXT"; "page" and "block" begin one.
layout() {
    perl -ne '
        BEGIN { print "<html><head><title>A &amp; B</title></head><body><doc>\n" }
        chomp;
        if ($_ eq "page") { print "<page width=\"300.0\" height=\"400.0\">\n"; next }
        if ($_ eq "block") { print "<flow><block xMin=\"0\" yMin=\"0\" xMax=\"9\" yMax=\"9\">\n"; next }
        my ($x, $y, $size, $text) = split / /, $_, 4;
        print "<line xMin=\"$x\" yMin=\"$y\" xMax=\"9\" yMax=\"9\">\n";
        for my $word (split / /, $text) {
            if ($word eq "") { $x += 40; next }
            my $right = $x + length($word) * $size / 2;
            printf "<word xMin=\"%.6f\" yMin=\"%.6f\" xMax=\"%.6f\" yMax=\"%.6f\">%s</word>\n", $x, $y, $right, $y + $size, $word;
            $x = $right + $size / 3;
        }
        print "</line>\n";
        END { print "</doc></body></html>\n" }' > layout
}

layout << 'END'
page
block
20 60 20 The garden
block
20 100 10 The old garden by the river is large, and many peo-
20 111 10 ple come on Sundays to see the red roses there.
30 122 10 It is closed in winter, when the river is high and
20 133 10 wide.
block
20 160 14 1
block
50 160 14 What to bring
block
20 180 10 • A hat &amp; good shoes for the paths that are often
30 191 10 wet after rain.
20 202 10 • Water.
block
20 230 10 The keeper opens the gate at ten, and those who come
150 380 10 12
page
block
20 60 10 early wait in front of it.
block
20 90 10 Price  five euros
150 380 10 13
END
is "headings, paragraphs and items, by where lines stand" "$(made)" \
    'title: A &amp; B|h1: The garden|p: The old garden by the river is large, and many people come on Sundays to see the red roses there.|p: It is closed in winter, when the river is high and wide.|h2: 1 What to bring|li: A hat &amp; good shoes for the paths that are often wet after rain.|li: Water.|p: The keeper opens the gate at ten, and those who come early wait in front of it.|p: Price|p: five euros|'
is "a number of a page stands behind the paragraph that goes on" \
    "$(PATH=$TMP/bin:$PATH "$T" splice a.pdf /dev/null | grep -A 1 'The keeper')" \
    '<p>The keeper opens the gate at ten, and those who come early wait in front of it.</p>
<p class="page">12</p>'
PATH=$TMP/bin:$PATH "$T" -q -f en -t de -o a.html a.pdf
like "it is translated as HTML" "$(cat a.html)" '<h1>Der Garten</h1>'
PATH=$TMP/bin:$PATH run -f en -t de -o b.pdf a.pdf
says "... and not written as a PDF" 1 '^translate: a.pdf: HTML is made of a PDF: give it another name than b.pdf$'
check "... which is not made" test ! -e b.pdf
is "its kind is told" "$("$T" formats a.pdf)" "$(printf 'a.pdf\thtml\tits first bytes')"

cp a.pdf kept.pdf
PATH=$TMP/bin:$PATH run -f en -t de --in-place a.pdf
says "a PDF is never replaced" 0 'a.pdf: is a PDF: --output makes HTML of one: left as it is$'
mkdir folder
mv a.pdf folder
PATH=$TMP/bin:$PATH run -f en -t de --output-dir to folder
check "... and copied with its folder" cmp kept.pdf to/a.pdf
mv folder/a.pdf .

layout << 'END'
page
block
20 5 10 The Garden News
20 60 10 One thing is here today.
page
block
20 5 10 The Garden News
20 60 10 Two things are there too.
page
block
20 5 10 The Garden News
20 60 10 Three things are left.
END
is "a line that pages share is no part of their text" "$(made | tr '|' '\n' | grep -c 'p: The Garden News$')" 3

perl -e 'print "page\nblock\n"; print "20 ", 20 + $_ % 300, " 10 a-\n" for 1 .. 200000' | layout
check "many lines take no time" timeout 30 sh -c 'PATH='"$TMP/bin:$PATH"' "$1" segments -o /dev/null a.pdf' - "$T"

printf '<html><body><doc><page width="9" height="9"><word xMin="1" yMin' > layout
PATH=$TMP/bin:$PATH run segments a.pdf
says "a PDF without text is refused" 1 'a.pdf: is a PDF without text: its pages may be pictures'
printf 'page\nblock\n20 60 10 \356\200\201\356\200\202\356\200\203\356\200\204 \302\220\302\221\302\222\302\223\n' | layout
PATH=$TMP/bin:$PATH run segments a.pdf
says "letters that no font tells are not read" 1 'a.pdf: is a PDF whose letters cannot be read: its fonts do not say which they are'
printf '<page><word xMin="nan" yMin="1e999" xMax="-1" yMax="x">word</word><word x="">again</word>' > layout
check "places that are none" sh -c 'PATH='"$TMP/bin:$PATH"' "$1" segments a.pdf | grep -q again' - "$T"
rm layout
PATH=$TMP/bin:$PATH run segments a.pdf
says "... and one that pdftotext does not read" 1 'a.pdf: is a PDF that pdftotext does not read: it may be damaged, locked or too large'
PATH=$TMP/none run segments a.pdf
says "where there is no pdftotext, it is told" 1 'a.pdf: is a PDF: pdftotext reads it, which is not installed'
run segments --format text a.pdf
says "another format is not made of it" 1 'a.pdf: is a PDF, not text'

# ---- The program itself

if command -v pdftotext > bin/found; then
    perl -e '
        my @o = ("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
                 "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 4 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>");
        my $s = "BT /F 20 Tf 20 340 Td (The garden) Tj /F 10 Tf 0 -40 Td (The old garden is large, and many peo-) Tj 0 -12 Td (ple come on Sundays.) Tj ET";
        push @o, "<</Length " . length($s) . ">>stream\n$s\nendstream";
        my $p = "%PDF-1.4\n";
        my @at;
        for my $i (0 .. $#o) { push @at, length $p; $p .= $i + 1 . " 0 obj\n$o[$i]\nendobj\n" }
        my $x = length $p;
        $p .= "xref\n0 5\n0000000000 65535 f \n" . join("", map { sprintf "%010d 00000 n \n", $_ } @at);
        print $p, "trailer\n<</Size 5/Root 1 0 R>>\nstartxref\n$x\n%%EOF\n"' > real.pdf
    is "a real one" "$("$T" segments real.pdf)" '{"n":1,"where":"h1","text":"The garden"}
{"n":2,"where":"p","text":"The old garden is large, and many people come on Sundays."}'
    is "... from standard input" "$("$T" segments --format html - < real.pdf | wc -l | tr -d ' ')" 2
    head -c 300 real.pdf > cut.pdf
    run segments cut.pdf
    says "... that is cut is refused" 1 'cut.pdf: is a PDF '
else
    skip "a real one" "pdftotext is not installed"
fi

done_testing
