#include "text/numbers/number_words.h"

#include <limits.h>
#include <string.h>

#include "base/ascii.h"
#include "base/span.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "base/word_list.h"
#include "language/language_data.h"

/* ---- Roman letters ---- */

/* The value of the Roman number at text [at, end); 0 if it is none. */
static uint64_t roman_value(const char *text, size_t at, size_t end)
{
    static const char letters[] = "IVXLCDM";
    static const unsigned values[] = {1, 5, 10, 50, 100, 500, 1000};
    uint64_t value = 0;
    unsigned last = UINT_MAX;

    for (; at < end; at++) {
        const char *const letter = text[at] ? strchr(letters, text[at]) : NULL;
        if (!letter) return 0;
        const unsigned one = values[letter - letters];
        value += one;
        if (last < one) value -= 2 * (uint64_t)last;
        last = one;
    }
    return value;
}

bool tr_number_is_roman_in(const char *text, size_t len, uint64_t value)
{
    enum { HIGHEST = 100, LONGEST = 7 }; /* LXXXVIII is read in parts, and is rare */

    if (value == 0 || value >= HIGHEST) return false;
    for (size_t at = 0, end; at < len; at = end + 1) {
        end = tr_skip(text, at, len, tr_byte_is_word);
        if (end - at > 1 && end - at <= LONGEST && roman_value(text, at, end) == value) return true;
    }
    return false;
}

/* ---- Words for zeros ---- */

size_t tr_zeros_behind(const char *text, size_t at, size_t len)
{
    const tr_number_facts *const f = &tr_every_language()->numbers;
    const struct {
        const char *beginnings;
        size_t zeros;
    } lists[] = {{f->thousand, 3}, {f->million, 6}, {f->billion, 9}};
    size_t zeros = 0, longest = 0, n;

    while (at < len && (text[at] == ' ' || text[at] == '\xC2' || text[at] == '\xA0'))
        at++;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (const char *w = lists[i].beginnings; (w = tr_list_next(w, &n)); w += n) {
            if (n <= longest || len - at < n || memcmp(text + at, w, n) != 0) continue;
            longest = n;
            zeros = lists[i].zeros;
        }
    if (zeros == 3 && at + longest < len && tr_byte_is_word(text[at + longest])) return 0;
    return zeros;
}

/* The digits of a number without the zeros at its ends.  *tens: the power of ten that they are to
 * be multiplied with, `zeros` the zeros that a word stands for. */
static tr_numeral_part digits_of(const tr_numeral *f, size_t zeros, int *tens)
{
    tr_numeral_part all = {0};

    *tens = (int)zeros;
    for (size_t i = 0; i < f->n; i++) {
        for (size_t k = 0; k < f->part[i].n && all.n < TR_MOST_DIGITS; k++) {
            if (all.n || f->part[i].digit[k] != '0') all.digit[all.n++] = f->part[i].digit[k];
            *tens -= i > 0;
        }
    }
    for (; all.n && all.digit[all.n - 1] == '0'; all.n--)
        ++*tens;
    return all;
}

bool tr_number_is_scaled_in(const tr_numeral *own, size_t own_zeros, const char *text, size_t len)
{
    tr_span at = {0};
    int own_tens, tens;

    if (own->n > 2) return false;
    const tr_numeral_part x = digits_of(own, own_zeros, &own_tens);
    while (tr_numeral_next(text, at.end, len, &at)) {
        const tr_numeral said = tr_numeral_read(text, at);
        const size_t zeros = tr_zeros_behind(text, at.end, len);
        if (said.n > 2 || (!zeros && !own_zeros)) continue;
        const tr_numeral_part y = digits_of(&said, zeros, &tens);
        if (x.n && x.n == y.n && !memcmp(x.digit, y.digit, x.n) && tens == own_tens) return true;
    }
    return false;
}

/* ---- Words for numbers ---- */

static bool is_number_word(const char *word, size_t len)
{
    const tr_number_facts *const f = &tr_every_language()->numbers;

    return tr_list_beginning(f->words, word, len) == len ||
           tr_list_beginning(f->beginnings, word, len) > 0 ||
           (len > 1 && roman_value(word, 0, len) > 0);
}

static bool is_of_other_script(int32_t c)
{
    enum { LATIN_END = 0x370, MORE_LATIN = 0x1E00, MORE_LATIN_END = 0x1F00 };
    const bool is_latin = c < LATIN_END || (c >= MORE_LATIN && c < MORE_LATIN_END);
    return !is_latin && tr_is_letter(c);
}

bool tr_number_may_be_in_words(const char *text, size_t len)
{
    for (size_t at = 0, end; at < len; at = end + 1) {
        end = tr_skip(text, at, len, tr_byte_is_letter);
        if (end > at && is_number_word(text + at, end - at)) return true;
    }
    return tr_utf8_find(text, 0, len, is_of_other_script) < len;
}
