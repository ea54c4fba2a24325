#!/bin/sh
# resume.t - long work that is interrupted goes on, and its end is that of work that was not.
. tests/cli/tap.sh
need_model

MODEL=$PWD/$MODEL
cd "$TMP" || exit 1
work="-m $MODEL -j 1 -b 4"
lines() { awk -v n="$1" 'BEGIN { for (i = 1; i <= n; i++) print "The house number " i " is old, and its garden is large." }'; }

# So many lines that they take some seconds.
begun=$(date +%s%3N)
lines 50 | "$T" $work > whole.txt
lines "$(awk -v took=$(($(date +%s%3N) - begun)) 'BEGIN { n = 50 * 5000 / took; print int(n > 900 ? 900 : n < 150 ? 150 : n) }')" > lines.txt

interrupt() { # SIGNAL SECONDS ARGS...: in $status how it ended
    interrupt_signal=$1 interrupt_after=$2
    shift 2
    "$T" "$@" 2> "$TMP/err" &
    process=$!
    sleep "$interrupt_after"
    kill -"$interrupt_signal" $process 2> /dev/null
    wait $process 2> /dev/null
    status=$?
}

# As interrupt() TERM of a run that writes part.txt: later and later until something was done, since
# a loaded machine takes seconds to begin.
interrupt_late() { # SECONDS ARGS...
    late_after=$1
    shift
    for more in 0 2 4 8; do
        rm -f part.txt*
        interrupt TERM "$(awk "BEGIN { print $late_after + $more }")" "$@"
        [ $status = 143 ] && [ ! -s part.txt.partial ] || return 0
    done
}

# ---- Lines

# The first interruption comes when a second of work is done, and more is left, on slow machines, too.
begun=$(date +%s%3N)
"$T" $work -o whole.txt lines.txt
late=$(awk -v took=$(($(date +%s%3N) - begun)) 'BEGIN { s = 0.6 * took / 1000; print (s > 1.6 ? s : 1.6) }')
for form in '' --json; do
    "$T" $work $form -o whole.txt lines.txt
    interrupt_late $late $work $form -o part.txt lines.txt
    if [ $status = 0 ]; then
        skip "what is done is kept" "this machine is too fast"
    else
        says "what is done is kept, and told: $form" 143 '^translate: part.txt.partial: has what was done; the same command with --resume goes on$'
        check "... its beginning is that of the whole" sh -c 'head -c "$(wc -c < part.txt.partial)" whole.txt | cmp - part.txt.partial'
        check "... and the output has no name yet" test ! -e part.txt
    fi
    for seconds in 0.3 1.3 1.1; do
        [ -e part.txt ] || interrupt TERM $seconds $work $form -q --resume -o part.txt lines.txt
    done
    [ -e part.txt ] || run $work $form --resume -o part.txt lines.txt
    check "what goes on ends as what was not interrupted: $form" cmp whole.txt part.txt
    is "... and nothing else is left" "$(echo part.txt*)" part.txt
done
"$T" $work -o whole.txt lines.txt

"$T" $work lines.txt > printed.txt
check "nothing is kept of what goes to standard output, however long it takes" cmp whole.txt printed.txt

rm -f part.txt*
interrupt KILL 1.3 $work -o part.txt lines.txt
if [ $status = 0 ]; then
    skip "a kill leaves nothing" "this machine is too fast"
else
    is "a kill leaves nothing" "$(echo part.txt*)" 'part.txt*'
fi
head -n 20 lines.txt > few.txt
run $work --resume -o part.txt few.txt
says "what was not interrupted starts at the start" 0 'part.txt.partial: nothing was kept: all is done from the start'
check "... and is whole" sh -c 'head -n 20 whole.txt | cmp - part.txt'

interrupt_late $late $work -o part.txt lines.txt
if [ $status = 143 ]; then
    cp lines.txt kept.txt
    echo more >> lines.txt
    run $work --resume -o part.txt lines.txt
    says "another input is refused" 1 'cannot go on: the input has changed'
    cp kept.txt lines.txt
    run $work -n 2 --resume -o part.txt lines.txt
    says "other options are refused" 1 'cannot go on: the options are others'
    cp "$MODEL" other.gguf
    perl -pi -e 's/English-German, small/English-German, other/' other.gguf
    run -m other.gguf -j 1 -b 4 --resume -o part.txt lines.txt
    says "another model is refused" 1 'cannot go on: the model is another'
    cp part.txt.partial kept.partial
    : > part.txt.partial
    run $work --resume -o part.txt lines.txt
    says "a part that was cut is refused" 1 'part.txt.partial: cannot go on'
    cp kept.partial part.txt.partial
    run -m "$MODEL" -q -j 2 -b 4 --resume -o part.txt lines.txt
    check "another number of threads is nothing" cmp whole.txt part.txt
else
    skip "what has changed is refused" "this machine is too fast"
fi
interrupt TERM 1.6 $work -o part.txt - < lines.txt
[ $status = 0 ] || says "standard input may be a file" 143 'part.txt.partial: has what was done'
run $work -q --resume -o part.txt - < lines.txt
check "... and goes on, too" cmp whole.txt part.txt
cat lines.txt | "$T" $work --resume -o part.txt 2> "$TMP/err"
status=$?
says "a pipe cannot be read again" 1 '--resume needs files'

# ---- What tells how far it is, torn, or somebody's

head -n 5 lines.txt > few.txt
"$T" $work -q -o few_whole.txt few.txt
head -n 2 few_whole.txt > kept.partial
title='what translate --resume needs, 1'
torn() { # NAME RE: of part.txt.resume, which is there
    cp kept.partial part.txt.partial
    run $work --resume -o part.txt few.txt
    says "$1" 1 "part.txt.partial: cannot go on: $2; without --resume, all is done anew\$"
    check "... and stays" test -e part.txt.resume
}
printf '%s\nmodel 0123' "$title" > part.txt.resume
torn "a key that is torn is told" 'what tells how far it is has been damaged'
printf '%s\nmodel x\noptions x\ninput x\n' "$title" > part.txt.resume
torn "another key is told" 'the model is another'
for resume in '' --resume; do
    echo "my own" > part.txt.resume
    run $work $resume -o part.txt few.txt
    [ ! "$resume" ] || says "a file that is another's is told of" 0 \
        'part.txt.resume: is not what --resume kept: all is done from the start$'
    is "... and stays $resume" "$(cat part.txt.resume)" "my own"
    check "... and all is done" cmp part.txt few_whole.txt
done
rm -f part.txt*
mkdir one part
cp few.txt one/few.txt
for kind in 'echo my own' 'echo /dev/zero'; do
    if [ "$kind" = 'echo my own' ]; then $kind > part/.translate-resume; else ln -s /dev/zero part/.translate-resume; fi
    run $work --resume --output-dir part one
    check "what is no file of this program's is told of in a folder: $kind" grep -qx \
        'translate: part/.translate-resume: is not what --resume kept: all is done from the start' "$TMP/err"
    check "... and stays" test -s part/.translate-resume -o -L part/.translate-resume
    rm part/.translate-resume
done
rm -rf one part

# ---- How far it is: what was done before counts for nothing

for i in 1 2 3 4 5 6 7 8 9; do cat lines.txt; done | awk '{ print $0, NR }' > many.txt
interrupt TERM 3 $work --progress -o part.txt many.txt
if [ "$VARIANT" = release ] && [ $status = 143 ] && [ -e part.txt.resume ] && ! grep -q ' 0\.[0-9]/s' "$TMP/err"; then
    interrupt TERM 7.5 $work --resume --progress -o part.txt many.txt
    # The last report: what the first lines take tells little.
    last=$(tr '\r' '\n' < "$TMP/err" | grep ' left' | tail -n 1)
    is "after --resume the time left is no hour" "$(echo "$last" | grep -cE '[0-9]+:[0-9]+:[0-9]+ left| 0\.[0-9]/s')" 0
else
    skip "after --resume the time left is no hour" "this machine or build is too fast or too slow"
fi
rm -f part.txt*

# ---- Without --resume, nothing that was kept is lost

rm -f part.txt*
interrupt TERM 2.2 $work -o part.txt lines.txt
if [ $status = 143 ] && [ -e part.txt.resume ]; then
    cp part.txt.partial kept.partial
    cp part.txt.resume kept.resume
    kept_n=$(wc -l < kept.partial | tr -d ' ')
    interrupt TERM 1.4 $work -o part.txt lines.txt
    # The last line was written, and not noted yet.
    grep -q "has $((kept_n - 1)) lines" "$TMP/err" && kept_n=$((kept_n - 1))
    if [ $status = 143 ] && grep -q stays "$TMP/err"; then
        is "what was kept is told of, and stays where less is done" "$(cat "$TMP/err")" \
            "translate: part.txt.partial: has $kept_n lines that an earlier run has done: --resume goes on with them, and without it all is done anew
translate: part.txt.partial: stays, as it has more than was done now; --resume goes on with it"
        check "... with what is needed to go on" sh -c 'cmp part.txt.partial kept.partial && cmp part.txt.resume kept.resume'
        run $work -q --resume -o part.txt lines.txt
        check "... and goes on" cmp whole.txt part.txt
    else
        skip "what was kept stays where less is done" "this machine is too fast"
    fi
    cp kept.partial part.txt.partial
    cp kept.resume part.txt.resume
    head -n 20 lines.txt > few.txt
    run $work -o part.txt few.txt
    says "other work tells of it, too" 0 "part.txt.partial: has $kept_n lines that an earlier run has done"
    is "... and when it is complete, it goes" "$(echo part.txt*)" part.txt
    cp kept.partial part.txt.partial
    cp kept.resume part.txt.resume
    run $work -q -o part.txt few.txt
    is "-q does not tell" "$(cat "$TMP/err")" ''
else
    skip "what was kept stays" "this machine is too fast or too slow"
fi

refuses() { # NAME RE ARGS...
    refuses_name=$1 refuses_re=$2
    shift 2
    run "$@"
    says "$refuses_name" 2 "$refuses_re"
}
refuses "without an output" 'resume needs --output, --output-dir, --suffix or --in-place' --resume lines.txt
refuses "a document without an output" 'resume needs --output, --output-dir, --suffix or --in-place' --resume --format text lines.txt

# ---- A document

used() { # ARGS...: milliseconds of the processor
    perl -e 'system(@ARGV); printf "%d\n", 1000 * (times)[2]' "$T" "$@"
}
sed 's/.*/<p>& <b>Look<\/b> at it.<\/p>/' lines.txt > page.html
"$T" $work -q -o whole.html page.html
for signal in TERM KILL; do
    rm -f part.html*
    interrupt $signal $late $work -o part.html page.html
    if [ $status = 0 ] || [ ! -s part.html.resume ]; then
        skip "a document that is interrupted by $signal goes on" "this machine is too fast or too slow"
        continue
    fi
    [ $signal = KILL ] || says "a document: what is done is kept, and told" 143 \
        '^translate: part.html: what was done of it is kept; the same command with --resume goes on$'
    cp part.html.resume kept.html
    run $work --ban Hello --resume -o part.html page.html
    says "$signal: other options are refused" 1 'part.html: cannot go on: the options are others; without --resume, all is done anew$'
    check "... and what was kept stays" cmp part.html.resume kept.html
    head -c -5 kept.html > part.html.resume
    rest=$(used $work -q --resume -o part.html page.html)
    # A record has the source and the translation: as many bytes as the page are half of its texts.
    # Both are measured one behind the other, since a loaded machine is slow for a while.
    if [ "$(stat -c %s kept.html)" -lt "$(stat -c %s whole.html)" ]; then
        skip "what was done is not done again" "the machine did too little"
    else
        check "what was done is not done again" [ $((rest * 10)) -lt $(($(used $work -q -o again.html page.html) * 9)) ]
    fi
    check "... and the end is that of what was not interrupted" cmp part.html whole.html
    check "... and nothing else is left" test ! -e part.html.resume
    cp kept.html part.html.resume
    run $work -o part.html page.html
    says "without --resume it is told of" 0 'part.html: an earlier run has done [0-9]+ of its texts: --resume'
    check "... and done anew" cmp part.html whole.html
done
echo "my own" > part.html.resume
run $work -q --resume -o part.html page.html
is "a file of that name that is another's stays" "$(cat part.html.resume)" "my own"
run $work --resume -o part.html page.html
says "... and is told of" 0 'part.html.resume: is not what --resume kept: all is done from the start$'
rm part.html.resume
head -n 30 page.html > few.html
"$T" $work -q -o few_whole.html few.html
for kind in 'mkdir' 'mkfifo' 'ln -s /dev/zero' 'ln -s part.html.resume' 'ln -s kept.html'; do
    $kind part.html.resume
    for resume in '' --resume; do
        rm -f part.html
        timeout 100 "$T" $work -q $resume -o part.html few.html 2> err < /dev/null
        is "what $kind makes of that name does no harm $resume" "$?$(cat err)" 0
        check "... to what is written" cmp part.html few_whole.html
        check "... and stays" test -d part.html.resume -o -p part.html.resume -o -L part.html.resume
    done
    rm -rf part.html.resume
done
"$T" $work --resume -o /dev/full few.html 2> err
check "nothing is kept beside a device" test ! -e /dev/full.resume
mkfifo pipe.html
cat pipe.html > piped.html &
reader=$!
"$T" $work --resume -o pipe.html page.html 2> err &
job=$!
sleep 1.5
check "... or a pipe" test ! -e pipe.html.resume
wait $job
wait $reader
check "... which gets all" cmp piped.html whole.html

# A disk that is full for a while: no record of the file is lost behind a torn one.
whole_records() { # FILE: how many of its bytes are not in whole records
    perl -e 'local $/; my $x = <STDIN>; $x =~ /^input .*\n/mg; my $at = pos $x;
        while ($at + 24 <= length $x) {
            my ($what, $source, $text) = unpack "VVV", substr $x, $at, 12;
            last if $what > 9 || $at + 24 + $source + $text > length $x;
            $at += 24 + $source + $text;
        }
        print length($x) - $at' < "$1"
}
size() { stat -c %s part.html.resume 2> /dev/null || echo 0; }
rm -f part.html*
(trap '' XFSZ; ulimit -S -f 8; exec "$T" $work -q -o part.html page.html 2> err) &
job=$!
while kill -0 $job 2> /dev/null && [ "$(size)" -lt 4096 ]; do sleep 0.02; done
sleep 0.2
prlimit --pid $job --fsize=unlimited 2> /dev/null
while kill -0 $job 2> /dev/null && [ "$(size)" -lt 9000 ]; do sleep 0.02; done
kill $job 2> /dev/null
wait $job
if [ $? = 143 ] && [ "$(size)" -ge 9000 ]; then
    check "a disk that was full for a while tears one record, the last, at most" [ "$(whole_records part.html.resume)" -lt 300 ]
else
    skip "a disk that was full for a while" "this machine is too fast or too slow"
fi
rm -f part.html*

# Two runs at once: one has the file, and is not disturbed.
interrupt TERM $late $work -o part.html page.html
if [ $status = 143 ] && [ -s part.html.resume ]; then
    cp part.html.resume kept.html
    flock part.html.resume "$T" $work -q -o part.html page.html
    check "what another run keeps is left to it" cmp part.html.resume kept.html
    rm -f part.html*
else
    skip "what another run keeps is left to it" "this machine is too fast or too slow"
fi

# Other places
for place in --in-place --suffix=de; do
    cp page.html other.html
    interrupt TERM $late $work $place other.html
    made=other.html
    [ $place = --in-place ] || made=other.de.html
    if [ $status != 143 ] || [ ! -s $made.resume ]; then
        skip "$place goes on" "this machine is too fast or too slow"
        continue
    fi
    says "$place: what is done is kept" 143 "$made: what was done of it is kept; th.* with --resume goes on\$"
    run $work $place --resume other.html
    is "$place goes on" "$status$(cat err)" 0
    check "... to the same end" cmp $made whole.html
    check "... and nothing else is left" test ! -e $made.resume
done
refuses "--in-place of several" 'resume with --in-place goes on with one document' --resume --in-place page.html other.html

# ---- Folders

mkdir site
page=40
[ "$VARIANT" = release ] || page=8
for i in $(seq 30); do
    head -n $page lines.txt | awk -v i="$i" '{ print "<p>" $0 " Page " i ".</p>" }' > site/$i.html
done
echo '<p>' > site/a.css
"$T" $work -q --output-dir whole site
for signal in TERM KILL HUP; do
    interrupt $signal 1.8 $work --resume --output-dir part site
done
if [ -e part/.translate-resume ]; then
    run $work --ban Hello --resume --output-dir part site
    says "a folder: other options are refused" 1 'translate-resume: cannot go on: the options are others'
    one=$(ls part | grep html | head -n 1)
    echo '<p>The garden.</p>' > "site/$one"
    "$T" $work -q --output-dir whole site
fi
rm -rf part
interrupt TERM 2.4 $work --output-dir part site
if [ -e part/.translate-resume ]; then
    grep -c . part/.translate-resume > before
    cp part/.translate-resume kept.journal
    kept_n=$(($(cat before) - 3))
    interrupt KILL 1.6 $work --output-dir part site
    is "a folder without --resume: what is done is told of" "$(cat "$TMP/err")" \
        "translate: part: has $kept_n files that an earlier run has done: --resume goes on with them, and without it all is done anew"
    is "... and stays" "$(sort part/.translate-resume kept.journal | uniq -d | wc -l | tr -d ' ')" "$(cat before)"
fi
if [ -e part/.translate-resume ] && [ -s kept.html ]; then
    # A run without --resume was at a document that was done before.
    cp kept.html "part/$(ls part | grep 'html$' | head -n 1).resume"
fi
run $work -q --resume --output-dir part site
check "a folder that goes on is that of one run, and a file that has changed is done again" diff -r whole part

done_testing
