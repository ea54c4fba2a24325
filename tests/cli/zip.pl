# zip.pl - zip archives for tests, and what is in them; both without the program that is tested.
#
#   perl zip.pl make OUT MEMBER=FILE...   members in this order; a name that begins with "0:" is
#                                         stored, one with "d:" has a data descriptor, one with
#                                         "e:" says that it is encrypted
#   perl zip.pl list ZIP                  name, method, flags, time and digest of the compressed
#                                         bytes of each member, and all other bytes' digest
#   perl zip.pl member ZIP NAME           the bytes of one member
use strict;
use warnings;
use Compress::Raw::Zlib;
use Digest::MD5 qw(md5_hex);

sub bytes_of { my $path = shift; open my $f, '<:raw', $path or die "$path: $!\n"; local $/; my $b = <$f>; $b }

sub deflated {
    my $bytes = shift;
    my ($d) = Compress::Raw::Zlib::Deflate->new(-WindowBits => -MAX_WBITS, -AppendOutput => 1, -Level => 9);
    my $out = '';
    $d->deflate($bytes, $out);
    $d->flush($out);
    $out;
}

sub make {
    my ($out, @members) = @_;
    my ($archive, $directory) = ('', '');
    for (@members) {
        my ($kind, $name, $path) = /^(?:([0de]):)?([^=]+)=(.*)$/ or die "$_\n";
        $kind //= '';
        my $bytes = bytes_of($path);
        my $packed = $kind eq '0' ? $bytes : deflated($bytes);
        my ($method, $flags) = ($kind eq '0' ? 0 : 8, $kind eq 'd' ? 8 : $kind eq 'e' ? 1 : 0);
        my @numbers = (Compress::Raw::Zlib::crc32($bytes), length $packed, length $bytes);
        my $head = pack 'v v v v v', 20, $flags, $method, 0x6000, 0x5021;
        my $at = length $archive;
        $archive .= pack('V', 0x04034b50) . $head . pack('V3', $kind eq 'd' ? (0, 0, 0) : @numbers)
            . pack('v v', length $name, 0) . $name . $packed;
        $archive .= pack('V V3', 0x08074b50, @numbers) if $kind eq 'd';
        $directory .= pack('V v', 0x02014b50, 20) . $head . pack('V3 v5 V V', @numbers, length $name, 0, 0, 0, 0, 0, $at) . $name;
    }
    open my $f, '>:raw', $out or die "$out: $!\n";
    print $f $archive, $directory,
        pack('V v4 V V v', 0x06054b50, 0, 0, scalar @members, scalar @members, length $directory, length $archive, 3), 'end';
}

sub members {
    my $z = shift;
    my $end = rindex $z, pack('V', 0x06054b50);
    my ($n, $size, $at) = unpack 'v V V', substr $z, $end + 10, 10;
    my @list;
    for (1 .. $n) {
        my ($flags, $method, $time, $crc, $packed, $full, $name_len, $extra, $comment, $begin) =
            (unpack 'V v2 v v V V V V v3 v v V V', substr $z, $at, 46)[3, 4, 5, 6, 7, 8, 9, 10, 11, 15];
        my $name = substr $z, $at + 46, $name_len;
        my $data = $begin + 30 + unpack('v', substr $z, $begin + 26, 2) + unpack('v', substr $z, $begin + 28, 2);
        push @list, {name => $name, method => $method, flags => $flags, time => $time, bytes => substr($z, $data, $packed), crc => $crc, size => $full};
        $at += 46 + $name_len + $extra + $comment;
    }
    @list;
}

sub unpacked {
    my $m = shift;
    return $m->{bytes} if !$m->{method};
    my ($i) = Compress::Raw::Zlib::Inflate->new(-WindowBits => -MAX_WBITS);
    my ($in, $out) = ($m->{bytes}, '');
    $i->inflate($in, $out);
    die "$m->{name}: damaged\n" if length $out != $m->{size} || Compress::Raw::Zlib::crc32($out) != $m->{crc};
    $out;
}

my ($what, $zip, @rest) = @ARGV;
if ($what eq 'make') {
    make($zip, @rest);
} elsif ($what eq 'list') {
    printf "%s %d %d %d %s\n", @{$_}{qw(name method flags time)}, md5_hex($_->{bytes}) for members(bytes_of($zip));
} else {
    binmode STDOUT;
    print unpacked($_) for grep { $_->{name} eq $rest[0] } members(bytes_of($zip));
}
