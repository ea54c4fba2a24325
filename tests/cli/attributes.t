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
becomes "what a formula says of itself is text" a.html \
    '<p>The <math alttext="red rose"><mi>x</mi></math> is old.</p>' 's/red rose/rote Rose/' \
    '<p>The <math alttext="rote Rose"><mi>x</mi></math> is old.</p>'
becomes "what is beside it stays, too" a.html \
    '<ul><li title="YouTube video"><a href="/x">Watch the film</a></li><li>Buy a red rose</li></ul>' \
    's/YouTube video/YouTube-Video/; s/Watch/See/; s/Buy/Get/' \
    '<ul><li title="YouTube-Video"><a href="/x">See the film</a></li><li>Get a red rose</li></ul>'
becomes "attributes that are no text stay beside those that are" a.html \
    '<p title="x_y">One <b title="A2"><i title="I">word</i></b> here.</p><img alt="b_c"><img alt="A red rose">' \
    's/A red rose/ROSE/; s/word/Wort/' \
    '<p title="x_y">One <b title="A2"><i title="I">Wort</i></b> here.</p><img alt="b_c"><img alt="ROSE">'
becomes "titles of links in Markdown" a.md '[Read this](a.html "Your PayPal account") now.' \
    's/Your PayPal account/PayPal-Konto/; s/Read/Lies/' '[Lies this](a.html "PayPal-Konto") now.'
becomes "... that are not within a sentence" a.md '[Read this](a.html "Your PayPal account")' \
    's/Your PayPal account/PayPal-Konto/; s/Read/Lies/' '[Lies this](a.html "PayPal-Konto")'
becomes "badges of a table" a.md '| Name | Logo |
|---|---|
| Red rose | ![JavaScript file](a.png) |' 's/JavaScript file/JavaScript-Datei/; s/Red/Rote/' '| Name | Logo |
|---|---|
| Rote rose | ![JavaScript-Datei](a.png) |'

# Within a sentence
becomes "a picture's text and a link's title" a.html \
    "<p>The <img src=a alt='A red rose'> is <a title=\"Of all &amp; each\">here</a>, and <a title=\"Of all &amp; each\">there</a>.</p>" \
    's/A red rose/Ein "Haus"/; s/"Haus"/\\"Haus\\"/; s/Of all/Von allen/; s/The/Die/' \
    "<p>Die <img src=a alt='Ein \"Haus\"'> is <a title=\"Von allen &amp; each\">here</a>, and <a title=\"Von allen &amp; each\">there</a>.</p>"
is "... are segments behind all others, each text once" \
    "$("$T" segments -f en a.html | sed 's/.*"where":"\([^"]*\)".*/\1/' | paste -sd ' ')" "p img@alt a@title"
becomes "... wherever their marks go" a.html '<p>One <b title="The first word">word</b> and <i title="The second word">two</i>.</p>' \
    's/"text":"One.*"/"text":"<2>zwei<\/2> und <1>Wort<\/1>."/; s/The first/Das erste/; s/The second/Das zweite/' \
    '<p><i title="Das zweite word">zwei</i> und <b title="Das erste word">Wort</b>.</p>'
becomes "the name of a button" a.html '<p>Press <input type="submit" value="Save the file"> to go on.</p>' \
    's/Save/Sichern/' '<p>Press <input type="submit" value="Sichern the file"> to go on.</p>'
becomes "what has no text, and code, stay" a.html '<p>See <b title="x_y" lang="en">it</b> in <code title="Some code here">x</code> now.</p>' \
    's/See/Siehe/; s/Some/Etwas/' '<p>Siehe <b title="x_y" lang="en">it</b> in <code title="Some code here">x</code> now.</p>'
becomes "a picture of Markdown" a.md 'The ![A red rose](a.png) is here.' \
    's/A red rose/Eine [Rose]/; s/is here/is hier/' 'The ![Eine \[Rose\]](a.png) is hier.'
becomes "a template is a part of the page" a.html '<template><p>The door is open.</p></template>' \
    's/door/Tür/' '<template><p>The Tür is open.</p></template>'
i=0
while [ $i -lt 30000 ]; do
    echo "<p>A <b title=\"The word $i\">word</b> here <img alt=\"The same word\">.</p>"
    i=$((i + 1))
done > inner.html
"$T" segments -f en inner.html > inner.json
sed 's/The word/Das Wort/; s/The same/Das gleiche/' inner.json > changed.json
check "many take no time" timeout 60 "$T" splice -o out inner.html changed.json
is "... and each is written" "$(grep -c 'Das Wort.*Das gleiche' out)" 30000

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
