#!/bin/sh
# source.t - rules that the source tree keeps: layers, symbols, headers that stand alone.
. tests/cli/tap.sh

# No file in lib/ includes one from a layer above its own.
layers() {
    awk '
        BEGIN {
            split("translate error arena buf region file cpu pool team scalar|" \
                  "kernels quant coefficients lanes tiles heads products|gguf nmt|" \
                  "unicode rewrite normalize pieces charsmap spm tokenizer sentences exceptions kept language frame|" \
                  "trie symbols lowercase words ngrams pcg bleu chrf ter evaluation bootstrap|" \
                  "cursor gz lexicon bergamot elements bundle json safetensors zip npz ct2 yaml flat vocab opus marian import|" \
                  "layer attention encoder decoder kvcache|repetition shortlist logits beam batch|" \
                  "model line options session stream convert", row, "|")
            for (i in row) { n = split(row[i], m, " "); for (j = 1; j <= n; j++) layer[m[j]] = i + 0 }
        }
        function name(path) {
            sub(/.*\//, "", path); sub(/\.(c|cc|h|inc)$/, "", path); sub(/_.*/, "", path); return path
        }
        /^#include "/ {
            split($0, q, "\""); from = name(FILENAME); to = name(q[2])
            if (!(from in layer)) { print FILENAME ": in no layer"; bad = 1 }
            else if (!(to in layer)) { print FILENAME ": includes " q[2] ", which is in no layer"; bad = 1 }
            else if (layer[to] > layer[from]) { print FILENAME ": includes " q[2] " from a layer above"; bad = 1 }
        }
        END { exit bad }
    ' lib/*/*.c lib/*/*.cc lib/*/*.h lib/kernels/*/*.[ci]* lib/kernels/*.inc
}
check "includes point only down" layers

program_uses_public_header_only() {
    ! grep -n '#include "' cmd/*.[ch] | grep -E '"(\.\./|lib/|[a-z_]+/)' | grep -v '"translate.h"'
}
check "the program includes no header of the library but translate.h" program_uses_public_header_only

only_tr_symbols() {
    nm -A -g --defined-only "$BUILD/libtranslate.a" |
        awk 'NF > 2 && $(NF-1) ~ /[ABCDGRST]/ && $NF !~ /^(tr_|__odr_asan\.tr_)/ { print; bad = 1 } END { exit bad }'
}
check "the static library defines symbols that start with tr_ only" only_tr_symbols

public() { # names of the functions of translate.h
    sed -n 's/^[a-z].*[ *]\(tr_[a-z_]*\)(.*/\1/p' lib/include/translate.h | sort -u
}
exported_is_public() {
    nm -D --defined-only "$BUILD"/libtranslate.so.0 | awk '$3 ~ /^tr_/ { sub(/@.*/, "", $3); print $3 }' | sort -u > "$TMP/exported"
    nm -D --defined-only "$BUILD"/libtranslate.so.0 | awk '$2 ~ /[BCDGRST]/ && $3 !~ /^tr_/' > "$TMP/foreign"
    public > "$TMP/public"
    diff "$TMP/public" "$TMP/exported" && test ! -s "$TMP/foreign"
}
check "the shared library exports what translate.h declares, and nothing else" exported_is_public

headers_alone() {
    for h in lib/*/*.h; do
        ${CC:-cc} -std=c11 -Ilib/include -Ilib -D_POSIX_C_SOURCE=200809L -fsyntax-only -Werror -x c "$h" || return 1
    done
}
check "every header compiles alone" headers_alone

header_is_cxx() {
    printf '#include "lib/include/translate.h"\nint main() { return tr_version() == nullptr; }\n' > "$TMP/a.cc"
    ${CXX:-c++} -Wall -Wextra -Werror -I. -fsyntax-only "$TMP/a.cc"
}
check "the public header is C++ too" header_is_cxx

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

done_testing
