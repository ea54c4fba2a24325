#!/bin/sh
# train_mpi.t - several processes train one model: its bits do not depend on their number.
. tests/cli/tap.sh
. tests/cli/mpi.sh
program=$(dirname "$T")/translate-train-mpi
if [ ! -x "$program" ] || ! use_mpi "$(mpi_of "$program")" "$T" train; then
    echo "1..0 # SKIP there is no translate-train-mpi, or no mpirun of its MPI"
    exit 0
fi
tiny=$TINY
head -n 300 "$TMP/text.tsv" > "$TMP/general.tsv"

for optimizer in muon adam; do
    run train --shards 8 $tiny --optimizer $optimizer --steps 20 "$TMP/text.tsv" -o "$TMP/$optimizer.0.gguf"
    for n in 1 2 8; do
        together $n $tiny --optimizer $optimizer --steps 20 "$TMP/text.tsv" -o "$TMP/$optimizer.$n.gguf"
        is "$n processes train with $optimizer" "$status" 0
    done
    check "to one file, which is that of one process alone" one_file "$TMP/$optimizer".[0128].gguf
done
run train $tiny --steps 20 "$TMP/text.tsv" -o "$TMP/one.gguf"
check "the number of shards is another recipe" sh -c '! cmp -s "$1" "$2"' - "$TMP/one.gguf" "$TMP/muon.0.gguf"

# ---- Adapting a model

adapt="--from $TMP/muon.0.gguf --general $TMP/general.tsv --steps 6 --batch 100 -q -j 1"
run train --shards 8 $adapt "$TMP/text.tsv" -o "$TMP/adapted.0.gguf"
together 4 $adapt "$TMP/text.tsv" -o "$TMP/adapted.4.gguf"
is "four processes adapt a model" "$status" 0
check "to the file of one alone" one_file "$TMP/adapted.0.gguf" "$TMP/adapted.4.gguf"

# ---- A process that dies; going on with another number

# begin_long FILE: a long run that has saved a checkpoint.
begin_long() {
    begin 4 $long "$TMP/text.tsv" -o "$1"
    for try in $(seq 600); do
        [ -s "$1.train" ] && break
        sleep 0.05
    done
}

# Open MPI asks the others to end and kills them 6 ms later: then its own sentence stands alone.
long="$tiny --optimizer adam --steps 400 --cooldown 10"
begin_long "$TMP/dies.gguf"
kill -9 "$(ranks_of dies.gguf | tail -n 1)"
wait $mpi
is "where one of four dies, the run fails" "$([ $? -ne 0 ] && echo yes)" yes
like "with a sentence" "$(cat "$TMP/err" "$TMP/out")" \
    "--resume goes on from the last checkpoint|exited on signal 9|BAD TERMINATION"
is "nothing is left but the checkpoint" "$([ -e "$TMP/dies.gguf" ]; echo $?)" 1
together 2 -q -j 1 --resume "$TMP/dies.gguf.train"
is "two processes go on" "$status" 0
run train --shards 8 $long "$TMP/text.tsv" -o "$TMP/lives.gguf"
check "to the same file" one_file "$TMP/dies.gguf" "$TMP/lives.gguf"

begin_long "$TMP/asked.gguf"
kill "$(ranks_of asked.gguf | head -n 1)"
wait $mpi
is "where the first is asked to end, the run fails" "$([ $? -ne 0 ] && echo yes)" yes
like "it says how to go on" "$(cat "$TMP/err")" "--resume goes on from the last checkpoint"

# ---- What cannot be

together 2 $tiny "$TMP/text.tsv" -o "$TMP/x.gguf"
like "the number of steps has to be said" "$status $(cat "$TMP/err")" "^2 .*--mpi needs --steps"
is "once" "$(grep -c 'needs --steps' "$TMP/err")" 1
OMPI_COMM_WORLD_SIZE=2 PMI_SIZE=2 "$T" train --mpi $tiny --steps 5 "$TMP/text.tsv" -o "$TMP/x.gguf" 2> "$TMP/err" < /dev/null
like "the launcher of another MPI is told of" "$? $(cat "$TMP/err")" "^1 .*2 processes were started, and each is alone"
together 3 $tiny --steps 5 "$TMP/text.tsv" -o "$TMP/x.gguf"
like "three processes cannot share eight shards" "$status $(cat "$TMP/err")" "^1 .*3 processes cannot share 8 shards"
run train --shards 6 $tiny --steps 5 "$TMP/text.tsv" -o "$TMP/x.gguf"
like "six are no power of two" "$status $(cat "$TMP/err")" "^1 .*6 shards are no power of two"
together 2 $tiny --steps 5 "$TMP/nothing.tsv" -o "$TMP/x.gguf"
like "a text that is not there" "$status $(cat "$TMP/err")" "^1 .*nothing.tsv"
is "is told of once" "$(grep -c nothing.tsv "$TMP/err")" 1
done_testing
