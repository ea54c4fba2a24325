# names.awk - makes strings of C of rows: a kind of names, a name, what it means.  The names of each
# kind with the same meaning are a string KIND_MEANING, with a blank before and after each.

function fail(why) {
    printf "%s:%d: %s\n", FILENAME, FNR, why > "/dev/stderr"
    exit failed = 1
}

/^#/ || !NF { next }
NF != 3 { fail("a row has a kind, a name and what it means") }
($1, $2) in seen { fail($2 " is there twice") }
{
    seen[$1, $2]
    list = $1 "_" $3
    if (!(list in names)) lists[++n] = list
    names[list] = names[list] "\n    \" " $2 "\""
}
END {
    if (failed) exit 1
    for (i = 1; i <= n; i++) printf "static const char %s[] =%s\n    \" \";\n", lists[i], names[lists[i]]
}
