#!/bin/sh
# yaml_blocks.t - YAML's values of several lines: blocks are read line by line or folded, and written as wide as
# they were.
. tests/cli/tap.sh
need_model
cd "$TMP" || exit 1

texts() { # NAME: the texts that are found in a file, with a bar between two
    "$T" segments -f en "$1" | perl -CO -MJSON::PP -ne 'print decode_json($_)->{text}, "|"'
}
found() { # WHAT DOCUMENT WANTED
    printf '%b' "$2" > a.yml
    is "$1" "$(texts a.yml)" "$3"
}

found "each line of a literal block is a segment" 'a: |\n  First line.\n\n  Second line.\nb: x1\n' 'First line.|Second line.|'
found "a folded paragraph is one" 'a: >-\n  A long text\n  that goes on.\n\n  Another one.\n' 'A long text that goes on.|Another one.|'
found "... but for lines that are indented more" 'a: >\n  The list is here:\n    the first thing\n    the other thing\n' \
    'The list is here:|the first thing|the other thing|'
found "lines that were broken to fit a width are one" \
    'a: |\n  Press the red button at the front, and wait until the light\n  is on before you go.\n  Then go.\n' \
    'Press the red button at the front, and wait until the light is on before you go.|Then go.|'
found "a plain value over lines is one" 'a: This goes on\n  in the next line.\nb: Go home now.\n' \
    'This goes on in the next line.|Go home now.|'
found "quoted ones, too" "a: \"A text \\\\\\\\ with\n  marks\"\nb: 'It''s a single\n  text'\n" 'A text \ with marks|It'"'"'s a single text|'
found "an anchor is none of the value" 'a: &x Good morning, friend\nb: &y |\n  A good day to you.\nc: *x\n' \
    'Good morning, friend|A good day to you.|'
found "blocks in lists" '- |\n  Press the red button.\n- >+\n  Then wait\n  a minute.\n\n' 'Press the red button.|Then wait a minute.|'
found "code between fences stays" 'a: |\n  Install it first:\n  ```sh\n  make install it\n  ```\n  Then run it.\n' \
    'Install it first:|Then run it.|'
fenced='Call it so.\n\n  %s\n  {\n    "a": 1,\n    "the text": "it stays"\n  }\n  %s\n\n  Then wait for it.\n'
for fence in '```json ```' '~~~ ~~~' '```{code} ```' '   ```js   ```' '````json ````'; do
    set -- $fence
    found "... which does not make the text a program: $1" "b: x1\na: |\n  $(printf "$fenced" "$1" "$2")\n" 'Call it so.|Then wait for it.|'
    found "... in a folded one: $1" "a: >\n  $(printf "$fenced" "$1" "$2")\n" 'Call it so.|Then wait for it.|'
done
found "a program with fences in it is one" 'a: |\n  set -e\n  ```\n  x\n  ```\n  npm ci && npm test\n' ''
found "programs and settings stay" \
    'a: Go home now\nb: |\n  set -e\n  npm ci && npm test\nc: |\n  server {\n    listen 80;\n  }\nd: |\n  color.good=purple\n  text=true\nrun: |\n  echo hello to all of you\n' \
    'Go home now|'
found "a comment behind the mark is none of the block" 'a: | # a note for you\n  Press the red button.\n' 'Press the red button.|'

# ---- Out

cat > b.yml <<'END'
short: Good morning.
block: |
  Good morning.

  I love you.
folded: >-
  Press the red button, and wait until the light is on, then
  go.
quoted: "Press the red button, and wait until it is on, then
  go."
END
printf '%s\n' Hallo. Eins. Zwei. 'Ein Text, der: lang "ist" und noch viel weiter geht als die Zeile breit war.' \
    'Ein "Zitat" \ hier, das so lang ist, dass es in eine zweite Zeile gebrochen wird.' > new
"$T" segments -f en b.yml | perl -MJSON::PP -e 'open N, "new"; while (<STDIN>) { $o = decode_json $_; chomp($o->{text} = <N>); print encode_json($o), "\n" }' > s.jsonl
"$T" splice b.yml s.jsonl > out.yml
is "what is written is broken as wide, and escaped" "$(cat out.yml)" 'short: Hallo.
block: |
  Eins.

  Zwei.
folded: >-
  Ein Text, der: lang "ist" und noch viel weiter geht als
  die Zeile breit war.
quoted: "Ein \"Zitat\" \\ hier, das so lang ist, dass es in
  eine zweite Zeile gebrochen wird."'
sed 's/$/\r/' b.yml > c.yml
sed 's/$/\r/' out.yml > c.wanted
"$T" splice c.yml s.jsonl > c.out
check "line ends stay" cmp c.wanted c.out
"$T" segments b.yml | "$T" splice b.yml - > same.yml
check "what is not changed is the same" cmp b.yml same.yml
perl -e 'print "a: |\n"; print "  word  word\n" x 20000; print "b: \"", " " x 200000, "x\"\n", "c: >\n", "  some words here\n" x 20000' > hostile.yml
check "long blocks take no time" timeout 60 "$T" segments -f en hostile.yml

done_testing
