#!/bin/sh
# plural_forms.t - a template of gettext gets the plural forms of the language that it is translated to.
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

done_testing
