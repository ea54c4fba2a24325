#!/bin/sh
# serve_page.t - the page of translate serve, and what it asks for.
. tests/cli/tap.sh
need_model
. tests/cli/serve.sh
need_server

serve -q
ask "$U/"
is "the page" "$code $(head -n 1 "$TMP/out") $(tail -n 1 "$TMP/out")" "200 <!DOCTYPE html> </html>"
nonce=$(sed -n "s/^Content-Security-Policy: default-src 'none'; script-src 'nonce-\([0-9a-f]*\)'.*/\1/p" "$TMP/head")
is "only its own script runs, and only its own style holds" \
    "$(grep -c "<script nonce=\"$nonce\">\|<style nonce=\"$nonce\">" "$TMP/out") $(grep -c '<script\|<style' "$TMP/out") ${#nonce}" "2 2 32"
check "no byte comes from elsewhere" sh -c '! grep "https\?:\|src=\|@import\|[^ ]url(\|href=\"[^d]" "$1"' - "$TMP/out"
check "and no element has a script or style of its own" sh -c '! grep -i " on[a-z]*=\"\| style=\"" "$1"' - "$TMP/out"
ask "$U/"
check "the next has another number" sh -c '! grep -q "$1" "$2"' - "$nonce" "$TMP/head"
ask -I "$U/"
is "its head alone" "$code" 200
ask -d x=y "$U/"
is "nothing is sent to it" "$code" 405

# ---- What it asks for

page() { ask -H 'Content-Type: application/json' -d "$1" "$U/translate/alignment"; }
said=$(printf 'The house is old.\n' | "$T" -f en -t de)
page '{"q":["The house is old."],"source":"en","target":"de"}'
like "a text with its alignment" "$code $(cat "$TMP/out")" \
    "^200 \{\"translations\":\[\{\"text\":\"$said\",\"source\":\"en\",\"confidence\":1,\"alternatives\":\[\],\"alignment\":\[\[0,3,0,3\],"
page '{"q":["The house is old."],"source":"en","target":"de","alternatives":99}'
is "as many alternatives as the server allows" \
    "$(sed 's/.*"alternatives":\[\([^]]*\)\].*/\1/; s/","/\n/g' "$TMP/out" | grep -c .)" 3
page '{"q":["The house is old.\nThe cat is here."],"target":"de"}'
# Both lines have links, and those of the second count on from the first.
perl -0777 -ne '
    my ($text) = /"text":"([^"]*)"/; $text =~ s/\\n/\n/; utf8::decode($text);
    my @links = map { [split /,/] } /\[(\d+,\d+,\d+,\d+)\]/g;
    my $source = "The house is old.\nThe cat is here.";
    for (@links) {
        my ($from, $to) = (substr($source, $_->[0], $_->[1] - $_->[0]), substr($text, $_->[2], $_->[3] - $_->[2]));
        s/^\s+// for $from, $to;
        $seen{"$from=$to"} = 1;
    }
    print join " ", grep { $seen{$_} } "house=Haus", "old=alt", "cat=Katze", "here=hier"' "$TMP/out" > "$TMP/words"
is "places of words are counted through all lines" "$(cat "$TMP/words")" "house=Haus old=alt cat=Katze here=hier"
page '{"q":["A 😀 house."],"source":"en","target":"de"}'
check "a place is within its text, in characters" perl -0777 -ne '
    my ($text) = /"text":"([^"]*)"/; utf8::decode($text);
    my @links = map { [split /,/] } /\[(\d+,\d+,\d+,\d+)\]/g;
    exit !(@links && !grep { $_->[1] > length "A x house." or $_->[3] > length $text } @links)' "$TMP/out"
page '{"q":[""," "],"source":"en","target":"de"}'
is "nothing has no links" "$code $(grep -o '"alignment":\[\]' "$TMP/out" | wc -l | tr -d ' ')" "200 2"
page '{"q":["x"],"source":"en","target":"en"}'
like "nor has what stays" "$(cat "$TMP/out")" '"text":"x".*"alignment":\[\]'
for bad in '{"target":"de"}' '{"q":[1],"target":"de"}' '{"q":["x"]}' '{"q":["x"],"source":"en","target":"zz"}'; do
    page "$bad"
    like "refused: $bad" "$code $(cat "$TMP/out")" '^400 \{"error":"[^"]'
done
stop_server

done_testing
