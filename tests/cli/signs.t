#!/bin/sh
# signs.t - signs, invisible characters, written-out breaks and keys of menus come out as they are,
# and the text between is translated.
. tests/cli/tap.sh
need_model

# Reads lines: a sentence, a tab, and a pattern that its translation matches; \x{...} is a character
# in both.
matches() { # MODEL < LINES
    perl -CSD -pe 's/\t.*//; s/\\x\{(\w+)\}/chr hex $1/ge' > "$TMP/text" < "$TMP/lines"
    "$T" -m "$1" "$TMP/text" > "$TMP/out"
    n=0
    while IFS= read -r line; do
        n=$((n + 1))
        check "$1: $(printf '%s' "$line" | cut -f1 | tr '\\\\' /)" perl -CSDA -e '
            ($pattern) = $ARGV[0] =~ /\t(.*)/;
            open F, "<:utf8", $ARGV[1];
            @out = <F>;
            chomp(my $got = $out[$ARGV[2] - 1]);
            print STDERR "# $got\n" unless $got =~ /$pattern/;
            exit $got !~ /$pattern/' "$line" "$TMP/out" $n
    done < "$TMP/lines"
}

cat > "$TMP/lines" << 'END'
The letter x\x{1D62} of \x{3A3}x\x{2099} is small.	x\x{1D62}.*\x{3A3}x\x{2099}
It is \x{2460} or \x{216B} or \x{FB01} here.	\x{2460}.*\x{216B}.*\x{FB01}
I cannot \x{FB01}nd the house.	^[^\x{FB01}]*Haus[^\x{FB01}]*$
\x{2068}Anna\x{2069} has a new house.	^\x{2068}Anna\x{2069} .*Haus
You have \x{2068}3\x{2069} new houses.	\x{2068}3\x{2069} 
\x{200E}The house is old.\x{200F}	^\x{200E}Das Haus ist alt\.\x{200F}$
The gar\x{200B}den is old.	^Der Garten ist alt\.$
The gar\x{AD}den is old.	^Der Garten ist alt\.$
The gar&shy;den is old.	^Der Garten ist alt\.$
She has a C\x{266F}7 in the house.	C\x{266F}7
The house mov eax, [ebp-3] is old.	mov eax, \[ebp-3\]
The book -O4 -Wzobul is here.	-O4 -Wzobul
The house drwxr--r-x is old.	drwxr--r-x
The letter LEI: 5493001KJTIIGC8Y1R12 is here.	LEI: 5493001KJTIIGC8Y1R12
The house k ? left : -3 is old.	k \? left : -3
The garden is in Cod. Pal. germ. 211 today.	Cod\. Pal\. germ\. 211
The book z\x{200B}qxv\x{200B}wk is here.	z\x{200B}qxv\x{200B}wk
The book \x{2068}zobul.txt\x{2069} is here.	\x{2068}zobul\.txt\x{2069}
There is no \x{AF}\_(\x{30C4})_/\x{AF} in this book.	\x{AF}\\_\(\x{30C4}\)_/\x{AF}
The house is old.\nThe garden is new.	^Das Haus ist alt\.\\nDer Garten ist neu\.$
\nThe house is old.\r\n	^\\nDas Haus ist alt\.\\r\\n$
house\tgarden	^Haus\\tGarten$
It is in C:\new\table today.	C:\\new\\table
Read \nabla and \textbf{house} now.	\\nabla.*\\textbf\{house\}
He said \"yes\" to me.	\\"[Jj]a\\"
&Open the door	^[^&]*&\w[^&]*Tür|^[^&]*T&ür|^&Tür
Open the &house	^[^&]*&[^\W\d][^&]*$
E&xit	^[^&]*&[^\W\d][^&]*$
AT&T has an R&D house.	AT&T.*R&D
The man is ||the teacher||.	^Der Mann ist \|\|der Lehrer\|\|\.$
\x{3010}House\x{3011}The garden is old.	^\x{3010}\w+\x{3011}Der Garten ist alt\.$
\x{27E6}The house is old\x{27E7}	^\x{27E6}Das Haus ist alt\x{27E7}$
He read \x{300C}The old house\x{300D} today.	\x{300C}\w.* \w+\x{300D}
A verse\f + \fr 9:27 \ft Or \fqa house\f* is here.	\\f \+ \\fr 9:27.*\\ft.*\\fqa.*\\f\*
We are here :-)	 :-\)$
END
matches en-de-tiny < "$TMP/lines"

cat > "$TMP/lines" << 'END'
Komm her!	^\w[^.!]*!$
Bis morgen!	^\w[^.!]*!$
Das Haus ist alt.	\.$
&Datei öffnen	^[^&]*&[^\W\d][^&]*$
Das Haus ist alt.\nDer Garten ist neu.	^The house is old\.\\nThe garden is new\.$
END
matches de-en-tiny < "$TMP/lines"

printf 'id,text\n1,"The house is old.\\nThe garden is new."\n' > "$TMP/a.csv"
is "a cell of a table has breaks that are written out" \
    "$("$T" -m en-de-tiny --columns text "$TMP/a.csv" | sed -n 2p)" \
    '1,"Das Haus ist alt.\nDer Garten ist neu."'

printf '{"a":"Open the door","b":"&Open","c":"E&xit"}' > "$TMP/a.json"
check "keys of menus in JSON have one sign before a letter" perl -CA -e '
    $ARGV[0] =~ /"b":"[^&]*&\w[^&]*","c":"[^&]*&\w[^&]*"/ and $ARGV[0] !~ /E&xit/ or exit 1' \
    "$("$T" -m en-de-tiny "$TMP/a.json")"

# What a rule begins with, for 100 kB: no more than linear time.
for sign in '\n' '&' '||' '【' "$(printf '\342\201\250')" "$(printf '\342\200\213')" '\"' 'ᵢ' ':-)' '_a'; do
    perl -e 'print $ARGV[0] x (100000 / length $ARGV[0]), "\n"' "$sign" > "$TMP/long"
    check "100 kB of $(printf '%s' "$sign" | tr '\\\\' /) take no time" timeout 60 "$T" -m en-de-tiny -o "$TMP/out" "$TMP/long"
done

done_testing
