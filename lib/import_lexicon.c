/*
 * import_lexicon.c - the lexical shortlist of a foreign model: read by its vocabularies, stored.
 */
#include "import.h"
#include "spm.h"

static int32_t id_of(const void *spm, const char *word, size_t len)
{
    return tr_spm_id(spm, word, len);
}

/* A text names words, so that the vocabulary itself is needed; *spm is NULL without. */
static int open_vocab(const tr_import_vocab *v, uint32_t size, bool needed, tr_spm **spm,
                      tr_lexicon_vocab *out, tr_error *err)
{
    int rc = 0;

    *spm = NULL;
    if (needed && v->text)
        return tr_fail(err, TR_EUNSUPPORTED, "%s: is not a vocabulary that shortlists are read by",
                       v->path);
    if (needed) rc = tr_spm_open(spm, v->spm, v->spm_size, v->path, err);
    *out = (tr_lexicon_vocab){.size = size, .id = id_of, .ctx = *spm};
    if (*spm) out->unk = tr_spm_unk(*spm);
    return rc;
}

static int read_lists(tr_import *im, tr_lexicon_lists *lists, tr_error *err)
{
    const tr_import_lexicon *l = &im->lexicon;
    const tr_import_vocab *target = im->target.spm ? &im->target : &im->source;
    tr_lexicon_vocab from, to;
    tr_spm *a = NULL, *b = NULL;
    tr_file f;

    int rc = tr_import_map(im, l->path, &f, err);
    if (rc < 0) return rc;
    const bool text = !tr_lexicon_is_binary(f.data, f.size);
    if (text && !im->source.spm)
        return tr_fail(err, TR_EINVAL, "%s: needs the model's vocabulary", l->path);
    rc = open_vocab(&im->source, im->network.source_vocab, text, &a, &from, err);
    if (rc == 0) rc = open_vocab(target, im->network.target_vocab, text, &b, &to, err);
    if (rc == 0)
        rc = tr_lexicon_read(lists, &im->memory, f.data, f.size, &l->choice, &from, &to, l->path,
                             err);
    tr_spm_close(a);
    tr_spm_close(b);
    return rc;
}

static int add_integers(tr_import *im, const char *name, const int32_t *x, size_t n, tr_error *err)
{
    tr_import_tensor *t = tr_import_add(im, TR_IMPORT_INTEGERS, name, n, 1);
    if (!t) return tr_fail_memory(err);
    t->part[t->n_parts++].array = x;
    return 0;
}

int tr_import_add_lexicon(tr_import *im, tr_error *err)
{
    tr_nmt *m = &im->network;
    tr_lexicon_lists lists;

    if (!im->lexicon.path) return 0;
    int rc = read_lists(im, &lists, err);
    if (rc < 0) return rc;
    m->lexicon = (tr_lexicon){.offset = lists.offset,
                              .id = lists.id,
                              .first = lists.first,
                              .source_ids = tr_import_joint_vocab(im)};
    rc = add_integers(im, "shortlist.offset", lists.offset, (size_t)m->source_vocab + 1, err);
    if (rc == 0) rc = add_integers(im, "shortlist.id", lists.id, lists.n_ids, err);
    if (rc == 0)
        tr_import_note(im, "%s: a shortlist of %zu word pairs", im->lexicon.path, lists.n_ids);
    return rc;
}
