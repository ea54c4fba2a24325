#!/bin/sh
# templates.t - code of template engines stays byte for byte, and parts text where it parts pages.
. tests/cli/tap.sh
top=$PWD
cd "$TMP" || exit 1

texts() { # NAME: the texts that are found in a file, with a bar between two
    "$T" segments -f en "$1" | perl -MJSON::PP -CO -ne 'print decode_json($_)->{text}, "|"'
}
found() { # WHAT NAME DOCUMENT WANTED
    printf '%s\n' "$3" > "$2"
    is "$1" "$(texts "$2")" "$4"
    "$T" segments "$2" | sed 's/today/heute/' | "$T" splice "$2" - > out 2>&1
    is "... and stays" "$(cat out)" "$(sed 's/today/heute/' "$2")"
}

found "signs of HTML in an expression" a.html '<p>We have {{ a && b }} today.</p>' 'We have <1/> today.|'
found "... in a condition" a.html '<p>Yes {% if a > b and c < d %}We are open today{% endif %} or not.</p>' \
    'Yes|We are open today|or not.|'
found "... in a partial" a.html '<p>We have {{> header}} today.</p>' 'We have <1/> today.|'
found "... a tag" a.html "<p>We have {{ x | default('<b>no</b>') }} today.</p>" 'We have <1/> today.|'
found "a variable is within its sentence" a.html '<p>Hello {{ name }}, welcome today.</p>' 'Hello {{ name }}, welcome today.|'
found "Handlebars part text" a.html '<p>{{#if open}}We are open{{else}}We are closed{{/if}} today</p>' \
    'We are open|We are closed|today|'
found "loops and their ends part text" a.html '<p>The list {% for x in y %}has {{ x }}{% endfor %} today</p>' \
    'The list|has {{ x }}|today|'
found "directives of Blade part text" a.html '<p>@if ($open > 1) We are open @else We are closed @endif today</p>' \
    'We are open|We are closed|today|'
found "... addresses are none" a.html '<p>Write to me@if.com or @anna today.</p>' 'Write to me@if.com or @anna today.|'
found "expressions of Blade" a.html "<p>{!! trans('hello') !!} my friend today</p>" "{!! trans('hello') !!} my friend today|"
found "a filter's bar parts no page" a.html '<p>Hello {{ name | upper }} | Bye today</p>' 'Hello {{ name | upper }}|Bye today|'
found "... no Markdown" a.md 'Hello {{ name | upper }} | Bye today' 'Hello <1/>|Bye today|'
found "... no value" a.json '{"a":"Total: {{ price | currency }} | Bye today"}' 'Total: {{ price | currency }}|Bye today|'
found "... no value in CSV" a.csv 'Total: {{ price | currency }} today' 'Total: {{ price | currency }} today|'
found "comments are no text" a.html '<p>{# no text #}We have {{! no text }}this{{!-- {{ no }} text --}} today.</p>{# no text #}' \
    'We have <1/>this<2/> today.|'
found "... nor is a template's head" a.html '{% extends "a.html" %}
{% load i18n %}{% from "a" import b %}
We are open today' 'We are open today|'
printf 'Hello {{ name\n' > a.html
is "what does not end is text" "$(texts a.html)" 'Hello {{ name|'
perl -e 'print "{{ a " x 200000' > hostile.html
check "... and takes no time" timeout 60 "$T" segments -f en hostile.html

put() { # TEXT: what becomes of the value "%#@files@ are selected"
    printf '%s\n' '{"a":"Now %#@files@ are selected and %1$#@dirs@ too"}' > a.json
    printf '{"n":1,"text":"%s"}\n' "$1" | "$T" splice a.json - 2>&1 | grep -c gewählt
}
is "variables of Apple's rules stay" "$(put 'Nun sind %#@files@ und %1$#@dirs@ gewählt')" 1
is "... no letter may stick to them" "$(put 'Nun %#@files@filese@ und %1$#@dirs@ gewählt')" 0
is "... and none may be lost" "$(put 'Nun sind %#@files@ gewählt')" 0

if [ -n "$MODEL" ]; then
    model=$top/$MODEL
    translated() { printf '%s\n' "$1" | "$T" -m "$model" --from en --to de; }
    for tag in '{{ a | b }}' "{{ price | currency: 'EUR' }}" "{!! trans('x') !!}" '{% url | x %}'; do
        is "of a line, $tag stays" "$(translated "The rose and $tag" | grep -cF "$tag")" 1
    done
    is "... words that touch a tag of a block are translated" \
        "$(translated '{% if a > b %}The rose{% else %}The house{% endif %}' | sed 's/[A-Z][A-Za-z ]*/_/g')" \
        '{% if a > b %}_{% else %}_{% endif %}'
fi

found "in values, tags of blocks part text" a.json '{"a":"{% if x %}We are here{% else %}We are open today{% endif %}"}' \
    'We are here|We are open today|'

if [ -n "$MODEL" ]; then
    de() { "$T" -m "$top/$MODEL" -f en -t de -e "$1"; }
    stays() { # TEXT PATTERN: the translation has the pattern, and none of the English words
        is "words are translated beside: $1" "$(de "$1" | grep -v 'guide\|green\|house\| and' | grep -c "$2")" 1
    }
    stays 'Read the %1$sguide%2$s today.' '%1$s[^ ]*%2$s'
    stays 'Open the %sgreen door%s today.' '%s[^ ]* [^ ]*%s'
    stays 'Open the {a}green door{/a} today.' '{a}[^ ]* [^ ]*{/a}'
    stays '{{ body }}The house is green' '^{{ body }}[A-Za-z]* '
    stays 'Hello {{ name }}and you' '{{ name }}[a-z]'
    is "an unit that touches one stays" "$(de 'The line has {n}px.' | grep -c '{n}px')" 1
fi

done_testing
