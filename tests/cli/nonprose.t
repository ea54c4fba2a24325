#!/bin/sh
# nonprose.t - what is no prose comes out undamaged, in both directions.
. tests/cli/tap.sh
need_model

# Reads lines: a sentence, a tab, and what its translation must have, with bars between.
has() { # MODEL < LINES
    cat > "$TMP/lines"
    cut -f1 "$TMP/lines" | sed 's/<TAB>/	/g' > "$TMP/text"
    "$T" -m "$1" "$TMP/text" > "$TMP/out"
    cut -f2 "$TMP/lines" | paste -d '\001' "$TMP/text" - "$TMP/out" > "$TMP/all"
    while IFS= read -r line; do
        check "$1: $(printf '%s' "$line" | cut -d "$(printf '\001')" -f1)" \
            perl -e '($s, $must, $to) = split /\x01/, $ARGV[0], -1; $must =~ s/<TAB>/\t/g;
                for (split /;;/, $must) {
                    exit 1 if /^\^(.*)/ ? index($to, $1) != 0 : index($to, $_) < 0;
                }' "$line"
    done < "$TMP/all"
}
has en-de-tiny << 'END'
The node fe80::9b:44c1 answered at last.	fe80::9b:44c1
Set max.heap=512 and call loadAll().	max.heap=512;;loadAll()
Read docs.python.org/3/faq before you begin.	docs.python.org/3/faq
Our guide on https://example.net/guide?x=1, which is short, will help you.	https://example.net/guide?x=1
Write to ann.lee+web@example.net if it is broken.	ann.lee+web@example.net
The build 7.0.x of 2023-04-04T05:06:07Z is bad.	7.0.x;;2023-04-04T05:06:07Z
We met in Timișoara with Mr. Ğazi.	Timișoara;;Ğazi
It holds 30 µl and costs ₦7,500.	30 µl;;7.500 ₦
The 🍐 is green.	🍐
Type `ls -l /opt` and wait.	`ls -l /opt`
```python	^```python
> ````js title="The house"	^> ````js title="The house"
- ~~~ruby	^- ~~~ruby
```{note} open	^```{note} open
   ```The house``` is green.	^   ```The house``` ;;grün
Write it as DD.MM.YYYY, please.	DD.MM.YYYY
The type is text/x-c-header-file.	text/x-c-header-file
Take XY 738 to Rome.	XY 738
② Close the door.	^② ;;Tür
08:05 Breakfast with Anna	^08:05 
2022-10-04 The door is open.	^2022-10-04 ;;Tür
It was 11/28/2019.	11/28/2019
Between 7 and 9 p.m. it rained.	19:00;;21:00
Hi @@USER@@ and ##PLACE##, read §§ 7(b) now.	@@USER@@;;##PLACE##;;§§ 7(b)
The town has 1’350’000 people.	1’350’000
It cost €7,250.25 in all.	7.250,25 €
The dinner begins at 7 p.m. on Friday.	19:00
See version 4.5 or chapter 6.1 of the book.	4.5;;6.1
Please look at pages 8-9 and 21–27.	8-9;;21–27
Do NOT close the gate.	nicht
THE MEETING IS ON 3 MAY AT 5 PM.	3. MAI
We open on MAY 1.	1. Mai
  - [x] Read the book	^  - [x] 
The **black cat** sleeps in the *old house*.	 **;;** ;;*.
1) one 2) two 3) three	^1) ein;; 2) zwei 3) drei
3. Wash the car	^3. 
> > Good morning	^> > 
apples | pears | plums	 | 
apples<TAB>pears	<TAB>
Chapter one ........ 12	 ........ 12
Call me now!!!	!!!
He is called "Tom" here.	"Tom"
The European Garden Club	^Der
He called it 'good' here.	'gut'
He called it ‘good’ here.	‚gut‘
The boy is 6'2" and she is 5′ 9″ now.	6'2";;5′ 9″
I have a 14" wheel.	14"
The bus comes at 12:30 am.	0:30
The garden is open 10:00 AM - 6:30 PM.	10:00 - 18:30
Is it good?Yes.	? 
We went home.She was tired.	. 
Pick the morning/evening or Tuesday/Thursday.	Dienstag/Donnerstag
The file has 5MB and loads in 300ms.	5MB;;300ms
He ran 100m in 9.58s and 42.195 km	9,58s;;42,195
They pay €12/hour, and $4.50/day for the car.	12 €/Stunde;;4,50;;/Tag
They paid £7m for it.	Million
It has 2,500+ members and ~70 dogs.	2.500+;;~70
Invoice no.: 2231-07	Nr.: 2231-07
Look at fig. 9 now.	Abb. 9
Please check 4f1c2d3e-5a6b-7c8d-9e0f-1a2b3c4d5e6f now.	4f1c2d3e-5a6b-7c8d-9e0f-1a2b3c4d5e6f
It is rgba(0, 0, 0, 0.5), I think.	rgba(0, 0, 0, 0.5)
The set {"a": true, "b": [1, null]} is here.	{"a": true, "b": [1, null]}
We found [[77, 2], [3, 4]] in the old report.	[[77, 2], [3, 4]]
Do not forget std::vector<Bal>!	std::vector<Bal>!
List<Nil> is wrong.	^List<Nil> 
11 1 * * * is wrong.	^11 1 * * * 
The rule is 7 4 * * *!	7 4 * * *!
She said that [!.]x*/y looks better.	[!.]x*/y
He wrote 4d 5a 90 00 on the board.	4d 5a 90 00
We found text/fedus in the old report.	text/fedus
Write down refs/heads/geses; you will need it later.	refs/heads/geses
The tyre 205/55 R17 91V is flat.	205/55 R17 91V
She sent me C♯7 by mail last week.	C♯7
There is no ¯\_(ツ)_/¯ in this book.	¯\_(ツ)_/¯
There is no ⌥⇧P in this book.	⌥⇧P
Please check 1/800 s before you leave.	1/800 s
We need ~=3.7 for the test.	~=3.7
Call +91.809 783 3437 tomorrow.	+91.809 783 3437
Duration: 01:30	01:30
Type cat a.txt | sort -u | wc -l before lunch.	cat a.txt | sort -u | wc -l
We have no time and/or money on Monday/Friday.	und;;Montag
END
[ ! -r models/de-en-tiny/de-en-tiny.gguf ] || has de-en-tiny << 'END'
Das wurde gezeigt (12,13).	(12,13)
Er schreibt XII ZR 33/351 in das Buch.	XII ZR 33/351
Der Reifen 205/55 R17 91V steht an der Wand.	205/55 R17 91V
Sie nimmt 3x6 mg nicht.	3x6 mg
Das Patent DE 10 2004 012 345 A1 ist alt.	DE 10 2004 012 345 A1
Vergessen Sie print("Guten Tag", 5) nicht!	print("Guten Tag", 5)
Er kommt am Montag/Dienstag mit 80 km/h.	Monday;;80
Das Verhältnis ist 2:7.	2:7
Es kostet 7.250,25 € im Monat.	€7,250.25
Das Treffen ist um 19 Uhr.	19:00
Wir zahlen 15 €/Stunde.	€15/hour
Es kostet 5 $/Monat.	/month
Das ist NICHT teuer.	not
2. Wagen waschen	^2. 
Die Seite zeit-haus.de ist alt.	zeit-haus.de
Er hat an ann@example.net geschrieben, dass er kommt.	ann@example.net
DIE STRAßE IST LANG.	STREET
Siehe Bd. 3 des Buches.	Vol. 3
Er nennt es ‚gut‘ hier.	'good'
Geöffnet von 9–17 Uhr	9:00–17:00
END

like "a label's duration is no time of the day" "$(echo 'Duration: 01:30' | "$T" -m en-de-tiny)" ': 01:30$'

long=$(i=0; while [ $i -lt 20 ]; do printf '%s books, ' $((311 + 7 * i)); i=$((i + 1)); done)
numbers() { tr -cs '0-9' '\n' | sed '/^$/d' | sort; }
echo "We sold ${long}and a chair." > "$TMP/long"
is "a long list keeps its numbers" "$("$T" "$TMP/long" | numbers)" "$(numbers < "$TMP/long")"

# ---- What is lost would be told

run --strict --force "$TMP/long" "$TMP/text"
is "--strict finds nothing that is lost" "$status $(cat "$TMP/err")" "0 "
# Ids are no text: their digits are no numbers of it.
printf 'It is fine.\n' | "$T" tokenize --ids > "$TMP/ids"
run --strict --input ids "$TMP/ids"
is "nor among ids" "$status $(cat "$TMP/err")" "0 "

for item in README.md src/main.c docs/ --verbose '-f FILE' '-o, --output=FILE' 'foo_bar()' 'malloc(size)' house.garden 'house.*'; do
    printf -- '- %s\n' "$item"
done > "$TMP/names"
for format in markdown rst asciidoc org text; do
    run -q -f en -t de --format "$format" "$TMP/names"
    check "names of programs that are all of an item stay in $format" cmp "$TMP/names" "$TMP/out"
done
is "... and words do not" "$(printf -- '- house\n- The house\n- file(s)\n' | "$T" -q -f en -t de --format markdown | sed "s,(.*,,")" \
    "$(printf -- '- Haus\n- Das Haus\n- Datei')"
done_testing
