#!/bin/sh
# last_step.t - how a complete output takes the place of an earlier file, and what it never takes.
. tests/cli/tap.sh
need_model

cp "$MODEL" "$TMP/model.gguf"
cd "$TMP" || exit 1
echo 'Hello.' > hello
run -m model.gguf hello
hello=$(cat out)
chmod 755 .

# As somebody who is not root; where that is not to be had, as whoever runs this.
as_somebody() {
    if [ "$(id -u)" != 0 ]; then "$@"; else setpriv --reuid 65534 --regid 65534 --clear-groups "$@"; fi
}
can_be_somebody() { as_somebody test -x "$T" -a -r "$TMP/model.gguf" 2>&-; }
if can_be_somebody; then
    umask 022
    mkdir fixed sticky
    chmod 1777 sticky
    for f in fixed/file sticky/file; do
        echo old > $f
        chmod 666 $f
    done
    chmod 555 fixed
    for f in fixed/file sticky/file; do
        as_somebody "$T" -m model.gguf -o $f hello > out 2> err
        status=$?
        is "a file in a folder that may not be changed gets its text: $f" "$status$(cat $f err)" "0$hello"
    done
    chmod 444 fixed/file
    as_somebody "$T" -m model.gguf -o fixed/file hello > out 2> err
    status=$?
    says "but not a file that may not be written" 1 'fixed/file: Permission denied'
    is "nothing else is there" "$(ls fixed sticky)" "fixed:
file

sticky:
file"
else
    skip "a file in a folder that may not be changed gets its text" "no other user can be taken"
fi

mounts() { # a file in the place of another, as containers have it
    mount --bind below above 2>&-
}
echo old > below
: > above
if mounts; then
    run -m model.gguf -o above hello
    umount above
    is "a mounted file gets its text" "$status$(cat below err; ls above* below*)" "0$hello
above
below"
else
    skip "a mounted file gets its text" "nothing can be mounted here"
fi

echo old > name
ln name other
run -m model.gguf -o name hello
is "a file of two names keeps both" "$status$(cat other err)" "0$hello"
echo '<p>Hello.</p>' > name
run -m model.gguf --format html --in-place name
is "in place, too" "$status$(cat other err)" "0<p>$hello</p>"

small_disk() { # of 600 kB, whose file system takes no room by a call; 510 kB are full
    command -v mkfs.ext2 > /dev/null 2>&1 || PATH=$PATH:/sbin:/usr/sbin
    head -c 600000 /dev/zero > disk.img && mkfs.ext2 -q -m 0 -b 1024 disk.img 2>&- &&
        mkdir disk && mount -o loop disk.img disk 2>&-
}
if small_disk; then
    yes OLD | head -c 9000 > disk/name
    ln disk/name disk/other
    head -c 516000 /dev/zero > disk/fill 2>&-
    perl -e 'print "The old house $_ is here and there.\n" for 1 .. 1200' > many
    before=$(cksum < disk/other)
    run -b 1 -m model.gguf -o disk/name many
    is "a full disk leaves the earlier file of two names whole" "$status $(cksum < disk/other)" "1 $before"
    umount disk
else
    skip "a full disk leaves the earlier file of two names whole" "nothing can be mounted here"
fi
if chown 65534 other 2>&-; then
    chmod 6755 other
    rm name
    run -m model.gguf -o other hello
    like "no output runs as its owner" "$(ls -l other)" '^-rwxr-xr-x.* (nobody|65534) '
else
    skip "no output runs as its owner" "files cannot be given away"
fi

# ---- Files in use

printf 'house\tHaus\n' > glossary.tsv
ln model.gguf model2.gguf
ln -s glossary.tsv glossary2.tsv
before=$(cat model.gguf glossary.tsv | cksum)
run -m model.gguf -o model.gguf hello
says "-o does not replace the model" 1 '^translate: model.gguf: is the model in use, which the output would replace$'
run -m model.gguf -o model2.gguf hello
says "by another name neither" 1 '^translate: model2.gguf: is the model in use'
run -m model.gguf --glossary glossary.tsv -o glossary2.tsv hello
says "nor the glossary" 1 '^translate: glossary2.tsv: is the glossary in use'
run -m model.gguf --glossary glossary.tsv --format html --in-place glossary.tsv
says "in place neither" 1 '^translate: glossary.tsv: is the glossary in use'
run evaluate -m model.gguf hello hello -o model.gguf
says "nor in evaluate" 1 '^translate: model.gguf: is the model in use'
run evaluate -m model.gguf hello hello -o hello
says "whose texts stay, too" 1 '^translate: hello: is an input in use'
run explain -m model.gguf hello --svg model2.gguf
says "nor in explain" 1 '^translate: model2.gguf: is the model in use'
for i in $(seq 20); do cp hello reference$i; done
run evaluate -m model.gguf -o reference18 hello reference*
says "not even if they are many" 1 '^translate: reference18: is an input in use'
printf 'Some words.\n' > d.md
run segments -o d.md d.md
says "nor in segments" 1 '^translate: d.md: is the document in use'
"$T" segments -t de d.md > d.seg
run splice -o d.seg d.md d.seg
says "nor in splice" 1 '^translate: d.seg: is a list of segments in use'
run explain -m model.gguf -o hello hello
says "nor a text that is explained" 1 '^translate: hello: is the text in use'
is "they are as they were" "$(cat model.gguf glossary.tsv | cksum)" "$before"
if "$T" -m model.gguf --memory memory.db --memory-add hello > out 2> err; then
    run -m model.gguf --memory memory.db -o memory.db hello
    says "nor the memory" 1 '^translate: memory.db: is the memory in use'
else
    skip "nor the memory" "$(cat err)"
fi
run -m model.gguf --memory :memory: --memory-add hello
is "a memory may have any name" "$status$(cat out err; ls :memory:)" "0$hello
:memory:"
mkfifo memory.db-wal
run -m model.gguf --memory memory.db hello
says "a pipe beside a memory does not hold the program up" 1 'memory.db: '
rm memory.db-wal
mkfifo memory.db-journal
run -m model.gguf --memory memory.db hello
says "in the place of its journal neither" 1 'memory.db: .*no journal'
rm memory.db-journal
perl -e '
    print "<?xml version=\"1.0\"?><!DOCTYPE tmx [<!ENTITY a \"", "x" x 100, "\">";
    print "<!ENTITY ", chr(ord("a") + $_), " \"", ("&" . chr(ord("a") + $_ - 1) . ";") x 10, "\">" for 1 .. 4;
    print "]><tmx version=\"1.4\"><header srclang=\"en\"/><body><tu><tuv xml:lang=\"en\"><seg>Hello.</seg></tuv>",
        "<tuv xml:lang=\"de\"><seg>", "&e;" x 2, "</seg></tuv></tu></body></tmx>"' > bomb.tmx
run -m model.gguf --memory bomb.tmx hello
is "a memory says no more than a model can have said" "$(cat out)" "$hello"

# ---- A model that is cut short while it is in use

# Translates from a FIFO; when the first line is there, the model is cut.
cut_short() { # OPTIONS...
    cp model.gguf cut.gguf
    [ -p fifo ] || mkfifo fifo
    rm -f first
    "$T" -m cut.gguf "$@" fifo > first 2> err &
    program=$!
    exec 3<> fifo
    for try in $(seq 300); do
        echo 'Hello.' >&3
        [ -s first ] && break
        [ -e /proc/$program/fd ] && find -L /proc/$program/fd -type f -links 0 -size +0 2>&- | grep -q . && break
        sleep 0.1
    done
    : > cut.gguf
    echo 'The old house.' >&3
    exec 3>&-
    wait $program
    status=$?
}
if [ "$VARIANT" != release ]; then
    skip "a model that is cut short" "a sanitizer takes the signal first"
else
    for threads in 1 2; do
        cut_short -j $threads
        says "a model that is cut short ends the program, with $threads threads" 1 \
            "cut.gguf: was cut short or became unreadable while it was in use\$"
    done
    echo old > kept
    cut_short -j 2 -o kept
    says "with an output, too" 1 'cut.gguf: was cut short'
    is "which stays as it was" "$(cat kept; ls kept*)" "old
kept"
fi

# ---- A model that is written to while it is in use

# Translates two lines from a FIFO; after the first, this is done to the model.
meanwhile() { # COMMAND
    cp model.gguf used.gguf
    [ -p fifo ] || mkfifo fifo
    rm -f first said.db
    "$T" -m used.gguf $memory fifo > first 2> err &
    program=$!
    exec 3> fifo
    echo 'Hello.' >&3
    for try in $(seq 300); do
        [ -s first ] && break
        sleep 0.1
    done
    eval "$1"
    echo 'The old house.' >&3
    exec 3>&-
    wait $program
    status=$?
}
cat > other_bytes.pl << 'END' # the same size, other weights
open(F, "+<", "used.gguf"); seek(F, (-s F) - 500000, 0); print F "x" x 400000;
END
echo 'The old house.' > old
run -m model.gguf old
both="$hello
$(cat out)"
memory=
if "$T" -m model.gguf --memory said.db --memory-add hello > /dev/null 2>&1; then
    memory='--memory said.db --memory-add'
fi
meanwhile 'perl other_bytes.pl'
says "a model that is written to ends the program" 1 \
    '^translate: used.gguf: was changed while it was in use; a new model is to be moved into its place$'
is "what was translated before is written" "$(cat first)" "$hello"
if [ "$memory" ]; then
    is "and nothing else is in the memory" "$("$T" memory list said.db | wc -l)" 1
else
    skip "and nothing else is in the memory" "there is no store"
fi
memory=
meanwhile 'cp model.gguf new.gguf; mv new.gguf used.gguf'
is "a model that another one takes the place of stays in use" "$status$(cat first err)" "0$both"
meanwhile 'rm used.gguf'
is "one that is removed, too" "$status$(cat first err)" "0$both"

# ---- Small stacks

small_stack() { # of 64 KiB, which threads would take from the system
    (
        ulimit -s 64 || exit 1
        exec "$T" "$@" > out 2> err
    )
}
printf '<p>The old house costs $1,234.50.</p>\n' > page.html
for args in '-j 2 -b 4 hello' '-j 2 --glossary glossary.tsv hello' '-j 2 -n 3 hello' \
    '--json --alignment soft hello' '-j 2 page.html -o -' '--sample all hello' '-n 4 --diverse 2 hello'; do
    check "a stack of 64 KiB suffices: $args" small_stack -m model.gguf $args
done
for args in 'explain -m model.gguf hello --text' 'score -m model.gguf hello hello' \
    'tokenize -m model.gguf hello' 'inspect model.gguf --verify' 'segments page.html' models; do
    check "a stack of 64 KiB suffices: $args" small_stack $args
done

done_testing
