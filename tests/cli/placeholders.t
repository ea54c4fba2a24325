#!/bin/sh
# placeholders.t - what programs put other text in the place of comes out as it went in, once.
. tests/cli/tap.sh
need_model

# 20 sentences of each direction with 15 kinds of placeholders in them, counted by perl.  A third of
# these 300 lines is taken: of each sentence five kinds, of each kind six or seven sentences.
cat > "$TMP/make.pl" << 'END'
my %sentences = (
    en => ["Copied A to B.", "A is not a valid file name.", "Hello A, you have B new messages.",
        "Cannot open A: B", "The size of A must be less than B.", "Do you want to delete A?",
        "A files were found in B.", "Please wait while A is being installed.", "Welcome to A!",
        "Send the letter to A before B.", "The old name was A, the new one is B.", "A or B",
        "Page A of B", "You cannot change A because it is used by B.", "Updated by A on B.",
        "There is no A in the list.", "A: B", "We met A in the city, and B came later.",
        "Enter a number between A and B.", "The program A has stopped."],
    de => ["A wurde nach B kopiert.", "A ist kein gültiger Dateiname.", "Hallo A, du hast B neue Nachrichten.",
        "A kann nicht geöffnet werden: B", "Die Größe von A muss kleiner als B sein.", "Möchtest du A löschen?",
        "A Dateien wurden in B gefunden.", "Bitte warte, während A installiert wird.", "Willkommen bei A!",
        "Schicke den Brief vor B an A.", "Der alte Name war A, der neue ist B.", "A oder B",
        "Seite A von B", "Du kannst A nicht ändern, weil B es benutzt.", "Von A am B geändert.",
        "In der Liste gibt es kein A.", "A: B", "Wir trafen A in der Stadt, und B kam später.",
        "Gib eine Zahl zwischen A und B ein.", "Das Programm A wurde beendet."]);
my @kinds = (["%s", "%d"], ["%1\$s", "%2\$d"], ["%(name)s", "%(count)d"], ["{0}", "{1}"], ["{name}", "{count}"],
    ["{{user}}", "{{ n }}"], ["%{file}", "%{size}"], ["\${HOME}", "\${x}"], ["\$NAME\$", "\$COUNT\$"],
    [":smile:", ":+1_ok:"], ["https://example.org/a?b=1", "www.example.com"], ["a.b\@example.org", "x\@y.example"],
    ["<%= a %>", "{% b %}"], ["{n, plural, one {# file} other {# files}}", "{n, number}"], ["<b>", "</b>"]);
my ($language, $share) = @ARGV;
my $n = 0;
for my $s (@{$sentences{$language}}) {
    $n++;
    for my $i (0 .. $#kinds) {
        next if ($n + $i) % $share;
        my ($a, $b) = @{$kinds[$i]};
        (my $line = $s) =~ s/\b([AB])\b/$1 eq "A" ? $a : $b/ge;
        print "$line\n";
    }
}
END
cat > "$TMP/compare.pl" << 'END'
# Lines of two files: the placeholders that were put into one are in the other, each as often.
my @all = map { quotemeta } "%s", "%d", "%1\$s", "%2\$d", "%(name)s", "%(count)d", "{0}", "{1}", "{name}", "{count}",
    "{{user}}", "{{ n }}", "%{file}", "%{size}", "\${HOME}", "\${x}", "\$NAME\$", "\$COUNT\$", ":smile:", ":+1_ok:",
    "https://example.org/a?b=1", "www.example.com", "a.b\@example.org", "x\@y.example", "<%= a %>", "{% b %}",
    "{n, plural, one {# file} other {# files}}", "{n, number}", "<b>", "</b>";
my $any = join "|", sort { length $b <=> length $a } @all;
sub found { join " | ", sort $_[0] =~ /$any/g }
sub in_order { join " ", $_[0] =~ /%[sd]/g }
open my $f, "<", $ARGV[0]; open my $g, "<", $ARGV[1];
my ($n, $bad, $wanted) = (0, 0, $ARGV[2]);
while (defined(my $a = <$f>)) {
    my $b = <$g>;
    $n++;
    next if found($a) eq found($b) && in_order($a) eq in_order($b) && $b !~ /XQ/;
    $bad++;
    print "$a$b";
}
print "only $n lines\n" if $n < $wanted;
exit($bad || $n < $wanted);
END
share=$(amount 3 1)
lines=$((300 / share))
for pair in en-de de-en; do
    from=${pair%-*}
    perl "$TMP/make.pl" $from $share > "$TMP/$from"
    is "$lines sentences of $pair" "$(wc -l < "$TMP/$from" | tr -d ' ')" $lines
    "$T" -f "$from" -t "${pair#*-}" -o "$TMP/out" "$TMP/$from"
    check "every placeholder of them comes out once" perl "$TMP/compare.pl" "$TMP/$from" "$TMP/out" $lines
    "$T" -f "$from" -t "${pair#*-}" -j 1 -b 1 "$TMP/$from" > "$TMP/out1"
    check "with greedy search, too" perl "$TMP/compare.pl" "$TMP/$from" "$TMP/out1" $lines
    few=$(amount 40 300)
    head -n "$few" "$TMP/$from" | "$T" -f "$from" -t "${pair#*-}" -j 3 --batch-tokens 1 > "$TMP/out2"
    head -n "$few" "$TMP/out" | cmp - "$TMP/out2"
    is "whatever is translated beside them" $? 0
done
check "the check sees what is lost" sh -c "sed 's/[{%]//' '$TMP/out' > '$TMP/bad'; ! perl '$TMP/compare.pl' '$TMP/de' '$TMP/bad' $lines > /dev/null"

same() { # NAME TEXT: comes out as it went in
    is "$1" "$(printf '%s\n' "$2" | "$T")" "$2"
}
same "placeholders alone are not translated" '%s: %d'
same "nor are they in a row" '{a} {b} {c} {d}'
is "text between tags is translated" "$(echo '<b>Good morning.</b>' | "$T")" "<b>$(echo 'Good morning.' | "$T")</b>"
many=$(perl -e 'print "Copy %s. " x 120')
is "many in a line" "$(printf '%s\n' "$many" | "$T" | grep -o '%s' | wc -l | tr -d ' ')" 120
one=$(perl -e 'print "copy %s and " x 120')
is "many in a sentence" "$(printf '%s\n' "$one" | "$T" | grep -o '%s' | wc -l | tr -d ' ')" 120
run --raw -b 1 "$TMP/en"
check "--raw keeps none" sh -c "! perl '$TMP/compare.pl' '$TMP/en' '$TMP/out' $lines > /dev/null"

done_testing
