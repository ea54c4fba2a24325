#!/bin/sh
# written_tags.t - tags that a text speaks of, and code between tags, are marks in its sentence.
. tests/cli/tap.sh
cd "$TMP" || exit 1

found() { # WHAT NAME DOCUMENT WANTED: the texts that are found, with a bar between two
    printf '%s\n' "$3" > "$2"
    is "$1" "$("$T" segments -f en "$2" | perl -MJSON::PP -CO -ne 'print decode_json($_)->{text}, "|"')" "$4"
}

found "a tag that is spoken of" a.html '<p>The &lt;ref&gt; and &lt;div class="a"&gt; tags, &lt;/b&gt; and &lt;br/&gt;, are here.</p>' \
    'The <1/> and <2/> tags, <3/> and <4/>, are here.|'
found "... in XML" a.xml '<r><p>The &lt;ref&gt; tag is here.</p></r>' 'The <1/> tag is here.|'
found "... in XHTML" a.xhtml '<?xml version="1.0"?><html><body><p>The &lt;div&gt; tag is here.</p></body></html>' 'The <1/> tag is here.|'
found "... in JSON" a.json '{"text": "The &lt;ref&gt; tag is here."}' 'The <1/> tag is here.|'
found "signs and addresses are none" a.html '<p>If a &lt; b, 1 &lt;2&gt; or &lt;me@example.org&gt;, see &lt;the name&gt; now.</p>' \
    'If a &lt; b, 1 &lt;2> or &lt;me@example.org>, see &lt;the name> now.|'
found "... nor is markup that was escaped" a.xml '<r><d>The &lt;b&gt;red&lt;/b&gt; rose.&lt;br&gt;It rains.</d></r>' \
    'The &lt;b>red&lt;/b> rose.&lt;br>It rains.|'
found "code stays in strings" a.json '{"text": "Set <code>true</code>, press <kbd>Shift</kbd> or call <TT class=\"a\">open file</TT>."}' \
    'Set <1/>, press <2/> or call <3/>.|'
found "... of YAML" a.yml 'text: The <samp>all done</samp> and <var>some name</var> are here.' 'The <1/> and <2/> are here.|'
found "... of properties" a.properties 'text=The <code>&lt;ref&gt;</code> tag is here.' 'The <1/> tag is here.|'
found "... of messages" a.json "{\"text\": \"It''s <code>true here</code>, {name}.\"}" "It''s <1/>, {name}.|"
found "... and without an end it is a mark as others" a.json '{"text": "See <code>it today.", "title": "More"}' 'See|it today.|More|'
perl -e 'print "{\"text\": \"", "<code>a " x 50000, "&lt;a " x 50000, "&lt;a&gt; " x 50000, "\"}"' > hostile.json
check "many take no time" timeout 60 "$T" segments -f en hostile.json
perl -e 'print "<r><d>", "&lt;a " x 100000, "&lt;a&gt; " x 100000, "</d></r>"' > hostile.xml
check "... nor do those of XML" timeout 60 "$T" segments -f en hostile.xml

done_testing
