#!/bin/sh
# library.t - programs that use the library: examples/, compiled and run; and its binary interface.
. tests/cli/tap.sh

case $BUILD in /*) library=$BUILD ;; *) library=$PWD/$BUILD ;; esac
case $VARIANT in
asan) sanitize=-fsanitize=address,undefined ;;
ubsan) sanitize=-fsanitize=undefined ;;
tsan) sanitize=-fsanitize=thread ;;
coverage) sanitize=--coverage ;;
*) sanitize= ;;
esac
linked="-L$library -l:libtranslate.so.0 -Wl,-rpath,$library"
check "the example in C compiles" ${CC:-cc} $sanitize -std=c11 -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Werror -Ilib/include examples/lines.c \
    -o "$TMP/lines" $linked
check "the example in C++ compiles" ${CXX:-c++} $sanitize -std=c++17 -Wall -Wextra -Werror -Ilib/include \
    examples/sentences.cc -o "$TMP/sentences" $linked

if [ -n "$MODEL" ]; then
    printf 'Good morning.\n\nThe cat sleeps. It is old.\nThank you' > "$TMP/text"
    "$TMP/lines" "$MODEL" beam=2 threads=2 max-length=2x+9 < "$TMP/text" > "$TMP/got"
    run -m "$MODEL" -b 2 --max-length 2x+9 < "$TMP/text"
    check "the example in C says what the program says" cmp "$TMP/got" "$TMP/out"
    "$TMP/lines" "$MODEL" beam=0 < /dev/null 2> "$TMP/err"
    is "and refuses what the program refuses" "$?: $(cat "$TMP/err")" \
        '1: beam: "0" is not a whole number from 1 to 64'
    run -m "$MODEL" -b 1 -e "Good morning." -e "The cat sleeps. It is old."
    is "the example in C++ says what the program says" \
        "$("$TMP/sentences" "$MODEL" "Good morning." "The cat sleeps. It is old.")" "$(cat "$TMP/out")"
    "$TMP/sentences" /nowhere.gguf a 2> "$TMP/err"
    is "an error is an exception" "$?: $(cat "$TMP/err")" "1: /nowhere.gguf: No such file or directory"
else
    skip "the examples say what the program says" "no model is here"
fi

if ! command -v abidiff > /dev/null; then
    skip "the binary interface is that of abi.txt" "abigail-tools is not installed"
elif [ "$VARIANT" != release ] || [ "$(uname -m)" != x86_64 ] || ! ${CC:-cc} --version | grep -q 'Free Software'; then
    skip "the binary interface is that of abi.txt" "it is that of gcc on x86-64, without instruments"
else
    check "the binary interface is that of abi.txt" lib/abi/abi.sh check "$library/libtranslate.so.0"
fi
done_testing
