#!/bin/sh
# formats.t - translate formats: what files are, and what told it; what is of no format is refused.
. tests/cli/tap.sh

cd "$TMP" || exit 1
tell() { "$T" formats "$1" | cut -f 2-; }
tells() { # NAME BYTES FORMAT WHAT-TOLD-IT
    printf "$2" > "$1"
    is "$1 is $3 by $4" "$(tell "$1")" "$(printf '%s\t%s' "$3" "$4")"
}
refuses_file() { # NAME BYTES WHY: no command takes it
    printf "$2" > "$1"
    is "$1 $3" "$(tell "$1")" "$(printf -- '-\t%s' "$3")"
    run "$1"
    is "... and is not translated" "$status $(sed 's/^translate: //' "$TMP/err")" "1 $1: $3"
    run segments "$1"
    is "... nor its segments told" "$status" 1
}
unknown='is of no format that is known, and no plain text: --format tells what it is'
data='is data of no format that its name tells: --format tells what it is'

tells a.md 'It rains.\n' markdown 'its ending'
tells a.QMD '# It rains\n' markdown 'its ending'
tells a.xyz '<?xml version="1.0"?><xliff version="1.2"/>' xliff 'its first bytes'
tells b.xyz '<page xmlns="urn:a"><p>It rains.</p>' xml 'its shape'
tells c.xyz '<!-- c -->\n<page><p>It rains.</p></page>\n' xml 'its shape'
tells d.xyz 'It rains in the garden.\nNobody goes out.\n' lines 'its words'
tells words.xyz 'Open\nClose\nSave as\n' lines 'its words'
tells notes.txt 'key = value\n' lines 'its ending'
tells notes 'key = value\n' lines 'its ending'
tells x.tok 'Good morning , my friend .\nHow are you ?\n' lines 'its words'
tells test.de '{n} Dateien\n' lines 'its ending'
tells a.ass '1\n00:00:01,000 --> 00:00:02,000\nIt rains.\n' srt 'its shape'
tells a.ssa '[Script Info]\n' ass 'its first bytes'
tells empty.xyz '' lines 'its words'
refuses_file Makefile 'all: main.o\n\tgcc -o main main.o\n' 'is a program, which is not read'
refuses_file sshd_config 'PermitRootLogin no\nPasswordAuthentication yes\n' 'is a file of settings, which is not read'
refuses_file a.sshd 'PermitRootLogin no\nPasswordAuthentication yes\n' "$unknown"
tells a.tex 'It rains.\n' latex 'its ending'
tells paper '\\documentclass{article}\n' latex 'its first bytes'
tells rain.1 '.\\" c\n.TH RAIN 1\n' man 'its first bytes'
tells a.wikitext 'It rains.\n' mediawiki 'its ending'
refuses_file a.bib '@misc{a}\n' 'is a style of LaTeX or a bibliography, which is not read'
refuses_file a.roff 'It rains.\n' 'is roff, which is not read'
tells a.xyz2 'BEGIN:VCALENDAR\nSUMMARY:It rains\nEND:VCALENDAR\n' icalendar 'its first bytes'
refuses_file e.xyz 'title: It rains\nbody: It rains in the garden\n' "$unknown"
refuses_file f.xyz 'id;name\n1;It rains\n2;It snows\n3;Sun\n' "$unknown"
refuses_file g.xyz 'def f():\n    print("It rains")\n    return\n' 'has the lines of a program, which is not read: --format lines takes it as text'
tells h.xyz '{10}{50}It rains|in the garden.\n{60}{90}Come in.\n' microdvd 'its first bytes'
tells h.txt '[10][50]/It rains|/in the garden.\n[60][90]Come in.\n' mpl2 'its first bytes'
refuses_file h.sub '00:00:01.00,00:00:03.00\nIt rains[br]in the garden.\n' 'is a subtitle of another kind than MicroDVD, which is not read'
refuses_file i.xyz '@node Top\n@chapter Rain\nIt rains in the garden.\n' "$unknown"
refuses_file k.xyz 'Scenario: Login\n  Given I am here\n  When I go\n  Then I see it\nScenario: Logout\n  Given I am here\n  When I go\n  Then I leave it\n' "$unknown"
refuses_file k.feature 'Feature: Login\n' 'is Gherkin, which is not read'
refuses_file l.xyz 'colour red\nsize large\nbell on\nfont very small\n' "$unknown"
tells m.xyz 'The rain falls.\nThe sun shines.\nThe dog sleeps.\nThe house is old.\nThe cat runs.\n' lines 'its words'
refuses_file posts.txt "INSERT INTO posts VALUES (1,'It rains');\\nINSERT INTO posts VALUES (2,'Sun');\\n" 'has the lines of a program, which is not read: --format lines takes it as text'
refuses_file records 'Source: rain\nBuild-Depends: water\nSection: web\n' 'is records of keys and values, which is not read: --format lines takes it as text'
refuses_file e.rpy 'It rains.\n' 'is a program, which is not read'
refuses_file e.ged 'It rains.\n' 'is GEDCOM, which is not read'
refuses_file j.map '{"text": "It rains."}\n' "$data"
run segments --format json j.map
is "a format that is given counts more" "$status $(cat "$TMP/out")" '0 {"n":1,"where":"text","text":"It rains."}'

run formats --json a.md e.xyz nothing
is "as JSON" "$status $(cat "$TMP/out")" \
    "1 {\"file\":\"a.md\",\"format\":\"markdown\",\"told_by\":\"its ending\"}
{\"file\":\"e.xyz\",\"format\":null,\"told_by\":\"its words\",\"refusal\":\"$unknown\"}"
like "a file that is not there" "$(cat "$TMP/err")" '^translate: nothing: there is no such file'
run formats
like "all formats" "$(cat "$TMP/out")" "^markdown	\.md "
is "as many as are offered" "$(wc -l < "$TMP/out")" "$("$T" completion words --format '' | grep -cvx auto)"
run formats --json
like "with their endings" "$(cat "$TMP/out")" '^{"format":"html","endings":\[".html",".htm"\]}$'

done_testing
