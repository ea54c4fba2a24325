#!/bin/sh
# marks.t - marks on several words go with them: how often, against what people told (tests/data/marks.*.tsv).
. tests/cli/tap.sh
need_model

texts=../shared/data/test
if [ ! -d "$texts" ]; then
    skip "marks on several words" "there is no $texts"
    done_testing
fi

# A page of marked lines, and its translation held against the places that were told.
cat > "$TMP/marks.pl" << 'END'
use open qw(:std :utf8);
my ($data, $texts, $language, $translate) = @ARGV;
sub words { my @w = $_[0] =~ /[\w'-]+/g; scalar @w }
sub place { my ($before, $within) = $_[0] =~ /^(.*?)\[(.*)\]/ or return (); my $n = words($before); ($n .. $n + words($within) - 1) }
my (%lines, @told, $page);
open my $in, '<', $data or die;
while (<$in>) {
    next if /^#/;
    chomp;
    my ($text, $line, $begin, $end, $translation) = split /\t/;
    if (!$lines{$text}) { open my $f, '<', "$texts/$text.$language" or die; chomp(my @all = <$f>); $lines{$text} = \@all }
    my $source = $lines{$text}[$line - 1];
    my @parts = (substr($source, 0, $begin), substr($source, $begin, $end - $begin), substr($source, $end));
    s/&/&amp;/g, s/</&lt;/g for @parts;
    $page .= "<p>$parts[0]<b>$parts[1]</b>$parts[2]</p>\n";
    push @told, $translation;
}
open my $out, '>', "$data.page.html" =~ s/.*\///r or die;
print $out $page;
close $out;
open my $done, '-|', $translate . " '" . "$data.page.html" =~ s/.*\///r . "'" or die;
my ($n, $right, $exact) = (0, 0, 0);
for my $told (@told) {
    my $line = <$done>;
    $line =~ s/<\/?p>//g;
    $line =~ s/<b>/[/, $line =~ s/<\/b>/]/, $line =~ s/&lt;/</g, $line =~ s/&amp;/&/g;
    chomp $line;
    next if $line =~ s/[][]//gr ne $told =~ s/[][]//gr; # another translation than the one that was read
    my (%a, %b);
    $a{$_} = 1 for place($line);
    $b{$_} = 1 for place($told);
    my $off = grep({ !$b{$_} } keys %a) + grep({ !$a{$_} } keys %b);
    $n++;
    $right += $off <= 1;
    $exact += $off == 0;
}
printf "%d %d %d %d\n", scalar @told, $n, $right, $exact;
END

here=$PWD
for pair in en-de de-en; do
    model=$here/models/$pair/$pair.gguf
    if [ ! -r "$model" ]; then
        skip "marks, $pair" "there is no model"
        continue
    fi
    language=${pair%-*}
    # shellcheck disable=SC2046 # numbers
    set -- $(cd "$TMP" && perl marks.pl "$here/tests/data/marks.$language.tsv" "$here/$texts" "$language" "'$T' -m '$model'")
    echo "# $pair: $1 marks, $2 in the translation that was read, of which $3 within one word, $4 exact"
    if [ "${2:-0}" -lt $((${1:-1} / 2)) ]; then
        skip "marks, $pair" "the model gives other translations than those that were read"
    else
        check "$pair: 85 % of marks on several words are where they belong, but for a word" test $(($3 * 100)) -ge $(($2 * 85))
    fi
done
done_testing
