/*
 * model_index.h - the list of models that can be fetched: one JSON file, made by
 * models/index/make.py.
 *
 * {"format": 1, "generated": DATE, "models": [{name, source, target, provider, format, variant,
 * version, revision, license, scores {SET {bleu, chrf, comet22}}, status, refused, replaces [NAME],
 * files [{kind, url | urls [URL], size, sha256, unpacked_size, unpacked_sha256}]}]}
 *
 * An index may come from anybody.  What is handed out is checked: names and tags are of few kinds
 * of characters, digests are 64 hexadecimal digits, sizes are 1 byte to 8 GiB, addresses are https
 * (http of this machine), or paths below the index's own folder.  An entry that is not so is left
 * out.
 */
#ifndef MODEL_INDEX_H
#define MODEL_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    INDEX_MAX_SIZE = 16 << 20, /* bytes */
    INDEX_MAX_MODELS = 20000,
    INDEX_MAX_FILES = 8,
    INDEX_MAX_MIRRORS = 4,
    INDEX_MAX_NAME = 64,
    INDEX_MAX_URL = 2048
};

/* Texts are "" and numbers 0 where the index says nothing. */
typedef struct index_file {
    const char *kind; /* "model", "lex", "vocab", "srcvocab", "trgvocab", "archive", "gguf"; of a
                       * hub's file, its name */
    const char *urls[INDEX_MAX_MIRRORS]; /* the same file, the first one to be tried first; without
                                          * a scheme, a path beside the list, or a whole one */
    size_t n_urls;
    const char *sha256, *unpacked_sha256; /* as it is sent; of what gzip compressed */
    const char *git_sha1;         /* as Git names the bytes: of a hub's small files; else NULL */
    uint64_t size, unpacked_size; /* bytes */
    bool is_of_hub;               /* it is taken as it comes, and asked for with the hub's token */
} index_file;

typedef struct index_model {
    const char *name, *source, *target; /* BCP 47 */
    const char *provider, *variant, *version, *revision;
    const char *format;           /* as convert --format has it, or "gguf" */
    const char *input, *vocab[2]; /* files that convert is given alone, by their names; of a hub */
    const char *place;            /* what fetches it again, as hf:OWNER/NAME; NULL: its name does */
    const char *license;          /* SPDX */
    const char *refused;          /* why `convert` would not take it */
    const char *score_set;        /* what the scores were measured on */
    double bleu, chrf, comet;     /* < 0: not known; COMET from 0 to 1 */
    bool is_nightly;              /* not released */
    bool is_pinned;               /* every file has a digest */
    const struct cJSON
        *replaces;     /* an array: names of models that it takes the place of; or NULL */
    uint64_t size;     /* bytes to fetch; 0 if a file's size is not known */
    index_file *files; /* [n_files] */
    size_t n_files;
} index_model;

/* An entry that is not as it should be. */
typedef struct index_left_out {
    const char *name, *why;
} index_left_out;

typedef struct model_index {
    char *place; /* its file or address */
    const char *generated;
    index_model *models;
    size_t n;
    index_left_out *left_out; /* [n_left_out] */
    size_t n_left_out;
    bool is_quiet; /* what is wrong with it is not said */
    void *json;
} model_index;

/* Reads text [len], which came from `place`.  0, or -1 after a sentence. */
int index_parse(model_index *index, const char *text, size_t len, const char *place);

/* The bytes of a file, which the caller frees.  Says nothing if `quiet`.  0, or -1. */
int index_load(const char *path, bool quiet, char **text, size_t *len);

/* Reads a file; NULL: $TRANSLATE_INDEX, else the one that came with the program.  Says nothing if
 * `quiet`.  0, or -1. */
int index_read(model_index *index, const char *path, bool quiet);
void index_free(model_index *index);

/* The file that index_read() takes for NULL; the caller frees it. */
char *index_default_path(void);

/* The path of a file that the index names by `path`, beside itself; the caller frees it. */
char *index_beside(const model_index *index, const char *path);

/* True if the model takes the place of one of that name. */
bool index_replaces(const index_model *m, const char *name);

/* The model of that name, or NULL. */
const index_model *index_named(const model_index *index, const char *name);

/* Why an entry of that name was left out, if one was, and no other has the name; else NULL. */
const char *index_why_left_out(const model_index *index, const char *name);

/* How well a model fits both languages, where NULL fits all: 0 = not at all, higher = better. */
int index_fit(const index_model *m, const char *from, const char *to);

/* Of the models that fit best, the best to fetch: one that can be converted and is released goes
 * before others, then one whose files are pinned, then the higher COMET, chrF, the smaller file.
 * `variant`: NULL for any.  NULL when none fits. */
const index_model *index_best(const model_index *index, const char *from, const char *to,
                              const char *variant);

/* True if `a` is rather fetched than `b`, which translates the same. */
bool index_is_better(const index_model *a, const index_model *b);

/* True if an address is http of this machine, where nobody listens in. */
bool index_is_local(const char *url);

/* Cuts "en-de" or "zh-Hant-en" where both parts are languages of one model.  `from` and `to` are
 * [INDEX_MAX_NAME]. */
bool index_split_pair(const model_index *index, const char *pair, char *from, char *to);

#endif
