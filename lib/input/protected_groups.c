#include "input/protected_groups.h"

#include <string.h>

#include "base/ascii.h"
#include "base/word_list.h"
#include "input/statement_words.h"
#include "text/placeables/keywords.h"

enum { LONGEST_GROUP = 300, DEEPEST = 12 };

/* What stands within brackets. */
typedef struct content {
    size_t prose; /* words of the language, */
    size_t row;   /*   most of them beside each other */
    size_t small; /* articles, prepositions and the like; keywords are none */
    size_t keywords;
    size_t unknown; /* words that are none of the language */
    size_t values;  /* numbers, letters alone, words with a digit or an inner mark */
    size_t nested;  /* brackets */
    size_t lists;   /*   that begin a word, and in which a blank is */
    size_t equals;  /* = alone or in a word */
    size_t signs;   /* signs that only programs have */
    bool sentence;  /* the mark of a sentence and a blank */
} content;

static char closing_of(char c)
{
    return c == '(' ? ')' : c == '[' ? ']' : c == '{' ? '}' : '\0';
}

/* Where the bracket at `at` is closed, behind it; 0 if it is not, or others are not. */
static size_t end_of_brackets(const char *text, size_t at, size_t end)
{
    char open[DEEPEST];
    size_t depth = 0;

    if (end - at > LONGEST_GROUP) end = at + LONGEST_GROUP;
    for (; at < end && text[at] != '\n'; at++) {
        const char close = closing_of(text[at]);
        if (close) {
            if (depth == DEEPEST) return 0;
            open[depth++] = close;
        } else if (tr_ascii_is_one_of(text[at], ")]}")) {
            if (open[--depth] != text[at]) return 0;
            if (depth == 0) return at + 1;
        }
    }
    return 0;
}

/* ---- What stands within ---- */

/* Takes a word of ASCII letters into account. */
static int take_letters(const tr_protected *h, const tr_finding *f, tr_span word, content *c)
{
    const char *const text = f->text, *const small =
                                          h->language ? h->language->words.function : NULL;
    const size_t len = word.end - word.begin;
    bool is_unknown = false;
    int rc = 0;

    if (tr_keyword_is("(?&keyword-within)", text, word)) {
        c->keywords++;
    } else if (tr_list_has_any_case(small, text + word.begin, len)) {
        c->small++;
    } else if (len == 1) {
        c->values++;
    } else {
        rc = tr_statement_is_unknown(f, word, &is_unknown);
        c->unknown += is_unknown;
        c->prose += !is_unknown;
    }
    return rc;
}

/* Takes signs into account that begin at `at`; where they end. */
static size_t take_signs(const char *text, size_t at, size_t end, content *c)
{
    const size_t n = tr_code_sign_length(text, at, end);
    const char before = text[at - 1], next = text[at + 1];

    if (n) {
        c->signs++;
        return at + n;
    }
    c->equals += text[at] == '=';
    c->sentence = c->sentence ||
                  (tr_ascii_is_one_of(text[at], ".!?") && next == ' ' && tr_byte_is_word(before));
    if (closing_of(text[at])) {
        c->nested++;
        c->lists += tr_ascii_is_one_of(before, " ([{'`@") && tr_byte_is_word(next) &&
                    tr_find_byte(text, at, end, ' ') < tr_find_byte(text, at, end, ')');
    }
    return at + 1;
}

/* Reads what stands at text [begin, end). */
static int read_content(const tr_protected *h, const tr_finding *f, tr_span within, content *c)
{
    const char *const text = f->text;
    size_t row = 0;
    int rc = 0;

    *c = (content){0};
    for (size_t at = within.begin, stop; rc == 0 && at < within.end; at = stop) {
        stop = tr_skip(text, at, within.end, tr_byte_is_word);
        const tr_span word = {at, stop};
        const size_t prose = c->prose + c->small;
        if (stop == at) {
            stop = text[at] == ' ' ? at + 1 : take_signs(text, at, within.end, c);
            row = text[at] == ' ' ? row : 0;
            continue;
        }
        if (tr_skip(text, at, stop, tr_ascii_is_letter) == stop)
            rc = take_letters(h, f, word, c);
        else if (tr_skip(text, at, stop, tr_byte_is_letter) == stop)
            c->prose++;
        else
            c->values++;
        row = c->prose + c->small > prose ? row + 1 : 0;
        if (row > c->row) c->row = row;
    }
    return rc;
}

/* ---- Which are code ---- */

/* True if brackets hold code: signs of programs, lists of lists, or no word of the language. */
static bool is_code(const char *text, tr_span group, const content *c, bool is_named)
{
    const size_t others = c->signs + c->unknown + c->keywords + c->values + c->nested;
    const bool is_braces = text[group.begin] == '{',
               is_open = is_braces && text[group.begin + 1] == ' ';

    if (c->sentence || c->row > 2 || (c->small && !is_open)) return false;
    if (is_braces && (c->signs || c->equals) && c->row < 3) return true;
    if (is_open && c->nested + c->unknown + c->values > 0) return true;
    if (c->row > 1 || c->prose > others) return false;
    if (c->signs > 0) return true;
    if (c->lists > 0 && c->nested + c->unknown > 1) return true;
    if (c->prose > 0) return false;
    return is_named ? c->unknown > 0 && c->values + c->keywords + c->equals + c->nested > 0
                    : (c->unknown + c->keywords > 0 && c->equals + c->nested > 0) ||
                          (c->unknown + c->keywords > 0 && c->values > 0 &&
                           tr_ascii_is_one_of(text[group.begin], "[{"));
}

static bool is_of_name(char c)
{
    return tr_byte_is_word(c) || tr_ascii_is_one_of(c, ".$@#'`:!?&*%~^-+=/");
}

/* Where what touches the bracket at `at` begins. */
static size_t begin_of_name(const char *text, size_t from, size_t at)
{
    enum { LONGEST = 60 };
    const size_t begin =
        tr_skip_back(text, at - from > LONGEST ? at - LONGEST : from, at, is_of_name);
    return begin == from || tr_ascii_is_one_of(text[begin - 1], " ([{,\"") ? begin : at;
}

/* Where the group ends, with what touches it behind and is no mark of a sentence. */
static size_t end_of_touching(const char *text, size_t at, size_t end)
{
    size_t stop = tr_find_byte(text, at, end, ' ');

    if (stop - at > LONGEST_GROUP) return at;
    while (stop > at && tr_ascii_is_one_of(text[stop - 1], ".,;:!?\"')"))
        stop--;
    for (size_t i = at; i < stop; i++)
        if ((unsigned char)text[i] >= 0x80) return at;
    return stop;
}

/* True if a placeholder of the list takes the bracket at `at`, or it is of a command of TeX. */
static bool is_taken(const tr_protected *h, const char *text, size_t from, tr_span name, size_t *k,
                     tr_span group)
{
    while (*k < h->n && h->list[*k].at.end <= group.begin)
        ++*k;
    if (*k < h->n && h->list[*k].at.begin <= group.begin && h->list[*k].at.end >= group.end)
        return true;
    return name.begin > from && text[name.begin - 1] == '\\';
}

int tr_find_code_groups(tr_protected *h, const tr_finding *f)
{
    const char *const text = f->text;
    size_t from = f->passage.begin, k = 0;
    tr_protected known = *h; /* what is added meanwhile is none of it */
    int rc = 0;

    for (size_t at = from; rc == 0 && at < f->passage.end; at++) {
        if (!closing_of(text[at])) continue;
        const size_t end = end_of_brackets(text, at, f->passage.end);
        const tr_span name = {begin_of_name(text, from, at), at};
        tr_span group = {at, end};
        content c;
        if (!end || is_taken(&known, text, from, name, &k, group)) continue;
        rc = read_content(h, f, (tr_span){at + 1, end - 1}, &c);
        if (rc < 0 || !is_code(text, group, &c, name.begin < at)) continue;
        group = (tr_span){name.begin, end_of_touching(text, end, f->passage.end)};
        rc = tr_protected_add(h, group, TR_PROTECTED_BY_STAND_IN, f->err);
        if (rc == 0) h->list[h->n - 1].is_code = true;
        known.list = h->list;
        from = group.end;
        at = from - 1;
    }
    return rc;
}
