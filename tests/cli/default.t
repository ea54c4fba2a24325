#!/bin/sh
# default.t - what the better models must keep, whatever they have learnt since: numbers, placeholders,
# addresses and names of real text, by the shares that tests/cli/real_text.pl counts.
. tests/cli/tap.sh
need_model

shares() { # MODEL LANGUAGE
    model=models/$1/$1.gguf
    [ -r "$model" ] || { skip "$1" "there is no $model"; return; }
    grep -hv '^#' "tests/data/real.$2.tsv" "tests/data/faithful.$2.tsv" > "$TMP/text.tsv"
    cut -f2 "$TMP/text.tsv" > "$TMP/text"
    "$T" -m "$model" "$TMP/text" > "$TMP/out"
    perl tests/cli/real_text.pl -s "$TMP/text.tsv" "$TMP/out" > "$TMP/shares"
    sed 's/^/# /' "$TMP/shares"
    check "$1: 97 lines of 100 keep numbers, placeholders and addresses" \
        awk '$1 == "kept" { exit !($2 > 0 && $3 >= 97) }' "$TMP/shares"
    check "$1: two lines of 100 are spoilt at most" \
        awk '$1 == "spoilt" { exit !($2 > 0 && $3 <= 2) }' "$TMP/shares"
}
shares en-de en
shares de-en de

says_of() { # MODEL TEXT RE: what its translation must have
    [ -r "models/$1/$1.gguf" ] || { skip "$1: $2" "there is no model"; return; }
    like "$1: $2" "$(printf '%s\n' "$2" | "$T" -m "models/$1/$1.gguf")" "$3"
}
says_of en-de 'Hello, world.' '^Hallo, Welt\.$'
says_of en-de 'I LOVE THIS MOVIE!!!' '^ICH LIEBE DIESEN FILM!'
says_of en-de 'ok' '^[Oo][Kk][.!]?$|^[Oo]kay[.!]?$|^In Ordnung[.!]?$|^Gut[.!]?$'
says_of en-de 'The price rose from $1,234.56 to $2,000 in 2023.' '1\.?234,56 .*2\.?000 .*2023|2023 .*1\.?234,56 .*2\.?000'
says_of en-de 'Open notes.txt, then press Ctrl+C.' 'notes\.txt.*Ctrl\+C'
says_of en-de 'It costs €8 or £9.' '8 €.*9 £'
says_of en-de 'There are %d files in {folder}.' '%d .*\{folder\}|\{folder\}.* %d'
says_of de-en 'Hallo, Welt.' '^Hello, [Ww]orld\.$'
says_of de-en 'Es gibt 1.234.567 Leute.' '1,234,567'
says_of de-en 'Das Treffen ist am 03.04.2021.' '2021'
says_of de-en 'Es kostet 8 € oder 9 £.' '€8 or £9'
says_of de-en 'Öffnen Sie jetzt notes.txt.' 'notes\.txt'
done_testing
