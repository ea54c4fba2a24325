#include "document/markup/xml_values.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/buf.h"
#include "base/hash.h"
#include "document/keys/value_kinds.h"

static void add_stay(tr_xml_values *v, size_t at)
{
    v->stays = tr_room(v->stays, &v->capacity, v->n + 1, sizeof *v->stays, &v->failed);
    if (!v->failed) v->stays[v->n++] = at;
}

/* The text of the element that begins at `t`, if it has nothing else in it: m->at comes to stand
 * before its end tag.  Else what is before the first tag; empty if that comes at once. */
static tr_span read_value(tr_markup *m, const tr_markup_token *t, bool *is_all)
{
    tr_markup_token next;
    tr_markup ahead = *m;
    tr_span value = {t->raw.end, t->raw.end};

    *is_all = false;
    if (t->closed || !tr_markup_next(&ahead, &next)) return value;
    if (next.kind != TR_MARKUP_TEXT && next.kind != TR_MARKUP_CDATA) return value;
    value = next.kind == TR_MARKUP_TEXT ? next.raw : tr_markup_cdata(next.raw);
    value = tr_skip_around(m->text, value, tr_ascii_is_html_space);
    *m = ahead;
    *is_all = tr_markup_next(&ahead, &next) && next.kind == TR_MARKUP_END;
    return value;
}

/* ---- XML of any kind ---- */

/* The values of elements of one name. */
typedef struct tally {
    uint64_t name; /* its hash; 0: none */
    size_t n_prose, n_names;
} tally;

/* Elements of more names than there is room for have no tally: names and code in them stay. */
enum { ROOM = 1 << 12, MOST_NAMES = ROOM / 2 };

typedef struct survey {
    tally *of; /* [ROOM] */
    size_t n_names;
    struct candidate {
        size_t at;
        const tally *of; /* NULL: none */
    } * list;            /* [n] values that are names or code */
    size_t n, capacity;
    bool failed;
} survey;

static tally *tally_of(survey *s, const char *name)
{
    const uint64_t hash = tr_fnv1a(TR_FNV1A_START, name, strlen(name)) | 1;
    size_t i = (hash >> 20) % ROOM;

    while (s->of[i].name && s->of[i].name != hash)
        i = (i + 1) % ROOM;
    if (!s->of[i].name && s->n_names == MOST_NAMES) return NULL;
    s->n_names += !s->of[i].name;
    s->of[i].name = hash;
    return &s->of[i];
}

static void count_value(survey *s, const char *text, const tr_markup_token *t, tr_span value,
                        bool is_all)
{
    const bool is_prose = !is_all || tr_value_is_prose(text + value.begin, value.end - value.begin);
    tally *const of = tally_of(s, t->name);

    if (of && is_prose) of->n_prose++;
    if (of && !is_prose) of->n_names++;
    if (is_prose) return;
    s->list = tr_room(s->list, &s->capacity, s->n + 1, sizeof *s->list, &s->failed);
    if (!s->failed) s->list[s->n++] = (struct candidate){t->raw.begin, of};
}

static void find_by_names(tr_xml_values *v, tr_markup m, const tr_vocabulary *x)
{
    survey s = {.of = calloc(ROOM, sizeof *s.of)};
    tr_markup_token t;

    s.failed = !s.of;
    while (!s.failed && tr_markup_next(&m, &t)) {
        bool is_all;
        if (t.kind != TR_MARKUP_START || tr_markup_listed(x->blocks, t.name) ||
            tr_markup_listed(x->inlines, t.name))
            continue;
        const tr_span value = read_value(&m, &t, &is_all);
        if (value.begin < value.end) count_value(&s, m.text, &t, value, is_all);
    }
    for (size_t i = 0; i < s.n && !v->failed; i++)
        if (!s.list[i].of || s.list[i].of->n_prose <= s.list[i].of->n_names)
            add_stay(v, s.list[i].at);
    v->failed = v->failed || s.failed;
    free(s.of);
    free(s.list);
}

/* ---- Property lists ---- */

typedef struct plist {
    tr_content *content;
    tr_value_kinds kinds;
    tr_buf path;    /* keys, with a point between two */
    tr_buf lengths; /* of the path, a size_t for each dictionary that is open */
    bool is_of_program;
} plist;

static size_t path_around(const plist *p)
{
    size_t n = 0;
    if (p->lengths.len) memcpy(&n, p->lengths.data + p->lengths.len - sizeof n, sizeof n);
    return n;
}

static void set_key(plist *p, const char *text, tr_span key)
{
    enum { LONGEST = 1000 };

    p->path.len = path_around(p) < LONGEST ? path_around(p) : 0;
    if (p->path.len) tr_buf_add(&p->path, ".", 1);
    tr_buf_add(&p->path, text + key.begin, key.end - key.begin);
    p->is_of_program = tr_key_is_of_system(text + key.begin, key.end - key.begin);
}

static void read_dictionary(plist *p, const tr_markup_token *t)
{
    if (t->kind == TR_MARKUP_START && !t->closed)
        tr_buf_add(&p->lengths, &p->path.len, sizeof p->path.len);
    if (t->kind == TR_MARKUP_END && p->lengths.len) {
        p->path.len = path_around(p);
        p->lengths.len -= sizeof p->path.len;
        if (p->path.data) p->path.data[p->path.len] = '\0';
    }
}

/* Counts the values, or with `v` tells which of them stay. */
static void read_plist(plist *p, tr_markup m, tr_xml_values *v)
{
    tr_markup_token t;
    bool is_all;

    p->path.len = p->lengths.len = 0;
    while (tr_markup_next(&m, &t)) {
        if (!strcmp(t.name, "dict")) read_dictionary(p, &t);
        if (t.kind != TR_MARKUP_START) continue;
        const bool is_key = !strcmp(t.name, "key");
        if (!is_key && strcmp(t.name, "string") != 0) continue;
        const tr_span value = read_value(&m, &t, &is_all);
        const size_t len = value.end - value.begin;
        if (is_key) set_key(p, m.text, value);
        if (is_key || !is_all || !len) continue;
        if (!v && !p->is_of_program)
            tr_value_kinds_count(&p->kinds, tr_buf_text(&p->path), m.text + value.begin, len);
        else if (v && (p->is_of_program ||
                       !tr_value_kinds_take(&p->kinds, p->content, tr_buf_text(&p->path),
                                            m.text + value.begin, len)))
            add_stay(v, t.raw.begin);
    }
}

/* ---- All ---- */

void tr_xml_values_find(tr_xml_values *v, tr_content *d, const tr_vocabulary *x)
{
    const tr_markup m = {.text = d->bytes, .size = d->size, .at = d->begin, .xml = true};
    plist p = {.content = d};

    *v = (tr_xml_values){0};
    if (d->again) return;
    if (!x->roots) find_by_names(v, m, x);
    if (!x->keyed) return;
    read_plist(&p, m, NULL);
    read_plist(&p, m, v);
    v->failed = v->failed || p.path.failed || p.lengths.failed;
    tr_buf_free(&p.path);
    tr_buf_free(&p.lengths);
}

bool tr_xml_values_stay(tr_xml_values *v, size_t at)
{
    while (v->next < v->n && v->stays[v->next] < at)
        v->next++;
    return v->next < v->n && v->stays[v->next] == at;
}

void tr_xml_values_free(tr_xml_values *v)
{
    free(v->stays);
    *v = (tr_xml_values){0};
}
