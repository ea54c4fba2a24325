# comments.pl FILE.. - prints each comment of C that has a pronoun where a noun belongs, with its
# place.  A word before a noun ("those lines", "the same file") is no pronoun.
use strict;
use warnings;

# Words that no noun phrase begins with: a pronoun before one of them stands alone.
my $no_noun = qr/(?:of|that|which|whose|in|at|on|to|from|by|for|with|within|without|after|before
    |behind|beside|between|around|above|below|under|up|as|than|and|or|nor|but|not|if|where|when|then
    |so|the|a|an|it|is|are|was|were|be|been|has|have|had|do|does|did|may|might|can|could|will|would
    |shall|should|must|alone|only|too|also|go|goes|come|comes|stay|stays|stand|stands|mean|means|say
    |says|tell|tells|take|takes|need|needs|give|gives|make|makes|read|reads|look|looks|refuse|return)
    \b/x;
my $alone = qr/(?:[.,;:)?!]|$|\s+$no_noun)/;
my $leaning = qr/
      \b[Tt]hose\b$alone
    | \b[Tt]hese\b$alone
    | \b[Tt]his\b(?!\sone)$alone
    | \b[Tt]hat(?:[.;:)]|,|$|\sof\b|\sthen\b)
    | (?:^|[.!?]\s+)That\s+(?:is|was|has|does|may|can|would|one|it)\b
    | \b[Ll]ikewise\b
    | (?:^|[.!?:;]\s+)[Tt]he\ssame\b$alone
    | ^It\s
/x;

for my $file (@ARGV) {
    open my $in, '<', $file or die "$file: $!\n";
    my $text = do { local $/; <$in> };
    while ($text =~ m{"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|/\*(.*?)\*/|((?://[^\n]*\n\s*)+)}gs) {
        my ($comment, $line) = ($1 // $2, 1 + (substr($text, 0, $-[0]) =~ tr/\n//));
        next unless defined $comment;
        $comment =~ s{\n[ \t]*(?:\*|//)?|^//}{ }g;
        $comment =~ s/\s+/ /g;
        $comment =~ s/^ | $//g;
        while ($comment =~ /$leaning/g) {
            my $from = $-[0] > 60 ? $-[0] - 60 : 0;
            print "$file:$line: ", substr($comment, $from, $+[0] - $from + 60), "\n";
        }
    }
}
