/* tell_placeables.c - placeables of a text, and what lost against them, as translate.h tells. */
#include <stdbool.h>
#include <string.h>

#include "base/utf8.h"
#include "syntax/row_file.h"
#include "text/numbers/measures.h"
#include "text/placeables/code_groups.h"
#include "text/placeables/code_runs.h"
#include "text/placeables/identifiers.h"
#include "text/placeables/kept.h"
#include "text/placeables/placeables.h"
#include "text/placeables/sign_words.h"
#include "translate.h"

/* ---- Kinds and names ---- */

/* placeables.c has their precedence; a user's rows are before them all. */
static const struct {
    enum tr_placeable_kind kind;
    unsigned wanted;
    const char *name;
} kinds[] = {{TR_PLACEABLE_KEPT, TR_FIND_KEPT, "address"},
             {TR_PLACEABLE_TAG, TR_FIND_TAGS, "tag"},
             {TR_PLACEABLE_IDENTIFIER, TR_FIND_IDENTIFIERS, "identifier"},
             {TR_PLACEABLE_PLACEHOLDER, TR_FIND_PLACEHOLDERS, "placeholder"},
             {TR_PLACEABLE_PRIVATE, TR_FIND_PLACEHOLDERS, "private"},
             {TR_PLACEABLE_NUMERAL, TR_FIND_NUMERALS, "number"},
             {TR_PLACEABLE_CURRENCY, TR_FIND_CURRENCIES, "currency"}};
enum { N_KINDS = sizeof kinds / sizeof *kinds };

typedef struct telling {
    const char *text;
    size_t len;
    void (*tell)(void *ctx, const tr_told_placeable *told);
    void *ctx;
    tr_told_placeable winner;
    int level; /* of the winner's kind */
    /* Of each kind, what is found as if there were no other: each text is looked through once. */
    struct {
        tr_placeables scan;
        tr_placeable next;
        bool has_next;
    } of[N_KINDS];
} telling;

static size_t place_of(enum tr_placeable_kind kind)
{
    size_t i = 0;
    while (kinds[i].kind != kind)
        i++;
    return i;
}

static const char *name_of_kept(const char *text, tr_span at)
{
    const size_t n = at.end - at.begin;

    for (size_t i = at.begin; i < at.end; i++)
        if (text[i] == '@' || (text[i] == ':' && i + 1 < at.end && text[i + 1] == '/'))
            return text[i] == '@' ? "mail-address" : "web-address";
    if (tr_utf8_count(text + at.begin, n) > TR_LONGEST_KEPT_WORD) return "long-word";
    return memchr(text + at.begin, '.', n) ? "web-address" : "pictures";
}

/* True if a finder finds the code alone. */
static bool is_found_by(bool (*next)(const char *text, size_t len, size_t from, tr_span *found),
                        const char *text, tr_span at)
{
    tr_span found;
    return next(text, at.end, at.begin, &found) && found.begin == at.begin && found.end == at.end;
}

/* The name of the row, or of the function, that found an identifier. */
static const char *name_of_identifier(const char *text, size_t len, tr_span at)
{
    enum { GROUPS = TR_SYNTAX_IS(TR_SYNTAX_GROUPS) | TR_SYNTAX_IS(TR_SYNTAX_SECTION) };
    size_t end = 0;
    const tr_syntax *row = tr_syntax_at(TR_SYNTAX_IS(TR_SYNTAX_CODE), text, len, at.begin, &end);

    if (row && end == at.end) return row->name;
    row = tr_syntax_group_at(GROUPS, text, len, at.begin, &end);
    if (row && end == at.end) return row->name;
    if (is_found_by(tr_code_run_next, text, at)) return "code-run";
    if (is_found_by(tr_code_group_next, text, at)) return "code-group";
    if (is_found_by(tr_sign_word_next, text, at)) return "sign-word";
    if (tr_identifier_is_signs(text, at)) return "signs";
    if (tr_feet_end(text, at.begin, len) == at.end) return "feet-and-inches";
    row = tr_syntax_of_word(text, at, true);
    return row && row->kind != TR_SYNTAX_PLAIN_WORD && row->kind != TR_SYNTAX_PLAIN_NUMBER
               ? row->name
               : "word-shape";
}

static const char *name_of(const char *text, size_t len, enum tr_placeable_kind kind, tr_span at)
{
    size_t end;
    const tr_syntax *row;

    switch (kind) {
    case TR_PLACEABLE_KEPT:
        return name_of_kept(text, at);
    case TR_PLACEABLE_IDENTIFIER:
        return name_of_identifier(text, len, at);
    case TR_PLACEABLE_NUMERAL:
        return "numeral";
    case TR_PLACEABLE_CURRENCY:
        return "currency";
    default:
        row = tr_syntax_at(TR_SYNTAX_PLACEHOLDERS, text, len, at.begin, &end);
        return row ? row->name : "placeholder";
    }
}

/* ---- What lost ---- */

static bool overlaps_winner(const telling *t, tr_span at)
{
    return tr_spans_overlap(at, (tr_span){t->winner.begin, t->winner.end});
}

static void tell_lost(const telling *t, tr_span at, int level, const char *kind, const char *name)
{
    const tr_told_placeable *const w = &t->winner;
    const bool is_winner =
        at.begin == w->begin && at.end == w->end && !strcmp(name, w->name) && level == t->level;

    if (is_winner || !overlaps_winner(t, at)) return;
    const char *const why = level > t->level      ? "its kind comes later"
                            : level < t->level    ? "it is a part"
                            : at.begin > w->begin ? "it begins later"
                            : at.begin < w->begin ? "another before it begins earlier"
                                                  : "its row comes later";
    t->tell(t->ctx, &(tr_told_placeable){at.begin, at.end, kind, name, why});
}

/* Rows that match at some byte of the winner, each by itself. */
static void tell_lost_rows(const telling *t)
{
    size_t end;

    for (size_t i = t->winner.begin; i < t->winner.end; i++)
        for (const tr_syntax *row = tr_syntax_at(~0U, t->text, t->len, i, &end); row;
             row = tr_syntax_after(row, t->text, t->len, i, &end)) {
            const bool is_code = row->kind == TR_SYNTAX_CODE;
            const int level = tr_placeable_level(row->kind == TR_SYNTAX_TAG ? TR_PLACEABLE_TAG
                                                 : is_code ? TR_PLACEABLE_IDENTIFIER
                                                           : TR_PLACEABLE_PLACEHOLDER);
            if (is_code || TR_SYNTAX_IS(row->kind) & TR_SYNTAX_PLACEHOLDERS)
                tell_lost(t, (tr_span){i, end}, level,
                          is_code ? "identifier" : tr_syntax_kind_name(row->kind), row->name);
        }
}

/* True if functions look for kind i; rows of the list are told of one by one. */
static bool has_functions(size_t i)
{
    return kinds[i].wanted != TR_FIND_PLACEHOLDERS && kinds[i].wanted != TR_FIND_TAGS;
}

static void begin_kinds(telling *t)
{
    for (size_t i = 0; i < N_KINDS; i++) {
        tr_placeables_start(&t->of[i].scan, t->text, 0, t->len, kinds[i].wanted, true);
        t->of[i].has_next = has_functions(i) && tr_placeables_next(&t->of[i].scan, &t->of[i].next);
    }
}

/* What functions find, each kind as if there were no other.  What goes beyond the winner may lose
 * against the next one, too. */
static void tell_lost_kinds(telling *t)
{
    for (size_t i = 0; i < N_KINDS; i++)
        while (t->of[i].has_next && t->of[i].next.at.begin < t->winner.end) {
            const tr_placeable *const p = &t->of[i].next;
            if (overlaps_winner(t, p->at))
                tell_lost(t, p->at, tr_placeable_level(kinds[i].kind), kinds[i].name,
                          name_of(t->text, t->len, p->kind, p->at));
            if (p->at.end > t->winner.end) break;
            t->of[i].has_next = tr_placeables_next(&t->of[i].scan, &t->of[i].next);
        }
}

static void tell_found(telling *t, tr_span at, int level, const char *kind, const char *name)
{
    t->winner = (tr_told_placeable){at.begin, at.end, kind, name, NULL};
    t->level = level;
    t->tell(t->ctx, &t->winner);
    tell_lost_rows(t);
    tell_lost_kinds(t);
}

/* ---- What was found ---- */

/* The text between two matches of the user's rows. */
static void tell_between(telling *t, size_t begin, size_t end)
{
    enum {
        ALL = TR_FIND_KEPT | TR_FIND_TAGS | TR_FIND_IDENTIFIERS | TR_FIND_PLACEHOLDERS |
              TR_FIND_NUMERALS | TR_FIND_CURRENCIES
    };
    tr_placeables scan;
    tr_placeable p;

    tr_placeables_start(&scan, t->text, begin, end, ALL, true);
    while (tr_placeables_next(&scan, &p)) {
        const size_t i = place_of(p.kind);
        tell_found(t, p.at, tr_placeable_level(p.kind), kinds[i].name,
                   name_of(t->text, end, p.kind, p.at));
    }
}

int tr_tell_placeables(const char *text, size_t len, const char *keep_file,
                       void (*tell)(void *ctx, const tr_told_placeable *told), void *ctx,
                       tr_error *err)
{
    telling t = {.text = text, .len = len, .tell = tell, .ctx = ctx};
    tr_row_file *rows = NULL;
    const tr_syntax *row;
    tr_span at = {0};
    size_t done = 0;

    if (!tr_utf8_valid(text, len) || memchr(text, '\0', len))
        return tr_fail(err, TR_EINVAL, "the text is not UTF-8");
    const int rc = keep_file ? tr_row_file_open(&rows, keep_file, err) : 0;
    if (rc < 0) return rc;
    begin_kinds(&t);
    while (rows && (row = tr_row_file_next(rows, text, len, done, &at))) {
        tell_between(&t, done, at.begin);
        tell_found(&t, at, 0, tr_syntax_kind_name(row->kind), row->name);
        done = at.end;
    }
    tell_between(&t, done, len);
    tr_row_file_free(rows);
    return TR_OK;
}
