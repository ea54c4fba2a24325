# html_entities.awk - makes rows of C of names of characters: a letter, and all names that begin with it.

# The number that is written in hexadecimal digits.
function number(hex,   i, n) {
    for (i = 1; i <= length(hex); i++) n = 16 * n + index("123456789ABCDEF", substr(hex, i, 1))
    return n
}

# A character in UTF-8, as C writes its bytes.
function utf8(c,   bytes, first) {
    if (c < 128) return sprintf("\\%03o", c)
    for (first = 64; c >= first; first /= 2) {
        bytes = sprintf("\\%03o", 128 + c % 64) bytes
        c = int(c / 64)
    }
    return sprintf("\\%03o", 256 - 2 * first + c) bytes
}

function fail(why) {
    printf "%s:%d: %s\n", FILENAME, FNR, why > "/dev/stderr"
    exit failed = 1
}

/^#/ { next }
{
    if (NF < 2) fail("a name and its characters are missing")
    if (substr($1, 1, 1) != letter) {
        letter = substr($1, 1, 1)
        if (letter in seen) fail("the names of " letter " do not stand together")
        seen[letter]
        printf "%s{'%s',\n", n++ ? "},\n" : "", letter
    } else if (length($1) > longest) {
        fail("a longer name comes behind a shorter one")
    }
    longest = length($1)
    printf "\"%s ", $1
    for (i = 2; i <= NF; i++) printf "%s", utf8(number($i))
    print "\\n\""
}
END { if (!failed) print "}," }
