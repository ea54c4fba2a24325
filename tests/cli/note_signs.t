#!/bin/sh
# note_signs.t - the signs of notes stay where they stand; raised letters and amounts in marks.
. tests/cli/tap.sh
need_model
cd "$TMP" || exit 1
MODEL_DIR=$OLDPWD/${MODEL%/*}

texts() { # NAME: the texts that are found in a file, with a bar between two
    "$T" segments -f en "$1" | perl -MJSON::PP -ne 'print decode_json($_)->{text}, "|"'
}
found() { # WHAT DOCUMENT WANTED
    printf '%s\n' "$2" > a.html
    is "$1" "$(texts a.html)" "$3"
}
translated() { # DOCUMENT: in German
    printf '%s\n' "$1" > a.html
    "$T" -q -m "$MODEL_DIR/$(basename "$MODEL")" a.html 2>&1
}

for sign in 1 12 † ‡ § '*' a; do
    found "the sign $sign of a note, as a link" "<p>There was a king<a href=\"#n\">$sign</a> who lived here.</p>" \
        'There was a king<1/> who lived here.|'
done
found "... by its class" '<p>There was a king<span class="footnote">1</span> who lived here.</p>' \
    'There was a king<1/> who lived here.|'
found "... by its type" '<p>There was a king<i epub:type="noteref">1</i> who lived here.</p>' \
    'There was a king<1/> who lived here.|'
found "... behind a sign" '<p>A king,<a href="#n">1</a> a queen.<a href="#n">2</a> A dog.</p>' \
    'A king,<1/> a queen.<2/> A dog.|'
found "... behind a year" '<p>It was sold in 1990<a href="#n">1</a> for money.</p>' \
    'It was sold in 1990<1/> for money.|'
found "... behind another mark" '<p>The <b>king</b><a href="#n">3</a> was old.</p>' 'The <1>king</1><2/> was old.|'
found "a year as a link is text" '<p>It was sold in <a href="#n">1990</a> for money.</p>' \
    'It was sold in <1>1990</1> for money.|'
found "a letter within a word is text" '<p>Say H<a href="#n">e</a>llo to me.</p>' 'Say H<1>e</1>llo to me.|'
found "a number in a mark of another class is text" '<p>Room<b class="big">1</b> is here.</p>' 'Room<1>1</1> is here.|'
found "signs of trade marks" '<p>Word<sup>TM</sup> and Gold<sup>SM</sup> are names.</p>' \
    'Word<1/> and Gold<2/> are names.|'
found "raised letters of an ordinal are of its word" '<p>The 19<sup>th</sup> century was long.</p>' \
    'The 19<1>th</1> century was long.|'

like "a word with the sign of a trade mark is that word" \
    "$(translated '<p>Word<sup>TM</sup> is a program.</p>')" '^<p>Word<sup>TM</sup> ist ein Programm'
like "an ordinal in German has none" "$(translated '<p>The 19<sup>th</sup> century was long.</p>')" \
    '19\.<sup></sup> Jahrhundert'
like "a percentage keeps its sign" "$(translated '<p>You save <strong>20%</strong> on all shoes.</p>')" \
    '<strong>20[  ]%</strong>'
like "a price keeps its sign" "$(translated '<p>It costs <b>€15</b> today.</p>')" '<b>(15[  ](€|Euro)|€[  ]?15)</b>'
like "... the other way, too" "$(translated '<p>It costs <b>15 €</b> today.</p>')" '<b>(15[  ](€|Euro)|€[  ]?15)</b>'
like "... or its word" "$(translated '<p>He paid <a href="/p">$100</a> for it.</p>')" '>(100[  ](Dollar|\$)|\$[  ]?100)</a>'
like "... two of them" "$(translated '<p>The old price was <s>$20</s>, the new price is <b>$15</b>.</p>')" \
    '<s>(20[  ](Dollar|\$)|\$[  ]?20)</s>.*<b>(15[  ](Dollar|\$)|\$[  ]?15)</b>'

for sign in '<sup>2</sup>' '<a href="#n">2</a>' '[2]' '<sup>[2]</sup><sup>[3]</sup>'; do
    is "$sign touches the sentence before it" "$(translated "<p>It is late.$sign We go home.</p>" | grep -cF ".$sign Wir ")" 1
done
is "... the word that it touches is translated" "$(echo 'The king[4] was old[5].' | "$T" -m "$MODEL_DIR/$(basename "$MODEL")")" \
    'Der König[4] war alt[5].'
for sign in ¹ † '[1,2]' '[2–3]' '[^4]'; do
    is "... $sign as well" "$(echo "The king$sign was old." | "$T" -m "$MODEL_DIR/$(basename "$MODEL")")" "Der König$sign war alt."
done
is "... behind a sign, and before one" \
    "$(translated '<p>The tide (16 m)<sup>[4]</sup> was seen.</p><p>It is late<a href="#n">4</a>. We go home.</p>' | grep -oE '\)<sup>|[a-z]<a href="#n">4</a>\. ' | tr '\n' ' ')" \
    ')<sup> t<a href="#n">4</a>.  '
is "... in lines, too" "$(echo 'It is late.[2] We go home.' | "$T" -m "$MODEL_DIR/$(basename "$MODEL")" | grep -c '[a-z]\.\[2\] Wir ')" 1

is "a first letter that is set apart is the first of the translation" \
    "$(translated '<p><span class="dropcap">T</span>he rose is red.</p>' | head -c 40)" '<p><span class="dropcap">D</span>ie Rose'
is "... within another mark, too" \
    "$(translated '<p><i><b>T</b>he rose</i> is red.</p>' | head -c 23)" '<p><i><b>D</b>ie Rose</'
is "... a word of one letter is none" "$(translated '<p><b>I</b> am here.</p>')" '<p><b>Ich</b> bin hier.</p>'

is "two amounts beside each other have a sign each" \
    "$(translated '<p>It costs <del>20 €</del> <ins>15 €</ins> today.</p>')" '<p>Es kostet heute <del>20 €</del> <ins>15 €</ins>.</p>'
amounts=$(translated '<p>It costs <del>$20</del> <ins>$15</ins> today.</p>' | sed 's/\$20/20 $/; s/\$15/15 $/; s/Dollar/$/g')
like "... on whichever side the translation has it, and the blank between" "$amounts" '<del>20 \$</del> <ins>15 \$</ins>'

done_testing
