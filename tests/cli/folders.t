#!/bin/sh
# folders.t - files of kinds that are no text, and folders with them, where translations get names.
. tests/cli/tap.sh
need_model

MODEL=$PWD/$MODEL
cd "$TMP" || exit 1
hello=$(echo 'Good morning.' | "$T" -m "$MODEL")
page='<p>Good morning.</p>'
wanted="<p>$hello</p>"

# ---- Kinds of files

mkdir kinds
printf 'body { color: green } /* Good morning. */\n' > kinds/page.css
printf 'alert("Good morning.")\n' > kinds/page.js
printf '{"text": "Good morning."}\n' > kinds/page.js.map
printf 'key = "Good morning."\n' > kinds/a.conf
printf 'h1. Good morning.\n' > kinds/a.textile
printf '{\\rtf1\\ansi Good morning.\\par}\n' > kinds/a.rtf
printf '@misc{a, title={Good morning.}}\n' > kinds/a.bib
printf '\211PNG\r\n\032\n\0\0Good morning.' > kinds/a.png
printf 'Good morning.\0\0\n' > kinds/blob
printf 'Good morning.\1\n' > kinds/blob.txt
printf '#!/bin/sh\necho Good morning.\n' > kinds/program
printf 'Good morning.\n' > kinds/.hidden
for form in '--output-dir placed' '--suffix de' --in-place; do
    rm -rf work placed
    cp -R kinds work
    for name in page.css page.js page.js.map a.conf a.textile a.bib a.png blob blob.txt program; do
        run -m "$MODEL" $form "work/$name"
        case $form in
            --in-place) copy=work/$name did=left ;;
            --suffix*) copy=$(ls -A work | grep -F .de | head -n 1) copy=work/$copy did=copied ;;
            *) copy=placed/$name did=copied ;;
        esac
        says "$form $name: a word tells of it" 0 "work/$name: is .*: $did as it is\$"
        check "$form $name: its bytes stay" cmp "kinds/$name" "$copy"
        case $form in --suffix*) rm -f "$copy" ;; esac
    done
done
run -m "$MODEL" -q --in-place work/page.css
is "-q tells nothing" "$status $(cat "$TMP/err")" "0 "
echo 'Good morning.' > plain
for name in plain.txt plain.text plain.TXT; do cp plain $name; done
run -m "$MODEL" --in-place plain plain.txt plain.text plain.TXT
is "text without an ending, .txt and .text are lines" "$status $(cat plain plain.txt plain.text plain.TXT | sort -u)" "0 $hello"
echo 'Good morning.' > plain.c
run -m "$MODEL" --format lines --in-place plain.c
is "--format lines takes any text" "$status $(cat plain.c)" "0 $hello"
echo 'Good morning.' > plain.xyz
run -m "$MODEL" plain.xyz
is "a file whose translation gets no name is lines" "$status $(cat "$TMP/out")" "0 $hello"
printf '<xliff version="1.2"><file source-language="en" target-language="de"><body><trans-unit id="1"><source>Good morning.</source></trans-unit></body></file></xliff>' > sure.dat
run -m "$MODEL" --in-place sure.dat
like "content that no other format begins with tells" "$(cat sure.dat)" "<target[^>]*>$hello"

echo '<TS version="2.1"><context><message><source>Good morning.</source><translation type="unfinished"/></message></context></TS>' > qt.ts
for form in '--output-dir placed' --in-place; do
    run -m "$MODEL" $form qt.ts
    file=qt.ts
    [ "$form" = --in-place ] || file=placed/qt.ts
    like "a catalogue of Qt without an XML declaration is read, $form" "$(cat $file)" ">$hello</translation>"
done

# ---- Folders

make_site() {
    chmod -R u+rwX site de 2> /dev/null
    rm -rf site de
    mkdir -p site/css site/a/b/c site/none
    echo "$page" > site/index.html
    echo "$page" > site/a/b/c/page.html
    printf '{"text": "Good morning.", "id": "x-1"}' > site/a/words.json
    echo 'Good morning.' > site/README.txt
    cp kinds/page.css site/css/
    cp kinds/a.png site/
    cp kinds/program site/run
    chmod 750 site/run
    touch -t 200101020304 site/css/page.css site/css
    ln -s ../index.html site/a/home.html
    ln -s .. site/a/up
    ln -s nowhere.html site/a/nothing
}
make_site
run -m "$MODEL" --output-dir de site/
is "a folder is translated" "$status" 0
is "... what is known in it" "$(cat de/index.html de/a/b/c/page.html de/README.txt)" "$(printf '%s\n' "$wanted" "$wanted" "$hello")"
is "... and the rest is copied" "$(cmp site/css/page.css de/css/page.css && cmp site/a.png de/a.png && cmp site/run de/run && echo same)" same
is "... and listed" "$(cat "$TMP/err")" "translate: 4 files translated, 3 copied as they are:
  site/a.png
  site/css/page.css
  site/run"
is "the same names are there, empty folders too" "$(cd de && find . | sort)" "$(cd site && find . | sort)"
is "a copy has the rights and times" "$(ls -l site/css de/css site/run | tail -n +2 | sed 's/ [^ ]*$//' | sort | uniq -c | sort | awk 'NR == 1 { print $1 }')" 1
check "... as date sees it" test ! de/css/page.css -nt site/css/page.css -a ! de/css/page.css -ot site/css/page.css
check "... and a folder's" test ! de/css -nt site/css -a ! de/css -ot site/css
is "rights" "$(stat -c %a de/run)" 750
is "links stay links" "$(readlink de/a/home.html de/a/up de/a/nothing | paste -sd ' ' -)" '../index.html .. nowhere.html'
run -m "$MODEL" --output-dir de site
is "once more is the same" "$status $(cd de && find . | sort)" "0 $(cd site && find . | sort)"
run -m "$MODEL" --output-dir de site -v --skip-existing
is "--skip-existing leaves all" "$(grep -c 'is there already' "$TMP/err")" 7

make_site
run -m "$MODEL" --output-dir site/de site
run -m "$MODEL" --output-dir site/de site
check "an output folder within is not walked into" test ! -e site/de/de
run -m "$MODEL" --output-dir ./site/../site site
says "a folder is not its own output" 2 'site: is the folder to be translated'
is "... and stays" "$(cat site/index.html)" "$page"

make_site
ln -s "$TMP/kinds/page.css" site/out.css
ln -s ../kinds site/kinds
mkfifo site/pipe
run -m "$MODEL" --output-dir de site
is "links that lead out, and what is no file, are left out and told" "$status $(grep -c ': left out$' "$TMP/err")" "0 3"
check "... and not followed" test ! -e de/out.css -a ! -e de/kinds -a ! -e de/pipe

make_site
run -m "$MODEL" --output-dir de --include '*.html' --exclude b site
is "--include and --exclude" "$(cd de && find . ! -type d | sort | paste -sd ' ' -)" './a/home.html ./index.html'
rm -rf de
run -m "$MODEL" --output-dir de --exclude 'a/*' --exclude '*.png' site
is "a pattern with a slash is for a path" "$(cd de && find . ! -type d | sort | paste -sd ' ' -)" './README.txt ./css/page.css ./index.html ./run'
run -m "$MODEL" --include '*.html' --output-dir de site/index.html
says "patterns are for folders" 2 'are for folders'
run -m "$MODEL" --suffix de site
says "a suffix is for files" 2 'a folder needs --output-dir or --in-place'

make_site
run --dry-run --output-dir de site
is "--dry-run tells what would become of each file" "$(sort "$TMP/out")" "$(printf 'site/%s\n' 'README.txt	1 segment	13 bytes' \
    'a.png	copied' 'a/b/c/page.html	1 segment	13 bytes' 'a/words.json	1 segment	13 bytes' 'css/page.css	copied' \
    'index.html	1 segment	13 bytes' 'run	copied')"
check "... and does nothing" test ! -e de
run -m "$MODEL" --in-place -q site
is "--in-place goes through a folder, too" "$(cat site/index.html site/README.txt) $(cat "$TMP/err")" "$wanted
$hello "
check "... and leaves the rest" cmp site/css/page.css kinds/page.css

make_site
run -m "$MODEL" --output-dir de --not-keys text site
is "an option is for the files that heed it" "$status $(cat de/index.html) $(cat de/a/words.json)" "0 $wanted $(cat site/a/words.json)"
printf '{"a": ' > site/a/bad.json
run -m "$MODEL" --output-dir de site
is "a file that is damaged is told, and is not there" "$status $(grep -c 'bad.json:1:' "$TMP/err") $(ls de/a/bad.json 2>&1 | grep -c 'No such')" "1 1 1"
printf '%s\n' "$page" > "$(printf 'site/\377.html')"
run -m "$MODEL" --output-dir de site
is "a name may be any bytes" "$(cat "$(printf 'de/\377.html')")" "$wanted"

# ---- A project: what programs read is copied

mkdir -p project/.git/refs project/.github project/.svn project/docs project/none
printf 'ref: refs/heads/master\n' > project/.git/HEAD
printf '[core]\n\trepositoryformatversion = 0\n' > project/.git/config
printf 'This repository has no name. Edit this file.\n' > project/.git/description
printf '# Title\n\nGood morning.\n' > project/.github/welcome.md
printf '%s\n' "$page" > project/.svn/a.html
printf 'Good morning.\n' > project/.notes.txt
printf 'all:\n\techo hello world\n' > project/Makefile
printf 'FROM debian\nRUN make all\n' > project/Dockerfile
printf '{"name": "good", "type": "morning"}\n' > project/association
printf 'Permission is granted to any person.\n' > project/LICENSE
printf '# What the tests need.\nrequests\nflask>=1.0\nnumpy==1.2 ; python_version < "3"\n' > project/requirements.txt
printf 'cmake_minimum_required(VERSION 3.10)\nproject(hello world)\nadd_executable(hello main.c)\n' > project/CMakeLists.txt
printf 'User-agent: *\nDisallow: /private/\n' > project/robots.txt
printf '{"text": "Good morning."}\n' > project/data.txt
printf '2024-01-02 12:00:01 INFO server started on port 8080\n' > project/log.txt
printf 'Good morning.\nThe house is red and it has a large garden\n' > project/letter.txt
printf '\344\344\344 Good morning to you all.\n' > project/latin.txt
printf '\346\227\251\344\270\212\345\245\275\346\234\213\345\217\213\n' > project/chinese.txt
printf '<!DOCTYPE html>\n%s\n' "$page" > project/docs/page
printf '%s\n' "$page" > project/docs/index.html
translated='project/chinese.txt
project/docs/index.html
project/docs/page
project/latin.txt
project/letter.txt'
run -m "$MODEL" --output-dir project.de -v project
differing() { (cd project && find . -type f | sort) | while read -r f; do cmp -s "project/$f" "project.de/$f" || echo "project/${f#./}"; done; }
is "a project: only documents and prose are translated" "$status $(differing)" "0 $(echo "$translated" | grep -v "chinese\\|latin")"
is "-v names what was translated" "$(sed -n '/^translate: translated:$/,/^translate: [0-9]/p' "$TMP/err" | sed -n 's/^  //p')" "$translated"
is "the rest is listed as copied" "$(sed -n '/ copied as they are:$/,$p' "$TMP/err" | sed -n 's/^  //p' | sort)" \
    "$(find project -type f | LC_ALL=C sort | grep -vxF "$translated" | sort)"
like "... and counted" "$(cat "$TMP/err")" '5 files translated, 15 copied as they are:'
rm -r project.de
run -m "$MODEL" --output-dir project.de --format lines -q project
is "--format takes all text, but not what is hidden" "$(differing | grep -c '/\.') $(grep -c hello project.de/Makefile) $(cmp project/Makefile project.de/Makefile > /dev/null || echo differ)" "0 0 differ"
cp -R project here
run -m "$MODEL" --in-place -q here
is "--in-place leaves what programs read" "$(cd here && cmp .git/HEAD ../project/.git/HEAD && cmp Makefile ../project/Makefile && cmp robots.txt ../project/robots.txt && echo same)" same
run -m "$MODEL" --output-dir placed.de project/LICENSE project/robots.txt project/.notes.txt
is "a file that is named is text all the same" "$status $(cmp -s project/.notes.txt placed.de/.notes.txt; echo $?) $(cmp -s project/LICENSE placed.de/LICENSE; echo $?)" "0 1 1"
rm -r project.de
for slash in '' /; do
    rm -rf project.de
    run -m "$MODEL" --output-dir project.de --include '*.html' -q project$slash
    is "--include makes no empty folders, project$slash" "$(cd project.de && find . | sort | paste -sd ' ' -)" '. ./.svn ./.svn/a.html ./docs ./docs/index.html'
done
run -m "$MODEL" --output-dir nothing.de --include '*.none' project
is "... and none at all where nothing is taken" "$status $(cat "$TMP/err") $(ls nothing.de 2> /dev/null)" "0 translate: 0 files translated, 0 copied as they are "

make_site
name=$(printf '%0200d' 0)
(
    cd site || exit
    for i in $(seq 30); do mkdir "$name" && cd "$name" || exit; done
    echo "$page" > deep.html
) 2> /dev/null
run -m "$MODEL" --output-dir de site
is "what is too deep for a path is told, and all else is done" "$status $(grep -c 'File name too long' "$TMP/err") $(cat de/index.html)" "1 1 $wanted"

if [ "$(id -u)" != 0 ]; then
    make_site
    chmod 0 site/a
    run -m "$MODEL" --output-dir de site
    is "a folder that cannot be read is told" "$status $(grep -c 'site/a: Permission denied' "$TMP/err") $(cat de/index.html)" "1 1 $wanted"
else
    skip "a folder that cannot be read is told" "root reads all"
fi

done_testing
