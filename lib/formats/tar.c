#include "formats/tar.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/utf8.h"

/* A header is a block of fields of fixed places, numbers in octal; then come the member's bytes,
 * filled up to a whole block. */
enum {
    BLOCK = 512,
    NAME_LEN = 100,
    SIZE_AT = 124,
    SIZE_LEN = 12,
    SUM_AT = 148,
    SUM_LEN = 8,
    TYPE_AT = 156,
    MAGIC_AT = 257,
    PREFIX_AT = 345,
    PREFIX_LEN = 155
};

/* Fields of a member that records before its header replace. */
typedef struct extended {
    char name[TR_TAR_MAX_NAME]; /* "": not said */
    uint64_t size;
    bool has_size;
} extended;

static int refuse_tar(const tr_tar *t, const char *why, tr_error *err)
{
    return tr_fail(err, TR_EFORMAT, "%s: damaged tar archive: %s", t->path, why);
}

static bool parse_octal(const unsigned char *field, size_t len, uint64_t *n)
{
    size_t i = 0;

    while (i < len && field[i] == ' ')
        i++;
    const size_t first = i;
    for (*n = 0; i < len && field[i] >= '0' && field[i] <= '7'; i++) {
        if (*n >> 60) return false;
        *n = *n << 3 | (uint64_t)(field[i] - '0');
    }
    return i > first && (i == len || field[i] == ' ' || !field[i]);
}

static bool is_zero(const unsigned char *block)
{
    for (size_t i = 0; i < BLOCK; i++)
        if (block[i]) return false;
    return true;
}

/* The sum of all bytes, where the bytes of the sum itself count as blanks. */
static bool has_right_sum(const unsigned char *block)
{
    uint64_t sum = 0, said;

    for (size_t i = 0; i < BLOCK; i++)
        sum += i >= SUM_AT && i < SUM_AT + SUM_LEN ? ' ' : block[i];
    return parse_octal(block + SUM_AT, SUM_LEN, &said) && said == sum;
}

/* Names end up in messages, and their last components become files. */
static int check_name(const tr_tar *t, tr_tar_member *m, tr_error *err)
{
    for (const char *c = m->name; *c; c++)
        if (*c != ' ' && !tr_is_graphic((unsigned char)*c))
            return refuse_tar(t, "a member's name is not printable ASCII", err);
    const char *slash = strrchr(m->name, '/');
    m->base = slash ? slash + 1 : m->name;
    return *m->base ? 0 : refuse_tar(t, "a file has no name", err);
}

static void copy_tar_name(tr_tar_member *m, const unsigned char *block)
{
    const char *prefix = (const char *)block + PREFIX_AT, *name = (const char *)block;
    const size_t n = memcmp(block + MAGIC_AT, "ustar", 6) ? 0 : strnlen(prefix, PREFIX_LEN);
    const size_t len = strnlen(name, NAME_LEN), slash = n > 0;

    memcpy(m->name, prefix, n);
    if (slash) m->name[n] = '/';
    memcpy(m->name + n + slash, name, len);
    m->name[n + slash + len] = '\0';
}

/* ---- Records in front of a header ----------------------------------------------------------- */

static bool parse_decimal(const char *text, size_t len, uint64_t *n)
{
    for (size_t i = *n = 0; i < len; i++) {
        if (text[i] < '0' || text[i] > '9' || *n > UINT64_MAX / 10 - 1) return false;
        *n = 10 * *n + (uint64_t)(text[i] - '0');
    }
    return len > 0;
}

static bool copy_text(char *to, const char *text, size_t len)
{
    if (len >= TR_TAR_MAX_NAME || memchr(text, '\0', len)) return false;
    memcpy(to, text, len);
    to[len] = '\0';
    return true;
}

/* KEY=VALUE of a pax record, without its line end. */
static bool take_record(extended *x, const char *record, size_t len)
{
    const char *equals = memchr(record, '=', len);

    if (!equals) return false;
    const size_t n = (size_t)(equals - record), rest = len - n - 1;
    if (n == 4 && !memcmp(record, "path", 4)) return copy_text(x->name, equals + 1, rest);
    if (n == 4 && !memcmp(record, "size", 4))
        return x->has_size = parse_decimal(equals + 1, rest, &x->size);
    return n < 10 || memcmp(record, "GNU.sparse", 10) != 0;
}

/* "LENGTH KEY=VALUE\n", one after the other; the length counts all of it. */
static bool take_records(extended *x, const char *text, size_t len)
{
    while (len) {
        const char *blank = memchr(text, ' ', len);
        uint64_t n;
        if (!blank || !parse_decimal(text, (size_t)(blank - text), &n) || n > len) return false;
        const size_t head = (size_t)(blank - text) + 1;
        if (n <= head || text[n - 1] != '\n') return false;
        if (!take_record(x, blank + 1, (size_t)n - head - 1)) return false;
        text += n;
        len -= (size_t)n;
    }
    return true;
}

/* ---- Members ------------------------------------------------------------------------------- */

/* The next header's bytes; *size of them.  1; 0 at the end of the archive. */
static int take_header(tr_tar *t, const unsigned char **block, uint64_t *size, tr_error *err)
{
    if (t->size - t->at < BLOCK) return refuse_tar(t, "its end is missing", err);
    *block = t->data + t->at;
    t->at += BLOCK;
    if (is_zero(*block)) return 0;
    if (memcmp(*block + MAGIC_AT, "ustar", 5) != 0)
        return tr_fail(err, TR_EFORMAT, "%s: is not a tar archive, or a damaged one", t->path);
    if (!has_right_sum(*block)) return refuse_tar(t, "a header's sum is wrong", err);
    if (!parse_octal(*block + SIZE_AT, SIZE_LEN, size))
        return refuse_tar(t, "a member's size is no number", err);
    return 1;
}

/* The bytes after a header. */
static int take_tar_bytes(tr_tar *t, uint64_t size, const unsigned char **data, tr_error *err)
{
    const size_t left = t->size - t->at;

    if (size > left) return refuse_tar(t, "a member is cut short", err);
    *data = t->data + t->at;
    const size_t whole = ((size_t)size + BLOCK - 1) / BLOCK * BLOCK;
    t->at += whole < left ? whole : left;
    return 0;
}

static int take_extended(tr_tar *t, char type, uint64_t size, extended *x, tr_error *err)
{
    const unsigned char *data = NULL;

    const int rc = take_tar_bytes(t, size, &data, err);
    if (rc < 0 || type == 'g') return rc;
    const char *text = (const char *)data;
    const bool good = type == 'x' ? take_records(x, text, (size_t)size)
                                  : copy_text(x->name, text, strnlen(text, (size_t)size));
    return good ? 0 : refuse_tar(t, "a record in front of a member cannot be read", err);
}

static int take_file(tr_tar *t, const unsigned char *block, uint64_t size, const extended *x,
                     tr_tar_member *m, tr_error *err)
{
    if (x->has_size) size = x->size;
    copy_tar_name(m, block);
    if (*x->name) memcpy(m->name, x->name, sizeof m->name);
    int rc = take_tar_bytes(t, size, &m->data, err);
    m->size = (size_t)size;
    if (rc == 0) rc = check_name(t, m, err);
    return rc < 0 ? rc : 1;
}

void tr_tar_open(tr_tar *t, const unsigned char *data, size_t size, const char *path)
{
    *t = (tr_tar){.path = path, .data = data, .size = size};
}

int tr_tar_next(tr_tar *t, tr_tar_member *m, tr_error *err)
{
    const unsigned char *block = NULL;
    extended x = {.name = ""};
    uint64_t size = 0;
    int rc;

    while ((rc = take_header(t, &block, &size, err)) > 0) {
        const char type = (char)block[TYPE_AT];
        if (type == '0' || !type || type == '7') return take_file(t, block, size, &x, m, err);
        if (type == '5') {
            x = (extended){.name = ""};
        } else if (type == 'x' || type == 'g' || type == 'L') {
            if ((rc = take_extended(t, type, size, &x, err)) < 0) return rc;
        } else {
            return tr_fail(err, TR_EUNSUPPORTED,
                           "%s: holds a link, a device or another member that is no plain file",
                           t->path);
        }
    }
    return rc;
}
