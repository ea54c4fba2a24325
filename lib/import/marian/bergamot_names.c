/*
 * bergamot_names.c - what the names of files tell: model.ende.intgemm.alphas.bin,
 * lex.50.50.ende.s2t.bin, vocab.deen.spm (or srcvocab and trgvocab), each perhaps with .gz after.
 */
#include "import/marian/bergamot_names.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

/* A file to be found.  Files with `better` in their names go before others. */
typedef struct sought {
    const char *begin, *better, *end; /* of its name, without .gz */
    char name[256];                   /* "": not found */
    bool is_better;
    bool several; /* that are as good */
} sought;

/* Bytes of the name without .gz. */
static size_t plain_len(const char *name)
{
    const size_t len = strlen(name);
    return len > 3 && !strcmp(name + len - 3, ".gz") ? len - 3 : len;
}

static bool matches_kind(const char *name, size_t len, const char *begin, const char *end)
{
    const size_t n = strlen(begin), m = strlen(end);
    return len >= n + m && !memcmp(name, begin, n) && !memcmp(name + len - m, end, m);
}

static void offer_file(sought *s, const char *name)
{
    const size_t len = plain_len(name);
    const bool is_better = strstr(name, s->better) != NULL, is_packed = name[len] != '\0';

    if (strlen(name) >= sizeof s->name || !matches_kind(name, len, s->begin, s->end)) return;
    if (*s->name && is_better == s->is_better) {
        const bool same = plain_len(s->name) == len && !memcmp(s->name, name, len);
        if (!same) s->several = true;
        if (!same || is_packed) return; /* a file goes before its compressed form */
    } else if (*s->name && !is_better) {
        return;
    } else {
        s->several = false;
    }
    snprintf(s->name, sizeof s->name, "%s", name);
    s->is_better = is_better;
}

static int find_all(const char *folder, sought *all, size_t n, tr_error *err)
{
    DIR *dir = opendir(folder);

    if (!dir) return tr_fail(err, TR_EIO, "%s: %s", folder, strerror(errno));
    errno = 0;
    for (const struct dirent *e; (e = readdir(dir)); errno = 0)
        for (size_t i = 0; i < n; i++)
            offer_file(&all[i], e->d_name);
    const int cause = errno;
    closedir(dir);
    return cause ? tr_fail(err, TR_EIO, "%s: %s", folder, strerror(cause)) : 0;
}

static int refuse_several(const char *folder, const sought *all, size_t n, tr_error *err)
{
    for (size_t i = 0; i < n; i++)
        if (all[i].several)
            return tr_fail(err, TR_EFORMAT,
                           "%s: has several files %s*%s; a config.yml would tell which", folder,
                           all[i].begin, all[i].end);
    return 0;
}

/* The sought file's path; NULL when it was not found, or out of memory, which sets *rc. */
static const char *path_in_folder(const sought *s, const char *folder, tr_region *memory, int *rc,
                                  tr_error *err)
{
    if (!*s->name || *rc < 0) return NULL;
    const char *path = tr_region_printf(memory, "%s/%s", folder, s->name);
    if (!path) *rc = tr_fail_memory(err);
    return path;
}

enum { MODEL, VOCAB, SOURCE_VOCAB, TARGET_VOCAB, LEXICON, N_SOUGHT };

static const sought none[N_SOUGHT] = {
    [MODEL] = {.begin = "model.", .better = ".alphas.", .end = ".bin"},
    [VOCAB] = {.begin = "vocab.", .better = "", .end = ".spm"},
    [SOURCE_VOCAB] = {.begin = "srcvocab.", .better = "", .end = ".spm"},
    [TARGET_VOCAB] = {.begin = "trgvocab.", .better = "", .end = ".spm"},
    [LEXICON] = {.begin = "lex.", .better = "", .end = ".bin"},
};

/* How Firefox searches (translations-engine.worker.js). */
static void describe_file_search(tr_bergamot *b)
{
    b->beam_size = 1;
    b->length_penalty = 1;
    b->max_length_factor = 2;
    b->max_source = 128;
}

int tr_bergamot_names(tr_bergamot *b, const char *folder, tr_region *memory, tr_error *err)
{
    sought all[N_SOUGHT];

    memcpy(all, none, sizeof all);
    int rc = find_all(folder, all, N_SOUGHT, err);
    if (rc == 0) rc = refuse_several(folder, all, N_SOUGHT, err);
    if (rc < 0) return rc;
    if (!*all[MODEL].name)
        return tr_fail(err, TR_EFORMAT, "%s: has neither config.yml nor model.*.bin", folder);
    const sought *source = *all[SOURCE_VOCAB].name ? &all[SOURCE_VOCAB] : &all[VOCAB];
    b->model = path_in_folder(&all[MODEL], folder, memory, &rc, err);
    b->source_vocab = path_in_folder(source, folder, memory, &rc, err);
    b->target_vocab = path_in_folder(&all[TARGET_VOCAB], folder, memory, &rc, err);
    b->lexicon = path_in_folder(&all[LEXICON], folder, memory, &rc, err);
    describe_file_search(b);
    return rc;
}

int tr_bergamot_has_model(const char *folder, tr_error *err)
{
    sought model = none[MODEL];
    const int rc = find_all(folder, &model, 1, err);
    return rc ? rc : *model.name != '\0';
}

/* ---- Languages ----------------------------------------------------------------------------- */

static size_t part_len(const char *part)
{
    return strcspn(part, ".");
}

/* Two codes of two or of three letters, in front of what stands after them in Firefox' names. */
static bool is_language_pair(const char *part, size_t len)
{
    const char *next = part + len + (part[len] == '.');
    const bool place = !strncmp(next, "intgemm", 7) || !strncmp(next, "s2t.", 4);

    return place && (len == 4 || len == 6) && strspn(part, "abcdefghijklmnopqrstuvwxyz") == len;
}

/* The pair in the last part of a path, of *len letters, or NULL. */
static const char *find_pair(const char *path, size_t *len)
{
    const char *slash = strrchr(path, '/');

    for (const char *part = slash ? slash + 1 : path; *part; part += *len + (part[*len] == '.')) {
        *len = part_len(part);
        if (is_language_pair(part, *len)) return part;
    }
    return NULL;
}

int tr_bergamot_pair(tr_bergamot *b, tr_region *memory, tr_error *err)
{
    size_t len;

    const char *pair = find_pair(b->model, &len);
    if (!pair && b->lexicon) pair = find_pair(b->lexicon, &len);
    if (!pair) return 0;
    b->source_language = tr_region_copy(memory, pair, len / 2);
    b->target_language = tr_region_copy(memory, pair + len / 2, len / 2);
    return b->source_language && b->target_language ? 0 : tr_fail_memory(err);
}
