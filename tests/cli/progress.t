#!/bin/sh
# progress.t - how far long work is: on terminals of any width, and elsewhere where it is asked for.
. tests/cli/tap.sh
need_model

MODEL=$PWD/$MODEL
cd "$TMP" || exit 1
i=0
while [ $i -lt 40 ]; do
    i=$((i + 1))
    echo "The house number $i is old."
done > lines.txt

slowly() { # lines that come over more than two seconds
    head -n 20 lines.txt
    sleep 2.3
    tail -n 20 lines.txt
    sleep 0.4
    echo 'The end.'
}

# ---- Elsewhere

run -m "$MODEL" --progress -o out.de lines.txt
says "--progress tells what was done" 0 '^translate: lines.txt: 100 %, 40 lines, [0-9.]+/s, [0-9:]+ in all$'
for form in '' --no-progress '-q --progress'; do
    run -m "$MODEL" $form -o out.de lines.txt
    is "nothing is told without it: $form" "$status $(cat "$TMP/err")" "0 "
done
slowly | "$T" -m "$MODEL" --progress -o out.de 2> "$TMP/err"
like "a line comes every few seconds" "$(head -n 1 "$TMP/err")" '^translate: stdin: [0-9]+ lines, [0-9.]+/s$'
(sleep 2.2; head -n 20 lines.txt) | "$T" -m "$MODEL" --progress -o out.de 2> "$TMP/err"
is "the first of many lines that are done at once tells no rate" "$(head -n 1 "$TMP/err")" 'translate: stdin: 1 line'
mkdir site
for name in a b c; do printf '<p>The house is old.</p><p>The garden is large.</p>' > site/$name.html; done
run -m "$MODEL" --progress --output-dir de site
is "so it is for a folder" "$status $(head -n 1 "$TMP/err" | sed 's/6 segments.*/6 segments/')" "0 translate: 100 %, 6 segments"
run evaluate --progress lines.txt lines.txt
is "and for evaluate" "$status $(sed 's/lines,.*/lines/' "$TMP/err")" "0 translate: lines.txt: 100 %, 40 lines"
check "which prints the same scores" sh -c '"$1" evaluate lines.txt lines.txt | cmp - "$2"' - "$T" "$TMP/out"

# ---- On a terminal

if ! has_terminal; then
    skip "a line that passes" "script(1) makes no terminal here"
    done_testing
fi
on_terminal() { # COLUMNS COMMAND
    TERM=xterm timeout 60 script -qec "stty cols $1; $2" /dev/null < /dev/null > seen 2>&1
    tr '\r' '\n' < seen | sed "s/$(printf '\033')\[K//g" > pieces
}
export T MODEL
cat > slowly.sh << 'END'
head -n 20 lines.txt; sleep 2.3; tail -n 20 lines.txt; sleep 0.4; echo 'The end.'
END
for columns in 80 60 40 20 10; do
    on_terminal $columns 'sh slowly.sh | "$T" -m "$MODEL" -o out.de'
    is "$columns columns: no line is wider" "$(awk -v most=$columns 'length($0) >= most' pieces)" ''
    check "$columns columns: but there is one" grep -Eq '[0-9]' pieces
    check "$columns columns: which is erased" sh -c 'tail -c 4 seen | od -An -c | grep -Eq "\\\\r *033 *\[ *K"'
done
on_terminal 80 'sh slowly.sh | "$T" -m "$MODEL" -o out.de'
like "it tells the count and the rate" "$(cat pieces)" '^stdin: [0-9]+ lines, [0-9.]+/s$'
on_terminal 80 'sh slowly.sh | "$T" -m "$MODEL"'
is "translations on the terminal are their own progress" "$(grep -c lines, pieces)" 0
on_terminal 80 'sh slowly.sh | "$T" -q -m "$MODEL" -o out.de'
is "-q shows none" "$(cat seen)" ''
on_terminal 80 'TERM=dumb; sh slowly.sh | "$T" -m "$MODEL" -o out.de'
is "a terminal that cannot erase has none" "$(cat seen)" ''
on_terminal 80 '(sh slowly.sh; printf "x\377\n") | "$T" -m "$MODEL" -o out.de'
like "a message begins a line of its own" "$(cat pieces)" '^translate: 1 line was not valid UTF-8'

done_testing
