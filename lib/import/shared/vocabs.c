/*
 * vocabs.c - the vocabularies of a foreign model: read, held against the network, stored.
 */
#include "import/shared/vocabs.h"

#include <inttypes.h>
#include <string.h>

#include "base/buf.h"
#include "formats/gguf_write.h"
#include "import/shared/vocab.h"
#include "text/spm.h"

/* ---- Reading ------------------------------------------------------------------------------- */

/* A SentencePiece model begins with the tag of a piece, which is a line feed; no list of pieces
 * does. */
static bool is_spm(const char *path, const tr_file *file)
{
    if (tr_ends_in(path, ".yml") || tr_ends_in(path, ".yaml") || tr_ends_in(path, ".json"))
        return false;
    return tr_ends_in(path, ".spm") || tr_ends_in(path, ".model") || file->data[0] == '\n';
}

/* The pieces of `vocab`, as long as *im lives. */
static int copy_pieces(tr_import *im, tr_import_vocab *v, const tr_pieces *pieces, tr_error *err)
{
    const size_t n = (size_t)pieces->n;
    const char **text = TR_REGION_TAKE(&im->memory, const char *, n);
    const char *copy = tr_region_copy(&im->memory, pieces->text, pieces->begin[n]);

    if (!text || !copy) return tr_fail_memory(err);
    for (size_t i = 0; i < n; i++)
        text[i] = copy + pieces->begin[i];
    v->text = text;
    v->n = n;
    return 0;
}

/* Of one vocabulary for both sides, the ids are the target's, too. */
static int take_special_ids(tr_import *im, const tr_import_vocab *v, const tr_vocab *vocab,
                            tr_error *err)
{
    if (vocab->eos < 0 || vocab->unk < 0)
        return tr_fail(err, TR_EFORMAT, "%s: has no %s", v->path,
                       vocab->eos < 0 ? "</s>" : "<unk>");
    im->config.eos = vocab->eos;
    im->config.unk = vocab->unk;
    if (v != &im->source) return 0;
    im->config.source_eos_id = vocab->eos;
    im->config.source_unk_id = vocab->unk;
    return 0;
}

static int read_vocab_list(tr_import *im, tr_import_vocab *v, const tr_file *file, tr_error *err)
{
    tr_vocab vocab;

    int rc = tr_vocab_read(&vocab, v->path, file->data, file->size, err);
    if (rc < 0) return rc;
    rc = copy_pieces(im, v, &vocab.pieces, err);
    if (rc == 0) rc = take_special_ids(im, v, &vocab, err);
    tr_vocab_free(&vocab);
    return rc;
}

static int take_spm(tr_import_vocab *v, const char *path, const tr_file *file, tr_error *err)
{
    if (!file->size) return tr_fail(err, TR_EFORMAT, "%s: is empty", path);
    v->spm_path = path;
    v->spm = file->data;
    v->spm_size = file->size;
    if (!v->text) v->path = path;
    return 0;
}

int tr_import_take_vocab(tr_import *im, tr_import_vocab *v, const char *path, const tr_file *file,
                         tr_error *err)
{
    if (!file->size) return tr_fail(err, TR_EFORMAT, "%s: is empty", path);
    if (tr_ends_in(path, ".fsv"))
        return tr_fail(err, TR_EUNSUPPORTED, "%s: factored vocabularies are not supported", path);
    if (is_spm(path, file)) return take_spm(v, path, file, err);
    v->path = path;
    return read_vocab_list(im, v, file, err);
}

int tr_import_load_vocab(tr_import *im, tr_import_vocab *v, const char *path, tr_error *err)
{
    tr_file file;

    const int rc = tr_import_map(im, path, &file, err);
    if (rc < 0) return rc;
    /* The name without .gz tells the form. */
    if (tr_ends_in(path, ".gz")) path = tr_region_copy(&im->memory, path, strlen(path) - 3);
    return path ? tr_import_take_vocab(im, v, path, &file, err) : tr_fail_memory(err);
}

int tr_import_load_spm(tr_import *im, tr_import_vocab *v, const char *path, tr_error *err)
{
    tr_file file;

    if (!v->text)
        return tr_fail(err, TR_EINVAL,
                       "%s: there is no list of pieces for it; give it as vocabulary", path);
    const int rc = tr_import_map(im, path, &file, err);
    return rc < 0 ? rc : take_spm(v, path, &file, err);
}

int tr_import_map_spm(tr_import *im, tr_import_vocab *v, const char *name, tr_error *err)
{
    tr_file file;
    const char *path;

    const int rc = tr_import_map_member(im, name, &file, &path, err);
    return rc < 0 ? rc : take_spm(v, path, &file, err);
}

/* ---- Both sides ---------------------------------------------------------------------------- */

static bool is_given(const tr_import_vocab *v)
{
    return v->spm || v->text;
}

tr_import_vocab tr_import_target_vocab(const tr_import *im)
{
    tr_import_vocab v = is_given(&im->target) ? im->target : im->source;

    if (!v.spm) {
        v.spm_path = im->source.spm_path;
        v.spm = im->source.spm;
        v.spm_size = im->source.spm_size;
    }
    return v;
}

/* Lists that may be NULL. */
static bool same_strings(const char *const *a, size_t n_a, const char *const *b, size_t n_b)
{
    if (a == b) return true;
    if (!a || !b || n_a != n_b) return false;
    for (size_t i = 0; i < n_a; i++)
        if (strcmp(a[i], b[i]) != 0) return false;
    return true;
}

static bool same_vocab_text(const tr_import_vocab *a, const tr_import_vocab *b)
{
    return same_strings(a->text, a->n, b->text, b->n);
}

static bool same_spm(const tr_import_vocab *a, const tr_import_vocab *b)
{
    return a->spm_size == b->spm_size &&
           (a->spm == b->spm || memcmp(a->spm, b->spm, a->spm_size) == 0);
}

/* True if an id means the same on both sides. */
static bool same_vocab_ids(const tr_import_vocab *a, const tr_import_vocab *b)
{
    return same_vocab_text(a, b) && (a->text || same_spm(a, b));
}

bool tr_import_joint_vocab(const tr_import *im)
{
    const tr_import_vocab target = tr_import_target_vocab(im);
    return same_vocab_ids(&im->source, &target);
}

/* ---- Against the network ------------------------------------------------------------------- */

static int check_vocab_size(const tr_import *im, const tr_import_vocab *v, size_t size, uint32_t n,
                            tr_error *err)
{
    if (size <= n) return 0;
    return tr_fail(err, TR_EFORMAT, "%s: has %zu pieces, but the vocabulary of %s is %" PRIu32,
                   v->path, size, im->options->input, n);
}

static int check_vocab_specials(const tr_import *im, const tr_import_vocab *v, const tr_spm *spm,
                                tr_error *err)
{
    const tr_config *m = &im->config;
    const int32_t eos = tr_spm_eos(spm), unk = tr_spm_unk(spm);

    if (eos == m->eos && unk == m->unk) return 0;
    return tr_fail(err, TR_EFORMAT,
                   "%s: </s> and <unk> are its pieces %" PRId32 " and %" PRId32
                   ", but must be %" PRId32 " and %" PRId32,
                   v->path, eos, unk, m->eos, m->unk);
}

/* A model that cuts text into other pieces than those listed is not the vocabulary's. */
static int check_pieces(const tr_import_vocab *v, const tr_spm *spm, tr_error *err)
{
    size_t n_bytes = 0, n_known = 0;
    tr_pieces listed;

    for (size_t i = 0; i < v->n; i++)
        n_bytes += strlen(v->text[i]);
    if (!tr_pieces_create(&listed, v->n, n_bytes)) return tr_fail_memory(err);
    for (size_t i = 0; i < v->n; i++)
        tr_pieces_add(&listed, v->text[i], strlen(v->text[i]));
    for (int32_t id = 0; id < tr_spm_size(spm); id++) {
        const char *piece = tr_spm_piece(spm, id);
        n_known += tr_spm_kind(spm, id) == TR_SPM_NORMAL &&
                   tr_pieces_find(&listed, piece, strlen(piece)) >= 0;
    }
    tr_pieces_free(&listed);
    if (n_known) return 0;
    return tr_fail(err, TR_EINVAL, "%s: lists none of the pieces of %s", v->path,
                   v->spm_path ? v->spm_path : "its SentencePiece model");
}

static int check_vocab(const tr_import *im, const tr_import_vocab *v, uint32_t n, tr_error *err)
{
    tr_spm *spm;

    int rc = v->text ? check_vocab_size(im, v, v->n, n, err) : 0;
    if (rc < 0 || !v->spm) return rc;
    rc = tr_spm_open(&spm, v->spm, v->spm_size, false, v->spm_path ? v->spm_path : v->path, err);
    if (rc < 0) return rc;
    if (v->text) {
        rc = check_pieces(v, spm, err);
    } else {
        rc = check_vocab_size(im, v, (size_t)tr_spm_size(spm), n, err);
        if (rc == 0) rc = check_vocab_specials(im, v, spm, err);
    }
    tr_spm_close(spm);
    return rc;
}

static int check_sides(const tr_import *im, const tr_import_vocab *target, tr_error *err)
{
    const tr_config *m = &im->config;
    const tr_import_vocab *source = &im->source;
    const char *input = im->options->input;

    if (!source->text != !target->text)
        return tr_fail(err, TR_EINVAL, "%s and %s: one lists pieces, but the other does not",
                       source->path, target->path);
    if (!source->spm && target->spm)
        return tr_fail(err, TR_EINVAL, "%s: has no SentencePiece model, but %s has", source->path,
                       target->path);
    if (!is_given(&im->target) && m->source_vocab != m->target_vocab)
        return tr_fail(err, TR_EINVAL,
                       "%s: has two vocabularies, of %" PRIu32 " and %" PRIu32
                       ", but one was given",
                       input, m->source_vocab, m->target_vocab);
    if (!same_vocab_ids(source, target) && im->config.ties == TR_TIES_ALL)
        return tr_fail(err, TR_EINVAL, "%s: has one vocabulary, but %s and %s differ", input,
                       source->path, target->path);
    return 0;
}

/* ---- Storing ------------------------------------------------------------------------------- */

static bool is_spm_piece(const char *piece)
{
    return !strncmp(piece, "\xE2\x96\x81", 3); /* U+2581 is its blank */
}

static bool is_joined_piece(const char *piece)
{
    return tr_ends_in(piece, "@@");
}

static bool are_many(const tr_import_vocab *v, bool (*is)(const char *piece))
{
    size_t n = 0;

    for (size_t i = 0; i < v->n; i++)
        n += is(v->text[i]);
    return n > v->n / 8;
}

/* Words that are separated by blanks have no other form, but pieces of words have. */
static void note_uncut(const tr_import *im)
{
    const tr_import_vocab *v = &im->source;

    if (are_many(v, is_spm_piece))
        tr_import_note(im,
                       "%s: lists pieces of a SentencePiece model, which is not given: text will "
                       "not be cut into them, and comes out as it went in; give the model with "
                       "--spm",
                       v->path);
    else if (are_many(v, is_joined_piece))
        tr_import_note(im,
                       "%s: lists pieces of words (@@): text will not be cut into them; it has to "
                       "be cut before, as subword-nmt does",
                       v->path);
}

/* One file may serve both sides, and is then checked once. */
int tr_import_add_vocabs(tr_import *im, tr_error *err)
{
    const tr_import_vocab *source = &im->source, target = tr_import_target_vocab(im);

    const bool is_cut =
        source->merges || source->rules || (source->text && im->cutting == TR_TOKENIZER_BYTES);
    im->config.tokenizer = source->spm    ? TR_TOKENIZER_SPM
                           : is_cut       ? im->cutting
                           : source->text ? TR_TOKENIZER_PIECES
                                          : TR_TOKENIZER_NONE;
    if (!is_given(source)) {
        if (im->ids_only) return 0;
        return tr_fail(err, TR_EINVAL, "%s: its vocabulary was not given", im->options->input);
    }
    int rc = check_sides(im, &target, err);
    if (rc == 0 && im->config.tokenizer == TR_TOKENIZER_PIECES) note_uncut(im);
    if (rc == 0) rc = check_vocab(im, source, im->config.source_vocab, err);
    if (rc == 0) rc = check_vocab(im, &target, im->config.target_vocab, err);
    if (rc == 0 && source->spm)
        rc = tr_import_add_bytes(im, "tokenizer.spm.source", source->spm, source->spm_size, err);
    if (rc == 0 && !same_spm(source, &target))
        rc = tr_import_add_bytes(im, "tokenizer.spm.target", target.spm, target.spm_size, err);
    return rc;
}

static void put_scores(tr_gguf_writer *w, const tr_import_vocab *v)
{
    char key[] = "tokenizer.scores";

    tr_gguf_put_value(w, &(tr_gguf_value){.key = key,
                                          .type = TR_GGUF_ARRAY,
                                          .element_type = TR_GGUF_FLOAT64,
                                          .n = v->n,
                                          .bytes = (const unsigned char *)v->scores,
                                          .size = v->n * sizeof *v->scores});
}

void tr_import_put_vocabs(const tr_import *im, tr_gguf_writer *w)
{
    const tr_import_vocab *source = &im->source, target = tr_import_target_vocab(im);

    if (!source->text) return;
    tr_gguf_put_strings(w, "tokenizer.vocab.source", source->text, source->n);
    if (!same_vocab_text(source, &target))
        tr_gguf_put_strings(w, "tokenizer.vocab.target", target.text, target.n);
    if (source->rules) tr_gguf_put_string(w, "tokenizer.rules", source->rules);
    if (source->scores) put_scores(w, source);
    if (!source->merges) return;
    if (im->cutting == TR_TOKENIZER_GPT2) tr_gguf_put_string(w, "tokenizer.ggml.model", "gpt2");
    tr_gguf_put_strings(w, "tokenizer.ggml.merges", source->merges, source->n_merges);
    if (target.merges &&
        !same_strings(source->merges, source->n_merges, target.merges, target.n_merges))
        tr_gguf_put_strings(w, "tokenizer.ggml.merges.target", target.merges, target.n_merges);
}
