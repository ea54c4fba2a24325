#!/bin/sh
# parts.t - parts of a file, which are together what the whole is, and what they are called.
. tests/cli/tap.sh
need_model

MODEL=$PWD/$MODEL
cd "$TMP" || exit 1
work="-m $MODEL -j 1 -b 1 -q --no-hints"

# What breaks careless pipes, among ordinary lines; no line feed at the end.
perl -e '
    my @nasty = ("", "   ", "\t", "A tab\tin it.", "A DOS line end.\r", "A lone \r in it.",
        "A line separator \xe2\x80\xa8 and \xc2\x85 in it.", "Not UTF-8: caf\xe9 and \xff.",
        "A NUL \x00 byte.", "\xef\xbb\xbfA mark.", "-n", "{}", "%s %d", "long " x 700);
    for my $i (0 .. 69) {
        print "The house number $i is old.\n";
        print $nasty[$i / 5], "\n" if $i % 5 == 4;
    }
    print "The last line has no end."' > text
"$T" $work -o whole text

joined() { # N [ARGS..]: all parts together
    n=$1 k=0
    shift
    rm -f part-*
    while [ $k -lt $n ]; do
        "$T" $work "$@" --part $k/$n -o 'part-%05d' text || return
        k=$((k + 1))
    done
    [ "$(ls part-* | wc -l)" = $n ] && cat part-????? | cmp - "${WANTED:-whole}"
}
check "two parts are the whole" joined 2
check "seven parts are the whole" joined 7
check "more parts than lines are the whole, some of them empty" joined 100
check "... of whole lines" sh -c 'cut=0; for p in part-*; do [ -s $p ] && [ "$(tail -c 1 $p | wc -l)" = 0 ] && cut=$((cut + 1)); done; [ $cut = 1 ]'
"$T" $work --scores -o scores text
WANTED=scores
check "parts with scores are the whole" joined 3 --scores
is "a part that is made again has the same bits" \
    "$(for j in 1 2; do "$T" $work -j $j --part 1/3 text | cksum; done | uniq | wc -l)" 1

: > empty
run $work --part 0/3 -o 'e-%d' empty
is "an empty file has empty parts" "$status $(wc -c < e-0)" "0 0"
printf 'Hello.' > one
run $work --part 0/2 one
is "a line belongs to the part that it begins in" "$(cat out)" "$("$T" $work one)"
run $work --part 1/2 one
is "... and to no other" "$status $(wc -c < out)" "0 0"

# A part is where size * K / N says, found without what is before it.
perl -e 'print "Hello.\n" x 30' > same
is "parts are of equal bytes" "$(for k in 0 1 2; do "$T" $work --part $k/3 same | wc -l; done | xargs)" "10 10 10"

# ---- Names
run $work --part 3/7 -o 'a%db%%c%03d' same
check "%d, %03d and %% name a part" test -s 'a3b%c003'
run $work -o 'b%05d' one
check "without --part, they are letters like others" test -s 'b%05d'
for bad in 'x%s' 'x%' 'x%5d' 'x%0'; do
    run $work --part 0/2 -o "$bad" same
    says "\"$bad\" is refused" 2 "%d and %05d are the part's number, and %% is %"
done

# ---- What is refused
for bad in 3/3 -1/3 1 1/ /3 1/0 0/0 1/3x ' 1/3' 1.5/3 1/10000000 99999999999999999999/3; do
    run $work --part="$bad" same
    says "--part $bad is refused" 2 'is not K/N, two whole numbers, K from 0 to N - 1'
done
run $work --part 0/2 < same
says "standard input has no parts" 2 '--part needs one FILE'
run $work --part 0/2 -
says "... nor has -" 2 '--part needs a FILE, and standard input is none'
run $work --part 0/2 same one
says "... nor have two files" 2 '--part needs one FILE'
run $work --part 0/2 -e Hello.
says "... nor has -e" 2 '-e gives the text'
run $work --part 0/2 --resume -o x same
says "a part does not go on" 2 'a part that was interrupted is done again'
run $work --part 0/2 --memory m.db --memory-add same
says "a part adds to no memory" 2 'leave out --memory-add'
run $work --part 0/2 /dev/null
says "a device has no parts" 1 '/dev/null: is no regular file'
run $work --part 0/2 missing
says "a missing file is one" 1 'missing: No such file'
run $work --part 0/2 .
says "a folder has no parts" 1 '\.: is a directory'
printf '<p>Hello.</p>\n' > page.html
run $work --part 0/2 page.html
says "a document has no parts" 2 '--part is of a file of lines, and this is a document'
gzip -c same > same.gz
for k in 0 1; do
    run $work --format lines --part $k/2 same.gz
    says "part $k of a compressed file is refused" 1 'same.gz: is compressed'
done
iconv -f UTF-8 -t UTF-16LE same > utf16
run $work --part 1/2 utf16
says "so is one of UTF-16" 1 'utf16: is UTF-16'
run -b 1 -f auto -t de --part 0/2 same
says "a part does not tell its language" 2 '--part needs --from LANG'

# ---- Failed lines
printf '%s\n' '5 6' 'x' '7' '8' > ids
run $work --input ids --part 0/2 -o 'ids-%d' ids
is "a failed line is status 3, and the others are there" "$status $(wc -l < ids-0)" "3 2"
like "... it is named with its part" "$(cat err)" '^translate: ids, part 0/2:2: "x" is not a token id'
run $work --input ids --part 1/2 -o 'ids-%d' ids
is "... and another part has status 0" "$status" 0
run $work --input ids ids
is "without parts, too" "$status $(wc -l < out)" "3 4"

# ---- Work that is done already
echo done > done-0
run $work --skip-existing --part 0/2 -o 'done-%d' same
is "--skip-existing leaves what is there" "$status $(cat done-0 err)" "0 done"
run $work --skip-existing --part 1/2 -o 'done-%d' same
is "... and does what is not" "$status $(wc -l < done-1)" "0 15"
run -m missing --skip-existing -v -o done-0 same
is "... of whole files, too, with no model" "$status $(cat done-0 err)" "0 done
translate: done-0: is there already"
is "... not a pipe, which is there before" "$("$T" $work --skip-existing -o /dev/stdout one | cat)" "$("$T" $work one)"
run $work --skip-existing -o new one
is "... or does them" "$status $(cat new)" "0 $("$T" $work one)"

# ---- What is not complete has no name that a pattern finds
perl -e 'print "The house number $_ is old, and its garden is large.\n" for 1 .. 3000' > long
for signal in TERM KILL; do
    "$T" $work -b 4 --part 0/1 -o 'cut-%05d' long &
    process=$!
    sleep 2
    kill -$signal $process
    wait $process 2> /dev/null
    is "SIG$signal leaves nothing that cut-* finds" "$(echo cut-*)" 'cut-*'
done
done_testing
