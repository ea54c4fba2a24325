#!/bin/sh
# dash_tables.t - tables of Pandoc whose columns are where dashes are, and what stands beside them.
. tests/cli/tap.sh
cd "$TMP" || exit 1

texts() { # the texts that are found in a.md, with a bar between two
    "$T" segments -f en -t de a.md | perl -MJSON::PP -CO -ne '$s = decode_json($_); print "$s->{where}: $s->{text}|"'
}
found() { # WHAT WANTED: of a.md, which keeps its bytes
    is "$1" "$(texts)" "$2"
    "$T" segments -f en -t de a.md | "$T" splice -t de a.md - > out
    check "... whose bytes stay" cmp a.md out
}
becomes() { # WHAT FROM TO: a.md with another text is as the standard input
    "$T" segments -f en -t de a.md | A=$2 B=$3 perl -pe 's/"text":"\Q$ENV{A}\E"/"text":"$ENV{B}"/' | "$T" splice -t de a.md - > out
    cat > wanted
    check "$1" diff out wanted
}

cat > a.md << 'END'
Text before.

  Right     Left     Center     Default
-------     ------ ----------   -------
     12     red        house        12
    123     a|b         12          the *tree*

Text behind.
END
found "a simple table" \
    'p: Text before.|th: Right|th: Left|th: Center|th: Default|td: red|td: house|td: a|b|td: the <1>tree</1>|p: Text behind.|'
becomes "... what fits stays in its column" red rot << 'END'
Text before.

  Right     Left     Center     Default
-------     ------ ----------   -------
     12     rot      house      12
    123     a|b        12       the *tree*

Text behind.
END
becomes "... what does not makes it wider" house 'ein sehr großes Haus' << 'END'
Text before.

  Right     Left          Center          Default
-------     ------ --------------------   -------
     12     red    ein sehr großes Haus   12
    123     a|b             12            the *tree*

Text behind.
END
becomes "... a head keeps how its column is aligned" Right 'Ganz rechts' << 'END'
Text before.

 Ganz rechts     Left     Center     Default
------------     ------ ----------   -------
          12     red      house      12
         123     a|b        12       the *tree*

Text behind.
END
printf -- '---- -----\nthe  door\na    house\n---- -----\n' > a.md
found "one without a head" 'td: the|td: door|td: a|td: house|'
printf '%s\n' '---- ------------' 'the  große Türen' 'a    house' '---- ------------' > wanted
"$T" segments -f en -t de a.md | sed 's/"door"/"große Türen"/' | "$T" splice -t de a.md - > out
check "... whose first row keeps how a column is aligned" diff out wanted
cat > a.md << 'END'
---------------------------------
 Name     What it
 here     is
--------- -----------------------
 First    Some text that goes on
          in another line.

 Second   More text.
---------------------------------

Table: The caption
of it.
END
found "a table of several lines" \
    'th: Name here|th: What it is|td: First|td: Some text that goes on in another line.|td: Second|td: More text.|p: The caption of it.|'
becomes "... which are broken again" 'More text.' 'Noch viel mehr Text als dort vorher stand.' << 'END'
---------------------------------
  Name    What it is
  here
--------- -----------------------
  First   Some text that goes on
          in another line.

 Second   Noch viel mehr Text als
          dort vorher stand.
---------------------------------

Table: The caption
of it.
END
becomes "... and get room for their words" 'First' 'Donaudampfschiff' << 'END'
----------------------------------------
   Name here     What it is
---------------- -----------------------
Donaudampfschiff Some text that goes on
                 in another line.

     Second      More text.
----------------------------------------

Table: The caption
of it.
END
cat > a.md << 'END'
- An item

  Name   Text
  ------ -----
  the    house

```
Name   Text
------ -----
the    house
```

Some words
- - -
and more

Name   Text
------ -----
the very long house
END
found "... in a list, but not in code, nor where text crosses columns" \
    'p: An item|th: Name|th: Text|td: the|td: house|p: Some words|p: and more|p: Name Text|p: the very long house|'
cat > a.md << 'END'
| Some words
|    and others
  that go on
|
| end.

Table: it is here.

Term
  ~ One *definition*
  ~ Another

Word

:   First part.

    Second part.
END
found "lines after bars, definitions" \
    'p: Some words|p: and others that go on|p: end.|p: Table: it is here.|p: Term|p: One <1>definition</1>|p: Another|p: Word|p: First part.|p: Second part.|'

cat > a.md << 'END'
% The title of it
% Jane Doe
% May 2024

(@good) My *first* example.
(@) Another one
    that goes on.

#. One thing
#. Two things

Some 100
% are not.
END
found "the title, examples and items" \
    'p: The title of it|p: My <1>first</1> example.|p: Another one that goes on.|p: One thing|p: Two things|p: Some 100 % are not.|'

perl -e 'print "-- --\n\n" x 50000, "---\na\n\n" x 50000, "-- --\na  b\n\n" x 50000' > a.md
check "dashes that begin no table take no time" timeout 60 "$T" segments -f en -t de a.md

done_testing
