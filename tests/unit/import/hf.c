/* hf.c - which files of Hugging Face directories are read; and BART, which has the fewest. */
#include "formats/safetensors.h"
#include "make/hf_job.h"
#include "make/make_npz.h"
#include "make/recognise.h"
#include "unit/unit.h"

/* ---- BART --------------------------------------------------------------------------------- */

START_TEST(a_bart_without_a_tokenizer_takes_ids)
{
    hf_job j;
    hf_job_open(&j, "bart");
    hf_write(&j.m);
    hf_imports(&j);
    const tr_config *m = &j.im.config;
    ck_assert(j.im.ids_only && !j.im.source.spm && !*j.im.config.source_language);
    ck_assert(m->d_model == 4 && m->heads == 2 && m->encoder_ffn == 6 && m->decoder_ffn == 6);
    ck_assert(m->n_encoder_layers == 1 && m->n_decoder_layers == 1);
    ck_assert(m->source_vocab == 20 && m->target_vocab == 20);
    ck_assert(!m->pre_norm && m->positions == TR_POSITIONS_LEARNED && m->activation == TR_GELU_ERF);
    ck_assert(m->embedding_scale == 1 && m->epsilon == 1e-5f);
    ck_assert(m->eos == 2 && m->unk == 3 && m->start_id == 2 && m->source_bos_id == 0);
    ck_assert(m->forced_first == -1 && m->n_suppressed == 0);
    ck_assert_int_eq(j.im.config.ties, TR_TIES_ALL);
    ck_assert(hf_find_tensor(&j.im, "enc.embd_norm.weight") && hf_find_tensor(&j.im, "token_embd"));
    ck_assert(!hf_find_tensor(&j.im, "enc.output_norm.weight") &&
              !hf_find_tensor(&j.im, "output.bias"));
    ck_assert_ptr_nonnull(strstr(j.notes.data, "neither a SentencePiece file nor merges.txt"));
    hf_import_end(&j);
    hf_job_close(&j);
}
END_TEST

START_TEST(the_first_token_may_be_forced)
{
    hf_job j;
    hf_job_open(&j, "bart");
    hf_set(&j.m.config, "forced_bos_token_id", "0");
    hf_write(&j.m);
    hf_imports(&j);
    ck_assert_int_eq(j.im.config.forced_first, 0);
    hf_import_end(&j);
    hf_job_close(&j);
}
END_TEST

/* ---- Files -------------------------------------------------------------------------------- */

START_TEST(directories_are_recognised_by_their_files)
{
    hf_job j;
    char path[SCRATCH_PATH];

    hf_job_open(&j, "bart");
    ck_assert(!recognise(&tr_hf_importer, j.m.dir.folder, NULL));
    hf_write(&j.m);
    ck_assert(recognise(&tr_hf_importer, j.m.dir.folder, NULL) == 1);
    snprintf(path, sizeof path, "%s", scratch_file(&j.m.dir, "model.safetensors"));
    ck_assert(recognise(&tr_hf_importer, path, NULL) == 1);
    j.options.input = path; /* with the files beside it */
    hf_imports(&j);
    hf_import_end(&j);
    ck_assert(recognise(&tr_hf_importer, "pytorch_model.bin", NULL) == 1 &&
              recognise(&tr_hf_importer, "a.ckpt", NULL) == 1);
    ck_assert(!recognise(&tr_hf_importer, "model.bin", NULL) &&
              !recognise(&tr_hf_importer, "a.npz", NULL));
    hf_job_close(&j);
}
END_TEST

START_TEST(weights_of_pytorch_are_taken_where_there_are_no_others)
{
    hf_job j;
    hf_job_open(&j, "bart");
    hf_write(&j.m);
    hf_write_text(&j.m.dir, "pytorch_model.bin", "neither");
    hf_imports(&j);
    hf_import_end(&j);
    unlink(scratch_file(&j.m.dir, "model.safetensors"));
    hf_refuses(&j, TR_EFORMAT, "pytorch_model.bin: is no file of PyTorch's");
    unlink(scratch_file(&j.m.dir, "pytorch_model.bin"));
    hf_refuses(&j, TR_EIO, "model.safetensors: No such file");
    hf_write_text(&j.m.dir, "pytorch_model.bin.index.json", "{}");
    ck_assert(recognise(&tr_hf_importer, j.m.dir.folder, NULL) == 1);
    hf_refuses(&j, TR_EFORMAT, "pytorch_model.bin.index.json: has no weight_map");
    hf_write_text(&j.m.dir, "pytorch_model.bin.index.json",
                  "{\"weight_map\": {\"a\": \"model.safetensors\"}}");
    hf_refuses(&j, TR_EFORMAT, "tensor a is not in a .bin file beside the index");
    hf_job_close(&j);
}
END_TEST

START_TEST(shards_are_read_like_one_file)
{
    hf_job j;
    size_t size;
    tr_buf index = {0};

    hf_job_open(&j, "bart");
    hf_write(&j.m);
    hf_imports(&j);
    tr_buf_add_string(&index, "{\"weight_map\": ");
    const tr_arrays *file = j.im.file;
    for (size_t i = 0; i < file->n_tensors; i++)
        tr_buf_printf(&index, "%s\"%s\": \"model-00001-of-00001.safetensors\"", i ? ", " : "{",
                      file->tensors[i].name);
    tr_buf_add_string(&index, ", \"encoder.embed_tokens.weight\": "
                              "\"model-00001-of-00001.safetensors\"}}"); /* not there */
    hf_import_end(&j);
    char *bytes = read_file(scratch_file(&j.m.dir, "model.safetensors"), &size);
    unlink(scratch_file(&j.m.dir, "model.safetensors"));
    write_file(scratch_file(&j.m.dir, "model-00001-of-00001.safetensors"), bytes, size);
    free(bytes);
    hf_write_text(&j.m.dir, "model.safetensors.index.json", index.data);
    tr_buf_free(&index);
    ck_assert(recognise(&tr_hf_importer, j.m.dir.folder, NULL) == 1);
    hf_imports(&j);
    hf_import_end(&j);
    hf_job_close(&j);
}
END_TEST

/* Archives of the directory's files, in a folder or not. */
static void write_archive(hf_job *j, const char *folder, char path[300])
{
    static const char *const names[] = {"config.json", "model.safetensors"};
    zip_maker z = {.method = 8};

    for (size_t i = 0; i < 2; i++) {
        char member[64];
        size_t n;
        char *bytes = read_file(scratch_file(&j->m.dir, names[i]), &n);
        snprintf(member, sizeof member, "%s%s", folder, names[i]);
        zip_add(&z, member, bytes, n);
        free(bytes);
    }
    zip_end(&z, "");
    snprintf(path, 300, "%s", scratch_file(&j->m.dir, "model.zip"));
    write_file(path, z.bytes.data, z.bytes.len);
    tr_buf_free(&z.bytes);
}

/* Converts the input. */
static char *convert(hf_job *j, const char *input, size_t *size)
{
    char output[300];

    j->options.input = input;
    j->options.output = strcpy(output, scratch_file(&j->m.dir, "out.gguf"));
    const int rc = tr_convert(&j->options, &j->err);
    ck_assert_msg(rc == 0, "%s", j->err.msg);
    return read_file(output, size);
}

START_TEST(an_archive_is_read_like_a_directory)
{
    static const char *const folders[] = {"", "bart/"};
    hf_job j;
    char path[300];
    size_t n, n_again;

    hf_job_open(&j, "bart");
    hf_write(&j.m);
    char *expected = convert(&j, j.m.dir.folder, &n);
    for (size_t i = 0; i < 2; i++) {
        write_archive(&j, folders[i], path);
        char *bytes = convert(&j, path, &n_again);
        ck_assert_uint_eq(n_again, n);
        ck_assert_mem_eq(bytes, expected, n);
        free(bytes);
    }
    free(expected);
    hf_job_close(&j);
}
END_TEST

UNIT_MAIN("hf", a_bart_without_a_tokenizer_takes_ids, the_first_token_may_be_forced,
          directories_are_recognised_by_their_files,
          weights_of_pytorch_are_taken_where_there_are_no_others, shards_are_read_like_one_file,
          an_archive_is_read_like_a_directory)
