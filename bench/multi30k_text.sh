# multi30k_text.sh - what the scripts about Multi30k share; $from, $to and $DATA are given.
#
# $tmp gets train, val and test_2016_flickr in both languages, and the pairs of each as .tsv.
DATA=${DATA:?names the folder with train.en, train.de, val.en and so on of Multi30k}
PROGRAM=${PROGRAM:-build/release/translate}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

unpacked() { # a file that may be packed
    if [ -r "$1.xz" ]; then xz -dc "$1.xz"; elif [ -r "$1.gz" ]; then gzip -dc "$1.gz"; else cat "$1"; fi
}

for part in train val test_2016_flickr; do
    for language in "$from" "$to"; do
        unpacked "$DATA/$part.$language" > "$tmp/$part.$language"
    done
    paste "$tmp/$part.$from" "$tmp/$part.$to" > "$tmp/$part.tsv"
done
