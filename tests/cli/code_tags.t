#!/bin/sh
# code_tags.t - code between tags of templates in Markdown, and templates' comments, stay.
. tests/cli/tap.sh
cd "$TMP" || exit 1

texts() { # NAME: the texts that are found in a file, with a bar between two
    "$T" segments -f en "$1" | perl -MJSON::PP -CO -ne 'print decode_json($_)->{text}, "|"'
}
found() { # WHAT NAME DOCUMENT WANTED
    printf "$3\n" > "$2"
    is "$1" "$(texts "$2")" "$4"
    "$T" segments "$2" | sed 's/today/heute/' | "$T" splice "$2" - > out 2>&1
    is "... and stays" "$(cat out)" "$(sed 's/today/heute/' "$2")"
}

code='Print it:\n\n    The house\n- is big. `a`'
found "Jekyll" a.md "See today:\n{%% highlight ruby %%}\n$code\n{%% endhighlight %%}\nThe end." 'See today:|The end.|'
found "... without blanks" a.md "See today:\n\n{%%-codeblock-%%}\n$code\n{%%-endcodeblock-%%}\n\nThe end." \
    'See today:|The end.|'
found "Hugo" a.md "See today:\n\n{{< highlight go \"a=b\" >}}\n$code\n{{< /highlight >}}\n\nThe end." \
    'See today:|The end.|'
found "... Markdown" a.md "See today:\n\n{{%% highlight go %%}}\n$code\n{{%% /highlight %%}}\n\nThe end." \
    'See today:|The end.|'
for name in mermaid math katex code; do
    found "... $name" a.md "See today:\n\n{{< $name >}}\n$code\n{{</ $name >}}\n\nThe end." 'See today:|The end.|'
done
for name in mermaid math katexmm comment; do
    found "Liquid: $name" a.md "See today:\n\n{%% $name %%}\n$code\n{%% end$name %%}\n\nThe end." 'See today:|The end.|'
done
found "in a list" a.md '1. See today:\n\n   {%% highlight sh %%}\n   Run it.\n   {%% endhighlight %%}\n2. The end.' \
    'See today:|The end.|'
found "in a quotation" a.md '> See today:\n>\n> {%% highlight sh %%}\n> Run it.\n> {%% endhighlight %%}\n>\n> The end.' \
    'See today:|The end.|'
found "in one line" a.md '{%% comment %%}Not this.{%% endcomment %%} See today {{< math >}}a is b{{< /math >}} here.' \
    '<1/> See today <2/> here.|'
found "another end is none" a.md '{%% highlight sh %%}\nSee today.\n{%% endcodeblock %%}\n\nThe end.' 'See today.|The end.|'
found "... none in Hugo's" a.md '{{< math >}}\nSee today.\n{%% endmath %%}\n\nThe end.' 'See today.|The end.|'
found "... what ends itself is not searched for" a.md '{{< code file="a" />}}\n\nSee today.\n\n{{< code >}}\nNo.\n{{< /code >}}' \
    'See today.|'
found "a beginning in a fence is none" a.md '```\n{%% math %%}\n```\n\nSee today.\n\n{%% math %%}\nNo.\n{%% endmath %%}' \
    'See today.|'
found "... code in a line is no fence" a.md '```a``` is it.\n\nSee today.\n\n{%% math %%}\nNo.\n{%% endmath %%}' \
    '<1/> is it.|See today.|'
perl -e 'print "{% math %}\n" x 100000' > hostile.md
check "... and many that do not end take no time" timeout 60 "$T" segments -f en hostile.md
perl -e 'print "{# a " x 200000' > hostile.md
check "... nor do comments" timeout 60 "$T" segments -f en hostile.md

found "comments in Markdown" a.md 'See {# not {this} one #} it today.' 'See <1/> it today.|'
found "... over lines" a.md 'See it today.\n\n{#\nNot this.\n\nNor this.\n#}\n\nThe end.' 'See it today.|The end.|'
found "... names of headings are none" a.md '## See today {#see}\n\nThe {# a #} end.' 'See today|The <1/> end.|'
found "comments in HTML" a.html '<ul><li>{# todo: translate this #}See it today</li></ul>' 'See it today|'
found "... before a tag" a.html '<p>{# todo #}<b>See</b> it today</p>' '<1>See</1> it today|'
found "... over lines, with tags" a.html '<p>See it today.</p>\n{#\n<p>Not this.</p>\n#}\n<p>The end.</p>' \
    'See it today.|The end.|'
found "... in a sentence" a.html '<p>See it {#- not this -#} today.</p>' 'See it <1/> today.|'
found "... without an end" a.html '<p>See it {# today.</p>' 'See it {# today.|'

done_testing
