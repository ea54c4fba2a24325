#include "document/catalogue/previous.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"

/* Shares are in thousandths. */
enum { LIKE = 600, ALL = 1000, WORK = 1 << 28 /* steps of comparisons */ };

/* Pairs of bytes that follow each other, in order. */
typedef struct pair_list {
    uint16_t *pairs; /* [n] */
    size_t n;
} pair_list;

/* A text that may have been another: an entry of the catalogue that is gone. */
typedef struct candidate {
    int entry;
    pair_list pairs;
} candidate;

typedef struct search {
    const tr_catalogue *c;
    candidate *candidates; /* [n] */
    size_t n, capacity, work;
    bool failed;
} search;

/* ---- Likeness ---- */

static int compare_pairs(const void *a, const void *b)
{
    const uint16_t x = *(const uint16_t *)a, y = *(const uint16_t *)b;
    return (x > y) - (x < y);
}

/* The part of a key that is its text: what is before is its context. */
static tr_string text_of(tr_string key)
{
    const size_t context = tr_find_byte(key.text, 0, key.len, '\4');
    const size_t begin = context < key.len ? context + 1 : 0;
    return (tr_string){key.text + begin, key.len - begin};
}

static bool has_context(tr_string key, tr_string other)
{
    const size_t n = key.len - text_of(key).len;
    return n == other.len - text_of(other).len && !memcmp(key.text, other.text, n);
}

/* False: out of memory. */
static bool make_pairs(tr_string text, pair_list *l)
{
    *l = (pair_list){.n = text.len ? text.len - 1 : 0};
    l->pairs = malloc((l->n + 1) * sizeof *l->pairs);
    if (!l->pairs) return false;
    for (size_t i = 0; i < l->n; i++)
        l->pairs[i] =
            (uint16_t)((unsigned char)text.text[i] << 8 | (unsigned char)text.text[i + 1]);
    qsort(l->pairs, l->n, sizeof *l->pairs, compare_pairs);
    return true;
}

/* The share of pairs that two lists have in common (Dice's coefficient); 0 where their lengths
 * alone make it too small. */
static size_t likeness(search *s, const pair_list *a, const pair_list *b)
{
    const size_t all = a->n + b->n, least = a->n < b->n ? a->n : b->n;
    size_t common = 0;

    s->work++;
    if (!all || 2 * ALL * least < LIKE * all) return 0;
    s->work += all;
    for (size_t i = 0, k = 0; i < a->n && k < b->n;) {
        const uint16_t x = a->pairs[i], y = b->pairs[k];
        common += x == y;
        i += x <= y;
        k += y <= x;
    }
    return 2 * ALL * common / all;
}

/* ---- Looking for it ---- */

/* True if a translation, "msgstr" and strings, is no empty one. */
static bool is_filled(const tr_entry_tree *t, const tr_entry *e)
{
    for (size_t i = e->translation.begin; i + 1 < e->translation.end; i++)
        if (t->text[i] == '"') {
            if (t->text[i + 1] != '"') return true;
            i++;
        }
    return false;
}

static void add_candidates(search *s)
{
    const tr_entry_tree *const t = &s->c->existing;

    for (size_t i = 1; i < t->n && !s->failed; i++) {
        if (!s->c->gone[i] || !is_filled(t, &t->entries[i])) continue;
        s->candidates =
            tr_room(s->candidates, &s->capacity, s->n + 1, sizeof *s->candidates, &s->failed);
        if (s->failed) return;
        candidate *const new = &s->candidates[s->n];
        new->entry = (int)i;
        s->failed = !make_pairs(text_of(tr_entry_key(t, (int)i)), &new->pairs);
        s->n += !s->failed;
    }
}

/* The candidate that is most like entry i of the source, of two the one with its context. */
static int find_one(search *s, int i)
{
    const tr_string key = tr_entry_key(&s->c->source, i);
    int found = TR_NO_ENTRY;
    size_t best = 0;
    pair_list pairs = {.n = 0};

    s->failed = s->failed || !make_pairs(text_of(key), &pairs);
    for (size_t k = 0; k < s->n && !s->failed && s->work < WORK; k++) {
        const candidate *const a = &s->candidates[k];
        const size_t like = likeness(s, &pairs, &a->pairs);
        if (like < LIKE) continue;
        const size_t rank = 2 * like + has_context(key, tr_entry_key(&s->c->existing, a->entry));
        if (rank > best) found = a->entry;
        if (rank > best) best = rank;
    }
    free(pairs.pairs);
    return found;
}

int *tr_previous_find(const tr_catalogue *c)
{
    search s = {.c = c};
    int *const previous = malloc((c->source.n + 1) * sizeof *previous);

    if (previous) add_candidates(&s);
    for (size_t i = 0; previous && i < c->source.n; i++)
        previous[i] =
            c->fates[i] == IS_MISSING && s.n && !s.failed ? find_one(&s, (int)i) : TR_NO_ENTRY;
    for (size_t i = 0; i < s.n; i++)
        free(s.candidates[i].pairs.pairs);
    free(s.candidates);
    if (!s.failed) return previous;
    free(previous);
    return NULL;
}

/* ---- Writing ---- */

/* Appends the context and the source of an entry in lines that begin with "#|". */
static void add_previous(const tr_entry_tree *t, const tr_entry *e, tr_buf *out)
{
    for (size_t at = e->whole.begin, next; at < e->translation.begin; at = next) {
        next = tr_span_next_line(t->text, at, e->translation.begin);
        if (t->text[at] == '#') continue;
        tr_buf_add_string(out, "#| ");
        tr_buf_add(out, t->text + at, next - at);
    }
}

/* True if a line of flags has "fuzzy". */
static bool is_fuzzy(const tr_entry_tree *t, const tr_entry *e)
{
    for (size_t at = e->whole.begin, next; at < e->translation.begin; at = next) {
        next = tr_span_next_line(t->text, at, e->translation.begin);
        if (tr_starts_with(t->text, at, next, "#,") &&
            tr_span_find(t->text, at, next, "fuzzy") < next)
            return true;
    }
    return false;
}

/* Appends an entry with the flag "fuzzy" and what it was before. */
static void add_entry(const tr_entry_tree *t, const tr_entry *e, const tr_entry_tree *old,
                      const tr_entry *was, tr_buf *out)
{
    bool flagged = is_fuzzy(t, e);
    size_t at = e->whole.begin, next;

    for (; at < e->translation.begin && t->text[at] == '#'; at = next) {
        next = tr_span_next_line(t->text, at, e->translation.begin);
        const bool flags = !flagged && tr_starts_with(t->text, at, next, "#,");
        if (flags) tr_buf_add_string(out, "#, fuzzy");
        tr_buf_add(out, t->text + at + flags, next - at - flags);
        flagged = flagged || flags;
    }
    const size_t end = tr_line_end(t->text, at, t->size);
    if (!flagged) tr_buf_add_string(out, "#, fuzzy");
    if (!flagged) tr_buf_add(out, t->text + end, tr_after_line_end(t->text, end, t->size) - end);
    add_previous(old, was, out);
    tr_buf_add(out, t->text + at, e->whole.end - at);
}

void tr_previous_write(const tr_catalogue *c, const int *previous, const tr_entry_tree *grown,
                       tr_buf *out)
{
    const tr_entry_tree *const old = &c->existing;
    size_t done = 0;

    for (size_t i = 1; i < grown->n; i++) {
        const tr_entry *const e = &grown->entries[i];
        const int s = tr_entry_tree_find(&c->source, 0, tr_entry_key(grown, (int)i));
        if (s == TR_NO_ENTRY || previous[s] == TR_NO_ENTRY || !is_filled(grown, e)) continue;
        tr_buf_add(out, grown->text + done, e->whole.begin - done);
        add_entry(grown, e, old, &old->entries[previous[s]], out);
        done = e->whole.end;
    }
    tr_buf_add(out, grown->text + done, grown->size - done);
}
