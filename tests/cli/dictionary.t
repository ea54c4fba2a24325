#!/bin/sh
# dictionary.t - dictionaries of dictd, of Ding and in columns: what `translate define` prints, and what
# `translate --dictionary` takes of them.
. tests/cli/tap.sh


# make_dictd.pl STEM CHUNK: a dictionary of dictd of the entries on standard input, each behind a line "= word"; with
# a CHUNK, packed as dictzip does it, so many bytes in each chunk.
cat > "$TMP/make_dictd.pl" <<'EOF'
use Compress::Raw::Zlib;
my ($stem, $chunk) = @ARGV;
my (@lines, $text, $word);
my @digits = ('A' .. 'Z', 'a' .. 'z', 0 .. 9, '+', '/');
sub number { my $n = shift; my $s = ''; do { $s = $digits[$n % 64] . $s; $n = int($n / 64) } while $n; $s }
sub end { push @lines, join("\t", $word, number($begin), number(length($text) - $begin)) . "\n" if defined $word }
$text = '';
while (<STDIN>) {
    if (/^= (.*)/) { end(); $word = $1; $begin = length $text; next }
    $text .= $_;
}
end();
open my $index, '>', "$stem.index"; print $index sort { (split /\t/, $a)[0] cmp (split /\t/, $b)[0] } @lines; close $index;
if (!$chunk) { open my $dict, '>', "$stem.dict"; print $dict $text; exit }
my ($z) = Compress::Raw::Zlib::Deflate->new(-WindowBits => -MAX_WBITS(), -AppendOutput => 1);
my ($body, @sizes) = ('');
for (my $at = 0; $at < length $text; $at += $chunk) {
    my $part = '';
    $z->deflate(substr($text, $at, $chunk), $part);
    $z->flush($part, $at + $chunk < length $text ? Z_FULL_FLUSH : Z_FINISH);
    push @sizes, length $part; $body .= $part;
}
my $table = pack 'v*', 1, $chunk, scalar @sizes, @sizes;
my $extra = 'RA' . pack('v', length $table) . $table;
open my $dz, '>', "$stem.dict.dz";
print $dz pack('C4VC2', 31, 139, 8, 12, 0, 0, 3), pack('v', length $extra), $extra, "name\0", $body,
    pack('VV', crc32($text), length $text);
EOF
dictd() { perl "$TMP/make_dictd.pl" "$@"; }

cat > "$TMP/entries" <<'EOF'
= 00-database-info
Made for a test.
= bark
bark /bA:k/
Rinde <fem>Rd.,  /abc/ , Borke <fem> [bot.]
      "the bark of the oak"  - die Rinde der Eiche
         Note: of a tree
   Synonym: {rind}

= bark
bark /bA:k/ <v>
bellen <v, intr>
 see: {barking}

= fetch sth
fetch sth. /fetS/ <v>
etw. holen, etw. herbeischaffen [veraltet] <v>
= owl
owl
1. Eule <fem>
2. Kauz <masc>
EOF
dictd "$TMP/plain" < "$TMP/entries"
dictd "$TMP/zipped" 40 < "$TMP/entries"

# ---- What is printed

run define --dictionary "$TMP/plain" bark
is "an entry has its headword, genders, senses, examples and notes" "$status $(cat "$TMP/out")" '0 bark, noun
  1. Rinde f, Borke f [bot.]
     "the bark of the oak": die Rinde der Eiche
     (of a tree)
bark, verb
  1. bellen'
cp "$TMP/out" "$TMP/wanted"
run define --dictionary "$TMP/zipped.dict.dz" bark
check "dictzip is read chunk by chunk" cmp "$TMP/out" "$TMP/wanted"
gzip -c "$TMP/plain.dict" > "$TMP/packed.dict.dz"
cp "$TMP/plain.index" "$TMP/packed.index"
run define --dictionary "$TMP/packed.index" bark
check "gzip without chunks is read, too" cmp "$TMP/out" "$TMP/wanted"
run define --dictionary "$TMP/plain.dict" BARK < /dev/null
check "case does not matter" cmp "$TMP/out" "$TMP/wanted"
run define --dictionary "$TMP/plain" barks
check "a plural is found by its singular" cmp "$TMP/out" "$TMP/wanted"
run define --dictionary "$TMP/plain" fetched
is "and a verb by its infinitive, without what stands beside it" "$(cat "$TMP/out")" "fetch sth., verb
  1. etw. holen, etw. herbeischaffen [veraltet]"
run define --dictionary "$TMP/plain" owl
is "numbers of senses are read" "$(cat "$TMP/out")" "owl, noun
  1. Eule f
  2. Kauz m"
run define --dictionary "$TMP/plain" made
says "what is told of the dictionary is no entry" 1 'define|"made" is in no dictionary from en to de'
run define --dictionary "$TMP/plain" bakr
says "a word that is not there has near ones" 1 '"bakr" is in no dictionary from en to de; near: "bark"'
printf 'owl\nbak\n' > "$TMP/words"
run define --dictionary "$TMP/plain" --json < "$TMP/words"
is "JSON has a line for each word" "$status $(perl -MJSON::PP -ne '$o = decode_json($_); print "$o->{word}:", (map { map { map { "$_->{text}/$_->{gender}," } @{$_->{translations}} } @{$_->{senses}} } @{$o->{entries}}), join("+", @{$o->{near} || []}), ";"' "$TMP/out")" "1 owl:Eule/feminine,Kauz/masculine,;bak:bark;"

cat > "$TMP/ding" <<'EOF'
# Version :: of a test
Rinde {f} /R./; Borke {f} [bot.] | Rinden {pl} | die Rinde der alten Eiche :: bark; rind | barks | the bark of the old oak
bellen {vi} | bellend | das Bellen und das Heulen der Hunde :: to bark (at sb.) | barking | the barking and the howling of the dogs
Schiff {n} [poet.]; Barke {f} :: bark
EOF
run define --dictionary "$TMP/ding" bark
is "Ding's lines are read from the side that has the language" "$status $(cat "$TMP/out")" '0 bark, noun
  1. Rinde f, Borke f [bot.]
     "the bark of the old oak": die Rinde der alten Eiche
to bark, verb
  1. bellen
     "the barking and the howling of the dogs": das Bellen und das Heulen der Hunde
bark, noun
  1. Schiff n [poet.], Barke f'
gzip -c "$TMP/ding" > "$TMP/ding.gz"
run define -f de -t en --dictionary "$TMP/ding.gz" rinde Borke
is "and from the other one, packed" "$(cat "$TMP/out")" 'Rinde, noun, feminine
  1. bark, rind
     "die Rinde der alten Eiche": the bark of the old oak
Borke, noun, feminine
  1. bark, rind
     "die Rinde der alten Eiche": the bark of the old oak'
printf '# of a test\nbark\tRinde\tn.\nbark\tbellen\tverb\ngrosse Klappe\tbig mouth\nSTRASSE\troad\n' > "$TMP/columns.tsv"
run define --dictionary "$TMP/columns.tsv" bark 'Große  Klappe' Straße
is "columns are read; double s is a sharp s" "$(cat "$TMP/out")" 'bark, n.
  1. Rinde
bark, verb
  1. bellen
grosse Klappe
  1. big mouth
STRASSE
  1. road'

mkdir -p "$TMP/share/dictd"
for i in index dict; do cp "$TMP/plain.$i" "$TMP/share/dictd/freedict-eng-deu.$i"; done
export XDG_DATA_DIRS="$TMP/none:$TMP/share"
run define bark
check "the dictionaries of the system are found" cmp "$TMP/out" "$TMP/wanted"
run define -f de -t pt bark
says "and where there is none, a package is named" 1 'no dictionary from de to pt.*dict-freedict-deu-por'

# ---- Headwords of dictd, abbreviations

cat > "$TMP/heads.in" <<'EOF'
= went
go /g@U/ (went /wEnt/ <>, gone /gQn/ <>) <v>
gehen <v, intr>

= gone
go /g@U/ (went /wEnt/ <>, gone /gQn/ <>) <v>
gehen <v, intr>

= etc
et cetera /et/ (etc. /i:ti:si:/)
und so weiter [allg.] usw.,  /u:EsvE/ usf.,  /u:EsEf/

= foetus
fetus, foetus /f/ /f/ <n>
Fötus <masc>, Leibesfrucht <fem> [med.] Lf.,  /lf/ , Fetus <masc>

= yes please
yes, please /j/ /p/
ja, bitte
EOF
dictd "$TMP/heads" < "$TMP/heads.in"
run define --dictionary "$TMP/heads" went gone
is "a form in brackets belongs to its headword, which is no translation" "$(cat "$TMP/out")" 'go, verb
  1. gehen
go, verb
  1. gehen'
run define --dictionary "$TMP/heads" etc.
is "and so does an abbreviation; those of translations are left out" "$(cat "$TMP/out")" 'et cetera
  1. und so weiter [allg.]'
run define --dictionary "$TMP/heads" foetus
is "of several headwords, the one that was asked for is shown" "$(cat "$TMP/out")" 'foetus, noun
  1. Fötus m, Leibesfrucht f [med.], Fetus m'
run define --dictionary "$TMP/heads" 'yes, please'
is "a phrase may have a comma" "$(cat "$TMP/out")" 'yes, please
  1. ja, bitte'

# ---- TEI

cat > "$TMP/words.tei" <<'EOF'
<?xml version="1.0" encoding="UTF-8"?>
<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><titleStmt><title>entry</title></titleStmt></fileDesc></teiHeader>
<text><body xml:lang="en">
<entry xml:id="bark.1"><form><orth>bark</orth><pron>bA:k</pron></form>
 <gramGrp><pos>n</pos></gramGrp>
 <sense n="1"><usg type="dom">bot.</usg>
  <cit type="trans" xml:lang="de"><quote>Rinde</quote><gramGrp><pos>n</pos><gen>fem</gen></gramGrp></cit>
  <cit type="trans" xml:lang="de"><quote>Gewand</quote><gramGrp><gen>n</gen></gramGrp></cit>
  <note>of a tree</note>
  <cit type="example"><quote>the bark of the oak</quote><cit type="trans"><quote>die Rinde der Eiche</quote></cit></cit>
  <xr type="syn"><ref target="#rind">rind</ref></xr></sense>
 <sense n="2"><cit type="trans"><quote>Barke &amp; Schiff; &lt;klein&gt; &#228;&#x42;</quote></cit></sense>
</entry>
<!-- <entry><form><orth>none</orth></form></entry> -->
<entry><form><orth>go</orth><form type="infl"><orth>went</orth></form></form><gramGrp><pos>v</pos></gramGrp>
<sense><cit type="translation"><quote>gehen</quote></cit></sense></entry>
</body></text></TEI>
EOF
run define --dictionary "$TMP/words.tei" bark went
is "XML of TEI has senses, genders, labels, notes and examples" "$status $(cat "$TMP/out")" '0 bark, noun
  1. Rinde f [bot.], Gewand n
     (of a tree)
     "the bark of the oak": die Rinde der Eiche
  2. Barke & Schiff klein äB
went, verb
  1. gehen'
run define --dictionary "$TMP/words.tei" none
says "what stands in a comment is no entry" 1 '"none" is in no dictionary'
cat > "$TMP/old.tei" <<'EOF'
<TEI.2><text><body><entry><form><orth>bark</orth></form><gramGrp><pos>s</pos></gramGrp>
<trans><tr>casca</tr><tr>cortiça</tr></trans><trans><tr>latido</tr></trans></entry></body></text></TEI.2>
EOF
run define -t pt --dictionary "$TMP/old.tei" bark
is "so has older XML" "$(cat "$TMP/out")" 'bark, noun
  1. casca, cortiça
  2. latido'
gzip -c "$TMP/words.tei" > "$TMP/words.tei.gz"
run define --dictionary "$TMP/words.tei.gz" GO
is "XML may be packed" "$(head -n 1 "$TMP/out")" "go, verb"
printf '<TEI><entry><orth>bark</orth><cit type="trans"><quote>Rinde' > "$TMP/cut.tei"
run define --dictionary "$TMP/cut.tei" bark
is "a translation that nothing ends is none" "$status" 1

# ---- The order of entries

printf '%s\n' 'march	Grenzland	n' 'march	marschieren	v' 'march	aufmarschieren; marschieren	v' \
    'March	März	n' 'good	Gut	n' 'Good	Herr Gut	n' > "$TMP/order.tsv"
first() { "$T" define --dictionary "$TMP/order.tsv" "$1" | head -n 2 | tr '\n' ' '; }
is "what several entries say comes first" "$(first march)" "march, verb   1. marschieren "
is "an entry that is spelt as the word comes first" "$(first March)" "March, noun   1. März "
is "one with a capital comes behind, where the word has none" "$(first good)" "good, noun   1. Gut "
is "a word that marks an infinitive means a verb" "$(printf 'climb\tAnstieg\tnoun\nclimb\tAnstieg; Aufstieg\tnoun\nclimb\tsteigen\tverb\n' > "$TMP/climb.tsv"
    "$T" define --dictionary "$TMP/climb.tsv" 'to climb' | head -n 2 | tr '\n' ' ')" "climb, verb   1. steigen "
is "so do dots behind it" "$("$T" define --dictionary "$TMP/climb.tsv" Climb... | sed -n 2p)" "  1. steigen"
run define -f English owl
says "a language is named by its code" 2 '"English" is no code of a language; did you mean en'
run define -t xx owl
says "and has to be one" 2 '"xx" is no code of a language$'

# ---- What is damaged

refused() { # NAME FILE RE
    run define --dictionary "$2" bark
    says "$1" 1 "$3"
}
printf 'bark\tA\n' > "$TMP/short.index"; : > "$TMP/short.dict"
refused "an index without lengths" "$TMP/short" 'short.index:1: is no line of dictd'
printf 'bark\tA\tZZ\n' > "$TMP/behind.index"; printf 'bark\nRinde\n' > "$TMP/behind.dict"
refused "an entry behind the end" "$TMP/behind" 'behind.index:1: the entry is behind the end'
printf 'bark\tA\t/////////\n' > "$TMP/behind.index"
refused "a number that is too large" "$TMP/behind" 'behind.index:1: is no line of dictd'
printf 'b\344rk\tA\tB\n' > "$TMP/behind.index"
refused "an index that is not UTF-8" "$TMP/behind" 'behind.index:1: is not valid UTF-8'
printf 'bark\tA\tJ\n' > "$TMP/alone.index"
refused "an index alone" "$TMP/alone.index" 'alone.dict: No such file'
head -c 80 "$TMP/zipped.dict.dz" > "$TMP/cut.dict.dz"; cp "$TMP/zipped.index" "$TMP/cut.index"
refused "dictzip that is cut short" "$TMP/cut" 'cut.dict.dz: .*cut short|cut.dict.dz: .*damaged'
perl -e 'local $/; $_ = <>; substr($_, length($_) - 90, 60) = "\377" x 60; print' "$TMP/zipped.dict.dz" > "$TMP/cut.dict.dz"
run define --dictionary "$TMP/cut" owl
says "chunks of other bytes" 1 'cut.index: is damaged'
printf 'nothing of a dictionary\nat all\n' > "$TMP/prose"
refused "prose" "$TMP/prose" 'prose: is no dictionary that can be read'
: > "$TMP/empty"
refused "an empty file" "$TMP/empty" 'empty: is empty'
printf '%%PDF-1.4\n' > "$TMP/pdf"
for i in der und ist nicht ein eine mit auf für von dem den sich auch aus; do printf '%s\tx\n' "$i"; done > "$TMP/other.tsv"
refused "a dictionary of the other direction" "$TMP/other.tsv" 'other.tsv: is a dictionary of words of "de", not of "en"'
run define -f de -t en --dictionary "$TMP/other.tsv" nicht
is "which is read the other way round" "$status" 0
refused "another kind of file" "$TMP/pdf" 'pdf: is a PDF'
refused "no file" "$TMP/absent" 'absent: No such file'
refused "a folder" "$TMP/share" 'share: '
printf 'bark\tR\374de\n' > "$TMP/latin.tsv"
refused "columns that are not UTF-8" "$TMP/latin.tsv" 'latin.tsv:1: is not valid UTF-8'

printf 'bark\tA\tM\n' > "$TMP/bytes.index"; printf 'bark\nR\374de\0\377\n' > "$TMP/bytes.dict"
run define --dictionary "$TMP/bytes" bark
is "an entry that is not UTF-8 is shown" "$status $(sed -n 2p "$TMP/out" | cut -c1-9)" "0   1. R$(printf '\357\277\275' | cut -c1-3)"
in_time() { # NAME PERL: a dictionary that is made to take time, looked up
    perl -e "$2" > "$TMP/slow"
    check "$1" sh -c 'timeout 60 "$1" define --dictionary "$2" a bark zz < /dev/null > "$2.out" 2>&1; [ $? -lt 2 ]' - "$T" "$TMP/slow"
}
in_time "a line of words, in time" 'print "a;" x 100000, "b :: c\n" x 3'
in_time "a line of groups, in time" 'print "a|" x 100000, " :: ", "a|" x 100000, "\n"'
in_time "brackets that nothing closes, in time" 'print "a (" x 50000, " :: b\n", "a {[<(" x 50000, " :: ", "([{<" x 50000, "\n"'
in_time "one word in each line, in time" 'print "a :: b {n}\n" x 200000'
in_time "slashes, in time" 'print "bark\t", " /a" x 100000, "<a>b" x 100000, "\n"'
in_time "XML that nothing closes, in time" 'print "<TEI><entry>", "<orth>bark" x 100000, "<cit type=\"trans\"><quote>a" x 100000'
in_time "tags that nothing closes, in time" 'print "<TEI><entry><orth>bark", "<!--" x 100000, "<" x 100000, "&#x" x 100000'
in_time "blanks, in time" 'print "a :: b\n" x 9, " " x 1000000, ":: y\n"'
in_time "many words of a line that are one word, in time" 'print "bark; " x 40000, ":: ", "y; " x 40000, "\n"'
perl -e 'print "= bark\nbark\n", "Rinde, " x 400000, "\n"' | dictd "$TMP/huge" 60000
check "a huge entry, in time" sh -c 'timeout 60 "$1" define --dictionary "$2" bark > "$2.out"' - "$T" "$TMP/huge"

# ---- Translations

need_model
senses() { printf "$1" | "$T" -m "$MODEL" --dictionary "${2:-$TMP/plain}" $3 2> "$TMP/err"; }

is "a word has the dictionary's sense, with capitals and marks of its own" "$(senses 'owl\nOWL\nOwl...\nowl?\n' | tr '[:upper:]' '[:lower:]' | sed 's/kauz/eule/')" 'eule
eule
eule...
eule?'
is "the capitals are those of the source" "$(senses 'FETCH!\nFetch\nfetch\n' | sed 's/Herbeischaffen/Holen/; s/HERBEISCHAFFEN/HOLEN/; s/herbeischaffen/holen/')" 'HOLEN!
Holen
holen'
printf 'start\tAnfang\tnoun\nstart\tBeginn\tnoun\nstart\tstarten\tverb\n' > "$TMP/start.tsv"
is "what is done in steps is a verb, and what marks a letter of the keyboard stays" \
    "$(senses 'Start...\n&Start…\n_Start...\nto start\n' "$TMP/start.tsv" | tr '\n' ' ')" 'Starten... &Starten… _Starten... starten '
printf 'The owl sits in a tree.\nowls and trees\nC++\n42\n\n' > "$TMP/text"
"$T" -m "$MODEL" "$TMP/text" > "$TMP/without"
"$T" -m "$MODEL" --dictionary "$TMP/plain" "$TMP/text" > "$TMP/with"
check "all other lines stay as they are" cmp "$TMP/with" "$TMP/without"
is "so many senses are printed" "$(senses 'owl\n' '' '-n 5' | sed 's/ |||[^|]*$//' | sort)" '1 ||| Eule
1 ||| Kauz'
is "JSON has all senses" "$(senses 'bark\n' '' --json | perl -MJSON::PP -ne '$o = decode_json($_); print join " ", sort map { "$_->{text}/$_->{part_of_speech}" . ($_->{score} < 100 ? "" : "?") } @{$o->{senses}}')" 'Borke/noun Rinde/noun bellen/verb'
check "threads change nothing" sh -c 'for i in 1 3; do printf "owl\nbark\nfetch\nA day.\nowl\n" | "$1" -m "$2" --dictionary "$3" -j $i > "$3.$i"; done; cmp "$3.1" "$3.3"' - "$T" "$MODEL" "$TMP/plain"
printf '<p>It is late.</p><p>owl</p>' > "$TMP/doc.html"
"$T" -m "$MODEL" --dictionary "$TMP/plain" "$TMP/doc.html" > "$TMP/out"
like "a segment of a document is looked up, too" "$(cat "$TMP/out")" '<p>(Eule|Kauz)</p>'
printf 'owl\tUhu\n' > "$TMP/terms.tsv"
is "a glossary goes before it" "$(senses 'owl\nbellow\n' '' "--glossary $TMP/terms.tsv" | head -n 1)" Uhu
is "and so does what is kept" "$(senses 'owl\n' '' "--keep owl")" owl
"$T" -m "$MODEL" --dictionary "$TMP/plain" --glossary "$TMP/terms.tsv" "$TMP/doc.html" > "$TMP/out"
like "in a document, too" "$(cat "$TMP/out")" '<p>Uhu</p>'
run -m "$MODEL" --dictionary "$TMP/prose" "$TMP/text"
says "what is none is refused before a line is read" 1 'prose: is no dictionary'
run -m "$MODEL" --dictionary "$TMP/plain" --prefix Das "$TMP/text"
like "it has no place for a prefix" "$status $(cat "$TMP/err")" '2 translate: .*--prefix'

if [ -f "$BUILD/translate-memory.so" ]; then
    say() { printf 'owl\n' | "$T" -m "$MODEL" --memory "$TMP/m.db" "$@" 2> /dev/null; }
    printf 'owl\tMauerzahl\n' > "$TMP/odd.tsv"
    plain=$(printf 'owl\n' | "$T" -m "$MODEL")
    is "a memory without a dictionary has no word of one" \
        "$(say --memory-add --dictionary "$TMP/odd.tsv"),$(say --memory-add),$(say),$(say --dictionary "$TMP/odd.tsv")" "Mauerzahl,$plain,$plain,Mauerzahl"
    printf '<p>owl</p>' > "$TMP/doc.html"
    document() { "$T" -m "$MODEL" --memory "$TMP/d.db" "$@" "$TMP/doc.html" 2> /dev/null; }
    is "nor has one of documents" "$(document --memory-add --dictionary "$TMP/odd.tsv"),$(document --memory-add),$(document --dictionary "$TMP/odd.tsv")" \
        "<p>Mauerzahl</p>,<p>$plain</p>,<p>Mauerzahl</p>"
else
    skip "memories" "this was built without SQLite"
fi
done_testing
