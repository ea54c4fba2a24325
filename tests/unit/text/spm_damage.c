/* spm_damage.c - SentencePiece models that are cut short or changed, and texts without an end. */
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "make/spm_proto.h"
#include "unit/unit.h"

#define REAL_MODEL "../shared/models/en-de/vocab.spm"
#define BPE_MODEL  "../shared/data/en-de/ende16k.model"

START_TEST(refuses_every_truncation)
{
    tr_buf whole = {0};
    put_trainer(&whole, ALGORITHM_UNIGRAM, false);
    put_base(&whole);
    /* cut between two pieces it would still be a model, so the last field is not a piece */
    put_number(&whole, 200, 1);
    put_bytes(&whole, 201, "0123456789", 10);
    const size_t tail = whole.len;
    for (size_t n = 0; n < tail; n++) {
        tr_spm *spm = NULL;
        const int status = tr_spm_open(&spm, whole.data, n, false, "m", NULL);
        ck_assert_int_eq(status == TR_OK, spm != NULL);
        ck_assert(status == TR_OK || status == TR_EFORMAT);
        if (n >= tail - 12) ck_assert_int_eq(status, TR_EFORMAT);
        tr_spm_close(spm);
    }
    tr_buf_free(&whole);
}
END_TEST

/* ---- Damage to real models.  Whatever opens must also work. */

static void use(const tr_spm *spm)
{
    static const char text[] = "The \xEF\xAC\x81ne \xE4\xB8\xAD\xE6\x96\x87 \xF0\x9F\xA6\x84, "
                               "na\xC3\xAFve </s> e\xCC\x81.";
    tr_spm_piece_span *spans = NULL;
    int32_t *ids = NULL;
    size_t capacity = 0, ids_capacity = 0, n = 0, n_ids = 0;
    tr_buf out = {0};
    tr_error err;
    if (tr_spm_encode(spm, text, sizeof text - 1, &ids, &ids_capacity, &n_ids, &err) == TR_OK) {
        for (size_t i = 0; i < n_ids; i++)
            ck_assert(ids[i] >= 0 && ids[i] < tr_spm_size(spm));
        tr_spm_decode(spm, ids, n_ids, &out, &err);
    }
    if (tr_spm_encode_spans(spm, text, sizeof text - 1, &spans, &capacity, &n, NULL, &err) == TR_OK)
        for (size_t i = 0; i < n; i++)
            ck_assert(spans[i].begin <= spans[i].end && spans[i].end < sizeof text);
    tr_buf_free(&out);
    free(spans);
    free(ids);
}

static bool real_model(tr_buf *model, const char *path)
{
    tr_file f;
    if (tr_file_map(&f, path, NULL) < 0) {
        fprintf(stderr, "skipped: %s is not there\n", path);
        return false;
    }
    tr_buf_add(model, f.data, f.size);
    tr_file_unmap(&f);
    return true;
}

START_TEST(survives_truncated_real_models)
{
    tr_buf model = {0};
    if (!real_model(&model, REAL_MODEL)) return;
    for (size_t i = 1; i <= 60; i++) {
        tr_spm *spm = NULL;
        /* from the end, each time a bit less of it */
        const size_t n = model.len * (61 - i) / 61 + i % 7;
        if (tr_spm_open(&spm, model.data, n, false, "m", NULL) == TR_OK) use(spm);
        tr_spm_close(spm);
    }
    tr_buf_free(&model);
}
END_TEST

static uint32_t next_random(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

static void flip_bytes(const char *path, uint32_t *random, int rounds, int *opened)
{
    tr_buf model = {0};
    if (!real_model(&model, path)) return;
    for (int round = 0; round < rounds; round++) {
        tr_buf damaged = {0};
        tr_buf_add(&damaged, model.data, model.len);
        const uint32_t flips = 1 + next_random(random) % 3;
        for (uint32_t i = 0; i < flips; i++)
            damaged.data[next_random(random) % damaged.len] ^=
                (char)(1U << next_random(random) % 8);
        tr_spm *spm = NULL;
        if (tr_spm_open(&spm, damaged.data, damaged.len, false, "m", NULL) == TR_OK) {
            ++*opened;
            use(spm);
        }
        tr_spm_close(spm);
        tr_buf_free(&damaged);
    }
    tr_buf_free(&model);
}

START_TEST(survives_flipped_bits)
{
    uint32_t random = (uint32_t)time(NULL) | 1;
    int opened = 0;
    printf("# seed %u\n", random);
    flip_bytes(REAL_MODEL, &random, 100, &opened);
    flip_bytes(BPE_MODEL, &random, 30, &opened);
    printf("# %d of 130 opened\n", opened);
}
END_TEST

/* SentencePiece reports failed self-tests, and protobuf broken messages, on stderr. */
START_TEST(keeps_stderr_clean)
{
    FILE *const log = tmpfile();
    ck_assert_ptr_nonnull(log);
    fflush(stderr);
    const int saved = dup(STDERR_FILENO);
    ck_assert_int_ge(dup2(fileno(log), STDERR_FILENO), 0);
    tr_buf m = {0}, test = {0}, sample = {0};
    put_base(&m);
    put_bytes(&sample, 1, "ab", 2);
    put_bytes(&sample, 2, "c d", 3);
    put_message(&test, 1, &sample);
    put_message(&m, 4, &test);
    tr_spm *spm = NULL;
    const int with_test = tr_spm_open(&spm, m.data, m.len, false, "m", NULL);
    tr_spm_close(spm);
    const int cut = tr_spm_open(&spm, m.data, m.len - 1, false, "m", NULL);
    put_piece(&m, "a", -1, TR_SPM_NORMAL);
    const int twice = tr_spm_open(&spm, m.data, m.len, false, "m", NULL);
    dup2(saved, STDERR_FILENO);
    close(saved);
    fseek(log, 0, SEEK_END);
    ck_assert_int_eq(ftell(log), 0);
    fclose(log);
    ck_assert_int_eq(with_test, TR_OK);
    ck_assert_int_eq(cut, TR_EFORMAT);
    ck_assert_int_eq(twice, TR_EFORMAT);
    tr_buf_free(&m);
}
END_TEST

static double seconds_for(const tr_spm *spm, size_t len)
{
    char *const text = malloc(len);
    int32_t *ids = NULL;
    size_t capacity = 0, n = 0;
    uint32_t random = 1;
    ck_assert_ptr_nonnull(text);
    for (size_t i = 0; i < len; i++)
        text[i] = (char)('a' + next_random(&random) % 26);
    const clock_t start = clock();
    ck_assert_int_eq(tr_spm_encode(spm, text, len, &ids, &capacity, &n, NULL), TR_OK);
    ck_assert_uint_gt(n, len / 20);
    free(ids);
    free(text);
    return (double)(clock() - start) / CLOCKS_PER_SEC;
}

START_TEST(takes_linear_time_for_a_megabyte_without_blanks)
{
    static const char *const paths[] = {REAL_MODEL, BPE_MODEL};
    for (int i = 0; i < 2; i++) {
        tr_buf model = {0};
        if (!real_model(&model, paths[i])) return;
        tr_spm *const spm = open_good(&model);
        const double small = seconds_for(spm, 1 << 16), large = seconds_for(spm, 1 << 20);
        printf("# %s: %.3f s for 64 KiB, %.3f s for 1 MiB\n", paths[i], small, large);
        /* sixteen times the text: far from 256 times the time */
        ck_assert(large < 64 * small + 1);
        close_good(spm, &model);
    }
}
END_TEST

UNIT_MAIN("spm_damage", refuses_every_truncation, survives_truncated_real_models,
          survives_flipped_bits, keeps_stderr_clean,
          takes_linear_time_for_a_megabyte_without_blanks)
