#!/bin/sh
# files.t - files in and out, and what can go wrong with them.
. tests/cli/tap.sh
need_model

hello=$(echo 'Hello.' | "$T")
thanks=$(echo 'Thank you.' | "$T")
cd "$TMP" || exit 1
echo 'Hello.' > hello
echo 'Thank you.' > thanks
printf 'Hello.' > unended
: > empty

reads() { # NAME WANTED ARGS...: standard input is one "Thank you."
    reads_name=$1
    printf "$2" > wanted
    shift 2
    "$T" "$@" < thanks > out 2> err
    check "$reads_name" cmp out wanted
}
reads "reads standard input" "$thanks\n"
reads "reads a file" "$hello\n" hello
reads "reads several files in order" "$hello\n$thanks\n$hello\n" hello thanks hello
reads "reads standard input for -" "$hello\n$thanks\n$hello\n" hello - hello
reads "the end of a file ends its line" "$hello\n$thanks\n" unended thanks
reads "an empty file has no line" "$hello\n$hello" empty unended empty unended
reads "the last file's missing newline is kept" "$hello\n$hello" hello unended
reads "and an empty file behind it adds none" "$hello" unended empty
cp hello tokenize
cp hello ./--json
reads "a file with a subcommand's name behind --" "$hello\n" -- tokenize
reads "a file with a subcommand's name as a path" "$hello\n" ./tokenize
reads "a file with a subcommand's name behind an option" "$hello\n" -q tokenize
reads "a file with an option's name behind --" "$hello\n" -- --json
reads "options behind files" "$hello\n" hello -q
mkfifo fifo
cat hello > fifo &
reads "a FIFO" "$hello\n" fifo

run nowhere hello
says "names a missing file" 1 '^translate: nowhere: No such file or directory, and no such sub'
is "and translates nothing then" "$(cat out)" ""
run --columns 1 nowhere.csv
says "whatever it would have been" 1 '^translate: nowhere.csv: No such file or directory'
run "Good morning."
says "says how a text is translated" 1 'Good morning.: No such file or directory; text itself is given with -e: translate -e "Good morning\."$'
refused_bytes() { # NAME BYTES RE
    printf "$2" > packed
    run packed
    says "refuses $1" 1 "^translate: packed: is $3"
    is "and translates nothing of $1" "$(cat out)" ""
}
refused_bytes "what bzip2 has packed" 'BZh91AY&SY\0\0' 'compressed; bzcat'
refused_bytes "a damaged PDF" '%%PDF-1.4\n%%\342\343\n' 'a PDF.*pdftotext'
refused_bytes "an old office document" '\320\317\021\340\241\261' 'an old office document'
refused_bytes "a picture" '\211PNG\r\n\032\n' 'a picture'
refused_bytes "a program" '\177ELF\002\001' 'a program'
refused_bytes "an archive" 'PK\003\004\024\0\0' 'an archive'
run .
says "names a directory" 1 '^translate: \.: is a directory: --output-dir translates what is in it$'
if [ "$(id -u)" = 0 ]; then
    skip "names a file it may not read" "running as root"
else
    cp hello secret
    chmod 0 secret
    run secret
    says "names a file it may not read" 1 'secret: Permission denied'
fi
"$T" <&- > out 2> err
status=$?
says "a closed standard input is an error" 1 'stdin: Bad file descriptor'
printf 'Hello.\n\377\n' > damaged
run hello unended damaged thanks
says "counts lines in the file they are in" 0 'damaged:2$'

# ---- -o

run -o german hello thanks
is "-o writes the file" "$(cat german)" "$hello
$thanks"
is "and nothing else" "$status$(cat out err; ls german?* 2>&- )" 0
echo old > german
chmod 640 german
run -o german hello
is "-o replaces a file" "$(cat german)" "$hello"
like "and keeps its permissions" "$(ls -l german)" '^-rw-r-----'
cp hello same
run -o same same
is "-o may name the input" "$(cat same)" "$hello"
ln -s german link
run -o link thanks
is "-o writes through a symbolic link" "$(cat german)" "$thanks"
check "which stays a link" test -L link
ln -s elsewhere astray
run -o astray thanks
says "-o refuses a symbolic link that leads to no file" 1 '^translate: astray: is a symbolic link that leads to no file$'
check "which stays one" test -L astray -a ! -e elsewhere
run -o - hello
is "-o - is standard output" "$(cat out)" "$hello"
run -o nowhere/german hello
says "-o names a directory that is not there" 1 'nowhere/german: No such file or directory'
run -o . hello
says "-o refuses a directory" 1 '^translate: \.: Is a directory'
run -o kept nowhere
check "no output file without the input" test ! -e kept
run -o kept -b 0 hello
check "no output file after misuse" test ! -e kept

long=$(printf '%0250d' 0)
run -o "$long" hello
is "a name of 250 bytes is one" "$(cat "$long" err)" "$hello"
printf '<p>Hello.</p>' > "$long.html"
run --in-place "$long.html"
is "... of 255, in place, too" "$(cat "$long.html" err)" "<p>$hello</p>"
run --suffix de "$long.html"
says "a name that a suffix makes too long is named" 1 '0.de.html: File name too long$'

# Starts the program on a FIFO, waits until it writes the file that is to be, and sends it a signal.
# That file has a name of its own, or none, which /proc shows.
interrupt() {
    echo old > final
    "$T" -o final fifo 2> err &
    program=$!
    exec 3<> fifo # opens even if the program has not
    for try in $(seq 300); do
        echo 'Hello.' >&3
        [ -s "$(ls .final.*.part 2>&-)" ] && break
        find -L "/proc/$program/fd" -type f -links 0 -size +0 2>&- | grep -q . && break
        sleep 0.1
    done > beside
    [ "$try" -lt 300 ] || return 1
    kill -$1 $program
    wait $program
    status=$?
    exec 3>&-
    [ $status = $2 ] && [ "$(cat final)" = old ] && ! ls .final.*.part
}
check "SIGTERM leaves neither half a file nor a temporary one" interrupt TERM 143
hangup_is_ignored() { # by nohup, which the program respects
    ignored=$(sed -n 's/^SigIgn:.*\(.\)$/\1/p' /proc/$$/status 2>&-)
    case $ignored in [13579bdf]) ;; *) false ;; esac
}
if hangup_is_ignored; then
    skip "SIGHUP likewise" "it is ignored here"
else
    check "SIGHUP likewise" interrupt HUP 129
fi

# ---- Outputs that fail

perl -e 'print "Hello.\n" x 3000' > big
if [ -c /dev/full ]; then
    "$T" hello > /dev/full 2> err
    status=$?
    : > out
    says "a full disk is an error" 1 'standard output: No space left on device'
    "$T" -o /dev/full hello 2> err
    status=$?
    says "and with -o" 1 '/dev/full: No space left on device'
    for args in --help --version models 'tokenize hello' 'inspect' 'completion bash' \
        'score --json hello hello'; do
        "$T" $args > /dev/full 2> err
        status=$?
        says "a full disk under $args" 1 'standard output: No space left on device'
    done
else
    skip "a full disk is an error" "no /dev/full"
fi
(
    trap '' XFSZ
    ulimit -f 8
    exec "$T" -o limited big 2> err
)
status=$?
says "a file that cannot grow is an error" 1 'limited: File too large'
is "and leaves nothing" "$(ls limited* 2>&-)" ""
"$T" hello >&- 2> err
status=$?
says "a closed standard output is an error" 1 'standard output: Bad file descriptor'

ends_quietly() { # a reader that takes one line, of an input that would not end
    (
        yes 'Hello.' | {
            timeout 60 "$T" 2> err
            echo $? > code
        } | head -n 1 > one
    )
    cat code err
    [ "$(cat one)" = "$hello" ] && [ ! -s err ] && [ "$(cat code)" = 141 ]
}
check "ends at once and quietly when its reader does" ends_quietly
ignoring() (
    trap '' PIPE
    ends_quietly
)
check "even where the signal is ignored" ignoring

done_testing
