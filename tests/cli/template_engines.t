#!/bin/sh
# template_engines.t - tags of FreeMarker, Smarty, Svelte and mailers, and conditions of Outlook, part
# text and stay.
. tests/cli/tap.sh
cd "$TMP" || exit 1

found() { # WHAT DOCUMENT WANTED [NAME]: the texts, with a bar between two
    name=${4-a.html}
    printf '%s' "$2" > "$name"
    is "$1" "$("$T" segments -f en "$name" | perl -MJSON::PP -CO -ne 'print decode_json($_)->{text}, "|"')" "$3"
    "$T" segments "$name" | sed 's/today/heute/' | "$T" splice "$name" - > out 2>&1
    is "... and stays" "$(cat out)" "$(sed 's/today/heute/' "$name")"
}

found "conditions of mailers" '<p>*|IF:VIP|*It is today*|ELSE:|*Hello friend*|END:IF|*</p>' 'It is today|Hello friend|'
found "... around a name" '<p>Dear *|IFNOT:X|**|FNAME|**|ELSEIF:Y|*friend*|END:IF|*</p>' 'Dear|*|FNAME|*|friend|'
found "... in a value" '{"a": "*|IF:VIP|*good friend today*|ELSE:|*no friend*|END:IF|*"}' 'good friend today|no friend|' a.json
found "conditions of FreeMarker" '<#if x gt 3>It is today<#elseif y = ">">Not so<#else>Nobody is here</#if>' \
    'It is today|Not so|Nobody is here|'
found "... its macros are marks" '<p>See <@s.message "a.b"/> today.</p>' 'See <1/> today.|'
found "a sign and a number are text" '<p>It is <#1 of it.</p>' 'It is &lt;#1 of it.|'
found "conditions of Smarty" '<p>{if $x > 3}It is today{elseif $y}Not so{else}Bad text{/if} {foreach $a as $b}Each one{/foreach}</p>' \
    'It is today|Not so|Bad text|Each one|'
found "... a name in braces is none" '<p>The {section} of {else is} {if} today</p>' 'The {section} of {else is} {if} today|'
found "... its values are marks" '<p>It is {$a|default:"not known"} today</p>' 'It is <1/> today|'
found "conditions of Svelte" '{#if x}It is today{:else}Bad text{/if}{#each a as b}One of it{/each}' \
    'It is today|Bad text|One of it|'
found "what Outlook sees" '<!--[if mso]><center>See it today</center><![endif]--><a href="x">Open it</a>' 'See it today|Open it|'
found "... and what all others see" '<!--[if !mso]><!--><b>It is today</b><!--<![endif]-->' 'It is today|'
found "a comment is none" '<p>One</p><!-- [if mso]>So it is<![endif] --><p>It is today</p>' 'One|It is today|'
found "... nor is a condition without an end" '<p>It is today</p><!--[if mso]>So it is --><p>Two</p>' 'It is today|Two|'
perl -e 'print "<!--[if x]>" x 100000, "<#a" x 100000, "{if \$a" x 100000, "*|IF" x 100000' > hostile.html
check "what does not end takes no time" timeout 60 "$T" segments -f en hostile.html

done_testing
