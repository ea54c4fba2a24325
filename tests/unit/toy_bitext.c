#include "unit/toy_bitext.h"

#include <check.h>

#include "kernels/gradients.h"

void toy_pairs(tr_buf *text, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const size_t letters = 3 + i % 5;
        size_t number = i / 5 * 7919 % 1000; /* three digits, another one for each i / 5 */
        char word[8] = "";
        for (size_t k = 0; k < letters; k++, number = number / 10 + i % 3)
            word[k] = (char)('a' + number % 10);
        for (size_t k = 0; k < letters; k++)
            tr_buf_printf(text, "%s%c", k ? " " : "", word[k]);
        for (size_t k = letters; k-- > 0;)
            tr_buf_printf(text, "%s%c", k + 1 < letters ? " " : "\t", word[k]);
        tr_buf_add_string(text, "\n");
    }
}

void toy_bitext_open(toy_bitext *t, const char *text, size_t len, const tr_bitext_options *options,
                     size_t vocab)
{
    tr_bitext_options o = *options;
    tr_error err;

    *t = (toy_bitext){0};
    scratch_open(&t->files);
    o.path = o.beside = scratch_file(&t->files, "pairs.tsv");
    write_file(o.path, text, len);
    ck_assert_msg(tr_bitext_read(&t->b, &o, &err) == 0, "%s", err.msg);
    if (!vocab) return;
    ck_assert_msg(tr_bitext_vocabulary(t->b, vocab, false, &t->model, &t->size, &err) == 0, "%s",
                  err.msg);
    ck_assert_msg(tr_spm_open(&t->spm, t->model, t->size, false, "toy", &err) == 0, "%s", err.msg);
}

void toy_bitext_open_pairs(toy_bitext *t, size_t n, size_t vocab, size_t held_out)
{
    const tr_bitext_options options = {0};
    tr_buf text = {0};
    tr_error err;

    toy_pairs(&text, n);
    toy_bitext_open(t, text.data, text.len, &options, vocab);
    const tr_bitext_tokens tokens = {.spm = t->spm};
    ck_assert_int_eq(tr_bitext_encode(t->b, &tokens, 32, held_out, &err), 0);
    tr_buf_free(&text);
}

void toy_bitext_close(toy_bitext *t)
{
    tr_bitext_free(t->b);
    tr_spm_close(t->spm);
    free(t->model);
    scratch_close(&t->files);
}

tr_training toy_training(const toy_bitext *t)
{
    tr_training training;

    tr_training_init(&training);
    tr_shape *s = &training.shape;
    s->d_model = 16;
    s->heads = 2;
    s->encoder_ffn = s->decoder_ffn = 24;
    s->n_encoder_layers = s->n_decoder_layers = 1;
    s->source_vocab = s->target_vocab = (size_t)tr_spm_size(t->spm);
    s->n_positions = 64;
    tr_recipe *r = &training.recipe;
    r->batch = 60;
    r->limit = 32;
    r->arithmetic = TR_FLOAT32;
    r->warmup = 5;
    r->rate = 5e-3;
    r->dropout = 0.1;
    r->every = 10;
    return training;
}

tr_model_about toy_about(const toy_bitext *t)
{
    return (tr_model_about){.source_language = "en",
                            .target_language = "de",
                            .max_source = 32,
                            .max_target = 40,
                            .beam_size = 4,
                            .length_penalty = 1,
                            .spm = t->model,
                            .spm_size = t->size};
}
