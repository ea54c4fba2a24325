#!/bin/sh
# foreign.t - words in a script that the model does not know come out as they went in.
. tests/cli/tap.sh
need_model

# 15 sentences of each direction, with words of 8 scripts in the places of A and B.
cat > "$TMP/make.pl" << 'END'
my %sentences = (
    en => ["The word A means house.", "I like A very much.", "A, how are you?", "His name is A and he lives in B.",
        "He said \"A\" and went home.", "We met A in the city, and B came later.", "A or B?", "The old name was A, the new one is B.",
        "In 1998, A had 12,345 people.", "She wrote A on the door.", "What does A mean?", "A", "Send it to A before 10:30!",
        "I have been to A. It is beautiful.", "A costs {0} euros in B."],
    de => ["Das Wort A bedeutet Haus.", "Ich mag A sehr.", "A, wie geht es dir?", "Er heißt A und wohnt in B.",
        "Er sagte „A“ und ging nach Hause.", "Wir trafen A in der Stadt, und B kam später.", "A oder B?",
        "Der alte Name war A, der neue ist B.", "Im Jahr 1998 hatte A 12.345 Einwohner.", "Sie schrieb A an die Tür.",
        "Was bedeutet A?", "A", "Schicke es vor 10:30 an A!", "Ich war in A. Es ist schön.", "A kostet {0} Euro in B."]);
my @kinds = (["Привет", "дом"], ["東京", "日本"], ["Καλημέρα", "θάλασσα"], ["שלום", "ספר"], ["नमस्ते", "घर"],
    ["한국", "서울"], ["ราตรี", "บ้าน"], ["Доброе утро", "Москва-Сити"]);
for my $s (@{$sentences{$ARGV[0]}}) {
    for my $k (@kinds) {
        my ($a, $b) = @$k;
        (my $line = $s) =~ s/\b([AB])\b/$1 eq "A" ? $a : $b/ge;
        print "$line\n";
    }
}
END
cat > "$TMP/compare.pl" << 'END'
# Lines of two files: the words of other scripts in one are those of the other; nothing is made up.
use open ":std", ":encoding(UTF-8)";
sub found { join " | ", sort $_[0] =~ /(?:(?!\p{Latin})[\p{L}\p{M}])+/g }
open my $f, "<", $ARGV[0]; open my $g, "<", $ARGV[1];
my ($n, $bad) = (0, 0);
while (defined(my $a = <$f>)) {
    my $b = <$g>;
    $n++;
    next if found($a) eq found($b) && $b !~ /XQ|\x{FFFD}/;
    $bad++;
    print "$a$b";
}
print "only $n lines\n" if $n < 120;
exit($bad || $n < 120);
END
for pair in en-de de-en; do
    from=${pair%-*}
    perl "$TMP/make.pl" $from > "$TMP/$from"
    "$T" -f "$from" -t "${pair#*-}" -o "$TMP/out" "$TMP/$from"
    check "foreign words amid others are kept, $pair" perl "$TMP/compare.pl" "$TMP/$from" "$TMP/out"
    "$T" -f "$from" -t "${pair#*-}" -b 1 -j 1 "$TMP/$from" > "$TMP/out1"
    check "with greedy search, too" perl "$TMP/compare.pl" "$TMP/$from" "$TMP/out1"
done
run --raw "$TMP/en"
check "--raw keeps none" sh -c "! perl '$TMP/compare.pl' '$TMP/en' '$TMP/out' > /dev/null"
is "what is around them is translated" "$(echo 'Привет, how are you?' | "$T" | grep -c '^Привет, wie geht es ')" 1
is "Latin words with a letter that the model does not know are kept as a whole" \
    "$(echo 'Nguyễn Phú Trọng and Hồ Chí Minh are here.' | "$T" | grep -oE 'Nguyễn|Trọng|Hồ|�|XQ' | paste -sd ' ' -)" \
    "Nguyễn Trọng Hồ"
is "so are words with what could not be read" \
    "$(printf 'This man is from K\357\277\275ln.\nI like the caf\351 very much.\n' | "$T" -q | grep -oE 'K�ln|caf�' | paste -sd ' ' -)" \
    "K�ln caf�"
is "a number beside one is not lost" "$(echo 'The angle is 30° and π is 3.14159.' | "$T" | tr , . | grep -o '[0-9.]*[0-9]' | paste -sd ' ' -)" \
    "30 3.14159"

done_testing
