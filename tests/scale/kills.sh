# kills.sh - work on parts whose processes are killed; after tests/cli/tap.sh.
#
#   prepare LINES          makes text, and whole, its translation; $OPTIONS are those of both
#   attack NAME TURN COMMAND..  runs the command, and kills one of its processes: which one, how and
#                          when, TURN decides.  Passes if the command ends with status 0 and out/ has
#                          the whole, or if it says that it has not; then again, until it has.
#
# $TRANSLATE notes its process for each part.  out/ is what the command makes.

OPTIONS="-m $PWD/$MODEL -b 4"
RECIPES=$PWD/examples/scale
N_PARTS=6

prepare() {
    cat > "$TMP/noted" <<-END
	#!/bin/sh
	case "\$*" in *--part*) echo \$\$ >> "$TMP/processes" ;; esac
	exec "$T" "\$@"
	END
    chmod +x "$TMP/noted"
    TRANSLATE=$TMP/noted
    export TRANSLATE
    perl -e 'print "The house number $_ is old, and its garden is large.\n" for 1 .. $ARGV[0]' "$1" > text
    "$T" $OPTIONS -q -o whole text
}

is_whole() {
    [ "$(ls out/part-????? 2>&- | wc -l)" = $N_PARTS ] && cat out/part-????? | cmp -s - whole
}

# Waits until so many parts have begun, and prints the process of the last of them.
begun() { # HOW_MANY
    for try in $(seq 600); do
        [ "$(wc -l < processes)" -ge "$1" ] && break
        sleep 0.05
    done
    sed -n "$1p" processes
}

kill_one() { # TURN PROCESS_OF_THE_COMMAND
    victim=$(begun $(($1 * 5 % N_PARTS + 1)))
    signal=KILL
    [ $(($1 % 4)) = 3 ] && signal=TERM
    sleep 0.$(($1 * 37 % 4))
    [ $(($1 % 5)) != 4 ] || victim=$2
    kill -$signal "$victim" 2>&- && echo "$signal" > killed
}

attack() { # NAME TURN COMMAND..
    name=$1 turn=$2
    shift 2
    rm -rf out killed
    : > processes
    "$@" > said 2>&1 &
    process=$!
    kill_one "$turn" $process
    wait $process 2>&-
    first=$?
    if [ $first = 0 ] && ! is_whole; then
        failed "$name, kill $turn: status 0, and it is not whole" "$(cat said)"
        return
    fi
    for try in 1 2 3; do
        [ $first = 0 ] && break
        settle
        "$@" > said 2>&1 && break
    done
    check "$name, kill $turn ($(cat killed 2>&- || echo none)): status $first, then whole" is_whole
    is "... and nothing else" "$(ls out | grep -v '^part-[0-9]*\(\.manifest\)*$')" ""
}

# Processes that outlived the one that had begun them end by themselves.
settle() {
    for p in $(cat processes); do
        while kill -0 "$p" 2>&-; do sleep 0.1; done
    done
}
