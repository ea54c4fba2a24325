#include "text/moses/abbreviations.h"

#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "base/word_list.h"

enum { LONGEST_WORD = 40 }; /* bytes */

/* An initial. */
static bool is_initial(const tr_moses *m, int32_t c)
{
    if (tr_is_upper(c)) return !m->rules->no_initials;
    return tr_is_lower(c) && c < 0x80 && m->rules->small_initials;
}

/* The number of an ordinal, "3." or "xiv.", as German has before nouns. */
static bool is_ordinal(const tr_moses *m, const tr_cell *word, size_t n)
{
    size_t digits = 0, roman = 0;
    for (size_t i = 0; i < n; i++) {
        digits += word[i].c >= '0' && word[i].c <= '9';
        roman += word[i].c < 0x80 && strchr(word[0].c < 'a' ? "IVX" : "ivx", (int)word[i].c);
    }
    if (digits == n) return n <= 2 && word[0].c != '0' && m->rules->ordinals;
    return roman == n && n <= 5 && m->rules->roman_ordinals;
}

/* True if a list has "word." */
static bool is_listed(const char *list, const tr_cell *word, size_t n)
{
    char key[LONGEST_WORD + 8];
    size_t len = 0;
    for (size_t i = 0; i < n && len < LONGEST_WORD; i++)
        len += tr_utf8_encode(word[i].c, key + len);
    key[len++] = '.';
    return len < LONGEST_WORD && tr_list_has(list, key, len);
}

bool tr_moses_abbreviates(const tr_moses *m, const tr_cell *word, size_t n, bool before_number)
{
    const tr_stops *const s = m->stops;
    if (n == 1 && is_initial(m, word[0].c)) return true;
    if (is_ordinal(m, word, n)) return true;
    return is_listed(m->rules->final, word, n) || is_listed(s->never, word, n) ||
           is_listed(s->ends, word, n) || is_listed(s->either, word, n) ||
           (before_number && is_listed(s->numbered, word, n));
}
