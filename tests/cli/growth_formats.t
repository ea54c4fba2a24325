#!/bin/sh
# growth_formats.t - --into, format by format: of a translation that people have reviewed, three texts
# are added, one is translated anew, one is taken away, and nothing else changes.
. tests/cli/tap.sh
need_model

case $MODEL in /*) ;; *) MODEL=$PWD/$MODEL ;; esac
cd "$TMP" || exit 1
rose=$("$T" -m "$MODEL" -e 'The rose is red.')
door=$("$T" -m "$MODEL" -e 'Open the door')
night=$("$T" -m "$MODEL" -e 'Good night')
close=$("$T" -m "$MODEL" -e 'Close it')
grow() { run -m "$MODEL" -q --into "$@"; }
changes() { diff "$1" "$2" | grep '^[<>]' | sed 's/^< */-/; s/^> */+/'; }

# Grows de.$1 by en.$1, old.$1 being what it was made of; $2 are the lines that change.
grown() { # FORMAT CHANGES
    cp "de.$1" before
    grow "de.$1" --since "old.$1" --prune "en.$1"
    is "$1: only what is new, changed or gone" "$status $(changes before "de.$1")" "4 $2"
    cp "de.$1" before
    grow "de.$1" --since "en.$1" --prune "en.$1"
    is "... and then nothing" "$status $(cmp before "de.$1" 2>&1)" '0 '
}

# ---- Keys and values

cat > en.strings << 'END'
/* Title of the window */
"title" = "My garden"; // short

/* Door */
"door.open" = "Open the door";
"close" = "Close it";

"rose" =
  "The rose is red.";
"bye" = "Good night";
END
sed 's/"Good night"/"Good day"/' en.strings > old.strings
cat > de.strings << 'END'
/* Titel "des" Fensters */
"title"   = "Mein Garten; /* und */ mehr"; /* geprüft */

"old" = "Alt"; // old
"bye" = 'Guten Tag'; // geprüft
END
grown strings "-\"old\" = \"Alt\"; // old
-\"bye\" = 'Guten Tag'; // geprüft
+/* Door */
+\"door.open\" = \"$door\";
+\"close\" = \"$close\";
+
+\"rose\" =
+\"$rose\";
+\"bye\" = \"$night\"; // geprüft"

cat > en.toml << 'END'
title = "My garden" # short

[menu]
# Door
open = "Open the door"
close = 'Close it'
list = [ "Good night", # night
  "Good night" ]

[more."x y"]
text = """
The rose is red."""
END
sed "s/'Close it'/'Close'/" en.toml > old.toml
cat > de.toml << 'END'
# Kopf

title = 'Mein Garten'

[menu]
  close = "Zu" # geprüft
  old = "Alt"
END
grown toml "-close = \"Zu\" # geprüft
-old = \"Alt\"
+# Door
+open = \"$door\"
+close = '$close' # geprüft
+list = [ \"$night\", # night
+\"$night\" ]
+
+[more.\"x y\"]
+text = \"\"\"
+$rose\"\"\""

cat > en.ftl << 'END'
### The file

## Section
# Title
title = My garden

open = Open the door
    .title = Close it
-brand = Foo
bye =
    Good night

    The rose is red.
close = Close it
rose = The rose is red.
END
sed 's/^close = .*/close = Close/' en.ftl > old.ftl
cat > de.ftl << 'END'
# Titel
title = Mein { -brand }
    .more = {
    }
-brand = Foo
close = Zu
old = Alt
    .more = Alt
END
grown ftl "+
+open = $door
+.title = $close
-close = Zu
-old = Alt
-.more = Alt
+bye =
+$night
+
+$rose
+close = $close
+rose = $rose"

cat > en.php << 'END'
<?php

if (!defined('X')) { exit; }

return [
    // The title
    'title' => 'My garden', // short
    'menu' => [
        'open' => 'Open the door',
        'deep' => ['a' => 'The rose is red.'],
    ],
    /* bye */
    'bye' => "Good night",
    'last' => 'Close it'
];
END
sed 's/My garden/A garden/' en.php > old.php
cat > de.php << 'END'
<?php
return array(
  'title' => 'Ein Garten', // geprüft
  'menu' => array(
  ),
  # alt
  'old' => 'Alt', # x
  'last' => 'Zu' # geprüft, zu
);
END
grown php "-'title' => 'Ein Garten', // geprüft
+'title' => '$("$T" -m "$MODEL" -e 'My garden')', // geprüft
+'open' => '$door',
+'deep' => ['a' => '$rose']
-# alt
-'old' => 'Alt', # x
+/* bye */
+'bye' => \"$night\","

cat > en.xml << 'END'
<resources xmlns:tools="urn:t">
    <string name="app" translatable="false">Foo</string>
    <string name="open">Open the door</string>
    <string name="bye">Good night</string>
    <string-array name="list">
        <item>Close it</item>
        <item>The rose is red.</item>
    </string-array>
    <plurals name="doors">
        <item quantity="one">Open the door</item>
        <item quantity="other">Open the door</item>
    </plurals>
</resources>
END
sed 's/Good night/Good day/' en.xml > old.xml
cat > de.xml << 'END'
<resources>
  <string name="bye">Guten Tag</string> <!-- geprüft -->
  <string-array name="list">
    <item>Zu</item>
  </string-array>
  <plurals name="doors">
    <item quantity="few">Türen</item>
    <item quantity="other">Tür</item>
  </plurals>
  <string name="old">Alt</string>
</resources>
END
grown xml "-<string name=\"bye\">Guten Tag</string> <!-- geprüft -->
+<string name=\"open\">$door</string>
+<string name=\"bye\">$night</string> <!-- geprüft -->
+<item>$rose</item>
+<item quantity=\"one\">$door</item>
-<string name=\"old\">Alt</string>"

# Others grow as lists of what they have.
xml_grows() { # SENTENCE SOURCE TRANSLATION WANTED
    printf "$2" > en.xml
    printf "$3" > de.xml
    grow de.xml en.xml
    is "$1" "$status $(cat de.xml)" "4 $(printf "$4")"
}
xml_grows "XAML grows by its keys" \
    '<ResourceDictionary xmlns:x="a">\n  <String x:Key="a">Good</String>\n  <String x:Key="b">Open the door</String>\n</ResourceDictionary>\n' \
    '<ResourceDictionary xmlns:x="a">\n  <String x:Key="a">Gut</String>\n</ResourceDictionary>\n' \
    "<ResourceDictionary xmlns:x=\"a\">\\n  <String x:Key=\"a\">Gut</String>\\n  <String x:Key=\"b\">$door</String>\\n</ResourceDictionary>\\n"
xml_grows "entries of Java's properties grow by their keys" \
    '<properties>\n<comment>c</comment>\n<entry key="a">Good</entry>\n<entry key="b">Open the door</entry>\n</properties>\n' \
    '<properties>\n<entry key="a">Gut</entry>\n</properties>\n' \
    "<properties>\\n<entry key=\"a\">Gut</entry>\\n<entry key=\"b\">$door</entry>\\n</properties>\\n"
xml_grows "others by their ids" \
    '<strings>\n<s id="a">Good</s>\n<s id="b">Open the door</s>\n</strings>\n' \
    '<strings>\n<s id="a">Gut</s>\n</strings>\n' \
    "<strings>\\n<s id=\"a\">Gut</s>\\n<s id=\"b\">$door</s>\\n</strings>\\n"
xml_grows "a comment for developers stays in .NET's resources" \
    '<root>\n<resheader name="r"><value>x</value></resheader>\n<data name="a"><value>Good</value></data>\n<data name="b">\n<value>Open the door</value>\n<comment>It rains.</comment>\n</data>\n</root>\n' \
    '<root>\n<resheader name="r"><value>x</value></resheader>\n<data name="a"><value>Gut</value></data>\n</root>\n' \
    "<root>\\n<resheader name=\"r\"><value>x</value></resheader>\\n<data name=\"a\"><value>Gut</value></data>\\n<data name=\"b\">\\n<value>$door</value>\\n<comment>It rains.</comment>\\n</data>\\n</root>\\n"
xml_grows "comments right above a new entry come with it, and its blanks are those of most others" \
    '<resources>\n <string name="a">Good</string>\n <!-- far -->\n\n <!-- near -->\n <!-- nearer -->\n <string name="b">Open the door</string>\n</resources>\n' \
    '<resources>\n <string name="z">Z</string>\n  <string name="y">Y</string>\n  <string name="a">Gut</string> <!-- x -->\n</resources>\n' \
    "<resources>\\n <string name=\"z\">Z</string>\\n  <string name=\"y\">Y</string>\\n  <string name=\"a\">Gut</string> <!-- x -->\\n  <!-- near -->\\n  <!-- nearer -->\\n  <string name=\"b\">$door</string>\\n</resources>\\n"
xml_grows "... in a list of properties, too" \
    '<plist>\n<dict>\n<key>a</key>\n<string>Good</string>\n<!-- near -->\n<key>b</key>\n<string>Open the door</string>\n</dict>\n</plist>\n' \
    '<plist>\n<dict>\n<key>a</key>\n<string>Gut</string>\n</dict>\n</plist>\n' \
    "<plist>\\n<dict>\\n<key>a</key>\\n<string>Gut</string>\\n<!-- near -->\\n<key>b</key>\\n<string>$door</string>\\n</dict>\\n</plist>\\n"

printf '<?php\n$lang["a"] = "Open the door"; // x\n// b\n$lang["b"]["c"] = "The rose is red.";\ndefine("C", "Good night");\n' > en.php
printf '<?php\n$lang["a"] = "Auf"; // a\n' > de.php
grow de.php en.php
is "PHP of statements" "$(cat de.php)" "<?php
\$lang[\"a\"] = \"Auf\"; // a
// b
\$lang[\"b\"][\"c\"] = \"$rose\";
define(\"C\", \"$night\");"
printf '<?php\n$lang["a"] = "Open the door";\n' > en.php
printf '<?php\n$lang["x"] = "Weg";\n$lang["a"] = "Auf";\ndefine("Y", "Weg");\n' > de.php
grow de.php --prune en.php
is "statements that are gone are taken away" "$(cat de.php)" "<?php
\$lang[\"a\"] = \"Auf\";"
printf '<?php\n$lang = [];\n$lang["a"] = "Open the door";\n$lang["c"] = "Good night";\n' > en.php
printf '<?php\n$lang = array();\n$lang["a"] = "Auf";\n' > de.php
grow de.php en.php
is "statements fill an array that begins empty" "$(cat de.php)" "<?php
\$lang = array();
\$lang[\"a\"] = \"Auf\";
\$lang[\"c\"] = \"$night\";"
printf 'en:\n    menu:\n        deep:\n            a: Open the door\n            b: |\n              The rose is red.\n' > en.yml
printf 'de:\n  menu:\n    x: Y\n' > de.yml
grow de.yml en.yml
is "a text of several lines keeps its blanks" "$(sed -n 3,6p de.yml)" "    deep:
        a: $door
        b: |
          $rose"
printf 'en:\n  a: Good\n  b: Open the door\n' > en.yml
printf "de:\\n  a: ! 'Gut'\\n" > de.yml
grow de.yml en.yml
is "a tag without a name says only that a value is a string" "$status $(cat de.yml)" "4 de:
  a: ! 'Gut'
  b: $door"
printf '{\n\t"a": {\n\t\t"b": {\n\t\t\t"c": "Open the door"\n\t\t}\n\t}\n}\n' > en.json
printf '{\n    "z": 1\n}\n' > de.json
grow de.json en.json
is "groups are indented as the translation is" "$(cat de.json)" "{
    \"a\": {
        \"b\": {
            \"c\": \"$door\"
        }
    },
    \"z\": 1
}"
printf 'en:\n  cats:\n    one: Open the door\n    other: Good night\n' > en.yml
printf 'pl:\n  cats:\n    few: x\n    other: y\n' > de.yml
run --into de.yml --dry-run en.yml
is "forms that only the translation's language has stay" "$(cat "$TMP/out")" 'added	cats.one'

# ---- Sources beside translations

cat > en.po << 'END'
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"

#: a.c:1
msgid "Open the door"
msgstr ""

#: a.c:2
msgctxt "menu"
msgid "Open the door"
msgstr ""

#. Long
msgid ""
"The rose "
"is red."
msgstr ""

#, c-format
msgid "%d rose"
msgid_plural "%d roses"
msgstr[0] ""
msgstr[1] ""

msgid "Good night"
msgstr "Something"
END
cat > de.po << 'END'
# Deutsch
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=3; plural=n==1 ? 0 : n==2 ? 1 : 2;\n"

#: b.c:7
msgid "Open the door"
msgstr ""
"Tür "
"auf"

msgid "Old"
msgstr "Alt"

#, fuzzy
msgid "Good night"
msgstr "Gute Nacht?"

msgid "Close it"
msgstr ""

#~ msgid "The end"
#~ msgstr "Ende"
END
cp de.po before
run -m "$MODEL" --into de.po --dry-run en.po
is "PO: what is missing, gone and empty" "$status $(tr '\t\n' ' |' < "$TMP/out")" \
    "4 added menu|Open the door|added The rose is red.|added %d rose|gone Old|gone Close it|empty line 23|"
grow de.po en.po
like "... is filled" "$status $(changes before de.po | tr '\n' '|')" \
    "^4 \\+#: a.c:2\\|\\+msgctxt \"menu\"\\|\\+msgid \"Open the door\"\\|\\+msgstr \"$door\"\\|\\+\\|\\+#. Long\\|.*\\+msgstr\\[2\\] \"%d Rosen\"\\|\\+\\|-msgstr \"\"\\|\\+msgstr \"$close\"\\|\$"
cp de.po before
grow de.po en.po
is "... and then nothing" "$status $(cmp before de.po 2>&1)" '0 '
grow de.po --prune en.po
is "... and --prune takes away what is gone" "$status $(changes before de.po | grep -v '[+-]$' | tr '\n' '|')" \
    "4 -msgid \"Old\"|-msgstr \"Alt\"|-msgid \"Close it\"|-msgstr \"$close\"|"
cp before de.po
sed -i '/^msgid "Close it"/,/^$/s/^msgstr.*/msgstr ""/' de.po
grow de.po de.po
is "a catalogue is its own source" "$status $(changes before de.po)" '4 '

printf '#, fuzzy, c-format\n#| msgid "Open"\nmsgid "Open the door"\nmsgstr "Auf"\n\n#, fuzzy\nmsgid "Good night"\nmsgstr ""\n\n#, c-format, fuzzy\nmsgid "Close it"\nmsgstr "Zu"\n' > fuzzy.po
printf '#, fuzzy\n#| msgid "A rose"\nmsgid "The rose is red."\nmsgstr "Rose"\n' > fuzzy_de.po
grow fuzzy_de.po fuzzy.po
is "... no message is fuzzy that is new" "$(cat fuzzy_de.po)" "#, c-format
msgid \"Open the door\"
msgstr \"$door\"

msgid \"Good night\"
msgstr \"$night\"

#, c-format
msgid \"Close it\"
msgstr \"$close\"
#, fuzzy
#| msgid \"A rose\"
msgid \"The rose is red.\"
msgstr \"Rose\""

cat > en.ts << 'END'
<!DOCTYPE TS>
<TS version="2.1" language="en_US">
<context>
    <name>Main</name>
    <message>
        <source>Open the door</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Good night</source>
        <comment>verb</comment>
        <translation>Good night!</translation>
    </message>
</context>
<context>
    <name>Other</name>
    <message id="rose">
        <source>The rose is red.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
END
cat > de.ts << 'END'
<!DOCTYPE TS>
<TS version="2.1" language="de">
  <context>
    <name>Main</name>
    <message>
      <source>Open the door</source>
      <translation>Tür auf</translation>
    </message>
    <message>
      <source>Close it</source>
      <translation type="unfinished"/>
    </message>
  </context>
</TS>
END
cp de.ts before
grow de.ts en.ts
is "Qt's catalogues" "$status $(changes before de.ts)" "4 +<source>Good night</source>
+<comment>verb</comment>
+<translation type=\"unfinished\">$night</translation>
+</message>
+<message>
-<translation type=\"unfinished\"/>
+<translation type=\"unfinished\">$close</translation>
+</message>
+</context>
+<context>
+<name>Other</name>
+<message id=\"rose\">
+<source>The rose is red.</source>
+<translation type=\"unfinished\">$rose</translation>"
sed -i 's/The rose is red/Open the door/' en.ts
cp de.ts before
grow de.ts en.ts
like "... a message of an id whose source has changed" "$status $(changes before de.ts | tr '\n' '|')" \
    "^4 .*\\+<source>Open the door.</source>\\|.*type=\"unfinished\">[^<]+<"

cat > en.xlf << 'END'
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
  <file source-language="en" datatype="plaintext" original="ng2.template">
    <body>
      <trans-unit id="a" datatype="html">
        <source>Open the door</source>
        <note>x</note>
      </trans-unit>
      <trans-unit id="b" datatype="html">
        <source>The rose is red.</source>
      </trans-unit>
      <trans-unit id="c">
        <source>Good night</source>
        <target>Bonne nuit</target>
      </trans-unit>
      <trans-unit id="d">
        <source>Close it</source>
      </trans-unit>
    </body>
  </file>
</xliff>
END
cat > de.xlf << 'END'
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
  <file source-language="en" target-language="de" datatype="plaintext" original="ng2.template">
    <body>
        <trans-unit id="b"><source>The rose is blue.</source><target>Blau</target></trans-unit>
        <trans-unit id="d">
          <source>Close it</source>
          <target state="final">Zu!</target>
        </trans-unit>
        <trans-unit id="old">
          <source>Old</source>
          <target state="final">Alt</target>
        </trans-unit>
    </body>
  </file>
</xliff>
END
cp de.xlf before
grow de.xlf --prune --mark none en.xlf
is "XLIFF" "$status $(changes before de.xlf)" "4 -<trans-unit id=\"b\"><source>The rose is blue.</source><target>Blau</target></trans-unit>
+<trans-unit id=\"a\" datatype=\"html\">
+<source>Open the door</source>
+<target>$door</target>
+<note>x</note>
+</trans-unit>
+<trans-unit id=\"b\" datatype=\"html\">
+<source>The rose is red.</source>
+<target>$rose</target>
+</trans-unit>
+<trans-unit id=\"c\">
+<source>Good night</source>
+<target>$night</target>
+</trans-unit>
-</trans-unit>
-<trans-unit id=\"old\">
-<source>Old</source>
-<target state=\"final\">Alt</target>"
cp de.xlf before
grow de.xlf --prune en.xlf
is "... and then nothing" "$status $(cmp before de.xlf 2>&1)" '0 '

cat > en.xcstrings << 'END'
{
  "sourceLanguage" : "en",
  "strings" : {
    "Close it" : {

    },
    "Good night" : {

    },
    "Open the door" : {
      "comment" : "x"
    }
  },
  "version" : "1.0"
}
END
cat > de.xcstrings << 'END'
{
  "sourceLanguage" : "en",
  "strings" : {
    "Close it" : {
      "localizations" : {
        "de" : {
          "stringUnit" : {
            "state" : "translated",
            "value" : "Zu!"
          }
        }
      }
    },
    "Good night" : {

    },
    "Old" : {

    }
  },
  "version" : "1.0"
}
END
cp de.xcstrings before
run -t de --into de.xcstrings --dry-run en.xcstrings
is "Xcode's catalogues: what is missing" "$status $(tr '\t\n' ' |' < "$TMP/out")" \
    "4 added Open the door|gone Old|empty Good night|empty Old|"
dry=$(cat "$TMP/out")
run -m "$MODEL" --into de.xcstrings --dry-run en.xcstrings
is "... and a model tells the language" "$(cat "$TMP/out")" "$dry"
grow de.xcstrings --prune en.xcstrings
is "... is filled" "$status $(changes before de.xcstrings | grep -v '[][{}]')" "4 -
+\"state\" : \"translated\",
+\"value\" : \"$night\"
-
+\"comment\" : \"x\",
+\"state\" : \"translated\",
+\"value\" : \"$door\""
cp de.xcstrings before
grow de.xcstrings en.xcstrings
is "... and then nothing" "$status $(cmp before de.xcstrings 2>&1)" '0 '

# ---- Encodings

printf '"a" = "Open the door";\n"b" = "Good night";\n' > utf8.strings
printf '\357\273\277"b" = "Nächtle";\n' | iconv -f UTF-8 -t UTF-16LE > wide.strings
grow wide.strings utf8.strings
is "UTF-16 stays" "$status $(iconv -f UTF-16 -t UTF-8 wide.strings)" "4 \"a\" = \"$door\";
\"b\" = \"Nächtle\";"
printf '"b" = "Nacht";\n' > de.strings
printf '\357\273\277"a" = "Open the door";\n"b" = "Good night";\n' | iconv -f UTF-8 -t UTF-16LE > wide.strings
grow de.strings wide.strings
is "... as UTF-8 does" "$status $(cat de.strings)" "4 \"a\" = \"$door\";
\"b\" = \"Nacht\";"
printf 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "café"\nmsgstr ""\n\nmsgid "Open the door"\nmsgstr ""\n' > en.po
printf 'msgid ""\nmsgstr "Content-Type: text/plain; charset=ISO-8859-1\\n"\n\nmsgid "caf\351"\nmsgstr "Caf\351"\n' > de.po
grow de.po en.po
is "the charset of PO stays" "$status $(iconv -f ISO-8859-1 -t UTF-8 de.po | tail -n 5)" "4 msgid \"café\"
msgstr \"Café\"

msgid \"Open the door\"
msgstr \"$door\""
printf '\nmsgid "Ж"\nmsgstr ""\n' >> en.po
cp de.po before
grow de.po en.po
is "... which may lack what is new" "$status $(cmp before de.po 2>&1)$(cat "$TMP/err")" \
    '1 translate: de.po: is in ISO-8859-1, which lacks characters of what is new'

# ---- What cannot be done

refuses() { # WHAT FORMAT EXISTING RE
    printf "$3" > "x.$2"
    cp "x.$2" before
    grow "x.$2" "en.$2"
    like "$1" "$status $(cmp before "x.$2" 2>&1) $(cat "$TMP/err")" "^1  translate: x.$2: the translation, taken for [a-z]+ as its source is, line [0-9]+, column [0-9]+: $4"
}
refuses "two entries on a line" strings '"a" = "b"; "c" = "d";\n' 'something follows an entry'
refuses "entries in braces" strings '{ "a" = "b"; }\n' 'entries in braces'
refuses "tables in an array" toml '[[a]]\nb = "c"\n' 'tables in an array'
refuses "elements of XML that nothing tells apart" xml '<a><b>Open the door</b></a>' 'no element has a name, a key or an id'
refuses "two arrays of PHP" php '<?php\n$a = [];\n$b = [];\n' 'something follows the array'
refuses "a line of Fluent that is no message" ftl 'a\n' 'no message begins here'
refuses "a file of XLIFF without a place for units" xlf '<xliff><file original="a"><body/></file></xliff>' 'an empty element'

done_testing
