/* convert.c - what the user gives, and the file that is written. */
#include <sys/stat.h>

#include "formats/gguf_read.h"
#include "import/check.h"
#include "make/marian_job.h"
#include "unit/python.h"
#include "unit/unit.h"

START_TEST(records_what_it_is_told)
{
    marian_job j;
    tr_nmt m;

    marian_job_open(&j);
    j.options.name = "Small";
    j.options.license = "CC-BY-4.0";
    j.options.source_language = "pt-BR";
    j.options.target_language = "zh-Hant-TW";
    j.options.beam_size = 3;
    j.options.length_penalty = 0.6f;
    j.options.penalty = TR_PENALTY_GNMT;
    marian_job_convert(&j, &marian_small, &m);
    ck_assert_str_eq(m.config.name, "Small");
    ck_assert_str_eq(m.config.license, "CC-BY-4.0");
    ck_assert_str_eq(m.config.source_language, "pt-BR");
    ck_assert_str_eq(m.config.target_language, "zh-Hant-TW");
    ck_assert_uint_eq(m.config.beam_size, 3);
    ck_assert_float_eq(m.config.length_penalty, 0.6f);
    ck_assert_int_eq(m.config.penalty, TR_PENALTY_GNMT);
    tr_nmt_close(&m);
    scratch_close(&j.s);

    marian_job_open(&j);
    marian_job_convert(&j, &marian_small, &m);
    ck_assert_str_eq(m.config.name, "");
    ck_assert_uint_eq(m.config.beam_size, 0);
    ck_assert_float_lt(m.config.length_penalty, 0);
    tr_nmt_close(&m);
    scratch_close(&j.s);
}
END_TEST

START_TEST(writes_the_same_file_twice)
{
    marian_job j;
    size_t first_size, second_size;

    marian_job_open(&j);
    write_marian(j.input, &marian_small);
    ck_assert_int_eq(tr_convert(&j.options, NULL), 0);
    char *first = read_file(j.gguf, &first_size);
    ck_assert_int_eq(tr_convert(&j.options, NULL), 0);
    char *second = read_file(j.gguf, &second_size);
    ck_assert_uint_eq(first_size, second_size);
    ck_assert_mem_eq(first, second, first_size);
    ck_assert_int_eq(scratch_count(&j.s, false), 3);
    free(first);
    free(second);
    scratch_close(&j.s);
}
END_TEST

START_TEST(keeps_an_older_file_when_it_fails)
{
    marian_spec spec = marian_small;
    marian_job j;
    size_t size;

    marian_job_open(&j);
    write_file(j.gguf, "older", 5);
    spec.wrong = "decoder_l2_ffn_W2"; /* the last matrix: most of the file is written by then */
    marian_job_refused(&j, &spec, TR_EFORMAT,
                       "model.npz: tensor decoder_l2_ffn_W2: element 0 is not a finite number");
    char *older = read_file(j.gguf, &size);
    ck_assert_uint_eq(size, 5);
    ck_assert_str_eq(older, "older");
    free(older);
    scratch_close(&j.s);
}
END_TEST

START_TEST(checks_the_vocabulary_against_the_network)
{
    marian_job j;
    tr_nmt m;

    marian_job_open(&j);
    write_vocab(j.spm, 10, false);
    marian_job_refused(&j, &marian_small, TR_EFORMAT,
                       "source.spm: has 10 pieces, but the vocabulary");
    write_vocab(j.spm, 9, true);
    marian_job_refused(&j, NULL, TR_EFORMAT, "source.spm: </s> and <unk> are its pieces 1 and 0");
    write_file(j.spm, "no model", 8);
    marian_job_refused(&j, NULL, TR_EFORMAT, "source.spm: ");
    write_file(j.spm, "", 0);
    marian_job_refused(&j, NULL, TR_EFORMAT, "source.spm: is empty");
    write_vocab(j.spm, 7, false); /* fewer: the rest of the network's have no text */
    marian_job_convert(&j, &marian_small, &m);
    tr_nmt_close(&m);
    scratch_close(&j.s);
}
END_TEST

START_TEST(wants_as_many_vocabularies_as_there_are)
{
    marian_spec spec = marian_small;
    marian_job j;

    marian_job_open(&j);
    j.options.target_vocab = j.spm2;
    write_vocab(j.spm2, 8, false);
    marian_job_refused(&j, &spec, TR_EINVAL, "has one vocabulary, but ");
    spec.source_table = "encoder_Wemb";
    spec.target_table = "decoder_Wemb";
    spec.target_vocab = 11;
    j.options.target_vocab = NULL;
    marian_job_refused(&j, &spec, TR_EINVAL,
                       "has two vocabularies, of 9 and 11, but one was given");
    scratch_close(&j.s);
}
END_TEST

START_TEST(refuses_arguments_out_of_range)
{
    static const char *const tags[] = {"",    "e",     "english-",         "en_US",    "en us",
                                       "123", "en--x", "en-toolongsubtag", "\xc3\xa9n"};
    marian_job j;

    marian_job_open(&j);
    write_marian(j.input, &marian_small);
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
        j.options.source_language = tags[i];
        marian_job_refused(&j, NULL, TR_EINVAL, "is not a language tag");
    }
    j.options.source_language = NULL;
    marian_job_refused(&j, NULL, TR_EINVAL, "languages");
    j.options.source_language = "en";
    j.options.type = "int4";
    marian_job_refused(&j, NULL, TR_EINVAL, "'int4'");
    j.options.type = NULL;
    j.options.max_source = -1;
    marian_job_refused(&j, NULL, TR_EINVAL, "maximum source length");
    j.options.max_source = 65537;
    marian_job_refused(&j, NULL, TR_EINVAL, "maximum source length");
    j.options.max_source = 0;
    j.options.beam_size = 65;
    marian_job_refused(&j, NULL, TR_EINVAL, "beam");
    j.options.beam_size = 0;
    j.options.length_penalty = NAN;
    marian_job_refused(&j, NULL, TR_EINVAL, "length penalty");
    j.options.length_penalty = -1;
    j.options.format = "sockeye";
    marian_job_refused(&j, NULL, TR_EINVAL, "format 'sockeye' is not known");
    j.options.format = "marian";
    j.options.name = "not \xff UTF-8";
    marian_job_refused(&j, NULL, TR_EINVAL, "model.gguf: key general.name");
    scratch_close(&j.s);
}
END_TEST

START_TEST(says_what_files_it_cannot_read_or_write)
{
    marian_job j;

    marian_job_open(&j);
    write_marian(j.input, &marian_small);
    j.options.output = "/nonexistent/model.gguf";
    marian_job_refused(&j, NULL, TR_EIO, "/nonexistent/model.gguf: No such file or directory");
    j.options.output = j.s.folder;
    marian_job_refused(&j, NULL, TR_EIO, "is not a regular file");
    j.options.output = j.input;
    marian_job_refused(&j, NULL, TR_EINVAL, "model.npz: is both input and output");
    j.options.input = j.s.folder;
    marian_job_refused(&j, NULL, TR_EINVAL, "model.npz: is a file of the input");
    j.options.output = j.gguf;
    j.options.input = "/nonexistent/model.npz";
    marian_job_refused(&j, NULL, TR_EIO, "/nonexistent/model.npz: No such file or directory");
    j.options.input = j.s.folder;
    marian_job_refused(&j, NULL, TR_EUNSUPPORTED, "name the model in it, such as model.npz");
    j.options.format = "marian";
    marian_job_refused(&j, NULL, TR_EIO, j.s.folder);
    scratch_close(&j.s);
}
END_TEST

/* Stops at the call that `ctx` counts down to; the first calls are those of writing. */
static int stop_after(void *ctx, double done)
{
    int *left = ctx;

    ck_assert_double_ge(done, 0);
    ck_assert_double_le(done, 1);
    return --*left == 0;
}

START_TEST(leaves_nothing_when_it_is_stopped)
{
    int left, calls = 1 << 20;
    marian_job j;

    marian_job_open(&j);
    write_marian(j.input, &marian_small);
    j.options.progress = stop_after;
    j.options.ctx = &calls;
    ck_assert_int_eq(tr_convert(&j.options, &j.err), 0);
    calls = (1 << 20) - calls;
    ck_assert_int_eq(unlink(j.gguf), 0);
    j.options.ctx = &left;
    for (int n = 1; n <= calls; n++) {
        left = n;
        marian_job_refused(&j, NULL, TR_ESTOPPED, "model.gguf: stopped");
    }
    scratch_close(&j.s);
}
END_TEST

START_TEST(translates_a_line_before_the_file_gets_its_name)
{
    marian_spec spec = marian_small;
    marian_job j;

    spec.huge = "encoder_l1_ffn_b2";
    marian_job_open(&j);
    marian_job_refused(
        &j, &spec, TR_ENUMERIC,
        "model.gguf: translating a line with it: the network computed a number that is "
        "not finite");
    scratch_close(&j.s);
}
END_TEST

/* Each test compares the file with another source in one way. */
START_TEST(notices_when_a_file_is_not_what_was_meant)
{
    static const char *const pieces[] = {"</s>", "<unk>", "\xE2\x96\x81", "d", "e", "f", "h", "g"};
    marian_job j;
    tr_nmt m;
    tr_import im;
    size_t size;

    marian_job_open(&j);
    marian_job_convert(&j, &marian_small, &m);
    tr_import_init(&im, &j.options);
    im.config = m.config;
    im.source.spm = m.weights.source_spm;
    ck_assert_int_eq(tr_convert_check(&im, j.gguf, 0.5, &j.err), 0);

    im.config.alignment_layer = 0;
    ck_assert_int_eq(tr_convert_check(&im, j.gguf, 0.5, &j.err), TR_EFORMAT);
    ck_assert_ptr_nonnull(strstr(j.err.msg, "model.gguf: is read back as another network"));
    im.config = m.config;

    im.source.text = pieces;
    im.source.n = 6;
    ck_assert_int_eq(tr_convert_check(&im, j.gguf, 0.5, &j.err), 0);
    im.source.n = 8;
    ck_assert_int_eq(tr_convert_check(&im, j.gguf, 0.5, &j.err), TR_EFORMAT);
    ck_assert_ptr_nonnull(strstr(j.err.msg, "piece 6 of the vocabulary, h, has id 7"));
    im.source.text = NULL;

    char *bytes = read_file(j.gguf, &size);
    bytes[size - 64] ^= 1; /* in the last tensor */
    strcpy(j.input, scratch_file(&j.s, "changed.gguf"));
    write_file(j.input, bytes, size);
    free(bytes);
    ck_assert_int_lt(tr_convert_check(&im, j.input, 0.5, &j.err), 0);
    ck_assert_ptr_nonnull(strstr(j.err.msg, "changed.gguf: holds other bytes than were written"));
    im.config = (tr_config){0};
    tr_import_close(&im);
    tr_nmt_close(&m);
    scratch_close(&j.s);
}
END_TEST

#define FIXTURES "../shared/fixtures/"

static bool have_fixtures(const char *what)
{
    struct stat st;
    if (stat(FIXTURES "malformed/good/model.npz", &st) == 0) return true;
    fprintf(stderr, "skipped: %s: there is no " FIXTURES "\n", what);
    return false;
}

START_TEST(refuses_malformed_files)
{
    static const struct {
        const char *path, *what;
    } cases[] = {
        {"empty.npz", "empty.npz: is empty"},
        {"npz-truncated-header.npz", "is not a zip archive"},
        {"npz-truncated-data.npz", "is not a zip archive"},
        {"npz-truncated-directory.npz", "is not a zip archive"},
        {"npz-fortran.npz", "tensor encoder_l1_ffn_W1: is stored column by column"},
        {"npz-huge-shape.npz", "tensor Wemb: its size"},
        {"npz-offset-beyond-end.npz", "is not where the archive's directory says"},
        {"npz-nan.npz", "tensor encoder_l1_ffn_W1: element 101 is not a finite number"},
        {"bin-version.bin", "of a version that is not known (3)"},
        {"bin-name-length.bin", "tensor 1: is longer than the file"},
        {"bin-negative-dims.bin", "tensor Wemb: dimension 1 is -300"},
        {"bin-truncated-data.bin", "ends before its last tensor does"},
        {"bin-count.bin", "is shorter than the number of its tensors asks for"},
    };
    char path[512];
    marian_job j;

    if (!have_fixtures("malformed files")) return;
    marian_job_open(&j);
    j.options.source_vocab = FIXTURES "malformed/good/vocab.spm";
    j.options.input = path;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(path, sizeof path, FIXTURES "malformed/%s", cases[i].path);
        write_file(j.input, "", 0);
        ck_assert_int_lt(tr_convert(&j.options, &j.err), 0);
        ck_assert_msg(strstr(j.err.msg, cases[i].what) != NULL, "%s", j.err.msg);
        ck_assert_ptr_nonnull(strstr(j.err.msg, path));
        ck_assert_int_eq(scratch_count(&j.s, false), 2);
    }
    scratch_close(&j.s);
}
END_TEST

/* CTranslate2's list of pieces stays when a SentencePiece model comes to it. */
START_TEST(keeps_the_pieces_of_a_model_that_gets_a_tokenizer)
{
    marian_job j;
    tr_gguf g;
    size_t at = 0, len;
    const char *text;

    if (!have_fixtures("a tokenizer for pieces")) return;
    marian_job_open(&j);
    j.options.input = FIXTURES "paper-post-relu-bpe/ct2-int8";
    j.options.source_vocab = FIXTURES "paper-post-relu-bpe/vocab.spm";
    const int rc = tr_convert(&j.options, &j.err);
    ck_assert_msg(rc == 0, "%s", j.err.msg);
    ck_assert_int_eq(tr_gguf_open(&g, j.gguf, NULL), 0);
    ck_assert_ptr_nonnull(tr_gguf_find_tensor(&g, "tokenizer.spm.source"));
    const tr_gguf_value *pieces = tr_gguf_find(&g, "tokenizer.vocab.source");
    ck_assert_ptr_nonnull(pieces);
    ck_assert_uint_eq(pieces->n, 1200);
    ck_assert(tr_gguf_next_string(pieces, &at, &text, &len));
    ck_assert_uint_eq(len, 4);
    ck_assert_mem_eq(text, "</s>", 4);
    tr_gguf_close(&g);
    scratch_close(&j.s);
}
END_TEST

START_TEST(reads_deflated_and_zip64_files_alike)
{
    static const char *const inputs[] = {FIXTURES "malformed/good/model.npz",
                                         FIXTURES "malformed/npz-deflated.npz",
                                         FIXTURES "malformed/npz-zip64.npz"};
    char *bytes[3];
    size_t size[3];
    marian_job j;

    if (!have_fixtures("deflated and zip64 files")) return;
    marian_job_open(&j);
    j.options.source_vocab = FIXTURES "malformed/good/vocab.spm";
    for (size_t i = 0; i < 3; i++) {
        j.options.input = inputs[i];
        ck_assert_int_eq(tr_convert(&j.options, NULL), 0);
        bytes[i] = read_file(j.gguf, &size[i]);
    }
    for (size_t i = 1; i < 3; i++) {
        ck_assert_uint_eq(size[i], size[0]);
        ck_assert_mem_eq(bytes[i], bytes[0], size[0]);
    }
    for (size_t i = 0; i < 3; i++)
        free(bytes[i]);
    scratch_close(&j.s);
}
END_TEST

/* tests/peers/convert_peer.py reads both files by itself. */
static void check_peer(marian_job *j, const char *python)
{
    static const struct {
        const char *model, *source, *target;
    } models[] = {
        {"paper-post-relu-bpe/model.npz", "paper-post-relu-bpe/vocab.spm", NULL},
        {"paper-post-relu-bpe/model.f16.npz", "paper-post-relu-bpe/vocab.spm", NULL},
        {"pre-swish-separate-vocab/model.npz", "pre-swish-separate-vocab/source.spm",
         "pre-swish-separate-vocab/target.spm"},
        {"pre-swish-kv-norm/model.npz", "pre-swish-kv-norm/source.spm",
         "pre-swish-kv-norm/target.spm"},
        {"paper-post-relu-bpe/model.bin", "paper-post-relu-bpe/vocab.spm", NULL},
        {"marian-tiny-smoke/model.npz", "marian-tiny-smoke/vocab.spm", NULL},
        {"marian-tiny-smoke/model.intgemm8.bin", "marian-tiny-smoke/vocab.spm", NULL},
        {"marian-tiny-smoke/model.intgemm8.alphas.bin", "marian-tiny-smoke/vocab.spm", NULL},
        {"marian-tiny-smoke/model.intgemm16.bin", "marian-tiny-smoke/vocab.spm", NULL},
        {"marian-tiny-ssru-smoke/model.intgemm8.bin", "marian-tiny-smoke/vocab.spm", NULL},
        {"ssru-student/model.npz", "ssru-student/vocab.spm", NULL},
        {"ssru-student/model.alphas.npz", "ssru-student/vocab.spm", NULL},
        {"ssru-student/model.bin", "ssru-student/vocab.spm", NULL},
        {"ssru-student/model.intgemm8.bin", "ssru-student/vocab.spm", NULL},
        {"ssru-student/model.intgemm8.alphas.bin", "ssru-student/vocab.spm", NULL},
    };
    char model[SCRATCH_PATH], source[SCRATCH_PATH], target[SCRATCH_PATH], command[2 * SCRATCH_PATH];
    snprintf(command, sizeof command, "%s -B tests/peers/convert_peer.py", python);
    FILE *peer = popen(command, "w");
    ck_assert_ptr_nonnull(peer);
    for (size_t i = 0; i < 2 * sizeof models / sizeof *models; i++) {
        char name[20];
        snprintf(name, sizeof name, "%zu.gguf", i);
        strcpy(j->gguf, scratch_file(&j->s, name));
        snprintf(model, sizeof model, FIXTURES "%s", models[i / 2].model);
        snprintf(source, sizeof source, FIXTURES "%s", models[i / 2].source);
        if (models[i / 2].target)
            snprintf(target, sizeof target, FIXTURES "%s", models[i / 2].target);
        j->options.input = model;
        j->options.source_vocab = source;
        j->options.target_vocab = models[i / 2].target ? target : NULL;
        j->options.type = i % 2 ? "int8" : "float32";
        ck_assert_msg(tr_convert(&j->options, &j->err) == 0, "%s", j->err.msg);
        fprintf(peer, "%s %s %s %s\n", model, j->gguf, source, models[i / 2].target ? target : "");
    }
    ck_assert_int_eq(pclose(peer), 0);
}

START_TEST(writes_what_numpy_reads)
{
    marian_job j;

    if (!have_fixtures("comparing with numpy")) return;
    const char *python = python_with("numpy", "comparing with numpy");
    if (!python) return;
    marian_job_open(&j);
    check_peer(&j, python);
    scratch_close(&j.s);
}
END_TEST

UNIT_MAIN("convert", records_what_it_is_told, writes_the_same_file_twice,
          keeps_an_older_file_when_it_fails, checks_the_vocabulary_against_the_network,
          wants_as_many_vocabularies_as_there_are, refuses_arguments_out_of_range,
          says_what_files_it_cannot_read_or_write, leaves_nothing_when_it_is_stopped,
          translates_a_line_before_the_file_gets_its_name,
          notices_when_a_file_is_not_what_was_meant, refuses_malformed_files,
          keeps_the_pieces_of_a_model_that_gets_a_tokenizer, reads_deflated_and_zip64_files_alike,
          writes_what_numpy_reads)
