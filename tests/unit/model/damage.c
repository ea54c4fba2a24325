#include "model/nmt.h"

#include <fcntl.h>

#include "formats/gguf_read.h"
#include "make/changed_model.h"
#include "make/model_file.h"
#include "model/verify.h"
#include "unit/unit.h"

/* ---- Damage */

START_TEST(refuses_a_digest_that_is_not_one)
{
    scratch s;
    size_t size;
    tr_nmt m;
    tr_error err = {0};
    make_good(&s, &model_spec_small);
    char *bytes = read_file(s.path, &size);
    size_t at = 0;
    while (memcmp(bytes + at, "nmt.sha256", 10) != 0)
        at++;
    bytes[at + 10 + 4 + 8 + 63] = 'g';
    write_file(s.path, bytes, size);
    ck_assert_int_eq(tr_nmt_open(&m, s.path, &err), TR_EFORMAT);
    assert_says(&err, TR_EFORMAT, "key nmt.sha256: ");
    free(bytes);
    scratch_close(&s);
}
END_TEST

/* Names, types, shapes, offsets, values: it opens or says why not, and a sanitizer watches. */
static void assert_survives_changes(const model_spec *spec)
{
    static const unsigned char masks[] = {0xFF, 0x01, 0x20, 0x80};
    scratch s;
    size_t size;
    tr_gguf g;
    make_good(&s, spec);
    char *bytes = read_file(s.path, &size);
    ck_assert_int_eq(tr_gguf_open(&g, s.path, NULL), 0);
    const size_t n = g.tensors[0].offset;
    tr_gguf_close(&g);
    const int fd = open(s.path, O_WRONLY);
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < sizeof masks; k++) {
            const char changed = (char)(bytes[i] ^ masks[k]);
            tr_nmt m;
            tr_error err = {0};
            ck_assert_int_eq(pwrite(fd, &changed, 1, (off_t)i), 1);
            const int rc = tr_nmt_open(&m, s.path, &err);
            if (rc == 0) {
                tr_nmt_verify(&m, &err);
                tr_nmt_close(&m);
            } else if (rc != err.code || !strstr(err.msg, "good.gguf: ")) {
                ck_abort_msg("byte %zu: \"%s\"", i, err.msg);
            }
        }
        ck_assert_int_eq(pwrite(fd, bytes + i, 1, (off_t)i), 1);
    }
    close(fd);
    free(bytes);
    scratch_close(&s);
}

START_TEST(survives_every_changed_byte_before_the_data)
{
    model_spec spec = language_spec();
    spec.ssru = true;
    assert_survives_changes(&model_spec_small);
    assert_survives_changes(&spec);
}
END_TEST

START_TEST(refuses_a_model_cut_off_anywhere)
{
    scratch s;
    size_t size;
    make_good(&s, &model_spec_small);
    free(read_file(s.path, &size));
    while (size > 0) {
        tr_nmt m;
        size -= size > 23 ? 23 : size;
        ck_assert_int_eq(truncate(s.path, (off_t)size), 0);
        ck_assert_int_eq(tr_nmt_open(&m, s.path, NULL), TR_EFORMAT);
    }
    scratch_close(&s);
}
END_TEST

START_TEST(refuses_files_that_are_not_models)
{
    scratch s;
    tr_nmt m;
    tr_error err = {0};
    scratch_open(&s);
    write_file(scratch_file(&s, "text.gguf"), "Once upon a time\n", 17);
    ck_assert_int_eq(tr_nmt_open(&m, s.path, &err), TR_EFORMAT);
    assert_says(&err, TR_EFORMAT, "not a model file");
    ck_assert_int_eq(tr_nmt_open(&m, s.folder, &err), TR_EIO);
    ck_assert_int_eq(tr_nmt_open(&m, "/nonexistent", NULL), TR_EIO);
    tr_nmt_close(&m);
    scratch_close(&s);
}
END_TEST

UNIT_MAIN("damage", refuses_a_digest_that_is_not_one, survives_every_changed_byte_before_the_data,
          refuses_a_model_cut_off_anywhere, refuses_files_that_are_not_models)
