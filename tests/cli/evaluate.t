#!/bin/sh
# evaluate.t - translate evaluate.  The scores are those of sacreBLEU 2.6.0 (PyPI); above each
# stands the command that made it.  check-peers compares many more.
. tests/cli/tap.sh
. tests/cli/toy.sh

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

# BLEU(tokenize='zh'), TER(), TER(normalized=True), TER(normalized=True, asian_support=True): corpus_score()
printf '%s\n' '“我们”现在有四个月大的老鼠——很好。' '他说:3.5%的人,不去。' '你好 world.' > "$TMP/hyp.zh"
printf '%s\n' '“我们”现在有4个月大的老鼠……很好。' '他说：3.5%的人，没去。' '您好 world .' > "$TMP/ref.zh"
is "words of Chinese" "$(evaluate --metrics bleu --tokenize zh "$TMP/hyp.zh" "$TMP/ref.zh")" \
    "BLEU|nrefs:1|case:mixed|eff:no|tok:zh|smooth:exp = 52.53 79.4/64.5/46.4/32.0 (BP = 1.000 ratio = 1.000 hyp_len = 34 ref_len = 34)"
ter() { evaluate --metrics ter "$@" "$TMP/hyp.zh" "$TMP/ref.zh"; }
is "edits of Chinese" "$(ter)" "TER|nrefs:1|case:lc|tok:tercom|norm:no|punct:yes|asian:no = 100.00"
is "... with marks set apart" "$(ter --normalized)" \
    "TER|nrefs:1|case:lc|tok:tercom|norm:yes|punct:yes|asian:no = 114.29"
is "... and characters, too" "$(ter --normalized --asian-support)" \
    "TER|nrefs:1|case:lc|tok:tercom|norm:yes|punct:yes|asian:yes = 18.18"
is "... which alone changes nothing" "$(ter --asian-support)" \
    "TER|nrefs:1|case:lc|tok:tercom|norm:no|punct:yes|asian:yes = 100.00"
is "marks set apart in German" "$(evaluate --metrics ter --normalized $S $R)" \
    "TER|nrefs:1|case:lc|tok:tercom|norm:yes|punct:yes|asian:no = 11.46"
printf 'a b ..5\n' > "$TMP/twice"
is "sacreBLEU normalises references twice" "$(evaluate --metrics ter --normalized "$TMP/twice" "$TMP/twice")" \
    "TER|nrefs:1|case:lc|tok:tercom|norm:yes|punct:yes|asian:no = 40.00"

# BLEU(effective_order=True), CHRF(), CHRF(word_order=2), TER(): sentence_score() of each line
is "each line has its scores" "$(evaluate --per-line $S $R)" "line	BLEU	chrF2	chrF2++	TER
1	83.52	93.90	92.50	18.18
2	29.37	87.83	86.19	12.50
3	74.26	91.62	90.15	12.50
4	0.00	0.00	0.00	0.00
5	77.88	85.97	85.08	22.22
6	50.00	54.33	45.95	100.00
7	41.88	78.75	75.89	45.45
8	72.01	73.21	75.81	15.38
9	80.71	91.38	89.90	0.00
10	100.00	100.00	100.00	0.00"
is "... in JSON, too" "$(evaluate --per-line --json --metrics ter $S $R | sed -n 6p)" '{"line":6,"TER":100}'
run evaluate --per-line --compare $B $S $R
says "... of one translation" 2 'per-line is for one translation: leave out --compare'

# BLEU(), CHRF(), CHRF(word_order=2), TER(): corpus_score()
is "several systems are a table" "$(evaluate --system $B -s $R $S $R | tail -n 4)" \
"system                       BLEU    chrF2  chrF2++      TER
tests/data/evaluate.hyp     71.40    86.66    85.70    17.95
tests/data/evaluate.base    35.15    67.43    64.85    48.72
tests/data/evaluate.ref    100.00   100.00   100.00     0.00"
like "below the signatures" "$(evaluate --system $B $S $R | sed -n 4p)" '^TER\|nrefs:1\|.*asian:no$'
evaluate --metrics bleu --compare $B --system $R $S $R > "$TMP/several"
is "each is compared with the baseline" "$(sed -n '3,4s/(.*//p' "$TMP/several" | tr -s ' ')" \
" tests/data/evaluate.hyp 71.40 
 tests/data/evaluate.ref 100.00 "
run evaluate --json --system $B $S $R
is "JSON has a list of them" "$(perl -MJSON::PP -0777 -ne '$o = decode_json($_);
    print join " ", map { $_->{system}, sprintf "%.2f", $_->{metrics}[3]{score} } @{$o->{systems}}' "$TMP/out")" \
    "tests/data/evaluate.hyp 17.95 tests/data/evaluate.base 48.72"
printf 'a\n' > "$TMP/one"
run evaluate --system "$TMP/one" $S $R
says "one that is too short" 1 "$S has more lines than .*one"

# ---- Words that others find

spm=../shared/fixtures/ssru-student/vocab.spm
if [ -r $spm ]; then
    # BLEU(tokenize='flores200') with that file in the place of the model
    like "pieces are words" "$(evaluate --metrics bleu --tokenize flores200 --spm $spm $S $R)" \
        '^BLEU\|nrefs:1\|case:mixed\|eff:no\|tok:flores200\|smooth:exp = 82.91 97.0/89.9/84.4/80.1 '
else
    skip "pieces are words" "no $spm"
fi
run evaluate --tokenize flores200 $S $R
says "pieces of no model" 2 'flores200 needs --spm FILE'
run evaluate --tokenize flores200 --spm "$TMP/none" $S $R
says "... of one that is not there" 1 'none: No such file'
run evaluate --tokenize flores200 --spm $R $S $R
says "... of what is none" 1 'evaluate.ref: '
: > "$TMP/empty"
run evaluate --tokenize flores200 --spm "$TMP/empty" $S $R
says "... of nothing" 1 'empty: is empty'
run evaluate --spm $R $S $R
says "a model for nothing" 2 '--spm needs --tokenize flores200'
run evaluate --dictionary "$TMP" $S $R
says "a dictionary for nothing" 2 '--dictionary needs --tokenize ja-mecab or ko-mecab'
run evaluate --metrics bleu --asian-support $S $R
says "support of nothing" 2 'asian-support needs --metrics ter'
run evaluate --metrics bleu --normalized $S $R
says "a rule of TER without TER" 2 'normalized needs --metrics ter'

printf '%s\n' '今日はとても天気がいいので、公園を散歩しました。' 'すもももももももものうち' > "$TMP/ref.ja"
printf '%s\n' '今日は天気がいいので、公園を散歩した。' 'すもももももものうち' > "$TMP/hyp.ja"
if [ ! -e "$(dirname "$T")/translate-mecab.so" ]; then
    run evaluate --tokenize ja-mecab $S $R
    says "without libmecab there is a sentence" 1 'this was built without libmecab$'
    skip "words of Japanese" "there is no libmecab"
else
    run evaluate --tokenize ja-mecab --dictionary "$TMP" $S $R
    says "a folder that is no dictionary" 1 "$TMP: MeCab cannot open it"
    run evaluate --tokenize ja-mecab "$TMP/hyp.ja" "$TMP/ref.ja"
    if [ "$status" = 0 ]; then
        # BLEU(tokenize='ja-mecab')
        like "words of Japanese" "$(sed -n 1p "$TMP/out")" '\|tok:ja-mecab-[0-9./a-z-]*-IPA\|smooth:exp\|.* = 61.33 100.0/82.4/60.0/53.8 '
    else
        says "no dictionary of Japanese" 1 'the IPA dictionary.* is not found: name its folder with --dictionary'
        skip "words of Japanese" "there is no mecab-ipadic-utf8"
    fi
    run evaluate --tokenize ko-mecab --dictionary "$TMP" $S $R
    says "Korean needs its own engine, and its dictionary" 1 'MeCab-ko, but the library found is|MeCab cannot open it'
fi

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
says "compressed data that ends too soon" 1 'cut\.gz: is compressed, and its end is missing'
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
words=$("$T" completion words evaluate --metrics '' | cut -f 1 | paste -sd , -)
is "every metric has a word" "$(evaluate --metrics "${words%,comet,metricx}" $S $R)" "$(evaluate $S $R)"
run evaluate --metrics bleu,meteor $S $R
says "a metric that is not known" 2 '--metrics: "bleu,meteor" is not a list of'
run evaluate --metrics '' $S $R
says "no metric" 2 '--metrics'
run evaluate --tokenize zhx $S $R
says "words that are not known" 2 '"zhx" is not one of 13a\|intl\|char\|none'
run evaluate -o "$TMP/o" $S $R
says "nothing to write without a model" 2 '--output needs --model'
run evaluate -b 2 $S $R
says "no beam without a model" 2 '--beam needs --model'
run evaluate -j 2 $S $R
says "and no threads" 2 '--threads needs --model'
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
    "$T" -m "$MODEL" -b 1 "$TMP/en" > "$TMP/greedy"
    run evaluate -m "$MODEL" -b 1 -j 2 -o "$TMP/kept" "$TMP/en" "$TMP/de"
    check "with the beam and the threads that are asked for" cmp "$TMP/kept" "$TMP/greedy"
    run evaluate -m "$MODEL" -o "$TMP/never" "$TMP/en" "$TMP/short"
    says "a source with more lines than the reference" 1 'en has more lines than .*short'
    check "leaves no translation behind" test ! -e "$TMP/never"
    head -n 2 "$TMP/en" > "$TMP/short"
    run evaluate -m "$MODEL" "$TMP/short" "$TMP/de"
    says "a reference with more lines than the source" 1 'de has more lines than .*short'
else
    skip "translating first" "there is no model in models/en-de-tiny"
fi

# ---- Words of a language

printf '我们今天去学校。\n他很好。\n' > "$TMP/zh"
printf 'สวัสดีครับ\n' > "$TMP/th"
for text in zh th; do
    run evaluate --metrics bleu "$TMP/$text" "$TMP/$text"
    like "13a and text without blanks: a message ($text)" "$(cat "$TMP/err")" 'have no blanks between words'
done
evaluate --metrics bleu --tokenize char "$TMP/zh" "$TMP/zh" > "$TMP/got"
is "none where it was told how" "$(cat "$TMP/err")" ''
evaluate --metrics chrf "$TMP/zh" "$TMP/zh" > "$TMP/got"
is "none without BLEU" "$(cat "$TMP/err")" ''
evaluate --metrics bleu $S $R > "$TMP/got"
is "none for letters with blanks" "$(cat "$TMP/err")" ''

toy_pairs 300 5 > "$TMP/toy.tsv"
printf 'a b c\n' > "$TMP/abc"
toy_words() { # LANGUAGE
    "$T" train -q -f en -t "$1" "$TMP/toy.tsv" -o "$TMP/toy.$1.gguf" --pieces 300 --shape 1+1,16,16,2 --steps 1 \
        --batch 50 2> /dev/null
    run evaluate -m "$TMP/toy.$1.gguf" --metrics bleu "$TMP/abc" "$TMP/abc"
    sed 's/.*|tok:\([^|]*\)|.*/\1/' "$TMP/out"
}
is "a model of Chinese" "$(toy_words zh)" zh
like "says so" "$(cat "$TMP/err")" 'words of zh by --tokenize zh$'
is "of Thai" "$(toy_words th)" char
like "of Japanese" "$(toy_words ja)" '^(ja-mecab-.*|char)$'
is "of German" "$(toy_words de)" 13a
is "says nothing" "$(cat "$TMP/err")" ''
run evaluate -m "$TMP/toy.zh.gguf" --metrics bleu --tokenize 13a --per-line --json "$TMP/abc" "$TMP/abc"
is "and what is asked for comes first" "$(cat "$TMP/err")" ''

done_testing
