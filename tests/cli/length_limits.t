#!/bin/sh
# length_limits.t - translations that are longer than their documents allow are told, and not cut.
. tests/cli/tap.sh
cd "$TMP" || exit 1

unit1() { echo "<trans-unit id=\"$1\"$2><source>$3</source>$4</trans-unit>"; }
wide() { echo " maxwidth=\"$1\" size-unit=\"char\""; }
mark() { echo "<mrk mtype=\"seg\" mid=\"$1\">$2</mrk>"; }
cat > one.xlf << END
<xliff version="1.2"><file source-language="en" target-language="de" original="f" datatype="plaintext"><body>
$(unit1 long "$(wide 17)" 'The door.')
$(unit1 fits "$(wide 18)" 'The door.')
$(unit1 none '' 'The door.')
$(unit1 codes "$(wide 18)" 'The <g id="1">door</g>.<ph id="2">{code}</ph>')
$(unit1 parts "$(wide 24)" 'The door. The car.' "<seg-source>$(mark 1 'The door.') $(mark 2 'The car.')</seg-source>")
$(unit1 half "$(wide 24)" 'The door. The car.' "<seg-source>$(mark 1 'The door.') $(mark 2 'The car.')</seg-source><target>$(mark 1 'Eine Tür.') $(mark 2 '')</target>")
$(unit1 done "$(wide 3)" 'The door.' '<target>Die Tür.</target>')
</body></file></xliff>
END
# "The door." becomes a text of 18 characters, "The car." one, too; a blank is between two.
translated() { "$T" segments -f en -t de "$1" | perl -pe 's/<1>door<\/1>/<1>offene Tür<\/1>/; s/The /Eine /; s/(?<!<1>)\bdoor/große Türe &lt;/; s/\bcar/gute Wagen ä/'; }
translated one.xlf | "$T" splice -t de one.xlf - > out.xlf 2> err
is "a text that is longer than maxwidth is named, with its place; signs count, however they are written" \
    "$(sed 's/.*one.xlf: //' err)" 'long: is 1 character too long
parts/1: is 13 characters too long
half/2: is 4 characters too long
3 translations are longer than the document allows'
is "... and written as it is" "$(grep -c 'Eine große Türe &lt;.</target>' out.xlf)" 3

unit2() { echo "<unit id=\"$1\" $2><segment><source>$3</source></segment><segment><source>Hello.</source></segment></unit>"; }
file2() { # PROFILE
    cat << END
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" xmlns:slr="urn:oasis:names:tc:xliff:sizerestriction:2.0" version="2.0" srcLang="en" trgLang="de"><file id="f">
<slr:profiles generalProfile="$1"/>
$(unit2 a 'slr:sizeRestriction="25"' 'The door.')
$(unit2 b 'slr:sizeRestriction="2,24"' 'The door.')
$(unit2 c 'slr:sizeRestriction="*"' 'The door.')
</file></xliff>
END
}
file2 xliff:codepoints > two.xlf
translated two.xlf | sed 's/Hello/Guten/' | "$T" splice -t de two.xlf - 2>&1 > /dev/null | sed 's/.*two.xlf: //' > err
is "of version 2, the segments of a unit count together" "$(cat err)" ''
translated two.xlf | sed 's/Hello/Guten Tag/' | "$T" splice -t de two.xlf - 2>&1 > /dev/null | sed 's/.*two.xlf: //' > err
is "... those that are too long are named" "$(cat err)" 'a: is 3 characters too long
b: is 4 characters too long
2 translations are longer than the document allows'
file2 other > three.xlf
translated three.xlf | "$T" splice -t de three.xlf - 2>&1 > /dev/null | sed 's/.*three.xlf: //' > err
is "a limit of another measure is told" "$(cat err)" '2 translations have a limit in pixels or the like, which is not measured'
sed 's/ size-unit="char"//' one.xlf > four.xlf
translated four.xlf | "$T" splice -t de four.xlf - 2>&1 > /dev/null | sed 's/.*four.xlf: //' > err
is "... pixels are what version 1.2 means where it says nothing" "$(cat err)" \
    '5 translations have a limit in pixels or the like, which is not measured'

sed 's/"17"/"3"/' one.xlf > five.xlf
"$T" --verbose -o out.xlf five.xlf 2> err
like "the program names them with --verbose" "$(cat err)" 'five.xlf: long: is [0-9]* characters* too long: The door.'

# ---- gettext, with the flags of Weblate

cat > a.po << 'END'
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n"

#, c-format, max-length:17
msgid "The door."
msgstr ""

#, max-length:18
msgid "The door."
msgid_plural "The \"door\".\n"
msgstr[0] ""
msgstr[1] ""

msgid "The door now."
msgstr ""

#, max-size:300:2
msgctxt "a"
msgid "The door."
msgstr ""

#, max-length:3
msgid "done"
msgstr "fertig"
END
"$T" segments -f en -t de a.po | sed 's/The /Eine /; s/door/große Türe \&lt;/' | "$T" splice -t de a.po - 2>&1 > out.po | sed 's/.*a.po: //; s/^line [0-9]*: //' > err
is "gettext's flag of a length holds for each form; escapes are one character" "$(cat err)" 'is 1 character too long
is 3 characters too long
2 translations are longer than the document allows
1 translation has a limit in pixels or the like, which is not measured'
is "... and they are written as they are" "$(grep -c 'Eine große Türe' out.po)" 4

done_testing
