#include "document/light/rst_names.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/span.h"

enum { LONGEST = 300 /* bytes of a name */ };

typedef struct name_list {
    uint64_t *list;
    size_t n, capacity;
    bool failed;
} name_list;

/* The hash of a name with one blank for each run of white space, in small letters. */
static uint64_t hash_name(const char *text, size_t len)
{
    uint64_t h = TR_FNV1A_START;
    bool blank = false, any = false;

    for (size_t i = 0; i < len; i++) {
        if (tr_ascii_is_space(text[i])) {
            blank = any;
            continue;
        }
        const char c = tr_ascii_lower(text[i]);
        if (blank) h = tr_fnv1a(h, " ", 1);
        h = tr_fnv1a(h, &c, 1);
        blank = false;
        any = true;
    }
    return h;
}

static void add_name(name_list *v, const char *text, size_t len)
{
    v->list = tr_room(v->list, &v->capacity, v->n + 1, sizeof *v->list, &v->failed);
    if (!v->failed) v->list[v->n++] = hash_name(text, len);
}

/* Where the sign `open` stands before byte `end`, in the same quotes; `end` if it does not. */
static size_t find_back(const char *t, size_t end, char open)
{
    const size_t least = end > LONGEST ? end - LONGEST : 0;
    size_t at = end;

    while (at > least && t[at - 1] != open && t[at - 1] != '`')
        at--;
    return at > least && t[at - 1] == open ? at - 1 : end;
}

/* The name in the quotes that end at byte `close`: all that is quoted; or what is in angle brackets
 * at its end is a reference's, or an address, and what is before it is a target's. */
static void add_quoted(name_list *references, name_list *targets, const char *t, size_t close,
                       bool is_anonymous)
{
    const size_t open = find_back(t, close, '`');
    const bool has_brackets = open < close && close > open + 1 && t[close - 1] == '>';
    const size_t bracket = has_brackets ? find_back(t, close, '<') : close;

    if (open == close) return;
    if (bracket < close && t[close - 2] == '_')
        add_name(references, t + bracket + 1, close - bracket - 3);
    else if (bracket == close && !is_anonymous)
        add_name(references, t + open + 1, close - open - 1);
    else if (!is_anonymous)
        add_name(targets, t + open + 1, bracket - open - 1);
}

/* The name of a target whose underscore is at byte `at`, if there is one: ".. _name:". */
static void add_target_name(name_list *targets, const char *t, size_t at, size_t size)
{
    size_t begin = at + 1, end = begin;

    if (at < 3 || memcmp(t + at - 3, ".. ", 3) != 0) return;
    const size_t line_end = tr_line_end(t, at, size);
    if (begin < line_end && t[begin] == '`') {
        end = tr_find_byte(t, ++begin, line_end, '`');
    } else {
        while (end < line_end && (t[end] != ':' || (end + 1 < line_end && t[end + 1] != ' ')))
            end++;
    }
    if (end < line_end) add_name(targets, t + begin, end - begin);
}

static void add_word(name_list *v, const char *t, size_t end)
{
    const size_t least = end > LONGEST ? end - LONGEST : 0;
    size_t begin = end;

    while (begin > least &&
           (tr_byte_is_word(t[begin - 1]) || tr_ascii_is_one_of(t[begin - 1], "-.+:")))
        begin--;
    if (begin < end) add_name(v, t + begin, end - begin);
}

static int by_hash(const void *left, const void *right)
{
    const uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return a < b ? -1 : a > b;
}

/* A copy of the list in order, that lives as long as the document. */
static const uint64_t *keep_list(tr_content *d, name_list *v)
{
    uint64_t *const list = v->failed ? NULL : TR_REGION_TAKE(&d->region, uint64_t, v->n + 1);

    if (v->n) qsort(v->list, v->n, sizeof *v->list, by_hash);
    if (list && v->n) memcpy(list, v->list, v->n * sizeof *list);
    free(v->list);
    return list;
}

/* What stands between two backquotes, and before a target in it. */
static void find_quoted(name_list *quoted, const char *t, size_t size)
{
    for (size_t close, open = tr_find_byte(t, 0, size, '`'); open < size; open = close) {
        close = tr_find_byte(t, open + 1, size, '`');
        const size_t bracket = tr_find_byte(t, open + 1, close, '<');
        if (close > open + 1) add_name(quoted, t + open + 1, close - open - 1);
        if (bracket < close) add_name(quoted, t + open + 1, bracket - open - 1);
    }
}

const tr_rst_names *tr_rst_names_find(tr_content *d)
{
    name_list references = {0}, targets = {0}, quoted = {0};
    tr_rst_names *const found = TR_REGION_TAKE(&d->region, tr_rst_names, 1);

    find_quoted(&quoted, d->bytes, d->size);

    for (size_t i = 1; i < d->size; i++) {
        if (d->bytes[i] != '_') continue;
        add_target_name(&targets, d->bytes, i, d->size);
        const bool goes_on = i + 1 < d->size && tr_byte_is_word(d->bytes[i + 1]);
        if (d->bytes[i - 1] == '`')
            add_quoted(&references, &targets, d->bytes, i - 1, goes_on);
        else if (!goes_on)
            add_word(&references, d->bytes, i);
    }
    const tr_rst_names names = {.references = keep_list(d, &references),
                                .targets = keep_list(d, &targets),
                                .quoted = keep_list(d, &quoted),
                                .n_references = references.n,
                                .n_targets = targets.n,
                                .n_quoted = quoted.n};
    if (found) *found = names;
    return names.references && names.targets && names.quoted ? found : NULL;
}

static bool has_name(const uint64_t *list, size_t n, const char *text, size_t len)
{
    const uint64_t h = hash_name(text, len);
    return n && bsearch(&h, list, n, sizeof h, by_hash);
}

bool tr_rst_is_referred_to(const tr_rst_names *names, const char *text, size_t len)
{
    return has_name(names->references, names->n_references, text, len);
}

bool tr_rst_is_target(const tr_rst_names *names, const char *text, size_t len)
{
    return has_name(names->targets, names->n_targets, text, len);
}

bool tr_rst_is_quoted(const tr_rst_names *names, const char *text, size_t len)
{
    return has_name(names->quoted, names->n_quoted, text, len);
}
