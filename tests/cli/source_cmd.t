#!/bin/sh
# source_cmd.t - no circles in the source of the program; short functions, in the library too.
. tests/cli/tap.sh

# A module is x.c and x.h together.  It uses what it includes, and the module that defines a symbol
# of its object file, be it a function or a table.
awk '
    FNR == 1 { module = FILENAME; gsub(/.*\/|\.[ch]$/, "", module); print module, module }
    /^#include "[a-z_]*\.h"/ { split($0, to, "[\".]"); if (to[2] != "translate") print module, to[2] }
' cmd/*.[ch] > "$TMP/uses"
for c in cmd/*.c; do echo "$BUILD/${c%.c}.o"; done | xargs nm -A -g | awk '
    { module = $1; gsub(/.*\/|\.o:.*/, "", module) }
    $(NF - 1) == "U" { print $NF, module, "uses"; next }
    { print $NF, module, "has" }
' | sort > "$TMP/symbols"
awk '$3 == "has" { has[$1] = $2; next } { n++; symbol[n] = $1; user[n] = $2 }
    END { for (i = 1; i <= n; i++) if (symbol[i] in has) print user[i], has[symbol[i]] }' "$TMP/symbols" |
    sort -u > "$TMP/links"

no_circle() { tsort "$@" 2>&1 > "$TMP/order" | sed 's/^tsort: //' | grep .; [ $? = 1 ]; }
both() { sort -u "$TMP/uses" "$TMP/links" > "$TMP/all" && no_circle "$TMP/all"; }
check "no module of the program uses itself by way of others" both
like "the check sees calls" "$(cat "$TMP/links")" '^output memory$'
like "and tables" "$(cat "$TMP/links")" '^help translate$'
before() { [ "$(grep -n -x "$1" "$TMP/order" | cut -d: -f1)" -gt "$(grep -n -x "$2" "$TMP/order" | cut -d: -f1)" ]; }
check "memory is above cleanup" before cleanup memory
check "output is above memory" before memory output
check "the parser of options is below all commands" before options help

# What a folder of cmd/ holds is a program of its own, on top of cmd/: it may use all of that, and
# nothing there may use it.
folder_circles() {
    for folder in cmd/*/; do
        folder=${folder%/}
        ls "$folder"/*.c > /dev/null 2>&1 || continue
        for f in "$folder"/*.[ch]; do
            module=$(basename "${f%.*}")
            echo "$module $module"
            for h in $(sed -n 's/^#include "\([a-z_]*\)\.h"$/\1/p' "$f"); do
                [ ! -e "$folder/$h.h" ] || echo "$module $h"
            done
        done > "$TMP/within"
        no_circle "$TMP/within" || return 1
    done
}
check "nor does a module of a folder below it" folder_circles

# commands.h names the tables that a file each defines.
own_header() {
    for h in cmd/*.h; do
        module=$(basename "$h" .h)
        [ "$module" != commands ] || continue
        sed -n '/^[a-z]/!b; /^typedef/b; /^static/b; /^enum/b; :more; /[;{]/!{N; b more;}; s/[^(]*[ *]\([a-z0-9_]*\)(.*/\1/p' "$h" | sort -u > "$TMP/declared"
        awk -v m="$module" '$3 == "has" && $2 == m { print $1 }' "$TMP/symbols" | sort -u > "$TMP/defined"
        comm -23 "$TMP/declared" "$TMP/defined" | sed "s,^,$h: ,"
    done > "$TMP/strays"
    ! grep . "$TMP/strays"
}
check "a header declares what the source file of its name defines" own_header
like "the check sees declarations" "$(sed -n 's/^int \([a-z_]*\)(.*/\1/p' cmd/output.h)" '^output_open$'

long_functions() {
    awk 'FNR == 1 { start = 0 } /^{$/ { start = FNR }
         /^}$/ && start { if (FNR - start - 1 > 60) { print FILENAME ":" start ": " FNR - start - 1 " lines"; bad = 1 } start = 0 }
         END { exit bad }' $(find cmd lib -name '*.c' -o -name '*.cc' -o -name '*.inc')
}
check "no function has more than 60 lines" long_functions

done_testing
