#include "draft.h"

#include <errno.h>
#include <string.h>

#include "base/file.h"
#include "train/data/text_lines.h"

bool draft_has_tab(const char *path)
{
    tr_text_lines *lines;
    tr_error err;
    char *line;
    size_t len;

    if (tr_file_kind(path, &err) != TR_FILE_REGULAR) return true; /* a pipe is read once */
    if (tr_text_lines_open(&lines, path, &err) < 0) return true;
    const int rc = tr_text_lines_next(lines, &line, &len, &err);
    const bool has = rc <= 0 || memchr(line, '\t', len);
    tr_text_lines_close(lines);
    return has;
}

/* A model, and the file that its translations go to. */
typedef struct drafter {
    tr_model *model;
    tr_session *session;
    const char *beside;
    FILE *pairs;
} drafter;

static int open_drafter(drafter *d, held_out_model model, const char *beside, tr_error *err)
{
    tr_options options;

    *d = (drafter){.beside = beside};
    int rc = tr_model_open(&d->model, model.path, err);
    if (rc < 0) return rc;
    tr_options_init(&options, d->model);
    held_out_languages(model, &options);
    options.beam_size = options.n_best = 1;
    rc = tr_session_create(&d->session, d->model, &options, err);
    return rc ? rc : tr_file_scratch(&d->pairs, beside, err);
}

static void close_drafter(drafter *d)
{
    tr_session_free(d->session);
    tr_model_close(d->model);
}

/* Writes a line and its translation.  Leaves out blank lines, and lines that cannot be translated.
 */
static int draft_line(drafter *d, tr_string source, tr_error *err)
{
    const tr_translation *result;

    const int rc = tr_translate(d->session, source.text, source.len, &result, err);
    if (rc < 0) return rc;
    const tr_hypothesis *best = &result->hypotheses[0];
    if (result->status != TR_OK || memchr(best->text, '\n', best->text_len)) return 0;
    if (fwrite(source.text, 1, source.len, d->pairs) == source.len && putc('\t', d->pairs) != EOF &&
        fwrite(best->text, 1, best->text_len, d->pairs) == best->text_len &&
        putc('\n', d->pairs) != EOF)
        return 0;
    return tr_fail(err, TR_EIO, "%s: its folder has no room for the text: %s", d->beside,
                   strerror(errno));
}

static int draft_pair(void *ctx, tr_string source, tr_string target, tr_error *err)
{
    (void)target;
    return draft_line(ctx, source, err);
}

static int draft_lines(drafter *d, const char *path, tr_error *err)
{
    tr_text_lines *lines;
    tr_string line;
    char *text;

    int rc = tr_text_lines_open(&lines, path, err);
    if (rc < 0) return rc;
    while ((rc = tr_text_lines_next(lines, &text, &line.len, err)) > 0) {
        line.text = text;
        if ((rc = draft_line(d, line, err)) < 0) break;
    }
    tr_text_lines_close(lines);
    return rc;
}

static int finish_drafts(drafter *d, int rc, FILE **pairs, tr_error *err)
{
    if (rc == 0 && (fflush(d->pairs) || ferror(d->pairs)))
        rc = tr_fail(err, TR_EIO, "%s: %s", d->beside, strerror(errno));
    if (rc == 0)
        *pairs = d->pairs;
    else if (d->pairs)
        fclose(d->pairs);
    close_drafter(d);
    return rc;
}

int draft_of_file(held_out_model model, const char *path, const char *beside, FILE **pairs,
                  tr_error *err)
{
    drafter d;
    int rc = open_drafter(&d, model, beside, err);
    if (rc == 0) rc = draft_lines(&d, path, err);
    return finish_drafts(&d, rc, pairs, err);
}

int draft_of_text(held_out_model model, tr_bitext *text, const char *beside, FILE **pairs,
                  tr_error *err)
{
    drafter d;
    int rc = open_drafter(&d, model, beside, err);
    if (rc == 0) rc = tr_bitext_each(text, draft_pair, &d, err);
    return finish_drafts(&d, rc, pairs, err);
}
