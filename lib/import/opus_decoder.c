#include "import/opus_decoder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "formats/flat_yaml.h"

enum { MAX_PENALTY = 1000 };

typedef struct reader {
    tr_flat_yaml yaml;
    const char *path;
    tr_error *err;
    int rc; /* the first failure */
} reader;

/* How many words an option's list has; its `i`-th one, a path, becomes the name of a file. */
static size_t read_name(const reader *r, const char *key, size_t i, char *name)
{
    const tr_yaml_option *o = tr_flat_yaml_find(&r->yaml, key);
    size_t n = 0;

    *name = '\0';
    if (!o || o->kind == TR_YAML_NESTED) return 0;
    for (const char *word = o->value; *word; n++) {
        const char *end = word + strcspn(word, " "), *base = end;
        while (base > word && base[-1] != '/')
            base--;
        if (n == i && end - base <= TR_OPUS_MAX_NAME) {
            memcpy(name, base, (size_t)(end - base));
            name[end - base] = '\0';
        }
        word = end + strspn(end, " ");
    }
    return n;
}

static void read_names(reader *r, tr_opus_decoder *d)
{
    const size_t n_models = read_name(r, "models", 0, d->model);
    const size_t n_vocabs = read_name(r, "vocabs", 0, d->source_vocab);

    read_name(r, "vocabs", 1, d->target_vocab);
    if (n_models > 1)
        r->rc = tr_fail(r->err, TR_EUNSUPPORTED, "%s: several models at once are not supported",
                        r->path);
    else if (!*d->model)
        r->rc = tr_fail(r->err, TR_EFORMAT, "%s: names no model", r->path);
    else if (n_vocabs != 2 || !*d->source_vocab || !*d->target_vocab)
        r->rc = tr_fail(r->err, TR_EFORMAT, "%s: does not name a source and a target vocabulary",
                        r->path);
}

/* A finite number, or `missing` where there is none. */
static double read_number(reader *r, const char *key, double missing)
{
    double x;
    const tr_yaml_option *o = tr_flat_yaml_find(&r->yaml, key);

    if (!o || r->rc < 0) return missing;
    if (o->kind == TR_YAML_SCALAR && tr_parse_decimal(o->value, strlen(o->value), &x)) return x;
    r->rc = tr_fail(r->err, TR_EFORMAT, "%s: %s: '%.60s' is not a number", r->path, key, o->value);
    return missing;
}

static void read_search(reader *r, tr_opus_decoder *d)
{
    const double beam = read_number(r, "beam-size", 0), normalize = read_number(r, "normalize", -1);
    const double word_penalty = read_number(r, "word-penalty", 0);

    if (r->rc < 0) return;
    if (word_penalty != 0)
        r->rc = tr_fail(r->err, TR_EUNSUPPORTED, "%s: a word-penalty is not supported", r->path);
    else if (beam < 0 || beam > TR_MAX_BEAM || beam != floor(beam))
        r->rc = tr_fail(r->err, TR_EUNSUPPORTED, "%s: a beam-size of %s is not in 1..%d", r->path,
                        tr_decimal_of(beam).text, TR_MAX_BEAM);
    else if (normalize > MAX_PENALTY)
        r->rc = tr_fail(r->err, TR_EFORMAT, "%s: normalize: %s cannot be meant", r->path,
                        tr_decimal_of(normalize).text);
    if (r->rc < 0) return;
    d->beam_size = (uint32_t)beam;
    d->length_penalty = normalize < 0 ? -1 : (float)normalize;
}

int tr_opus_decoder_read(tr_opus_decoder *d, const char *text, size_t len, const char *path,
                         tr_error *err)
{
    reader r = {.path = path, .err = err};

    *d = (tr_opus_decoder){0};
    r.rc = tr_flat_yaml_read(&r.yaml, text, len, path, err);
    if (r.rc == 0) read_names(&r, d);
    if (r.rc == 0) read_search(&r, d);
    tr_flat_yaml_free(&r.yaml);
    return r.rc;
}
