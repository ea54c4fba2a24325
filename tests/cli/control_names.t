#!/bin/sh
# control_names.t - names of buttons and the like are translated as labels, and each stays one thing.
. tests/cli/tap.sh
need_model

said() { # TEXT OPTIONS...
    said_text=$1
    shift
    printf '%s\n' "$said_text" | "$T" -q -f en -t de "$@" 2> "$TMP/err"
}
like "a name in tags is a label" "$(said 'Press <b>Open</b>.')" '^Drücken Sie <b>Öffnen</b>\.$'
like "... as it is by itself" "$(said 'Click **Cancel** to go back.')" "\\*\\*$(said Cancel)\\*\\*"
like "so are several, in order" "$(said 'Select <b>File</b> and then <b>Print</b>.')" '<b>Datei</b>.*<b>Drucken</b>'
like "... with arrows between" "$(said 'Go to <b>Edit</b> > <b>Settings</b> > <b>Help</b>.')" \
    '<b>Bearbeiten</b> > <b>Einstellungen</b> > <b>Hilfe</b>\.$'
like "a tag goes around its name alone" "$(said 'Turn on <b>Night Light</b>.')" '^Schalten Sie <b>[A-Z][a-z]+</b> ein\.$'
like "a mark keeps all of three points" "$(said 'Click <b>Export...</b> and wait.')" '<b>[A-Z][a-z]+\.\.\.</b> und'
like "a particle may stand before a name" "$(said 'Switch off <b>Night Light</b> now.')" "<b>$(said 'Night Light')</b>"
like "so is what stands in quotation marks" "$(said 'Press “Open” to go on.')" '„Öffnen“'
like "so is a capital behind a verb" "$(said 'Press Start to switch the pump on.')" '^Drücken Sie Start, '
is "nothing is told to be lost" "$(said 'Go to <b>Edit</b> > <b>Settings</b> > <b>Help</b>.' --strict > /dev/null; echo $?; cat "$TMP/err")" 0
like "a key whose name would be a sentence stays with the sentence" "$(said 'Press <kbd>Enter</kbd>.')" '^Drücken [^.]*\.$'

like "code in tags stays" "$(said 'Set it to <code>true</code> now.')" '<code>true</code>'
like "... beside names" "$(said 'Click <b>Save</b>, then type <tt>red house</tt>.')" '<b>Speichern</b>.*<tt>red house</tt>'

cat > "$TMP/a.html" << 'END'
<html lang="en"><body><p>Press <b>Open</b>.</p>
<p>Click <a href="x">Save</a>, then <em>Cancel</em>.</p><p>Use the <b>Close</b> button.</p></body></html>
END
run -q -f en -t de "$TMP/a.html"
sed 's/ lang="..">//' "$TMP/out" > "$TMP/first"
like "names of a document, too" "$(tr -d '\n' < "$TMP/out")" '<b>Öffnen</b>.*<a href="x">Speichern</a>.*<em>Abbrechen</em>.*<b>Schließen</b>'
for options in '-j 1' '-j 2 --batch-tokens 64'; do
    run -q -f en -t de $options "$TMP/a.html"
    sed 's/ lang="..">//' "$TMP/out" > "$TMP/again"
    check "... whatever the threads and batches ($options)" cmp "$TMP/first" "$TMP/again"
done
printf 'term\ttranslation\nOpen\tAufmachen\n' > "$TMP/terms.tsv"
like "a glossary has the last word" "$(said 'Press <b>Open</b>.' --glossary "$TMP/terms.tsv")" '<b>Aufmachen</b>'
like "so have names that the user keeps" "$(said 'Press <b>Open</b>.' --keep Open)" '<b>Open</b>'
done_testing
