#include "import/marian/marian_bin.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/numbers/number.h"
#include "base/utf8.h"
#include "formats/cursor.h"

enum {
    VERSION = 1,
    ENCRYPTED = 2,
    ITEM_SIZE = 4 * 8, /* of an item in the header */
    DIM_SIZE = 4,
    MAX_ITEMS = 1 << 16,
    MAX_NAME = 255
};

static const tr_bin_type types[] = {
    {{0x101}, "int8", TR_BIN_INTEGER, TR_ELEMENT_S8, 1},
    {{0x102}, "int16", TR_BIN_INTEGER, TR_ELEMENT_S16, 2},
    {{0x104}, "int32", TR_BIN_INTEGER, TR_ELEMENT_S32, 4},
    {{0x108}, "int64", TR_BIN_INTEGER, 0, 8},
    {{0x201}, "uint8", TR_BIN_INTEGER, 0, 1},
    {{0x202}, "uint16", TR_BIN_INTEGER, 0, 2},
    {{0x204}, "uint32", TR_BIN_INTEGER, 0, 4},
    {{0x208}, "uint64", TR_BIN_INTEGER, 0, 8},
    {{0x402}, "float16", TR_BIN_FLOAT, TR_ELEMENT_F16, 2},
    {{0x404}, "float32", TR_BIN_FLOAT, TR_ELEMENT_F32, 4},
    {{0x408}, "float64", TR_BIN_FLOAT, TR_ELEMENT_F64, 8},
    {{0x10001, 0x4101}, "intgemm8", TR_BIN_SCALED, TR_ELEMENT_S8, 1},
    {{0x10002, 0x4102}, "intgemm16", TR_BIN_SCALED, TR_ELEMENT_S16, 2},
    {{0x802}, "packed16", TR_BIN_PACKED, 0, 0},
    {{0x1801}, "packed8avx2", TR_BIN_PACKED, 0, 0},
    {{0x2801}, "packed8avx512", TR_BIN_PACKED, 0, 0},
    {{0x18001}, "intgemm8ssse3", TR_BIN_PACKED, 0, 0},
    {{0x11001}, "intgemm8avx2", TR_BIN_PACKED, 0, 0},
    {{0x12001}, "intgemm8avx512", TR_BIN_PACKED, 0, 0},
    {{0x13001}, "intgemm8avx512vnni", TR_BIN_PACKED, 0, 0},
    {{0x14002}, "intgemm16sse2", TR_BIN_PACKED, 0, 0},
    {{0x11002}, "intgemm16avx2", TR_BIN_PACKED, 0, 0},
    {{0x12002}, "intgemm16avx512", TR_BIN_PACKED, 0, 0},
    {{0}, "unknown", TR_BIN_UNKNOWN, 0, 0}, /* the last */
};

static const tr_bin_type *find_item_type(uint64_t code)
{
    const tr_bin_type *t = types;
    while (t->kind != TR_BIN_UNKNOWN && (!code || (code != t->codes[0] && code != t->codes[1])))
        t++;
    return t;
}

static int fail_marian_bin(const tr_bin *b, int code, const char *what, tr_error *err)
{
    return tr_fail(err, code, "%s: %s", b->path, what);
}

static int fail_item(const tr_bin *b, const tr_bin_item *item, int code, const char *what,
                     tr_error *err)
{
    return tr_fail(err, code, "%s: tensor %s: %s", b->path, item->name, what);
}

/* Fields of an item's header besides its type and size. */
typedef struct lengths {
    uint64_t name, shape;
} lengths;

static int read_bin_start(tr_bin *b, tr_cursor *c, tr_error *err)
{
    const uint64_t version = tr_cursor_u64(c), n = tr_cursor_u64(c);

    if (c->failed)
        return fail_marian_bin(b, TR_EFORMAT, "is too short for a .bin file of Marian", err);
    if (version == ENCRYPTED) return fail_marian_bin(b, TR_EUNSUPPORTED, "is encrypted", err);
    if (version != VERSION)
        return tr_fail(err, TR_EVERSION,
                       "%s: is not a .bin file of Marian, or of a version that is not known "
                       "(%" PRIu64 ")",
                       b->path, version);
    if (n > c->left / ITEM_SIZE)
        return fail_marian_bin(b, TR_EFORMAT, "is shorter than the number of its tensors asks for",
                               err);
    if (!n || n > MAX_ITEMS)
        return tr_fail(err, TR_EFORMAT, "%s: %" PRIu64 " tensors are not in 1..%d", b->path, n,
                       MAX_ITEMS);
    b->n_items = (size_t)n;
    b->items = calloc(b->n_items, sizeof *b->items);
    return b->items ? 0 : tr_fail_memory(err);
}

/* Sizes are held against the file one by one, so that their sums cannot overflow. */
static int read_items(tr_bin *b, tr_cursor *c, lengths *len, tr_error *err)
{
    uint64_t names = 0, dims = 0, data = 0;

    for (size_t i = 0; i < b->n_items; i++) {
        len[i].name = tr_cursor_u64(c);
        b->items[i].type = find_item_type(tr_cursor_u64(c));
        len[i].shape = tr_cursor_u64(c);
        const uint64_t size = tr_cursor_u64(c);
        if (len[i].name > b->size - names || len[i].shape > b->size - dims || size > b->size - data)
            return tr_fail(err, TR_EFORMAT, "%s: tensor %zu: is longer than the file", b->path,
                           i + 1);
        b->items[i].size = (size_t)size;
        names += len[i].name;
        dims += len[i].shape;
        data += size;
    }
    return 0;
}

/* Names lie one after the other, each with its NUL; they are copied as they are. */
static int read_names(tr_bin *b, tr_cursor *c, const lengths *len, tr_error *err)
{
    size_t total = 0;

    for (size_t i = 0; i < b->n_items; i++)
        total += (size_t)len[i].name;
    const unsigned char *bytes = tr_cursor_take(c, total);
    if (!bytes) return fail_marian_bin(b, TR_EFORMAT, "ends in the names of its tensors", err);
    b->names = malloc(total);
    if (!b->names) return tr_fail_memory(err);
    memcpy(b->names, bytes, total);

    const char *name = b->names;
    for (size_t i = 0; i < b->n_items; name += len[i++].name) {
        const size_t n = (size_t)len[i].name;
        if (!n || name[n - 1] != '\0' || !tr_is_name(name, n - 1, MAX_NAME))
            return tr_fail(err, TR_EFORMAT, "%s: tensor %zu: its name is not a name", b->path,
                           i + 1);
        b->items[i].name = name;
    }
    return 0;
}

static int read_item_shape(const tr_bin *b, tr_bin_item *item, uint64_t n_dims, tr_cursor *c,
                           tr_error *err)
{
    if (n_dims > TR_BIN_MAX_DIMS)
        return fail_item(b, item, TR_EFORMAT, "has more than 4 dimensions", err);
    item->n_dims = (unsigned)n_dims;
    item->n = 1;
    for (unsigned i = 0; i < item->n_dims; i++) {
        const uint32_t dim = tr_cursor_u32(c);
        if (c->failed)
            return fail_marian_bin(b, TR_EFORMAT, "ends in the shapes of its tensors", err);
        if (!dim || dim > INT32_MAX)
            return tr_fail(err, TR_EFORMAT, "%s: tensor %s: dimension %u is %" PRId64, b->path,
                           item->name, i + 1, (int64_t)(int32_t)dim);
        item->dims[i] = dim;
        item->n = tr_size_mul(item->n, dim);
    }
    return 0;
}

/* Marian's writer transposes what it quantises, but for embeddings, and keeps the shape. */
static bool is_transposed(const tr_bin_item *item)
{
    return item->type->kind == TR_BIN_SCALED && !strstr(item->name, "Wemb");
}

/* Tensors may be larger than their elements: they are filled up for alignment. */
static int check_item_size(const tr_bin *b, const tr_bin_item *item, tr_error *err)
{
    const size_t factor = item->type->kind == TR_BIN_SCALED ? sizeof(float) : 0;

    if (!item->type->width) return 0;
    const size_t bytes = tr_size_mul(item->n, item->type->width);
    if (bytes > SIZE_MAX - factor || item->size < bytes + factor)
        return fail_item(b, item, TR_EFORMAT, "its size is not what its shape says", err);
    return 0;
}

static int read_shapes(tr_bin *b, tr_cursor *c, const lengths *len, tr_error *err)
{
    int rc = 0;

    for (size_t i = 0; rc == 0 && i < b->n_items; i++) {
        tr_bin_item *item = &b->items[i];
        rc = read_item_shape(b, item, len[i].shape, c, err);
        item->transposed = is_transposed(item);
        if (rc == 0 && item->transposed && item->n_dims != 2)
            rc = fail_item(b, item, TR_EFORMAT, "is not a matrix", err);
        if (rc == 0) rc = check_item_size(b, item, err);
    }
    return rc;
}

static int place_data(tr_bin *b, tr_cursor *c, tr_error *err)
{
    tr_cursor_take(c, tr_cursor_u64(c));
    for (size_t i = 0; i < b->n_items && !c->failed; i++) {
        b->items[i].offset = b->size - c->left;
        tr_cursor_take(c, b->items[i].size);
    }
    if (c->failed) return fail_marian_bin(b, TR_EFORMAT, "ends before its last tensor does", err);
    if (c->left) return fail_marian_bin(b, TR_EFORMAT, "goes on behind its last tensor", err);
    return 0;
}

int tr_bin_open(tr_bin *b, const unsigned char *data, size_t size, const char *path, tr_error *err)
{
    tr_cursor c = tr_cursor_at(data, size, 0);
    lengths *len = NULL;

    *b = (tr_bin){.data = data, .size = size, .path = path};
    int rc = read_bin_start(b, &c, err);
    if (rc == 0) {
        len = calloc(b->n_items, sizeof *len);
        rc = len ? read_items(b, &c, len, err) : tr_fail_memory(err);
    }
    if (rc == 0) rc = read_names(b, &c, len, err);
    if (rc == 0) rc = read_shapes(b, &c, len, err);
    if (rc == 0) rc = place_data(b, &c, err);
    free(len);
    if (rc < 0) tr_bin_close(b);
    return rc;
}

void tr_bin_close(tr_bin *b)
{
    free(b->items);
    free(b->names);
    *b = (tr_bin){0};
}

/* ---- Elements ------------------------------------------------------------------------------ */

/* Returns the scale of an item's elements: the file has the inverse, after them. */
static int read_scale(const tr_bin *b, const tr_bin_item *item, float *scale, tr_error *err)
{
    const unsigned char *bytes = b->data + item->offset + item->n * item->type->width;
    const tr_element_layout one = {.row_len = 1};
    float factor = 0;

    tr_elements_put(bytes, TR_ELEMENT_F32, 0, 1, &one, &factor);
    *scale = 1.0f / factor;
    if (!(factor > 0) || !isfinite(factor) || !isfinite(*scale))
        return tr_fail(err, TR_EFORMAT, "%s: tensor %s: its scale, %s, is not positive and finite",
                       b->path, item->name, tr_decimal_of((double)factor).text);
    return 0;
}

static void multiply_size(const tr_bin_item *item, const tr_element_layout *layout, float scale,
                          float *out)
{
    for (size_t row = 0; row < item->n / layout->row_len; row++)
        for (size_t i = 0; i < layout->row_len; i++)
            out[row * layout->row_stride + i * layout->column_stride] *= scale;
}

int tr_bin_floats(const tr_bin *b, const tr_bin_item *item, const tr_element_layout *wanted,
                  float *out, tr_error *err)
{
    tr_element_layout layout = *wanted;
    const bool scaled = item->type->kind == TR_BIN_SCALED;
    float scale = 1;

    if (!scaled && item->type->kind != TR_BIN_FLOAT)
        return fail_item(b, item, TR_EFORMAT, "does not hold floats", err);
    if (item->transposed)
        layout = (tr_element_layout){item->n / wanted->row_len, wanted->column_stride,
                                     wanted->row_stride};
    int rc = scaled ? read_scale(b, item, &scale, err) : 0;
    if (rc < 0) return rc;
    const size_t good =
        tr_elements_put(b->data + item->offset, item->type->element, 0, item->n, &layout, out);
    if (good < item->n)
        return tr_fail(err, TR_EFORMAT, "%s: tensor %s: element %zu is not a finite number",
                       b->path, item->name, good);
    if (scaled) multiply_size(item, &layout, scale, out);
    return 0;
}

int tr_bin_s8(const tr_bin *b, const tr_bin_item *item, size_t row_stride, size_t column_stride,
              int8_t *values, float *scale, tr_error *err)
{
    const bool t = item->transposed;
    const size_t rows = (size_t)item->dims[t], columns = (size_t)item->dims[!t];
    const size_t between_rows = t ? column_stride : row_stride;
    const size_t between_columns = t ? row_stride : column_stride;

    if (item->type->kind != TR_BIN_SCALED || item->type->width != 1 || item->n_dims != 2)
        return fail_item(b, item, TR_EFORMAT, "is not a matrix of scaled int8", err);
    int rc = read_scale(b, item, scale, err);
    if (rc < 0) return rc;
    const unsigned char *bytes = b->data + item->offset;
    for (size_t row = 0; row < rows; row++)
        for (size_t i = 0; i < columns; i++)
            values[row * between_rows + i * between_columns] = (int8_t)*bytes++;
    return 0;
}

int tr_bin_bytes(const tr_bin *b, const tr_bin_item *item, char **bytes, tr_error *err)
{
    *bytes = NULL;
    if (item->type->kind != TR_BIN_INTEGER || item->type->width != 1)
        return fail_item(b, item, TR_EFORMAT, "does not hold bytes", err);
    char *text = malloc(item->n + 1);
    if (!text) return tr_fail_memory(err);
    memcpy(text, b->data + item->offset, item->n);
    text[item->n] = '\0';
    *bytes = text;
    return 0;
}
