#!/bin/sh
# explain.t - what "translate explain" writes: a page, text for a terminal, JSON, drawings.
. tests/cli/tap.sh
need_model
LC_ALL=C.UTF-8
export LC_ALL
text="The weather is nice today."

explain() { "$T" explain -m "$MODEL" "$@"; }
json() { # PERL, of the object in $TMP/json, which is kept as it was read: that takes perl a while
    perl -CO -MDigest::MD5=md5_hex -MStorable -MList::Util=sum,max,min -e 'local $/; open my $f, "<", $ARGV[0]; my $bytes = <$f>;
        my $read = "$ARGV[0]." . md5_hex($bytes);
        if (-e $read) { $_ = retrieve($read) } else { require JSON::PP; store($_ = JSON::PP::decode_json($bytes), $read) }
        my $s = $_->{sentences}[0]; print eval $ARGV[1]; print $@' "$TMP/json" "$1"
}

# ---- The numbers

check "a text becomes JSON" explain --json -o "$TMP/json" "$text"
is "the translation is that of translate" "$(json '$s->{translation}')" "$(echo "$text" | "$T" -m "$MODEL")"
echo "$text" | "$T" -m "$MODEL" --json --alignment soft > "$TMP/plain"
plain() { perl -MJSON::PP -e 'local $/; $_ = decode_json(<STDIN>); print eval $ARGV[0]' "$1" < "$TMP/plain"; }
is "its score, too" "$(json '$s->{score}')" "$(plain '$_->{score}')"
is "and the log-probability of each token" \
    "$(json 'join " ", map { $_->{log_probability} } @{$s->{target_tokens}}')" \
    "$(plain 'join " ", map { $_->{log_probability} } @{$_->{hypotheses}[0]{tokens}}')"
is "and the alignment" "$(json 'join " ", @{$s->{alignment}}')" \
    "$(plain 'join " ", map { @{$_->{weights}} } @{$_->{hypotheses}[0]{alignment}}')"
is "each row of attention sums to 1" \
    "$(json 'my ($bad, $n) = (0, 0);
        for my $kind (qw(encoder decoder cross)) {
            my $columns = $kind eq "decoder" ? @{$s->{target_tokens}} : @{$s->{source_tokens}};
            for my $layer (@{$s->{attention}{$kind}}) {
                my @w = @$layer;
                while (my @row = splice @w, 0, $columns) { $n++; $bad++ if abs(sum(@row) - 1) > 1e-5 }
            }
        }
        "$bad of $n"')" "0 of $((4 * 8 * 7 + 2 * 8 * 7 * 2))"
is "a token of the decoder does not look ahead" \
    "$(json 'my $n = @{$s->{target_tokens}};
        my @w = @{$s->{attention}{decoder}[0]};
        sum map { my $i = $_; map { $_ > $i % $n ? $w[$i * $n + $_] : 0 } 0..$n-1 } 0..8*$n-1')" 0
is "five alternatives of each step, best first, the token among them" \
    "$(json 'my $bad = 0;
        for my $i (0..$#{$s->{target_tokens}}) {
            my $t = $s->{target_tokens}[$i];
            my @c = sort { $a->[1] <=> $b->[1] } grep { $_->[0] == $t->{hypothesis} && $_->[1] < 5 } @{$s->{beam}[$i]};
            $bad++ if @c != 5 || grep { $c[$_][4] < $c[$_ + 1][4] } 0..3;
            $bad++ if !grep { $_->[2] == $t->{id} && $_->[4] == $t->{log_probability} && $_->[7] < 2 } @{$s->{beam}[$i]};
        }
        $bad')" 0
is "what the beam keeps is the best that there is" \
    "$(json 'my $bad = 0;
        for my $step (@{$s->{beam}}) {
            my @kept = map { $_->[5] } grep { $_->[7] < 2 } @$step;
            my @dropped = map { $_->[5] } grep { $_->[7] == 2 } @$step;
            $bad++ if @dropped && min(@kept) < max(@dropped);
        }
        $bad')" 0
is "the winner has the best score of those that ended" \
    "$(json 'max(map { map { $_->[6] } grep { $_->[7] == 1 } @$_ } @{$s->{beam}}) == $s->{score}')" 1
# The best hypothesis of this sentence ends long before the last one does.
name="What is the name of your brother?"
explain --json -o "$TMP/name" "$name"
echo "$name" | "$T" -m "$MODEL" --json --n-best 4 > "$TMP/nbest"
is "the hypotheses that ended are those of an n-best list" \
    "$(perl -MJSON::PP -e '$_ = decode_json(<STDIN>);
        print join " ", sort { $b <=> $a } map { map { $_->[6] } grep { $_->[7] == 1 } @$_ } @{$_->{sentences}[0]{beam}}' < "$TMP/name")" \
    "$(perl -MJSON::PP -e '$_ = decode_json(<STDIN>); print join " ", sort { $b <=> $a } map { $_->{score} } @{$_->{hypotheses}}' < "$TMP/nbest")"
is "weights are the softmax of queries and keys" \
    "$(json 'my ($d, $h, $worst) = ($_->{model}{d_head}, $_->{model}{heads}, 0);
        my ($q, $k) = map { $s->{neurons}{encoder}[0]{$_}{values} } qw(query key);
        my $n = @{$s->{source_tokens}};
        for my $head (0..$h-1) { for my $i (0..$n-1) {
            my @e = map { my $j = $_; exp(sum(map { $q->[($i*$h+$head)*$d+$_] * $k->[($j*$h+$head)*$d+$_] } 0..$d-1) / sqrt $d) } 0..$n-1;
            for my $j (0..$n-1) {
                my $off = abs($e[$j] / sum(@e) - $s->{attention}{encoder}[0][($head*$n+$i)*$n+$j]);
                $worst = $off if $off > $worst;
            }
        } }
        $worst < 2e-3 ? "yes" : $worst')" yes
is "a greedy search has five alternatives, too" \
    "$(explain --json -b 1 "$text" | perl -MJSON::PP -e '$_ = decode_json(<STDIN>); print join " ", map { scalar @$_ } @{$_->{sentences}[0]{beam}}')" \
    "5 5 5 5 5 5 5"
for set in ref avx2; do
    explain --json --cpu $set "$text" 2> /dev/null | sed 's/"seconds":{[^}]*}//' > "$TMP/$set"
    if [ -s "$TMP/$set" ]; then
        is "--cpu $set gives the same numbers" "$(cksum < "$TMP/$set")" "$(sed 's/"seconds":{[^}]*}//' "$TMP/json" | cksum)"
    else
        skip "--cpu $set" "not on this machine"
    fi
done

# ---- The page

check "a text becomes a page" explain -o "$TMP/page.html" "$text"
page() { # PERL, of the page's own data
    perl -0777 -MJSON::PP -MMIME::Base64 -e 'open my $f, "<", $ARGV[0]; my ($d) = <$f> =~ m{<script type="application/json" id="data">(.*?)</script>}s;
        $_ = decode_json($d); my $s = $_->{sentences}[0];
        sub unpacked { map { $_ / 65535 } unpack "v*", decode_base64($_[0]) } print eval $ARGV[1]; print $@' "$TMP/page.html" "$1"
}
json 'join "\n", map { my $k = $_; map { @$_ } @{$s->{attention}{$k}} } qw(encoder decoder cross)' > "$TMP/exact"
page 'join "\n", map { my $k = $_; map { unpacked($_) } @{$s->{attention}{$k}} } qw(encoder decoder cross)' > "$TMP/packed"
is "its weights are the library's" \
    "$(paste "$TMP/exact" "$TMP/packed" | awk '{ d = $1 - $2; if (d < 0) d = -d; if (d > 1e-5) bad++ } END { print NR, bad + 0 }')" \
    "$((4 * 8 * 49 + 2 * 8 * 49 * 2)) 0"
nothing_else() { ! grep -n -i -E '(src|href)="?[^#"]|url\(|@import|https?://' "$TMP/page.html" | grep -v 'www.w3.org/2000/svg'; }
check "it holds no byte from elsewhere" nothing_else
long="The old man who lives in the small house near the river told us yesterday that he had seen a large black dog in his garden again last night."
explain -o "$TMP/long.html" "$long"
is "a sentence of 30 tokens takes less than 2 MB" \
    "$(echo "$long" | "$T" tokenize -m "$MODEL" | wc -w | tr -d ' ') $([ "$(wc -c < "$TMP/long.html")" -lt 2000000 ] && echo yes)" "30 yes"

explain -b 64 -o "$TMP/long.html" "$long"
is "with the widest beam, too" "$([ "$(wc -c < "$TMP/long.html")" -lt 2000000 ] && echo yes)" yes
is "what scrolls and is reached with the keyboard has a name" \
    "$(grep -c 'tabindex="0"' cmd/explain/page/body.html) $(grep -v -c 'tabindex="0" role="region" aria-label="[A-Z]' cmd/explain/page/body.html)" \
    "$(grep -c 'tabindex' cmd/explain/page/body.html) $(grep -v -c 'tabindex' cmd/explain/page/body.html)"

hostile='</script><script>alert(1)</script> <!-- "quoted" & '\''single'\'' \ <b>bold</b>'
explain -o "$TMP/hostile.html" "$hostile"
is "no text ends the data's element, or begins another" \
    "$(grep -o -i -E '</?script' "$TMP/hostile.html" | paste -sd ' ' -) $(grep -c '<!--\|alert(1)<' "$TMP/hostile.html")" \
    "<script </script <script </script 0"
TMP_PAGE=$TMP/page.html
cp "$TMP/hostile.html" "$TMP_PAGE"
is "the text is there as it was given" \
    "$(page 'index(join("", map { $_->{source} } @{$_->{sentences}}), "<!-- \"quoted\" & ") >= 0 ? "yes" : "no"')" yes

is "an empty line has nothing to show" "$(printf '\n' | explain --json | sed 's/.*"sentences"/"sentences"/')" '"sentences":[]}'
like "numbers are copied" "$(explain --text "1 2 3")" "nothing to translate"
like "unless all is wanted" "$(explain --text --raw "1 2 3")" "^Alignment"
like "nor on a terminal" "$(printf ' \n' | explain --text)" "nothing to translate"
printf 'Two sentences. Are here.\nAnd a line.\n' > "$TMP/lines"
explain --json -o "$TMP/json" "$TMP/lines"
is "a file's sentences, by their lines" "$(grep -o '"line":[0-9]*' "$TMP/json" | cut -d : -f 2 | paste -sd ' ' -)" "1 1 2"
source_of() { explain --json | grep -o '"source":"[^"]*"' | head -n 1; }
is "bytes that are not UTF-8 become U+FFFD" "$(printf 'bad \377 byte and a \200 word\n' | source_of)" \
    '"source":"bad � byte and a � word"'
# The text repeats itself: no sentence is lost when it is searched a second time.
like "placeholders and numbers" "$(echo "Buy 17 apples, 38 pears and 51 plums for Mr. %s." | source_of)" 'Buy 17 .*%s'
perl -e 'print "word " x 200, ".\n"' | explain -o "$TMP/many.html"
is "200 words make a page" "$?" 0
for line in "हमारे घर" "مرحبا بالعالم hello" "日本語 is Japanese" "👍"; do
    like "a page with $line" "$(echo "a $line" | source_of)" ':"a'
done

# ---- A terminal

narrow() { COLUMNS=$1 explain --text "$long" | "${2:-cat}"; }
widest() { perl -CS -ne 'chomp; my $n = length; $w = $n if $n > $w; END { print $w }'; }
for columns in 40 80 132; do
    is "$columns columns are enough" "$([ "$(narrow $columns | widest)" -le $columns ] && echo yes)" yes
done
like "text and translation are there in full" "$(narrow 40 | paste -sd ' ' -)" \
    "$(printf '^%s %s  Log' "$long" "$(echo "$long" | "$T" -m "$MODEL")" | sed 's/[.]/[.]/g')"
like "the alignment is drawn" "$(explain --text "$text")" '^▁Wetter (··|░░|▒▒) (▓▓|██) (··|░░)'
LC_ALL=C explain --text "$text" > "$TMP/ascii"
is "without UTF-8, all is ASCII" "$(LC_ALL=C grep -c '[^ -~]' "$TMP/ascii")" 0
like "and drawn all the same" "$(cat "$TMP/ascii")" '^_Wetter (\.\.|--|\+\+) (\*\*|##) (\.\.|--)'
like "the head is the one that is asked for" "$(explain --text --head encoder:0:1 "$text")" '^Attention, encoder layer 0, head 1'

# ---- Drawings

well_formed() { # an XML document without text that is markup
    perl -0777 -e 'local $_ = <STDIN>; s/^<\?xml[^>]*\?>\n//; my @open;
        while (m{\G(?:([^<>&]|&#\d+;)|<(/?)([a-z]+)(?: [a-z0-9A-Z:-]+="[^"<>&]*")*(/?)>)}gc) {
            next if defined $1;
            if ($2) { exit 1 if pop @open ne $3 } elsif (!$4) { push @open, $3 }
        }
        exit 1 if @open || (pos // 0) != length' < "$TMP/view.svg"
}
for view in alignment head matrix model beam positions; do
    explain --svg "$TMP/view.svg" --view $view "$hostile"
    check "the view $view is well-formed" well_formed
done
check "... with a cell for each token and dimension" test "$(grep -c 'fill-opacity' "$TMP/view.svg")" -ge 256
explain --svg "$TMP/view.svg" "$text" > "$TMP/out"
is "--svg alone writes no page" "$(cat "$TMP/out")" ""
like "the alignment has its numbers" "$(cat "$TMP/view.svg")" '>0\.[5-9][0-9]</text>'

is "each number is read well on its colour" \
    "$(perl -e 'local $/; $_ = <STDIN>;
        sub light { my @c = map { my $v = hex($_) / 255; $v <= 0.04045 ? $v / 12.92 : (($v + 0.055) / 1.055) ** 2.4 } @_;
            0.2126 * $c[0] + 0.7152 * $c[1] + 0.0722 * $c[2] + 0.05 }
        my $worst = 21;
        while (/fill="#(..)(..)(..)"\/>\n<text[^>]*?( fill="#fff")?>/g) {
            my ($under, $over) = (light($1, $2, $3), $4 ? 1.05 : 0.05);
            my $contrast = $under > $over ? $under / $over : $over / $under;
            $worst = $contrast if $contrast < $worst;
        }
        print $worst >= 4.5 && $worst < 21 ? "yes" : $worst' < "$TMP/view.svg")" yes
explain --svg "$TMP/view.svg" --view beam "$name"
is "the beam's hypotheses that died are crossed" "$(grep -c '>✕<' "$TMP/view.svg")" \
    "$(perl -MJSON::PP -e '$_ = decode_json(<STDIN>); my @steps = @{$_->{sentences}[0]{beam}}; my $n = 0;
        for my $i (0..$#steps - 1) { for my $c (grep { $_->[7] == 0 } @{$steps[$i]}) {
            $n++ if !grep { $_->[7] < 2 && $_->[0] == $c->[8] } @{$steps[$i + 1]} } }
        print $n' < "$TMP/name")"
is "and those that ended are boxed" "$(grep -c '<rect x=' "$TMP/view.svg")" 4

# ---- What is refused, and what fails

bad() { run explain -m "$MODEL" "$@" < /dev/null; }
bad --head cross "$text"
says "a head has three parts" 2 'not KIND:LAYER:HEAD'
bad --head middle:0:0 "$text"
says "a kind that there is not" 2 '"middle" is not one of'
bad --head cross:2:0 "$text"
says "a layer that there is not" 1 'layers 0 to 1 with heads 0 to 7'
bad --text --json "$text"
says "text and JSON are two" 2 'not both'
bad --svg - --json "$text"
says "one output has one place" 2 'cannot both go to standard output'
bad --view head "$text"
says "a view needs a file" 2 'needs --svg'
bad "two words" more
says "a text is one operand" 2 'quote the text'
bad --svg "$TMP/none/x.svg" "$text"
says "a folder that there is not" 1 'none/x.svg: No such file'
perl -e 'print "A line.\n" x 65' > "$TMP/many"
bad -o "$TMP/x.html" "$TMP/many"
says "too many sentences" 1 'more than 64 sentences'
is "and no half page is left" "$(ls "$TMP"/x.html* 2> /dev/null)" ""
printf 'H\0e\0l\0l\0o\0' > "$TMP/utf16"
printf '\377\376' | cat - "$TMP/utf16" > "$TMP/bom"
bad "$TMP/bom"
says "a file of UTF-16" 1 'UTF-16'
if [ -w /dev/full ]; then
    explain "$text" > /dev/full 2> "$TMP/err"
    status=$?
    says "a full disk" 1 'No space left'
else
    skip "a full disk" "no /dev/full"
fi
(explain "$text"; echo $? > "$TMP/status") 2> "$TMP/err" | true
is "a closed pipe ends it quietly" "$(cat "$TMP/err")" ""
head -n 40 "$TMP/many" > "$TMP/forty"
(explain "$TMP/forty"; echo $? > "$TMP/status") 2> "$TMP/err" | head -c 100 > "$TMP/begun"
is "and so does one that closes before a long page ends" "$(cat "$TMP/status" "$TMP/err")" 141
if [ -w /dev/full ]; then
    explain "$TMP/forty" > /dev/full 2> "$TMP/err"
    status=$?
    says "a disk that is too small for a long page is told" 1 'No space left'
else
    skip "a disk that is too small" "no /dev/full"
fi

# ---- An SSRU

student=../shared/fixtures/ssru-student
if [ -r "$student/model.npz" ]; then
    "$T" convert -f en -t de --type float32 --vocab "$student/vocab.spm" -o "$TMP/m.gguf" "$student/model.npz" 2> /dev/null
    "$T" explain -m "$TMP/m.gguf" --json -o "$TMP/json" "Tom is here."
    is "an SSRU has no attention to its past" \
        "$(json 'join " ", map { scalar @{$s->{attention}{$_}} > 0 ? "some" : "none" } qw(encoder decoder cross)')" "some none some"
    check "its page" "$T" explain -m "$TMP/m.gguf" -o "$TMP/ssru.html" "Tom is here."
    run explain -m "$TMP/m.gguf" --head decoder:0:0 "Tom is here."
    says "nor such a head" 1 'is an SSRU'
else
    skip "an SSRU" "no $student"
fi

done_testing
