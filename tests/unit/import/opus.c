#define _POSIX_C_SOURCE 200809L
#include <sys/stat.h>

#include "base/buf.h"
#include "import/importers.h"
#include "make/job.h"
#include "make/make_marian.h"
#include "setup/handle.h"
#include "unit/failing.h"
#include "unit/unit.h"

static const char good_decoder[] = "relative-paths: true\n"
                                   "models:\n  - opus.npz\n"
                                   "vocabs:\n  - opus.vocab.yml\n  - opus.vocab.yml\n"
                                   "beam-size: 4\nnormalize: 0.5\nword-penalty: 0\n";
static const char good_vocab[] = "</s>: 0\n<unk>: 1\n\"\\u2581\": 2\nd: 3\ne: 4\nf: 5\ng: 6\n"
                                 "h: 7\ni: 8\n";
static const char many_languages[] = "d: 0\ne: 1\n</s>: 2\n\"\\u2581\": 3\n'>>fra<<': 4\n"
                                     "<unk>: 5\n'>>deu_Latn<<': 6\n'>>': 7\n'>>no way<<': 8\n";

/* Contents of a package; NULL: none of the kind. */
typedef struct package {
    const marian_spec *network;
    const char *decoder, *vocab, *target_vocab; /* the latter in opus.trg.vocab, as text */
    const char *preprocess, *readme, *license;
    const char *source_bpe, *target_bpe;
    bool spm;
} package;

static const package good = {
    .network = &marian_small, .decoder = good_decoder, .vocab = good_vocab, .spm = true};

static void package_open(job *j)
{
    job_open(j, "package");
    ck_assert_int_eq(mkdir(j->input, 0700), 0);
}

static const char *file_in(const job *j, const char *name)
{
    static char path[300];
    snprintf(path, sizeof path, "%s/%s", j->input, name);
    return path;
}

static void write_text(const job *j, const char *name, const char *text)
{
    unlink(file_in(j, name));
    if (text) write_file(file_in(j, name), text, strlen(text));
}

static void write_package(const job *j, const package *p)
{
    write_marian(file_in(j, "opus.npz"), p->network);
    write_text(j, "decoder.yml", p->decoder);
    write_text(j, "opus.vocab.yml", p->vocab);
    write_text(j, "opus.trg.vocab", p->target_vocab);
    write_text(j, "preprocess.sh", p->preprocess);
    write_text(j, "README.md", p->readme);
    write_text(j, "LICENSE", p->license);
    write_text(j, "source.bpe", p->source_bpe);
    write_text(j, "target.bpe", p->target_bpe);
    write_text(j, "source.spm", NULL);
    write_text(j, "target.spm", NULL);
    if (!p->spm) return;
    write_vocab(file_in(j, "source.spm"), 6, false);
    write_vocab(file_in(j, "target.spm"), 5, true);
}

static const char *const all_names[] = {
    "opus.npz", "decoder.yml", "opus.vocab.yml", "opus.trg.vocab", "preprocess.sh", "README.md",
    "LICENSE",  "source.bpe",  "source.spm",     "target.spm",     "target.bpe"};

/* The files of the folder, in `folder` of an archive, which is the input now. */
static void write_archive(job *j, const char *folder)
{
    zip_maker z = {.method = 8};
    for (size_t i = 0; i < sizeof all_names / sizeof *all_names; i++) {
        char member[100];
        size_t n;
        if (access(file_in(j, all_names[i]), R_OK)) continue;
        char *bytes = read_file(file_in(j, all_names[i]), &n);
        snprintf(member, sizeof member, "%s%s", folder, all_names[i]);
        zip_add(&z, member, bytes, n);
        free(bytes);
    }
    zip_end(&z, "");
    j->options.input = scratch_file(&j->s, "package.zip");
    write_file(j->options.input, z.bytes.data, z.bytes.len);
    tr_buf_free(&z.bytes);
}

static void package_close(job *j)
{
    for (size_t i = 0; i < sizeof all_names / sizeof *all_names; i++)
        unlink(file_in(j, all_names[i]));
    ck_assert_int_eq(rmdir(j->input), 0);
    scratch_close(&j->s);
}

static void convert_and_open(job *j, const package *p, tr_nmt *m)
{
    if (p) write_package(j, p);
    job_convert(j, m);
}

static void check_refused(job *j, const package *p, int code, const char *what)
{
    write_package(j, p);
    job_refused(j, code, what);
}

START_TEST(imports_a_folder_and_its_archive_alike)
{
    static const char *const folders[] = {"", "opus-2020-02-26/"};
    job j;
    tr_nmt m;
    size_t n, n_again;

    package_open(&j);
    convert_and_open(&j, &good, &m);
    ck_assert_uint_eq(m.source_pieces->n, 9);
    ck_assert_ptr_eq(m.target_pieces, m.source_pieces);
    ck_assert(m.weights.source_spm && m.weights.source_spm != m.weights.target_spm);
    ck_assert_uint_eq(m.config.eos, 0);
    ck_assert_uint_eq(m.config.unk, 1);
    ck_assert_uint_eq(m.config.beam_size, 4);
    ck_assert_int_eq(m.config.penalty, TR_PENALTY_POWER);
    ck_assert(m.config.length_penalty == 0.5f);
    ck_assert_uint_eq(m.config.n_languages, 0);
    tr_nmt_close(&m);
    char *bytes = read_file(j.gguf, &n);
    for (size_t i = 0; i < 2; i++) {
        write_archive(&j, folders[i]);
        convert_and_open(&j, NULL, &m);
        tr_nmt_close(&m);
        char *again = read_file(j.gguf, &n_again);
        ck_assert_uint_eq(n, n_again);
        ck_assert_mem_eq(bytes, again, n);
        free(again);
    }
    free(bytes);
    package_close(&j);
}
END_TEST

START_TEST(takes_what_is_done_to_text_from_the_script)
{
    static const struct {
        const char *script, *normalization, *note;
    } cases[] = {
        {"#!/bin/sh\nspm_encode --model=$1\n", "none", ""},
        {"sed 's/x/y/' |\nperl -C -pe  's/(?!\\n)\\p{C}/ /g;' |\nspm_encode", "opus-mt", ""},
        {"${TOKENIZER}/remove-non-printing-char.perl |", "opus-mt", "scripts of Moses"},
        {"${TOKENIZER}/normalize-punctuation.perl -l $1 |", "opus-mt", "scripts of Moses"},
        {NULL, "opus-mt", "has no preprocess.sh"},
        {"", "none", ""},
    };
    package p = good;
    job j;
    tr_nmt m;

    package_open(&j);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        p.preprocess = cases[i].script;
        convert_and_open(&j, &p, &m);
        ck_assert_str_eq(m.config.normalization, cases[i].normalization);
        ck_assert_msg(strstr(j.notes, cases[i].note) != NULL, "%s", j.notes);
        tr_nmt_close(&m);
    }
    j.options.normalization = "opus-mt-faithful";
    convert_and_open(&j, &p, &m);
    ck_assert_str_eq(m.config.normalization, "opus-mt-faithful");
    tr_nmt_close(&m);
    j.options.normalization = "moses";
    check_refused(&j, &p, TR_EINVAL, "'moses' is not a normalization of text");
    package_close(&j);
}
END_TEST

/* The language's token stands before the text, wherever </s> and <unk> are. */
START_TEST(offers_the_languages_that_have_tokens)
{
    package p = good;
    job j;
    tr_nmt m;

    package_open(&j);
    p.vocab = many_languages;
    convert_and_open(&j, &p, &m);
    ck_assert_uint_eq(m.config.n_languages, 2);
    ck_assert_str_eq(m.config.language_codes[0], "fra");
    ck_assert_int_eq(m.config.language_ids[0], 4);
    ck_assert_str_eq(m.config.language_codes[1], "deu_Latn");
    ck_assert_int_eq(m.config.language_ids[1], 6);
    ck_assert_int_eq(m.config.source_language_token, TR_LANGUAGE_TARGET);
    ck_assert(!m.config.target_language_token);
    ck_assert_uint_eq(m.config.eos, 2);
    ck_assert_uint_eq(m.config.unk, 5);
    ck_assert_int_eq(m.config.source_eos_id, 2);
    ck_assert_int_eq(m.config.source_unk_id, 5);
    tr_nmt_close(&m);
    package_close(&j);
}
END_TEST

static int create_session(const char *path, const char *target)
{
    tr_model *model;
    tr_session *s = NULL;
    tr_options o;
    tr_error err = {0};
    ck_assert_int_eq(tr_model_open(&model, path, NULL), 0);
    tr_options_init(&o, model);
    o.target_language = target;
    const int rc = tr_session_create(&s, model, &o, &err);
    if (rc < 0) ck_assert_ptr_nonnull(strstr(err.msg, "fra, deu_Latn"));
    tr_session_free(s);
    tr_model_close(model);
    return rc;
}

START_TEST(demands_a_language_where_there_are_several)
{
    package p = good;
    job j;
    tr_nmt m;

    package_open(&j);
    p.vocab = many_languages;
    p.readme = "* source language(s): eng\n* target language(s): fra deu_Latn\n";
    j.options.source_language = j.options.target_language = NULL;
    convert_and_open(&j, &p, &m);
    ck_assert_str_eq(m.config.source_language, "en");
    ck_assert_str_eq(m.config.target_language, "mul");
    tr_nmt_close(&m);
    ck_assert_int_eq(create_session(j.gguf, NULL), TR_EINVAL);
    ck_assert_int_eq(create_session(j.gguf, "es"), TR_EINVAL);
    ck_assert_int_eq(create_session(j.gguf, "fra"), 0);
    ck_assert_int_eq(create_session(j.gguf, "fr"), 0);
    ck_assert_int_eq(create_session(j.gguf, "deu_Latn"), 0);
    package_close(&j);
}
END_TEST

START_TEST(reads_what_the_package_says_of_itself)
{
    package p = good;
    job j;
    tr_nmt m;

    package_open(&j);
    j.options.source_language = j.options.target_language = NULL;
    p.readme = "# x\n\n* source language(s): deu  \r\n* target language(s): en\n";
    p.license = "Attribution 4.0 International\n\n====\n";
    convert_and_open(&j, &p, &m);
    ck_assert_str_eq(m.config.source_language, "de");
    ck_assert_str_eq(m.config.target_language, "en");
    ck_assert_str_eq(m.config.license, "CC-BY-4.0");
    tr_nmt_close(&m);
    p.readme = "* source language(s): deu nld\n* target language(s): en";
    convert_and_open(&j, &p, &m);
    ck_assert_str_eq(m.config.source_language, "mul");
    tr_nmt_close(&m);
    p.readme = "* source language(s): \xFF\xFE\n* target language(s): en\n";
    check_refused(&j, &p, TR_EINVAL, "the languages it translates between were not given");
    p.readme = "* source language(s):";
    check_refused(&j, &p, TR_EINVAL, "the languages it translates between were not given");
    package_close(&j);
}
END_TEST

/* Opens the package while there is memory for `n` allocations. */
static int open_with(const job *j, int n)
{
    tr_import im;
    tr_error err = {0};
    tr_import_init(&im, &j->options);
    end_memory(n);
    const int rc = tr_opus_importer.open(&im, &err);
    end_memory(-1);
    tr_import_close(&im);
    ck_assert_msg(rc == 0 || rc == TR_ENOMEM, "%d allocations: %s", n, err.msg);
    return rc;
}

/* So many that a region takes more memory for their list: what failed must not be looked at. */
START_TEST(memory_may_run_out_among_many_languages)
{
    enum { LANGUAGES = 900 };
    marian_spec network = marian_small;
    package p = good;
    tr_buf vocab = {0};
    job j;
    int n = 0;

    tr_buf_add_string(&vocab, "</s>: 0\n<unk>: 1\n");
    for (int i = 0; i < LANGUAGES; i++)
        tr_buf_printf(&vocab, "'>>x%d<<': %d\n", i, i + 2);
    network.source_vocab = network.target_vocab = LANGUAGES + 2;
    p.network = &network;
    p.vocab = tr_buf_text(&vocab);
    package_open(&j);
    write_package(&j, &p);
    while (open_with(&j, n) < 0)
        n++;
    ck_assert_int_gt(n, 100);
    tr_buf_free(&vocab);
    package_close(&j);
}
END_TEST

START_TEST(reads_two_lists_of_pieces)
{
    marian_spec network = marian_small;
    package p = good;
    job j;
    tr_nmt m;

    network.source_table = "encoder_Wemb";
    network.target_table = "decoder_Wemb";
    network.target_vocab = 5;
    p.network = &network;
    p.target_vocab = "<unk>\n<s>\n</s>\n\xE2\x96\x81\nd\n";
    p.decoder = "models: [opus.npz]\nvocabs: [/home/me/opus.vocab.yml, work/opus.trg.vocab]\n";
    package_open(&j);
    convert_and_open(&j, &p, &m);
    ck_assert_uint_eq(m.source_pieces->n, 9);
    ck_assert_uint_eq(m.target_pieces->n, 5);
    ck_assert_int_eq(m.config.source_eos_id, 0);
    ck_assert_int_eq(m.config.source_unk_id, 1);
    ck_assert_uint_eq(m.config.eos, 2);
    ck_assert_uint_eq(m.config.unk, 0);
    ck_assert_uint_eq(m.config.beam_size, 0);
    ck_assert(m.config.length_penalty < 0);
    tr_nmt_close(&m);
    package_close(&j);
}
END_TEST

/* ---- subword-nmt */

static const char word_vocab[] = "</s>: 0\n<unk>: 1\n'd@@': 2\n'&apos;': 3\nde: 4\n'@-@': 5\n"
                                 "d: 6\n'.': 7\n'&quot;': 8\n";
static const package by_words = {.network = &marian_small,
                                 .decoder = good_decoder,
                                 .vocab = word_vocab,
                                 .source_bpe = "#version: 0.2\nd e</w>\n& a\n&a p\n&ap o\n&apo s\n"
                                               "&apos ;</w>\n@ -\n@- @</w>\n& q\n&q u\n&qu o\n"
                                               "&quo t\n&quot ;</w>\n&a p\n",
                                 .target_bpe = "#version: 0.2\nd e\n"};

/* The ids of a source, with a blank before each, and the text of ids. */
static void check_words(const char *path, const char *text, const char *ids, const char *back)
{
    tr_model *model;
    tr_tokens *tokens;
    int32_t id[50];
    tr_buf got = {0};
    char *joined;
    ck_assert_int_eq(tr_model_open(&model, path, NULL), 0);
    ck_assert_int_eq(tr_tokenize(model, TR_SOURCE, text, strlen(text), &tokens, NULL), 0);
    for (size_t i = 0; i < tokens->n; i++) {
        id[i] = tokens->token[i].id;
        tr_buf_printf(&got, " %d", (int)id[i]);
    }
    ck_assert_str_eq(tr_buf_text(&got), ids);
    ck_assert_int_eq(tr_detokenize(model, TR_TARGET, id, tokens->n, &joined, NULL), 0);
    ck_assert_str_eq(joined, back);
    tr_text_free(joined);
    tr_buf_free(&got);
    tr_tokens_free(tokens);
    tr_model_close(model);
}

/* Pieces by subword-nmt 0.3.8, words by tokenizer.perl -a and detokenizer.perl. */
START_TEST(cuts_words_by_moses_and_codes)
{
    package p = by_words;
    job j;
    tr_nmt m;

    package_open(&j);
    j.options.source_language = "fr";
    j.options.target_language = "en";
    convert_and_open(&j, &p, &m);
    ck_assert_int_eq(m.config.tokenizer, TR_TOKENIZER_SUBWORD);
    ck_assert_int_eq(m.config.words, TR_WORDS_MOSES);
    ck_assert(m.config.moses_punctuation && m.config.moses_hyphens && m.config.moses_escape);
    ck_assert(!m.config.word_end_apart);
    ck_assert_str_eq(m.config.normalization, "none");
    ck_assert_uint_eq(m.source_merges->n, 13); /* the one that is repeated counts once */
    ck_assert_uint_eq(m.target_merges->n, 1);
    tr_nmt_close(&m);
    p.target_bpe = p.source_bpe;
    convert_and_open(&j, &p, &m);
    ck_assert_ptr_eq(m.target_merges, m.source_merges);
    tr_nmt_close(&m);
    convert_and_open(&j, &by_words, &m);
    tr_nmt_close(&m);
    /* d d @-@ de &quot; de &quot; . */
    check_words(j.gguf,
                "d d-de \xC2\xAB"
                "de\xC2\xBB.",
                " 6 6 5 4 8 4 8 7", "d d-de \"de\".");
    /* dde is d@@ de */
    check_words(j.gguf, "dde \xE2\x80\x99 de", " 2 4 3 4", "dde 'de");
    package_close(&j);
}
END_TEST

START_TEST(the_script_says_whether_punctuation_is_normalized)
{
    package p = by_words;
    job j;
    tr_nmt m;

    package_open(&j);
    p.preprocess = "${TOKENIZER}/normalize-punctuation.perl -l $1 |\n${TOKENIZER}/tokenizer.perl";
    convert_and_open(&j, &p, &m);
    ck_assert(m.config.moses_punctuation);
    tr_nmt_close(&m);
    p.preprocess = "${TOKENIZER}/tokenizer.perl -a -l $1 |\napply_bpe.py -c $2";
    convert_and_open(&j, &p, &m);
    ck_assert(!m.config.moses_punctuation);
    tr_nmt_close(&m);
    package_close(&j);
}
END_TEST

START_TEST(codes_are_of_version_0_1_or_fastbpe)
{
    package p = by_words;
    job j;
    tr_nmt m;

    package_open(&j);
    p.source_bpe = "d e\n";
    p.target_bpe = "#version: 0.1\nd e\n";
    convert_and_open(&j, &p, &m);
    ck_assert(m.config.word_end_apart);
    tr_nmt_close(&m);
    p.source_bpe = "d e</w> 12\n";
    p.target_bpe = "#version: 0.2\nd e\n";
    convert_and_open(&j, &p, &m);
    ck_assert(!m.config.word_end_apart);
    tr_nmt_close(&m);
    p.source_bpe = "d e</w>\n";
    check_refused(&j, &p, TR_EUNSUPPORTED, "target.bpe: is of another version than the other");
    p.source_bpe = "#version: 0.3\nd e</w>\n";
    check_refused(&j, &p, TR_EUNSUPPORTED, "source.bpe: its version is not supported");
    p.source_bpe = "#version: 0.2\n";
    check_refused(&j, &p, TR_EFORMAT, "source.bpe: has no merges");
    p.source_bpe = "#version: 0.2\nde\n";
    check_refused(&j, &p, TR_EFORMAT, "source.bpe: line 2 is not two symbols");
    p.source_bpe = "#version: 0.2\nd \xFF\n";
    check_refused(&j, &p, TR_EFORMAT, "source.bpe: line 2 is not two symbols");
    p = by_words;
    p.target_bpe = NULL;
    check_refused(&j, &p, TR_EIO, "target.bpe");
    package_close(&j);
}
END_TEST

/* Archives, too. */
START_TEST(an_archive_has_codes_as_well)
{
    job j;
    tr_nmt m;

    package_open(&j);
    write_package(&j, &by_words);
    write_archive(&j, "opus-2019-12-04/");
    convert_and_open(&j, NULL, &m);
    ck_assert_int_eq(m.config.tokenizer, TR_TOKENIZER_SUBWORD);
    tr_nmt_close(&m);
    package_close(&j);
}
END_TEST

START_TEST(memory_may_run_out_among_codes)
{
    job j;
    int n = 0;

    package_open(&j);
    write_package(&j, &by_words);
    while (open_with(&j, n) < 0)
        n++;
    ck_assert_int_gt(n, 50);
    package_close(&j);
}
END_TEST

START_TEST(refuses_other_kinds_of_packages)
{
    package p = good;
    job j;

    package_open(&j);
    p.decoder = NULL;
    check_refused(&j, &p, TR_EUNSUPPORTED, "name the model in it, such as opus.npz");
    j.options.format = "opus";
    check_refused(&j, &p, TR_EFORMAT, "is not a package of OPUS-MT: it has no decoder.yml");
    p = good;
    p.spm = false;
    check_refused(&j, &p, TR_EIO, "source.spm");
    p = good;
    p.vocab = NULL;
    check_refused(&j, &p, TR_EIO, "opus.vocab.yml");
    package_close(&j);
}
END_TEST

#define DECODER(models, vocabs, rest) "models: " models "\nvocabs: " vocabs "\n" rest
#define FILES(rest)                   DECODER("[opus.npz]", "[opus.vocab.yml, opus.vocab.yml]", rest)

START_TEST(refuses_what_decoder_yml_must_not_say)
{
    static const struct {
        const char *decoder;
        int code;
        const char *what;
    } cases[] = {
        {DECODER("[a.npz, b.npz]", "[v.yml, v.yml]", ""), TR_EUNSUPPORTED,
         "models: 'a.npz b.npz' are several models"},
        {DECODER("[]", "[v.yml, v.yml]", ""), TR_EFORMAT, "models: '' is not a list of files"},
        {DECODER("{a: b}", "[v.yml, v.yml]", ""), TR_EFORMAT, "models: "},
        {"vocabs: [v.yml]\n", TR_EFORMAT, "decoder.yml: models is missing"},
        {"models: [opus.npz]\n", TR_EFORMAT, "decoder.yml: names no vocabulary"},
        {DECODER("[missing.npz]", "[v.yml, v.yml]", ""), TR_EIO, "missing.npz"},
        {DECODER("[../..]", "[v.yml, v.yml]", ""), TR_EIO, ".."},
        {DECODER("[opus.npz]", "[a, b, c]", ""), TR_EUNSUPPORTED, "more than two vocabularies"},
        {DECODER("[opus.npz]", "[a.fsv, b.fsv]", ""), TR_EIO, "a.fsv"},
        {FILES("word-penalty: 0.5\n"), TR_EUNSUPPORTED, "word-penalty: '0.5' is not supported"},
        {FILES("word-penalty: nan\n"), TR_EUNSUPPORTED, "word-penalty: 'nan' is not supported"},
        {FILES("allow-unk: true\n"), TR_EUNSUPPORTED, "allow-unk: 'true' is not supported"},
        {FILES("beam-size: 65\n"), TR_EUNSUPPORTED, "beam-size: '65' is not a number from 1 to 64"},
        {FILES("beam-size: -1\n"), TR_EUNSUPPORTED, "beam-size: '-1' is not a number from 1 to 64"},
        {FILES("beam-size: 1.5\n"), TR_EUNSUPPORTED, "beam-size: '1.5' is not whole"},
        {FILES("beam-size: many\n"), TR_EUNSUPPORTED, "beam-size: 'many' is not a number"},
        {FILES("beam-size: [4]\n"), TR_EUNSUPPORTED, "beam-size: '4' is not a number"},
        {FILES("normalize: 1e9\n"), TR_EUNSUPPORTED, "normalize: '1e9' is not a number from 0 to"},
        {FILES("normalize: inf\n"), TR_EUNSUPPORTED, "normalize: 'inf' is not a number"},
        {"models: [opus.npz", TR_EFORMAT, "decoder.yml: line "},
        {"", TR_EFORMAT, "decoder.yml: "},
    };
    package p = good;
    job j;

    package_open(&j);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        p.decoder = cases[i].decoder;
        check_refused(&j, &p, cases[i].code, cases[i].what);
    }
    package_close(&j);
}
END_TEST

START_TEST(refuses_lists_that_do_not_fit)
{
    static const struct {
        const char *vocab;
        int code;
        const char *what;
    } cases[] = {
        {"</s>: 0\n<unk>: 1\nd: 1\n", TR_EFORMAT, "opus.vocab.yml: id 1 is given to two pieces"},
        {"a: 0\n<unk>: 1\nd: 2\n", TR_EFORMAT, "opus.vocab.yml: has no </s>"},
        {"</s>: 0\na: 1\nd: 2\n", TR_EFORMAT, "opus.vocab.yml: has no <unk>"},
        {"</s>: 0\n<unk>: 1\nx: 2\n", TR_EINVAL, "opus.vocab.yml: lists none of the pieces of "},
        {"</s>: 0\n<unk>: 1\nd: 2\n3: 3\n4: 4\n5: 5\n6: 6\n7: 7\n8: 8\n9: 9\n", TR_EFORMAT,
         "opus.vocab.yml: has 10 pieces, but the vocabulary of "},
        {"", TR_EFORMAT, "opus.vocab.yml: is empty"},
    };
    package p = good;
    job j;

    package_open(&j);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        p.vocab = cases[i].vocab;
        check_refused(&j, &p, cases[i].code, cases[i].what);
    }
    package_close(&j);
}
END_TEST

/* Cut short, an archive has no directory; with bytes changed, members fail their checksums. */
START_TEST(refuses_a_network_without_a_byte)
{
    job j;

    package_open(&j);
    write_package(&j, &good);
    write_text(&j, "opus.npz", "");
    write_archive(&j, "");
    ck_assert_int_eq(tr_convert(&j.options, &j.err), TR_EFORMAT);
    ck_assert_msg(strstr(j.err.msg, "opus.npz: is empty") != NULL, "%s", j.err.msg);
    package_close(&j);
}
END_TEST

START_TEST(refuses_damaged_archives)
{
    job j;
    size_t n;

    package_open(&j);
    write_package(&j, &good);
    write_archive(&j, "");
    char *bytes = read_file(j.options.input, &n);
    j.options.format = "opus";
    for (size_t i = 0; i < 40; i++) {
        const size_t at = n * i / 40;
        write_file(j.options.input, bytes, at);
        ck_assert_int_lt(tr_convert(&j.options, &j.err), 0);
        bytes[at] ^= 0x55;
        write_file(j.options.input, bytes, n);
        bytes[at] ^= 0x55;
        const int rc = tr_convert(&j.options, &j.err);
        if (rc == 0) unlink(j.gguf); /* a date, say */
        ck_assert_int_eq(scratch_count(&j.s, false), 2);
    }
    free(bytes);
    package_close(&j);
}
END_TEST

/* ---- Lists of pieces beside a plain Marian model */

START_TEST(takes_a_list_and_its_sentencepiece_model_as_options)
{
    job j;
    tr_nmt m;
    char npz[200], list[200], spm[200], other[200];

    package_open(&j);
    write_package(&j, &good);
    strcpy(npz, file_in(&j, "opus.npz"));
    strcpy(list, file_in(&j, "opus.vocab.yml"));
    strcpy(spm, file_in(&j, "source.spm"));
    strcpy(other, file_in(&j, "target.spm"));
    j.options.input = npz;
    j.options.source_vocab = list;
    convert_and_open(&j, NULL, &m); /* no SentencePiece: text is pieces */
    ck_assert_ptr_null(m.weights.source_spm);
    ck_assert(tr_nmt_has_tokenizer(&m));
    tr_nmt_close(&m);

    j.options.source_spm = spm;
    convert_and_open(&j, NULL, &m);
    ck_assert(m.weights.source_spm && m.weights.source_spm == m.weights.target_spm);
    ck_assert_uint_eq(m.source_pieces->n, 9);
    tr_nmt_close(&m);

    j.options.target_spm = other;
    convert_and_open(&j, NULL, &m);
    ck_assert(m.weights.source_spm && m.weights.source_spm != m.weights.target_spm);
    ck_assert_ptr_eq(m.source_pieces, m.target_pieces);
    tr_nmt_close(&m);

    j.options.source_spm = NULL;
    ck_assert_int_eq(tr_convert(&j.options, &j.err), TR_EINVAL);
    ck_assert_ptr_nonnull(strstr(j.err.msg, "has no SentencePiece model, but "));
    j.options.target_spm = NULL;
    j.options.source_spm = spm;
    j.options.source_vocab = other;
    ck_assert_int_eq(tr_convert(&j.options, &j.err), TR_EINVAL);
    ck_assert_ptr_nonnull(strstr(j.err.msg, "there is no list of pieces for it"));
    j.options.source_spm = NULL;
    j.options.target_vocab = list;
    ck_assert_int_eq(tr_convert(&j.options, &j.err), TR_EINVAL);
    ck_assert_ptr_nonnull(strstr(j.err.msg, "one lists pieces, but the other does not"));
    package_close(&j);
}
END_TEST

/* Nobody has to say that it is one of OPUS-MT's. */
START_TEST(an_archive_that_is_cut_short_is_called_that)
{
    job j;
    size_t n;

    package_open(&j);
    write_package(&j, &good);
    write_archive(&j, "");
    char path[300];
    strcpy(path, j.options.input);
    char *bytes = read_file(path, &n);
    write_file(path, bytes, n - 1);
    job_refused(&j, TR_EFORMAT, "package.zip: is not a zip archive, or its end is missing");
    write_file(path, bytes, n / 2);
    job_refused(&j, TR_EFORMAT, "package.zip: is not a zip archive, or its end is missing");
    free(bytes);
    package_close(&j);
}
END_TEST

UNIT_MAIN("import_opus", an_archive_that_is_cut_short_is_called_that,
          imports_a_folder_and_its_archive_alike, takes_what_is_done_to_text_from_the_script,
          offers_the_languages_that_have_tokens, demands_a_language_where_there_are_several,
          reads_what_the_package_says_of_itself, memory_may_run_out_among_many_languages,
          reads_two_lists_of_pieces, cuts_words_by_moses_and_codes,
          the_script_says_whether_punctuation_is_normalized, codes_are_of_version_0_1_or_fastbpe,
          an_archive_has_codes_as_well, memory_may_run_out_among_codes,
          refuses_other_kinds_of_packages, refuses_what_decoder_yml_must_not_say,
          refuses_lists_that_do_not_fit, refuses_a_network_without_a_byte, refuses_damaged_archives,
          takes_a_list_and_its_sentencepiece_model_as_options)
