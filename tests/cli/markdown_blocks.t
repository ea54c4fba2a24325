#!/bin/sh
# markdown_blocks.t - what some dialects of Markdown have beside it: notes of several paragraphs,
# formulas in brackets, headings of quotations.
. tests/cli/tap.sh
cd "$TMP" || exit 1

found() { # WHAT DOCUMENT WANTED: the texts, with a bar between two
    printf '%b\n' "$2" > a.md
    is "$1" "$("$T" segments -f en a.md | perl -MJSON::PP -CO -ne 'print decode_json($_)->{text}, "|"')" "$3"
    "$T" segments a.md | sed 's/today/heute/' | "$T" splice a.md - > out 2>&1
    is "... and stays" "$(cat out)" "$(sed 's/today/heute/' a.md)"
}

found "a note's second paragraph" 'See it.[^1]\n\n[^1]: A long note.\n\n    The second one today.\n\n    A third.\n\nThe end.' \
    'See it.<1/>|A long note.|The second one today.|A third.|The end.|'
found "... behind a tab" '[^1]: A long note.\n\n\tThe second one today.' 'A long note.|The second one today.|'
found "... of several lines" '[^a-b]: A long\nnote.\n\n    The second one today.' 'A long note.|The second one today.|'
found "... code stays" '[^1]: A long note today.\n\n        The code\n\n    The end.' 'A long note today.|The end.|'
found "... behind other notes" '[^1]: A note.\n[^2]: Two today.\n\n    More.\n[^3]: Three.' 'A note.|Two today.|More.|Three.|'
found "code below a paragraph stays" 'See it today.\n\n    The code\n' 'See it today.|'
found "... below a note that has ended" '[^1]: A note.\n\nSee it today.\n\n    The code\n' 'A note.|See it today.|'

found "a note in its sentence" 'It is so today.^[The *old* note [it](a.md) is here.] Then more.' \
    'It is so today.<1/> Then more.|The <1>old</1> note <2>it</2> is here.|'
found "... in a clause, with code, over lines" 'The *king*^[He `]` *was*\nold.] lived^[Here.].' \
    'The <1>king</1><2/> lived<3/>.|He <1/> <2>was</2> old.|Here.|'
found "... in a quotation, a link and a row" '> The [king^[He was\n> old.]](a.md) today.\n\n|A|B|\n|--|--|\n|It^[Today.] is|so|' \
    'The <1>king<2/></1> today.|A|B|It<1/> is|so|He was old.|Today.|'
found "... at edges" '# The king^[He was old.]\n\n^[Old today.] He lived.' 'The king|He was old.|Old today.|He lived.|'
found "... with what begins in it and ends behind" 'It^[is <kbd>so] here</kbd> today.' 'It<1/> here|today.|is|so|'
printf 'The king^[He was old.] lived^[He] too.\n' > a.md
"$T" segments a.md | sed 's/king/König/; s/was old/war] alt/' | "$T" splice a.md - > out 2> /dev/null
is "... stays where its translation would end it" "$(cat out)" 'The König^[He war\] alt.] lived^[He] too.'
found "... without an end" 'It is so today.^[The note' 'It is so today.^[The note|'

perl -e 'print "a^[b " x 50000, "\n\n", "a^[b *c* `d`] " x 50000, "\n\n", "`a^[b] " x 50000' > many.md
check "... and many of these take no time" timeout 60 "$T" segments -f en -o /dev/null many.md

found "a table with borders stays" 'See today:\n\n+----+----+\n| A  | B  |\n+====+:==:+\n| c  | d  |\n|    | e  |\n+----+----+\n\nThe end today.' \
    'See today:|The end today.|'
found "... no other lines do" 'See today:\n\n+----+\nThe end.\n\n+ One\n+ Two' 'See today:|+----+ The end.|One|Two|'

found "formulas in brackets" 'The sum \\(x + y\\) of it today.' 'The sum <1/> of it today.|'
found "... with commands" 'It is \\[\\frac{a}{b} \\text{for all}\\] today.' 'It is <1/> today.|'
found "... as Jekyll has them" 'It is \\\\(x_i\\\\) today.' 'It is <1/> today.|'
found "... in square ones" 'It is \\[ x = y \\] and \\[a^2\\] today.' 'It is <1/> and <2/> today.|'
found "... a list's element is none" 'It is \\[i\\], \\[a_b\\] or \\[ \\] here.' 'It is [i], [a_b] or [ ] here.|'
found "... in lines of their own" 'It is:\n\n\\[\nthe value\n\\]\n\nThe end today.' 'It is:|The end today.|'
found "... text is none" 'It is \\(not this\\) here.' 'It is (not this) here.|'
found "... in an address" 'See [it](https://a.de/a\\(b\\)) today.' 'See <1>it</1> today.|'
found "... in code" 'Write `\\(x\\)` today.' 'Write <1/> today.|'
found "... without an end" 'It is \\(x here.' 'It is (x here.|'
perl -e 'print "\\( x " x 100000' > hostile.md
check "... and many of these take no time" timeout 60 "$T" segments -f en hostile.md

found "attributes go with their image" 'See ![The one](a.png){width=50%} today and `x`{.y} ![](b.png){.z}.' 'See <1/> today and <2/> <3/>.|The one|'
found "a bold line begins a quotation" '> **Note**\n> This is here today.' 'Note|This is here today.|'
found "... in a list" '* See:\n\n  > **Note**\n  > This is here today.\n' 'See:|Note|This is here today.|'
found "... a sentence goes on" '> **This is**\n> here.' '<1>This is</1> here.|'
found "... within a quotation" '> This\n> **Is**\n> Here.' 'This <1>Is</1> Here.|'
found "... two bold words" '> **This** **is**\n> Here.' '<1>This</1> <2>is</2> Here.|'
found "so does the title of an alert" '> [!NOTE] The title\n> See it today.\n\n> [!tip]- A folded *one*\n> More.\n\n> [!TIP]\n> So.\n> It is.' \
    'The title|See it today.|A folded <1>one</1>|More.|So. It is.|'
found "... in no quotation" '**This**\nIs here.' '<1>This</1> Is here.|'

found "front matter in TOML" '+++\ntitle = "See it"\ndate = 2020-01-01\ndescription = "A \\"big\\" one today" # it\nslug = "a b"\n+++\n\nThe end.' \
    'See it|A "big" one today|The end.|'
found "... in single quotes" "+++\\ntitle = 'See it today'\\n+++\\n\\nThe end." 'See it today|The end.|'
found "... in its tables, too" '+++\ntitle = "It is today"\n[[extra]]\ntitle = "The house"\n+++\n\nThe end.' 'It is today|The house|The end.|'
found "... not within a string" '+++\nbody = """\ntitle = "No text"\n"""\nsummary = "It is today"\n+++\n\nThe end.' \
    'It is today|The end.|'
printf '+++\ntitle = "See it"\nsummary = '"'See it'"'\n+++\n' > a.md
"$T" segments a.md | sed "s/See it/Say \\\\\"it's\\\\\"/" | "$T" splice a.md - > out 2>&1
is "... quotes are written" "$(cat out)" "$(printf '%s\n' +++ 'title = "Say \"it'"'"'s\""' "summary = 'Say \"it’s\"'" +++)"

found "tags of a block part text" 'Here {% if x %}it is{% else %}no more{% endif %} today.' 'Here|it is|no more|today.|'
found "... behind the mark of an item" '- {% if x %}It is{% endif %}\n- {{#if x}}So{{/if}}' 'It is|So|'
found "... values do not" 'See {{ name }} and {% link a.md %} today.' 'See <1/> and <2/> today.|'
found "... a shortcode with an end in the line" 'Here {{< tip >}}it is{{< /tip >}} today.' 'Here|it is|today.|'
found "... one without" 'The {{< term "pod" >}} is here today.' 'The <1/> is here today.|'
found "... a tag of one's own with an end" '{% note %}**So** it is today.{% endnote %}' '<1>So</1> it is today.|'
found "... in a heading and in a cell" '## {% if x %}It is{% endif %}\n\n| a b | c d |\n|---|---|\n| {{< tip >}}So it is{{< /tip >}} | e f |' \
    'It is|a b|c d|So it is|e f|'
found "... in strong emphasis" '**{% if x %}It is{% endif %} today** it was.' 'It is|today|it was.|'
found "the title of a container of Quarto" '::: {.callout-note title="The title" icon=false}\nToday.\n:::' 'The title|Today.|'
printf 'A text of one line.\n{: .x}\n\n{%% if a %%}\nA text of one line.\n{%% endif %%}\n' > a.md
"$T" segments a.md | sed 's/one line/no more than the one line that it has and that goes on and on and on/' | "$T" splice a.md - > out
is "a line beside others that are no text is not broken" "$(grep -c 'A text.*and on and on.$' out)" 2
perl -e 'print "{% a %}x {{< b >}} y " x 100000, "\n\n", "{{< b\n" x 200000, "\n\n", "^[a" x 100000' > hostile.md
check "... and many of these take no time" timeout 60 "$T" segments -f en hostile.md

found "titles in tags that are a line" '{% tab title="See it" name="a b" %}\nToday.\n{% endtab %}' 'See it|Today.|'
found "... over lines" 'So:\n\n{{< img\n  src="a b.jpg"\n  alt="See it today"\n  example=true\n>}}\n\n{% include a.html\n\tcaption="It is"\n%}{ .x }' \
    'So:|See it today|It is|'
found "... a condition over lines" '{% if a\n  and title="See it" %}\nToday.\n{% endif %}' 'Today.|'
found "... no longer than its paragraph" '{{< img\n  alt="See it"\n\n>}} today.' '{{&lt; img alt="See it"|}} today.|'
found "... without a name" '{{% notice warning "Be careful here" "a b" "A b.png" %}}\nToday.\n{{% /notice %}}\n\n{% assign x = "It is" %}' 'Be careful here|Today.|'
found "... in single quotes" "{%% include a.html caption='See it today' src='a b' %%}" 'See it today|'
found "... not in a condition" '{% if title="See it" %}\nToday.\n{% endif %}' 'Today.|'
found "... in a sentence, behind it" 'Here {% link title="See it" %} today.' 'Here <1/> today.|See it|'
found "... in attributes of an image and of words" '![A rose](a.png){fig-alt="A red rose" width=50%} [here]{title="Read on"}' \
    'A rose|A red rose|[here]|Read on|'
found "... nor where a value stands in it" '{% tab title="{{ x }} is" %}\n\nToday.' 'Today.|'

done_testing
