#include "import/shared/merge_list.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

enum { MOST_MERGES = 1 << 24 };

typedef struct reader {
    tr_import *im;
    const char *path;
    const char **merges; /* [n] */
    size_t n, capacity;
    int form; /* enum tr_merges_form */
    tr_error *err;
} reader;

/* The bytes up to a blank, or all. */
static size_t word_length(const char *text, size_t len)
{
    const char *const blank = memchr(text, ' ', len);
    return blank ? (size_t)(blank - text) : len;
}

static bool is_count(const char *text, size_t len)
{
    size_t digits = 0;
    while (digits < len && text[digits] >= '0' && text[digits] <= '9')
        digits++;
    return len > 0 && digits == len;
}

/* Bytes of the two symbols of a line, with the blank between them; 0 if it is no merge. */
static size_t merge_length(const char *line, size_t len, bool *counted)
{
    const size_t left = word_length(line, len);
    if (left == 0 || left == len) return 0;
    const size_t right = word_length(line + left + 1, len - left - 1), both = left + 1 + right;
    if (right == 0) return 0;
    const size_t rest = both < len ? both + 1 : len;
    *counted = rest < len;
    const bool whole = rest == len || is_count(line + rest, len - rest);
    return whole && tr_utf8_valid(line, both) && !memchr(line, '\0', both) ? both : 0;
}

static int add_merge(reader *r, const char *line, size_t len, size_t number)
{
    bool counted = false;
    const size_t n = merge_length(line, len, &counted);
    void *p = (void *)r->merges;

    if (!n)
        return tr_fail(r->err, TR_EFORMAT, "%s: line %zu is not two symbols that are joined",
                       r->path, number);
    if (r->n == MOST_MERGES)
        return tr_fail(r->err, TR_EUNSUPPORTED, "%s: has more than %d merges", r->path,
                       MOST_MERGES);
    if (tr_reserve(&p, &r->capacity, r->n + 1, sizeof *r->merges) < 0)
        return tr_fail_memory(r->err);
    if (counted && r->form == TR_MERGES_BARE) r->form = TR_MERGES_COUNTED;
    r->merges = p;
    r->merges[r->n] = tr_region_copy(&r->im->memory, line, n);
    return r->merges[r->n++] ? 0 : tr_fail_memory(r->err);
}

static int version_form(const char *line, size_t len)
{
    while (len && *line == ' ') {
        line++;
        len--;
    }
    if (len != 3 || memcmp(line, "0.", 2) != 0) return TR_MERGES_OTHER;
    return line[2] == '1' ? TR_MERGES_0_1 : line[2] == '2' ? TR_MERGES_0_2 : TR_MERGES_OTHER;
}

static int read_merge_lines(reader *r, const char *text, size_t size)
{
    static const char version[] = "#version:";
    int rc = 0;

    for (size_t at = 0, number = 1, next; rc == 0 && at < size; at = next, number++) {
        const char *const feed = memchr(text + at, '\n', size - at);
        size_t len = feed ? (size_t)(feed - text) - at : size - at;
        next = at + len + 1;
        while (len && (text[at + len - 1] == '\r' || text[at + len - 1] == ' '))
            len--;
        const bool is_version =
            number == 1 && len >= strlen(version) && !memcmp(text + at, version, strlen(version));
        if (is_version)
            r->form = version_form(text + at + strlen(version), len - strlen(version));
        else if (len)
            rc = add_merge(r, text + at, len, number);
    }
    return rc;
}

int tr_import_read_merges(tr_import *im, tr_import_vocab *v, const char *path, const tr_file *file,
                          tr_error *err)
{
    reader r = {.im = im, .path = path, .err = err};

    int rc = read_merge_lines(&r, (const char *)file->data, file->size);
    if (rc == 0 && !r.n) rc = tr_fail(err, TR_EFORMAT, "%s: has no merges", path);
    const char **kept = rc == 0 ? TR_REGION_TAKE(&im->memory, const char *, r.n) : NULL;
    if (rc == 0 && !kept) rc = tr_fail_memory(err);
    if (kept) memcpy((void *)kept, (const void *)r.merges, r.n * sizeof *kept);
    v->merges = kept;
    v->n_merges = r.n;
    v->merges_form = r.form;
    free((void *)r.merges);
    return rc;
}

int tr_import_map_merges(tr_import *im, tr_import_vocab *v, const char *name, tr_error *err)
{
    tr_file file;
    const char *path;

    const int rc = tr_import_map_member(im, name, &file, &path, err);
    return rc < 0 ? rc : tr_import_read_merges(im, v, path, &file, err);
}
