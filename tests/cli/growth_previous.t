#!/bin/sh
# growth_previous.t - --into, of gettext: a message that takes the place of another is fuzzy and says
# which one, as msgmerge --previous of gettext 0.21 has it.
. tests/cli/tap.sh
need_model

case $MODEL in /*) ;; *) MODEL=$PWD/$MODEL ;; esac
cd "$TMP" || exit 1
grow() { run -m "$MODEL" -q --into "$@"; }
sources() { grep -v '^msgstr\|^#~' "$1" | sed -n '/^"Plural-Forms/,$p'; }

header='msgid ""
msgstr ""
"Language: de\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"
'
{ printf '%s\n' "$header"; cat << 'END2'; } > reviewed.po
#: a.c:1
msgctxt "menu"
msgid "Open the door please"
msgstr "Öffnen Sie bitte die Tür"

msgid "Open the door please"
msgstr "Tür auf, bitte"

#, c-format
msgid "Delete %d file"
msgid_plural "Delete %d files"
msgstr[0] "%d Datei löschen"
msgstr[1] "%d Dateien löschen"

msgid "The rose is not red."
msgstr ""

msgid "A long text of several lines."
msgstr "Ein langer Text."

msgid "Stays"
msgstr "Bleibt"
END2
{ printf '%s\n' "$header"; cat << 'END2'; } > app.pot
#: a.c:1
msgctxt "menu"
msgid "Open the doors please"
msgstr ""

#. hint
#: b.c:7
#, c-format, no-wrap
msgid "Delete the %d file"
msgid_plural "Delete the %d files"
msgstr[0] ""
msgstr[1] ""

msgid "The rose is red."
msgstr ""

msgid "Good night"
msgstr ""

msgid "A very long text of several lines."
msgstr ""

msgid "Stays"
msgstr ""
END2
wanted='"Plural-Forms: nplurals=2; plural=(n != 1);\n"

#: a.c:1
#, fuzzy
#| msgctxt "menu"
#| msgid "Open the door please"
msgctxt "menu"
msgid "Open the doors please"

#. hint
#: b.c:7
#, fuzzy, c-format, no-wrap
#| msgid "Delete %d file"
#| msgid_plural "Delete %d files"
msgid "Delete the %d file"
msgid_plural "Delete the %d files"

msgid "The rose is red."

msgid "Good night"

#, fuzzy
#| msgid "A long text of several lines."
msgid "A very long text of several lines."

msgid "Stays"'
cp reviewed.po de.po
grow de.po --prune app.pot
is "messages that take the place of others" "$status $(sources de.po)" "4 $wanted"
check "... are translated anew" grep -q "\"$("$T" -m "$MODEL" -e 'Open the doors please')\"" de.po
cp de.po before
grow de.po --prune app.pot
is "... and then nothing" "$status $(cmp de.po before 2>&1)" '0 '
if command -v msgmerge > /dev/null; then
    msgmerge -q --previous reviewed.po app.pot > merged.po
    is "... as msgmerge has them" "$(sources merged.po | sed '/^$/d')" "$(printf '%s\n' "$wanted" | sed '/^$/d')"
else
    skip "... as msgmerge has them" "msgmerge is not installed"
fi
if command -v msgfmt > /dev/null; then
    check "... which msgfmt takes" msgfmt -c -o /dev/null de.po
else
    skip "... which msgfmt takes" "msgfmt is not installed"
fi
cp reviewed.po de.po
grow de.po app.pot
is "what they were stays where nothing is taken away" \
    "$status $(grep -c '^#|' de.po) $(grep -c '^msgstr "Öffnen Sie bitte die Tür"' de.po)" '4 5 1'
cp reviewed.po de.po
grow de.po --mark none app.pot
is "--mark none says nothing" "$status $(grep -c '^#[|,].*fuzzy\|^#|' de.po)" '4 0'
cp reviewed.po de.po
grow de.po --mark fuzzy app.pot
is "--mark fuzzy says it once" "$(grep -c '^#, .*fuzzy' de.po) $(grep -c '^#|' de.po)" '6 5'

done_testing
