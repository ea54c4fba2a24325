/* hf_network.c - the tensors and the positions of Hugging Face directories. */
#include "formats/safetensors.h"
#include "import/shared/foreign.h"
#include "make/hf_job.h"
#include "unit/unit.h"

START_TEST(learned_positions_begin_with_the_third_row)
{
    hf_job j;
    float all[40 * 4], x[38 * 4];
    static const char *const sides[][2] = {
        {"source_position.weight", "model.encoder.embed_positions.weight"},
        {"target_position.weight", "model.decoder.embed_positions.weight"}};

    hf_job_open(&j, "bart");
    hf_write(&j.m);
    hf_imports(&j);
    const tr_config *m = &j.im.config;
    ck_assert(m->n_positions == 38 && m->max_target == 38);
    ck_assert_uint_eq(m->max_source, 36); /* <s> and </s> stand around */
    for (size_t i = 0; i < 2; i++) {
        const tr_import_tensor *t = hf_find_tensor(&j.im, sides[i][0]);
        const tr_array *theirs = tr_arrays_find(j.im.file, sides[i][1]);
        const tr_element_layout layout = {4, 4, 1};
        ck_assert(t && t->n_out == 38 && t->n_in == 4 && t->n_parts == 1);
        ck_assert_int_eq(j.im.foreign->read(j.im.file, t->part[0].array, t->part[0].first, 38 * 4,
                                            &layout, x, &j.err),
                         0);
        ck_assert_int_eq(tr_arrays_floats(theirs, 0, 160, &layout, all, &j.err), 0);
        ck_assert(!memcmp(x, all + 2 * 4, sizeof x));
    }
    hf_import_end(&j);
    hf_job_close(&j);
}
END_TEST

/* As PyTorch's DataParallel and compile() name them. */
START_TEST(names_may_stand_behind_a_wrapper)
{
    static const char *const prefixes[] = {"module.model.", "_orig_mod.module.model.", "module."};
    hf_job j;

    for (size_t i = 0; i < 3; i++) {
        hf_job_open(&j, "bart");
        j.m.prefix = prefixes[i];
        hf_write(&j.m);
        hf_imports(&j);
        ck_assert(hf_find_tensor(&j.im, "enc.embd_norm.bias"));
        hf_import_end(&j);
        hf_job_close(&j);
    }
    hf_job_open(&j, "bart"); /* one that has no such beginning is of another kind */
    j.m.prefix = "module.model.";
    hf_add(&j.m, "other.weight", 2, 2);
    hf_write(&j.m);
    hf_refuses(&j, TR_EFORMAT, "model.safetensors: ");
    hf_job_close(&j);
}
END_TEST

START_TEST(tables_of_positions_need_a_row)
{
    hf_job j;
    hf_job_open(&j, "bart");
    j.m.positions = 4; /* two of them stand for nothing, and <s> and </s> take the others */
    hf_write(&j.m);
    hf_refuses(&j, TR_EFORMAT, "embed_positions.weight: has 4 rows");
    hf_job_close(&j);
}
END_TEST

START_TEST(a_missing_tensor_is_named)
{
    static const char *const names[] = {"model.shared.weight",
                                        "model.encoder.layers.0.self_attn.q_proj.bias",
                                        "model.decoder.layers.0.encoder_attn.v_proj.weight",
                                        "model.decoder.layernorm_embedding.weight",
                                        "model.encoder.embed_positions.weight",
                                        "model.decoder.layers.0.final_layer_norm.bias"};
    char sentence[128];

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        hf_job j;
        hf_job_open(&j, "bart");
        j.m.left_out = names[i];
        hf_write(&j.m);
        snprintf(sentence, sizeof sentence, "tensor %s is missing", names[i]);
        hf_refuses(&j, TR_EFORMAT, sentence);
        hf_job_close(&j);
    }
}
END_TEST

START_TEST(a_tensor_without_a_place_is_named)
{
    hf_job j;
    hf_job_open(&j, "bart");
    hf_add(&j.m, "classification_head.dense.weight", 2, 2);
    hf_write(&j.m);
    hf_refuses(&j, TR_EFORMAT,
               "tensor classification_head.dense.weight has no place in the network");
    hf_job_close(&j);
}
END_TEST

START_TEST(shapes_are_those_that_the_configuration_says)
{
    hf_job j;
    hf_job_open(&j, "bart");
    hf_write(&j.m);
    hf_refuses_config(&j, "encoder_ffn_dim", "7", TR_EFORMAT,
                      "tensor model.encoder.layers.0.fc1.weight: is [6, 4], expected [7, 4]");
    hf_refuses_config(&j, "vocab_size", "21", TR_EFORMAT,
                      "tensor model.shared.weight: is [20, 4], expected [21, 4]");
    hf_refuses_config(&j, "decoder_layers", "2", TR_EFORMAT,
                      "tensor model.decoder.layers.1.self_attn.q_proj.weight is missing");
    hf_job_close(&j);
}
END_TEST

START_TEST(tensors_hold_floats)
{
    hf_job j;
    hf_job_open(&j, "bart");
    j.m.left_out = "model.encoder.layers.0.fc1.bias";
    safetensors_add(&j.m.tensors, j.m.left_out, "I32", "6", "123456781234567812345678", 24);
    hf_write(&j.m);
    hf_refuses(&j, TR_EUNSUPPORTED, "model.encoder.layers.0.fc1.bias: holds I32, not floats");
    hf_job_close(&j);
}
END_TEST

START_TEST(a_tied_table_has_any_of_its_names)
{
    static const char *const names[] = {"shared.weight", "encoder.embed_tokens.weight",
                                        "decoder.embed_tokens.weight"};
    for (size_t i = 0; i < 3; i++) {
        hf_job j;
        hf_job_open(&j, "bart");
        j.m.table = names[i];
        hf_write(&j.m);
        hf_imports(&j);
        const tr_import_tensor *t = hf_find_tensor(&j.im, "token_embd");
        ck_assert(t && t->n_out == 20 && t->n_in == 4);
        hf_import_end(&j);
        hf_job_close(&j);
    }
}
END_TEST

START_TEST(tied_tables_are_equal_or_refused)
{
    hf_job j;
    float x[20 * 4] = {0};

    hf_job_open(&j, "bart");
    j.m.left_out = "model.shared.weight";
    safetensors_add(&j.m.tensors, "model.shared.weight", "F32", "20,4", x, sizeof x);
    safetensors_add(&j.m.tensors, "lm_head.weight", "F32", "20,4", x, sizeof x);
    hf_write(&j.m);
    hf_imports(&j);
    hf_import_end(&j);
    x[79] = 1;
    safetensors_add(&j.m.tensors, "model.shared.weight", "F32", "20,4", (float[80]){0}, sizeof x);
    safetensors_add(&j.m.tensors, "lm_head.weight", "F32", "20,4", x, sizeof x);
    hf_write(&j.m);
    hf_refuses(&j, TR_EFORMAT, "tensors model.shared.weight and lm_head.weight differ");
    hf_set(&j.m.config, "tie_word_embeddings", "false");
    hf_write_config(&j);
    hf_imports(&j);
    ck_assert_int_eq(j.im.config.ties, TR_TIES_NONE);
    ck_assert(hf_find_tensor(&j.im, "output") && hf_find_tensor(&j.im, "source_embd") &&
              hf_find_tensor(&j.im, "target_embd"));
    hf_import_end(&j);
    hf_job_close(&j);
}
END_TEST

/* transformers 5 ties none of them, and reads those of the two sides. */
START_TEST(tables_of_both_sides_count_where_the_output_is_apart)
{
    const tr_element_layout layout = {4, 4, 1};
    float shared[80] = {0}, source[80] = {1}, target[80] = {2}, output[80] = {3}, x[4];
    hf_job j;

    hf_job_open(&j, "bart");
    j.m.left_out = "model.shared.weight";
    hf_set(&j.m.config, "tie_word_embeddings", "false");
    safetensors_add(&j.m.tensors, "model.shared.weight", "F32", "20,4", shared, sizeof shared);
    safetensors_add(&j.m.tensors, "model.encoder.embed_tokens.weight", "F32", "20,4", source,
                    sizeof source);
    safetensors_add(&j.m.tensors, "model.decoder.embed_tokens.weight", "F32", "20,4", target,
                    sizeof target);
    safetensors_add(&j.m.tensors, "lm_head.weight", "F32", "20,4", output, sizeof output);
    hf_write(&j.m);
    hf_imports(&j);
    static const char *const names[] = {"source_embd", "target_embd", "output"};
    for (size_t i = 0; i < 3; i++) {
        const tr_import_tensor *const t = hf_find_tensor(&j.im, names[i]);
        ck_assert_ptr_nonnull(t);
        ck_assert_int_eq(j.im.foreign->read(j.im.file, t->part[0].array, 0, 4, &layout, x, &j.err),
                         0);
        ck_assert(x[0] == (float)(i + 1));
    }
    hf_import_end(&j);
    hf_job_close(&j);
}
END_TEST

/* The output layer's bias is the array that is not zero; the table is one of 20 pieces. */
START_TEST(the_output_layer_has_a_bias)
{
    hf_job j;
    float zero[20] = {0}, one[20] = {0}, x[20];
    const tr_element_layout layout = {20, 20, 1};

    one[19] = 1;
    hf_job_open(&j, "bart");
    j.m.left_out = "final_logits_bias";
    for (int beside = 0; beside < 2; beside++) {
        safetensors_add(&j.m.tensors, "lm_head.bias", "F32", "20", one, sizeof one);
        if (beside)
            safetensors_add(&j.m.tensors, "final_logits_bias", "F32", "1,20", zero, sizeof zero);
        hf_write(&j.m);
        hf_imports(&j);
        const tr_import_tensor *t = hf_find_tensor(&j.im, "output.bias");
        ck_assert(t && t->n_parts == 1);
        ck_assert_int_eq(j.im.foreign->read(j.im.file, t->part[0].array, 0, 20, &layout, x, &j.err),
                         0);
        ck_assert(x[0] == 0 && x[19] == 1);
        hf_import_end(&j);
    }
    safetensors_add(&j.m.tensors, "lm_head.bias", "F32", "20", one, sizeof one);
    safetensors_add(&j.m.tensors, "final_logits_bias", "F32", "1,20", one, sizeof one);
    hf_write(&j.m);
    hf_refuses(&j, TR_EUNSUPPORTED, "lm_head.bias: is not supported beside final_logits_bias");
    hf_job_close(&j);
}
END_TEST

START_TEST(names_may_lack_their_prefix)
{
    hf_job j;
    hf_job_open(&j, "bart");
    j.m.prefix = "";
    hf_write(&j.m);
    hf_imports(&j);
    hf_import_end(&j);
    hf_job_close(&j);
}
END_TEST

START_TEST(a_bias_of_the_output_is_kept)
{
    hf_job j;
    hf_job_open(&j, "bart");
    j.m.bias = true;
    hf_write(&j.m);
    hf_imports(&j);
    const tr_import_tensor *t = hf_find_tensor(&j.im, "output.bias");
    ck_assert(t && t->kind == TR_IMPORT_VECTOR && t->n_out == 20);
    hf_import_end(&j);
    hf_job_close(&j);
}
END_TEST

START_TEST(numbers_that_are_none_leave_no_file)
{
    hf_job j;
    char path[SCRATCH_PATH];

    hf_job_open(&j, "bart");
    j.m.not_a_number = "model.decoder.layers.0.fc2.weight";
    hf_write(&j.m);
    snprintf(path, sizeof path, "%s", scratch_file(&j.m.dir, "out.gguf"));
    j.options.output = path;
    const int n = scratch_count(&j.m.dir, false);
    ck_assert_int_eq(tr_convert(&j.options, &j.err), TR_EFORMAT);
    ck_assert_ptr_nonnull(
        strstr(j.err.msg, "model.decoder.layers.0.fc2.weight: element 23 is not a finite number"));
    ck_assert_int_eq(scratch_count(&j.m.dir, false), n);
    hf_job_close(&j);
}
END_TEST

UNIT_MAIN("hf_network", learned_positions_begin_with_the_third_row,
          names_may_stand_behind_a_wrapper, tables_of_positions_need_a_row,
          a_missing_tensor_is_named, a_tensor_without_a_place_is_named,
          shapes_are_those_that_the_configuration_says, tensors_hold_floats,
          a_tied_table_has_any_of_its_names, tied_tables_are_equal_or_refused,
          tables_of_both_sides_count_where_the_output_is_apart, the_output_layer_has_a_bias,
          names_may_lack_their_prefix, a_bias_of_the_output_is_kept,
          numbers_that_are_none_leave_no_file)
