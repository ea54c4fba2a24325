#!/bin/sh
# changed.sh REVISION: the tests of what has changed since then, committed or not, one a line: suites
# and cases of the rooms, tests that changed themselves, and black-box tests that share a word of
# their names with a file that changed, at most MOST of them.  SLOW
# names those that take long: one of these runs only if it has changed itself.
MOST=8
changed() {
    git diff --name-only --diff-filter=d "$1" -- && git ls-files --others --exclude-standard
}
files=$(changed "$1") || exit 1

only_quick() { grep -v -x -F -e "$(printf '%s\n' ${SLOW:-none})"; }

own() { # what a file says by its place
    room=${1%/*}
    case $1 in
    tests/cli/*.t) echo "$1" ;;
    tests/cli/*.*) grep -l "${1##*/}" tests/cli/*.t | only_quick ;;
    tests/unit/*/*.c | tests/fuzz/*.c) echo "${1%.c}" ;;
    tests/cases/*/*) echo "$1" ;;
    man/*) echo tests/cli/man.t ;;
    Makefile | tests/*.mk) echo tests/cli/make.t ;;
    lib/*/*.*) suites "${room#lib/}"; echo tests/cli/source.t; echo tests/cli/source_cmd.t ;;
    cmd/*) suites "$room"; echo tests/cli/source_cmd.t ;;
    esac
}
suites() { # ROOM
    for suite in tests/unit/"$1"/*.c; do [ ! -e "$suite" ] || echo "${suite%.c}"; done | only_quick
    for cases in tests/cases/"$1"/*; do [ ! -f "$cases" ] || echo "$cases"; done
}
related() { # a word of the module counts more than one of its room
    echo "$files" | grep -E '^(lib|cmd)/.*/' | awk -v most=$MOST '
        function words(text, list,    n, i) {
            n = split(text, list, /[\/_.]/)
            for (i = 1; i <= n; i++) sub(/s$/, "", list[i])
            return n
        }
        FNR == NR {
            path = $0; sub(/\.[^.]*$/, "", path); module = path; sub(/.*\//, "", module)
            sub(/\/[^\/]*$/, "", path); sub(/^[a-z]*\/*/, "", path)
            n = words(path, list); for (i = 1; i <= n; i++) value[list[i]] += 1
            n = words(module, list); for (i = 1; i <= n; i++) value[list[i]] += 3
            next
        }
        {
            name = $0; sub(/.*\//, "", name); sub(/\.t$/, "", name)
            n = words(name, list); sum = 0
            for (i = 1; i <= n; i++) sum += value[list[i]]
            if (sum) print sum / n, $0
        }
    ' - "$quick" | sort -k1,1nr -k2 | head -n $MOST | sed 's/^[^ ]* //'
}
quick=$(mktemp) || exit 1
trap 'rm -f "$quick"' EXIT
printf '%s\n' tests/cli/*.t | only_quick > "$quick"
{
    for file in $files; do own "$file"; done
    related
} | sort -u
