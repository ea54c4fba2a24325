#include "formats/gguf.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/numbers/number.h"
#include "base/unicode.h"
#include "base/utf8.h"

bool tr_gguf_text_valid(const char *text, size_t len)
{
    return (len == 0 || !memchr(text, 0, len)) && tr_utf8_valid(text, len);
}

size_t tr_gguf_tensor_size(int type, unsigned n_dims, const uint64_t *dims)
{
    const bool in_blocks = type == TR_TENSOR_Q8_0;
    size_t size = type == TR_TENSOR_I8                              ? 1
                  : type == TR_TENSOR_F16 || type == TR_TENSOR_BF16 ? 2
                  : type == TR_TENSOR_F32 || type == TR_TENSOR_I32  ? 4
                  : in_blocks                                       ? TR_Q8_0_SIZE
                                                                    : 0;

    if (in_blocks && (!n_dims || dims[n_dims - 1] % TR_Q8_0_BLOCK)) return 0;
    for (unsigned i = 0; i < n_dims; i++) {
        const uint64_t n = in_blocks && i == n_dims - 1 ? dims[i] / TR_Q8_0_BLOCK : dims[i];
        size = n < SIZE_MAX ? tr_size_mul(size, (size_t)n) : SIZE_MAX;
    }
    return size < SIZE_MAX ? size : 0;
}

static int compare_key(const void *key, const void *value)
{
    return strcmp(key, (*(const tr_gguf_value *const *)value)->key);
}

const tr_gguf_value *tr_gguf_find(const tr_gguf *g, const char *key)
{
    const tr_gguf_value **found =
        bsearch(key, g->by_key, g->n_values, sizeof *g->by_key, compare_key);
    return found ? *found : NULL;
}

static int compare_name(const void *name, const void *tensor)
{
    return strcmp(name, (*(const tr_gguf_tensor *const *)tensor)->name);
}

const tr_gguf_tensor *tr_gguf_find_tensor(const tr_gguf *g, const char *name)
{
    const tr_gguf_tensor **found =
        bsearch(name, g->by_name, g->n_tensors, sizeof *g->by_name, compare_name);
    return found ? *found : NULL;
}

static bool is_signed(int type)
{
    return type == TR_GGUF_INT8 || type == TR_GGUF_INT16 || type == TR_GGUF_INT32 ||
           type == TR_GGUF_INT64;
}

static bool is_unsigned(int type)
{
    return type == TR_GGUF_UINT8 || type == TR_GGUF_UINT16 || type == TR_GGUF_UINT32 ||
           type == TR_GGUF_UINT64;
}

/* The bits of an integer of `size` bytes, its sign extended to 64 of them; false for other
 * types. */
static bool integer_of(int type, const unsigned char *bytes, size_t size, uint64_t *bits)
{
    if (!is_signed(type) && !is_unsigned(type)) return false;
    *bits = 0;
    memcpy(bits, bytes, size);
    if (is_signed(type)) {
        const uint64_t sign = UINT64_C(1) << (8 * size - 1);
        *bits = (*bits ^ sign) - sign;
    }
    return true;
}

static bool integer(const tr_gguf_value *v, uint64_t *bits)
{
    return integer_of(v->type, v->bytes, v->size, bits);
}

/* A required key of one type, which messages call `type_name`. */
static int require_key(const tr_gguf *g, const char *key, int type, const char *type_name,
                       const tr_gguf_value **v, tr_error *err)
{
    *v = tr_gguf_find(g, key);
    if (!*v) return tr_fail(err, TR_EFORMAT, "%s: key %s is missing", g->path, key);
    if ((*v)->type != type)
        return tr_fail(err, TR_EFORMAT, "%s: key %s is not a %s", g->path, key, type_name);
    return 0;
}

int tr_gguf_u32(const tr_gguf *g, const char *key, uint32_t *out, tr_error *err)
{
    const tr_gguf_value *v = tr_gguf_find(g, key);
    uint64_t bits;

    if (!v) return tr_fail(err, TR_EFORMAT, "%s: key %s is missing", g->path, key);
    /* A negative number, its sign extended, is beyond 32 bits too. */
    if (!integer(v, &bits) || bits > UINT32_MAX)
        return tr_fail(err, TR_EFORMAT, "%s: key %s is not a whole number of 32 bits", g->path,
                       key);
    *out = (uint32_t)bits;
    return 0;
}

int tr_gguf_f32(const tr_gguf *g, const char *key, float *out, tr_error *err)
{
    const tr_gguf_value *v;
    const int rc = require_key(g, key, TR_GGUF_FLOAT32, "32-bit float", &v, err);
    if (rc == 0) memcpy(out, v->bytes, sizeof *out);
    return rc;
}

int tr_gguf_bool(const tr_gguf *g, const char *key, bool *out, tr_error *err)
{
    const tr_gguf_value *v;
    const int rc = require_key(g, key, TR_GGUF_BOOL, "truth value", &v, err);
    if (rc < 0) return rc;
    if (v->bytes[0] > 1)
        return tr_fail(err, TR_EFORMAT, "%s: key %s is neither true nor false", g->path, key);
    *out = v->bytes[0];
    return 0;
}

int tr_gguf_string(const tr_gguf *g, const char *key, const char **out, size_t *len, tr_error *err)
{
    const tr_gguf_value *v;
    const int rc = require_key(g, key, TR_GGUF_STRING, "string", &v, err);
    if (rc < 0) return rc;
    if (!tr_gguf_text_valid((const char *)v->bytes, v->size))
        return tr_fail(err, TR_EFORMAT, "%s: key %s is not valid UTF-8 text", g->path, key);
    *out = (const char *)v->bytes;
    *len = v->size;
    return 0;
}

bool tr_gguf_next_string(const tr_gguf_value *array, size_t *cursor, const char **text, size_t *len)
{
    uint64_t n;

    if (array->element_type != TR_GGUF_STRING || *cursor >= array->size) return false;
    const size_t left = array->size - *cursor;
    if (left < sizeof n) return false;
    memcpy(&n, array->bytes + *cursor, sizeof n);
    if (n > left - sizeof n) return false;
    *text = (const char *)array->bytes + *cursor + sizeof n;
    *len = (size_t)n;
    *cursor += sizeof n + *len;
    return true;
}

bool tr_gguf_u32_at(const tr_gguf_value *array, size_t i, uint32_t *out)
{
    uint64_t bits;

    if (array->type != TR_GGUF_ARRAY || i >= array->n) return false;
    const size_t size = array->size / (size_t)array->n;
    if (!integer_of(array->element_type, array->bytes + i * size, size, &bits)) return false;
    if (bits > UINT32_MAX) return false;
    *out = (uint32_t)bits;
    return true;
}

/* Bytes that may be shown as they are: a whole character that is not a control; else 0. */
static size_t printable(const char *s, size_t len)
{
    int32_t c;
    const size_t n = tr_utf8_decode(s, len, &c);
    return c < 0 || tr_is_control(c) ? 0 : n;
}

static void format_string(const unsigned char *s, size_t len, char *text, size_t size)
{
    size_t used = 0;
    for (size_t at = 0; at < len;) {
        const size_t n = printable((const char *)s + at, len - at);
        if (used + (n ? n : 4) >= size) break;
        if (n)
            memcpy(text + used, s + at, n);
        else
            snprintf(text + used, size - used, "\\x%02X", s[at]);
        used += n ? n : 4;
        at += n ? n : 1;
    }
    text[used] = '\0';
}

static const char *value_type_name(int type)
{
    static const char *const names[] = {"u8",   "i8",     "u16",   "i16", "u32", "i32", "f32",
                                        "bool", "string", "array", "u64", "i64", "f64"};
    return names[type];
}

/* The fewest digits that read as the same number again. */
static void format_float(const tr_gguf_value *v, char *text, size_t size)
{
    tr_decimal digits = {""};
    float f = 0;
    double d = 0, read;

    if (v->type == TR_GGUF_FLOAT32) {
        memcpy(&f, v->bytes, sizeof f);
        for (int n = 6; n <= 9; n++) {
            digits = tr_format_decimal((double)f, n);
            if (tr_parse_decimal(digits.text, strlen(digits.text), &read) && (float)read == f)
                break;
        }
    } else {
        memcpy(&d, v->bytes, sizeof d);
        for (int n = 15; n <= 17; n++) {
            digits = tr_format_decimal(d, n);
            if (tr_parse_decimal(digits.text, strlen(digits.text), &read) && read == d) break;
        }
    }
    snprintf(text, size, "%s", digits.text);
}

void tr_gguf_format(const tr_gguf_value *value, char *text, size_t size)
{
    uint64_t bits;

    if (size == 0) return;
    if (value->type == TR_GGUF_STRING)
        format_string(value->bytes, value->size, text, size);
    else if (value->type == TR_GGUF_ARRAY)
        snprintf(text, size, "[%" PRIu64 " x %s]", value->n, value_type_name(value->element_type));
    else if (value->type == TR_GGUF_BOOL)
        snprintf(text, size, "%s", value->bytes[0] ? "true" : "false");
    else if (!integer(value, &bits))
        format_float(value, text, size);
    else if (is_signed(value->type))
        snprintf(text, size, "%" PRId64, (int64_t)bits);
    else
        snprintf(text, size, "%" PRIu64, bits);
}

const char *tr_gguf_type_name(int tensor_type)
{
    return tensor_type == TR_TENSOR_F32    ? "F32"
           : tensor_type == TR_TENSOR_I8   ? "I8"
           : tensor_type == TR_TENSOR_I32  ? "I32"
           : tensor_type == TR_TENSOR_F16  ? "F16"
           : tensor_type == TR_TENSOR_BF16 ? "BF16"
           : tensor_type == TR_TENSOR_Q8_0 ? "Q8_0"
                                           : "?";
}
