#!/bin/sh
# xliff_scope.t - which units of XLIFF are translated, and what they are called.
. tests/cli/tap.sh
cd "$TMP" || exit 1

texts() { # NAME: where, and the text, with a bar between two
    "$T" segments -f en -t de "$1" | perl -MJSON::PP -CO -ne '$s = decode_json($_); print "$s->{where}: $s->{text}|"'
}

unit2() { echo "<unit id=\"$1\"$2><segment><source>$3</source></segment></unit>"; }
cat > two.xlf << END
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de">
<file id="f" translate="no">
$(unit2 a '' 'Not this.')
$(unit2 b ' translate="yes"' 'The red rose.')
<group id="g" translate="yes">$(unit2 c '' 'The house.')
<group id="h" translate="no">$(unit2 d '' 'Nor this.')</group>$(unit2 e '' 'The door.')</group>
$(unit2 f '' 'Nor that.')
</file><file id="g">$(unit2 g '' 'The garden.')</file></xliff>
END
is "what a file and a group say holds for what is within, but for what says otherwise" "$(texts two.xlf)" \
    'b: The red rose.|c: The house.|e: The door.|g: The garden.|'

unit1() { echo "<trans-unit id=\"$1\"$2><source>$3</source><seg-source><mrk mtype=\"seg\" mid=\"1\">$3</mrk></seg-source></trans-unit>"; }
cat > one.xlf << END
<xliff version="1.2"><file source-language="en" target-language="de" original="f" datatype="plaintext"><body>
<group translate="no">$(unit1 a '' 'Not this.')$(unit1 b ' translate="yes"' 'The red rose.')</group>
$(unit1 c '' 'The house.')</body></file></xliff>
END
is "... of version 1.2, too" "$(texts one.xlf)" 'b/1: The red rose.|c/1: The house.|'
"$T" segments -f en -t de one.xlf | sed 's/The red rose/Die rote Rose/' | "$T" splice -t de one.xlf - > out
is "a unit that stays gets no target" "$(grep -c '<target' out) $(grep -o 'Not this.</mrk></seg-source></trans-unit>' out)" \
    '2 Not this.</mrk></seg-source></trans-unit>'

# ---- Spans

span() { echo "<mrk id=\"$1\" translate=\"$2\">$3</mrk>"; }
cat > spans.xlf << END
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de"><file id="f">
<unit id="a" translate="no"><segment><source>x = $(span 1 yes 'The red rose');</source></segment>
<segment><source>Nor this.</source></segment></unit>
$(unit2 b ' translate="no"' "$(span 1 no 'Not') this $(span 2 yes "The house $(span 3 no printf)") or that")
$(unit2 e ' translate="no"' "<pc id=\"1\">if $(span 2 yes 'The garden')</pc> or $(span 3 yes 'the tree') else<ph id=\"4\"/>")
$(unit2 c '' "The $(span 1 no 'printf not') door")
$(unit2 d ' translate="no"' "Nothing here.</source><target>$(span 1 yes 'Not this')</target><source>")
</file></xliff>
END
is "a span says what is translated within a unit that is not, and the reverse" "$(texts spans.xlf)" \
    'a: The red rose|b: The house <1/>|e: <1><2/><3>The garden</3></1> <4/> <5>the tree</5>|c: The <1/> door|'
"$T" segments -f en -t de spans.xlf | sed 's/The red rose/Die rote Rose/; s/The house/Das Haus/; s/The garden/Der Garten/' |
    "$T" splice -t de spans.xlf - > out
is "... what is around it stays" "$(grep -o '<target>.*</target></segment>' out )" \
    "<target>x = $(span 1 yes 'Die rote Rose');</target></segment>
<target>$(span 1 no 'Not') this $(span 2 yes "Das Haus $(span 3 no printf)") or that</target></segment>
<target><pc id=\"1\">if $(span 2 yes 'Der Garten')</pc> or $(span 3 yes 'the tree') else<ph id=\"4\"/></target></segment>"
cat > marks.xlf << END
<xliff version="2.0" srcLang="en" trgLang="de"><file id="f">
$(unit2 a '' 'The <sm id="1" translate="no"/>red rose<em startRef="1"/> here')
$(unit2 b ' translate="no"' 'x = <sm id="1" translate="yes"/>The house<em startRef="1"/>;')
</file></xliff>
END
is "... from a start to its end, too" "$(texts marks.xlf)" 'a: The <1/> here|b: The house|'
mark1() { echo "<mrk mtype=\"$1\">$2</mrk>"; }
cat > spans1.xlf << END
<xliff version="1.2"><file source-language="en" target-language="de" original="f" datatype="plaintext"><body>
<trans-unit id="a" translate="no"><source>x = $(mark1 x-its-translate-yes 'The red rose');</source></trans-unit>
<trans-unit id="b"><source>The $(mark1 protected printf) door</source></trans-unit>
<trans-unit id="c" translate="no"><source>x = $(mark1 x-its-translate-yes 'The house');</source><seg-source><mrk mtype="seg" mid="1">x = $(mark1 x-its-translate-yes 'The house');</mrk></seg-source></trans-unit>
</body></file></xliff>
END
is "... of version 1.2 its type says it" "$(texts spans1.xlf)" 'a: The red rose|b: The <1/> door|'

perl -e 'print "<xliff version=\"2.0\"><file id=\"f\" translate=\"no\">", "<group translate=\"no\">" x 200, "</group>" x 200, "</file></xliff>"' > deep.xlf
check "many groups" timeout 20 "$T" segments -f en -t de deep.xlf

done_testing
