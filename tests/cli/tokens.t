#!/bin/sh
# tokens.t - translate tokenize and detokenize.
. tests/cli/tap.sh
need_model

printf 'Hello, world.\n\n  two  blanks \nna\303\257ve \360\237\231\202 \346\227\245\346\234\254\n' \
    > "$TMP/text"

run tokenize "$TMP/text"
is "a line for each line" "$status $(wc -l < "$TMP/out" | tr -d ' ')" "0 4"
cp "$TMP/out" "$TMP/pieces"
run tokenize --pieces "$TMP/text"
check "pieces are the default where there is no terminal" cmp "$TMP/out" "$TMP/pieces"
for form in pieces ids; do
    "$T" tokenize --$form "$TMP/text" > "$TMP/tokens"
    "$T" detokenize --side source --input $form "$TMP/tokens" > "$TMP/out"
    sed 's/  */ /g; s/^ //; s/ $//' "$TMP/text" > "$TMP/wanted"
    check "$form come back as the text" cmp "$TMP/out" "$TMP/wanted"
done

# A byte that begins or ends a piece begins or ends a character; pieces come in order.
offsets() {
    perl -MJSON::PP -e '
        open T, "<", $ARGV[0]; @text = <T>; open J, "-|", @ARGV[1 .. $#ARGV];
        while (<J>) {
            $o = decode_json($_); $line = $text[$n++]; chomp $line; $at = 0;
            for (@{$o->{tokens}}) {
                die "line $n: $_->{begin}:$_->{end} after $at\n"
                    if $_->{end} < $_->{begin} || $_->{end} > length $line || $_->{begin} < $at;
                $at = $_->{begin};
                for $i ($_->{begin}, $_->{end}) {
                    die "line $n: $i is within a character\n"
                        if (ord(substr($line, $i, 1)) & 0xc0) == 0x80
                }
            }
        }
        die "$n lines\n" if $n != @text' "$TMP/text" "$T" tokenize --json "$TMP/text"
}
check "offsets are those of characters, in order" offsets
is "offsets count bytes" \
    "$(printf 'h\303\251 h\303\251\n' | "$T" tokenize --offsets | sed 's/.*://')" 7
is "offsets are those before a repair" \
    "$(printf '\377\377 a\n' | "$T" tokenize --offsets | sed 's/.*://')" 4
"$T" tokenize --json "$TMP/text" |
    perl -MJSON::PP -ne 'print join(" ", map { $_->{id} } @{decode_json($_)->{tokens}}), "\n"' \
        > "$TMP/out"
"$T" tokenize --ids "$TMP/text" > "$TMP/wanted"
check "JSON has the same ids" cmp "$TMP/out" "$TMP/wanted"
is "the last view given counts" \
    "$("$T" tokenize --ids --pieces --offsets "$TMP/text" | head -n 1)" \
    "$("$T" tokenize --offsets "$TMP/text" | head -n 1)"

printf '5 6\n\nx\n5 99999999\n2147483648\n-1\n5x\n7\n' > "$TMP/ids"
run detokenize --input ids "$TMP/ids"
is "what is no id of the vocabulary fails" "$status" 1
is "each line by itself" \
    "$(sed -n "s|^translate: $TMP/ids:\([0-9]\): .*|\1|p" "$TMP/err" | paste -sd , -)" 3,4,5,6,7
is "and all lines are there" "$(wc -l < "$TMP/out" | tr -d ' ')" 8
echo 'nosuchpiece' > "$TMP/unknown"
run detokenize "$TMP/unknown"
says "an unknown piece is named" 1 ':1: "nosuchpiece" is not a piece of the vocabulary'
printf 'a\0b\n' > "$TMP/nul"
run detokenize "$TMP/nul"
says "nothing behind a NUL is lost in silence" 1 ':1: holds a NUL'

# ---- Random ids, those of bytes and control pieces among them

seed=7
vocabulary=$("$T" inspect --json | perl -MJSON::PP -ne 'print decode_json($_)->{target_vocab}')
perl -e 'srand $ARGV[0]; for (1 .. 2000) {
    print join(" ", map { int rand($ARGV[1]) ** (1 - int(rand 2) / 2) } 1 .. rand 12), "\n" }' \
    $seed "$vocabulary" > "$TMP/ids"
echo "# random ids of perl's srand($seed)"
run detokenize --input ids "$TMP/ids"
is "random ids make no errors" "$status $(cat "$TMP/err")" "0 "
is "and as many lines" "$(wc -l < "$TMP/out")" "$(wc -l < "$TMP/ids")"
check "of UTF-8" iconv -f UTF-8 -t UTF-16 -o /dev/null "$TMP/out"
no_controls() { ! LC_ALL=C tr -d '\n' < "$TMP/out" | LC_ALL=C grep -n '[[:cntrl:]]'; }
check "without control characters" no_controls

terminal() { # what a terminal would get
    TERM=xterm script -qec "$*" /dev/null < /dev/null | tr -d '\r'
}
if has_terminal; then
    printf 'Hello, \033[2J\302\205world.\n' > "$TMP/control"
    terminal "$T" tokenize "$TMP/control" > "$TMP/out"
    like "on a terminal the pieces have colours" "$(cat "$TMP/out")" "$(printf '^\033\\[[0-9;]*m')"
    is "that alternate" "$(grep -o "$(printf '\033\\[30;4.m')" "$TMP/out" | uniq -d)" ""
    sed "s/$(printf '\033')\[[0-9;]*m//g" "$TMP/out" | tr -d '\n' > "$TMP/shown"
    is "and control characters are escaped" "$(LC_ALL=C grep -c '[[:cntrl:]]' "$TMP/shown")" 0
    terminal "$T" tokenize --pieces "$TMP/text" > "$TMP/out"
    check "but not with --pieces" cmp "$TMP/out" "$TMP/pieces"
    NO_COLOR=1 terminal "$T" tokenize "$TMP/text" > "$TMP/out"
    check "nor with NO_COLOR" cmp "$TMP/out" "$TMP/pieces"
else
    skip "on a terminal the pieces have colours" "no script(1), or no pseudo-terminal"
fi

# ---- Colours

in_terminal() { # of the type TERM: what tokenize prints there
    TERM=$1 script -qc "echo Hello. | '$T' tokenize" "$TMP/log" | tr -d '\r'
}
if has_terminal; then
    escape=$(printf '\033')
    coloured=$(in_terminal xterm)
    like "a terminal shows the pieces in colours" "$coloured" "$escape\\[30;46m"
    plain=$(echo Hello. | "$T" tokenize)
    is "but for NO_COLOR" "$(NO_COLOR=1 in_terminal xterm)" "$plain"
    is "an empty NO_COLOR says nothing" "$(NO_COLOR= in_terminal xterm)" "$coloured"
    is "a terminal that has no colours shows none" "$(in_terminal dumb)" "$plain"
else
    skip "colours" "no script(1), or no pseudo-terminal"
fi

done_testing
