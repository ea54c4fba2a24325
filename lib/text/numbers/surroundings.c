#include "text/numbers/surroundings.h"

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "text/numbers/measures.h"
#include "text/numbers/numerals.h"

/* ---- Other scripts ---- */

/* True if a letter is of another script than the Latin one. */
bool tr_is_far_letter(int32_t c)
{
    static const struct {
        int32_t first, last;
    } latin[] = {{0, 0x36F},       {0x1D00, 0x1EFF}, {0x2000, 0x2BFF},
                 {0x2C60, 0x2C7F}, {0xA720, 0xA7FF}, {0xAB30, 0xAB6F},
                 {0xFB00, 0xFB06}, {0xFF00, 0xFF5E}, {0x1D400, 0x1D7FF}};

    for (size_t i = 0; i < sizeof latin / sizeof *latin; i++)
        if (c >= latin[i].first && c <= latin[i].last) return false;
    return tr_is_letter(c);
}

/* True if words of one script go on after the character. */
static bool joins(int32_t c)
{
    return c == ' ' || c == '-' || c == '\'' || c == 0x2019 || c == 0x200C || c == 0x200D;
}

/* Where the words of far letters that begin at `at` end. */
size_t tr_far_end(const char *text, size_t at, size_t end)
{
    size_t stop = at, n;
    bool joined = false;
    int32_t c;

    for (; at < end; at += n) {
        n = tr_utf8_decode(text + at, end - at, &c);
        if (tr_is_far_letter(c))
            stop = at + n;
        else if (joined || !joins(c))
            break;
        joined = !tr_is_far_letter(c);
    }
    return stop;
}

/* ---- Words and things ---- */

/* The replacement of bytes that are no text, which normalizers drop. */
bool tr_is_replacement(int32_t c)
{
    return c == 0xFFFD;
}

static bool is_of_word(int32_t c)
{
    return tr_is_letter(c) || tr_is_replacement(c);
}

/* The word of letters around the one at `at`, in text [begin, end). */
tr_span tr_word_around(const char *text, size_t begin, size_t at, size_t end)
{
    return (tr_span){tr_utf8_skip_back(text, begin, at, is_of_word),
                     tr_utf8_skip(text, at, end, is_of_word)};
}

/* Characters that normalizers turn into digits or letters: ², ½, ⁶, ₂, ™. */
bool tr_is_raised(int32_t c)
{
    return c == 0xB2 || c == 0xB3 || c == 0xB9 || (c >= 0xBC && c <= 0xBE) ||
           (c >= 0x2070 && c <= 0x208E) || c == 0x2122 || (c >= 0x2150 && c <= 0x215F);
}

static bool is_alnum_or_raised(int32_t c)
{
    return tr_is_alnum(c) || tr_is_raised(c);
}

static bool is_plain_digit(const char *text, size_t at, size_t end)
{
    return at < end && tr_ascii_is_digit(text[at]);
}

/* Returns the word that the raised character at `at` belongs to, in text [begin, end): 10², m²,
 * CO₂, 2.5².  A mark of a footnote belongs to no word: the span is empty where one is before it. */
tr_span tr_raised_around(const char *text, size_t begin, size_t at, size_t end)
{
    enum { LONGEST_UNIT = 4 };
    tr_span word = {at, at};
    size_t n_letters = 0;
    int32_t c;

    const size_t most = tr_utf8_at(text, at, end) == 0x2122 ? SIZE_MAX : LONGEST_UNIT; /* letters */
    for (size_t before; word.begin > begin && n_letters <= most; word.begin = before) {
        before = tr_char_before(text, begin, word.begin, &c);
        const bool mark = (c == '.' || c == ',') && is_plain_digit(text, word.begin, at) &&
                          before > begin && is_plain_digit(text, before - 1, before);
        const bool times = (c == 0xB7 || c == 0x22C5) && n_letters > 0; /* kg·m² */
        if (!is_alnum_or_raised(c) && !mark && !times) break;
        n_letters += tr_is_letter(c);
    }
    if (n_letters > most) return (tr_span){at, at};
    word.end = tr_utf8_skip(text, at, end, is_alnum_or_raised);
    return word;
}

static bool is_joint_of_word(int32_t c)
{
    return tr_is_letter(c) || c == '-' || c == '\'' || c == 0x2019;
}

static bool surrounds_word(int32_t c)
{
    return !tr_is_alnum(c) && !tr_is_sign(c) && c != '/' && c != '%';
}

/* The stretch without white space around the character at `at`, less the marks at its ends.
 * *letters: it is letters alone, as "București-based". */
tr_span tr_thing_around(const char *text, size_t begin, size_t at, size_t end, bool *letters)
{
    tr_span all = {tr_utf8_skip_back(text, begin, at, tr_is_no_space),
                   tr_utf8_skip(text, at, end, tr_is_no_space)};
    size_t behind = at;

    tr_utf8_next(text, &behind, end);
    all.begin = tr_utf8_skip(text, all.begin, at, surrounds_word);
    all.end = tr_utf8_skip_back(text, behind, all.end, surrounds_word);
    *letters = tr_utf8_skip(text, all.begin, all.end, is_joint_of_word) == all.end;
    return all;
}

/* How far before `at` a number may begin that goes on there: digits, marks and blanks. */
static size_t number_before(const char *text, size_t begin, size_t at)
{
    enum { LONGEST = 40 };
    size_t start = at;
    int32_t c;

    for (size_t before; start > begin && at - start < LONGEST; start = before) {
        before = tr_char_before(text, begin, start, &c);
        if (!tr_is_digit(c) && !tr_is_space(c) && c != '.' && c != ',' && c != '\'' && c != 0x2019)
            break;
    }
    return start;
}

static bool has_digit(const char *text, tr_span at)
{
    for (size_t i = at.begin; i < at.end; i++)
        if (tr_ascii_is_digit(text[i])) return true;
    return false;
}

/* The thing without the word that money is for each of: the "/hour" of "€12/hour". */
static tr_span without_rate(const char *text, tr_span thing)
{
    size_t slash = thing.end;

    while (slash > thing.begin && tr_byte_is_letter(text[slash - 1]))
        slash--;
    if (thing.end - slash < 2 || slash == thing.begin || text[--slash] != '/') return thing;
    return tr_is_behind_money(text, slash) ? (tr_span){thing.begin, slash} : thing;
}

tr_span tr_amount_around(const char *text, size_t begin, tr_span thing, size_t end)
{
    if (tr_utf8_find(text, thing.begin, thing.end, tr_is_currency) == thing.end) return thing;
    thing = without_rate(text, thing);
    tr_span number = {.end = number_before(text, begin, thing.begin)}, amount = thing;

    while (number.end < thing.end && has_digit(text, (tr_span){number.end, thing.end}) &&
           tr_numeral_next(text, number.end, end, &number)) {
        const bool is_before = number.end <= thing.begin &&
                               tr_span_trimmed(text, number.end, thing.begin).begin == thing.begin;
        const bool overlaps = number.begin < thing.end && thing.begin < number.end;
        if (!is_before && !overlaps) continue;
        if (is_before && has_digit(text, thing)) continue;
        if (number.begin < amount.begin) amount.begin = number.begin;
        if (number.end > amount.end) amount.end = number.end;
    }
    return amount;
}
