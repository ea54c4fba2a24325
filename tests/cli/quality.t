#!/bin/sh
# quality.t - the estimate of quality: what it is made of, and what has none.
. tests/cli/tap.sh
need_model

pairs() { perl -MJSON::PP -CO -ne '$_ = decode_json($_); '"$1" "$2"; } # PERL FILE: for each object

cat > "$TMP/text" << 'END'
Good morning. How are you?
I have lost my key.
The committee <b>rejected</b> the proposal; nobody was surprised.
A young boy is hanging onto a clothing rack. It is red, and he likes it.
Yes.
END

# ---- What it is

# PERL: the lines whose quality is not 1 / (1 + exp(-(1.5 + 3.1 mean))) of the tokens' log p
wrong() {
    pairs '@p = map { $_->{log_probability} } @{('"$1"')->{tokens}};
        $sum = 0; $sum += $_ for @p;
        $want = 1 / (1 + exp -(1.5 + 3.1 * $sum / @p));
        print "$_->{line}: $_->{quality}, not $want\n" if abs($_->{quality} - $want) > 6e-5' "$TMP/out"
}
"$T" --json < "$TMP/text" > "$TMP/out"
is "is of the mean log-probability of all tokens of the line" "$(wrong '$_->{hypotheses}[0]')" ""
"$T" --json --n-best 3 -b 6 < "$TMP/text" > "$TMP/out"
is "of the best hypothesis, with others beside it" "$(wrong '$_->{hypotheses}[0]')" ""
"$T" --json -b 1 < "$TMP/text" > "$TMP/out"
is "and without a beam" "$(wrong '$_->{hypotheses}[0]')" ""
"$T" --json -l 2 < "$TMP/text" > "$TMP/out"
is "whatever the length penalty" "$(wrong '$_->{hypotheses}[0]')" ""
"$T" --json < "$TMP/text" > "$TMP/plain"
is "it has four digits at most" "$(pairs 'print "$_->{quality}\n"' "$TMP/plain" |
    grep -vE '^0\.[0-9]{1,4}$')" ""

sed 4d "$TMP/text" | grep -v '<b>' > "$TMP/source"
"$T" --split none --json < "$TMP/source" > "$TMP/out"
pairs 'print "$_->{translation}\n"' "$TMP/out" > "$TMP/target"
"$T" score --split none --json "$TMP/source" "$TMP/target" > "$TMP/scored"
pairs 'printf "%.3f\n", $_->{quality}' "$TMP/out" > "$TMP/wanted"
pairs 'printf "%.3f\n", $_->{quality}' "$TMP/scored" > "$TMP/got"
check "a translation that is given has the same" cmp "$TMP/got" "$TMP/wanted"
cp "$TMP/scored" "$TMP/out"
is "by the same rule" "$(wrong '$_')" ""

# ---- Pairs of several sentences, and long ones

sum() { pairs '$n++; $sum += $_->{log_probability}; END { printf "%.4f of %d\n", $sum, $n }' "$1"; }
printf '%s\n' "Good morning." "How are you?" "I have lost my key." > "$TMP/three.en"
printf '%s\n' "Guten Morgen." "Wie geht es Ihnen?" "Ich habe meinen Schlüssel verloren." > "$TMP/three.de"
for side in en de; do paste -sd ' ' "$TMP/three.$side" > "$TMP/joined.$side"; done
"$T" score --json "$TMP/three.en" "$TMP/three.de" > "$TMP/apart"
"$T" score --json "$TMP/joined.en" "$TMP/joined.de" > "$TMP/out"
is "sentences of a pair are scored each by each" "$(sum "$TMP/out" | sed 's/ of .*//')" \
    "$(sum "$TMP/apart" | sed 's/ of .*//')"
is "and all their tokens count for its quality" "$(wrong '$_')" ""
"$T" score --split none --json "$TMP/joined.en" "$TMP/joined.de" > "$TMP/out"
check "--split none takes them as one" \
    test "$(sum "$TMP/out" | sed 's/ of .*//')" != "$(sum "$TMP/apart" | sed 's/ of .*//')"
is "with one end" "$(pairs 'print scalar grep { $_->{piece} eq "</s>" } @{$_->{tokens}}' "$TMP/out")" 1
printf '%s\n' "Good morning." "How are you? I have lost my key." > "$TMP/two.en"
printf '%s\n' "Guten Morgen." "Wie geht es, ich habe meinen Schlüssel verloren." > "$TMP/two.de"
for side in en de; do paste -sd ' ' "$TMP/two.$side" > "$TMP/joined.$side"; done
"$T" score --split none --json "$TMP/two.en" "$TMP/two.de" > "$TMP/apart"
"$T" score --json "$TMP/joined.en" "$TMP/joined.de" > "$TMP/out"
is "two sentences may stand for one" "$(sum "$TMP/out" | sed 's/ of .*//')" \
    "$(sum "$TMP/apart" | sed 's/ of .*//')"
n=$(amount 60 2000)
printf '%s\t%s\n' "$(printf 'the big house of the old man and %.0s' $(seq "$n"))" \
    "$(printf 'das große Haus des alten Mannes und %.0s' $(seq "$n"))" > "$TMP/long"
for split in sentence none; do
    run score --json --split $split "$TMP/long"
    is "a long pair has a score (--split $split)" \
        "$status $(pairs 'print $_->{log_probability} < 0 ? "yes" : "no"' "$TMP/out")" "0 yes"
    is "of all its words" "$(pairs 'print scalar grep { $_->{piece} =~ /Haus/ } @{$_->{tokens}}' "$TMP/out")" "$n"
done
printf 'Hello.\t%s\n' "$(printf 'wort %.0s' $(seq 3000))" > "$TMP/long"
run score "$TMP/long"
says "one word that is not cut cannot have thousands" 1 'stdin:1: the target has|long:1: the target has'

# ---- The same whatever does the work

pairs 'print "$_->{source}\t$_->{quality}\n"' "$TMP/plain" | sort > "$TMP/wanted"
for how in "--cpu ref" "--cpu avx2" "-j 1" "-j 2" "--batch-tokens 1" "--batch-tokens 300"; do
    "$T" $how --json < "$TMP/text" > "$TMP/out" 2> "$TMP/err"
    grep -q "does not have it" "$TMP/err" && continue
    pairs 'print "$_->{source}\t$_->{quality}\n"' "$TMP/out" | sort > "$TMP/got"
    check "$how: it is the same" cmp "$TMP/got" "$TMP/wanted"
done
sed '1!G;h;$!d' "$TMP/text" | "$T" --json > "$TMP/out"
pairs 'print "$_->{source}\t$_->{quality}\n"' "$TMP/out" | sort > "$TMP/got"
check "and in another order" cmp "$TMP/got" "$TMP/wanted"
cat "$TMP/text" "$TMP/text" | "$T" --json > "$TMP/out"
pairs 'print "$_->{source}\t$_->{quality}\n"' "$TMP/out" | sort -u > "$TMP/got"
check "a line that is there twice has it twice" cmp "$TMP/got" "$TMP/wanted"

# ---- What has none

printf '%s\n' 12345 '' 'https://example.com/a?b=c' > "$TMP/stays"
"$T" --json < "$TMP/stays" > "$TMP/out"
is "what was copied has none" "$(grep -c '"quality":null' "$TMP/out")" 3
echo "Good evening." > "$TMP/one"
if "$T" --memory "$TMP/memory.db" --memory-add < "$TMP/one" > "$TMP/out" 2>&1; then
    "$T" --memory "$TMP/memory.db" --json < "$TMP/one" > "$TMP/out"
    is "nor has what a memory said" \
        "$(pairs 'print $_->{memory} && !defined $_->{quality} ? "none" : "some"' "$TMP/out")" none
else
    skip "nor has what a memory said" "no memory can be made here"
fi
printf '264 0\n99999999\n' | "$T" --json --input ids > "$TMP/out" 2> /dev/null
is "nor a line that failed" \
    "$(pairs 'print $_->{error} ? "failed" : "done", defined $_->{quality} ? ", some " : ", none "' "$TMP/out")" \
    "done, some failed, none "

# ---- Documents

cat > "$TMP/one.xlf" << 'END'
<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original="a" source-language="en" target-language="de" datatype="plaintext"><body>
<trans-unit id="1"><source>Good morning, my friend.</source></trans-unit>
<trans-unit id="2"><source>I have lost my key.</source><target/></trans-unit>
<trans-unit id="3"><source>It was raining all night.</source><target></target></trans-unit>
<trans-unit id="4"><source>It was snowing.</source><target state="new" xml:lang="de"></target></trans-unit>
<trans-unit id="5"><source>He was here. She was there.</source><seg-source><mrk mtype="seg" mid="1">He was here.</mrk>
<mrk mtype="seg" mid="2">She was there.</mrk></seg-source><target><mrk mtype="seg" mid="1"/> <mrk mtype="seg" mid="2"></mrk></target></trans-unit>
<trans-unit id="6"><source>The old <g id="1">house</g> is here.</source></trans-unit>
<trans-unit id="7"><source>Done already.</source><target>Schon fertig.</target></trans-unit>
</body></file></xliff>
END
cat > "$TMP/two.xlf" << 'END'
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de"><file id="f"><unit id="u">
<segment id="s1"><source>Good morning, my friend.</source></segment>
<segment id="s2" state="initial"><source>I have lost my key.</source><target></target></segment>
</unit></file></xliff>
END
cat > "$TMP/memory.tmx" << 'END'
<?xml version="1.0"?>
<tmx version="1.4"><header creationtool="x" creationtoolversion="1" segtype="sentence" o-tmf="x" adminlang="en" srclang="en" datatype="plaintext"/>
<body><tu><tuv xml:lang="en"><seg>Good morning, my friend.</seg></tuv></tu></body></tmx>
END
hundredth() { # TEXT: what --json says of it, with two digits
    printf '%s\n' "$1" | "$T" -m "$MODEL" --json |
        perl -MJSON::PP -ne 'printf "%.2f", decode_json($_)->{quality}'
}
documents() { "$T" -f en -t de -m "$MODEL" "$@" 2> "$TMP/err"; }
its='xmlns:its="http://www.w3.org/2005/11/its" its:version="2.0" its:annotatorsRef="mt-confidence|translate" its:mtConfidence='
for mark in auto none needs-review; do
    documents --mark $mark "$TMP/one.xlf" > "$TMP/wanted"
    documents --mark $mark --quality "$TMP/one.xlf" > "$TMP/out"
    is "--mark $mark: what was translated in XLIFF 1.2 has a confidence" "$(grep -o "$its" "$TMP/out" | wc -l)" 7
    sed "s# $its\"[01].[0-9][0-9]\"##g" "$TMP/out" > "$TMP/got"
    check "--mark $mark: and all else is the same" cmp "$TMP/got" "$TMP/wanted"
done
like "a new target has it" "$(cat "$TMP/out")" \
    "<source>Good morning, my friend.</source><target xmlns:its=[^>]*mtConfidence=\"$(hundredth 'Good morning, my friend.')\""
like "and one that was empty" "$(cat "$TMP/out")" \
    "<target [^>]*mtConfidence=\"$(hundredth 'I have lost my key.')\">"
like "and a mark" "$(cat "$TMP/out")" \
    "<mrk mtype=\"seg\" mid=\"2\" [^>]*mtConfidence=\"$(hundredth 'She was there.')\">"
cat > "$TMP/segments.xlf" << 'END'
<xliff version="1.2"><file source-language="en" target-language="de"><body>
<trans-unit id="1"><source>x</source><seg-source><mrk mtype="seg" mid="0">Good morning.</mrk> <mrk mtype="seg" mid="1">I have lost my key.</mrk></seg-source></trans-unit>
</body></file></xliff>
END
for mark in none needs-review; do
    documents --mark $mark "$TMP/segments.xlf" > "$TMP/segments.wanted"
    documents --mark $mark --quality "$TMP/segments.xlf" > "$TMP/segments.out"
    is "--mark $mark: segments whose target is new have a confidence each" "$(grep -o "$its" "$TMP/segments.out" | wc -l)" 2
    sed "s# $its\"[01].[0-9][0-9]\"##g" "$TMP/segments.out" > "$TMP/segments.got"
    check "--mark $mark: and their text is the same" cmp "$TMP/segments.got" "$TMP/segments.wanted"
done
like "what was there has none" "$(cat "$TMP/out")" '<target>Schon fertig'
if command -v xmllint > "$TMP/where"; then
    check "that is well-formed" xmllint --noout "$TMP/out"
else
    skip "that is well-formed" "no xmllint"
fi
documents "$TMP/out" > "$TMP/again"
check "and stays when it is translated again" cmp "$TMP/again" "$TMP/out"
iconv -f UTF-8 -t UTF-16 "$TMP/one.xlf" > "$TMP/wide.xlf"
documents --mark needs-review --quality "$TMP/wide.xlf" | iconv -f UTF-16 -t UTF-8 > "$TMP/got"
check "UTF-16 gets the same" cmp "$TMP/got" "$TMP/out"
documents --quality "$TMP/two.xlf" > "$TMP/out"
like "segments of XLIFF 2 have it in their sub-state" "$(cat "$TMP/out")" \
    "<segment state=\"translated\" subState=\"translate:mt-$(hundredth 'Good morning, my friend.')\" id=\"s1\">"
documents --quality --mark none "$TMP/two.xlf" > "$TMP/out"
is "without a state there is none" "$(grep -c 'subState' "$TMP/out")" 0
documents --quality "$TMP/memory.tmx" > "$TMP/out"
like "variants of TMX have a property" "$(cat "$TMP/out")" \
    "<tuv xml:lang=\"de\"><prop type=\"x-quality\">$(hundredth 'Good morning, my friend.')</prop><seg>"
printf '<p>Hello.</p>' > "$TMP/page.html"
run -m "$MODEL" --quality "$TMP/page.html"
says "other documents refuse" 1 'is html, which has no place for an estimate of quality: xliff and tmx have'

# ---- Coefficients of a model

like "a model without coefficients has the default" "$("$T" inspect "$MODEL")" \
    '^quality +bias 1\.5, slope 3\.1, the default$'
{
    grep -hv '^#' tests/data/faithful.en.tsv tests/data/real.en.tsv | cut -f 2
    grep -v '^#' tests/data/sentences.en.tsv | tr '\t' '\n'
} | grep '[a-z] [a-z]' | sort -u > "$TMP/some"
n=$(wc -l < "$TMP/some")
if [ -s models/en-de/en-de.gguf ] && [ "$n" -ge 250 ]; then
    "$T" -m models/en-de/en-de.gguf -b 1 < "$TMP/some" > "$TMP/better" 2> /dev/null
    cp "$MODEL" "$TMP/before.gguf"
    run convert --calibrate "$TMP/some" "$TMP/better" -o "$TMP/fitted.gguf" "$MODEL"
    is "a text and its translation fit them" "$status$(sed 's/on [2-4][0-9]* lines$/on N/' "$TMP/err")" \
        "0translate: quality is fitted on N"
    "$T" inspect "$TMP/fitted.gguf" > "$TMP/out"
    like "inspect shows them" "$(cat "$TMP/out")" '^quality +bias -?[0-9.]+, slope [0-9.]+, fitted on [2-4][0-9]+ lines$'
    check "the file is whole" "$T" inspect --verify "$TMP/fitted.gguf"
    check "and the model as it was" cmp "$TMP/before.gguf" "$MODEL"
    "$T" inspect --tensors "$MODEL" | sed -n '/^Tensors/,$p' > "$TMP/wanted"
    "$T" inspect --tensors "$TMP/fitted.gguf" | sed -n '/^Tensors/,$p' > "$TMP/got"
    check "with the same tensors" cmp "$TMP/got" "$TMP/wanted"
    "$T" -m "$MODEL" --json < "$TMP/some" 2> /dev/null | sed 's/"quality":[^,]*//' > "$TMP/wanted"
    "$T" -m "$TMP/fitted.gguf" --json < "$TMP/some" 2> /dev/null > "$TMP/out"
    sed 's/"quality":[^,]*//' "$TMP/out" > "$TMP/got"
    check "translations are the same, but for quality" cmp "$TMP/got" "$TMP/wanted"
    "$T" inspect --json "$TMP/fitted.gguf" > "$TMP/coefficients"
    is "which is by these coefficients" "$(perl -MJSON::PP -e '
        open my $f, "<", $ARGV[0]; my $c = decode_json(<$f>)->{quality};
        open $f, "<", $ARGV[1];
        while (<$f>) {
            $_ = decode_json($_); next unless defined $_->{quality}; $n++;
            my @p = map { $_->{log_probability} } @{$_->{hypotheses}[0]{tokens}};
            my $sum = 0; $sum += $_ for @p;
            my $want = 1 / (1 + exp -($c->{bias} + $c->{slope} * $sum / @p));
            print "$_->{line} " if abs($_->{quality} - $want) > 6e-5 }
        print $n > 200 ? "all" : "few"' "$TMP/coefficients" "$TMP/out")" all
    run convert --calibrate "$TMP/some" "$TMP/better" --type float32 -o "$TMP/no.gguf" "$MODEL"
    says "nothing else of a model can be changed" 2 'is a model of this program already'
    head -n 199 "$TMP/some" > "$TMP/few"
    head -n 199 "$TMP/better" > "$TMP/few.de"
    run convert --calibrate "$TMP/few" "$TMP/few.de" -o "$TMP/no.gguf" "$MODEL"
    says "few lines are refused" 2 '199 lines to fit quality on are too few: 200 are needed'
    run convert --calibrate "$TMP/few" "$TMP/better" -o "$TMP/no.gguf" "$MODEL"
    says "and texts of different length" 1 "few has 199 lines, and .*better $n"
    run convert --calibrate "$TMP/few" "$TMP/nowhere" -o "$TMP/no.gguf" "$MODEL"
    says "and a file that is not there" 1 'nowhere: No such file'
    check "and no file is left" test ! -e "$TMP/no.gguf"
else
    skip "coefficients are fitted" "no model in models/en-de"
fi
run convert "$MODEL" -o "$TMP/no.gguf" --calibrate "$TMP/some"
says "--calibrate needs two files" 2 '\-\-calibrate needs two values, SOURCE REFERENCE'

done_testing
