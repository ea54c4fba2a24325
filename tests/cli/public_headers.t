#!/bin/sh
# public_headers.t - translate.h and the headers that it includes, as a program meets them.
. tests/cli/tap.sh
need_model

for h in lib/include/*.h lib/include/translate/*.h; do
    printf '#include "%s"\n' "$PWD/$h" > "$TMP/a.c"
    cp "$TMP/a.c" "$TMP/a.cc"
    check "$h compiles alone in C" ${CC:-cc} -std=c99 -Wall -Wextra -pedantic -Werror -fsyntax-only "$TMP/a.c"
    check "... and in C++" ${CXX:-c++} -std=c++11 -Wall -Wextra -pedantic -Werror -fsyntax-only "$TMP/a.cc"
done
is "translate.h includes each of them" "$(sed -n 's/^#include "translate\/\(.*\)".*/\1/p' lib/include/translate.h | sort)" \
    "$(ls lib/include/translate | sort)"

sed -n '1,/^ \*     }$/s/^ \*     //p' lib/include/translate.h > "$TMP/example.c"
is "translate.h begins with ten lines that translate a sentence" "$(grep -c '^    ' "$TMP/example.c")" 10
ln -s "$PWD/$MODEL" "$TMP/en-de.gguf"
case $BUILD in /*) ;; *) BUILD=$PWD/$BUILD ;; esac
runs() {
    ${CC:-cc} -std=c11 -Wall -Wextra -Werror -Ilib/include "$TMP/example.c" -L"$BUILD" -ltranslate -Wl,-rpath,"$BUILD" -o "$TMP/example" &&
        (cd "$TMP" && ./example) > "$TMP/out" && echo 'Good morning.' | "$T" -m "$MODEL" | cmp - "$TMP/out"
}
if [ "$VARIANT" = release ]; then
    check "... as the program does" runs
else
    skip "... as the program does" "an instrumented library"
fi
done_testing
