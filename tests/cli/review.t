#!/bin/sh
# review.t - catalogues of translators: units that are cut into segments, and marks for a review.
. tests/cli/tap.sh
need_model
cd "$TMP" || exit 1
cat > s.xlf <<'EOF'
<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2" xmlns:x="urn:oasis:names:tc:xliff:document:1.2">
 <file source-language="en" target-language="de" original="a" datatype="plaintext"><body>
  <trans-unit id="1">
    <source>The cat sleeps. Can you help me?</source>
    <seg-source><mrk mtype="seg" mid="0">The <g id="1">cat</g> sleeps.</mrk> <mrk mtype="seg" mid="1">Can you help me?</mrk></seg-source>
  </trans-unit>
  <trans-unit id="2">
    <source>Good morning. I love you.</source>
    <seg-source><mrk mtype="seg" mid="0">Good morning.</mrk> <mrk mtype="seg" mid="1">I love you.</mrk></seg-source>
    <target state="new"><mrk mtype="seg" mid="0"/> <mrk mtype="seg" mid="1"></mrk></target>
  </trans-unit>
  <trans-unit id="3">
    <source>Good morning. I love you.</source>
    <seg-source><mrk mtype="seg" mid="0">Good morning.</mrk> <mrk mtype="seg" mid="1">I love you.</mrk></seg-source>
    <target/>
  </trans-unit>
  <trans-unit id="4">
    <source>Good morning. I love you.</source>
    <seg-source><mrk mtype="seg" mid="0">Good morning.</mrk> <mrk mtype="seg" mid="1">I love you.</mrk></seg-source>
    <target><mrk mtype="seg" mid="1"></mrk> <mrk mtype="seg" mid="0">Moin!</mrk></target>
    <alt-trans><target>x</target></alt-trans>
  </trans-unit>
  <x:trans-unit id="5"><x:source>I love you.</x:source><x:seg-source><x:mrk mtype="seg" mid="a">I love you.</x:mrk></x:seg-source></x:trans-unit>
  <trans-unit id="6"><source>Good morning.</source></trans-unit>
  <trans-unit id="7"><source>Good morning.</source><target state="needs-translation"></target></trans-unit>
  <trans-unit id="8" translate="no"><source>It stays.</source><seg-source><mrk mtype="seg" mid="0">It stays.</mrk></seg-source></trans-unit>
  <trans-unit id="9"><source>Done.</source><seg-source><mrk mtype="seg" mid="0">Done.</mrk></seg-source><target><mrk mtype="seg" mid="0">Fertig.</mrk></target></trans-unit>
 </body></file></xliff>
EOF
cat=$("$T" -e 'The cat sleeps.') help=$("$T" -e 'Can you help me?') morning=$("$T" -e 'Good morning.') love=$("$T" -e 'I love you.')
run --mark none s.xlf
is "nothing is said" "$status$(cat err)" 0
targets() { perl -0777 -ne 'print "$1\n" if /trans-unit id="'"$1"'".*?(<(?:x:)?target.*?\/(?:x:)?target>|<\/(?:x:)?trans-unit>)/s' out; }
is "a unit that is cut gets a target that is cut" "$(targets 1 | sed 's/<\/*g[^>]*>//g')" \
    "<target><mrk mtype=\"seg\" mid=\"0\">$cat</mrk> <mrk mtype=\"seg\" mid=\"1\">$help</mrk></target>"
like "... with its codes" "$(targets 1)" 'mid="0">.*<g id="1">.*</g>.*</mrk> <mrk'
is "marks that are empty are filled" "$(targets 2)" \
    "<target state=\"new\"><mrk mtype=\"seg\" mid=\"0\">$morning</mrk> <mrk mtype=\"seg\" mid=\"1\">$love</mrk></target>"
is "... so is an empty target" "$(targets 3)" \
    "<target><mrk mtype=\"seg\" mid=\"0\">$morning</mrk> <mrk mtype=\"seg\" mid=\"1\">$love</mrk></target>"
is "each by its name, and what is there stays" "$(targets 4)" \
    "<target><mrk mtype=\"seg\" mid=\"1\">$love</mrk> <mrk mtype=\"seg\" mid=\"0\">Moin!</mrk></target>"
like "a prefix of a namespace" "$(targets 5)" "<x:target><x:mrk mtype=\"seg\" mid=\"a\">$love</x:mrk></x:target>"
is "what is not to be translated stays" "$(targets 8)" '</trans-unit>'
is "so does what is translated" "$(targets 9)" '<target><mrk mtype="seg" mid="0">Fertig.</mrk></target>'
cp out done.xlf
run done.xlf
check "a second run changes nothing" cmp done.xlf out
run segments s.xlf
is "segments names unit and segment" "$(sed -n 2p out)" '{"n":2,"where":"1/1","text":"Can you help me?"}'
run s.xlf --dry-run
like "--dry-run counts them" "$(cat out)" '^s.xlf	10 segments	'

# Hostile: marks by the thousands, in the other order, and names that are not there.
many() { # N: marks
    perl -e '$n = shift; print "<xliff version=\"1.2\"><file source-language=\"en\" target-language=\"de\"><body><trans-unit id=\"1\"><source>x</source><seg-source>",
        (map "<mrk mtype=\"seg\" mid=\"$_\">1</mrk>", 1 .. $n), "</seg-source><target>", (map "<mrk mtype=\"seg\" mid=\"$_\"/>", reverse 1 .. $n), "</target></trans-unit></body></file></xliff>"' "$1"
}
many 20000 > many.xlf
check "thousands of marks take no time" timeout 60 "$T" -q -o many.out many.xlf
printf '<xliff version="1.2"><file source-language="en" target-language="de"><body><trans-unit id="1"><source>x</source><seg-source><mrk mtype="seg">Good morning.</mrk><mrk mtype="seg" mid="1"/></seg-source><target><mrk mtype="seg" mid="7"/></target></trans-unit></body></file></xliff>' > odd.xlf
run odd.xlf
is "marks without a name, and of other names, stay" "$status$(cmp odd.xlf out)" 0

# ---- --mark

run --mark needs-review s.xlf
is "XLIFF: each target that was filled wants a review" "$(grep -c '<[x:]*target state="needs-review-translation" state-qualifier="leveraged-mt">' out)" 7
is "... and no other" "$(targets 9)" '<target><mrk mtype="seg" mid="0">Fertig.</mrk></target>'
is "... its unit is not approved" "$(grep -o '<[x:]*trans-unit [^>]*>' out | grep -c approved=)" 7
is "... all else is as it was" "$(sed 's/ approved="no"//; s/ state="[^"]*"//; s/ state-qualifier="[^"]*"//' out)" "$(sed 's/ state="[^"]*"//' done.xlf)"
printf '<xliff version="1.2"><file source-language="en" target-language="de"><body><trans-unit approved="yes" id="1"><source>I love you.</source><target state-qualifier="exact-match" x="1" state="new"/></trans-unit><trans-unit id="2" approved="no"><source>Yes.</source><target>Ja.</target></trans-unit></body></file></xliff>' > old.xlf
run --mark fuzzy old.xlf
is "... states and approvals that were there make room" "$(cat out)" "$(sed 's/ approved="yes"/ approved="no"/; s/ state-q.*state="new"\/>/ state="needs-review-translation" state-qualifier="leveraged-mt" x="1">'"$love"'<\/target>/' old.xlf)"
run --mark none old.xlf
is "--mark none leaves them" "$(cat out)" "$(sed 's/ state="new"\/>/ state="new">'"$love"'<\/target>/' old.xlf)"
run old.xlf
is "without the option, targets say what they are, and an approval goes" "$(cat out)" "$(sed 's/ approved="yes"/ approved="no"/; s/ state-q.*state="new"\/>/ state="needs-review-translation" state-qualifier="leveraged-mt" x="1">'"$love"'<\/target>/' old.xlf)"
run s.xlf
is "... each that was filled" "$(grep -c '<[x:]*target state="needs-review-translation" state-qualifier="leveraged-mt">' out)" 7
is "... and units that say nothing of an approval go on so" "$(grep -c approved= out)" 0
is "... all else is as it was" "$(sed 's/ state="[^"]*"//; s/ state-qualifier="[^"]*"//' out)" "$(sed 's/ state="[^"]*"//' done.xlf)"
"$T" segments old.xlf | sed 's/I love you/Ich mag/' > old.json
run splice old.xlf old.json
like "text that is spliced in says nothing of who made it" "$(cat out)" 'x="1" state="new">Ich mag'
printf '<xliff version="2.0" srcLang="en" trgLang="de"><file id="f"><unit id="1"><segment><source>Good morning.</source></segment><segment subState="a:b" state="initial"><source>I love you.</source></segment><segment><source>Yes.</source><target>Ja.</target></segment></unit></file></xliff>' > two.xlf
run --mark none two.xlf
is "... of version 2, nothing" "$(grep -o '<segment[^>]*>' out | paste -sd ' ')" '<segment> <segment subState="a:b" state="initial"> <segment>'
run two.xlf
is "... or what they are" "$(grep -o '<segment[^>]*>' out | paste -sd ' ')" '<segment state="translated" subState="translate:mt"> <segment state="translated" subState="translate:mt"> <segment>'
run --mark needs-review two.xlf
is "... of version 2" "$(grep -o '<segment[^>]*>' out | paste -sd ' ')" '<segment state="translated" subState="translate:mt"> <segment state="translated" subState="translate:mt"> <segment>'
printf '# Language\nmsgid ""\nmsgstr "Language: de\\n"\n\n#, c-format\nmsgctxt "a"\nmsgid "Good morning."\nmsgstr ""\n\n#. two forms\nmsgid "I love you."\nmsgid_plural "The cat sleeps."\nmsgstr[0] ""\nmsgstr[1] ""\n\n#, fuzzy\n#| msgid "Help"\nmsgid "Can you help me?"\nmsgstr "Hilf"\n\nmsgid "Yes."\nmsgstr "Ja."\n' > r.po
run r.po
is "PO: no entry is fuzzy unless asked" "$(grep -c fuzzy out)" 1
run --mark needs-review r.po
printf '# Language\nmsgid ""\nmsgstr "Language: de\\n"\n\n#, c-format\n#, fuzzy\nmsgctxt "a"\nmsgid "Good morning."\nmsgstr "%s"\n\n#. two forms\n#, fuzzy\nmsgid "I love you."\nmsgid_plural "The cat sleeps."\nmsgstr[0] "%s"\nmsgstr[1] "%s"\n\n#, fuzzy\n#| msgid "Help"\nmsgid "Can you help me?"\nmsgstr "Hilf"\n\nmsgid "Yes."\nmsgstr "Ja."\n' \
    "$morning" "$love" "$cat" > wanted
check "PO: each entry that was filled is fuzzy" cmp out wanted
run --redo-fuzzy r.po
is "--redo-fuzzy translates fuzzy entries again" "$(grep -A3 '^#, fuzzy' out)" "$(printf '#, fuzzy\n#| msgid "Help"\nmsgid "Can you help me?"\nmsgstr "%s"' "$help")"
is "... and no entry that is done" "$(tail -n 1 out)" 'msgstr "Ja."'
sed 's/$/\r/' r.po > crlf.po
run --mark needs-review crlf.po
is "lines end as they did" "$(grep -c 'fuzzy' out) $(grep -cv "$(printf '\r')\$" out)" "3 0"
printf '<tmx version="1.4"><header srclang="en"/><body><tu><tuv xml:lang="en"><seg>I love you.</seg></tuv></tu></body></tmx>' > m.tmx
run --mark needs-review m.tmx
like "TMX: the variant says who made it" "$(cat out)" "<tuv creationtool=\"translate\" creationid=\"translate\" xml:lang=\"de\"><seg>$love</seg></tuv>"
echo '<p>Good morning.</p>' > p.html
run --mark needs-review p.html
says "a format without a place for it refuses" 1 'p.html: is html, which has no place for a mark that a translation wants a review: xliff, tmx, ts, xcstrings, po and mo have$'
run --mark needs-review < /dev/null
says "so do lines" 2 '--mark is for documents'
run --mark fuzzy r.po
check "fuzzy is a name of the same" cmp out wanted
run --mark review r.po
says "other words are none" 2 '--mark'
mkdir folder && cp p.html r.po folder
run -q --mark fuzzy --output-dir folder.de folder
is "in a folder it is for those that have states" "$status $(cmp wanted folder.de/r.po) $(ls folder.de | paste -sd ' ')" "0  p.html r.po"
done_testing
