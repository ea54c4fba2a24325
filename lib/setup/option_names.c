/* option_names.c - options by name: tr_options_set() and tr_options_get(). */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/region.h"
#include "options/option_rows.h"
#include "setup/options.h"

/* Where an option is kept: in tr_options, or in what was given. */
enum place { INT_FIELD, SIZE_FIELD, TEXT_FIELD, OTHER };

enum other { BEAM, N_BEST, PENALTY, LENGTH, GLOSSARY, BAN, KEEP, SAMPLE, SEED, DIVERSE };

typedef struct row {
    tr_option option;
    tr_option_range range;
    enum place place;
    size_t at; /* the field's offset, or enum other */
} row;

typedef struct texts {
    const char **item; /* [n] */
    size_t n, capacity;
} texts;

/* What was set by name.  The beam depends on several options. */
struct tr_given {
    tr_options defaults;
    tr_region strings;
    texts banned, kept;
    tr_glossary *glossary;
    const char *glossary_path;
    int beam, n_best; /* 0 = not set */
    tr_sampling sample;
    int seed;
    tr_beam_groups groups;
};

#define ROW_(place, at, name, argument, kind, min, max, help)                                      \
    {                                                                                              \
        {name, argument, help}, {kind, argument, min, max}, place, at                              \
    }
#define ROW_OF(...)                  ROW_(__VA_ARGS__)
#define FIELD_ROW(place, field, row) ROW_OF(place, offsetof(tr_options, field), row)
#define OTHER_ROW(what, row)         ROW_OF(OTHER, what, row)
#define SWITCH_ROW(name, field, help)                                                              \
    ROW_(INT_FIELD, offsetof(tr_options, field), name, "off|on", OPTION_CHOICE, 0, 0, help)

static const row rows[] = {
    ROW_(TEXT_FIELD, offsetof(tr_options, source_language), "from", "LANG", OPTION_TEXT, 0, 0,
         "language of the text, of a model that has several"),
    ROW_(TEXT_FIELD, offsetof(tr_options, target_language), "to", "LANG", OPTION_TEXT, 0, 0,
         "language of the translation, of a model that has several"),
    OTHER_ROW(BEAM, TR_ROW_BEAM),
    ROW_(OTHER, N_BEST, "n-best", "N", OPTION_COUNT, 1, TR_MAX_BEAM,
         "translations wanted of each sentence"),
    OTHER_ROW(PENALTY, TR_ROW_LENGTH_PENALTY),
    FIELD_ROW(INT_FIELD, threads, TR_ROW_THREADS),
    FIELD_ROW(SIZE_FIELD, batch_tokens, TR_ROW_BATCH_TOKENS),
    FIELD_ROW(INT_FIELD, min_length, TR_ROW_MIN_LENGTH),
    OTHER_ROW(LENGTH, TR_ROW_MAX_LENGTH),
    OTHER_ROW(GLOSSARY, TR_ROW_GLOSSARY),
    FIELD_ROW(TEXT_FIELD, prefix, TR_ROW_PREFIX),
    OTHER_ROW(BAN, TR_ROW_BAN),
    OTHER_ROW(KEEP, TR_ROW_KEEP),
    FIELD_ROW(TEXT_FIELD, keep_file, TR_ROW_KEEP_FILE),
    FIELD_ROW(INT_FIELD, formality, TR_ROW_FORMALITY),
    FIELD_ROW(INT_FIELD, no_repeat_ngram, TR_ROW_NO_REPEAT_NGRAM),
    OTHER_ROW(SAMPLE, TR_ROW_SAMPLE),
    OTHER_ROW(SEED, TR_ROW_SEED),
    OTHER_ROW(DIVERSE, TR_ROW_DIVERSE),
    FIELD_ROW(INT_FIELD, split, TR_ROW_SPLIT),
    FIELD_ROW(INT_FIELD, input, TR_ROW_INPUT),
    FIELD_ROW(INT_FIELD, output, TR_ROW_OUTPUT_FORMAT),
    SWITCH_ROW("scores", scores, "tell scores"),
    SWITCH_ROW("alignment", alignment, "tell which source tokens each token comes from"),
    FIELD_ROW(TEXT_FIELD, cpu, TR_ROW_CPU),
    FIELD_ROW(INT_FIELD, precision, TR_ROW_PRECISION),
    FIELD_ROW(INT_FIELD, shortlist, TR_ROW_SHORTLIST),
    SWITCH_ROW("raw", raw,
               "what the model says of whatever there is: copy nothing, and try no sentence again"),
};
enum { N_ROWS = sizeof rows / sizeof *rows };

const tr_option *tr_option_at(size_t i)
{
    return i < N_ROWS ? &rows[i].option : NULL;
}

static const row *find_row(const char *name)
{
    for (size_t i = 0; i < N_ROWS; i++)
        if (!strcmp(rows[i].option.name, name)) return &rows[i];
    return NULL;
}

/* ---- Life -------------------------------------------------------------------------------- */

tr_options *tr_options_create(const tr_model *model)
{
    tr_options *const o = malloc(sizeof *o);
    if (o) tr_options_init(o, model);
    return o;
}

void tr_options_clear(tr_options *o)
{
    struct tr_given *const g = o->given;

    if (!g) return;
    *o = g->defaults;
    tr_glossary_free(g->glossary);
    tr_region_free(&g->strings);
    free(g->banned.item);
    free(g->kept.item);
    free(g);
}

void tr_options_free(tr_options *o)
{
    if (o) tr_options_clear(o);
    free(o);
}

static struct tr_given *given_of(tr_options *o)
{
    const tr_options defaults = *o;

    if (o->given) return o->given;
    o->given = calloc(1, sizeof *o->given);
    if (o->given) *o->given = (struct tr_given){.defaults = defaults, .groups.diversity = -1};
    return o->given;
}

/* ---- Setting ----------------------------------------------------------------------------- */

/* The wider beam that groups and lists ask for, as long as nobody names its width. */
static void settle_beam(tr_options *o, const struct tr_given *g)
{
    const int two_each = 2 * g->groups.n;

    o->n_best = g->n_best ? g->n_best : g->defaults.n_best;
    o->beam_size = g->beam ? g->beam : g->defaults.beam_size;
    if (!g->beam && o->beam_size < two_each)
        o->beam_size = two_each < TR_MAX_BEAM ? two_each : TR_MAX_BEAM;
    if (!g->beam && o->beam_size < o->n_best) o->beam_size = o->n_best;
    o->sampling = g->sample.on ? g->sample : g->defaults.sampling;
    o->sampling.seed = (uint64_t)g->seed;
    if (g->sample.on && !g->beam) o->beam_size = o->n_best;
    o->diverse = g->groups.n;
    o->diversity =
        g->groups.n && g->groups.diversity >= 0 ? g->groups.diversity : g->defaults.diversity;
}

static int add_text(texts *t, struct tr_given *g, const char *value, tr_error *err)
{
    if (!value) {
        t->n = 0;
        return TR_OK;
    }
    void *items = (void *)t->item;
    const char *const copy = tr_region_copy(&g->strings, value, strlen(value));
    const int rc = copy ? tr_reserve(&items, &t->capacity, t->n + 1, sizeof *t->item) : -1;
    t->item = items;
    if (rc < 0) return tr_fail_memory(err);
    t->item[t->n++] = copy;
    return TR_OK;
}

static int set_glossary(tr_options *o, struct tr_given *g, const char *path, tr_error *err)
{
    tr_glossary *opened = NULL;
    const char *copy = NULL;

    if (path) {
        const int rc = tr_glossary_open(&opened, path, err);
        if (rc < 0) return rc;
        copy = tr_region_copy(&g->strings, path, strlen(path));
    }
    if (path && !copy) {
        tr_glossary_free(opened);
        return tr_fail_memory(err);
    }
    tr_glossary_free(g->glossary);
    g->glossary = opened;
    g->glossary_path = copy;
    o->glossary = opened;
    return TR_OK;
}

static int set_text(struct tr_given *g, const char *value, const char **field, tr_error *err)
{
    const char *const copy = tr_region_copy(&g->strings, value, strlen(value));

    if (!copy) return tr_fail_memory(err);
    *field = copy;
    return TR_OK;
}

/* The value, read and in range. */
typedef union read_value {
    int n;
    tr_length_penalty penalty;
    tr_length_limit limit;
    tr_sampling sample;
    tr_beam_groups groups;
} read_value;

static int set_other(tr_options *o, const row *r, const char *value, const read_value *v,
                     tr_error *err)
{
    struct tr_given *const g = o->given;
    int rc = TR_OK;

    switch ((enum other)r->at) {
    case BEAM:
        g->beam = value ? v->n : 0;
        break;
    case N_BEST:
        g->n_best = value ? v->n : 0;
        break;
    case PENALTY:
        o->penalty = value ? v->penalty.kind : g->defaults.penalty;
        o->length_penalty = value ? v->penalty.a : g->defaults.length_penalty;
        break;
    case LENGTH:
        o->max_length_factor = value ? v->limit.factor : g->defaults.max_length_factor;
        o->max_length = value ? v->limit.tokens : g->defaults.max_length;
        break;
    case GLOSSARY:
        return set_glossary(o, g, value, err);
    case BAN:
        rc = add_text(&g->banned, g, value, err);
        o->banned = g->banned.item;
        o->n_banned = g->banned.n;
        break;
    case KEEP:
        rc = add_text(&g->kept, g, value, err);
        o->kept = g->kept.item;
        o->n_kept = g->kept.n;
        break;
    case SAMPLE:
        g->sample = value ? v->sample : (tr_sampling){0};
        break;
    case SEED:
        g->seed = value ? v->n : 0;
        break;
    case DIVERSE:
        g->groups = value ? v->groups : (tr_beam_groups){.diversity = -1};
    }
    settle_beam(o, g);
    return rc;
}

static int refuse_value(const row *r, const char *value, tr_error *err)
{
    char what[256];

    tr_option_describe(&r->range, what, sizeof what);
    return tr_fail(err, TR_EINVAL, "%s: \"%.200s\" is not %s", r->option.name, value, what);
}

static bool is_text(const row *r)
{
    return r->range.kind == OPTION_TEXT || r->range.kind == OPTION_ONCE ||
           r->range.kind == OPTION_LIST || r->range.kind == OPTION_WORD;
}

static int set_field(tr_options *o, const row *r, const char *value, const read_value *v,
                     tr_error *err)
{
    char *const field = (char *)o + r->at;
    const char *const start = (const char *)&o->given->defaults + r->at;

    switch (r->place) {
    case INT_FIELD:
        *(int *)(void *)field = value ? v->n : *(const int *)(const void *)start;
        return TR_OK;
    case SIZE_FIELD:
        *(size_t *)(void *)field = value ? (size_t)v->n : *(const size_t *)(const void *)start;
        return TR_OK;
    case TEXT_FIELD:
        if (value) return set_text(o->given, value, (const char **)(void *)field, err);
        *(const char **)(void *)field = *(const char *const *)(const void *)start;
        return TR_OK;
    default:
        return set_other(o, r, value, v, err);
    }
}

int tr_options_set(tr_options *o, const char *name, const char *value, tr_error *err)
{
    const row *const r = find_row(name);
    read_value v = {0};

    if (!r) return tr_fail(err, TR_EINVAL, "there is no option \"%.200s\"", name);
    if (value && !*value) return tr_fail(err, TR_EINVAL, "%s: the value is empty", name);
    if (value && is_text(r) && r->range.kind == OPTION_WORD &&
        tr_option_choice(r->range.words, value, strlen(value)) < 0)
        return refuse_value(r, value, err);
    if (value && !is_text(r) && !tr_option_read(&r->range, value, &v))
        return refuse_value(r, value, err);
    if (!given_of(o)) return tr_fail_memory(err);
    return set_field(o, r, value, &v, err);
}

/* ---- Getting ----------------------------------------------------------------------------- */

static void write_texts(const char *const *item, size_t n, tr_buf *out)
{
    for (size_t i = 0; i < n; i++)
        tr_buf_printf(out, "%s%s", i ? "\n" : "", item[i]);
}

static void write_other(const tr_options *o, const row *r, tr_buf *out)
{
    const tr_length_penalty penalty = {o->penalty, o->length_penalty};
    const tr_length_limit limit = {o->max_length_factor, o->max_length};
    const tr_beam_groups groups = {o->diverse, o->diversity};

    switch ((enum other)r->at) {
    case BEAM:
        tr_option_write(&r->range, &o->beam_size, out);
        return;
    case N_BEST:
        tr_option_write(&r->range, &o->n_best, out);
        return;
    case PENALTY:
        tr_option_write(&r->range, &penalty, out);
        return;
    case LENGTH:
        tr_option_write(&r->range, &limit, out);
        return;
    case GLOSSARY:
        if (o->given && o->given->glossary_path) tr_buf_add_string(out, o->given->glossary_path);
        return;
    case BAN:
        write_texts(o->banned, o->n_banned, out);
        return;
    case KEEP:
        write_texts(o->kept, o->n_kept, out);
        return;
    case SAMPLE:
        tr_option_write(&r->range, &o->sampling, out);
        return;
    case SEED:
        tr_buf_printf(out, "%llu", (unsigned long long)o->sampling.seed);
        return;
    case DIVERSE:
        tr_option_write(&r->range, &groups, out);
    }
}

static void write_field(const tr_options *o, const row *r, tr_buf *out)
{
    const char *const field = (const char *)o + r->at;
    const char *text;

    switch (r->place) {
    case INT_FIELD: /* 0 = the library's choice */
        if (r->range.kind == OPTION_CHOICE || *(const int *)(const void *)field)
            tr_option_write(&r->range, field, out);
        return;
    case SIZE_FIELD:
        if (*(const size_t *)(const void *)field)
            tr_buf_printf(out, "%zu", *(const size_t *)(const void *)field);
        return;
    case TEXT_FIELD:
        text = *(const char *const *)(const void *)field;
        if (text) tr_buf_add_string(out, text);
        return;
    default:
        write_other(o, r, out);
    }
}

ptrdiff_t tr_options_get(const tr_options *o, const char *name, char *value, size_t size)
{
    const row *const r = find_row(name);
    tr_buf out = {0};

    if (!r) return -1;
    write_field(o, r, &out);
    const size_t len = out.failed ? 0 : out.len;
    if (size) {
        const size_t n = len < size ? len : size - 1;
        if (n) memcpy(value, tr_buf_text(&out), n);
        value[n] = '\0';
    }
    tr_buf_free(&out);
    return (ptrdiff_t)len;
}
