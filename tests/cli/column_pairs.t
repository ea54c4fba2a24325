#!/bin/sh
# column_pairs.t - --columns en=de: empty cells of a column get the translation of another one's.
. tests/cli/tap.sh
cd "$TMP" || exit 1

texts() { # COLUMNS FILE: with a bar behind each
    "$T" segments -f en --columns "$1" "$2" | perl -MJSON::PP -CO -ne 'print decode_json($_)->{text}, "|"'
}
filled() { # COLUMNS FILE: the table, with each text in capitals
    "$T" segments --columns "$1" "$2" | perl -pe 's/(?<="text":")((?:[^"\\]|\\.)*)/uc($1) =~ s,<(\S*?)>,<\L$1>,gr =~ s,\\N,\\n,gr/e' |
        "$T" splice --columns "$1" "$2" -
}
cat > a.csv << 'END'
key,en,de,note
a,Open the door,,x
b,"Good night, ""you""", Nacht ,y
c,"The rose, the <b>door</b> and ""I"".","",z
d,12,,
e,,,
f,Good night.,,"Open the door"
g,"Open
the door",,
h,short
END
is "texts are those of the one column where the other is empty" "$(texts en=de a.csv)" \
    'Open the door|The rose, the <1>door</1> and "I".|Good night.|Open<1/>the door|'
is "numbers name them, too" "$(texts 2=3 --header a.csv 2> err; texts 2=3 a.csv)" "$(texts en=de a.csv)"
is "what is filled stays, with quotes and row ends" "$(filled en=de a.csv)" 'key,en,de,note
a,Open the door,OPEN THE DOOR,x
b,"Good night, ""you""", Nacht ,y
c,"The rose, the <b>door</b> and ""I"".","THE ROSE, THE <b>DOOR</b> AND ""I"".",z
d,12,,
e,,,
f,Good night.,GOOD NIGHT.,"Open the door"
g,"Open
the door","OPEN
THE DOOR",
h,short'
filled en=de a.csv > b.csv
is "a second time there is nothing to do" "$(texts en=de b.csv)" ''
"$T" segments --columns en=de a.csv | "$T" splice --columns en=de a.csv - > out
check "what comes back unchanged leaves it empty" cmp a.csv out
printf 'de;en\r\n;Open the door\r\n;"The rose; the door"\r\n' > c.csv
is "the first column may be the empty one" "$(filled en=de c.csv | tr -d '\r')" 'de;en
OPEN THE DOOR;Open the door
"THE ROSE; THE DOOR";"The rose; the door"'
is "other columns change beside it" "$(filled en=de,en c.csv | sed -n 2p | tr -d '\r')" 'OPEN THE DOOR;OPEN THE DOOR'
printf 'en\tde\nThe "red" rose\t\n' > d.tsv
is "tables with tabs" "$(filled en=de d.tsv)" 'en	de
The "red" rose	THE "RED" ROSE'
printf 'a=b,c\nThe red rose,\n' > e.csv
is "a name may have the sign in it" "$(texts a=b e.csv)$(texts a=b=c e.csv)" 'The red rose|The red rose|'
refuses() { # WHAT COLUMNS RE
    run segments --columns "$2" a.csv
    says "$1" 1 "$3"
}
refuses "a source that is not there" xx=de 'no column is named "xx" in its first row'
refuses "a target that is not there" en=xx 'no column is named "xx" in its first row'
refuses "a column that is both" en=en 'a.csv: columns en=en: they are one'
refuses "a number beyond the widest row" 9=3 'a.csv: has no column 9, only 4'

done_testing
