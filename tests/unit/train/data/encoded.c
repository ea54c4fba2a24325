/* encoded.c - pairs and numbers come back from their files as they were. */
#include "train/data/encoded.h"

#include "unit/scratch.h"
#include "unit/unit.h"

enum { PAIRS = 500, LONGEST = 40 };

/* One more than the largest id. */
static int32_t end_of_ids = 65536;

/* Pair i has i % 7 source ids and i % LONGEST target ids. */
static void make_pair(size_t i, int32_t *const ids[2], size_t n[2])
{
    n[0] = i % 7;
    n[1] = i % LONGEST;
    for (int side = 0; side < 2; side++)
        for (size_t k = 0; k < n[side]; k++)
            ids[side][k] = (int32_t)((i * 7919 + k * 104729 + (size_t)side) % (size_t)end_of_ids);
}

static void check_pair(tr_pair pair, size_t i)
{
    int32_t source[LONGEST], target[LONGEST], *const ids[] = {source, target};
    size_t n[2];

    make_pair(i, ids, n);
    ck_assert_uint_eq(pair.n_source, n[0]);
    ck_assert_uint_eq(pair.n_target, n[1]);
    for (size_t k = 0; k < n[0]; k++)
        ck_assert_int_eq(tr_pair_id(&pair, pair.source, k), source[k]);
    for (size_t k = 0; k < n[1]; k++)
        ck_assert_int_eq(tr_pair_id(&pair, pair.target, k), target[k]);
}

/* Odd pairs have an index of their own. */
static uint64_t store_pairs(const char *beside, tr_encoded *e, tr_index index[2], size_t n_pairs)
{
    int32_t source[LONGEST], target[LONGEST], *const ids[] = {source, target};
    tr_error err;
    size_t n[2];

    ck_assert_int_eq(tr_encoded_create(e, beside, end_of_ids > 65536, &err), 0);
    for (int k = 0; k < 2; k++)
        ck_assert_int_eq(tr_index_create(&index[k], beside, &err), 0);
    for (size_t i = 0; i < n_pairs; i++) {
        make_pair(i, ids, n);
        ck_assert_int_eq(tr_encoded_add(e, &index[i % 2], ids, n, beside, &err), 0);
    }
    ck_assert_int_eq(tr_encoded_finish(e, beside, &err), 0);
    for (int k = 0; k < 2; k++)
        ck_assert_int_eq(tr_index_finish(&index[k], beside, &err), 0);
    return e->digest;
}

static void free_pairs(tr_encoded *e, tr_index index[2])
{
    tr_encoded_free(e);
    tr_index_free(&index[0]);
    tr_index_free(&index[1]);
}

START_TEST(pairs_come_back_by_either_index)
{
    tr_encoded e = {0};
    tr_index index[2] = {{0}};
    scratch s;

    scratch_open(&s);
    store_pairs(scratch_file(&s, "model"), &e, index, PAIRS);
    ck_assert_int_eq(scratch_count(&s, false), 0); /* the files have no names */
    ck_assert_uint_eq(index[0].n + index[1].n, PAIRS);
    for (size_t i = PAIRS; i-- > 0;)
        check_pair(tr_encoded_at(&e, &index[i % 2], i / 2), i);
    free_pairs(&e, index);
    scratch_close(&s);
}
END_TEST

/* Twice as much room for ids that need it, and for no others. */
START_TEST(ids_of_large_vocabularies_come_back)
{
    tr_encoded narrow = {0}, wide = {0};
    tr_index index[2] = {{0}}, other[2] = {{0}};
    scratch s;

    scratch_open(&s);
    store_pairs(scratch_file(&s, "model"), &narrow, other, PAIRS);
    end_of_ids = 256204;
    store_pairs(scratch_file(&s, "model"), &wide, index, PAIRS);
    for (size_t i = PAIRS; i-- > 0;)
        check_pair(tr_encoded_at(&wide, &index[i % 2], i / 2), i);
    ck_assert_uint_eq(wide.file.size, 2 * narrow.file.size);
    end_of_ids = 65536;
    free_pairs(&narrow, other);
    free_pairs(&wide, index);
    scratch_close(&s);
}
END_TEST

START_TEST(numbers_of_64_bits_come_back)
{
    static const uint64_t numbers[] = {0, 1, UINT64_MAX, UINT64_C(1) << 40};
    enum { N = sizeof numbers / sizeof *numbers };
    tr_index index = {0};
    tr_error err;
    scratch s;

    scratch_open(&s);
    const char *beside = scratch_file(&s, "model");
    ck_assert_int_eq(tr_index_create(&index, beside, &err), 0);
    for (size_t i = 0; i < N; i++)
        ck_assert_int_eq(tr_index_add(&index, numbers[i], beside, &err), 0);
    ck_assert_int_eq(tr_index_finish(&index, beside, &err), 0);
    for (size_t i = 0; i < N; i++)
        ck_assert_uint_eq(tr_index_at(&index, i), numbers[i]);
    tr_index_free(&index);
    scratch_close(&s);
}
END_TEST

/* FNV-1a of the bytes 02 00 01 00  05 00 00 01 ff ff: two source ids, 5 and 256; one target id,
 * 65535.  In Python:
 *   h = 0xcbf29ce484222325
 *   for b in bytes.fromhex('0200010005000001ffff'): h = (h ^ b) * 0x100000001b3 % 2**64 */
START_TEST(the_digest_is_of_sizes_and_ids)
{
    int32_t source[] = {5, 256}, target[] = {65535}, *const ids[] = {source, target};
    const size_t n[] = {2, 1};
    const uint16_t one = 1;
    tr_encoded e = {0};
    tr_index index = {0};
    tr_error err;
    scratch s;

    if (*(const unsigned char *)&one != 1) return; /* ids are stored as the machine has them */
    scratch_open(&s);
    const char *beside = scratch_file(&s, "model");
    ck_assert_int_eq(tr_encoded_create(&e, beside, false, &err), 0);
    ck_assert_int_eq(tr_index_create(&index, beside, &err), 0);
    ck_assert_int_eq(tr_encoded_add(&e, &index, ids, n, beside, &err), 0);
    ck_assert_uint_eq(e.digest, UINT64_C(0xde556a314e72041e));
    ck_assert_uint_eq(e.n, 5);
    tr_encoded_free(&e);
    tr_index_free(&index);
    scratch_close(&s);
}
END_TEST

START_TEST(other_pairs_have_another_digest)
{
    tr_encoded e[2] = {{0}};
    tr_index index[2][2] = {{{0}}};
    scratch s;

    scratch_open(&s);
    const char *beside = scratch_file(&s, "model");
    const uint64_t all = store_pairs(beside, &e[0], index[0], PAIRS);
    ck_assert_uint_ne(all, store_pairs(beside, &e[1], index[1], PAIRS - 1));
    free_pairs(&e[0], index[0]);
    free_pairs(&e[1], index[1]);
    scratch_close(&s);
}
END_TEST

START_TEST(a_folder_that_is_not_there_is_named)
{
    tr_index index = {0};
    tr_error err;
    ck_assert_int_eq(tr_index_create(&index, "/nowhere/model", &err), TR_EIO);
    ck_assert_ptr_nonnull(strstr(err.msg, "/nowhere"));
}
END_TEST

UNIT_MAIN("encoded", pairs_come_back_by_either_index, ids_of_large_vocabularies_come_back,
          numbers_of_64_bits_come_back, the_digest_is_of_sizes_and_ids,
          other_pairs_have_another_digest, a_folder_that_is_not_there_is_named)
