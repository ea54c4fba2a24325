/*
 * import_vocab.c - the vocabularies of a foreign model: read, held against the network, stored.
 */
#include <inttypes.h>
#include <string.h>

#include "import.h"
#include "spm.h"

int tr_import_load_vocab(tr_import *im, tr_import_vocab *v, const char *path, tr_error *err)
{
    static const char *const others[] = {".yml", ".yaml", ".json", ".txt", ".fsv"};
    const char *dot = strrchr(path, '.');
    tr_file file;

    for (size_t i = 0; dot && i < sizeof others / sizeof *others; i++)
        if (!strcmp(dot, others[i]))
            return tr_fail(err, TR_EUNSUPPORTED,
                           "%s: %s vocabularies are not supported yet: give the SentencePiece "
                           "model (.spm)",
                           path, others[i]);
    const int rc = tr_import_map(im, path, &file, err);
    if (rc < 0) return rc;
    if (!file.size) return tr_fail(err, TR_EFORMAT, "%s: is empty", path);
    /* A list of pieces stays: it says which ids those of the SentencePiece model have. */
    v->path = path;
    v->spm = file.data;
    v->spm_size = file.size;
    return 0;
}

static int check_pieces(const tr_import *im, const tr_import_vocab *v, const tr_spm *spm,
                        uint32_t n, tr_error *err)
{
    const tr_nmt *m = &im->network;
    const int32_t size = tr_spm_size(spm), eos = tr_spm_eos(spm), unk = tr_spm_unk(spm);

    if (v->text) return 0; /* its ids are not the model's */
    if (size < 0 || (uint32_t)size > n)
        return tr_fail(err, TR_EFORMAT,
                       "%s: has %" PRId32 " pieces, but the vocabulary of %s is %" PRIu32, v->path,
                       size, im->options->input, n);
    if (eos != (int32_t)m->eos || unk != (int32_t)m->unk)
        return tr_fail(err, TR_EFORMAT,
                       "%s: </s> and <unk> are its pieces %" PRId32 " and %" PRId32
                       ", but must be %" PRIu32 " and %" PRIu32,
                       v->path, eos, unk, m->eos, m->unk);
    return 0;
}

static int check_vocab(const tr_import *im, const tr_import_vocab *v, uint32_t n, tr_error *err)
{
    tr_spm *spm;

    if (v->text && v->n > n)
        return tr_fail(err, TR_EFORMAT, "%s: has %zu pieces, but the vocabulary of %s is %" PRIu32,
                       v->path, v->n, im->options->input, n);
    int rc = tr_spm_open(&spm, v->spm, v->spm_size, v->path, err);
    if (rc < 0) return rc;
    rc = check_pieces(im, v, spm, n, err);
    tr_spm_close(spm);
    return rc;
}

static bool same_text(const tr_import_vocab *a, const tr_import_vocab *b)
{
    if (!a->text != !b->text || a->n != b->n) return false;
    for (size_t i = 0; i < a->n; i++)
        if (strcmp(a->text[i], b->text[i]) != 0) return false;
    return true;
}

static bool same_spm(const tr_import_vocab *a, const tr_import_vocab *b)
{
    return a->spm_size == b->spm_size && memcmp(a->spm, b->spm, a->spm_size) == 0;
}

/* One file may serve both sides, and is then held once. */
int tr_import_add_vocabs(tr_import *im, tr_error *err)
{
    const tr_nmt *m = &im->network;
    const tr_import_vocab *source = &im->source;
    const char *input = im->options->input;

    if (!source->spm)
        return im->ids_only ? 0
                            : tr_fail(err, TR_EINVAL, "%s: its vocabulary was not given", input);
    const bool has_target = im->target.spm != NULL;
    const tr_import_vocab *target = has_target ? &im->target : source;
    const bool joint = same_spm(source, target) && same_text(source, target);

    if (!has_target && m->source_vocab != m->target_vocab)
        return tr_fail(err, TR_EINVAL,
                       "%s: has two vocabularies, of %" PRIu32 " and %" PRIu32
                       ", but one was given",
                       input, m->source_vocab, m->target_vocab);
    if (!joint && !source->text && !strcmp(im->ties, "all"))
        return tr_fail(err, TR_EINVAL, "%s: has one vocabulary, but %s and %s differ", input,
                       source->path, target->path);
    int rc = check_vocab(im, source, m->source_vocab, err);
    if (rc == 0) rc = check_vocab(im, target, m->target_vocab, err);
    if (rc == 0)
        rc = tr_import_add_bytes(im, "tokenizer.spm.source", source->spm, source->spm_size, err);
    if (rc == 0 && !same_spm(source, target))
        rc = tr_import_add_bytes(im, "tokenizer.spm.target", target->spm, target->spm_size, err);
    return rc;
}
