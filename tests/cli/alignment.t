#!/bin/sh
# alignment.t - which source tokens a translation's come from, and how that is printed.
. tests/cli/tap.sh

student=../shared/fixtures/ssru-student
if [ ! -r "$student/model.npz" ]; then
    skip "alignments" "no $student"
    done_testing
    exit
fi
check "the student converts" "$T" convert -f en -t de --type float32 \
    --vocab "$student/vocab.spm" -o "$TMP/m.gguf" "$student/model.npz"
# Marian takes the first head.
perl -0777 -pi -e 's/(nmt\.alignment\.heads\x04\0\0\0)..../${1}\x01\0\0\0/s' "$TMP/m.gguf"
align() { # OPTIONS...: of ids, as marian-decoder was run
    "$T" -m "$TMP/m.gguf" --raw --input ids --output-format text -l 1 --max-length 10x+20 "$@"
}

# An empty line is not translated here; Marian makes a translation of its </s>.
align -b 4 --alignment hard < "$student/input.ids" | sed '31s/$/0-0/' > "$TMP/hard"
check "hard alignments are printed as Marian prints them" \
    cmp "$TMP/hard" "$student/out/beam4.norm1.hard.txt"

# LINE ||| TEXT ||| ALIGNMENT ||| SCORE: the weights are Marian's but for their last digits.
align -b 6 -n 6 --alignment soft < "$student/input.ids" > "$TMP/soft"
gzip -dc "$student/out/beam6.norm1.nbest.soft.gz" > "$TMP/marian"
same_soft() {
    perl -e '
        open my $a, "<", $ARGV[0]; open my $b, "<", $ARGV[1]; my (%m, $n, $bad);
        while (<$b>) { my @f = split / \|\|\| /; $m{"$f[0] $f[1] " . split(" ", $f[2])} = $f[2] }
        while (<$a>) {
            my @f = split / \|\|\| /; my $at = ($f[0] - 1) . " $f[1] " . split(" ", $f[2]);
            next if $f[0] == 31;
            my (@x, @y) = split /[ ,]/, $f[2]; @y = split /[ ,]/, $m{$at} // "";
            $f[2] =~ s/[^ ,]//g; (my $shape = $m{$at}) =~ s/[^ ,]//g;
            $bad++ if $f[2] ne $shape || grep { abs($x[$_] - $y[$_]) > 1e-4 } 0..$#x;
            $n++;
        }
        print "$n lines, ", $bad // 0, " differ\n"; exit !($n == 234 && !$bad)' "$TMP/soft" "$TMP/marian"
}
check "soft alignments of an n-best list" same_soft

plain() { align -b 4 < "$student/input.ids"; }
without() { sed 's/ ||| [-0-9 ]*$//' "$TMP/hard"; }
is "asking for alignments changes no translation" "$(without)" "$(plain)"

for options in "-j 1" "-j 2" "--batch-tokens 1" "--cpu avx2"; do
    if [ "$options" = "--cpu avx2" ] && ! "$T" --cpu avx2 -m "$TMP/m.gguf" < /dev/null 2> /dev/null; then
        skip "alignments with $options" "not on this machine"
    else
        is "alignments with $options" \
            "$(align -b 6 -n 6 --alignment soft $options < "$student/input.ids" | cksum)" "$(cksum < "$TMP/soft")"
    fi
done

few=$(amount 8 1000) # plain C is slow
is "alignments with --cpu ref" \
    "$(head -n "$few" "$student/input.ids" | align -b 6 -n 6 --alignment soft --cpu ref | cksum)" \
    "$(awk -v few="$few" '$1 <= few' "$TMP/soft" | cksum)"

# ---- JSON, and lines of several sentences

json() { # PERL, of the object on standard input
    perl -MJSON::PP -e '$_ = decode_json(join "", <STDIN>); print eval $ARGV[0]' "$1"
}
sed -n 30p "$student/input.ids" | align -b 4 --json --alignment hard > "$TMP/json"
is "as JSON, pairs" "$(json 'join " ", map { "$_->[0]-$_->[1]" } @{$_->{hypotheses}[0]{alignment}}' < "$TMP/json")" \
    "$(sed -n '30s/.* ||| //p' "$TMP/hard")"
sed -n 30p "$student/input.ids" | align -b 4 --json --alignment soft > "$TMP/json"
is "or a row of weights for each token" \
    "$(json 'my $h = $_->{hypotheses}[0]; my $n = @{$_->{source_tokens}};
        (@{$h->{alignment}} == @{$h->{tokens}}) . " " .
        grep { $_->{first} != 0 || @{$_->{weights}} != $n + 1 } @{$h->{alignment}}' < "$TMP/json")" "1 0"

text() { "$T" -m "$TMP/m.gguf" "$@"; }
two="Tom is here. I can see the house."
echo "$two" | text --json --alignment soft > "$TMP/json"
is "each sentence's rows are of its own tokens" \
    "$(json 'my ($h, %rows) = $_->{hypotheses}[0];
        $rows{"$_->{first}+" . (@{$_->{weights}} - 1)} = 1 for @{$h->{alignment}};
        my ($a, $b) = sort keys %rows; my ($n) = $a =~ /0\+(\d+)/; my $rest = @{$_->{source_tokens}} - $n;
        "@{[scalar keys %rows]} " . ($b eq "$n+$rest")' < "$TMP/json")" "2 1"
first=$(echo "Tom is here." | text --alignment hard)
like "pairs of a line count from its beginning" "$(echo "$two" | text --alignment hard)" \
    "^${first%% |||*} .* \|\|\| "
is "a blank line has none" "$(echo "  " | text --alignment hard)" "   ||| "
run -m "$TMP/m.gguf" --alignment medium < /dev/null
says "another word is misuse" 2 '"medium" is not one of hard\|soft'

done_testing
