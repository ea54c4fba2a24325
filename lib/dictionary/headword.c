#include "dictionary/headword.h"

#include <string.h>

#include "base/span.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "base/word_list.h"

/* ---- Keys ---- */

enum { SHARP_S = 0xDF, CAPITAL_SHARP_S = 0x1E9E };

static bool add_character(int32_t c, tr_buf *key)
{
    char bytes[4];
    const bool blank = c < 0x80 ? tr_ascii_is_space((char)c) : tr_is_space(c);

    if (c < 0) return false;
    if (blank && key->len && key->data[key->len - 1] != ' ') tr_buf_add(key, " ", 1);
    if (c < 0x80 && tr_ascii_is_alnum((char)c))
        tr_buf_add(key, (char[]){tr_ascii_lower((char)c)}, 1);
    else if (c == SHARP_S || c == CAPITAL_SHARP_S) /* as Unicode folds their case */
        tr_buf_add(key, "ss", 2);
    else if (c >= 0x80 && (tr_is_alnum(c) || tr_is_mark(c)))
        tr_buf_add(key, bytes, tr_utf8_encode(tr_to_lower(c), bytes));
    return true;
}

/* True for the words that a dictionary writes for any person and thing, and before infinitives. */
static bool is_beside(const tr_language *l, const char *word, size_t len, bool first)
{
    return tr_list_has(l->dictionary.placeholders, word, len) ||
           (first && tr_list_has(l->dictionary.markers, word, len));
}

static void cut(tr_buf *key, size_t from, size_t n)
{
    memmove(key->data + from, key->data + from + n, key->len - from - n);
    key->len -= n;
    key->data[key->len] = '\0';
}

/* Words beside the word go, but for the last one that is left. */
static void cut_beside(const tr_language *l, tr_buf *key)
{
    char *end, *begin;

    while ((end = memchr(key->data, ' ', key->len)) &&
           is_beside(l, key->data, (size_t)(end - key->data), true))
        cut(key, 0, (size_t)(end - key->data) + 1);
    while ((begin = strrchr(key->data, ' ')) && is_beside(l, begin + 1, strlen(begin + 1), false))
        cut(key, (size_t)(begin - key->data), strlen(begin));
}

void tr_headword_key(const tr_language *language, const char *word, size_t len, tr_buf *key)
{
    tr_buf_clear(key);
    if (len > TR_LONGEST_HEADWORD) return;
    for (size_t at = 0; at < len;) {
        if (add_character(tr_utf8_next(word, &at, len), key)) continue;
        tr_buf_clear(key);
        return;
    }
    if (!key->len || key->failed) return;
    if (key->data[key->len - 1] == ' ') key->data[--key->len] = '\0';
    if (key->len) cut_beside(language, key);
}

/* ---- What stands alone ---- */

/* The bytes of a word up to the second alternative; units such as "km/h" are one word. */
static size_t first_alternative(const char *word, size_t len)
{
    const char *const slash = memchr(word, '/', len);
    const size_t n = slash ? (size_t)(slash - word) : len;

    return slash && n > 2 && len - n > 3 ? n : len;
}

void tr_headword_plain(const tr_language *language, const char *text, tr_buf *plain)
{
    const size_t len = strlen(text);
    tr_buf key = {0};
    size_t kept = 0;
    bool first = true, failed = false;

    tr_buf_clear(plain);
    for (size_t at = 0, end; at < len; at = end + 1) {
        end = tr_find_byte(text, at, len, ' ');
        tr_headword_key(tr_language_data(""), text + at, end - at, &key);
        failed = failed || key.failed;
        const bool beside = key.len && is_beside(language, key.data, key.len, first);
        if (end == at || (beside && first)) continue;
        if (!first) tr_buf_add(plain, " ", 1);
        tr_buf_add(plain, text + at, first_alternative(text + at, end - at));
        first = false;
        if (!beside) kept = plain->len;
    }
    if (plain->data && kept < plain->len) cut(plain, kept, plain->len - kept);
    plain->failed = plain->failed || failed;
    tr_buf_free(&key);
}

/* ---- Near words ---- */

static size_t character(const char *text, size_t at, size_t n)
{
    int32_t c;
    return at < n ? tr_utf8_decode(text + at, n - at, &c) : 0;
}

static bool is_rest(const char *a, size_t at_a, size_t n_a, const char *b, size_t at_b, size_t n_b)
{
    return n_a - at_a == n_b - at_b && !memcmp(a + at_a, b + at_b, n_a - at_a);
}

bool tr_headword_is_near(const char *a, size_t n_a, const char *b, size_t n_b)
{
    size_t i = 0;

    while (i < n_a && i < n_b && a[i] == b[i])
        i++;
    while (i && ((i < n_a && tr_utf8_is_inner(a[i])) || (i < n_b && tr_utf8_is_inner(b[i]))))
        i--;
    if (i == n_a && i == n_b) return false;
    const size_t of_a = character(a, i, n_a), of_b = character(b, i, n_b);
    if (of_a && of_b && is_rest(a, i + of_a, n_a, b, i + of_b, n_b)) return true;
    if (of_a && is_rest(a, i + of_a, n_a, b, i, n_b)) return true;
    if (of_b && is_rest(a, i, n_a, b, i + of_b, n_b)) return true;
    const size_t next_a = character(a, i + of_a, n_a), next_b = character(b, i + of_b, n_b);
    return of_a && of_b && next_a == of_b && next_b == of_a && !memcmp(a + i, b + i + of_b, of_a) &&
           !memcmp(b + i, a + i + of_a, of_b) &&
           is_rest(a, i + of_a + next_a, n_a, b, i + of_b + next_b, n_b);
}
