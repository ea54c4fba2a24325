#!/bin/sh
# said.t - documents that say their languages are translated by the model of those.
. tests/cli/tap.sh
need_model
TREE=$PWD
cd "$TMP" || exit 1

# ---- The languages that documents say

printf 'msgid ""\nmsgstr ""\n"Language: pt_BR\\n"\n\nmsgid "The house is old."\nmsgstr ""\n' > pt.po
printf 'msgid ""\nmsgstr ""\n"Language: de_AT\\n"\n\nmsgid "The house is old."\nmsgstr ""\n' > de.po
printf 'msgid ""\nmsgstr ""\n"Language: en\\n"\n"X-Source-Language: de\\n"\n\nmsgid "Das Haus ist alt."\nmsgstr ""\n' > en.po
printf 'msgid "The house is old."\nmsgstr ""\n' > none.po
printf '<html lang="de"><p>Das Haus ist alt.</p></html>\n' > de.html
printf '<html lang="fr"><p>La maison est ancienne.</p></html>\n' > fr.html
printf '<html lang="und"><p>The house is old.</p></html>\n' > und.html
printf '{"@@locale": "de", "a": "Das Haus ist alt."}\n' > de.arb
printf '<xliff version="2.0" srcLang="de" trgLang="en"><file id="f"><unit id="1"><segment><source>Das Haus ist alt.</source></segment></unit></file></xliff>' > de.xlf
printf '<xliff version="1.2"><file source-language="en" target-language="fr"><body><trans-unit id="1"><source>The house is old.</source></trans-unit></body></file></xliff>' > fr.xlf
printf '<xliff version="1.2"><file source-language="de" target-language="de-AT"><body><trans-unit id="1"><source>Das Haus ist alt.</source></trans-unit></body></file></xliff>' > same.xlf
printf '<tmx version="1.4"><header srclang="de"/><body><tu><tuv xml:lang="de"><seg>Das Haus ist alt.</seg></tuv></tu><tu><tuv xml:lang="de"><seg>Ja.</seg></tuv><tuv xml:lang="en"><seg>Yes.</seg></tuv></tu></body></tmx>' > de.tmx
index=$TMP/empty.json
printf '{"format": 1, "generated": "2026-01-01", "models": []}' > "$index"
export TRANSLATE_INDEX="$index"

goes() { # NAME FILE TEXT ARGS: the text is in the translation, and nothing is said
    goes_name=$1 goes_file=$2 goes_text=$3
    shift 3
    run "$@" "$goes_file"
    is "$goes_name" "$status $(grep -c "$goes_text" "$TMP/out")$(cat "$TMP/err")" "0 1"
}
refused() { # NAME FILE SAYS ARGS: with two sentences, and no output
    refused_name=$1 refused_file=$2 refused_says=$3
    shift 3
    run "$@" "$refused_file"
    is "$refused_name: is refused" "$status$(cat "$TMP/out")" 1
    like "... with a sentence" "$(cat "$TMP/err")" "^translate: $refused_file: says that it is $refused_says"
}
old='house is old'
if [ -s "$TREE/models/de-en/de-en.gguf" ]; then
    goes "a page's own language picks the model" de.html "$old"
    goes "... ARB's" de.arb "$old"
    goes "... XLIFF's" de.xlf "$old"
    goes "... TMX's" de.tmx "$old"
    goes "... a catalogue's" en.po "$old"
    goes "... with one that the options tell" de.xlf "$old" -t en
    "$T" --output-dir made de.html de.po de.xlf 2> "$TMP/err"
    is "each document its own" "$?$(cat "$TMP/err") $(cat made/* | grep -c "$old") $(grep -c 'Haus' made/de.po)" "0 3 1"
    if [ -e "$(dirname "$T")/translate-memory.so" ]; then
        goes "... with a memory" de.xlf "$old" --memory m.db --memory-add
        run -v --memory m.db de.xlf
        like "... which has it then" "$(cat "$TMP/err")" '^translate: 1 of 1 segment.* in the memory m.db'
    else
        skip "... with a memory" "there is no libsqlite3"
    fi
else
    skip "a document's own language picks the model" "there is no model in models/de-en"
fi
goes "the language of a catalogue may be a variety" de.po 'Haus'
goes "a document that says nothing" none.po 'Haus'
goes "... or no language" und.html 'Haus'
refused "a catalogue in a language that no model has" pt.po 'to be translated from en to pt-BR'
like "... and what there is" "$(cat "$TMP/err")" '^translate: no model translates from en to pt-BR: found '
refused "XLIFF" fr.xlf 'to be translated from en to fr; -m, or -f and -t, override that$'
refused "HTML" fr.html 'to be translated from fr;'
refused "a document of one language" same.xlf 'in de already; -f names another' -t de
run --output-dir made pt.po de.po
is "others are translated all the same" "$status $(test -e made/pt.po || echo none) $(grep -c Haus made/de.po)" "1 none 1"
for options in "-m en-de" "-f en -t de"; do
    run $options pt.po
    is "$options override it" "$status $(grep -c Haus "$TMP/out")" "0 1"
done
run -t de pt.po
is "-t overrides the translation's" "$status $(grep -c Haus "$TMP/out")" "0 1"

# ---- Segments in the language of the translation

printf '<p>Dies ist ein ganzer Satz, der schon auf Deutsch ist.</p><p>The house is old.</p>\n' > both.html
if [ -s "$(dirname "$T")/translate-detect.so" ]; then
    run both.html
    is "a segment in the language of the translation stays" "$status $(cat "$TMP/out")" \
        "0 <p>Dies ist ein ganzer Satz, der schon auf Deutsch ist.</p><p>Das Haus ist alt.</p>"
    says "... which is told" 0 'both.html: 1 of 2 segments left as they were; --verbose tells which$'
    run --force both.html
    is "... but with --force" "$(grep -c 'left' "$TMP/err")" 0
else
    skip "a segment in the language of the translation stays" "there is no libcld2"
fi
done_testing
