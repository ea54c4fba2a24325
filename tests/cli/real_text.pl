#!/usr/bin/perl
# real_text.pl TEXT.tsv TRANSLATION... - what is wrong with translations of real text.
#
# TEXT.tsv: category, line, and the words of it that its translation must have, between tabs;
# TRANSLATION: the lines translated.  Prints, for each category, how many lines there are and how
# many are bad in each translation; with -v the bad ones with the reason, too.  With -s it prints
# shares instead, in percent of the lines that have something to keep: those with every number,
# placeholder and address right (kept), those with every name right (named), capitals that stay
# capitals (capitals); and, of all lines, those that repeat, invent or lose half (spoilt).
# Judges text by words and characters, knowing nothing of the program's own detector.
use strict;
use warnings;
use utf8;
use open qw(:std :encoding(UTF-8));

my $address = qr{[a-z]+://[^\s<>"]*[^\s<>"().,;:!?]|www\.[^\s<>"]*[^\s<>"().,;:!?]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+};

sub words { return grep { length } split /[^\p{L}\p{M}\p{N}]+/, lc $_[0] }

# The most copies in a row of 1 to 4 words.
sub copies_of_words {
    my @w = words($_[0]);
    my $most = 1;
    for my $n (1 .. 4) {
        my $run = 0;
        for my $i ($n .. $#w) {
            $run = $w[$i] eq $w[$i - $n] ? $run + 1 : 0;
            my $copies = 1 + int($run / $n);
            $most = $copies if $copies > $most;
        }
    }
    return $most;
}

# The most copies in a row of 1 to 20 characters, inside words too.
sub copies_of_characters {
    my $most = 1;
    while ($_[0] =~ /(?=(\S.{0,19}?)(\1+))/g) {
        my $copies = 1 + length($2) / length($1);
        $most = $copies if $copies > $most;
    }
    return $most;
}

# How often a group of n words comes again, somewhere.
sub groups_again {
    my ($n, @w) = (shift, words(shift));
    my (%seen, $again);
    $again += $seen{join ' ', @w[$_ .. $_ + $n - 1]}++ ? 1 : 0 for 0 .. @w - $n;
    return $again // 0;
}

# Things that a translation must have letter by letter, beside addresses: placeholders, files and paths,
# names of models and orders, tags, emoji.
my $placeholder = qr{%\d*\$?[sd]\b|%\(\w+\)[sd]|\$\{\w+\}|\{\{\w+\}\}|\{\w*\}|<\w+>};
my $path = qr{(?<![\w.])(?:~|[A-Z]:)?(?:[/\\][\w.-]*\w)+|\b\w[\w.-]*\.(?:[ch]|docx?|gz|jpg|md|pdf|png|py|txt|html)\b};
my $code = qr{\b(?=[A-Z-]*\d)(?=[\d-]*[A-Z][A-Z\d]*\b)[A-Z\d]+(?:-[A-Z\d]+)*\b|(?<!\S)[@\#]\w+};
my $exact = qr{$address|$placeholder|$path|$code|\p{ExtPict}};

# The numbers of a text: digits, less what groups them; a date by digits is three numbers.
sub numbers {
    (my $t = $_[0]) =~ s/$exact/ /g;
    $t =~ s{\b(\d\d?)[./](\d\d?)[./](\d{4})\b}{$1 & $2 & $3}g;
    $t =~ s{\b(\d{4})-(\d\d)-(\d\d)\b}{$1 & $2 & $3}g;
    $t =~ s/(?<!\d)\d{1,3}\K[ \x{a0}](?=\d{3}(?!\d))//g;
    $t =~ s/(?<=\d)[.,:\x{a0}](?=\d)//g;
    return $t =~ /\d+/g;
}

# True if a number of the source may stand as $n in a translation: 8 p.m. as 20.
sub same_number {
    my ($m, $n, $from) = @_;
    return 1 if $m eq $n || $m =~ /^0\d$/ && $m == $n || $n =~ /^0\d$/ && $m == $n;
    return 0 if $from !~ /\d ?[ap]\.?m\b/i;
    return $n == $m + 12 || $n == $m + 1200 || $m < 13 && ($n == $m * 100 || $n == $m * 100 + 1200);
}

# The numbers, placeholders and addresses that are not right.
sub unkept {
    my ($from, $to) = @_;
    my (%want, %has);

    $want{$_}++ for $from =~ /$exact/g;
    for (sort keys %want) { return "lost $_" if (() = $to =~ /\Q$_\E/g) < $want{$_} }
    my ($wanted, $there) = ([numbers($from)], [numbers($to)]);
    for my $m (@$wanted) {
        next if $m <= 12 && $from =~ /\p{L}/;
        return "lost $m" if !grep { same_number($m, $_, $from) } @$there;
    }
    for my $n (@$there) {
        return "invented $n" if length $n > 1 && !grep { same_number($_, $n, $from) } @$wanted;
    }
    return '';
}

sub unnamed {
    my ($to, @must) = @_;
    for (@must) { return "lost $_" if index($to, $_) < 0 }
    return '';
}

# A text of which little is right.
sub empty_or_odd {
    my ($from, $to) = @_;
    return 'empty' if $to !~ /\S/;
    return 'letters for none' if $from !~ /\p{L}/ && $to =~ /\p{L}/;
    return 'another script' if $from !~ /[A-Za-z]/ && $to =~ /[A-Za-z]/;
    return '';
}

sub repeats_or_loses {
    my ($category, $from, $to) = @_;
    my $copies = copies_of_words($to);
    return "$copies times the same words" if $copies > 2 && $copies > 1 + copies_of_words($from);
    $copies = copies_of_characters($to);
    return "$copies times the same letters" if $copies > 3 && $copies > 1 + copies_of_characters($from);
    return 'doubled' if 2 == words($to) && copies_of_words($to) == 2 && copies_of_words($from) == 1;
    return 'phrases again' if groups_again(4, $to) > 2 * groups_again(3, $from);
    return 'too long' if length($to) > 20 + 2 * length $from;
    return 'too short' if length($from) > 40 && length($to) < length($from) / 4;
    return 'half lost' if length($from) > 40 && $category ne 'repeat' && length($to) < length($from) / 2;
    return 'a sentence for a word' if $category eq 'word' && words($to) > 3;
    return '';
}

# True if a line is in capitals: three letters at least, and no more than one in ten small.
sub shouted {
    (my $t = $_[0]) =~ s/$exact//g;
    my ($large, $small) = (scalar(() = $t =~ /\p{Lu}/g), scalar(() = $t =~ /\p{Ll}/g));
    return $large > 3 && $small * 9 <= $large;
}

sub fault {
    my ($category, $from, $to, @must) = @_;
    return $to eq $from ? '' : 'changed' if $from !~ /\S/;
    return empty_or_odd($from, $to) || unkept($from, $to) || unnamed($to, @must)
        || repeats_or_loses($category, $from, $to);
}

# Counts in %$n, by the name of a share, how many lines it is of and how many have it.
sub count_shares {
    my ($n, $category, $from, $to, @must) = @_;
    my $count = sub { $n->{$_[0]}[0]++; $n->{$_[0]}[1]++ if $_[1] };
    return if $from !~ /\S/;
    $count->('kept', !unkept($from, $to)) if $from =~ /$exact|\d/;
    $count->('named', !unnamed($to, @must)) if @must;
    $count->('capitals', shouted($to)) if $category ne 'name' && shouted($from) && $from =~ /\s/;
    $count->('spoilt', empty_or_odd($from, $to) || repeats_or_loses($category, $from, $to));
}

my ($verbose, $shares) = map { @ARGV && $ARGV[0] eq $_ && shift } '-v', '-s';
die "usage: real_text.pl [-v|-s] TEXT.tsv TRANSLATION...\n" if @ARGV < 2;
my ($file, @files) = @ARGV;
my (@text, %bad, %n, @order, %share);
open my $in, '<', $file or die "$file: $!\n";
while (<$in>) {
    chomp;
    push @text, [split /\t/, $_, -1] unless /^#/;
}
for my $f (@files) {
    open my $out, '<', $f or die "$f: $!\n";
    chomp(my @to = <$out>);
    die "$f: ${\scalar @to} lines for ${\scalar @text}\n" if @to != @text;
    for my $i (0 .. $#text) {
        my ($category, $from, $must) = @{$text[$i]};
        count_shares($share{$f} //= {}, $category, $from, $to[$i], split ' ', $must // '');
        push @order, $category if !$n{$category}++;
        my $fault = fault($category, $from, $to[$i], split ' ', $must // '');
        $bad{$f}{$category}++ if $fault;
        printf "%s\t%s\t%s\t%s\n", $category, $fault, $from, $to[$i] if $fault && $verbose;
    }
}
if ($shares) {
    for my $name (qw(kept named capitals spoilt)) {
        printf "%-10s %5d%s\n", $name, $share{$files[0]}{$name}[0] // 0,
            join '', map { sprintf ' %5.1f', 100 * ($share{$_}{$name}[1] // 0) / ($share{$_}{$name}[0] || 1) } @files;
    }
    exit;
}
my %all;
sub row { my ($name, $n, @bad) = @_; printf "%-10s %5d%s\n", $name, $n, join '', map { sprintf ' %5d', $_ } @bad }
for my $category (@order) {
    my @bad = map { $bad{$_}{$category} // 0 } @files;
    $all{$files[$_]} += $bad[$_] for 0 .. $#files;
    row($category, $n{$category} / @files, @bad);
}
row('all', scalar @text, map { $all{$_} } @files);
