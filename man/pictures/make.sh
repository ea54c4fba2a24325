#!/bin/sh
# make.sh [FOLDER] - the pictures of README.md, of what the program prints now: terminal.svg, explain.svg.
# Run from the root of the tree; TRANSLATE may name the program.
set -e
root=$PWD
program=${TRANSLATE:-build/release/translate}
case $program in /*) ;; *) program=$root/$program ;; esac
folder=${1:-man/pictures}
TRANSLATE_MODELS=$root/models
export TRANSLATE_MODELS
translate() { "$program" "$@"; }

session() { # what is typed
    cat << 'END'
echo "Where is the station? I have lost my keys." | translate
echo "Das Wetter ist heute schön." | translate -f de -t en
echo "He is late." | translate -n 3
echo "He goes to the teacher." | translate --glossary terms.tsv
END
}

play() { # what a terminal shows
    session | while IFS= read -r line; do
        printf '$ %s\n' "$line"
        (cd tests/data/examples && eval "$line")
    done
}

draw() { # its lines
    awk '{
        gsub(/&/, "\\&amp;"); gsub(/</, "\\&lt;"); gsub(/>/, "\\&gt;")
        lines[NR] = $0
    }
    END {
        printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"620\" height=\"%d\" font-family=\"monospace\" font-size=\"14\">\n", 44 + 20 * NR
        print "<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#1e2228\"/>"
        for (i = 1; i <= NR; i++)
            printf "<text x=\"16\" y=\"%d\" xml:space=\"preserve\" fill=\"%s\">%s</text>\n", 16 + 20 * i, lines[i] ~ /^\$ / ? "#9fc5f8" : "#e8e8e8", lines[i]
        print "</svg>"
    }'
}

play | draw > "$folder/terminal.svg"
translate explain --svg "$folder/explain.svg" "The weather is nice today." > /dev/null
