#!/bin/sh
# attributes.t - a translation in an attribute may look like a name: it stays, and what is beside it.
. tests/cli/tap.sh
cd "$TMP" || exit 1

becomes() { # WHAT NAME DOCUMENT SED WANTED: the document with its segments changed by sed
    printf '%s\n' "$3" > "$2"
    "$T" segments -f en "$2" | sed "$4" | "$T" splice "$2" - > out 2> err
    is "$1" "$(cat out err)" "$5"
}

for new in GitHub-Lizenz iPhone ROT x_y K Nr. '[LACHT]' 'Wör­ter' a1b2; do
    becomes "$new in an attribute of HTML" a.html '<p><img alt="GitHub license"></p>' \
        "s/GitHub license/$new/" "<p><img alt=\"$new\"></p>"
    becomes "$new in a picture of Markdown" a.md '![GitHub license](a.png) The rose is red.' \
        "s/GitHub license/$new/; s/rose/Rose/" "![$(printf '%s' "$new" | sed 's/[][_]/\\&/g')](a.png) The Rose is red."
done
becomes "quotation marks in an attribute are references" a.html '<p><img alt="A quotation"></p>' \
    's/A quotation/\\"Zitat\\"/' '<p><img alt="&quot;Zitat&quot;"></p>'
becomes "what is beside it stays, too" a.html \
    '<ul><li title="YouTube video"><a href="/x">Watch the film</a></li><li>Buy a red rose</li></ul>' \
    's/YouTube video/YouTube-Video/; s/Watch/See/; s/Buy/Get/' \
    '<ul><li title="YouTube-Video"><a href="/x">See the film</a></li><li>Get a red rose</li></ul>'
becomes "attributes that are no text stay beside those that are" a.html \
    '<p title="x_y">One <b title="A2"><i title="I">word</i></b> here.</p><img alt="b_c"><img alt="A red rose">' \
    's/A red rose/ROSE/; s/word/Wort/' \
    '<p title="x_y">One <b title="A2"><i title="I">Wort</i></b> here.</p><img alt="b_c"><img alt="ROSE">'
becomes "titles of links in Markdown" a.md '[Read this](a.html "Your PayPal account") now.' \
    's/Your PayPal account/PayPal-Konto/; s/Read/Lies/' '[Lies this](a.html "Your PayPal account") now.'
becomes "... that are not within a sentence" a.md '[Read this](a.html "Your PayPal account")' \
    's/Your PayPal account/PayPal-Konto/; s/Read/Lies/' '[Lies this](a.html "PayPal-Konto")'
becomes "badges of a table" a.md '| Name | Logo |
|---|---|
| Red rose | ![JavaScript file](a.png) |' 's/JavaScript file/JavaScript-Datei/; s/Red/Rote/' '| Name | Logo |
|---|---|
| Rote rose | ![JavaScript-Datei](a.png) |'
{
    i=0
    while [ $i -lt 200 ]; do
        echo "<p><img alt=\"a_$i\"><img alt=\"b_$i\">Number $i is here.</p>"
        i=$((i + 1))
    done
} > many.html
"$T" segments -f en many.html | sed 's/is here/ist hier/' | "$T" splice many.html - > out
is "many attributes that are no text" "$(grep -c 'ist hier' out)" 200

done_testing
