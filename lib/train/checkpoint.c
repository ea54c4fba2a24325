#include "train/checkpoint.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sha256.h>

#include "formats/gguf_read.h"
#include "formats/gguf_write.h"
#include "text/normalize.h"

static const char architecture[] = "nmt-train";
static const char *const block_names[] = {"weights", "adam.m", "adam.v", "average", "best"};
static const char suppressed_key[] = "nmt.suppressed_ids";
static const char run_key[] = "train.run", run_digest_key[] = "train.sha256";
enum { N_BLOCKS = sizeof block_names / sizeof *block_names };

/* Keys with text: what the model is called and translates, and the names of the run's files. */
static const struct text_key {
    const char *key;
    bool of_files, required;
    size_t offset; /* in tr_run_files, or in tr_model_about */
} text_keys[TR_CHECKPOINT_TEXTS] = {
    {"nmt.source_language", false, true, offsetof(tr_model_about, source_language)},
    {"nmt.target_language", false, true, offsetof(tr_model_about, target_language)},
    {"general.name", false, false, offsetof(tr_model_about, name)},
    {"general.license", false, false, offsetof(tr_model_about, license)},
    {"general.source.url", false, false, offsetof(tr_model_about, origin)},
    {"tokenizer.normalization", false, false, offsetof(tr_model_about, normalization)},
    {"train.text", true, false, offsetof(tr_run_files, text)},
    {"train.target", true, false, offsetof(tr_run_files, target)},
    {"train.mix", true, false, offsetof(tr_run_files, mix)},
    {"train.dev", true, false, offsetof(tr_run_files, dev)},
    {"train.from", true, false, offsetof(tr_run_files, from)},
    {"train.general", true, false, offsetof(tr_run_files, general)},
};

static const char **text_of(tr_model_about *about, tr_run_files *files, const struct text_key *k)
{
    return (const char **)(void *)((k->of_files ? (char *)files : (char *)about) + k->offset);
}

/* The best weights are the average until there was a check. */
static void list_blocks(tr_trainer *t, float *blocks[N_BLOCKS])
{
    const tr_parameters *p = tr_trainer_parameters(t);
    blocks[0] = p->w;
    blocks[1] = p->m;
    blocks[2] = p->v;
    blocks[3] = p->average;
    blocks[4] = tr_trainer_best(t);
}

static int write_all(tr_gguf_writer *w, tr_trainer *t, const tr_model_about *about, tr_error *err)
{
    const tr_parameters *p = tr_trainer_parameters(t);
    const uint64_t n = p->n_floats, spm = about->spm_size;
    float *blocks[N_BLOCKS];

    list_blocks(t, blocks);
    for (size_t i = 0; i < N_BLOCKS; i++)
        tr_gguf_declare(w, block_names[i], TR_TENSOR_F32, 1, &n);
    if (spm) tr_gguf_declare(w, "tokenizer.spm.source", TR_TENSOR_I8, 1, &spm);
    int rc = tr_gguf_begin_data(w, err);
    for (size_t i = 0; rc == 0 && i < N_BLOCKS; i++)
        rc = tr_gguf_write(w, blocks[i], p->n_floats * sizeof *blocks[i], err);
    return rc || !spm ? rc : tr_gguf_write(w, about->spm, about->spm_size, err);
}

static void put_texts(tr_gguf_writer *w, tr_model_about about, tr_run_files files)
{
    for (size_t i = 0; i < TR_CHECKPOINT_TEXTS; i++) {
        const char *text = *text_of(&about, &files, &text_keys[i]);
        if (text && tr_gguf_text_valid(text, strlen(text)))
            tr_gguf_put_string(w, text_keys[i].key, text);
    }
    tr_gguf_put_u32(w, "train.exchange", files.exchange);
    tr_gguf_put_u32(w, "train.dev_exchange", files.dev_exchange);
    tr_gguf_put_u32(w, "train.general_exchange", files.general_exchange);
    tr_gguf_put_u32(w, "train.float32", files.float32);
}

/* The run's numbers, and their digest. */
static void put_run(tr_gguf_writer *w, const tr_buf *run)
{
    char digits[SHA256_DIGEST_STRING_LENGTH];

    SHA256Data((const uint8_t *)tr_buf_text(run), run->len, digits);
    tr_gguf_put_string(w, run_key, tr_buf_text(run));
    tr_gguf_put_string(w, run_digest_key, digits);
}

/* Gives the file another name, too, if there is one and the file system has hard links. */
static void keep_previous(const char *path, const char *kept)
{
    if (access(path, F_OK) < 0) return;
    unlink(kept);
    if (link(path, kept) < 0) unlink(kept); /* the file itself is still there */
}

int tr_checkpoint_write(const char *path, const char *kept, tr_trainer *t,
                        const tr_model_about *about, const tr_run_files *files, tr_error *err)
{
    tr_buf text = {0};
    tr_gguf_writer *w;

    int rc = tr_gguf_create(&w, path, err);
    if (rc < 0) return rc;
    tr_training_write(tr_trainer_state(t), &text);
    tr_gguf_put_string(w, "general.architecture", architecture);
    tr_gguf_put_u32(w, "train.format", 1);
    put_texts(w, *about, *files);
    tr_gguf_put_u32(w, "nmt.max_source_length", about->max_source);
    tr_gguf_put_u32(w, "nmt.max_target_length", about->max_target);
    tr_gguf_put_u32(w, "nmt.beam_size", about->beam_size);
    tr_gguf_put_u32(w, "train.gnmt_penalty", about->penalty == TR_PENALTY_GNMT);
    tr_gguf_put_f32(w, "nmt.length_penalty", about->length_penalty);
    tr_gguf_put_f32(w, "nmt.max_length_factor", about->max_length_factor);
    if (about->n_suppressed)
        tr_gguf_put_u32s(w, suppressed_key, (const uint32_t *)about->suppressed,
                         about->n_suppressed);
    put_run(w, &text);
    rc = text.failed ? tr_fail_memory(err) : write_all(w, t, about, err);
    tr_buf_free(&text);
    if (rc == 0 && kept) keep_previous(path, kept);
    if (rc == 0) return tr_gguf_finish(w, err);
    tr_gguf_abandon(w);
    return rc;
}

static int check_kind(const tr_gguf *g, tr_error *err)
{
    const char *kind;
    size_t len;
    uint32_t format = 0;

    int rc = tr_gguf_string(g, "general.architecture", &kind, &len, err);
    if (rc < 0) return rc;
    if (len != strlen(architecture) || memcmp(kind, architecture, len) != 0)
        return tr_fail(err, TR_EFORMAT, "%s: is not a checkpoint of a training run", g->path);
    rc = tr_gguf_u32(g, "train.format", &format, err);
    if (rc == 0 && format != 1)
        rc = tr_fail(err, TR_EVERSION, "%s: a checkpoint of format %u, not 1", g->path, format);
    return rc;
}

static int read_flag(const tr_gguf *g, const char *key, bool otherwise, bool *flag, tr_error *err)
{
    uint32_t number = otherwise;
    const int rc = tr_gguf_find(g, key) ? tr_gguf_u32(g, key, &number, err) : 0;
    *flag = number != 0;
    return rc;
}

/* Without the later keys, all files have their columns in one order. */
static int read_flags(tr_checkpoint *c, tr_error *err)
{
    tr_run_files *f = &c->files;
    int rc = read_flag(&c->file, "train.exchange", false, &f->exchange, err);
    if (rc == 0) rc = read_flag(&c->file, "train.dev_exchange", f->exchange, &f->dev_exchange, err);
    if (rc == 0)
        rc = read_flag(&c->file, "train.general_exchange", f->exchange, &f->general_exchange, err);
    return rc ? rc : read_flag(&c->file, "train.float32", false, &f->float32, err);
}

static int read_texts(tr_checkpoint *c, tr_error *err)
{
    for (size_t i = 0; i < TR_CHECKPOINT_TEXTS; i++) {
        const struct text_key *k = &text_keys[i];
        const char *text;
        size_t len;
        if (!k->required && !tr_gguf_find(&c->file, k->key)) continue;
        const int rc = tr_gguf_string(&c->file, k->key, &text, &len, err);
        if (rc < 0) return rc;
        if (!(c->texts[i] = strndup(text, len))) return tr_fail_memory(err);
        *text_of(&c->about, &c->files, k) = c->texts[i];
    }
    return read_flags(c, err);
}

/* A length penalty that is missing is 1. */
static int read_penalty(tr_checkpoint *c, tr_error *err)
{
    tr_model_about *a = &c->about;
    bool gnmt;

    a->length_penalty = 1;
    int rc = read_flag(&c->file, "train.gnmt_penalty", false, &gnmt, err);
    if (rc == 0 && tr_gguf_find(&c->file, "nmt.length_penalty"))
        rc = tr_gguf_f32(&c->file, "nmt.length_penalty", &a->length_penalty, err);
    if (rc < 0) return rc;
    a->penalty = gnmt ? TR_PENALTY_GNMT : TR_PENALTY_POWER;
    if (a->length_penalty >= 0 && isfinite(a->length_penalty)) return 0;
    return tr_fail(err, TR_EFORMAT, "%s: nmt.length_penalty is not 0 or more", c->file.path);
}

/* Normalization, longest translations and suppressed pieces of the model that the run began with;
 * its keys may be missing. */
static int read_limits(tr_checkpoint *c, tr_error *err)
{
    tr_model_about *a = &c->about;
    const tr_gguf_value *ids = tr_gguf_find(&c->file, suppressed_key);

    if (tr_gguf_find(&c->file, "nmt.max_length_factor")) {
        const int rc = tr_gguf_f32(&c->file, "nmt.max_length_factor", &a->max_length_factor, err);
        if (rc < 0) return rc;
    }
    if (a->normalization && !tr_normalizer_find(a->normalization))
        return tr_fail(err, TR_EFORMAT, "%s: tokenizer.normalization: \"%s\" is not known",
                       c->file.path, a->normalization);
    if (!ids || ids->type != TR_GGUF_ARRAY || ids->n == 0) return 0;
    if (!(c->suppressed = calloc((size_t)ids->n, sizeof *c->suppressed)))
        return tr_fail_memory(err);
    for (size_t i = 0; i < ids->n; i++) {
        uint32_t id;
        if (!tr_gguf_u32_at(ids, i, &id) || id >= c->training.shape.target_vocab)
            return tr_fail(err, TR_EFORMAT, "%s: %s: element %zu is no piece", c->file.path,
                           suppressed_key, i);
        c->suppressed[i] = (int32_t)id;
    }
    a->suppressed = c->suppressed;
    a->n_suppressed = (size_t)ids->n;
    return 0;
}

/* A checkpoint of an earlier version has no digest of its numbers. */
static int verify_run(const tr_gguf *g, const char *run, size_t n, tr_error *err)
{
    char digits[SHA256_DIGEST_STRING_LENGTH];
    const char *expected;
    size_t len;

    if (!tr_gguf_find(g, run_digest_key)) return 0;
    const int rc = tr_gguf_string(g, run_digest_key, &expected, &len, err);
    if (rc < 0) return rc;
    SHA256Data((const uint8_t *)run, n, digits);
    if (len == strlen(digits) && memcmp(digits, expected, len) == 0) return 0;
    return tr_fail(err, TR_EFORMAT, "%s: damaged: the numbers of its run are not those of key %s",
                   g->path, run_digest_key);
}

static int read_keys(tr_checkpoint *c, tr_error *err)
{
    const tr_gguf *g = &c->file;
    const char *text;
    size_t len;

    int rc = check_kind(g, err);
    if (rc == 0) rc = read_texts(c, err);
    if (rc == 0) rc = tr_gguf_u32(g, "nmt.max_source_length", &c->about.max_source, err);
    if (rc == 0) rc = tr_gguf_u32(g, "nmt.max_target_length", &c->about.max_target, err);
    if (rc == 0) rc = tr_gguf_u32(g, "nmt.beam_size", &c->about.beam_size, err);
    if (rc == 0) rc = read_penalty(c, err);
    if (rc == 0) rc = tr_gguf_string(g, run_key, &text, &len, err);
    if (rc == 0) rc = verify_run(g, text, len, err);
    if (rc == 0) rc = tr_training_read(&c->training, text, len, g->path, err);
    return rc ? rc : read_limits(c, err);
}

int tr_checkpoint_open(tr_checkpoint *c, const char *path, tr_error *err)
{
    *c = (tr_checkpoint){0};
    int rc = tr_gguf_open(&c->file, path, err);
    if (rc < 0) return rc;
    rc = read_keys(c, err);
    if (rc == 0) rc = tr_gguf_verify(&c->file, err);
    const tr_gguf_tensor *spm = tr_gguf_find_tensor(&c->file, "tokenizer.spm.source");
    if (rc == 0 && !spm && !c->training.recipe.rewrites)
        rc = tr_fail(err, TR_EFORMAT, "%s: has no vocabulary", path);
    if (rc < 0) {
        tr_checkpoint_close(c);
        return rc;
    }
    c->about.spm = spm ? spm->data : NULL;
    c->about.spm_size = spm ? spm->size : 0;
    return 0;
}

void tr_checkpoint_close(tr_checkpoint *c)
{
    for (size_t i = 0; i < TR_CHECKPOINT_TEXTS; i++)
        free(c->texts[i]);
    free(c->suppressed);
    tr_gguf_close(&c->file);
}

static int read_block(const tr_checkpoint *c, const char *name, size_t n, float *block,
                      tr_error *err)
{
    const tr_gguf_tensor *from = tr_gguf_find_tensor(&c->file, name);
    if (!from || from->type != TR_TENSOR_F32 || from->size != n * sizeof *block)
        return tr_fail(err, TR_EFORMAT, "%s: tensor %s is missing, or of another size",
                       c->file.path, name);
    memcpy(block, from->data, from->size);
    return 0;
}

int tr_checkpoint_best(const tr_checkpoint *c, tr_parameters *p, tr_error *err)
{
    return read_block(c, block_names[N_BLOCKS - 1], p->n_floats, p->w, err);
}

int tr_checkpoint_restore(const tr_checkpoint *c, tr_trainer *t, tr_error *err)
{
    float *blocks[N_BLOCKS];

    tr_trainer_state(t)->progress = c->training.progress;
    list_blocks(t, blocks);
    for (size_t i = 0; i < N_BLOCKS; i++) {
        const size_t n = tr_trainer_parameters(t)->n_floats;
        const int rc = read_block(c, block_names[i], n, blocks[i], err);
        if (rc < 0) return rc;
    }
    tr_trainer_changed(t);
    return 0;
}
