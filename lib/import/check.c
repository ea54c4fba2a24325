#include "import/check.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <sha256.h>

#include "setup/handle.h"

static int check_network(const tr_import *im, const tr_nmt *m, tr_error *err)
{
    tr_config meant = im->config;

    tr_config_complete(&meant);
    const char *key = tr_config_differs(&meant, &m->config);
    if (!key && meant.n_positions == m->config.n_positions) return 0;
    return tr_fail(err, TR_EFORMAT, "%s: is read back as another network, by %s", m->file.path,
                   key ? key : "its tables of positions");
}

/* ---- Every byte ---------------------------------------------------------------------------- */

/* SHA-256 of `size` bytes of the file, in hexadecimal; read, not mapped, so that a large file does
 * not end up in memory. */
static int digest_file(const tr_import *im, FILE *f, uint64_t size, double done, char *digits,
                       tr_error *err)
{
    unsigned char bytes[1 << 13];
    SHA2_CTX digest;
    int rc = 0;

    SHA256Init(&digest);
    for (uint64_t left = size; rc == 0 && left;) {
        const size_t n = left < sizeof bytes ? (size_t)left : sizeof bytes;
        if (fread(bytes, 1, n, f) != n)
            return tr_fail(err, TR_EIO, "%s: cannot be read back", im->options->output);
        SHA256Update(&digest, bytes, n);
        left -= n;
        rc = tr_import_progress(im, 1 - (1 - done) * (double)left / (double)size, err);
    }
    SHA256End(&digest, digits);
    return rc;
}

/* From the first tensor's first byte to the last one's last, in the order of writing. */
static int check_digest(const tr_import *im, const tr_nmt *m, double done, tr_error *err)
{
    const tr_gguf_tensor *first = m->file.tensors, *last = first + m->file.n_tensors - 1;
    const char *path = m->file.path, *expected;
    char digits[SHA256_DIGEST_LENGTH * 2 + 1];
    size_t len;

    int rc = tr_gguf_string(&m->file, "nmt.sha256", &expected, &len, err);
    if (rc < 0) return rc;
    FILE *f = fopen(path, "rb");
    if (!f || fseek(f, (long)first->offset, SEEK_SET) != 0)
        rc = tr_fail(err, TR_EIO, "%s: %s", path, strerror(errno));
    if (rc == 0)
        rc = digest_file(im, f, last->offset + last->size - first->offset, done, digits, err);
    if (rc == 0 && (len != sizeof digits - 1 || memcmp(digits, expected, len) != 0))
        rc = tr_fail(err, TR_EIO, "%s: holds other bytes than were written", path);
    if (f) fclose(f);
    return rc;
}

/* ---- The tokenizer --------------------------------------------------------------------------- */

/* Every piece of the foreign vocabulary has its id; `v` without pieces: SentencePiece has them. */
static int check_ids(const tr_tokenizer *t, const tr_import_vocab *v, uint32_t n_vocab,
                     const char *path, tr_error *err)
{
    const uint32_t n = v->text ? (uint32_t)v->n : n_vocab;

    for (uint32_t i = 0; i < n; i++) {
        const char *got = tr_tokenizer_piece(t, (int32_t)i), *piece = v->text ? v->text[i] : got;
        if (!*piece) continue;
        const int32_t id = tr_tokenizer_id(t, piece, strlen(piece));
        if (strcmp(got, piece) != 0 || id != (int32_t)i)
            return tr_fail(err, TR_EFORMAT,
                           "%s: piece %" PRIu32 " of the vocabulary, %.100s, has id %" PRId32, path,
                           i, piece, id);
    }
    return 0;
}

static int check_tokenizers(const tr_import *im, const tr_model *model, tr_error *err)
{
    const bool two = im->target.spm || im->target.text;
    const tr_import_vocab *target = two ? &im->target : &im->source;
    const tr_nmt *m = tr_model_nmt(model);
    const tr_tokenizers *tokenizers;

    int rc = tr_model_tokenizers(model, &tokenizers, err);
    if (rc < 0 || !tokenizers->source) return rc;
    rc = check_ids(tokenizers->source, &im->source, m->config.source_vocab, m->file.path, err);
    if (rc == 0)
        rc = check_ids(tokenizers->target, target, m->config.target_vocab, m->file.path, err);
    return rc;
}

/* ---- Its work -------------------------------------------------------------------------------- */

/* Some text in the model's own words, or ids. */
static int compose_line(const tr_model *model, tr_buf *line, tr_error *err)
{
    enum { N = 6 };
    const tr_nmt *m = tr_model_nmt(model);
    const tr_tokenizers *tokenizers;
    int32_t ids[N];
    size_t n = 0;

    int rc = tr_model_tokenizers(model, &tokenizers, err);
    for (uint32_t id = m->config.source_vocab / 2; rc == 0 && n < N && id < m->config.source_vocab;
         id++) {
        if ((int32_t)id == m->config.source_eos_id || (int32_t)id == m->config.source_unk_id)
            continue;
        if (!tokenizers->source) tr_buf_printf(line, "%s%" PRIu32, n ? " " : "", id);
        ids[n++] = (int32_t)id;
    }
    if (rc == 0 && tokenizers->source)
        rc = tr_tokenizer_decode(tokenizers->source, ids, n, line, err);
    if (rc == 0 && line->failed) rc = tr_fail_memory(err);
    return rc;
}

/* Any language will do where one has to be chosen. */
static void choose_languages(tr_options *o, const tr_model *model)
{
    const tr_config *c = &tr_model_nmt(model)->config;

    if (tr_config_chooses_source(c)) o->source_language = tr_model_language(model, 0);
    if (tr_config_chooses_target(c)) o->target_language = tr_model_language(model, 0);
}

static int translate_line(const tr_model *model, const tr_buf *line, tr_error *err)
{
    const tr_translation *t;
    tr_session *session;
    tr_options o;

    tr_options_init(&o, model);
    o.beam_size = o.n_best = 1;
    o.batch_tokens = 1;
    o.max_length_factor = 0;
    choose_languages(&o, model);
    if (!tr_nmt_has_tokenizer(tr_model_nmt(model))) o.input = o.output = TR_IDS;
    int rc = tr_session_create(&session, model, &o, err);
    if (rc < 0) return rc;
    rc = tr_translate(session, tr_buf_text(line), line->len, &t, err);
    if (rc == 0 && t->status < 0)
        rc = tr_fail(err, t->status, "%s: translating a line with it: %s",
                     tr_model_nmt(model)->file.path, t->message);
    tr_session_free(session);
    return rc;
}

/* A metric judges the line as a translation of itself. */
static int judge_line(const tr_model *model, const tr_buf *line, tr_error *err)
{
    const tr_string text = {tr_buf_text(line), line->len};
    tr_judge *judge;
    float score;

    int rc = tr_judge_create(&judge, model, 1, NULL, err);
    if (rc == 0) rc = tr_judge_scores(judge, &text, &text, &text, 1, &score, err);
    tr_judge_free(judge);
    return rc;
}

static int check_work(const tr_model *model, tr_error *err)
{
    const bool is_metric = tr_model_nmt(model)->config.metric != TR_METRIC_NONE;
    tr_buf line = {0};

    int rc = compose_line(model, &line, err);
    if (rc == 0) rc = (is_metric ? judge_line : translate_line)(model, &line, err);
    tr_buf_free(&line);
    return rc;
}

int tr_convert_check(const tr_import *im, const char *path, double done, tr_error *err)
{
    tr_model *model;

    int rc = tr_model_open(&model, path, err);
    if (rc < 0) return rc;
    const tr_nmt *m = tr_model_nmt(model);
    rc = check_network(im, m, err);
    if (rc == 0) rc = check_digest(im, m, done, err);
    if (rc == 0) rc = check_tokenizers(im, model, err);
    if (rc == 0) rc = check_work(model, err);
    tr_model_close(model);
    return rc;
}
