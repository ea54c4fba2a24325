#include "input/protected_brackets.h"

#include "base/unicode.h"
#include "base/utf8.h"
#include "text/placeables/far_brackets.h"

enum { MOST_OPEN = 16 };

/* Brackets that wait for their other ones, and what is between. */
typedef struct search {
    tr_span open[MOST_OPEN];
    size_t n_open;
    tr_span quote; /* \" that waits for its other one, or empty */
    size_t word;   /* behind the last two letters in a row */
    size_t letter; /* behind the last letter */
    size_t held;   /* placeables of the list that begin before the place at hand */
} search;

/* True if byte `at`, which comes later with each call, is in a placeable. */
static bool is_held(search *s, const tr_protected_text *list, size_t n, size_t at)
{
    while (s->held < n && list[s->held].at.end <= at)
        s->held++;
    return s->held < n && list[s->held].at.begin <= at;
}

static int add_bracket(tr_protected *h, tr_span at, tr_error *err)
{
    const int rc = tr_protected_add(h, at, TR_PROTECTED_BY_BRACKET, err);
    if (rc == 0) h->list[h->n - 1].read_as = (tr_string){"\"", 1};
    return rc;
}

/* Takes a bracket into account: adds the pair that it ends, if there is a word in it. */
static int take_bracket(search *s, tr_protected *h, const tr_finding *f, tr_span at)
{
    const int32_t c = tr_utf8_at(f->text, at.begin, at.end);
    size_t k = s->n_open;

    if (tr_far_bracket_closing(c)) {
        if (k < MOST_OPEN) s->open[s->n_open++] = at;
        return 0;
    }
    while (k > 0 && tr_far_bracket_closing(
                        tr_utf8_at(f->text, s->open[k - 1].begin, s->open[k - 1].end)) != c)
        k--;
    if (k == 0) return 0;
    const tr_span first = s->open[k - 1];
    s->n_open = k - 1;
    if (s->word <= first.end) return 0;
    const int rc = add_bracket(h, first, f->err);
    return rc < 0 ? rc : add_bracket(h, at, f->err);
}

/* Takes \" into account, as strings of programs have it. */
static int take_quote(search *s, tr_protected *h, const tr_finding *f, tr_span at)
{
    const tr_span first = s->quote;

    s->quote = first.end > 0 ? (tr_span){0, 0} : at;
    if (first.end == 0 || s->word <= first.end) return 0;
    const int rc = add_bracket(h, first, f->err);
    return rc < 0 ? rc : add_bracket(h, at, f->err);
}

int tr_find_brackets(tr_protected *h, const tr_finding *f)
{
    const size_t n_held = h->n;
    search s = {.n_open = 0};
    int32_t c;
    int rc = 0;

    for (size_t at = f->passage.begin, n; rc == 0 && at < f->passage.end; at += n) {
        n = tr_utf8_decode(f->text + at, f->passage.end - at, &c);
        if (is_held(&s, h->list, n_held, at)) continue;
        if (tr_is_letter(c)) {
            if (s.letter == at && at > f->passage.begin) s.word = at + n;
            s.letter = at + n;
        } else if (tr_far_bracket_length(f->text, at, f->passage.end)) {
            rc = take_bracket(&s, h, f, (tr_span){at, at + n});
        } else if (c == '\\' && tr_starts_with(f->text, at, f->passage.end, "\\\"")) {
            rc = take_quote(&s, h, f, (tr_span){at, at + ++n});
        }
    }
    return rc;
}
