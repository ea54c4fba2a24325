/* merge_list.c - lists of merges, and BART's directories that have one. */
#include "import/shared/merge_list.h"

#include "formats/gguf_read.h"
#include "make/hf_job.h"
#include "setup/handle.h"
#include "unit/unit.h"

static int read_merges(tr_import *im, tr_import_vocab *v, const char *text, size_t size,
                       tr_error *err)
{
    const tr_file file = {.data = (const unsigned char *)text, .size = size};
    static const tr_convert_options none;
    tr_import_init(im, &none);
    *v = (tr_import_vocab){0};
    return tr_import_read_merges(im, v, "merges.txt", &file, err);
}

#define READ(im, v, text, err) read_merges(im, v, text, sizeof(text) - 1, err)

START_TEST(reads_the_three_forms)
{
    tr_import im;
    tr_import_vocab v;
    /* GPT-2's, and subword-nmt's */
    ck_assert_int_eq(READ(&im, &v, "#version: 0.2\nt h\nth e\n", NULL), 0);
    ck_assert_uint_eq(v.n_merges, 2);
    ck_assert_str_eq(v.merges[1], "th e");
    tr_import_close(&im);
    /* fastBPE's; and lines of Windows, the last one without an end */
    ck_assert_int_eq(READ(&im, &v, "e n</w> 4711\r\n# # 3\r\n12 34", NULL), 0);
    ck_assert_uint_eq(v.n_merges, 3);
    ck_assert_str_eq(v.merges[0], "e n</w>");
    ck_assert_str_eq(v.merges[1], "# #");
    ck_assert_str_eq(v.merges[2], "12 34");
    tr_import_close(&im);
}
END_TEST

#define REFUSED(text, sentence)                                                                    \
    do {                                                                                           \
        tr_import im;                                                                              \
        tr_import_vocab v;                                                                         \
        tr_error err = {0};                                                                        \
        ck_assert_int_eq(READ(&im, &v, text, &err), TR_EFORMAT);                                   \
        ck_assert_str_eq(err.msg, sentence);                                                       \
        tr_import_close(&im);                                                                      \
    } while (0)

START_TEST(refuses_what_is_no_merge)
{
    REFUSED("", "merges.txt: has no merges");
    REFUSED("#version: 0.2\n", "merges.txt: has no merges");
    REFUSED("a b\nabc\n", "merges.txt: line 2 is not two symbols that are joined");
    REFUSED("a b c\n", "merges.txt: line 1 is not two symbols that are joined");
    REFUSED("a  b\n", "merges.txt: line 1 is not two symbols that are joined");
    REFUSED(" a\n", "merges.txt: line 1 is not two symbols that are joined");
    REFUSED("a b 1 2\n", "merges.txt: line 1 is not two symbols that are joined");
    REFUSED("a \xC3\n", "merges.txt: line 1 is not two symbols that are joined");
    REFUSED("a b\0c\n", "merges.txt: line 1 is not two symbols that are joined");
}
END_TEST

/* ---- BART --------------------------------------------------------------------------------- */

static const char vocab_json[] =
    "{\"<s>\": 0, \"<pad>\": 1, \"</s>\": 2, \"<unk>\": 3, \"a\": 4, \"b\": 5, \"Ġ\": 6, "
    "\"Ġa\": 7, \"Ã\": 8, \"¤\": 9, \"ab\": 10, \"<mask>\": 11}";

static void bart_open(hf_job *j)
{
    hf_job_open(j, "bart");
    hf_set(&j->m.config, "vocab_size", "12");
    j->m.vocab = 12;
    hf_write(&j->m);
    hf_write_text(&j->m.dir, "vocab.json", vocab_json);
    hf_write_text(&j->m.dir, "merges.txt", "#version: 0.2\nĠ a\na b\n");
}

START_TEST(bart_has_bytes_and_their_merges)
{
    hf_job j;
    bart_open(&j);
    hf_imports(&j);
    ck_assert(!j.im.ids_only);
    ck_assert_int_eq(j.im.cutting, TR_TOKENIZER_GPT2);
    ck_assert_uint_eq(j.im.source.n, 12);
    ck_assert_uint_eq(j.im.source.n_merges, 2);
    ck_assert_str_eq(j.im.source.merges[0], "Ġ a");
    ck_assert(j.im.config.eos == 2 && j.im.config.unk == 3 && j.im.config.source_bos_id == 0);
    ck_assert(hf_suppresses(&j.im, 1) && hf_suppresses(&j.im, 11) && !hf_suppresses(&j.im, 0));
    hf_import_end(&j);
    hf_job_close(&j);
}
END_TEST

START_TEST(its_vocabulary_has_to_be_there)
{
    hf_job j;
    hf_job_open(&j, "bart");
    hf_write(&j.m);
    hf_write_text(&j.m.dir, "merges.txt", "#version: 0.2\nĠ a\n");
    hf_refuses(&j, TR_EIO, "vocab.json");
    hf_job_close(&j);
}
END_TEST

static void convert_bart(hf_job *j, char *output, size_t size)
{
    bart_open(j);
    snprintf(output, size, "%s", scratch_file(&j->m.dir, "out.gguf"));
    tr_convert_options_init(&j->options);
    j->options.input = j->m.dir.folder;
    j->options.source_language = "en";
    j->options.target_language = "de";
}

START_TEST(the_file_has_the_names_of_llama_cpp)
{
    hf_job j;
    char output[300];
    tr_gguf g;
    const char *text;
    size_t len;
    convert_bart(&j, output, sizeof output);
    j.options.output = output;
    ck_assert_msg(tr_convert(&j.options, &j.err) == 0, "%s", j.err.msg);
    ck_assert_int_eq(tr_gguf_open(&g, output, NULL), 0);
    ck_assert_int_eq(tr_gguf_string(&g, "tokenizer.ggml.model", &text, &len, NULL), 0);
    ck_assert(len == 4 && !memcmp(text, "gpt2", 4));
    ck_assert_uint_eq(tr_gguf_find(&g, "tokenizer.ggml.merges")->n, 2);
    tr_gguf_close(&g);
    hf_job_close(&j);
}
END_TEST

START_TEST(text_goes_in_and_out)
{
    static const int32_t expected[] = {10, 7, 6, 8, 9, 6, 3};
    hf_job j;
    char output[300], *back;
    tr_model *model;
    tr_tokens *tokens;
    int32_t ids[] = {7, 6, 8, 9, 8, 10, 2, 4};
    convert_bart(&j, output, sizeof output);
    j.options.output = output;
    ck_assert_msg(tr_convert(&j.options, &j.err) == 0, "%s", j.err.msg);
    ck_assert_int_eq(tr_model_open(&model, output, NULL), 0);
    ck_assert_int_eq(tr_tokenize(model, TR_SOURCE, "ab a \xC3\xA4 c", 9, &tokens, NULL), 0);
    ck_assert_uint_eq(tokens->n, 7);
    for (size_t i = 0; i < 7; i++)
        ck_assert_int_eq(tokens->token[i].id, expected[i]);
    ck_assert(tokens->token[3].begin == 5 && tokens->token[4].end == 7);
    tr_tokens_free(tokens);
    /* a text begins without a blank, the first byte of two is half of a character, and </s> ends */
    ck_assert_int_eq(tr_detokenize(model, TR_TARGET, ids, 8, &back, NULL), 0);
    ck_assert_str_eq(back, "a \xC3\xA4\xEF\xBF\xBD"
                           "ab");
    free(back);
    tr_model_close(model);
    hf_job_close(&j);
}
END_TEST

UNIT_MAIN("merge_list", reads_the_three_forms, refuses_what_is_no_merge,
          bart_has_bytes_and_their_merges, its_vocabulary_has_to_be_there,
          the_file_has_the_names_of_llama_cpp, text_goes_in_and_out)
