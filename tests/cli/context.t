#!/bin/sh
# context.t - --context: pronouns by the sentences before, in lines and documents.
. tests/cli/tap.sh
need_model
if [ ! -f models/en-de/en-de.gguf ] || [ ! -f models/de-en/de-en.gguf ]; then
    echo "1..0 # SKIP there are no models in models/en-de and models/de-en"
    exit 0
fi

german() { run -m models/en-de/en-de.gguf "$@"; }
english() { run -m models/de-en/de-en.gguf "$@"; }
first_words() { awk '{ print $1 }' "$TMP/out" | tr '\n' ' '; }

# The pronoun that a German or an English speaker says is the third column.  A sentence alone tells none of them.
while IFS='|' read -r before sentence wanted; do
    printf '%s\n%s\n' "$before" "$sentence" > "$TMP/in"
    german --context 1 "$TMP/in"
    like "after $before" "$(sed -n 2p "$TMP/out")" "(^|[^[:alpha:]])$wanted([^[:alpha:]]|\$)"
done << 'E'
We bought a new lamp.|It was very cheap.|Sie
We saw a film.|It was boring.|Er
This is my key.|It is old.|Er
They sold the house.|It was too small.|Es
The suitcase was heavy.|We left it at the station.|ihn
I bought a newspaper.|I read it on the train.|sie
The meeting was long.|It seems that nobody agreed.|Es
We saw the castle.|It was snowing.|Es
The bus was full.|It was not possible to get on.|Es
E
while IFS='|' read -r before sentence wanted; do
    printf '%s\n%s\n' "$before" "$sentence" > "$TMP/in"
    english --context 1 "$TMP/in"
    like "after $before" "$(sed -n 2p "$TMP/out")" "(^|[^[:alpha:]])$wanted([^[:alpha:]]|\$)"
done << 'E'
Die Lampe ist neu.|Sie war teuer.|It
Meine Schwester kam.|Sie lachte.|She
Der Roman ist lang.|Ich habe ihn gelesen.|it
Mein Bruder ist krank.|Er liegt im Bett.|He
E

# ---- What is before ----

printf 'We saw a film. It was boring.\n' > "$TMP/in"
german --context 1 "$TMP/in"
like "a sentence of the same line" "$(cat "$TMP/out")" '\. Er war'
printf 'We saw a film.\n\nIt was boring.\n' > "$TMP/in"
german --context 3 "$TMP/in"
is "a blank line ends the context" "$(sed -n 3p "$TMP/out" | cut -d' ' -f1)" Es
printf 'We saw a film.\nHello!\nIt was boring.\n' > "$TMP/in"
german --context 1 "$TMP/in"
is "what is too far away does not count" "$(sed -n 3p "$TMP/out" | cut -d' ' -f1)" Es
german "$TMP/in"
is "nor does anything where none is asked for" "$(sed -n 3p "$TMP/out" | cut -d' ' -f1)" Es
awk 'BEGIN { for (i = 0; i < 900; i++) printf "and the house that we saw "; print "."; print "It was old." }' > "$TMP/in"
german --context 5 "$TMP/in"
is "what the model cannot read before counts for nothing" "$status $(wc -l < "$TMP/out")" "0 2"

# ---- Threads, JSON ----

i=0
while [ $i -lt 30 ]; do
    i=$((i + 1))
    printf 'We saw a film.\nIt was boring.\nWe bought a lamp.\nIt was very cheap.\nLine %s is here.\n\n' $i
done > "$TMP/in"
german --context 1 -j 1 "$TMP/in"
cp "$TMP/out" "$TMP/one"
german --context 1 -j 4 --batch-tokens 100 "$TMP/in"
check "threads and batches change nothing" cmp "$TMP/one" "$TMP/out"
is "each line has the context that it stands in" "$(sed -n '2p;4p;32p;34p' "$TMP/out" | cut -d' ' -f1 | tr '\n' ' ')" "Er Sie Er Sie "
printf 'We saw a film.\nIt was boring.\n' > "$TMP/in"
german --context 1 --json "$TMP/in"
like "JSON has the translation" "$(sed -n 2p "$TMP/out")" '"translation":"Er '
like "and what it is alone" "$(sed -n 2p "$TMP/out")" '"alone":"Es '
is "where that is another" "$(sed -n 1p "$TMP/out" | grep -c '"alone"')" 0

# ---- Documents ----

cat > "$TMP/page.html" << 'E'
<p>We saw a <b>new</b> film.</p><p>It was <i>very</i> long.</p><p>We bought a lamp.</p><p>It was <i>very</i> long.</p>
E
german --context 1 --output "$TMP/out.html" "$TMP/page.html"
like "segments have the context that they stand in" "$(cat "$TMP/out.html")" '<p>Er war <i>sehr</i> lang.*<p>Sie war <i>sehr</i> lang'
printf 'We saw a film.\tIt was boring.\n' > "$TMP/t.tsv"
german --context 1 --format tsv "$TMP/t.tsv"
like "and so have cells" "$(cat "$TMP/out")" '	Er war'

# ---- What it does not go with ----

for others in '-n 2' '--alignment hard' '--raw' '--memory m.db' '--input ids'; do
    german --context 2 $others "$TMP/in"
    says "with $others" 2 '--context'
done
german --context 0 "$TMP/in"
says "no sentences" 2 '--context'
german --context 11 "$TMP/in"
says "too many" 2 '--context'
done_testing
