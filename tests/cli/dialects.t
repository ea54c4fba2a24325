#!/bin/sh
# dialects.t - Markdown of MyST, Hugo, Obsidian and Material: directives, shortcodes, marked text.
. tests/cli/tap.sh
cd "$TMP" || exit 1

texts() { # the texts that are found in a document, with a bar behind each
    "$T" segments -f en a.md | perl -MJSON::PP -CO -ne 'print decode_json($_)->{text}, "|"'
}
upper() { # the document with each word of three letters or more in capitals
    "$T" segments -f en a.md | perl -MJSON::PP -ne '$d = decode_json($_);
        $d->{text} =~ s/(\[\[.*?\]\]|<[^>]*>)|([A-Za-z]{3,})/$1 || uc $2/ge; print encode_json($d), "\n"' |
        "$T" splice a.md -
}
found() { # WHAT DOCUMENT TEXTS RESULT
    printf '%s\n' "$2" > a.md
    is "$1" "$(texts)" "$3"
    is "... and nothing else changes" "$(upper)" "$4"
}

found "the text of a link of a wiki is text" 'See [[a_page_x|the shown text]] and [[other]] now.' \
    'See <1>the shown text</1> and [[other]] now.|' 'SEE [[a_page_x|THE SHOWN TEXT]] AND [[other]] NOW.'
found "... but not the size of a picture" 'A ![[picture.png|300]] here.' 'A ![[picture.png|300]] here.|' \
    'A ![[picture.png|300]] HERE.'
found "... in a table, too" '| one | two |
|---|---|
| [[page\|see it]] | text |' 'one|two|see it|text|' '| ONE | TWO |
|---|---|
| [[page\|SEE it]] | TEXT |'
found "marked and new text has marks" 'A ==marked text== and ^^new text^^ here.' \
    'A <1>marked text</1> and <2>new text</2> here.|' 'A ==MARKED TEXT== AND ^^NEW TEXT^^ HERE.'
found "... around emphasis" 'A ==very **big** house== here.' 'A <1>very <2>big</2> house</1> here.|' \
    'A ==VERY **BIG** HOUSE== HERE.'
found "signs of comparisons are no marks" 'If one == two and x==y or `a ==b` then c== d.' \
    'If one == two and x==y or <1/> then c== d.|' 'If ONE == TWO AND x==y or `a ==b` THEN c== d.'
found "text of a directive is text, its options stay" '```{note}
:class: wide
The text of a note.
```' 'The text of a note.|' '```{note}
:class: wide
THE TEXT of a NOTE.
```'
found "... its title is a text of its own" '````{admonition} The title
The text.

```python
print("the house")
```
````

After it.' 'The title|The text.|After it.|' '````{admonition} THE TITLE
THE TEXT.

```python
print("the house")
```
````

AFTER it.'
found "... with colons, too" ':::{warning} Look here
:name: the-name
The text.
:::' 'Look here|The text.|' ':::{warning} LOOK HERE
:name: the-name
THE TEXT.
:::'
found "directives whose content is code stay" '```{code-block} python
print("the house")
```' '' '```{code-block} python
print("the house")
```'
found "titles of shortcodes are text" '{{% alert title="Look here" color="warning" %}}
The text.
{{% /alert %}}

{{< figure src="the rose.png" caption="A red rose" >}}' \
    'Look here|The text.|A red rose|' '{{% alert title="LOOK HERE" color="warning" %}}
THE TEXT.
{{% /alert %}}

{{< figure src="the rose.png" caption="A RED ROSE" >}}'

found "the text of a role of MyST is text, and its target stays" \
    'See {ref}`the first page <page-one>` and {py:func}`the guide <a.b>` now.' \
    'See <1>the first page</1> and <2>the guide</2> now.|' \
    'SEE {ref}`THE FIRST PAGE <page-one>` AND {py:func}`THE GUIDE <a.b>` NOW.'
printf 'Press {kbd}`ctrl` or {math}`one < two` here.\n\nThe {ref}`first page <one and {name} here.\n' > a.md
is "... roles without one stay, and so does what does not end" "$(texts)" \
    'Press {kbd}<1/> or {math}<2/> here.|The {ref}`first page &lt;one and {name} here.|'
printf 'A text.\n\n```{note}\nThe text.\n' > a.md
is "a directive without an end goes to the end" "$(texts)" 'A text.|The text.|'
printf '{{< figure caption="A red rose" >}}\n' > a.md
printf '{"n":1,"text":"Die \\"rote\\" Rose"}\n' | "$T" splice a.md - > out 2>&1
is "what would end a title early goes back" "$(head -n 1 out)" '{{< figure caption="A red rose" >}}'

for mark in '==a ' '^^a ' '[[a|' '[[' '{{< a title="' '```{note}
' ':::{note} a
' '{{% a="' '{a}`' '{a}`b <c' '{a}`b <c>` '; do
    perl -e 'print $ARGV[0] x (1000000 / length $ARGV[0])' "$mark" > a.md
    check "a megabyte of $(printf %s "$mark" | head -n 1) takes no time" timeout 60 "$T" segments -f en a.md
done

done_testing
