#include "import/ct2/ct2_model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "formats/cursor.h"

enum { LAST_VERSION = 6, MAX_NAME = 255, MAX_LATER_NAME = 2 * (MAX_NAME + 1) };

/* The divisor of int16 arrays without a scale (ops::Quantize::global_int16_scale). */
#define GLOBAL_INT16_SCALE 1000.0f

/* Steps after a failure do nothing, so that the layout of the file reads plainly. */
typedef struct reader {
    tr_ct2_model *m;
    tr_cursor c;
    tr_error *err;
    int rc;
} reader;

static void fail_ct2(reader *r, int code, const char *what)
{
    if (r->rc == 0) r->rc = tr_fail(r->err, code, "%s: %s", r->m->path, what);
}

static void fail_variable(reader *r, const tr_ct2_variable *v, int code, const char *what)
{
    if (r->rc == 0) r->rc = tr_fail(r->err, code, "%s: tensor %s: %s", r->m->path, v->name, what);
}

/* ---- Names --------------------------------------------------------------------------------- */

/* The first `from` of the name by `to`; revision 1 only, whose names grow little. */
static void replace_variable(char name[MAX_LATER_NAME], const char *from, const char *to)
{
    char rest[MAX_LATER_NAME];
    char *at = strstr(name, from);

    if (!at) return;
    strcpy(rest, at + strlen(from));
    snprintf(at, MAX_LATER_NAME - (size_t)(at - name), "%s%s", to, rest);
}

/* As TransformerModel::register_variable() of CTranslate2 does. */
static void modernise(char name[MAX_LATER_NAME])
{
    static const char *const words[][2] = {
        {"transformer/", ""},
        {":0", ""},
        {"w_embs", "embeddings/weight"},
        {"kernel", "weight"},
        {"LayerNorm", "layer_norm"},
        {"dense", "projection"},
        {"conv1d_", "linear_"},
        {"conv1d", "linear_0"},
    };

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        replace_variable(name, words[i][0], words[i][1]);
    if (strstr(name, "encoder")) {
        replace_variable(name, "multi_head", "self_attention");
    } else {
        replace_variable(name, "masked_multi_head", "self_attention");
        replace_variable(name, "multi_head", "attention");
    }
}

/* A u16 that counts the NUL at the end, and the bytes; `what` is for the message. */
static const char *read_variable_name(reader *r, const char *what)
{
    char name[MAX_LATER_NAME];
    const size_t len = tr_cursor_u16(&r->c);
    const unsigned char *bytes = tr_cursor_take(&r->c, len);
    if (!bytes || len == 0 || bytes[len - 1] != '\0' ||
        !tr_is_name((const char *)bytes, len - 1, MAX_NAME)) {
        if (r->rc == 0)
            r->rc = tr_fail(r->err, TR_EFORMAT, "%s: %s is damaged or cut short", r->m->path, what);
        return NULL;
    }
    memcpy(name, bytes, len);
    if (r->m->revision == 1) modernise(name);
    if (strlen(name) > MAX_NAME && r->rc == 0)
        r->rc = tr_fail(r->err, TR_EFORMAT, "%s: %s has a name that is too long", r->m->path, what);
    if (strlen(name) > MAX_NAME) return NULL;
    const char *copy = tr_region_copy(&r->m->texts, name, strlen(name));
    if (!copy && r->rc == 0) r->rc = tr_fail_memory(r->err);
    return copy;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const tr_ct2_name *)a)->text, ((const tr_ct2_name *)b)->text);
}

static const tr_ct2_name *find_variable(const tr_ct2_name *names, size_t n, const char *text)
{
    const tr_ct2_name key = {.text = text};
    return n ? bsearch(&key, names, n, sizeof *names, compare_names) : NULL;
}

static void add_name(reader *r, const char *text, size_t variable)
{
    tr_ct2_model *m = r->m;
    void *p = m->names;

    if (r->rc < 0) return;
    if (tr_reserve(&p, &m->name_capacity, m->n_names + 1, sizeof *m->names) < 0) {
        r->rc = tr_fail_memory(r->err);
        return;
    }
    m->names = p;
    m->names[m->n_names++] = (tr_ct2_name){.text = text, .variable = variable};
}

static void sort_variables(reader *r)
{
    tr_ct2_model *m = r->m;

    if (r->rc < 0 || !m->n_names) return;
    qsort(m->names, m->n_names, sizeof *m->names, compare_names);
    for (size_t i = 1; i < m->n_names && r->rc == 0; i++)
        if (!strcmp(m->names[i - 1].text, m->names[i].text))
            r->rc = tr_fail(r->err, TR_EFORMAT, "%s: two tensors have the name %s", m->path,
                            m->names[i].text);
}

/* ---- Variables ----------------------------------------------------------------------------- */

/* The type; returns the number of bytes. */
static uint64_t read_variable_type(reader *r, tr_ct2_variable *v)
{
    static const unsigned char types[] = {TR_ELEMENT_F32, TR_ELEMENT_S8,  TR_ELEMENT_S16,
                                          TR_ELEMENT_S32, TR_ELEMENT_F16, TR_ELEMENT_BF16};
    static const unsigned char of_width[] = {
        [1] = TR_ELEMENT_S8, [2] = TR_ELEMENT_S16, [4] = TR_ELEMENT_F32};
    const uint8_t number = tr_cursor_u8(&r->c);
    const uint32_t count = tr_cursor_u32(&r->c);

    /* Early versions tell a type by its width alone, and count elements. */
    const bool early = r->m->version < 4;
    if (early ? number != 1 && number != 2 && number != 4 : number >= sizeof types) {
        if (!r->c.failed) fail_variable(r, v, TR_EUNSUPPORTED, "its type is not known");
        return 0;
    }
    v->type = early ? of_width[number] : types[number];
    return early ? (uint64_t)count * number : count;
}

static void read_variable_shape(reader *r, tr_ct2_variable *v)
{
    const uint8_t n_dims = tr_cursor_u8(&r->c);

    if (n_dims > TR_CT2_MAX_DIMS) {
        fail_variable(r, v, TR_EUNSUPPORTED, "has too many dimensions");
        return;
    }
    v->n = 1;
    v->n_dims = n_dims;
    for (unsigned i = 0; i < n_dims; i++) {
        v->dims[i] = tr_cursor_u32(&r->c);
        v->n = tr_size_mul(v->n, v->dims[i]);
    }
}

static void read_variable(reader *r)
{
    tr_ct2_model *m = r->m;
    void *p = m->variables;

    if (tr_reserve(&p, &m->variable_capacity, m->n_variables + 1, sizeof *m->variables) < 0) {
        r->rc = tr_fail_memory(r->err);
        return;
    }
    m->variables = p;
    tr_ct2_variable *v = &m->variables[m->n_variables];
    *v = (tr_ct2_variable){.name = read_variable_name(r, "the name of a tensor")};
    if (!v->name) return;
    m->n_variables++;
    read_variable_shape(r, v);
    if (r->rc < 0) return;
    const uint64_t size = read_variable_type(r, v);
    v->at = m->size - r->c.left;
    tr_cursor_take(&r->c, size);
    if (r->c.failed)
        fail_variable(r, v, TR_EFORMAT, "the file ends inside it");
    else if (r->rc == 0 && !v->n)
        fail_variable(r, v, TR_EFORMAT, "has no elements");
    else if (r->rc == 0 && tr_size_mul(v->n, tr_element_size(v->type)) != size)
        fail_variable(r, v, TR_EFORMAT, "its size is not what its shape says");
}

static void read_ct2_variables(reader *r)
{
    const uint32_t n = tr_cursor_u32(&r->c);

    for (uint32_t i = 0; i < n && r->rc == 0; i++)
        read_variable(r);
    for (size_t i = 0; i < r->m->n_variables; i++)
        add_name(r, r->m->variables[i].name, i);
    sort_variables(r);
}

/* Other names of variables.  An alias of an alias is nothing that CTranslate2 writes. */
static void read_alias(reader *r, size_t n_variable_names)
{
    const tr_ct2_model *m = r->m;
    const char *alias = read_variable_name(r, "an alias"),
               *name = read_variable_name(r, "an alias");

    if (!alias || !name) return;
    const tr_ct2_name *found = find_variable(m->names, n_variable_names, name);
    if (found)
        add_name(r, alias, found->variable);
    else
        r->rc = tr_fail(r->err, TR_EFORMAT, "%s: tensor %s: is an alias of none of the tensors",
                        m->path, alias);
}

static void read_aliases(reader *r)
{
    const uint32_t n = tr_cursor_u32(&r->c);
    const size_t n_variable_names = r->m->n_names;

    for (uint32_t i = 0; i < n && r->rc == 0; i++)
        read_alias(r, n_variable_names);
    sort_variables(r);
}

/* ---- Scales -------------------------------------------------------------------------------- */

static float ct2_float_at(const tr_ct2_model *m, size_t at)
{
    const tr_element_layout one = {1, 1, 1};
    float x = NAN;
    tr_elements_put(m->data + at, TR_ELEMENT_F32, 0, 1, &one, &x);
    return x;
}

/* Everything is multiplied by 1 / scale, as CTranslate2 does. */
static void bind_ct2_scale(reader *r, tr_ct2_variable *v)
{
    const tr_ct2_model *m = r->m;
    char name[MAX_LATER_NAME + 8];

    if (v->type != TR_ELEMENT_S8 && v->type != TR_ELEMENT_S16) return;
    snprintf(name, sizeof name, "%s_scale", v->name);
    const tr_ct2_variable *scale = tr_ct2_find(m, name);
    if (!scale) return;
    const size_t n = v->type == TR_ELEMENT_S8 && v->n_dims ? v->dims[0] : 1;
    if (scale->type != TR_ELEMENT_F32 || scale->n != n) {
        fail_variable(r, scale, TR_EFORMAT, "does not fit the tensor that it scales");
        return;
    }
    for (size_t i = 0; i < n; i++) {
        const float x = ct2_float_at(m, scale->at + i * sizeof(float));
        if (!(x > 0) || !isfinite(x) || !isfinite(1 / x)) {
            fail_variable(r, scale, TR_EFORMAT, "holds what is no scale");
            return;
        }
    }
    v->scale_at = scale->at;
}

/* ---- The file ------------------------------------------------------------------------------ */

static void read_ct2_header(reader *r)
{
    tr_ct2_model *m = r->m;

    m->version = tr_cursor_u32(&r->c);
    if (r->c.failed || m->version < 1 || m->version > LAST_VERSION) {
        if (r->c.failed)
            fail_ct2(r, TR_EFORMAT, "is too short to be a model of CTranslate2");
        else
            r->rc = tr_fail(r->err, TR_EVERSION,
                            "%s: version %u of CTranslate2's models is not known, only 1 to %d",
                            m->path, m->version, LAST_VERSION);
        return;
    }
    m->revision = 0; /* so that the name of the specification stays as it is */
    m->spec = m->version > 1 ? read_variable_name(r, "the name of its specification") : "";
    m->revision = m->version > 1 ? tr_cursor_u32(&r->c) : 1;
}

static void read_file(reader *r)
{
    tr_ct2_model *m = r->m;

    read_ct2_header(r);
    if (r->rc == 0) read_ct2_variables(r);
    if (r->rc == 0 && m->version >= 3) read_aliases(r);
    if (r->c.failed) fail_ct2(r, TR_EFORMAT, "is cut short");
    if (r->c.left) fail_ct2(r, TR_EFORMAT, "goes on behind its last tensor");
    for (size_t i = 0; i < m->n_variables && r->rc == 0; i++)
        bind_ct2_scale(r, &m->variables[i]);
}

int tr_ct2_open(tr_ct2_model *m, const unsigned char *data, size_t size, const char *path,
                tr_error *err)
{
    *m = (tr_ct2_model){.data = data, .size = size, .path = path};
    reader r = {.m = m, .c = tr_cursor_at(data, size, 0), .err = err};
    read_file(&r);
    if (r.rc < 0) tr_ct2_close(m);
    return r.rc;
}

void tr_ct2_close(tr_ct2_model *m)
{
    free(m->variables);
    free(m->names);
    tr_region_free(&m->texts);
    *m = (tr_ct2_model){0};
}

const tr_ct2_variable *tr_ct2_find(const tr_ct2_model *m, const char *name)
{
    const tr_ct2_name *found = find_variable(m->names, m->n_names, name);
    return found ? &m->variables[found->variable] : NULL;
}

/* ---- Elements ------------------------------------------------------------------------------ */

bool tr_ct2_number(const tr_ct2_model *m, const tr_ct2_variable *v, double *x)
{
    const tr_element_layout one = {1, 1, 1};
    float f;

    if (v->n != 1) return false;
    if (!tr_element_is_float(v->type)) {
        *x = tr_element_integer(m->data + v->at, v->type);
        return true;
    }
    *x = tr_elements_put(m->data + v->at, v->type, 0, 1, &one, &f) ? (double)f : (double)NAN;
    return true;
}

const char *tr_ct2_text(const tr_ct2_model *m, const tr_ct2_variable *v)
{
    return v->type == TR_ELEMENT_S8 ? (const char *)m->data + v->at : NULL;
}

/* 1 / the scale of row `row`. */
static float factor(const tr_ct2_model *m, const tr_ct2_variable *v, size_t row)
{
    if (!v->scale_at) return 1 / GLOBAL_INT16_SCALE;
    if (v->type == TR_ELEMENT_S16) row = 0;
    return 1 / ct2_float_at(m, v->scale_at + row * sizeof(float));
}

static int check_scaled(const tr_ct2_model *m, const tr_ct2_variable *v, tr_error *err)
{
    if (v->type == TR_ELEMENT_S32 || (v->type == TR_ELEMENT_S8 && !v->scale_at))
        return tr_fail(err, TR_EFORMAT, "%s: tensor %s: holds integers without a scale", m->path,
                       v->name);
    return 0;
}

/* Integers that tr_elements_put() has put into `out`, each times its factor. */
static void scale_rows(const tr_ct2_model *m, const tr_ct2_variable *v,
                       const tr_element_layout *layout, float *out)
{
    const size_t rows = v->n_dims ? v->dims[0] : 1, n = v->n / rows;

    for (size_t row = 0; row < rows; row++) {
        const float f = factor(m, v, row);
        for (size_t i = row * n; i < (row + 1) * n; i++)
            out[i / layout->row_len * layout->row_stride +
                i % layout->row_len * layout->column_stride] *= f;
    }
}

int tr_ct2_floats(const tr_ct2_model *m, const tr_ct2_variable *v, const tr_element_layout *layout,
                  float *out, tr_error *err)
{
    const int rc = check_scaled(m, v, err);
    if (rc < 0) return rc;
    const size_t end = tr_elements_put(m->data + v->at, v->type, 0, v->n, layout, out);
    if (end < v->n)
        return tr_fail(err, TR_EFORMAT, "%s: tensor %s: element %zu is not a finite number",
                       m->path, v->name, end);
    if (!tr_element_is_float(v->type)) scale_rows(m, v, layout, out);
    return 0;
}

int tr_ct2_s8(const tr_ct2_model *m, const tr_ct2_variable *v, int8_t *values, float *factors,
              tr_error *err)
{
    const int rc = check_scaled(m, v, err);
    if (rc < 0) return rc;
    memcpy(values, m->data + v->at, v->n);
    for (size_t i = 0; i < v->dims[0]; i++)
        factors[i] = factor(m, v, i);
    return 0;
}
