#!/bin/sh
# index_terms.t - DocBook and DITA: the terms of an index, and text whose lines are one each.
. tests/cli/tap.sh
cd "$TMP" || exit 1

texts() { # NAME: the texts that are found in a file, with a bar between two
    "$T" segments -f en "$1" | perl -MJSON::PP -CO -ne 'print decode_json($_)->{text}, "|"'
}
upper() { # NAME: the file with each text in capitals, but for marks
    "$T" segments -f en "$1" | perl -MJSON::PP -ne '$d = decode_json($_);
        $d->{text} =~ s/(<[^>]*>|&\w+;)|([a-z]+)/$1 || uc $2/ge; print encode_json($d), "\n"' |
        "$T" splice "$1" -
}
both() { # NAME DOCUMENT TEXTS SED: its texts, and what sed makes of it as their translations
    printf '%s\n' "<article>$2</article>" > a.docbook
    is "$1" "$(texts a.docbook)" "$3"
    is "... and nothing else changes" "$(upper a.docbook)" "$(sed "$4" a.docbook)"
}

both "terms of an index are a mark in the sentence, and texts of their own" \
    '<para>A text<indexterm><primary>old trees</primary><see>big &amp; old</see></indexterm> here.</para>' \
    'A text<1/> here.|old trees|big &amp; old|' \
    's/A text/A TEXT/; s/here/HERE/; s/old trees/OLD TREES/; s/big /BIG /; s/ old/ OLD/'
both "... at its beginning, beside it, and one within another" \
    '<p><indexterm>birds<indexterm>wild</indexterm></indexterm>All sing.</p><indexterm>alone</indexterm>' \
    'birds|wild|All sing.|alone|' 's/birds/BIRDS/; s/wild/WILD/; s/All sing/ALL SING/; s/alone/ALONE/'
both "... those that are names to programs or say so stay" \
    '<para>One <indexterm translate="no"><primary>no text</primary></indexterm>, <indexterm><primary>read_file</primary></indexterm>two <indexterm class="endofrange"/>here.</para>' \
    'One <1/>, <2/>two <3/>here.|' 's/One/ONE/; s/two/TWO/; s/here\./HERE./'
both "... and so do those that are code" \
    '<p>One<indexterm><xmlelement>link</xmlelement></indexterm><indexterm>parts<indexterm><xmlatt>name</xmlatt></indexterm></indexterm>.</p><indexterm><codeph>default</codeph></indexterm><indexterm><primary><filename>build</filename></primary></indexterm>' \
    'One<1/><2/>.|parts|' 's/One/ONE/; s/parts/PARTS/'
both "lines of an address are one each, and breaks and blanks stay" '<address>The house
  of <city>our town</city>

	here</address><p>One
text</p>' 'The house|of <1>our town</1>|here|One text|' \
    's/The house/THE HOUSE/; s/of /OF /; s/our town/OUR TOWN/; s/here/HERE/; /One/{N; s/.*/<\/address><p>ONE TEXT<\/p><\/article>/; s/^/	HERE/}'
both "... and those of layouts, with marks" '<lines>one <b>red</b>
 rose</lines><literallayout>two
roses</literallayout>' 'one <1>red</1>|rose|two|roses|' 's/one/ONE/; s/red/RED/; s/rose/ROSE/; s/ROSEs/ROSES/; s/two/TWO/'
both "... but for those of code" '<literallayout class="monospaced">some code
is here</literallayout><programlisting>more
code</programlisting><screen>a <b>big</b> one</screen><p>One</p>' 'One|' 's/One/ONE/'

done_testing
