/* fairseq.c - checkpoints of fairseq, whole and damaged.  Allocations are wrapped (tests.mk).  What
 * is in tests/data/fairseq, fairseq wrote (tests/peers/check_fairseq.py --keep). */
#include "import/fairseq/fairseq.h"

#include "import/shared/foreign.h"
#include "make/recognise.h"
#include "unit/failing.h"
#include "unit/scratch.h"
#include "unit/unit.h"

static const char *const names[] = {"model.pt", "dict.en.txt", "dict.de.txt"};

typedef struct job {
    scratch dir;
    char *model;
    size_t size;
    tr_convert_options options;
    tr_import im;
    tr_error err;
} job;

static void copy_file(job *j, const char *name, const char *folder)
{
    char path[200];
    size_t size;

    snprintf(path, sizeof path, "tests/data/fairseq/%s/%s", folder, name);
    char *bytes = read_file(path, &size);
    write_file(scratch_file(&j->dir, name), bytes, size);
    free(bytes);
}

static void job_open(job *j, const char *folder)
{
    *j = (job){0};
    scratch_open(&j->dir);
    for (size_t i = 0; i < 3; i++)
        copy_file(j, names[i], folder);
    j->model = read_file(scratch_file(&j->dir, names[0]), &j->size);
    tr_convert_options_init(&j->options);
    j->options.input = j->dir.folder;
    j->options.output = "";
    j->options.max_source = 30;
}

static int describe(job *j)
{
    tr_import_init(&j->im, &j->options);
    return tr_fairseq_importer.open(&j->im, &j->err);
}

static void job_close(job *j)
{
    scratch_count(&j->dir, true);
    scratch_close(&j->dir);
    free(j->model);
}

static const tr_import_tensor *find_tensor(const tr_import *im, const char *name)
{
    for (size_t i = 0; i < im->n_tensors; i++)
        if (!strcmp(im->tensors[i].name, name)) return &im->tensors[i];
    return NULL;
}

START_TEST(the_settings_are_those_that_fairseq_was_given)
{
    job j;
    job_open(&j, "norms");
    const int rc = describe(&j);
    ck_assert_msg(rc == 0, "%s", j.err.msg);
    const tr_config *c = &j.im.config;
    ck_assert(c->d_model == 8 && c->heads == 2 && c->encoder_ffn == 12 && c->decoder_ffn == 16);
    ck_assert(c->n_encoder_layers == 1 && c->n_decoder_layers == 2 && c->source_vocab == 28);
    ck_assert(c->pre_norm && c->activation == TR_GELU_ERF && c->ties == TR_TIES_ALL);
    ck_assert(c->eos == 2 && c->unk == 3 && c->start_id == 2 && c->source_eos);
    ck_assert(c->positions == TR_POSITIONS_LEARNED && c->n_positions == 40);
    ck_assert(find_tensor(&j.im, "enc.embd_norm.weight") &&
              find_tensor(&j.im, "dec.output_norm.bias"));
    ck_assert_str_eq(j.im.source.text[4], "w0");
    ck_assert_str_eq(c->source_language, "en");
    ck_assert(c->n_suppressed == 5 && c->suppressed[2] == 25); /* <s>, <pad>, madeupword0000.. */
    tr_import_close(&j.im);
    job_close(&j);
}
END_TEST

START_TEST(memory_that_is_out_is_said)
{
    job j;
    int rc = TR_ENOMEM, n = 0;

    job_open(&j, "wmt");
    for (; rc < 0; n += n < 60 ? 1 : 7) {
        end_memory(n);
        rc = describe(&j);
        end_memory(-1);
        tr_import_close(&j.im);
        ck_assert_msg(rc == 0 || rc == TR_ENOMEM, "%d: %d %s", n, rc, j.err.msg);
    }
    ck_assert_int_gt(n, 20);
    job_close(&j);
}
END_TEST

START_TEST(a_checkpoint_is_recognised_or_memory_has_run_out)
{
    char path[SCRATCH_PATH];
    job j;
    int is = 0;

    job_open(&j, "wmt");
    snprintf(path, sizeof path, "%s", scratch_file(&j.dir, "model.pt"));
    for (int n = 3; is != 1; n++) {
        end_memory(n);
        is = recognise(&tr_fairseq_importer, path, &j.err);
        end_memory(-1);
        ck_assert_msg(is == 1 || is == TR_ENOMEM, "%d: %d", n, is);
    }
    ck_assert_int_eq(recognise(&tr_fairseq_importer, j.dir.folder, &j.err), 1);
    write_file(scratch_file(&j.dir, "config.json"), "{}", 2);
    ck_assert_int_eq(recognise(&tr_fairseq_importer, path, &j.err), 0); /* Hugging Face's */
    job_close(&j);
}
END_TEST

/* With `n` bytes of the checkpoint. */
static int describe_cut(job *j, size_t n)
{
    write_file(scratch_file(&j->dir, "model.pt"), j->model, n);
    const int rc = describe(j);
    tr_import_close(&j->im);
    return rc;
}

START_TEST(files_that_are_cut_are_refused)
{
    static const char *const folders[] = {"wmt", "norms", "omegaconf"};

    for (size_t i = 0; i < 3; i++) {
        job j;
        job_open(&j, folders[i]);
        for (size_t n = 0; n < j.size; n += 4096)
            ck_assert_int_lt(describe_cut(&j, n), 0);
        ck_assert_int_lt(describe_cut(&j, j.size - 1), 0);
        ck_assert_int_eq(describe_cut(&j, j.size), 0);
        job_close(&j);
    }
}
END_TEST

START_TEST(bytes_that_are_others_do_no_harm)
{
    static const char *const folders[] = {"wmt", "norms", "omegaconf"};

    for (size_t i = 0; i < 3; i++) {
        job j;
        job_open(&j, folders[i]);
        for (size_t n = i; n < j.size; n += 211) {
            const char old = j.model[n];
            j.model[n] = (char)(old ^ (1 << n % 8));
            describe_cut(&j, j.size);
            j.model[n] = old;
        }
        job_close(&j);
    }
}
END_TEST

UNIT_MAIN("fairseq", the_settings_are_those_that_fairseq_was_given, memory_that_is_out_is_said,
          a_checkpoint_is_recognised_or_memory_has_run_out, files_that_are_cut_are_refused,
          bytes_that_are_others_do_no_harm)
