#include "documents/review_document.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "check/check_queue.h"
#include "console/alloc.h"

/* A segment on its way through the checks. */
typedef struct item {
    review *review;
    size_t number;
    char *where, *why, *source, *translation; /* why NULL: it is translated */
    float quality;
    size_t n_lost, n_over;
    findings found;
    struct item *same; /* an earlier one of the same texts, which is checked; NULL: none */
    bool is_wanted;    /* people should look at it */
} item;

typedef struct items {
    item **list; /* [n] */
    size_t n;
    item **table; /* [n_places] by the hash of their texts; NULL: a free place */
    size_t n_places;
} items;

bool review_document_keeps(const review *r)
{
    return check_settings_are_given(r->set);
}

/* ---- Items ---- */

static char *read_plain(const char *text, size_t len)
{
    plain_text p = plain_text_read(text, len, true);
    char *const copy = checked_copy(p.text, p.len);

    plain_text_free(&p);
    return copy;
}

static item *make_item(review *r, const tr_document_segment *s, size_t number)
{
    item *const m = checked_malloc(sizeof *m);
    const bool stays = !s->translation;

    *m = (item){.review = r,
                .number = number,
                .where = checked_format("%s", s->where),
                .why = s->left ? checked_format("%s", s->left) : NULL,
                .source = read_plain(s->text, s->text_len),
                .quality = stays ? NAN : s->quality,
                .n_lost = s->n_lost,
                .n_over = s->n_over};
    m->translation =
        stays ? checked_format("%s", m->source) : read_plain(s->translation, s->translation_len);
    return m;
}

static void free_items(items *all)
{
    for (size_t i = 0; i < all->n; i++) {
        item *const m = all->list[i];
        free(m->where);
        free(m->why);
        free(m->source);
        free(m->translation);
        findings_free(&m->found);
        free(m);
    }
    free(all->list);
    free(all->table);
}

/* The first item of the same texts; the item itself if there is none before it. */
static item *find_first(items *all, item *m)
{
    const size_t n = strlen(m->source) + 1;
    uint64_t h = tr_fnv1a(TR_FNV1A_START, m->source, n);
    h = tr_fnv1a(h, m->translation, strlen(m->translation));

    size_t at = (size_t)((h ^ h >> 32) % all->n_places);
    while (all->table[at] && (strcmp(all->table[at]->source, m->source) != 0 ||
                              strcmp(all->table[at]->translation, m->translation) != 0))
        at = at + 1 < all->n_places ? at + 1 : 0;
    if (!all->table[at]) all->table[at] = m;
    return all->table[at];
}

/* ---- Checks ---- */

/* All earlier ones have been told. */
static void tell_item(void *ctx, void *one, const findings *found)
{
    item *const m = one;

    (void)ctx;
    if (m->same) found = &m->same->found;
    const reviewed about = {.number = m->number,
                            .where = m->where,
                            .quality = m->quality,
                            .n_lost = m->n_lost,
                            .n_over = m->n_over,
                            .why = m->why,
                            .source = {m->source, strlen(m->source)},
                            .translation = {m->translation, strlen(m->translation)},
                            .found = found};
    for (size_t i = 0; !m->same && found && i < found->n; i++)
        findings_add(&m->found, found->list[i].kind, found->list[i].at, found->list[i].probability);
    m->is_wanted = review_wants(m->review, &about);
    review_add(m->review, &about);
}

/* Text that stays is not checked: there are no two texts. */
static void check_item(items *all, item *m, check_queue *queue)
{
    const bool stays = m->why || !strcmp(m->source, m->translation);
    item *const first = queue && !stays ? find_first(all, m) : m;

    if (!queue) {
        tell_item(NULL, m, NULL);
        return;
    }
    if (stays || first != m) {
        m->same = stays ? NULL : first;
        check_queue_add(queue, NULL, m);
        return;
    }
    const checked_pair pair =
        checked_pair_read((tr_string){m->source, strlen(m->source)},
                          (tr_string){m->translation, strlen(m->translation)}, false);
    check_queue_add(queue, &pair, m);
}

static int check_all(items *all, review *r, const checker *c, document_file *file)
{
    check_queue *const queue = c ? check_queue_start(c, tell_item, NULL) : NULL;
    const size_t n = tr_document_segment_count(file->document);
    tr_document_segment s;
    tr_error err;
    int rc = c && !queue ? -1 : 0;

    for (size_t i = 0; i < n && rc == 0; i++) {
        rc = tr_document_get(file->document, i, &s, &err);
        if (rc) break;
        all->list[all->n] = make_item(r, &s, i + 1);
        check_item(all, all->list[all->n++], queue);
    }
    tr_error of_queue;
    const int checks = queue ? check_queue_end(queue, &of_queue) : 0;
    if (rc && queue) complain("%s", err.msg);
    if (checks && !rc) complain("%s", of_queue.msg);
    return rc || checks ? -1 : 0;
}

static int trust_others(const items *all, document_file *file)
{
    tr_error err;

    for (size_t i = 0; i < all->n; i++) {
        if (all->list[i]->is_wanted || !tr_document_trust(file->document, i, &err)) continue;
        complain("%s", err.msg);
        return -1;
    }
    return 0;
}

int review_document(review *r, const checker *c, const char *name, document_file *file)
{
    const size_t n = tr_document_segment_count(file->document);
    items all = {.n_places = 2 * n + 1};

    all.list = checked_realloc(NULL, n + 1, sizeof *all.list);
    all.table = checked_realloc(NULL, all.n_places, sizeof *all.table);
    memset(all.table, 0, all.n_places * sizeof *all.table);
    review_open(r, name);
    int rc = check_all(&all, r, c, file);
    const bool marks = file->options.mark_review > 0 && (c || r->least >= 0);
    if (rc == 0 && marks) rc = trust_others(&all, file);
    review_close(r);
    free_items(&all);
    return rc;
}
