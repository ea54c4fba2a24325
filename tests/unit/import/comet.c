/* comet.c - metrics of COMET, whole and damaged.  tests/make/metric_models.py made what is in
 * tests/data/metrics. */
#include "import/comet/comet.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "import/shared/foreign.h"
#include "make/recognise.h"
#include "unit/scratch.h"
#include "unit/unit.h"

#define DATA "tests/data/metrics/"

typedef struct job {
    tr_convert_options options;
    tr_import im;
    tr_error err;
} job;

static int describe(job *j, const char *folder)
{
    tr_convert_options_init(&j->options);
    j->options.input = folder;
    j->options.output = "";
    j->options.source_vocab = DATA "sentencepiece.bpe.model";
    tr_import_init(&j->im, &j->options);
    return tr_comet_importer.open(&j->im, &j->err);
}

static const tr_import_tensor *tensor_of(const job *j, const char *name)
{
    for (size_t i = 0; i < j->im.n_tensors; i++)
        if (!strcmp(j->im.tensors[i].name, name)) return &j->im.tensors[i];
    return NULL;
}

/* The weights of the layers, [3]. */
static void mix_of(const char *folder, float *mix)
{
    job j;

    ck_assert_msg(describe(&j, folder) == 0, "%s", j.err.msg);
    const tr_import_tensor *t = tensor_of(&j, "metric.mix");
    ck_assert(t && t->n_out == 3);
    t->compute(t, mix);
    tr_import_close(&j.im);
}

START_TEST(the_network_is_an_encoder_with_an_estimator)
{
    job j;

    ck_assert(recognise(&tr_comet_importer, DATA "regression", NULL) == 1);
    ck_assert(recognise(&tr_comet_importer, DATA "metricx", NULL) == 0);
    ck_assert_msg(describe(&j, DATA "regression") == 0, "%s", j.err.msg);
    const tr_config *c = &j.im.config;
    ck_assert_int_eq(c->metric, TR_METRIC_REGRESSION);
    ck_assert(c->d_model == 16 && c->heads == 2 && c->encoder_ffn == 24);
    ck_assert(c->n_encoder_layers == 2 && c->n_decoder_layers == 0 && c->n_positions == 40);
    ck_assert(c->n_estimator_widths == 2 && c->estimator_widths[0] == 12);
    ck_assert(c->pool == TR_POOL_MEAN && !c->mix_norm && j.im.prefers_float32);
    ck_assert(tensor_of(&j, "metric.estimator.0")->n_in == 6 * 16);
    ck_assert(tensor_of(&j, "metric.estimator.2")->n_out == 1);
    ck_assert_str_eq(c->name, "regression");
    tr_import_close(&j.im);
}
END_TEST

START_TEST(weights_of_layers_sum_to_gamma)
{
    float mix[3];

    mix_of(DATA "regression", mix); /* sparsemax */
    ck_assert_float_eq_tol(mix[0] + mix[1] + mix[2], 1.25f, 1e-6f);
    mix_of(DATA "normed", mix); /* softmax */
    ck_assert(mix[0] > 0 && mix[1] > 0 && mix[2] > 0);
    ck_assert_float_eq_tol(mix[0] + mix[1] + mix[2], 1.25f, 1e-6f);
    mix_of(DATA "first", mix); /* one layer alone */
    ck_assert(mix[0] == 0 && mix[1] == 1 && mix[2] == 0);
}
END_TEST

START_TEST(a_checkpoint_that_is_cut_short_is_refused)
{
    static const char *const names[] = {"hparams.yaml", "config.json"};
    char path[SCRATCH_PATH], folder[SCRATCH_PATH];
    size_t size;
    scratch s;
    job j;

    scratch_open(&s);
    snprintf(folder, sizeof folder, "%s", s.folder);
    for (size_t i = 0; i < 2; i++) {
        snprintf(path, sizeof path, DATA "regression/%s", names[i]);
        char *bytes = read_file(path, &size);
        write_file(scratch_file(&s, names[i]), bytes, size);
        free(bytes);
    }
    snprintf(path, sizeof path, "%s", scratch_file(&s, "checkpoints"));
    ck_assert_int_eq(mkdir(path, 0700), 0);
    char *model = read_file(DATA "regression/checkpoints/model.ckpt", &size);
    for (size_t n = 0; n < size; n += 1 + size / 40) {
        write_file(scratch_file(&s, "checkpoints/model.ckpt"), model, n);
        ck_assert_int_lt(describe(&j, folder), 0);
        ck_assert_ptr_nonnull(strstr(j.err.msg, "model.ckpt"));
        tr_import_close(&j.im);
    }
    unlink(scratch_file(&s, "checkpoints/model.ckpt"));
    rmdir(path);
    free(model);
    scratch_close(&s);
}
END_TEST

UNIT_MAIN("comet", the_network_is_an_encoder_with_an_estimator, weights_of_layers_sum_to_gamma,
          a_checkpoint_that_is_cut_short_is_refused)
