#!/bin/sh
# readme.t - README.md: its examples print what it says.
. tests/cli/tap.sh
need_model

readme=$PWD/README.md
PATH=${T%/*}:$PATH
TRANSLATE_MODELS=$PWD/models
export PATH TRANSLATE_MODELS
cd "$TMP" || exit 1

# The examples of the consoles: N.command, and N.wanted, which is what it prints.
perl -ne '
    if (/^```/) { $in = /^```console/; next }
    next unless $in || s/^    (?=\$|\S)//;
    if (s/^\$ //) {
        $n++;
        open $command, ">", "$n.command";
        open $wanted, ">", "$n.wanted";
        print $command $_;
    } elsif ($wanted) {
        print $wanted $_;
    }
' "$readme"
"$T" fetch --list > /dev/null 2>&1 || fetch=missing
echo Hello | "$T" detect > /dev/null 2>&1 || detect=missing
echo Hello | "$T" --memory x.db --memory-add > /dev/null 2>&1 || memory=missing

n=0
for command in $(ls ./*.command | sort -t / -k 2n); do
    example=$(tr -d '\\' < "$command")
    case "$fetch$detect$memory $example" in
    *' opus-toy.zip'* | *' pairs.tsv'* | *' test.en '* | *' old.de '*) reason='it needs files of its own' ;;
    missing*'translate fetch'* | missing*'translate detect'* | missing*'--memory'*) reason='a library was missing' ;;
    *) reason= ;;
    esac
    case $example in *'translate fetch en-'* | *'-f en -t fr'*) reason='it needs the network' ;; esac
    if [ "$reason" ]; then
        skip "$example" "$reason"
        continue
    fi
    sh "$command" > got 2>&1 < /dev/null
    check "$example" diff "${command%command}wanted" got
    n=$((n + 1))
done
check "most examples were tried" test $n -ge 14

done_testing
