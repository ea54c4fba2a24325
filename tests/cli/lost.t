#!/bin/sh
# lost.t - what a translation lacks of its source is said of it; numbers in words are not lost.
. tests/cli/tap.sh
need_model

# ---- Numbers in words

# Reads lines: a sentence, a tab, its number in digits, a tab, and how the target says it in words.
# The translation says it, in digits or in words, or the line is told.
says() { # MODEL < LINES
    cat > "$TMP/lines"
    cut -f1 "$TMP/lines" > "$TMP/text"
    "$T" -m "$1" -q --json "$TMP/text" > "$TMP/json"
    cut -f2,3 "$TMP/lines" | paste "$TMP/text" - "$TMP/json" > "$TMP/all"
    perl -CSD -Mutf8 -ne 'chomp; ($s, $n, $words, $o) = split /\t/, $_, 4;
        ($t) = $o =~ /"translation":"((?:[^"\\]|\\.)*)"/;
        next if $t =~ /(?<!\d)$n(?!\d)/ || $t =~ /\b$words/i;
        print $o =~ /"lost":\[/ ? "told: $s -> $t\n" : "WRONG: $s -> $t\n"' "$TMP/all" > "$TMP/wrong"
    sed 's/^/# /' "$TMP/wrong"
    check "$1: each number is said, or told" sh -c "! grep -q WRONG '$TMP/wrong'"
    check "$1: nearly all are said" test "$(grep -c . "$TMP/wrong")" -le 1
}
says en-de-tiny << 'END'
My aunt is eighty-two years old.	82	zweiundachtzig
Thirteen men stood at the gate.	13	dreizehn
They bought two hundred and forty-five chairs.	245	zweihundertfünfundvierzig
We walked for sixty seven miles.	67	siebenundsechzig
She waited nine hundred ninety-nine days.	999	neunhundertneunundneunzig
It was his twenty-first letter.	21	einundzwanzigste
A hundred and one dogs ran away.	101	(?:ein)?hunderteins?
The wall is sixteen metres high.	16	sechzehn
I have thirty-three books.	33	dreiunddreißig
He lost fifty-six pounds in the end.	56	sechsundfünfzig
END
says de-en-tiny << 'END'
Meine Oma ist zweiundachtzig Jahre alt.	82	eighty[- ]two
Dreizehn Männer standen am Tor.	13	thirteen
Sie kauften zweihundertfünfundvierzig Stühle.	245	two hundred (?:and )?forty[- ]five
Wir gingen siebenundsechzig Meilen.	67	sixty[- ]seven
Sie wartete neunhundertneunundneunzig Tage.	999	nine hundred (?:and )?ninety[- ]nine
Es war sein einundzwanzigster Brief.	21	twenty[- ]first
Hundertein Hunde liefen davon.	101	(?:a|one) hundred (?:and )?one
Die Mauer ist sechzehn Meter hoch.	16	sixteen
Ich habe dreiunddreißig Bücher.	33	thirty[- ]three
Am Ende verlor er sechsundfünfzig Pfund.	56	fifty[- ]six
END

# ---- What is told

one() { printf '%s\n' "$1" | "$T" -m en-de-tiny -q --json $2; }
lost() { sed -n 's/.*"lost":\(\[[^]]*\]\).*/\1/p'; }
no="--ban nicht --ban nie --ban niemals --ban kein --ban keine --ban keinen --ban nichts --ban ohne"
is "a negation that may not be said is told, and where it is" "$(one 'Do not open the door.' "$no" | lost)" \
    '[{"text":"not","begin":3,"end":6,"kind":"negation"}]'
is "behind a sentence, too, and behind tags" "$(one 'Ça va. <b>Please</b> do not open the door.' "$no" | lost)" \
    '[{"text":"not","begin":25,"end":28,"kind":"negation"}]'
for word in Start Stop Play Reset Menu; do
    one "Press <b>$word</b> to begin." > "$TMP/label"
    if grep -q '<b></b>' "$TMP/label"; then
        like "a tag without its words is told: $word" "$(lost < "$TMP/label")" "\"text\":\"(<b>)?$word"
    else
        like "a tag is around words: $word" "$(cat "$TMP/label")" '<b>[A-Za-z]+[^<]*</b>'
    fi
done
is "nothing is told of what is said" "$(one 'Do not open the door.' | lost)" ""
printf 'The door is open.\nDo not open the door.\n' > "$TMP/text"
run -m en-de-tiny $no --strict "$TMP/text"
is "--strict exits with status 3, and names the line" "$status $(cat "$TMP/err")" \
    "3 translate: 1 line lacks a number, a sign or a name of its source; the first is $TMP/text:2"
is "raw text is not looked at" "$(one 'Do not open the door.' "$no --raw" | lost)" ""

# Things of all kinds: whatever is told stands in the source where it is said to be.
cat > "$TMP/odd" << 'END'
Look at Map<String, List<Order>> and print("light"), please.
If [[77, 2], [3, 4]] or 11 1 * * * is wrong, call {"key": "house", "n": [1, null]}.
Ünder "SELECT a FROM items WHERE key LIKE '%box%'" we found x => x.name + 1 again.
The tyre 205/55 R17 91V and ¯\_(ツ)_/¯ or Σxᵢ ≥ 3 are in 00:44:03,839 --> 00:44:59,839.
Tap Play to begin, then press Stop to end it.
Please kill -9 $! before you echo $? >> file.log, or awk '{print $5}' it.
END
"$T" -m en-de-tiny -q --json "$TMP/odd" > "$TMP/json"
perl -MEncode -ne 'BEGIN { open S, shift; @s = <S> } ($l) = /"line":(\d+)/; $last = 0;
    next unless /"lost":(\[.*?\}\]),"source_tokens"/; $all = $1;
    while ($all =~ /\{"text":"((?:[^"\\]|\\.)*)","begin":(\d+),"end":(\d+),"kind":"(\w+)"\}/g) {
        ($t, $b, $e) = ($1, $2, $3); $t =~ s/\\(["\\\/])/$1/g; $n++;
        print "$t at $b of line $l\n" if substr($s[$l - 1], $b, $e - $b) ne $t || $b < $last;
        $last = $b;
    }
    END { print "none\n" unless $n }' "$TMP/odd" "$TMP/json" > "$TMP/wrong"
is "what is told stands there, in order" "$(cat "$TMP/wrong")" ""
for threads in 1 4; do "$T" -m en-de-tiny -q --json --threads $threads "$TMP/odd" "$TMP/text" > "$TMP/json.$threads"; done
check "threads change nothing" cmp "$TMP/json.1" "$TMP/json.4"
# ---- Long and hostile lines take no long time

for piece in '<' '"' '**a' 'x_1 ' '&a;' '((' 'A ' 'a-' '0:0,' '* ' "'1" '<a>b' 'not '; do
    perl -e 'print $ARGV[0] x (15000 / length $ARGV[0]), " ends.\n"' -- "$piece" > "$TMP/long"
    check "15 kB of \"$piece\"" sh -c "timeout 60 '$T' -m en-de-tiny -q --beam 1 '$TMP/long' > /dev/null"
done

done_testing
