# tap.sh - for the black-box tests: a test file sources it from the root of the tree.
#
#   run ARGS...           runs the program; its output is then in $TMP/out and $TMP/err, its exit
#                         status in $status.  Standard input is the caller's.
#   check NAME COMMAND... passes if the command succeeds; what it prints shows up if it does not
#   is NAME GOT WANTED    passes if the two texts are the same
#   like NAME TEXT RE     passes if a line of the text matches the extended regular expression
#   says NAME STATUS RE   passes if the last run ended with the status and said one sentence on
#                         stderr, "translate: ...", which matches RE
#   skip NAME REASON
#   amount N ALL          N, or ALL where TEST_LONG is set: of what takes long
#   has_terminal          whether script(1) can make a terminal
#   need_model            ends the whole file as skipped where the shipped model is missing
#   done_testing
#
# $TMP is removed at the end.  No model of the user's can get in the way.

BUILD=${BUILD:-build/release}
VARIANT=${VARIANT:-release}
T=$PWD/$BUILD/translate
case $BUILD in /*) T=$BUILD/translate ;; esac
TMP=$(mktemp -d)
trap 'chmod -R u+rwX "$TMP"; rm -rf "$TMP"' EXIT
trap 'exit 1' HUP INT TERM

unset TRANSLATE_MODELS TRANSLATE_MODEL TRANSLATE_INDEX NO_COLOR
XDG_DATA_HOME=$TMP/data XDG_CACHE_HOME=$TMP/cache XDG_CONFIG_HOME=$TMP/config NO_HINTS=1
export XDG_DATA_HOME XDG_CACHE_HOME XDG_CONFIG_HOME NO_HINTS
MODEL=$(ls models/en-de-tiny/*.gguf 2>/dev/null | head -n 1)

tests_run=0 tests_failed=0 status=0

passed() {
    tests_run=$((tests_run + 1))
    echo "ok $tests_run - $1"
}

failed() { # the rest is shown, line by line
    tests_run=$((tests_run + 1)) tests_failed=$((tests_failed + 1))
    echo "not ok $tests_run - $1"
    shift
    printf '%s\n' "$@" | sed 's/^/# /'
}

check() {
    check_name=$1
    shift
    if check_output=$("$@" 2>&1); then
        passed "$check_name"
    else
        failed "$check_name" "$check_output"
    fi
}

is() {
    if [ "$2" = "$3" ]; then passed "$1"; else failed "$1" "got:    $2" "wanted: $3"; fi
}

like() {
    if printf '%s\n' "$2" | grep -Eq -e "$3"; then
        passed "$1"
    else
        failed "$1" "got: $2" "no match for: $3"
    fi
}

run() {
    "$T" "$@" > "$TMP/out" 2> "$TMP/err"
    status=$?
}

says() {
    said=$(cat "$TMP/err")
    if [ "$status" != "$2" ]; then
        failed "$1" "status $status, wanted $2" "$said"
    elif [ "$(printf '%s\n' "$said" | grep -c .)" != 1 ]; then
        failed "$1" "not one sentence: $said"
    elif ! printf '%s\n' "$said" | grep -q '^translate: '; then
        failed "$1" "does not start with the program's name: $said"
    else
        like "$1" "$said" "$3"
    fi
}

skip() {
    tests_run=$((tests_run + 1))
    echo "ok $tests_run - $1 # SKIP $2"
    echo "skipped: $1: $2" >&2
}

amount() {
    if [ "${TEST_LONG-}" ]; then echo "$2"; else echo "$1"; fi
}

has_terminal() {
    script -qec true /dev/null < /dev/null > /dev/null 2>&1
}

need_model() {
    if [ -z "$MODEL" ]; then
        echo "1..0 # SKIP there is no model in models/en-de-tiny"
        echo "skipped: $0: there is no model in models/en-de-tiny" >&2
        exit 0
    fi
}

done_testing() {
    echo "1..$tests_run"
    [ "$tests_failed" = 0 ]
    exit
}
