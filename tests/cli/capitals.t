#!/bin/sh
# capitals.t - text in capitals is translated as other text is, and its translation is in capitals.
. tests/cli/tap.sh
need_model

raised() { perl -CSDA -pe 's/ß/ss/g; $_ = uc' "$@"; }

cat > "$TMP/small" << 'END'
I love this film!
Please close the door.
Where are my shoes?
I cannot believe it.
The train to Berlin leaves at 10:30.
This is the best book in the USA!!!
END
raised "$TMP/small" > "$TMP/capitals"
"$T" "$TMP/small" | raised > "$TMP/wanted"
run "$TMP/capitals"
check "what is said is what the same text in small letters says" diff "$TMP/wanted" "$TMP/out"
run --raw "$TMP/capitals"
check "with --raw, it is not" sh -c "! cmp -s '$TMP/wanted' '$TMP/out'"
for threads in 1 2; do
    run -j $threads --batch-tokens 64 "$TMP/capitals"
    check "with -j $threads it is the same" diff "$TMP/wanted" "$TMP/out"
done

is "placeholders and names of files stay as they are" \
    "$(echo 'PLEASE OPEN {the_file}, THEN READ NOTES-7.TXT OR PRESS %s.' | "$T" | grep -oE '\{[a-z_]*\}|NOTES-7.TXT|%s' | paste -sd ' ' -)" \
    "{the_file} NOTES-7.TXT %s"
is "an address between words stays, too" \
    "$(echo 'PLEASE WRITE TO anna@example.com TODAY!' | "$T" | grep -oE '[a-z]+')" "$(printf 'anna\nexample\ncom')"
is "a text that goes on in small letters is not raised" \
    "$(echo 'PLEASE close the door.' | "$T" | grep -c '[a-z]')" 1
is "each sentence of a line is looked at by itself" \
    "$(echo 'I LOVE THIS FILM! I love this film!' | "$T" | perl -CSDA -pe 's/ß/ss/g; s/(.*?[!.]) .*/uc $1/e' )" \
    "$(echo 'I love this film!' | "$T" | raised)"
is "tokens have their places in what was given and in what is printed" \
    "$(echo 'I LOVE THIS FILM!' | "$T" --json --alignment hard | perl -CSDA -ne '
        print join("|", /"source_tokens":\[(.*?)\]/ ? $1 =~ /"begin":(\d+)/g : ()), "\n"')" \
    "$(echo 'I love this film!' | "$T" --json --alignment hard | perl -CSDA -ne '
        print join("|", /"source_tokens":\[(.*?)\]/ ? $1 =~ /"begin":(\d+)/g : ()), "\n"')"
is "a beginning that the user gives is not raised" \
    "$(echo 'I LOVE THIS FILM!' | "$T" --prefix Ich | cut -c 1-3)" Ich

done_testing
