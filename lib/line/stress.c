#include "line/stress.h"

#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"

enum { LONGEST = 64 }; /* bytes */

/* True if a word may not begin or end beside the character. */
static bool belongs_to_word(int32_t c)
{
    return tr_is_letter(c) || tr_is_digit(c) || c == '_' || c == '-' || c == '&' || c == '@' ||
           c == '#' || c == '$' || c == '%' || c == '{' || c == '}' || c == '<' || c == '>';
}

bool tr_capital_word_next(const char *text, size_t len, size_t from, tr_span *word)
{
    int32_t c = ' ', before = ' ';
    size_t n = 0;

    for (size_t at = from; at < len;) {
        size_t capitals = 0;
        bool others = belongs_to_word(before);
        *word = (tr_span){at, at};
        for (; word->end < len; word->end += n, capitals++) {
            n = tr_utf8_decode(text + word->end, len - word->end, &c);
            if (!tr_is_upper(c)) break;
        }
        if (word->end < len) others = others || belongs_to_word(c);
        if (capitals > 1 && !others) return true;
        at = word->end;
        if (at == len) break;
        before = c;
        at += n;
    }
    return false;
}

static void write_small(const char *word, size_t len, char *out)
{
    char bytes[4];
    int32_t c;

    memcpy(out, word, len);
    for (size_t at = 0, n; at < len; at += n) {
        n = tr_utf8_decode(word + at, len - at, &c);
        if (tr_utf8_encode(tr_to_lower(c), bytes) == n) memcpy(out + at, bytes, n);
    }
}

/* True if the word before it is one of the articles. */
static bool is_after_article(const char *articles, const char *text, tr_span word)
{
    size_t end = word.begin, begin;
    char small[LONGEST + 3] = " ";

    while (end > 0 && text[end - 1] == ' ')
        end--;
    for (begin = end; begin > 0 && text[begin - 1] != ' ';)
        begin--;
    const size_t n = end - begin;
    if (!articles || n == 0 || n > LONGEST) return false;
    write_small(text + begin, n, small + 1);
    small[n + 1] = ' ';
    return strstr(articles, small) != NULL;
}

int tr_capital_word_judge(tr_chunks *chunks, const char *articles, const char *text, tr_span word,
                          enum tr_capital_word *is, tr_error *err)
{
    enum { SHORTEST = 3, MANY_PIECES = 3, FREQUENT = 8, CODE = 6 };
    const tr_tokenizer *const t = chunks->tokenizer;
    const size_t len = word.end - word.begin;
    char small[LONGEST];
    size_t n, n_small;

    *is = TR_CAPITALS_STAY;
    if (len > sizeof small) return 0;
    int rc = tr_tokenizer_encode(t, text + word.begin, len, &chunks->ids, &chunks->ids_capacity, &n,
                                 err);
    if (rc < 0 || n < 2 || len < SHORTEST) return rc;
    write_small(text + word.begin, len, small);
    rc = tr_tokenizer_encode(t, small, len, &chunks->ids, &chunks->ids_capacity, &n_small, err);
    if (rc < 0) return rc;
    const bool frequent =
        n_small == 1 && (size_t)chunks->ids[0] < tr_tokenizer_size(t) * 3 / FREQUENT;
    if (frequent && !is_after_article(articles, text, word))
        *is = TR_CAPITALS_STRESS;
    else if (len >= CODE && n > MANY_PIECES && n_small > MANY_PIECES)
        *is = TR_CAPITALS_CODE;
    return 0;
}

int tr_stress_lower(tr_chunks *chunks, const char *articles, char *text, size_t len, bool *changed,
                    tr_error *err)
{
    tr_span word = {0};
    int rc = 0;

    *changed = false;
    while (rc == 0 && tr_capital_word_next(text, len, word.end, &word)) {
        enum tr_capital_word is;
        rc = tr_capital_word_judge(chunks, articles, text, word, &is, err);
        if (rc < 0 || is != TR_CAPITALS_STRESS) continue;
        char small[LONGEST];
        write_small(text + word.begin, word.end - word.begin, small);
        memcpy(text + word.begin, small, word.end - word.begin);
        *changed = true;
    }
    return rc;
}
