#include "text/numbers/notation.h"

#include <string.h>

#include "base/ascii.h"
#include "base/span.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "text/numbers/measures.h"
#include "text/numbers/numerals.h"

/* ---- Reading ---- */

/* A number in a text: its whole part with marks between thousands, and what follows the decimal
 * mark. */
typedef struct number {
    tr_span whole, fraction;
} number;

/* Bytes of the mark between thousands at text [at, end): a blank, an apostrophe, '.' or ','. */
static size_t mark_len(const char *text, size_t at, size_t end)
{
    int32_t c;

    if (at == end) return 0;
    const size_t n = tr_utf8_decode(text + at, end - at, &c);
    const bool is_mark = c == '.' || c == ',' || c == '\'' || c == 0x2019 || c == ' ' ||
                         c == 0xA0 || c == 0x2009 || c == 0x202F;
    return is_mark ? n : 0;
}

/* The number at text [at, end).  False if its marks are not the notation's, as in 1.2.3. */
static bool read_number(const char *text, size_t at, size_t end, char decimal, number *found)
{
    size_t stop = tr_skip(text, at, end, tr_ascii_is_digit);

    *found = (number){{at, stop}, {stop, stop}};
    for (size_t n; (n = mark_len(text, stop, end)) > 0; stop = found->whole.end) {
        const size_t next = tr_skip(text, stop + n, end, tr_ascii_is_digit);
        if (next == stop + n) break; /* a mark behind the number */
        if (text[stop] == decimal) {
            found->fraction = (tr_span){stop + 1, next};
            return !mark_len(text, next, end) ||
                   tr_skip(text, next + 1, end, tr_ascii_is_digit) == next + 1;
        }
        if (next - stop - n != 3) return false;
        found->whole.end = next;
    }
    return true;
}

/* ---- Writing ---- */

/* Marks that are '.' or ',' become the notation's; others stay. */
static void put_number(const char *text, const number *x, tr_notation to, tr_buf *out)
{
    for (size_t i = x->whole.begin; i < x->whole.end; i++) {
        if (text[i] == '.' || text[i] == ',')
            tr_buf_add_string(out, to.groups);
        else
            tr_buf_add(out, text + i, 1);
    }
    if (x->fraction.begin == x->fraction.end) return;
    tr_buf_add(out, &to.decimal, 1);
    tr_buf_add(out, text + x->fraction.begin, x->fraction.end - x->fraction.begin);
}

/* True if text [at] is one sign of a currency. */
static bool is_currency(const char *text, tr_span at)
{
    return tr_is_currency(tr_utf8_at(text, at.begin, at.end)) &&
           tr_utf8_count(text + at.begin, at.end - at.begin) == 1;
}

/* Letters, signs and slashes, not all of them ASCII: else it could be a name, such as 3.5a. */
static bool is_unit(const char *text, tr_span at)
{
    enum { PER_MILLE = 0x2030, PRIME = 0x2032, DOUBLE_PRIME = 0x2033 };
    bool telling = false;
    int32_t c;

    for (size_t i = at.begin, n; i < at.end; i += n) {
        n = tr_utf8_decode(text + i, at.end - i, &c);
        const bool is_mark = c == '"' || c == PRIME || c == DOUBLE_PRIME || c == PER_MILLE;
        if (!tr_is_letter(c) && !tr_is_sign(c) && !is_mark && c != '/' && c != '%') return false;
        telling = telling || is_mark || n > 1;
    }
    return telling;
}

/* ~50, <5, ~5%, 10,000+ */
static bool has_sign(const char *text, tr_span before, tr_span digits, tr_span rest)
{
    const size_t n_before = before.end - before.begin, n_rest = rest.end - rest.begin;

    if (n_before == 0) return n_rest == 1 && text[rest.begin] == '+';
    return n_before == 1 && strchr("~<>", text[before.begin]) &&
           (n_rest == 0 || is_unit(text, rest) || tr_is_measure(text, digits, rest.end));
}

bool tr_notation_rewrite(const char *text, size_t len, tr_notation from, tr_notation to, bool bare,
                         tr_buf *out)
{
    size_t at = 0;
    number x;

    while (at < len && !tr_ascii_is_digit(text[at]))
        at++;
    if (!from.decimal || !to.decimal || at == len) return false;
    if (!read_number(text, at, len, from.decimal, &x)) return false;
    const size_t behind = x.fraction.end > x.whole.end ? x.fraction.end : x.whole.end;
    const tr_span before = tr_span_trimmed(text, 0, at), rest = tr_span_trimmed(text, behind, len);
    const bool leads = is_currency(text, before) && rest.begin == rest.end;
    const bool follows = before.begin == before.end && is_currency(text, rest);
    const tr_span sign = leads ? before : rest;
    const bool is_alone = rest.begin == rest.end,
               is_signed = has_sign(text, before, (tr_span){at, behind}, rest);
    const bool has_unit =
        is_unit(text, rest) || (rest.begin < rest.end &&
                                tr_unit_touching(text, (tr_span){at, behind}, len) == len - behind);
    const bool is_bare = is_signed || has_unit || (bare && is_alone);

    if (!leads && !follows && ((before.begin < before.end && !is_signed) || !is_bare)) return false;
    if (is_signed) tr_buf_add(out, text + before.begin, before.end - before.begin);
    if ((leads || follows) && to.sign_first)
        tr_buf_add(out, text + sign.begin, sign.end - sign.begin);
    put_number(text, &x, to, out);
    if ((leads || follows) && to.sign_first) return true;
    if (leads || follows) tr_buf_add_string(out, " ");
    if (!leads && !follows) tr_buf_add(out, text + behind, rest.begin - behind);
    tr_buf_add(out, text + sign.begin, sign.end - sign.begin);
    return true;
}

/* ---- Numbers that a translation left as they were ---- */

/* A translation whose numbers are looked at, and its source. */
typedef struct respelling {
    const char *source, *text;
    size_t source_len, len;
    tr_notation from, to;
    tr_buf *out;
} respelling;

/* True if the number of a text can only be one of its language's notation: it has a comma, which
 * groups its digits or parts its decimals, or a unit follows. */
static bool is_of_notation(const char *text, size_t len, tr_span at)
{
    return memchr(text + at.begin, ',', at.end - at.begin) || tr_is_measure(text, at, len);
}

/* Reads a number that is all of text [at]. */
static bool read_all(const char *text, tr_span at, char decimal, number *x)
{
    if (!read_number(text, at.begin, at.end, decimal, x)) return false;
    return (x->fraction.end > x->fraction.begin ? x->fraction.end : x->whole.end) == at.end;
}

static bool has_fraction(const char *text, tr_span at, char decimal)
{
    number x;
    return read_all(text, at, decimal, &x) && x.fraction.begin < x.fraction.end;
}

/* True if the text has the number as the source has it; then *own is where. */
static bool find_same(const respelling *r, tr_span at, tr_span *own)
{
    const size_t n = at.end - at.begin;

    for (*own = (tr_span){0}; tr_numeral_next(r->source, own->end, r->source_len, own);)
        if (own->end - own->begin == n && !memcmp(r->source + own->begin, r->text + at.begin, n) &&
            !(own->begin > 0 && tr_byte_is_word(r->source[own->begin - 1])))
            return true;
    return false;
}

/* Finds a number of the source that is text [at] but for its marks, and has a fraction if its
 * decimal mark is the one given. */
static bool find_fraction(const respelling *r, tr_span at, char decimal, tr_span *own)
{
    const tr_numeral numeral = tr_numeral_read(r->text, at);

    for (*own = (tr_span){0}; tr_numeral_next(r->source, own->end, r->source_len, own);) {
        const tr_numeral other = tr_numeral_read(r->source, *own);
        if (tr_numeral_same(&numeral, &other) && has_fraction(r->source, *own, decimal))
            return true;
    }
    return false;
}

/* The number of the source that the text has with other marks, which its language cannot mean,
 * though it can mean the source's: 1'250.50 became 1'250,50. */
static bool find_better(const respelling *r, tr_span at, tr_span *own)
{
    const tr_numeral numeral = tr_numeral_read(r->text, at);
    number x;

    return numeral.joint != '\0' && !memchr(r->text + at.begin, ':', at.end - at.begin) &&
           !tr_numeral_are_date(&numeral) && !read_all(r->text, at, r->to.decimal, &x) &&
           find_fraction(r, at, r->to.decimal, own);
}

/* True if text [at] is in a row of numbers, one of which has its mark changed: a row is of one
 * kind, and a version or a clause is not in it.  Blanks and marks of a list join a row. */
static bool is_in_changed_row(const respelling *r, tr_span at)
{
    bool within = false, changed = false;
    size_t end = 0;
    tr_span own;

    for (tr_span next = {0}; tr_numeral_next(r->text, end, r->len, &next); end = next.end) {
        if (tr_span_skip(r->text, end, next.begin, " \t,;|") < next.begin) {
            if (within) break;
            changed = false;
        }
        within = within || next.begin == at.begin;
        changed = changed || (has_fraction(r->text, next, r->to.decimal) &&
                              find_fraction(r, next, r->from.decimal, &own));
    }
    return within && changed;
}

/* Appends text [at], which is a number of the source, in the target's notation; false if it stays.
 */
static bool respell(const respelling *r, tr_span at)
{
    tr_span own;
    number x;

    if (find_better(r, at, &own)) {
        tr_buf_add(r->out, r->source + own.begin, own.end - own.begin);
        return true;
    }
    if (!find_same(r, at, &own) || !read_all(r->source, own, r->from.decimal, &x)) return false;
    if (!is_of_notation(r->source, r->source_len, own) &&
        !(x.fraction.begin < x.fraction.end && is_in_changed_row(r, at)))
        return false;
    put_number(r->source, &x, r->to, r->out);
    return true;
}

/* ---- Dates ---- */

/* 3/4/2024, 3-4-2024 */
static bool is_slashed(const tr_numeral *date)
{
    return tr_numeral_are_date(date) && date->part[2].n == 4 &&
           (date->joint == '/' || date->joint == '-');
}

/* The date of the source, joined by slashes or hyphens, that the text has a date of the same parts
 * for; rather one with the parts in the same order. */
static bool find_date(const respelling *r, const tr_numeral *said, tr_span *own)
{
    bool found = false;

    if (!tr_numeral_are_date(said)) return false;
    for (tr_span at = {0}; tr_numeral_next(r->source, at.end, r->source_len, &at);) {
        const tr_numeral date = tr_numeral_read(r->source, at);
        if (!is_slashed(&date) || !tr_numeral_within(&date, said) ||
            !tr_numeral_within(said, &date))
            continue;
        if (!found || tr_numeral_same(&date, said)) *own = at;
        found = true;
    }
    return found;
}

enum { MONTHS = 12, DAYS = 31 };

static uint64_t part_of(const tr_numeral *date, size_t i)
{
    return tr_numeral_value(&(tr_numeral){.n = 1, .part = {date->part[i]}});
}

/* Appends text [at], a date that begins with its day or its month, as the target has it; false if
 * it is not known which, or how. */
static bool put_date(const char *text, tr_span at, tr_notation to, tr_buf *out)
{
    const tr_numeral date = tr_numeral_read(text, at);
    const uint64_t first = part_of(&date, 0), second = part_of(&date, 1);
    const bool month_first = second > MONTHS;
    const tr_numeral_part *const day = &date.part[month_first], *const month =
                                                                    &date.part[!month_first];

    if (!to.points_dates || first > DAYS || second > DAYS || (first > MONTHS) == month_first)
        return false;
    tr_buf_printf(out, "%.*s.%.*s.%.*s", (int)day->n, day->digit, (int)month->n, month->digit,
                  (int)date.part[2].n, date.part[2].digit);
    return true;
}

/* Appends text [at], which is a date of the source, as it is to be; false if it stays. */
static bool respell_date(const respelling *r, tr_span at)
{
    const tr_numeral said = tr_numeral_read(r->text, at);
    tr_span own;

    if (!r->from.unsure_dates || !find_date(r, &said, &own)) return false;
    const tr_numeral date = tr_numeral_read(r->source, own);
    const uint64_t first = part_of(&date, 0), second = part_of(&date, 1);
    if (first > MONTHS || second > MONTHS) return put_date(r->source, own, r->to, r->out);
    if (first == second) return false;
    tr_buf_add(r->out, r->source + own.begin, own.end - own.begin);
    return true;
}

bool tr_notation_rewrite_date(const char *text, size_t len, tr_notation from, tr_notation to,
                              tr_buf *out)
{
    tr_span at;

    if (!from.unsure_dates || !tr_numeral_next(text, 0, len, &at) || at.end - at.begin != len)
        return false;
    const tr_numeral date = tr_numeral_read(text, at);
    return is_slashed(&date) && put_date(text, at, to, out);
}

void tr_notation_respell(const char *source, size_t source_len, const char *text, size_t len,
                         tr_notation from, tr_notation to, tr_buf *out, size_t *offsets, size_t n)
{
    const bool differ = from.decimal && to.decimal && from.decimal != to.decimal;
    const respelling r = {.source = source,
                          .text = text,
                          .source_len = source_len,
                          .len = len,
                          .from = from,
                          .to = to,
                          .out = out};
    tr_span next = {0};
    size_t k = 0;

    for (size_t at = 0; at < len; at = next.end) {
        if (!(differ || from.unsure_dates) || !tr_numeral_next(text, at, len, &next))
            next = (tr_span){len, len};
        for (; k < n && offsets[k] < next.begin; k++)
            offsets[k] = out->len + (offsets[k] - at);
        tr_buf_add(out, text + at, next.begin - at);
        const bool is_of_code = next.begin > 0 && tr_byte_is_word(text[next.begin - 1]);
        const size_t begin = out->len, taken = next.end - next.begin;
        if (is_of_code || !(respell_date(&r, next) || (differ && respell(&r, next))))
            tr_buf_add(out, text + next.begin, taken);
        const bool as_long = out->len - begin == taken;
        for (; k < n && offsets[k] < next.end; k++)
            offsets[k] = begin + (as_long ? offsets[k] - next.begin : 0);
    }
    for (; k < n; k++)
        offsets[k] = out->len;
}
