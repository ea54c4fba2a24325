#!/bin/sh
# formality.t - how translations address their reader: --formality, and one way in a document.
. tests/cli/tap.sh
need_model

to_german() { "$T" -q -m en-de "$@"; } # OPTIONS..
cat > "$TMP/you" << 'E'
Can you carry this box?
You have won a bicycle.
Where did you buy your shoes?
I will send you the photos tonight.
Please lock your room before you go out.
Your parcel has arrived.
Thank you for your help yesterday.
Are you ready?
E
cat > "$TMP/others" << 'E'
They have a small garden.
She is waiting for her brother.
Their teacher is ill.
He gave them their tickets.
We saw her yesterday.
The children are playing.
E
formal='\b(Sie|Ihnen|Ihre?[mnrs]?)\b'
informal='\b([Dd]u|[Dd]ich|[Dd]ir|[Dd]eine?[mnrs]?|[Ee]uch|[Ee]ue?re?[mnrs]?)\b'
count() { grep -cP "$1" "$2"; } # WORDS FILE: lines that have some
to_german --formality formal "$TMP/you" > "$TMP/formal"
is "all are formal, and nothing else" "$(count "$formal" "$TMP/formal") $(count "$informal" "$TMP/formal")" "8 0"
to_german --formality informal "$TMP/you" > "$TMP/informal"
is "all are informal, and nothing else" "$(count "$informal" "$TMP/informal") $(count "$formal" "$TMP/informal")" "8 0"
to_german "$TMP/others" > "$TMP/plain"
for way in formal informal; do
    is "$way: others than the reader stay" "$(to_german --formality $way "$TMP/others")" "$(cat "$TMP/plain")"
done
is "one thread and four say the same" "$(to_german --formality informal -j 1 "$TMP/you")" \
    "$(to_german --formality informal -j 4 "$TMP/you")"

# ---- Documents: the way that most sentences have

sed 's/.*/<p>&<\/p>/' "$TMP/you" > "$TMP/page.html"
for way in formal informal default; do
    to_german --formality $way -o - "$TMP/page.html" > "$TMP/page.$way"
done
is "a page is formal" "$(count "$formal" "$TMP/page.formal") $(count "$informal" "$TMP/page.formal")" "8 0"
is "a page is informal" "$(count "$informal" "$TMP/page.informal") $(count "$formal" "$TMP/page.informal")" "8 0"
one_way() { ! grep -qP "$formal" "$TMP/page.default" || ! grep -qP "$informal" "$TMP/page.default"; }
check "by itself it has one way" one_way

# ---- What cannot be

run -m de-en --formality formal < /dev/null
says "a language with one way" 1 'nothing is known of formal and informal ways'
run -m en-de --formality polite < /dev/null
says "another word" 2 '--formality: '
run -m en-de --formality formal --raw < /dev/null
says "not with --raw" 2 '--raw'
done_testing
