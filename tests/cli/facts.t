#!/bin/sh
# facts.t - amounts, codes and what is typed come out right, in both directions.
. tests/cli/tap.sh
need_model

# Reads lines: a sentence, a tab, what its translation must have, and, behind another tab, what it
# may not have.
keeps() { # MODEL < LINES
    cat > "$TMP/lines"
    cut -f1 "$TMP/lines" > "$TMP/text"
    "$T" -m "$1" "$TMP/text" > "$TMP/out"
    paste "$TMP/lines" "$TMP/out" > "$TMP/all"
    while IFS= read -r line; do
        check "$1: $(printf '%s' "$line" | cut -f1)" \
            perl -e '($s, $must, @rest) = split /\t/, $ARGV[0], -1; $to = pop @rest;
                for (split /\|/, $must) { exit 1 if index($to, $_) < 0 }
                for (map { split /\|/ } @rest) { exit 1 if index($to, $_) >= 0 }' "$line"
    done < "$TMP/all"
    "$T" -m "$1" -j 3 --batch-tokens 1 "$TMP/text" | cmp -s - "$TMP/out"
    is "$1: whatever is translated beside them" $? 0
}
keeps en-de-tiny << 'END'
Open notes.txt now.	notes.txt
See unknown.html for help.	unknown.html
The output is in nohup.out today.	nohup.out
  -v           be verbose	-v 
Use --verbose to see more.	--verbose
Press Ctrl+C or Alt-F4.	Ctrl+C|Alt-F4
Set PATH=$HOME/bin:$PATH	PATH=$HOME/bin:$PATH
The server is at 192.168.100.1 now.	192.168.100.1
About 1e10 stars exist.	1e10
My IBAN is DE89 3704 0044 0532 0130 00.	DE89 3704 0044 0532 0130 00.
About 10^6 people live here.	10^6
The speed is 3*10^8 m/s.	3*10^8
Stop if a == b here.	 == 
Run npm install && npm test.	 && 
>>> Hello there	>>> 	>>>>
*** One thing ***	*** | ***	****
The area is 10² metres.	10²	102
There are 10⁶ cells.	10⁶	106
Add 1½ cups of sugar.	1½	11
The house has 120 m² of space.	120 m²
CO₂ is a gas.	CO₂
Windows™ is a product.	Windows™
The house¹ is old.	Haus
We met on 03/04/2021 at 12:30.	03/04/2021
The meeting is on 03/04/2024.	03/04/2024
Paid on 12/25/2023.	25.12.2023
The house was sold on 25/12/1990.	25.12.1990
It costs €8 or £9.	8 €|9 £	9 €
END

[ ! -r models/de-en-tiny/de-en-tiny.gguf ] || keeps de-en-tiny << 'END'
Die IP ist 10.0.0.1.	10.0.0.1.
Der Server hat die Adresse 192.168.100.1.	192.168.100.1
Meine IBAN ist DE89 3704 0044 0532 0130 00.	DE89 3704 0044 0532 0130 00
Öffnen Sie jetzt notes.txt.	notes.txt
Siehe unbekannt.html für Hilfe.	unbekannt.html
Die Fläche beträgt 2,5² Meter.	2.5²
Nehmen Sie 1½ Tassen Zucker.	1½	11
Das Treffen ist am 03.04.2021.	2021	03,04,2021
Geboren am 1.1.1970	1970	1,1|n 1.1970
Es gibt 1.234.567 Leute.	1,234,567
Es kostet 8 € oder 9 £.	€8|£9
Das Ticket kostet £4 und der Tee $2.	£4|$2
END

# ---- Marks around numbers, and pictures within a sentence

if [ -r models/en-de-tiny/en-de-tiny.gguf ]; then
    printf 'See the ![alt text](b.png) here.\n\nLook at ![a cat](c.png) here.\n' |
        "$T" -m en-de-tiny -q --format markdown > "$TMP/pictures" 2>&1
    is "sentences with pictures are translated" "$(grep -c -E '^(See the|Look at) ' "$TMP/pictures")" 0
    is "and pictures have their blanks" "$(grep -c -E ' !\[[^]]+\]\([bc].png\)( |\.$)' "$TMP/pictures")" 2
    echo '<p>It costs <b>$1,299.99</b>, not <i>$1,500</i>, and weighs <u>12.5</u> kg.</p>' |
        "$T" -m en-de-tiny -q --format html > "$TMP/marked" 2>&1
    like "no mark begins or ends in a number" "$(cat "$TMP/marked")" \
        '^<p>[^0-9]*<b>[^0-9<]*1\.?299,99[^0-9<]*</b>[^0-9]*<i>[^0-9<]*1\.?500[^0-9<]*</i>[^0-9]*<u>12,5[^0-9<]*</u>[^0-9]*</p>$'
else
    skip "marks around numbers and pictures" "there is no en-de-tiny"
fi

# Abbreviations and headings of tables, none of which says a number.
printf '%s\n' qty Qty. 'Qty per box' pcs amt no. sku avg > "$TMP/words"
for model in models/en-de*/*.gguf; do
    is "$model: a text without numbers gets none" "$("$T" -m "$model" "$TMP/words" | grep -c '[0-9]')" 0
    is "$model: whatever is translated beside them" \
        "$("$T" -m "$model" "$TMP/words")" "$("$T" -m "$model" -j 2 --batch-tokens 1 "$TMP/words")"
done

done_testing
