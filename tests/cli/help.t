#!/bin/sh
# help.t - the overview, groups of options, and pages of the manual by topic.
. tests/cli/tap.sh

lines() { "$T" "$@" | grep -c ''; }

# ---- The overview

"$T" --help > "$TMP/help"
check "the overview has one screen and a half" test "$(lines --help)" -le 64
is "three examples come first" "$(sed -n '/^Languages/q; /^  .*translate /p' "$TMP/help" | grep -c .)" 3
like "options are in groups" "$(cat "$TMP/help")" '^Your words:$'
shown() { # every option is in the overview, with its text or by its name
    for option in $("$T" completion words - | cut -f 1); do
        grep -qE -e "$option([ ,]|\$)" "$TMP/help" || { echo "$option"; return 1; }
    done
}
check "no option is left out" shown
fits() { ! awk 'length > 79' "$TMP/help" | grep . && ! "$T" help options | awk 'length > 79' | grep . && ! "$T" help | awk 'length > 79' | grep .; }
check "it fits 80 columns" fits

# ---- Groups

like "a group of options" "$("$T" help search | head -n 2 | tail -n 1)" '^  -b, --beam N '
in_groups() { # the groups together are all of the options
    for group in $("$T" help | sed -n '/^  options /,$s/^  \([a-z]*\) .*/\1/p' | grep -v '^options$'); do
        "$T" help $group | grep -E '^  (-.,|   ) --'
    done | sort > "$TMP/groups"
    "$T" help options | grep -E '^  (-.,|   ) --' | sort | diff "$TMP/groups" -
}
check "the groups together are all options" in_groups

# ---- Pages

mkdir "$TMP/bin" "$TMP/none"
printf '#!/bin/sh\necho "man $*"\n' > "$TMP/bin/man"
printf '#!/bin/sh\necho "mandoc $*"\n' > "$TMP/bin/mandoc"
chmod +x "$TMP/bin/man" "$TMP/bin/mandoc"
with() { PATH=$1 "$T" help "$2" < /dev/null 2> "$TMP/err"; }
like "man shows the page of a subcommand" "$(with "$TMP/bin" evaluate)" '^man /.*/translate-evaluate.1$'
for topic in translate documents text glossary model library $("$T" completion words '' | cut -f 1); do
    case $topic in help | completion | :) continue ;; esac
    page=$(with "$TMP/bin" $topic)
    check "the page on $topic is there" test -f "${page#man }"
done
is "numbers are a matter of the text" "$(with "$TMP/bin" numbers)" "$(with "$TMP/bin" text)"
rm "$TMP/bin/man"
like "mandoc does where there is no man" "$(with "$TMP/bin" documents)" '^mandoc /.*/translate-documents.7$'
with "$TMP/none" evaluate > "$TMP/out"
like "without both, its text is told" "$(cat "$TMP/out")" '^The share of words and runs of up to four words'
is "no line of it is a macro" "$(grep -c '^\.' "$TMP/out")" 0
like "words are apart" "$(with "$TMP/none" glossary)" '^translate --glossary file$'
with "$TMP/none" evaluate > "$TMP/out"
says "and why it looks so" 0 'neither man nor mandoc is here'
like "what has no page has its help" "$(with "$TMP/bin" completion)" '^Usage: translate completion '

run help nonsense
says "no such topic" 2 'there is no help on "nonsense"'
run help documnets
says "one that is misspelt" 2 'did you mean documents\?'
run help a b
says "one topic at a time" 2 'unexpected operand "b"'

done_testing
