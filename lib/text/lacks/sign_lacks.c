#include "text/lacks/sign_lacks.h"

#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "text/lacks/word_chars.h"

enum { MOST_SIGNS = 64 };

/* ---- Words of signs ---- */

/* How often the target has the word of signs, between blanks but for marks of a sentence. */
static size_t count_signs(const tr_lack_job *j, tr_span at)
{
    const char *const text = j->texts->target;
    tr_odd_word w = {0};
    size_t count = 0;

    while (tr_odd_word_next(j->texts->language, text, w.whole.end, j->texts->n_target, false, &w)) {
        const size_t n = at.end - at.begin;
        size_t end = w.whole.end;
        count +=
            (w.at.end - w.at.begin == n && !memcmp(text + w.at.begin, tr_lack_text(j, at), n)) ||
            (w.whole.end - w.whole.begin == n &&
             !memcmp(text + w.whole.begin, tr_lack_text(j, at), n));
        while (end > w.whole.begin && tr_ascii_is_one_of(text[end - 1], ".,:;!?\")"))
            end--;
        count += end < w.whole.end && end != w.at.end && end - w.whole.begin == n &&
                 !memcmp(text + w.whole.begin, tr_lack_text(j, at), n);
    }
    return count;
}

/* A dash among middle dots stays one. */
static bool has_dot(const tr_lack_job *j, tr_span at)
{
    enum { MIDDLE_DOT = 0xB7 };
    while (at.begin < at.end)
        if (tr_utf8_next(j->texts->source, &at.begin, at.end) == MIDDLE_DOT) return true;
    return false;
}

/* How often the target has a word of signs with hyphens for dashes. */
static size_t count_hyphened(const tr_lack_job *j, tr_span at)
{
    if (has_dot(j, at)) return 0;
    char copy[TR_MOST_HYPHENED];
    const size_t n = tr_lack_hyphened(tr_lack_text(j, at), at.end - at.begin, copy);
    return n ? tr_lack_count_word(j->texts->target, j->texts->n_target, copy, n, false) : 0;
}

/* True for a dash or a mark that nothing touches. */
static bool stands_alone(const tr_lack_job *j, const tr_odd_word *w)
{
    return (w->kind == TR_WORD_DASH || w->kind == TR_WORD_MARK) && w->whole.begin > 0 &&
           tr_is_space(tr_utf8_before(j->texts->source, 0, w->whole.begin));
}

void tr_lack_check_signs(tr_lack_job *j, size_t i)
{
    const tr_odd_word *const w = &j->list[i];
    const bool sign = w->kind == TR_WORD_SIGN;

    if (!sign && !(stands_alone(j, w) && tr_lack_touches_strict(j, i))) return;
    if (count_signs(j, w->at) + count_hyphened(j, w->at) < tr_lack_count_before(j, i, w->at))
        tr_lack_add(j, w->at, TR_LACKS_SIGN);
}
/* ---- Signs within words ---- */

typedef struct sign_count {
    int32_t c;
    size_t in_source, in_target;
    size_t last; /* where the source has it last */
} sign_count;

/* `doubled`: the source has && somewhere, so that & is no word for and. */
static bool is_counted(int32_t c, bool doubled)
{
    return tr_is_lasting_sign(c) || (c == '&' && doubled) || c == '(' || c == ')';
}

static bool has_doubled(const char *text, size_t len, char c)
{
    for (size_t i = 0; i + 1 < len; i++)
        if (text[i] == c && text[i + 1] == c) return true;
    return false;
}

static void count_signs_of(const tr_lack_job *j, sign_count *counts, size_t *n)
{
    const tr_two_texts *const t = j->texts;
    const bool doubled =
        has_doubled(t->source, t->n_source, '&') || has_doubled(t->target, t->n_target, '&');

    for (size_t at = 0; at < t->n_source;) {
        const size_t begin = at;
        const int32_t c = tr_utf8_next(t->source, &at, t->n_source);
        size_t k = 0;
        if (!is_counted(c, doubled)) continue;
        while (k < *n && counts[k].c != c)
            k++;
        if (k == MOST_SIGNS) continue;
        if (k == *n) counts[(*n)++] = (sign_count){.c = c};
        counts[k].in_source++;
        counts[k].last = begin;
    }
    for (size_t at = 0; at < t->n_target;) {
        const int32_t c = tr_utf8_next(t->target, &at, t->n_target);
        for (size_t k = 0; is_counted(c, doubled) && k < *n; k++)
            counts[k].in_target += counts[k].c == c;
    }
}

/* The word around byte `at` of the source. */
static tr_span word_around(const tr_lack_job *j, size_t at)
{
    for (size_t i = 0; i < j->n; i++)
        if (j->list[i].whole.begin <= at && at < j->list[i].whole.end) return j->list[i].at;
    return (tr_span){at, at + 1};
}

static void check_sign_counts(tr_lack_job *j)
{
    sign_count counts[MOST_SIGNS];
    size_t n = 0;

    count_signs_of(j, counts, &n);
    for (size_t k = 0; k < n; k++) {
        if (counts[k].in_source == counts[k].in_target) continue;
        const tr_span word = word_around(j, counts[k].last);
        const bool inside = word.begin <= counts[k].last && counts[k].last < word.end;
        size_t end = counts[k].last;
        tr_utf8_next(j->texts->source, &end, j->texts->n_source);
        tr_lack_add(j, inside ? word : (tr_span){counts[k].last, end}, TR_LACKS_SIGN);
    }
}

/* Feet, inches, minutes: a straight mark behind digits that closes nothing. */
static void check_primes(tr_lack_job *j, char mark)
{
    const tr_two_texts *const t = j->texts;
    size_t all = 0, in_source = 0, in_target = 0, last = 0;

    for (size_t i = 0; i < t->n_source; i++) {
        all += t->source[i] == mark;
        if (i == 0 || t->source[i] != mark || !tr_ascii_is_digit(t->source[i - 1])) continue;
        in_source++;
        last = i;
    }
    for (size_t i = 1; i < t->n_target; i++)
        in_target += t->target[i] == mark && tr_ascii_is_digit(t->target[i - 1]);
    if (all % 2 && in_target < in_source) tr_lack_add(j, (tr_span){last, last + 1}, TR_LACKS_SIGN);
}

static size_t count_quotes(const char *text, size_t len)
{
    size_t n = 0;
    for (size_t at = 0; at < len;)
        n += tr_is_double_quote(tr_utf8_next(text, &at, len));
    return n;
}

/* Quotation marks of odd words are counted; prose may lose its own with the words. */
static void check_quotes(tr_lack_job *j)
{
    const tr_two_texts *const t = j->texts;

    for (size_t i = 0; i < j->n; i++) {
        const tr_span at = j->list[i].at;
        if (j->list[i].kind != TR_WORD_ODD ||
            !memchr(tr_lack_text(j, at), '"', at.end - at.begin) ||
            tr_odd_word_core(t->source, at).end < at.end)
            continue;
        if (count_quotes(t->source, t->n_source) != count_quotes(t->target, t->n_target))
            tr_lack_add(j, at, TR_LACKS_SIGN);
        break;
    }
}

/* Brackets with nothing between are a call: "in main ()". */
static void check_empty_brackets(tr_lack_job *j)
{
    const tr_two_texts *const t = j->texts;
    size_t in_source = 0, in_target = 0, last = 0;

    for (size_t i = 0; i + 1 < t->n_source; i++)
        if (!memcmp(t->source + i, "()", 2)) in_source++, last = i;
    for (size_t i = 0; i + 1 < t->n_target; i++)
        in_target += !memcmp(t->target + i, "()", 2);
    if (in_target < in_source) tr_lack_add(j, (tr_span){last, last + 2}, TR_LACKS_SIGN);
}

static bool has_code(const tr_lack_job *j)
{
    for (size_t i = 0; i < j->n; i++)
        if (tr_lack_is_strict(j, i) && !tr_lack_is_placeholder(j, i)) return true;
    return j->n_taken > 0;
}

/* Straight quotation marks beside code make pairs in the target, too. */
static void check_quote_pairs(tr_lack_job *j)
{
    const tr_two_texts *const t = j->texts;

    if (count_quotes(t->source, t->n_source) % 2 || !(count_quotes(t->target, t->n_target) % 2))
        return;
    const char *const quote = memchr(t->source, '"', t->n_source);
    if (!quote || !has_code(j)) return;
    const size_t at = (size_t)(quote - t->source);
    tr_lack_add(j, (tr_span){at, at + 1}, TR_LACKS_SIGN);
}

void tr_lack_check_counts(tr_lack_job *j)
{
    check_sign_counts(j);
    check_quotes(j);
    check_quote_pairs(j);
    check_empty_brackets(j);
    check_primes(j, '\'');
    check_primes(j, '"');
}
