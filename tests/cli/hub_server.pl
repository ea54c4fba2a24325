# hub_server.pl FOLDER STATE - Hugging Face's interface on 127.0.0.1, with faults.
#
# FOLDER/OWNER/NAME is a repository; beside it, NAME.info has more members of what is told of it,
# NAME.tree is told in the place of its files.  Files named *.bin, *.safetensors, *.model, *.spm,
# *.npz, *.gguf and *.ckpt are large, unless they begin as a pointer of Git LFS: the hub sends to a second
# server for them, of another port.  Both ports are written to
# STATE/port, and each request to STATE/log: who was asked, the path, the range, and the token.
# STATE/fault names the fault.  It ends after ten minutes, or when its parent does.
use strict;
use warnings;
use Digest::SHA qw(sha1_hex sha256_hex);
use IO::Select;
use IO::Socket::INET;

my ($folder, $state) = @ARGV;
my $parent = getppid;
my %server = map { $_ => IO::Socket::INET->new(Listen => 64, LocalAddr => '127.0.0.1', ReuseAddr => 1) || die $! } qw(hub cdn);
my %url = map { $_ => 'http://127.0.0.1:' . $server{$_}->sockport } keys %server;
$SIG{CHLD} = 'IGNORE';
$SIG{PIPE} = 'IGNORE';

sub content {
    open my $f, '<:raw', $_[0] or return undef;
    local $/;
    my $text = <$f>;
    return defined $text ? $text : '';
}

sub send_answer {
    my ($c, $status, $body, %h) = @_;
    $h{'Content-Length'} = length $body unless exists $h{'Content-Length'};
    print $c "HTTP/1.1 $status\r\n", (map { "$_: $h{$_}\r\n" } sort keys %h), "Connection: close\r\n\r\n", $body;
}

sub is_large {
    my ($path) = @_;
    return $path =~ /\.(bin|safetensors|model|spm|npz|gguf|ckpt)$/ && (content($path =~ m{^/} ? $path : "$folder/$path") // '') !~ /^version http/;
}
sub git_sha1 { sha1_hex('blob ' . length($_[0]) . "\0" . $_[0]) }
sub commit { my ($name) = $_[0] =~ m{/(.*)}; sha1_hex("commit $name" . (content("$state/commit") // '')) }

sub entries { # of a repository, as JSON
    my ($repository) = @_;
    my @entries = '{"type":"directory","oid":"' . sha1_hex('d') . '","size":0,"path":"onnx"}';
    for my $name (sort map { s{^\Q$folder/$repository/\E}{}r } grep { -f } glob "\Q$folder/$repository\E/{*,*/*}") {
        my $body = content("$folder/$repository/$name");
        my ($size, $lfs) = (length $body, '');
        if (is_large("$repository/$name")) {
            $lfs = sprintf ',"lfs":{"oid":"%s","size":%d,"pointerSize":134}', sha256_hex($body), $size;
        }
        push @entries, sprintf '{"type":"file","oid":"%s","size":%d,"path":"%s"%s}', $lfs ? sha1_hex('p') : git_sha1($body), $size, $name, $lfs;
    }
    push @entries, sprintf '{"type":"file","oid":"%s","size":5,"path":"onnx/model.onnx"}', sha1_hex('x');
    return @entries;
}

sub tree {
    my ($c, $repository, $query, $fault) = @_;
    my $given = content("$folder/$repository.tree");
    return send_answer($c, '200 OK', $given) if defined $given;
    my @entries = entries($repository);
    my $at = $query =~ /cursor=(\d+)/ ? $1 : 0;
    my $path = "/api/models/$repository/tree/" . commit($repository) . '?recursive=true&cursor=';
    my $next = $at + 3 < @entries ? "$url{hub}$path" . ($at + 3) : '';
    $next = $path . 0 if $fault eq 'endless-pages';
    $next = "$url{cdn}${path}3" if $fault eq 'page-elsewhere';
    my %link = $next ? (Link => "<$url{hub}/first>; rel=\"first\", <$next>; rel=\"next\"") : ();
    my $end = $at + 2 < $#entries ? $at + 2 : $#entries;
    $at = 1 if $fault eq 'endless-pages';
    send_answer($c, '200 OK', '[' . join(',', @entries[$at .. $end]) . ']', %link) if $fault ne 'endless-pages';
    send_answer($c, '200 OK', '[]', %link) if $fault eq 'endless-pages';
}

sub send_file {
    my ($c, $path, $range, $fault, $before, $tag) = @_;
    my $body = content("$folder/$path");
    return send_answer($c, '404 Not Found', '', 'X-Error-Code' => 'EntryNotFound') unless defined $body;
    my ($size, $first, $status, %h) = (length $body, 0, '200 OK', ETag => '"' . sha256_hex($body) . '"');
    $body =~ s/(.)\z/chr(255 & ~ord $1)/es if $fault eq 'wrong' || ($fault eq 'wrong-large' && is_large($path));
    $h{ETag} = '"other"' if $fault eq 'other-tag';
    if (defined $range && $range < $size && (!defined $tag || $tag eq $h{ETag})) {
        ($first, $status) = ($range, '206 Partial Content');
        $h{'Content-Range'} = "bytes $first-" . ($size - 1) . "/$size";
    }
    $body = substr $body, $first;
    $h{'Content-Length'} = length $body;
    $body = substr $body, 0, length($body) / 2 if $fault eq 'cut' && is_large($path) && $before < 2;
    $body = substr $body, 0, 3000 if $fault eq 'always-cut' && is_large($path);
    send_answer($c, $status, $body, %h);
}

sub answer {
    my ($c, $who, $path, $range, $token, $tag) = @_;
    my $fault = content("$state/fault") // '';
    my $before = grep { /^\Q$who $path\E / } split /\n/, content("$state/log") // '';
    open my $log, '>>', "$state/log" or die;
    syswrite $log, join(' ', $who, $path, $range // '-', $token // '-') . "\n";
    return send_answer($c, '404 Not Found', '') if $path =~ m{\.\./};
    if ($who eq 'cdn') {
        return send_answer($c, '503 Unavailable', '') if $fault eq 'cdn-503' && !$before;
        return send_file($c, $path =~ s{^/}{}r =~ s{\?.*}{}r, $range, $fault, $before, $tag);
    }
    return send_answer($c, '429 Too Many', '', 'Retry-After' => 1) if $fault eq '429' && !$before;
    return send_answer($c, '503 Unavailable', '') if $fault eq '503';
    return send_answer($c, '302 Found', '', Location => "$url{hub}$path") if $fault eq 'loop';
    if ($fault eq 'endless-redirect') {
        send_answer($c, '302 Found', '', Location => "$url{hub}$path", 'Content-Length' => 1e12);
        while (print $c 'x' x 65536) { }
        return;
    }
    if ($path =~ m{^/api/models\?}) {
        my $found = content("$folder/search") // '[]';
        my %link = $fault eq 'more' ? (Link => "<$url{hub}$path&cursor=x>; rel=\"next\"") : ();
        return send_answer($c, '200 OK', $found, %link);
    }
    my ($api, $repository, $what, $rest) = $path =~ m{^(/api/models)?/([^/]+/[^/]+)/(revision|tree|resolve)/(.*)$}
        or return send_answer($c, '404 Not Found', '{"error":"Not found"}');
    return send_answer($c, '401 Unauthorized', '{}', 'X-Error-Code' => 'RepoNotFound')
        unless -d "$folder/$repository";
    if ($repository =~ m{^gated/}) {
        return send_answer($c, '401 Unauthorized', '{}', 'X-Error-Code' => 'GatedRepo') unless defined $token;
        return send_answer($c, '403 Forbidden', '{}', 'X-Error-Code' => 'GatedRepo') if $token ne 'Bearer hf_right';
    }
    return send_answer($c, '307 Temporary', '', Location => ($api // '') . "/new/$1/$what/$rest")
        if $repository =~ m{^old/(.*)};
    my $commit = commit($repository);
    if ($what eq 'revision') {
        return send_answer($c, '404 Not Found', '{}', 'X-Error-Code' => 'RevisionNotFound')
            unless grep { $rest eq $_ } 'main', 'refs%2Fpr%2F1', $commit;
        my $more = content("$folder/$repository.info") // '"cardData":{"license":"apache-2.0"}';
        $more .= qq(,"sha":"$commit") unless $more =~ /"sha"/;
        return send_answer($c, '200 OK', qq({"id":"$repository","private":false,$more}));
    }
    return tree($c, $repository, $rest, $fault) if $what eq 'tree';
    my ($revision, $name) = $rest =~ m{^([^/]+)/(.*)$};
    return send_answer($c, '404 Not Found', '', 'X-Error-Code' => 'EntryNotFound') if $revision ne $commit;
    return send_file($c, "$repository/$name", $range, $fault, $before, $tag) unless is_large("$repository/$name");
    return send_answer($c, '302 Found', 'Found.', Location => "$url{cdn}/$repository/$name?signature=1",
        ETag => '"' . sha1_hex('p') . '"', 'X-Linked-Size' => -s "$folder/$repository/$name");
}

open my $port, '>', "$state/port.new" or die;
print $port $url{hub};
close $port;
rename "$state/port.new", "$state/port";

my $end = time + 600;
my $select = IO::Select->new(values %server);
while (time < $end && getppid == $parent) {
    for my $ready ($select->can_read(1)) {
        my $who = $ready == $server{hub} ? 'hub' : 'cdn';
        my $c = $ready->accept or next;
        next if fork;
        alarm 120;
        my ($path, $range, $token, $tag);
        while (defined(my $line = <$c>)) {
            $path = $1 if $line =~ m{^GET (\S+) };
            $range = $1 if $line =~ /^Range: bytes=(\d+)-\r/i;
            $tag = $1 if $line =~ /^If-Range: (.*?)\r/i;
            $token = $1 if $line =~ /^Authorization: (.*?)\r/i;
            last if $line eq "\r\n";
        }
        defined $path ? answer($c, $who, $path, $range, $token, $tag) : send_answer($c, '400 Bad Request', '');
        close $c;
        exit;
    }
}
