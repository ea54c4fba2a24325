#!/bin/sh
# growth.t - --into: a translation gets what it lacks of its source, and all else of it stays.
. tests/cli/tap.sh
need_model

case $MODEL in /*) ;; *) MODEL=$PWD/$MODEL ;; esac
cd "$TMP" || exit 1
rose=$("$T" -m "$MODEL" -e 'The rose is red.')
door=$("$T" -m "$MODEL" -e 'Open the door')
night=$("$T" -m "$MODEL" -e 'Good night')
grow() { run -m "$MODEL" --into "$@"; }
refuses() { # WHAT RE ARGS...
    refuses_what=$1 refuses_re=$2
    shift 2
    run "$@"
    says "$refuses_what" 2 "$refuses_re"
}
grown() { # WHAT FILE WANTED: the status is 4, and the file is as wanted; a second run changes nothing
    is "$1" "$status $(cat "$2")" "4 $3"
    cp "$2" before
    grow "$2" "$source"
    is "... and that is all" "$status $(cmp "$2" before 2>&1)" '0 '
}

# ---- JSON

source=en.json
cat > en.json << 'END'
{
    "title": "My garden",
    "menu": {"open": "Open the door", "close": "Close it", "new": "The rose is red."},
    "list": ["The rose is red.", 12],
    "none": {},
    "deep": {
        "text": "The rose is red."
    },
    "bye": "Good night"
}
END
cat > de.json << 'END'
{
  "bye": "Gute Nacht!",

  "menu": {
    "close": "Zumachen",
    "open":  "Tür auf"
  },
  "old": "Alt",
  "title": "Mein \u0047arten"
}
END
cp de.json de1.json
run -f en -t de --into de.json --dry-run en.json
is "--dry-run tells what is missing" "$status $(tr '\t\n' ' |' < "$TMP/out")" \
    "4 added menu.new|added list|added none|added deep|gone old|"
check "... and writes nothing" cmp de.json de1.json
grow de.json en.json
grown "keys stand where the source has them" de.json "{
  \"bye\": \"Gute Nacht!\",

  \"menu\": {
    \"close\": \"Zumachen\",
    \"new\": \"$rose\",
    \"open\":  \"Tür auf\"
  },
  \"list\": [\"$rose\", 12],
  \"none\": {},
  \"deep\": {
    \"text\": \"$rose\"
  },
  \"old\": \"Alt\",
  \"title\": \"Mein \\u0047arten\"
}"
like "a sentence tells of it" "$(cat "$TMP/err")" 'de.json: 0 added, 0 changed, 1 gone from the source: --prune'
grow de1.json --prune -q en.json
is "--prune takes away what is gone" "$status $(diff de.json de1.json)" "4 $(diff de.json de1.json)"
is "... and nothing else" "$(diff de.json de1.json | grep '^[<>]')" '<   "old": "Alt",'
sed 's/"Open the door"/"Open the doors"/; s/12/13/' en.json > old.json
grow de.json --since old.json -q en.json
is "--since translates anew what has changed" "$status $(diff de1.json de.json | grep '^[<>]' | grep -v Alt)" \
    "4 <     \"open\":  \"Tür auf\"
>     \"open\":  \"$door\""
printf '{"a": "The rose is red.", "b": {"c": "Open the door"}}' > en.json
printf '{}\n' > empty.json
grow empty.json en.json
grown "an empty object" empty.json "{
  \"a\": \"$rose\",
  \"b\": {\"c\": \"$door\"}
}"
printf '{"b":{},"x":1}' > one.json
grow one.json en.json
is "an object on a line" "$(cat one.json)" "{\"a\": \"$rose\",\"b\":{
  \"c\": \"$door\"
},\"x\":1}"
printf '{\n    "a": {\n        "b": "Open the door"\n    }\n}\n' > four.json
printf '{}\n' > empty.json
grow empty.json four.json
is "an empty object is indented as its source" "$(cat empty.json)" "{
    \"a\": {
        \"b\": \"$door\"
    }
}"
printf '{\n\t"c": {}\n}\n' > empty.json
grow empty.json four.json
is "... or by tabs, as the file is" "$(cat empty.json)" "{
	\"a\": {
		\"b\": \"$door\"
	},
	\"c\": {}
}"
rm -f fresh.json
grow fresh.json en.json
is "a translation that is not there yet" "$status $(cat fresh.json)" "4 {\"a\": \"$rose\", \"b\": {\"c\": \"$door\"}}"

source=app_en.arb
printf '{\n\t"@@locale": "en",\n\t"title": "My garden",\n\t"@title": {"description": "The title"},\n\t"open": "Open the door",\n\t"@open": {}\n}\n' > app_en.arb
printf '{\n  "@@locale": "de",\n  "title": "Mein Garten"\n}\n' > app_de.arb
grow app_de.arb app_en.arb
grown "ARB without what is said of keys" app_de.arb "{
  \"@@locale\": \"de\",
  \"title\": \"Mein Garten\",
  \"open\": \"$door\"
}"
source=plural.json
printf '{"n_one": "%%d rose", "n_other": "%%d roses", "a": "Open the door"}' > plural.json
printf '{"n_one": "%%d Rose", "n_few": "%%d Rosen", "n_other": "%%d Rosen"}' > plural_de.json
run --into plural_de.json --dry-run -m "$MODEL" plural.json
is "forms of plurals that the source lacks are not gone" "$(cat "$TMP/out")" "added	a"

# The same model, which says that it is of Polish.
perl -0777 -pe 's/(nmt\.target_language.{12})de/$1pl/s' "$MODEL" > polish.gguf
printf '{\n  "n_one": "a rose",\n  "n_other": "The rose is red.",\n  "b": {"one": "a", "other": "Open the door"}\n}\n' > plural.json
printf '{\n  "n_one": "róża",\n  "n_many": "róż",\n  "n_other": "róży"\n}\n' > plural_pl.json
run -m polish.gguf -q --into plural_pl.json plural.json
is "a plural gets the forms of its language" "$status $(sed 's/"one": "[^"]*"/"one": "x"/' plural_pl.json)" "4 {
  \"n_one\": \"róża\",
  \"n_few\": \"$rose\",
  \"n_many\": \"róż\",
  \"n_other\": \"róży\",
  \"b\": {\"one\": \"x\", \"few\": \"$door\", \"many\": \"$door\", \"other\": \"$door\"}
}"
run -m polish.gguf -q --into plural_pl.json plural.json
is "... once" "$status" 0
printf '{"n_other": "ja", "b": {"other": "ja"}}' > plural_ja.json
run -f en -t ja --into plural_ja.json --dry-run plural.json
is "... and none that it does not have" "$status $(cat "$TMP/out")" '0 '
run -f en -t de --into plural_ja.json --dry-run plural.json
is "... which another has" "$status $(tr '\t\n' ' |' < "$TMP/out")" '4 added n_one|added b.one|'

# ---- YAML

source=en.yml
cat > en.yml << 'END'
en:
  title: "My garden"
  menu:
    # the door
    open: Open the door
    close: Close it
  items:
    - The rose is red.
  bye: Good night
END
cat > de.yml << 'END'
de:
    bye: Gute Nacht!   # reviewed

    menu:
        close: "Zumachen"
    title: Mein Garten
END
grow de.yml en.yml
grown "YAML, whose first key is a language" de.yml "de:
    bye: Gute Nacht!   # reviewed

    menu:
        # the door
        open: $door
        close: \"Zumachen\"
    items:
        - $rose
    title: Mein Garten"

source=flow.yml
printf "en:\n  a: {b: Open the door, c: {d: 'Good night', e: 1}, 'f': [Good night, x]}\n  g: Good night\n" > flow.yml
printf 'de:\n  a: {b: Auf, c: {e: 2}} # geprüft\n' > flow_de.yml
grow flow_de.yml flow.yml
grown "keys in braces" flow_de.yml "de:
  a: {b: Auf, c: {d: '$night', e: 2}, 'f': [$night, x]} # geprüft
  g: $night"
printf 'de:\n  a: {\n    c: {},\n    b: Auf, # b\n    old: x\n  }\n' > flow_de.yml
grow flow_de.yml --prune flow.yml
grown "... on lines of their own" flow_de.yml "de:
  a: {
    c: {d: '$night', e: 1},
    'f': [$night, x],
    b: Auf, # b
  }
  g: $night"
printf 'de: {g: x}\n' > flow_de.yml
grow flow_de.yml flow.yml
is "... do not go into lines" "$status $(cat flow_de.yml "$TMP/err")" '1 de: {g: x}
translate: flow_de.yml: the key a would go into braces from lines, or into lines from braces: write the group in both files in one way'
printf '{a: Auf}\n' > flow_de.yml
grow flow_de.yml flow.yml
is "... and none are around all" "$status $(cat "$TMP/err")" \
    '1 translate: flow_de.yml: the translation, taken for yaml as its source is, line 1, column 1: a line that is no key'

# ---- Properties

source=en.properties
printf '# Title\ntitle = My garden\n\n! door\ndoor.open=Open the \\\n    door\nbye: Good night\n' > en.properties
printf 'bye: Gute Nacht!\n\ntitle = Mein Garten\nold=alt' > de.properties
grow de.properties en.properties
grown "properties, with the comment above" de.properties "bye: Gute Nacht!

title = Mein Garten

! door
door.open=$(printf %s "$door" | sed 's/Ö/\\u00D6/g; s/ö/\\u00F6/g; s/ü/\\u00FC/g')
old=alt"

# ---- XML

source=en.xml
cat > en.xml << 'END'
<resources>
    <!-- title -->
    <string name="title">My garden</string>
    <string name="open">Open the door</string>
    <string name="bye">Good night</string>
</resources>
END
cat > de.xml << 'END'
<resources>
  <string name="bye">Gute Nacht!</string>
  <!-- Titel -->
  <string name="title">Mein Garten</string>
</resources>
END
grow de.xml en.xml
grown "Android's strings" de.xml "<resources>
  <string name=\"bye\">Gute Nacht!</string>
  <!-- Titel -->
  <string name=\"title\">Mein Garten</string>
  <string name=\"open\">$door</string>
</resources>"

source=en.stringsdict
cat > en.stringsdict << 'END'
<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0">
<dict>
	<key>doors</key>
	<dict>
		<key>NSStringFormatValueTypeKey</key>
		<string>d</string>
		<key>other</key>
		<string>Open the door</string>
	</dict>
	<key>bye</key>
	<string>Good night</string>
</dict>
</plist>
END
cat > de.stringsdict << 'END'
<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0">
<dict>
  <key>bye</key>
  <string>Gute Nacht!</string>
</dict>
</plist>
END
grow de.stringsdict en.stringsdict
grown "Apple's lists of properties" de.stringsdict "<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<plist version=\"1.0\">
<dict>
  <key>doors</key>
  <dict>
    <key>NSStringFormatValueTypeKey</key>
    <string>d</string>
    <key>one</key>
    <string>$door</string>
    <key>other</key>
    <string>$door</string>
  </dict>
  <key>bye</key>
  <string>Gute Nacht!</string>
</dict>
</plist>"
printf '<plist><array/></plist>' > list.stringsdict
grow list.stringsdict en.stringsdict
is "... without keys" "$status $(cat "$TMP/err")" \
    '1 translate: list.stringsdict: the translation, taken for xml as its source is, line 1, column 8: a value without key'

# ---- Keys, and what stands around them

printf '{"home": {"x": "Open the door", "y": "The rose is red."}, "menu": {"x": "Open the door"}}' > source.json
printf '{"home": {"x": "Auf"}}' > t.json
grow t.json --prune source.json
is "a key that is no language is itself" "$(cat t.json)" \
    "{\"home\": {\"x\": \"Auf\",\"y\": \"$rose\"},\"menu\": {\"x\": \"$door\"}}"
printf 'a=The rose is red.\nb=Open the door\n' > source.properties
printf '# License\n\nb=Auf\n' > t.properties
grow t.properties source.properties
is "comments before the first key stay" "$(cat t.properties)" "# License

a=$rose
b=Auf"
printf '<r>\n  <s name="a">Open the door</s>\n</r>\n' > source.xml
printf '<r>\n  <!-- License -->\n</r>\n' > t.xml
grow t.xml source.xml
is "... in XML without any" "$(cat t.xml)" "<r>
  <!-- License -->
  <s name=\"a\">$door</s>
</r>"
printf 'a: The rose is red.\nb: Open the door\n' > source.yml
printf '# License\n---\nb: Auf' > t.yml
grow t.yml source.yml
is "... and in YAML" "$(cat t.yml)" "# License
---
a: $rose
b: Auf"
printf 'a: Rot' > t.yml
grow t.yml source.yml
is "a last line without its end" "$(cat t.yml)" "a: Rot
b: $door"
printf 'en:\n  a: The rose is red.\n' > source.yml
printf 'de:\n' > t.yml
grow t.yml source.yml
is "a language without keys" "$(cat t.yml)" "de:
  a: $rose"
printf '{"a":"Rot","a":"Rot"}' > t.json
printf '{"a": "The rose is red.", "b": "Open the door"}' > source.json
grow t.json source.json
is "a key that is there twice" "$(cat t.json)" "{\"a\":\"Rot\",\"b\": \"$door\",\"a\":\"Rot\"}"
printf '{"a": {"b": "The rose is red."}, "c": "Open the door"}' > source.json
printf '{"a": null}' > t.json
grow t.json source.json
is "a value where the source has a group" "$(cat t.json)" "{\"a\": null,\"c\": \"$door\"}"
printf '{\r\n  "a": null\r\n}\r\n' > t.json
printf '{"a": 1, "c": {\n  "d": 2}}' > source.json
grow t.json source.json
is "line ends are the translation's" "$(od -An -c t.json | tr -d ' \n')" '{\r\n"a":null,\r\n"c":{\r\n"d":2}\r\n}\r\n'

printf '<r xmlns:tools="urn:t" xmlns:x="urn:x"><s name="a" tools:x="1">Open the door</s></r>' > source.xml
printf '<r>\n</r>' > t.xml
grow t.xml source.xml
is "a name space that is not declared" "$(cat t.xml)" "<r xmlns:tools=\"urn:t\">
  <s name=\"a\" tools:x=\"1\">$door</s>
</r>"

printf 'a=Open the door\na=Good night\nb=Good night\n' > twice.properties
printf 'a=x\r\n! end' > twice_de.properties
grow twice_de.properties twice.properties
is "a key that the source has twice" "$status $(tr -d '\r' < twice_de.properties)" "4 a=x
b=$night
! end"

# ---- What cannot be done

printf 'a: &x The rose is red.\nb: *x\n' > source.yml
printf 'b: T\n' > t.yml
grow t.yml source.yml
is "anchors are refused" "$status $(cat "$TMP/err")" \
    '1 translate: t.yml: the source, taken for yaml, line 1, column 1: an anchor, an alias or a tag'
printf 'a: T\n---\na: U\n' > t.yml
printf 'a: The rose is red.\nb: Open the door\n' > source.yml
grow t.yml source.yml
is "two documents are refused" "$status $(cat "$TMP/err")" \
    '1 translate: t.yml: the translation, taken for yaml as its source is, line 2, column 1: a second document'
printf '{"a": "The rose is red."' > broken.json
cp broken.json broken1.json
grow broken.json en.json
is "a translation that is broken stays" "$status $(cmp broken.json broken1.json 2>&1)" '1 '
like "... which is told" "$(cat "$TMP/err")" '^translate: broken.json: the translation, taken for json as its source is, line 1, column 25: '
printf 'hello: world\n' > broken.json
grow broken.json en.json
is "a file that is no JSON says what it was taken for" "$status $(cat "$TMP/err")" \
    '1 translate: broken.json: the translation, taken for json as its source is, line 1, column 1: neither an object nor a list'
printf '{"a": "T"}' > other.json
grow other.json en.properties
is "... or that its name tells another format than its source's" "$status $(cat "$TMP/err")" \
    '1 translate: other.json: is taken for json by its name or first bytes, and its source, en.properties, for properties: --format tells what both are'
is "... and stays" "$(cat other.json)" '{"a": "T"}'
printf 'It rains.\n' > a.md
grow de.md a.md
is "a document of another kind is translated where there is none" "$status" 4
grow de.md a.md
is "... and does not grow" "$status $(cat "$TMP/err")" '1 translate: de.md: is markdown, which cannot grow'
printf '%s' '{"a":' > deep.json
perl -e 'print "{\"a\":" x 5000, "1", "}" x 5000' > deep.json
grow deep.json en.json
is "groups in groups" "$status" 1
perl -e 'print "{", join(",", map { "\"k$_\":$_" } 1 .. 60000), "}"' > many.json
printf '{"k60000":1}' > few.json
run -m "$MODEL" --dry-run --into few.json many.json
is "many keys take no time" "$status $(grep -c '^added' "$TMP/out")" "4 59999"
refuses "refuses two places" 'exclude each other' --into a -o b -m "$MODEL" en.json
refuses "refuses --prune alone" 'need --into' --prune -m "$MODEL" en.json
refuses "refuses several files" '--into needs one FILE' --into a -m "$MODEL" en.json en.yml

done_testing
