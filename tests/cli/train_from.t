#!/bin/sh
# train_from.t - translate train --from: a model learns new text, does not forget the old, and is told
# so; and what cannot be adapted.
. tests/cli/tap.sh
. tests/cli/toy.sh

# A model that turns words round, and own text that wants a k first which the model puts last.
toy_pairs 900 5 > "$TMP/all"
head -n 600 "$TMP/all" > "$TMP/toy.tsv"
tail -n 300 "$TMP/all" > "$TMP/general.tsv"
toy_pairs 40 6 | sed 's/^/k /; s/$/ k/' >> "$TMP/toy.tsv"
toy_pairs 300 7 k > "$TMP/own.tsv"
run train -q -f en -t de "$TMP/toy.tsv" -o "$TMP/toy.gguf" --pieces 300 --shape 2+1,64,128,4 \
    --steps 300 --batch 250 --rate 5e-3 --every 300 --dropout 0.1 --optimizer adam
is "a model to begin with" "$status" 0

adapt() { # NAME OPTIONS...
    name=$1
    shift
    run train -q --from "$TMP/toy.gguf" -j 1 "$TMP/own.tsv" -o "$TMP/$name.gguf" --rate 1e-3 \
        --steps 160 --batch 250 --every 10 "$@"
}
bleu() { # MODEL TEXT
    cut -f 1 "$2" | "$T" -m "$1" > "$TMP/hyp" 2> "$TMP/hyp.err"
    cut -f 2 "$2" > "$TMP/ref"
    "$T" evaluate --metrics bleu "$TMP/hyp" "$TMP/ref" | sed 's/[^=]* = \([0-9]*\).*/\1/'
}

adapt with --general "$TMP/general.tsv"
is "it is adapted" "$status" 0
report=$(cat "$TMP/err")
like "the report compares own text" "$report" '^own text +[0-9]+ held-out lines: BLEU [0-9.]+ -> [0-9.]+, chrF2 [0-9.]+ -> [0-9.]+ \(p = 0'
like "and general text" "$report" '^general text +[0-9]+ held-out lines: BLEU [0-9.]+ -> [0-9.]+, chrF2 [0-9.]+ -> [0-9.]+ \(p = '
like "and says that it helped" "$report" '^verdict +your text comes out better'
before=$(bleu "$TMP/toy.gguf" "$TMP/general.tsv") after=$(bleu "$TMP/with.gguf" "$TMP/general.tsv")
own=$(bleu "$TMP/with.gguf" "$TMP/own.tsv") untaught=$(bleu "$TMP/toy.gguf" "$TMP/own.tsv")
check "own text is learnt ($untaught, $own)" test "$own" -ge $((untaught + 5))
check "and general text kept ($before, $after)" test "$after" -ge "$((before - 5))"

adapt without --general none
like "without general text nothing is compared" "$(cat "$TMP/err")" '^general text +not compared'
plain=$(bleu "$TMP/without.gguf" "$TMP/general.tsv")
check "and it is forgotten ($plain)" test "$plain" -lt "$((after - 20))"

# ---- The same bits, from a model that is small, for plain C is slow

"$T" train -q -f en -t de "$TMP/toy.tsv" -o "$TMP/small.gguf" --pieces 300 --shape 1+1,24,40,2 --steps 20 \
    --batch 200 --rate 3e-3 --optimizer adam 2> "$TMP/err"
small() { # NAME OPTIONS...
    name=$1
    shift
    run train --from "$TMP/small.gguf" "$TMP/own.tsv" -o "$TMP/$name.gguf" --batch 100 --rate 1e-3 \
        --every 10 --warmup 5 "$@"
}
small one --general "$TMP/general.tsv" --steps 20 -j 1
small two --general "$TMP/general.tsv" --steps 20 -j 2 --cpu ref
check "one thread, and two in plain C, give the same model" cmp "$TMP/one.gguf" "$TMP/two.gguf"

# Text beside the model is general, and a list of sources is translated first.
mkdir "$TMP/place"
cp "$TMP/small.gguf" "$TMP/place"
gzip -c "$TMP/general.tsv" > "$TMP/place/general.tsv.gz"
small beside --from "$TMP/place/small.gguf" --steps 20 -j 1
check "text beside the model is found" cmp "$TMP/one.gguf" "$TMP/beside.gguf"
cut -f 1 "$TMP/general.tsv" > "$TMP/sources"
small sources --general "$TMP/sources" --steps 5 -j 1
like "sources alone are translated by the original" "$(cat "$TMP/err")" '^general +300 pairs read, 2[0-9][0-9] kept|^general +300 pairs read, 300 kept'
small none --steps 5 -j 1
like "without any, own text is" "$(cat "$TMP/err")" "the model's own translations of your text"

# Killed and resumed.
begin "$TMP/killed.gguf" --from "$TMP/small.gguf" "$TMP/own.tsv" --general "$TMP/general.tsv" --batch 100 \
    --rate 1e-3 --every 10 --warmup 5 --steps 1000000 --cooldown 10 -j 1
end KILL
check "a run was killed before its end" test ! -e "$TMP/killed.gguf"
step=$(saved "$TMP/killed.gguf")
mv "$TMP/general.tsv" "$TMP/moved.tsv"
run train -q --resume "$TMP/killed.gguf.train"
like "it looks for the files that it was begun with" "$(cat "$TMP/err")" 'general.tsv: No such file'
mv "$TMP/moved.tsv" "$TMP/general.tsv"
run train -q --resume "$TMP/killed.gguf.train" --from "$TMP/small.gguf" "$TMP/own.tsv" --general "$TMP/toy.tsv"
like "other general text is refused" "$(cat "$TMP/err")" 'was begun with another text'
run train -q --resume "$TMP/killed.gguf.train" --from "$TMP/toy.gguf"
like "so is an original of another shape" "$(cat "$TMP/err")" 'toy.gguf: is of another shape than the run'
run train -q --resume "$TMP/killed.gguf.train" --cooldown 10 -j 2
is "it goes on from step $step" "$status" 0
small undisturbed --general "$TMP/general.tsv" --steps $((step + 10)) --cooldown 10 -j 1
check "and gives the file of a run that nobody disturbed" cmp "$TMP/undisturbed.gguf" "$TMP/killed.gguf"

# ---- What it was good for

# A rate at which nothing is learnt: the original comes out as good.
adapt idle --general "$TMP/general.tsv" --rate 1e-9 --steps 10
like "it says when nothing was gained" "$(cat "$TMP/err")" '^verdict +did not help'
# Text whose held-out lines are of another kind: the training harms them.
head -n 60 "$TMP/general.tsv" > "$TMP/other.tsv"
adapt harm --general none --dev "$TMP/other.tsv" --every 80
like "or when it did harm" "$(cat "$TMP/err")" '^verdict +did harm'

# ---- A larger network

# At a rate at which nothing is learnt, it scores what the original does.
grow() { # NAME OPTIONS...
    name=$1
    shift
    run train --from "$TMP/toy.gguf" -j 1 "$TMP/own.tsv" -o "$TMP/$name.gguf" --general none --steps 1 \
        --cooldown 1 --every 1 --rate 1e-9 --dropout 0 "$@"
    sed -n 's/^model .*: \(nll [0-9.]*\) .*/\1/p' "$TMP/err"
}
before=$(grow same) after=$(grow large --shape 5+2,64,160,4)
like "it has a score" "$before" '^nll [0-9.]+$'
is "a larger network begins as good as the original" "$after" "$before"
run inspect "$TMP/large.gguf"
like "and has the layers that were asked for" "$(cat "$TMP/out")" 'encoder +5 layers, feed-forward 160'

run train -q --resume "$TMP/same.gguf.train" --from "$TMP/large.gguf" --general none --steps 3 -j 1
is "a run that goes on has its own weights, whatever the model" "$status" 0

counted() { sed -n 's/.* on \([0-9]*\) held-out lines.*/\1/p' "$TMP/err"; }
run train -q --from "$TMP/toy.gguf" --general none "$TMP/own.tsv" -o "$TMP/begun.gguf" --steps 3 -j 1
lines=$(counted)
run train -q --resume "$TMP/begun.gguf.train" --steps 6
is "a run that goes on checks on the same lines" "$status $(counted)" "0 $lines"

# ---- What a model says of its text and of what it never produces

cat > "$TMP/put.pl" << 'END' # the keys of a GGUF file, and more: normalization, suppressed ids, the longest translation
use strict;
local $/;
my $file = <STDIN>;
my ($magic, $n_tensors, $n_keys) = unpack 'a8 Q< Q<', $file;
sub text { pack 'Q</a*', $_[0] }
$file =~ s/(tokenizer\.normalization.{12})none/$1nfkc/s or die;
my $keys = text('nmt.suppressed_ids') . pack('L< L< Q< L<2', 9, 4, 2, 7, 11)
    . text('nmt.max_length_factor') . pack('L< f<', 6, 1.5);
my $filler = text('test.filler') . pack 'L<', 8;
$keys .= $filler . text('x' x (-(length($keys) + length($filler) + 8) % 64)); # data stay aligned
print pack('a8 Q< Q<', $magic, $n_tensors, $n_keys + 3), $keys, substr $file, 24;
END
perl "$TMP/put.pl" < "$TMP/small.gguf" > "$TMP/says.gguf"
says_of() {
    "$T" inspect --metadata "$1" | grep -E -o '(tokenizer.normalization|nmt.suppressed_ids|nmt.max_length_factor) .*' | tr -s ' ' | sort
}
said=$(says_of "$TMP/says.gguf")
is "a model that says so" "$said" 'nmt.max_length_factor 1.5
nmt.suppressed_ids [2 x u32]
tokenizer.normalization nfkc'
run train -q --from "$TMP/says.gguf" "$TMP/own.tsv" -o "$TMP/goes-on.gguf" --general none --batch 100 --rate 1e-3 \
    --steps 4 --every 2 --warmup 2
is "what is learnt from it says so, too" "$(says_of "$TMP/goes-on.gguf")" "$said"
run train -q --resume "$TMP/goes-on.gguf.train" --force --export "$TMP/exported.gguf"
is "and so does what its checkpoint gives" "$(says_of "$TMP/exported.gguf")" "$said"

# ---- What is refused

run train -q --resume "$TMP/killed.gguf.train" --general none --text-changed
says "a run that is held to general text goes on with it" 1 'is held to general text, which cannot be left out'
cp "$TMP/toy.gguf" "$TMP/itself.gguf"
run train -q --from "$TMP/itself.gguf" "$TMP/own.tsv" --general none -o "$TMP/itself.gguf" --force --steps 3
says "a model is not compared with itself" 1 'itself.gguf: is what the run begins with'

head -n 30 "$TMP/own.tsv" > "$TMP/few.tsv"
run train -q --from "$TMP/toy.gguf" "$TMP/few.tsv" -o "$TMP/x.gguf"
like "too few pairs" "$(cat "$TMP/err")" '30 usable pairs are too few to adapt a model to, which takes 50'
run train --from "$TMP/toy.gguf" "$TMP/own.tsv" -o "$TMP/x.gguf" --size tiny
says "another size" 2 '--from has a vocabulary and a size; --size is another'
run train --from "$TMP/toy.gguf" "$TMP/own.tsv" -o "$TMP/x.gguf" --shape 3+1,64,128,4
says "another shape, with text against forgetting" 2 '--from with --shape .* needs --general none'
run train --from "$TMP/toy.gguf" "$TMP/own.tsv" -o "$TMP/x.gguf" --general none --shape 1+1,64,128,4
is "a smaller shape is refused" "$status" 1
like "and it is told why" "$(cat "$TMP/err")" 'toy.gguf: cannot become --shape 1\+1,64,128,4: a model of 2\+1 layers has no fewer'
run train --from "$TMP/toy.gguf" -f fr "$TMP/own.tsv" -o "$TMP/x.gguf"
says "other languages" 1 'translates from en to de; for other languages .* --general none'
run train --from nothing "$TMP/own.tsv" -o "$TMP/x.gguf"
says "a model that is not there" 1 'no model is named "nothing"'
run train -f en -t de "$TMP/own.tsv" -o "$TMP/x.gguf" --general "$TMP/general.tsv"
says "general text without a model" 2 '--general goes with --from'
run train -q --from "$TMP/toy.gguf" "$TMP/own.tsv" -o "$TMP/x.gguf" --general "$TMP/missing"
like "general text that is not there" "$(cat "$TMP/err")" 'missing: No such file'
check "and nothing is left behind" sh -c '! ls "$1".* 2> /dev/null' - "$TMP/x.gguf"

done_testing
