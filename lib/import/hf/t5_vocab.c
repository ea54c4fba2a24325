#include "import/hf/t5_vocab.h"

#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "import/hf/hf_added.h"
#include "text/spm.h"

enum { MAX_NAME = 63 };

/* ---- <2de> --------------------------------------------------------------------------------- */

/* The de of <2de>, as languages are spelled: two or three small letters, and perhaps more after an
 * underscore.  NULL for other pieces; zxx is no language. */
static const char *code_of(const char *piece, size_t *len)
{
    static const char small[] = "abcdefghijklmnopqrstuvwxyz";
    static const char more[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";

    if (strncmp(piece, "<2", 2) != 0) return NULL;
    const char *code = piece + 2;
    const size_t n = strspn(code, small);
    *len = strspn(code, more);
    if (n < 2 || n > 3 || (code[n] != '_' && n != *len) || strcmp(code + *len, ">") != 0)
        return NULL;
    return *len > MAX_NAME || !strncmp(code, "zxx", 3) ? NULL : code;
}

static int add_pieces(tr_import *im, const tr_spm *spm, size_t n, tr_error *err)
{
    int rc = tr_import_take_languages(im, n, err);

    for (int32_t id = 0; rc == 0 && id < tr_spm_size(spm); id++) {
        size_t len;
        const char *code = code_of(tr_spm_piece(spm, id), &len);
        if (code) rc = tr_import_add_language(im, code, len, id, err);
    }
    im->config.source_prefix = "<2{target}> ";
    return rc;
}

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
static int add_name(tr_import *im, const tr_spm *spm, const char *code, const char *name,
                    tr_error *err)
{
    tr_config *m = &im->config;

    if (has_language(m, code)) return 0;
    char *copy = tr_region_copy(&im->memory, name, strlen(name));
    if (!copy) return tr_fail_memory(err);
    m->language_names[m->n_language_names++] = copy;
    return tr_import_add_language(im, code, strlen(code), tr_spm_unk(spm), err);
}

static int add_tasks(tr_import *im, const tr_spm *spm, const cJSON *tasks, tr_error *err)
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
            rc = add_name(im, spm, t.codes[i], t.names[i], err);
    }
    if (m->n_languages) m->source_prefix = "translate {source} to {target}: ";
    return rc;
}

/* ---- Both ---------------------------------------------------------------------------------- */

static int find_languages(tr_import *im, const tr_spm *spm, const cJSON *tasks, tr_error *err)
{
    size_t n = 0, len;
    int rc = 0;

    for (int32_t id = 0; id < tr_spm_size(spm); id++)
        n += code_of(tr_spm_piece(spm, id), &len) != NULL;
    if (n)
        rc = add_pieces(im, spm, n, err);
    else if (cJSON_GetArraySize(tasks) > 0)
        rc = add_tasks(im, spm, tasks, err);
    if (rc < 0 || !im->config.source_prefix) return rc;
    im->config.source_language_token = TR_LANGUAGE_PREFIX;
    im->config.source_language = im->config.target_language = "";
    tr_import_note(im, "%s: %zu languages, from %s to %s", im->source.path, im->config.n_languages,
                   im->config.language_codes[0],
                   im->config.language_codes[im->config.n_languages - 1]);
    return 0;
}

static bool has_piece(const void *vocab, const char *piece)
{
    const tr_spm *spm = vocab;
    const int32_t id = tr_spm_id(spm, piece, strlen(piece));

    return id != tr_spm_unk(spm) || !strcmp(piece, tr_spm_piece(spm, id));
}

int tr_t5_read_vocab(tr_import *im, const cJSON *tasks, tr_error *err)
{
    tr_spm *spm;

    int rc = tr_spm_open(&spm, im->source.spm, im->source.spm_size, true, im->source.path, err);
    if (rc < 0) return rc;
    im->config.unk = tr_spm_unk(spm);
    if (tr_spm_eos(spm) != im->config.eos)
        rc = tr_fail(err, TR_EFORMAT, "%s: </s> is not its piece %d", im->source.path,
                     (int)im->config.eos);
    if (rc == 0) rc = find_languages(im, spm, tasks, err);
    if (rc == 0 && im->bundle.path) rc = tr_hf_note_added(im, &(tr_hf_known){has_piece, spm}, err);
    tr_spm_close(spm);
    return rc;
}
