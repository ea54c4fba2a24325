#include "import/shared/foreign.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Arrays -------------------------------------------------------------------------------- */

int tr_foreign_create(tr_import *im, const char *path, size_t n, tr_error *err)
{
    tr_foreign *f = TR_REGION_TAKE(&im->memory, tr_foreign, 1);

    if (!f) return tr_fail_memory(err);
    f->path = path;
    f->arrays = TR_REGION_TAKE(&im->memory, tr_foreign_array, n + 1);
    im->foreign = f;
    return f->arrays ? 0 : tr_fail_memory(err);
}

static int read_slice(void *file, const tr_foreign_array *a, size_t first, size_t n,
                      const tr_element_layout *layout, float *out, tr_error *err)
{
    (void)file;
    const int rc = tr_arrays_floats(a->member, first, n, layout, out, err);
    return rc == 0 && a->added ? tr_low_rank_add(a->added, first, n, layout, out, err) : rc;
}

int tr_foreign_of_arrays(tr_import *im, const tr_arrays *file, size_t n, tr_error *err)
{
    const int rc = tr_foreign_create(im, file->shards[0].path, n, err);

    if (rc == 0) im->foreign->read = read_slice;
    return rc;
}

int tr_foreign_add_array(tr_import *im, const char *name, const tr_array *t, tr_error *err)
{
    tr_foreign_array *a = &im->foreign->arrays[im->foreign->n++];

    *a = (tr_foreign_array){.name = name, .n_dims = t->n_dims, .n = t->n, .member = t};
    memcpy(a->dims, t->dims, sizeof a->dims);
    if (t->element >= 0) return 0;
    a->refusal = tr_region_printf(&im->memory, "holds %s, not floats", t->type);
    return a->refusal ? 0 : tr_fail_memory(err);
}

static int by_array_name(const void *a, const void *b)
{
    return strcmp(((const tr_foreign_array *)a)->name, ((const tr_foreign_array *)b)->name);
}

int tr_foreign_sort(tr_foreign *f, tr_error *err)
{
    qsort(f->arrays, f->n, sizeof *f->arrays, by_array_name);
    for (size_t i = 1; i < f->n; i++)
        if (!by_array_name(&f->arrays[i - 1], &f->arrays[i]))
            return tr_fail(err, TR_EFORMAT, "%s: tensor %s is there twice", f->path,
                           f->arrays[i].name);
    return 0;
}

tr_foreign_array *tr_foreign_find(const tr_foreign *f, const char *name)
{
    const tr_foreign_array key = {.name = name};
    return bsearch(&key, f->arrays, f->n, sizeof key, by_array_name);
}

/* ---- Taking them --------------------------------------------------------------------------- */

void tr_tensor_builder_refuse(tr_tensor_builder *b, int code, const char *name, const char *fmt,
                              ...)
{
    char why[256];
    va_list ap;

    if (b->rc < 0) return;
    va_start(ap, fmt);
    vsnprintf(why, sizeof why, fmt, ap);
    va_end(ap);
    b->rc = tr_fail(b->err, code, "%s: tensor %s: %s", b->im->foreign->path, name, why);
}

const tr_foreign_array *tr_tensor_builder_find(const tr_tensor_builder *b, const char *name)
{
    tr_foreign *f = b->im->foreign;
    const tr_foreign_array *found = tr_foreign_find(f, name);

    for (size_t i = 0; found && i < f->n; i++)
        f->arrays[i].used |= f->arrays[i].member == found->member;
    return found;
}

const tr_foreign_array *tr_tensor_builder_require(tr_tensor_builder *b, const char *name)
{
    if (b->rc < 0) return NULL;
    const tr_foreign_array *a = tr_tensor_builder_find(b, name);
    if (!a)
        b->rc = tr_fail(b->err, TR_EFORMAT, "%s: tensor %s is missing", b->im->foreign->path, name);
    return a;
}

static void refuse_array_shape(tr_tensor_builder *b, const tr_foreign_array *a, size_t rows,
                               size_t columns)
{
    char shape[120] = ""; /* four dimensions of 20 digits fit */
    size_t n = 0;

    assert(a->n_dims <= TR_FOREIGN_MAX_DIMS);
    for (unsigned i = 0; i < a->n_dims; i++)
        n += (size_t)snprintf(shape + n, sizeof shape - n, "%s%" PRIu64, i ? ", " : "", a->dims[i]);
    if (!rows)
        tr_tensor_builder_refuse(b, TR_EFORMAT, a->name, "is [%s], expected rows of %zu", shape,
                                 columns);
    else if (rows == 1 && a->n_dims == 1)
        tr_tensor_builder_refuse(b, TR_EFORMAT, a->name, "is [%s], expected [%zu]", shape, columns);
    else
        tr_tensor_builder_refuse(b, TR_EFORMAT, a->name, "is [%s], expected [%zu, %zu]", shape,
                                 rows, columns);
}

bool tr_tensor_builder_fits(tr_tensor_builder *b, const tr_foreign_array *a, size_t rows,
                            size_t columns)
{
    if (b->rc < 0 || !a) return false;
    if (a->refusal) {
        tr_tensor_builder_refuse(b, TR_EUNSUPPORTED, a->name, "%s", a->refusal);
        return false;
    }
    if (a->n_dims == 1 && rows == 1 && a->dims[0] == columns) return true;
    if (a->n_dims == 2 && (!rows || a->dims[0] == rows) && a->dims[1] == columns) return true;
    refuse_array_shape(b, a, rows, columns);
    return false;
}

void tr_tensor_builder_refuse_unused(tr_tensor_builder *b, int code, const char *where)
{
    const tr_foreign *f = b->im->foreign;

    for (size_t i = 0; i < f->n && b->rc == 0; i++)
        if (!f->arrays[i].used)
            b->rc = tr_fail(b->err, code, "%s: tensor %s has no place in %s", f->path,
                            f->arrays[i].name, where);
}

/* ---- Tensors ------------------------------------------------------------------------------- */

tr_import_tensor *tr_tensor_builder_add(tr_tensor_builder *b, int kind, const char *ours,
                                        size_t n_out, size_t n_in)
{
    if (b->rc < 0) return NULL;
    tr_import_tensor *t = tr_import_add(b->im, kind, ours, n_out, n_in);
    if (!t) b->rc = tr_fail_memory(b->err);
    return t;
}

void tr_tensor_builder_add_part(tr_tensor_builder *b, tr_import_tensor *t,
                                const tr_foreign_array *a, size_t first, bool by_input)
{
    if (b->rc < 0 || !t) return;
    t->part[t->n_parts++] = (tr_import_part){.array = a, .first = first, .by_input = by_input};
    if (a && a->is_s16 && t->kind == TR_IMPORT_MATRIX) b->im->prefers_float32 = true;
}

void tr_tensor_builder_add_whole(tr_tensor_builder *b, int kind, const char *ours,
                                 const char *theirs, size_t n_out, size_t n_in)
{
    const bool vector = kind == TR_IMPORT_VECTOR;
    const tr_foreign_array *a = tr_tensor_builder_require(b, theirs);

    if (tr_tensor_builder_fits(b, a, vector ? 1 : n_out, vector ? n_out : n_in))
        tr_tensor_builder_add_part(b, tr_tensor_builder_add(b, kind, ours, n_out, n_in), a, 0,
                                   vector);
}

/* ---- Names --------------------------------------------------------------------------------- */

/* `pattern` with `word` in the place of its star. */
static tr_import_name array_name(const char *prefix, const char *pattern, const char *word)
{
    const char *star = strchr(pattern, '*');

    if (!star) return tr_import_named("%s%s", prefix, pattern);
    return tr_import_named("%s%.*s%s%s", prefix, (int)(star - pattern), pattern, word, star + 1);
}

static void add_foreign_norm(tr_tensor_builder *b, const char *ours, const char *prefix,
                             const char *theirs)
{
    const tr_tensor_naming *n = b->naming;
    const size_t d = b->im->config.d_model;

    tr_tensor_builder_add_whole(b, TR_IMPORT_VECTOR, tr_import_named("%s.weight", ours).text,
                                array_name(prefix, theirs, n->gain).text, d, 1);
    if (!b->im->config.rms_norm)
        tr_tensor_builder_add_whole(b, TR_IMPORT_VECTOR, tr_import_named("%s.bias", ours).text,
                                    array_name(prefix, theirs, n->shift).text, d, 1);
}

void tr_tensor_builder_add_norm(tr_tensor_builder *b, const char *ours, const char *theirs)
{
    add_foreign_norm(b, ours, "", theirs);
}

void tr_tensor_builder_add_optional_norm(tr_tensor_builder *b, const char *ours, const char *theirs)
{
    if (tr_foreign_find(b->im->foreign, array_name("", theirs, b->naming->gain).text))
        add_foreign_norm(b, ours, "", theirs);
}

/* ---- Layers -------------------------------------------------------------------------------- */

static void add_weight(tr_tensor_builder *b, const char *ours, const char *prefix,
                       const char *const *theirs, size_t n_parts, size_t n_out, size_t n_in)
{
    const bool by_input = b->naming->by_input;
    const size_t share = n_out / n_parts;
    tr_import_tensor *t = tr_tensor_builder_add(b, TR_IMPORT_MATRIX, ours, n_out, n_in);

    for (size_t i = 0; i < n_parts; i++) {
        const tr_import_name name = array_name(prefix, theirs[i], b->naming->weight);
        const tr_foreign_array *a = tr_tensor_builder_require(b, name.text);
        if (tr_tensor_builder_fits(b, a, by_input ? n_in : share, by_input ? share : n_in))
            tr_tensor_builder_add_part(b, t, a, 0, by_input);
    }
}

static void add_foreign_bias(tr_tensor_builder *b, const char *ours, const char *prefix,
                             const char *const *theirs, size_t n_parts, size_t n_out)
{
    const tr_import_name first = array_name(prefix, theirs[0], b->naming->bias);

    if (b->naming->may_lack_bias && !tr_foreign_find(b->im->foreign, first.text)) return;
    tr_import_tensor *t = tr_tensor_builder_add(b, TR_IMPORT_VECTOR, ours, n_out, 1);
    for (size_t i = 0; i < n_parts; i++) {
        const tr_foreign_array *a = NULL;
        if (strchr(theirs[i], '*'))
            a = tr_tensor_builder_require(b, array_name(prefix, theirs[i], b->naming->bias).text);
        if (!a || tr_tensor_builder_fits(b, a, 1, n_out / n_parts))
            tr_tensor_builder_add_part(b, t, a, 0, true);
    }
}

static void add_foreign_matrix(tr_tensor_builder *b, const tr_layer_part *part, bool decoder,
                               const char *ours, const char *prefix, const char *const *theirs)
{
    const tr_config *c = &b->im->config;
    const size_t n_out = tr_layer_extent(c, part->n_out, decoder);
    const size_t n_in = tr_layer_extent(c, part->n_in, decoder);
    size_t n = 0;

    while (n < TR_IMPORT_MAX_PARTS && theirs[n])
        n++;
    add_weight(b, ours, prefix, theirs, n, n_out, n_in);
    add_foreign_bias(b, tr_import_named("%s.bias", ours).text, prefix, theirs, n, n_out);
}

void tr_tensor_builder_add_layer(tr_tensor_builder *b, bool decoder, const char *ours,
                                 const char *theirs)
{
    const tr_config *c = &b->im->config;

    for (size_t i = 0; b->naming->layer[i].ours && b->rc == 0; i++) {
        const char *const *names = b->naming->layer[i].theirs;
        const tr_layer_part *part = &tr_layer_parts[b->naming->layer[i].ours];
        if (!tr_layer_has(c, part, decoder)) continue;
        const tr_import_name name = tr_import_named("%s.%s", ours, part->name);
        if (part->is_norm)
            add_foreign_norm(b, name.text, theirs, names[c->pre_norm && names[1]]);
        else
            add_foreign_matrix(b, part, decoder, name.text, theirs, names);
    }
}
