#!/bin/sh
# java_messages.t - messages of Java in properties: the branches of a choice are segments, and apostrophes are
# doubled where they have to be.
. tests/cli/tap.sh
need_model
cd "$TMP" || exit 1

texts() { # the texts that are found, with a bar between two
    "$T" segments -f en a.properties | perl -MJSON::PP -CO -ne 'print decode_json($_)->{text}, "|"'
}
found() { # WHAT VALUE WANTED
    printf '%s\n' "a=$2" > a.properties
    is "$1" "$(texts)" "$3"
    "$T" segments a.properties | "$T" splice a.properties - > out 2>&1
    check "... and nothing else changes" cmp a.properties out
}
written() { # WHAT VALUE FROM TO WANTED: with FROM changed to TO in each text
    printf '%s\n' "a=$2" > a.properties
    "$T" segments a.properties | sed "s/$3/$4/g" | "$T" splice a.properties - > out 2>&1
    is "$1" "$(cat out)" "a=$5"
}

# ---- Choices

found "branches of a choice" '{0,choice,0#no files|1#one file|1<{0} files}' 'no files|one file|{0} files|'
found "... with blanks" '{ 0, choice, 0#No files|1#One file|2#Two files }' 'No files|One file|Two files|'
found "... with other limits" '{n,choice,-1#too few|0.5<half a file|2\u2264{n,number,integer} files}' \
    'too few|half a file|{n,number,integer} files|'
found "... with one that is empty" '{0,choice,0#|1#one big file}' 'one big file|'
found "... with one within another" '{0,choice,0#none of it|1#{1,choice,0#a file|1#two files} here}' 'none of it|'
found "... with apostrophes" "{0,choice,0#It''s empty|1#It''''s {0} now}" "It's empty|It's {0} now|"
written "those of a branch with a brace are read twice" '{0,choice,0#no files|1<{0} files}' files "d'art" \
    "{0,choice,0#no d''art|1<{0} d''''art}"
for value in 'There {0,choice,0#are no files|1#is one file} here' 'You have {0,choice,0#no files|1<{0} files}.' \
    "{0,choice,0#the '|' sign|1#the '#' sign}" '{0,choice,no limit at all|1#one file}' '{0,choice,0#no files|one file}'; do
    found "what stays: $value" "$value" ''
    like "... and is told" "$("$T" --dry-run -f en -t de a.properties 2>&1)" '1 not read'
done

# ---- Apostrophes

found "a doubled apostrophe is one" "It''s {0} o''clock" "It's {0} o'clock|"
found "... where no argument is, too" "It''s a nice day, isn''t it" "It's a nice day, isn't it|"
found "... beside quotes" "It''s '{0}' and isn''t {1}" "It's <1/> and isn't {1}|"
found "one that is single stays" "Don't say that to him" "Don't say that to him|"
written "it is doubled in a message" 'The {0} here' here "d'art" "The {0} d''art"
written "... that has none but doubled ones" "It''s a day" day "d'art" "It''s a d''art"
written "... and beside quotes" "The <b>big</b> '{x}' of {0} isn''t here, is it" here "d'art" \
    "The <b>big</b> '{x}' of {0} isn''t d''art, is it"
written "... and at an end" "The '{x}' of {0} is here" here "d'" "The '{x}' of {0} is d''"
written "... and in two places" "The '{x}' of it isn''t here" here "l''art d'or" "The '{x}' of it isn''t l''''art d''or"
written "not in other values" 'The file is here' here "d'art" "The file is d'art"
written "... nor where one is single" "Don't go from {0} here" here "d'art" "Don't go from {0} d'art"
printf 'a=\\ of the house\nb=Price:\\ \nc=\\  {0} house\n' > a.properties
"$T" segments -f en a.properties | sed 's/house/home/; s/Price/Cost/' | "$T" splice a.properties - > out
is "escaped blanks at the edges of a value stay" "$(cat out)" "$(printf 'a=\\ of the home\nb=Cost:\\ \nc=\\  {0} home')"

done_testing
