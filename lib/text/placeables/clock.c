#include "text/placeables/clock.h"

#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"

enum { NOON = 12, DAY = 24, HOUR = 60, NO_SECONDS = 60 };

/* What a word after the hours makes of them. */
enum half { AS_IT_IS, BEFORE_NOON, AFTER_NOON, AT_NOON, AT_NIGHT };

typedef struct clock_word {
    const char *word;
    enum half half;
} clock_word;

static size_t end_of_digits(const char *text, size_t at, size_t end)
{
    while (at < end && tr_ascii_is_digit(text[at]))
        at++;
    return at;
}

static size_t skip_blank(const char *text, size_t at, size_t end)
{
    if (at < end && text[at] == ' ') return at + 1;
    return end - at >= 2 && !memcmp(text + at, "\xC2\xA0", 2) ? at + 2 : at;
}

static bool is_dash(int32_t c)
{
    return c == '-' || (c >= 0x2010 && c <= 0x2014);
}

/* True if a word may end before text [at, end): neither a letter nor a hyphen of a compound
 * follows, but a dash before a digit may. */
static bool may_end(const char *text, size_t at, size_t end)
{
    int32_t c;

    if (at == end) return true;
    const size_t n = tr_utf8_decode(text + at, end - at, &c);
    if (!is_dash(c)) return !tr_byte_is_word(text[at]);
    return at + n < end && (c != '-' || tr_ascii_is_digit(text[at + n]));
}

/* Where the word of a list at text [at, end) ends that no letter touches; `at` if there is none. */
static size_t end_of_word(const char *text, size_t at, size_t end, const clock_word *words,
                          size_t n, enum half *half)
{
    for (size_t i = 0; i < n; i++) {
        const size_t len = strlen(words[i].word);
        if (end - at < len || memcmp(text + at, words[i].word, len) != 0) continue;
        if (!may_end(text, at + len, end)) continue;
        *half = words[i].half;
        return at + len;
    }
    return at;
}

/* " Uhr abends", " Uhr" */
static size_t end_of_uhr(const char *text, size_t at, size_t end, enum half *half)
{
    static const clock_word uhr[] = {{"Uhr", AS_IT_IS}};
    static const clock_word halves[] = {{"morgens", BEFORE_NOON},     {"vormittags", BEFORE_NOON},
                                        {"fr\xC3\xBCh", BEFORE_NOON}, {"nachmittags", AFTER_NOON},
                                        {"abends", AFTER_NOON},       {"mittags", AT_NOON},
                                        {"nachts", AT_NIGHT}};
    const size_t stop = end_of_word(text, at, end, uhr, 1, half);
    enum half more;

    if (stop == at) return at;
    const size_t next = skip_blank(text, stop, end);
    const size_t behind =
        end_of_word(text, next, end, halves, sizeof halves / sizeof *halves, &more);
    if (behind == next || next == stop) return stop;
    *half = more;
    return behind;
}

/* The last point of "p.m." ends the sentence, too, where nothing but a closing mark follows. */
static size_t without_full_stop(const char *text, size_t at, size_t end)
{
    size_t marks = 0;
    int32_t c;

    if (text[at - 1] != '.') return at;
    for (size_t i = at; i < end && marks < 2;) {
        i += tr_utf8_decode(text + i, end - i, &c);
        marks += !tr_is_space(c);
    }
    return marks < 2 ? at - 1 : at;
}

/* What completes hours and minutes at text [at, end): where it ends; `at` if nothing does. */
static size_t end_of_half(const char *text, size_t at, size_t end, enum half *half)
{
    static const clock_word halves[] = {
        {"a.m.", BEFORE_NOON}, {"p.m.", AFTER_NOON}, {"A.M.", BEFORE_NOON}, {"P.M.", AFTER_NOON},
        {"am", BEFORE_NOON},   {"pm", AFTER_NOON},   {"AM", BEFORE_NOON},   {"PM", AFTER_NOON},
        {"a.m", BEFORE_NOON},  {"p.m", AFTER_NOON}};
    const size_t next = skip_blank(text, at, end);
    const size_t stop = end_of_word(text, next, end, halves, sizeof halves / sizeof *halves, half);

    if (stop > next) return without_full_stop(text, stop, end);
    const size_t uhr = end_of_uhr(text, next, end, half);
    return uhr > next ? uhr : at;
}

/* True if the word before `at` is one that a time of the day comes after in Portuguese or Spanish,
 * where a number of hours may be a duration. */
static bool is_after_as(const char *text, size_t at)
{
    static const char *const words[] = {" \xC3\xA0s ", " las ", " \xC3\x80s "};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const size_t n = strlen(words[i]);
        if (at >= n && !memcmp(text + at - n, words[i], n)) return true;
    }
    return false;
}

/* "às 17 horas" */
static size_t end_of_horas(const char *text, size_t begin, size_t at, size_t end)
{
    static const clock_word horas[] = {{"horas", AS_IT_IS}, {"hora", AS_IT_IS}, {"h", AS_IT_IS}};
    const size_t next = skip_blank(text, at, end);
    enum half half;
    const size_t stop = end_of_word(text, next, end, horas, sizeof horas / sizeof *horas, &half);

    return is_after_as(text, begin) ? stop > next ? stop : at : at;
}

/* Hours, minutes and seconds, and what completes them. */
typedef struct moment {
    unsigned hours, minutes, seconds; /* NO_SECONDS: none are told */
    enum half half;
    bool is_halved; /* something completes them */
} moment;

/* Two digits behind a mark at text [at, end): where they end; `at` if there are none. */
static size_t end_of_sixtieths(const char *text, size_t at, size_t end, const char *marks,
                               unsigned *n)
{
    if (at == end || !strchr(marks, text[at])) return at;
    const size_t stop = end_of_digits(text, at + 1, end);
    if (stop != at + 3) return at;
    *n = (unsigned)(text[at + 1] - '0') * 10 + (unsigned)(text[at + 2] - '0');
    return *n < HOUR ? stop : at;
}

/* Minutes at text [at, end), and seconds where a colon is before both: where they end; `at` if
 * there are none. */
static size_t end_of_minutes(const char *text, size_t at, size_t end, moment *m)
{
    m->minutes = 0;
    m->seconds = NO_SECONDS;
    const size_t stop = end_of_sixtieths(text, at, end, ":.h", &m->minutes);
    if (stop == at) return at;
    if (text[at] == ':') return end_of_sixtieths(text, stop, end, ":", &m->seconds);
    const bool is_named = text[at] == 'h' && end - stop >= 3 && !memcmp(text + stop, "min", 3) &&
                          may_end(text, stop + 3, end);
    return is_named ? stop + 3 : stop;
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

/* Reads the time at text [begin, end), of which the hours end at `digits`; false if it is none. */
static bool read_time(const char *text, size_t begin, size_t digits, size_t end, tr_span *at,
                      char time[TR_CLOCK_SIZE])
{
    moment m = {0};
    enum half half = AS_IT_IS;

    if (digits - begin > 2) return false;
    for (size_t i = begin; i < digits; i++)
        m.hours = m.hours * 10 + (unsigned)(text[i] - '0');
    const size_t behind = end_of_minutes(text, digits, end, &m);
    size_t stop = end_of_half(text, behind, end, &half);
    const bool with_h = behind > digits && text[digits] == 'h';
    if (stop == behind && !with_h) stop = end_of_horas(text, begin, behind, end);
    const bool is_whole = behind > digits && text[digits] == ':'; /* 20:15 tells all */
    if (stop == behind && !with_h) return false;
    const bool stays = half == BEFORE_NOON && m.hours != NOON && m.seconds == NO_SECONDS;
    if (is_whole && (half == AS_IT_IS || stays)) return false;
    if (!add_half(&m.hours, half)) return false;
    *at = (tr_span){begin, stop};
    print_moment(time, TR_CLOCK_SIZE, &m);
    return true;
}

/* ---- From one time to another ---- */

static size_t read_moment(const char *text, size_t at, size_t end, moment *m)
{
    const size_t digits = end_of_digits(text, at, end);

    *m = (moment){.half = AS_IT_IS};
    if (digits == at || digits - at > 2) return at;
    for (size_t i = at; i < digits; i++)
        m->hours = m->hours * 10 + (unsigned)(text[i] - '0');
    const size_t behind = end_of_minutes(text, digits, end, m);
    const size_t stop = end_of_half(text, behind, end, &m->half);
    m->is_halved = stop > behind;
    return m->is_halved ? stop : behind;
}

/* Where the dash at text [at, end) ends, with a blank on each side; `at` if there is none. */
static size_t end_of_dash(const char *text, size_t at, size_t end)
{
    const size_t dash = skip_blank(text, at, end);
    int32_t c;

    if (dash == end) return at;
    const size_t n = tr_utf8_decode(text + dash, end - dash, &c);
    if (!is_dash(c)) return at;
    return skip_blank(text, dash + n, end);
}

static bool is_later(const moment *a, const moment *b)
{
    return a->hours * HOUR + a->minutes > b->hours * HOUR + b->minutes;
}

/* The first of two times without a half of its own has the second's half, unless it is later then:
 * 11:00-1:00 PM. */
static bool complete_first(moment *first, const moment *second, enum half half)
{
    moment alike = *first;

    if (first->is_halved) return add_half(&first->hours, first->half);
    if (first->hours > NOON) return half == AS_IT_IS && first->hours <= DAY;
    if (!add_half(&alike.hours, half)) return false;
    if (is_later(&alike, second)) add_half(&first->hours, half == AFTER_NOON ? BEFORE_NOON : half);
    if (!is_later(&alike, second)) *first = alike;
    return true;
}

/* Reads "9:00 AM - 5 PM" and the like at text [begin, end); false if there is none. */
static bool read_range(const char *text, size_t begin, size_t end, tr_span *at,
                       char time[TR_CLOCK_SIZE])
{
    moment first, second;
    const size_t behind = read_moment(text, begin, end, &first);
    const size_t dash = behind > begin ? end_of_dash(text, behind, end) : behind;
    const size_t stop = dash > behind ? read_moment(text, dash, end, &second) : dash;
    const enum half half = second.half;

    if (stop == dash || !second.is_halved || !add_half(&second.hours, half)) return false;
    if (!complete_first(&first, &second, half)) return false;
    *at = (tr_span){begin, stop};
    size_t n = print_moment(time, TR_CLOCK_SIZE, &first);
    memcpy(time + n, text + behind, dash - behind);
    n += dash - behind;
    print_moment(time + n, TR_CLOCK_SIZE - n, &second);
    return true;
}

/* True if a word of the list stands at text [at, end) with a blank behind it; *stop: behind the
 * blank.
 */
static bool is_word_at(const char *text, size_t at, size_t end, const char *words, size_t *stop)
{
    enum { LONGEST = 8 };
    char word[LONGEST + 3] = " ";
    size_t n = 0;

    while (at + n < end && n < LONGEST && text[at + n] != ' ') {
        word[n + 1] = text[at + n];
        n++;
    }
    memcpy(word + n + 1, " ", 2);
    *stop = at + n + 1;
    return n > 0 && at + n < end && text[at + n] == ' ' && strstr(words, word);
}

/* True if a word of the list stands before `at`, with a blank between them. */
static bool is_word_before(const char *text, size_t at, const char *words)
{
    enum { LONGEST = 8 };
    size_t begin = at > 0 ? at - 1 : at, stop;

    while (begin > 0 && text[begin - 1] != ' ' && at - begin <= LONGEST)
        begin--;
    return begin + 1 < at && is_word_at(text, begin, at, words, &stop) && stop == at;
}

/* The first of two times of which only the second one is completed: "between 8 and 10 p.m.", "von 8
 * bis 10 Uhr". */
static bool read_first(const char *text, size_t begin, size_t end, tr_span *at,
                       char time[TR_CLOCK_SIZE])
{
    static const char before[] = " between Between from From zwischen Zwischen von Von entre Entre "
                                 "das Das de De ";
    static const char joints[] = " and to until till und bis e a \xC3\xA0s ";
    moment first, second;
    size_t joint = read_moment(text, begin, end, &first), next;
    const size_t behind = joint;

    if (joint == begin || first.is_halved || !is_word_before(text, begin, before)) return false;
    joint = skip_blank(text, joint, end);
    if (joint == behind || !is_word_at(text, joint, end, joints, &next)) return false;
    if (read_moment(text, next, end, &second) == next || !second.is_halved) return false;
    const enum half half = second.half;
    if (!add_half(&second.hours, half) || !complete_first(&first, &second, half)) return false;
    *at = (tr_span){begin, behind};
    print_moment(time, TR_CLOCK_SIZE, &first);
    return true;
}

bool tr_clock_next(const char *text, size_t from, size_t end, tr_span *at, char time[TR_CLOCK_SIZE])
{
    for (size_t i = from, stop; i<end; i = stop> i ? stop : i + 1) {
        stop = end_of_digits(text, i, end);
        if (stop == i) continue;
        const bool is_within =
            i > 0 && (tr_byte_is_word(text[i - 1]) || text[i - 1] == '-' ||
                      (i > 1 && strchr(".,:", text[i - 1]) && tr_ascii_is_digit(text[i - 2])));
        if (!is_within &&
            (read_range(text, i, end, at, time) || read_first(text, i, end, at, time) ||
             read_time(text, i, stop, end, at, time)))
            return true;
    }
    return false;
}
