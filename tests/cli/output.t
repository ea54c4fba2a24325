#!/bin/sh
# output.t - forms of the output, and that they agree with one another.
. tests/cli/tap.sh
need_model

cat > "$TMP/text" << 'END'
Good morning. How are you?

  I have lost my key.
He said "yes" and went home.
END
"$T" < "$TMP/text" > "$TMP/plain"

pairs() { perl -MJSON::PP -CO -ne '$_ = decode_json($_); '"$1" "$2"; } # PERL FILE: for each object

# ---- JSON

"$T" --json < "$TMP/text" > "$TMP/json"
check "JSON has an object for each line" \
    test "$(pairs 'print "$_->{line}\n"' "$TMP/json" | paste -sd , -)" = 1,2,3,4
pairs 'print "$_->{translation}\n"' "$TMP/json" > "$TMP/out"
check "with the translation" cmp "$TMP/out" "$TMP/plain"
pairs 'print "$_->{source}\n"' "$TMP/json" > "$TMP/out"
check "and the source" cmp "$TMP/out" "$TMP/text"
pairs 'print join(" ", map { $_->{id} } @{$_->{source_tokens}}), "\n"' "$TMP/json" > "$TMP/out"
"$T" tokenize --ids < "$TMP/text" > "$TMP/ids"
check "and its tokens" cmp "$TMP/out" "$TMP/ids"
is "a hypothesis has its tokens' probability" \
    "$(pairs 'for $h (@{$_->{hypotheses}}) {
        $sum = 0; $sum += $_->{log_probability} for @{$h->{tokens}};
        print "$sum $h->{log_probability}\n" if abs($sum - $h->{log_probability}) > 1e-5
    }' "$TMP/json")" ""
"$T" --json -l 0.6 < "$TMP/text" > "$TMP/out"
wrong_scores() { # NORM: those that are not log p / NORM, where $n is the length
    pairs 'for $h (@{$_->{hypotheses}}) {
        next unless $n = @{$h->{tokens}};
        $score = $h->{log_probability} / '"$1"';
        print "$score $h->{score}\n" if abs($score - $h->{score}) > 1e-6
    }' "$TMP/out"
}
is "its score is log p / length^A" "$(wrong_scores '$n ** 0.6')" ""
"$T" --json -l gnmt:0.6 < "$TMP/text" > "$TMP/out"
is "and with gnmt:A, log p / ((5 + length) / 6)^A" \
    "$(wrong_scores '((5 + $n) / 6) ** 0.6')" ""
printf 'a\0b "c" \\ d \t\177e\342\200\250f\n' | "$T" --json > "$TMP/out" 2>&-
is "JSON escapes what it must" \
    "$(pairs 'print join " ", map { sprintf "%x", ord } split //, $_->{source}' "$TMP/out")" \
    "61 fffd 62 20 22 63 22 20 5c 20 64 20 9 7f 65 2028 66"

shortest() { # every number is the shortest that reads back to the same float32
    grep -oE '"(score|log_probability)":[^,}]*' "$TMP/json" | sed 's/.*://' | perl -ne '
        chomp; $text = $_; $float = unpack "f", pack "f", $text; $n++;
        for $digits (1 .. 9) {
            $short = sprintf "%.${digits}g", $float;
            last if unpack("f", pack "f", $short) == $float
        }
        die "$text, not $short\n" if length $short < length $text;
        END { die "only $n numbers\n" if !$? && $n < 20 }'
}
check "numbers are the shortest decimals" shortest

# ---- Scores and n-best

pairs '$_ = "$_->{score}\t$_->{translation}\n"; print' "$TMP/json" > "$TMP/wanted"
"$T" --scores < "$TMP/text" > "$TMP/out"
check "--scores has the scores of JSON, as the same text" cmp "$TMP/out" "$TMP/wanted"

"$T" -n 3 < "$TMP/text" > "$TMP/out"
is "-n prints so many lines for each, and one for a blank one" \
    "$(sed 's/ |||.*//' "$TMP/out" | uniq -c | awk '{ print $2 ":" $1 }' | paste -sd ' ' -)" \
    "1:3 2:1 3:3 4:3"
is "a blank line has no text" "$(grep '^2 ' "$TMP/out")" "2 |||  ||| 0"
awk -F ' [|][|][|] ' '$1 != last { print $2; last = $1 }' "$TMP/out" > "$TMP/first"
check "the first is the translation" cmp "$TMP/first" "$TMP/plain"
is "scores never rise" \
    "$(awk -F ' [|][|][|] ' '$1 == last && $3 > score; { last = $1; score = $3 }' "$TMP/out")" ""
is "and no two are the same" "$(sort "$TMP/out" | uniq -d)" ""
"$T" -n 1 < "$TMP/text" > "$TMP/out"
is "-n 1 prints one, as the others are printed" "$(awk -F ' [|][|][|] ' 'NF == 3 { print $2 }' "$TMP/out" | cmp - "$TMP/plain" && echo same)" same
is "a beam follows from -n" "$("$T" -n 7 < "$TMP/text" | grep -c '^1 ')" 7
printf 'Hello.\r\nHello.' | "$T" -n 2 > "$TMP/out"
is "each has the line's own end" \
    "$(tr '\r' R < "$TMP/out" | sed 's/.*\(.\)$/\1/; s/[^R]/-/' | tr -d '\n')" RR--
is "and the last one none where it was missing" \
    "$(tail -c 1 "$TMP/out" | tr -d '\n' | wc -c | tr -d ' ')" 1

# ---- Limits

lengths() { # OPTIONS...: of the translations, </s> included; a blank line has none
    "$T" --split none --json "$@" < "$TMP/text" > "$TMP/out"
    pairs '$n = @{$_->{hypotheses}[0]{tokens}} and print "$n\n"' "$TMP/out" | sort -n
}
is "--max-length cuts" "$(lengths --max-length 3 | tail -n 1)" 3
is "to a single token, too" "$(lengths --max-length 1 2>&1 | sort -u)" 1
check "--min-length stretches" \
    test "$(lengths --min-length 12 --max-length 30 | head -n 1)" -ge 13

# ---- Pieces and ids

"$T" --split none --raw < "$TMP/text" | sed 's/^ *//' > "$TMP/whole"
for form in ids pieces; do
    "$T" tokenize --$form < "$TMP/text" | "$T" --input $form > "$TMP/out"
    check "--input $form is the text, tokenised" cmp "$TMP/out" "$TMP/whole"
    "$T" --output-format $form < "$TMP/text" | "$T" detokenize --input $form |
        sed 's/^ *//' > "$TMP/out"
    check "--output-format $form is the text, before it is detokenised" cmp "$TMP/out" "$TMP/whole"
done
printf '4 5 6\n4 x 6\n4 99999999 6\n4 -1 6\n7\n' | "$T" --input ids > "$TMP/out" 2> "$TMP/err"
is "a line that is not ids fails" "$?" 3
is "by itself" "$(grep -c . "$TMP/out") $(wc -l < "$TMP/out" | tr -d ' ')" "2 5"
is "with its number" \
    "$(sed -n 's/^translate: stdin:\([0-9]\): .*/\1/p' "$TMP/err" | paste -sd , -)" 2,3,4

# ---- translate score

"$T" tokenize --ids < "$TMP/text" | sed '/^$/d' > "$TMP/source.ids"
"$T" --input ids --output-format ids < "$TMP/source.ids" > "$TMP/target.ids"
"$T" --input ids --output-format ids --json < "$TMP/source.ids" > "$TMP/json"
pairs 'print "$_->{score}\t$_->{log_probability}\n"' "$TMP/json" > "$TMP/wanted"
"$T" score --input ids "$TMP/source.ids" "$TMP/target.ids" > "$TMP/out"
check "a translation scores what the search said" cmp "$TMP/out" "$TMP/wanted"
paste "$TMP/source.ids" "$TMP/target.ids" | "$T" score --input ids > "$TMP/out"
check "from two columns, too" cmp "$TMP/out" "$TMP/wanted"
"$T" score --input ids --json "$TMP/source.ids" "$TMP/target.ids" > "$TMP/out"
pairs '$tokens = $_->{hypotheses}[0]{tokens};
    print join(" ", map { "$_->{id}:$_->{log_probability}" } @$tokens), "\n"' "$TMP/json" \
    > "$TMP/wanted"
pairs 'print join(" ", map { "$_->{id}:$_->{log_probability}" } @{$_->{tokens}}), "\n"' \
    "$TMP/out" > "$TMP/got"
check "token by token" cmp "$TMP/got" "$TMP/wanted"
"$T" score --tokens --input ids "$TMP/source.ids" "$TMP/target.ids" | cut -f 4 > "$TMP/got"
pairs 'print join(" ", map { $_->{log_probability} } @{$_->{tokens}}), "\n"' "$TMP/out" \
    > "$TMP/wanted"
check "and with --tokens" cmp "$TMP/got" "$TMP/wanted"
good=$(printf 'Good morning.\tGuten Morgen.\n' | "$T" score | cut -f 2)
bad=$(printf 'Good morning.\tDer Tisch schwimmt.\n' | "$T" score | cut -f 2)
check "sense scores higher than nonsense" perl -e 'exit !($ARGV[0] > $ARGV[1])' -- "$good" "$bad"
head -n 2 "$TMP/text" > "$TMP/short"
run score "$TMP/text" "$TMP/short"
like "files of different lengths are an error" "$status $(tail -n 1 "$TMP/err")" \
    "^1 translate: $TMP/text has more lines than $TMP/short\$"
printf 'a\tb\nno tab\na\tb\n' > "$TMP/tsv"
run score "$TMP/tsv"
says "a line without a tab is an error" 1 "$TMP/tsv:2: no tab"
is "that keeps its line" \
    "$(wc -l < "$TMP/out" | tr -d ' ') $(sed -n 2p "$TMP/out")" "3 $(printf 'nan\tnan')"

# ---- --stats and -v

run --stats "$TMP/text"
is "--stats counts lines" "$(sed -n 's/^lines  *//p' "$TMP/err")" "4 (0 failed, 0 repaired)"
is "--stats counts sentences" "$(sed -n 's/^sentences  *//p' "$TMP/err")" 4
is "--stats counts words" "$(sed -n 's/^source words  *\([0-9]*\) .*/\1/p' "$TMP/err")" \
    "$(wc -w < "$TMP/text" | tr -d ' ')"
is "--stats counts tokens" "$(sed -n 's/^source tokens  *\([0-9]*\) .*/\1/p' "$TMP/err")" \
    "$(wc -w < "$TMP/ids" | tr -d ' ')"
like "--stats tells speed and memory" "$(tr '\n' ' ' < "$TMP/err")" \
    'target tokens +[0-9]+ \([0-9]+/s\) seconds .*peak memory +[0-9.]+ MB, of which keys and values [0-9.]+ [kM]?B'
check "and the output is as ever" cmp "$TMP/out" "$TMP/plain"
run -v --cpu ref -j 3 "$TMP/text"
like "-v tells model, instruction set and threads" "$(cat "$TMP/err")" \
    "^translate: model .*\.gguf \(en to de, int8\), instruction set ref, beam [0-9]+, threads: 3\$"
like "-v tells where the time went" "$(cat "$TMP/err")" \
    '^translate: start: model opened after [0-9.]+ ms, .*first line written after [0-9.]+ ms$'
check "and the output is as ever" cmp "$TMP/out" "$TMP/plain"

# ---- What the shell opened is written as it is

echo one > "$TMP/log"
"$T" -o /dev/fd/3 "$TMP/text" 3>> "$TMP/log"
is "-o /dev/fd/3 appends where the shell does" "$(sed -n 1p "$TMP/log") $(tail -n +2 "$TMP/log" | cmp - "$TMP/plain" && echo same)" "one same"

for i in 1 2 3 4 5 6 7 8; do cat "$TMP/text"; done > "$TMP/longer"
"$T" -b 1 -o /dev/stdout "$TMP/longer" 2> "$TMP/err" | head -n 1 > /dev/null
is "and a reader of -o /dev/stdout that goes is no fault" "$(cat "$TMP/err")" ""

done_testing
