#include "input/capitals.h"

#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "language/language_data.h"
#include "text/numbers/measures.h"
#include "text/placeables/placeables.h"

enum { FEWEST_CAPITALS = 4, LONGEST_WORD = 128 /* bytes */, SHARP_S = 0xDF };

bool tr_capitals_suit(const char *language)
{
    return tr_language_has_spaces(language) && !tr_language_data(language)->orthography.dotless_i;
}

/* ---- Characters ---- */

/* The next text between placeholders, which may be empty, from byte *at on. */
static bool next_placeholder_gap(const char *text, size_t len, size_t *at, tr_span *gap)
{
    tr_span placeholder;

    if (*at >= len) return false;
    if (!tr_placeables_first(text, *at, len, TR_FIND_PLACEHOLDERS, &placeholder))
        placeholder = (tr_span){len, len};
    *gap = (tr_span){*at, placeholder.begin};
    *at = placeholder.end;
    return true;
}

/* Where the first white space from `at` on is, or the end. */
static size_t find_space(const char *text, size_t at, size_t end, size_t *n)
{
    const size_t space = tr_utf8_find(text, at, end, tr_is_space);
    int32_t c;

    *n = space < end ? tr_utf8_decode(text + space, end - space, &c) : 0;
    return space;
}

/* What small letters a word of a text in capitals may have. */
typedef struct small_letters {
    bool any, capital_follows;
    size_t n_letters;
} small_letters;

static small_letters find_small(const char *text, tr_span word, size_t *capitals)
{
    small_letters s = {0};

    for (size_t i = word.begin; i < word.end;) {
        const int32_t c = tr_utf8_next(text, &i, word.end);
        s.n_letters += tr_is_letter(c);
        s.capital_follows = s.capital_follows || (s.any && tr_is_upper(c));
        s.any = s.any || (tr_is_lower(c) && c != SHARP_S);
        *capitals += tr_is_upper(c);
    }
    return s;
}

/* True if a word with small letters is a unit after a number, as "km/h", or a name, as "iPhone". */
static bool may_have_small(const char *text, tr_span gap, tr_span word, const small_letters *small)
{
    enum { LONGEST_UNIT = 4 };
    size_t before = word.begin;

    if (small->capital_follows && tr_ascii_is_lower(text[word.begin])) return true;
    while (before > gap.begin && text[before - 1] == ' ')
        before--;
    const bool after_number = before > gap.begin && tr_ascii_is_digit(text[before - 1]);
    return small->n_letters <= LONGEST_UNIT &&
           (after_number || tr_ascii_is_digit(text[word.begin]));
}

bool tr_capitals_are(const char *text, size_t len)
{
    size_t capitals = 0, at = 0, blank;
    tr_span gap;

    while (next_placeholder_gap(text, len, &at, &gap))
        for (tr_span word = {gap.begin, gap.begin}; word.begin < gap.end;
             word.begin = word.end + blank) {
            word.end = find_space(text, word.begin, gap.end, &blank);
            const small_letters small = find_small(text, word, &capitals);
            if (small.any && !may_have_small(text, gap, word, &small)) return false;
        }
    return capitals >= FEWEST_CAPITALS;
}

/* Writes the character in the place of one of n bytes, if it has as many. */
static void put_character(char *text, size_t n, int32_t c)
{
    char bytes[4];
    if (tr_utf8_encode(c, bytes) == n) memcpy(text, bytes, n);
}

/* Where the unit ends that stands at text [at, end), behind a number; `at` if there is none. */
static size_t end_of_unit(const char *text, size_t at, size_t end)
{
    size_t digits = at, stop = at;

    while (digits > 0 && text[digits - 1] == ' ')
        digits--;
    if (digits == 0 || !tr_ascii_is_digit(text[digits - 1])) return at;
    if (!tr_is_measure(text, (tr_span){digits - 1, digits}, end)) return at;
    while (stop < end && (tr_byte_is_letter(text[stop]) || text[stop] == '/'))
        stop++;
    return stop;
}

void tr_capitals_raise(char *text, size_t len)
{
    size_t at = 0;
    tr_span gap;
    int32_t c;

    while (next_placeholder_gap(text, len, &at, &gap))
        for (size_t i = gap.begin, n; i < gap.end; i += n) {
            n = tr_utf8_decode(text + i, gap.end - i, &c);
            const size_t unit = tr_is_lower(c) ? end_of_unit(text, i, gap.end) : i;
            if (unit > i)
                n = unit - i;
            else if (c == SHARP_S)
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

/* True if a word in capitals may have the character. */
static bool is_of_capitals(int32_t c)
{
    const bool is_joint = is_word_hyphen(c) || c == '\'' || c == 0x2019;
    return is_joint || (tr_is_letter(c) && (!tr_is_lower(c) || c == SHARP_S));
}

/* The part of text [begin, end), a word and the marks around it, from its first letter or digit to
 * its last. */
static tr_span trim_marks(const char *text, size_t begin, size_t end)
{
    begin = tr_utf8_find(text, begin, end, tr_is_alnum);
    return (tr_span){begin, tr_utf8_skip_back(text, begin, end, tr_is_no_alnum)};
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

/* Where the word at text [at, end) ends: before white space or a slash. */
static size_t end_of_capitals(const char *text, size_t at, size_t end, size_t *n)
{
    const size_t space = find_space(text, at, end, n);
    const char *const slash = memchr(text + at, '/', space - at);

    if (!slash || slash == text + at) return space;
    *n = 1;
    return (size_t)(slash - text);
}

static int lower_words(tr_chunks *chunks, char *text, tr_span gap, bool *changed, tr_error *err)
{
    size_t blank;
    int rc = 0;

    for (size_t at = gap.begin; at < gap.end && rc == 0;) {
        const size_t end = end_of_capitals(text, at, gap.end, &blank);
        const tr_span word = trim_marks(text, at, end);
        if (word.begin < word.end &&
            tr_utf8_skip(text, word.begin, word.end, is_of_capitals) == word.end)
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
