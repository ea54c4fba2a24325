#!/bin/sh
# languages.t - what is known of languages stands in lib/language/data, and nowhere else.
. tests/cli/tap.sh

DATA=lib/language/data
COMPILE=lib/language/compile.awk
HEADER=lib/language/language_data.h

sources() { find lib cmd -name '*.[ch]' ! -path 'lib/language/*' | sort; }

# Strings that are tags, but mean something else; each with its reason.
OTHER_TAGS='
    # words of formats and of protocols
    mul id is it no or so to my he hi am as el tr th pt px em ms ne sl tl
    # requests of roff, its characters, ligatures, a prefix of OpenDocument, and a word of RTF
    lib/document/typeset/read_man.c:fi lib/document/typeset/read_man.c:de
    lib/document/typeset/roff_scan.c:en lib/document/typeset/roff_scan.c:hy lib/document/typeset/roff_scan.c:ga
    lib/document/typeset/roff_scan.c:de lib/document/typeset/roff_scan.c:ps
    cmd/documents/pdf/pdf_layout.c:fi lib/document/package/beside_odf.c:fo lib/document/rtf/rtf_descriptions.c:sv
    # no number
    cmd/console/json.c:nan
    # tokenizers of sacreBLEU, and what it calls those of MeCab
    lib/metrics/evaluation.c:zh cmd/evaluate/evaluate_words.c:ko cmd/evaluate/evaluate_words.c:ja
    # the pair that is used where none is chosen, the pivot, and whose names of languages people know
    cmd/models/model_choice.c:en cmd/models/model_choice.c:de cmd/models/model_languages.c:en
    cmd/models/language_names.c:en cmd/models/language_names.c:zh
'

# The strings of each line of C, without comments: FILE:LINE<tab>string<tab>string
strings() {
    awk '{
        line = $0
        out = ""
        for (i = 1; i <= length(line); i++) {
            c = substr(line, i, 1)
            if (comment) {
                if (c == "*" && substr(line, i + 1, 1) == "/") { comment = 0; i++ }
            } else if (c == "/" && substr(line, i + 1, 1) == "*") {
                comment = 1
                i++
            } else if (c == "/" && substr(line, i + 1, 1) == "/") {
                break
            } else if (c == "\047") {
                for (i++; i <= length(line) && substr(line, i, 1) != "\047"; i++) if (substr(line, i, 1) == "\\") i++
            } else if (c == "\"") {
                for (j = i + 1; j <= length(line) && substr(line, j, 1) != "\""; j++) if (substr(line, j, 1) == "\\") j++
                out = out "\t" substr(line, i + 1, j - i - 1)
                i = j
            }
        }
        if (out != "") print FILENAME ":" FNR out
    }' "$@"
}
strings $(sources | grep '\.c$') > "$TMP/strings"

tags() {
    cat $DATA/* | sed -n 's/^tags: //p' | tr ' ' '\n' > "$TMP/tags"
    echo "$OTHER_TAGS" | sed 's/#.*//' | tr -s ' ' '\n' > "$TMP/other"
    awk -F'\t' 'FILENAME ~ /tags$/ { is[$1]; next }
        FILENAME ~ /other$/ { other[$1]; next }
        { n++; file = $1; sub(/:.*/, "", file)
          for (i = 2; i <= NF; i++)
              if (($i in is) && !($i in other) && !((file ":" $i) in other)) print $1 ": \"" $i "\"" }
        END { if (n < 3000) print "only " n + 0 " lines with strings were seen" }' \
        "$TMP/tags" "$TMP/other" "$TMP/strings" > "$TMP/found"
    ! grep . "$TMP/found"
}
check "no tag of a language stands in C" tags

# A word that English has, too, tells nothing; nor do two letters.
words() {
    awk -v rows=detection.words -f $COMPILE $HEADER $DATA/* > "$TMP/words"
    awk -v rows=stops.starters -f $COMPILE $HEADER $DATA/* >> "$TMP/words"
    sed 's/^{"//; s/", "/ /; s/"},$//' "$TMP/words" > "$TMP/lists"
    sed -n 's/^ *//; s/^\([a-z ]*\).*/\1/p' docs/*.md > "$TMP/english"
    awk 'FILENAME ~ /english$/ { for (i = 1; i <= NF; i++) english[$i]; next }
        FILENAME ~ /lists$/ { for (i = 2; i <= NF; i++) if (length($i) > 2) of[$i] = of[$i] " " $1; next }
        {
            n++
            place = $1
            sub(/\t.*/, "", place)
            sub(/^[^\t]*/, "")
            gsub(/[\t.,:;|>]/, " ")
            split("", hits)
            split("", seen)
            k = split($0, w, " ")
            for (i = 1; i <= k; i++) {
                if (w[i] in seen || !(w[i] in of) || tolower(w[i]) in english) continue
                seen[w[i]]
                m = split(of[w[i]], langs, " ")
                for (j = 1; j <= m; j++) if (langs[j] != "en" && ++hits[langs[j]] == 2) { print place ":" $0; next }
            }
        }
        END { if (n < 3000) print "only " n + 0 " lines with strings were seen" }' \
        "$TMP/english" "$TMP/lists" "$TMP/strings" > "$TMP/found"
    ! grep . "$TMP/found"
}
check "no list of words of another language than English stands in C" words

# Lists as word_list.h has them: blanks at both ends.
blank_lists() {
    awk -F'\t' 'FILENAME ~ /lists$/ { split($0, w, " "); if (w[1] == "en") for (i in w) of[w[i]]; next }
        { for (i = 2; i <= NF; i++) {
              hits = 0
              if ($i !~ /^ .* $/ || $i ~ /[%"]/) continue
              k = split($i, w, " ")
              for (j = 1; j <= k; j++) hits += w[j] in of
              if (k > 2 && hits > 1 && 5 * hits >= 4 * k) print $1 ":" $i } }' "$TMP/lists" "$TMP/strings" > "$TMP/found"
    ! grep . "$TMP/found"
}
check "nor one of English, between blanks" blank_lists

compiles() { # with facts of a file in $1
    printf '%s\n' "$1" > "$TMP/xx"
    awk -f $COMPILE $HEADER $DATA/any "$TMP/xx" > "$TMP/table" 2> "$TMP/why"
}
refuses() { # what a file says, and the sentence that it gets
    ! compiles "$1" && diff "$TMP/why" - <<EOF
$TMP/xx$2
EOF
}
check "a file of tags alone makes a language" compiles "tags: xx"
check "a group that there is none of is refused" refuses "tags: xx
stop.never: Mr." ":2: no group of facts is called \"stop\"; there are$(
    sed -n '/^typedef struct tr_language {/,/^}/s/^    tr_[a-z_]* \([a-z_]*\);.*/ \1/p' $HEADER | tr -d '\n' | sed 's/^/ tags/')"
check "so is a fact, with those that there are" refuses "tags: xx
mail.anwers: re" ":2: \"mail\" has no fact \"anwers\"; there are answers"
check "a fact that is told twice is refused" refuses "tags: xx
mail.answers: re

mail.answers: aw" ":4: mail.answers was told in line 2 already"
check "a file without tags is refused" refuses "mail.answers: re" ": has no tags"
check "a fact is of its kind" refuses "tags: xx
notation.decimal = .." ":2: notation.decimal is one byte, as in 'x'"
check "a yes is a yes" refuses "tags: xx
orthography.no_blanks = true" ":2: orthography.no_blanks is yes or no"
check "a language is like one that there is" refuses "tags: xx
stops like yy" ": is like \"yy\", which has no file"
check "and not like itself" refuses "tags: xx
stops like xx" ": stops is like itself"
check "a line that is no fact is refused" refuses "tags: xx
stops" ":2: not a fact: \"stops\""
twice() {
    printf 'tags: de\n' > "$TMP/yy"
    ! awk -f $COMPILE $HEADER $DATA/de "$TMP/yy" > "$TMP/table" 2> "$TMP/why" &&
        grep -q "yy: \"de\" is a tag of $DATA/de, too" "$TMP/why"
}
check "a tag is of one file" twice
own_facts() { # those that are told go before those that the file is like
    compiles 'tags: xx
quotes.open = <<
quotes like any
mail.answers: "a\ b' && grep -q '^    .quotes.open = "<<",$' "$TMP/table" &&
        grep -q "^    .quotes.inner_open = \"'\",\$" "$TMP/table" && grep -Fq '.mail.answers = " \"a\\ b ",' "$TMP/table"
}
check "what a file says goes before what it is like, and marks of C are escaped" own_facts

for other in mawk gawk "busybox awk" original-awk; do
    if command -v "${other%% *}" > /dev/null 2>&1; then
        awk -f $COMPILE $HEADER $DATA/* > "$TMP/a"
        check "$other makes the same table" sh -c "$other -f $COMPILE $HEADER $DATA/* | cmp - $TMP/a"
    fi
done

# The numbers of make cldr: 77 is that there is no CLDR.
rc=0
python3 lib/language/cldr.py ${CLDR:+--cldr "$CLDR"} > "$TMP/cldr" 2> "$TMP/why" || rc=$?
if [ $rc -eq 77 ] || ! command -v python3 > /dev/null; then
    skip "facts are those of CLDR, or have a note" "no python3 or no unicode-cldr-core"
else
    is "facts are those of CLDR, or have a note" "$(cat "$TMP/cldr" "$TMP/why") $rc" " 0"
fi

# Every group and every fact is told of in the page.
page() {
    awk '/^typedef struct/ { type = $3; next } /^}/ { type = ""; next } type' $HEADER > "$TMP/fields"
    awk -v rows=no.fact -f $COMPILE $HEADER $DATA/any > /dev/null &&
    awk -f $COMPILE -v members=1 $HEADER > "$TMP/facts"
    [ "$(wc -l < "$TMP/facts")" -gt 40 ] || return 1
    for f in $(cat "$TMP/facts"); do grep -Fq "\`$f\`" docs/language.md || echo "$f"; done > "$TMP/lacking"
    ! grep . "$TMP/lacking"
}
check "docs/language.md tells of each fact" page
done_testing
