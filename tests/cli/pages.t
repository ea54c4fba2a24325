#!/bin/sh
# pages.t - the pages of docs/ name files that are there.
. tests/cli/tap.sh

# A file is named between backticks: `lib/base/arena.h`, or `arena.h` alone.  An x, a star or a word
# in capitals stands for any name.
named() {
    grep -o '`[^` ]*`' "$1" | tr -d '`' |
        grep -E '^[A-Za-z0-9_./-]+\.(c|h|cc|inc|t|py|pl|sh|md|mk|txt|tsv|toml|map|[1357])$|^(lib|cmd|tests|docs|man|python|contrib|examples|models|bench)/[A-Za-z0-9_./-]+$' |
        grep -v -E '(^|[/_.-])x([/_.]|$)|^build/|^\.\./|[A-Z][A-Z]+([/.]|$)' | sort -u
}
find . -path ./build -prune -o -path ./.git -prune -o -print | sed 's,^\./,,' > "$TMP/tree"
missing() { # PAGE: what it names that is not there
    named "$1" | while read -r name; do
        case $name in
        */*) [ -e "$name" ] || grep -q "/$name\$" "$TMP/tree" || echo "$1: $name" ;;
        *) grep -q -E "(^|/)$(echo "$name" | sed 's/\./\\./g')\$" "$TMP/tree" || echo "$1: $name" ;;
        esac
    done
}
for page in docs/*.md CONTRIBUTING.md; do
    is "every file that $page names is there" "$(missing "$page")" ""
done
check "the test sees names" test "$(named docs/architecture.md | wc -l)" -gt 100
printf '`lib/base/nothing.h`, `nothing.c` and `arena.h`\n' > "$TMP/page.md"
is "and names that are wrong" "$(missing "$TMP/page.md" | wc -l | tr -d ' ')" 2

links() { # of a page to pages beside it
    grep -o '](\([a-z_-]*\.md\))' docs/*.md | sed 's/.*(\(.*\))/\1/' | sort -u |
        while read -r to; do [ -e "docs/$to" ] || echo "$to"; done > "$TMP/links"
    ! grep . "$TMP/links"
}
check "links from page to page lead somewhere" links
done_testing
