#include "import/hf/t5_vocab.h"

#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "import/hf/hf_added.h"
#include "import/shared/prefixes.h"
#include "text/spm.h"

enum { MAX_NAME = 63 };

/* The piece of every id. */
typedef struct piece_table {
    const char *const *text; /* [n] */
    size_t n;
} piece_table;

/* ---- translate English to German: ---------------------------------------------------------- */

typedef struct task {
    char codes[2][16], names[2][MAX_NAME + 1];
} task;

/* "translation_en_to_de": {"prefix": "translate English to German: "} */
static bool is_translation(const cJSON *item, task *t)
{
    const char *prefix = tr_json_text(item, "prefix");
    int end = 0;

    if (!prefix ||
        sscanf(item->string, "translation_%15[a-z]_to_%15[a-z]", t->codes[0], t->codes[1]) != 2)
        return false;
    return sscanf(prefix, "translate %63[A-Za-z] to %63[A-Za-z]: %n", t->names[0], t->names[1],
                  &end) == 2 &&
           end > 0 && !prefix[end];
}

static bool has_language(const tr_config *m, const char *code)
{
    for (size_t i = 0; i < m->n_languages; i++)
        if (!strcmp(m->language_codes[i], code)) return true;
    return false;
}

/* No token stands for such a language. */
static int add_name(tr_import *im, const char *code, const char *name, tr_error *err)
{
    tr_config *m = &im->config;

    if (has_language(m, code)) return 0;
    char *copy = tr_region_copy(&im->memory, name, strlen(name));
    if (!copy) return tr_fail_memory(err);
    m->language_names[m->n_language_names++] = copy;
    return tr_import_add_language(im, code, strlen(code), m->unk, err);
}

static int add_tasks(tr_import *im, const cJSON *tasks, tr_error *err)
{
    const size_t n = 2 * (size_t)cJSON_GetArraySize(tasks);
    tr_config *m = &im->config;
    const cJSON *item;
    task t;

    m->language_names = TR_REGION_TAKE(&im->memory, char *, n + 1);
    if (!m->language_names) return tr_fail_memory(err);
    int rc = tr_import_take_languages(im, n, err);
    cJSON_ArrayForEach(item, tasks)
    {
        if (rc < 0 || !is_translation(item, &t)) continue;
        for (size_t i = 0; rc == 0 && i < 2; i++)
            rc = add_name(im, t.codes[i], t.names[i], err);
    }
    if (m->n_languages) m->source_prefix = "translate {source} to {target}: ";
    return rc;
}

/* ---- Both ---------------------------------------------------------------------------------- */

static int find_languages(tr_import *im, const piece_table *p, const cJSON *tasks, tr_error *err)
{
    int rc = tr_import_find_prefixes(im, p->text, p->n, err);

    if (rc != 0 || cJSON_GetArraySize(tasks) == 0) return rc < 0 ? rc : 0;
    rc = add_tasks(im, tasks, err);
    if (rc < 0 || !im->config.source_prefix) return rc;
    tr_import_use_prefix(im);
    return 0;
}

static bool has_piece(const void *vocab, const char *piece)
{
    const piece_table *const p = vocab;

    for (size_t id = 0; id < p->n; id++)
        if (!strcmp(p->text[id], piece)) return true;
    return false;
}

/* The pieces of a SentencePiece model, which live as long as *im. */
static int list_pieces(tr_import *im, const tr_spm *spm, piece_table *p, tr_error *err)
{
    const size_t n = (size_t)tr_spm_size(spm);
    const char **const text = TR_REGION_TAKE(&im->memory, const char *, n);
    bool good = text;

    for (size_t id = 0; good && id < n; id++) {
        const char *const piece = tr_spm_piece(spm, (int32_t)id);
        text[id] = tr_region_copy(&im->memory, piece, strlen(piece));
        good = text[id];
    }
    *p = (piece_table){text, n};
    return good ? 0 : tr_fail_memory(err);
}

static int read_spm(tr_import *im, piece_table *p, tr_error *err)
{
    tr_spm *spm;

    int rc = tr_spm_open(&spm, im->source.spm, im->source.spm_size, true, im->source.path, err);
    if (rc < 0) return rc;
    im->config.unk = tr_spm_unk(spm);
    if (tr_spm_eos(spm) != im->config.eos)
        rc = tr_fail(err, TR_EFORMAT, "%s: </s> is not its piece %d", im->source.path,
                     (int)im->config.eos);
    if (rc == 0) rc = list_pieces(im, spm, p, err);
    tr_spm_close(spm);
    return rc;
}

int tr_t5_read_vocab(tr_import *im, const cJSON *tasks, tr_error *err)
{
    piece_table p = {im->source.text, im->source.n};

    int rc = p.text ? 0 : read_spm(im, &p, err);
    if (rc == 0) rc = find_languages(im, &p, tasks, err);
    if (rc == 0 && im->bundle.path) rc = tr_hf_note_added(im, &(tr_hf_known){has_piece, &p}, err);
    return rc;
}
