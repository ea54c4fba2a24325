/* checkpoint.c - runs go on from their checkpoints, and files that are none are refused. */
#include "train/checkpoint.h"

#include <string.h>

#include "base/cpu.h"
#include "unit/toy_bitext.h"
#include "unit/unit.h"

static toy_bitext text;
static char path[SCRATCH_PATH];

static void open_text(void)
{
    toy_bitext_open_pairs(&text, 300, 320, 30);
    strcpy(path, scratch_file(&text.files, "run.train"));
}

static tr_trainer *open_trainer(const tr_training *training)
{
    tr_trainer *t;
    tr_error err;
    ck_assert_msg(tr_trainer_create(&t, training, text.b, 1, tr_cpu_detect(), &err) == 0, "%s",
                  err.msg);
    return t;
}

static void take_steps(tr_trainer *t, int n)
{
    tr_step_report report;
    tr_error err;
    while (n-- > 0)
        ck_assert_int_eq(tr_trainer_step(t, &report, &err), 0);
}

static void write_checkpoint(tr_trainer *t, const tr_model_about *about, const tr_run_files *files)
{
    tr_error err;
    ck_assert_msg(tr_checkpoint_write(path, NULL, t, about, files, &err) == 0, "%s", err.msg);
}

static void open_checkpoint(tr_checkpoint *c)
{
    tr_error err;
    ck_assert_msg(tr_checkpoint_open(c, path, &err) == 0, "%s", err.msg);
}

/* A checkpoint after `steps` steps of the usual run. */
static void make_checkpoint(int steps)
{
    const tr_training training = toy_training(&text);
    const tr_model_about about = toy_about(&text);
    tr_trainer *t = open_trainer(&training);
    take_steps(t, steps);
    write_checkpoint(t, &about, &(tr_run_files){0});
    tr_trainer_free(t);
}

/* ---- What comes back ---- */

START_TEST(metadata_and_names_come_back)
{
    static const int32_t suppressed[] = {3, 7};
    const tr_run_files files = {.text = "text.tsv",
                                .dev = "dev.tsv",
                                .general = "Größe.tsv",
                                .exchange = true,
                                .general_exchange = true,
                                .float32 = true};
    tr_checkpoint c;

    open_text();
    tr_model_about about = toy_about(&text);
    about.name = "Toy";
    about.license = "CC0-1.0";
    about.normalization = "nfkc";
    about.penalty = TR_PENALTY_GNMT;
    about.length_penalty = 0.75f;
    about.max_length_factor = 2.5f;
    about.suppressed = suppressed;
    about.n_suppressed = 2;
    const tr_training training = toy_training(&text);
    tr_trainer *t = open_trainer(&training);
    write_checkpoint(t, &about, &files);
    open_checkpoint(&c);
    ck_assert_str_eq(c.about.source_language, "en");
    ck_assert_str_eq(c.about.target_language, "de");
    ck_assert_str_eq(c.about.name, "Toy");
    ck_assert_str_eq(c.about.license, "CC0-1.0");
    ck_assert_ptr_null(c.about.origin);
    ck_assert_str_eq(c.about.normalization, "nfkc");
    ck_assert(c.about.max_source == 32 && c.about.max_target == 40 && c.about.beam_size == 4);
    ck_assert_int_eq(c.about.penalty, TR_PENALTY_GNMT);
    ck_assert_float_eq(c.about.length_penalty, 0.75f);
    ck_assert_float_eq(c.about.max_length_factor, 2.5f);
    ck_assert_uint_eq(c.about.n_suppressed, 2);
    ck_assert_mem_eq(c.about.suppressed, suppressed, sizeof suppressed);
    ck_assert_uint_eq(c.about.spm_size, text.size);
    ck_assert_mem_eq(c.about.spm, text.model, text.size);
    ck_assert_str_eq(c.files.text, "text.tsv");
    ck_assert_str_eq(c.files.dev, "dev.tsv");
    ck_assert_str_eq(c.files.general, "Größe.tsv");
    ck_assert(!c.files.target && !c.files.mix && !c.files.from);
    ck_assert(c.files.exchange && !c.files.dev_exchange && c.files.general_exchange);
    ck_assert(c.files.float32);
    tr_checkpoint_close(&c);
    tr_trainer_free(t);
    toy_bitext_close(&text);
}
END_TEST

START_TEST(a_name_that_is_not_utf8_is_left_out)
{
    const tr_run_files files = {.text = "bad\xff.tsv", .dev = "good.tsv"};
    tr_checkpoint c;

    open_text();
    const tr_training training = toy_training(&text);
    const tr_model_about about = toy_about(&text);
    tr_trainer *t = open_trainer(&training);
    write_checkpoint(t, &about, &files);
    open_checkpoint(&c);
    ck_assert_ptr_null(c.files.text);
    ck_assert_str_eq(c.files.dev, "good.tsv");
    tr_checkpoint_close(&c);
    tr_trainer_free(t);
    toy_bitext_close(&text);
}
END_TEST

/* Weights, moments and averages of two trainers are the same bits. */
static void check_equal(tr_trainer *a, tr_trainer *b)
{
    const tr_parameters *p = tr_trainer_parameters(a), *q = tr_trainer_parameters(b);
    const size_t size = p->n_floats * sizeof *p->w;
    ck_assert_mem_eq(p->w, q->w, size);
    ck_assert_mem_eq(p->m, q->m, size);
    ck_assert_mem_eq(p->v, q->v, size);
    ck_assert_mem_eq(p->average, q->average, size);
    ck_assert_mem_eq(tr_trainer_best(a), tr_trainer_best(b), size);
    ck_assert_uint_eq(tr_trainer_state(a)->progress.pieces, tr_trainer_state(b)->progress.pieces);
}

static void check_going_on(int optimizer)
{
    tr_checkpoint c;
    tr_error err;

    open_text();
    tr_training training = toy_training(&text);
    training.recipe.optimizer = optimizer;
    const tr_model_about about = toy_about(&text);
    tr_trainer *t = open_trainer(&training);
    take_steps(t, 3);
    tr_trainer_keep(t);
    tr_trainer_state(t)->progress.best_dev = 1;
    take_steps(t, 2);
    write_checkpoint(t, &about, &(tr_run_files){0});
    open_checkpoint(&c);
    tr_trainer *again = open_trainer(&c.training);
    ck_assert_int_eq(tr_checkpoint_restore(&c, again, &err), 0);
    tr_checkpoint_close(&c);
    check_equal(t, again);
    take_steps(t, 5);
    take_steps(again, 5);
    check_equal(t, again);
    tr_trainer_free(t);
    tr_trainer_free(again);
    toy_bitext_close(&text);
}

START_TEST(a_run_goes_on_with_the_same_bits)
{
    check_going_on(TR_ADAM);
    check_going_on(TR_MUON);
}
END_TEST

START_TEST(the_best_weights_can_be_had_alone)
{
    tr_checkpoint c;
    tr_parameters p;
    tr_error err;

    open_text();
    const tr_training training = toy_training(&text);
    const tr_model_about about = toy_about(&text);
    tr_trainer *t = open_trainer(&training);
    take_steps(t, 2);
    tr_trainer_keep(t);
    tr_trainer_state(t)->progress.best_dev = 1;
    take_steps(t, 2);
    write_checkpoint(t, &about, &(tr_run_files){0});
    open_checkpoint(&c);
    const tr_panel_format format = tr_trainer_parameters(t)->format;
    ck_assert_int_eq(tr_parameters_create_fixed(&p, &c.training.shape, &format, &err), 0);
    ck_assert_int_eq(tr_checkpoint_best(&c, &p, &err), 0);
    ck_assert_mem_eq(p.w, tr_trainer_best(t), p.n_floats * sizeof *p.w);
    ck_assert_mem_ne(p.w, tr_trainer_parameters(t)->average, p.n_floats * sizeof *p.w);
    tr_parameters_free(&p);
    tr_checkpoint_close(&c);
    tr_trainer_free(t);
    toy_bitext_close(&text);
}
END_TEST

/* ---- Other files ---- */

START_TEST(a_network_of_another_shape_is_not_restored)
{
    tr_checkpoint c;
    tr_error err;

    open_text();
    make_checkpoint(1);
    open_checkpoint(&c);
    tr_training other = c.training;
    other.shape.encoder_ffn += 8;
    tr_trainer *t = open_trainer(&other);
    ck_assert_int_eq(tr_checkpoint_restore(&c, t, &err), TR_EFORMAT);
    ck_assert_msg(strstr(err.msg, "another size") != NULL, "%s", err.msg);
    tr_trainer_free(t);
    tr_checkpoint_close(&c);
    toy_bitext_close(&text);
}
END_TEST

/* Replaces the last `from` in the file by `to`, which has the same length.  Names of tensors come
 * after all keys. */
static void replace(const char *from, const char *to)
{
    size_t size;
    char *bytes = read_file(path, &size);
    const size_t n = strlen(from);
    size_t at = size - n;

    ck_assert_uint_eq(n, strlen(to));
    while (at > 0 && memcmp(bytes + at, from, n) != 0)
        at--;
    ck_assert_msg(!memcmp(bytes + at, from, n), "%s", from);
    memcpy(bytes + at, to, n);
    write_file(path, bytes, size);
    free(bytes);
}

START_TEST(what_is_no_checkpoint_is_refused)
{
    static const struct {
        const char *from, *to, *why;
    } changes[] = {{"nmt-train", "nmt-trail", "not a checkpoint"},
                   {"general.architecture", "general.architectura", "general.architecture"},
                   {"train.format", "train.farmat", "train.format"},
                   {"nmt.source_language", "nmt.saurce_language", "nmt.source_language"},
                   {"train.run", "train.ran", "train.run"},
                   {"shape.heads 2", "shape.heads x", "shape.heads"},
                   {"tokenizer.spm.source", "tokenizer.spm.saurce", "no vocabulary"},
                   {"GGUF", "GGUX", "GGUF"}};
    open_text();
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        tr_checkpoint c;
        tr_error err;
        make_checkpoint(0);
        replace("train.sha256", "train.sha255"); /* nothing tells the change but what is read */
        replace(changes[i].from, changes[i].to);
        ck_assert_int_lt(tr_checkpoint_open(&c, path, &err), 0);
        ck_assert_msg(strstr(err.msg, changes[i].why) != NULL, "%s", err.msg);
    }
    toy_bitext_close(&text);
}
END_TEST

START_TEST(a_damaged_one_is_refused)
{
    tr_checkpoint c;
    tr_error err;

    open_text();
    make_checkpoint(0);
    replace("progress.step 0", "progress.step 8");
    ck_assert_int_eq(tr_checkpoint_open(&c, path, &err), TR_EFORMAT);
    ck_assert_msg(strstr(err.msg, "damaged: the numbers of its run") != NULL, "%s", err.msg);
    make_checkpoint(0);
    FILE *f = fopen(path, "r+b");
    ck_assert_int_eq(fseek(f, -100, SEEK_END), 0);
    const int byte = fgetc(f);
    fseek(f, -100, SEEK_END);
    fputc(byte ^ 1, f);
    fclose(f);
    ck_assert_int_eq(tr_checkpoint_open(&c, path, &err), TR_EFORMAT);
    ck_assert_msg(strstr(err.msg, "damaged: the tensor data") != NULL, "%s", err.msg);
    toy_bitext_close(&text);
}
END_TEST

START_TEST(the_one_before_it_is_kept)
{
    tr_checkpoint c;
    tr_error err;
    char kept[SCRATCH_PATH + 1];

    open_text();
    snprintf(kept, sizeof kept, "%s~", path);
    const tr_training training = toy_training(&text);
    const tr_model_about about = toy_about(&text);
    tr_trainer *t = open_trainer(&training);
    for (int step = 0; step < 3; step++, take_steps(t, 1))
        ck_assert_int_eq(tr_checkpoint_write(path, kept, t, &about, &(tr_run_files){0}, &err), 0);
    open_checkpoint(&c);
    ck_assert_uint_eq(c.training.progress.step, 2);
    tr_checkpoint_close(&c);
    ck_assert_int_eq(tr_checkpoint_open(&c, kept, &err), 0);
    ck_assert_uint_eq(c.training.progress.step, 1);
    tr_checkpoint_close(&c);
    remove(kept);
    tr_trainer_free(t);
    toy_bitext_close(&text);
}
END_TEST

START_TEST(a_missing_tensor_is_named)
{
    static const char *const names[] = {"weights", "adam.m", "adam.v", "average"};
    open_text();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char changed[16];
        tr_checkpoint c;
        tr_error err;
        make_checkpoint(0);
        strcpy(changed, names[i]);
        changed[0] = 'x';
        replace(names[i], changed);
        open_checkpoint(&c);
        tr_trainer *t = open_trainer(&c.training);
        ck_assert_int_eq(tr_checkpoint_restore(&c, t, &err), TR_EFORMAT);
        ck_assert_msg(strstr(err.msg, names[i]) != NULL, "%s", err.msg);
        tr_trainer_free(t);
        tr_checkpoint_close(&c);
    }
    toy_bitext_close(&text);
}
END_TEST

/* All files had their columns in one order then, and no length penalty was written. */
START_TEST(an_older_checkpoint_lacks_the_later_keys)
{
    tr_checkpoint c;

    open_text();
    const tr_training training = toy_training(&text);
    tr_model_about about = toy_about(&text);
    about.length_penalty = 0.5f;
    tr_trainer *t = open_trainer(&training);
    write_checkpoint(t, &about, &(tr_run_files){.exchange = true});
    replace("train.dev_exchange", "train.dev_exchang3");
    replace("train.general_exchange", "train.general_exchang3");
    replace("train.float32", "train.float33");
    replace("nmt.length_penalty", "nmt.length_penalt3");
    replace("nmt.max_length_factor", "nmt.max_length_facto3");
    replace("train.sha256", "train.sha255");
    open_checkpoint(&c);
    ck_assert(c.files.exchange && c.files.dev_exchange && c.files.general_exchange);
    ck_assert(!c.files.float32);
    ck_assert_float_eq(c.about.length_penalty, 1);
    ck_assert_float_eq(c.about.max_length_factor, 0);
    tr_checkpoint_close(&c);
    tr_trainer_free(t);
    toy_bitext_close(&text);
}
END_TEST

START_TEST(impossible_metadata_is_refused)
{
    static const int32_t beyond[] = {100000};
    tr_checkpoint c;
    tr_error err;

    open_text();
    const tr_training training = toy_training(&text);
    tr_trainer *t = open_trainer(&training);
    tr_model_about about = toy_about(&text);
    about.suppressed = beyond;
    about.n_suppressed = 1;
    write_checkpoint(t, &about, &(tr_run_files){0});
    ck_assert_int_eq(tr_checkpoint_open(&c, path, &err), TR_EFORMAT);
    ck_assert_msg(strstr(err.msg, "nmt.suppressed_ids") != NULL, "%s", err.msg);
    about = toy_about(&text);
    about.length_penalty = -1;
    write_checkpoint(t, &about, &(tr_run_files){0});
    ck_assert_int_eq(tr_checkpoint_open(&c, path, &err), TR_EFORMAT);
    ck_assert_msg(strstr(err.msg, "nmt.length_penalty") != NULL, "%s", err.msg);
    about = toy_about(&text);
    about.normalization = "unheard of";
    write_checkpoint(t, &about, &(tr_run_files){0});
    ck_assert_int_eq(tr_checkpoint_open(&c, path, &err), TR_EFORMAT);
    ck_assert_msg(strstr(err.msg, "unheard of") != NULL, "%s", err.msg);
    tr_trainer_free(t);
    toy_bitext_close(&text);
}
END_TEST

START_TEST(a_folder_that_is_not_there_leaves_no_file)
{
    tr_error err;

    open_text();
    const tr_training training = toy_training(&text);
    const tr_model_about about = toy_about(&text);
    tr_trainer *t = open_trainer(&training);
    ck_assert_int_eq(
        tr_checkpoint_write("/nowhere/run.train", NULL, t, &about, &(tr_run_files){0}, &err),
        TR_EIO);
    tr_trainer_free(t);
    toy_bitext_close(&text);
}
END_TEST

UNIT_MAIN("checkpoint", metadata_and_names_come_back, a_name_that_is_not_utf8_is_left_out,
          a_run_goes_on_with_the_same_bits, the_best_weights_can_be_had_alone,
          a_network_of_another_shape_is_not_restored, what_is_no_checkpoint_is_refused,
          a_damaged_one_is_refused, the_one_before_it_is_kept, a_missing_tensor_is_named,
          an_older_checkpoint_lacks_the_later_keys, impossible_metadata_is_refused,
          a_folder_that_is_not_there_leaves_no_file)
