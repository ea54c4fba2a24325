#include "text/lacks/phrase_lacks.h"

#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "base/word_list.h"

static char last_byte(const tr_lack_job *j, size_t i)
{
    return j->texts->source[j->list[i].whole.end - 1];
}

static bool is_mark(const tr_lack_job *j, size_t i, char c)
{
    return i < j->n && j->list[i].whole.end - j->list[i].whole.begin == 1 &&
           j->texts->source[j->list[i].whole.begin] == c;
}

/* Behind the last word of "a ? b : c"; 0 for none.  A blank stands on both sides of the marks. */
static size_t end_of_choice(const tr_lack_job *j, size_t i)
{
    enum { MOST = 3 };

    if (!is_mark(j, i + 1, '?')) return 0;
    for (size_t k = i + 3; k < j->n && k <= i + 2 + MOST; k++)
        if (is_mark(j, k, ':')) return k + 1 < j->n ? k + 2 : 0;
    return 0;
}

static bool is_quoted(const tr_lack_job *j, size_t i)
{
    return i < j->n && j->texts->source[j->list[i].whole.begin] == '"' &&
           j->list[i].at.begin == j->list[i].whole.begin + 1 &&
           j->texts->source[j->list[i].at.end] == '"' && j->list[i].at.end < j->list[i].whole.end;
}

/* Behind the value of "key" : "value"; 0 for none. */
static size_t end_of_quoted_pair(const tr_lack_job *j, size_t i)
{
    return is_quoted(j, i) && is_mark(j, i + 1, ':') && is_quoted(j, i + 2) ? i + 3 : 0;
}

/* True if a word is a value of a declaration: a number, perhaps with a unit. */
static bool is_value(const tr_lack_job *j, size_t i)
{
    return tr_ascii_is_digit(j->texts->source[j->list[i].at.begin]);
}

/* Behind the last word of "margin: 0 auto;"; 0 for none.  One value at least is a number, and one
 * at most a small word. */
static size_t end_of_declaration(const tr_lack_job *j, size_t i)
{
    enum { MOST = 5 };
    size_t values = 0, words = 0;

    if (last_byte(j, i) != ':' || j->list[i].whole.end != j->list[i].at.end + 1) return 0;
    if (!tr_lack_is_small(j, j->list[i].at) && !tr_lack_is_kind(j, i, TR_WORD_PLAIN)) return 0;
    for (size_t k = i + 1; k < j->n && k <= i + MOST; k++) {
        if (tr_lack_is_placeholder(j, k)) return 0;
        if (is_value(j, k))
            values++;
        else if (tr_lack_is_small(j, j->list[k].at))
            words++;
        else
            return 0;
        const char *const end = memchr(tr_lack_text(j, j->list[k].whole), ';',
                                       j->list[k].whole.end - j->list[k].whole.begin);
        if (end) return values && words < 2 && words < values + 1 ? k + 1 : 0;
    }
    return 0;
}

static bool is_letter_or_hyphen(char c)
{
    return tr_ascii_is_letter(c) || c == '-';
}

/* True if a point ends a short word amid a text: BT-Drs. */
static bool ends_in_point(const tr_lack_job *j, size_t i)
{
    enum { LONGEST = 8 };
    const tr_span at = j->list[i].at;

    return j->list[i].whole.end == at.end + 1 && last_byte(j, i) == '.' && at.end - at.begin > 1 &&
           at.end - at.begin <= LONGEST &&
           tr_skip(j->texts->source, at.begin, at.end, is_letter_or_hyphen) == at.end;
}

/* True if a point ends a short word of letters. */
static bool is_shortened(const tr_lack_job *j, size_t i)
{
    enum { LONGEST = 6 };
    return i < j->n && j->list[i].whole.end == j->list[i].at.end + 1 && last_byte(j, i) == '.' &&
           j->list[i].at.end - j->list[i].at.begin <= LONGEST &&
           j->list[i].at.end - j->list[i].at.begin > 1 &&
           tr_skip(j->texts->source, j->list[i].at.begin, j->list[i].at.end, tr_ascii_is_letter) ==
               j->list[i].at.end;
}

/* Behind the number of "Cod. lat. 27"; 0 for none. */
static size_t end_of_shortened(const tr_lack_job *j, size_t i)
{
    size_t k = i;

    while (is_shortened(j, k))
        k++;
    return k > i + 1 && k < j->n && tr_ascii_is_digit(*tr_lack_text(j, j->list[k].at)) ? k + 1 : 0;
}

/* Behind the name of a header: the If-None-Match of "If-None-Match: 12ab". */
static size_t end_of_header(const tr_lack_job *j, size_t i)
{
    const tr_span at = j->list[i].at;
    size_t hyphens = 0;

    if (i + 1 >= j->n || last_byte(j, i) != ':' || j->list[i].whole.end != at.end + 1) return 0;
    for (size_t k = at.begin; k < at.end; k++) {
        const char c = j->texts->source[k];
        const bool first = k == at.begin || j->texts->source[k - 1] == '-';
        hyphens += c == '-';
        if (c != '-' && !(first ? tr_ascii_is_upper(c) : tr_ascii_is_lower(c))) return 0;
    }
    const char value = j->texts->source[j->list[i + 1].whole.begin];
    return hyphens > 1 && (value == '"' || tr_ascii_is_digit(value)) ? i + 1 : 0;
}

/* Behind the code of "1. e4"; 0 for none. */
static size_t end_of_numbered(const tr_lack_job *j, size_t i)
{
    if (!tr_lack_is_kind(j, i, TR_WORD_NUMBER) || !tr_lack_is_kind(j, i + 1, TR_WORD_ODD)) return 0;
    const char *const code = tr_lack_text(j, j->list[i + 1].at);
    return last_byte(j, i) == '.' && tr_ascii_is_lower(code[0]) && tr_ascii_is_digit(code[1])
               ? i + 2
               : 0;
}

/* True if the language knows the abbreviation. */
static bool is_known_short(const tr_lack_job *j, tr_span at)
{
    const tr_language *const l = j->texts->language;
    const char *const lists[] = {l->stops.never, l->stops.ends, l->stops.numbered, l->stops.either};

    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (lists[i] && tr_list_has(lists[i], tr_lack_text(j, at), at.end - at.begin)) return true;
    return false;
}

/* Behind the number of "fol. 65r" and "Hob. IV:3", whose abbreviation is in no list, and which is
 * no plain number. */
static size_t end_of_unknown_short(const tr_lack_job *j, size_t i)
{
    if (i + 1 >= j->n || !ends_in_point(j, i) || is_known_short(j, j->list[i].at)) return 0;
    const tr_span number = j->list[i + 1].at;
    const char first = j->texts->source[number.begin];
    const bool odd = tr_has_letter(j->texts->source, number.begin, number.end) ||
                     memchr(tr_lack_text(j, number), '/', number.end - number.begin);

    if (!odd) return 0;
    return tr_ascii_is_digit(first) ||
                   (tr_lack_is_kind(j, i + 1, TR_WORD_ODD) &&
                    memchr(tr_lack_text(j, number), ':', number.end - number.begin))
               ? i + 2
               : 0;
}

static bool is_name_of_report(const tr_lack_job *j, size_t i)
{
    return tr_lack_is_kind(j, i, TR_WORD_CAPITALS) && !j->shouted[i];
}

/* Behind the last number of "68 AB Dec. 837" and "[2016] ABCD Civ 607"; 0 for none. */
static size_t end_of_citation(const tr_lack_job *j, size_t i)
{
    size_t k = i + 1;

    if (!tr_lack_is_kind(j, i, TR_WORD_NUMBER) || !is_name_of_report(j, k)) return 0;
    const bool bracketed = j->texts->source[j->list[i].whole.begin] == '[';
    k++;
    if (!is_shortened(j, k) && !(bracketed && tr_lack_is_kind(j, k, TR_WORD_PLAIN))) return 0;
    return tr_lack_is_kind(j, k + 1, TR_WORD_NUMBER) ? k + 2 : 0;
}

/* Behind the value of "@media (max-width: 981px)", from the bracket on; 0 for none. */
static size_t end_of_condition(const tr_lack_job *j, size_t i)
{
    if (i == 0 || !tr_lack_is_strict(j, i - 1) || i + 1 >= j->n) return 0;
    return j->texts->source[j->list[i].whole.begin] == '(' && last_byte(j, i) == ':' &&
                   tr_lack_is_small(j, (tr_span){j->list[i].at.begin, j->list[i].at.begin + 1}) &&
                   tr_lack_is_kind(j, i + 1, TR_WORD_NUMBER) && last_byte(j, i + 1) == ')'
               ? i + 2
               : 0;
}

/* Behind [6450.870]; 0 for none. */
static size_t end_of_bracketed_number(const tr_lack_job *j, size_t i)
{
    const tr_span at = j->list[i].at;
    const char *const source = j->texts->source;

    return tr_lack_is_kind(j, i, TR_WORD_NUMBER) && at.begin > 0 && source[at.begin - 1] == '[' &&
                   source[at.end] == ']' && memchr(source + at.begin, '.', at.end - at.begin)
               ? i + 1
               : 0;
}

size_t tr_lack_check_phrase(tr_lack_job *j, size_t i)
{
    size_t end = end_of_choice(j, i);

    if (!end) end = end_of_quoted_pair(j, i);
    if (!end) end = end_of_declaration(j, i);
    if (!end) end = end_of_shortened(j, i);
    if (!end) end = end_of_unknown_short(j, i);
    if (!end) end = end_of_header(j, i);
    if (!end) end = end_of_bracketed_number(j, i);
    if (!end) end = end_of_citation(j, i);
    if (!end) end = end_of_condition(j, i);
    if (!end) end = end_of_numbered(j, i);
    if (!end) return 0;
    const tr_span phrase = {j->list[i].at.begin, j->list[end - 1].at.end};
    if (!tr_lack_count(j, phrase, false)) tr_lack_add(j, phrase, TR_LACKS_CODE);
    return j->texts->n_target;
}
