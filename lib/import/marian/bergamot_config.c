/*
 * bergamot_config.c - the configuration of a model: options of marian-decoder, as YAML.
 *
 * Options that say what the model is or how its authors search are taken over; one that would
 * change translations in a way that is not supported is refused; the others are about speed and
 * form.
 */
#include "import/marian/bergamot_config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/numbers/number.h"
#include "formats/flat_yaml.h"

/* Looking options up leaves the first failure in `rc`, so that the list of them reads plainly. */
typedef struct reader {
    tr_bergamot *b;
    const char *path; /* of the configuration */
    tr_region *memory;
    tr_flat_yaml yaml;
    tr_error *err;
    int rc;
} reader;

static void refuse_option(reader *r, const tr_yaml_option *o, int code, const char *why)
{
    if (r->rc == 0)
        r->rc = tr_fail(r->err, code, "%s: %s: '%.200s' %s", r->path, o->key, o->value, why);
}

/* ---- Values -------------------------------------------------------------------------------- */

/* A decimal number that is not negative. */
static bool parse_number(const char *text, double *x)
{
    const size_t len = strlen(text);
    return strspn(text, "0123456789.") == len && tr_parse_decimal(text, len, x);
}

/* True if the option is there, with a number from `low` to `high`. */
static bool read_yaml_number(reader *r, const char *key, double low, double high, double *x)
{
    const tr_yaml_option *o = tr_flat_yaml_find(&r->yaml, key);
    char why[100];

    if (!o || r->rc < 0) return false;
    if (o->kind == TR_YAML_SCALAR && parse_number(o->value, x) && *x >= low && *x <= high)
        return true;
    snprintf(why, sizeof why, "is not a number from %s to %s", tr_decimal_of(low).text,
             tr_decimal_of(high).text);
    refuse_option(r, o, TR_EUNSUPPORTED, why);
    return false;
}

static bool read_count(reader *r, const char *key, uint32_t low, uint32_t high, uint32_t *n)
{
    double x;

    if (!read_yaml_number(r, key, low, high, &x)) return false;
    if (x != floor(x))
        refuse_option(r, tr_flat_yaml_find(&r->yaml, key), TR_EUNSUPPORTED, "is not whole");
    *n = (uint32_t)x;
    return r->rc == 0;
}

/* A path, relative to the configuration's folder. */
static const char *read_path(reader *r, const tr_yaml_option *o, const char *item)
{
    const char *slash = strrchr(r->path, '/');
    const int n = slash && *item != '/' ? (int)(slash + 1 - r->path) : 0;

    if (!*item) refuse_option(r, o, TR_EFORMAT, "is not the name of a file");
    const char *path = tr_region_printf(r->memory, "%.*s%s", n, r->path, item);
    if (!path && r->rc == 0) r->rc = tr_fail_memory(r->err);
    return path;
}

/* ---- Options ------------------------------------------------------------------------------- */

static void read_model_options(reader *r)
{
    const tr_yaml_option *o = tr_flat_yaml_find(&r->yaml, "models");

    if (!o) {
        r->rc = tr_fail(r->err, TR_EFORMAT, "%s: models is missing", r->path);
    } else if (o->kind == TR_YAML_NESTED || !o->n_items) {
        refuse_option(r, o, TR_EFORMAT, "is not a list of files");
    } else if (o->n_items > 1) {
        refuse_option(r, o, TR_EUNSUPPORTED, "are several models, which are not supported");
    } else {
        r->b->model = read_path(r, o, tr_yaml_item(o, 0));
    }
}

/* Without them, they have to be given as options. */
static void read_vocabs(reader *r)
{
    const tr_yaml_option *o = tr_flat_yaml_find(&r->yaml, "vocabs");

    if (!o || r->rc < 0) return;
    if (o->kind == TR_YAML_NESTED || !o->n_items) {
        refuse_option(r, o, TR_EFORMAT, "is not a list of files");
    } else if (o->n_items > 2) {
        refuse_option(r, o, TR_EUNSUPPORTED,
                      "are more than two vocabularies, which are not supported");
    } else {
        r->b->source_vocab = read_path(r, o, tr_yaml_item(o, 0));
        if (o->n_items == 2 && strcmp(tr_yaml_item(o, 0), tr_yaml_item(o, 1)) != 0)
            r->b->target_vocab = read_path(r, o, tr_yaml_item(o, 1));
    }
}

/* A file's tail: for a text three numbers, for a binary file whether it is to be checked. */
static void read_choice(reader *r, const tr_yaml_option *o, tr_lexicon_choice *c)
{
    double x[3] = {100, 100, 0}; /* Marian's defaults */
    const char *item = tr_yaml_item(o, 1);

    if (o->n_items == 2 && (!strcmp(item, "true") || !strcmp(item, "false"))) return;
    for (size_t i = 1; i < o->n_items && i < 4; i++)
        if (!parse_number(tr_yaml_item(o, i), &x[i - 1]))
            refuse_option(r, o, TR_EFORMAT, "has no number");
    if (x[0] > INT32_MAX || x[1] < 1 || x[1] > TR_LEXICON_MAX_BEST)
        refuse_option(r, o, TR_EUNSUPPORTED, "has a number out of range");
    if (r->rc == 0)
        *c = (tr_lexicon_choice){
            .first = (uint32_t)x[0], .best = (uint32_t)x[1], .threshold = (float)x[2]};
}

static void read_shortlist(reader *r)
{
    const tr_yaml_option *o = tr_flat_yaml_find(&r->yaml, "shortlist");

    if (!o || r->rc < 0) return;
    if (o->kind == TR_YAML_NESTED) refuse_option(r, o, TR_EFORMAT, "is not a list");
    if (r->rc < 0 || !o->n_items) return;
    r->b->lexicon = read_path(r, o, tr_yaml_item(o, 0));
    read_choice(r, o, &r->b->choice);
}

static void read_search_options(reader *r)
{
    double x;

    read_count(r, "beam-size", 1, TR_MAX_BEAM, &r->b->beam_size);
    if (read_yaml_number(r, "normalize", 0, 10, &x)) r->b->length_penalty = (float)x;
    if (read_yaml_number(r, "max-length-factor", 0.001, 1000, &x))
        r->b->max_length_factor = (float)x;
    read_count(r, "max-length-break", 1, 65536, &r->b->max_source);
}

/* Options that change translations, and the values with which they do not. */
static const tr_yaml_fixed fixed[] = {
    {"word-penalty", {"0", "0.0"}},     {"allow-unk", {"false"}},    {"allow-special", {"false"}},
    {"output-sampling", {"false", ""}}, {"force-decode", {"false"}},
};

static void check_fixed_options(reader *r)
{
    const tr_yaml_option *o = tr_flat_yaml_odd(&r->yaml, fixed, sizeof fixed / sizeof *fixed);
    if (o) refuse_option(r, o, TR_EUNSUPPORTED, "is not supported");
}

void tr_bergamot_init(tr_bergamot *b)
{
    *b = (tr_bergamot){.choice = {100, 100, 0}, .length_penalty = -1};
}

int tr_bergamot_config(tr_bergamot *b, const char *text, size_t len, const char *path,
                       tr_region *memory, tr_error *err)
{
    reader r = {.b = b, .path = path, .memory = memory, .err = err};

    r.rc = tr_flat_yaml_read(&r.yaml, text, len, path, err);
    if (r.rc < 0) return r.rc;
    read_model_options(&r);
    read_vocabs(&r);
    read_shortlist(&r);
    read_search_options(&r);
    check_fixed_options(&r);
    tr_flat_yaml_free(&r.yaml);
    return r.rc;
}
