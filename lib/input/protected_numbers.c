#include "input/protected_numbers.h"

#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "base/word_list.h"
#include "text/numbers/measures.h"
#include "text/numbers/numerals.h"
#include "text/numbers/spelled_numbers.h"

/* ---- Lost numbers ---- */

/* With the sign of a currency before or behind it, or the unit that touches it. */
static tr_span with_sign(const char *text, size_t begin, tr_span number, size_t end)
{
    tr_span amount = {number.begin, number.end + tr_unit_touching(text, number, end)};
    int32_t c;

    if (tr_is_currency(tr_utf8_before(text, begin, number.begin)))
        amount.begin = tr_char_before(text, begin, number.begin, &c);
    if (amount.begin < number.begin || amount.end > number.end) return amount;
    size_t at = number.end; /* a blank may come before the sign */
    if (tr_is_space(tr_utf8_at(text, at, end)) && at < end) tr_utf8_next(text, &at, end);
    if (tr_is_currency(tr_utf8_at(text, at, end))) {
        tr_utf8_next(text, &at, end);
        amount.end = at;
    }
    return amount;
}

static bool is_lost(const tr_lost_numbers *lost, tr_span number)
{
    bool is = lost->all;
    for (size_t i = 0; i < lost->n && !is; i++)
        is = tr_spans_overlap(lost->list[i], number);
    return is;
}

int tr_find_lost_numbers(tr_protected *h, const tr_finding *f, tr_span gap)
{
    tr_span number = {.end = gap.begin};
    size_t done = gap.begin; /* two numbers share no sign: "4 $1" */
    int rc = 0;

    if (!f->numbers || (!f->numbers->all && !f->numbers->n)) return 0;
    while (rc == 0 && tr_numeral_next(f->text, number.end, gap.end, &number)) {
        if (!is_lost(f->numbers, number)) continue;
        const tr_span amount = with_sign(f->text, done, number, gap.end);
        const bool has_sign = amount.end - amount.begin > number.end - number.begin;
        rc = tr_protected_add(h, amount,
                              has_sign ? TR_PROTECTED_BY_STAND_IN : TR_PROTECTED_BY_NUMBER, f->err);
        number.end = done = amount.end;
    }
    return rc;
}

/* ---- Lost numbers in words ---- */

int tr_find_lost_spelled(tr_protected *h, const tr_finding *f, tr_span gap)
{
    tr_spelled_number number = {.at = {gap.begin, gap.begin}};
    int rc = 0;

    if (!f->numbers || !f->numbers->spelled) return 0;
    while (rc == 0 &&
           tr_spelled_next_telling(h->spelled, f->text, number.at.end, gap.end, &number)) {
        if (!is_lost(f->numbers, number.at)) continue;
        if (!tr_has_letter(f->text, f->passage.begin, number.at.begin) &&
            !tr_has_letter(f->text, number.at.end, f->passage.end))
            continue;
        if (f->numbers->all && number.ordinal) continue;
        rc = tr_protected_add(h, number.at,
                              f->numbers->all ? TR_PROTECTED_BY_CLOCK : TR_PROTECTED_BY_READING,
                              f->err);
        if (rc == 0) tr_spelled_digits(h->spelled, &number, h->list[h->n - 1].time);
    }
    return rc;
}

/* ---- Times ---- */

int tr_find_clocks(tr_protected *h, const tr_finding *f, tr_span gap)
{
    tr_span at = {.end = gap.begin};
    char time[TR_CLOCK_SIZE];
    int rc = 0;

    while (rc == 0 && tr_clock_next(f->text, at.end, gap.end, &at, time)) {
        rc = tr_protected_add(h, at, TR_PROTECTED_BY_CLOCK, f->err);
        if (rc == 0) memcpy(h->list[h->n - 1].time, time, sizeof time);
    }
    return rc;
}

/* ---- Durations ---- */

/* True if the number is minutes and seconds, or hours and minutes: 01:30. */
static bool has_colon(const char *text, tr_span number)
{
    const size_t colon = tr_find_byte(text, number.begin, number.end, ':');
    return colon < number.end && number.end - colon >= 3 && colon > number.begin;
}

/* True if a label stands before text [at], and the value of it ends at `end`. */
static bool is_of_label(const char *text, tr_span passage, size_t at, size_t end)
{
    return at > passage.begin + 2 && text[at - 1] == ' ' && text[at - 2] == ':' &&
           tr_byte_is_letter(text[at - 3]) &&
           (end == passage.end || tr_ascii_is_one_of(text[end], ",;)") ||
            (text[end] == '.' && end + 1 == passage.end));
}

int tr_find_durations(tr_protected *h, const tr_finding *f, tr_span gap)
{
    tr_span number = {.end = gap.begin};
    int rc = 0;

    if (tr_find_byte(f->text, gap.begin, gap.end, ':') == gap.end) return 0;
    while (rc == 0 && tr_numeral_next(f->text, number.end, gap.end, &number))
        if (has_colon(f->text, number) &&
            is_of_label(f->text, f->passage, number.begin, number.end))
            rc = tr_protected_add(h, number, TR_PROTECTED_BY_STAND_IN, f->err);
    return rc;
}

/* ---- Versions ---- */

/* True if a word of the list stands before `at`: "section 3.2", "Fig. 1.4". */
static bool is_counted(const char *counted, const char *text, size_t begin, size_t at)
{
    enum { LONGEST = 32 };
    char word[LONGEST];
    size_t n = 0, end = at;

    while (end > begin && (text[end - 1] == ' ' || text[end - 1] == '.'))
        end--;
    const size_t start = tr_utf8_skip_back(text, begin, end, tr_is_letter);
    if (end == at || end - start > LONGEST) return false;
    for (size_t i = start; i < end;) {
        char bytes[4];
        const int32_t c = tr_utf8_next(text, &i, end);
        const size_t size = tr_utf8_encode(tr_to_lower(c), bytes);
        if (n + size != i - start) return false;
        memcpy(word + n, bytes, size);
        n += size;
    }
    return tr_list_has(counted, word, n);
}

/* 3.2: two groups of digits and a point. */
static bool may_be_version(const char *text, tr_span number)
{
    size_t points = 0;

    for (size_t i = number.begin; i < number.end; i++) {
        if (text[i] != '.' && !tr_ascii_is_digit(text[i])) return false;
        points += text[i] == '.';
    }
    return points == 1;
}

/* If a number of the passage is a version or the like, and no decimal, so are numbers beside it:
 * "The release 1.10 is newer than 1.9". */
static bool has_version(const char *counted, const char *text, tr_span passage)
{
    tr_span number = {.end = passage.begin};

    while (tr_numeral_next(text, number.end, passage.end, &number))
        if (may_be_version(text, number) && is_counted(counted, text, passage.begin, number.begin))
            return true;
    return false;
}

int tr_find_versions(tr_protected *h, const tr_finding *f, tr_span gap)
{
    tr_span number = {.end = gap.begin};
    int rc = 0;

    if (gap.begin == f->passage.begin || !h->n)
        h->versions = has_version(h->stops->counted, f->text, f->passage);
    while (rc == 0 && h->versions && tr_numeral_next(f->text, number.end, gap.end, &number))
        if (may_be_version(f->text, number))
            rc = tr_protected_add(h, number, TR_PROTECTED_BY_STAND_IN, f->err);
    return rc;
}
