# rows.awk - makes a table of C of a file of rows; syntax.h says of what types.  Any POSIX awk will do.

function quoted(s) {
    gsub(/\\/, "&&", s)
    gsub(/["?]/, "\\\\&", s) # ?? may begin a trigraph
    return "\"" s "\""
}

# The place of a row in the table of chains: the byte that its example begins with, which is that of all
# texts that the row matches; those of words and of groups begin with any, and have chains of their own.
function chain_of(kind, example) {
    if (kind == "SECTION" || kind == "GROUPS") return "TR_SYNTAX_GROUPS_CHAIN"
    if (kind ~ /_WORD$/) return "TR_SYNTAX_WORDS_CHAIN"
    if (kind ~ /_NUMBER$/) return "TR_SYNTAX_NUMBERS_CHAIN"
    sub(/^.*\302\253/, "", example)
    if (substr(example, 1, 2) == "\\e") return "0x1B"
    if (substr(example, 1, 2) == "\\x") return "0x" substr(example, 3, 2)
    return "'" (example ~ /^[\\']/ ? "\\" : "") substr(example, 1, 1) "'"
}

function fail(why) {
    printf "%s:%d: %s\n", FILENAME, FNR, why > "/dev/stderr"
    exit failed = 1
}

/^#/ || /^ *$/ { next }
{
    n_columns = split($0, column, /   */)
    if (n_columns != (column[1] == "define" ? 3 : 5)) fail("a row has five columns, a definition three")
    kind = toupper(column[1])
    gsub(/-/, "_", kind)
    if (kind == "DEFINE") {
        defined = defined "    {" quoted(column[2]) ", " quoted(column[3]) "},\n"
        next
    }
    chain = chain_of(kind, column[4])
    row[++n] = "TR_SYNTAX_" kind ", " quoted(column[2]) ", " quoted(column[3]) ",\n     " \
               quoted(column[4]) ", " quoted(column[5])
    if (chain in last) next_of[last[chain]] = n
    else heads = heads "    [" chain "] = " n ",\n"
    last[chain] = n
}
END {
    if (failed) exit 1
    print "static const tr_definition definition_list[] = {\n" defined "};\n\nstatic const tr_syntax rows[] = {"
    for (i = 1; i <= n; i++) print "    {" row[i] ", " next_of[i] + 0 "},"
    print "};\n\n/* 1 + the first row of each chain; 0: it has none. */"
    print "static const unsigned char chains[TR_SYNTAX_N_CHAINS] = {\n" heads "};"
}
