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
"$T" score --json "$TMP/source" "$TMP/target" > "$TMP/scored"
pairs 'printf "%.3f\n", $_->{quality}' "$TMP/out" > "$TMP/wanted"
pairs 'printf "%.3f\n", $_->{quality}' "$TMP/scored" > "$TMP/got"
check "a translation that is given has the same" cmp "$TMP/got" "$TMP/wanted"
cp "$TMP/scored" "$TMP/out"
is "by the same rule" "$(wrong '$_')" ""

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
printf 'a \377\n%s\n' "$(printf 'word %.0s' $(seq 30000))" | "$T" --json > "$TMP/out" 2> /dev/null
is "nor a line that failed" \
    "$(pairs 'print "$_->{line} " if $_->{error} && defined $_->{quality}' "$TMP/out")" ""

done_testing
