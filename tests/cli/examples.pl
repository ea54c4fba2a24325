#!/usr/bin/perl
# examples.pl PAGE FOLDER - the examples of a page: FOLDER/N.command, and FOLDER/N.wanted, which is what
# it prints; nothing if the page does not say.  A page in mdoc has them in its EXAMPLES, one in
# Markdown in its console blocks.  Prints N, a tab and the first line of each.
use strict;
use warnings;

my ($page, $folder) = @ARGV;
my $is_mdoc = $page =~ /\.[1-9]$/;
my ($n, $in, $goes_on, $quotes, $first, $command, $wanted) = (0, 0, 0, 0, 0);

# What roff makes of a line that is no macro.
sub text_of {
    my $line = shift;
    $line =~ s/\\\(dq/"/g;
    $line =~ s/\\&//g;
    $line =~ s/\\-/-/g;
    $line =~ s/\\\[u([0-9A-Fa-f]+)\]/chr hex $1/ge;
    $line =~ s/\\[e\\]/\\/g;
    return $line;
}

open my $file, '<:encoding(UTF-8)', $page or die "$page: $!\n";
binmode STDOUT, ':encoding(UTF-8)';
my $section = '';
while (<$file>) {
    if ($is_mdoc) {
        $section = $1 if /^\.Sh (.*)/;
        next if $section ne 'EXAMPLES';
        $in = /^\.Bd/ ? 1 : 0, next if /^\.[BE]d/;
        next unless $in || s/^\.Dl //;
        $_ = text_of($_);
    } elsif (/^```/) {
        $in = /^```console/;
        next;
    } else {
        next unless $in;
    }
    if ($goes_on) {
        print $command $_;
    } elsif (s/^\$ //) {
        $first = ++$n;
        $quotes = 0;
        print "$n\t$_";
        open $command, '>:encoding(UTF-8)', "$folder/$n.command" or die;
        open $wanted, '>:encoding(UTF-8)', "$folder/$n.wanted" or die;
        print $command $_;
    } elsif ($wanted) {
        print $wanted $_;
    }
    my $is_command = $goes_on || $first;
    (my $bare = $_) =~ s/"[^"]*"//g;
    $quotes += $bare =~ tr/'// if $is_command;
    $goes_on = $is_command && (/[\\|]\s*$/ || $quotes % 2);
    $first = 0;
}
