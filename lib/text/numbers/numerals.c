#include "text/numbers/numerals.h"

#include <string.h>

#include "base/ascii.h"

/* How many digits stand at text [at, end) without a break. */
static size_t digits_at(const char *text, size_t at, size_t end)
{
    size_t stop = at;
    while (stop < end && tr_ascii_is_digit(text[stop]))
        stop++;
    return stop - at;
}

/* Bytes of a blank that may group digits; 0 if there is none. */
static size_t blank_at(const char *text, size_t at, size_t end)
{
    static const char *const blanks[] = {" ", "\xC2\xA0", "\xE2\x80\xAF", "\xE2\x80\x89"};
    for (size_t i = 0; i < sizeof blanks / sizeof *blanks; i++) {
        const size_t n = strlen(blanks[i]);
        if (end - at >= n && !memcmp(text + at, blanks[i], n)) return n;
    }
    return 0;
}

/* Bytes of a typographic apostrophe, as the Swiss group digits; 0 if there is none. */
static size_t apostrophe_at(const char *text, size_t at, size_t end)
{
    if (end - at >= 3 && !memcmp(text + at, "\xE2\x80\x99", 3)) return 3;
    return end - at >= 2 && !memcmp(text + at, "\xCA\xBC", 2) ? 2 : 0;
}

/* Bytes of what joins two parts of a number, after n_before digits; 0 if nothing does. */
static size_t joint_at(const char *text, size_t at, size_t end, size_t n_before)
{
    if (at < end && memchr(".,:'", text[at], 4)) return digits_at(text, at + 1, end) ? 1 : 0;
    const size_t apostrophe = apostrophe_at(text, at, end);
    if (apostrophe) return digits_at(text, at + apostrophe, end) == 3 ? apostrophe : 0;
    const size_t blank = blank_at(text, at, end);
    return blank && n_before <= 3 && digits_at(text, at + blank, end) == 3 ? blank : 0;
}

/* The end of a date at text [at, end) with a year of four digits; `at` if there is none.  Its marks
 * may differ: it is still one date, though a wrong one. */
static size_t end_of_date(const char *text, size_t at, size_t end)
{
    const size_t first = digits_at(text, at, end), second_at = at + first + 1;
    const size_t second = second_at < end ? digits_at(text, second_at, end) : 0;
    const size_t third_at = second_at + second + 1;
    const size_t third = third_at < end ? digits_at(text, third_at, end) : 0;
    const size_t stop = third_at + third;

    if (second < 1 || second > 2 || third < 1 || !strchr("./-", text[second_at - 1]) ||
        !strchr("./-", text[third_at - 1]))
        return at;
    if (!(first <= 2 && third == 4) && !(first == 4 && third <= 2)) return at;
    return stop + 1 < end && strchr("./-", text[stop]) && tr_ascii_is_digit(text[stop + 1]) ? at
                                                                                            : stop;
}

bool tr_numeral_next(const char *text, size_t at, size_t end, tr_span *number)
{
    while (at < end && !tr_ascii_is_digit(text[at]))
        at++;
    *number = (tr_span){at, end_of_date(text, at, end)};
    if (number->begin < number->end) return true;
    for (size_t joint = 0; at < end; at += joint) {
        const size_t n = digits_at(text, at, end);
        number->end = at += n;
        joint = joint_at(text, at, end, n);
        if (!joint) break;
    }
    return number->begin < number->end;
}

static void add_digits(tr_numeral_part *d, const char *digits, size_t n)
{
    const size_t room = TR_MOST_DIGITS - d->n, taken = n < room ? n : room;
    memcpy(d->digit + d->n, digits, taken);
    d->n += taken;
}

/* Bytes of what joins two parts at text [at, end), which is the rest of a number. */
static size_t joint_within(const char *text, size_t at, size_t end)
{
    const size_t blank = blank_at(text, at, end), apostrophe = apostrophe_at(text, at, end);
    return at == end ? 0 : blank ? blank : apostrophe ? apostrophe : 1;
}

static uint64_t value_of(const tr_numeral_part *d)
{
    uint64_t value = 0;
    for (size_t i = 0; i < d->n; i++)
        value = 10 * value + (uint64_t)(d->digit[i] - '0');
    return value;
}

/* 12.31.2024: where points join a date, the day comes first. */
static bool has_no_month(const tr_numeral *f)
{
    enum { MONTHS = 12 };
    return f->n == 3 && f->joint == '.' && f->part[0].n <= 2 && f->part[2].n == 4 &&
           value_of(&f->part[1]) > MONTHS;
}

/* True if a date goes on before its beginning, as in 09/09/02/2001: what stands there is no year.
 */
static bool has_part_before(const char *text, size_t begin)
{
    size_t n = 0;

    if (begin == 0 || !strchr("./-", text[begin - 1])) return false;
    while (n < begin - 1 && tr_ascii_is_digit(text[begin - 2 - n]))
        n++;
    return n == 1 || n == 2;
}

tr_numeral tr_numeral_read(const char *text, tr_span number)
{
    tr_numeral f = {0};
    char mark = '\0', grouping = '\0';
    for (size_t at = number.begin, joint; at < number.end; at += joint) {
        const size_t n = digits_at(text, at, number.end);
        const bool groups = f.n > 0 && n == 3 && mark != ':' && f.part[f.n - 1].n > 0 &&
                            text[number.begin] != '0' && (!grouping || mark == grouping);
        if (groups) grouping = mark;
        f.malformed =
            f.malformed || (!groups && grouping && mark == grouping && strchr(".,", mark));
        if (f.n == 0 || (!groups && f.n < TR_MOST_PARTS)) f.n++;
        if (f.n > 1 && !groups) f.joint = !f.joint || f.joint == mark ? mark : '?';
        add_digits(&f.part[f.n - 1], text + at, n);
        at += n;
        joint = joint_within(text, at, number.end);
        if (!joint) break;
        mark = text[at];
    }
    f.malformed = f.malformed || has_no_month(&f) ||
                  (tr_numeral_are_date(&f) && has_part_before(text, number.begin));
    return f;
}

/* The digits without the zeros at their start. */
static tr_numeral_part stripped(const tr_numeral_part *d)
{
    tr_numeral_part s = {0};
    for (size_t i = 0; i < d->n; i++)
        if (s.n || d->digit[i] != '0') s.digit[s.n++] = d->digit[i];
    return s;
}

static bool begins_numeral(const tr_numeral_part *a, const tr_numeral_part *b)
{
    return a->n <= b->n && !memcmp(a->digit, b->digit, a->n);
}

static bool equal(const tr_numeral_part *a, const tr_numeral_part *b)
{
    return a->n == b->n && begins_numeral(a, b);
}

static bool same_value(const tr_numeral_part *a, const tr_numeral_part *b)
{
    const tr_numeral_part x = stripped(a), y = stripped(b);
    return equal(&x, &y);
}

bool tr_numeral_same(const tr_numeral *a, const tr_numeral *b)
{
    if (a->n != b->n || !same_value(&a->part[0], &b->part[0])) return false;
    for (size_t i = 1; i < a->n; i++)
        if (!equal(&a->part[i], &b->part[i])) return false;
    return true;
}

/* Finds the first n parts of `a` among the parts of `b`, each in another one, which is used
 * then. */
static bool find_parts(const tr_numeral *a, size_t n, const tr_numeral *b, bool used[TR_MOST_PARTS])
{
    for (size_t i = 0; i < n; i++) {
        size_t k = 0;
        while (k < b->n && (used[k] || !same_value(&a->part[i], &b->part[k])))
            k++;
        if (k == b->n) return false;
        used[k] = true;
    }
    return true;
}

bool tr_numeral_within(const tr_numeral *a, const tr_numeral *b)
{
    bool used[TR_MOST_PARTS] = {0};
    return find_parts(a, a->n, b, used);
}

bool tr_numeral_joined_alike(const tr_numeral *a, const tr_numeral *b)
{
    if (b->n < 3 || b->joint == '?' || a->joint == b->joint) return true;
    return a->joint != '?' && a->joint != ',';
}

bool tr_numeral_are_date(const tr_numeral *f)
{
    return f->n == 3 && (f->part[0].n == 4 || f->part[2].n == 4);
}

uint64_t tr_numeral_value(const tr_numeral *f)
{
    return f->n == 1 ? value_of(&f->part[0]) : UINT64_MAX;
}

/* Minutes since midnight or noon of h, h:mm or hmm; the minutes of two days for what is no time. */
static uint64_t minutes_of(const tr_numeral *f)
{
    enum { NO_TIME = 48 * 60 };
    const uint64_t first = value_of(&f->part[0]);
    const uint64_t hours = f->n == 1 && first >= 100 ? first / 100 : first;
    const uint64_t minutes = f->n == 1 ? (first >= 100 ? first % 100 : 0) : value_of(&f->part[1]);
    return f->n > 2 || hours > 24 || minutes > 59 ? NO_TIME : hours * 60 + minutes;
}

bool tr_numeral_same_time(const tr_numeral *a, const tr_numeral *b)
{
    enum { NOON = 12 * 60 };
    const uint64_t x = minutes_of(a), y = minutes_of(b);
    return x <= 2 * NOON && y <= 2 * NOON && (x == y || x + NOON == y || y + NOON == x);
}

static tr_numeral_part all_digits(const tr_numeral *f)
{
    tr_numeral_part all = {0};
    for (size_t i = 0; i < f->n; i++)
        add_digits(&all, f->part[i].digit, f->part[i].n);
    return all;
}

/* True if digits can come after the digits of `a` so that the two are one time. */
static bool begins_time(const tr_numeral *a, const tr_numeral *b)
{
    tr_numeral longer = *a;
    tr_numeral_part *last = &longer.part[longer.n - 1];

    if (tr_numeral_same_time(a, b)) return true;
    if (last->n == 2 && a->n == 1) { /* the hour: the other one's minutes come */
        longer.part[longer.n++] = b->part[b->n - 1];
        return b->n > 1 && tr_numeral_same_time(&longer, b);
    }
    for (char c = '0'; last->n < 2 && c <= '9'; c++) {
        longer = *a;
        add_digits(last, &c, 1);
        if (begins_time(&longer, b)) return true;
    }
    return false;
}

bool tr_numeral_begin(const tr_numeral *a, const tr_numeral *b, bool clock)
{
    tr_numeral_part x = all_digits(a), y = all_digits(b);
    bool used[TR_MOST_PARTS] = {0};

    x = stripped(&x);
    y = stripped(&y);
    if (begins_numeral(&x, &y) || (clock && begins_time(a, b))) return true;
    if (!find_parts(a, a->n - 1, b, used)) return false;
    x = stripped(&a->part[a->n - 1]);
    for (size_t i = 0; i < b->n; i++) {
        y = stripped(&b->part[i]);
        if (!used[i] && begins_numeral(&x, &y)) return true;
    }
    return false;
}
