#!/bin/sh
# fetch_formats.t - translate fetch of each form that the catalogues have: Firefox' compressed files,
# a .tar.gz of translateLocally's, a zip of OPUS-MT's, a file of our own; and archives that mean harm.
. tests/cli/tap.sh
. tests/cli/fetch.sh
need_fetch
student=../shared/fixtures/ssru-student
package=../shared/fixtures/opus-style/opus-toy.zip
if [ ! -d "$student" ] || [ ! -e "$package" ]; then
    echo "1..0 # SKIP no $student"
    echo "skipped: $0: no $student" >&2
    exit 0
fi
serve

PLACE=$XDG_DATA_HOME/translate/models
translates_as() { # NAME MODEL OTHER: 40 lines
    "$T" -m "$2" < "$student/input.txt" > "$TMP/got"
    "$T" -m "$3" < "$student/input.txt" > "$TMP/wanted"
    check "$1" cmp "$TMP/got" "$TMP/wanted"
}
leaves_nothing() { # NAME: nothing but whole models is in the place
    is "$1" "$(find "$PLACE" -name '*.part' -o -path '*work/*' -o -type l -o -name '*.unchecked')" ""
}

# ---- Firefox: a file for each kind, compressed

mkdir "$MIRROR/firefox"
gzip -nc "$student/model.intgemm8.alphas.bin" > "$MIRROR/firefox/model.gz"
gzip -nc "$student/lex.50.50.ende.s2t.bin" > "$MIRROR/firefox/lex.gz"
gzip -nc "$student/vocab.spm" > "$MIRROR/firefox/vocab.gz"
three() { # FAULT of the model's server
    entry en-de-tiny en de bergamot MPL-2.0 "$(gz_file model "$SERVER/$1/firefox/model.gz" "$MIRROR/firefox/model.gz")" \
        "$(gz_file lex "$SERVER/whole/firefox/lex.gz" "$MIRROR/firefox/lex.gz")" \
        "$(gz_file vocab "$SERVER/whole/firefox/vocab.gz" "$MIRROR/firefox/vocab.gz")"
}
index "$(three cut)"
fetch en-de
is "Firefox' files, cut on the way" "$status$(cat "$TMP/err")" 0
mkdir "$TMP/apart"
cp "$student/model.intgemm8.alphas.bin" "$TMP/apart/model.ende.intgemm.alphas.bin"
cp "$student/lex.50.50.ende.s2t.bin" "$student/vocab.spm" "$TMP/apart"
mv "$TMP/apart/vocab.spm" "$TMP/apart/vocab.ende.spm"
"$T" convert -f en -t de -o "$TMP/apart.gguf" "$TMP/apart" 2> "$TMP/log"
translates_as "translate as those converted by hand" en-de-tiny "$TMP/apart.gguf"
leaves_nothing "and leave nothing"
like "with licence and origin" "$("$T" inspect en-de-tiny)" '^licence +MPL-2.0$'

# A server that unpacks on the way, as one does where the type of the file says so.
cp "$student/model.intgemm8.alphas.bin" "$MIRROR/firefox/unpacked"
index "$(three whole | sed "s,whole/firefox/model.gz,whole/firefox/unpacked,")"
fetch --force en-de
is "a file that the server has unpacked is as good" "$status$(cat "$TMP/err")" 0
translates_as "and translates as before" en-de-tiny "$TMP/apart.gguf"

bad() { # NAME RE FILE: this file, of these bytes, in the place of the weights, with a digest of its own
    mv "$3" "$MIRROR/firefox/bad"
    index "$(three whole | sed "s,whole/firefox/model.gz,whole/firefox/bad,
        s,$(sha256 "$MIRROR/firefox/model.gz"),$(sha256 "$MIRROR/firefox/bad"),
        s,\"size\":$(bytes "$MIRROR/firefox/model.gz"),\"size\":$(bytes "$MIRROR/firefox/bad"),")"
    fetch --force en-de
    says "$1" 1 "$2"
    check "$1: the old model stays" "$T" inspect --verify en-de-tiny
}
head -c 100000 "$MIRROR/firefox/model.gz" > "$TMP/bad"
bad "compressed bytes that end early" 'its gzip data end early$' "$TMP/bad"
{ cat "$MIRROR/firefox/model.gz"; echo tail; } > "$TMP/bad"
bad "more behind their end" 'more behind the end of its gzip data$' "$TMP/bad"
head -c 30000000 /dev/zero | gzip -c > "$TMP/bad"
bad "a bomb" 'unpacks to more than the list of models says$' "$TMP/bad"
perl -pe 'substr($_, 50, 1) ^= "\x55" if $. == 3' "$MIRROR/firefox/model.gz" > "$TMP/bad"
bad "damaged compressed bytes" '(its gzip data are damaged|has the SHA-256|unpacks to more|has [0-9]* bytes)' "$TMP/bad"
gzip -nc "$student/model.intgemm8.bin" > "$TMP/bad"
bad "another model's weights" 'has 371552 bytes, not 383328$' "$TMP/bad"
fetch --remove en-de-tiny
is "it can be removed" "$status$(ls "$PLACE")" 0

# ---- translateLocally: a folder with a configuration, in a .tar.gz

mkdir -p "$TMP/ende.student"
cp "$student/model.intgemm8.alphas.bin" "$student/lex.50.50.ende.s2t.bin" "$student/vocab.spm" "$TMP/ende.student"
cp "$student/config.int8.alphas.yml" "$TMP/ende.student/config.intgemm8bitalpha.yml"
printf '{"modelName":"Toy","shortName":"en-de-tiny","srcTags":{"en":"English"},"trgTag":"de"}' \
    > "$TMP/ende.student/model_info.json"
(cd "$TMP" && tar czf "$MIRROR/student.tar.gz" ende.student)
archive() { index "$(entry en-de-tiny en de "$1" CC-BY-SA-4.0 "$(file archive "$SERVER/whole/$2" "$MIRROR/$2")")"; }
archive bergamot student.tar.gz
fetch en-de
is "a .tar.gz" "$status$(cat "$TMP/err")" 0
"$T" convert -f en -t de -o "$TMP/student.gguf" "$TMP/ende.student" 2> "$TMP/log"
translates_as "translates as its folder, converted by hand" en-de-tiny "$TMP/student.gguf"
leaves_nothing "and leaves nothing"
run convert -o "$TMP/direct.gguf" "$MIRROR/student.tar.gz"
is "convert reads it, too" "$status" 0
is "and knows name and languages" "$("$T" inspect "$TMP/direct.gguf" | sed -n 's/^\(name\|languages\) *//p' | paste -sd ';' -)" "Toy;en to de"
is "and leaves no folder" "$(ls -d "$TMP"/direct.gguf?* 2>&-)" ""
fetch --remove en-de-tiny

hostile() { # NAME RE: $TMP/bad.tar, compressed
    gzip -c "$TMP/bad.tar" > "$MIRROR/bad.tar.gz"
    refused "$@"
}
refused() { # NAME RE: the mirror's bad.tar.gz
    archive bergamot bad.tar.gz
    fetch en-de
    says "$1" 1 "^translate: en-de-tiny: cannot be converted: .*$2"
    leaves_nothing "$1: nothing is left"
    is "$1: nor outside" "$(ls "$TMP" | grep -c outside)" 0
}
(cd "$TMP/ende.student" && tar cPf "$TMP/bad.tar" --transform 's,.*,../../../../outside,' vocab.spm 2>&-)
hostile "a path that leads out" 'has neither config.yml nor model'
(cd "$TMP/ende.student" && tar cPf "$TMP/bad.tar" --transform "s,.*,$TMP/outside," vocab.spm 2>&-)
hostile "an absolute path" 'has neither config.yml nor model'
(cd "$TMP" && mkdir links && ln -s /etc/passwd links/model.bin && tar cf "$TMP/bad.tar" links)
hostile "a symbolic link" 'holds a link, a device'
(cd "$TMP" && rm links/model.bin && echo x > links/a && ln links/a links/b && tar cf "$TMP/bad.tar" links)
hostile "a hard link" 'holds a link, a device'
(cd "$TMP" && rm links/* && mkfifo links/pipe && tar cf "$TMP/bad.tar" links)
hostile "a pipe" 'holds a link, a device'
(cd "$TMP/ende.student" && tar cf "$TMP/bad.tar" --transform 's,.*,-rf x,' vocab.spm)
hostile "a file with an option's name" 'will not write a file "-rf x"'
(cd "$TMP/ende.student" && tar cf "$TMP/bad.tar" vocab.spm && mkdir twice && cp vocab.spm twice &&
    tar rf "$TMP/bad.tar" twice && rm -r twice)
hostile "two files of one name" 'has two files vocab.spm'
(cd "$TMP" && rm links/* && for i in $(seq 70); do echo > links/f$i; done && tar cf "$TMP/bad.tar" links)
hostile "too many files" 'holds more than 64 files'
head -c 1000 "$TMP/bad.tar" > "$TMP/cut.tar" && mv "$TMP/cut.tar" "$TMP/bad.tar"
hostile "an archive cut short" 'damaged tar archive'
rm "$TMP/bad.tar"
if [ "${TEST_LONG-}" ]; then # tests/unit/formats/gz.c always unpacks one
    head -c 12000000 /dev/zero | gzip -c > "$TMP/zeros.gz"
    for i in $(seq 100); do cat "$TMP/zeros.gz"; done > "$MIRROR/bad.tar.gz"
    refused "a bomb" 'holds more than 1073741824 bytes'
fi

# ---- OPUS-MT: a zip

cp "$package" "$MIRROR/opus.zip"
archive opus opus.zip
fetch en-de
is "a zip of OPUS-MT" "$status$(cat "$TMP/err")" 0
"$T" convert -f en -t de -o "$TMP/opus.gguf" "$package" 2> "$TMP/log"
translates_as "translates as the package, converted by hand" en-de-tiny "$TMP/opus.gguf"
fetch --remove en-de-tiny
head -c 1000000 "$package" > "$MIRROR/cut.zip"
archive opus cut.zip
fetch en-de
says "a zip cut short" 1 'cannot be converted: .*is not a zip archive, or its end is missing'
leaves_nothing "leaves nothing"
archive argos opus.zip
fetch en-de
says "a package of another kind" 1 'cannot be converted: .*is not a package of Argos'

kill $server_process
done_testing
