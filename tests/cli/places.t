#!/bin/sh
# places.t - where the translations of documents go, and where they do not.
. tests/cli/tap.sh
need_model

MODEL=$PWD/$MODEL
cd "$TMP" || exit 1
mkdir -p p/in/deep
cd p || exit 1
printf '{"text":"Good morning."}' > a.json
cp a.json in/a.json
cp a.json in/deep/b.json
cp a.json ../b.json
echo kept > b.json
printf '{"text":"%s"}' "$(echo 'Good morning.' | "$T" -m "$MODEL")" > wanted

placed() { # NAME FILES.. -- WANTED..: the files go to out, and nowhere else
    placed_name=$1
    shift
    rm -rf out
    find .. -name '*.json' ! -path '*/out/*' -exec cksum {} + | sort > ../before
    files=
    while [ "$1" != -- ]; do
        files="$files $1"
        shift
    done
    shift
    run -m "$MODEL" --output-dir out $files
    is "$placed_name" "$(cat "$TMP/err"; find out -type f | sort | paste -sd ' ' -)" "$*"
    for place in "$@"; do
        cmp -s "$place" wanted || failed "$place is translated"
    done
    find .. -name '*.json' ! -path '*/out/*' -exec cksum {} + | sort > ../behind
    check "... and nothing outside of it changes" cmp ../before ../behind
}
placed "one document goes below the folder" ../b.json -- out/b.json
placed "several do below the folder that they have in common" in/a.json in/deep/b.json -- out/a.json out/deep/b.json
placed "one that is above the others, too" a.json ../b.json -- out/b.json out/p/a.json
placed "and one whose path goes up and down" a.json in/../../b.json -- out/b.json out/p/a.json
placed "a point in a path is nothing" ./a.json in/./deep//b.json -- out/a.json out/in/deep/b.json
placed "an absolute path is one of the same folder" "$PWD/a.json" in/a.json -- out/a.json out/in/a.json

for form in '--output-dir out' '--suffix de' --in-place; do
    cp a.json copy.json
    run -m "$MODEL" $form copy.json ./copy.json
    says "$form: two documents of one name are refused" 2 '^translate: (\./)?copy.json and (\./)?copy.json would be written to the same file'
    check "... before any is written" cmp a.json copy.json
    for names in '' - 'copy.json -'; do
        run -m "$MODEL" $form $names < a.json
        says "$form: standard input has no name, as \"$names\"" 2 'standard input has no name to write to'
    done
done

# A file that is replaced has one name, whichever links lead to it.
cp a.json copy.json
ln -sf copy.json soft.json
ln -f copy.json hard.json
ln -sfn . folder
for other in soft.json hard.json folder/copy.json; do
    run -m "$MODEL" --in-place copy.json "$other"
    says "--in-place: a file and $other, which is the same file, are refused" 2 "copy.json would be written to the same file|and $other would be"
    check "... before it is translated once" cmp a.json copy.json
done
rm hard.json
run -m "$MODEL" --suffix de copy.json soft.json
is "but two links may have a translation each" "$status $(cat copy.de.json)" "0 $(cat soft.de.json)"
run -m "$MODEL" --in-place nowhere.json neither.json copy.json
is "and files that are not there are not one" "$(grep -c 'No such file' "$TMP/err")" 2

# A link in the output folder leads elsewhere, whatever it leads to.
mkdir linked other
cp a.json in/c.json
mkdir -p tree/sub tree/data
cp a.json tree/sub/a.json
cp a.json tree/page.json
echo 'p { }' > tree/data/style.css
echo 'p { }' > tree/other.css
ln -s page.json tree/soft.json
outside() { # CASE LINK: what the output folder has, and nothing is written through it
    rm -rf linked
    mkdir -p linked other
    eval "$2"
    run -m "$MODEL" --output-dir linked ${3-tree}
    is "a link in the output folder is not followed: $1" \
        "$status $(grep -m 1 -c 'is a symbolic link, and nothing is written where it leads$' "$TMP/err") $(ls -A other) $(cat kept)" \
        "1 1  kept"
}
echo kept > kept
outside "a folder" 'ln -s ../other linked/sub'
outside "one that is made of a tree's folder" 'ln -s ../../other linked/tree' "a.json tree/sub/a.json"
outside "a file" 'ln -s ../kept linked/page.json'
is "the others are written" "$(cat linked/sub/a.json linked/other.css)" "$(cat wanted)p { }"
outside "a file that is copied" 'ln -s ../kept linked/other.css'
outside "one that leads to nothing" 'ln -s ../other/new linked/page.json'
outside "one within the folder" 'ln -s other.css linked/page.json'
ln -s linked soft
rm -rf linked
mkdir linked
run -m "$MODEL" --output-dir soft tree
is "the folder itself may be one" "$status$(cat linked/page.json)" "0$(cat wanted)"
run -m "$MODEL" --output-dir linked tree
is "and links of the source are there again" "$status$(readlink linked/soft.json)" "0page.json"

check "no file is named after standard input" test ! -e out/- -a ! -e -.de

done_testing
