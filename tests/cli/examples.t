#!/bin/bash
# examples.t - the examples of README.md and of all pages of the manual, run in a folder with the files of
# tests/data/examples: each prints what the page says.  What is fetched comes from a mirror here.
. tests/cli/tap.sh
need_model

ROOT=$PWD
PATH=${T%/*}:$PATH
TRANSLATE_MODELS=$PWD/models
export PATH TRANSLATE_MODELS

# ---- What examples need

"$T" fetch --list > /dev/null 2>&1 || fetch=missing
echo Hello | "$T" detect > /dev/null 2>&1 || detect=missing
echo Hello | "$T" --memory "$TMP/x.db" --memory-add > /dev/null 2>&1 || memory=missing
[ -x "$(dirname "$T")/translate-train" ] || train=missing

# A model from English to "French" that a mirror has: the shipped one under another name.
mirror() {
    mkdir "$TMP/mirror"
    for pair in en-fr en-de; do
        target=${pair#en-}
        perl -0777 -pe 's/(nmt\.target_language.{12})de/$1'$target'/s' "$MODEL" > "$TMP/mirror/$pair.gguf"
        printf '{"name":"%s","source":"en","target":"%s","provider":"test","format":"gguf","license":"CC-BY-4.0","version":"1","revision":"1","files":[{"kind":"gguf","url":"%s","size":%s,"sha256":"%s"}]}\n' \
            $pair-base-memory $target $pair.gguf "$(wc -c < "$TMP/mirror/$pair.gguf" | tr -d ' ')" \
            "$(sha256sum < "$TMP/mirror/$pair.gguf" | cut -d ' ' -f 1)"
    done | paste -sd , - | sed 's/.*/{"format":1,"models":[&]}/' > "$TMP/mirror/index.json"
}
mirror

reason_of() { # COMMAND: why it cannot be run here; nothing if it can
    case $1 in
    *apt-get* | *'make '*) echo 'it builds the program' ;;
    *vocab.spm* | *source.spm* | *opus-* | *'-m en-de.gguf'* | *en-roa*) echo 'it needs a model of another engine' ;;
    *' hf:'*) echo 'it asks the hub' ;;
    *a.zh*) echo 'it needs three translations into Chinese' ;;
    *'train '*--from\ small* | *--resume*) echo 'it needs a model in training' ;;
    *ldconfig* | *pkg-config*) echo 'it needs an installation' ;;
    esac
    for tool in curl jq; do
        case " $1" in *" $tool "*) command -v $tool > /dev/null || echo "there is no $tool" ;; esac
    done
    case $fetch$1 in missing*'translate fetch'* | missing*'-t fr'*) echo 'there is no libcurl' ;; esac
    case $detect$1 in missing*'translate detect'* | missing*'-f auto'*) echo 'there is no libcld2' ;; esac
    case $memory$1 in missing*--memory*) echo 'there is no libsqlite3' ;; esac
    case $train$1 in missing*'translate train'*) echo 'there is no translate-train' ;; esac
}

# Training takes hours: what would be done is told instead.  The mirror takes the network's place.
change() {
    sed -e '/translate train/{/--plan/!s/translate train/translate train --plan/;}' \
        -e "s|--index /media/models|--index $TMP/mirror|" "$1"
}

corpora() { # text to train with, of a thousand pairs
    gzip -dc models/en-de/general.tsv.gz | head -n 1000 > "$TMP/work/manuals.tsv"
    cp "$TMP/work/manuals.tsv" "$TMP/work/pairs.tsv"
    sed 's/\([^\t]*\)\t\(.*\)/\2\t\1/' "$TMP/work/manuals.tsv" > "$TMP/work/corpus.tsv"
    xz "$TMP/work/corpus.tsv" 2> /dev/null || train=missing
}

run_examples() { # PAGE
    page_name=${1##*/}
    rm -rf "$TMP/page" "$TMP/work" "$TMP/data"
    mkdir "$TMP/page"
    cp -r tests/data/examples "$TMP/work"
    corpora
    perl tests/cli/examples.pl "$1" "$TMP/page" > "$TMP/list"
    while IFS='	' read -r number first; do
        reason=$(reason_of "$(cat "$TMP/page/$number.command")" | head -n 1)
        if [ "$reason" ]; then
            skip "$page_name: $first" "$reason"
            continue
        fi
        change "$TMP/page/$number.command" > "$TMP/command"
        check "$page_name: $first" one_example "$number"
        n_run=$((n_run + 1))
    done < "$TMP/list"
}

one_example() { # NUMBER
    case $(cat "$TMP/command") in *'fetch --list'*) unset TRANSLATE_INDEX ;; *) export TRANSLATE_INDEX=$TMP/mirror/index.json ;; esac
    (cd "$TMP/work" && bash -o pipefail "$TMP/command") > "$TMP/got" 2>&1 < /dev/null
    example_status=$?
    if [ -s "$TMP/page/$1.wanted" ]; then
        diff "$TMP/page/$1.wanted" "$TMP/got"
    else
        [ $example_status = 0 ] || [ $example_status = 141 ] || { cat "$TMP/got"; return 1; }
    fi
}

n_run=0
for page in README.md man/*.[1-9]; do
    case $page in man/libtranslate.3) continue ;; esac # man.t compiles it
    run_examples "$page"
done
check "most examples were run" test $n_run -ge 40

# ---- No example goes without a test

blocks() { # of README.md that are of no kind which is run, but for how to build
    grep -n '^```[a-z]' "$ROOT/README.md" | grep -v -e console -e '```sh$'
}
is "README.md has no blocks that are not run" "$(blocks)" ""
check "README.md has at most 1500 words" test "$(wc -w < README.md)" -le 1500
counts() { # models of the catalogue: pairs, languages, pairs with a model whose digests are known
    "$T" fetch --list --json | tr '{' '\n' | sed -n 's/.*"source_language":"\([^"]*\)","target_language":"\([^"]*\)".*"verified":\([a-z]*\).*/\1 \2 \3/p' | awk '
        { pairs[$1 " " $2]; languages[$1]; languages[$2] }
        $3 == "true" { verified[$1 " " $2] }
        END { print length(pairs) " pairs of " length(languages) " languages, of which " length(verified) " are checked" }'
}
if [ -z "$fetch" ]; then
    check "README.md counts the pairs of the catalogue" grep -qF "$(counts)" README.md
else
    skip "README.md counts the pairs of the catalogue" "there is no libcurl"
fi
shown_first() { # translate(1) shows examples before its options
    [ "$(grep -n '^\.Sh EXAMPLES' man/translate.1 | cut -d : -f 1)" -lt "$(grep -n '^\.Sh OPTIONS' man/translate.1 | cut -d : -f 1)" ]
}
check "translate(1) has its examples before its options" shown_first

# ---- Pictures

mkdir "$TMP/pictures"
check "the pictures are drawn" env TRANSLATE="$T" man/pictures/make.sh "$TMP/pictures"
check "the terminal is as README.md has it" cmp "$TMP/pictures/terminal.svg" man/pictures/terminal.svg
check "and so is the alignment" cmp "$TMP/pictures/explain.svg" man/pictures/explain.svg

done_testing
