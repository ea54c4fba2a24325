#!/bin/sh
# column_names.t - keys that name the columns of a table stay; other names are text.
. tests/cli/tap.sh
cd "$TMP" || exit 1

found() { # WHAT NAME TABLE WANTED: the texts, with a bar between two
    printf "$3" > "$2"
    is "$1" "$("$T" segments -f en "$2" | perl -MJSON::PP -CO -ne 'print decode_json($_)->{text}, "|"')" "$4"
    "$T" segments "$2" | "$T" splice "$2" - > out 2>&1
    check "... and nothing else changes" cmp "$2" out
}
found "keys stay" a.csv 'id,name_en,isActive,note,created-at\n1,The house,true,Go home,x y\n' 'The house|Go home|x y|'
found "... beside names" a.csv 'id,Product name,price,In stock\n1,Big spade,12,Yes\n' 'Product name|In stock|Big spade|Yes|'
found "... of a table with tabs" a.tsv 'key\tdescription\na.b\tThe old house\n' 'The old house|'
found "... in quotes, with semicolons" a.csv '"id";"text"\r\n"1";"The; house"\r\n' 'The; house|'
found "... behind a line that says the delimiter" a.csv 'sep=;\nid;text\n1;Go home\n' 'Go home|'
found "... above an empty cell" a.csv 'note,text\n,Go home\nA note,Go there\n' 'Go home|A note|Go there|'
found "names are text" a.csv 'Name,Old price\nSpade,12\n' 'Name|Old price|Spade|'
found "so are lists of words" a.csv 'house,garden\ncat,dog\n' 'house|garden|cat|dog|'
found "... of one column" a.csv 'house\nThe big cat\n' 'house|The big cat|'
found "... with numbers" a.tsv 'house\t12\nThe cat\t13\n' 'house|The cat|'
found "... with sentences" a.tsv 'house\tPeople live in it.\nThe cat\tIt lives in the house.\n' \
    'house|People live in it.|The cat|It lives in the house.|'
is "columns that are asked for are text" "$("$T" segments --columns 2 a.tsv | grep -c 'row 1')" 1

# What was found in the source holds for its translation.
printf 'house,garden\ncat,dog\n' > a.csv
printf '{"n":1,"text":"casa"}\n{"n":3,"text":"Gato grande"}\n' | "$T" splice a.csv - > out
is "words that become others are the same cells" "$(cat out)" 'casa,garden
Gato grande,dog'
printf 'id,Name\n1,The house\n' > a.csv
printf '{"n":1,"text":"This is a very long name."}\n' | "$T" splice a.csv - > out
is "... and so are names that become sentences" "$(cat out)" 'id,This is a very long name.
1,The house'
texts() { # TABLE WANTED
    printf "$1" > a.csv
    is "keys in a column: $1" "$("$T" segments -f en a.csv | perl -MJSON::PP -CO -ne 'print decode_json($_)->{text}, "|"')" "$2"
}
texts 'key,value\nhome.title,Welcome home\nhome.text,"The text, here"\n' 'Welcome home|The text, here|'
texts 'home.title;Welcome home\nhome.text;The text\n' 'Welcome home|The text|'
texts 'id,text\n"save-button","Save it"\n"open-button","Open it"\n' 'Save it|Open it|'
texts 'slug,title,open\nthe-house,The house,TRUE\nthe-car,The car,FALSE\n' 'The house|The car|'
texts 'Word,Meaning\nred,A colour\nwell-known,Of a thing\n' 'Word|Meaning|red|A colour|well-known|Of a thing|'
is "... amid texts are none" "$(printf 'Name\nThe house.\nhome.title\n' > a.csv; "$T" segments -f en a.csv | wc -l)" 3

done_testing
