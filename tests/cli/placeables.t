#!/bin/sh
# placeables.t - what of a text stays as it is: explain --placeables, and a user's own rows (--keep-file).
. tests/cli/tap.sh
LC_ALL=C.UTF-8
export LC_ALL
tab=$(printf '\t')

fails() { # STATUS NAME COMMAND...
    wanted=$1 name=$2
    shift 2
    "$@" > "$TMP/out" 2> "$TMP/err" < /dev/null
    is "$name" "$?" "$wanted"
}
tell() { "$T" explain --placeables "$@"; }
found() { tell "$@" | grep -v lost: | tr -d ' ' | cut -f 2,4 | tr '\t' '=' | paste -sd ' '; }

# ---- explain --placeables

is "no model is needed, and each thing has the name of its row" \
    "$(found 'Hello %1$s, see https://example.org for $5 and <b>10 kg</b>.')" \
    '%1$s=printf-numbered https://example.org=web-address $=currency 5=numeral <b>=tag 10=numeral </b>=tag'
is "what lost is told, and why" "$(tell -e 'the %1$s' | sed -n 's/ *	/	/g; 2p')" \
    "  4-6$tab%1${tab}placeholder${tab}qt${tab}lost: its row comes later"
is "a number in a placeholder lost by its kind" "$(tell -e 'the %1$s' | grep -c 'numeral.*its kind comes later')" 1
is "text alone has nothing" "$(tell -e 'The old house is nice.')" ""
is "lines are read from standard input" "$(printf 'a {x}\nb {y}\n' | tell | cut -f 3,4)" \
    "placeholder${tab}braced-name
placeholder${tab}braced-name"
is "a control character is shown as an escape" "$(printf 'a \033[31m b\n' | tell | grep -c 'x1B')" 1
tell --json -e 'a {x} {% if y %}' > "$TMP/json"
is "JSON has one object a line" \
    "$(perl -MJSON::PP -e 'local $/; $_ = decode_json(<STDIN>); print join " ", map { "$_->{begin}-$_->{end}:$_->{name}" } @{$_->{placeables}}' < "$TMP/json")" \
    "2-5:braced-name 6-16:jinja-block"
printf 'a\377b\n' > "$TMP/bytes"
perl -e 'print "1 " x 16000, "\n"' > "$TMP/numbers"
check "a line of many numbers is looked through once" timeout 20 "$T" explain --placeables "$TMP/numbers"
fails 1 "what is not UTF-8 is refused" tell "$TMP/bytes"
fails 2 "a drawing is refused beside it" tell --svg "$TMP/x.svg" -e text
fails 2 "--keep-file alone is refused" "$T" explain --keep-file "$TMP/rows" -e text

# ---- A user's rows

cat > "$TMP/rows" <<'EOF'
# our own
define       part    [A-Z]{2,4}
placeholder  ticket  (?<!\w)(?&part)-\d+(?!\d)  AB-12     ab-12
tag          colour  \^[0-9]                    ^1        ^x
code         sum     @@(?&dotted)@@
EOF
is "rows of a file are found, and may call names of the file and of the list" \
    "$(found --keep-file "$TMP/rows" -e 'See AB-12, ^1red^7 and @@a.b@@.')" \
    'AB-12=ticket ^1=colour ^7=colour @@a.b@@=sum'
printf 'none\tno\tAB-1\nplaceholder\tticket\t[A-Z]+-\\d+\n' > "$TMP/none"
is "a row \"none\" hides the rows after it" "$(found --keep-file "$TMP/none" -e 'See XY-1.')" 'XY-1=ticket'

refuses() { # NAME TEXT MESSAGE
    printf "$2" > "$TMP/bad"
    tell --keep-file "$TMP/bad" -e text 2> "$TMP/err"
    is "$1" "$(cat "$TMP/err")" "translate: $TMP/bad$3"
}
refuses "a kind that there is not" '\n\nword  x  y\n' ':3: "word" is not one of define, placeholder, tag, code and none'
refuses "a row without a pattern" 'tag  x\n' ':1: a row is a kind, a name, a pattern, and two examples or none, with two blanks or a tab between them; a definition has no example'
refuses "a pattern that is none" 'tag  x  a(b\n' ':1: the pattern has a ( without a )'
refuses "a name that nothing defines" 'tag  x  (?&y)\n' ':1: the pattern calls "y", which no row above defines'
refuses "a definition that calls itself" 'define  y  a(?&y)\ntag  x  a\n' ':1: the pattern calls "y", which no row above defines'
refuses "an example that the pattern does not take" 'tag  x  ab  abc\n' ':1: the pattern does not take all of its example "abc"'
refuses "a counter-example that it takes" 'tag  x  ab  ab  ab\n' ':1: the pattern takes its counter-example "ab"'
refuses "a file without rows" '# nothing\n' ': it has no row'
refuses "a file that is not UTF-8" 'tag  x  \377\n' ': it is not a text in UTF-8'
fails 1 "a file that there is not" tell --keep-file "$TMP/absent" -e text

# Where one may go back, this takes more than the age of the world.
printf 'tag  x  ((a*)*)*b\ncode  y  (a|aa)+!\ncode  z  ((a?b?)*c|a)*d\n' > "$TMP/hostile"
perl -e 'print "a" x 20000, "\n"' > "$TMP/long"
check "hostile patterns end" timeout 60 "$T" explain --placeables --keep-file "$TMP/hostile" "$TMP/long" --text

if [ -f "$MODEL" ]; then
    is "a translation leaves what rows match as it is" \
        "$(echo 'Please look at AB-12 and @@good.house@@ today.' | "$T" -m "$MODEL" --keep-file "$TMP/rows" | grep -c 'AB-12.*@@good.house@@')" 1
    is "and a file of rows is read beside --keep" \
        "$(echo 'The good house and AB-12 today.' | "$T" -m "$MODEL" --keep-file "$TMP/rows" --keep 'good house' | grep -c 'good house.*AB-12')" 1
    is "two numbers share no sign of a currency" "$(echo '3x4 $1' | "$T" -m "$MODEL" 2>&1 | grep -c '4.*1')" 1
    fails 2 "--raw keeps nothing" "$T" -m "$MODEL" --raw --keep-file "$TMP/rows"
    printf 'tag  x  a(b\n' > "$TMP/bad"
    echo text | "$T" -m "$MODEL" --keep-file "$TMP/bad" 2> "$TMP/err"
    is "a fault of a row is told with file and line" "$(cat "$TMP/err")" "translate: $TMP/bad:1: the pattern has a ( without a )"
fi

# ---- The page on syntaxes

files() { sed -n 's/^| `\([^`]*\)`.*/\1/p' docs/syntax.md; }
is "docs/syntax.md names files that there are" "$(for f in $(files); do [ -e "$f" ] || echo "$f"; done)" ""
check "and the list is among them" test -n "$(files | grep '^lib/syntax/data/syntax.rows$')"
done_testing
