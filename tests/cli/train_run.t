#!/bin/sh
# train_run.t - translate train: signals, files that are there, room that is not, text that changes, and
# what is said and written meanwhile.
. tests/cli/tap.sh
. tests/cli/toy.sh

toy_pairs 520 5 > "$TMP/toy.tsv"
small="--pieces 300 --shape 1+1,32,64,2 --batch 200 -j 1"
train() { # NAME OPTIONS...
    name=$1
    shift
    run train -q -f en -t de "$TMP/toy.tsv" -o "$TMP/$name.gguf" $small "$@"
}
start() { # NAME OPTIONS...: one that is to be ended before it comes to its end
    name=$1
    shift
    begin "$TMP/$name.gguf" -f en -t de "$TMP/toy.tsv" $small "$@"
}

# ---- Signals

start stopped --steps 100000 --every 10 --rate 1e-3 --warmup 10 --dropout 0
end INT
is "control-C ends a run without failure" "$status" 0
like "and says how to go on" "$(cat "$TMP/stopped.gguf.err")" \
    'saved: translate train --resume .*stopped.gguf.train goes on'
check "there is no model yet" test ! -e "$TMP/stopped.gguf"
last=$(($(saved "$TMP/stopped.gguf") + 10))
run train -q --resume "$TMP/stopped.gguf.train" --cooldown 10 -j 2
is "it goes on, and knows its text" "$status" 0
train whole --steps $last --every 10 --cooldown 10 --rate 1e-3 --warmup 10 --dropout 0
check "and gives the file of the run that was not stopped" cmp "$TMP/whole.gguf" "$TMP/stopped.gguf"

# ---- Kinds of networks and recipes

kind() { # NAME OPTION VALUE ROW: a network of another kind is trained, is told of, and translates
    kind=$1 option=$2 value=$3 row=$4
    train "$kind" "--$option" "$value" --steps 20 --rate 1e-3
    is "--$option $value trains" "$status" 0
    like "... and the model says so" "$("$T" inspect "$TMP/$kind.gguf")" "$row"
    if [ "$VARIANT" = release ]; then
        train "$kind-ref" "--$option" "$value" --steps 20 --rate 1e-3 --cpu ref -j 2
        check "... with the same bits in plain C and on two threads" cmp "$TMP/$kind.gguf" "$TMP/$kind-ref.gguf"
    else
        skip "... with the same bits in plain C and on two threads" "a sanitizer is slow, and changes no bits"
    fi
    like "... which translates" "$(echo 'a b c d' | "$T" -m "$TMP/$kind.gguf")" .
    run train -q --resume "$TMP/$kind.gguf.train" "--$option" "$value"
    says "... and a run keeps it" 2 "a run that goes on keeps its --$option"
}
train usual --steps 20 --rate 1e-3
kind learned positions learned '^positions +learned'
kind pre norm pre '^layer norm +pre'
kind swish activation swish '^activation +swish'
kind gelu activation gelu-erf '^activation +gelu-erf'
kind target ties target '^tied embeddings +target'
kind none ties none '^tied embeddings +none'
kind ssru decoder ssru '^decoder .*ssru'
kind sharp smoothing 0 '^weights'
kind betas betas 0.8,0.9 '^weights'
for score in cosine additive location; do
    kind "$score" attention "$score" "^scores +self-attention $score, cross-attention $score"
    check "... and explains it" "$T" explain --json -m "$TMP/$score.gguf" -o "$TMP/$score.json" 'a b c'
done
kind two-scores attention additive,self=cosine '^scores +self-attention cosine, cross-attention additive'
kind dot attention dot '^weights'
kind general attention general '^weights'
kind recurrent attention cross=additive '^scores +self-attention scaled-dot, cross-attention additive'
kind keys d-k 5 '^heads +keys of 5, values of 16'
kind values d-v 40 '^heads +keys of 16, values of 40'
for name in sharp betas; do
    check "... $name changes what is learnt" sh -c '! cmp -s "$1" "$2"' - "$TMP/$name.gguf" "$TMP/usual.gguf"
done
run train --plan "$TMP/toy.tsv" -f en -t de -o "$TMP/x.gguf" $small --norm pre --positions learned --decoder ssru
like "the plan names what is not usual" "$(cat "$TMP/err")" \
    '^network .*width 32, norms before blocks, learned positions, SSRU decoder'
from() { # MODEL OPTION VALUE RE: a model that is adapted has the value, or is said to have another
    run train --plan --from "$TMP/$1.gguf" "$TMP/toy.tsv" -o "$TMP/x.gguf" --general none --steps 1 "--$2" "$3"
    if [ -z "$4" ]; then
        is "--from a model with --$2 $3: so it is" "$status" 0
    else
        says "--from a model without --$2 $3" 2 "--from keeps the network of its model: .*/$1[.]gguf has --$2 $4 .see "
    fi
}
from usual norm post
from usual norm pre post
from pre norm pre
from pre norm post pre
from learned positions learned
from learned positions sinusoids learned
from usual positions learned sinusoids
from swish activation swish
from swish activation gelu-erf swish
from target ties target
from none ties all none
from ssru decoder ssru
from ssru decoder attention ssru
from keys d-k 5
from keys d-k 16 5
from keys d-v 16
from usual d-k 16
from values d-v 4 40
from cosine attention cosine
from cosine attention self=cosine
from cosine attention scaled-dot 'self=cosine,cross=cosine'
from two-scores attention additive,self=cosine
from two-scores attention additive 'self=cosine,cross=additive'
from usual attention location 'self=scaled-dot,cross=scaled-dot'
from general attention general 'self=scaled-dot,cross=scaled-dot'
run train -q --from "$TMP/recurrent.gguf" --decoder attention --attention cross=additive "$TMP/toy.tsv" \
    -o "$TMP/adapted.gguf" --general none --steps 3
like "... and it learns on as it is" "$("$T" inspect "$TMP/adapted.gguf")" '^scores .*cross-attention additive'

# A program that does not know keys ignores them: files have what it refuses, whatever the shapes.
older() { # NAME TENSOR OPTIONS...: the tensor is what it refuses
    older_name=$1 older_tensor=$2
    shift 2
    train "old-$older_name" --steps 1 "$@"
    perl -0777 -pe 's/(nmt[.]attention[.])(?=key_length|value_length|self|cross|positions)(.)/$1 . uc $2/ge' \
        "$TMP/old-$older_name.gguf" > "$TMP/ignored.gguf"
    run -m "$TMP/ignored.gguf" < /dev/null
    says "a program that does not know $older_name refuses them" 1 "tensor $older_tensor"
    check "... and this one does not" "$T" -m "$TMP/old-$older_name.gguf" < /dev/null
}
older widths 'dec.blk.0.cross_attn_q.weight: expected' --shape 1+1,32,64,1 --d-k 33 --d-v 30
older locations 'attention.widths has no place in this network' \
    --shape 1+1,32,64,1 --attention self=location --limit 64
older cosines '.*_score.weight has no place in this network' --attention cosine
older additions '.*_score.weight has no place in this network' --attention cross=additive
for wrong in "--attention both" "--attention dot,self=" "--attention ,dot" "--attention self=dot,,cross=dot" "--attention SELF=dot" "--d-k x" "--d-k 16.5" "--d-k -1" "--d-v 0" "--positions sines" "--activation tanh" "--ties source" "--decoder rnn" "--betas 0.9,x" "--betas -0.1,0.9" "--d-k 0" "--d-v 8193" "--smoothing 0.6" "--smoothing x" "--betas 1,0.9" "--betas 0.9" "--betas 0.9,0.98,1" "--norm both"; do
    run train --plan "$TMP/toy.tsv" -f en -t de -o "$TMP/x.gguf" $wrong
    says "$wrong is refused" 2 "${wrong%% *}"
done

# ---- Threads: more than cores, too, and the same bits

train many --steps 6 --rate 1e-3 -j 40
train few --steps 6 --rate 1e-3 -j 1
check "forty threads give the model that one gives" cmp "$TMP/many.gguf" "$TMP/few.gguf"
run train --plan "$TMP/toy.tsv" -f en -t de -o "$TMP/x.gguf" --threads 65
says "more than 64 are refused" 2 '--threads'

# ---- Damaged checkpoints

damage() { # FROM TO AT: a bit of the byte at AT hundredths of the file is another
    perl -0777 -pe 'BEGIN { $at = pop } substr($_, int(length() * $at / 100), 1) ^= "\x10"' "$1" "$3" > "$2"
}
start two --steps 100000 --every 5 --rate 1e-3 --warmup 10 --dropout 0
for i in $(seq 6000); do
    [ -e "$TMP/two.gguf.train~" ] && break
    sleep 0.02
done
end KILL
check "the checkpoint before the last one is kept" test -s "$TMP/two.gguf.train~"
mv "$TMP/two.gguf.train" "$TMP/good.train"
for at in 20 45 70 95; do
    damage "$TMP/good.train" "$TMP/two.gguf.train" $at
    run train -q --resume "$TMP/two.gguf.train" --cooldown 10
    is "a bit at $at % of the checkpoint is another: it does not go on" "$status" 1
    like "and says so" "$(head -n 1 "$TMP/err")" 'two\.gguf\.train: damaged: the tensor data has the SHA-256'
    like "and names the one before it" "$(tail -n 1 "$TMP/err")" 'two\.gguf\.train~: is the checkpoint before it'
    run train --resume "$TMP/two.gguf.train" --export "$TMP/two.out"
    is "nor is it exported" "$status" 1
done
damage "$TMP/good.train" "$TMP/two.gguf.train" 20
perl -pi -e 's/^(progress\.step \d*)(\d)$/$1 . (9 - $2)/me' "$TMP/good.train"
run train -q --resume "$TMP/good.train" -o "$TMP/numbers.gguf"
says "other numbers of the run are found, too" 1 'good\.train: damaged: the numbers of its run'
before=$(grep -a -o '^progress.step [0-9]*' "$TMP/two.gguf.train~" | cut -d ' ' -f 2)
run train -q --resume "$TMP/two.gguf.train~" --cooldown 10
is "it goes on from the one before it" "$status" 0
train straight --steps $((before + 10)) --every 5 --cooldown 10 --rate 1e-3 --warmup 10 --dropout 0
check "and gives the file of a run that was not stopped" cmp "$TMP/straight.gguf" "$TMP/two.gguf"
check "at the end there is one checkpoint" test ! -e "$TMP/two.gguf.train~"

start hung --steps 100000 --every 10
case $(sed -n 's/^SigIgn:.*\(.\)$/\1/p' /proc/$process/status 2>&-) in
[13579bdf])
    end INT
    skip "a terminal that is closed ends a run likewise" "SIGHUP is ignored here"
    ;;
*)
    kill -HUP $process
    end HUP
    is "a terminal that is closed ends a run likewise, however often it says so" "$status" 0
    is "... and nothing half written stays" "$(cd "$TMP" && ls hung.gguf* | grep -Ev '[.](err|log|svg|train~?)$')" ""
    ;;
esac
start twice --steps 100000 --every 10
kill -TERM $process
end TERM 2> "$TMP/gone"
case $status in [01]) again=in_order ;; *) again=$status ;; esac
is "two SIGTERM end a run at once" "$again" in_order
is "... but not while it writes: nothing half written stays" "$(cd "$TMP" && ls twice.gguf* | grep -Ev '[.](err|log|svg|train~?)$')" ""

start cooled --steps 100000 --cooldown 40 --every 20 --rate 1e-3 --warmup 10 --dropout 0.1
end USR1
is "SIGUSR1 begins the cool-down, which ends in a model" "$status" 0
like "the log says so" "$(cat "$TMP/cooled.gguf.log")" 'the rate falls from here on, as was asked for'
last=$(sed -n 's/.*"event":"end","step":\([0-9]*\).*/\1/p' "$TMP/cooled.gguf.log")
from=$(sed -n 's/.*"event":"note","step":\([0-9]*\).*/\1/p' "$TMP/cooled.gguf.log")
train planned --steps "$last" --cooldown $((last - from)) --every 20 --rate 1e-3 --warmup 10 --dropout 0.1
check "a run that was planned so gives the same file ($from, $last)" cmp "$TMP/cooled.gguf" "$TMP/planned.gguf"

train averaged --steps 30 --every 5 --rate 1e-3
train last --steps 30 --every 5 --rate 1e-3 --average 3
check "the mean of the last checks is another model" sh -c '! cmp -s "$1" "$2"' - "$TMP/averaged.gguf" "$TMP/last.gguf"
train shared --steps 30 --every 5 --rate 1e-3 --average 0.1
check "and so is an average that forgets soon" sh -c '! cmp -s "$1" "$2"' - "$TMP/averaged.gguf" "$TMP/shared.gguf"
train first --steps 3 --every 3 --rate 1e-3 --average 1
train second --steps 3 --every 3 --rate 1e-3 --average 2
check "weights before the first check are none of them" cmp "$TMP/first.gguf" "$TMP/second.gguf"
train x --steps 60 --average 2.5
says "half a check is none" 2 '--average 2.5 is neither a number of checks nor a share'

# ---- Two runs of one output

mkfifo "$TMP/late"
"$T" train -q -f en -t de - -o "$TMP/held.gguf" $small --steps 20 --every 10 < "$TMP/late" 2> "$TMP/held.err" &
process=$!
exec 4> "$TMP/late"
for i in $(seq 1500); do [ -e "$TMP/held.gguf.log" ] && break || sleep 0.02; done
refused() { # NAME OPTIONS...: a second run is, whose output is that of the first one
    refused_name=$1
    shift
    run train -q "$TMP/toy.tsv" "$@"
    says "$refused_name" 1 'held.gguf: another run is writing it$'
    check "... and leaves the log of the first one" test -e "$TMP/held.gguf.log"
}
refused "a run whose output another one has is refused, though that still waits for its text" \
    -f en -t de -o "$TMP/held.gguf" $small --steps 5
refused "... a third one, too, with --force" -f en -t de -o "$TMP/held.gguf" $small --steps 5 --force
cat "$TMP/toy.tsv" >&4
exec 4>&-
wait $process
is "... and the first one comes to its end" "$?" 0
like "... in the log that it began" "$(cat "$TMP/held.gguf.log")" '"event":"end","step":20,'

"$T" train -q --resume "$TMP/held.gguf.train" "$TMP/toy.tsv" --text-changed --steps 100000 2> "$TMP/held.err" &
process=$!
for i in $(seq 1500); do [ "$(grep -c '"event":"saved"' "$TMP/held.gguf.log")" -gt 2 ] && break || sleep 0.02; done
refused "a run that goes on keeps its output, too" --resume "$TMP/held.gguf.train"
refused "... from a new run as well" -f en -t de -o "$TMP/held.gguf" $small --steps 5 --force
end INT
is "... and ends as it was asked to" "$status" 0

# ---- An export that is ended

train large --shape 2+2,256,1024,4 --steps 1
exports() { # each is ended a little later than the one before
    for i in $(seq 25); do
        "$T" train --resume "$TMP/large.gguf.train" --export "$TMP/ended.gguf" --force 2> "$TMP/err" &
        process=$!
        perl -e 'select undef, undef, undef, 0.004 * $ARGV[0]' "$i"
        kill -TERM $process
        wait $process
        ls "$TMP"/ended.gguf.* && return 1
    done
    return 0
}
check "an export that is ended leaves nothing half written" exports 2> /dev/null

# ---- Names that nothing can be written to

ln -s "$TMP/nowhere" "$TMP/link.gguf"
run train -q -f en -t de "$TMP/toy.tsv" -o "$TMP/link.gguf" $small --steps 5
says "an output that could not be written at the end is refused at the start" 1 'link.gguf: is a symbolic link that leads to no file$'
long=$(printf '%0246d.gguf' 0)
run train -q -f en -t de "$TMP/toy.tsv" -o "$TMP/$long" $small --steps 5
says "... and one whose checkpoint has too long a name" 1 '0.gguf.train: File name too long$'
check "... and nothing is written" sh -c '! ls "$1"/0* "$1"/link.gguf.* 2> /dev/null' - "$TMP"

# ---- A pipe, and a mixture of parts

run train -q -f en -t de - -o "$TMP/pipe.gguf" $small --steps 30 --every 5 --rate 1e-3 < "$TMP/toy.tsv"
check "standard input is the same text" cmp "$TMP/averaged.gguf" "$TMP/pipe.gguf"
run train -q --resume "$TMP/pipe.gguf.train" --steps 40
says "but cannot be read again" 1 'pipe.gguf.train: does not name its text, which has to be given again'
awk '{ print $0 "\t" (NR % 4 ? "plain" : NR % 8 ? "made" : "other") }' "$TMP/toy.tsv" > "$TMP/parts.tsv"
printf '# what, how often\nplain 1\nmade 3 mark  # by a machine\nother 0\n' > "$TMP/mix"
mixed() { # NAME OPTIONS...
    name=$1
    shift
    run train -f en -t de "$TMP/parts.tsv" --mix "$TMP/mix" -o "$TMP/$name.gguf" $small --steps 60 \
        --every 20 --rate 1e-3 "$@"
}
mixed mixed
is "a mixture is learnt from" "$status" 0
like "parts that are not in it are counted" "$(cat "$TMP/err")" '65 of parts not asked for: lines 8, 16, 24, 32, 40, …'
sed 's/ mark//' "$TMP/mix" > "$TMP/unmarked"
mixed unmarked --mix "$TMP/unmarked"
check "a mark makes another model" sh -c '! cmp -s "$1" "$2"' - "$TMP/mixed.gguf" "$TMP/unmarked.gguf"
source=$(sed -n 's/^vocabulary .* pieces, \([0-9.]*\) a source.*/\1/p' "$TMP/err")
mixed marked
with=$(sed -n 's/^vocabulary .* pieces, \([0-9.]*\) a source.*/\1/p' "$TMP/err")
is "marks are pieces of their sources: a seventh of the pairs has one" \
    "$(echo "$source $with" | awk '{ d = $2 - $1; print (d > 0.04 && d < 0.25) }')" 1
head -n 40 "$TMP/toy.tsv" > "$TMP/dev.tsv"
begin "$TMP/cut.gguf" -f en -t de "$TMP/parts.tsv" --mix "$TMP/mix" --exchange --dev "$TMP/dev.tsv" $small \
    --steps 100000 --every 20 --rate 1e-3 --warmup 20 --dropout 0
end KILL
cp "$TMP/cut.gguf.train" "$TMP/named.train"
run train -q --resume "$TMP/cut.gguf.train" --cooldown 20
mixed again --exchange --dev "$TMP/dev.tsv" --steps "$(saved "$TMP/cut.gguf")" --cooldown 20 --warmup 20 --dropout 0
check "a mixture goes on as it would have" cmp "$TMP/again.gguf" "$TMP/cut.gguf"
run train -q --resume "$TMP/named.train" "$TMP/parts.tsv" --mix "$TMP/mix" --exchange --cooldown 20
check "as it does if the text is named again" cmp "$TMP/again.gguf" "$TMP/named"
awk -F '\t' '{ print $2 "\t" $1 (NF > 2 ? "\t" $3 : "") }' "$TMP/parts.tsv" > "$TMP/turned.tsv"
awk -F '\t' '{ print $2 "\t" $1 }' "$TMP/dev.tsv" > "$TMP/turned_dev.tsv"
turned() { # OPTIONS...: goes on with the other order
    cp "$TMP/whole.train" "$TMP/cut.gguf.train"
    run train -q --resume "$TMP/cut.gguf.train" "$TMP/turned.tsv" --mix "$TMP/mix" --text-changed --cooldown 20 "$@"
}
cp "$TMP/cut.gguf.train" "$TMP/whole.train"
turned
cp "$TMP/cut.gguf" "$TMP/same_dev.gguf"
turned --dev "$TMP/turned_dev.tsv"
check "a text with other columns leaves those of the held-out text" cmp "$TMP/cut.gguf" "$TMP/same_dev.gguf"
cp "$TMP/whole.train" "$TMP/cut.gguf.train"
run train -q --resume "$TMP/cut.gguf.train" "$TMP/parts.tsv" --mix "$TMP/mix"
like "but not with the columns as they are" "$(cat "$TMP/err")" 'with other options for it; --text-changed'
run train -q --resume "$TMP/cut.gguf.train" "$TMP/parts.tsv" --mix "$TMP/unmarked"
like "or with another list" "$(cat "$TMP/err")" 'was begun with another text, or'
printf 'plain one\n' > "$TMP/bad"
mixed x --mix "$TMP/bad"
says "a mixture without numbers" 1 'bad:1: expected PART COPIES \[mark\]'
printf 'plain 1\nplain 2\n' > "$TMP/bad"
mixed x --mix "$TMP/bad"
says "a part that is there twice" 1 'bad: part plain is there twice'

# ---- What is said and written

run train -f en -t de "$TMP/toy.tsv" -o "$TMP/said.gguf" $small --steps 40 --every 20 --rate 1e-3
like "the line of progress has loss, BLEU, speed and time" "$(cat "$TMP/err")" \
    '^step 20/40  loss [0-9.]+  dev [0-9.]+  BLEU [0-9.]+  [0-9]+ pieces/s  .* left'
like "the plan says memory and disk" "$(cat "$TMP/err")" '[0-9]+ MB of memory, [0-9]+ MB on disk meanwhile'
like "and what to expect" "$(cat "$TMP/err")" '^expect +a first score after 20 steps; the curve is .*said.gguf.svg'
run train -f en -t de "$TMP/toy.tsv" -o "$TMP/one.gguf" $small --plan --hours 0.01 --every 1 -j 1
like "one is singular" "$(cat "$TMP/err")" '^time .* on 1 thread: '
like "of steps, too" "$(cat "$TMP/err")" '^expect +a first score after 1 step, in '
run train -f en -t de "$TMP/toy.tsv" -o "$TMP/one.gguf" $small --steps 40 --hours 1
says "steps and hours exclude each other" 2 '--steps or --hours: not both'
if command -v perl > /dev/null && perl -MJSON::PP -e 1 2> /dev/null; then
    check "every line of the log is a JSON object" \
        perl -MJSON::PP -ne 'ref decode_json($_) eq "HASH" or die; END { $. > 4 or die }' "$TMP/said.gguf.log"
else
    skip "every line of the log is a JSON object" "no perl with JSON::PP"
fi
check "the curve has BLEU" grep -q 'class="bleu"' "$TMP/said.gguf.svg"
check "the model has its scores inside" grep -aq 'train\.bleu_lines' "$TMP/said.gguf"
check "the weights that were scored are gone" test ! -e "$TMP/said.gguf.check"
run train --plan -f en -t de "$TMP/toy.tsv" -o "$TMP/plan.gguf" --pieces 300 --size tiny --hours 2
like "a plan says the time" "$(cat "$TMP/err")" '^time +[0-9]+ pieces a second on [0-9]+ threads: 2\.0 h'
check "and writes nothing" sh -c '! ls "$1".* 2> /dev/null' - "$TMP/plan.gguf"

# ---- What a model says of itself, also after its run went on

train named --steps 20 --every 5 --rate 1e-3 --name "A toy" --license CC0-1.0 --origin "a test" -l gnmt:0.6
"$T" inspect "$TMP/named.gguf" > "$TMP/out"
like "a model has its name" "$(cat "$TMP/out")" '^name +A toy$'
like "its licence" "$(cat "$TMP/out")" '^licence +CC0-1\.0$'
like "its origin" "$(cat "$TMP/out")" '^origin +a test$'
like "and its length penalty" "$(cat "$TMP/out")" 'length penalty gnmt:0\.6$'
run train -q --resume "$TMP/named.gguf.train" "$TMP/toy.tsv" -o "$TMP/again.gguf" --force
check "a run that had ended gives its model once more, from the checkpoint" cmp "$TMP/named.gguf" "$TMP/again.gguf"
run train -q --resume "$TMP/named.gguf.train" "$TMP/toy.tsv" -o "$TMP/renamed.gguf" --name "Another toy"
"$T" inspect "$TMP/renamed.gguf" > "$TMP/out"
like "or with another name" "$(cat "$TMP/out")" '^name +Another toy$'
like "which changes nothing else" "$(cat "$TMP/out")" '^licence +CC0-1\.0$'
run train -q --from "$TMP/named.gguf" --general none "$TMP/toy.tsv" -o "$TMP/from.gguf" --steps 5 -j 1 --origin "tests"
"$T" inspect "$TMP/from.gguf" > "$TMP/out"
like "an adapted model has the name of its original" "$(cat "$TMP/out")" '^name +A toy$'
like "its length penalty" "$(cat "$TMP/out")" 'length penalty gnmt:0\.6$'
like "and the origin that is given" "$(cat "$TMP/out")" '^origin +tests$'
"$T" inspect "$TMP/said.gguf" > "$TMP/out"
like "the length penalty is 1 where nothing is said" "$(cat "$TMP/out")" 'length penalty 1$'
run train -f en -t de "$TMP/toy.tsv" -o "$TMP/x.gguf" --name "$(printf 'x\377')"
says "a name that is not UTF-8" 2 'a name, a licence or a language is not UTF-8'

# ---- The model of a checkpoint

run train --resume "$TMP/named.gguf.train" --export "$TMP/exported.gguf"
is "a checkpoint is written as a model" "$status" 0
is "without a word" "$(cat "$TMP/err")" ""
"$T" inspect --verify "$TMP/exported.gguf" > "$TMP/out"
like "which has what the run says of itself" "$(cat "$TMP/out")" '^name +A toy$'
cut -f 1 "$TMP/toy.tsv" | head -n 20 > "$TMP/some"
"$T" -m "$TMP/named.gguf" "$TMP/some" > "$TMP/by.run"
"$T" -m "$TMP/exported.gguf" "$TMP/some" > "$TMP/by.export"
check "and translates as the model at the end does" cmp "$TMP/by.run" "$TMP/by.export"
run train --resume "$TMP/named.gguf.train" --export "$TMP/shorter.gguf" -l 0.25
"$T" inspect "$TMP/shorter.gguf" > "$TMP/out"
like "with another length penalty where one is given" "$(cat "$TMP/out")" 'length penalty 0\.25$'
run train --resume "$TMP/named.gguf.train" --export "$TMP/shorter.gguf" -l long
says "which is a number" 2 'long'
run train --resume "$TMP/named.gguf.train" --export "$TMP/exported.gguf"
says "a model that is there stays" 1 'exported.gguf: exists; --force replaces it'
run train -f en -t de "$TMP/toy.tsv" --export "$TMP/x.gguf" -o "$TMP/y.gguf"
says "there is nothing to export without a checkpoint" 2 '--export goes with --resume'

# ---- For some time longer

cp "$TMP/said.gguf.train" "$TMP/longer.gguf.train"
run train --resume "$TMP/longer.gguf.train" "$TMP/toy.tsv" --hours 0.001 --every 100000 -j 1
is "a run goes on for some time" "$status" 0
planned=$(sed -n 's/^plan  *\([0-9]*\) steps of 200 pieces.*falling from step \([0-9]*\) on.*/\1 \2/p' "$TMP/err")
check "with more steps, whose last 12 are a cool-down as before ($planned)" \
    sh -c '[ "$1" -gt 60 ] && [ "$2" = $(($1 - 12)) ]' - $planned
like "in that time" "$(cat "$TMP/err")" '^time .*: [45] s$'
like "which it takes" "$(cat "$TMP/longer.gguf.log")" "\"event\":\"end\",\"step\":${planned% *},"

# ---- What is there already

train whole --steps 5
says "the checkpoint of another run stays" 1 'whole.gguf.train: is the checkpoint of another run'
rm "$TMP/whole.gguf.train"
train whole --steps 5
says "a model stays" 1 'whole.gguf: exists; --force replaces it'
train whole --steps 5 --force
is "--force replaces it" "$status" 0
cp "$TMP/said.gguf.train" "$TMP/mine.train"
run train -q --resume "$TMP/mine.train" "$TMP/toy.tsv" -o "$TMP/whole.gguf" --steps 70
says "files of another run stay, also where one goes on" 1 'whole.gguf.train: is the checkpoint of another run'
run train -q --resume "$TMP/mine.train" "$TMP/toy.tsv" --batch 100 -o "$TMP/x.gguf"
says "a run that goes on keeps its recipe, and says so" 2 'a run that goes on keeps its --batch'
for damage in 'activation 0/activation 4' 'target_vocab /target_vocab 1'; do
    perl -pe "s/shape\.$damage/" < "$TMP/mine.train" > "$TMP/damaged.train" 2> "$TMP/err"
    [ -s "$TMP/damaged.train" ] || sed "s/shape\.$damage/" < "$TMP/mine.train" > "$TMP/damaged.train"
    run train -q --resume "$TMP/damaged.train" --export "$TMP/exported.damaged"
    says "numbers that cannot be are refused: $damage" 1 'damaged.train: '
done
head -c 100000 "$TMP/said.gguf.train" > "$TMP/half.train"
run train --resume "$TMP/half.train" "$TMP/toy.tsv" -o "$TMP/half.gguf"
says "a truncated checkpoint is refused" 1 'half.train: '
run train --resume "$TMP/said.gguf" "$TMP/toy.tsv" -o "$TMP/half.gguf"
says "and so is a model" 1 'said.gguf: is not a checkpoint of a training run, but .*said.gguf.train is there'
run -m "$TMP/said.gguf.train" < /dev/null
like "a checkpoint is no model" "$(cat "$TMP/err")" 'said.gguf.train: '

# ---- Text that changes

cp "$TMP/toy.tsv" "$TMP/moving.tsv"
begin "$TMP/moved.gguf" -f en -t de "$TMP/moving.tsv" $small --steps 150 --every 5 --rate 1e-3
: > "$TMP/moving.tsv"
wait $process
train unmoved --steps 150 --every 5 --rate 1e-3
check "a text that changes under a run does not change the run" cmp "$TMP/unmoved.gguf" "$TMP/moved.gguf"
toy_pairs 520 9 > "$TMP/moving.tsv"
run train -q --resume "$TMP/moved.gguf.train" "$TMP/moving.tsv" --steps 160
like "a run does not go on with another text" "$(cat "$TMP/err")" 'was begun with another text, or'
run train -q --resume "$TMP/moved.gguf.train" "$TMP/moving.tsv" --steps 160 --text-changed
is "unless it is told to" "$status" 0

# ---- Other text to check on

toy_pairs 40 11 | sed 's/^/zzz /' > "$TMP/hard.tsv"
train judged --steps 40 --every 5 --rate 1e-3
run train -q --resume "$TMP/judged.gguf.train" --dev "$TMP/hard.tsv" --steps 60
is "a run goes on with other text to check on" "$status" 0
best=$(perl -ne 'print $1 if /best_step (\d+)/' "$TMP/judged.gguf.train" 2> /dev/null)
check "and its best weights are those by that text: step ${best:-?}" test "${best:-0}" -gt 40

# ---- Text that is none

gzip -c "$TMP/toy.tsv" | head -c 2000 > "$TMP/cut.gz"
run train -f en -t de "$TMP/cut.gz" -o "$TMP/x.gguf"
says "a .gz that is cut short" 1 'cut.gz: is compressed, and its end is missing'
if command -v xz > /dev/null; then
    xz -c "$TMP/toy.tsv" | head -c 2000 > "$TMP/cut.xz"
    run train -f en -t de "$TMP/cut.xz" -o "$TMP/x.gguf"
    says "and an .xz" 1 'cut.xz: is compressed, and its end is missing'
else
    skip "and an .xz" "no xz"
fi
: > "$TMP/empty"
run train -q -f en -t de "$TMP/empty" -o "$TMP/x.gguf"
like "an empty text" "$(cat "$TMP/err")" 'empty: 0 usable pairs are too few'
head -c 17000000 /dev/zero | tr '\0' x > "$TMP/long"
run train -f en -t de "$TMP/long" -o "$TMP/x.gguf"
says "a line without an end" 1 'long: has a line of more than 16 MB: is it text\?'
run train -f en -t de "$TMP" -o "$TMP/x.gguf"
says "a folder" 1 'Is a directory'
head -n 400 "$TMP/toy.tsv" | cut -f 1 > "$TMP/short.en"
cut -f 2 "$TMP/toy.tsv" > "$TMP/toy.de"
run train -f en -t de "$TMP/short.en" --target "$TMP/toy.de" -o "$TMP/x.gguf"
says "two files of other lengths" 1 'short.en: has fewer lines than .*toy.de'
check "nothing of all these is left" sh -c '! ls "$1".* 2> /dev/null' - "$TMP/x.gguf"

# ---- Room that is not there

limited() { # KBYTES OF A FILE, ARGUMENTS...
    kbytes=$1
    shift
    (ulimit -f $((kbytes * 2)) && exec "$T" "$@") > "$TMP/out" 2> "$TMP/err"
    status=$?
}
start full --steps 100000 --every 20 --rate 1e-3
end INT
cp "$TMP/full.gguf.train" "$TMP/good.train"
limited 450 train -q --resume "$TMP/full.gguf.train" "$TMP/toy.tsv" --cooldown 41
is "a run whose checkpoints find no room fails" "$status" 1
check "says so at each, and goes on" test "$(grep -c 'full.gguf.train: File too large' "$TMP/err")" -ge 2
check "the last good checkpoint is whole" cmp "$TMP/good.train" "$TMP/full.gguf.train"
check "the model is written" test -s "$TMP/full.gguf"
check "no part of a file stays" sh -c '! ls -A "$1" | grep -q "^full.gguf.train\."' - "$TMP"
limited 2 train -q -f en -t de "$TMP/toy.tsv" -o "$TMP/x.gguf" $small --steps 5
says "no room for the text" 1 'its folder has no room for the text: File too large'
if [ "$VARIANT" = release ]; then
    (ulimit -v 900000 && exec "$T" train -q -f en -t de "$TMP/toy.tsv" -o "$TMP/x.gguf" --pieces 300 \
        --size base --steps 5) > "$TMP/out" 2> "$TMP/err"
    like "memory that is short is said before the first step" "$(cat "$TMP/err")" \
        'training needs [0-9]+ MB of memory, and 9[0-9]+ MB are free; a smaller --size'
else
    skip "memory that is short" "another build than release"
fi
mkdir "$TMP/disk"
if mount -t tmpfs -o size=1m tmpfs "$TMP/disk" 2> /dev/null; then
    run train -q -f en -t de "$TMP/toy.tsv" -o "$TMP/disk/x.gguf" --pieces 300 --size tiny --steps 5
    like "disk, too" "$(cat "$TMP/err")" 'training needs [0-9]+ MB of disk, and [01] MB are free; a smaller --size'
    umount "$TMP/disk"
else
    skip "disk, too" "nothing can be mounted here"
fi

done_testing
