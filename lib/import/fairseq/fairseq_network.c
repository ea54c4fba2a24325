/*
 * fairseq_network.c - the tensors of fairseq's transformers.
 *
 * The arrays that the settings ask for are listed one by one, each with its shape; what the file
 * has besides is refused, so that nothing that would change a translation is passed over.
 */
#include "import/fairseq/fairseq_network.h"

#include <inttypes.h>
#include <string.h>

#include "import/fairseq/fairseq_names.h"
#include "import/shared/fairseq_stack.h"
#include "import/shared/positions.h"

enum { POSITION_OFFSET = TR_FAIRSEQ_PAD + 1, MAX_VOCAB = 1 << 21 };

/* ---- The arrays of the file ---------------------------------------------------------------- */

typedef struct lister {
    tr_import *im;
    const tr_fairseq_config *c;
    tr_error *err;
} lister;

static int list_array(const lister *l, const char *name, const tr_array *t)
{
    const char *copy = tr_region_copy(&l->im->memory, name, strlen(name));

    return copy ? tr_foreign_add_array(l->im, copy, t, l->err) : tr_fail_memory(l->err);
}

/* The rows of queries, keys or values, which are a third of an array. */
static int list_third(const lister *l, const char *name, size_t before, size_t i, const tr_array *t)
{
    const tr_import_name share =
        tr_import_named("%.*s%c_proj.%s", (int)before, name, "qkv"[i], name + before + 8);
    const size_t size = tr_element_size(t->element);
    tr_array *part = TR_REGION_TAKE(&l->im->memory, tr_array, 1);

    if (!part) return tr_fail_memory(l->err);
    *part = *t;
    part->dims[0] /= 3;
    part->n /= 3;
    part->begin += i * size * (t->is_view ? (size_t)(part->dims[0] * t->strides[0]) : part->n);
    if (!t->is_view) part->end = part->begin + size * part->n;
    return list_array(l, share.text, part);
}

static int list_renamed(const lister *l, const tr_array *t)
{
    tr_import_name name;
    int rc = 0;

    if (!tr_fairseq_rename(l->c, &l->im->config, t->name, &name)) return 0;
    const size_t before = tr_fairseq_in_proj(name.text);
    const bool is_three = before && t->n_dims >= 1 && t->dims[0] % 3 == 0 && t->element >= 0;
    if (!is_three) return list_array(l, name.text, t);
    for (size_t i = 0; rc == 0 && i < 3; i++)
        rc = list_third(l, name.text, before, i, t);
    return rc;
}

int tr_fairseq_list_arrays(tr_import *im, const tr_fairseq_config *c, const tr_arrays *file,
                           tr_error *err)
{
    const lister l = {.im = im, .c = c, .err = err};

    int rc = tr_foreign_of_arrays(im, file, 3 * file->n_tensors, err);
    for (size_t i = 0; rc == 0 && i < file->n_tensors; i++)
        rc = list_renamed(&l, &file->tensors[i]);
    return rc ? rc : tr_foreign_sort(im->foreign, err);
}

/* ---- Ids ---------------------------------------------------------------------------------- */

static int count_rows(tr_import *im, const char *name, uint32_t *n, tr_error *err)
{
    const tr_foreign_array *a = tr_foreign_find(im->foreign, name);

    if (!a) return tr_fail(err, TR_EFORMAT, "%s: tensor %s is missing", im->foreign->path, name);
    if (a->n_dims != 2 || a->dims[0] <= TR_FAIRSEQ_FIRST_PIECE || a->dims[0] > MAX_VOCAB)
        return tr_fail(err, TR_EFORMAT, "%s: tensor %s is no table of %d to %d rows",
                       im->foreign->path, name, TR_FAIRSEQ_FIRST_PIECE + 1, MAX_VOCAB);
    *n = (uint32_t)a->dims[0];
    return 0;
}

int tr_fairseq_count_ids(tr_import *im, const tr_fairseq_config *c, tr_error *err)
{
    tr_config *m = &im->config;

    const int rc = count_rows(im, "encoder.embed_tokens.weight", &m->source_vocab, err);
    m->target_vocab = m->source_vocab;
    return rc || c->shared_table
               ? rc
               : count_rows(im, "decoder.embed_tokens.weight", &m->target_vocab, err);
}

/* ---- Embeddings --------------------------------------------------------------------------- */

static void add_fairseq_table(tr_tensor_builder *b, const char *ours, const tr_foreign_array *a,
                              size_t rows)
{
    if (tr_tensor_builder_fits(b, a, rows, b->im->config.d_model))
        tr_tensor_builder_add_part(
            b, tr_tensor_builder_add(b, TR_IMPORT_MATRIX, ours, rows, b->im->config.d_model), a, 0,
            false);
}

/* A file may have a table under several names; it is one. */
static void check_one(tr_tensor_builder *b, const tr_foreign_array *a, const char *name)
{
    const tr_foreign_array *other = tr_tensor_builder_find(b, name);

    if (b->rc == 0 && a && other && !tr_arrays_equal(a->member, other->member))
        tr_tensor_builder_refuse(b, TR_EFORMAT, name,
                                 "differs from %s, but the settings say they are one", a->name);
}

static void add_fairseq_embeddings(tr_tensor_builder *b, const tr_fairseq_config *c)
{
    static const char output_name[] = "decoder.output_projection.weight";
    tr_config *m = &b->im->config;
    const tr_foreign_array *source = tr_tensor_builder_require(b, "encoder.embed_tokens.weight");

    if (c->shared_table) {
        m->ties = TR_TIES_ALL;
        add_fairseq_table(b, "token_embd", source, m->source_vocab);
        check_one(b, source, "decoder.embed_tokens.weight");
        check_one(b, source, output_name);
        return;
    }
    const tr_foreign_array *target = tr_tensor_builder_require(b, "decoder.embed_tokens.weight");
    m->ties = c->tied_output ? TR_TIES_TARGET : TR_TIES_NONE;
    add_fairseq_table(b, "source_embd", source, m->source_vocab);
    add_fairseq_table(b, "target_embd", target, m->target_vocab);
    if (c->tied_output)
        check_one(b, target, output_name);
    else
        add_fairseq_table(b, "output", tr_tensor_builder_require(b, output_name), m->target_vocab);
}

/* ---- Positions ---------------------------------------------------------------------------- */

static void no_positions(const tr_import_tensor *t, float *out)
{
    memset(out, 0, t->n_out * t->n_in * sizeof *out);
}

static void add_fairseq_positions(tr_tensor_builder *b, const tr_fairseq_config *c)
{
    const uint32_t d = b->im->config.d_model;

    b->im->config.positions = c->learned_positions ? TR_POSITIONS_LEARNED : TR_POSITIONS_SINES;
    if (c->no_positions) {
        tr_positions_computed(b, no_positions);
    } else if (c->learned_positions) {
        const tr_foreign_array *source =
            tr_tensor_builder_require(b, "encoder.embed_positions.weight");
        const tr_foreign_array *target =
            tr_tensor_builder_require(b, "decoder.embed_positions.weight");
        tr_positions_stored(b, &(tr_position_tables){
                                   .source = source, .target = target, .offset = POSITION_OFFSET});
    } else if (b->rc == 0 && (d < 4 || d % 2 != 0)) {
        b->rc = tr_fail(b->err, TR_EUNSUPPORTED,
                        "%s: positions of a network of %" PRIu32 " are not supported",
                        b->im->foreign->path, d);
    } else {
        tr_positions_computed(b, tr_positions_after_padding);
    }
}

int tr_fairseq_add_tensors(tr_import *im, const tr_fairseq_config *c, tr_error *err)
{
    tr_tensor_builder b = {.im = im, .naming = &tr_fairseq_naming, .err = err};

    add_fairseq_embeddings(&b, c);
    add_fairseq_positions(&b, c);
    tr_fairseq_add_stack(&b, "", false, c->embedding_norm, im->config.pre_norm);
    tr_fairseq_add_stack(&b, "", true, c->embedding_norm, im->config.pre_norm);
    tr_tensor_builder_refuse_unused(&b, TR_EFORMAT, "the network that the settings describe");
    return b.rc;
}
