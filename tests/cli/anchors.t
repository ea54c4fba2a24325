#!/bin/sh
# anchors.t - translated headings of Markdown keep the ids that renderers make of the source's.
. tests/cli/tap.sh
cd "$TMP" || exit 1

# Puts a word before each segment, as a translation that has other ids.
anchored() { # NAME [OPTIONS]
    file=$1
    shift
    "$T" segments "$file" | sed 's/"text":"/"text":"Neu /' > list
    "$T" splice --anchors keep "$@" "$file" list
}
heading() { # WHAT MARKDOWN WANTED
    printf "$2\n" > a.md
    is "$1" "$(anchored a.md)" "$(printf "$3")"
}
heading "a heading gets the id of its source" '## Getting started' '## Neu Getting started<a id="getting-started"></a>'
heading "... without signs" "# What's new, and why?" "# Neu What's new, and why?<a id=\"whats-new-and-why\"></a>"
heading "... with underlines, hyphens, two blanks" '# my_name - pre-built' '# Neu my_name - pre-built<a id="my_name---pre-built"></a>'
heading "... in small letters of any script" '# ÜBER Γειά 2' '# Neu ÜBER Γειά 2<a id="über-γειά-2"></a>'
heading "... with the text of code and links" '# Use `npm run` with [the docs](x.md#y)' \
    '# Neu Use `npm run` with [the docs](x.md#y)<a id="use-npm-run-with-the-docs"></a>'
heading "... without pictures and notes" '# A ![logo](l.png) rose[^1] &amp; tree' \
    '# Neu A ![Neu logo](l.png) rose[^1] &amp; tree<a id="a--rose--tree"></a>'
heading "signs that close a line stay at its end" '## A rose ##' '## Neu A rose<a id="a-rose"></a> ##'
heading "a line below is a heading, too" 'A red rose\n==========' 'Neu A red rose<a id="a-red-rose"></a>\n=========='
heading "in lists and quotations" '> ## A rose\n\n- # A tree' '> ## Neu A rose<a id="a-rose"></a>\n\n- # Neu A tree<a id="a-tree"></a>'
heading "the second of a name has a number" '# A rose\n# A rose\n# A rose-1\n# A rose' \
    '# Neu A rose<a id="a-rose"></a>\n# Neu A rose<a id="a-rose-1"></a>\n# Neu A rose-1<a id="a-rose-1-1"></a>\n# Neu A rose<a id="a-rose-2"></a>'
heading "what is no text counts, and stays" '# 1.2\n# A rose\n# ![Red rose](y.png)\n# A rose' '# 1.2\n# Neu A rose<a id="a-rose"></a>\n# ![Neu Red rose](y.png)\n# Neu A rose<a id="a-rose-1"></a>'
heading "names that are written stay, and others are written so" '# A rose {#rose}\n## A tree' '# Neu A rose {#rose}\n## Neu A tree {#a-tree}'
heading "... so are comments" '# A rose {/* #rose */}\n## A tree' '# Neu A rose {/* #rose */}\n## Neu A tree {/* #a-tree */}'
heading "a class is no name" '# A rose {.red}' '# Neu A rose {.red}<a id="a-rose"></a>'
heading "code is no heading" '```\n# A rose\n```\n\nA tree' '```\n# A rose\n```\n\nNeu A tree'
heading "titles of admonitions are none" '!!! note "A rose"\n    Some text\n\n:::tip A rose\nSome text\n:::\n\n# A rose' \
    '!!! note "Neu A rose"\n    Neu Some text\n\n:::tip Neu A rose\nNeu Some text\n:::\n\n# Neu A rose<a id="a-rose"></a>'
printf -- '---\ntitle: A rose\n---\n\r\n# A rose\r\n' > a.md
is "front matter is none, and lines end as they did" "$(anchored a.md)" "$(printf -- '---\ntitle: Neu A rose\n---\n\r\n# Neu A rose<a id="a-rose"></a>\r\n')"
printf '# A rose\n\nA tree\n' > a.md
"$T" segments a.md | sed 's/A tree/Ein Baum/' > list
is "a heading whose id is the same needs none" "$("$T" splice --anchors keep a.md list)" "$(printf '# A rose\n\nEin Baum')"
"$T" segments a.md | sed 's/A rose/Eine Rose/' > list
is "without the option nothing is written" "$("$T" splice a.md list)" "$(printf '# Eine Rose\n\nA tree')"
is "... nor with none" "$("$T" splice --anchors none a.md list)" "$(printf '# Eine Rose\n\nA tree')"
printf '# A rose\n\n## A tree\n\n## Tux\n\nSee [it](#a-rose), [one](#a-tree "t"), [two](#a-rose), [Tux](#tux), [no](#none) and [x](y.md#a-rose).\n' > a.md
"$T" segments a.md | sed 's/A rose/Eine Rose/; s/A tree/Ein Baum/' > list
run splice a.md list
like "links to headings with other ids are told" "$(cat "$TMP/err")" \
    '^translate: a.md: 3 links lead to a heading that has another id now: --anchors keep keeps them$'
run splice --anchors keep a.md list
is "... not where ids are kept" "$(cat "$TMP/err")" ""
printf '<h1 id="rose">A rose</h1>\n<h2>A tree</h2>\n' > a.html
is "ids of HTML stay, and no heading has one of itself" "$(anchored a.html)" "$(printf '<h1 id="rose">Neu A rose</h1>\n<h2>Neu A tree</h2>')"
printf 'A rose.\n' > a.csv
"$T" segments a.csv > list
run splice --anchors keep a.csv list
says "other formats refuse it by name" 1 'a.csv: is csv, which has no headings whose ids are made of their text: html, xhtml and markdown have'
perl -e 'print "# A rose\n" x 30000, "# A rose-$_\n" for 1 .. 1; print "# A [\n" x 20000' > many.md
"$T" segments many.md | sed 's/A rose/Eine Rose/' > list
check "thousands of headings take no time" timeout 20 "$T" splice --anchors keep -o many.out many.md list
is "... and have an id each" "$(grep -c '<a id=' many.out) $(grep -o 'id="[^"]*"' many.out | sort | uniq -d | wc -l)" "30001 0"
done_testing
