#!/bin/sh
# lang_parts.t - parts of a document in another language than its own stay.
. tests/cli/tap.sh
cd "$TMP" || exit 1

texts() { # NAME: the texts that are found in a file, with a bar between two
    "$T" segments -f en "$1" | perl -MJSON::PP -ne 'print decode_json($_)->{text}, "|"'
}
found() { # WHAT NAME DOCUMENT WANTED
    printf '%s\n' "$3" > "$2"
    is "$1" "$(texts "$2")" "$4"
}

found "within a sentence it is one word" a.html '<p>He said <i lang="fr">bonjour tout le monde</i> and left.</p>' \
    'He said <1/> and left.|'
found "a block" a.html '<p lang="fr">Bonjour.</p><blockquote lang=de><p>Guten Tag.</p></blockquote><p>Good day.</p>' 'Good day.|'
found "an item of a menu" a.html '<ul><li><a href="/fr" lang="fr">En avant</a></li><li>Go on</li></ul>' 'Go on|'
found "the attribute of XML" a.xhtml '<p>He read <i xml:lang="la">Veni, vidi, vici</i> aloud.</p>' 'He read <1/> aloud.|'
found "regions and scripts are the same language" a.html '<p lang="en-GB">Good <b lang="EN">day</b>.</p>' 'Good <1>day</1>.|'
found "the page says of itself what it likes" a.html '<html lang="de"><body lang="fr"><p>Good day.</p></body></html>' 'Good day.|'
found "no language is none" a.html '<p lang="">Good day.</p><p lang="und">Good night.</p>' 'Good day.|Good night.|'
found "texts of XML side by side" a.xml '<list><name xml:lang="en">Red rose</name><name xml:lang="de">Rote Rose</name></list>' \
    'Red rose|'
found "its root says what it likes" a.xml '<list xml:lang="de"><name>Red rose</name></list>' 'Red rose|'
found "tags in Markdown" a.md 'He said <i lang="fr">bonjour</i> and left.' 'He said <1/> and left.|'

done_testing
