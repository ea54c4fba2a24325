#!/bin/sh
# text.t - one line in, one line out: what becomes of white space, line ends and damaged text.
. tests/cli/tap.sh
need_model

hello=$(echo 'Hello.' | "$T")
thanks=$(echo 'Thank you.' | "$T")
like "translates a sentence" "$hello" '[A-Za-z]'

gives() { # NAME INPUT WANTED: both as printf(1) formats
    printf "$2" | "$T" > "$TMP/out" 2> "$TMP/err"
    printf "$3" > "$TMP/wanted"
    check "$1" cmp "$TMP/out" "$TMP/wanted"
}

gives "nothing in, nothing out" '' ''
gives "keeps a missing last newline" 'Hello.' "$hello"
gives "keeps blank lines" '\n\nHello.\n\n' "\n\n$hello\n\n"
gives "keeps lines of white space" '  \n\t\n \r\n' '  \n\t\n \r\n'
gives "keeps leading and trailing white space" \
    '  Hello.\t\n\tThank you.  ' "  $hello\t\n\t$thanks  "
gives "keeps CRLF, line by line" 'Hello.\r\n\r\nHello.\nThank you.\r\n' \
    "$hello\r\n\r\n$hello\n$thanks\r\n"
gives "keeps a carriage return at the end of the file" 'Hello.\r\n\r' "$hello\r\n\r"
gives "joins sentences as they were joined" 'Hello.  Thank you.' "$hello  $thanks"

lines_in_out() { # the file named has as many lines as its translation
    "$T" < "$1" > "$TMP/out" 2> "$TMP/err" || { cat "$TMP/err"; return 1; }
    [ "$(wc -l < "$1")" = "$(wc -l < "$TMP/out")" ]
}
words=$(perl -e 'print "the old house by the river " x 100')
echo "$words" > "$TMP/long"
check "a long line without a sentence end is one line" lines_in_out "$TMP/long"
like "it is translated to its end" "$(wc -w < "$TMP/out")" '[0-9]{3}'
perl -e 'print "x" x 1000, "\n", "Hello.\n"' > "$TMP/word"
check "a word of 1000 letters is one line" lines_in_out "$TMP/word"
is "the line behind it is translated as ever" "$(tail -n 1 "$TMP/out")" "$hello"

# ---- Damaged text

seed=20
perl -e 'srand shift; print map { chr int rand 256 } 1 .. 800' $seed > "$TMP/random"
echo "# random bytes of perl's srand($seed)"
check "random bytes give as many lines" lines_in_out "$TMP/random"
check "and their translation is UTF-8" iconv -f UTF-8 -t UTF-16 -o /dev/null "$TMP/out"
# Colours and styles are the only ones.
no_controls() { ! sed 's/\x1B\[[0-9;:]*m//g' "$TMP/out" | LC_ALL=C tr -d '\n\r\t' | LC_ALL=C grep -q '[[:cntrl:]]'; }
printf 'a\001b \033[31m red \177 \302\205 x\n' | "$T" > "$TMP/out"
check "no control characters come out of text that has them" no_controls

printf 'Hello.\nHello \377\376.\nThank you.\nHello \000.\nThank you.\n' > "$TMP/bad"
run "$TMP/bad"
says "reports repaired lines once, with their number and the first place" 0 \
    "2 lines were not valid UTF-8 .*$TMP/bad:2\$"
is "keeps every line" "$(wc -l < "$TMP/out" | tr -d ' ')" 5
is "the lines between are not affected" "$(sed -n '3p;5p' "$TMP/out" | uniq)" "$thanks"
run -q "$TMP/bad"
is "is quiet about them when asked" "$status $(cat "$TMP/err")" "0 "
run --json "$TMP/bad"
like "JSON tells how many bytes were replaced" "$(sed -n 2p "$TMP/out")" '"repaired":2'
printf '\357\277\275 is a character.\n' > "$TMP/replacement"
run "$TMP/replacement"
is "a real U+FFFD is not reported" "$(cat "$TMP/err")" ""

# ---- UTF-16

printf 'Hello.\r\nThank you.\r\n' > "$TMP/text"
for kind in UTF-16 UTF-16LE UTF-16BE; do # the first has a byte-order mark
    iconv -f UTF-8 -t $kind "$TMP/text" > "$TMP/utf16"
    run "$TMP/utf16"
    says "$kind is named, and how to convert it" 1 \
        "utf16: is UTF-16, not UTF-8; iconv -f $kind -t UTF-8 converts it\$"
    is "nothing of it is translated" "$(cat "$TMP/out")" ""
    converted=$(sed -n 's/.*; \(iconv .*\) converts it/\1/p' "$TMP/err")
    check "the command that is told gives the text" sh -c "$converted '$TMP/utf16' | cmp - '$TMP/text'"
done
printf '\376\377\060\102' > "$TMP/big"
run "$TMP/big"
says "so is big-endian text that starts with its mark" 1 'is UTF-16, .* -f UTF-16 '
run evaluate "$TMP/utf16" "$TMP/text"
says "evaluate says so, too" 1 'utf16: is UTF-16, '
run tokenize < "$TMP/utf16"
says "and a command that reads standard input" 1 'stdin: is UTF-16, '
slowly() { printf 'H'; sleep 0.1; printf '\0i\0\n\0'; }
mkfifo "$TMP/fifo"
slowly > "$TMP/fifo" &
run < "$TMP/fifo"
says "and one whose input comes byte by byte" 1 'stdin: is UTF-16, '
printf '\377' > "$TMP/byte"
run "$TMP/byte"
says "one byte is no mark" 0 '1 line was not valid UTF-8'

injected=$(echo 'Hello </s> <unk> <s> there.' | "$T" tokenize --ids | tr ' ' '\n' | grep -cx '[01]')
is "control tokens cannot be written in text" "$injected" 0

# ---- Lines as they come

mkfifo "$TMP/in" "$TMP/answers"
"$T" < "$TMP/in" > "$TMP/answers" &
program=$!
exec 3> "$TMP/in" 4< "$TMP/answers"
answer() { timeout 120 sh -c 'IFS= read -r line; printf "%s\n" "$line"' <&4; }
echo 'Hello.' >&3
is "answers a line while the next is not written" "$(answer)" "$hello"
echo 'Thank you.' >&3
is "and the next" "$(answer)" "$thanks"
printf 'Hel' >&3
sleep 0.2
printf 'lo.\n' >&3
is "a line that comes in two parts is one" "$(answer)" "$hello"
exec 3>&-
wait $program
is "ends when its input does" $? 0
exec 4<&-

done_testing
