/*
 * hf_pieces.c - the piece of every id: from vocab.json, or SentencePiece's moved by one.
 */
#include "import/hf/hf_pieces.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "text/spm.h"

int tr_hf_create_pieces(tr_hf_pieces *p, tr_import *im, uint32_t vocab, tr_error *err)
{
    *p = (tr_hf_pieces){.im = im, .capacity = vocab};
    p->text = TR_REGION_TAKE(&im->memory, const char *, vocab);
    return p->text ? 0 : tr_fail_memory(err);
}

int tr_hf_set_piece(tr_hf_pieces *p, uint64_t id, const char *text, tr_error *err)
{
    if (id >= p->capacity)
        return tr_fail(err, TR_EFORMAT,
                       "%s: piece '%.40s' has id %" PRIu64 ", but the vocabulary has %zu ids",
                       p->path, text, id, p->capacity);
    if (p->text[id])
        return tr_fail(err, TR_EFORMAT, "%s: pieces '%.40s' and '%.40s' both have id %" PRIu64,
                       p->path, p->text[id], text, id);
    p->text[id] = tr_region_copy(&p->im->memory, text, strlen(text));
    if (!p->text[id]) return tr_fail_memory(err);
    if (p->n <= id) p->n = (size_t)id + 1;
    return 0;
}

int32_t tr_hf_find_piece(const tr_hf_pieces *p, const char *text)
{
    for (size_t id = 0; id < p->n; id++)
        if (p->text[id] && !strcmp(p->text[id], text)) return (int32_t)id;
    return -1;
}

int tr_hf_fill_gaps(tr_hf_pieces *p, bool *suppressed, tr_error *err)
{
    size_t n_missing = 0;
    char name[32];

    for (size_t id = 0; id < p->n; id++) {
        if (p->text[id]) continue;
        snprintf(name, sizeof name, "<missing %zu>", id);
        const int rc = tr_hf_set_piece(p, id, name, err);
        if (rc < 0) return rc;
        if (suppressed) suppressed[id] = true;
        n_missing++;
    }
    if (n_missing)
        tr_import_note(p->im, "%s: %zu ids have no piece; they are never produced", p->path,
                       n_missing);
    return 0;
}

/* ---- vocab.json --------------------------------------------------------------------------- */

static int set_json_piece(tr_hf_pieces *p, const cJSON *item, tr_error *err)
{
    uint64_t id;

    if (!*item->string) return 0; /* a piece that no text has */
    if (!tr_json_is_count(item, &id))
        return tr_fail(err, TR_EFORMAT, "%s: the id of piece '%.40s' is not a whole number",
                       p->path, item->string);
    return tr_hf_set_piece(p, id, item->string, err);
}

int tr_hf_read_json_pieces(tr_hf_pieces *p, tr_import *im, uint32_t vocab, const char *name,
                           tr_error *err)
{
    cJSON *json = NULL;
    const cJSON *item;

    int rc = tr_hf_create_pieces(p, im, vocab, err);
    if (rc == 0) rc = tr_import_json(im, name, &json, &p->path, err);
    cJSON_ArrayForEach(item, json)
    {
        if (rc == 0) rc = set_json_piece(p, item, err);
    }
    cJSON_Delete(json);
    return rc;
}

/* ---- fairseq ------------------------------------------------------------------------------ */

static int add_fairseq_pieces(tr_hf_pieces *p, const tr_spm *spm, tr_error *err)
{
    static const char *const first[] = {"<s>", "<pad>", "</s>", "<unk>"};
    enum { N_FIRST = sizeof first / sizeof *first };
    int rc = 0;

    if (tr_spm_size(spm) < N_FIRST || tr_spm_unk(spm) != 0 || tr_spm_eos(spm) != 2 ||
        tr_spm_kind(spm, 1) != TR_SPM_CONTROL)
        return tr_fail(err, TR_EFORMAT, "%s: its first pieces are not <unk>, <s> and </s>",
                       p->path);
    for (uint64_t id = 0; rc == 0 && id < N_FIRST; id++)
        rc = tr_hf_set_piece(p, id, first[id], err);
    for (int32_t id = N_FIRST - 1; rc == 0 && id < tr_spm_size(spm); id++)
        rc = tr_hf_set_piece(p, (uint64_t)id + 1, tr_spm_piece(spm, id), err);
    return rc;
}

int tr_hf_take_fairseq_pieces(tr_hf_pieces *p, tr_import *im, uint32_t vocab, const tr_file *file,
                              const char *path, tr_error *err)
{
    tr_spm *spm = NULL;

    int rc = tr_hf_create_pieces(p, im, vocab, err);
    p->path = path;
    if (rc == 0) rc = tr_spm_open(&spm, file->data, file->size, false, path, err);
    if (rc == 0) rc = add_fairseq_pieces(p, spm, err);
    tr_spm_close(spm);
    return rc;
}

int tr_hf_read_fairseq_pieces(tr_hf_pieces *p, tr_import *im, uint32_t vocab, const char *name,
                              tr_error *err)
{
    const char *path;
    tr_file file;

    const int rc = tr_import_map_member(im, name, &file, &path, err);
    return rc ? rc : tr_hf_take_fairseq_pieces(p, im, vocab, &file, path, err);
}
