#include "text/lacks/stretch.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "text/lacks/odd_word.h"
#include "text/placeables/placeables.h"

enum { MOST_LACKS = 16 };

/* True if a number has a word beside it: 10-abreast. */
static bool has_word(const char *text, tr_span at)
{
    size_t n = 0, most = 0;

    for (size_t i = at.begin; i < at.end; i++) {
        n = tr_byte_is_letter(text[i]) ? n + 1 : 0;
        if (n > most) most = n;
    }
    return most > 2;
}

/* True if the word has an entity or a quotation mark as programs write it: gar&shy;den, \"yes\". */
static bool is_written_out(const char *text, tr_span whole)
{
    const size_t entity = tr_find_byte(text, whole.begin, whole.end, '&');

    for (size_t i = whole.begin; i + 1 < whole.end; i++)
        if (text[i] == '\\' && tr_ascii_is_one_of(text[i + 1], "\"'")) return true;
    return tr_find_byte(text, entity, whole.end, ';') < whole.end;
}

/* True if a word stands in no sentence as it is, or may stand in a code. */
static bool may_be_code(const tr_two_texts *t, const tr_odd_word *w)
{
    switch (w->kind) {
    case TR_WORD_ODD:
        return !is_written_out(t->source, w->whole);
    case TR_WORD_SIGN:
    case TR_WORD_CAPITALS:
    case TR_WORD_MARK:
        return true;
    case TR_WORD_NUMBER:
        return !has_word(t->source, w->at);
    case TR_WORD_LETTER:
        return w->at.end - w->at.begin == 1 && !tr_is_grammar(t, w->at);
    default:
        return false;
    }
}

/* True if an odd word has a sign that names of things, as M16 and BfV, have not. */
static bool is_of_program(const char *text, const tr_odd_word *w)
{
    bool has_sign = w->kind == TR_WORD_ODD && text[w->at.begin] == '-';

    for (size_t i = w->at.begin; i < w->at.end && w->kind == TR_WORD_ODD; i++)
        has_sign = has_sign || tr_ascii_is_one_of(text[i], "|\\=[]{}<>$_/#@~^*&");
    return has_sign;
}

/* True if the word amid a text ends in a mark of a sentence, and the sentence goes on. */
static bool mark_is_inner(const tr_two_texts *t, const tr_odd_word *w)
{
    const size_t next = tr_utf8_skip(t->source, w->whole.end, t->n_source, tr_is_space);

    return w->at.end < w->whole.end && next < t->n_source &&
           tr_ascii_is_one_of(t->source[w->at.end], "?!.") &&
           (w->kind == TR_WORD_ODD || w->kind == TR_WORD_SIGN) &&
           tr_ascii_is_lower(t->source[next]);
}

static tr_span text_of_word(const tr_two_texts *t, const tr_odd_word *w)
{
    return (tr_span){w->at.begin, mark_is_inner(t, w) ? w->whole.end : w->at.end};
}

/* A stretch that is being read. */
typedef struct stretch {
    tr_span at;
    size_t n_words, n_odd, n_signs; /* odd: words with signs or digits inside */
    size_t n_rare, n_programs, n_capitals;
    size_t n_raised; /* rare words that the target writes with a capital */
    bool marked;     /* it ends in a mark amid a sentence */
    bool odd_last;
} stretch;

/* True if a blank alone parts the stretch from the word, or a mark between two odd words. */
static bool touches(const tr_two_texts *t, const stretch *s, const tr_odd_word *w)
{
    const char *const text = t->source + s->at.end;
    const size_t n = w->at.begin - s->at.end;

    if (s->at.end == s->at.begin || w->at.begin < s->at.end) return false;
    if (n <= 1) return n == 0 || text[0] == ' ';
    return n == 2 && text[1] == ' ' && tr_ascii_is_one_of(text[0], ",;:") && s->odd_last &&
           w->kind == TR_WORD_ODD;
}

/* True if a plain word stands between a word of code and another one: 34 mod 7, with a sign before.
 */
static bool is_between(const tr_two_texts *t, const stretch *s, const tr_odd_word *w)
{
    tr_odd_word next;

    return w->kind == TR_WORD_PLAIN && s->n_signs > 0 && !tr_is_grammar(t, w->at) &&
           tr_odd_word_next(t->language, t->source, w->whole.end, t->n_source, true, &next) &&
           next.at.begin == w->at.end + 1 && may_be_code(t, &next) && next.kind != TR_WORD_LETTER;
}

/* True if a plain word is like none of the language. */
static bool is_rare(const tr_two_texts *t, const tr_odd_word *w)
{
    return w->kind == TR_WORD_PLAIN && tr_is_rare_word(t, w->at);
}

/* True if the target has the word with a capital, and not as it is: taken for a name. */
static bool is_raised(const tr_two_texts *t, tr_span at)
{
    const size_t n = at.end - at.begin;
    const char first = t->source[at.begin];
    bool raised = false;

    if (!tr_ascii_is_lower(first)) return false;
    for (size_t i = 0; i + n <= t->n_target; i++) {
        if (memcmp(t->target + i + 1, t->source + at.begin + 1, n - 1) != 0) continue;
        if (t->target[i] == first) return false;
        raised = raised || tr_ascii_lower(t->target[i]) == first;
    }
    return raised;
}

/* True if the target has the stretch as it is, but for marks of numbers and the width of blanks. */
static bool is_in_target(const tr_two_texts *t, tr_span at)
{
    const char *const wanted = t->source + at.begin;
    const size_t n = at.end - at.begin;

    for (size_t from = 0; from + n <= t->n_target; from++) {
        size_t i = 0;
        while (i < n && (t->target[from + i] == wanted[i] ||
                         (tr_ascii_is_one_of(wanted[i], ".,") &&
                          tr_ascii_is_one_of(t->target[from + i], ".,"))))
            i++;
        if (i == n) return true;
    }
    return false;
}

/* True if words of code that stand together in the source are apart in the target. */
static bool is_torn(const tr_two_texts *t, const stretch *s)
{
    if (s->n_raised && s->n_signs + s->n_programs + s->n_capitals > 0) return true;
    return (s->n_words > 1 || s->marked) && s->n_odd + s->n_signs > 0 && !is_in_target(t, s->at);
}

static bool holds_lack(tr_span place, const tr_lack *lacks, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (tr_spans_overlap(place, lacks[i].at)) return true;
    return false;
}

/* A stretch of which something is lacked, with all of what is lacked. */
static tr_span with_lacks(tr_span place, const tr_lack *lacks, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (!tr_spans_overlap(place, lacks[i].at)) continue;
        if (lacks[i].at.begin < place.begin) place.begin = lacks[i].at.begin;
        if (lacks[i].at.end > place.end) place.end = lacks[i].at.end;
    }
    return place;
}

static size_t add_stretch(tr_span place, tr_span *list, size_t n, size_t most)
{
    if (n && list[n - 1].end >= place.begin) {
        if (place.end > list[n - 1].end) list[n - 1].end = place.end;
        return n;
    }
    if (n < most) list[n++] = place;
    return n;
}

/* True if a part is lacked, and the target has the whole not even with other marks in numbers. */
static bool is_damaged(const tr_two_texts *t, const stretch *s, const tr_lack *lacks,
                       size_t n_lacks)
{
    return holds_lack(s->at, lacks, n_lacks) && !is_in_target(t, s->at);
}

/* Ends a stretch, which is listed if something of it is lacked.  Returns how many are listed. */
static size_t end_stretch(const tr_two_texts *t, stretch *s, const tr_lack *lacks, size_t n_lacks,
                          tr_span *list, size_t n, size_t most)
{
    const bool any = s->at.end > s->at.begin,
               is_code = !s->n_rare || s->n_programs + s->n_signs || (s->n_raised && s->n_capitals);

    if (any && is_code && (is_damaged(t, s, lacks, n_lacks) || is_torn(t, s)))
        n = add_stretch(with_lacks(s->at, lacks, n_lacks), list, n, most);
    for (size_t i = 0; any && !is_code && i < n_lacks; i++)
        if (tr_spans_overlap(s->at, lacks[i].at)) n = add_stretch(lacks[i].at, list, n, most);
    *s = (stretch){0};
    return n;
}

static void add_word(const tr_two_texts *t, stretch *s, const tr_odd_word *w)
{
    const tr_span at = text_of_word(t, w);

    if (s->at.end == s->at.begin) s->at.begin = at.begin;
    s->at.end = at.end;
    s->odd_last = w->kind == TR_WORD_ODD;
    s->n_words++;
    s->n_odd += w->kind == TR_WORD_ODD;
    s->n_capitals += w->kind == TR_WORD_CAPITALS;
    s->n_programs += is_of_program(t->source, w);
    s->n_rare += w->kind == TR_WORD_PLAIN;
    s->n_raised += w->kind == TR_WORD_PLAIN && is_raised(t, w->at);
    s->marked = at.end > w->at.end;
    s->n_signs += w->kind == TR_WORD_SIGN || (w->kind == TR_WORD_MARK && s->n_words > 1);
}

/* The source with blanks for tags and placeholders, which are kept in another way and may touch a
 * word: {{ body }}The.  NULL: out of memory. */
static char *copy_words(const tr_two_texts *t)
{
    char *const words = malloc(t->n_source + 1);
    tr_placeables scan;
    tr_placeable p;

    if (!words) return NULL;
    memcpy(words, t->source, t->n_source);
    tr_placeables_start(&scan, t->source, 0, t->n_source, TR_FIND_TAGS | TR_FIND_PLACEHOLDERS,
                        true);
    while (tr_placeables_next(&scan, &p))
        memset(words + p.at.begin, ' ', p.at.end - p.at.begin);
    return words;
}

/* True if a word may be one of code because it is lacked: a plain one that nothing touches. */
static bool may_be_lacked(const tr_two_texts *t, const tr_odd_word *w)
{
    if (w->kind != TR_WORD_PLAIN) return w->kind != TR_WORD_ODD;
    return !memchr(t->source + w->at.begin, '/', w->at.end - w->at.begin) &&
           (w->whole.end == t->n_source || t->source[w->whole.end] == ' ') &&
           (w->whole.begin == 0 || t->source[w->whole.begin - 1] == ' ');
}

int tr_stretches_lacking(const tr_two_texts *t, tr_span *list, size_t most)
{
    tr_lack lacks[MOST_LACKS];
    const int n = tr_lacking_find(t, lacks, MOST_LACKS);
    char *const words = n < 0 ? NULL : copy_words(t);
    const size_t n_lacks = n > 0 ? (size_t)n : 0;
    tr_odd_word word = {0};
    stretch s = {0};
    size_t count = 0;

    if (!words) return -1;
    while (tr_odd_word_next(t->language, words, word.whole.end, t->n_source, true, &word)) {
        const bool goes_on = touches(t, &s, &word);
        const bool is = may_be_code(t, &word) ||
                        (may_be_lacked(t, &word) && holds_lack(word.at, lacks, n_lacks)) ||
                        is_rare(t, &word) || (goes_on && is_between(t, &s, &word));
        if (!is || !goes_on) count = end_stretch(t, &s, lacks, n_lacks, list, count, most);
        if (is) add_word(t, &s, &word);
    }
    free(words);
    return (int)end_stretch(t, &s, lacks, n_lacks, list, count, most);
}
