#!/bin/sh
# make.sh FOLDER - the pictures of README.md, of what the program prints now: terminal.svg, explain.svg.
# Run from the root of the tree; TRANSLATE may name the program.
set -e
program=${TRANSLATE:-build/release/translate}
folder=${1:-man/pictures}

# What is typed, a line each; each translates with the model that it names, so that no other is used.
session() {
    cat << 'END'
echo "Where is the station? I have lost my keys." | translate
echo "Das Wetter ist heute schön." | translate -f de -t en
echo "He is late." | translate -n 3
echo "He goes to the teacher." | translate --glossary terms.tsv
