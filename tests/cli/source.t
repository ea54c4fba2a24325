#!/bin/sh
# source.t - rules that the source tree keeps: layers, symbols, headers that stand alone.
. tests/cli/tap.sh

sources() { find lib -name '*.[ch]' -o -name '*.cc' -o -name '*.inc' | sort; }

none() { # the file is empty
    ! grep . "$1"
}

# The room of a file is the longest path of its folder that LAYERS has a line for: lib/kernels/x86 is
# of kernels, lib/document/markup a room of its own.
ROOMS='
    function room(path) {
        while (sub("/[^/]*$", "", path)) if (path in known) return path
        return ""
    }
    FILENAME ~ /LAYERS$/ {
        sub(/#.*/, ""); n = split($0, f, "[: ]+")
        for (i = 1; i <= n; i++) if (f[i] != "") { may[f[1], f[i]]; known[f[1]] }
        next
    }'
# A file may include headers of its own room and of those that LAYERS allows it.
layers() {
    awk "$ROOMS"'
        FNR == 1 { path = FILENAME; sub(/^lib\//, "", path); own = room(path)
                   if (own == "") print FILENAME ": its folder is not in lib/LAYERS" }
        /^#include "/ {
            split($0, to, "\"")
            if (to[2] != "translate.h" && to[2] != "config.h" && !((own, room(to[2])) in may)) print FILENAME ": " $0
        }
    ' lib/LAYERS $(sources | grep -v '^lib/include/') > "$TMP/arrows"
    none "$TMP/arrows"
}
check "a room includes only from the rooms that lib/LAYERS allows it" layers

# The same for calls and tables: translate.h declares functions of many rooms.
objects() { # of the sources that are there: a build may hold others
    sources | sed -n "s,\.cc*\$,.o,p" | while read -r o; do [ ! -e "$BUILD/$o" ] || echo "$BUILD/$o"; done
}
nm -A -g $(objects) | sed "s,^$BUILD/lib/,,; s,\.o:, ," > "$TMP/symbols"
symbols() {
    awk "$ROOMS"'
        $NF !~ /^tr_/ { next }
        pass == 1 && $(NF - 1) != "U" { home[$NF] = room($1) }
        pass == 2 && $(NF - 1) == "U" && ($NF in home) {
            n++
            if (!((room($1), home[$NF]) in may)) print $1 ": " $NF " of " home[$NF]
        }
        END { if (n < 1000) print "only " n + 0 " calls were seen" }
    ' lib/LAYERS pass=1 "$TMP/symbols" pass=2 "$TMP/symbols" > "$TMP/arrows"
    none "$TMP/arrows"
}
check "and uses only functions and tables of those" symbols

# Two structs of one name cannot be told apart, and their headers do not compile together.
twins() {
    find lib -name '*.h' | xargs awk '
        match($0, /^(typedef )?(struct|union|enum) [a-z_0-9]+ \{/) {
            name = substr($0, 1, RLENGTH); sub(/^typedef /, "", name)
            if (name in at) print name " stands in " at[name] " and in " FILENAME
            at[name] = FILENAME; n++
        }
        END { if (n < 50) print "only " n + 0 " structs were seen" }
    ' > "$TMP/twins"
    none "$TMP/twins"
}
check "no two headers define a struct of one name" twins

# A module is x.c, x.h and x.inc together; an instruction set's file is one of its own.
circles() {
    awk '
        FNR == 1 { module = FILENAME; sub(/\.[a-z]*$/, "", module); print module, module }
        /^#include ".*\// { split($0, to, "\""); sub(/\.[a-z]*$/, "", to[2]); print module, "lib/" to[2] }
    ' $(sources | grep -v '^lib/include/') | tsort > "$TMP/order" 2> "$TMP/circle"
    none "$TMP/circle"
}
check "no module includes itself by way of others" circles

# A function that lib/FOLDER/x.h declares is defined in lib/FOLDER/x.o; kernels.h and gradients.h are every instruction set's.
own_header() {
    nm -A -g --defined-only $(objects) | awk -v build="$BUILD/" '
        FILENAME == "-" { sub("^" build, ""); sub(/\.o:.*[ \t]/, " "); defined[$1, $2]; built[$1]; next }
        FNR == 1 { module = FILENAME; sub(/\.h$/, "", module); text = "" }
        text == "" && (!/^[a-z]/ || /^typedef/ || /^static/) { next }
        { text = text " " $0 }
        !/[;{]/ { next }
        {
            name = ""
            for (; match(text, /[ *]tr_[a-z0-9_]*\(/); text = substr(text, RSTART + RLENGTH))
                name = substr(text, RSTART + 1, RLENGTH - 2)
            text = ""
            if (name == "") next
            if (!(module in built)) print FILENAME ": declares functions, but " module ".c is not there"
            else if (!((module, name) in defined)) print FILENAME ": " name
        }
    ' - $(sources | grep '\.h$' | grep -v -E '^lib/(include/.*|kernels/(kernels|gradients)\.h)$') > "$TMP/strays"
    none "$TMP/strays"
}
check "a header declares what the source file of its name defines" own_header

# ar, gdb and log lines show nothing but the name.
unique() { ! sources | grep -v '\.h$' | sed 's,.*/,,' | sort | uniq -d | grep .; }
check "no two source files of the library have one name" unique

# lib/base and lib/options are for all; other programs and modules of cmd/ may use more.
program_uses_public_header_only() {
    sed -n 's/^#include "\(.*\)"$/\1/p' $(find cmd -name '*.[ch]' | grep -v -E '^cmd/(fetch|train|store|detect)/') |
        sort -u | grep / | while read -r h; do [ -e "cmd/$h" ] || [ "${h%%/*}" = base ] || [ "${h%%/*}" = options ] || echo "$h"; done > "$TMP/strays"
    none "$TMP/strays"
}
check "the program includes no header of the library but translate.h and those of base and options" program_uses_public_header_only

only_tr_symbols() {
    nm -A -g --defined-only "$BUILD/libtranslate.a" |
        awk 'NF > 2 && $(NF-1) ~ /[ABCDGRST]/ && $NF !~ /^(tr_|__odr_asan\.tr_)/ { print; bad = 1 } END { exit bad }'
}
check "the static library defines symbols that start with tr_ only" only_tr_symbols

public() { # names of the functions of translate.h and the headers that it includes
    sed -n 's/^[a-z].*[ *]\(tr_[a-z_]*\)(.*/\1/p' lib/include/translate/*.h | sort -u
}
exported_is_public() {
    nm -D --defined-only "$BUILD"/libtranslate.so.0 | awk '$3 ~ /^tr_/ { sub(/@.*/, "", $3); print $3 }' | sort -u > "$TMP/exported"
    nm -D --defined-only "$BUILD"/libtranslate.so.0 | awk '$2 ~ /[BCDGRST]/ && $3 !~ /^tr_/' > "$TMP/foreign"
    # A function with a twin that names a structure's size is a macro for it.
    public | awk '{ name[NR] = $1; is[$1] } END { for (i = 1; i <= NR; i++) if (!((name[i] "_sized") in is)) print name[i] }' > "$TMP/public"
    diff "$TMP/public" "$TMP/exported" && test ! -s "$TMP/foreign"
}
check "the shared library exports what translate.h declares, and nothing else" exported_is_public

# So the build has compiled that header with nothing before it.
own_header_first() {
    for c in $(find lib cmd -name '*.c'); do
        [ ! -e "${c%.c}.h" ] || echo "$c"
    done | xargs awk '
        FNR == 1 { own = FILENAME; sub(/.*\//, "", own); sub(/c$/, "h", own); first = 1 }
        /^#include/ && first {
            first = 0; n = split($0, to, "[\"/]")
            if (to[n - 1] != own) print FILENAME ": " $0
        }' > "$TMP/late"
    none "$TMP/late"
}
check "a source file includes its own header first" own_header_first

headers_alone() { # those that no C file is named after
    for h in $(find lib cmd -name '*.h'); do
        [ -e "${h%.h}.c" ] || echo "$h"
    done | xargs ${CC:-cc} -std=c11 -Ilib/include -Ilib -Icmd -D_POSIX_C_SOURCE=200809L -fsyntax-only -Werror -x c
}
check "every other header compiles alone" headers_alone


# strtod() and printf("%g") follow the decimal point of the caller's locale.
no_locale() {
    ! grep -n -E '\bstrto(d|f|ld)\(|\bato[fil]\(|"([^"]*[^%"])?%[-+0-9.*]*[aefgAEFG][^"]*"' $(sources) | grep -v -E '^lib/base/numbers/number\.c:|^[^:]*:[0-9]*: *(/?\*|//)'
}
check "decimal numbers are read and written by base/numbers/number alone" no_locale

# Which operand is evaluated first is the compiler's choice.
cursors() {
    ! grep -n -E 'tr_cursor_(u[0-9]+|take).*[.>]left\>|[.>]left\>.*tr_cursor_(u[0-9]+|take)' $(sources)
}
check "no expression reads from a cursor and asks what is left of it" cursors

quiet_library() { # no printing, no exit, no writable globals in the library
    ! nm -A --undefined-only "$BUILD/libtranslate.a" |
        grep -E ' U (printf|puts|putchar|perror|exit|_exit|abort|__printf_chk)$' &&
    # (tables of constants that hold pointers lie in .data.rel.ro, which is read-only)
    objdump -t "$BUILD/libtranslate.a" | awk '
        /file format/ { file = $1 }
        / O \.(data|bss|data\.rel|data\.rel\.local)\t/ && file !~ /^spm\.o/ { print file, $0; bad = 1 }
        END { exit bad }'
}
case "$VARIANT" in
release) check "the library does not print or exit, and has no writable globals" quiet_library ;;
*) skip "no writable globals" "instrumented build" ;;
esac

is "every black-box test can be executed" "$(find tests/cli -name '*.t' ! -perm -u=x)" ""
done_testing
