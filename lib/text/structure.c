#include "text/structure.h"

#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "syntax/syntax.h"
#include "syntax/written_breaks.h"
#include "text/numbers/date_pattern.h"
#include "text/numbers/measures.h"
#include "text/placeables/code_groups.h"
#include "text/placeables/code_runs.h"
#include "text/placeables/template_tags.h"

/* ---- Separators ---- */

/* Bytes of ". . . ." at text [at, len): four points or more. */
static size_t spaced_leader(const char *text, size_t at, size_t len)
{
    size_t n = 0, points = 0;

    while (at + n + 1 < len && text[at + n] == '.' && text[at + n + 1] == ' ') {
        points++;
        n += 2;
    }
    return points > 3 ? n : 0;
}

/* True if the words around the bar at text [at], with blanks between, have digits. */
static bool has_digits_around(const char *text, size_t at, size_t len)
{
    enum { NEAR = 16 };
    bool before = false, behind = false;

    for (size_t i = at - (at > 1), n = 0; i > 0 && n < NEAR && text[i - 1] != ' '; i--, n++)
        before = before || tr_ascii_is_digit(text[i - 1]);
    for (size_t i = at + 2, n = 0; before && i < len && n < NEAR && text[i] != ' '; i++, n++)
        behind = behind || tr_ascii_is_digit(text[i]);
    return before && behind;
}

/* True if the break at text [at] may be within a string of a call: a bracket is before it. */
static bool has_bracket_before(const char *text, size_t at)
{
    enum { NEAR = 32 };
    bool quote = false;

    for (size_t i = at, n = 0; i > 0 && n < NEAR; i--, n++) {
        quote = quote || tr_ascii_is_one_of(text[i - 1], "\"'");
        if (text[i - 1] == '(') return quote;
    }
    return false;
}

/* True if byte `at` of text [len] is within a code: A1 | B2 | C3, f("x\n", y). */
static bool is_within_code(const char *text, size_t at, size_t len)
{
    enum { NEAR = 48 };
    size_t begin = at - (at > NEAR ? NEAR : at), end = len - at > NEAR ? at + NEAR : len;
    tr_span code = {0};

    while (begin < at &&
           (tr_utf8_is_inner(text[begin]) || (begin > 0 && !tr_ascii_is_blank(text[begin - 1]))))
        begin++;
    while (end < len && tr_utf8_is_inner(text[end]))
        end++;
    for (size_t i = begin; i < at && tr_code_run_next(text, end, i, &code) && code.begin < at;
         i = code.end)
        if (code.end > at) return true;
    for (size_t i = begin; i < at && tr_code_group_next(text, end, i, &code) && code.begin < at;
         i = code.end)
        if (code.end > at) return true;
    return false;
}

/* True if the bar at text [at] parts no cells: it stands within brackets, P(A | B), before a filter
 * of a shell, ls | sort, or before a type, int | None. */
static bool is_bar_of_code(const char *text, size_t at, size_t len)
{
    enum { NEAR = 40 };
    size_t open = at, close = at;

    if (tr_pattern_match("((?&pipe-command)|(?&bar-of-type))", tr_syntax_definitions(), text, len,
                         at))
        return true;
    while (open > 0 && at - open < NEAR && !tr_ascii_is_one_of(text[open], "()[]{}"))
        open--;
    while (close < len && close - at < NEAR && !tr_ascii_is_one_of(text[close], "()[]{}"))
        close++;
    if (has_digits_around(text, at, len) && is_within_code(text, at, len)) return true;
    return close < len && tr_ascii_is_one_of(text[open], "([{") &&
           tr_ascii_is_one_of(text[close], ")]}") && open + 1 < at && text[open + 1] != ' ';
}

/* Bytes of the separator at text [at, len), 0 if there is none. */
static size_t separator_at(const char *text, size_t at, size_t len)
{
    enum { FEWEST_BLANKS = 3, FEWEST_POINTS = 4, FEWEST_LINES = 3 };
    const char before = at > 0 ? text[at - 1] : ' ';

    if (before == text[at] && !tr_ascii_is_blank(before)) return 0;
    const size_t n = tr_run_length(text, at, len);
    const char behind = at + n < len ? text[at + n] : ' ';
    switch (text[at]) {
    case '\t':
        return n;
    case ' ':
        return n >= FEWEST_BLANKS ? n : 0;
    case '|':
        return at == 0 || at + n == len ||
                       (before == ' ' && behind == ' ' && !is_bar_of_code(text, at, len))
                   ? n
                   : 0;
    case '.':
        return n >= FEWEST_POINTS ? n : spaced_leader(text, at, len);
    case '\\':
        return has_bracket_before(text, at) && is_within_code(text, at, len)
                   ? 0
                   : tr_written_break(text, len, at);
    case '_':
        return n >= FEWEST_LINES && !tr_byte_is_word(before) && !tr_byte_is_word(behind) ? n : 0;
    default:
        return 0;
    }
}

/* ---- Markers ---- */

static bool is_among(int32_t c, const char *set)
{
    return c > 0 && c < 0x80 && strchr(set, c);
}

static bool is_bullet(int32_t c)
{
    return is_among(c, "-*+>#|~") || c == 0xB7 || c == 0xA7 || c == 0xBB || c == 0x2013 ||
           c == 0x2014 || c == 0x2022 || c == 0x2023 || c == 0x203A || c == 0x2043 ||
           (c >= 0x2190 && c < 0x2200) || (c >= 0x2460 && c < 0x2500) ||
           (c >= 0x25A0 && c < 0x2600) || c == 0x25E6 || (c >= 0x2610 && c <= 0x2612) ||
           (c >= 0x2700 && c < 0x27C0);
}

/* "[ ]", "[x]", "[3]", "[10:30]", "[2024-01-05 10:30:11]" */
static size_t end_of_box(const char *text, size_t at, size_t len)
{
    enum { LONGEST = 32 };
    size_t end = at + 1;

    if (text[at] != '[') return at;
    if (end + 1 < len && strchr(" xX", text[end]) && text[end + 1] == ']') return end + 2;
    if (end < len && text[end] == ']') return end + 1;
    while (end < len && end - at < LONGEST &&
           (tr_ascii_is_digit(text[end]) || strchr(":.-/TZ ,+", text[end])))
        end++;
    return end < len && text[end] == ']' && tr_ascii_is_digit(text[at + 1]) ? end + 1 : at;
}

static bool is_roman(const char *text, size_t at, size_t end)
{
    return end > at && end - at <= 5 && tr_span_skip(text, at, end, "ivxIVX") == end;
}

/* The number or letter of an item at text [at, len): "12", "1.2.3", "a", "iv". */
static size_t end_of_item(const char *text, size_t at, size_t len)
{
    enum { LONGEST = 3 };
    size_t end = tr_skip(text, at, len, tr_ascii_is_digit);

    if (end > at) {
        if (end - at > LONGEST) return at;
        while (end + 1 < len && text[end] == '.' && tr_ascii_is_digit(text[end + 1]))
            end = tr_skip(text, end + 1, len, tr_ascii_is_digit);
        return end;
    }
    while (end < len && tr_ascii_is_letter(text[end]) && end - at <= LONGEST + 2)
        end++;
    return end == at + 1 || is_roman(text, at, end) ? end : at;
}

/* A letter before a point that is an initial, as in "J. Smith", or of an abbreviation, as in "z.
 * B.": the letters of lists come early in the alphabet, or are Roman numbers. */
static bool is_abbreviation(const char *text, size_t begin, size_t end, size_t len)
{
    const bool is_one = end == begin + 1, is_early = text[begin] >= 'a' && text[begin] <= 'h';
    const bool goes_on = end + 3 < len && text[end + 1] == ' ' &&
                         tr_ascii_is_letter(text[end + 2]) && text[end + 3] == '.';

    return goes_on || (is_one && !is_early && text[begin] != 'i' && text[begin] != 'v');
}

/* "3)", "(b)", "12.", "1.2.3", "a.", "iv."; `at` if there is none. */
static size_t end_of_number(const tr_stops *stops, const char *text, size_t at, size_t len)
{
    const bool open = text[at] == '(';
    const size_t begin = at + open, end = end_of_item(text, begin, len);
    const bool is_number = begin < len && tr_ascii_is_digit(text[begin]);

    if (end == begin) return at;
    if (end < len && text[end] == ')') return end + 1;
    if (open) return at;
    const char *const point = is_number ? memchr(text + begin, '.', end - begin) : NULL;
    if (point && memchr(point + 1, '.', (size_t)(text + end - point) - 1) &&
        (end == len || text[end] == ' '))
        return end;
    if (end == len || text[end] != '.') return at;
    if (is_number) return tr_ordinal_noun_follows(stops, text, end + 1, len) ? at : end + 1;
    return is_abbreviation(text, begin, end, len) ? at : end + 1;
}

/* True if text [at, len) begins a title: a capital, no word that goes on with a time. */
static bool is_title(const char *text, size_t at, size_t len)
{
    return tr_is_upper(tr_utf8_at(text, at, len)) && !tr_is_clock(text, (tr_span){at, at}, len);
}

/* Where digits and marks of a set end. */
static size_t end_of_digits_and(const char *set, const char *text, size_t at, size_t len)
{
    while (at < len && (tr_ascii_is_digit(text[at]) || is_among(text[at], set)))
        at++;
    return at;
}

/* "12:45", "08:15:00.250" */
static size_t end_of_time(const char *text, size_t at, size_t len)
{
    const size_t end = end_of_digits_and(":.,", text, at, len),
                 hour = tr_skip(text, at, len, tr_ascii_is_digit);
    return hour > at && hour - at <= 2 && hour + 3 <= end && text[hour] == ':' &&
                   tr_ascii_is_digit(text[end - 1])
               ? end
               : at;
}

/* "2024-06-01", "2024-06-01T08:15:00Z", "2024-06-01 08:15" */
static size_t end_of_date(const char *text, size_t at, size_t len)
{
    enum { LENGTH = 10 };
    size_t end = end_of_digits_and("-", text, at, len);

    if (end - at != LENGTH || text[at + 4] != '-' || text[at + 7] != '-') return at;
    if (end < len && text[end] == 'T') return end_of_digits_and(":.,TZ+-", text, end, len);
    return end < len && text[end] == ' ' && end_of_time(text, end + 1, len) > end + 1
               ? end_of_time(text, end + 1, len)
               : end;
}

/* A time or a date of programs before a title: "12:45 Lunch", "2024-06-01 08:15:00 Start". */
static size_t end_of_stamp(const char *text, size_t at, size_t len)
{
    size_t end = end_of_date(text, at, len);

    if (end == at) end = end_of_time(text, at, len);
    return end > at && end < len && text[end] == ' ' && is_title(text, end + 1, len) ? end : at;
}

/* True if signs [at, end) may touch what they stand before: arrows and check marks before a
 * capital. */
static bool touches_title(const char *text, size_t at, size_t end, size_t len)
{
    while (at < end)
        if (tr_utf8_next(text, &at, end) < 0x2190) return false;
    return tr_is_upper(tr_utf8_at(text, end, len));
}

/* A guillemet before a blank that opens no quotation, as before "Previous page"; `at` if there is
 * none. */
static size_t end_of_guillemet(const char *text, size_t at, size_t len)
{
    enum { LONGEST = 100 };
    size_t end = at;
    const int32_t c = tr_utf8_next(text, &end, len), closing = c == 0xAB ? 0xBB : 0x203A;

    if ((c != 0xAB && c != 0x2039) || len - at > LONGEST) return at;
    for (size_t i = end; i < len;)
        if (tr_utf8_next(text, &i, len) == closing) return at;
    return end;
}

/* Where the marker at text [at, len) ends, before a blank and more text; `at` if there is none. */
static size_t end_of_marker(const tr_stops *stops, const char *text, size_t at, size_t len)
{
    size_t end = at;

    tr_syntax_group_at(TR_SYNTAX_IS(TR_SYNTAX_SECTION), text, len, at, &end);
    if (end > at && end < len && !is_title(text, end + 1, len)) return at; /* § 5 says so */
    if (end == at) end = tr_utf8_skip(text, at, len, is_bullet);
    if (end == at) end = end_of_box(text, at, len);
    if (end == at) end = end_of_stamp(text, at, len);
    if (end == at) end = end_of_number(stops, text, at, len);
    if (end == at) end = end_of_guillemet(text, at, len);
    if (end == at || end == len) return at;
    return tr_ascii_is_blank(text[end]) || touches_title(text, at, end, len) ? end : at;
}

/* A label in capitals, as "NOTE:" before a blank; `at` if there is none. */
static size_t end_of_label(const char *text, size_t at, size_t len)
{
    enum { FEWEST = 2, LONGEST = 40 };
    size_t capitals = 0, i = at;

    for (size_t next = at; i < len && i - at < LONGEST; i = next) {
        const int32_t c = tr_utf8_next(text, &next, len);
        if (!tr_is_upper(c) && !is_among(c, " -/0123456789")) break;
        capitals += tr_is_upper(c);
    }
    const bool ends = i + 1 < len && text[i] == ':' && text[i + 1] == ' ' && text[i - 1] != ' ';
    return capitals >= FEWEST && ends ? i + 1 : at;
}

/* Where text [at, len) begins behind its markers.  Without letters behind them, they are text. */
static size_t skip_markers(const tr_stops *stops, const char *text, size_t at, size_t len)
{
    const size_t letters = tr_utf8_skip_back(text, at, len, tr_is_no_letter);

    for (size_t end; (end = end_of_marker(stops, text, at, len)) > at;) {
        const size_t rest = tr_utf8_skip(text, end, len, tr_is_space);
        if (rest >= letters) break;
        at = rest;
    }
    return at;
}

/* ---- Lists in a line ---- */

/* The number of the item "1)" at text [at, len), before a blank; 0 if there is none. */
static unsigned item_number(const char *text, size_t at, size_t len)
{
    enum { LONGEST = 3 };
    const size_t end = tr_skip(text, at, len, tr_ascii_is_digit);
    unsigned number = 0;

    if (end == at || end - at > LONGEST || end + 1 >= len || text[end] != ')' ||
        text[end + 1] != ' ')
        return 0;
    for (size_t i = at; i < end; i++)
        number = 10 * number + (unsigned)(text[i] - '0');
    return number;
}

/* True if the blank at text [at, len) is before the item that follows the one of that number. */
static bool ends_item(const char *text, size_t at, size_t len, unsigned number)
{
    return number > 0 && text[at] == ' ' && at + 1 < len &&
           item_number(text, at + 1, len) == number + 1;
}

/* ---- Texts ---- */

/* Where the text that begins at text [at, len) ends, with its markers: not within a template's tag,
 * as "{{ price | round }}" is. */
static size_t end_of_text(const char *text, size_t at, size_t len)
{
    const unsigned item = item_number(text, at, len);
    bool is_open = false, parts; /* a bracket, which a number may stand in */
    size_t end, behind;

    for (end = at; end < len && !separator_at(text, end, len); end++) {
        if (!is_open && ends_item(text, end, len, item)) break;
        is_open = text[end] == '(' || (is_open && text[end] != ')');
        if (text[end] == '{' && (behind = tr_template_end(text, end, len, &parts)) > 0)
            end = behind - 1;
    }
    return end;
}

bool tr_structure_next(const tr_stops *stops, const char *text, size_t len, size_t from,
                       tr_span *part)
{
    size_t at = from, end, n = 0;

    if (from == 0 && tr_is_date_pattern(text, len)) return false;
    for (; at < len; at += n) {
        at = tr_utf8_skip(text, at, len, tr_is_space);
        if (at < len && !(n = separator_at(text, at, len))) break;
    }
    if (at >= len) return false;
    end = end_of_text(text, at, len);
    at = skip_markers(stops, text, at, end);
    const size_t label = end_of_label(text, at, end);
    *part = tr_span_trimmed(text, at, label > at ? label : end);
    return true;
}
