#!/bin/sh
# inline_tags.t - balanced tags within a line are marks: the line is read without them, and they go
# with their words.
. tests/cli/tap.sh
need_model

said() { # TEXT OPTIONS...
    said_text=$1
    shift
    printf '%s\n' "$said_text" | "$T" -q -f en -t de "$@" 2> /dev/null
}
bare() { # what stands on stdin, without tags
    perl -pe 's/<(?:"[^"]*"|[^">])*>//g; s/  +/ /g'
}

cat > "$TMP/tagged" << 'END'
The <b>big cat</b> sleeps.
He saw <a href="x?a=1&amp;b=2" title="a > b">the red house</a> and <i>went home</i>.
The <g id="1">old <g id="2">house</g></g> is <em>small</em>.
Hello <0>{name}</0>, the <1>weather</1> is nice.
The cat <x id="3"/> sleeps in the <b>garden</b>.
The <img src="cat.png"> cat sleeps. The <b>dog</b> is <i>there</i>.
END
bare < "$TMP/tagged" > "$TMP/plain"
run -q -f en -t de "$TMP/tagged"
cp "$TMP/out" "$TMP/first"
bare < "$TMP/first" > "$TMP/got"
run -q -f en -t de "$TMP/plain"
check "the text is the translation of the line without tags" cmp "$TMP/got" "$TMP/out"
tags() { perl -ne 'print join(" ", sort /<[\/a-z0-9](?:"[^"]*"|[^">])*>/g), "\n"' "$1"; }
tags "$TMP/tagged" > "$TMP/tags"
tags "$TMP/first" > "$TMP/tags.out"
check "each tag is there once, byte for byte" cmp "$TMP/tags" "$TMP/tags.out"
like "so are marks of emphasis" "$(said 'The **big cat** sleeps.')" '^Die \*\*große Katze\*\* schläft\.$'
like "... around all of a text, with no blank inside" "$(said '**Please note**')" '^\*\*[^ *][^*]*[^ *]\*\*$'
like "... of which there are several" "$(said '**Warning** **Danger**')" '^\*\*Warnung\*\* \*\*[^ *]+\*\*$'
like "... and those of Markdown's links" "$(said 'Read the [big book](https://x.org/a) first.')" \
    '\[gro[^]]* Buch\]\(https://x\.org/a\)[^[]*$'
like "... in values" "$(echo '{"a": "The [big cat]({url}) sleeps."}' | "$T" -q -f en -t de --format json)" \
    '^\{"a": "Die \[große Katze\]\(\{url\}\) schläft\."}$'
like "... and pictures" "$(said 'The ![big cat](cat.png) sleeps.')" '^Die !\[große Katze\]\(cat\.png\) schläft\.$'
for m in __ '~~' "''" "'''"; do
    like "... and $m" "$(said "The ${m}big cat${m} sleeps.")" "^Die ${m}große Katze${m} schläft\\.\$"
done
like "tags are around the words they were around" "$(said 'The <b>big cat</b> sleeps.')" '^Die <b>große Katze</b> schläft\.$'
page=$(echo '<p>The <b>big cat</b> sleeps in <i>the garden</i>.</p>' | "$T" -q -f en -t de --format html)
is "as --format html has them" "<p>$(said 'The <b>big cat</b> sleeps in <i>the garden</i>.')</p>" "$page"

for o in "-j 4 --batch-tokens 1" "-j 2 --batch-tokens 3000" "-j 1 --cpu ref"; do
    "$T" -q -f en -t de $o "$TMP/tagged" > "$TMP/other"
    check "... with $o, too" cmp "$TMP/first" "$TMP/other"
done

is "tags around all of a line" "$(said '<p><b>The cat sleeps.</b></p>')" "<p><b>$(said 'The cat sleeps.')</b></p>"
is "no translation goes across a break" "$(said 'Good morning.<br>The <b>cat</b> sleeps.')" \
    "$(said 'Good morning.')<br>$(said 'The <b>cat</b> sleeps.')"
is "a tag without its partner parts the text" "$(said 'The cat sleeps. <i>The <b>dog</b> sleeps.')" \
    "$(said 'The cat sleeps.') <i>$(said 'The <b>dog</b> sleeps.')"
is "comparisons are no tags" "$(said 'if a < b > c then' | grep -c '< b >')" 1
is "nor are types" "$(said 'Use List<String> here.' | grep -c '<String>')" 1
for s in 'The <b>big <i>cat</b> sleeps</i> well.' '</b>The cat</i> <b>sleeps <i>here' '<b>The</b></b> <b><b>cat</b> sleeps' \
    'It is 10<sup>2</sup> m, H<sub>2</sub>O.' '<b></b><i> </i>' '<x/><y/>' 'a<b>b</b>c<i>D</i>' '<b>x</b><b>y</b><b>z</b>'; do
    printf '%s\n' "$s" > "$TMP/hard"
    said "$s" > "$TMP/hard.out"
    tags "$TMP/hard" > "$TMP/tags"
    tags "$TMP/hard.out" > "$TMP/tags.out"
    check "none is lost or doubled: $s" cmp "$TMP/tags" "$TMP/tags.out"
done
many=$(perl -e 'print "The <b>cat</b> sees <x/> the dog. " x 400')
is "a line of very many" "$(said "$many" | grep -o '<b>\|</b>\|<x/>' | sort | uniq -c | tr -s ' \n' ' ')" ' 400 </b> 400 <b> 400 <x/> '
perl -e 'print "[\x27\x27\x27" x 100000, "\n", "](" x 100000, "\n"' > "$TMP/marks"
check "marks without words take no time" timeout 60 "$T" -q -f en -t de "$TMP/marks" -o "$TMP/marks.out"
is "control characters in a tag do not come out" "$(printf 'The <b title="\033[2J">cat</b> sleeps.\n' | "$T" -q -f en -t de | grep -c "$(printf '\033')")" 0
esc=$(printf '\033')
is "colours stand around their words" "$(said "The ${esc}[31mcat${esc}[0m sleeps.")" "Die ${esc}[31mKatze${esc}[0m schläft."
is "styles that are set back one by one" "$(said "The ${esc}[1;38;5;22mcat${esc}[22;39m sleeps.")" "Die ${esc}[1;38;5;22mKatze${esc}[22;39m schläft."
is "a colour that nothing ends is not lost" "$(said "${esc}[31mThe cat sleeps." | head -c 5)" "${esc}[31m"
is "what moves the cursor does not come out" "$(said "The cat ${esc}[2Jsleeps." | grep -c "$esc")" 0

run -q -f en -t de -n 3 < "$TMP/tagged"
is "each of the n-best has them" "$(grep -c '^1 ||| .*<b>.*</b>' "$TMP/out")" "$(grep -c '^1 |||' "$TMP/out")"
like "--json has the line as it was given" "$(said 'The <b>cat</b> sleeps.' --json)" '"source":"The <b>cat</b> sleeps.","translation":"[^"]*<b>Katze</b>'
is "--alignment is that of the line without them" "$(said 'The <b>cat</b> sleeps.' --alignment hard | sed 's/.* ||| //')" \
    "$(said 'The cat sleeps.' --alignment hard | sed 's/.* ||| //')"
like "they go into the columns of a table" "$(printf 'a\tThe <b>cat</b> sleeps.\n' | "$T" -q -f en -t de --format tsv --columns 2)" '^a	.*<b>Katze</b>'
printf 'big cat\tTiger\n' > "$TMP/terms.tsv"
is "a term may go across them" "$(said 'The <b>big</b> cat sleeps.' --glossary "$TMP/terms.tsv" | bare)" \
    "$(said 'The big cat sleeps.' --glossary "$TMP/terms.tsv")"
like "--prefix begins the text" "$(said 'The <b>cat</b> sleeps.' --prefix Eine)" '^Eine .*<b>'
printf 'The <b>cat</b> sleeps.\n' > "$TMP/line"
run -q -f en -t de --memory "$TMP/memory" --memory-add "$TMP/line"
cp "$TMP/out" "$TMP/first"
run -q -f en -t de --json --memory "$TMP/memory" "$TMP/line"
like "a memory has the line with them" "$(cat "$TMP/out")" '"translation":"[^"]*<b>Katze</b>.*"memory":true'

done_testing
