#!/bin/sh
# characters.t - characters that the vocabulary has only as bytes, or not at all, come out as they
# went in, with the word or amount around them; and no half of a character comes out.
. tests/cli/tap.sh
need_model

keeps() { # MODEL: lines of a sentence, a tab and what its translation has to hold
    while IFS='	' read -r sentence wanted; do
        got=$(printf '%s\n' "$sentence" | "$T" -m "$1")
        check "$sentence" sh -c 'printf "%s\n" "$1" | grep -qF -e "$2" || { echo "$1"; false; }' - "$got" "$wanted"
    done
}
keeps "$MODEL" << 'END'
The ticket costs ₹1,250.50 today.	1.250,50 ₹
She owes me ₺75 and ₱20.	75 ₺
Take 40 µg of it.	40 µg
Use a resistor of 4.7kΩ here.	4,7kΩ
The set P ⊆ Q is small.	P ⊆ Q
∀ means for all.	∀
The sum ∑ is large.	∑
Mr Țiriac lives in Timișoara.	Timișoara
We met Ağaoğlu in İzmir.	İzmir
Gdańsk and Świnoujście are towns.	Świnoujście
Step ③ is easy.	③
The word ʔəlo is old.	ʔəlo
It was 30 ℃ in the shade.	30 ℃
The vector ⟨u, v⟩ is short.	⟨u, v⟩
Choose one of ⟦x⟧ and ⦅y⦆.	⟦x⟧
END
back=models/de-en-tiny/de-en-tiny.gguf
if [ -r $back ]; then
    keeps $back << 'END'
Das Haus kostet 1.250,75 ₽ im Jahr.	₽1,250.75
Wir fuhren nach Chișinău und Bălți.	Chișinău
Nimm 25 µl davon.	25 µl
END
else
    skip "German sentences" "there is no $back"
fi

# Every letter of the Latin blocks, and many signs, each in a sentence.
perl -CO -e '
    for my $c (0xA1 .. 0x24F, 0x1E00 .. 0x1EFF, 0x20A0 .. 0x20BF, 0x2150 .. 0x218B, 0x2200 .. 0x22FF, 0x2A00 .. 0x2A3F) {
        my $x = chr $c;
        print $x =~ /\p{L}/ ? "Mr N${x}rel is here.\n" : "We need 5 $x now.\n" if $x =~ /[\p{L}\p{S}\p{N}]/;
    }' > "$TMP/all"
"$T" -b 1 "$TMP/all" > "$TMP/out"
is "no character is invented or cut" "$(grep -c "$(printf '\357\277\275')" "$TMP/out")" 0
perl -CSD -e '
    open my $a, "<", $ARGV[0]; open my $b, "<", $ARGV[1]; my ($n, $bad) = (0, 0);
    while (my $x = <$a>) {
        my $y = <$b>; my ($c) = $x =~ /^Mr (\S+) is|5 (\S) now/ ? ($1 // $2) : next;
        $n++; $bad++, print "# $x# $y" if index($y, $c) < 0;
    }
    print "$n, $bad\n"' "$TMP/all" "$TMP/out" > "$TMP/count"
check "nineteen of twenty come out" sh -c 'tail -n 1 "$1" | { IFS=", " read -r n bad; [ "$n" -gt 900 ] && [ $((bad * 20)) -le "$n" ]; } || cat "$1"' - "$TMP/count"

done_testing
