#!/bin/sh
# comments.t - comments say a noun where a pronoun could mean several things.
. tests/cli/tap.sh

leaning() { perl tests/cli/comments.pl "$@"; }
is "no comment begins with a pronoun, or leans on one" \
    "$(find lib cmd -name '*.[ch]' -o -name '*.cc' -o -name '*.inc' | sort | xargs perl tests/cli/comments.pl)" ""

while IFS='|' read -r name comment; do
    printf '%s\n' "$comment" > "$TMP/bad.c"
    is "the check sees $name" "$(leaning "$TMP/bad.c" | wc -l | tr -d ' ')" 1
done << 'END'
those without a noun|/* Those that a sentence may end in. */
that for a noun behind it|/* Where text comes before it: a character of that. */
that before then|/* True if there is one: *p is that then. */
that of a thing|/* Its language is that of the model. */
the same without a noun|/* The same of a file. */
likewise|    /* likewise */
a first word without a noun before it|/* It has a tag or a reference. */
this as a subject|/* The set is small.  This is what tests run. */
a comment of C++|// Begins a line with those of the model.
END
while read -r comment; do
    printf '%s\n' "$comment" > "$TMP/good.c"
    is "the check leaves \"$comment\"" "$(leaning "$TMP/good.c")" ""
done << 'END'
/* Those lines are kept, and these options hold for the same file. */
/* A line that is empty stays, so that no place moves. */
const char *text = "/* those that are in a string */";
/* The two texts are the same, and this one is the first. */
END
done_testing
