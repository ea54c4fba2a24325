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

perl -e 'print "<xliff version=\"2.0\"><file id=\"f\" translate=\"no\">", "<group translate=\"no\">" x 200, "</group>" x 200, "</file></xliff>"' > deep.xlf
check "many groups" timeout 20 "$T" segments -f en -t de deep.xlf

done_testing
