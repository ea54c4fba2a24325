#!/bin/sh
# scripts_of_subtitles.t - subtitles of ASS and SSA, lyrics of LRC, TTML; what is not read is refused.
. tests/cli/tap.sh
cd "$TMP" || exit 1

texts() { # NAME: the texts that are found in a file, with a bar between two
    "$T" segments -f en "$1" | perl -MJSON::PP -CO -ne 'print decode_json($_)->{text}, "|"'
}
head='[Script Info]
Title: My film

[V4+ Styles]
Format: Name, Fontname
Style: Default,Arial

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Comment: 0,0:00:01.00,0:00:03.00,Default,,0,0,0,,Not for people
Dialogue: 0,0:00:01.00,0:00:03.00,Default,Anna,0,0,0,,'
event() { # WHAT TEXT WANTED
    printf '%s%s\n' "$head" "$2" > a.ass
    is "$1" "$(texts a.ass)" "$3"
    "$T" segments a.ass | "$T" splice a.ass - > out 2>&1
    check "... and nothing else changes" cmp a.ass out
}
event "the text of an event" 'Good morning, my friend.' 'Good morning, my friend.|'
event "tags are marks" '{\i1}Where are {\b1}you{\b0} going?{\i0}' 'Where are <1>you</1> going?|'
event "a break behind a sentence parts text" '{\i1}Where are you?{\i0}\NI am here.' 'Where are you?|I am here.|'
event "... before another speaker, too" '- Where are you\N- Here' 'Where are you|Here|'
event "a break within a sentence does not" 'I have seen\Nthe red rose' 'I have seen the red rose|'
event "a hard blank is one of text" 'One\hword here.' "$(printf 'One\302\240word here.|')"
event "a drawing stays" '{\p1}m 0 0 l 100 0 100 100{\p0}' ''
event "karaoke stays" '{\k20}Good {\k30}morning' ''
event "other tags with these letters do not" '{\pos(640,105)\kern}Good morning.' 'Good morning.|'
printf '%s%s\n' "$head" 'I have seen the\Nred rose.' > a.ass
long='Ich habe sie mit meinen eigenen Augen in dem Garten gesehen'
"$T" segments a.ass | sed "s/I have seen the red rose/$long/" | "$T" splice a.ass - > out
is "long text is broken again" "$(tail -n 1 out | sed 's/.*,,//; s/\\N/ /')" "$long."
like "... once" "$(tail -n 1 out)" ',,Ich.*\\N.*gesehen\.$'
sed 's/V4+/V4/; s/Layer, //; s/: 0,0:/: Marked=0,0:/; s/, Effect//' a.ass | sed 's/^Dialogue: Marked=0,/Dialogue: /; s/,0,0,0,,/,0,0,0,/' > a.ssa
is "the fields are those of the file" "$(texts a.ssa)" 'I have seen the red rose.|'
cp a.ass film
is "the first line tells" "$("$T" segments film | wc -l | tr -d ' ')" 1

printf '[ar:Anna]\n[ti:Song]\n[00:12.00]I love the red rose\n[00:15.00][01:15.00]and <00:16.00>you\n\nnote\n' > a.lrc
is "lyrics behind their times" "$(texts a.lrc)" 'I love the red rose|and <1/>you|'
"$T" segments a.lrc | sed 's/I love/Ich liebe/' | "$T" splice a.lrc - > out
is "... which stay" "$(sed -n 3p out)" '[00:12.00]Ich liebe the red rose'
printf '<?xml version="1.0"?>\n<tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="1s">One<br/>word</p></div></body></tt>\n' > a.ttml
is "lines of a cue of TTML are one text" "$(texts a.ttml)" 'One word|'
cp a.ttml a.xml
is "... whatever its name" "$(texts a.xml)" 'One word|'
cat > b.ttml << 'EOF'
<t:tt xmlns:t="http://www.w3.org/ns/ttml" xmlns:ttm="http://www.w3.org/ns/ttml#metadata"><t:head><ttm:title>The rose</ttm:title></t:head><t:body><t:div>
<t:p><t:span s="1">I like the house,</t:span><t:br/>
 and the garden.</t:p>
<t:p>Hello<t:br></t:br>[DOOR OPENS]<t:br/>- I am here.<t:br/>- So am I.</t:p><t:p/>
</t:div></t:body></t:tt>
EOF
is "... but sounds and other speakers" "$(texts b.ttml)" \
    'The rose|<1>I like the house,</1> and the garden.|Hello|[DOOR OPENS]|- I am here.|- So am I.|'
"$T" segments b.ttml | sed 's/Hello/A text that is so long that it needs another line than the one it had/' |
    "$T" splice b.ttml - > out
like "a line more is broken by the document's own tag" "$(sed -n 4p out)" \
    '^<t:p>A text that is so long that it needs<t:br/>another line than the one it had<t:br></t:br>'
"$T" segments b.ttml | "$T" splice b.ttml - > out
check "all of it comes back" cmp -s b.ttml out
echo '<tt xml:lang="en"><body><p>One word</p><p xml:lang="fr">Un mot</p><p>Two <span xml:lang="de">Wort</span> more</p></body></tt>' > c.ttml
is "what is in another language stays" "$(texts c.ttml)" 'One word|Two <1/> more|'

for name in a.textile a.pod a.bib a.JS a.vue a.sql a.c a.py a.sh a.typ; do
    echo '{"a": "Good morning"}' > $name
    run -q $name
    says "$name is refused" 1 "^translate: $name: is .*, which is not read$"
done
printf '%%!PS-Adobe-3.0\n' > paper
run -q paper
says "... by the first bytes" 1 'paper: is PostScript'
run segments a.textile
says "... as a document" 1 'a.textile: is Textile'
is "--format lines reads it" "$("$T" segments --format lines a.textile | wc -l | tr -d ' ')" 1
perl -e '$b = "\\" . "N"; $e = "\nDialogue: 0,1,2,D,,0,0,0,,"; print "[Events]", $e, "a{$b" x 100000, $e, "a{$b} $b" x 100000' > hostile.ass
check "many braces take no time" timeout 60 "$T" segments -f en hostile.ass

done_testing
