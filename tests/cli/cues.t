#!/bin/sh
# cues.t - what stands before the text of a cue, and text of one behind a blank line.
. tests/cli/tap.sh
cd "$TMP" || exit 1

texts() { # NAME: the texts that are found in a file, with a bar between two
    "$T" segments -f en "$1" | perl -MJSON::PP -CO -ne 'print decode_json($_)->{text}, "|"'
}
found() { # WHAT TEXT WANTED
    printf '1\n00:00:01,000 --> 00:00:02,000\n%s\n\n2\n00:00:03,000 --> 00:00:04,000\nThe end.\n' "$2" > a.srt
    is "$1" "$(texts a.srt)" "$3${4-The end.|}"
    "$T" segments a.srt | "$T" splice a.srt - > out 2>&1
    check "... and nothing else changes" cmp a.srt out
}

found "dots at the beginning" '...and then he left.' 'and then he left.|'
found "... as one character" '…because it was late.' 'because it was late.|'
found "... alone are text" '... and then.' '... and then.|'
found "... behind a dash" '- ...and then he left.
- Oh.' 'and then he left.|Oh.|'
found "a sound before text" '(DOOR CLOSES) I think we should go.' '(DOOR CLOSES)|I think we should go.|'
found "... in brackets" '[laughing] Stop it!' '[laughing]|Stop it!|'
found "... alone" '[LAUGHING]' '[LAUGHING]|'
found "... then dots" '(SIGHS) ...and then he left.' '(SIGHS)|and then he left.|'
found "... amid a line is a mark, and a text" 'Tell him [door opens] to go. [SIGHS] Now!' \
    'Tell him <1/> to go. <2/> Now!|The end.|door opens|SIGHS|' ''
found "words in parentheses are text" '(He is right) I think.' '(He is right) I think.|'
found "a number in brackets is text" '[1] is the first.' '[1] is the first.|'
found "text behind a blank line" 'please welcome the playful

magic of our friend.' 'please welcome the playful|magic of our friend.|'
found "... several" 'One word.


Two words.
 
Three words.' 'One word.|Two words.|Three words.|'
found "a break of ASS" '{\i1}Where are you?{\i0}\NHere I am.' 'Where are you?|Here I am.|'
printf '1\n00:00:01,000 --> 00:00:02,000\n\n2\n00:00:03,000 --> 00:00:04,000\nThe end.\n\n\n' > a.srt
is "a cue without text" "$(texts a.srt)" 'The end.|'
printf 'WEBVTT\n\n00:01.000 --> 00:02.000\nOne word.\n\nTwo words.\n\n00:03.000 --> 00:04.000\n...and more.\n' > a.vtt
is "in WebVTT a blank line ends a cue" "$(texts a.vtt)" 'One word.|and more.|'
cat > a.vtt << 'END'
WEBVTT

00:01.000 --> 00:02.000
 
my<00:01.200><c> sister &amp;</c><00:01.500><c> I</c>

00:02.000 --> 00:03.000
my sister &amp; I
go<00:02.200><c> <i>home</i></c>
END
is "words with times are a line's text, and lines come again" "$(texts a.vtt)" \
    'my sister &amp; I|my sister &amp; I|go <1>home</1>|'
"$T" segments a.vtt | "$T" splice a.vtt - > out
check "... whose bytes stay" cmp a.vtt out
"$T" segments a.vtt | sed 's/my sister/we/' | "$T" splice a.vtt - > out
is "a translation has no times of words" "$(sed -n '4,5p;8p' out | tr '\n' '|')" ' |we &amp; I|we &amp; I|'
perl -e 'print "1\n00:00:01,000 --> 00:00:02,000\n", "a\n\n\n" x 200000, "(A\n" x 100000' > hostile.srt
check "many blank lines take no time" timeout 60 "$T" segments -f en hostile.srt

done_testing
