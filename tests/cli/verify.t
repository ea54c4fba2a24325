#!/bin/sh
# verify.t - manifests tell what an output was made of, and verify finds what is not so any more.
. tests/cli/tap.sh
need_model

MODEL=$PWD/$MODEL
cd "$TMP" || exit 1
work="-m $MODEL -j 1 -b 1 -q --no-hints --manifest"
perl -e 'print "The house number $_ is old.\n" for 1 .. 40' > text

make_all() {
    rm -f part-*
    for k in 0 1 2; do "$T" $work --part $k/3 -o 'part-%05d' text || return; done
}
field() { # MANIFEST NAME..: a value
    perl -MJSON::PP -0777 -e '
        $x = JSON::PP->new->decode(<STDIN>); $x = $x->{$_} for @ARGV; print $x' -- "$2" ${3:+"$3"} < "$1"
}
check "parts have manifests" make_all
is "nothing else is left" "$(echo *)" "part-00000 part-00000.manifest part-00001 part-00001.manifest part-00002 part-00002.manifest text"
is "a manifest has the output's digest" "$(field part-00001.manifest output sha256)" \
    "$(sha256sum < part-00001 | cut -d ' ' -f 1)"
begin=$(field part-00001.manifest input begin) end=$(field part-00001.manifest input end)
is "... and that of the input's bytes" "$(field part-00001.manifest input sha256)" \
    "$(head -c "$end" text | tail -c +$((begin + 1)) | sha256sum | cut -d ' ' -f 1)"
is "... and its lines" "$(field part-00001.manifest lines)" "$(wc -l < part-00001)"
run $work -j 2 --cpu ref --part 1/3 -o again-1 text
is "threads and instruction sets change nothing of it" "$(cat again-1.manifest)" "$(cat part-00001.manifest)"

run verify --sample 40 part-*.manifest
is "what was not changed is right" "$status $(cat out err)" \
    "0 3 manifests, 40 lines, 0 failed; files as they were; 40 lines translated again, all the same"
run verify --sample 3 --seed 7 -q part-00001.manifest
is "... of one part, too, with nothing to say" "$status $(cat out err)" "0 "
run verify --sample 0 part-*.manifest
is "... by digests alone" "$status $(cat out)" \
    "0 3 manifests, 40 lines, 0 failed; files as they were; 0 lines translated again, all the same"
is "... and leaves nothing" "$(ls -d "${TMPDIR:-/tmp}"/translate-verify-* 2>&-)" ""

# ---- What is not so any more
cp part-00001 kept
sed -i '3s/Haus/Hans/' part-00001
run verify --sample 0 part-*.manifest
says "another output is found" 1 'part-00001: has changed since part-00001.manifest was written'
digest=$(sha256sum < part-00001 | cut -d ' ' -f 1)
cp part-00001.manifest kept.manifest
sed -i "s/\"output\":{\(.*\)\"sha256\":\"[0-9a-f]*\"/\"output\":{\1\"sha256\":\"$digest\"/" part-00001.manifest
run verify --sample 40 part-*.manifest
says "... with a digest that fits, by its translation" 1 '^translate: part-00001:3: is not what the model says of text'
cp kept part-00001
cp kept.manifest part-00001.manifest
head -n 5 kept > part-00001
run verify --sample 0 part-00001.manifest
says "a shorter output is found" 1 'part-00001: has fewer lines than its input'
cp kept part-00001
sed -i 's/number 2 /number 3 /' text
run verify --sample 0 part-*.manifest
says "another input is found" 1 'text: has changed since part-00000.manifest was written'
run verify -q --input original part-00001.manifest
says "... or no input" 1 'original: No such file'
sed -i '2s/number 3 /number 2 /' text
run verify -q part-*.manifest
is "what is as before is right again" "$status $(cat err)" "0 "

mv part-00001.manifest away
run verify -q part-*.manifest
says "a part that is missing is told" 1 'part 1 of 3 is missing'
mv away part-00001.manifest
mv part-00002.manifest away
run verify -q part-*.manifest
says "... the last one, too" 1 'part 2 of 3 is missing'
mv away part-00002.manifest
"$T" $work --part 1/4 -o part-00001 text
run verify -q part-*.manifest
is "parts of another cut do not fit" "$status $(grep -c 'are no parts of one file' err)" "1 2"
"$T" $work -b 2 --part 1/3 -o part-00001 text
run verify -q part-*.manifest
says "other options are told" 1 'part-00001.manifest: was made by other options than part-00000.manifest'
for model in "$OLDPWD"/models/de-en-tiny/*.gguf; do
    [ -f "$model" ] || continue
    "$T" -m "$model" -j 1 -b 1 -q --manifest --part 1/3 -o part-00001 text
    run verify -q part-*.manifest
    says "another model is told" 1 'part-00001.manifest: was made by another model than part-00000.manifest'
    run verify -q -m "$model" part-00000.manifest
    says "... that of verify, too" 1 'part-00000.manifest: was made by another model than what is here now'
done
printf '{}' > x.manifest
run verify x.manifest
says "what is no manifest is refused" 1 'x.manifest: is no manifest'
: > y.manifest
run verify y.manifest
says "... nor is nothing" 1 'y.manifest: is no manifest'
run verify missing.manifest
says "... and what is missing" 1 'missing.manifest: No such file'
sed 's/"--beam=1"/"--output=text"/' part-00000.manifest > part-00000.m
mv part-00000.m part-00000.manifest
run verify -q part-00000.manifest
says "a manifest cannot have a file written" 1 'asks for --output=text, which no manifest does'
is "... and has not" "$(wc -l < text | tr -d ' ')" 40

# ---- With --skip-existing
make_all
for k in 0 1 2; do cp -p part-0000$k was-$k; done
touch -d '1 hour ago' part-*
run $work --skip-existing --part 1/3 -o 'part-%05d' text
check "the same command leaves what is there" test part-00001 -ot text
run $work --skip-existing --part 1/3 -o 'part-%05d' -b 2 text
check "... another one makes it anew" test ! part-00001 -ot text
rm part-00002.manifest
run $work --skip-existing --part 2/3 -o 'part-%05d' text
check "... and so does one that has no manifest" test -s part-00002.manifest
printf '%s\n' '5 6' 'x' '7' > ids
run $work --input ids -o ids.out ids
is "failed lines are counted" "$status $(field ids.out.manifest failed)" "3 1"
run $work --skip-existing --input ids -o ids.out ids
is "... and still told when nothing is left to do" $status 3
run verify ids.out.manifest
is "... and what fails, fails again" "$status $(cat out)" \
    "0 1 manifest, 3 lines, 1 failed; files as they were; 3 lines translated again, all the same"

# ---- What has none
for bad in '--json' '-n 2' '--resume' '--memory m --memory-add'; do
    run $work $bad -o x text
    says "--manifest refuses $bad" 2 "^translate: --manifest .*leave out --"
done
run $work text
says "--manifest needs an output" 2 '--manifest needs --output'
run $work -o x < text
says "... and a file" 2 '--manifest needs one FILE'
run verify
says "verify needs a manifest" 2 'which manifest'
done_testing
