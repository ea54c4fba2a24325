/*
 * shortlists.c - the lexical shortlist of a foreign model: read by its vocabularies, stored.
 */
#include "import/shortlists.h"

#include <string.h>

#include "import/shared/vocabs.h"
#include "text/pieces.h"
#include "text/spm.h"

/* Finder of the words of one side. */
typedef struct words {
    tr_spm *spm;      /* NULL: where ids are not SentencePiece's, */
    tr_pieces pieces; /*   which were added in their order */
    int32_t unk;
} words;

static int32_t id_of_piece(const void *ctx, const char *word, size_t len)
{
    const words *w = ctx;
    if (w->spm) return tr_spm_id(w->spm, word, len);
    const int32_t id = tr_pieces_find(&w->pieces, word, len);
    return id < 0 ? w->unk : id;
}

static int index_texts(words *w, const tr_import_vocab *v, tr_error *err)
{
    size_t n_bytes = 0;

    for (size_t i = 0; i < v->n; i++)
        n_bytes += strlen(v->text[i]);
    if (!tr_pieces_create(&w->pieces, v->n, n_bytes)) return tr_fail_memory(err);
    for (size_t i = 0; i < v->n; i++)
        if (!tr_pieces_add(&w->pieces, v->text[i], strlen(v->text[i])))
            return tr_fail(err, TR_EFORMAT, "%s: has a piece twice", v->path);
    return 0;
}

static int open_words(words *w, const tr_import_vocab *v, int32_t unk, tr_error *err)
{
    w->unk = unk;
    return v->text ? index_texts(w, v, err)
                   : tr_spm_open(&w->spm, v->spm, v->spm_size, true, v->path, err);
}

static void close_words(words *w)
{
    tr_spm_close(w->spm);
    tr_pieces_free(&w->pieces);
}

static int read_shortlists(tr_import *im, tr_lexicon_lists *lists, tr_error *err)
{
    const tr_import_lexicon *l = &im->lexicon;
    const tr_import_vocab target = tr_import_target_vocab(im);
    const int32_t unk = im->config.unk;
    const int32_t source_unk = im->config.source_unk_id < 0 ? unk : im->config.source_unk_id;
    words from = {0}, to = {0};
    const tr_lexicon_vocab a = {im->config.source_vocab, source_unk, id_of_piece, &from};
    const tr_lexicon_vocab b = {im->config.target_vocab, unk, id_of_piece, &to};
    tr_file f;

    int rc = tr_import_map(im, l->path, &f, err);
    if (rc < 0) return rc;
    if (!tr_lexicon_is_binary(f.data, f.size)) { /* a text names words */
        if (!im->source.spm && !im->source.text)
            return tr_fail(err, TR_EINVAL, "%s: needs the model's vocabulary", l->path);
        rc = open_words(&from, &im->source, source_unk, err);
        if (rc == 0) rc = open_words(&to, &target, unk, err);
    }
    if (rc == 0)
        rc = tr_lexicon_read(lists, &im->memory, f.data, f.size, &l->choice, &a, &b, l->path, err);
    close_words(&from);
    close_words(&to);
    return rc;
}

static int add_integers(tr_import *im, const char *name, const int32_t *x, size_t n, tr_error *err)
{
    tr_import_tensor *t = tr_import_add(im, TR_IMPORT_INTEGERS, name, n, 1);
    if (!t) return tr_fail_memory(err);
    t->data = x;
    return 0;
}

int tr_import_add_lexicon(tr_import *im, tr_error *err)
{
    tr_config *m = &im->config;
    tr_lexicon_lists lists;

    if (!im->lexicon.path) return 0;
    int rc = read_shortlists(im, &lists, err);
    if (rc < 0) return rc;
    m->shortlist_first = (int32_t)lists.first;
    m->shortlist_source_ids = tr_import_joint_vocab(im);
    rc = add_integers(im, "shortlist.offset", lists.offset, (size_t)m->source_vocab + 1, err);
    if (rc == 0) rc = add_integers(im, "shortlist.id", lists.id, lists.n_ids, err);
    if (rc == 0)
        tr_import_note(im, "%s: a shortlist of %zu word pairs", im->lexicon.path, lists.n_ids);
    return rc;
}
