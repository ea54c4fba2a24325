#!/bin/sh
# bad_model.t - model files that are none, or are damaged: one sentence that names the thing.
. tests/cli/tap.sh
need_model
bad=$TMP/bad.gguf
echo 'Hello.' > "$TMP/hello"

refused() { # NAME RE: `$bad` cannot be used; nor does anything come out
    run -m "$bad" < "$TMP/hello"
    says "$1" 1 "^translate: $bad: .*$2"
    [ ! -s "$TMP/out" ] || failed "$1: nothing is printed" "$(head -c 200 "$TMP/out")"
}
patched() { perl -0777 -pe "$1" "$MODEL" > "$bad"; } # PERL

: > "$bad"
refused "an empty file" ''
echo 'This is a text about models.  It is longer than any header of a file.' > "$bad"
refused "a text" 'GGUF'
for n in 3 4 8 23 24 100 4000; do
    head -c $n "$MODEL" > "$bad"
    refused "the first $n bytes" ''
done
head -c -1 "$MODEL" > "$bad"
refused "all but the last byte" ''
head -c 100000 "$MODEL" > "$bad"
refused "a file cut within the weights" ''
patched 's/^(GGUF)\x03/$1\x01/'
refused "version 1" 'version 1'
patched 's/^(GGUF)\x03/$1\x63/'
refused "a version of the future" 'version 99'
patched 's/^(GGUF....)......../$1\xff\xff\xff\xff\xff\xff\xff\x7f/s'
refused "2^63 tensors" ''
patched 's/^(GGUF....)........(.)/$1\0\0\0\0\0\0\0\0$2/s'
refused "no tensors" ''
patched 's/(general\.architecture.{12})nmt/$1bmt/s'
refused "another architecture" 'architecture'
patched 's/nmt\.activation/nmt.activatiom/'
refused "a key is missing" 'nmt\.activation'
patched 's/(nmt\.activation.{12})relu/$1gulp/s'
refused "an unknown activation" 'nmt\.activation.*gulp|gulp'
patched 's/(nmt\.embedding_length.{4})../$1\xff\xff/s'
refused "shapes that do not fit the metadata" ''
patched 's/(nmt\.embedding_length.{4}).{4}/$1\xff\xff\xff\xff/s'
refused "sizes that would overflow" ''
patched 's/(nmt\.attention\.head_count.{4}).{4}/$1\0\0\0\0/s'
refused "no attention heads" 'nmt\.attention\.head_count'
patched 's/tokenizer\.spm\.source/tokenizer.spn.source/'
refused "a missing tokenizer" 'tokenizer\.spm\.source'

# A tensor that starts where another does.
offsets() {
    "$T" inspect --json --tensors "$MODEL" | perl -MJSON::PP -ne '
        print "$_->{name} $_->{offset}\n" for @{decode_json($_)->{tensors}}'
}
first_scale=$(offsets | grep '\.scale ' | head -n 1)
poke() { # OFFSET BYTES: writes bytes (as perl has them) into a copy
    perl -e 'local $/; open F, "<", $ARGV[0]; $_ = <F>; $bytes = eval qq("$ARGV[2]");
        substr($_, $ARGV[1], length $bytes) = $bytes; print' "$MODEL" "$1" "$2" > "$bad"
}
poke "${first_scale##* }" '\x00\x00\xc0\x7f'
refused "a scale that is NaN" "${first_scale% *}"
patched 's/(\.scale\x01\0\0\0.{8}\0\0\0\0)(.{8})(.*?\.scale\x01\0\0\0.{8}\0\0\0\0).{8}/$1$2$3$2/s'
refused "two tensors at one place" 'overlap'

# Faults that only --verify finds.
weights=$(offsets | grep '\.weight ' | head -n 1)
poke "$((${weights##* } + 7))" '\x80'
run inspect --verify "$bad"
says "--verify finds a weight of -128" 1 "$bad: .*${weights% *}"
poke "$((${weights##* } + 7))" '\x13\x11\x12'
run inspect --verify "$bad"
says "--verify finds changed bytes" 1 "^translate: $bad: "
run inspect --verify "$MODEL"
is "--verify passes the shipped model" "$status $(cat "$TMP/err")" "0 "

# ---- Things that are not files

rm "$bad"
refused "a missing file" 'No such file or directory'
mkdir "$bad"
refused "a directory" 'is a directory'
rmdir "$bad"
mkfifo "$bad"
refused "a FIFO" 'is not a regular file'
rm "$bad"
if [ "$(id -u)" = 0 ]; then
    skip "a file one may not read" "running as root"
else
    cp "$MODEL" "$bad"
    chmod 0 "$bad"
    refused "a file one may not read" 'Permission denied'
fi

# ---- What a good model is asked for in vain

smoke=../shared/fixtures/marian-tiny-smoke
if [ -r $smoke/model.npz ]; then
    run convert -f en -t de --type float32 --vocab $smoke/vocab.spm -o "$TMP/float.gguf" \
        $smoke/model.npz
    says "convert says what it found" 0 "^translate: $smoke/model.npz: marian: .* float32\$"
    echo old > "$TMP/old.gguf"
    ln -s old.gguf "$TMP/link.gguf"
    run convert -f en -t de --type float32 --vocab $smoke/vocab.spm -o "$TMP/link.gguf" \
        $smoke/model.npz
    check "behind a symbolic link, convert writes the file" cmp "$TMP/old.gguf" "$TMP/float.gguf"
    check "and leaves the link" test -L "$TMP/link.gguf"
    run --precision int8 -m "$TMP/float.gguf" < "$TMP/hello"
    says "int8 products of float32 weights" 1 'int8'
else
    skip "int8 products of float32 weights" "no $smoke"
fi
lacked=neon
[ "$(uname -m)" != aarch64 ] || lacked=avx2
run --cpu $lacked < "$TMP/hello"
says "an instruction set that the machine lacks" 1 "--cpu $lacked: this machine does not have it"

# ---- Lines that do not fit

patched 's/(nmt\.max_source_length.{4}).{4}/$1\x03\0\0\0/s'
printf 'Hello \360\237\234\201 and more.\nHi.\n' > "$TMP/lines"
run -m "$bad" -j 1 --raw "$TMP/lines"
like "a character that exceeds the limit" "$(cat "$TMP/err")" "lines:1: a single character exceeds"
is "stops its own line only" "$(sed -n 1p "$TMP/out")$(wc -l < "$TMP/out")$status" 23
like "and not the next" "$(sed -n 2p "$TMP/out")" .

# ---- convert

run convert -f en -t de --vocab "$TMP/nowhere.spm" -o "$TMP/new.gguf" "$TMP/nowhere.npz"
says "convert names a missing file" 1 "$TMP/nowhere\.(spm|npz): No such file"
echo nonsense > "$TMP/text.npz"
run convert --format marian -f en -t de --vocab "$TMP/text.npz" -o "$TMP/new.gguf" "$TMP/text.npz"
says "convert names a file of another kind" 1 "^translate: $TMP/text.npz: "
is "and writes nothing" "$(ls "$TMP"/new.gguf* 2>&-)" ""
run convert -o "$TMP/new.gguf" "$MODEL"
says "convert tells a model that needs it no more" 1 "^translate: $MODEL: is a model of this program already; .*--export FILE --type int8"

done_testing
