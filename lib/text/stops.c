#include "text/stops.h"

#include <string.h>
#include <unicode/uchar.h>

#include "base/ascii.h"
#include "base/span.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "base/word_list.h"
#include "translate.h"

/* A longer word is no abbreviation; the limit bounds the work for one boundary. */
enum { MAX_WORD = 40, MAX_PARTS = 4, MAX_OPENERS = 8 };

/* In bytes: one letter of an abbreviation in several parts, and what may follow it ("v. Chr."). */
enum { MAX_LETTER = 2, MAX_SHORT = 4 };

/* "XXVIII", "10.-11"; but not "2024-12-31" */
enum { MAX_NUMBER = 7 };

/* Shorter nouns have their forms listed: "Mal" is not in "Maler". */
enum { MIN_DECLINED = 4, MAX_ENDING = 4 /* bytes */ };

typedef tr_string word;

/* The words around a boundary after a full stop.  A word that is not there has len = 0. */
typedef struct place {
    const tr_stops *stops;
    const char *text;
    size_t begin;             /* of the sentence */
    size_t len;               /* of the text */
    size_t dot;               /* text[dot] is the full stop */
    word before;              /* what it follows: inner full stops included, itself not */
    word part;                /* the part of `before` after its last hyphen or apostrophe */
    size_t starts[MAX_PARTS]; /* of `before` and of the abbreviations before it, going back */
    size_t n_starts;
    word previous; /* the word before `before`, with its full stop */
    word next;
    bool next_dotted; /* a full stop follows it */
} place;

bool tr_is_closer(int32_t c)
{
    return u_getIntPropertyValue(c, UCHAR_SENTENCE_BREAK) == U_SB_CLOSE;
}

bool tr_is_paragraph_end(int32_t c)
{
    return c == '\n' || c == '\r' || c == 0x85 || c == 0x2028 || c == 0x2029;
}

static bool is_apostrophe(int32_t c)
{
    return c == '\'' || c == 0x2019;
}

/* Degrees count as one, so that "46°" is the word in front of "N." */
static bool starts_word(int32_t c)
{
    return tr_is_alnum(c) || c == 0xB0;
}

/* The word that ends at text[end]; empty when there is none or it is too long. */
static word word_before(const char *text, size_t begin, size_t end)
{
    size_t from = end, at = end;
    while (from > begin) {
        int32_t c;
        const size_t i = tr_char_before(text, begin, from, &c);
        if (!starts_word(c) && c != '.' && c != '-' && !is_apostrophe(c)) break;
        if (end - i > MAX_WORD) return (word){text + end, 0};
        from = i;
        if (starts_word(c)) at = from;
    }
    return (word){text + at, end - at};
}

/* The word at text[at], after opening marks: letters, digits and inner hyphens. */
static word stop_word_at(const char *text, size_t at, size_t len)
{
    int32_t c;
    for (int n = 0; n < MAX_OPENERS && at < len; n++) {
        const size_t step = tr_utf8_decode(text + at, len - at, &c);
        if (!tr_is_closer(c) && c != 0xBF && c != 0xA1) break;
        at += step;
    }
    size_t end = at;
    while (end < len && end - at <= MAX_WORD) {
        const size_t step = tr_utf8_decode(text + end, len - end, &c);
        if (!tr_is_alnum(c) && !(c == '-' && end > at)) break;
        end += step;
    }
    return (word){text + at, end - at};
}

/* True if `list` has [from, end), white space in it left out. */
static bool listed_run(const char *list, const char *from, const char *end)
{
    char key[2 * MAX_WORD + 3];
    size_t n = 0;
    if (!list) return false;
    key[n++] = ' ';
    while (from < end) {
        int32_t c;
        const size_t step = tr_utf8_decode(from, (size_t)(end - from), &c);
        if (n + step + 2 > sizeof key) return false;
        memcpy(key + n, from, step);
        if (!tr_is_space(c)) n += step;
        from += step;
    }
    key[n] = ' ';
    key[n + 1] = '\0';
    return n > 1 && strstr(list, key);
}

static bool listed(const char *list, word w)
{
    return listed_run(list, w.text, w.text + w.len);
}

/* True if an entry "*x" of `list` has the word's end. */
static bool listed_compound(const char *list, const char *from, const char *end)
{
    for (const char *p = list; (p = strstr(p, " *")); p++) {
        const size_t n = strcspn(p + 2, " ");
        if (n < (size_t)(end - from) && !memcmp(end - n, p + 2, n)) return true;
    }
    return false;
}

/* True if the word, alone or with the abbreviations before it, is one of `list`. */
static bool abbreviates(const place *p, const char *list)
{
    if (!list) return false;
    const char *end = p->text + p->dot + 1;
    for (size_t i = 0; i < p->n_starts; i++)
        if (listed_run(list, p->text + p->starts[i], end)) return true;
    return (p->part.len < p->before.len && listed_run(list, p->part.text, end)) ||
           listed_compound(list, p->before.text, end);
}

/* "J", "J.R.R", "J.-P", "U.S", "i.d.R" */
static bool is_initials(word w)
{
    bool letter = false;
    for (size_t i = 0; i < w.len;) {
        const int32_t c = tr_utf8_next(w.text, &i, w.len);
        if (c != '.' && c != '-' && (letter || !tr_is_letter(c))) return false;
        letter = c != '.' && c != '-';
    }
    return w.len > 0;
}

static bool is_roman(word w)
{
    return w.len > 0 && tr_span_skip(w.text, 0, w.len, "IVX") == w.len;
}

/* At most three digits: a year is no ordinal. */
static bool is_small_number(word w)
{
    return w.len > 0 && w.len <= 3 && *w.text != '0' &&
           tr_skip(w.text, 0, w.len, tr_ascii_is_digit) == w.len;
}

/* "THE" as "The"; other words as they are. */
static word title_case(word w, char buf[MAX_WORD])
{
    if (w.len > MAX_WORD) return w;
    for (size_t i = 0; i < w.len; i++) {
        if (w.text[i] < 'A' || w.text[i] > 'Z') return w;
        buf[i] = (char)(i ? w.text[i] - 'A' + 'a' : w.text[i]);
    }
    return (word){buf, w.len};
}

static bool starts_sentence(const place *p)
{
    const char *starters = p->stops->starters;
    char buf[MAX_WORD];
    if (p->next_dotted && is_initials(p->next)) return false;
    if (listed(starters, p->next) || listed(starters, title_case(p->next, buf))) return true;
    size_t end = (size_t)(p->next.text - p->text) + p->next.len;
    return end < p->len && is_apostrophe(tr_utf8_next(p->text, &end, p->len)) &&
           listed_run(starters, p->next.text, p->text + end);
}

/* A word or number follows that does not look like the start of a sentence. */
static bool next_goes_on(const place *p)
{
    return p->next.len > 0 && !starts_sentence(p);
}

/* "5", "IV", "B" */
static bool next_is_number(const place *p)
{
    const int32_t c = tr_utf8_first(p->next.text, p->next.len);
    const bool letter = tr_is_upper(c) && is_initials(p->next);
    return tr_is_digit(c) || ((is_roman(p->next) || letter) && !starts_sentence(p) &&
                              !listed(p->stops->pronouns, p->next));
}

static bool is_outside(int32_t c)
{
    return tr_is_space(c) || tr_is_closer(c);
}

/* Only opening marks come before the word: it numbers an item of a list. */
static bool opens_sentence(const place *p)
{
    const size_t begin = p->starts[0];
    return begin - p->begin <= MAX_WORD &&
           tr_utf8_skip(p->text, p->begin, begin, is_outside) == begin;
}

/* A noun that takes ordinal numbers, declined or not. */
static bool next_is_ordinal(const place *p)
{
    const word w = p->next;
    if (listed(p->stops->ordinals, w)) return true;
    for (size_t n = 1; n + MIN_DECLINED <= w.len && n <= MAX_ENDING; n++)
        if (tr_list_has(p->stops->endings, w.text + w.len - n, n) &&
            listed(p->stops->ordinals, (word){w.text, w.len - n}))
            return true;
    return false;
}

/* "3. Oktober", "im XIX. Jahrhundert", "der 3. Mann" */
static bool number_goes_on(const place *p)
{
    if (p->before.len > MAX_NUMBER) return false;
    if (!is_small_number(p->part) && !is_roman(p->part)) return false;
    return next_is_ordinal(p) || (listed(p->stops->determiners, p->previous) && next_goes_on(p));
}

static bool is_dotted_word(word w)
{
    return w.len > 0 && w.text[w.len - 1] == '.';
}

static bool is_degrees(word w)
{
    return w.len >= 2 && !memcmp(w.text + w.len - 2, "\xC2\xB0", 2);
}

/* The word before `w`, with its full stop if it has one. */
static word previous_word(const place *p, word w)
{
    const size_t end =
        tr_utf8_skip_back(p->text, p->begin, (size_t)(w.text - p->text), tr_is_space);
    const bool dotted = end > p->begin && p->text[end - 1] == '.';
    word previous = word_before(p->text, p->begin, end - dotted);
    if (previous.len) previous.len += dotted;
    return previous;
}

/* True if a blank, a bracket or the like comes before the word, not as in "Ctrl+C", "-v", "%S". */
static bool stands_free(const place *p)
{
    const int32_t c = tr_utf8_before(p->text, p->begin, p->starts[0]);
    return is_outside(c) || c == '/';
}

/* "from A to B", "vitamins A and C" */
static bool is_one_of_two(const place *p)
{
    if (!p->previous.len || is_dotted_word(p->previous)) return false;
    const word first = previous_word(p, p->previous);
    return tr_is_upper(tr_utf8_first(first.text, first.len)) && is_initials(first) &&
           !is_dotted_word(first) && !listed(p->stops->pronouns, first);
}

/* "J. Smith", "J.-P. Roy"; but "vitamin C. Oranges", "46° N. Summers" */
static bool capital_goes_on(const place *p)
{
    if (!tr_is_upper(tr_utf8_first(p->next.text, p->next.len))) return false;
    if (p->next_dotted && is_initials(p->next)) return true;
    if (listed(p->stops->pronouns, p->before) || !p->stops->starters)
        return is_dotted_word(p->previous) &&
               is_initials((word){p->previous.text, p->previous.len - 1});
    return !listed(p->stops->labels, p->previous) && !is_degrees(p->previous) && !is_one_of_two(p);
}

/* Capitals as in "J. R. R. Tolkien" and "U.S. Senate", and the "v." of "v. Chr." */
static bool initial_goes_on(const place *p)
{
    if (!is_initials(p->before) || starts_sentence(p)) return false;
    if (!tr_is_upper(tr_utf8_first(p->before.text, p->before.len)))
        return p->before.len <= MAX_LETTER && p->next_dotted && p->next.len <= MAX_SHORT;
    if (memchr(p->before.text, '.', p->before.len) && !memchr(p->before.text, '-', p->before.len))
        return p->stops->starters && p->next.len > 0;
    return capital_goes_on(p);
}

static bool abbreviation_goes_on(const place *p)
{
    const tr_stops *stops = p->stops;
    if (abbreviates(p, stops->never)) return true;
    if (abbreviates(p, stops->numbered) && next_is_number(p)) return true;
    if (abbreviates(p, stops->either)) return listed(stops->followers, p->next);
    if (abbreviates(p, stops->ends)) return next_goes_on(p);
    return initial_goes_on(p);
}

/* "1. Open the lid.", "B. Dry your hands." */
static bool is_item(const place *p)
{
    return (is_small_number(p->before) || is_roman(p->before) || is_initials(p->before)) &&
           opens_sentence(p);
}

static bool is_inner(int32_t c)
{
    return c != '-' && !is_apostrophe(c);
}

static word last_part(word w)
{
    const size_t at = tr_utf8_skip_back(w.text, 0, w.len, is_inner);
    return (word){w.text + at, w.len - at};
}

/* False when no word comes before the full stop. */
static bool look_around(place *p, size_t at)
{
    p->before = word_before(p->text, p->begin, p->dot);
    if (!p->before.len || is_dotted_word(p->before)) return false; /* "..." */
    p->part = last_part(p->before);
    p->previous = previous_word(p, p->before);
    p->starts[p->n_starts++] = (size_t)(p->before.text - p->text);
    for (word w = p->previous; is_dotted_word(w) && p->n_starts < MAX_PARTS;
         w = previous_word(p, w))
        p->starts[p->n_starts++] = (size_t)(w.text - p->text);
    p->next = stop_word_at(p->text, at, p->len);
    const char *end = p->next.text + p->next.len;
    p->next_dotted = end < p->text + p->len && *end == '.';
    return true;
}

/* "x.html?a=b", "1./2. Mai", "3.X": the character right after the mark starts no sentence. */
static bool is_tight(const char *text, size_t at, size_t len)
{
    const int32_t c = tr_utf8_at(text, at, len);
    const char mark = text[at - 1];
    const int kind = u_getIntPropertyValue(c, UCHAR_SENTENCE_BREAK);
    if (mark != '.' && mark != '!' && mark != '?') return false;
    if (mark == '.' && kind == U_SB_UPPER) return at > 1 && tr_ascii_is_digit(text[at - 2]);
    return kind == U_SB_LOWER || kind == U_SB_NUMERIC || c == '/' || c == ';' || c == '&';
}

bool tr_sentence_goes_on(const tr_stops *stops, const char *text, size_t begin, size_t at,
                         size_t len)
{
    int32_t c = -1;
    bool closed = false;
    size_t i = at;
    while (i > begin) {
        i = tr_char_before(text, begin, i, &c);
        if (tr_is_paragraph_end(c)) return false;
        if (!tr_is_space(c) && !tr_is_closer(c)) break;
        closed = closed || tr_is_closer(c);
    }
    if (closed) { /* "Go!" he said. */
        const word next = stop_word_at(text, at, len);
        return tr_is_lower(tr_utf8_first(next.text, next.len));
    }
    if (i + 1 == at && is_tight(text, at, len)) return true;
    if (c != '.') return false;
    place p = {.stops = stops, .text = text, .begin = begin, .len = len, .dot = i};
    return look_around(&p, at) &&
           (is_item(&p) || number_goes_on(&p) || (stands_free(&p) && abbreviation_goes_on(&p)));
}

/* True if a blank, a mark or an ending and a blank, or nothing follows a word. */
static bool ends_freely(const place *p, word w)
{
    size_t at = tr_span_skip(p->text, (size_t)(w.text - p->text) + w.len, p->len, ".,:;!?");

    if (at < p->len && p->text[at] == '\'') /* It's */
        at = tr_skip(p->text, at + 1, p->len, tr_ascii_is_lower);
    return at == p->len || p->text[at] == ' ';
}

bool tr_is_tight_end(const tr_stops *stops, const char *text, size_t begin, size_t dot, size_t len)
{
    enum { SHORTEST = 2 };
    place p = {.stops = stops, .text = text, .begin = begin, .len = len, .dot = dot};

    if (!tr_byte_is_letter(text[dot - 1]) || !tr_byte_is_letter(text[dot + 1])) return false;
    p.next = stop_word_at(text, dot + 1, len);
    if (!starts_sentence(&p) || !ends_freely(&p, p.next)) return false;
    if (!look_around(&p, dot + 1) || p.before.len < SHORTEST || !stands_free(&p)) return false;
    size_t i = 0;
    const bool begins =
        p.starts[0] == begin && tr_is_upper(tr_utf8_first(p.before.text, p.before.len));
    if (begins) tr_utf8_next(p.before.text, &i, p.before.len);
    return tr_utf8_skip(p.before.text, i, p.before.len, tr_is_lower) == p.before.len &&
           !abbreviates(&p, stops->never);
}

bool tr_ordinal_noun_follows(const tr_stops *stops, const char *text, size_t at, size_t len)
{
    const place p = {.stops = stops,
                     .text = text,
                     .len = len,
                     .next = stop_word_at(text, tr_span_trimmed(text, at, len).begin, len)};
    return next_is_ordinal(&p);
}
