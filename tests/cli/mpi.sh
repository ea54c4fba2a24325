# mpi.sh - a small training by several processes; after tests/cli/tap.sh.
#
#   mpi_of PROGRAM         prints ompi, mpich, or nothing: the MPI that it is linked with
#   use_mpi KIND PROGRAM [WORD]  takes the launcher of that MPI for PROGRAM WORD; fails if it is not here
#   together NUMBER ARGS.. trains with so many processes: $status, $TMP/out, $TMP/err
#   begin NUMBER ARGS..    the same in the background: $mpi is the launcher's process
#   ranks_of NAME          prints the processes that have NAME among their arguments, first to last
#   one_file FILES..       whether all are the same
#
# $TMP/text.tsv is the text, $TINY the options of a model of some thousand weights.

OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 TMPDIR=$TMP
export OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM TMPDIR
TINY="-f en -t de --pieces 400 --shape 1+1,32,48,2 --batch 200 --dropout 0.2 --every 8 -j 1 -q"

# Sentences that a rule makes.
awk 'BEGIN {
    split("red blue old new big small", a); split("rot blau alt neu gross klein", b)
    split("house dog cat tree book", c); split("Haus Hund Kater Baum Buch", d)
    for (n = 0; n < 900; n++) {
        i = 1 + int(n * 7.3) % 6; j = 1 + int(n * 3.7) % 5; k = 1 + int(n * 1.9) % 6
        print "the " a[i] " " c[j] " number " n " is " a[k] "\tdie Nummer " n " " d[j] " " b[i] " ist " b[k]
    }
}' > "$TMP/text.tsv"

mpi_of() {
    case $(ldd "$1" 2> /dev/null) in
    *libmpich*) echo mpich ;;
    *libmpi.so*) echo ompi ;;
    esac
}

use_mpi() {
    MPI_PROGRAM=$2 MPI_WORD=$3
    case $1 in
    ompi) launcher=$(command -v mpirun.openmpi || command -v mpirun) many="--oversubscribe -np" ;;
    mpich) launcher=$(command -v mpiexec.mpich || command -v mpiexec.hydra || command -v mpiexec) many=-n ;;
    *) return 1 ;;
    esac
    [ -x "$2" ] && [ -n "$launcher" ]
}

# An MPI frees not all it takes: a leak of the trainer is found by the runs without it.
launch() {
    processes=$1
    shift
    exec timeout 300 "$launcher" $many "$processes" env ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0" \
        "$MPI_PROGRAM" $MPI_WORD --mpi "$@" > "$TMP/out" 2> "$TMP/err"
}

together() {
    (launch "$@")
    status=$?
}

begin() {
    launch "$@" &
    mpi=$!
}

ranks_of() {
    pgrep -f "^[^ ]*translate-train-mpi .*$1"
}

one_file() {
    test "$(cat "$@" | wc -c)" -gt 0 && test "$(sha256sum "$@" | cut -d' ' -f1 | sort -u | wc -l)" = 1
}
