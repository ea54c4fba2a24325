# compile.awk - makes the initializers of language_data.c of the files of languages, data/TAG.
#
#   awk -f compile.awk language_data.h data/*
#   awk -v rows=group.fact -f compile.awk language_data.h data/*     {"TAG", fact}, of files that tell it
#   awk -v members=1 -f compile.awk language_data.h                  the names of all facts
#
#   group.fact: words words     a list, " words words "; lines that begin with a blank go on
#   group.fact = text           a text; \u00A0 is a character by its number; yes and no; 'x': one byte;
#                               with blanks at its ends, "within quotation marks"
#   group like TAG              facts of the group that are not told are those of another file
#   like TAG                    and so are groups that are not told
#   group of all                its lists are those of all files, joined
#   # a note
#
# The header says which groups and facts there are.  docs/language.md tells what a file has.

function fail_at(where, why) {
    printf "%s: %s\n", where, why > "/dev/stderr"
    failed = 1
    exit 1
}

function fail(why) {
    fail_at(FILENAME ":" FNR, why)
}

# ---- The header: structs of char, bool and char *, and tr_language, which has one of each ----

function read_declaration(d,    type, n, i, names) {
    sub(/;.*/, "", d)
    gsub(/^ +| +$/, "", d)
    type = d ~ /^const char/ ? "text" : d
    if (d ~ /^const char/) sub(/^const char */, "", d)
    else {
        sub(/ .*/, "", type)
        sub(/^[^ ]+ +/, "", d)
    }
    n = split(d, names, ",")
    for (i = 1; i <= n; i++) {
        gsub(/[ *]/, "", names[i])
        type_of[struct, names[i]] = type
        member[struct, ++n_members[struct]] = names[i]
    }
}

function read_header(line) {
    if (in_comment && !sub(/^.*\*\//, "", line)) return
    in_comment = 0
    gsub(/\/\*([^*]|\*[^\/])*\*\//, "", line)
    if (sub(/\/\*.*/, "", line)) in_comment = 1
    if (line ~ /^typedef struct/) {
        struct = line
        sub(/^typedef struct /, "", struct)
        sub(/ .*/, "", struct)
    } else if (line ~ /^}/) {
        struct = ""
    } else if (struct != "") {
        declaration = declaration " " line
        if (line !~ /;/) return
        read_declaration(declaration)
        declaration = ""
    }
}

function members_of(s,    i, all) {
    for (i = 1; i <= n_members[s]; i++) all = all " " member[s, i]
    return all
}

# ---- Facts ----

function c_text(s,    i, c, out) {
    for (i = 1; i <= length(s); i++) {
        c = substr(s, i, 1)
        if (c == "\"" || (c == "\\" && substr(s, i + 1, 1) != "u")) out = out "\\"
        out = out c
    }
    return "\"" out "\""
}

function quoted(s) {
    return length(s) > 2 && s ~ /^".*"$/ ? substr(s, 2, length(s) - 2) : s
}

# Keeps the fact that was being read.
function keep(    type) {
    if (fact == "") return
    type = fact_type
    if (type == "bool" && value != "yes" && value != "no") fail_at(place, fact " is yes or no")
    if (type == "char" && value !~ /^'.'$/) fail_at(place, fact " is one byte, as in 'x'")
    if (kind == ":" && type != "text") fail_at(place, fact " is no list: it is written with \" = \"")
    if (type == "bool") value = value == "yes" ? "true" : "false"
    else if (type == "text") value = c_text(kind == ":" ? " " value " " : quoted(value))
    told[tag, fact] = value
    if (kind == ":") listed[tag, fact] = 1
    fact = ""
}

function check_group(g) {
    if (!(("tr_language", g) in type_of) || g == "tags")
        fail("no group of facts is called \"" g "\"; there are" members_of("tr_language"))
}

function begin_fact(name,    part, n) {
    n = split(name, part, ".")
    if (name == "tags") fact_type = "text"
    else {
        if (n != 2) fail("not a fact: \"" name "\"")
        check_group(part[1])
        struct = type_of["tr_language", part[1]]
        if (!((struct, part[2]) in type_of))
            fail("\"" part[1] "\" has no fact \"" part[2] "\"; there are" members_of(struct))
        fact_type = type_of[struct, part[2]]
        has[tag, part[1]] = 1
    }
    if ((tag, name) in place_of) fail(name " was told in line " place_of[tag, name] " already")
    place_of[tag, name] = FNR
    place = FILENAME ":" FNR
    fact = name
}

# ---- The table ----

# The lists of all files.
function joined(name,    t, words) {
    for (t = 1; t <= n_tags; t++)
        if ((tags[t], name) in listed) words = words substr(told[tags[t], name], 3, length(told[tags[t], name]) - 3)
    return words == "" ? "" : "\" " words "\""
}

# What holds for a fact of a group: told by the file, by those that it is like, or by "any"; "": nothing.
function found(t, g, f, depth) {
    if (depth > 8) fail_at(file[t], g " is like itself")
    if ((t, g) in of_all) return joined(g "." f)
    if ((t, g "." f) in told) return told[t, g "." f]
    if ((t, g) in like) return found(like[t, g], g, f, depth + 1)
    if ((t, g) in has) return ""
    if ((t, "") in like) return found(like[t, ""], g, f, depth + 1)
    return t == "any" ? "" : found("any", g, f, depth + 1)
}

function print_language(t,    i, k, g, s, v) {
    printf "{"
    if (t != "any") printf ".tags = %s,", told[t, "tags"]
    printf "\n"
    for (i = 1; i <= n_members["tr_language"]; i++) {
        g = member["tr_language", i]
        s = type_of["tr_language", g]
        for (k = 1; k <= n_members[s]; k++) {
            v = found(t, g, member[s, k], 0)
            if (v != "") printf "    .%s.%s = %s,\n", g, member[s, k], v
        }
    }
    printf "},\n"
}

function check_language(t,    n, i, all, list) {
    if (t != "any" && !((t, "tags") in told)) fail_at(file[t], "has no tags")
    list = told[t, "tags"]
    gsub(/^" | "$/, "", list)
    n = split(list, all, " ")
    for (i = 1; i <= n; i++) {
        if (all[i] in owner) fail_at(file[t], "\"" all[i] "\" is a tag of " owner[all[i]] ", too")
        owner[all[i]] = file[t]
    }
}

FILENAME ~ /\.h$/ { read_header($0); next }
FNR == 1 {
    keep()
    tag = FILENAME
    sub(/.*\//, "", tag)
    tags[++n_tags] = tag
    file[tag] = FILENAME
}
/^#/ || /^[ \t]*$/ { keep(); next }
/^[ \t]/ {
    if (fact == "") fail("nothing goes on here")
    sub(/^[ \t]+/, "")
    value = value " " $0
    next
}
/^([a-z_]+ )?like [A-Za-z-]+$/ {
    keep()
    if (NF == 3) check_group($1)
    like[tag, NF == 3 ? $1 : ""] = $NF
    next
}
/^[a-z_]+ of all$/ {
    keep()
    check_group($1)
    of_all[tag, $1] = 1
    next
}
/^[a-z_.]+(:| =) / {
    keep()
    kind = $2 == "=" ? "=" : ":"
    value = $0
    sub(/^[^ ]+ (= )?/, "", value)
    name = $1
    sub(/:$/, "", name)
    begin_fact(name)
    next
}
{ fail("not a fact: \"" $0 "\"") }

function print_names(    i, k, g, s) {
    for (i = 1; i <= n_members["tr_language"]; i++) {
        g = member["tr_language", i]
        s = type_of["tr_language", g]
        for (k = 1; k <= n_members[s]; k++) print g "." member[s, k]
    }
}

END {
    if (failed) exit 1
    if (members) {
        print_names()
        exit 0
    }
    keep()
    for (t = 1; t <= n_tags; t++) check_language(tags[t])
    for (k in like) {
        split(k, part, SUBSEP)
        if (!(like[k] in file)) fail_at(file[part[1]], "is like \"" like[k] "\", which has no file")
    }
    if (rows == "") {
        print_language("any")
        if ("mul" in file) print_language("mul")
    }
    for (t = 1; t <= n_tags; t++)
        if (rows == "" && tags[t] != "any" && tags[t] != "mul") print_language(tags[t])
        else if ((tags[t], rows) in told) printf "{\"%s\", %s},\n", tags[t], told[tags[t], rows]
}
