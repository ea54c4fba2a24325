#!/bin/sh
# pivot.t - two models by way of English, where no model has both languages.
. tests/cli/tap.sh
need_model
[ -s models/de-en/de-en.gguf ] || { echo "1..0 # SKIP there is no model in models/de-en"; exit 0; }

mkdir "$TMP/two" "$TMP/one"
relabel() { # FROM NEW TO NEW FILE OUT: tags of two letters
    perl -0777 -pe "s/(nmt\.source_language.{12})$1/\${1}$2/s; s/(nmt\.target_language.{12})$3/\${1}$4/s" "$5" > "$6"
}
relabel de xx en en models/de-en/de-en.gguf "$TMP/two/first.gguf"
relabel en en de yy "$MODEL" "$TMP/two/second.gguf"
cp "$TMP/two/first.gguf" "$TMP/one"
export TRANSLATE_MODELS=$TMP/two
by_hand() { "$T" -m first "$@" 2>&- | "$T" -m second 2>&-; }

printf 'Guten Morgen!\n\n  Wie geht es dir? Ich bin hier.\r\n \nhttp://example.org\n123\nDas Wetter ist schön.' > "$TMP/text"
"$T" -f xx -t yy "$TMP/text" > "$TMP/got" 2> "$TMP/err"
by_hand "$TMP/text" > "$TMP/wanted"
check "two models give what they give one behind the other" cmp "$TMP/got" "$TMP/wanted"
is "without a word" "$(cat "$TMP/err")" ""
sed 's/$/ und so weiter./' tests/data/faithful.de.tsv | head -n "$(amount 40 400)" > "$TMP/long"
by_hand "$TMP/long" > "$TMP/wanted"
for threads in 1 3; do
    "$T" -j $threads -f xx -t yy "$TMP/long" > "$TMP/got" 2>&1
    check "line by line, with threads: $threads" cmp "$TMP/got" "$TMP/wanted"
done
: > "$TMP/empty"
run -f xx -t yy "$TMP/empty"
is "nothing gives nothing" "$status$(cat "$TMP/out" "$TMP/err")" 0

mkfifo "$TMP/fifo"
exec 3<> "$TMP/fifo" # both ways, so that nobody waits for a program that has ended
"$T" -f xx -t yy "$TMP/fifo" > "$TMP/came" 2> "$TMP/err" 3>&- &
process=$!
echo 'Guten Morgen!' >&3
for try in $(seq 300); do [ -s "$TMP/came" ] && break; sleep 0.1; done
is "a line comes as soon as it is ready" "$(cat "$TMP/came")" "$(echo 'Guten Morgen!' | by_hand)"
exec 3>&-
wait $process

echo 'Guten Morgen! Wie geht es dir?' | "$T" -f xx -t yy --json > "$TMP/out" 2> "$TMP/err"
json() { perl -MJSON::PP -e 'binmode STDOUT, ":utf8"; $_ = decode_json(join "", <STDIN>); print eval $ARGV[0]' "$1" < "$TMP/out"; }
is "--json has both halves" "$(json 'join "|", @$_{"source", "translation"}, @{$_->{pivot}}{"language", "text"}')" \
    "Guten Morgen! Wie geht es dir?|$(echo 'Guten Morgen! Wie geht es dir?' | by_hand)|en|$(echo 'Guten Morgen! Wie geht es dir?' | "$T" -m first)"
is "with the first half's score" "$(json '$_->{pivot}{score} < 0 ? "yes" : "no"')" yes
is "and the quality of the worse half" "$(json 'sub quality { my ($sum, @p) = (0, map { $_->{log_probability} } @{$_[0]{tokens}});
    $sum += $_ for @p; 1 / (1 + exp -(1.5 + 3.1 * $sum / @p)) }
    my ($worse) = sort { $a <=> $b } quality($_->{pivot}), quality($_->{hypotheses}[0]);
    abs($_->{quality} - $worse) < 6e-5 ? "yes" : "no: $_->{quality}, not $worse"')" yes
is "-n prints translations of the best first half" "$(echo 'Guten Morgen!' | "$T" -f xx -t yy -n 3)" \
    "$(echo 'Guten Morgen!' | "$T" -m first | "$T" -m second -n 3)"
echo 'Guten Morgen!' | "$T" -v -f xx -t yy 2> "$TMP/err" > "$TMP/out"
like "-v tells" "$(cat "$TMP/err")" '^translate: no model translates from xx to yy: two do by way of English$'
is "and names both" "$(sed -n 's/^translate: model \([^ ]*\) .*/\1/p' "$TMP/err" | paste -sd ' ' -)" \
    "$TMP/two/first.gguf $TMP/two/second.gguf"

run -f xx -t yy --no-pivot < /dev/null
says "--no-pivot refuses" 1 'no model translates from xx to yy: found first, second'
run -f xx -t yy --alignment hard < /dev/null
says "an alignment is of one model" 2 '\-\-alignment needs one model, and xx to yy are two'
run -f xx -t zz < /dev/null
says "a second half that is not there" 1 'no model translates from xx to zz'
TRANSLATE_MODELS=$TMP/one run -f xx -t yy < /dev/null
says "one half is none" 1 'no model translates from xx to yy'
run -f xx < /dev/null
is "one language is one model" "$status$(cat "$TMP/err")" 0
is "a model of both goes before two" "$(echo 'Good morning.' | "$T" -v -f en -t yy 2>&1 | grep -c 'by way of')" 0
run -f xx -t yy "$TMP/nowhere"
says "a file that is not there" 1 'nowhere: No such file'
printf 'Guten Morgen!\nKaputt \377 hier.\n' > "$TMP/broken"
run -f xx -t yy "$TMP/empty" "$TMP/broken"
says "what was repaired is counted where it was" 0 '1 line was not valid UTF-8 .* the first is .*broken:2$'
"$T" -f xx -t yy "$TMP/long" 2> "$TMP/err" | head -n 1 > "$TMP/out"
is "a reader that goes ends it quietly" "$(cat "$TMP/err")" ""
if [ -c /dev/full ]; then
    "$T" -f xx -t yy "$TMP/text" > /dev/full 2> "$TMP/err"
    status=$?
    says "a full disk is an error" 1 'standard output: No space left on device'
fi

# ---- What the list of models offers

unset TRANSLATE_MODELS
file='"format":"gguf","revision":"1","files":[{"kind":"gguf","url":"m","size":5000000,"sha256":"'$(printf x | sha256sum | cut -d ' ' -f 1)'"}]'
printf '{"format":1,"models":[{"name":"a","source":"es","target":"en",%s},{"name":"b","source":"en","target":"fr",%s}]}' \
    "$file" "$file" > "$TMP/index.json"
TRANSLATE_INDEX=$TMP/index.json run -f es -t fr < /dev/null
says "the two that are missing are named, with their size" 1 \
    '; "translate fetch es-en en-fr" gets two that do by way of English, 10.0 MB$'

done_testing
