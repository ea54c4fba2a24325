#!/usr/bin/perl
# real_text.pl TEXT.tsv TRANSLATION... - what is wrong with translations of real text.
#
# TEXT.tsv: category, line, and the words of it that its translation must have, between tabs;
# TRANSLATION: the lines translated.  Prints, for each category, how many lines there are and how
# many are bad in each translation; with -v the bad ones with the reason, too.
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

# The numbers of a text: digits, less what groups them.
sub numbers { (my $t = $_[0]) =~ s/$address//g; $t =~ s/(?<=\d)[.,:\x{a0} ](?=\d)//g; return $t =~ /\d+/g }

sub fault {
    my ($category, $from, $to, @must) = @_;
    my %has;

    return $to eq $from ? '' : 'changed' if $from !~ /\S/;
    return 'empty' if $to !~ /\S/;
    return 'letters for none' if $from !~ /\p{L}/ && $to =~ /\p{L}/;
    return 'another script' if $from !~ /[A-Za-z]/ && $to =~ /[A-Za-z]/;
    for ($from =~ /$address/g) { return "lost $_" if index($to, $_) < 0 }
    for (@must) { return "lost $_" if index($to, $_) < 0 }

    $has{$_}++ for numbers($to);
    for (numbers($from)) { return "lost $_" if !$has{$_} && ($_ > 12 || $from !~ /\p{L}/) }
    $has{$_} = 0 for numbers($from);
    for (sort keys %has) { return "invented $_" if $has{$_} && length > 1 }

    my $copies = copies_of_words($to);
    return "$copies times the same words" if $copies > 2 && $copies > 1 + copies_of_words($from);
    $copies = copies_of_characters($to);
    return "$copies times the same letters" if $copies > 3 && $copies > 1 + copies_of_characters($from);
    return 'doubled' if 2 == words($to) && copies_of_words($to) == 2 && copies_of_words($from) == 1;
    return 'phrases again' if groups_again(4, $to) > 2 * groups_again(3, $from);

    return 'too long' if length($to) > 20 + 2 * length $from;
    return 'too short' if length($from) > 40 && length($to) < length($from) / 4;
    return 'a sentence for a word' if $category eq 'word' && words($to) > 3;
    return '';
}

my $verbose = @ARGV && $ARGV[0] eq '-v' && shift;
die "usage: real_text.pl [-v] TEXT.tsv TRANSLATION...\n" if @ARGV < 2;
my ($file, @files) = @ARGV;
my (@text, %bad, %n, @order);
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
        push @order, $category if !$n{$category}++;
        my $fault = fault($category, $from, $to[$i], split ' ', $must // '');
        $bad{$f}{$category}++ if $fault;
        printf "%s\t%s\t%s\t%s\n", $category, $fault, $from, $to[$i] if $fault && $verbose;
    }
}
my %all;
sub row { my ($name, $n, @bad) = @_; printf "%-10s %5d%s\n", $name, $n, join '', map { sprintf ' %5d', $_ } @bad }
for my $category (@order) {
    my @bad = map { $bad{$_}{$category} // 0 } @files;
    $all{$files[$_]} += $bad[$_] for 0 .. $#files;
    row($category, $n{$category} / @files, @bad);
}
row('all', scalar @text, map { $all{$_} } @files);
