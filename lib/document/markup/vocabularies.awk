# vocabularies.awk - makes rows of C of vocabularies.rows: a struct for each vocabulary, whose members
# are lists of words with a blank around each (vocabulary.h).

function end_of_key() {
    if (key) printf " .%s = \"%s \",\n", key, words
    key = words = ""
}

function fail(why) {
    printf "%s:%d: %s\n", FILENAME, FNR, why > "/dev/stderr"
    exit failed = 1
}

/^#/ || !NF { next }
/^[^ ]/ {
    if ($1 != "vocabulary" || NF < 2) fail("a row begins with \"vocabulary\" and the names of its first element")
    end_of_key()
    printf "%s{\n", n++ ? "},\n" : ""
    if ($2 != "*") key = "roots"
    for (i = 2; key && i <= NF; i++) words = words " " $i
    next
}
/^     / {
    if (!key) fail("words of no role")
    for (i = 1; i <= NF; i++) words = words " " $i
    next
}
{
    if (!n) fail("a role of no vocabulary")
    end_of_key()
    if (/^    (any_prefix|is_picture|is_deep|backslashes|values_only|open_names|marked_only|keyed)$/) {
        printf " .%s = true,\n", $1
        next
    }
    key = $1
    for (i = 2; i <= NF; i++) words = words " " $i
}
END {
    if (failed) exit 1
    end_of_key()
    print "},"
}
