#include "import/marian/bergamot_files.h"

#include "make/recognise.h"
#include "unit/scratch.h"
#include "unit/unit.h"

/* ---- Configurations */

static int read_text(tr_bergamot *b, tr_region *r, const char *text, tr_error *err)
{
    tr_bergamot_init(b);
    return tr_bergamot_config(b, text, strlen(text), "models/x/config.yml", r, err);
}

static void read_good(tr_bergamot *b, tr_region *r, const char *text)
{
    tr_error err = {0};
    ck_assert_msg(read_text(b, r, text, &err) == 0, "%s", err.msg);
}

START_TEST(reads_a_configuration)
{
    tr_region r = {0};
    tr_bergamot b;
    read_good(&b, &r,
              "relative-paths: true\nbergamot-mode: native\n"
              "models:\n  - model.ende.bin\nvocabs:\n  - vocab.spm\n  - vocab.spm\n"
              "shortlist:\n  - lex.s2t.bin\n  - false\n"
              "beam-size: 1\nnormalize: 1.0\nword-penalty: 0\nmax-length-break: 128\n"
              "mini-batch-words: 1024\nworkspace: 128\nmax-length-factor: 2.5\n"
              "skip-cost: true\ngemm-precision: int8shiftAlphaAll\nalignment: soft\n");
    ck_assert_str_eq(b.model, "models/x/model.ende.bin");
    ck_assert_str_eq(b.source_vocab, "models/x/vocab.spm");
    ck_assert_ptr_null(b.target_vocab);
    ck_assert_str_eq(b.lexicon, "models/x/lex.s2t.bin");
    ck_assert_uint_eq(b.beam_size, 1);
    ck_assert_uint_eq(b.max_source, 128);
    ck_assert(b.length_penalty == 1 && b.max_length_factor == 2.5f);
    tr_region_free(&r);
}
END_TEST

START_TEST(a_configuration_need_not_say_how_to_search)
{
    tr_region r = {0};
    tr_bergamot b;
    read_good(&b, &r, "models: [m.bin]\n");
    ck_assert_ptr_null(b.source_vocab);
    ck_assert_ptr_null(b.lexicon);
    ck_assert_uint_eq(b.beam_size, 0);
    ck_assert_uint_eq(b.max_source, 0);
    ck_assert(b.length_penalty < 0 && b.max_length_factor == 0);
    tr_region_free(&r);
}
END_TEST

START_TEST(names_of_files_are_as_they_are)
{
    tr_region r = {0};
    tr_bergamot b;
    read_good(&b, &r,
              "models: /far/a model.bin\n"
              "vocabs: ['quelle \xc3\xa4.spm', \"ziel.spm\"]\n");
    ck_assert_str_eq(b.model, "/far/a model.bin");
    ck_assert_str_eq(b.source_vocab, "models/x/quelle \xc3\xa4.spm");
    ck_assert_str_eq(b.target_vocab, "models/x/ziel.spm");
    tr_region_free(&r);
}
END_TEST

/* As an empty file is mapped. */
START_TEST(refuses_a_configuration_without_a_byte)
{
    tr_region r = {0};
    tr_bergamot b;
    tr_error err;
    tr_bergamot_init(&b);
    ck_assert_int_eq(tr_bergamot_config(&b, NULL, 0, "x/config.yml", &r, &err), TR_EFORMAT);
    ck_assert_str_eq(err.msg, "x/config.yml: is empty");
    tr_region_free(&r);
}
END_TEST

START_TEST(a_text_shortlist_has_numbers_behind_it)
{
    static const struct {
        const char *text;
        uint32_t first, best;
        float threshold;
    } cases[] = {
        {"shortlist: lex.s2t.gz", 100, 100, 0},
        {"shortlist: [lex.s2t.gz]", 100, 100, 0},
        {"shortlist: [lex.s2t.gz, 50]", 50, 100, 0},
        {"shortlist: [lex.s2t.gz, 50, 60]", 50, 60, 0},
        {"shortlist: [lex.s2t.gz, 50, 60, 0.25]", 50, 60, 0.25f},
        {"shortlist: [lex.bin, true]", 100, 100, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tr_region r = {0};
        tr_bergamot b;
        char text[200];
        snprintf(text, sizeof text, "models: [m.bin]\n%s\n", cases[i].text);
        read_good(&b, &r, text);
        ck_assert_uint_eq(b.choice.first, cases[i].first);
        ck_assert_uint_eq(b.choice.best, cases[i].best);
        ck_assert(b.choice.threshold == cases[i].threshold);
        tr_region_free(&r);
    }
}
END_TEST

START_TEST(refuses_what_it_cannot_do_by_name)
{
    static const struct {
        const char *text;
        int code;
        const char *why;
    } cases[] = {
        {"beam-size: 1", TR_EFORMAT, "models is missing"},
        {"models: [a.bin, b.bin]", TR_EUNSUPPORTED, "models: 'a.bin b.bin' are several models"},
        {"models: []", TR_EFORMAT, "models: '' is not a list of files"},
        {"models: [[a.bin]]", TR_EFORMAT, "models: 'a.bin' is not a list of files"},
        {"models: ['']", TR_EFORMAT, "models: '' is not the name of a file"},
        {"models: \"a\\0b\"", TR_EFORMAT, "holds a NUL"},
        {"models: a\nvocabs: [a, b, c]", TR_EUNSUPPORTED, "more than two vocabularies"},
        {"models: a\nvocabs: {a: b}", TR_EFORMAT, "vocabs: 'a b' is not a list"},
        {"models: a\nshortlist: {a: b}", TR_EFORMAT, "shortlist: 'a b' is not a list"},
        {"models: a\nshortlist: [l, few]", TR_EFORMAT, "shortlist: 'l few' has no number"},
        {"models: a\nshortlist: [l, false, 3]", TR_EFORMAT, "has no number"},
        {"models: a\nshortlist: [l, 1e9]", TR_EFORMAT, "has no number"},
        {"models: a\nshortlist: [l, 50, 0]", TR_EUNSUPPORTED, "has a number out of range"},
        {"models: a\nshortlist: [l, 50, 10001]", TR_EUNSUPPORTED, "has a number out of range"},
        {"models: a\nshortlist: [l, 99999999999]", TR_EUNSUPPORTED, "has a number out of range"},
        {"models: a\nword-penalty: 0.5", TR_EUNSUPPORTED, "word-penalty: '0.5' is not supported"},
        {"models: a\nallow-unk: true", TR_EUNSUPPORTED, "allow-unk: 'true' is not supported"},
        {"models: a\noutput-sampling: [topk, 10]", TR_EUNSUPPORTED, "output-sampling: 'topk 10'"},
        {"models: a\nbeam-size: 0", TR_EUNSUPPORTED, "beam-size: '0' is not a number from 1 to 64"},
        {"models: a\nbeam-size: 65", TR_EUNSUPPORTED, "beam-size: '65'"},
        {"models: a\nbeam-size: 2.5", TR_EUNSUPPORTED, "beam-size: '2.5' is not whole"},
        {"models: a\nbeam-size: [4]", TR_EUNSUPPORTED, "beam-size: '4'"},
        {"models: a\nnormalize: -1", TR_EUNSUPPORTED, "normalize: '-1' is not a number from 0"},
        {"models: a\nnormalize: nan", TR_EUNSUPPORTED, "normalize: 'nan'"},
        {"models: a\nmax-length-factor: 0", TR_EUNSUPPORTED, "max-length-factor: '0'"},
        {"models: a\nmax-length-break: 0", TR_EUNSUPPORTED, "max-length-break: '0'"},
        {"models: a\nmodels: b", TR_EFORMAT, "models is there twice"},
        {"- models\n", TR_EFORMAT, "is not a list of options"},
        {"models: [a", TR_EFORMAT, "line "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tr_region r = {0};
        tr_bergamot b;
        tr_error err = {0};
        const int rc = read_text(&b, &r, cases[i].text, &err);
        ck_assert_msg(rc == cases[i].code && strstr(err.msg, cases[i].why) &&
                          !strncmp(err.msg, "models/x/config.yml: ", 21),
                      "%s: %d %s", cases[i].text, rc, err.msg);
        tr_region_free(&r);
    }
}
END_TEST

/* ---- Directories */

static void touch(scratch *s, const char *name)
{
    write_file(scratch_file(s, name), "", 0);
}

static void touch_all(scratch *s, const char *const *names)
{
    scratch_open(s);
    for (; *names; names++)
        touch(s, *names);
}

static void assert_in(const scratch *s, const char *path, const char *name)
{
    char expected[SCRATCH_PATH + 100];
    if (!name) ck_assert_ptr_null(path);
    if (!name) return;
    snprintf(expected, sizeof expected, "%s/%s", s->folder, name);
    ck_assert_ptr_nonnull(path);
    ck_assert_str_eq(path, expected);
}

/* Folders as they are, and what is found in them. */
static const struct {
    const char *names[8];
    const char *model, *source, *target, *lexicon, *from, *to;
} firefox[] = {
    {{"model.enet.intgemm.alphas.bin", "lex.50.50.enet.s2t.bin", "vocab.enet.spm",
      "metadata.json.bak"},
     "model.enet.intgemm.alphas.bin",
     "vocab.enet.spm",
     NULL,
     "lex.50.50.enet.s2t.bin",
     "en",
     "et"},
    {{"model.enja.intgemm.alphas.bin.gz", "lex.50.50.enja.s2t.bin.gz", "srcvocab.enja.spm.gz",
      "trgvocab.enja.spm.gz"},
     "model.enja.intgemm.alphas.bin.gz",
     "srcvocab.enja.spm.gz",
     "trgvocab.enja.spm.gz",
     "lex.50.50.enja.s2t.bin.gz",
     "en",
     "ja"},
    {{"model.deen.intgemm8.bin", "model.deen.intgemm.alphas.bin.gz",
      "model.deen.intgemm.alphas.bin", "vocab.deen.spm.gz", "vocab.deen.spm"},
     "model.deen.intgemm.alphas.bin",
     "vocab.deen.spm",
     NULL,
     NULL,
     "de",
     "en"},
    {{"model.engukr.intgemm8.bin"}, "model.engukr.intgemm8.bin", NULL, NULL, NULL, "eng", "ukr"},
    {{"model.tiny.best.bin", "lex.20.10.ende.s2t.bin"},
     "model.tiny.best.bin",
     NULL,
     NULL,
     "lex.20.10.ende.s2t.bin",
     "en",
     "de"},
    {{"model.base.bin", "lex.base.bin"}, "model.base.bin", NULL, NULL, "lex.base.bin", NULL, NULL},
};

START_TEST(the_names_of_firefox_tell_what_files_are)
{
    for (size_t i = 0; i < sizeof firefox / sizeof *firefox; i++) {
        scratch s;
        tr_region r = {0};
        tr_bergamot b;
        tr_error err = {0};
        touch_all(&s, firefox[i].names);
        ck_assert(recognise(&tr_bergamot_importer, s.folder, NULL) == 1);
        ck_assert_msg(tr_bergamot_read(&b, s.folder, &r, &err) == 0, "%s", err.msg);
        assert_in(&s, b.model, firefox[i].model);
        assert_in(&s, b.source_vocab, firefox[i].source);
        assert_in(&s, b.target_vocab, firefox[i].target);
        assert_in(&s, b.lexicon, firefox[i].lexicon);
        ck_assert_pstr_eq(b.source_language, firefox[i].from);
        ck_assert_pstr_eq(b.target_language, firefox[i].to);
        ck_assert_uint_eq(b.beam_size, 1);
        ck_assert(b.length_penalty == 1 && b.max_length_factor == 2);
        tr_region_free(&r);
        scratch_close(&s);
    }
}
END_TEST

START_TEST(several_files_of_a_kind_are_a_question)
{
    static const char *const names[] = {"model.ende.intgemm.alphas.bin",
                                        "model.enfr.intgemm.alphas.bin", NULL};
    scratch s;
    tr_region r = {0};
    tr_bergamot b;
    tr_error err = {0};
    touch_all(&s, names);
    ck_assert(recognise(&tr_bergamot_importer, s.folder, NULL) == 1);
    ck_assert_int_eq(tr_bergamot_read(&b, s.folder, &r, &err), TR_EFORMAT);
    ck_assert_ptr_nonnull(strstr(err.msg, "has several files model.*.bin"));
    tr_region_free(&r);
    scratch_close(&s);
}
END_TEST

START_TEST(knows_a_model_by_its_names)
{
    static const char *const no[] = {"model.bin",   "model.npz",     "config.json",
                                     "decoder.yml", "configuration", "config.yml.bak",
                                     NULL};
    static const char *const yes[] = {"config.yml", "config.intgemm8bitalpha.yml",
                                      "config.tiny.yml", "model.x.bin", "model.x.bin.gz"};
    scratch s;
    touch_all(&s, no);
    ck_assert(!recognise(&tr_bergamot_importer, s.folder, NULL));
    for (size_t i = 0; no[i]; i++)
        ck_assert_msg(!recognise(&tr_bergamot_importer, scratch_file(&s, no[i]), NULL), "%s",
                      no[i]);
    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++) {
        touch(&s, yes[i]);
        ck_assert_msg(recognise(&tr_bergamot_importer, s.folder, NULL) == 1, "%s", yes[i]);
        unlink(scratch_file(&s, yes[i]));
    }
    ck_assert(recognise(&tr_bergamot_importer, "x/config.int8.yml", NULL) == 1);
    ck_assert(recognise(&tr_bergamot_importer, "config.yml", NULL) == 1);
    ck_assert(!recognise(&tr_bergamot_importer, "x/decoder.yml", NULL));
    scratch_close(&s);
}
END_TEST

static void write_text(scratch *s, const char *name, const char *text)
{
    write_file(scratch_file(s, name), text, strlen(text));
}

START_TEST(a_configuration_goes_before_names)
{
    scratch s;
    tr_region r = {0};
    tr_bergamot b;
    tr_error err = {0};
    scratch_open(&s);
    touch(&s, "model.ende.intgemm8.bin");
    write_text(&s, "config.int8.yml", "models: [int8.bin]\n");
    ck_assert_int_eq(tr_bergamot_read(&b, s.folder, &r, &err), 0);
    assert_in(&s, b.model, "int8.bin");
    write_text(&s, "config.float.yml", "models: [float.bin]\n");
    ck_assert_int_eq(tr_bergamot_read(&b, s.folder, &r, &err), TR_EINVAL);
    ck_assert_ptr_nonnull(strstr(err.msg, "has several configurations: name one of them"));
    ck_assert_int_eq(tr_bergamot_read(&b, scratch_file(&s, "config.int8.yml"), &r, &err), 0);
    assert_in(&s, b.model, "int8.bin");
    write_text(&s, "config.yml", "models: [usual.bin]\n");
    ck_assert_int_eq(tr_bergamot_read(&b, s.folder, &r, &err), 0);
    assert_in(&s, b.model, "usual.bin");
    write_text(&s, "config.intgemm8bitalpha.yml", "models: [local.bin]\n");
    ck_assert_int_eq(tr_bergamot_read(&b, s.folder, &r, &err), 0);
    assert_in(&s, b.model, "local.bin");
    tr_region_free(&r);
    scratch_close(&s);
}
END_TEST

START_TEST(descriptions_tell_name_and_languages)
{
    static const struct {
        const char *file, *json, *name, *from, *to;
    } cases[] = {
        {"model_info.json", /* translateLocally's README */
         "{\"modelName\": \"German-English tiny\", \"shortName\": \"de-en-tiny\", \"type\": "
         "\"tiny\", \"src\": \"German\", \"trg\": \"English\", \"version\": 2.0, \"API\": 1.0}",
         "German-English tiny", "de", "en"},
        {"model_info.json",
         "{\"srcTags\": {\"eng\": \"English\"}, \"trgTag\": \"ukr\", \"shortName\": \"a-b-c\"}",
         NULL, "eng", "ukr"},
        {"model_info.json", "{\"srcTags\": {\"nb\": \"\", \"nn\": \"\"}, \"shortName\": \"a-b-c\"}",
         NULL, NULL, "b"},
        {"model_info.json", "{\"shortName\": \"tiny-model\"}", NULL, "en", "et"},
        {"model_info.json", "{\"srcTags\": 3, \"trgTag\": [], \"modelName\": null}", NULL, "en",
         "et"},
        {"metadata.json",
         "{\"architecture\": \"tiny\", \"sourceLanguage\": \"pt\", \"targetLanguage\": \"uk\"}",
         NULL, "pt", "uk"},
        {"other.json", "{\"sourceLanguage\": \"pt\", \"targetLanguage\": \"uk\"}", NULL, "en",
         "et"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        scratch s;
        tr_region r = {0};
        tr_bergamot b;
        tr_error err = {0};
        scratch_open(&s);
        touch(&s, "model.enet.intgemm.alphas.bin");
        write_text(&s, cases[i].file, cases[i].json);
        ck_assert_msg(tr_bergamot_read(&b, s.folder, &r, &err) == 0, "%s", err.msg);
        ck_assert_pstr_eq(b.name, cases[i].name);
        ck_assert_pstr_eq(b.source_language, cases[i].from);
        ck_assert_pstr_eq(b.target_language, cases[i].to);
        tr_region_free(&r);
        scratch_close(&s);
    }
}
END_TEST

START_TEST(a_damaged_description_is_an_error)
{
    scratch s;
    tr_region r = {0};
    tr_bergamot b;
    tr_error err = {0};
    scratch_open(&s);
    touch(&s, "model.enet.intgemm.alphas.bin");
    write_text(&s, "model_info.json", "{\"modelName\": ");
    ck_assert_int_eq(tr_bergamot_read(&b, s.folder, &r, &err), TR_EFORMAT);
    ck_assert_ptr_nonnull(strstr(err.msg, "/model_info.json: "));
    tr_region_free(&r);
    scratch_close(&s);
}
END_TEST

UNIT_MAIN("bergamot", reads_a_configuration, a_configuration_need_not_say_how_to_search,
          names_of_files_are_as_they_are, a_text_shortlist_has_numbers_behind_it,
          refuses_what_it_cannot_do_by_name, refuses_a_configuration_without_a_byte,
          the_names_of_firefox_tell_what_files_are, several_files_of_a_kind_are_a_question,
          knows_a_model_by_its_names, a_configuration_goes_before_names,
          descriptions_tell_name_and_languages, a_damaged_description_is_an_error)
