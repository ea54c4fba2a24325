#!/bin/sh
# options.t - the command line: what is refused, and the pages that describe it.
. tests/cli/tap.sh

MISUSE=2

refuses() { # NAME RE ARGS...
    refuses_name=$1 refuses_re=$2
    shift 2
    run "$@" < /dev/null
    says "$refuses_name" $MISUSE "$refuses_re"
}

refuses "refuses a number with letters behind it" '--beam: "4x" is not a whole number' -b 4x
refuses "refuses a beam of 0" '--beam: "0" is not a whole number from 1 to 64' -b 0
refuses "refuses a beam beyond the largest" '--beam: "65" is not a whole number' -b 65
refuses "refuses an empty number" '--beam: the value is empty' -b ''
refuses "refuses a number with a sign" '--beam: "\+4" is not a whole number' -b +4
refuses "refuses a negative number" '--beam: "-4" is not a whole number' -b -4
refuses "refuses a number with a blank" '--beam: " 4" is not a whole number' -b ' 4'
refuses "refuses a number that wraps round" '--beam: "4294967300" is not' -b 4294967300
refuses "refuses a number beyond 64 bits" '--threads: "99999999999999999999" is not' \
    -j 99999999999999999999
refuses "refuses a number of threads of 0" '--threads: "0" is not' -j 0
refuses "refuses more translations than hypotheses" '--n-best 5 is more than --beam 4' -n 5 -b 4
refuses "refuses an unknown long option" 'unknown option --foo .*translate --help' --foo
refuses "refuses a prefix of an option" 'unknown option --bea' --bea 4
refuses "refuses an unknown letter among known ones" 'unknown option -z' -qzv
refuses "names an unknown option without its value" 'unknown option --foo \(' --foo=3
refuses "refuses an option without its value" '--beam needs a value' --beam
refuses "refuses a letter without its value" '-b needs a value' -qb
refuses "refuses a value for an option that takes none" '--json takes no value, not "3"' --json=3
refuses "refuses an empty value" '--model: the value is empty' --model=
for option in prefix keys columns; do
    refuses "refuses an empty value of --$option" "--$option: the value is empty" --$option ''
done
refuses "refuses an empty operand" 'an operand is empty' ''
refuses "refuses an unknown word" '--input: "txt" is not one of text\|pieces\|ids' --input txt
refuses "refuses part of a word" '--split: "sent" is not one of' --split sent
refuses "refuses two words" '--split: "sentence\|none" is not one of' --split 'sentence|none'
refuses "refuses an unknown instruction set" '--cpu: "sse9" is not one of' --cpu sse9
refuses "refuses an unknown precision" '--precision: "int4" is not one of' --precision int4
for value in -1 1e1 nan inf 0x1 1.2.3 . gnmt: gnmt:x gnmt 11; do
    refuses "refuses the length penalty $value" "--length-penalty: \"$value\" is not" -l $value
done
for value in 0 x 0x 2y 3x+ 3x+y 2x+1x -1x 1e3 9999999; do
    refuses "refuses the length $value" "^translate: --max-length: \"" --max-length "$value"
done
refuses "refuses a least length above the greatest" '--min-length 9 is more than --max-length 8' \
    --min-length 9 --max-length 8
refuses "refuses to split what is not text" '--split sentence needs --input text' \
    --split sentence --input ids
refuses "refuses to split for output that is not text" 'sentence needs --output-format text' \
    --split sentence --output-format pieces
refuses "refuses scores in JSON" '--json has the scores' --json --scores
refuses "refuses random numbers for nothing" '^translate: --seed needs --compare' \
    evaluate --seed 1 x y
refuses "refuses samples of nothing" '--samples needs --compare' evaluate --samples 10 x y
refuses "refuses words for metrics that see none" '--tokenize needs --metrics bleu' \
    evaluate --metrics chrf,ter --tokenize char x y
refuses "refuses capitals for what has none" '--lowercase: TER never sees capitals' \
    evaluate --metrics ter --lowercase x y
refuses "refuses a size of a shortlist that is not named" '--shortlist-best needs --shortlist' \
    convert -f en -t de --shortlist-best 50 -o x x
refuses "refuses the other size likewise" '--shortlist-first needs --shortlist' \
    convert -f en -t de --shortlist-first 50 -o x x
refuses "refuses segments of nothing" '^translate: no document ' segments
refuses "refuses two documents at a time" 'one document at a time' segments a b
refuses "refuses a document without its segments" 'a document and its segments are needed' splice a
refuses "refuses documents for lines" 'are for lines, and this is a document: --format lines' --format json --scores a.json
refuses "refuses several documents in one" 'several documents need --output-dir' --format json a b
refuses "refuses two places for documents" 'exclude each other' --in-place -o x a.json
refuses "refuses a place beside standard input" 'has no name to write to' --format json --in-place
for option in --header --lang '--columns 2' '--keys a' '--not-keys a' '--attributes alt' \
    '--encoding latin1' '--cues one' --skip-existing; do
    refuses "refuses ${option% *} for lines" "${option% *} is for documents, but standard input is" $option
done
refuses "refuses columns of a text" 'is for documents, but Makefile is read line by line' --columns 2 Makefile
echo '<p>Hello.</p>' > "$TMP/page.html"
for option in '--n-best 2' --scores --json '--alignment hard' '--input ids' '--output-format pieces'; do
    refuses "refuses ${option% *} of a document that its name tells" 'are for lines, and this is a document: --format lines' $option "$TMP/page.html"
done
refuses "refuses to skip what it cannot know" 'skip-existing needs' --format json --skip-existing a
refuses "refuses an unknown format of documents" '--format: "jsn" is not one of.*json' --format jsn
refuses "points to the subcommand's own help" 'see translate score --help' score --foo
refuses "refuses a third file to score" 'unexpected operand "c"' score a b c
refuses "refuses operands of models" 'unexpected operand "x"' models x
refuses "refuses help on what there is not" 'there is no help on "foo"' help foo
refuses "refuses convert without a model" 'no model to convert' convert
refuses "refuses convert without an output" '--output is missing' \
    convert -f en -t de --vocab x x.npz
# The words are those of the library, which would not get as far as the file.
for option in --format --type --normalization; do
    for word in $("$T" completion words convert $option '' | cut -f 1); do
        run convert $option "$word" -f en -t de -o "$TMP/x.gguf" "$TMP/missing"
        says "the library knows $option $word" 1 "$TMP/missing: No such file"
    done
done
refuses "refuses an unknown format" '--format: "tf" is not one of' convert --format tf x
is "says nothing on standard output when it refuses" "$(cat "$TMP/out")" ""

run --version
is "shows its version" "$(cat "$TMP/out")" "translate $(sed -n 's/^VERSION *:= *//p' Makefile)"
is "has nothing else to say then" "$status $(cat "$TMP/err")" "0 "
run --version --verbose
built=$(cat "$TMP/out")
row() { sed -n "s/^$1  *//p" "$TMP/out"; }
is "--verbose adds to the version" "$(sed -n 1p "$TMP/out")" "$("$T" --version)"
is "the compiler's version" "$(row compiler | sed 's/^[a-z]* //; s/[^0-9.].*//')" \
    "$(${CC:-cc} -dumpfullversion -dumpversion)"
is "the target" "$(row target)" "$(${CC:-cc} -dumpmachine)"
like "flags that change the code" "$(row flags)" '^-O.*-ffp-contract=off$'
check "and none that name a folder or only warn" sh -c "! echo '$(row flags)' | grep -e / -e -W -e -g"
for set in ref neon dotprod i8mm avx2 avxvnni avx512; do
    "$T" --cpu $set < /dev/null > /dev/null 2>&1 && echo $set
done | sort > "$TMP/usable"
if [ -n "$MODEL" ]; then
    is "the instruction sets that --cpu takes here" "$(row 'usable here' | tr ' ' '\n' | sort)" "$(cat "$TMP/usable")"
fi
is "the best of them is chosen" "$(row chosen)" "$(row 'usable here' | cut -d ' ' -f 1)"
for library in SentencePiece/sentencepiece ICU/icu-uc libyaml/yaml-0.1 cJSON/libcjson zlib/zlib; do
    is "the version of ${library%/*}" "$(row ${library%/*})" "$(pkg-config --modversion ${library#*/})"
done
like "the version of utf8proc" "$(row utf8proc)" '^[0-9]+\.[0-9]+\.[0-9]+$' # its .pc file has the ABI's
run -vV
is "the order does not matter" "$(cat "$TMP/out")" "$built"

run --help
cp "$TMP/out" "$TMP/help"
run -qh --foo
check "help in a bundle is help, whatever follows" cmp "$TMP/out" "$TMP/help"


# ---- The option tables against the manual pages

whole_help() { if [ "$1" ]; then "$T" $1 --help; else "$T" help options; fi; }

help_options() { # of a subcommand, from the table by way of --help
    whole_help $1 |
        sed -n 's/^  \(-.\), \(--[a-z0-9-]*\).*/\1\n\2/p; s/^      \(--[a-z0-9-]*\).*/\1/p' |
        sort -u
}

page_options() { # that a page's lists give
    sed -n 's/^\.It Fl //p' "$1" | sed 's/ \(Ar\|Cm\|Ns\) .*//; s/ , /\n/g' |
        sed 's/^/-/; s/ .*//' |
        sort -u
}

documented() { # PAGE SUBCOMMAND...
    page=$1
    shift
    for documented_sub in "$@"; do help_options "$documented_sub"; done | sort -u > "$TMP/table"
    page_options "$page" > "$TMP/page"
    diff "$TMP/table" "$TMP/page"
}

subcommands() { # those that translate(1) leaves out
    sed -n '/^\.Ss Subcommands/,/^\.Ss Which/s/^\.It Cm //p' man/translate.1 | tr -s ' ,' '\n' | sort > "$TMP/page"
    "$T" help | sed -n '/^Subcommands/,/^$/s/^  \([a-z]*\) .*/\1/p' | sort | diff - "$TMP/page"
}
check "translate(1) has every subcommand" subcommands
choices() { # SUBCOMMAND: the formats that the shell is offered are all in the help, and in a refusal
    choices_of=$("$T" completion words $1 --format '' | paste -sd '|' -)
    [ "$choices_of" ] && whole_help $1 | tr -d ' \n' | grep -qF -e "--format$choices_of" || return 1
    run $1 --format nothing
    grep -F "is not one of $choices_of" "$TMP/err"
}
for sub in '' segments splice detect convert; do
    check "all formats of translate $sub are told" choices "$sub"
done
fits() { ! "$T" $1 --help | LC_ALL=C awk 'length > 79' | grep . ; }

check "translate(1) has the options of the table, and no others" documented man/translate.1 ''
for page in man/translate-*.1; do # its NAME lists the subcommands that it is about
    subs=$(sed -n '/^\.Sh NAME/,/^\.Nd/s/^\.Nm translate-\([a-z]*\).*/\1/p' "$page")
    check "${page#man/} likewise" documented "$page" $subs
    [ "$page" = man/translate-convert.1 ] && cp "$TMP/table" "$TMP/convert"
done
pairs() { # PAGE SUBCOMMAND...: the page has what needs or excludes what, as man/option_pairs.sh prints it
    page=$1
    shift
    TRANSLATE=$T man/option_pairs.sh "$@" > "$TMP/table"
    grep -q '^\.It' "$TMP/table" || : > "$TMP/table"
    sed -n '/^\.Ss Options that need or exclude others/,/^\.El/{/^\.Ss/!p;}' "$page" | diff "$TMP/table" -
}
check "translate(1) has which options need or exclude others" pairs man/translate.1 ''
for page in man/translate-*.1; do
    check "${page#man/} has its own" pairs "$page" $(sed -n '/^\.Sh NAME/,/^\.Nd/s/^\.Nm translate-\([a-z]*\).*/\1/p' "$page")
done
named() { # the names of the tables are options
    for named_sub in '' $("$T" help | sed -n '/^Subcommands/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
        help_options $named_sub | sed -n 's/^--//p' > "$TMP/options"
        "$T" completion pairs $named_sub | sed 's/ [a-z]* /|/' | tr '|' '\n' | sed 's/=.*//' |
            grep -vxFf "$TMP/options" && return 1
    done
    return 0
}
check "... of options that there are" named
like "the check sees the options" "$(cat "$TMP/convert")" '^--target-vocab$'
listed=$("$T" help | sed -n '/^Subcommands/,/^$/s/^  \([a-z]*\) .*/\1/p')
for sub in '' $listed; do
    check "the help of translate $sub fits 80 columns" fits "$sub"
    case $sub in '' | help | completion) continue ;; esac
    check "translate $sub has a page" grep -q "^\.Nm translate-$sub\>" man/translate-*.1
done

importers() { # that the library names are those that the option takes
    echo text > "$TMP/text"; run convert "$TMP/text" -f en -t de -o "$TMP/x.gguf"
    sed -n 's/.*--format \(.*\) forces it$/\1/p' "$TMP/err" | sed 's/,//g; s/ or / /' | tr ' ' '\n' | sort > "$TMP/named"
    [ -s "$TMP/named" ] && "$T" completion words convert --format '' | grep -v '^auto$' | sort | diff "$TMP/named" -
}
check "convert --format takes the names of all importers" importers

for option in glossary memory; do
    run --$option a --$option b
    says "--$option is no list" 2 "^translate: --$option is given twice "
done
done_testing
