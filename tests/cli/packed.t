#!/bin/sh
# packed.t - lines and JSON lines that gzip, xz or zstd has compressed, read and written.
. tests/cli/tap.sh
need_model

{ echo 'The cat sleeps.'; seq 3000 3100 | while read -r n; do echo "$n"; done; echo 'Can you help me?'; } > "$TMP/en"
cd "$TMP" || exit 1
"$T" en > de
printf '{"id":1,"text":"The cat sleeps."}\n{"id":2,"text":"Good morning!"}\n' > en.jsonl
"$T" -o de.jsonl en.jsonl
head -c 20000000 /dev/zero > zeros
for i in 1 2 3 4 5 6 7 8 9 10; do cat zeros; done > many_zeros

# ---- Each way

each() { # NAME ENDING: NAME compresses and, with -d, unpacks
    if ! command -v "$1" > /dev/null; then
        skip "$1" "it is not installed"
        return
    fi
    if ! "$T" -o "probe$2" en 2> err; then
        check "$1: that it is left out is told" grep 'built without' err
        skip "$1" "it was not installed when this was built"
        return
    fi
    $1 -c en > "en$2"
    cp "en$2" packed
    "$T" "en$2" > out
    check "$1: is read" cmp out de
    "$T" packed > out
    check "$1: by its first bytes, whatever its name is" cmp out de
    "$T" < packed > out
    check "$1: from standard input" cmp out de
    { head -c 3 packed; sleep 0.2; tail -c +4 packed; } | "$T" > out
    check "$1: as it comes" cmp out de
    cat packed packed > twice
    cat de de > wanted
    "$T" twice > out
    check "$1: members one after the other are one text" cmp out wanted
    "$T" en "en$2" > out
    check "$1: beside a plain file" cmp out wanted
    { cat packed; head -c 1024 zeros; } > padded
    "$T" padded > out
    check "$1: zeros behind the end are padding" cmp out de

    # What is wrong is status 1, and no file appears.
    for n in 8 20 40 100; do
        head -c "$n" packed > "cut$2"
        rm -f short
        run -o short "cut$2"
        says "$1: cut after $n bytes" 1 "^translate: cut$2: is compressed, and its end is missing"
        check "$1: no file then" test ! -e short
    done
    head -c "$(($(wc -c < packed) - 1))" packed > "cut$2"
    run "cut$2"
    says "$1: its last byte is missing" 1 "cut$2: is compressed, and its end is missing"
    run - < "cut$2"
    says "$1: of standard input, too" 1 'stdin: is compressed, and its end is missing'
    head -c 2 packed > "begun$2"
    run "begun$2"
    says "$1: not even its first bytes are whole" 1 "begun$2: is "
    : > "empty$2"
    run "empty$2"
    says "$1: nothing under a name that promises it" 1 "empty$2: is not compressed, as its name says"
    cp en "plain$2"
    run "plain$2"
    says "$1: plain text under such a name" 1 "plain$2: is not compressed, as its name says"
    { cat packed; head -c 100 en; } > trailed
    run -o short trailed
    says "$1: what comes behind the end" 1 'trailed: is compressed, and what comes after its end is not'
    check "$1: no file then, either" test ! -e short
    { head -c 20 packed; printf 'xxxxxxxxxxxx'; tail -c +33 packed; } > damaged
    run damaged
    is "$1: damaged bytes" "$status" 1

    # Written by the ending.
    "$T" -o "de$2" en
    check "$1: is written by the ending of -o" sh -c "$1 -dc 'de$2' | cmp - de"
    "$T" -o "both$2" packed
    check "$1: read and written" cmp "both$2" "de$2"
    "$T" -o /dev/null "de$2" 2> /dev/null
    is "$1: and is read again" $? 0
    "$T" --json -o "json$2" en
    "$T" --json en > wanted
    check "$1: JSON, too" sh -c "$1 -dc 'json$2' | cmp - wanted"
    "$T" -o "none$2" /dev/null
    is "$1: of nothing, a file that holds nothing" "$($1 -dc "none$2" | wc -c)" 0
    ln -sf /dev/full "full$2"
    run -o "full$2" en
    says "$1: a full disk" 1 "full$2: No space left"
    mkfifo "pipe$2"
    head -c 1 "pipe$2" > /dev/null &
    run -o "pipe$2" --json en en en en en en en en
    is "$1: a reader that goes is no hang" "$([ "$status" -le 1 ] && echo yes)" yes

    # JSON lines are a document.
    $1 -c en.jsonl > "en.jsonl$2"
    cp "en.jsonl$2" nameless
    "$T" "en.jsonl$2" > out
    check "$1: a document is read by its name" cmp out de.jsonl
    "$T" nameless > out
    check "$1: and by its first bytes" cmp out de.jsonl
    "$T" -o "de.jsonl$2" en.jsonl
    check "$1: and written" sh -c "$1 -dc 'de.jsonl$2' | cmp - de.jsonl"
    head -c 40 nameless > "cut.jsonl$2"
    run -o short "cut.jsonl$2"
    says "$1: a document that is cut short" 1 "cut.jsonl$2: is compressed, and its end is missing"
    check "$1: is no short file" test ! -e short
    cp en.jsonl "plain.jsonl$2"
    run "plain.jsonl$2"
    says "$1: a document that is not compressed" 1 "plain.jsonl$2: is not compressed"
    "$T" -q --suffix de "en.jsonl$2"
    check "$1: a suffix stands before both endings" sh -c "$1 -dc 'en.de.jsonl$2' | cmp - de.jsonl"
    "$T" segments "en.jsonl$2" > out
    "$T" segments en.jsonl > wanted
    check "$1: segments of it" cmp out wanted
    mkdir "folder$2"
    cp "en$2" "folder$2/a$2"
    "$T" -q --output-dir "out$2" "folder$2"
    check "$1: in a folder it is copied" cmp "out$2/a$2" "en$2"

    # However much it holds.
    $1 -c < many_zeros > bomb
    small="$1: what is packed small takes no memory"
    case $VARIANT in
    asan | tsan) skip "$small" "the sanitizer reserves addresses" ;;
    *)
        (ulimit -v 700000; run -o bomb.out bomb; exit "$status")
        is "$small" $? 1
        like "$1: and is told" "$(cat err)" 'bomb: has a line of more than 16 MB'
        ;;
    esac
}
each gzip .gz
each xz .xz
each zstd .zst

# ---- The rest

gzip -c en > en.gz
tar cf - en | gzip -c > en.tar.gz
run en.tar.gz
says "an archive within" 1 'en.tar.gz: is an archive, not text'
gzip -c en.gz > twice.gz
run twice.gz
says "compressed twice" 1 'twice.gz: is compressed; zcat unpacks it'
run --resume -o de.gz en
says "--resume has to read what it wrote" 1 'resume cannot go on with what is compressed'
"$T" tokenize en > wanted
"$T" tokenize en.gz > out
check "tokenize reads it, too" cmp out wanted
"$T" -o DE.GZ en
check "an ending in capitals" sh -c 'gzip -dc < DE.GZ | cmp - de'
printf '(\n(a\n\037 b\n' > marks
"$T" marks > out
is "text that begins like it is text" "$(wc -l < out)" 3
done_testing
