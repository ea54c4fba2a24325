#include "lines/function_words.h"

#include <stdbool.h>
#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"

/* Facts "detection.words" of lib/language/data, each word between blanks. */
static const struct {
    const char *language, *words;
} known[] = {
#include "function_words.inc"
};

enum { N_KNOWN = sizeof known / sizeof *known };

_Static_assert((int)N_KNOWN < (int)FUNCTION_WORDS_MOST, "votes have a place for each language");

const char *function_words_language(size_t i)
{
    return i < N_KNOWN ? known[i].language : NULL;
}

int function_words_place(const char *language)
{
    for (int i = 0; i < N_KNOWN; i++)
        if (!strcmp(known[i].language, language)) return i;
    return -1;
}

/* A word in small letters, between blanks. */
typedef struct blank_word {
    char text[32];
    size_t len;
} blank_word;

/* Passes over what is no letter, and takes the letters and apostrophes after it; false at the end.
 * A word that is too long for the lists is cut, and then none of them. */
static bool next_word(const char *text, size_t len, size_t *at, blank_word *w)
{
    int32_t c;

    w->text[0] = ' ';
    w->len = 1;
    while (*at < len) {
        *at += tr_utf8_decode(text + *at, len - *at, &c);
        const bool apostrophe = c == '\'' || c == 0x2019;
        if (tr_is_letter(c) || (apostrophe && w->len > 1)) {
            if (w->len + 6 < sizeof w->text)
                w->len += tr_utf8_encode(apostrophe ? '\'' : tr_to_lower(c), w->text + w->len);
        } else if (w->len > 1) {
            break;
        }
    }
    memcpy(w->text + w->len, " ", 2);
    return w->len > 1;
}

static void vote(const char *word, word_votes *votes)
{
    bool has[N_KNOWN];
    int n = 0;

    for (int i = 0; i < N_KNOWN; i++)
        n += has[i] = strstr(known[i].words, word) != NULL;
    for (int i = 0; i < N_KNOWN; i++)
        if (has[i]) votes->of[i] += 1.0 / n;
}

void function_words_count(const char *text, size_t len, word_votes *votes)
{
    blank_word w;
    size_t at = 0;

    *votes = (word_votes){{0}};
    while (next_word(text, len, &at, &w))
        vote(w.text, votes);
}

word_counts function_words_compare(const char *text, size_t len, int first, int second)
{
    word_counts n = {0};
    blank_word w;
    size_t at = 0;

    while (next_word(text, len, &at, &w)) {
        const bool in_first = strstr(known[first].words, w.text) != NULL;
        const bool in_second = strstr(known[second].words, w.text) != NULL;
        n.first += in_first && !in_second;
        n.second += in_second && !in_first;
    }
    return n;
}
