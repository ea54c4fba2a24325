#include "train/data/pair_lines.h"

#include <errno.h>
#include <string.h>

#include "base/file.h"

int tr_pair_lines_create(tr_pair_lines *p, const char *beside, tr_error *err)
{
    *p = (tr_pair_lines){.beside = beside};
    return tr_file_scratch(&p->file, beside, err);
}

void tr_pair_lines_close(tr_pair_lines *p)
{
    if (p->file) fclose(p->file);
    p->file = NULL;
    tr_length_ratios_free(&p->all);
}

int tr_pair_lines_add(tr_pair_lines *p, const tr_pair_record *r, tr_string source, tr_string target,
                      tr_error *err)
{
    const int rc = tr_length_ratios_add(&p->all, r->characters[0], r->characters[1], err);

    if (rc < 0) return rc;
    if (fwrite(r, sizeof *r, 1, p->file) == 1 &&
        fwrite(source.text, 1, source.len, p->file) == source.len &&
        fwrite(target.text, 1, target.len, p->file) == target.len)
        return 0;
    return tr_fail(err, TR_EIO, "%s: its folder has no room for the text: %s", p->beside,
                   strerror(errno));
}

/* ---- Reading ---- */

int tr_pair_reader_begin(tr_pair_reader *r, tr_pair_lines *p, uint64_t at, tr_error *err)
{
    *r = (tr_pair_reader){.lines = p};
    if (fseek(p->file, (long)at, SEEK_SET) == 0) return 0;
    return tr_fail(err, TR_EIO, "%s: %s", p->beside, strerror(errno));
}

void tr_pair_reader_end(tr_pair_reader *r)
{
    tr_buf_free(&r->source);
    tr_buf_free(&r->target);
}

static bool read_bytes(FILE *f, size_t n, tr_buf *to)
{
    char some[4096];
    tr_buf_clear(to);
    for (size_t part; n > 0; n -= part) {
        part = n < sizeof some ? n : sizeof some;
        if (fread(some, 1, part, f) != part) return false;
        tr_buf_add(to, some, part);
    }
    tr_buf_add(to, "", 0);
    return true;
}

/* Reads a pair, of whatever lengths.  Returns 1, 0 at the end, or an error. */
static int next_of_all(tr_pair_reader *r, tr_error *err)
{
    FILE *const f = r->lines->file;
    r->at = (uint64_t)ftell(f);
    const size_t n = fread(&r->record, 1, sizeof r->record, f);
    if (n == 0 && feof(f)) return 0;
    if (n != sizeof r->record || !read_bytes(f, r->record.source, &r->source) ||
        !read_bytes(f, r->record.target, &r->target))
        return tr_fail(err, TR_EIO, "%s: the text cannot be read again", r->lines->beside);
    return r->source.failed || r->target.failed ? tr_fail_memory(err) : 1;
}

static bool lengths_fit(const tr_pair_reader *r)
{
    return tr_length_ratio_fits(r->lines->ratio, r->record.characters[0], r->record.characters[1]);
}

int tr_pair_reader_next(tr_pair_reader *r, tr_error *err)
{
    int rc;
    while ((rc = next_of_all(r, err)) > 0 && !lengths_fit(r)) {
    }
    return rc;
}

int tr_pair_lines_end(tr_pair_lines *p, void (*leave)(void *ctx, uint64_t line), void *ctx,
                      tr_error *err)
{
    tr_pair_reader r;

    p->ratio = tr_length_ratios_median(&p->all);
    tr_length_ratios_free(&p->all);
    int rc = tr_pair_reader_begin(&r, p, 0, err);
    while (rc == 0 && (rc = next_of_all(&r, err)) > 0) {
        if (!lengths_fit(&r)) leave(ctx, r.record.line);
        rc = 0;
    }
    tr_pair_reader_end(&r);
    return rc;
}
