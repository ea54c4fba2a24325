#!/bin/sh
# pictures.t - texts of SVG pictures, by themselves and in pages; outlines of OPML.
. tests/cli/tap.sh
cd "$TMP" || exit 1

texts() { # NAME: the texts that are found in a file, with a bar between two
    "$T" segments -f en "$1" | perl -MJSON::PP -CO -ne 'print decode_json($_)->{text}, "|"'
}
upper() { # NAME: the file with each text in capitals, but for marks
    "$T" segments -f en "$1" | perl -MJSON::PP -ne '$d = decode_json($_);
        $d->{text} =~ s/(<[^>]*>|&\w+;)|([a-z]+)/$1 || uc $2/ge; print encode_json($d), "\n"' |
        "$T" splice "$1" -
}

svg='<svg xmlns="http://www.w3.org/2000/svg"><title>the house</title><desc>a picture</desc>'\
'<style>text { fill: red }</style><script>var text = "no";</script>'\
'<g id="name"><text x="1" y="2">the red rose</text></g>'\
'<text><tspan x="1">one line</tspan><tspan x="1" dy="14">and the next</tspan></text>'\
'<text>sales in <tspan font-weight="bold">our house</tspan> today</text>'\
'<text translate="no">no name</text></svg>'
printf '%s\n' "$svg" > a.svg
is "titles, descriptions and drawn text are text" "$(texts a.svg)" \
    'the house|a picture|the red rose|one line|and the next|sales in <1>our house</1> today|'
is "... and nothing else changes" "$(upper a.svg)" "$(printf '%s\n' "$svg" | sed '
    s/the house/THE HOUSE/; s/a picture/A PICTURE/; s/the red rose/THE RED ROSE/; s/one line/ONE LINE/
    s/and the next/AND THE NEXT/; s/sales in/SALES IN/; s/our house/OUR HOUSE/; s/today/TODAY/')"
printf '<svg:svg xmlns:svg="http://www.w3.org/2000/svg"><svg:text>the rose</svg:text></svg:svg>' > b.svg
is "... with a prefix, too" "$(texts b.svg)" 'the rose|'
printf '<svg><text>the rose' > c.svg
run segments c.svg
says "what is not well-formed is refused" 1 'c.svg'

printf '<body>%s<p>The <svg><title>open</title><path d="M"/></svg> button.</p></body>' "$svg" > a.html
is "pictures in pages have the same; within a sentence they are marks, and titles follow" "$(texts a.html)" \
    'the house|a picture|the red rose|one line|and the next|sales in <1>our house</1> today|The <1/> button.|open|'
cat > c.html << 'END'
<p>Press <b><svg role=img><title>the &amp; door</title><style>a{}</style><path d=M></svg> now</b> to go.</p>
<p><svg><desc>an arrow</desc><text>to <tspan>the end</tspan></text></svg> Then walk.</p>
<p>Say <svg><title translate="no">no name</title></svg> here, and <svg><title> a cat.
 </title></svg></p>
END
is "... whatever is drawn in them" "$(texts c.html)" \
    'Press <1><2/> now</1> to go.|<1/> Then walk.|Say <1/> here, and <2/>|the &amp; door|an arrow|to|the end|a cat.|'
is "... and nothing else changes" "$(upper c.html)" "$(sed '
    s/Press/PRESS/; s/the &amp; door/THE \&amp; DOOR/; s/ now/ NOW/; s/to go/TO GO/; s/an arrow/AN ARROW/
    s/>to </>TO </; s/the end/THE END/; s/Then walk/THEN WALK/; s/Say/SAY/; s/here, and/HERE, AND/
    s/a cat/A CAT/' c.html)"
printf '<p>One</p><svg><text>the rose<p>Two</p>' > b.html
is "... one without an end is an element as others" "$(texts b.html)" 'One|the rose|Two|'

opml='<opml version="2.0"><head><title>my list</title><ownerName>anna</ownerName></head><body>'\
'<outline text="the red &amp; blue" type="rss" xmlUrl="http://example.org/a"><outline text="a house"/></outline>'\
'</body></opml>'
printf '%s\n' "$opml" > a.opml
is "of outlines, the attributes for people are text" "$(texts a.opml)" \
    'my list|the red &amp; blue|a house|'
is "... and nothing else changes" "$(upper a.opml)" "$(printf '%s\n' "$opml" | sed '
    s/my list/MY LIST/; s/the red \&amp; blue/THE RED \&amp; BLUE/; s/a house/A HOUSE/')"

for mark in '<svg>' '<svg><text>' '<text>' '<tspan x="1">'; do
    perl -e 'print $ARGV[0] x (1000000 / length $ARGV[0])' "$mark" > hostile.html
    check "a megabyte of $mark takes no time" timeout 20 "$T" segments -f en hostile.html
done

done_testing
