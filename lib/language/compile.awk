# compile.awk - makes the initializers of language_data.c from the files of languages, data/TAG.
#
#   group.fact: words words     a list, " words words "; lines that begin with a blank go on
#   group.fact = text           a text; \u00A0 is a character by its number; yes is true, 'x' one byte;
#                               with blanks at its ends, "within quotation marks"
#   group like TAG              the facts of the group are those of another file
#   # a note

function fail(why) {
    printf "%s:%d: %s\n", FILENAME, FNR, why > "/dev/stderr"
    failed = 1
    exit 1
}

function c_text(s) {
    gsub(/\\/, "\\\\", s)
    gsub(/\\\\u/, "\\u", s)
    gsub(/"/, "\\\"", s)
    return "\"" s "\""
}

function tag_of(name) {
    sub(/.*\//, "", name)
    return name
}

# Keeps the fact that was being read.
function keep() {
    if (fact == "") return
    n = ++n_facts[tag]
    name[tag, n] = fact
    group[tag, n] = fact
    sub(/\..*/, "", group[tag, n])
    has[tag, group[tag, n]] = 1
    if (kind == ":") value = c_text(" " value " ")
    else if (value == "yes") value = "true"
    else if (value ~ /^"..*"$/) value = c_text(substr(value, 2, length(value) - 2))
    else if (value !~ /^'.'$/) value = c_text(value)
    text[tag, n] = "#line " line " \"" file "\"\n    ." fact " = " value ",\n"
    fact = ""
}

function facts_of(from, only,    i, all) {
    for (i = 1; i <= n_facts[from]; i++)
        if (group[from, i] == only) all = all text[from, i]
    return all
}

FNR == 1 {
    keep()
    tag = tag_of(FILENAME)
    tags[++n_tags] = tag
}
/^#/ || /^$/ { keep(); next }
/^[ \t]/ {
    if (fact == "") fail("nothing goes on here")
    sub(/^[ \t]+/, "")
    value = value " " $0
    next
}
/^[a-z_]+ like [a-z]+$/ {
    keep()
    like[tag, $1] = $3
    next
}
/^[a-z_.]+(:| =) / {
    keep()
    fact = $1
    sub(/:$/, "", fact)
    kind = $2 == "=" ? "=" : ":"
    value = $0
    sub(/^[^ ]+ (= )?/, "", value)
    line = FNR
    file = FILENAME
    next
}
{ fail("not a fact: \"" $0 "\"") }

END {
    if (failed) exit 1
    keep()
    for (i = 1; i <= n_facts["any"]; i++) shared[group["any", i]] = 1
    for (t = 1; t <= n_tags; t++) {
        tag = tags[t]
        printf "{\n"
        for (i = 1; i <= n_facts[tag]; i++) printf "%s", text[tag, i]
        for (g in shared)
            if (!((tag, g) in has) && !((tag, g) in like)) printf "%s", facts_of("any", g)
        for (k in like) {
            split(k, part, SUBSEP)
            if (part[1] == tag) printf "%s", facts_of(like[k], part[2])
        }
        printf "},\n"
    }
}
