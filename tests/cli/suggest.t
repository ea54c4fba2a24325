#!/bin/sh
# suggest.t - a word that does not exist: the nearest that does is named, and no other.
. tests/cli/tap.sh
need_model

says_near() { # NAME STATUS WORD ARGS...: the sentence asks for WORD; "" = it asks for nothing
    near_name=$1 near_status=$2 near_word=$3
    shift 3
    run "$@" < /dev/null
    near_said=$(sed -n 's/.*; did you mean \(.*\)?.*/\1/p' "$TMP/err")
    if [ "$near_said" != "$near_word" ]; then
        failed "$near_name" "$(cat "$TMP/err")" "wanted: \"$near_word\""
    else
        says "$near_name" "$near_status" '^translate: '
    fi
}

# ---- Subcommands

says_near "a letter replaced" 2 tokenize tokenise
says_near "two letters exchanged" 2 models modles
says_near "a letter that lacks" 2 score scor
says_near "a letter too many" 2 convert convertt
says_near "the beginning of one" 2 evaluate eval
says_near "whatever follows it" 2 inspect inspekt --json x
says_near "help on it" 2 detokenize help detokenise
says_near "nothing is like it" 1 '' bogus
like "and it is neither a file nor a subcommand" "$(cat "$TMP/err")" \
    '^translate: bogus: No such file or directory, and no such subcommand \(see translate --help\)'
says_near "too few letters tell nothing" 1 '' he
says_near "a missing file is one where its name is no word" 1 '' letter.txt
says_near "or is not the first" 1 '' -q modles
like "which the message says" "$(cat "$TMP/err")" '^translate: modles: No such file'
cd "$TMP" || exit
echo 'Good morning.' > modles
cd "$OLDPWD" || exit
is "a file of such a name is translated" "$(cd "$TMP" && "$T" modles)" "$("$T" "$TMP/modles")"

# ---- Options and their words

says_near "an option" 2 --beam --baem 4
says_near "of the subcommand" 2 --compare evaluate --comprae x
says_near "its beginning" 2 --length-penalty --len 1
says_near "its beginning, rather than two letters exchanged" 2 --format --form html
says_near "capitals" 2 --json --JSON
says_near "underscores" 2 --n-best --n_best=3
says_near "nothing like it" 2 '' --foo
says_near "not another's options" 2 '' --metadata
says_near "a format" 2 marian convert --format mairan -o x x
says_near "a format cut short" 2 ct2 convert --format ct -o x x
says_near "no format of two letters for two others" 2 '' convert --format tf -o x x
says_near "an instruction set" 2 avx2 --cpu avx
says_near "no instruction set for another" 2 '' --cpu sse4
says_near "a form of the input" 2 text --input txt
says_near "a metric" 2 bleu evaluate --metrics ter,blue x y
says_near "a metric in capitals" 2 chrf++ evaluate --metrics CHRF++ x y

# ---- Models and languages

mkdir "$TMP/models" "$TMP/models/wmt-large"
cp "$MODEL" "$TMP/models/wmt-large/first.gguf"
export TRANSLATE_MODELS=$TMP/models
says_near "a model" 1 en-de -m en_de
says_near "a longer name" 1 wmt-large -m wmt-lagre
says_near "no model like it" 1 '' -m nosuch
like "but where it was looked for" "$(cat "$TMP/err")" 'looked in .*/models, '
like "and what there is" "$(cat "$TMP/err")" '; found wmt-large, de-en, de-en-tiny, en-de and en-de-tiny$'
says_near "a model to inspect" 1 de-en inspect de-em
says_near "a language by its English name" 1 '-t de' -t german
says_near "by its own name" 1 '-f de' -f Deutsch -t en
says_near "with a letter that lacks" 1 '-f en' -f Englsh -t de
says_near "another language is no mistake" 1 '' -t ru
says_near "nor is one whose code is near" 1 '' -t dv
says_near "nor one whose name begins like one" 1 '' -f english-creole
says_near "each language exists, the pair does not" 1 '' -f de -t de

# A toy of two target languages: two pieces that no text has become their tokens.
package=../shared/fixtures/opus-style/package
if [ -d "$package" ]; then
    cp -r "$package" "$TMP/several" && chmod -R u+w "$TMP/several"
    perl -pi -e 's/^.*: 1884$/">>deu_Latn<<": 1884/; s/^.*: 1885$/">>fra_Latn<<": 1885/' \
        "$TMP"/several/*.vocab.yml
    "$T" convert -f en -t mul -o "$TMP/several.gguf" "$TMP/several" 2> "$TMP/log"
    says_near "a language of several" 1 fra_Latn -m "$TMP/several.gguf" -t fra_Laten
    says_near "by its name" 1 deu_Latn -m "$TMP/several.gguf" -t German
    says_near "not one whose code is near" 1 '' -m "$TMP/several.gguf" -t fro_Latn
    like "then all are told" "$(cat "$TMP/err")" 'the model has deu_Latn, fra_Latn$'
    echo x > "$TMP/x"
    run evaluate -m "$TMP/several.gguf" -t fr "$TMP/x" "$TMP/x"
    is "evaluate passes the language on" "$status" 0
    run evaluate -m "$TMP/several.gguf" -t ru "$TMP/x" "$TMP/x"
    says "and refuses one that there is not" 1 'to translate to ru is not known'
    run tokenize -m "$TMP/several.gguf" -t ru "$TMP/x"
    says "so does a command that needs no language" 1 'has no language "ru"'
    run tokenize -m "$TMP/several.gguf" -t fr "$TMP/x"
    is "which takes one that there is" "$status" 0
else
    skip "a language of several" "no $package"
fi

done_testing
