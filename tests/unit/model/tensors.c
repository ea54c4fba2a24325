#include "model/nmt.h"

#include <math.h>

#include "formats/gguf_read.h"
#include "make/changed_model.h"
#include "make/model_file.h"
#include "unit/unit.h"

/* A model with all tensors that there are. */
static void open_full(scratch *s, tr_gguf *g)
{
    const model_spec spec = full_spec();

    make_good(s, &spec);
    ck_assert_int_eq(tr_gguf_open(g, s->path, NULL), 0);
}

/* The biases of matrices may be missing; a norm's may not, nor its gain when its bias is there. */
START_TEST(names_a_tensor_that_is_missing)
{
    scratch s;
    tr_gguf g;
    open_full(&s, &g);
    for (size_t i = 0; i < g.n_tensors; i++) {
        tr_error err = {0};
        char stem[64];
        const change c = {.tensor = g.tensors[i].name};
        const bool bias = strstr(c.tensor, ".bias") && !strstr(c.tensor, "norm");
        const bool optional = bias || !strcmp(c.tensor, "tokenizer.spm.target");
        ck_assert_msg((open_changed(&s, &c, &err) == 0) == optional, "%s", c.tensor);
        if (optional) continue;
        strcpy(stem, c.tensor);
        if (strstr(stem, "embd_norm") || strstr(stem, "output_norm")) *strrchr(stem, '_') = '\0';
        assert_says(&err, TR_EFORMAT, stem);
    }
    tr_gguf_close(&g);
    scratch_close(&s);
}
END_TEST

START_TEST(names_a_tensor_that_has_no_place)
{
    static const char *const names[] = {"token_embd.weight.1",
                                        "enc.blk.2.attn_qkv.weight",
                                        "enc.blk.0.attn_q.bias",
                                        "enc.blk.0.cross_attn_q.weight",
                                        "secret",
                                        "target_embd.weight",
                                        "enc.embd_norm.bias",
                                        "dec.blk.0.ssru.weight",
                                        "shortlist.offset",
                                        "tokenizer.spm.source"};
    scratch s;
    make_good(&s, &model_spec_small);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        tr_error err = {0};
        char words[100];
        const change c = {
            .tensor = names[i], .tensor_type = TR_TENSOR_I8, .n_dims = 1, .dims = {1}};
        open_changed(&s, &c, &err);
        snprintf(words, sizeof words, "tensor %s has no place in this network", names[i]);
        assert_says(&err, TR_EFORMAT, words);
    }
    scratch_close(&s);
}
END_TEST

static void assert_misfit(scratch *s, const change *c)
{
    tr_error err = {0};
    char words[100];
    open_changed(s, c, &err);
    snprintf(words, sizeof words, "tensor %s: expected ", c->tensor);
    assert_says(&err, TR_EFORMAT, words);
    ck_assert_ptr_nonnull(strstr(err.msg, ", found "));
}

/* Each tensor in turn: one more row, one dimension more, another type. */
START_TEST(names_a_tensor_of_another_shape_or_type)
{
    for (int int8 = 0; int8 < 2; int8++) {
        scratch s;
        tr_gguf g;
        model_spec spec = full_spec();
        spec.encoder_layers = 1;
        spec.int8 = int8;
        make_good(&s, &spec);
        ck_assert_int_eq(tr_gguf_open(&g, s.path, NULL), 0);
        for (size_t i = 0; i < g.n_tensors; i++) {
            const tr_gguf_tensor *t = &g.tensors[i];
            change c = {.tensor = t->name, .tensor_type = t->type, .n_dims = t->n_dims};
            memcpy(c.dims, t->dims, sizeof c.dims);
            c.tensor_type = t->type == TR_TENSOR_I8 ? TR_TENSOR_I32 : TR_TENSOR_I8;
            assert_misfit(&s, &c);
            c.tensor_type = t->type;
            if (!strncmp(t->name, "tokenizer", 9) || !strcmp(t->name, "shortlist.id")) continue;
            c.dims[t->n_dims - 1]++;
            assert_misfit(&s, &c);
            c.dims[t->n_dims - 1]--;
            c.dims[0] -= t->dims[0] > 1 ? 1 : -1;
            assert_misfit(&s, &c);
            c.dims[0] = t->dims[0];
            if (t->n_dims == TR_GGUF_MAX_DIMS) continue;
            c.dims[c.n_dims++] = 1;
            assert_misfit(&s, &c);
        }
        tr_gguf_close(&g);
        scratch_close(&s);
    }
}
END_TEST

/* ---- Bytes of the data, changed in place */

/* A float in the middle of the tensor and its last one, changed and restored. */
static void assert_guards(const char *path, const tr_gguf_tensor *t, float bad, const char *why)
{
    const size_t n = t->size / sizeof bad;
    const size_t at[] = {n / 2, n - 1};
    for (size_t i = 0; i < 2; i++) {
        tr_nmt m;
        tr_error err = {0};
        char words[128];
        const float before = ((const float *)t->data)[at[i]];
        patch(path, t->name, at[i] * sizeof bad, &bad, sizeof bad);
        tr_nmt_open(&m, path, &err);
        snprintf(words, sizeof words, "tensor %s: element %zu %s", t->name, at[i], why);
        assert_says(&err, TR_EFORMAT, words);
        patch(path, t->name, at[i] * sizeof bad, &before, sizeof before);
    }
}

START_TEST(refuses_floats_that_are_not_finite)
{
    scratch s;
    tr_gguf g;
    open_full(&s, &g);
    for (size_t i = 0; i < g.n_tensors; i++) {
        if (g.tensors[i].type != TR_TENSOR_F32) continue;
        assert_guards(s.path, &g.tensors[i], NAN, "is not finite");
        assert_guards(s.path, &g.tensors[i], INFINITY, "is not finite");
        assert_guards(s.path, &g.tensors[i], -INFINITY, "is not finite");
        if (strstr(g.tensors[i].name, ".scale"))
            assert_guards(s.path, &g.tensors[i], -1e-30f, "is negative");
    }
    tr_gguf_close(&g);
    scratch_close(&s);
}
END_TEST

START_TEST(refuses_sums_that_no_row_can_have)
{
    static const int32_t bad[] = {127 * 18 + 1, -127 * 18 - 1, INT32_MAX, INT32_MIN};
    scratch s;
    const model_spec spec = full_spec();
    make_good(&s, &spec);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        tr_nmt m;
        tr_error err = {0};
        patch(s.path, "output.sum", 4, &bad[i], 4);
        tr_nmt_open(&m, s.path, &err);
        assert_says(&err, TR_EFORMAT, "tensor output.sum: element 1 is more than a row");
    }
    scratch_close(&s);
}
END_TEST

/* An integer of a tensor, changed and restored. */
static void assert_refuses_integer(const char *path, const char *tensor, size_t at, int32_t bad,
                                   const char *words)
{
    tr_gguf g;
    tr_nmt m;
    tr_error err = {0};
    ck_assert_int_eq(tr_gguf_open(&g, path, NULL), 0);
    const int32_t before = ((const int32_t *)tr_gguf_find_tensor(&g, tensor)->data)[at];
    tr_gguf_close(&g);
    patch(path, tensor, at * sizeof bad, &bad, sizeof bad);
    tr_nmt_open(&m, path, &err);
    assert_says(&err, TR_EFORMAT, words);
    patch(path, tensor, at * sizeof bad, &before, sizeof before);
}

START_TEST(refuses_a_lexicon_whose_lists_lead_astray)
{
    static const char id[] = "shortlist.id", offset[] = "shortlist.offset";
    static const char order[] = "tensor shortlist.offset: is not an ascending list from 0 to";
    scratch s;
    tr_gguf g;
    tr_error err = {0};
    model_spec spec = full_spec();
    make_good(&s, &spec);
    ck_assert_int_eq(tr_gguf_open(&g, s.path, NULL), 0);
    const int32_t n = (int32_t)(tr_gguf_find_tensor(&g, id)->size / sizeof(int32_t));
    tr_gguf_close(&g);
    assert_refuses_integer(s.path, id, 3, -1, "tensor shortlist.id: an element is not in 0..40");
    assert_refuses_integer(s.path, id, (size_t)n - 1, 41, "an element is not in 0..40");
    assert_refuses_integer(s.path, offset, 1, -1, "tensor shortlist.offset: an element is not in");
    assert_refuses_integer(s.path, offset, 37, n + 1, "an element is not in");
    assert_refuses_integer(s.path, offset, 0, 1, order);
    assert_refuses_integer(s.path, offset, 37, n - 1, order);
    assert_refuses_integer(s.path, offset, 5, n, order);

    const change joint = {.key = "nmt.shortlist.source_ids", .type = TR_GGUF_BOOL, .number = true};
    open_changed(&s, &joint, &err);
    assert_says(&err, TR_EFORMAT, "nmt.shortlist.source_ids: true needs nmt.vocab_size");
    scratch_close(&s);
}
END_TEST

UNIT_MAIN("tensors", names_a_tensor_that_is_missing, names_a_tensor_that_has_no_place,
          names_a_tensor_of_another_shape_or_type, refuses_floats_that_are_not_finite,
          refuses_sums_that_no_row_can_have, refuses_a_lexicon_whose_lists_lead_astray)
