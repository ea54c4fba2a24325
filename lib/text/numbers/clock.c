#include "text/numbers/clock.h"

#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "base/word_list.h"
#include "language/language_data.h"

enum { NOON = 12, DAY = 24, HOUR = 60, NO_SECONDS = 60 };

/* What a word after the hours makes of them. */
enum half { AS_IT_IS, BEFORE_NOON, AFTER_NOON, AT_NOON, AT_NIGHT, N_HALVES };

/* The text [end] that is looked at, and the words of clocks. */
typedef struct clock_text {
    const tr_clock_words *words;
    const char *text;
    size_t end;
} clock_text;

static size_t skip_blank(const clock_text *c, size_t at)
{
    if (at < c->end && c->text[at] == ' ') return at + 1;
    return c->end - at >= 2 && !memcmp(c->text + at, "\xC2\xA0", 2) ? at + 2 : at;
}

static bool is_dash(int32_t c)
{
    return c == '-' || (c >= 0x2010 && c <= 0x2014);
}

/* True if a word may end before byte `at`: neither a letter nor a hyphen of a compound follows, but
 * a dash before a digit may. */
static bool may_end(const clock_text *c, size_t at)
{
    size_t behind = at;

    if (at == c->end) return true;
    const int32_t mark = tr_utf8_next(c->text, &behind, c->end);
    if (!is_dash(mark)) return !tr_byte_is_word(c->text[at]);
    return behind < c->end && (mark != '-' || tr_ascii_is_digit(c->text[behind]));
}

/* Where the longest word of a list at byte `at` ends that no letter touches; `at` if there is none.
 */
static size_t end_of_word(const clock_text *c, size_t at, const char *words)
{
    size_t stop = at, n;

    for (const char *w = words; (w = tr_list_next(w, &n)); w += n)
        if (at + n > stop && c->end - at >= n && !memcmp(c->text + at, w, n) && may_end(c, at + n))
            stop = at + n;
    return stop;
}

/* Where the longest word of halves that begins at byte `at` ends, and which half it tells. */
static size_t end_of_half_word(const clock_text *c, size_t at, const char *const words[N_HALVES],
                               enum half *half)
{
    size_t stop = at;

    for (enum half h = AS_IT_IS; stop == at && h < N_HALVES; h++) {
        stop = end_of_word(c, at, words[h]);
        if (stop > at) *half = h;
    }
    return stop;
}

/* The last point of "p.m." ends the sentence, too, where nothing but a closing mark follows. */
static size_t without_full_stop(const clock_text *c, size_t at)
{
    size_t marks = 0;

    if (c->text[at - 1] != '.') return at;
    for (size_t i = at; i < c->end && marks < 2;)
        marks += tr_is_no_space(tr_utf8_next(c->text, &i, c->end));
    return marks < 2 ? at - 1 : at;
}

/* What completes hours and minutes at byte `at`, "p.m.", "Uhr" or "Uhr abends": where it ends; `at`
 * if nothing does. */
static size_t end_of_half(const clock_text *c, size_t at, enum half *half)
{
    const tr_clock_words *const w = c->words;
    const char *const behind_number[N_HALVES] = {
        [BEFORE_NOON] = w->before_noon, [AFTER_NOON] = w->after_noon};
    const char *const behind_hour[N_HALVES] = {[BEFORE_NOON] = w->morning,
                                               [AFTER_NOON] = w->afternoon,
                                               [AT_NOON] = w->midday,
                                               [AT_NIGHT] = w->night};
    const size_t word = skip_blank(c, at);
    const size_t stop = end_of_half_word(c, word, behind_number, half);

    if (stop > word) return without_full_stop(c, stop);
    const size_t hour = end_of_word(c, word, w->hour);
    if (hour == word) return at;
    const size_t next = skip_blank(c, hour);
    const size_t more = next > hour ? end_of_half_word(c, next, behind_hour, half) : next;
    return more > next ? more : hour;
}

/* Where the word of a list begins that stands before byte `at` and a blank; `at` if there is none.
 */
static size_t begin_of_word(const clock_text *c, size_t at, const char *words)
{
    if (at == 0 || c->text[at - 1] != ' ') return at;
    size_t begin = at - 1;
    while (begin > 0 && c->text[begin - 1] != ' ')
        begin--;
    return tr_list_has(words, c->text + begin, at - 1 - begin) ? begin : at;
}

/* "às 17 horas", where a number of hours may else be a duration: where the word at byte `at` ends,
 * behind a number that begins at `begin`; `at` if there is none. */
static size_t end_of_hours(const clock_text *c, size_t begin, size_t at)
{
    const size_t before = begin_of_word(c, begin, c->words->before_hours);
    const size_t word = skip_blank(c, at), stop = end_of_word(c, word, c->words->hours);

    return before > 0 && before < begin && stop > word ? stop : at;
}

/* Hours, minutes and seconds, and what completes them. */
typedef struct moment {
    unsigned hours, minutes, seconds; /* NO_SECONDS: none are told */
    size_t behind;                    /* where the last of them ends */
    char mark;                        /* between hours and minutes; NUL: there are none */
    enum half half;
    bool is_halved; /* something completes them */
} moment;

/* Two digits behind a mark at byte `at`: where they end; `at` if there are none. */
static size_t end_of_sixtieths(const clock_text *c, size_t at, const char *marks, unsigned *n)
{
    if (at == c->end || !strchr(marks, c->text[at])) return at;
    const size_t stop = tr_skip(c->text, at + 1, c->end, tr_ascii_is_digit);
    if (stop != at + 3) return at;
    *n = (unsigned)(c->text[at + 1] - '0') * 10 + (unsigned)(c->text[at + 2] - '0');
    return *n < HOUR ? stop : at;
}

/* Minutes at byte `at`, and seconds where a colon is before both: where they end; `at` if there are
 * none. */
static size_t end_of_minutes(const clock_text *c, size_t at, moment *m)
{
    const size_t stop = end_of_sixtieths(c, at, ":.h", &m->minutes);

    if (stop == at) return at;
    m->mark = c->text[at];
    if (m->mark == ':') return end_of_sixtieths(c, stop, ":", &m->seconds);
    const bool is_named = m->mark == 'h' && c->end - stop >= 3 &&
                          !memcmp(c->text + stop, "min", 3) && may_end(c, stop + 3);
    return is_named ? stop + 3 : stop;
}

/* Reads hours at byte `at`, and what comes behind them: where it ends; `at` if there are none. */
static size_t read_moment(const clock_text *c, size_t at, moment *m)
{
    const size_t digits = tr_skip(c->text, at, c->end, tr_ascii_is_digit);

    *m = (moment){.seconds = NO_SECONDS};
    if (digits == at || digits - at > 2) return at;
    for (size_t i = at; i < digits; i++)
        m->hours = m->hours * 10 + (unsigned)(c->text[i] - '0');
    m->behind = end_of_minutes(c, digits, m);
    const size_t stop = end_of_half(c, m->behind, &m->half);
    m->is_halved = stop > m->behind;
    return stop;
}

/* How many bytes "17:00" or "17:00:05" has. */
static size_t print_moment(char *out, size_t size, const moment *m)
{
    int n = snprintf(out, size, "%u:%02u", m->hours % 100, m->minutes % 100);

    if (m->seconds != NO_SECONDS)
        n += snprintf(out + n, size - (size_t)n, ":%02u", m->seconds % 100);
    return (size_t)n;
}

/* False if the half of the day has no such hour. */
static bool add_half(unsigned *hours, enum half half)
{
    if (half == AT_NOON) half = *hours < 10 ? AFTER_NOON : AS_IT_IS;
    if (half == AT_NIGHT) half = *hours > 6 && *hours < NOON ? AFTER_NOON : BEFORE_NOON;
    if (half != AS_IT_IS && *hours > NOON) return false;
    if (half == BEFORE_NOON && *hours == NOON) *hours = 0;
    if (half == AFTER_NOON && *hours < NOON) *hours += NOON;
    return *hours <= DAY;
}

/* Reads the time at byte `begin`; false if there is none. */
static bool read_time(const clock_text *c, size_t begin, tr_span *at, char time[TR_CLOCK_SIZE])
{
    moment m;
    size_t stop = read_moment(c, begin, &m);

    if (stop == begin) return false;
    if (!m.is_halved && m.mark != 'h') {
        stop = end_of_hours(c, begin, m.behind);
        if (stop == m.behind) return false;
    }
    const bool stays = m.half == BEFORE_NOON && m.hours != NOON && m.seconds == NO_SECONDS;
    if (m.mark == ':' && (m.half == AS_IT_IS || stays)) return false; /* 20:15 tells all */
    if (!add_half(&m.hours, m.half)) return false;
    *at = (tr_span){begin, stop};
    print_moment(time, TR_CLOCK_SIZE, &m);
    return true;
}

/* ---- From one time to another ---- */

/* Where the dash at byte `at` ends, with a blank on each side; `at` if there is none. */
static size_t end_of_dash(const clock_text *c, size_t at)
{
    size_t dash = skip_blank(c, at);
    const bool is = dash < c->end && is_dash(tr_utf8_next(c->text, &dash, c->end));
    return is ? skip_blank(c, dash) : at;
}

static bool is_later(const moment *a, const moment *b)
{
    return a->hours * HOUR + a->minutes > b->hours * HOUR + b->minutes;
}

/* The first of two times without a half of its own has the second's half, unless it is later then:
 * 11:00-1:00 PM. */
static bool complete_first(moment *first, const moment *second)
{
    const enum half half = second->half;
    moment alike = *first;

    if (first->is_halved) return add_half(&first->hours, first->half);
    if (first->hours > NOON) return half == AS_IT_IS && first->hours <= DAY;
    if (!add_half(&alike.hours, half)) return false;
    if (is_later(&alike, second)) add_half(&first->hours, half == AFTER_NOON ? BEFORE_NOON : half);
    if (!is_later(&alike, second)) *first = alike;
    return true;
}

/* Reads "9:00 AM - 5 PM" and the like at byte `begin`; false if there is none. */
static bool read_range(const clock_text *c, size_t begin, tr_span *at, char time[TR_CLOCK_SIZE])
{
    moment first, second;
    const size_t behind = read_moment(c, begin, &first);
    const size_t dash = behind > begin ? end_of_dash(c, behind) : behind;
    const size_t stop = dash > behind ? read_moment(c, dash, &second) : dash;

    if (stop == dash || !second.is_halved || !add_half(&second.hours, second.half)) return false;
    if (!complete_first(&first, &second)) return false;
    *at = (tr_span){begin, stop};
    size_t n = print_moment(time, TR_CLOCK_SIZE, &first);
    memcpy(time + n, c->text + behind, dash - behind);
    n += dash - behind;
    print_moment(time + n, TR_CLOCK_SIZE - n, &second);
    return true;
}

/* Where the word of a list at byte `at` ends, behind a blank; `at` if there is none. */
static size_t behind_word(const clock_text *c, size_t at, const char *words)
{
    const char *const blank = memchr(c->text + at, ' ', c->end - at);
    const size_t n = blank ? (size_t)(blank - c->text) - at : 0;

    return tr_list_has(words, c->text + at, n) ? at + n + 1 : at;
}

/* The first of two times of which only the second one is completed: "between 8 and 10 p.m.", "von 8
 * bis 10 Uhr". */
static bool read_first(const clock_text *c, size_t begin, tr_span *at, char time[TR_CLOCK_SIZE])
{
    moment first, second;
    const size_t behind = read_moment(c, begin, &first), joint = skip_blank(c, behind);

    if (behind == begin || first.is_halved || joint == behind ||
        begin_of_word(c, begin, c->words->from) == begin)
        return false;
    const size_t next = behind_word(c, joint, c->words->to);
    if (next == joint || read_moment(c, next, &second) == next || !second.is_halved) return false;
    if (!add_half(&second.hours, second.half) || !complete_first(&first, &second)) return false;
    *at = (tr_span){begin, behind};
    print_moment(time, TR_CLOCK_SIZE, &first);
    return true;
}

bool tr_clock_next(const char *text, size_t from, size_t end, tr_span *at, char time[TR_CLOCK_SIZE])
{
    const clock_text c = {&tr_every_language()->clock, text, end};

    for (size_t i = from, stop; i<end; i = stop> i ? stop : i + 1) {
        stop = tr_skip(text, i, end, tr_ascii_is_digit);
        if (stop == i) continue;
        const bool is_within =
            i > 0 && (tr_byte_is_word(text[i - 1]) || text[i - 1] == '-' ||
                      (i > 1 && strchr(".,:", text[i - 1]) && tr_ascii_is_digit(text[i - 2])));
        if (!is_within && (read_range(&c, i, at, time) || read_first(&c, i, at, time) ||
                           read_time(&c, i, at, time)))
            return true;
    }
    return false;
}
