#!/bin/sh
# date_names.t - names of days and months in a row are those that CLDR has.
. tests/cli/tap.sh
need_model
top=$PWD
cd "$TMP" || exit 1

german() { # FILE
    "$T" -m "$top/$MODEL" -f en -t de "$1"
}

printf '{"days": ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"], "short": ["Su", "Mo", "Tu"]}' > a.json
is "abbreviations of days" "$(german a.json)" \
    '{"days": ["So", "Mo", "Di", "Mi", "Do", "Fr", "Sa"], "short": ["So", "Mo", "Di"]}'
printf 'months:\n  - Mar\n  - Apr\n  - May\n  - Jun\nlong:\n  dec: December\n  jan: January\n  feb: February\n' > a.yml
is "months, over the end of a year" "$(german a.yml)" "$(
    printf 'months:\n  - Mär\n  - Apr\n  - Mai\n  - Jun\nlong:\n  dec: Dezember\n  jan: Januar\n  feb: Februar')"
printf '<table><tr><th>Tue.<th>Wed.<th>Thu.</table>' > a.html
is "a full stop stays" "$(german a.html)" '<table><tr><th>Di.<th>Mi.<th>Do.</table>'
printf '<table><tr><td>Tue<td>The house<tr><td>Wed<td>The garden<tr><td>Thu<td>The door</table>' > a.html
is "days in each other cell" "$(german a.html | grep -c '<td>Di<td>.*<td>Mi<td>.*<td>Do<td>')" 1
printf '[["Sat", "Sun"], "The house", "Sun", "Moon", "May"]' > a.json
is "others are words" "$(german a.json | grep -c '"So"')" 0

done_testing
