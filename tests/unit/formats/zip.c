#include "formats/zip.h"

#include "make/make_npz.h"
#include "unit/unit.h"

static const char long_text[] = "all work and no play makes a long text, all work and no play";

static int open_zip(tr_zip *zip, zip_maker *z, tr_error *err)
{
    zip_end(z, "");
    return tr_zip_open(zip, (unsigned char *)z->bytes.data, z->bytes.len, "x.zip", err);
}

/* Opening the archive fails, with `code` and a message that holds `what`. */
static void check_refused(zip_maker *z, int code, const char *what)
{
    tr_zip zip;
    tr_error err;

    ck_assert_int_eq(open_zip(&zip, z, &err), code);
    ck_assert_ptr_nonnull(strstr(err.msg, what));
    ck_assert_ptr_nonnull(strstr(err.msg, "x.zip: "));
    tr_buf_free(&z->bytes);
}

/* Reads a member in pieces of `step`; 0 or why not. */
static int read_all(const tr_zip *zip, const tr_zip_member *m, char *out, size_t step,
                    tr_error *err)
{
    tr_zip_stream s;
    int rc = tr_zip_stream_open(&s, zip, m, err);

    for (size_t at = 0; rc == 0 && at < m->size; at += step) {
        const size_t left = (size_t)m->size - at;
        rc = tr_zip_stream_read(&s, out + at, left < step ? left : step, err);
    }
    tr_zip_stream_close(&s);
    return rc;
}

static void add_two(zip_maker *z)
{
    zip_add(z, "one.npy", long_text, sizeof long_text);
    z->method = 8;
    zip_add(z, "two.npy", long_text, sizeof long_text);
}

static void check_two(zip_maker *z, const char *comment)
{
    tr_zip zip;
    char out[sizeof long_text];

    add_two(z);
    zip_end(z, comment);
    ck_assert_int_eq(tr_zip_open(&zip, (unsigned char *)z->bytes.data, z->bytes.len, "x.zip", NULL),
                     0);
    ck_assert_uint_eq(zip.n_members, 2);
    ck_assert_str_eq(zip.members[0].name, "one.npy");
    ck_assert_str_eq(zip.members[1].name, "two.npy");
    ck_assert(zip.members[1].deflated && zip.members[1].stored < sizeof long_text);
    for (size_t i = 0; i < 2; i++) {
        for (size_t step = 1; step <= sizeof out; step += 7) {
            memset(out, 0, sizeof out);
            ck_assert_int_eq(read_all(&zip, &zip.members[i], out, step, NULL), 0);
            ck_assert_mem_eq(out, long_text, sizeof out);
        }
    }
    tr_zip_close(&zip);
    tr_buf_free(&z->bytes);
}

START_TEST(gives_back_stored_and_deflated_members)
{
    check_two(&(zip_maker){0}, "");
}
END_TEST

START_TEST(reads_sizes_and_offsets_from_zip64_fields)
{
    check_two(&(zip_maker){.zip64 = true}, "");
}
END_TEST

START_TEST(finds_the_end_behind_which_a_comment_stands)
{
    check_two(&(zip_maker){0}, "a comment, with PK\x05\x06 in it");
    check_two(&(zip_maker){.zip64 = true}, "another");
}
END_TEST

START_TEST(opens_an_archive_without_members)
{
    zip_maker z = {0};
    tr_zip zip;

    ck_assert_int_eq(open_zip(&zip, &z, NULL), 0);
    ck_assert_uint_eq(zip.n_members, 0);
    tr_zip_close(&zip);
    tr_buf_free(&z.bytes);
}
END_TEST

START_TEST(refuses_an_empty_file)
{
    tr_zip zip;
    tr_error err;

    ck_assert_int_eq(tr_zip_open(&zip, NULL, 0, "x.zip", &err), TR_EFORMAT);
    ck_assert_str_eq(err.msg, "x.zip: is empty");
}
END_TEST

START_TEST(refuses_what_it_cannot_unpack_by_name)
{
    static const unsigned encrypted[] = {1 << 0, 1 << 6, 1 << 13};

    for (size_t i = 0; i < 3; i++) {
        zip_maker z = {.flags = encrypted[i]};
        zip_add(&z, "secret.npy", long_text, sizeof long_text);
        check_refused(&z, TR_EUNSUPPORTED, "member secret.npy: is encrypted");
    }
    zip_maker z = {.method = 12};
    zip_add(&z, "b.npy", long_text, sizeof long_text);
    check_refused(&z, TR_EUNSUPPORTED, "member b.npy: compression method 12");
}
END_TEST

START_TEST(refuses_a_name_that_occurs_twice)
{
    zip_maker z = {0};

    zip_add(&z, "b.npy", long_text, 10);
    zip_add(&z, "a.npy", long_text, 10);
    zip_add(&z, "b.npy", long_text, 20);
    check_refused(&z, TR_EFORMAT, "member b.npy: occurs twice");
}
END_TEST

/* The second member lies in the data of the first, as a whole. */
START_TEST(refuses_members_that_overlap)
{
    zip_maker inner = {0}, z = {0};

    zip_add(&inner, "b.npy", long_text, 10);
    zip_add(&z, "a.npy", inner.bytes.data, inner.bytes.len);
    tr_buf_free(&inner.bytes);
    tr_buf_free(&inner.directory);
    z.offset_change = -(int64_t)z.bytes.len + 30 + 5;
    zip_add(&z, "b.npy", long_text, 10);
    check_refused(&z, TR_EFORMAT, "members a.npy and b.npy overlap");
}
END_TEST

START_TEST(refuses_a_local_header_that_says_something_else)
{
    zip_maker z = {.local_name = "other.npy"};
    zip_add(&z, "a.npy", long_text, 10);
    check_refused(&z, TR_EFORMAT, "member a.npy: is not where");

    zip_maker past = {.offset_change = 100000};
    zip_add(&past, "a.npy", long_text, 10);
    check_refused(&past, TR_EFORMAT, "member a.npy: is not where");
}
END_TEST

START_TEST(refuses_names_that_no_message_could_show)
{
    zip_maker z = {0};
    zip_add(&z, "a\x1b[31m.npy", long_text, 10);
    check_refused(&z, TR_EFORMAT, "name is not printable");

    zip_maker latin1 = {0};
    zip_add(&latin1, "\xE4.npy", long_text, 10);
    check_refused(&latin1, TR_EFORMAT, "name is not printable");

    zip_maker none = {0};
    zip_add(&none, "", long_text, 10);
    check_refused(&none, TR_EFORMAT, "name is not printable");
}
END_TEST

START_TEST(refuses_sizes_that_cannot_be_right)
{
    zip_maker stored = {.size_change = 1};
    zip_add(&stored, "a.npy", long_text, sizeof long_text);
    check_refused(&stored, TR_EFORMAT, "member a.npy: its sizes cannot be right");

    /* 60 bytes of deflate data can never become this much. */
    zip_maker bomb = {.method = 8, .size_change = 1 << 20, .zip64 = true};
    zip_add(&bomb, "a.npy", long_text, sizeof long_text);
    check_refused(&bomb, TR_EFORMAT, "member a.npy: its sizes cannot be right");
}
END_TEST

/* 64 MiB of zeros deflate to 64 KiB: possible, but nobody's model. */
START_TEST(refuses_a_large_member_that_is_hardly_anything_when_packed)
{
    const size_t n = (size_t)64 << 20;
    zip_maker z = {.method = 8};

    char *zeros = calloc(n, 1);
    ck_assert_ptr_nonnull(zeros);
    zip_add(&z, "a.npy", zeros, n);
    free(zeros);
    check_refused(&z, TR_EFORMAT, "member a.npy: its sizes cannot be right");
}
END_TEST

static void check_unreadable(zip_maker *z, const char *what)
{
    tr_zip zip;
    tr_error err;
    char out[2 * sizeof long_text];

    zip_add(z, "a.npy", long_text, sizeof long_text);
    ck_assert_int_eq(open_zip(&zip, z, &err), 0);
    ck_assert_int_eq(read_all(&zip, &zip.members[0], out, sizeof out, &err), TR_EFORMAT);
    ck_assert_ptr_nonnull(strstr(err.msg, "x.zip: member a.npy: "));
    ck_assert_ptr_nonnull(strstr(err.msg, what));
    tr_zip_close(&zip);
    tr_buf_free(&z->bytes);
}

START_TEST(says_when_data_are_not_what_the_directory_says)
{
    check_unreadable(&(zip_maker){.crc_change = 1}, "checksum");
    check_unreadable(&(zip_maker){.crc_change = 1, .method = 8}, "checksum");
    check_unreadable(&(zip_maker){.method = 8, .size_change = 1}, "damaged");
    check_unreadable(&(zip_maker){.method = 8, .size_change = -1}, "longer");
}
END_TEST

START_TEST(refuses_to_read_past_the_end_of_a_member)
{
    zip_maker z = {0};
    tr_zip zip;
    tr_zip_stream s;
    char out[16];

    zip_add(&z, "a.npy", long_text, 10);
    ck_assert_int_eq(open_zip(&zip, &z, NULL), 0);
    ck_assert_int_eq(tr_zip_stream_open(&s, &zip, &zip.members[0], NULL), 0);
    ck_assert_int_eq(tr_zip_stream_read(&s, out, 11, NULL), TR_EFORMAT);
    ck_assert_int_eq(tr_zip_stream_read(&s, out, 10, NULL), 0);
    ck_assert_int_eq(tr_zip_stream_read(&s, out, 1, NULL), TR_EFORMAT);
    tr_zip_stream_close(&s);
    tr_zip_close(&zip);
    tr_buf_free(&z.bytes);
}
END_TEST

/* The copy has exactly as many bytes as are left, so that a sanitizer sees each one too many. */
START_TEST(refuses_an_archive_cut_short_anywhere)
{
    for (int zip64 = 0; zip64 < 2; zip64++) {
        zip_maker z = {.zip64 = zip64};
        tr_zip zip;

        add_two(&z);
        zip_end(&z, "");
        for (size_t n = 1; n < z.bytes.len; n++) {
            unsigned char *part = malloc(n);
            memcpy(part, z.bytes.data, n);
            ck_assert_int_lt(tr_zip_open(&zip, part, n, "x.zip", NULL), 0);
            free(part);
        }
        tr_buf_free(&z.bytes);
    }
}
END_TEST

/* Whatever byte is wrong: an error, or the same contents (some bytes mean nothing here). */
START_TEST(never_gives_wrong_bytes_for_a_damaged_archive)
{
    static const unsigned char masks[] = {0x01, 0x80, 0xff};
    size_t refused = 0;

    for (int zip64 = 0; zip64 < 2; zip64++) {
        zip_maker z = {.zip64 = zip64};
        add_two(&z);
        zip_end(&z, "");
        unsigned char *bytes = (unsigned char *)z.bytes.data;
        for (size_t at = 0; at < 3 * z.bytes.len; at++) {
            tr_zip zip;
            char out[sizeof long_text];
            bytes[at / 3] ^= masks[at % 3];
            int rc = tr_zip_open(&zip, bytes, z.bytes.len, "x.zip", NULL);
            for (size_t i = 0; rc == 0 && i < zip.n_members; i++) {
                const tr_zip_member *m = &zip.members[i];
                const int bad = m->size != sizeof out || read_all(&zip, m, out, sizeof out, NULL);
                if (!bad) ck_assert_mem_eq(out, long_text, sizeof out);
                refused += bad != 0;
            }
            if (rc == 0) tr_zip_close(&zip);
            refused += rc < 0;
            bytes[at / 3] ^= masks[at % 3];
        }
        tr_buf_free(&z.bytes);
    }
    ck_assert_uint_gt(refused, 500);
}
END_TEST

UNIT_MAIN("zip", gives_back_stored_and_deflated_members, reads_sizes_and_offsets_from_zip64_fields,
          finds_the_end_behind_which_a_comment_stands, opens_an_archive_without_members,
          refuses_an_empty_file, refuses_what_it_cannot_unpack_by_name,
          refuses_a_name_that_occurs_twice, refuses_members_that_overlap,
          refuses_a_local_header_that_says_something_else, refuses_names_that_no_message_could_show,
          refuses_sizes_that_cannot_be_right,
          refuses_a_large_member_that_is_hardly_anything_when_packed,
          says_when_data_are_not_what_the_directory_says, refuses_to_read_past_the_end_of_a_member,
          refuses_an_archive_cut_short_anywhere, never_gives_wrong_bytes_for_a_damaged_archive)
