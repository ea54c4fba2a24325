#include "text/numbers/date_pattern.h"

#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"

/* The fields of a pattern. */
typedef struct pattern {
    size_t n_fields, n_doubled, n_long; /* words of two letters, of three and more */
    bool year, month, day, hour, minute;
    char first; /* letter */
    bool several;
    bool marked; /* a mark joins them, not blanks alone */
} pattern;

/* A letter, n times.  Of PHP each stands alone. */
static bool add_field(pattern *p, char c, size_t n)
{
    static const char any[] = "GyYuUrQqMLwWdDFgEecabhHkKmsSAzZOVvXxjlNntoiT";
    static const char doubled[] = "yYMdDEhHmsLckKu";

    if (!tr_ascii_is_one_of(c, n > 1 ? doubled : any)) return false;
    p->several = p->several || (p->first && p->first != c);
    if (!p->first) p->first = c;
    p->n_fields++;
    p->n_doubled += n > 1;
    p->n_long += n > 2 && tr_ascii_is_one_of(c, "yYMDEL");
    p->year = p->year || tr_ascii_is_one_of(c, "yY");
    p->month = p->month || tr_ascii_is_one_of(c, "FMmn");
    p->day = p->day || tr_ascii_is_one_of(c, "djDl");
    p->hour = p->hour || tr_ascii_is_one_of(c, "gGhH");
    p->minute = p->minute || c == 'i';
    return true;
}

/* A word: a field, or several, of which each has two letters at least, as in yyyyMMdd; or one with
 * an ordinal, Do and jS. */
static bool add_word(pattern *p, const char *word, size_t len)
{
    bool all_doubled = true;
    size_t n_fields = 0;

    for (size_t at = 0, n; at < len; at += n) {
        for (n = 1; at + n < len && word[at + n] == word[at];)
            n++;
        if (at > 0 && at + 1 == len && tr_ascii_is_one_of(word[at], "oS")) break;
        all_doubled = all_doubled && n > 1;
        n_fields++;
        if (!add_field(p, word[at], n)) return false;
    }
    return n_fields == 1 || all_doubled;
}

/* Where text in quotes or brackets at `at` ends; 0 if it does not. */
static size_t behind_quoted(const char *text, size_t at, size_t len)
{
    const char close = text[at] == '[' ? ']' : '\'';
    const char *const end = memchr(text + at + 1, close, len - at - 1);
    return end ? (size_t)(end - text) + 1 : 0;
}

/* True if a set of fields means a date or a time to one of the programs, and is no word. */
static bool is_whole(const pattern *p)
{
    if (p->n_fields == 1) return p->n_long == 1;
    if (p->n_doubled) return p->several;
    if (p->year && p->month && p->day) return true;
    return p->marked && ((p->year && p->month) || (p->hour && p->minute) || (p->month && p->day));
}

bool tr_is_date_pattern(const char *text, size_t len)
{
    enum { LONGEST = 80 };
    pattern p = {0};
    int32_t c;

    if (len > LONGEST) return false;
    for (size_t at = 0, n; at < len; at += n) {
        n = tr_utf8_decode(text + at, len - at, &c);
        if (text[at] == '\'' || text[at] == '[') {
            const size_t behind = behind_quoted(text, at, len);
            if (!behind || !p.n_fields) return false;
            n = behind - at;
        } else if (tr_ascii_is_letter(text[at])) {
            while (at + n < len && tr_ascii_is_letter(text[at + n]))
                n++;
            if (!add_word(&p, text + at, n)) return false;
        } else if (tr_is_letter(c) || tr_ascii_is_digit(text[at]) ||
                   tr_ascii_is_one_of(text[at], "%${}<>|=@#&*\\")) {
            return false;
        } else if (p.n_fields && tr_ascii_is_one_of(text[at], ".,:/-")) {
            p.marked = true;
        }
    }
    return is_whole(&p);
}
