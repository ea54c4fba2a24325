#!/bin/sh
# bench.t - the programs of bench/ say in a sentence what they lack, and need no file from outside the tree.
. tests/cli/tap.sh

if ! command -v python3 > /dev/null; then
    echo "1..0 # SKIP there is no python3"
    echo "skipped: $0: there is no python3" >&2
    exit 0
fi
PYTHONDONTWRITEBYTECODE=1
export PYTHONDONTWRITEBYTECODE

sentence() { # NAME RE COMMAND...: it fails with one line that matches
    sentence_name=$1 sentence_re=$2
    shift 2
    "$@" > "$TMP/out" 2> "$TMP/err" < /dev/null
    sentence_status=$?
    like "$sentence_name" "$sentence_status $(grep -c . "$TMP/err") $(cat "$TMP/err")" "^[12] 1 $sentence_re"
}

sentence "a text that is not there" 'peers.py: --text /nowhere: No such file' python3 bench/peers.py --text /nowhere
: > "$TMP/empty"
sentence "a text without text" 'peers.py: --text .*: no line has text' python3 bench/peers.py --text "$TMP/empty"
sentence "a Python that lacks a module" 'peers.py: .* lacks .*ctranslate2.*: .* -m pip install' \
    python3 -S bench/peers.py
sentence "a Python that is not there" 'firefox_peers.py: --bergamot /nowhere: No such file' \
    python3 bench/firefox_peers.py --bergamot /nowhere --fxtranslate /nowhere
sentence "a folder without test sets" 'glossary.py: .* has no newstest2014.en' python3 bench/glossary.py --data "$TMP"
sentence "words of no text" 'bench/words.sh: /nowhere cannot be read' env PROGRAM="$T" bench/words.sh en-de /nowhere

outside() { ! grep -rn '[.][.]/shared' bench Makefile; }
check "nothing is looked for outside of the tree" outside

done_testing
