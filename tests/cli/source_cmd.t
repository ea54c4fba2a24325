#!/bin/sh
# source_cmd.t - no circles in the source of the program; short functions, in the library too.
. tests/cli/tap.sh

# A module is x.c and x.h together, in its folder.  It uses what it includes, and the module that
# defines a symbol of its object file, be it a function or a table.  A folder with a main.c is a
# program: its symbols are its own.
sources() { find cmd -name '*.[ch]' | sort; }
awk '
    FNR == 1 {
        module = FILENAME; sub(/^cmd\//, "", module); sub(/\.[ch]$/, "", module)
        folder = module; if (!sub(/[^\/]*$/, "", folder)) folder = ""
        print module, module
    }
    /^#include "[a-z_\/]*\.h"/ {
        split($0, to, "[\".]")
        if (to[2] == "translate") next
        if (to[2] !~ /\//) to[2] = folder to[2]
        if ((getline line < ("cmd/" to[2] ".h")) >= 0) print module, to[2]
        close("cmd/" to[2] ".h")
    }
' $(sources) > "$TMP/uses"
for c in $(find cmd -name '*.c' | sort); do [ ! -e "$BUILD/${c%.c}.o" ] || echo "$BUILD/${c%.c}.o"; done | xargs nm -A -g | awk -v build="$BUILD/cmd/" '
    { sub("^" build, ""); sub(/\.o:.*[ \t]/, " " ($(NF - 1) == "U" ? "uses" : "has") " "); print }
' > "$TMP/symbols"
awk '
    { program = ($1 ~ /^(fetch|train|store|serve)\//) ? substr($1, 1, index($1, "/")) : "" }
    pass == 1 && $2 == "has" { has[program, $3] = $1 }
    pass == 2 && $2 == "uses" {
        if ((program, $3) in has) print $1, has[program, $3]
        else if (("", $3) in has) print $1, has["", $3]
    }
' pass=1 "$TMP/symbols" pass=2 "$TMP/symbols" | sort -u > "$TMP/links"
sort -u "$TMP/uses" "$TMP/links" > "$TMP/all"

no_circle() { tsort "$@" 2>&1 > "$TMP/order" | sed 's/^tsort: //' | grep .; [ $? = 1 ]; }
check "no module of the program uses itself by way of others" no_circle "$TMP/all"
like "the check sees calls" "$(cat "$TMP/links")" '^console/output console/alloc$'
like "and tables" "$(cat "$TMP/links")" '^help commands/translate$'
before() { [ "$(grep -n -x "$1" "$TMP/order" | cut -d: -f1)" -gt "$(grep -n -x "$2" "$TMP/order" | cut -d: -f1)" ]; }
check "alloc is above unfinished" before console/unfinished console/alloc
check "output is above alloc" before console/alloc console/output
check "the parser of options is below all commands" before console/options help

layers() {
    awk '
        function room(module) { # the longest that is listed
            while (sub(/\/?[^\/]*$/, "", module) && module != "") if (module in known) return module
            return "cmd"
        }
        FILENAME == "cmd/LAYERS" {
            sub(/#.*/, ""); n = split($0, f, "[: ]+")
            for (i = 1; i <= n; i++) if (f[i] != "") { may[f[1], f[i]]; known[f[1]] }
            next
        }
        !(room($1) in known) { print "cmd/" room($1) " is not in cmd/LAYERS" }
        !((room($1), room($2)) in may) { print $1 " uses " $2 }
    ' cmd/LAYERS "$TMP/all" | sort -u > "$TMP/arrows"
    ! grep . "$TMP/arrows"
}
check "a room uses only the rooms that cmd/LAYERS allows it" layers

# commands.h names the tables that a file each defines.
own_header() {
    for h in $(find cmd -name '*.h' | sort); do
        module=${h#cmd/} module=${module%.h}
        [ "$module" != commands/commands ] || continue
        sed -n '/^[a-z]/!b; /^typedef/b; /^static/b; /^enum/b; :more; /[;{]/!{N; b more;}; s/[^(]*[ *]\([a-z0-9_]*\)(.*/\1/p' "$h" | sort -u > "$TMP/declared"
        awk -v m="$module" '$2 == "has" && $1 == m { print $3 }' "$TMP/symbols" | sort -u > "$TMP/defined"
        comm -23 "$TMP/declared" "$TMP/defined" | sed "s,^,$h: ,"
    done > "$TMP/strays"
    ! grep . "$TMP/strays"
}
check "a header declares what the source file of its name defines" own_header
like "the check sees declarations" "$(sed -n 's/^int \([a-z_]*\)(.*/\1/p' cmd/console/output.h)" '^output_open$'

# A room that needs more has two ideas in it.
small_rooms() {
    find lib cmd -name '*.[ch]' -o -name '*.cc' | sed 's/\.[a-z]*$//' | sort -u | sed 's,/[^/]*$,,' | sort | uniq -c |
        awk '$1 > 20 && $2 != "lib/import" { print $2 ": " $1 " modules"; bad = 1 } { n++ } END { exit bad || n < 20 }'
}
check "no folder has more than 20 modules" small_rooms

long_functions() {
    awk 'FNR == 1 { start = 0 } /^{$/ { start = FNR }
         /^}$/ && start { if (FNR - start - 1 > 60) { print FILENAME ":" start ": " FNR - start - 1 " lines"; bad = 1 } start = 0 }
         END { exit bad }' $(find cmd lib -name '*.c' -o -name '*.cc' -o -name '*.inc')
}
check "no function has more than 60 lines" long_functions

done_testing
