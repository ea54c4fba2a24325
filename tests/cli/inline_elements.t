#!/bin/sh
# inline_elements.t - elements of HTML whose names do not tell are of the sentence that they are in.
. tests/cli/tap.sh
cd "$TMP" || exit 1

texts() { # NAME: the texts that are found in a file, with a bar between two
    "$T" segments -f en "$1" | perl -MJSON::PP -ne 'print decode_json($_)->{text}, "|"'
}
found() { # WHAT DOCUMENT WANTED
    printf '%s\n' "$2" > a.html
    is "$1" "$(texts a.html)" "$3"
}

found "a button in a sentence" '<p>Press <button>Save</button> to go on.</p>' 'Press <1>Save</1> to go on.|'
found "... at its beginning" '<p><button>Save</button> keeps your file.</p>' '<1>Save</1> keeps your file.|'
found "... at its end" '<p>Now press <button>Save</button></p>' 'Now press <1>Save</1>|'
found "buttons beside each other are apart" '<p><button>Save</button> <button>Cancel</button></p>' 'Save|Cancel|'
found "elements of one's own" '<p>The <x-term>red rose</x-term> is a <my-tip>flower</my-tip> of love.</p>' \
    'The <1>red rose</1> is a <2>flower</2> of love.|'
found "... within each other" '<p>The <x-a>red <x-b>rose</x-b></x-a> is here.</p>' 'The <1>red <2>rose</2></1> is here.|'
found "... with other marks" '<p>The <b><x-a>red</x-a> rose</b> is here.</p>' 'The <1><2>red</2> rose</1> is here.|'
found "... that hold blocks" '<x-card><h2>One title</h2><p>Some text.</p></x-card>' 'One title|Some text.|'
found "... beside each other" '<x-item>One thing</x-item><x-item>Two things</x-item>' 'One thing|Two things|'
found "known blocks part text" '<div>Some text <div>more text</div> rest of it</div>' 'Some text|more text|rest of it|'
perl -e 'print "text <x-a>" x 100000' > hostile.html
check "elements without ends take no time" timeout 60 "$T" segments -f en hostile.html

printf '<div><p><select><option>One thing</option></select> text behind<br>and more</p>text of it</div>' > where.html
is "text behind an element is of the one around it" \
    "$("$T" segments where.html | perl -MJSON::PP -ne 'print decode_json($_)->{where}, "|"')" 'option|p|p|div|'

done_testing
