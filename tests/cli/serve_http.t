#!/bin/sh
# serve_http.t - translate serve: heads of requests byte by byte, by serve_http.tsv.
. tests/cli/tap.sh
need_model
. tests/cli/serve.sh
need_server

serve -q
perl -MIO::Socket::INET -MIO::Select -e '
    my ($port, $table) = @ARGV;
    open my $rows, "<", $table or die;
    while (<$rows>) {
        chomp;
        next if /^#/ || !/\t/;
        my ($name, $wanted, $bytes) = split /\t/;
        $bytes =~ s/(?<=\d)@|(?<=b)@/\\r\\nHost: localhost\\r\\n/g;
        my %escape = (r => "\r", n => "\n", t => "\t", 0 => "\0", "\\" => "\\");
        $bytes =~ s/\\(?:x(..)|(.))/defined $1 ? chr hex $1 : $escape{$2}/ge;
        my $s = IO::Socket::INET->new("127.0.0.1:$port") or die "no server";
        syswrite $s, $bytes;
        my ($got, $state) = ("", "open");
        my $select = IO::Select->new($s);
        my $wait = 3;
        while ($select->can_read($wait)) {
            my $n = sysread $s, $got, 65536, length $got;
            if (!$n) { $state = "closed"; last }
            $wait = 0.4;
        }
        my $told = join(",", $got =~ /HTTP\/1\.1 (\d+)/g) . " $state";
        print "$name|$told|$wanted\n";
    }' "$PORT" tests/cli/serve_http.tsv > "$TMP/told"
while IFS='|' read -r name told wanted; do
    case $wanted in
    '~'*) like "$name" "$told" "^${wanted#?}\$" ;;
    *) is "$name" "$told" "$wanted" ;;
    esac
done < "$TMP/told"
check "at least forty" [ "$(wc -l < "$TMP/told")" -ge 40 ]
ask -d q=Hello. -d source=en -d target=de "$U/translate"
answers "and the server goes on" 200 "{\"translatedText\":\"$(say 'Hello.')\"}"
stop_server
is "to its end" "$status" 0

done_testing
