#include "train/data/text_lines.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/first_bytes.h"
#include "base/packing/unpacker.h"

enum { WINDOW = 1 << 16, MOST_LINE = 1 << 24 };

struct tr_text_lines {
    FILE *file, *owned; /* `owned` is closed at the end */
    char *path;
    tr_unpacker *packed; /* NULL: it is not compressed */
    char text[WINDOW];
    size_t at, end; /* of the text */
    bool looked_at;
    tr_buf line;
};

static ptrdiff_t read_file(void *ctx, char *bytes, size_t size)
{
    FILE *const f = ctx;
    const size_t n = fread(bytes, 1, size, f);
    return ferror(f) ? -1 : (ptrdiff_t)n;
}

/* Fills l->text with more.  Returns 1, 0 at the end, or an error. */
static int read_text(tr_text_lines *l, tr_error *err)
{
    const ptrdiff_t n = l->packed ? tr_unpacker_read(l->packed, l->text, WINDOW, err)
                                  : read_file(l->file, l->text, WINDOW);

    if (n < 0) return l->packed ? (int)n : tr_fail(err, TR_EIO, "%s: %s", l->path, strerror(errno));
    l->at = 0;
    l->end = (size_t)n;
    return n > 0;
}

/* Reads the beginning, which tells if the text is compressed. */
static int read_first_text(tr_text_lines *l, tr_error *err)
{
    int rc = read_text(l, err);
    const tr_packing how = rc > 0 ? tr_packing_of_bytes(l->text, l->end) : TR_PACKED_NOT;

    if (how)
        rc = tr_unpacker_open(&l->packed, how, l->path, read_file, l->file, l->text, l->end, err);
    return how && rc == 0 ? read_text(l, err) : rc;
}

/* What can be no text at all is not read as some lines that are bad. */
static int refuse_no_text(const tr_text_lines *l, tr_error *err)
{
    const char *const bytes = l->text;
    const char *what = tr_first_bytes_no_text(bytes, l->end);
    const char *const encoding = tr_first_bytes_utf16(bytes, l->end);

    if (!what) what = tr_first_bytes_stand_in(bytes, l->end);
    if (what)
        return tr_fail(err, TR_EFORMAT, "%s: %s%s", l->path, what,
                       strstr(what, "archive")
                           ? "; unpacked, its two files of sentences, as OPUS has them (*.en and "
                             "*.de), are the text and what --target names"
                           : "");
    if (!encoding) return 0;
    return tr_fail(err, TR_EFORMAT, "%s: is %.6s, not UTF-8; iconv -f %s -t UTF-8 converts it",
                   l->path, encoding, encoding);
}

/* Reads the text, whose beginning is looked at. */
static int read_some_text(tr_text_lines *l, tr_error *err)
{
    int rc = l->looked_at ? read_text(l, err) : read_first_text(l, err);
    if (rc > 0 && !l->looked_at && refuse_no_text(l, err) < 0) rc = TR_EFORMAT;
    l->looked_at = true;
    return rc;
}

int tr_text_lines_open_stream(tr_text_lines **out, FILE *file, const char *name, tr_error *err)
{
    tr_text_lines *l = calloc(1, sizeof *l);

    if (l) l->path = strdup(name);
    if (!l || !l->path) {
        free(l);
        return tr_fail_memory(err);
    }
    l->file = file;
    if (file != stdin) rewind(file);
    *out = l;
    return 0;
}

int tr_text_lines_open(tr_text_lines **out, const char *path, tr_error *err)
{
    if (!strcmp(path, "-")) return tr_text_lines_open_stream(out, stdin, "standard input", err);
    FILE *file = fopen(path, "rb");
    if (!file) return tr_fail(err, TR_EIO, "%s: %s", path, strerror(errno));
    const int rc = tr_text_lines_open_stream(out, file, path, err);
    if (rc < 0)
        fclose(file);
    else
        (*out)->owned = file;
    return rc;
}

void tr_text_lines_close(tr_text_lines *l)
{
    if (!l) return;
    tr_unpacker_close(l->packed);
    if (l->owned) fclose(l->owned);
    tr_buf_free(&l->line);
    free(l->path);
    free(l);
}

/* Returns 1 and the gathered line. */
static int hand_out_line(tr_text_lines *l, char **line, size_t *len, tr_error *err)
{
    tr_buf_add(&l->line, "", 0);
    if (l->line.failed) return tr_fail_memory(err);
    if (l->line.len > 0 && l->line.data[l->line.len - 1] == '\r')
        l->line.data[--l->line.len] = '\0';
    *line = l->line.data;
    *len = l->line.len;
    return 1;
}

int tr_text_lines_next(tr_text_lines *l, char **line, size_t *len, tr_error *err)
{
    tr_buf_clear(&l->line);
    for (bool any = false;;) {
        if (l->at == l->end) {
            const int rc = read_some_text(l, err);
            if (rc < 0) return rc;
            if (rc == 0) return any ? hand_out_line(l, line, len, err) : 0;
        }
        any = true;
        const char *from = l->text + l->at;
        const char *end = memchr(from, '\n', l->end - l->at);
        const size_t n = end ? (size_t)(end - from) : l->end - l->at;
        if (l->line.len + n > MOST_LINE)
            return tr_fail(err, TR_EFORMAT, "%s: has a line of more than 16 MB: is it text?",
                           l->path);
        tr_buf_add(&l->line, from, n);
        l->at += n + (end != NULL);
        if (end) return hand_out_line(l, line, len, err);
    }
}
