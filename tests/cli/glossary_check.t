#!/bin/sh
# glossary_check.t - what is doubtful in a glossary, told without a model.
. tests/cli/tap.sh

doubts() { # FILE OPTIONS..: the lines and kinds that are told
    doubts_file=$1
    shift
    "$T" glossary check "$@" "$doubts_file" 2> "$TMP/err" | sed -n 's/^[^:]*:\([0-9]*\): .*\[\(.*\)\]$/\1 \2/p' | paste -sd , -
}
kind() { # NAME LINE WANTED OPTIONS..: what is told of one entry
    kind_name=$1 kind_wanted=$3
    printf "$2\n" > "$TMP/one.tsv"
    shift 3
    is "$kind_name" "$(doubts "$TMP/one.tsv" "$@")" "${kind_wanted:+1 }$kind_wanted"
}

printf 'source\ttarget\tplural\tgender\nriver\tStrom\tStr\303\266me\tm\ntree\tGeh\303\266lz\tGeh\303\266lze\tn\nletter\tdas Schreiben\nnewspaper\tZeitung\nred\trot\n' > "$TMP/good.tsv"
run glossary check "$TMP/good.tsv"
is "a good glossary has nothing doubtful, and status 0" "$status $(cat "$TMP/out")" "0 $TMP/good.tsv: 5 terms, 0 doubts"

kind "a translation without a gender" 'fleece\tVlies' no-gender
kind "one that its article tells" 'fleece\tdas Vlies' ''
kind "one that its ending tells" 'newspaper\tTageszeitung' ''
kind "a name has none" 'Acme\tAcme' ''
kind "a verb" 'check\tpr\303\274fen' verb
kind "a small word" 'with\tmittels' function-word
kind "an auxiliary" 'can\tdie Dose' function-word
kind "capitals set a word apart" 'US\tdie USA' ''
kind "a term without a translation" 'Acme Cloud' empty-target
kind "a translation without a term" '\tohne' empty-source
kind "white space at an end" 'tree \tdie Eiche' blanks
kind "white space in front of a translation" 'tree\t die Eiche' blanks
kind "a mark at an end" 'tree\tdie Eiche,' marks
kind "a stop that the other side lacks" 'tree.\tdie Eiche' marks
kind "a stop on both sides" 'Stop!\tHalt!' ''
kind "one letter" 'x\tdie Eiche' common-word
kind "bytes that are not UTF-8" 'caf\351\tdas Caf\351' not-utf8
kind "Portuguese has other verbs" 'check\tverificar' verb -t pt
kind "and other endings" 'lawyer\tjurista' no-gender -t pt
kind "of which many tell" 'invoice\tfatura' '' -t pt
kind "German terms, English translations" 'der\tthe one' function-word -f de -t en

printf 'cat\tdie Katze\ncat\tder Kater\ndog\tder Hund\ncat\tdie Katze\ndog\tder Hund\n' > "$TMP/twice.tsv"
is "terms that are there twice" "$(doubts "$TMP/twice.tsv")" "2 conflict,4 duplicate,5 duplicate"
printf 'source\ttarget\tgender\ncat\tKatze\tfemale\n' > "$TMP/gender.tsv"
is "a gender that is none" "$(doubts "$TMP/gender.tsv" | cut -d , -f 1)" "2 wrong-gender"
printf 'English,Portuguese\nlawyer,jurista\n' > "$TMP/pt.csv"
is "the file may name the languages" "$(doubts "$TMP/pt.csv")" "2 no-gender"
printf 'tree\tdie Eiche\r\nriver\tder Strom\r\n' > "$TMP/crlf.tsv"
is "line ends are none of the text" "$(doubts "$TMP/crlf.tsv")" ""

printf 'teacher,"Lehrerin\nnewspaper,Zeitung\nmagazine,"Zeitschrift"\n' > "$TMP/open.csv"
is "a quotation mark that is not closed, and the lines behind it" "$(doubts "$TMP/open.csv")" "1 open-quote"
like "... are read" "$("$T" glossary check "$TMP/open.csv")" '^.*open.csv: 2 terms, 1 doubt$'
printf '# mine\t\nnewspaper\tZeitung\n// old\tx\n#channel\tKanal\n' > "$TMP/notes.tsv"
is "a line that looks like a note" "$(doubts "$TMP/notes.tsv")" "1 comment,3 comment"
printf 'source\tQuelle\nnewspaper\tZeitung\n' > "$TMP/half.tsv"
is "a first row that may name columns" "$(doubts "$TMP/half.tsv")" "1 header"
printf 'newspaper\tZeitung\nsource\tQuelle\n' > "$TMP/half.tsv"
is "... and no other row" "$(doubts "$TMP/half.tsv")" ""
printf 'sep=;\nSource segment;Target segment\nnewspaper;Zeitung\n' > "$TMP/sep.csv"
is "a line may say what is between fields, and then one names them" "$(doubts "$TMP/sep.csv")" ""
printf 'English,Spanish,Portuguese\nnewspaper,diario,jornal\n' > "$TMP/three.csv"
is "languages that are not those of the file" "$(doubts "$TMP/three.csv" -f en -t de)" "1 languages"
is "... one of them" "$(doubts "$TMP/three.csv" -t de)" "1 languages"
is "... or those of it, in any order" "$(doubts "$TMP/three.csv" -f pt -t es)" ""
for end in '"a,"' '"a'; do
    awk -v e="$end" 'BEGIN { for (i = 0; i < 100000; i++) print "x" e }' > "$TMP/quotes.csv"
    check "quotation marks take no time ($end)" timeout 20 sh -c "'$T' glossary check '$TMP/quotes.csv' > /dev/null; [ \$? = 3 ]"
done

run glossary check "$TMP/twice.tsv" "$TMP/good.tsv"
is "the status is 3 if anything is doubtful" "$status" 3
like "a sentence names the file, the line and the entry" "$(cat "$TMP/out")" \
    'twice.tsv:2: "cat" = "der Kater" has another translation.*\(line 1\) \[conflict\]'
run glossary check --json "$TMP/twice.tsv"
is "and an object has them for programs" "$status $(cat "$TMP/out")" "3 {\"file\":\"$TMP/twice.tsv\",\"terms\":5,\"doubts\":[\
{\"line\":2,\"kind\":\"conflict\",\"source\":\"cat\",\"target\":\"der Kater\",\"other_line\":1,\"text\":\"has another translation; no glossary with both is opened\"},\
{\"line\":4,\"kind\":\"duplicate\",\"source\":\"cat\",\"target\":\"die Katze\",\"other_line\":1,\"text\":\"stands there twice\"},\
{\"line\":5,\"kind\":\"duplicate\",\"source\":\"dog\",\"target\":\"der Hund\",\"other_line\":3,\"text\":\"stands there twice\"}]}"
run glossary check /nowhere.tsv "$TMP/good.tsv"
says "a file that is not there" 1 '/nowhere.tsv: No such file'
like "the others are checked" "$(cat "$TMP/out")" 'good.tsv: 5 terms, 0 doubts'
: > "$TMP/empty.tsv"
run glossary check "$TMP/empty.tsv"
says "an empty file" 1 'no terms'
run glossary
says "without a verb" 2 'name check'
run glossary list "$TMP/good.tsv"
says "another verb" 2 'there is no "list": check'
run glossary check
says "without a file" 2 'check needs a glossary'
awk 'BEGIN { for (i = 0; i < 100000; i++) printf "term%d, \tWort%d\n", i % 50000, i }' > "$TMP/large.tsv"
is "a large one is told whole" "$("$T" glossary check "$TMP/large.tsv" | tail -n 1 | sed 's/.*: //')" "100000 terms, 350000 doubts"
done_testing
