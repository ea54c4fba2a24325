# toy.sh - for tests of training: words of letters with blanks between, what is to be learnt, and runs that
# are ended before their end.  After tap.sh.
#
#   toy_pairs N SEED [FIRST]   N pairs of three to seven letters a .. j, and the same from behind;
#                              with FIRST, both begin with that letter
#   begin MODEL OPTIONS...     starts `translate train -q -o MODEL OPTIONS`, and waits until it has written
#                              its first checkpoint; $process.  Its messages go to MODEL.err
#   end SIGNAL                 sends the signal to it, and waits; $status
#   saved MODEL                the step of its last checkpoint
#
# A run that is to be killed has many more steps than it will get to: how fast the machine is then does not
# matter.  To go on from its checkpoint with --cooldown N gives the file of a run that was planned to end N
# steps after it.

toy_pairs() {
    awk -v wanted="$1" -v seed="$2" -v first="${3-}" 'BEGIN {
        srand(seed)
        while (n < wanted) {
            len = 3 + int(rand() * 5); a = ""; b = ""
            for (i = 0; i < len; i++) { c = substr("abcdefghij", 1 + int(rand() * 10), 1); a = a c " "; b = c " " b }
            sub(/ $/, "", a); sub(/ $/, "", b)
            if (a == b || seen[a]++) continue
            print (first ? first " " a "\t" first " " b : a "\t" b)
            n++
        }
    }'
}

begin() {
    begun=$1
    shift
    "$T" train -q -o "$begun" "$@" 2> "$begun.err" &
    process=$!
    for i in $(seq 6000); do
        [ -e "$begun.train" ] && return
        sleep 0.02
    done
}

end() {
    kill -"$1" $process
    wait $process 2> /dev/null
    status=$?
}

saved() {
    grep -a -o '^progress.step [0-9]*' "$1.train" | cut -d ' ' -f 2
}
