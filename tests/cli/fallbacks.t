#!/bin/sh
# fallbacks.t - HTML: fields with text in them, and what a browser shows that cannot show the rest.
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
both() { # NAME DOCUMENT TEXTS SED: its texts, and what sed makes of it as their translations
    printf '%s\n' "$2" > a.html
    is "$1" "$(texts a.html)" "$3"
    is "... and nothing else changes" "$(upper a.html)" "$(sed "$4" a.html)"
}

both "each line of a field is a text, and its breaks and indentation stay" '<textarea rows=3>Dear friend,
  we &amp; you.

	The end</textarea>' 'Dear friend,|we &amp; you.|The end|' \
    's/Dear friend/DEAR FRIEND/; s/we /WE /; s/you/YOU/; s/The end/THE END/'
both "fields that say so stay" \
    '<p>One</p><textarea translate="no">No text</textarea><textarea lang="de">Kein Text</textarea>' \
    'One|' 's/One/ONE/'
both "what stands for a film or a frame is text" \
    '<video src="x"><track>Your player is old.</video><canvas>A chart.</canvas><iframe>No frames</iframe>' \
    'Your player is old.|A chart.|No frames|' \
    's/Your player is old/YOUR PLAYER IS OLD/; s/A chart/A CHART/; s/No frames/NO FRAMES/'
both "... with paragraphs and marks" \
    '<object data="x"><param name="y"><object data="z"><p>Get <b>the</b> file.</p></object></object>' \
    'Get <1>the</1> file.|' 's/Get/GET/; s/>the/>THE/; s/ file/ FILE/'
both "... and what needs no script" \
    '<noscript><p>Turn scripts on.</p></noscript><noframes><p>No frames</p></noframes>' \
    'Turn scripts on.|No frames|' 's/Turn scripts on/TURN SCRIPTS ON/; s/>No frames/>NO FRAMES/'
both "within a sentence it is a mark, and its texts follow" \
    '<p>See <object data="x" title="A film">It is <code>x.mp4</code>, <a href="y">here</a>.</object> now.</p>' \
    'See <1/> now.|A film|It is|here|' \
    's/See/SEE/; s/A film/A FILM/; s/It is/IT IS/; s/here/HERE/; s/now/NOW/'
both "one that has no end is an element as others" '<p>One<p><audio src="x">Two<p>Three' 'One|Two|Three|' \
    's/One/ONE/; s/Two/TWO/; s/Three/THREE/'

printf '%s' '<html xmlns="http://www.w3.org/1999/xhtml"><head><script src="a"/><title>One</title></head>' \
    '<body><textarea/><p>Two <video/> three.</p><iframe/></body></html>' > a.xhtml
is "in XHTML elements without content hide nothing" "$(texts a.xhtml)" 'One|Two <1/> three.|'

done_testing
