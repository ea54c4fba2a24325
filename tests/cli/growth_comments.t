#!/bin/sh
# growth_comments.t - --into: catalogues with comments and commas behind last values, and what stands
# around entries that are added or taken away.
. tests/cli/tap.sh
need_model

case $MODEL in /*) ;; *) MODEL=$PWD/$MODEL ;; esac
cd "$TMP" || exit 1
rose=$("$T" -m "$MODEL" -e 'The rose is red.')
door=$("$T" -m "$MODEL" -e 'Open the door')
night=$("$T" -m "$MODEL" -e 'Good night')
close=$("$T" -m "$MODEL" -e 'Close it')
grow() { run -m "$MODEL" -q --into "$@"; }
changes() { diff "$1" "$2" | grep '^[<>]' | sed 's/^<[[:space:]]*/-/; s/^>[[:space:]]*/+/'; }

# Grows $3 by $4 with options $5...; $2 is what it is then, and a second run changes nothing.
grown() { # WHAT WANTED FILE SOURCE OPTIONS...
    what=$1 wanted=$2 file=$3 source=$4
    shift 4
    grow "$file" "$@" "$source"
    is "$what" "$status $(cat "$file")" "4 $wanted"
    cp "$file" before
    grow "$file" "$@" "$source"
    is "... and that is all" "$status $(cmp "$file" before 2>&1)" '0 '
}

# ---- JSON with comments

cat > en.jsonc << 'END2'
// English
{
  // Title of the window
  "title": "My garden", // short
  "menu": {
    "open": "Open the door", // note
    /* block */
    "close": "Close it",
  },

  // the rose
  "rose": "The rose is red.",
  "deep": { "x": { "y": "Good night", /* in */ }, },
  "bye": "Good night", // end
  /* nothing more */
}
END2
cat > de.jsonc << 'END2'
// Deutsch, geprüft
{
	"title": "Mein Garten", // kurz
	// Menü
	"menu": {
		"old": "Alt", // alt
		"close": "Zu" // zu
		// Ende
	},
	"last": "Letztes" // letztes
}
// Schluss
END2
cp de.jsonc de.json
grown "JSON with comments" "// Deutsch, geprüft
{
	\"title\": \"Mein Garten\", // kurz
	// Menü
	\"menu\": {
		\"open\": \"$door\",
		\"old\": \"Alt\", // alt
		\"close\": \"Zu\" // zu
		// Ende
	},
	// the rose
	\"rose\": \"$rose\",
	\"deep\": { \"x\": { \"y\": \"$night\", /* in */ }, },
	\"bye\": \"$night\",
	\"last\": \"Letztes\" // letztes
}
// Schluss" de.jsonc en.jsonc
cp de.jsonc before
grow de.jsonc --prune en.jsonc
is "... what is gone goes with its comment" "$status $(changes before de.jsonc)" "4 -\"old\": \"Alt\", // alt
-\"bye\": \"$night\",
-\"last\": \"Letztes\" // letztes
+\"bye\": \"$night\""
sed 's/Close it/Close/' en.jsonc > old.jsonc
cp de.jsonc before
grow de.jsonc --since old.jsonc en.jsonc
is "... what has changed keeps it" "$status $(changes before de.jsonc)" "4 -\"close\": \"Zu\" // zu
+\"close\": \"$close\" // zu"
cp en.jsonc en.json
grow de.json --prune en.json
is "a name that ends in .json says the same" "$status $(cmp de.json before 2>&1)" '4 '
printf '{\r\n    "title": "Mein Garten",\r\n    "menu": {"close": "Zu"}\r\n}' > plain.json
grow plain.json en.json
is "JSON without comments gets none, nor commas behind last values" "$status $(tr -d '\r' < plain.json)" "4 {
    \"title\": \"Mein Garten\",
    \"menu\": {\"open\": \"$door\",\"close\": \"Zu\"},
    \"rose\": \"$rose\",
    \"deep\": { \"x\": { \"y\": \"$night\" } },
    \"bye\": \"$night\"
}"
printf '{"a": "Open the door", "b": {"c": "Good night"}, "d": "Close it"}' > source.json
printf '{\n  "b": {}, // x\n  /* a */ "d": "Zu", // zu\n}\n' > t.json
grown "a comment behind a comma stays on its line" "{
  \"a\": \"$door\",
  \"b\": {
    \"c\": \"$night\"
  }, // x
  /* a */ \"d\": \"Zu\", // zu
}" t.json source.json
printf '{ // nothing yet\n}\n' > t.json
grown "a comment in an empty object" "{ // nothing yet
  \"a\": \"$door\",
  \"b\": {\"c\": \"$night\"},
  \"d\": \"$close\"
}" t.json source.json
printf '{"a": "A" // x\n}\n' > t.json
grown "a comment behind the last value" "{\"a\": \"A\", // x
\"b\": {\"c\": \"$night\"},\"d\": \"$close\"
}" t.json source.json
printf '{"a": "A", /* x */ "d": "D"}\n' > t.json
grown "a comment that its line goes on behind" "{\"a\": \"A\", \"b\": {\"c\": \"$night\"}, /* x */ \"d\": \"D\"}" \
    t.json source.json
printf '{"old": "A", // x\n "old2": "B", // y\n}\n' > t.json
grown "the last comment that goes takes the comma behind the last value along" "{\"a\": \"$door\",
 \"b\": {\"c\": \"$night\"},
 \"d\": \"$close\"
}" t.json source.json --prune
printf "{a: 'A', b: 'it\\\\'s', }" > t.json5
printf "{a: 'A', b: 'B', /* c */ c: 'The rose is red.', n_one: 'a day', n_other: 'The rose is red.'}" > source.json5
grown "JSON5" "{a: 'A', b: 'it\\'s', c: '$rose', n_one: 'ein Tag', n_other: '$rose', }" t.json5 source.json5
run -f en -t pl --into t.json5 --dry-run source.json5
is "... whose plurals have forms" "$status $(tr '\t\n' ' |' < "$TMP/out")" '4 added n_few|added n_many|'
printf '{"a": "A", "b": "B",}' > t.json
grow t.json source.json
like "a comma behind the last value of JSON without comments is none" "$status $(cat "$TMP/err")" \
    '^1 translate: t.json: .*a key is missing'
printf '{"a": "A" /* b' > t.json
grow t.json source.json
like "a comment without an end is refused" "$status $(cat "$TMP/err")" '^1 translate: t.json: .*a comment does not end'
printf '{\n  // The door\n  "a": "Open the door",\n}\n' > doc.json
run -m "$MODEL" doc.json
is "a document with comments is translated" "$status $(cat "$TMP/out")" "0 {
  // The door
  \"a\": \"$door\",
}"

# ---- PHP

cat > en.php << 'END2'
<?php
return [
  // a
  'a' => 'Open the door',
  'b' => ['c' => 'Good night'], # b
  'd' => 'Close it', /* x */ 'e' => 'The rose is red.',
];
END2
printf "<?php\nreturn [\n  'a' => 'A', // a\n  'x' => 'X', // x\n  'y' => 'Y', // y\n  'd' => 'Zu' // zu\n];\n" > de.php
grown "PHP: comments of two entries that are gone, and behind the last value" "<?php
return [
  'a' => 'A', // a
  'b' => ['c' => '$night'],
  'd' => 'Zu', // zu
  /* x */ 'e' => '$rose'
];" de.php en.php --prune
printf "<?php\nreturn ['a' => 'A', /* x */ 'e' => 'E'];\n" > de.php
grown "... within a line" "<?php
return ['a' => 'A', 'b' => ['c' => '$night'], 'd' => '$close', /* x */ 'e' => 'E'];" de.php en.php
printf "<?php\nreturn [\n 'x' => 'A', // 1\n 'y' => 'E', // 2\n];\n" > de.php
grown "... in the place of all" "<?php
return [
 // a
 'a' => '$door',
 'b' => ['c' => '$night'],
 'd' => '$close',
 'e' => '$rose',
];" de.php en.php --prune

done_testing
