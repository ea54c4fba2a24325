# source_of_both.pl - the source of a document in two languages, without the translations, by the rule
# that the manual has; none of the program is in it.
#
#   perl source_of_both.pl html|markdown|odf|ooxml < BOTH > SOURCE
use strict;
use warnings;

my ($kind) = @ARGV;
local $/;
binmode STDIN;
binmode STDOUT;
$_ = <STDIN>;

# An element, with others of its name in it.
sub element {
    my ($start, $name) = @_;
    qr{$start(?:(?!</?\Q$name\E\b).|(?<inner><\Q$name\E\b(?:(?!</?\Q$name\E\b).|(?&inner))*</\Q$name\E>))*</\Q$name\E>}s;
}

sub page {
    my $says = qr{ lang="de"(?: dir="\w+")?(?: xml:lang="de")? class="(?:[^"]* )?translation"[^>]*};
    my ($p, $span) = (element(qr{<p$says>}, 'p'), element(qr{<span$says>}, 'span'));
    s{(?:\r?\n[ \t]*)?$p}{}g;
    s{<br/?>$span}{}g;
}

if ($kind eq 'html') {
    page();
} elsif ($kind eq 'markdown') {
    my $span = element(qr{<span lang="de" class(?:Name)?="translation">}, 'span');
    my $end = qr{\r?\n[> \t]*};
    s{$end<br/>$span}{}g;
    s{$end\r?\n[> \t]*$span}{}g;
    s{^[> \t]*$span$end\r?\n}{}gm;
    page();
    s{<br/>$span}{}g;
} elsif ($kind eq 'odf') {
    my $span = element(qr{<text:span text:style-name="Translation">}, 'text:span');
    s{<style:style style:name="Translation".*?</style:style>}{}s;
    s{<text:p(?: text:style-name="[^"]*")?>$span</text:p>}{}g;
    s{<text:line-break/>$span}{}g;
} else {
    my $run = qr{<w:r><w:rPr>(?:(?!</w:rPr>).)*<w:lang w:val="de-DE"/>.*?</w:r>}s;
    s{<w:p>(?:<w:pPr>(?:(?!</w:pPr>).)*</w:pPr>)?(?:$run)+</w:p>}{}gs;
    s{$run}{}g;
}
print;
