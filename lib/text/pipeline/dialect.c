#include "text/pipeline/dialect.h"

#include <ctype.h>
#include <string.h>

/* Members of sets as Oniguruma has them: Unicode's, and the numbers of Latin-1.  PCRE2's differ
 * from version to version. */
#define SPACES "\\t-\\r\\x{85}\\p{Z}"
#define WORDS                                                                                      \
    "\\p{L}\\p{M}\\p{Nd}\\p{Nl}\\p{Pc}\\x{24B6}-\\x{24E9}\\x{1F130}-\\x{1F149}"                    \
    "\\x{1F150}-\\x{1F169}\\x{1F170}-\\x{1F189}\\x{B2}\\x{B3}\\x{B9}\\x{BC}-\\x{BE}"

typedef struct escape {
    char letter;
    const char *outside, *inside; /* of a set; NULL: as it is */
} escape;

static const escape escapes[] = {
    {'s', "[" SPACES "]", SPACES},
    {'S', "[^" SPACES "]", NULL},
    {'w', "[" WORDS "]", WORDS},
    {'W', "[^" WORDS "]", NULL},
    {'h', "[0-9A-Fa-f]", "0-9A-Fa-f"},
    {'H', "[^0-9A-Fa-f]", NULL},
    {'b', "(?:(?<=[" WORDS "])(?![" WORDS "])|(?<![" WORDS "])(?=[" WORDS "]))", NULL},
    {'B', "(?:(?<=[" WORDS "])(?=[" WORDS "])|(?<![" WORDS "])(?![" WORDS "]))", NULL},
};

/* True for \u00E4. */
static bool is_code(const char *at)
{
    size_t n = 0;

    while (n < 4 && isxdigit((unsigned char)at[2 + n]))
        n++;
    return at[1] == 'u' && n == 4;
}

/* Translates what a backslash begins; returns its bytes. */
static size_t put_escape(const char *at, bool in_set, tr_buf *out)
{
    const char *with = NULL;

    if (is_code(at)) {
        tr_buf_printf(out, "\\x{%.4s}", at + 2);
        return 6;
    }
    for (size_t i = 0; i < sizeof escapes / sizeof *escapes; i++)
        if (at[1] == escapes[i].letter) with = in_set ? escapes[i].inside : escapes[i].outside;
    const size_t n = at[1] ? 2 : 1;
    if (with)
        tr_buf_add_string(out, with);
    else
        tr_buf_add(out, at, n);
    return n;
}

/* Options such as (?mi-x: ; m lets . match the end of a line.  Returns its bytes, or 0. */
static size_t put_options(const char *at, tr_buf *out)
{
    const size_t n = strncmp(at, "(?", 2) ? 0 : 2 + strspn(at + 2, "imx-");

    if (n < 3 || (at[n] != ':' && at[n] != ')')) return 0;
    for (size_t i = 0; i < n; i++)
        tr_buf_add(out, at[i] == 'm' ? "s" : at + i, 1);
    return n;
}

/* A set from its [ on; returns its bytes, or 0 for one that has sets within. */
static size_t put_set(const char *set, tr_buf *out)
{
    size_t at = set[1] == '^' ? 2 : 1;

    tr_buf_add(out, set, at);
    for (bool first = true; set[at] && (first || set[at] != ']'); first = false) {
        if (!strncmp(set + at, "&&", 2) || (set[at] == '[' && set[at + 1] != ':')) return 0;
        if (set[at] == '\\') {
            at += put_escape(set + at, true, out);
            continue;
        }
        const char *const end = set[at] == '[' ? strstr(set + at, ":]") : NULL;
        const size_t n = end ? (size_t)(end - set) + 2 - at : 1;
        tr_buf_add(out, set + at, n);
        at += n;
    }
    if (!set[at]) return at;
    tr_buf_add(out, "]", 1);
    return at + 1;
}

bool tr_dialect_translate(const char *pattern, tr_buf *out)
{
    for (size_t n; *pattern; pattern += n) {
        n = *pattern == '\\' ? put_escape(pattern, false, out) : put_options(pattern, out);
        if (*pattern == '[') {
            n = put_set(pattern, out);
            if (!n) return false;
        } else if (!n) {
            n = 1;
            tr_buf_add(out, pattern, 1);
        }
    }
    return true;
}
