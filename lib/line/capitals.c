#include "line/capitals.h"

#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "text/language.h"
#include "text/placeables/placeholders.h"

enum { FEWEST_CAPITALS = 4, LONGEST_WORD = 128 /* bytes */ };

bool tr_capitals_suit(const char *language)
{
    return tr_language_has_spaces(language) && !tr_language_is_variety(language, "tr") &&
           !tr_language_is_variety(language, "az");
}

/* ---- Characters ---- */

/* The next text between placeholders, which may be empty, from byte *at on. */
static bool next_placeholder_gap(const char *text, size_t len, size_t *at, tr_span *gap)
{
    tr_span placeholder;

    if (*at >= len) return false;
    if (!tr_placeholder_next(text, len, *at, &placeholder)) placeholder = (tr_span){len, len};
    *gap = (tr_span){*at, placeholder.begin};
    *at = placeholder.end;
    return true;
}

bool tr_capitals_are(const char *text, size_t len)
{
    size_t capitals = 0, at = 0;
    tr_span gap;
    int32_t c;

    while (next_placeholder_gap(text, len, &at, &gap))
        for (size_t i = gap.begin; i < gap.end;) {
            i += tr_utf8_decode(text + i, gap.end - i, &c);
            if (tr_is_lower(c)) return false;
            capitals += tr_is_upper(c);
        }
    return capitals >= FEWEST_CAPITALS;
}

/* Writes the character in the place of one of n bytes, if it has as many. */
static void put_character(char *text, size_t n, int32_t c)
{
    char bytes[4];
    if (tr_utf8_encode(c, bytes) == n) memcpy(text, bytes, n);
}

void tr_capitals_raise(char *text, size_t len)
{
    enum { SHARP_S = 0xDF };
    size_t at = 0;
    tr_span gap;
    int32_t c;

    while (next_placeholder_gap(text, len, &at, &gap))
        for (size_t i = gap.begin, n; i < gap.end; i += n) {
            n = tr_utf8_decode(text + i, gap.end - i, &c);
            if (c == SHARP_S)
                memcpy(text + i, "SS", n);
            else
                put_character(text + i, n, tr_to_upper(c));
        }
}

/* ---- Words ---- */

static bool is_word_hyphen(int32_t c)
{
    return c == '-' || c == 0x2010 || c == 0x2011;
}

static bool is_of_words(int32_t c)
{
    return tr_is_letter(c) || is_word_hyphen(c) || c == '\'' || c == 0x2019;
}

/* The part of text [begin, end), a word and the marks around it, from its first letter or digit to
 * its last. */
static tr_span trim_marks(const char *text, size_t begin, size_t end)
{
    tr_span word = {end, end};
    int32_t c;

    for (size_t at = begin, n; at < end; at += n) {
        n = tr_utf8_decode(text + at, end - at, &c);
        if (!tr_is_letter(c) && !tr_is_digit(c)) continue;
        if (word.begin == end) word.begin = at;
        word.end = at + n;
    }
    return word;
}

static bool is_capital_word(const char *text, tr_span word)
{
    int32_t c;

    for (size_t at = word.begin; at < word.end;) {
        at += tr_utf8_decode(text + at, word.end - at, &c);
        if (!is_of_words(c)) return false;
    }
    return word.begin < word.end;
}

/* Which letters of a word in capitals stay capitals. */
enum form { ALL, NONE, FIRST, FIRST_OF_PARTS, N_FORMS };

static void write_form(const char *word, size_t len, enum form form, char *out)
{
    bool begins = true;
    int32_t c;

    memcpy(out, word, len);
    for (size_t at = 0, n; at < len; at += n) {
        n = tr_utf8_decode(word + at, len - at, &c);
        const bool stays =
            form == ALL || (form == FIRST && at == 0) || (form == FIRST_OF_PARTS && begins);
        if (!stays) put_character(out + at, n, tr_to_lower(c));
        begins = is_word_hyphen(c);
    }
}

/* The fewer tokens the better; among as many, the more frequent ones, which have lower ids. */
static int cost_of(tr_chunks *chunks, const char *word, size_t len, uint64_t *cost, tr_error *err)
{
    size_t n;

    const int rc = tr_tokenizer_encode(chunks->tokenizer, word, len, &chunks->ids,
                                       &chunks->ids_capacity, &n, err);
    if (rc < 0) return rc;
    *cost = (uint64_t)n << 32;
    for (size_t i = 0; i < n; i++)
        *cost += (uint64_t)chunks->ids[i];
    return 0;
}

/* `first`: a sentence begins with the word.  *changed becomes true if it is another now. */
static int lower_word(tr_chunks *chunks, char *word, size_t len, bool first, bool *changed,
                      tr_error *err)
{
    char written[LONGEST_WORD];
    uint64_t least = UINT64_MAX, cost;
    enum form best = ALL;

    if (len > sizeof written) return 0;
    for (enum form form = ALL; form < N_FORMS; form++) {
        write_form(word, len, form, written);
        const int rc = cost_of(chunks, written, len, &cost, err);
        if (rc < 0) return rc;
        if (cost >= least) continue;
        least = cost;
        best = form;
    }
    write_form(word, len, best == NONE && first ? FIRST : best, written);
    *changed |= best != ALL;
    memcpy(word, written, len);
    return 0;
}

/* Where the first white space from `at` on is, or the end. */
static size_t find_space(const char *text, size_t at, size_t end, size_t *n)
{
    int32_t c;

    for (*n = 0; at < end; at += *n) {
        *n = tr_utf8_decode(text + at, end - at, &c);
        if (tr_is_space(c)) return at;
    }
    *n = 0;
    return end;
}

static int lower_words(tr_chunks *chunks, char *text, tr_span gap, bool *changed, tr_error *err)
{
    size_t blank;
    int rc = 0;

    for (size_t at = gap.begin; at < gap.end && rc == 0;) {
        const size_t end = find_space(text, at, gap.end, &blank);
        const tr_span word = trim_marks(text, at, end);
        if (is_capital_word(text, word))
            rc =
                lower_word(chunks, text + word.begin, word.end - word.begin, at == 0, changed, err);
        at = end + blank;
    }
    return rc;
}

int tr_capitals_lower(tr_chunks *chunks, char *text, size_t len, bool *changed, tr_error *err)
{
    size_t at = 0;
    tr_span gap;
    int rc = 0;

    *changed = false;
    while (rc == 0 && next_placeholder_gap(text, len, &at, &gap))
        rc = lower_words(chunks, text, gap, changed, err);
    return rc;
}
