#!/bin/sh
# fetch_index.t - lists of models: what make.py makes of the catalogues, and lists that mean harm.
. tests/cli/tap.sh
. tests/cli/fetch.sh
need_fetch

INDEX=$TMP/index.json
list() { run fetch --index "$INDEX" --list --all "$@" < /dev/null; }
head_of='"format":1,"generated":"2026-11-22"'
digest=$(printf x | sha256sum | cut -d ' ' -f 1)
good="{\"name\":\"good\",\"source\":\"en\",\"target\":\"fr\",\"format\":\"gguf\",\"revision\":\"1\",\"files\":[{\"kind\":\"gguf\",\"url\":\"m\",\"size\":7,\"sha256\":\"$digest\"}]}"
changed() { printf '%s' "$good" | sed "$1"; }

printf '{%s,"models":[%s]}' "$head_of" "$(changed 's/"format"/"variant":"tiny","replaces":["a","old"],&/')" > "$INDEX"
run fetch --index "$INDEX" --offline --variant base en-fr < /dev/null
says "a variant that there is not is named" 1 'no model that translates from en to fr is of variant "base"'

# ---- What is no list

refused() { # NAME RE CONTENTS
    printf "$3" > "$INDEX"
    list
    says "$1" 1 "^translate: $INDEX: $2"
}
mkdir "$TMP/folder"
run fetch --index "$TMP/folder" --list < /dev/null
says "a folder is no list" 1 "$TMP/folder: is a folder; an index is a file, such as $TMP/folder/index.json"
refused "an empty file" 'is not JSON' ''
refused "a page of a web site" 'is not JSON' '<!doctype html><title>404</title>'
refused "JSON cut short" 'is not JSON' '{"format":1,"models":[{"na'
refused "a list of another format" 'is an index of format 2, and this program reads format 1' '{"format":2,"models":[]}'
refused "a list without a format" 'is not an index of models' '{"models":[]}'
refused "another object" 'is not an index of models' '{"format":1,"models":{}}'
refused "an array" 'is not an index of models' '[1,2]'
refused "a string of zeros" 'is not JSON' '\000\000\000'
perl -e 'print "[" x 100000' > "$INDEX"
list
says "a hundred thousand brackets" 1 'is not JSON'
perl -e 'print "{\"format\":1,\"models\":[", "0," x 3000000, "0]}"' > "$INDEX"
list
says "three million values" 1 'too many values'
perl -e 'print "{\"format\":1,\"models\":[],\"x\":\"", "x" x (17 << 20), "\"}"' > "$INDEX"
list
says "17 MiB" 1 'is larger than an index may be'
perl -e 'print "{\"format\":1,\"models\":[", join(",", ("{}") x 20001), "]}"' > "$INDEX"
list
says "20 001 models" 1 'has 20001 models, more than 20000'
rm "$INDEX"
list
says "a file that is not there" 1 'No such file'
mkdir "$INDEX"
list
says "a folder" 1 'is a folder'
rmdir "$INDEX"

# ---- Entries that are not as they should be: left out, and told

left_out() { # NAME RE ENTRY
    printf '{%s,"models":[%s,%s]}' "$head_of" "$good" "$3" > "$INDEX"
    list
    if [ "$status" = 0 ] && [ "$(sed -n 's/^  \(good\) .*/\1/p' "$TMP/out")" = good ]; then
        like "$1" "$(cat "$TMP/err")" "1 entry was left out; the first is \".*\": $2"
    else
        failed "$1" "$(cat "$TMP/out" "$TMP/err")"
    fi
}
name() { changed "s|\"good\"|\"$1\"|"; }
no_name='its name is not one of letters'
left_out "a name with a path" "$no_name" "$(name ../../x)"
left_out "an absolute path" "$no_name" "$(name /etc/x)"
printf '{%s,"models":[%s,%s,%s]}' "$head_of" "$good" "$(name first | sed 's/,"revision":"1"//')" \
    "$(name second | sed 's/"size":7/"size":"x"/')" > "$INDEX"
asked() { # NAME OPTIONS...: by a name of the list, why it was left out
    asked_name=$1
    shift
    run fetch --index "$INDEX" --offline -q "$@" < /dev/null
    says "$asked_name" 1 '^translate: second: was left out of the list of models: a file.s size is no number of bytes$'
}
asked "one that is asked for by its name is told why it was left out" second
asked "... in a list of it" --list second
asked "... and of what is known of it" --info second
run fetch --index "$INDEX" --list < /dev/null
like "how many were left out is told" "$(cat "$TMP/err")" ': 2 entries were left out; the first is "first": it has no revision$'
left_out "two dots within" "$no_name" "$(name a..b)"
left_out "a hidden name" "$no_name" "$(name .hidden)"
left_out "an option" "$no_name" "$(name -rf)"
left_out "an empty name" "$no_name" "$(name '')"
left_out "the name of a model file" "$no_name" "$(name x.gguf)"
left_out "a name of 65 letters" "$no_name" "$(name "$(perl -e 'print "a" x 65')")"
left_out "a name of a million letters" "$no_name" "$(perl -e '$_ = shift; $n = "a" x 1000000; s/good/$n/; print' "$good" > "$TMP/long"; cat "$TMP/long")"
left_out "a name that talks to the terminal" "$no_name" "$(name 'a\\\\u001b[2J')"
is "which is not passed on" "$(LC_ALL=C grep -c "$(printf '\033')" "$TMP/err")" 0
left_out "a name that is a number" "$no_name" "$(changed 's|"good"|7|')"
left_out "a language of one letter" 'it has no two languages' "$(changed 's|"good"|"b"|;s|"en"|"e"|')"
left_out "a language with a blank" 'it has no two languages' "$(changed 's|"good"|"b"|;s|"fr"|"fr x"|')"
left_out "a format that is not known" 'its format is not known' "$(changed 's|"good"|"b"|;s|"format":"gguf"|"format":"exe"|')"
left_out "no revision" 'it has no revision' "$(changed 's|"good"|"b"|;s|"revision":"1",||')"
left_out "a revision that talks to the terminal" 'a word of it has other characters' "$(changed 's|"good"|"b"|;s|"1"|"\\u001b[2J"|')"
left_out "a licence with a line end" 'a word of it has other characters' "$(changed 's|"good"|"b"|;s|"revision"|"license":"MIT\\nx","revision"|')"
left_out "no files" 'it has no files' "$(changed 's|"good"|"b"|;s|"files":.*|"files":[]}|')"
left_out "a file of no kind" 'a file is of a kind that is not known' "$(changed 's|"good"|"b"|;s|"kind":"gguf"|"kind":"../x"|')"
left_out "two of one kind" 'two files are of one kind' "$(changed 's|"good"|"b"|;s|\[\(.*\)\]|[\1,\1]|')"
left_out "nine files" 'it has too many files' "$(changed 's|"good"|"b"|;s|\[\(.*\)\]|[\1,\1,\1,\1,\1,\1,\1,\1,\1]|')"
left_out "an archive of our own kind" "its files do not make its format|its files are not its format's" "$(changed 's|"good"|"b"|;s|"kind":"gguf"|"kind":"archive"|')"
size() { changed "s|\"good\"|\"b\"|;s|\"size\":7|\"size\":$1|"; }
for n in 0 -1 1.5 1e300 9223372036854775808 8589934593 '"7"' null; do
    left_out "a size of $n" "a file's size is no number of bytes" "$(size "$n")"
done
sum() { changed "s|\"good\"|\"b\"|;s|$digest|$1|"; }
left_out "a short digest" "a file's digest is no SHA-256" "$(sum abcd)"
left_out "a digest with other letters" "a file's digest is no SHA-256" "$(sum "$(perl -e 'print "g" x 64')")"
url() { changed "s|\"good\"|\"b\"|;s|\"url\":\"m\"|\"url\":\"$1\"|"; }
no_url="a file's address is neither https nor below the index"
for u in http://example.org/m ftp://example.org/m file:///etc/passwd /etc/passwd ../m a/../../m a/.. x:y \
    https:// https://user@example.org/m http://127.0.0.1@example.org/m http://localhost.example.org/m \
    'https://e.org/a b' 'https://e.org/\\u0007' 'https://e.org/\\"' https:m; do
    left_out "the address $u" "$no_url" "$(url "$u")"
done
left_out "an address of 3 000 letters" "$no_url" "$(url "https://$(perl -e 'print "a" x 3000')")"
left_out "no address" 'a file has no address' "$(changed 's|"good"|"b"|;s|"url":"m",||')"
left_out "five mirrors" 'a file has too many mirrors' "$(changed 's|"good"|"b"|;s|"url":"m"|"urls":["a","b","c","d","e"]|')"
left_out "a name that occurs twice" 'its name occurs twice' "$good"
left_out "an entry that is no object" 'it is no object' 7
printf '{%s,"more":[1],"models":[%s]}' "$head_of" "$(changed 's|"name"|"new":{"a":[null]},"name"|;s|"kind"|"new":1,"kind"|')" > "$INDEX"
list
is "members that are not known are no fault" "$status$(cat "$TMP/err")" 0
printf '{%s,"models":[%s]}' "$head_of" "$(changed 's|"revision"|"refused":"\\u001b[31mred\\u009b","revision"|')" > "$INDEX"
list
is "texts are shown without control characters" "$(LC_ALL=C grep -c "$(printf '\033')\|$(printf '\302\233')" "$TMP/out")" 0

# ---- The list that ships, and how it is made

"$T" fetch --list --all --index models/index/index.json > "$TMP/out" 2> "$TMP/err"
is "of the list that ships, no entry is left out" "$(cat "$TMP/err")" ""
is "and all are listed" "$(grep -c '^[-+*xn^ ] [a-zA-Z]*-[^ ]*\( \|$\)' "$TMP/out")" "$(grep -c '^{"name":' models/index/index.json)"

samples=../shared/fetch/samples
python() { PYTHONDONTWRITEBYTECODE=1 python3 "$@"; }
if ! command -v python3 > /dev/null; then
    skip "make.py" "there is no python3"
elif [ ! -d "$samples" ]; then
    skip "make.py" "no $samples"
else
    python models/index/make.py --lists "$samples" --date 2026-11-22 -o "$TMP/made.json" 2> "$TMP/err"
    like "make.py reads all catalogues" "$(tail -n 1 "$TMP/err")" \
        '^182 models, 30 of argos, 31 of bergamot, 26 of firefox, 32 of hplt, 50 of opus, 13 of tatoeba'
    ask() { python -c "
import json
made = {m['name']: m for m in json.load(open('$TMP/made.json'))['models']}
pinned = {m['name']: m for m in json.load(open('$samples/pinned/index.json'))['models']}
$1"; }
    is "what it says of Firefox' models is what was pinned apart" "$(ask "
both = set(made) & set(pinned)
for name in both:
    a, b = made[name], pinned[name]
    assert all(a[k] == b[k] for k in ('source', 'target', 'revision', 'license', 'scores')), name
    assert a.get('version', b['version']) == b['version'], name
    for f, g in zip(a['files'], b['files']):
        assert f['kind'] != 'model' or f['unpacked_sha256'], name
        assert all(g[k] == f[k] for k in f), (name, f)
print(len(both) > 15)")" True
    is "packages of subword-nmt are not refused" "$(ask "print(made['es-en-opus-2019-12-04'].get('refused'))")" None
    is "a package of several sections has the newest's own scores" \
        "$(ask "print(made['de-en-opus-2020-02-26']['scores'])")" "{'Tatoeba.de.en': {'bleu': 55.4, 'chrf': 70.7}}"
    is "an archive of several sources is an entry for each" \
        "$(ask "print(*[made[n]['files'][0]['sha256'][:6] for n in ('lv-en-tiny-hplt', 'lt-en-tiny-hplt')])" | tr ' ' '\n' | uniq | wc -l)" 1
    is "a pin of another source is taken" "$(ask "f = made['en-fr-argos']['files'][0]; print(f['size'], f['sha256'][:8])")" "65472327 3a65ed83"
    is "no file is pinned by nobody's word" "$(ask "
print(sum('sha256' in f for m in made.values() if m['provider'] in ('opus', 'tatoeba') for f in m['files']))")" 0
    "$T" fetch --list --all --index "$TMP/made.json" > "$TMP/out" 2> "$TMP/err"
    is "the program reads all of it" "$(grep -c '^[-+*xn^ ] [a-zA-Z]*-[^ ]*\( \|$\)' "$TMP/out")$(cat "$TMP/err")" 182
    python models/index/make.py --lists "$samples" --keep "$samples/pinned/index.json" --date 2026-11-22 \
        -o "$TMP/kept.json" 2> "$TMP/err"
    check "with what was pinned before, it is the list that ships" cmp "$TMP/kept.json" models/index/index.json
fi

# ---- What a maintainer with a network does, here against this machine

if command -v python3 > /dev/null; then
    printf 'the bytes' > "$MIRROR/there"
    printf 'longer than said' > "$MIRROR/changed"
    (cd "$MIRROR" && PYTHONUNBUFFERED=1 exec python3 -m http.server --bind 127.0.0.1 0 > "$TMP/port" 2>&1) &
    python_server=$!
    for try in $(seq 100); do
        grep -q 'port [0-9]' "$TMP/port" && break
        sleep 0.1
    done
    at=http://127.0.0.1:$(sed -n 's/.*port \([0-9]*\).*/\1/p' "$TMP/port")
    one() { printf '{"name":"%s","source":"en","target":"fr","format":"gguf","revision":"1","files":[{"kind":"gguf","url":"%s"%s}]}' "$@"; }
    printf '{"format":1,"serial":1,"models":[%s,%s,%s]}' "$(one a "$at/there" '')" "$(one b "$at/gone" '')" \
        "$(one c "$at/changed" ',"size":3')" > "$TMP/check.json"
    python models/index/make.py --check "$TMP/check.json" > "$TMP/out" 2>&1
    is "make.py --check fails where an address does" "$?" 1
    like "and says which is gone" "$(cat "$TMP/out")" "^b: $at/gone: 404 "
    like "which has another size" "$(cat "$TMP/out")" "^c: $at/changed: has 16 bytes, the index says 3\$"
    like "and what to do" "$(cat "$TMP/out")" '^404 or 410: .*Another size: .*403, 5xx or no answer'
    like "sizes that were not known are filled in" "$(cat "$TMP/check.json")" '"name":"a".*"size":9'
    python models/index/make.py --pin "$TMP/check.json" a 2> "$TMP/err"
    like "--pin downloads once, and writes the digest" "$(cat "$TMP/check.json")" \
        "\"name\":\"a\".*\"sha256\":\"$(sha256 "$MIRROR/there")\""
    kill $python_server
else
    skip "make.py --check" "there is no python3"
fi

done_testing
