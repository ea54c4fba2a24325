#!/bin/sh
# fuzzy.t - entries of a memory that are like a text are told, and numbers are exchanged.
. tests/cli/tap.sh
need_model
if [ ! -e "$(dirname "$T")/translate-memory.so" ]; then
    skip "memories in SQLite" "there is no libsqlite3"
    done_testing
fi
cd "$TMP" || exit 1
printf '%s\t%s\n' 'Open the door.' 'Mach die Tür auf.' 'Page 3 of 10' 'Seite 3 von 10' \
    'The price is 3.50 euros.' 'Der Preis ist 3,50 Euro.' '1 file' '1 Datei' 'It took 5 of 5 days.' 'Es dauerte 5 von 5 Tagen.' \
    'Chapter 7' 'Siebtes Kapitel' 'From 20 to 30' 'Bis 30 von 20' > pairs.tsv
"$T" memory import -f en -t de m.db pairs.tsv 2> err

told() { # NAME TEXT RE
    run --memory m.db --fuzzy -e "$2"
    says "$1" 0 "$3"
}
silent() { # NAME TEXT
    run --memory m.db --fuzzy -e "$2"
    is "$1" "$status$(cat err)" 0
}
told "what is like a line is told" 'Open the door!' '^translate: -e:1: 92 % like "Open the door\." in the memory: "Mach die Tür auf\."$'
is "... and the line is translated as it is without" "$(cat out)" "$("$T" -e 'Open the door!')"
silent "what is less like it is not" 'Close the window!'
silent "what is there is not" 'Open the door.'
is "... but taken" "$(cat out)" 'Mach die Tür auf.'

exchanged() { # NAME TEXT TRANSLATION
    run --memory m.db --fuzzy -e "$2"
    is "$1" "$status$(cat err out)" "0$3"
}
exchanged "numbers are exchanged" 'Page 4 of 12' 'Seite 4 von 12'
exchanged "... wherever they are in the translation" 'From 45 to 678' 'Bis 678 von 45'
exchanged "... with the translation's sign between them" 'The price is 12.99 euros.' 'Der Preis ist 12,99 Euro.'
exchanged "... equal ones stay equal" 'It took 6 of 6 days.' 'Es dauerte 6 von 6 Tagen.'
told "... or are not exchanged" 'It took 5 of 6 days.' '99 % like "It took 5 of 5 days\."'
told "one thing and several are not one text" '7 file' '99 % like "1 file"'
told "a number that the translation does not have" 'Chapter 8' '99 % like "Chapter 7"'
told "numbers of other parts" 'The price is 1,234.99 euros.' '% like "The price is 3\.50 euros\."'
run -v --memory m.db --fuzzy -e 'Page 4 of 12' -e 'Open the door.'
like "-v counts them" "$(cat err)" '^translate: 1 of them with other numbers, which were exchanged$'
run --json --memory m.db --fuzzy -e 'Open the door!'
like "--json has the match" "$(cat out)" '"fuzzy":\{"percent":92,"source":"Open the door\.","translation":"Mach die Tür auf\."\}'
is "... and says nothing else" "$(cat err)" ''
echo '<p>Open the door!</p><p>Page 4 of 12</p>' > p.html
run --memory m.db --fuzzy p.html
says "documents, too" 0 '^translate: m.db: 92 % like "Open the door!": "Open the door\.": "Mach die Tür auf\."$'
like "... and their numbers" "$(cat out)" '<p>Seite 4 von 12</p>'
run --fuzzy -e x
says "--fuzzy needs a memory" 2 '--fuzzy needs --memory'

# ---- How alike, by the textbook

perl -CS -Mutf8 -e '
sub least { my $m = shift; for (@_) { $m = $_ if $_ < $m } $m }
sub distance { my @a = split //, shift; my @b = split //, shift; my @row = 0 .. @b;
    for my $i (1 .. @a) { my @next = ($i);
        for my $j (1 .. @b) { $next[$j] = least($row[$j] + 1, $next[$j - 1] + 1, $row[$j - 1] + ($a[$i - 1] ne $b[$j - 1])) } @row = @next }
    $row[-1] }
srand 5;
my @words = qw(the house door öffnen sees Straße a cat old very river morning);
open my $pairs, ">:utf8", "random.tsv"; open my $text, ">:utf8", "random.txt"; open my $wanted, ">", "wanted";
my (@sources, %seen);
for (1 .. 300) { my $s = join " ", map { $words[rand @words] } 0 .. rand 12; next if $seen{$s}++; push @sources, $s; print $pairs "$s\tx\n" }
for (1 .. 200) { my $s = $sources[rand @sources];
    for (0 .. rand 5) { substr($s, rand length $s, int rand 3) = ("", "q", "zz", "ö")[rand 4] } 
    $s =~ s/^ +| +$//g; next if $seen{$s} || !length $s;
    print $text "$s\n"; my $best = 0;
    for (@sources) { my $n = length > length $s ? length : length $s; my $score = 1 - distance($s, $_) / $n; $best = $score if $score > $best }
    print $wanted $best >= 0.75 - 1e-9 ? int(100 * $best + 1e-6) : "none", "\n" }'
"$T" memory import -f en -t de r.db random.tsv 2> err
"$T" --json --force --memory r.db --fuzzy -b 1 random.txt | perl -ne 'print /"fuzzy":\{"percent":(\d+)/ ? $1 : "none", "\n"' > got
check "percentages are those of Levenshtein's distance" diff got wanted
check "... of many" [ "$(grep -vc none wanted)" -gt 50 ]
done_testing
