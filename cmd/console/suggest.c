#include "console/suggest.h"
#include "base/order.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST = sizeof((suggestion *)0)->word - 1 };
/* How far words are apart: what is the beginning of one was meant rather than a letter was wrong.
 */
enum { BEGINNING = 1, LETTER = 2 };

static bool same_letter(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* Both are at most LONGEST long. */
static size_t distance(const char *a, size_t n_a, const char *b, size_t n_b)
{
    size_t rows[3][LONGEST + 1];
    size_t *before = rows[0], *above = rows[1], *row = rows[2];

    for (size_t j = 0; j <= n_b; j++)
        above[j] = j;
    for (size_t i = 1; i <= n_a; i++) {
        row[0] = i;
        for (size_t j = 1; j <= n_b; j++) {
            const size_t replaced = above[j - 1] + !same_letter(a[i - 1], b[j - 1]);
            row[j] = tr_smaller(replaced, 1 + tr_smaller(above[j], row[j - 1]));
            if (i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) &&
                same_letter(a[i - 2], b[j - 1]))
                row[j] = tr_smaller(row[j], 1 + before[j - 2]);
        }
        size_t *const oldest = before;
        before = above;
        above = row;
        row = oldest;
    }
    return above[n_b];
}

static bool begins_with(const char *word, size_t len, const char *typed, size_t typed_len)
{
    if (typed_len < 3 || len < typed_len) return false;
    return !distance(word, typed_len, typed, typed_len);
}

suggestion suggest_for(const char *typed, size_t typed_len)
{
    return (suggestion){.typed = typed, .typed_len = typed_len};
}

/* At most a third of the longer word; of two letters, none. */
static bool is_near(size_t d, size_t len_a, size_t len_b)
{
    const size_t longer = len_a > len_b ? len_a : len_b;
    return d <= 1 ? !d || longer > 2 : 3 * d <= longer;
}

static void keep(suggestion *s, size_t d, const char *word, size_t len)
{
    if (*s->word && d >= s->distance) return;
    s->distance = d;
    memcpy(s->word, word, len);
    s->word[len] = '\0';
}

void suggest_word(suggestion *s, const char *word, size_t len)
{
    if (!len || len > LONGEST || s->typed_len > LONGEST) return;
    const size_t d = distance(word, len, s->typed, s->typed_len);
    if (d && begins_with(word, len, s->typed, s->typed_len))
        keep(s, BEGINNING, word, len);
    else if (is_near(d, len, s->typed_len))
        keep(s, LETTER * d, word, len);
}

void suggest_name(suggestion *s, const char *name, const char *word)
{
    const size_t len = strlen(name), word_len = strlen(word);

    if (len > LONGEST || word_len > LONGEST || s->typed_len > LONGEST || s->typed_len < 4) return;
    const size_t d = distance(name, len, s->typed, s->typed_len);
    if (d <= 1) keep(s, LETTER * d, word, word_len);
}

void suggest_words(suggestion *s, const char *words, char separator)
{
    for (;;) {
        const char *end = strchr(words, separator);
        const size_t len = end ? (size_t)(end - words) : strlen(words);
        suggest_word(s, words, len);
        if (!end) return;
        words = end + 1;
    }
}

const char *suggest_hint(const suggestion *s, const char *before, char hint[HINT_SIZE])
{
    *hint = '\0';
    if (*s->word) snprintf(hint, HINT_SIZE, "; did you mean %s%s?", before, s->word);
    return hint;
}
