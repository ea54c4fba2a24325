#!/bin/sh
# mpi.t - training by several processes with each MPI that is here: one file, whoever dies meanwhile.
. tests/cli/tap.sh
. tests/cli/mpi.sh

kinds=
for kind in ompi mpich; do
    program=$(ls "$BUILD/tests/mpi/$kind"*/translate-train-mpi 2> /dev/null)
    if use_mpi $kind "$program"; then kinds="$kinds $kind"; else skip "$kind" "it is not installed"; fi
done
use() { use_mpi "$1" "$PWD/$(ls "$BUILD/tests/mpi/$1"*/translate-train-mpi)"; }

# ---- Any number of processes, any MPI

for kind in $kinds; do
    use $kind
    for n in 1 2 4 8; do
        together $n $TINY --steps 20 "$TMP/text.tsv" -o "$TMP/$kind.$n.gguf"
        is "$n processes of $kind train" "$status" 0
    done
done
[ -z "$kinds" ] || check "to one file, whatever the MPI and the number" one_file "$TMP"/*.gguf

# ---- Ten deaths each: which of the processes, when, and how many go on, the turn decides

long="$TINY --optimizer adam --steps 300 --cooldown 10"
run train --shards 8 $long "$TMP/text.tsv" -o "$TMP/lives.gguf"
steps() { cat "$TMP/$1.gguf.log" 2> /dev/null | wc -l; }

die() { # KIND TURN
    name=$1.dies.$2
    n=$((2 << $2 % 3)) again=$((1 << ($2 * 7 + 1) % 4))
    begin $n $long "$TMP/text.tsv" -o "$TMP/$name.gguf"
    for try in $(seq 600); do
        [ -s "$TMP/$name.gguf.train" ] && [ "$(steps "$name")" -ge $(($2 % 10 * 3)) ] && break
        kill -0 $mpi 2> /dev/null || break
        sleep 0.05
    done
    victim=$(ranks_of "$name" | sed -n "$(($2 * 3 % n + 1))p")
    at=$(steps "$name")
    kill -9 "$victim"
    wait $mpi
    first=$?
    said=$(cat "$TMP/err" "$TMP/out")
    check "$1, death $2: of $n processes, one dies (status $first)" test $first != 0
    like "... with a sentence" "$said" "--resume goes on from the last checkpoint|BAD TERMINATION|exited on signal 9"
    is "... and no model" "$([ -e "$TMP/$name.gguf" ]; echo $?)" 1
    together $again -q -j 1 --resume "$TMP/$name.gguf.train"
    is "... $again go on from line $at of the log" "$status" 0
    check "... to the same file" cmp "$TMP/$name.gguf" "$TMP/lives.gguf"
}

for kind in $kinds; do
    use $kind
    for turn in $(seq 0 $(($(amount 1 10) - 1))); do
        die $kind $turn
    done
done
done_testing
