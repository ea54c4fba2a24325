#include <sys/stat.h>

#include "make/make_ct2_model.h"
#include "model/nmt.h"
#include "unit/unit.h"

static const char good_metadata[] =
    "{\"package_version\": \"1.0\", \"argos_version\": \"1.1\", \"from_code\": \"en\","
    " \"from_name\": \"English\", \"to_code\": \"de\", \"to_name\": \"German\"}";

/* Contents of a package; NULL: none of the kind. */
typedef struct package {
    const char *folder, *metadata, *bpe;
    bool spm;
    unsigned method;
} package;

static const package good = {
    .folder = "translate-en_de-1_0/", .metadata = good_metadata, .spm = true, .method = 8};

typedef struct job {
    scratch s;
    char input[SCRATCH_PATH], gguf[SCRATCH_PATH];
    tr_convert_options options;
    tr_error err;
    const package *p;
    zip_maker z;
} job;

static void job_open(job *j)
{
    *j = (job){0};
    scratch_open(&j->s);
    strcpy(j->input, scratch_file(&j->s, "x.argosmodel"));
    strcpy(j->gguf, scratch_file(&j->s, "out.gguf"));
    tr_convert_options_init(&j->options);
    j->options.input = j->input;
    j->options.output = j->gguf;
    j->options.type = "float32";
}

static void add(job *j, const char *folder, const char *name, const void *bytes, size_t n)
{
    char path[200];
    snprintf(path, sizeof path, "%s%s%s", j->p->folder, folder, name);
    zip_add(&j->z, path, bytes, n);
}

static void add_model_file(void *ctx, const char *name, const void *bytes, size_t n)
{
    add(ctx, "model/", name, bytes, n);
}

static void add_spm(job *j)
{
    size_t n;
    char path[SCRATCH_PATH];

    strcpy(path, scratch_file(&j->s, "spm"));
    write_vocab(path, 5, false);
    char *bytes = read_file(path, &n);
    add(j, "", "sentencepiece.model", bytes, n);
    free(bytes);
    unlink(path);
}

static void write_package(job *j, const package *p)
{
    j->p = p;
    j->z = (zip_maker){.method = p->method};
    if (*p->folder) zip_add(&j->z, p->folder, "", 0);
    if (p->metadata) add(j, "", "metadata.json", p->metadata, strlen(p->metadata));
    if (p->bpe) add(j, "", "bpe.model", p->bpe, strlen(p->bpe));
    if (p->spm) add_spm(j);
    add(j, "stanza/", "en.pt", "a pickle", 8);
    make_ct2_files(&ct2_small, add_model_file, j);
    zip_end(&j->z, "");
    write_file(j->input, j->z.bytes.data, j->z.bytes.len);
    tr_buf_free(&j->z.bytes);
}

static void check_package(job *j, const package *p)
{
    tr_nmt m;

    write_package(j, p);
    const int rc = tr_convert(&j->options, &j->err);
    ck_assert_msg(rc == 0, "%s", j->err.msg);
    ck_assert_int_eq(scratch_count(&j->s, false), 2); /* the package and the model */
    ck_assert_int_eq(tr_nmt_open(&m, j->gguf, NULL), 0);
    ck_assert_str_eq(m.config.source_language, "en");
    ck_assert_str_eq(m.config.target_language, "de");
    ck_assert_uint_eq(m.config.beam_size, 4);
    ck_assert_float_eq(m.config.length_penalty, 0.2f);
    ck_assert_uint_eq(m.config.d_model, ct2_small.d);
    ck_assert_float_eq(m.weights.encoder[0].ffn_norm.gain[0],
                       ct2_value("encoder/layer_0/ffn/layer_norm/gamma", 0));
    ck_assert_int_eq(m.weights.source_spm != NULL, p->spm);
    tr_nmt_close(&m);
    unlink(j->gguf);
}

static void check_refused(job *j, const package *p, int code, const char *what)
{
    if (p) write_package(j, p);
    const int before = scratch_count(&j->s, false);
    ck_assert_int_eq(tr_convert(&j->options, &j->err), code);
    ck_assert_msg(strstr(j->err.msg, what) != NULL, "'%s' does not say '%s'", j->err.msg, what);
    ck_assert_ptr_eq(strstr(j->err.msg, j->input), j->err.msg);
    ck_assert_int_eq(scratch_count(&j->s, false), before);
}

START_TEST(imports_packages_in_and_outside_a_folder)
{
    package p = good;
    job j;

    job_open(&j);
    check_package(&j, &p);
    p.method = 0;
    check_package(&j, &p);
    p.folder = "";
    check_package(&j, &p);
    p.spm = false;
    check_package(&j, &p);
    scratch_close(&j.s);
}
END_TEST

static void put_in_folder(void *ctx, const char *name, const void *bytes, size_t n)
{
    char path[200];
    snprintf(path, sizeof path, "%s/model/%s", (const char *)ctx, name);
    write_file(path, bytes, n);
}

static void remove_in_folder(void *ctx, const char *name, const void *bytes, size_t n)
{
    char path[200];
    (void)bytes;
    (void)n;
    snprintf(path, sizeof path, "%s/model/%s", (const char *)ctx, name);
    unlink(path);
}

START_TEST(imports_unpacked_packages)
{
    tr_nmt m;
    job j;
    char folder[SCRATCH_PATH];

    job_open(&j);
    strcpy(folder, scratch_file(&j.s, "model"));
    ck_assert_int_eq(mkdir(folder, 0700), 0);
    write_file(scratch_file(&j.s, "metadata.json"), good_metadata, sizeof good_metadata - 1);
    write_vocab(scratch_file(&j.s, "sentencepiece.model"), 5, false);
    make_ct2_files(&ct2_small, put_in_folder, j.s.folder);
    j.options.input = j.s.folder;
    const int rc = tr_convert(&j.options, &j.err);
    ck_assert_msg(rc == 0, "%s", j.err.msg);
    ck_assert_int_eq(tr_nmt_open(&m, j.gguf, NULL), 0);
    ck_assert_str_eq(m.config.target_language, "de");
    ck_assert_ptr_nonnull(m.weights.source_spm);
    tr_nmt_close(&m);
    make_ct2_files(&ct2_small, remove_in_folder, j.s.folder);
    rmdir(folder);
    scratch_close(&j.s);
}
END_TEST

START_TEST(what_the_user_says_goes_before_the_package)
{
    tr_nmt m;
    job j;

    job_open(&j);
    write_package(&j, &good);
    j.options.target_language = "de-AT";
    j.options.beam_size = 2;
    j.options.length_penalty = 1;
    ck_assert_int_eq(tr_convert(&j.options, &j.err), 0);
    ck_assert_int_eq(tr_nmt_open(&m, j.gguf, NULL), 0);
    ck_assert_str_eq(m.config.source_language, "en");
    ck_assert_str_eq(m.config.target_language, "de-AT");
    ck_assert_uint_eq(m.config.beam_size, 2);
    ck_assert_float_eq(m.config.length_penalty, 1);
    tr_nmt_close(&m);
    scratch_close(&j.s);
}
END_TEST

START_TEST(refuses_what_is_not_supported)
{
    package p = good;
    job j;

    job_open(&j);
    p.spm = false;
    p.bpe = "#version: 0.2\n";
    check_refused(&j, &p, TR_EUNSUPPORTED, "bpe.model of subword-nmt, is not supported");
    p = good;
    p.metadata = "{\"type\": \"sbd\", \"from_code\": \"en\"}";
    check_refused(&j, &p, TR_EUNSUPPORTED, "is a package of type sbd");
    p.metadata = "{\"from_code\": \"en\", \"to_code\": \"de\", \"target_prefix\": \"__de__\"}";
    check_refused(&j, &p, TR_EUNSUPPORTED, "target_prefix is not supported");
    scratch_close(&j.s);
}
END_TEST

START_TEST(refuses_what_is_no_package)
{
    package p = good;
    job j;

    job_open(&j);
    p.metadata = NULL;
    check_refused(&j, &p, TR_EFORMAT, "it has no metadata.json");
    p.metadata = "{";
    check_refused(&j, &p, TR_EFORMAT, "metadata.json: is not JSON");
    p.metadata = "[1]";
    check_refused(&j, &p, TR_EFORMAT, "metadata.json: is not a JSON object");
    p.metadata = "{\"from_code\": 3, \"to_code\": null}";
    check_refused(&j, &p, TR_EINVAL, "the languages it translates between were not given");
    write_file(j.input, "no archive at all, but a line of text", 37);
    check_refused(&j, NULL, TR_EFORMAT, "zip");
    scratch_close(&j.s);
}
END_TEST

START_TEST(refuses_packages_cut_short_anywhere)
{
    job j;
    size_t n;

    job_open(&j);
    write_package(&j, &good);
    char *bytes = read_file(j.input, &n);
    for (size_t part = 0; part < n; part += 1 + n / 200) {
        write_file(j.input, bytes, part);
        ck_assert_int_eq(tr_convert(&j.options, &j.err), TR_EFORMAT);
    }
    free(bytes);
    scratch_close(&j.s);
}
END_TEST

UNIT_MAIN("import_argos", imports_packages_in_and_outside_a_folder, imports_unpacked_packages,
          what_the_user_says_goes_before_the_package, refuses_what_is_not_supported,
          refuses_what_is_no_package, refuses_packages_cut_short_anywhere)
