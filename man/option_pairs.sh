#!/bin/sh
# option_pairs.sh - a list for a manual page: the options of subcommands that need or exclude each
# other, as `translate completion pairs` tells them.
#
#     man/option_pairs.sh evaluate   # "" is translate without a subcommand
for sub in "$@"; do "${TRANSLATE:-build/release/translate}" completion pairs $sub; done | awk '
    function name(text) { sub("=", " Cm ", text); return ".Fl -" text }
    BEGIN { print ".Bl -bullet -compact" }
    {
        n = split($3, others, "|")
        print ".It"
        print name($1)
        print $2
        for (i = 1; i <= n; i++) print name(others[i]) (i < n - 1 ? " ," : i == n ? " ." : "") (i == n - 1 ? "\nor" : "")
    }
    END { print ".El" }
'
