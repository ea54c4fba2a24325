#!/bin/sh
# titles.t - titles and descriptions that are text, and a signature that is none.
. tests/cli/tap.sh
cd "$TMP" || exit 1

texts() { "$T" segments -f en "$@" | perl -MJSON::PP -CO -ne 'print decode_json($_)->{text}, "|"'; }
found() { # WHAT NAME DOCUMENT WANTED
    printf -- "$3\n" > "$2"
    is "$1" "$(texts "$2")" "$4"
    "$T" segments "$2" | "$T" splice "$2" - > out 2>&1
    check "... and nothing else changes" cmp "$2" out
}
found "the title of a container" a.md ':::tip My tip\nIt is good.\n:::' 'My tip|It is good.|'
found "... in brackets" a.md ':::note[My *own* note]\n\nIt is good.\n\n:::' 'My <1>own</1> note|It is good.|'
found "... behind blanks, of several colons" a.md ':::: details Click me\n::: warning\nIt is bad.\n:::\n::::' 'Click me|It is bad.|'
found "... in a list" a.md '- One thing\n\n  :::tip My tip\n  It is good.\n  :::' 'One thing|My tip|It is good.|'
found "what is no title" a.md ':::tip\nOne.\n:::\n::: {.red}\nTwo.\n:::\n:::tip{id="x"}\nThree.\n:::\n:::code lang=sh\nFour.\n:::' 'One.|Two.|Three.|Four.|'
found "a title in braces that touch the name" a.md ':::tip{title="A rose"}\nOne.\n:::' 'A rose|One.|'
found "fields of a front matter" a.md '---\ntitle: A rose\nsidebar_label: The rose\nlinkTitle: Go there\nsubtitle: It is red\nexcerpt: In short\ntagline: Be well\nslug: my-page\n---\nText.' \
    'A rose|The rose|Go there|It is red|In short|Be well|Text.|'
found "... whatever the case of their letters" a.md '---\nTitle: A rose\nlinktitle: Go there\nSlug: my-page\n---\nText.' 'A rose|Go there|Text.|'
found "... of TOML, too" a.md '+++\nTitle = "A rose"\nlinktitle = "Go there"\n+++\nText.' 'A rose|Go there|Text.|'
found "... at any depth" a.md '---\nlayout: home\nhero:\n  name: Rose\n  text: A garden of roses\n  tagline: "Red and old"\n  image:\n    src: /my rose.png\n    alt: A red rose\n  actions:\n    - theme: brand\n      text: Go there\n      link: /the guide/\nfeatures:\n  - icon: a b\n    title: A fast start\n    details: It begins at once\n    linkText: Read on\n---\n' \
    'A garden of roses|Red and old|A red rose|Go there|A fast start|It begins at once|Read on|'
found "... in braces" a.md '---\nhero: {tagline: Red and old, theme: the brand, text: "A rose"}\ntext: my layout\n---\nText.' 'Red and old|A rose|Text.|'
found "... not all that is below" a.md '---\nparams:\n  author: Tom Smith\n  class: a big box\n  title: A rose\ntags:\n  - red rose\n---\nText.' 'A rose|Text.|'
is "... or those asked for" "$(texts --keys 'params.*' a.md)" 'Tom Smith|a big box|A rose|Text.|'
found "descriptions of a page" a.html '<meta property="og:image:alt" content="A rose"><meta name="twitter:image:alt" content="A tree"><meta property="og:site_name" content="My garden"><meta name="keywords" content="rose, tree"><meta name="viewport" content="width=1">' \
    'A rose|A tree|My garden|rose, tree|'
printf '<p>One line<br>and another.</p>' > a.html
is "a text behind a line break is where that is" "$("$T" segments a.html | perl -MJSON::PP -ne 'print decode_json($_)->{where}, " "')" 'p p '
printf 'It is good.\n\n-- \nTom Smith\nThe Garden\n' > a.txt
is "a signature of plain text stays" "$(texts --format text a.txt)" 'It is good.|'
printf 'It is good.\n--\nIt is bad.\n' > a.txt
is "... but not what follows two hyphens" "$(texts --format text a.txt)" 'It is good.|It is bad.|'
{ printf 'It is good.\n-- \n'; for i in 1 2 3 4 5 6 7 8 9; do printf 'A line.\n\n'; done; } > a.txt
is "... nor a long text" "$(texts --format text a.txt)" "It is good.|$(for i in 1 2 3 4 5 6 7 8 9; do printf 'A line.|'; done)"
done_testing
