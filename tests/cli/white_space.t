#!/bin/sh
# white_space.t - lines and indentation of XML stay where its white space means something.
. tests/cli/tap.sh
cd "$TMP" || exit 1

texts() { # NAME: the texts that are found in a file, with a bar between two
    "$T" segments -f en -t de "$1" | perl -MJSON::PP -CO -ne 'print decode_json($_)->{text}, "|"'
}
found() { # WHAT NAME DOCUMENT WANTED
    printf '%s\n' "$3" > "$2"
    is "$1" "$(texts "$2")" "$4"
}
lines='First line.
Second line.
    - Third line'

found "each line is a segment" a.xml "<a><m xml:space=\"preserve\">$lines</m></a>" 'First line.|Second line.|- Third line|'
"$T" segments a.xml | sed 's/First/Erste/; s/Third/Dritte/' | "$T" splice a.xml - > out
is "... and stands where it stood" "$(cat out)" "$(sed 's/First/Erste/; s/Third/Dritte/' a.xml)"
found "... within an element that says so" a.xml "<doc xml:space=\"preserve\"><m>$lines</m></doc>" \
    'First line.|Second line.|- Third line|'
found "... and not in one that says otherwise" a.xml \
    "<doc xml:space=\"preserve\"><m xml:space=\"default\">One
text</m></doc>" 'One text|'
found "elsewhere a line's end is a blank" a.xml '<a><m>One
text</m></a>' 'One text|'
found "resources of .NET" a.resx "<root><resheader name=\"r\"><value>x</value></resheader>
<data name=\"a\" xml:space=\"preserve\"><value>$lines</value></data></root>" 'First line.|Second line.|- Third line|'
found "... whatever they say of white space" a.resx "<root><resheader name=\"r\"><value>x</value></resheader>
<data name=\"a\"><value>$lines</value></data></root>" 'First line.|Second line.|- Third line|'
found "line ends that are references part lines" a.resx '<root><resheader name="r"><value>x</value></resheader><data name="a"><value>A line&#xD;&#xA;The house&#10;  So it is</value></data></root>' \
    'A line|The house|So it is|'
found "kinds of files and their patterns" a.resx '<root><resheader name="r"><value>x</value></resheader>
<data name="a"><value>Text files (*.txt)|*.txt|All files|*.*</value></data></root>' 'Text files (*.txt)|All files|'
xliff() { # ATTRIBUTES
    echo "<xliff version=\"1.2\"><file source-language=\"en\"><body><trans-unit id=\"1\"$1><source>$lines</source></trans-unit></body></file></xliff>"
}
found "units of XLIFF have marks there" a.xlf "$(xliff ' xml:space="preserve"')" 'First line.<1/>Second line.<2/>- Third line|'
"$T" segments a.xlf | sed 's/First/Erste/' | "$T" splice a.xlf - > out
is "... which their targets have" "$(grep -c '^    - Third line</target>' out)" 1
found "... or blanks" a.xlf "$(xliff '')" 'First line. Second line. - Third line|'
found "... of version 2" a.xlf "<xliff version=\"2.0\" srcLang=\"en\"><file id=\"f\"><unit id=\"1\" xml:space=\"preserve\"><segment><source>One line.
Two lines.</source></segment></unit></file></xliff>" 'One line.<1/>Two lines.|'
found "variants of TMX" a.tmx '<?xml version="1.0"?>
<tmx version="1.4"><header srclang="en"/><body><tu><tuv xml:lang="en" xml:space="preserve"><seg>One line.
Two lines.</seg></tuv></tu></body></tmx>' 'One line.<1/>Two lines.|'

printf '<root><resheader name="r"><value>x</value></resheader><data name="a"><value>&amp;Save</value></data><data name="b"><value>Save &amp;as</value></data><data name="c"><value>R&amp;D</value></data><data name="d"><value>Salt &amp; pepper</value></data></root>' > menu.resx
is "the sign of a menu's key of .NET is a mark" "$(texts menu.resx)" '<1/>Save|Save <1/>as|Salt &amp; pepper|'
is "... and stays, also without it" "$("$T" segments menu.resx | sed 's,"<1/>Save","Öffnen",' | "$T" splice menu.resx - | grep -o '&amp;Öffnen')" '&amp;Öffnen'

done_testing
