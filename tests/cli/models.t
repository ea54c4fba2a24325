#!/bin/sh
# models.t - which model is used, and what is said of it.
. tests/cli/tap.sh
need_model

# A copy of the shipped model that says it translates other languages.
relabel() { # FROM TO FILE: tags of two letters
    perl -0777 -pe "s/(nmt\.source_language.{12})en/\$1$1/s;
        s/(nmt\.target_language.{12})de/\$1$2/s" "$MODEL" > "$3"
}
places=$TMP/places
mkdir -p "$places/one/en-de" "$places/one/xx-yy" "$places/two" "$TMP/none"
cp "$MODEL" "$places/one/en-de/first.gguf"
relabel fr it "$places/one/en-de/second.gguf"
relabel fr de "$places/two/third.gguf"
relabel en de "$places/one/xx-yy/model.gguf"
check "the test's own models are what they should be" \
    cmp "$places/one/xx-yy/model.gguf" "$MODEL"

used() { # the path of the model that is used with these arguments
    echo | "$T" -v "$@" 2>&1 | sed -n 's/^translate: model \(.*\) ([a-z]* to .*/\1/p'
}
complains() { # NAME RE ARGS...
    complains_name=$1 complains_re=$2
    shift 2
    run "$@" < /dev/null
    says "$complains_name" 1 "$complains_re"
}

like "finds the model of its own tree" "$(used)" '/models/en-de/[^/]*\.gguf$'
like "and the other direction's, asked for" "$(used -f de -t en)" '/models/de-en/de-en\.gguf$'
like "the small one by its name" "$(used -m de-en-tiny)" '/models/de-en-tiny/de-en-tiny\.gguf$'

export TRANSLATE_MODELS=$TMP/none:$places/one::$TMP/nowhere:$places/two
is "finds a folder's first file by the folder's name" \
    "$(used -m en-de)" "$places/one/en-de/first.gguf"
is "finds a further file by its own name" "$(used -m second)" "$places/one/en-de/second.gguf"
is "finds a file without a folder" "$(used -m third)" "$places/two/third.gguf"
is "takes a path as it is" "$(used -m "$places/two/third.gguf")" "$places/two/third.gguf"
is "prefers en-de where nothing is said" "$(used)" "$places/one/en-de/first.gguf"
is "finds a pair of languages" "$(used -f fr -t it)" "$places/one/en-de/second.gguf"
is "finds by the source alone" "$(used --from=fr)" "$places/one/en-de/second.gguf"
is "finds by the target alone" "$(used --to=it)" "$places/one/en-de/second.gguf"
is "goes on to the next place" "$(used -f fr -t de)" "$places/two/third.gguf"
is "languages are compared without case" "$(used -f FR -t De)" "$places/two/third.gguf"
is "the first of several that fit" "$(used -f en -t de)" "$places/one/en-de/first.gguf"
is "a name and the languages it has" "$(used -m third -f fr -t de)" "$places/two/third.gguf"
is "TRANSLATE_MODEL picks" "$(TRANSLATE_MODEL=third used)" "$places/two/third.gguf"
is "TRANSLATE_MODEL may be a file" \
    "$(TRANSLATE_MODEL=$places/two/third.gguf used)" "$places/two/third.gguf"
is "options go before TRANSLATE_MODEL" "$(TRANSLATE_MODEL=third used -f fr -t it)" \
    "$places/one/en-de/second.gguf"
mkdir -p "$TMP/home/translate/models" "$TMP/.local/share"
cp "$places/two/third.gguf" "$TMP/home/translate/models/home.gguf"
is "the user's data directory is looked in" \
    "$(XDG_DATA_HOME=$TMP/home used -m home)" "$TMP/home/translate/models/home.gguf"
mv "$TMP/home/translate" "$TMP/.local/share"
is "and by default below HOME" \
    "$(unset XDG_DATA_HOME && HOME=$TMP used -m home)" \
    "$TMP/.local/share/translate/models/home.gguf"

# ---- Two directions of one pair

mkdir -p "$places/pair/en-de" "$places/pair/de-en"
cp "$MODEL" "$places/pair/en-de/en-de.gguf"
relabel de en "$places/pair/de-en/de-en.gguf"
models=$TRANSLATE_MODELS
TRANSLATE_MODELS=$places/pair
there=$places/pair/en-de/en-de.gguf back=$places/pair/de-en/de-en.gguf
is "of two directions, the one asked for" "$(used -f de -t en)" "$back"
is "and the other" "$(used -f en -t de)" "$there"
is "the source alone tells them apart" "$(used -f de) $(used -f en)" "$back $there"
is "so does the target" "$(used -t en) $(used -t de)" "$back $there"
is "and the name" "$(used -m de-en)" "$back"
is "varieties of the languages, too" "$(used -f de-AT -t en-GB)" "$back"
is "en-de where nothing is said" "$(used)" "$there"
is "which TRANSLATE_MODEL changes" "$(TRANSLATE_MODEL=de-en used)" "$back"
is "evaluate finds the direction" \
    "$(echo x > "$TMP/x"; "$T" evaluate -f de -t en --json "$TMP/x" "$TMP/x" 2>&1 | grep -c '"metrics"')" 1
complains "a pair that neither has: what there is" \
    'no model translates from de to fr: found de-en(,| and) en-de' -f de -t fr
complains "a direction that the named one does not have" \
    'de-en.gguf: translates from de to en, not from en to de' -m de-en -f en -t de
is "translate models lists both" \
    "$("$T" models | sed -n 's/^\([^ ]*\) *\(.. to ..\) .*places\/pair.*/\1: \2/p' | paste -sd ';' -)" \
    "de-en: de to en;en-de: en to de"

TRANSLATE_MODELS=$models

# ---- What goes before what

user=$XDG_DATA_HOME/translate/models own=$XDG_DATA_HOME/translate/models/mine.gguf
mkdir -p "$user"
cp "$MODEL" "$own"
unset TRANSLATE_MODELS
is "the user's own model is used before the shipped one" "$(used)" "$own"
is "... where its languages are asked for, too" "$(used -f en -t de)" "$own"
like "another pair's model is not changed by it" "$(used -f de -t en)" '/models/de-en/de-en\.gguf$'
like "nor is the one that is named" "$(used -m en-de)" '/models/en-de/en-de\.gguf$'
run models
taken() { sed -n '/^Taken/,/^$/p' "$TMP/out" | grep "^  $1 "; }
like "translate models tells which one is taken, and why" "$(taken 'en to de')" \
    '^  en to de  *mine  *own; goes before what came with the program; also without -f and -t$'
is "... one of each pair" "$(sed -n '/^Taken/,/^$/p' "$TMP/out" | grep -c ' to ')" 2
like "... and what came with the program" "$(taken 'de to en')" '^  de to en  *de-en  *shipped; '
run models --json
json() { # PERL, of the object in $TMP/out
    perl -MJSON::PP -e '$_ = decode_json(join "", <STDIN>); print eval $ARGV[0]' "$1" < "$TMP/out"
}
is "... as JSON" "$(json 'join " ", $_->{default}, $_->{models}[0]{kind}, scalar grep { $_ eq "'"$own"'" } @{$_->{taken}}')" \
    "$own own 1"

settings=$XDG_CONFIG_HOME/translate/settings
mkdir -p "$XDG_CONFIG_HOME/translate"
printf '# mine\n\n  model =en-de-tiny \n' > "$settings"
like "a line of the settings goes before all" "$(used)" '/models/en-de-tiny/en-de-tiny\.gguf$'
like "... where its languages are asked for, too" "$(used -f en -t de)" '/models/en-de-tiny/en-de-tiny\.gguf$'
like "... but not before -m" "$(used -m mine)" '/mine\.gguf$'
like "... nor before TRANSLATE_MODEL" "$(TRANSLATE_MODEL=mine used)" '/mine\.gguf$'
run models
like "... which translate models tells" "$(taken 'en to de')" 'en-de-tiny  *shipped; the settings name it; also without'
printf 'model = de-en-tiny\nmodel = %s\n' "$PWD/$MODEL" > "$settings"
like "the first of several is what is used alone" "$(used)" '/models/de-en-tiny/de-en-tiny\.gguf$'
is "a path names a file, for its languages" "$(used -f en -t de)" "$PWD/$MODEL"
wrong() { # NAME TEXT LINE RE
    printf "$2" > "$settings"
    complains "settings: $1" "settings:$3: $4"
}
wrong "an unknown key" '\nmodle = x\n' 2 'there is no setting "modle"; did you mean model'
wrong "a line that is no setting" 'model en-de\n' 1 'is not KEY = VALUE'
wrong "no value" 'model =\n' 1 '"model" has no value'
wrong "a model that is not there" '#\n#\nmodel = nix' 3 'no model is named "nix"'
wrong "a file that is not there" 'model = /nix.gguf' 1 '/nix.gguf: No such file'
wrong "a line without an end" "$(printf '%5000s' x)" 1 'the line is too long'
rm "$settings"
mkdir "$settings"
complains "settings that are a folder" 'settings: is no file'
rmdir "$settings"
rm "$own"

TRANSLATE_MODELS=$models
export TRANSLATE_MODELS

# A model of other languages is known by its first bytes, and is not opened; of several, all are.
mkdir "$places/cut"
head -c 4096 "$places/one/en-de/second.gguf" > "$places/cut/cut.gguf"
cp "$places/two/third.gguf" "$places/cut/whole.gguf"
(
    export TRANSLATE_MODELS=$places/cut
    echo | "$T" -f fr -t de 2> "$TMP/err" > "$TMP/out"
)
is "a model of other languages is not opened" "$?$(cat "$TMP/err")" 0
(
    export TRANSLATE_MODELS=$places/cut
    echo | "$T" -f fr -t it 2> "$TMP/err" > "$TMP/out"
)
like "one of the right languages is" "$(cat "$TMP/err")" 'cut.gguf: '
rm -r "$places/cut"

# ---- What is not there

complains "names an unknown model and where it looked" \
    "no model is named \"nix\": looked in $TMP/none, $places/one, " \
    -m nix
complains "names a pair that no model has" \
    'no model translates from en to ru: found en-de, second' \
    -f en -t ru
complains "a language to itself is told" '^translate: en to en: is one language: there is nothing to translate$' -f en -t en
complains "... in a variety" '^translate: en to en-GB: is one language' -f en -t en-GB
complains "names a language that no model has" 'no model translates to ru: found' -t ru
complains "a model's languages are not those asked for" \
    'third.gguf: translates from fr to de, not from en to de' -m third -f en -t de
complains "names a missing file" '^translate: ./nowhere.gguf: No such file' -m ./nowhere.gguf
complains "a bare .gguf is a file" '^translate: nowhere.gguf: No such file' -m nowhere.gguf

# ---- An installed program, alone with its models

prefix=$TMP/usr
mkdir -p "$prefix/bin" "$prefix/share/translate/models/fr-it"
cp "$T" "$prefix/bin/"
installed() (
    unset TRANSLATE_MODELS
    T=$prefix/bin/translate
    "$@"
)
cp "$places/one/en-de/second.gguf" "$prefix/share/translate/models/fr-it/a.gguf"
is "an installed program finds the models beside it; the only one is used" "$(installed used)" \
    "$prefix/share/translate/models/fr-it/a.gguf"
cp "$places/two/third.gguf" "$prefix/share/translate/models/"
installed run < /dev/null
says "several models of which none is en-de ask for a choice" 1 \
    'several models are found, fr-it and third: choose with -m, or with -f and -t'
rm -r "$prefix/share/translate/models"/*
installed run < /dev/null
says "no model at all tells where it looked" 1 \
    "no model found in $TMP/data/translate/models and $prefix/share/translate/models; name "
rm -r "$prefix/share"
installed run < /dev/null
says "without its models, the compiled-in place is looked in" \
    1 'no model found in .*, .* and /.*/share/translate/models;'

# ---- translate models

run models
is "lists all models, in order" "$(sed -n 's/ .*//; /^$/q; p' "$TMP/out" | paste -sd ' ' -)" \
    "en-de second xx-yy third $(ls -d models/*/*.gguf | cut -d/ -f2 | LC_ALL=C sort | paste -sd ' ' -)"
like "with languages, type, size and file" "$(cat "$TMP/out")" \
    "^second +fr to it +int8 +[0-9.]+ MB  $places/one/en-de/second.gguf\$"
like "and the places, those without a model too" \
    "$(sed -n '/^Looked in:/,$p' "$TMP/out")" "^  $TMP/nowhere\$"
run models --json
is "as JSON" \
    "$(json 'join " ", $_->{models}[1]{name}, $_->{models}[1]{target_language}, $_->{places}[1]')" \
    "second it $places/one"
echo "not a model" > "$places/two/broken.gguf"
run models
says "a broken file is an error" 1 "^translate: $places/two/broken.gguf: "
like "that does not hide the others" "$(cat "$TMP/out")" '^third '
rm "$places/two/broken.gguf"

# ---- translate inspect

run inspect en-de
size=$(wc -c < "$MODEL" | tr -d ' ')
like "inspect tells the languages" "$(cat "$TMP/out")" '^languages  *en to de$'
like "inspect tells the shape" "$(cat "$TMP/out")" '^width  *[0-9]+, [0-9]+ heads$'
run inspect --json -a --verify en-de
is "inspect --json has the numbers" "$(json '$_->{file_size}')" "$size"
is "a tensor's bytes lie in the file" \
    "$(json 'scalar grep { $_->{offset} + $_->{size} > '$size' } @{$_->{tensors}}')" 0
is "and do not overlap" "$(json 'my $end = 0;
    scalar grep { my $bad = $_->{offset} < $end; $end = $_->{offset} + $_->{size}; $bad }
        sort { $a->{offset} <=> $b->{offset} } @{$_->{tensors}}')" 0
is "and the metadata" "$(json '$_->{metadata}{"general.architecture"}')" nmt
is "and that it is whole" "$(json '$_->{verified} ? "yes" : "no"')" yes
run inspect --tensors en-de
like "inspect --tensors lists shapes" \
    "$(cat "$TMP/out")" '^  [^ ]+\.weight +I8 +[0-9]+ x [0-9]+ x 16 x 4 +[0-9]+ bytes$'
perl -0777 -pe 's/(general\.license.{12})C/$1\e/s' "$MODEL" > "$TMP/escape.gguf"
run inspect --metadata "$TMP/escape.gguf"
is "inspect shows control characters escaped" "$(LC_ALL=C grep -c "$(printf '\033')" "$TMP/out")" 0
run inspect en-de nix
is "inspect goes on after a model that is not there" "$status $(grep -c '^file ' "$TMP/out")" "1 1"

echo "Good morning." | "$T" > "$TMP/plain"
is "a variety of a language will do" "$(echo "Good morning." | "$T" -f en-US -t de-DE)" \
    "$(cat "$TMP/plain")"

done_testing
