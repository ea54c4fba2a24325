#!/bin/sh
# plural_forms.t - catalogues get the plural forms of the language that they are translated to.
. tests/cli/tap.sh
cd "$TMP" || exit 1

cat > a.pot <<'END'
msgid ""
msgstr ""
"Project-Id-Version: a\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\n"

#, c-format
msgid "one day"
msgid_plural "%d days"
msgstr[0] ""
msgstr[1] ""

msgid "Open"
msgstr ""
END
filled() { # LANGUAGE: the template with each text in capitals
    "$T" segments -f en -t "$1" a.pot | perl -pe 's/(?<="text":")[^"]*/uc $&/e; s/%D/%d/' |
        "$T" splice -f en -t "$1" a.pot - > "a.$1.po"
}
for language in de fr pl ja ar pt-BR; do
    filled "$language"
    if command -v msgfmt > "$TMP/null"; then
        check "$language: gettext reads the catalogue" msgfmt --check-format --check-header -o "$TMP/null" "a.$language.po"
    else
        skip "$language: gettext reads the catalogue" "there is no msgfmt"
    fi
done
forms() { # LANGUAGE: the field, and the forms of the plural
    grep -o 'nplurals.*;' "a.$1.po"
    grep '^msgstr\[' "a.$1.po"
}
is "German has two forms" "$(forms de)" 'nplurals=2; plural=(n != 1);
msgstr[0] "ONE DAY"
msgstr[1] "%d DAYS"'
is "Polish has three" "$(forms pl)" \
    'nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);
msgstr[0] "ONE DAY"
msgstr[1] "%d DAYS"
msgstr[2] "%d DAYS"'
is "Japanese has one, which is the plural's" "$(forms ja)" 'nplurals=1; plural=0;
msgstr[0] "%d DAYS"'
is "Portuguese of Brazil counts as French does" "$(forms pt-BR | head -n 1)" 'nplurals=2; plural=(n > 1);'

filled tlh
is "a language that is not known keeps the template's" "$(forms tlh | head -n 1)" \
    'nplurals=INTEGER; plural=EXPRESSION;'
"$T" segments -f en -t pl a.pot | "$T" splice -f en -t pl a.pot - > out.po
check "a template that nothing was translated in stays as it is" cmp out.po a.pot
sed 's/nplurals=INTEGER; plural=EXPRESSION;/nplurals=2; plural=(n != 1);/' a.pot > own.po
"$T" segments -f en -t pl own.po | sed 's/Open/Auf/' | "$T" splice -f en -t pl own.po - > out.po
is "a field that is there stays" "$(grep -c 'nplurals=2' out.po)" 1

# ---- Catalogues whose forms have names, which CLDR tells: what is new is made of "other"

capitals() { # LANGUAGE FILE
    "$T" segments -f en -t "$1" "$2" | perl -pe 's/(?<="text":")[^"]*/uc $&/e' |
        "$T" splice -f en -t "$1" "$2" - > "out.$2"
    grep -v GARDEN "out.$2"
}
cat > i18next.json << 'END'
{
  "title": "My garden",
  "rose_one": "a rose",
  "rose_other": "red roses",
  "open": {"one": "a door", "other": "open doors"},
  "menu": {"other": "Other", "open": "Open"},
  "place_ordinal_one": "first", "place_ordinal_other": "other"
}
END
is "i18next in Polish" "$(capitals pl i18next.json)" '{
  "rose_one": "A ROSE",
  "rose_few": "RED ROSES",
  "rose_many": "RED ROSES",
  "rose_other": "RED ROSES",
  "open": {"one": "A DOOR", "few": "OPEN DOORS", "many": "OPEN DOORS", "other": "OPEN DOORS"},
  "menu": {"other": "OTHER", "open": "OPEN"},
  "place_ordinal_one": "FIRST", "place_ordinal_other": "OTHER"
}'
is "... in Czech, whose whole numbers have three forms" "$(capitals cs i18next.json | sed -n 2,4p)" \
    '  "rose_one": "A ROSE",
  "rose_few": "RED ROSES",
  "rose_other": "RED ROSES",'
is "... in Arabic, which has all" "$(capitals ar i18next.json | grep -o '"rose_[^:]*' | tr '\n' ' ')" \
    '"rose_zero" "rose_one" "rose_two" "rose_few" "rose_many" "rose_other" '
is "... in Japanese, which has one" "$(capitals ja i18next.json | grep -c rose_)" 2
cat > ordinal.json << 'END'
{
  "title": "My garden",
  "place_ordinal_one": "first place",
  "place_ordinal_other": "other place"
}
END
is "ordinals of i18next have those of ordinal numbers: in Italian many" "$(capitals it ordinal.json)" '{
  "place_ordinal_one": "FIRST PLACE",
  "place_ordinal_many": "OTHER PLACE",
  "place_ordinal_other": "OTHER PLACE"
}'
is "... in Welsh zero, two, few and many" "$(capitals cy ordinal.json | grep -o '_[a-z]*"' | tr '\n' ' ')" \
    '_zero" _one" _two" _few" _many" _other" '
printf '{}' > ordinal_t.json
run --into ordinal_t.json -f en -t de --dry-run ordinal.json
is "... and --into adds none that the language does not have" "$(tr '\t\n' ' |' < "$TMP/out")" \
    'added title|added place_ordinal_other|'
cat > rails.yml << 'END'
en:
  roses:
    # a rose
    one: a rose
    # more
    other: |
      There are many red roses.
  other: Other
END
is "Rails" "$(capitals ru rails.yml)" 'en:
  roses:
    # a rose
    one: A ROSE
    few: |
      THERE ARE MANY RED ROSES.
    many: |
      THERE ARE MANY RED ROSES.
    # more
    other: |
      THERE ARE MANY RED ROSES.
  other: OTHER'
printf '[roses]\r\ndescription = "of a garden"\r\nother = "red roses" # many\r\none = "a rose"' > go.toml
is "go-i18n, in another order" "$(capitals cs go.toml)" "$(printf '[roses]\r\ndescription = "of a garden"\r
few = "RED ROSES" # many\r\nother = "RED ROSES" # many\r\none = "A ROSE"')"
cat > android.xml << 'END'
<resources>
    <plurals name="roses">
        <item quantity="one">a rose</item>
        <item quantity="other" tools:x="other"><b>red</b> roses</item>
    </plurals>
    <plurals name="doors"><item quantity="other">open doors</item></plurals>
    <string-array name="all"><item>one</item><item>other</item></string-array>
</resources>
END
is "Android" "$(capitals cs android.xml)" '<resources>
    <plurals name="roses">
        <item quantity="one">A ROSE</item>
        <item quantity="few" tools:x="other"><b>RED</b> ROSES</item>
        <item quantity="other" tools:x="other"><b>RED</b> ROSES</item>
    </plurals>
    <plurals name="doors"><item quantity="one">OPEN DOORS</item><item quantity="few">OPEN DOORS</item><item quantity="other">OPEN DOORS</item></plurals>
    <string-array name="all"><item>ONE</item><item>OTHER</item></string-array>
</resources>'
cat > apple.stringsdict << 'END'
<plist version="1.0">
<dict>
	<key>roses</key>
	<dict>
		<key>other</key>
		<dict>
			<key>NSStringFormatSpecTypeKey</key>
			<string>NSStringPluralRuleType</string>
			<key>other</key>
			<string>red roses</string>
		</dict>
	</dict>
</dict>
</plist>
END
is "Apple" "$(capitals cs apple.stringsdict | sed -n '9,$p')" '			<key>one</key>
			<string>RED ROSES</string>
			<key>few</key>
			<string>RED ROSES</string>
			<key>other</key>
			<string>RED ROSES</string>
		</dict>
	</dict>
</dict>
</plist>'
cat > laravel.php << 'END'
<?php
return [
    // a|b
    'days' => 'one day|:count days',
    "roses" => "that's the rose|:count red roses",
    'none' => '{0} no day|[1,*] some days',
    'three' => 'one day|two days|many days',
    'menu' => ['open' => 'Open | Close', 'title' => 'My days'],
    'two' => 'a day' . '|some days',
];
END
is "Laravel: the last form stands for those that are lacking; forms with numbers are all" "$(capitals pl laravel.php)" "<?php
return [
    // a|b
    'days' => 'ONE DAY|:COUNT DAYS|:COUNT DAYS',
    \"roses\" => \"THAT'S THE ROSE|:COUNT RED ROSES|:COUNT RED ROSES\",
    'none' => '{0} NO DAY|[1,*] SOME DAYS',
    'three' => 'ONE DAY|TWO DAYS|MANY DAYS',
    'menu' => ['open' => 'OPEN | CLOSE', 'title' => 'MY DAYS'],
    'two' => 'a day' . '|some days',
];"
is "... German has as many as English" "$(capitals de laravel.php | grep -c ':COUNT DAYS|')" 0
for file in laravel.php i18next.json rails.yml go.toml android.xml apple.stringsdict; do
    "$T" segments -f en -t ar "$file" | "$T" splice -f en -t ar "$file" - > out
    check "$file: without a translation it stays as it is" cmp out "$file"
done

done_testing
