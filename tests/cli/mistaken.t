#!/bin/sh
# mistaken.t - files and words in the place of what was meant: each is told by what it is.
. tests/cli/tap.sh
. tests/cli/toy.sh

mkdir "$TMP/work"
cd_to() { cd "$TMP/work" || exit 1; }
said() { # NAME STATUS RE ARGS..: run in an empty folder, with nothing on standard input
    said_name=$1 said_status=$2 said_re=$3
    shift 3
    (cd_to && "$T" "$@" < /dev/null > "$TMP/out" 2> "$TMP/err")
    status=$?
    says "$said_name" "$said_status" "$said_re"
}

# ---- Words on the command line

text='text itself is given with -e'
said "text in the place of a file" 1 "$text: translate -e \"The dog barks\.\"\$" "The dog barks."
said "... behind options" 1 "$text" -f en -t de -b 2 "The dog barks."
said "... in several words" 1 "translate -e \"The dog barks.\"\$" The dog barks.
said "... in small letters" 1 "translate -e \"a dog barks\"" a dog barks
said "... one word" 1 "$text" Hello
said "... a small one" 1 "no such subcommand.*$text" hello
said "... of two parts" 1 "no such subcommand.*$text" back-translate
said "... behind --" 1 "$text" -- 'Any words.'
said "a word behind options is a file" 1 '^translate: words: No such file or directory$' -j 1 words
said "long text is cut" 1 'words and words and\.\.\."$' \
    "words and words and words and words and words and words and words and words and words"
said "languages in front of a text" 1 'languages are given with -f en -t de$' en de Hello
said "... one, behind a colon" 1 'languages are given with -t de$' :de Hello
said "... both, around a colon" 1 'languages are given with -f en -t de$' en:de "Hello there."
said "a file that is missing is a file" 1 '^translate: letter.txt: No such file or directory$' letter.txt
said "... in a folder, too" 1 '^translate: my letters/one.txt: No' 'my letters/one.txt'
said "a subcommand behind options" 2 'evaluate is a subcommand, which comes before its options: translate evaluate' \
    -j 1 evaluate a b
said "... behind options of its own" 2 'inspect is a subcommand' --tensors inspect x.gguf
said "... behind a word that sticks to its option" 2 'score is a subcommand' -j1 --beam=2 score
said "a value is no subcommand" 1 '^translate: nothing.txt: No such' -o score nothing.txt
said "a misspelt subcommand is told" 2 'did you mean evaluate' evaluat a b
touch "$TMP/work/score"
said "a file may have a subcommand's name" 1 'no model|No such|several models|' -q -j 1 score nothing.txt
is "--help is help all the same" "$("$T" -j 1 --help evaluate | head -n 1)" "$("$T" --help | head -n 1)"

# ---- Words and names of files in the place of subcommands' files

for c in detect tokenize detokenize; do
    said "$c: text in the place of a file" 1 "^translate: The dog barks\.: No such file or directory; $text: translate $c -e \"The dog barks\.\"\$" \
        $c "The dog barks."
    said "$c: a file that is missing is a file" 1 '^translate: letter.txt: No such file or directory$' $c letter.txt
    said "$c: -e and a file" 2 '-e gives the text: leave out letter.txt' $c -e words letter.txt
done
said "explain: a file that is missing is no text" 1 "^translate: letter.txt: No such file or directory; $text: translate explain -e \"letter.txt\"\$" \
    explain --text letter.txt
said "... in a folder" 1 'letters/one: No such file' explain --text letters/one
said "explain: -e and a text" 2 '-e gives the text: leave out words' explain -e letter.txt words
said "detect: -e is no document" 2 '-e gives no document: leave out --format' detect --format html -e words
is "detect -e" "$("$T" detect -e 'The dog barks at the cat.' < /dev/null)" "$(echo 'The dog barks at the cat.' | "$T" detect)"
is "detect --lines -e" "$("$T" detect --lines -e 'The dog barks at the cat.' -e 'Der Hund ist in dem Haus.' < /dev/null)" "$(printf '%s\n' 'The dog barks at the cat.' 'Der Hund ist in dem Haus.' | "$T" detect --lines)"
if [ -n "$MODEL" ]; then
    is "tokenize -e" "$("$T" tokenize -m "$MODEL" -e 'The dog barks.' -e letter.txt < /dev/null)" "$(printf '%s\n' 'The dog barks.' letter.txt | "$T" tokenize -m "$MODEL")"
    pieces=$(echo 'The dog barks.' | "$T" tokenize -m "$MODEL")
    is "detokenize -e" "$("$T" detokenize -m "$MODEL" --side source -e "$pieces" < /dev/null)" 'The dog barks.'
    echo 451 | "$T" detokenize -m "$MODEL" > /dev/null 2> "$TMP/err"
    status=$?
    says "an id in the place of a piece is told as that" 1 '"451" is not a piece of the vocabulary; --input ids reads ids$'
    is "explain -e" "$("$T" explain -m "$MODEL" --text -e 'The dog barks.' < /dev/null)" "$(echo 'The dog barks.' | "$T" explain -m "$MODEL" --text)"
    is "explain -e takes what looks like a file" "$("$T" explain -m "$MODEL" --raw --text -e letter.txt < /dev/null)" "$(echo letter.txt | "$T" explain -m "$MODEL" --raw --text)"
    is "explain takes words" "$("$T" explain -m "$MODEL" --text 'Read/write the dog.' < /dev/null)" "$(echo 'Read/write the dog.' | "$T" explain -m "$MODEL" --text)"
else
    skip "-e of subcommands" "there is no model"
fi

# ---- "-" is standard input, alone and beside files

if [ -n "$MODEL" ]; then
    plain=$(echo 'Good morning.' | "$T" -m "$MODEL")
    echo 'Good morning.' > "$TMP/work/letter"
    read_it() { # NAME N ARGS..: standard input and files are translated, N lines in all
        read_name=$1 read_n=$2
        shift 2
        out=$(cd_to && echo 'Good morning.' | TRANSLATE_MODEL=$PWD/../model.gguf "$T" "$@" 2>&1)
        is "$read_name" "$out" "$(yes "$plain" | head -n "$read_n")"
    }
    cp "$MODEL" "$TMP/model.gguf"
    read_it "\"-\" alone is standard input" 1 -
    read_it "... behind --" 1 -- -
    read_it "... behind options" 1 -j 1 -
    read_it "... before options" 1 - -j 1
    read_it "... in front of a file" 2 - letter
    read_it "... behind a file" 2 letter -
    rm "$TMP/work/letter"
else
    skip "\"-\" is standard input" "there is no model"
fi

# ---- Files that never came

pointer='version https://git-lfs.github.com/spec/v1\noid sha256:0123\nsize 987654\n'
page='\n<!DOCTYPE html>\n<html><head><title>404</title></head></html>\n'
for name in model.safetensors model.npz model.bin model.gguf model.pt model.tar.gz model.zip x.argosmodel; do
    printf "$pointer" > "$TMP/work/$name"
    said "convert: a pointer, $name" 1 "$name: is a pointer of Git LFS, .*git lfs pull" \
        convert -f en -t de -o o.gguf --vocab v "$name"
    said "-m: a pointer, $name" 1 "$name: is a pointer of Git LFS, not the file; git lfs pull gets the file$" -m "./$name"
    printf "$page" > "$TMP/work/$name"
    said "convert: a page, $name" 1 "$name: is a web page" convert -f en -t de -o o.gguf --vocab v "$name"
    said "--format forces nothing" 1 "$name: is a web page" \
        convert --format marian -f en -t de -o o.gguf --vocab v "$name"
    said "-m: a page, $name" 1 "$name: is a web page" -m "./$name"
    rm "$TMP/work/$name"
done
smoke=../shared/fixtures/marian-tiny-smoke
if [ -r $smoke/model.npz ]; then
    for kind in pointer page; do
        eval "printf \"\$$kind\"" > "$TMP/vocab.spm"
        cp "$TMP/vocab.spm" "$TMP/vocab.yml"
        for name in vocab.spm vocab.yml; do
            run convert -f en -t de -o "$TMP/o.gguf" --vocab "$TMP/$name" $smoke/model.npz
            says "a vocabulary, $kind, $name" 1 "$name: is a (pointer|web page)"
        done
    done
    for name in '' /model.npz; do
        run -m "$smoke$name" < /dev/null
        says "another engine's model for -m: $smoke$name" 1 '"translate convert" makes a model file'
        run inspect "$smoke$name"
        says "... for inspect" 1 '"translate convert" makes a model file'
    done
    vocab_of() { # BEFORE AFTER: half of the pieces have them
        printf '"</s>": 0\n"<unk>": 1\n'
        for i in $(seq 2 2 30); do printf '"w%s": %s\n"%sx%s%s": %s\n' "$i" "$i" "$1" "$i" "$2" $((i + 1)); done
    }
    vocab_of ▁ '' > "$TMP/pieces.yml"
    vocab_of '' '' > "$TMP/words.yml"
    vocab_of '' @@ > "$TMP/bpe.yml"
    converted() { "$T" convert -f en -t de -o "$TMP/o.gguf" --vocab "$TMP/$1" $smoke/model.npz 2>&1; }
    like "pieces without the model that cuts text into them" "$(converted pieces.yml)" \
        'pieces.yml: lists pieces of a SentencePiece model.*--spm'
    like "pieces of subword-nmt" "$(converted bpe.yml)" 'bpe.yml: lists pieces of words \(@@\)'
    is "words are words" "$(converted words.yml | grep -c lists)" 0
else
    skip "vocabularies that never came" "no $smoke"
fi
mkdir "$TMP/work/folder"
echo '{"model_type": "marian"}' > "$TMP/work/folder/config.json"
said "a folder without weights" 1 'folder/config.json: is there, but no weights: model.safetensors' \
    convert -f en -t de -o o.gguf folder
printf "$pointer" > "$TMP/work/folder/model.safetensors"
said "a folder whose weights are a pointer" 1 'folder/model.safetensors: is a pointer of Git LFS' \
    convert -f en -t de -o o.gguf folder
said "a folder for -m" 1 'folder: is a directory; "translate convert"' -m folder
printf 'PK\003\004 and more' > "$TMP/work/model.zip"
said "an archive for -m" 1 'no GGUF magic\); "translate convert"' -m ./model.zip
echo 'This is a text about models.' > "$TMP/work/text.gguf"
said "a text is no other engine's model" 1 'no GGUF magic\)$' -m ./text.gguf

# ---- Texts to train on

if [ -x "$BUILD/translate-train" ]; then
    toy_pairs 300 1 > "$TMP/work/pairs.tsv"
    train_on() { # NAME RE FILE..
        name=$1 re=$2
        shift 2
        said "$name" 1 "$re" train --plan -f en -t de --steps 1 -o new.gguf "$@"
    }
    iconv -f UTF-8 -t UTF-16 "$TMP/work/pairs.tsv" > "$TMP/work/utf16.tsv"
    train_on "a text in UTF-16" 'utf16.tsv: is UTF-16, not UTF-8; iconv -f UTF-16' utf16.tsv
    iconv -f UTF-8 -t UTF-16LE "$TMP/work/pairs.tsv" > "$TMP/work/utf16le.tsv"
    train_on "... without a mark" 'utf16le.tsv: is UTF-16, not UTF-8; iconv -f UTF-16LE' utf16le.tsv
    gzip -c "$TMP/work/utf16.tsv" > "$TMP/work/utf16.tsv.gz"
    train_on "... compressed" 'utf16.tsv.gz: is UTF-16' utf16.tsv.gz
    train_on "... for two files" 'utf16.tsv: is UTF-16' --target utf16.tsv pairs.tsv
    (cd_to && "$T" train --plan -f en -t de --steps 1 -o new.gguf --dev utf16.tsv pairs.tsv 2> "$TMP/err")
    like "... to check on" "$(cat "$TMP/err")" '^translate: utf16.tsv: is UTF-16'
    printf 'PK\003\004 and more\tthat is\n' > "$TMP/work/text.zip"
    train_on "an archive" 'text.zip: is an archive, not text; unpacked, its two files of sentences, as OPUS has them .*--target names' text.zip
    printf '<?xml version="1.0"?>\n<tmx version="1.4">\n\t<body>\n\t\t<tu>\tx</tu>\n' > "$TMP/work/text.tmx"
    train_on "a TMX" 'text.tmx: is XML, such as a TMX, not lines of SOURCE<TAB>TARGET; of a TMX, translate memory import MEMORY FILE and then translate memory export -o pairs.tsv MEMORY make them' text.tmx
    printf '<?xml version="1.0"?>\n<tmx version="1.4"><header srclang="en"/><body><tu><tuv xml:lang="en"><seg>a cat</seg></tuv><tuv xml:lang="de"><seg>eine Katze</seg></tuv></tu></body></tmx>' > "$TMP/work/own.tmx"
    is "... which they do" "$(cd_to && "$T" memory import -f en -t de own.db own.tmx 2> "$TMP/err"; "$T" memory export -o own.tsv own.db && cat own.tsv)" "$(printf 'a cat\teine Katze')"
    run train -f en -t de -o "$TMP/new.gguf" "$TMP/work/pairs.tsv" "$TMP/work/pairs.tsv"
    says "two texts" 2 'one text is trained on, not 2; --target FILE takes the translations of its lines'
    printf '\357\273\277<tmx version="1.4">\n' > "$TMP/work/bare.tmx"
    train_on "a TMX without a first line" 'bare.tmx: is XML' bare.tmx
    printf "$pointer" > "$TMP/work/lfs.tsv"
    train_on "a pointer" 'lfs.tsv: is a pointer of Git LFS' lfs.tsv
    printf '<?xml ?> is a line\t<?xml ?> ist eine Zeile\n' | cat - "$TMP/work/pairs.tsv" > "$TMP/work/xml.tsv"
    (cd_to && "$T" train --plan -f en -t de --steps 1 -o new.gguf xml.tsv 2> "$TMP/err")
    is "a pair that looks so is a pair" "$?" 0
    echo old > "$TMP/work/old.gguf"
    said "a plan refuses a name that the run would refuse" 1 'old.gguf: exists; --force' \
        train --plan -f en -t de --steps 1 -o old.gguf pairs.tsv
    said "... and its own text" 1 'is both input and output' \
        train --plan -f en -t de --steps 1 -o pairs.tsv pairs.tsv
    (cd_to && "$T" train --plan --force -f en -t de --steps 1 -o old.gguf pairs.tsv 2> "$TMP/err")
    is "... but not with --force" "$?" 0
    is "nothing is written by all these" "$(ls "$TMP/work" | grep -c 'log$\|train$\|new')" 0
else
    skip "texts to train on" "there is no translate-train"
fi
done_testing
