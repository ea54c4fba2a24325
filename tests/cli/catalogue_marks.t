#!/bin/sh
# catalogue_marks.t - roles, links and tags in brackets of catalogues stay, and escapes of letters are
# letters.
. tests/cli/tap.sh
top=$PWD
cd "$TMP" || exit 1

put() { # MSGID SED WANTED: the msgstr that comes of the changed text
    printf 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "%s"\nmsgstr ""\n' "$1" > a.po
    "$T" segments -f en a.po | sed "$2" | "$T" splice -t de a.po - > out 2>&1
    is "PO: $1" "$(tail -n 1 out)" "msgstr \"$3\""
}
put 'See :ref:`the page <label-x>` for it.' 's/See/Siehe/; s/the page/die Seite/' 'Siehe :ref:`die Seite <label-x>` for it.'
put 'Read `our site <https://x.org>`_ now.' 's/our site/unsere Seiten/' 'Read `unsere Seiten <https://x.org>`_ now.'
put 'Use :py:func:`open` here.' 's/Use/Mit/' 'Mit :py:func:`open` here.'
put 'For example::' 's/For example/Zum Beispiel/' 'Zum Beispiel::'
put 'Use :py:func:`open` here.' 's/`open`/`offen`/' ''
put 'See :ref:`the page <label>` here.' 's/&lt;label>/\&lt;Marke>/; s/<label>/<Marke>/' ''

printf '%s\n' '<resources><string name="a">Don\u2019t go \u2026 now</string>' \
    '<string name="b">One\n\u2022 Two\u00a0three \u0022four\u0022</string></resources>' > a.xml
is "Android: escapes of visible characters are text" \
    "$("$T" segments -f en a.xml | perl -MJSON::PP -CO -ne 'print decode_json($_)->{text}, "|"')" \
    'Don’t go … now|One|• Two<1/>three "four"|'
"$T" segments a.xml | "$T" splice a.xml - > out
check "... and stay where nothing changes" cmp out a.xml

if [ -n "$MODEL" ]; then
    de() { "$T" -m "$top/$MODEL" -f en -t de -e "$1"; }
    is "tags in brackets are marks" "$(de 'Open the [door]green door[/door] today.' | grep -v green | grep -c '\[door\][^ ]* [^ ]*\[/door\]')" 1
    is "... with values" "$(de 'Open [url=%s]the green door[/url] today.' | grep -v green | grep -c '\[url=%s\].*\[/url\]')" 1
fi
perl -e 'print "[a" x 100000, "[b]" x 100000, ":a:`" x 100000, "\n"' > hostile.txt
check "what does not end takes no time" timeout 60 "$T" segments --format text -f en hostile.txt

done_testing
