#!/bin/sh
# ass_lrc.t - subtitles of SubStation Alpha, and lyrics with times.
. tests/cli/tap.sh
need_model

seeds=$PWD/tests/fuzz/seeds
sample=$seeds/document_ass/sample.ass
cd "$TMP" || exit 1

texts() { # FORMAT FILE: the texts of its segments; without --format for auto
    if [ "$1" = auto ]; then "$T" segments "$2"; else "$T" segments --format "$1" "$2"; fi | sed 's/.*"text":"\(.*\)"}/\1/'
}
event() { # TEXT: a script of one event
    printf '[Script Info]\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: 0,0:00:01.00,0:00:03.00,Default,,0,0,0,,%s\n' "$1"
}
said() { # NAME TEXT WANTED: the texts of an event
    event "$2" > one.ass
    is "$1" "$(texts ass one.ass)" "$3"
}
spliced() { # NAME TEXT TRANSLATION WANTED
    event "$2" > one.ass
    printf '{"n":1,"text":"%s"}\n' "$3" | "$T" splice one.ass - > out
    event "$4" > wanted
    check "$1" cmp out wanted
}

# ---- What is text

is "events are text, and nothing else is" "$(texts ass "$sample")" 'The cat sleeps, and the dog is awake.
I <1>really</1> like the red house.
We live in a small town which stands by the river.
Where is the key?
It is on the table.
Please'"$(printf '\302\240')"'close the door.
<1>He said<2/> that</1> he would<3/> come.'
is "SSA, too" "$(texts ass "$seeds/document_ass/ssa.ssa")" "The door is <1>open</1>, isn't it?"
said "commas are of the text" 'One, two, three, and four.' 'One, two, three, and four.'
said "tags around all of it are outside" '{\an8\i1}Good morning.{\i0}' 'Good morning.'
said "a drawing is none" '{\p1}m 0 0 l 100 0{\p0}' ''
said "text behind a drawing is" '{\p1}m 0 0 l 100 0{\p0}Good morning.' 'Good morning.'
said "karaoke stays" '{\k20}Oh {\kf30}my {\K25}love' ''
said "a break behind a sentence parts text" 'Where are you?\NI am here.' 'Where are you?
I am here.'
said "a position is no drawing" '{\pos(1,2)\pbo3}Good morning.' 'Good morning.'
said "a brace that is not closed is text" 'Look at {this.' 'Look at {this.'
said "blocks without tags are comments" 'Good{a note} morning.' 'Good<1/> morning.'
said "a switch that stays on cuts no sentence" 'I {\i1}really mean it.' 'I <1/>really mean it.'
said "so does one that is on twice" 'I {\b1}really {\b700}mean{\b0} it.' 'I <1/>really <2>mean</2> it.'
said "soft breaks are blanks" 'Good\nmorning.' 'Good morning.'
said "three lines are one sentence" 'The cat\Nand the dog\Nare asleep.' 'The cat and the dog are asleep.'
said "an empty line parts" 'The first.\N\NThe second.' 'The first.
The second.'
said "nothing" '' ''
printf '[Script Info]\nDialogue: 0,0:00:01.00,0:00:03.00,Default,,0,0,0,,No event.\n\n[events]\nformat: Start, End, Text\ndialogue: 0:00:01.00,0:00:03.00,Good, morning.\nDialogue: 1,2\nFormat: Text, Start\nDialogue: No text,1\n' > own.ass
is "the line of fields tells where text begins" "$(texts ass own.ass)" 'Good, morning.'
sed 's/$/\r/' "$sample" > crlf.ass
"$T" segments crlf.ass > got
"$T" segments "$sample" > wanted
check "line ends of DOS" cmp got wanted
{ printf '\377\376'; iconv -f UTF-8 -t UTF-16LE "$sample"; } > wide.ass
"$T" segments wide.ass > got
check "UTF-16, which Aegisub writes" cmp got wanted

# ---- What becomes of it

for f in "$sample" "$seeds"/document_ass/ssa.ssa crlf.ass wide.ass "$seeds"/document_lrc/sample.lrc; do
    "$T" segments "$f" | "$T" splice "$f" - > out
    check "with its own text, ${f##*/} is itself" cmp out "$f"
done
spliced "a pair goes with its word" 'I {\i1}really{\i0} like it.' 'Mir gefaellt es <1>sehr</1>.' 'Mir gefaellt es {\i1}sehr{\i0}.'
spliced "lines are broken as they were" 'The cat and\Nthe dog sleep.' 'Die Katze und der Hund schlafen hier heute sehr lange.' \
    'Die Katze und der Hund schlafen\Nhier heute sehr lange.'
spliced "what fits a line needs no break" 'The cat and\Nthe dog sleep.' 'Katz und Hund' 'Katz und Hund'
spliced "the dash of a speaker stays" '{\an8}- Yes, it is.' 'Ja, so ist es.' '{\an8}- Ja, so ist es.'
"$T" -o de.ass "$sample"
sed '/^Dialogue/d' "$sample" > wanted
sed '/^Dialogue/d' de.ass > got
check "a translation changes events alone" cmp got wanted
like "a real translation" "$(cat de.ass)" '^Dialogue: 0,0:00:03.00,0:00:05.00,Default,Anna,0,0,0,,\{.an8\}[^{]*\{.i1\}[^{]*\{.i0\}'
cp "$sample" nameless
is "it is known by its first line" "$(texts auto nameless | head -n 1)" "$(texts ass "$sample" | head -n 1)"
if command -v ffmpeg > /dev/null; then
    ffmpeg -v error -i de.ass -f srt de.srt < /dev/null 2> err
    ffmpeg -v error -i "$sample" -f srt en.srt < /dev/null 2>> err
    is "ffmpeg reads the same events" "$(grep -e '-->' de.srt) $(cat err)" "$(grep -e '-->' en.srt) "
    like "and the tags in them" "$(cat de.srt)" '<i>.*</i>'
else
    skip "ffmpeg reads the same events" "no ffmpeg"
fi

# ---- Lyrics

lyrics() { # NAME TEXT WANTED
    printf "$2" > song.lrc
    is "$1" "$(texts lrc song.lrc)" "$3"
}
is "lines behind a time are text" "$(texts lrc "$seeds/document_lrc/sample.lrc")" 'I walk along the river
and I think of you
The night is cold
The <1/>house <2/>is <3/>dark
Come back to me'
lyrics "a time of three digits, and of hours" '[00:01.123]Good morning\n[1:00:01.5]Good night\n[100:02.00]One more\n' 'Good morning
Good night
One more'
lyrics "what is no time" '[chorus]Good morning\n[0:1]Good night\n[00:01.00Good day\n' ''
lyrics "lines without a time stay" 'Good morning\n[00:01.00]Good night\n' 'Good night'
lyrics "a time without text" '[00:01.00]\n[00:02.00] \n' ''
printf '[00:01.00]I have <00:02.00>seen <00:03.00>you\n' > song.lrc
printf '{"n":1,"text":"Ich habe <2/>dich <1/>gesehen"}\n' | "$T" splice song.lrc - > out
is "times of words keep their order" "$(cat out)" '[00:01.00]Ich habe <00:02.00>dich <00:03.00>gesehen'
"$T" -o de.lrc "$seeds/document_lrc/sample.lrc"
is "times and names stay" "$(grep -o '^\[.*\]\|^#.*' de.lrc)" "$(grep -o '^\[.*\]\|^#.*' "$seeds/document_lrc/sample.lrc")"
printf '[00:01.00]Good morning\n[00:02.00]Good night\n' > nameless
is "a time in the first line tells" "$(texts auto nameless)" 'Good morning
Good night'
printf '[12:30] <anna> Good morning\n' > log
is "that of a log does not" "$(texts auto log)" '[12:30] &lt;anna> Good morning'
run --columns 1 song.lrc
says "an option of other formats" 1 'song.lrc: is lrc, which has no columns'

# ---- Bad input

: > empty.ass
run empty.ass
is "an empty file" "$status" 0
head -c 100000 /dev/urandom > noise.ass
run -o noise.out noise.ass
is "noise is no crash" "$([ "$status" -le 1 ] && echo yes)" yes
event "$(head -c 300000 /dev/zero | tr '\0' '{')" > braces.ass
event "$(perl -e 'print "{\\i1}a" x 50000')" > switches.ass
event "$(perl -e 'print "a\\N" x 50000')" > breaks.ass
for f in braces switches breaks; do
    timeout 60 "$T" segments "$f.ass" > out 2> err
    is "many $f take no time" $? 0
done
done_testing
