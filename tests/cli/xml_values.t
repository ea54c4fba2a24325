#!/bin/sh
# xml_values.t - values of XML that are for programs stay, and programs in XML are refused.
. tests/cli/tap.sh
cd "$TMP" || exit 1

texts() { # NAME: the texts that are found in a file, with a bar between two
    "$T" segments -f en "$1" | perl -MJSON::PP -CO -ne 'print decode_json($_)->{text}, "|"'
}
found() { # WHAT NAME DOCUMENT WANTED
    printf '%s\n' "$3" > "$2"
    is "$1" "$(texts "$2")" "$4"
}
refused() { # WHAT DOCUMENT WHY
    printf '%s\n' "$2" > a.xml
    run a.xml
    is "$1 is refused" "$status $(sed 's/^translate: //' "$TMP/err")" "1 a.xml: is $3, which is not read"
}
program='a program'
settings='a file of settings'

refused "Maven's" '<project xmlns="http://maven.apache.org/POM/4.0.0"><name>The shop</name></project>' "$program"
refused "MSBuild's" '<Project xmlns="http://schemas.microsoft.com/developer/msbuild/2003"><A>true</A></Project>' "$program"
refused "... of today" '<Project Sdk="Microsoft.NET.Sdk"><A>The shop</A></Project>' "$program"
refused "Ant's" '<project name="a" default="all"><target name="all"><echo>It is done.</echo></target></project>' "$program"
refused "XSLT" '<x:transform version="1.0" xmlns:x="http://www.w3.org/1999/XSL/Transform"><p>It rains.</p></x:transform>' \
    "$program"
refused "RelaxNG" '<grammar xmlns="http://relaxng.org/ns/structure/1.0"><value>none of it</value></grammar>' 'a schema'
refused ".NET's" '<configuration><appSettings><add key="a"/></appSettings><a>It rains.</a></configuration>' "$settings"
refused "Java's" '<web-app><welcome-file>The page</welcome-file></web-app>' "$settings"
perl -e 'print "<!-- ", "A licence.\n" x 1000, " -->\n<web-app><a>The page</a></web-app>\n"' > long.xml
run long.xml
is "... behind a licence" "$status" 1
found "a project of another kind is read" a.xml '<project><title>It rains today.</title></project>' 'It rains today.|'
run segments --format xml a.xml
is "... and so is all whose format is told" "$status" 0

found "a word in small letters stays" a.xml \
    '<r><on>true</on><mode>none</mode><use>yes</use><scope>compile</scope><k>a.b.c</k><m>doIt</m><w>mt-4</w><d>It rains.</d></r>' \
    'It rains.|'
found "... unless most of the values of its name are prose" a.xml \
    '<r><m>open the door</m><m>close</m><m>Go home.</m><n>close</n><n>Close it</n></r>' 'open the door|close|Go home.|Close it|'
found "... or it is a paragraph" a.xml '<r><p>yes</p><title>index</title></r>' 'yes|index|'
found "... or within a sentence" a.xml '<r><d>It is <x>true</x> today.</d></r>' 'It is <1>true</1> today.|'
printf '<r><m>Open it</m><m>closed</m><m>Go home</m></r>\n' > a.xml
"$T" segments a.xml | sed 's/Open it/offen/; s/Go home/true/' | "$T" splice a.xml - > out 2>&1
is "... and a translation may be one" "$(cat out)" '<r><m>offen</m><m>closed</m><m>true</m></r>'
perl -e 'print "<r>", (map "<a$_>no</a$_>", 1..100000), "<d>It rains.</d></r>"' > a.xml
is "... and many names take no time" "$(timeout 60 "$T" segments -f en a.xml | wc -l)" 1

plist() { # BODY
    printf '%s\n' "<plist version=\"1.0\"><dict>$1</dict></plist>"
}
found "a program's list of properties" Info.plist "$(plist '<key>CFBundleTypeRole</key><string>Viewer</string>
<key>CFBundleURLName</key><string>Some Address</string><key>LSHandlerRank</key><string>Owner</string>
<key>CFBundleDevelopmentRegion</key><string>en</string><key>CFBundleURLSchemes</key><array><string>magnet</string></array>
<key>NSCameraUsageDescription</key><string>Your picture is taken.</string>
<key>NSHumanReadableCopyright</key><string>Made by all of us</string>')" 'Your picture is taken.|Made by all of us|'
found "... values by their keys" a.plist "$(plist '<key>Title</key><string>sound</string><key>Type</key><string>switch</string>
<key>a</key><dict><key>id</key><string>one two</string></dict><key>b</key><string>true</string>')" 'sound|'
found "... a catalogue" a.plist "$(plist '<key>A</key><string>Open the door</string><key>B</key><string>close</string>
<key>NSStringLocalizedFormatKey</key><string>Two doors</string>')" 'Open the door|close|Two doors|'
found "... plurals under keys that are names elsewhere" a.stringsdict "$(plist '<key>a</key><dict>
<key>NSStringLocalizedFormatKey</key><string>%#@files@</string><key>files</key><dict>
<key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string><key>NSStringFormatValueTypeKey</key><string>d</string>
<key>zero</key><string>no files</string><key>other</key><string>Some files are here.</string></dict></dict>')" \
    'no files|Some files are here.|'
perl -e 'print "<plist>", "<dict><key>a</key>" x 200, "<string>It rains.</string>", "</dict>" x 200, "</plist>"' > a.plist
is "... within many others" "$(timeout 60 "$T" segments -f en a.plist | wc -l)" 1

found "forms of Qt: strings that are translated" a.ui '<ui version="4.0"><class>Form</class><widget><property name="text">
<string>Open it</string></property><property name="s"><string notr="true">red rose</string></property>
<property name="b"><bool>true</bool></property><property name="e"><enum>Qt::AlignLeft</enum></property></widget></ui>' 'Open it|'
found "forms of GTK: properties that are marked" a.xml '<interface><object class="A"><property name="a">Not this</property>
<property name="label" translatable="yes">Open it</property></object></interface>' 'Open it|'
found "... where none is" a.xml '<interface><object class="A"><property name="a">Not this</property></object></interface>' ''
found "what AppStream has" a.xml '<component type="desktop"><id>a.b</id><metadata_license>CC0-1.0</metadata_license>
<name>The shop</name><summary>Sells things</summary><description><p>It sells <em>all</em> things.</p></description>
<developer_name>Old Friends</developer_name><categories><category>Office</category></categories></component>' \
    'The shop|Sells things|It sells <1>all</1> things.|'
found "extensions of Inkscape" a.inx '<inkscape-extension xmlns="http://www.inkscape.org/namespace/inkscape/extension">
<name>Cut it</name><id>org.a</id><param name="a" type="bool" gui-text="Cut all">false</param>
<effect><object-type>All of it</object-type></effect></inkscape-extension>' 'Cut it|Cut all|'
found "places on a map" a.kml '<kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><name>Old town</name>
<altitudeMode>absolute</altitudeMode><styleUrl>Some style</styleUrl></Placemark></kml>' 'Old town|'
found "books of FictionBook" a.fb2 '<FictionBook><description><title-info><genre>detective</genre>
<author><first-name>Leo</first-name></author><book-title>The house</book-title></title-info></description>
<body><section><title><p>One</p></title><p>It <emphasis>rains</emphasis>.</p></section></body></FictionBook>' \
    'The house|One|It <1>rains</1>.|'

done_testing
