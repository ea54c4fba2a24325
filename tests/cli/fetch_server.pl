# fetch_server.pl FOLDER STATE - a server of files on 127.0.0.1 that makes faults.
#
# It writes its port to STATE/port and each request to STATE/log: the path, and the range asked for.
# /FAULT/PATH is FOLDER/PATH, served as the fault says.  It ends by itself after ten minutes, or when
# its parent does.
use strict;
use warnings;
use IO::Socket::INET;
use Time::HiRes qw(sleep);

my ($folder, $state) = @ARGV;
my $parent = getppid;
my $server = IO::Socket::INET->new(Listen => 64, LocalAddr => '127.0.0.1', ReuseAddr => 1) or die $!;
$SIG{CHLD} = 'IGNORE';
$SIG{PIPE} = 'IGNORE';

sub note { # appends a line to the log; returns how often it was there before
    my ($line) = @_;
    my $n = 0;
    if (open my $log, '<', "$state/log") {
        while (<$log>) { $n++ if (split)[0] eq $line }
    }
    return $n;
}

sub head {
    my ($c, $status, %h) = @_;
    print $c "HTTP/1.1 $status\r\n", (map { "$_: $h{$_}\r\n" } sort keys %h), "Connection: close\r\n\r\n";
}

sub empty { my ($c, $status, %h) = @_; head($c, $status, 'Content-Length' => 0, %h) }

sub answer {
    my ($c, $fault, $path, $range, $tag_asked) = @_;
    my $before = note("/$fault/$path");
    open my $log, '>>', "$state/log" or die;
    syswrite $log, "/$fault/$path " . (defined $range ? $range : '-') . "\n";

    return empty($c, '404 Not Found') if $fault eq '404' || $path =~ /\.\./ || !-f "$folder/$path";
    return empty($c, '410 Gone') if $fault eq '410';
    return empty($c, '503 Unavailable') if $fault eq '503';
    return empty($c, '503 Unavailable') if $fault eq '503-twice' && $before < 2;
    return empty($c, '503 Unavailable') if $fault eq '503-thrice' && $before < 3;
    return empty($c, '429 Too Many Requests', 'Retry-After' => 1) if $fault eq '429-once' && !$before;
    return empty($c, '429 Too Many Requests', 'Retry-After' => 3000) if $fault eq '429-long';
    return empty($c, '302 Found', Location => "/whole/$path") if $fault eq 'redirect';
    return empty($c, '302 Found', Location => "/loop/$path") if $fault eq 'loop';
    return empty($c, '302 Found', Location => "http://192.0.2.1/$path") if $fault eq 'to-http';
    return empty($c, '302 Found', Location => 'file:///etc/hostname') if $fault eq 'to-file';

    open my $file, '<:raw', "$folder/$path" or die;
    my $body = do { local $/; <$file> };
    my $size = length $body;
    my $tag = $fault eq 'changed' && $before ? '"other"' : '"' . $size . '"';
    my ($first, $status, %h) = (0, '200 OK');
    $h{ETag} = $tag unless $fault eq 'no-tag';
    if (defined $range && $fault !~ /^(no-ranges|drip)$/ && (!defined $tag_asked || $tag_asked eq $tag)) {
        $first = $range;
        return empty($c, '416 Range Not Satisfiable', 'Content-Range' => "bytes */$size")
            if $first >= $size || $fault eq '416';
        $status = '206 Partial Content';
        my $said = $fault eq 'wrong-206' ? 0 : $first;
        $h{'Content-Range'} = "bytes $said-" . ($size - 1) . "/$size";
    }
    substr($body, -1) = chr(255 & ~ord substr $body, -1) if $fault eq 'wrong';
    $body .= 'x' if $fault eq 'longer';
    chop $body if $fault eq 'shorter';
    $body = substr $body, $first;
    if ($fault eq 'endless') {
        head($c, $status, %h, 'Transfer-Encoding' => 'chunked');
        while (print $c "10000\r\n", "\0" x 65536, "\r\n") { }
        return;
    }
    head($c, $status, %h, 'Content-Length' => $fault eq 'huge' ? '1125899906842624' : length $body);
    if ($fault =~ /^(cut|changed|no-ranges|wrong-206|416|no-tag)$/ && ($fault eq 'cut' ? $before < 3 : !$before)) {
        print $c substr $body, 0, $size / 4;
    } elsif ($fault eq 'always-cut') {
        print $c substr $body, 0, 1000;
    } elsif ($fault eq 'cut-head') { # nothing of the body
    } elsif ($fault eq 'stall') {
        print $c substr $body, 0, 1000;
        $c->flush;
        sleep 30;
    } elsif ($fault eq 'drip') {
        for my $i (0 .. 30) { print $c substr $body, $i, 1; $c->flush; sleep 1 }
    } elsif ($fault eq 'slow') { # a second and a half for all of it
        my $step = int($size / 30) + 1;
        for (my $at = 0; $at < length $body; $at += $step) {
            print $c substr $body, $at, $step or last;
            $c->flush;
            sleep 0.05;
        }
    } else {
        print $c $body;
    }
}

open my $port, '>', "$state/port.new" or die;
print $port $server->sockport;
close $port;
rename "$state/port.new", "$state/port";

my $end = time + 600;
while (time < $end && getppid == $parent) {
    my $ready = '';
    vec($ready, fileno $server, 1) = 1;
    next unless select $ready, undef, undef, 1;
    my $c = $server->accept or next;
    next if fork;
    alarm 120;
    my ($range, $tag, $fault, $path);
    while (defined(my $line = <$c>)) {
        ($fault, $path) = ($1, $2) if $line =~ m{^GET (?:http://[^/]+)?/([^/ ]+)/(\S+) };
        $range = $1 if $line =~ /^Range: bytes=(\d+)-\r/i;
        $tag = $1 if $line =~ /^If-Range: (\S+)\r/i;
        last if $line eq "\r\n";
    }
    defined $path ? answer($c, $fault, $path, $range, $tag) : empty($c, '400 Bad Request');
    close $c;
    exit;
}
