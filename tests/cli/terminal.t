#!/bin/sh
# terminal.t - no name of a file, of a model or of a licence, and no error, talks to a terminal: each
# subcommand shows hostile ones on one, and no control character comes through but its own.
. tests/cli/tap.sh
need_model

# ---- The source: what is printed on stderr goes through console/message.c, which escapes it (in a
# handler of a signal, truncated_file.c prints ASCII alone); what
# does not is text of the program's own, in quotes.

prints() { # of the files: lines that use stderr otherwise, and functions that need no stream
    cat "$@" | perl -0pe 's/\/\*.*?\*\///gs; s/\n\s+/ /g' |
        grep -En '\bstderr\b|\b(perror|psignal|psiginfo|warnx?|errx?|error|dprintf|vdprintf|puts|putchar|vprintf|printf)\(|\bwrite\((2|STDERR_FILENO)\b' |
        perl -ne 's/"(\\.|[^"\\])*"/""/g; s/\b(fputs\(""|fputc\(\x27[^\x27]+\x27|fflush\(|isatty\(fileno\(),? ?stderr\)/OWN/g;
            print if /\bstderr\b|\b(perror|psignal|psiginfo|warnx?|errx?|error|dprintf|vdprintf|puts|putchar|vprintf|printf)\(|\bwrite\((2|STDERR_FILENO)\b/'
}
is "what is printed on stderr is escaped" "$(prints $(find cmd -name '*.c' ! -path cmd/console/message.c ! -path cmd/console/truncated_file.c))" ''
printf '%s\n' '    fprintf(stderr, "%s\n", name);' '    fputs(name, stderr);' '    perror(name);' '    fputs("x", stderr);' \
    '    fwrite(name, 1, n,' '           stderr);' '    FILE *out = stderr;' > "$TMP/bad.c"
is "the check sees what is not" "$(prints "$TMP/bad.c" | wc -l | tr -d ' ')" 1
for line in 'fprintf(stderr, "%s", name);' 'fputs(name, stderr);' 'perror(name);' 'FILE *out = stderr;' 'printf("%s", name);' 'write(2, name, n);'; do
    echo "$line" > "$TMP/bad.c"
    check "... such as $line" sh -c '[ -n "$1" ]' - "$(prints "$TMP/bad.c")"
done

# ---- On a terminal

if ! has_terminal; then
    skip "names on a terminal" "there is no script(1), or no pseudo-terminal"
    done_testing
    exit
fi
MODEL=$PWD/$MODEL
index=$PWD/models/index/index.json
cd "$TMP" || exit 1
# Sets a title; C1's CSI; right-to-left override; a mark of order; a byte that is no UTF-8.
N=$(printf 'pr\033]0;PWN\007\302\2332J\342\200\256\341\205\237\342\201\246\342\200\217\330\234\357\273\277\377')
M="$N.gguf"
perl -pe 's/English-German, small/X\033]0;PWN\007\xc2\x9bY\xe2\x80\xaez123/; s/trained with translate train/\033]0;PWN\007\xe2\x81\xa6 \xe2\x80\x8fxxxxxxxxxxxxx/; s/CC-BY-4.0/\033[31mABCD/' \
    "$MODEL" > "$M"
mkdir "$N.d" && cp "$M" "$N.d/"
perl -0pe 's/"(provider|version|license|revision|score_set|kind|variant)":\s*"/"$1":"\\u001b]0;PWN\\u0007\\u009b\\u202e/g' "$index" > index.json
echo '<p>A house.</p>' > "$N.html"
echo 'A house.' > "$N.txt"
echo 'Ein Haus.' > "$N.de"
printf 'x\033]0;PWN\007\377' > "$N.json"
printf '{"text": "A house.", "x\\u001b]0;PWN\\u0007": 1}\n' > "$N.jsonl"

cat > shown.pl << 'END'
# What came through: after the program's own escapes are gone, no control character is there but \n,
# \t and \r, and no mark of direction.
undef $/;
$_ = <STDIN>;
s/\r\e\[K|\e\[[0-9;]*m|\e\[K//g;
my @bad = /([\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\x8e\x8f\xa8-\xae]|\xe2\x81[\xa0-\xaf]|\xd8\x9c|\xef\xbb\xbf)/g;
utf8::decode(my $text = $_) or push @bad, "no UTF-8";
print join(" ", map { length > 4 ? $_ : unpack("H*", $_) } @bad);
END
shows() { # NAME ESCAPED COMMAND...: ESCAPED: a part of what stands for the name; "" if it is not shown
    shows_name=$1 shows_part=$2
    shift 2
    quoted=
    for word; do quoted="$quoted '$word'"; done
    printf '%s\n' "$quoted" > command.sh
    TERM=xterm timeout 60 script -qec 'sh command.sh' /dev/null < /dev/null > seen 2>&1
    is "$shows_name: nothing comes through" "$(perl shown.pl < seen)" ''
    [ -z "$shows_part" ] || check "... but is shown" grep -aqF "$shows_part" seen
}
title='\x1B]0;PWN\x07'
shows "translate, a file that is not there" "$title" "$T" -m "$M" "$N"
shows "translate --stats" "$title" "$T" -m "$M" --stats -o out.html "$N.html"
shows "translate --stats, lines" '' "$T" -m "$M" --stats -o out "$N.txt"
shows "translate -v" "$title" "$T" -v -m "$M" -o out "$N.txt"
shows "translate --dry-run" "$title" "$T" --dry-run -m "$M" "$N.html"
shows "translate --in-place, no document" "$title" "$T" -m "$M" --in-place "$N.json"
shows "translate --output-dir" '' "$T" -m "$M" --output-dir "$N.d" "$N.html"
shows "translate, another model" "$title" "$T" -m "$N" "$N.txt"
shows "translate, a model that is none" "$title" "$T" -m "$N.txt" "$N.txt"
shows "translate --memory" "$title" "$T" -m "$M" --memory "$N.txt" "$N.txt"
shows "translate --glossary" "$title" "$T" -m "$M" --glossary "$N.json" "$N.txt"
shows "translate -o" "$title" "$T" -m "$M" -o "$N.d" "$N.txt"
shows "an option" "$title" "$T" "--$N"
shows "an argument of an option" "$title" "$T" -b "$N"
shows "tokenize" '' "$T" tokenize -m "$M" "$N.txt"
shows "tokenize, no file" "$title" "$T" tokenize -m "$M" "$N"
shows "detokenize" "$title" "$T" detokenize -m "$M" "$N.txt" "$N"
shows "inspect" "\\x1B" "$T" inspect "$M"
shows "inspect --metadata --tensors" "$title" "$T" inspect --metadata --tensors "$M"
shows "inspect --verify" '' "$T" inspect --verify "$M"
shows "inspect, no model" "$title" "$T" inspect "$N.json"
shows "convert" "$title" "$T" convert "$N.d" -f en -t de -o x.gguf
shows "convert -o" "$title" "$T" convert "$N" -f en -t de -o "$N.d"
shows "score" "$title" "$T" score -m "$M" "$N.txt" "$N"
shows "evaluate" "$title" "$T" evaluate "$N.txt" "$N"
shows "explain --text" '' "$T" explain -m "$M" --text "$N.txt"
shows "explain" "$title" "$T" explain -m "$M" "$N"
shows "models" "$title" env TRANSLATE_MODELS="$N.d" "$T" models
shows "detect" "$title" "$T" detect "$N.html" "$N.txt"
shows "segments" "$title" "$T" segments "$N.json"
shows "splice" "$title" "$T" splice -t de "$N.html" "$N"
shows "memory list" "$title" "$T" memory list "$N.txt"
shows "memory import" "$title" "$T" memory import -f en -t de "$N.d" "$N.txt"
shows "help" "$title" "$T" help "$N"
shows "completion" "$title" "$T" completion "$N"
shows "a subcommand" "$title" "$T" "$N"
shows "train, no text" "$title" "$T" train -f en -t de "$N" -o x.gguf
shows "train, no model" "$title" "$T" train --from "$N.txt" "$N.d" -o x.gguf
shows "train, a run that is none" "$title" "$T" train --resume "$N.txt" "$N.txt" -o x.gguf
shows "fetch --list" '' "$T" fetch --list --index index.json
name=$(perl -ne 'print($1), exit if /"name":\s*"([^"]*)"/' index.json)
shows "fetch --show" '' "$T" fetch --show --index index.json "$name"
shows "fetch, a list that is none" "$title" "$T" fetch --list --index "$N.json"
shows "fetch, no model" "$title" "$T" fetch --index index.json "$N"
shows "fetch --to" '' "$T" fetch --offline --dir "$N.d" --index index.json "$name"
for subcommand in $("$T" --help | sed -n '/^Subcommands/,$s/^  \([a-z]*\) .*/\1/p'); do
    check "$subcommand was among them" grep -q "^shows \"$subcommand" "$OLDPWD/tests/cli/terminal.t"
done

# The name in the line of progress: a document that takes a few seconds.
perl -e 'print "<p>This is sentence $_, which is longer than it has to be.</p>\n" for 1 .. 4000' > "$N long.html"
shows "progress" "$title" timeout 8 "$T" -m "$M" -j 1 -o long.de.html "$N long.html"

done_testing
