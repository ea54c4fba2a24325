#include "text/placeables/placeables.h"

#include <assert.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "syntax/syntax.h"
#include "text/numbers/measures.h"
#include "text/numbers/numerals.h"
#include "text/placeables/code_groups.h"
#include "text/placeables/code_runs.h"
#include "text/placeables/identifiers.h"
#include "text/placeables/kept.h"
#include "text/placeables/placeholders.h"
#include "text/placeables/sign_words.h"

/* ---- Finders: the first of a kind in text [from, limit) ---- */

enum { AROUND_NAME, AROUND_RUN, AROUND_GROUP };

static bool find_kept(tr_placeables *s, size_t from, size_t limit, tr_span *at)
{
    enum { SURELY_LONG = 4 * TR_LONGEST_KEPT_WORD }; /* bytes */
    const tr_span word = s->long_word;

    /* the end of a long word is one, too: it need not be read again behind each code in it */
    if (from >= word.begin && from + SURELY_LONG < word.end && word.end <= limit) {
        *at = (tr_span){from, word.end};
        return true;
    }
    if (!tr_kept_next(s->text, limit, from, s->spaces, at)) return false;
    if (s->spaces && at->end - at->begin > SURELY_LONG) s->long_word = *at;
    return true;
}

static bool find_tag(tr_placeables *s, size_t from, size_t limit, tr_span *at)
{
    for (; tr_placeholder_next(s->text, limit, from, at); from = at->end)
        if (tr_placeholder_is_tag(s->text, at)) return true;
    return false;
}

/* True if text [begin, end) is empty or a word of letters. */
static bool is_no_code(const char *text, size_t begin, size_t end)
{
    enum { SHORTEST = 3 };
    const size_t n = tr_utf8_count(text + begin, end - begin);

    return !n || (n >= SHORTEST && tr_utf8_skip(text, begin, end, tr_is_letter) == end);
}

/* True if all of a name but a placeholder is words that touch it: "{0}Read". */
static bool touches_words(const char *text, tr_span name, tr_span placeholder)
{
    if (!tr_spans_overlap(name, placeholder)) return false;
    const size_t begin = placeholder.begin > name.begin ? placeholder.begin : name.begin,
                 end = placeholder.end < name.end ? placeholder.end : name.end;
    return is_no_code(text, name.begin, begin) && is_no_code(text, end, name.end);
}

static bool find_identifier(tr_placeables *s, size_t from, size_t limit, tr_span *at)
{
    if (!tr_identifier_next(s->text, limit, from, at)) return false;
    tr_span *const around = &s->around[AROUND_NAME];
    if (s->wanted & TR_FIND_PLACEHOLDERS &&
        (tr_placeholder_holds(s->text, limit, from, *at, around) ||
         touches_words(s->text, *at, *around)))
        *at = *around;
    return true;
}

/* A group or a run of code within a placeholder is that placeholder. */
static void prefer_placeholder(tr_placeables *s, size_t from, size_t limit, tr_span *around,
                               tr_span *at)
{
    if (s->wanted & TR_FIND_PLACEHOLDERS && tr_placeholder_holds(s->text, limit, from, *at, around))
        *at = *around;
}

static bool find_code_run(tr_placeables *s, size_t from, size_t limit, tr_span *at)
{
    if (!tr_code_run_next(s->text, limit, from, at)) return false;
    prefer_placeholder(s, from, limit, &s->around[AROUND_RUN], at);
    return true;
}

static bool find_code_group(tr_placeables *s, size_t from, size_t limit, tr_span *at)
{
    if (!tr_code_group_next(s->text, limit, from, at)) return false;
    prefer_placeholder(s, from, limit, &s->around[AROUND_GROUP], at);
    return true;
}

static bool find_sign_word(tr_placeables *s, size_t from, size_t limit, tr_span *at)
{
    return tr_sign_word_next(s->text, limit, from, at);
}

static bool find_marked_code(tr_placeables *s, size_t from, size_t limit, tr_span *at)
{
    return tr_syntax_next(TR_SYNTAX_IS(TR_SYNTAX_CODE), s->text, limit, from, at) != NULL;
}

static bool find_placeholder(tr_placeables *s, size_t from, size_t limit, tr_span *at)
{
    return tr_placeholder_next(s->text, limit, from, at);
}

static bool find_numeral(tr_placeables *s, size_t from, size_t limit, tr_span *at)
{
    return tr_numeral_next(s->text, from, limit, at);
}

static bool find_currency(tr_placeables *s, size_t from, size_t limit, tr_span *at)
{
    return tr_currency_next(s->text, from, limit, s->end, at);
}

/* In order of precedence.  Finders of one level take what begins first. */
static const struct {
    unsigned wanted;
    int level;
    bool (*find)(tr_placeables *s, size_t from, size_t limit, tr_span *at);
    enum tr_placeable_kind kind;
} finders[TR_PLACEABLE_FINDERS] = {
    {TR_FIND_IDENTIFIERS, 1, find_code_run, TR_PLACEABLE_IDENTIFIER},
    {TR_FIND_IDENTIFIERS, 1, find_code_group, TR_PLACEABLE_IDENTIFIER},
    {TR_FIND_IDENTIFIERS, 1, find_sign_word, TR_PLACEABLE_IDENTIFIER},
    {TR_FIND_IDENTIFIERS, 1, find_marked_code, TR_PLACEABLE_IDENTIFIER},
    {TR_FIND_KEPT, 1, find_kept, TR_PLACEABLE_KEPT},
    {TR_FIND_TAGS, 1, find_tag, TR_PLACEABLE_TAG},
    {TR_FIND_IDENTIFIERS, 2, find_identifier, TR_PLACEABLE_IDENTIFIER},
    {TR_FIND_PLACEHOLDERS, 3, find_placeholder, TR_PLACEABLE_PLACEHOLDER},
    {TR_FIND_NUMERALS, 4, find_numeral, TR_PLACEABLE_NUMERAL},
    {TR_FIND_CURRENCIES, 5, find_currency, TR_PLACEABLE_CURRENCY},
};

int tr_placeable_level(enum tr_placeable_kind kind)
{
    size_t i = TR_PLACEABLE_FINDERS;

    if (kind == TR_PLACEABLE_PRIVATE) kind = TR_PLACEABLE_PLACEHOLDER;
    while (finders[--i].kind != kind) {
    }
    return finders[i].level;
}

/* ---- The scan ---- */

void tr_placeables_start(tr_placeables *s, const char *text, size_t begin, size_t end,
                         unsigned wanted, bool spaces)
{
    *s = (tr_placeables){.text = text,
                         .at = begin,
                         .end = end,
                         .wanted = wanted,
                         .spaces = spaces,
                         .around = {{begin, begin}, {begin, begin}, {begin, begin}}};
}

/* Where the next of finder i begins in the text before `limit`; `limit` if there is none. */
static size_t look_ahead(tr_placeables *s, size_t i, size_t limit)
{
    tr_span *const next = &s->ahead[i];

    if (next->begin < s->at || s->limit[i] != limit) {
        if (!finders[i].find(s, s->at, limit, next)) *next = (tr_span){limit, limit};
        s->limit[i] = limit;
    }
    return next->begin;
}

/* Placeholders have kinds of their own; an identifier may have become one. */
static enum tr_placeable_kind kind_of_placeable(const tr_placeables *s, size_t i, const tr_span *at)
{
    const enum tr_placeable_kind kind = finders[i].kind;
    bool is_around = false;

    for (size_t k = 0; k < TR_PLACEABLE_AROUND && kind == TR_PLACEABLE_IDENTIFIER; k++)
        is_around = is_around || (s->wanted & TR_FIND_PLACEHOLDERS &&
                                  at->begin == s->around[k].begin && at->end == s->around[k].end);
    if (kind != TR_PLACEABLE_PLACEHOLDER && !is_around) return kind;
    return tr_placeholder_is_private(s->text, at) ? TR_PLACEABLE_PRIVATE
           : tr_placeholder_is_tag(s->text, at)   ? TR_PLACEABLE_TAG
                                                  : TR_PLACEABLE_PLACEHOLDER;
}

bool tr_placeables_next(tr_placeables *s, tr_placeable *found)
{
    size_t outer = s->end, first = s->end, n = TR_PLACEABLE_FINDERS;
    int level = 0;

    for (size_t i = 0; i < TR_PLACEABLE_FINDERS; i++) {
        if (!(s->wanted & finders[i].wanted)) continue;
        if (finders[i].level != level) outer = first;
        level = finders[i].level;
        const size_t begin = look_ahead(s, i, outer);
        if (begin >= first) continue;
        first = begin;
        n = i;
    }
    if (n == TR_PLACEABLE_FINDERS) return false;
    *found = (tr_placeable){.at = s->ahead[n], .kind = kind_of_placeable(s, n, &s->ahead[n])};
    if (found->kind == TR_PLACEABLE_NUMERAL && s->wanted & TR_FIND_MEASURES) {
        found->clock = tr_is_clock(s->text, found->at, s->end);
        found->measure = tr_is_measure(s->text, found->at, s->end);
    }
    s->at = found->at.end;
    return true;
}

bool tr_placeables_first(const char *text, size_t begin, size_t end, unsigned wanted, tr_span *at)
{
    tr_placeables s = {.text = text, .end = end, .wanted = wanted, .spaces = true};

    size_t i = 0;

    while (i < TR_PLACEABLE_FINDERS && finders[i].wanted != wanted)
        i++;
    assert(i < TR_PLACEABLE_FINDERS); /* one finder is asked for */
    return finders[i].find(&s, begin, end, at);
}
