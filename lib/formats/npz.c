#include "formats/npz.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "formats/cursor.h"
#include "formats/elements.h"

enum { PREFIX_SIZE = 12, MAX_HEADER = 1 << 16 };

/* The header's text, a Python dictionary literal, from here to `end`. */
typedef struct literal {
    const char *next, *end;
} literal;

static void skip_header_blanks(literal *l)
{
    while (l->next < l->end && (*l->next == ' ' || *l->next == '\n'))
        l->next++;
}

static bool accept(literal *l, const char *token)
{
    const size_t len = strlen(token);

    skip_header_blanks(l);
    if ((size_t)(l->end - l->next) < len || memcmp(l->next, token, len) != 0) return false;
    l->next += len;
    return true;
}

/* A quoted string without escapes, cut to `size`; false when there is none. */
static bool read_npy_string(literal *l, char *text, size_t size)
{
    skip_header_blanks(l);
    if (l->next == l->end || (*l->next != '\'' && *l->next != '"')) return false;
    const char quote = *l->next++;
    const char *close = memchr(l->next, quote, (size_t)(l->end - l->next));
    if (!close || (size_t)(close - l->next) >= size) return false;
    const size_t len = (size_t)(close - l->next);
    memcpy(text, l->next, len);
    text[len] = '\0';
    l->next = close + 1;
    return !memchr(text, '\\', len);
}

static bool read_npy_number(literal *l, uint64_t *x)
{
    bool any = false;

    skip_header_blanks(l);
    for (*x = 0; l->next < l->end && *l->next >= '0' && *l->next <= '9'; l->next++) {
        const uint64_t digit = (uint64_t)(*l->next - '0');
        if (*x > (UINT64_MAX - digit) / 10) return false;
        *x = *x * 10 + digit;
        any = true;
    }
    return any;
}

static bool read_npy_shape(literal *l, tr_npy *a)
{
    if (!accept(l, "(")) return false;
    while (!accept(l, ")")) {
        if (a->n_dims == TR_NPY_MAX_DIMS || !read_npy_number(l, &a->dims[a->n_dims++]))
            return false;
        if (!accept(l, ",")) return accept(l, ")");
    }
    return true;
}

static int fail_array(const tr_npz *z, const tr_npy *a, int code, const char *what, tr_error *err)
{
    return tr_fail(err, code, "%s: tensor %s: %s", z->zip.path, a->name, what);
}

/* Such as "<f4": byte order, kind, width. */
static int read_npy_type(const tr_npz *z, tr_npy *a, const char *descr, tr_error *err)
{
    static const char known[][4] = {"b1", "i1", "i2", "i4", "i8", "u1",
                                    "u2", "u4", "u8", "f2", "f4", "f8"};

    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (!descr[0] || strcmp(descr + 1, known[i]) != 0) continue;
        a->kind = known[i][0];
        a->width = (size_t)(known[i][1] - '0');
        if (descr[0] == '<' || (descr[0] == '|' && a->width == 1)) return 0;
    }
    return tr_fail(err, TR_EUNSUPPORTED, "%s: tensor %s: its type is not supported", z->zip.path,
                   a->name);
}

static int read_dictionary(const tr_npz *z, tr_npy *a, literal l, tr_error *err)
{
    char key[16], descr[16] = "";
    bool fortran = false;
    unsigned seen = 0;
    enum { DESCR = 1, ORDER = 2, SHAPE = 4, ALL = 7 };

    bool good = accept(&l, "{");
    while (good && !accept(&l, "}")) {
        unsigned which = 0;
        good = read_npy_string(&l, key, sizeof key) && accept(&l, ":");
        if (good && !strcmp(key, "descr")) {
            which = DESCR;
            /* Structured types are lists. */
            if (accept(&l, "["))
                return fail_array(z, a, TR_EUNSUPPORTED, "its type is not supported", err);
            good = read_npy_string(&l, descr, sizeof descr);
        } else if (good && !strcmp(key, "fortran_order")) {
            which = ORDER;
            fortran = accept(&l, "True");
            good = fortran || accept(&l, "False");
        } else if (good && !strcmp(key, "shape")) {
            which = SHAPE;
            good = read_npy_shape(&l, a);
        }
        good = good && which && !(seen & which);
        seen |= which;
        if (good && !accept(&l, ",")) {
            good = accept(&l, "}");
            break;
        }
    }
    skip_header_blanks(&l);
    if (!good || seen != ALL || l.next != l.end)
        return fail_array(z, a, TR_EFORMAT, "its header is not one of a .npy file", err);
    if (fortran)
        return fail_array(z, a, TR_EUNSUPPORTED,
                          "is stored column by column (fortran_order), which is not supported",
                          err);
    return read_npy_type(z, a, descr, err);
}

static int check_array_size(const tr_npz *z, tr_npy *a, tr_error *err)
{
    size_t n = 1;

    for (unsigned i = 0; i < a->n_dims; i++) {
        if (!a->dims[i]) return fail_array(z, a, TR_EFORMAT, "has no elements", err);
        n = a->dims[i] < SIZE_MAX ? tr_size_mul(n, (size_t)a->dims[i]) : SIZE_MAX;
    }
    const size_t bytes = tr_size_mul(n, a->width);
    if (bytes >= SIZE_MAX - a->header || a->member->size != a->header + bytes)
        return fail_array(z, a, TR_EFORMAT, "its size is not what its shape says", err);
    a->n = n;
    return 0;
}

static int read_npy_header(const tr_npz *z, tr_npy *a, tr_zip_stream *s, tr_error *err)
{
    unsigned char prefix[PREFIX_SIZE];
    static const unsigned char magic[] = {0x93, 'N', 'U', 'M', 'P', 'Y'};

    /* Version 1 counts its header in two bytes, the later ones in four. */
    const size_t size = a->member->size < PREFIX_SIZE ? 0 : PREFIX_SIZE - 2;
    int rc = size ? tr_zip_stream_read(s, prefix, size, err) : 0;
    if (rc < 0) return rc;
    if (!size || memcmp(prefix, magic, sizeof magic) != 0)
        return fail_array(z, a, TR_EFORMAT, "is not a .npy file", err);
    tr_cursor c = tr_cursor_at(prefix, PREFIX_SIZE, sizeof magic);
    const uint8_t version = tr_cursor_u8(&c);
    tr_cursor_u8(&c);
    if (version < 1 || version > 3)
        return tr_fail(err, TR_EVERSION, "%s: tensor %s: version %u of .npy is not known",
                       z->zip.path, a->name, version);
    if (version > 1) rc = tr_zip_stream_read(s, prefix + size, 2, err);
    if (rc < 0) return rc;
    const uint32_t len = version > 1 ? tr_cursor_u32(&c) : tr_cursor_u16(&c);
    a->header = (version > 1 ? PREFIX_SIZE : PREFIX_SIZE - 2) + (size_t)len;
    if (len > MAX_HEADER) return fail_array(z, a, TR_EFORMAT, "its header is too long", err);

    char *text = malloc(len + 1);
    if (!text) return tr_fail_memory(err);
    rc = tr_zip_stream_read(s, text, len, err);
    if (!rc) rc = read_dictionary(z, a, (literal){.next = text, .end = text + len}, err);
    free(text);
    return rc ? rc : check_array_size(z, a, err);
}

static int read_npy(const tr_npz *z, tr_npy *a, const tr_zip_member *m, tr_error *err)
{
    tr_zip_stream s;
    const size_t len = strlen(m->name);

    if (len <= 4 || strcmp(m->name + len - 4, ".npy") != 0)
        return tr_fail(err, TR_EFORMAT, "%s: member %s: is not a .npy file", z->zip.path, m->name);
    a->name = malloc(len - 3);
    if (!a->name) return tr_fail_memory(err);
    memcpy(a->name, m->name, len - 4);
    a->name[len - 4] = '\0';
    a->member = m;

    int rc = tr_zip_stream_open(&s, &z->zip, m, err);
    if (!rc) rc = read_npy_header(z, a, &s, err);
    tr_zip_stream_close(&s);
    return rc;
}

int tr_npz_open(tr_npz *z, const unsigned char *data, size_t size, const char *path, tr_error *err)
{
    *z = (tr_npz){0};
    int rc = tr_zip_open(&z->zip, data, size, path, err);
    if (rc < 0) return rc;

    z->arrays = calloc(z->zip.n_members + 1, sizeof *z->arrays);
    if (!z->arrays) rc = tr_fail_memory(err);
    while (!rc && z->n_arrays < z->zip.n_members) {
        const size_t i = z->n_arrays++;
        rc = read_npy(z, &z->arrays[i], &z->zip.members[i], err);
    }
    if (rc) tr_npz_close(z);
    return rc;
}

void tr_npz_close(tr_npz *z)
{
    for (size_t i = 0; i < z->n_arrays; i++)
        free(z->arrays[i].name);
    free(z->arrays);
    tr_zip_close(&z->zip);
    *z = (tr_npz){0};
}

static int element_type(const tr_npy *a)
{
    return a->width == 2 ? TR_ELEMENT_F16 : a->width == 4 ? TR_ELEMENT_F32 : TR_ELEMENT_F64;
}

static int read_npy_floats(const tr_npz *z, const tr_npy *a, tr_zip_stream *s,
                           const tr_element_layout *layout, float *out, tr_error *err)
{
    unsigned char bytes[1 << 13];
    const size_t chunk = sizeof bytes / a->width;

    for (size_t done = 0; done < a->n;) {
        const size_t n = a->n - done < chunk ? a->n - done : chunk;
        const int rc = tr_zip_stream_read(s, bytes, n * a->width, err);
        if (rc < 0) return rc;
        const size_t end = tr_elements_put(bytes, element_type(a), done, n, layout, out);
        if (end < done + n)
            return tr_fail(err, TR_EFORMAT, "%s: tensor %s: element %zu is not a finite number",
                           z->zip.path, a->name, end);
        done = end;
    }
    return 0;
}

/* After the header; `s` is to be closed either way. */
static int open_elements(const tr_npz *z, const tr_npy *a, tr_zip_stream *s, tr_error *err)
{
    unsigned char bytes[1 << 10];

    int rc = tr_zip_stream_open(s, &z->zip, a->member, err);
    for (size_t left = a->header; !rc && left;) {
        const size_t n = left < sizeof bytes ? left : sizeof bytes;
        rc = tr_zip_stream_read(s, bytes, n, err);
        left -= n;
    }
    return rc;
}

int tr_npz_floats(const tr_npz *z, const tr_npy *a, const tr_element_layout *layout, float *out,
                  tr_error *err)
{
    tr_zip_stream s;

    if (a->kind != 'f') return fail_array(z, a, TR_EFORMAT, "does not hold floats", err);
    int rc = open_elements(z, a, &s, err);
    if (!rc) rc = read_npy_floats(z, a, &s, layout, out, err);
    tr_zip_stream_close(&s);
    return rc;
}

int tr_npz_bytes(const tr_npz *z, const tr_npy *a, char **bytes, tr_error *err)
{
    tr_zip_stream s;

    *bytes = NULL;
    if (a->width != 1 || a->kind == 'b')
        return fail_array(z, a, TR_EFORMAT, "does not hold bytes", err);
    char *text = malloc(a->n + 1);
    if (!text) return tr_fail_memory(err);
    int rc = open_elements(z, a, &s, err);
    if (!rc) rc = tr_zip_stream_read(&s, text, a->n, err);
    tr_zip_stream_close(&s);
    if (rc < 0) {
        free(text);
        return rc;
    }
    text[a->n] = '\0';
    *bytes = text;
    return 0;
}
