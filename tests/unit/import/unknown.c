/* unknown.c - files of which nobody can say whether they are there: a conversion stops at them, and
 * takes none for absent.  Allocations are wrapped (tests.mk). */
#include "make/make_hf.h"
#include "make/recognise.h"
#include "unit/failing.h"
#include "unit/unit.h"

/* Describes the directory while there is memory for `n` allocations; the beam it asks for. */
static int describe(const hf_maker *m, int n, uint32_t *beam)
{
    tr_convert_options options;
    tr_import im;
    tr_error err = {0};

    tr_convert_options_init(&options);
    options.input = m->dir.folder;
    options.output = "";
    options.max_source = 100;
    tr_import_init(&im, &options);
    end_memory(n);
    const int rc = tr_hf_importer.open(&im, &err);
    end_memory(-1);
    *beam = im.config.beam_size;
    tr_import_close(&im);
    ck_assert_msg(rc == 0 || strstr(err.msg, "memory"), "%s", err.msg);
    return rc;
}

START_TEST(a_file_is_not_absent_because_memory_ran_out)
{
    hf_maker m;
    uint32_t beam;
    int rc = TR_ENOMEM;

    hf_open(&m, "bart");
    hf_write(&m);
    hf_write_text(&m.dir, "generation_config.json", "{\"num_beams\": 7}");
    for (int n = 0; rc < 0; n++) {
        rc = describe(&m, n, &beam);
        ck_assert(rc == 0 || rc == TR_ENOMEM);
    }
    ck_assert_uint_eq(beam, 7);
    hf_close(&m);
}
END_TEST

START_TEST(a_model_is_recognised_or_memory_has_run_out)
{
    hf_maker m;
    tr_error err;
    int is = 0;

    hf_open(&m, "bart");
    hf_write(&m);
    for (int n = 3; is != 1; n++) { /* the first three open the directory */
        end_memory(n);
        is = recognise(&tr_hf_importer, m.dir.folder, &err);
        end_memory(-1);
        ck_assert_msg(is == 1 || is == TR_ENOMEM, "%d: %d", n, is);
    }
    hf_close(&m);
}
END_TEST

/* ---- Links that lead nowhere -------------------------------------------------------------- */

START_TEST(a_file_is_not_absent_because_its_links_go_in_circles)
{
    static const char *const names[] = {
        "generation_config.json",
        "tokenizer_config.json",
        "merges.txt",
        "sentencepiece.bpe.model", /* of the model itself; and what would make it another one's: */
        "config.yml",
        "decoder.yml",
        "metadata.json",
        "shared_vocabulary.json"};
    tr_convert_options options;
    hf_maker m;
    char output[300];

    hf_open(&m, "bart");
    hf_write(&m);
    tr_convert_options_init(&options);
    options.input = m.dir.folder;
    strcpy(output, scratch_file(&m.dir, "out.gguf"));
    options.output = output;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        tr_error err = {0};
        ck_assert_int_eq(symlink(names[i], scratch_file(&m.dir, names[i])), 0);
        const int rc = tr_convert(&options, &err);
        ck_assert_msg(rc == TR_EIO && strstr(err.msg, names[i]) &&
                          strstr(err.msg, "Too many levels of symbolic links"),
                      "%s: %d %s", names[i], rc, err.msg);
        ck_assert_int_ne(access(output, F_OK), 0);
        unlink(scratch_file(&m.dir, names[i]));
    }
    ck_assert_int_eq(tr_convert(&options, NULL), 0);
    hf_close(&m);
}
END_TEST

UNIT_MAIN("unknown", a_file_is_not_absent_because_memory_ran_out,
          a_model_is_recognised_or_memory_has_run_out,
          a_file_is_not_absent_because_its_links_go_in_circles)
