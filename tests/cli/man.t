#!/bin/sh
# man.t - the manual pages: well-formed, and their example works.
. tests/cli/tap.sh

lint() {
    # Examples come before what a reader seldom asks for.
    ! mandoc -T lint "$1" 2>&1 | grep -v -e 'referenced manual not found' -e 'outdated mandoc.db' \
        -e 'out of conventional order: Sh ENVIRONMENT'
}
for page in man/*.[1-9]; do
    if command -v mandoc > /dev/null; then
        check "$page has no warnings" lint $page
    else
        skip "$page has no warnings" "no mandoc"
    fi
done

sections() {
    for section in NAME SYNOPSIS DESCRIPTION ENVIRONMENT FILES 'EXIT STATUS' EXAMPLES 'SEE ALSO'; do
        grep -q "^\.Sh $section" "$1" || { echo "no $section"; return 1; }
    done
}
for page in man/translate.1 man/translate-*.1; do
    check "$page has the usual sections" sections $page
done

references() { # pages of this program that are named, but missing
    sed -n 's/^\.Xr \(translate[a-z-]*\|libtranslate\) \([0-9]\).*/\1.\2/p' man/*.[1-9] | sort -u |
        (cd man && xargs ls > /dev/null)
}
check "every page that is referred to is there" references

functions() { # of translate.h that libtranslate(3) leaves out
    sed -n '/^  *\*/d; s/.*[ *]\(tr_[a-z_]*\)(.*/\1/p' lib/include/translate/*.h | grep -v '_sized$' | sort -u > "$TMP/header"
    for f in $(cat "$TMP/header"); do
        grep -q "^\.Fn $f\( .*\)*\$" man/libtranslate.3 || echo "$f"
    done > "$TMP/missing"
    cat "$TMP/missing"
    [ -s "$TMP/header" ] && ! [ -s "$TMP/missing" ]
}
check "libtranslate(3) names every function of translate.h" functions

rules() { grep -E "^[a-z/]+:( |\$)" "$1"; }
quotes_layers() { [ "$(rules lib/LAYERS; rules cmd/LAYERS)" = "$(rules docs/architecture.md)" ]; }
check "docs/architecture.md quotes the rules of LAYERS" quotes_layers

rooms() { # every folder with code, in a row of the table of rooms
    for room in $(find lib cmd -name '*.c' -o -name '*.h' -o -name '*.cc' | sed 's,/[^/]*$,,' | sort -u); do
        grep -q "^|[^|]*\`$room\`[^|]*|" docs/architecture.md || echo "no row of $room"
    done > "$TMP/rooms"
    ! grep . "$TMP/rooms" && grep -q '^|[^|]*`lib/base`' docs/architecture.md
}
check "the table of rooms in docs/architecture.md has every folder" rooms

gone() { # a room that the table names is a folder
    for room in $(sed -n 's/^|\([^|]*`\(lib\|cmd\)[^|]*\)|.*/\1/p' docs/architecture.md | tr -d '`,'); do
        [ -d "$room" ] || echo "no folder $room"
    done > "$TMP/gone"
    ! grep . "$TMP/gone"
}
check "and no other" gone

linked() { # every file that the pages link to is there
    for path in $(grep -oh '](\([a-z][^):]*\))' README.md CONTRIBUTING.md docs/*.md bench/README.md | tr -d ']()'); do
        [ -e "$path" ] || [ -e "docs/$path" ] || { echo "no $path"; return 1; }
    done
}
check "what README.md and CONTRIBUTING.md link to is there" linked

# ---- The example

sed -n '/^\.Bd -literal$/,/^\.Ed$/p' man/libtranslate.3 | sed '/^\.[BE]d/d; s/\\e/\\/g' \
    > "$TMP/example.c"
like "the example has under 40 lines" "$(wc -l < "$TMP/example.c")" '^ *([1-9]|[1-3][0-9])$'

case $BUILD in /*) library=$BUILD ;; *) library=$PWD/$BUILD ;; esac
case $VARIANT in
asan) sanitize=-fsanitize=address,undefined ;;
ubsan) sanitize=-fsanitize=undefined ;;
tsan) sanitize=-fsanitize=thread ;;
coverage) sanitize=--coverage ;;
*) sanitize= ;;
esac
compile() {
    ${CC:-cc} $sanitize -std=c11 -Wall -Wextra -Werror -Ilib/include "$TMP/example.c" -o "$TMP/example" \
        -L"$library" -l:libtranslate.so.0 -Wl,-rpath,"$library"
}
compile_static() { # as pkg-config --static would have it
    libs=$(pkg-config --libs $(sed -n 's/^Requires.private: //p' "$library/libtranslate.pc"))
    ${CC:-cc} $sanitize -Ilib/include "$TMP/example.c" -o "$TMP/example_static" \
        "$library/libtranslate.a" $libs $(sed -n 's/^Libs.private: //p' "$library/libtranslate.pc")
}
check "the example compiles against the shared library" compile
check "the example compiles against the static library" compile_static
for example in example example_static; do
    if [ -z "$MODEL" ]; then
        skip "the $example translates as the program does" "there is no model in models/en-de-tiny"
        continue
    fi
    printf '%s\n' 'Good morning.' 'How are you?' | "$T" -m "$MODEL" > "$TMP/wanted"
    "$TMP/$example" "$MODEL" 'Good morning.' 'How are you?' > "$TMP/got"
    check "the $example translates as the program does" cmp "$TMP/got" "$TMP/wanted"
done
like "the example says what is wrong" "$("$TMP/example" /nowhere 2>&1)" '/nowhere: No such file'

done_testing
