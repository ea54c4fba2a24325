#include "text/moses/abbreviations.h"

#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"

enum { LONGEST_WORD = 40 }; /* bytes */

static bool is_of(const char *languages, const tr_moses *m)
{
    char key[TR_MOSES_LANGUAGE + 3] = " ";
    strcat(strcat(key, m->language), " ");
    return *m->language && strstr(languages, key);
}

/* An initial. */
static bool is_initial(const tr_moses *m, int32_t c)
{
    if (tr_is_upper(c)) return !is_of(" cs ", m);
    return tr_is_lower(c) && c < 0x80 && is_of(" de fr is pt ", m);
}

/* The number of an ordinal, "3." or "xiv.", as German has before nouns. */
static bool is_ordinal(const tr_moses *m, const tr_cell *word, size_t n)
{
    size_t digits = 0, roman = 0;
    for (size_t i = 0; i < n; i++) {
        digits += word[i].c >= '0' && word[i].c <= '9';
        roman += word[i].c < 0x80 && strchr(word[0].c < 'a' ? "IVX" : "ivx", (int)word[i].c);
    }
    if (digits == n) return n <= 2 && word[0].c != '0' && is_of(" de ", m);
    return roman == n && n <= 5 && is_of(" de pt ", m);
}

/* True if a list of stops_data.h has "word." */
static bool is_listed(const char *list, const tr_cell *word, size_t n)
{
    char key[LONGEST_WORD + 8] = " ";
    size_t len = 1;
    for (size_t i = 0; i < n && len < LONGEST_WORD; i++)
        len += tr_utf8_encode(word[i].c, key + len);
    if (!list || len >= LONGEST_WORD) return false;
    memcpy(key + len, ". ", 3);
    return strstr(list, key);
}

/* Abbreviations that may end a sentence before any word: no list of stops_data.h has them. */
static const char *ending_abbreviations(const tr_moses *m)
{
    static const struct {
        const char *language, *list;
    } lists[] = {{"de", " usw. etc. Chr. ff. "}, {"es", " etc. ej. al. "}, {"ru", " г. гг. э. "}};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (!strcmp(lists[i].language, m->language)) return lists[i].list;
    return NULL;
}

bool tr_moses_abbreviates(const tr_moses *m, const tr_cell *word, size_t n, bool before_number)
{
    const tr_stops *const s = m->stops;
    if (n == 1 && is_initial(m, word[0].c)) return true;
    if (is_ordinal(m, word, n)) return true;
    return is_listed(ending_abbreviations(m), word, n) || is_listed(s->never, word, n) ||
           is_listed(s->ends, word, n) || is_listed(s->either, word, n) ||
           (before_number && is_listed(s->numbered, word, n));
}
