#include "input/stress.h"

#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "base/word_list.h"
#include "text/numbers/surroundings.h"

enum { LONGEST = 64 }; /* bytes */

/* True if a word may not begin or end beside the character. */
static bool belongs_to_word(int32_t c)
{
    return tr_is_alnum(c) || c == '_' || c == '-' || c == '&' || c == '@' || c == '#' || c == '$' ||
           c == '%' || c == '{' || c == '}' || c == '<' || c == '>';
}

bool tr_capital_word_next(const char *text, size_t len, size_t from, tr_span *word)
{
    int32_t before = ' ';

    for (size_t at = from; at < len;) {
        *word = (tr_span){at, tr_utf8_skip(text, at, len, tr_is_upper)};
        const bool is_part =
            belongs_to_word(before) || belongs_to_word(tr_utf8_at(text, word->end, len));
        if (!is_part && tr_utf8_count(text + at, word->end - at) > 1) return true;
        at = word->end;
        if (at < len) before = tr_utf8_next(text, &at, len);
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

static void write_in_place(char *text, tr_span word)
{
    char small[LONGEST];

    if (word.end - word.begin > sizeof small) return;
    write_small(text + word.begin, word.end - word.begin, small);
    memcpy(text + word.begin, small, word.end - word.begin);
}

/* True if the word before it is one of the articles. */
static bool is_after_article(const char *articles, const char *text, tr_span word)
{
    size_t end = word.begin, begin;
    char small[LONGEST];

    while (end > 0 && text[end - 1] == ' ')
        end--;
    for (begin = end; begin > 0 && text[begin - 1] != ' ' && end - begin <= LONGEST;)
        begin--;
    if (end - begin > LONGEST) return false;
    write_small(text + begin, end - begin, small);
    return tr_list_has(articles, small, end - begin);
}

int tr_capital_word_judge(tr_chunks *chunks, const char *articles, bool amid_capitals,
                          const char *text, tr_span word, enum tr_capital_word *is, tr_error *err)
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
    else if (len >= CODE && n > MANY_PIECES && n_small > (amid_capitals ? len / 2 : MANY_PIECES))
        *is = TR_CAPITALS_CODE;
    return 0;
}

int tr_stress_lower(tr_chunks *chunks, const char *articles, char *text, size_t len, tr_error *err)
{
    tr_span word = {0};
    int rc = 0;

    while (rc == 0 && tr_capital_word_next(text, len, word.end, &word)) {
        enum tr_capital_word is;
        rc = tr_capital_word_judge(chunks, articles, false, text, word, &is, err);
        if (rc == 0 && is == TR_CAPITALS_STRESS) write_in_place(text, word);
    }
    return rc;
}

/* ---- Capitals that the vocabulary lacks ---- */

/* The part of the word whose capitals are read as small letters. */
static tr_span capitals_of(const char *text, tr_span word)
{
    size_t first = word.begin;

    if (tr_utf8_find(text, word.begin, word.end, tr_is_lower) == word.end) return word;
    tr_utf8_next(text, &first, word.end);
    return (tr_span){word.begin, first};
}

int tr_small_form_is_known(tr_chunks *chunks, const char *text, tr_span word, bool *known,
                           tr_error *err)
{
    enum { MANY_PIECES = 3 };
    const tr_span capitals = capitals_of(text, word);
    const size_t len = word.end - word.begin;
    char small[LONGEST];
    size_t n;

    *known = false;
    if (len > sizeof small) return 0;
    memcpy(small, text + word.begin, len);
    write_small(text + capitals.begin, capitals.end - capitals.begin, small);
    const int rc = tr_tokenizer_encode(chunks->tokenizer, small, len, &chunks->ids,
                                       &chunks->ids_capacity, &n, err);
    if (rc < 0) return rc;
    const bool blank_alone =
        n > 0 && !strcmp(tr_tokenizer_piece(chunks->tokenizer, chunks->ids[0]), "\xE2\x96\x81");
    *known = n - blank_alone < MANY_PIECES * tr_tokenizer_grain(chunks->tokenizer) &&
             tr_tokenizer_covers(chunks->tokenizer, chunks->ids, n);
    return rc;
}

int tr_lacking_capitals_lower(tr_coverage *coverage, tr_chunks *chunks, char *text, size_t len,
                              tr_error *err)
{
    int32_t c;
    int rc = 0;

    for (size_t at = 0, n; rc == 0 && at < len; at += n) {
        bool known;
        size_t unit;
        n = tr_utf8_decode(text + at, len - at, &c);
        if (n == 1 || !tr_is_upper(c)) continue;
        rc = tr_coverage_has(coverage, chunks, text + at, len - at, &unit, &known, err);
        if (rc < 0 || known) continue;
        const tr_span word = tr_word_around(text, 0, at, len);
        rc = tr_small_form_is_known(chunks, text, word, &known, err);
        if (rc == 0 && known) write_in_place(text, capitals_of(text, word));
        n = word.end - at;
    }
    return rc;
}

/* True if the source has the word, which ends before `end`, with another first letter. */
static bool has_word_with(const char *source, size_t source_len, const char *first, size_t n,
                          const char *word, size_t len)
{
    for (size_t i = 0; i + len <= source_len; i++) {
        if (memcmp(source + i, first, n) || memcmp(source + i + n, word + n, len - n)) continue;
        if (!tr_is_letter(tr_utf8_before(source, 0, i)) &&
            !tr_is_letter(tr_utf8_at(source, i + len, source_len)))
            return true;
    }
    return false;
}

void tr_lacking_capitals_raise(const char *source, size_t source_len, char *text, size_t len)
{
    int32_t c, before = ' ';
    char capital[4];

    for (size_t at = 0, n; at < len; at += n, before = c) {
        n = tr_utf8_decode(text + at, len - at, &c);
        if (n == 1 || !tr_is_lower(c) || tr_is_letter(before)) continue;
        const size_t word = tr_word_around(text, at, at, len).end - at;
        if (tr_utf8_encode(tr_to_upper(c), capital) != n ||
            has_word_with(source, source_len, text + at, n, text + at, word) ||
            !has_word_with(source, source_len, capital, n, text + at, word))
            continue;
        memcpy(text + at, capital, n);
    }
}
