# value_kinds.awk - makes strings of C of lists of words: with a comma before and after each word.

/^#/ || !NF { next }
/^[a-z_]+: / {
    if (n++) print ";"
    name = $1
    sub(/:$/, "", name)
    sub(/^[a-z_]+: /, "")
    printf "static const char %s[] = \",", name
    open = 1
}
{
    gsub(/^ +|,? *$/, "")
    gsub(/, */, ",")
    printf "%s%s,\"", open ? "" : "\n    \"", $0
    open = 0
}
END { print ";" }
