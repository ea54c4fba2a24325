#!/bin/sh
# make.t - what make shows, and what config.h makes it compile anew.
. tests/cli/tap.sh

unset MAKEFLAGS MAKELEVEL MFLAGS MAKEOVERRIDES V
built=$TMP/built
make_it() { # ARGS..: in a folder of its own
    "${MAKE:-make}" --no-print-directory B="$built" "$@" > "$TMP/out" 2>&1
}
make_it "$built/lib/base/span.o"
is "make shows a line a file" "$(cat "$TMP/out")" "GEN $built/config.h
CC lib/base/span.c"
rm "$built/lib/base/span.o"
make_it V=1 "$built/lib/base/span.o"
like "V=1 shows the command" "$(cat "$TMP/out")" ' -c -o .*/lib/base/span\.o lib/base/span\.c$'
rm "$built/lib/base/span.o"
make_it -s "$built/lib/base/span.o"
is "and -s nothing" "$(cat "$TMP/out")" ''

objects="$built/lib/base/span.o $built/lib/base/packing/xz.o"
is "config.h tells what is here" "$(grep -c -x '#define HAVE_LZMA 1' "$built/config.h")" \
    "$(pkg-config --exists liblzma && echo 1 || echo 0)"
make_it $objects
make_it $objects
is "what has not changed is not compiled" "$(grep -c "^CC\|^GEN" "$TMP/out")" 0
printf '#!/bin/sh\ncase "$*" in *liblzma*) exit 1 ;; esac\nexec pkg-config "$@"\n' > "$TMP/pkg-config"
chmod +x "$TMP/pkg-config"
make_it PREFIX=/opt/tr $objects
is "another prefix compiles what includes config.h, and no other" "$(cat "$TMP/out")" "GEN $built/config.h
CC lib/base/packing/xz.c"
is "... which has it" "$(sed -n 's/^#define MODEL_DIRECTORY //p' "$built/config.h")" '"/opt/tr/share/translate/models"'
make_it PREFIX=/opt/tr PKGCONFIG="$TMP/pkg-config" $objects
is "so does a library that is gone" "$(grep -c HAVE_LZMA "$built/config.h") $(grep -c '^CC' "$TMP/out")" "0 1"
make_it -n $objects
is "what make would do is not done" "$(grep -c HAVE_LZMA "$built/config.h")" 0
done_testing
