#include "text/numbers/spelled_numbers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "base/word_list.h"
#include "text/numbers/number_words.h"

enum { HUNDRED = 100, THOUSAND = 1000, TENS = 20 };

/* ---- Words ---- */

/* Bytes of text [len] that are the word [n], in small letters, whatever the case; 0: it is another.
 */
static size_t match_word(const char *text, size_t len, const char *word, size_t n)
{
    size_t at = 0, i = 0;

    if (tr_ascii_lower(*text) != *word && (unsigned char)*text < 0x80) return 0;
    while (i < n) {
        if (at == len) return 0;
        const int32_t c = tr_utf8_next(text, &at, len);
        if (tr_to_lower(c) != tr_utf8_next(word, &i, n)) return 0;
    }
    return at;
}

/* A part of a number. */
typedef struct word {
    size_t len; /* 0: there is none */
    uint32_t value;
    bool ordinal;
} word;

static bool ends_word(const char *text, size_t at, size_t len)
{
    return at == len || !tr_byte_is_word(text[at]);
}

/* The longest word of a list that text [at, len) begins with, if it is longer than `found`. */
static void find_longest(const char *list, const char *text, size_t at, size_t len, word *found)
{
    size_t n;

    for (const char *w = list; (w = tr_list_next(w, &n)); w += n) {
        const char *const sign = memchr(w, '=', n);
        if (!sign) continue;
        const size_t bytes = match_word(text + at, len - at, w, (size_t)(sign - w));
        if (bytes <= found->len) continue;
        *found = (word){.len = bytes, .value = (uint32_t)strtoul(sign + 1, NULL, 10)};
    }
}

/* With what may follow an ordinal within its word. */
static size_t with_ending(const char *endings, const char *text, size_t at, size_t len)
{
    size_t n;

    for (const char *w = endings; (w = tr_list_next(w, &n)); w += n)
        if (len - at >= n && !memcmp(text + at, w, n) && ends_word(text, at + n, len))
            return at + n;
    return at;
}

/* The part of a number that text [at, len) begins with. */
static word word_at(const tr_spelled_facts *f, const char *text, size_t at, size_t len)
{
    word cardinal = {0}, ordinal = {.ordinal = true};

    if (at == len || !tr_byte_is_letter(text[at])) return cardinal;
    find_longest(f->words, text, at, len, &cardinal);
    find_longest(f->ordinals, text, at, len, &ordinal);
    if (ordinal.len) {
        ordinal.len = with_ending(f->endings, text, at + ordinal.len, len) - at;
        ordinal.ordinal = true;
        if (!ends_word(text, at + ordinal.len, len)) ordinal.len = 0;
    }
    if (ordinal.len > cardinal.len) return ordinal;
    if (!f->one_word && !ends_word(text, at + cardinal.len, len)) cardinal.len = 0;
    return cardinal;
}

/* ---- Numbers ---- */

/* What parts two parts of a number. */
enum joint { NOTHING, HYPHEN, BLANK, WORD };

typedef struct reading {
    const tr_spelled_facts *facts;
    const char *text;
    size_t len, at;      /* the next part is looked for here */
    uint32_t total;      /* thousands */
    uint32_t rest;       /* below them */
    uint32_t last;       /* the value of the last part */
    bool ordinal, begun; /* the number ends; it has begun */
} reading;

/* What begins at text [at], and where it ends. */
static enum joint joint_at(const reading *r, size_t *at)
{
    const char *const own = r->facts->joint;
    const size_t n = own ? strlen(own) : 0;
    enum joint joint = NOTHING;
    size_t i = *at;

    if (i < r->len && r->text[i] == '-' && !r->facts->one_word) {
        ++*at;
        return HYPHEN;
    }
    while (i < r->len && r->text[i] == ' ' && !r->facts->one_word) {
        joint = BLANK;
        i++;
    }
    if (n && (joint == BLANK || r->facts->one_word)) {
        const size_t bytes = i < r->len ? match_word(r->text + i, r->len - i, own, n) : 0;
        const size_t end = i + bytes + (joint == BLANK);
        if (bytes && end < r->len && (joint == NOTHING || r->text[end - 1] == ' ')) {
            *at = end;
            return WORD;
        }
    }
    *at = i;
    return joint;
}

/* Behind hundreds or thousands, a smaller number. */
static bool may_follow_hundreds(const reading *r, const word *w, enum joint joint)
{
    if (r->facts->one_word) return joint == NOTHING || joint == WORD;
    if (r->ordinal) return w->ordinal && joint != WORD;
    if (r->facts->joins_units)
        return !w->ordinal && (joint == WORD || (joint == BLANK && w->value >= HUNDRED));
    return joint == WORD || joint == BLANK || (joint == HYPHEN && !w->ordinal);
}

/* Behind tens, units; in a language that says them first, tens behind units. */
static bool may_follow_tens(const reading *r, const word *w, enum joint joint)
{
    const uint32_t below = r->rest % HUNDRED;
    const bool is_unit = w->value < 10, was_unit = below < 10;

    if (r->facts->one_word)
        return was_unit && r->last == below && joint == WORD && w->value >= TENS &&
               w->value < HUNDRED;
    if (!is_unit || below % 10 || r->last != below) return false;
    if (r->ordinal) return w->ordinal && joint != WORD;
    if (below < TENS) return false;
    if (r->facts->joins_units) return joint == WORD && !w->ordinal;
    return joint == HYPHEN || (joint == BLANK && !w->ordinal);
}

/* Adds a part; false if it is none of this number. */
static bool add_part(reading *r, const word *w, enum joint joint)
{
    if (!r->begun) {
        r->total = w->value == THOUSAND ? THOUSAND : 0;
        r->rest = w->value == THOUSAND ? 0 : w->value;
    } else if (w->value == THOUSAND) {
        if (w->ordinal || joint == WORD || r->total || r->ordinal) return false;
        r->total = r->rest * THOUSAND;
        r->rest = 0;
    } else if (w->value == HUNDRED && r->rest > 0) {
        if (joint == WORD || r->rest >= 10 || r->ordinal) return false;
        if (w->ordinal && joint == BLANK) return false;
        r->rest *= HUNDRED;
    } else if (r->rest == 0 && r->total) {
        if (!may_follow_hundreds(r, w, joint)) return false;
        r->rest = w->value;
    } else if (r->rest % HUNDRED == 0 && w->value < HUNDRED) {
        if (!may_follow_hundreds(r, w, joint)) return false;
        r->rest += w->value;
    } else {
        if (!may_follow_tens(r, w, joint)) return false;
        r->rest += w->value;
    }
    r->begun = true;
    r->ordinal = w->ordinal;
    r->last = w->value;
    return true;
}

/* True if the list has a word of text, whatever its case. */
static bool has_word(const char *list, const char *text, tr_span at)
{
    enum { LONGEST = 8 };
    char small[LONGEST];
    const size_t n = at.end - at.begin;

    if (n > LONGEST) return false;
    for (size_t i = 0; i < n; i++)
        small[i] = tr_ascii_lower(text[at.begin + i]);
    return tr_list_has(list, small, n);
}

/* An article is a part before a hundred or a thousand alone. */
static bool skip_article(reading *r)
{
    const size_t end = tr_skip(r->text, r->at, r->len, tr_byte_is_letter);

    if (r->begun || r->facts->one_word || end == r->len || r->text[end] != ' ') return false;
    if (!has_word(r->facts->articles, r->text, (tr_span){r->at, end})) return false;
    const word w = word_at(r->facts, r->text, end + 1, r->len);
    if (w.ordinal || !w.len || (w.value != HUNDRED && w.value != THOUSAND)) return false;
    r->at = end + 1;
    return true;
}

/* Reads the number that text [at, len) begins with, at the beginning of a word. */
static bool read_number(const tr_spelled_facts *f, const char *text, size_t at, size_t len,
                        tr_spelled_number *number)
{
    reading r = {.facts = f, .text = text, .len = len, .at = at};
    size_t end = at;

    skip_article(&r);
    for (enum joint joint = NOTHING;; joint = joint_at(&r, &r.at)) {
        const word w = word_at(f, text, r.at, len);
        const bool is_inner = r.begun && joint == NOTHING && !f->one_word;
        if (!w.len || is_inner || !add_part(&r, &w, joint)) break;
        r.at += w.len;
        end = r.at;
        if (r.ordinal && f->one_word) break;
    }
    *number = (tr_spelled_number){.at = {at, end},
                                  .value = r.total + r.rest,
                                  .ordinal = r.ordinal,
                                  .begins_word = end < len && tr_byte_is_word(text[end])};
    return end > at && !has_word(f->bound, text, number->at);
}

/* True if the number is a word, or begins one that says it: "zwanzigmal", no "zwanzigstel". */
static bool may_end(const tr_spelled_facts *f, const char *text, size_t len,
                    const tr_spelled_number *number, bool inner)
{
    const size_t end = number->at.end;
    return !number->begins_word ||
           (inner && tr_list_beginning(f->compounds, text + end, len - end) > 0);
}

bool tr_spelled_next(const tr_spelled_facts *f, const char *text, size_t at, size_t len, bool inner,
                     tr_spelled_number *number)
{
    if (!tr_spelled_known(f)) return false;
    while (at < len) {
        const size_t end = tr_skip(text, at, len, tr_byte_is_word);
        if (end == at) {
            at++;
            continue;
        }
        const bool begins = at == 0 || !tr_byte_is_word(text[at - 1]);
        if (begins && read_number(f, text, at, len, number) && may_end(f, text, len, number, inner))
            return true;
        at = end;
    }
    return false;
}

/* ---- Numbers that tell ---- */

static bool are_blank(const char *text, size_t at, size_t end)
{
    while (at < end && (text[at] == ' ' || text[at] == '-'))
        at++;
    return at == end;
}

/* True if a number in digits stands right before: "5 hundred". */
static bool is_behind_digits(const char *text, size_t at)
{
    while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '-'))
        at--;
    return at > 0 && tr_ascii_is_digit(text[at - 1]);
}

bool tr_spelled_next_telling(const tr_spelled_facts *f, const char *text, size_t at, size_t len,
                             tr_spelled_number *number)
{
    enum { LEAST = 13, MOST = 9999 }; /* "a thousand" are many */
    tr_spelled_number next;
    tr_span last = {0};
    bool any = tr_spelled_next(f, text, at, len, false, &next);

    while (any) {
        *number = next;
        any = tr_spelled_next(f, text, number->at.end, len, false, &next);
        const bool is_behind = last.end && are_blank(text, last.end, number->at.begin) &&
                               !has_word(f->articles, text, last);
        const bool is_before = any && are_blank(text, number->at.end, next.at.begin);
        last = number->at;
        if (is_behind || is_before || number->value < LEAST || number->value > MOST) continue;
        if (number->value == THOUSAND) continue;
        if (is_behind_digits(text, number->at.begin)) continue;
        if (!tr_zeros_behind(text, number->at.end, len)) return true;
    }
    return false;
}

void tr_spelled_digits(const tr_spelled_facts *f, const tr_spelled_number *number,
                       char digits[TR_SPELLED_SIZE])
{
    const int n = snprintf(digits, TR_SPELLED_SIZE, "%u", (unsigned)number->value);
    size_t n_rule;

    for (const char *w = f->marks; number->ordinal && (w = tr_list_next(w, &n_rule)); w += n_rule) {
        const char *const sign = memchr(w, '>', n_rule);
        const size_t before = sign ? (size_t)(sign - w) : 0, behind = n_rule - before - 1;
        if (!sign || before > (size_t)n || memcmp(digits + n - before, w, before) != 0) continue;
        snprintf(digits + (size_t)n - before, TR_SPELLED_SIZE - (size_t)n + before, "%.*s",
                 (int)behind, sign + 1);
        return;
    }
}
