#include "text/lacks/lacking.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/buf.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "text/lacks/odd_word.h"
#include "text/placeables/placeables.h"

enum {
    MOST_WORDS = 4096,
    MOST_BYTES = 64 << 20, /* of targets that are looked through */
    MOST_SIGNS = 64,
    MOST_HYPHENED = 64 /* bytes */
};

/* The source's words, and what is wanted of them. */
typedef struct job {
    const tr_two_texts *texts;
    size_t code_end; /* the words before it are within brackets of code */
    char *words;     /* [n_source] the source, with blanks for tags and the like */
    tr_odd_word *list;
    size_t n, capacity;
    bool capitals; /* the source is in capitals */
    bool failed;
    tr_lack *lacks;
    size_t n_lacks, most;
} job;

static void add_lack(job *j, tr_span at, enum tr_lack_kind kind)
{
    for (size_t i = 0; i < j->n_lacks; i++)
        if (tr_spans_overlap(j->lacks[i].at, at)) return;
    if (j->n_lacks < j->most) j->lacks[j->n_lacks++] = (tr_lack){at, kind};
}

/* ---- How often ---- */

static bool are_alike(char a, char b, bool loose)
{
    return a == b || (loose && tr_ascii_is_one_of(a, ".,") && tr_ascii_is_one_of(b, ".,"));
}

/* Bytes of text [len] that are the word [n]; 0 if it begins otherwise.  `loose`: the marks of
 * numbers may be others, and any blanks are one. */
static size_t match(const char *text, size_t len, const char *word, size_t n, bool loose)
{
    size_t at = 0;

    for (size_t i = 0; i < n; i++) {
        if (loose && word[i] == ' ') {
            const size_t next = tr_utf8_skip(text, at, len, tr_is_space);
            if (next == at) return 0;
            at = next;
        } else if (at == len || !are_alike(text[at], word[i], loose)) {
            return 0;
        } else {
            at++;
        }
    }
    return at;
}

/* True if a character before or behind a word makes it another one. */
static bool is_part(int32_t beside, int32_t edge)
{
    if (tr_is_alnum(beside)) return true;
    return beside == edge && (edge == '-' || tr_is_lasting_sign(edge));
}

/* How often text [len] has the word [n], set apart. */
static size_t count_word(const char *text, size_t len, const char *word, size_t n, bool loose)
{
    const int32_t first = tr_utf8_first(word, n), last = tr_utf8_before(word, 0, n);
    size_t count = 0;

    for (size_t at = 0; at < len; at++) {
        if (!loose) {
            const char *const found = memchr(text + at, word[0], len - at);
            if (!found) break;
            at = (size_t)(found - text);
        }
        const size_t bytes = match(text + at, len - at, word, n, loose);
        if (!bytes || is_part(tr_utf8_before(text, 0, at), first) ||
            is_part(tr_utf8_at(text, at + bytes, len), last))
            continue;
        count++;
    }
    return count;
}

static const char *text_of(const job *j, tr_span at)
{
    return j->texts->source + at.begin;
}

/* Copies a word [n] with hyphens for en dashes, which translations write in ranges; returns its
 * bytes, 0 if there are none, or if it is too long. */
static size_t with_hyphens(const char *word, size_t n, char copy[MOST_HYPHENED])
{
    static const char dash[] = "\xE2\x80\x93";
    size_t len = 0;
    bool any = false;

    if (n > MOST_HYPHENED) return 0;
    for (size_t i = 0; i < n; i++) {
        const bool is_dash = n - i >= 3 && !memcmp(word + i, dash, 3);
        copy[len++] = word[i];
        if (is_dash) copy[len - 1] = '-', i += 2;
        any = any || is_dash;
    }
    return any ? len : 0;
}

static size_t count_in_target(const job *j, tr_span at, bool loose)
{
    const tr_two_texts *const t = j->texts;
    char copy[MOST_HYPHENED];
    const size_t n = at.end - at.begin, n_copy = with_hyphens(text_of(j, at), n, copy);
    size_t count = count_word(t->target, t->n_target, text_of(j, at), n, loose);

    if (n_copy) count += count_word(t->target, t->n_target, copy, n_copy, loose);
    return count;
}

/* How often words of the source that are checked, up to word i, have that text. */
static size_t count_before(const job *j, size_t i, tr_span at)
{
    size_t count = 0;

    for (size_t k = 0; k <= i; k++) {
        const tr_odd_word *const w = &j->list[k];
        if (w->kind != j->list[i].kind) continue;
        const tr_span own =
            w->kind == TR_WORD_ODD ? tr_odd_word_core(j->texts->source, w->at) : w->at;
        count += own.end - own.begin == at.end - at.begin &&
                 !memcmp(text_of(j, own), text_of(j, at), at.end - at.begin);
    }
    return count;
}

/* How often the target has it, whatever stands beside it. */
static size_t count_part(const job *j, tr_span at)
{
    const size_t n = at.end - at.begin;
    size_t count = 0;

    for (size_t i = 0; i + n <= j->texts->n_target; i++)
        count += !memcmp(j->texts->target + i, text_of(j, at), n);
    return count;
}

/* ---- Words ---- */

static bool is_strict(const job *j, size_t i)
{
    return i < j->n && (j->list[i].kind == TR_WORD_ODD || j->list[i].kind == TR_WORD_SIGN);
}

static bool is_kind(const job *j, size_t i, enum tr_odd_kind kind)
{
    return i < j->n && j->list[i].kind == kind;
}

/* True if one character at most stands between the words, and a blank: so nothing parts them. */
static bool are_close(const job *j, size_t i)
{
    return i + 1 < j->n && j->list[i + 1].at.begin - j->list[i].at.end <= 2;
}

static bool touches_strict(const job *j, size_t i)
{
    return (i > 0 && is_strict(j, i - 1) && are_close(j, i - 1)) ||
           (is_strict(j, i + 1) && are_close(j, i));
}

/* True if the word is strict, and no number with a sign: 500+, ~70. */
static bool is_code(const job *j, size_t i)
{
    if (!is_strict(j, i)) return false;
    return j->list[i].kind == TR_WORD_SIGN ||
           tr_has_letter(j->texts->source, j->list[i].at.begin, j->list[i].at.end);
}

/* True if odd words stand on both sides of a word, one of them at once, and the other behind one
 * more word at most. */
static bool is_amid_strict(const job *j, size_t i)
{
    const bool before = i > 0 && is_code(j, i - 1), behind = is_code(j, i + 1);
    return (before && (behind || is_code(j, i + 2))) || (behind && i > 1 && is_code(j, i - 2));
}

/* True if it is a small word of the language, whatever its case. */
static bool is_function_word(const job *j, tr_span at)
{
    return tr_odd_word_is_function(j->texts->language, j->texts->source, at);
}

static bool is_small(const job *j, tr_span at)
{
    for (size_t i = at.begin; i < at.end;)
        if (!tr_is_lower(tr_utf8_next(j->texts->source, &i, at.end))) return false;
    return true;
}

/* The word that a number or an odd word is set equal to: "rate := 3", "data = x.y". */
static bool is_set(const job *j, size_t i)
{
    if (!is_kind(j, i + 1, TR_WORD_SIGN) || i + 2 >= j->n) return false;
    const char *const sign = text_of(j, j->list[i + 1].at);
    const size_t n = j->list[i + 1].at.end - j->list[i + 1].at.begin;
    const enum tr_odd_kind value = j->list[i + 2].kind;
    return (value == TR_WORD_NUMBER || value == TR_WORD_ODD || value == TR_WORD_LETTER) &&
           ((n == 1 && *sign == '=') ||
            (n == 2 && tr_ascii_is_one_of(*sign, ":+-*/|?") && sign[1] == '='));
}

/* True if a letter alone stays: it is no small word, nor the initial of one. */
static bool letter_stays(const job *j, size_t i)
{
    const tr_odd_word *const w = &j->list[i];
    const bool by_sign = (i > 0 && is_kind(j, i - 1, TR_WORD_SIGN) && are_close(j, i - 1)) ||
                         (is_kind(j, i + 1, TR_WORD_SIGN) && are_close(j, i));

    if (w->whole.end > w->at.end && text_of(j, w->at)[1] == '.') return false;
    if (by_sign)
        return i > 0 && (tr_ascii_is_upper(*text_of(j, w->at)) || !is_function_word(j, w->at));
    return !is_function_word(j, w->at) && !strchr("AEIOaeo", *text_of(j, w->at));
}

/* True if capitals or odd words stand beside a row of capitals. */
static bool is_among_capitals(const job *j, size_t i)
{
    return (i > 0 && is_kind(j, i - 1, TR_WORD_CAPITALS) && are_close(j, i - 1)) ||
           (is_kind(j, i + 1, TR_WORD_CAPITALS) && are_close(j, i)) || touches_strict(j, i);
}

/* Capitals alone may stress a word, or be another word in each language: UN is UNO. */
static bool capitals_stay(const job *j, size_t i)
{
    if (is_function_word(j, j->list[i].at)) return touches_strict(j, i);
    return is_among_capitals(j, i);
}

static int depth_of(const char *text, tr_span at)
{
    int depth = 0;

    for (size_t i = at.begin; i < at.end; i++)
        depth += tr_ascii_is_one_of(text[i], "([{")   ? 1
                 : tr_ascii_is_one_of(text[i], ")]}") ? -1
                                                      : 0;
    return depth;
}

/* Behind the word that closes the brackets which word i opens, an odd one: "max(a, b)". */
static size_t end_of_code(const job *j, size_t i)
{
    enum { MOST = 8 }; /* words */
    const char *const word = text_of(j, j->list[i].at);
    int depth = depth_of(j->texts->source, j->list[i].at);

    if (depth <= 0 || tr_ascii_is_one_of(*word, ")]}")) return i;
    for (size_t k = i + 1; k < j->n && k <= i + MOST; k++) {
        depth += depth_of(j->texts->source, j->list[k].whole);
        if (depth <= 0) return k + 1;
    }
    return i;
}

/* True if the word has to stand in the target as it is. */
static bool stays(const job *j, size_t i)
{
    const bool knows = j->texts->language->words.function != NULL; /* small words */
    const tr_odd_word *const w = &j->list[i];

    if (i < j->code_end && w->kind != TR_WORD_NONE && w->kind != TR_WORD_SIGN) return true;

    switch (w->kind) {
    case TR_WORD_ODD:
        return true;
    case TR_WORD_CAPITALS:
        return !j->capitals && capitals_stay(j, i);
    case TR_WORD_LETTER:
        return !j->capitals && knows && letter_stays(j, i);
    case TR_WORD_PLAIN:
        return knows && is_small(j, w->at) &&
               ((is_amid_strict(j, i) && !is_function_word(j, w->at)) ||
                (is_set(j, i) && w->at.end - w->at.begin > 2));
    default:
        return false;
    }
}

/* True if only the notation of a number in it may differ. */
static bool may_be_renoted(const job *j, tr_span at)
{
    size_t letters = 0, marks = 0;

    for (size_t i = at.begin; i < at.end; i++) {
        if (j->texts->source[i] == ':') return false;
        letters += tr_byte_is_letter(j->texts->source[i]);
        marks += tr_ascii_is_one_of(j->texts->source[i], ".,");
    }
    return letters < 2 && marks && marks < 3;
}

/* A part of words with a slash stays where another one does: text/plain became Text/plain. */
static void check_slash(job *j, size_t i)
{
    enum { LONG = 4 };
    const tr_span at = j->list[i].at;
    const char *const slash = memchr(text_of(j, at), '/', at.end - at.begin);

    if (!slash || j->list[i].kind != TR_WORD_PLAIN) return;
    const size_t middle = (size_t)(slash - j->texts->source);
    if (!is_small(j, (tr_span){at.begin, middle}) || middle + 1 == at.end) return;
    const tr_span first = {at.begin, middle + 1}, second = {middle, at.end};
    if (count_in_target(j, at, false)) return;
    if ((first.end - first.begin > LONG && count_part(j, first)) ||
        (second.end - second.begin > LONG && count_part(j, second)))
        add_lack(j, at, TR_LACKS_CODE);
}

static void check_word(job *j, size_t i)
{
    const tr_odd_word *const w = &j->list[i];
    const tr_span at = w->kind == TR_WORD_ODD ? tr_odd_word_core(j->texts->source, w->at) : w->at;

    if (at.begin == at.end || !stays(j, i)) return;
    const size_t found = count_in_target(j, at, w->kind == TR_WORD_ODD && may_be_renoted(j, at));
    if (found < count_before(j, i, at)) add_lack(j, at, TR_LACKS_CODE);
}

/* ---- Words of signs ---- */

/* How often the target has the word of signs, between blanks but for marks of a sentence. */
static size_t count_signs(const job *j, tr_span at)
{
    const char *const text = j->texts->target;
    tr_odd_word w = {0};
    size_t count = 0;

    while (tr_odd_word_next(j->texts->language, text, w.whole.end, j->texts->n_target, false, &w)) {
        const size_t n = at.end - at.begin;
        size_t end = w.whole.end;
        count +=
            (w.at.end - w.at.begin == n && !memcmp(text + w.at.begin, text_of(j, at), n)) ||
            (w.whole.end - w.whole.begin == n && !memcmp(text + w.whole.begin, text_of(j, at), n));
        while (end > w.whole.begin && tr_ascii_is_one_of(text[end - 1], ".,:;!?\")"))
            end--;
        count += end < w.whole.end && end != w.at.end && end - w.whole.begin == n &&
                 !memcmp(text + w.whole.begin, text_of(j, at), n);
    }
    return count;
}

/* How often the target has a word of signs with hyphens for dashes. */
static size_t count_hyphened(const job *j, tr_span at)
{
    char copy[MOST_HYPHENED];
    const size_t n = with_hyphens(text_of(j, at), at.end - at.begin, copy);
    return n ? count_word(j->texts->target, j->texts->n_target, copy, n, false) : 0;
}

static void check_signs(job *j, size_t i)
{
    const tr_odd_word *const w = &j->list[i];
    const bool sign = w->kind == TR_WORD_SIGN;

    if (!sign && !((w->kind == TR_WORD_DASH || w->kind == TR_WORD_MARK) && touches_strict(j, i)))
        return;
    if (count_signs(j, w->at) + count_hyphened(j, w->at) < count_before(j, i, w->at))
        add_lack(j, w->at, TR_LACKS_SIGN);
}

/* ---- Rows of words ---- */

static bool may_be_in_row(const job *j, size_t i)
{
    const tr_odd_word *const w = &j->list[i];

    if (w->kind == TR_WORD_LETTER) return !is_function_word(j, w->at);
    return is_strict(j, i) || w->kind == TR_WORD_NUMBER || w->kind == TR_WORD_CAPITALS;
}

/* Odd words, numbers and capitals with one blank between stay together.  Returns the last of the
 * row that begins with word i. */
static size_t check_row(job *j, size_t i)
{
    size_t last = i, others = 0, odd = 0;

    while (may_be_in_row(j, last)) {
        others += j->list[last].kind != TR_WORD_NUMBER;
        odd += is_strict(j, last);
        if (last + 1 == j->n || j->list[last + 1].at.begin - j->list[last].at.end != 1) break;
        if (!may_be_in_row(j, last + 1)) break;
        last++;
    }
    if (last == i || !odd || others < 2) return last;
    for (size_t k = i; k <= last; k++) {
        const tr_span core = tr_odd_word_core(j->texts->source, j->list[k].at);
        if (core.end - core.begin < j->list[k].at.end - j->list[k].at.begin) return last;
    }
    const tr_span row = {j->list[i].at.begin, j->list[last].at.end};
    if (!count_in_target(j, row, true)) add_lack(j, row, TR_LACKS_CODE);
    return last;
}

/* ---- Signs within words ---- */

typedef struct sign_count {
    int32_t c;
    size_t in_source, in_target;
    size_t last; /* where the source has it last */
} sign_count;

static bool is_counted(int32_t c)
{
    return tr_is_lasting_sign(c) || c == '(' || c == ')';
}

static void count_signs_of(const job *j, sign_count *counts, size_t *n)
{
    const tr_two_texts *const t = j->texts;

    for (size_t at = 0; at < t->n_source;) {
        const size_t begin = at;
        const int32_t c = tr_utf8_next(t->source, &at, t->n_source);
        size_t k = 0;
        if (!is_counted(c)) continue;
        while (k < *n && counts[k].c != c)
            k++;
        if (k == MOST_SIGNS) continue;
        if (k == *n) counts[(*n)++] = (sign_count){.c = c};
        counts[k].in_source++;
        counts[k].last = begin;
    }
    for (size_t at = 0; at < t->n_target;) {
        const int32_t c = tr_utf8_next(t->target, &at, t->n_target);
        for (size_t k = 0; is_counted(c) && k < *n; k++)
            counts[k].in_target += counts[k].c == c;
    }
}

/* The word around byte `at` of the source. */
static tr_span word_around(const job *j, size_t at)
{
    for (size_t i = 0; i < j->n; i++)
        if (j->list[i].whole.begin <= at && at < j->list[i].whole.end) return j->list[i].at;
    return (tr_span){at, at + 1};
}

static void check_counts(job *j)
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
        add_lack(j, inside ? word : (tr_span){counts[k].last, end}, TR_LACKS_SIGN);
    }
}

/* Feet, inches, minutes: a straight mark behind digits that closes nothing. */
static void check_primes(job *j, char mark)
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
    if (all % 2 && in_target < in_source) add_lack(j, (tr_span){last, last + 1}, TR_LACKS_SIGN);
}

static size_t count_quotes(const char *text, size_t len)
{
    size_t n = 0;
    for (size_t at = 0; at < len;)
        n += tr_is_double_quote(tr_utf8_next(text, &at, len));
    return n;
}

/* Quotation marks of odd words are counted; prose may lose its own with the words. */
static void check_quotes(job *j)
{
    const tr_two_texts *const t = j->texts;

    for (size_t i = 0; i < j->n; i++) {
        const tr_span at = j->list[i].at;
        if (j->list[i].kind != TR_WORD_ODD || !memchr(text_of(j, at), '"', at.end - at.begin) ||
            tr_odd_word_core(t->source, at).end < at.end)
            continue;
        if (count_quotes(t->source, t->n_source) != count_quotes(t->target, t->n_target))
            add_lack(j, at, TR_LACKS_SIGN);
        break;
    }
}

/* ---- What is no word ---- */

static bool has_space(const char *text, tr_span at)
{
    return tr_utf8_find(text, at.begin, at.end, tr_is_space) < at.end;
}

/* True if the tag marks words, or stands between them: it has a partner, or needs none.  Else it is
 * a part of a word: List<T>. */
static bool is_mark_up(const char *text, tr_span at, size_t len)
{
    enum { LONGEST = 24 };
    char closing[LONGEST + 2] = "</";
    const size_t name = at.begin + 1, end = tr_skip(text, name, at.end, tr_ascii_is_alnum);

    if (text[at.begin] != '<' || end - name > LONGEST - 1) return true;
    if (end == name || text[at.end - 2] == '/') return true;
    if (at.begin > 0 && text[at.begin - 1] == '<') return false;
    if (at.begin == 0 || !tr_byte_is_word(text[at.begin - 1])) return true;
    if (end - name == 2 && !memcmp(text + name, "br", 2)) return true;
    memcpy(closing + 2, text + name, end - name);
    const size_t n = 2 + end - name;
    for (size_t i = 0; i + n <= len; i++)
        if (text[i] == '<' && !memcmp(text + i, closing, n)) return true;
    return false;
}

/* Bytes of the entity or the escape sequence at text [at, len): &quot; or the \n of
 * "end.\nNext"; 0 if there is none. */
static size_t written_out(const char *text, size_t at, size_t len)
{
    enum { LONGEST = 10 };
    size_t end = at + 1;

    if (text[at] == '&') {
        end += end < len && text[end] == '#';
        end = tr_skip(text, end, len, tr_ascii_is_alnum);
        const bool is_entity = end - at > 2 && end - at < LONGEST && end < len && text[end] == ';';
        return is_entity ? end + 1 - at : 0;
    }
    if (text[at] != '\\' || end >= len || !tr_ascii_is_one_of(text[end], "nrt")) return 0;
    const size_t word = tr_utf8_skip_back(text, 0, at, tr_is_no_space);
    if (memchr(text + word, '(', at - word)) return 0;
    if (at == 0 || end + 1 == len || text[end + 1] == '\\') return 2;
    return tr_ascii_is_lower(text[end + 1]) || text[at - 1] == ':' ? 0 : 2;
}

/* A placeable with all that touches it, but for marks of a sentence, quotation marks and brackets
 * around it. */
static tr_span with_neighbours(const char *text, tr_span at, size_t len)
{
    tr_span all = {tr_utf8_skip_back(text, 0, at.begin, tr_is_no_space),
                   tr_utf8_find(text, at.end, len, tr_is_space)};

    while (all.begin < at.begin && tr_ascii_is_one_of(text[all.begin], "\"'(["))
        all.begin++;
    while (all.end > at.end &&
           (tr_ascii_is_one_of(text[all.end - 1], ".,:;!?\"'") ||
            (text[all.end - 1] == ')' && !memchr(text + all.begin, '(', all.end - all.begin)) ||
            (text[all.end - 1] == ']' && !memchr(text + all.begin, '[', all.end - all.begin))))
        all.end--;
    if ((unsigned char)text[all.begin] >= 0x80) all.begin = at.begin;
    if ((unsigned char)text[all.end - 1] >= 0x80) all.end = at.end;
    return all;
}

/* Takes what is no word out of the words: it stands in the target as it is, as often. */
static void take_out(job *j, tr_span at)
{
    const tr_two_texts *const t = j->texts;
    const size_t n = at.end - at.begin;
    size_t in_source = 0, in_target = 0;

    for (size_t i = 0; i + n <= at.end; i++)
        in_source += !memcmp(t->source + i, t->source + at.begin, n);
    for (size_t i = 0; i + n <= t->n_target; i++)
        in_target += !memcmp(t->target + i, t->source + at.begin, n);
    if (in_target < in_source) add_lack(j, at, TR_LACKS_CODE);
    memset(j->words + at.begin, ' ', n);
}

static void take_out_all(job *j, size_t *budget)
{
    const tr_two_texts *const t = j->texts;
    const size_t cost = t->n_source + t->n_target;
    tr_placeables scan;
    tr_placeable p;

    tr_placeables_start(&scan, t->source, 0, t->n_source,
                        TR_FIND_TAGS | TR_FIND_PLACEHOLDERS | TR_FIND_IDENTIFIERS, true);
    while (*budget > cost && tr_placeables_next(&scan, &p)) {
        const bool parts = p.kind == TR_PLACEABLE_TAG && is_mark_up(t->source, p.at, t->n_source);
        *budget -= cost;
        if (parts)
            take_out(j, p.at);
        else if (has_space(t->source, p.at))
            take_out(j, with_neighbours(t->source, p.at, t->n_source));
    }
    for (size_t at = 0, n; at < t->n_source; at += n ? n : 1) {
        n = tr_ascii_is_one_of(j->words[at], "&\\") ? written_out(j->words, at, t->n_source) : 0;
        if (!n || *budget < cost) continue;
        take_out(j, (tr_span){at, at + n});
        *budget -= cost;
    }
}

/* ---- All ---- */

static void list_words(job *j)
{
    size_t letters = 0, latin = 0, capitals = 0, small = 0;
    tr_odd_word word = {0};

    for (size_t at = 0; at < j->texts->n_source;) {
        const int32_t c = tr_utf8_next(j->texts->source, &at, j->texts->n_source);
        letters += tr_is_letter(c);
        latin += tr_is_latin_letter(c);
        capitals += tr_is_upper(c);
        small += tr_is_lower(c);
    }
    j->capitals = capitals > small;
    while (j->n < MOST_WORDS && tr_odd_word_next(j->texts->language, j->words, word.whole.end,
                                                 j->texts->n_source, 2 * latin > letters, &word)) {
        j->list = tr_room(j->list, &j->capacity, j->n + 1, sizeof *j->list, &j->failed);
        if (j->failed) return;
        j->list[j->n++] = word;
    }
}

static int compare_lacks(const void *a, const void *b)
{
    const tr_lack *const x = a, *const y = b;
    return (x->at.begin > y->at.begin) - (x->at.begin < y->at.begin);
}

static void check_words(job *j, size_t *budget)
{
    for (size_t i = 0; i<j->n && * budget> j->texts->n_target; i++) {
        const enum tr_odd_kind kind = j->list[i].kind;
        if (kind == TR_WORD_ODD && i >= j->code_end) j->code_end = end_of_code(j, i);
        if (kind == TR_WORD_NONE || (kind == TR_WORD_NUMBER && i >= j->code_end)) continue;
        check_word(j, i);
        check_slash(j, i);
        check_signs(j, i);
        if (kind != TR_WORD_PLAIN) *budget -= j->texts->n_target;
    }
    for (size_t i = 0; i<j->n && * budget> j->texts->n_target; i++) {
        const size_t last = check_row(j, i);
        if (last > i) *budget -= j->texts->n_target;
        i = last;
    }
    check_counts(j);
    check_quotes(j);
    check_primes(j, '\'');
    check_primes(j, '"');
}

int tr_lacking_find(const tr_two_texts *texts, tr_lack *list, size_t most)
{
    job j = {.texts = texts, .lacks = list, .most = most};
    size_t budget = MOST_BYTES;

    j.words = malloc(texts->n_source + 1);
    if (!j.words) return -1;
    memcpy(j.words, texts->source, texts->n_source);
    take_out_all(&j, &budget);
    list_words(&j);
    if (!j.failed) check_words(&j, &budget);
    if (j.n_lacks) qsort(list, j.n_lacks, sizeof *list, compare_lacks);
    free(j.list);
    free(j.words);
    return j.failed ? -1 : (int)j.n_lacks;
}
