#!/bin/sh
# cases.t - the runner of tests/cases: what it says of files that are right, and of those that are not.
. tests/cli/tap.sh

RUNNER=$BUILD/tests/cases/run
mkdir -p "$TMP/cases/text"

cases() { # CASES...: runs them as cases of sentences; a line each
    printf '%s\n' "$@" > "$TMP/cases/text/sentences"
    "$RUNNER" "$TMP/cases/text/sentences" > "$TMP/out" 2> "$TMP/err"
    status=$?
    sed -i "s,$TMP/,," "$TMP/out"
}

# fails NAME LINE: the last run failed, and printed the line
fails() {
    check "$1" test "$status" = 1
    check "and says: $2" grep -qxF "# cases/text/sentences:$2" "$TMP/out"
}

cases 'language: en' '' 'two sentences' '    One. Two. => One.|Two.' '# none' '    "" => ""'
check "cases that come out as wanted pass" test "$status" = 0
is "each title is a test" "$(cat "$TMP/out")" "ok 1 - text/sentences: two sentences
# 2 cases
1..1"

cases 'language: en' '' 'two sentences' '    Hi. => Hi.' '    One. Two. => One. Two.' '    Yes. => Yes.'
fails "a case that comes out otherwise fails" "5: is not as wanted"
is "with both texts and the place where they differ" "$(sed -n '/wanted:/,/\^/p' "$TMP/out")" "#   wanted: One. Two.
#   got:    One.|Two.
#               ^"
check "the title has failed" grep -qx 'not ok 1 - text/sentences: two sentences' "$TMP/out"

cases 'language: en' 'one' '    One. Two. => One. Two.' 'two' '    One. Two. => One.|Two.'
check "other titles pass" grep -qx 'ok 2 - text/sentences: two' "$TMP/out"

cases 'language: de' 'of one language' '    Am 3. Mai. Ja. => Am 3. Mai.|Ja.' 'language: en' \
    '    Am 3. Mai. Ja. => Am 3.|Mai.|Ja.' 'of all' '    Am 3. Mai. Ja. => Am 3. Mai.|Ja.'
check "an option holds up to the next title" test "$status" = 0

cases 'language: en' 'lines' '    One.' '    Two.' '    => One.|Two.' '    a\x00b\s => \s' '    \=> \\ => \=> \\'
is "a text of several lines, and escapes" "$(grep -A1 wanted: "$TMP/out")" '#   wanted: \s
#   got:    a\x00b'

cases 'wrong' '    One.'
fails "a case without a wanted text fails" "2: no line tells what is wanted"
cases 'wrong' '    => One.'
fails "so does one without any other text" "2: nothing stands before the arrow"
cases 'wrong' '    One. => Two. => Three.'
fails "with texts too many" "2: too many or too few texts"
cases 'wrong' '    One. => Two. => Three. => Four. => Five.'
fails "with more than any module takes" "2: too many texts"
cases 'wrong' '    One\q => One'
fails "with an escape that is none" "2: no such escape"
cases 'langauge: en' 'wrong' '    One. => One.'
fails "with an option that is none" "3: no such option: langauge"
cases 'function: cat' 'wrong' '    One. => One.'
fails "with a function that is none" "3: no adapter for function cat"

cases 'a title' 'another one' '    One. => One.'
check "a title without a case fails" grep -qx 'not ok 1 - text/sentences: a title' "$TMP/out"
cases '# nothing'
check "so does a file without any" grep -qx 'not ok 1 - text/sentences: has cases' "$TMP/out"
check "and a file that is not there" sh -c '! "$0" "$1" > /dev/null' "$RUNNER" "$TMP/cases/text/none"

mkdir -p "$TMP/all/cases/text/more"
printf 'one\n    One. => One.\n' | tee "$TMP/all/cases/text/new" > "$TMP/all/cases/text/sentences"
"$RUNNER" "$TMP/all/cases" > "$TMP/out"
sed -i "s,$TMP/,," "$TMP/out"
check "a file without an adapter is named" \
    grep -qx '# all/cases/text/new: no table of tests/cases/of_\*.c has an adapter' "$TMP/out"
check "and an adapter without a file" \
    grep -qx '# all/cases/text/typography: is not there, and has an adapter' "$TMP/out"

done_testing
