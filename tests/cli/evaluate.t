#!/bin/sh
# evaluate.t - translate evaluate.  The scores are those of sacreBLEU 2.6.0 (PyPI); above each
# stands the command that made it.  check-peers compares many more.
. tests/cli/tap.sh

S=tests/data/evaluate.hyp B=tests/data/evaluate.base R=tests/data/evaluate.ref

evaluate() { # what it prints, without the version
    run evaluate "$@"
    sed 's/|version:translate-[0-9.]*//' "$TMP/out"
}

# sacrebleu evaluate.ref -i evaluate.hyp -m bleu -w 2 -f text; -m chrf; -m chrf
# --chrf-word-order 2; -m ter
is "all metrics are sacreBLEU's, with its signatures" "$(evaluate $S $R)" \
"BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp = 71.40 94.6/78.3/68.9/60.6 (BP = 0.957 ratio = 0.958 hyp_len = 92 ref_len = 96)
chrF2|nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no = 86.66
chrF2++|nrefs:1|case:mixed|eff:yes|nc:6|nw:2|space:no = 85.70
TER|nrefs:1|case:lc|tok:tercom|norm:no|punct:yes|asian:no = 17.95"
like "the signature ends in the program's version" "$(head -n 1 "$TMP/out")" \
    '\|version:translate-[0-9]+\.[0-9]+\.[0-9]+ = '

# sacrebleu evaluate.ref -i evaluate.base -m bleu -w 2 -f text --tokenize ...
is "words as intl finds them" "$(evaluate --metrics bleu --tokenize intl $B $R)" \
    "BLEU|nrefs:1|case:mixed|eff:no|tok:intl|smooth:exp = 34.17 82.1/45.9/25.0/16.4 (BP = 0.969 ratio = 0.969 hyp_len = 95 ref_len = 98)"
is "every character a word" "$(evaluate --metrics bleu --tokenize char $B $R)" \
    "BLEU|nrefs:1|case:mixed|eff:no|tok:char|smooth:exp = 75.28 92.3/82.6/73.9/65.3 (BP = 0.966 ratio = 0.967 hyp_len = 350 ref_len = 362)"
is "words between blanks" "$(evaluate --metrics bleu --tokenize none $B $R)" \
    "BLEU|nrefs:1|case:mixed|eff:no|tok:none|smooth:exp = 27.41 65.3/35.4/19.6/14.6 (BP = 0.961 ratio = 0.962 hyp_len = 75 ref_len = 78)"
# sacrebleu evaluate.ref -i evaluate.hyp -m bleu -lc -w 2 -f text; -m chrf --chrf-lowercase
is "without capitals" "$(evaluate --metrics chrf,bleu --lowercase $S $R)" \
"BLEU|nrefs:1|case:lc|eff:no|tok:13a|smooth:exp = 75.22 97.8/81.9/73.0/65.2 (BP = 0.957 ratio = 0.958 hyp_len = 92 ref_len = 96)
chrF2|nrefs:1|case:lc|eff:yes|nc:6|nw:0|space:no = 88.12"
# sacrebleu evaluate.ref evaluate.base -i evaluate.hyp -m bleu chrf ter -w 2 -f text
is "two references" "$(evaluate --metrics bleu,chrf,ter $S $R $B)" \
"BLEU|nrefs:2|case:mixed|eff:no|tok:13a|smooth:exp = 77.75 95.7/84.3/75.7/68.2 (BP = 0.968 ratio = 0.968 hyp_len = 92 ref_len = 95)
chrF2|nrefs:2|case:mixed|eff:yes|nc:6|nw:0|space:no = 86.91
TER|nrefs:2|case:lc|tok:tercom|norm:no|punct:yes|asian:no = 18.30"

# sacrebleu evaluate.base -i evaluate.ref evaluate.hyp -m bleu chrf ter -w 2 -f text --paired-bs
# --paired-bs-n 500; -m chrf --chrf-word-order 2
is "a comparison has sacreBLEU's samples, intervals and p" \
    "$(evaluate --samples 500 --compare $R $S $B)" \
"BLEU|nrefs:1|bs:500|seed:12345|case:mixed|eff:no|tok:13a|smooth:exp
  baseline 34.55 (33.60 ± 14.81)
  system   38.86 (37.43 ± 17.01), p = 0.1796: may be chance
chrF2|nrefs:1|bs:500|seed:12345|case:mixed|eff:yes|nc:6|nw:0|space:no
  baseline 69.05 (68.87 ± 8.29)
  system   71.10 (70.86 ± 5.30), p = 0.1796: may be chance
chrF2++|nrefs:1|bs:500|seed:12345|case:mixed|eff:yes|nc:6|nw:2|space:no
  baseline 66.38 (66.13 ± 8.85)
  system   67.79 (67.49 ± 6.42), p = 0.2315: may be chance
TER|nrefs:1|bs:500|seed:12345|case:lc|tok:tercom|norm:no|punct:yes|asian:no
  baseline 50.67 (51.31 ± 14.74)
  system   48.00 (48.53 ± 15.24), p = 0.2495: may be chance"
# sacrebleu evaluate.ref -i evaluate.base evaluate.hyp -m ter -w 2 -f text --paired-bs
is "fewer edits are better" "$(evaluate --metrics ter --compare $B $S $R | tail -n 1)" \
    "  system   17.95 (17.98 ± 9.11), p = 0.0010: better than the baseline"
is "and more are worse" "$(evaluate --metrics ter --compare $S $B $R | tail -n 1)" \
    "  system   48.72 (49.50 ± 12.30), p = 0.0010: worse than the baseline"
like "another seed draws other samples" \
    "$(evaluate --metrics bleu --samples 500 --seed 7 --compare $R $S $B)" \
    '^BLEU\|nrefs:1\|bs:500\|seed:7\|'
check "which gives other means" sh -c '! grep -q "33.60 ± 14.81" "$1"' - "$TMP/out"

json() { # prints the value of a Perl expression on the object $o
    perl -MJSON::PP -e 'local $/; $o = decode_json(<STDIN>); print eval $ARGV[0]' "$1" < "$TMP/out"
}
run evaluate --json --compare $B $S $R
is "--json has the lines" "$(json '$o->{lines}')" 10
is "and the metrics in order" "$(json 'join " ", map { $_->{name} } @{$o->{metrics}}')" \
    "BLEU chrF2 chrF2++ TER"
is "with their numbers" "$(json 'sprintf "%.4f %.4f %.4f %.4f %.4f %d %d",
    (map { $_->{score}, $_->{mean}, $_->{confidence} } $o->{metrics}[0]),
    $o->{metrics}[0]{baseline}{score}, map { $_->{p_value}, $_->{edits}, $_->{reference_words} }
    $o->{metrics}[3]')" "71.4041 71.1306 12.1339 35.1490 0.0010 14 78"

# ---- Files

gzip -c $S > "$TMP/hyp.gz"
gzip -c $R > "$TMP/packed" # by its first bytes, not its name
evaluate $S $R > "$TMP/wanted"
evaluate "$TMP/hyp.gz" "$TMP/packed" > "$TMP/got"
check "compressed files are read as they are packed" cmp "$TMP/got" "$TMP/wanted"
evaluate - $R < "$TMP/hyp.gz" > "$TMP/got"
check "also from standard input" cmp "$TMP/got" "$TMP/wanted"
sed 's/$/\r/' $R > "$TMP/crlf"
evaluate $S "$TMP/crlf" > "$TMP/got"
check "line ends of DOS are line ends" cmp "$TMP/got" "$TMP/wanted"
printf 'a b\nc d' > "$TMP/open"
printf 'a b\nc d\n' > "$TMP/closed"
like "the last line may lack its end" "$(evaluate --metrics ter "$TMP/open" "$TMP/closed")" '= 0\.00$'

head -c 100 "$TMP/hyp.gz" > "$TMP/cut.gz"
run evaluate "$TMP/cut.gz" $R
says "compressed data that ends too soon" 1 'cut\.gz: the compressed data ends too soon'
{ head -c 60 "$TMP/hyp.gz"; printf 'xxxxxxxx'; tail -c +69 "$TMP/hyp.gz"; } > "$TMP/bad.gz"
run evaluate "$TMP/bad.gz" $R
says "compressed data that is damaged" 1 'bad\.gz: '

run evaluate "$TMP/closed" $R
says "fewer lines than the reference" 1 "$R has more lines than .*closed"
run evaluate $S "$TMP/closed"
says "more lines than the reference" 1 "$S has more lines than .*closed"
run evaluate --compare "$TMP/closed" $S $R
says "fewer lines in the baseline" 1 "$S has more lines than .*closed"
run evaluate $S $R "$TMP/closed"
says "fewer lines in the second reference" 1 "$S has more lines than .*closed"
run evaluate /dev/null /dev/null
says "no lines at all" 1 '/dev/null: has no lines'
run evaluate "$TMP" $R
says "a directory" 1 'is a directory'
run evaluate "$TMP/none" $R
says "a file that is not there" 1 'none: No such file'

printf 'gr\374n\nok\n' > "$TMP/latin1"
printf 'gr\303\274n\nok\n' > "$TMP/utf8"
run evaluate --metrics ter "$TMP/latin1" "$TMP/utf8"
says "what is not UTF-8 is told" 0 '1 line was not valid UTF-8 .* the first is line 1'
like "and counts as wrong" "$(cat "$TMP/out")" '= 50\.00$'

head -c 1048577 /dev/zero | tr '\0' 'x' > "$TMP/long"
run evaluate "$TMP/long" "$TMP/long"
says "a line that is too long" 1 'longer? than 1048576|too long'
head -c 12000000 /dev/zero | gzip -c > "$TMP/zeros.gz"
for i in $(seq 25); do cat "$TMP/zeros.gz"; done > "$TMP/bomb.gz"
small="and one that is packed small takes no memory"
case $VARIANT in
asan | tsan) skip "$small" "the sanitizer reserves addresses" ;;
*)
    (ulimit -v 400000; run evaluate "$TMP/bomb.gz" "$TMP/bomb.gz"; exit $status)
    is "$small" $? 1
    ;;
esac
head -c 300000 "$T" > "$TMP/binary"
run evaluate "$TMP/binary" "$TMP/binary"
like "a binary file is text of its own kind" "$status $(cat "$TMP/out")" '^0 BLEU'

# ---- Command line

run evaluate $S
says "one file is not enough" 2 'needs a translation and a reference'
run evaluate -m en-de $S
says "nor is a source" 2 'needs a source and a reference'
run evaluate - -
says "standard input once" 2 'standard input cannot be two files'
run evaluate --compare - - $R
says "also as a baseline" 2 'standard input cannot be two files'
run evaluate --metrics bleu,meteor $S $R
says "a metric that is not known" 2 '--metrics: "bleu,meteor" is not a list of'
run evaluate --metrics '' $S $R
says "no metric" 2 '--metrics'
run evaluate --tokenize zhx $S $R
says "words that are not known" 2 '"zhx" is not one of 13a\|intl\|char\|none'
run evaluate -o "$TMP/o" $S $R
says "nothing to write without a model" 2 '--output needs --model'
run evaluate -m "$TMP/m" -o - $S $R
says "the translation among the scores" 2 '--output: the scores go to standard output'

evaluate -c $S --metrics chrf --samples 20 $S $R > "$TMP/got"
like "a translation is as good as itself" "$(cat "$TMP/got")" '\), the same$'

# ---- Translating first

if [ -n "$MODEL" ]; then
    printf 'Good morning.\nTom is here.\n\n' > "$TMP/en"
    printf 'Guten Morgen.\nTom ist da.\n\n' > "$TMP/de"
    "$T" -m "$MODEL" "$TMP/en" > "$TMP/hyp"
    evaluate "$TMP/hyp" "$TMP/de" > "$TMP/wanted"
    evaluate -m "$MODEL" -o "$TMP/kept" "$TMP/en" "$TMP/de" > "$TMP/got"
    check "a source is translated first" cmp "$TMP/got" "$TMP/wanted"
    check "and the translation kept" cmp "$TMP/kept" "$TMP/hyp"
    gzip -c "$TMP/en" > "$TMP/en.gz"
    evaluate -m "$MODEL" "$TMP/en.gz" "$TMP/de" > "$TMP/got"
    check "from a compressed file, too" cmp "$TMP/got" "$TMP/wanted"
    head -n 2 "$TMP/de" > "$TMP/short"
    run evaluate -m "$MODEL" -o "$TMP/never" "$TMP/en" "$TMP/short"
    says "a source with more lines than the reference" 1 'en has more lines than .*short'
    check "leaves no translation behind" test ! -e "$TMP/never"
    head -n 2 "$TMP/en" > "$TMP/short"
    run evaluate -m "$MODEL" "$TMP/short" "$TMP/de"
    says "a reference with more lines than the source" 1 'de has more lines than .*short'
else
    skip "translating first" "there is no model in models/en-de-tiny"
fi

done_testing
