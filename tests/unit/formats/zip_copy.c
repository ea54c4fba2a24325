/* An archive with other bytes in some members. */
#include "formats/zip_copy.h"

#include "make/make_npz.h"
#include "unit/unit.h"

static const char old_text[] = "all work and no play makes a long text, all work and no play";
static const char new_text[] = "another text, which is somewhat shorter";

/* Members a (stored), b and c (deflated). */
static void make(zip_maker *z)
{
    zip_add(z, "a", old_text, sizeof old_text);
    z->method = 8;
    zip_add(z, "b", old_text, sizeof old_text);
    zip_add(z, "c", old_text, sizeof old_text);
    zip_end(z, "the end");
}

static void open_zip(tr_zip *zip, const tr_buf *bytes)
{
    ck_assert_int_eq(
        tr_zip_open(zip, (const unsigned char *)bytes->data, bytes->len, "x.zip", NULL), 0);
}

static int copy(const tr_buf *from, const tr_zip_change *changes, tr_buf *to, tr_error *err)
{
    tr_zip zip;
    open_zip(&zip, from);
    const int rc = tr_zip_copy(&zip, from->len, changes, to, err);
    tr_zip_close(&zip);
    return rc;
}

START_TEST(without_changes_it_is_the_same)
{
    const tr_zip_change none[3] = {{0}};
    zip_maker z = {0};
    tr_buf out = {0};

    make(&z);
    ck_assert_int_eq(copy(&z.bytes, none, &out, NULL), 0);
    ck_assert_uint_eq(out.len, z.bytes.len);
    ck_assert_mem_eq(out.data, z.bytes.data, out.len);
    tr_buf_free(&out);
    tr_buf_free(&z.bytes);
}
END_TEST

/* Member i gets other bytes: it has them then, and the others have theirs, compressed as before. */
static void check_changed(size_t i)
{
    tr_zip_change changes[3] = {{0}};
    zip_maker z = {0};
    tr_zip before, after;
    tr_buf out = {0};
    tr_zip_stream s;
    char bytes[sizeof new_text];

    make(&z);
    changes[i] = (tr_zip_change){.bytes = new_text, .size = sizeof new_text};
    ck_assert_int_eq(copy(&z.bytes, changes, &out, NULL), 0);
    open_zip(&before, &z.bytes);
    open_zip(&after, &out);
    for (size_t k = 0; k < 3; k++) {
        const tr_zip_member *const a = &before.members[k], *const b = &after.members[k];
        ck_assert_str_eq(a->name, b->name);
        ck_assert(a->deflated == b->deflated);
        if (k == i) continue;
        ck_assert_uint_eq(a->stored, b->stored);
        ck_assert_mem_eq(before.data + a->at, after.data + b->at, a->stored);
    }
    ck_assert_int_eq(tr_zip_stream_open(&s, &after, &after.members[i], NULL), 0);
    ck_assert_int_eq(tr_zip_stream_read(&s, bytes, sizeof bytes, NULL), 0);
    ck_assert_str_eq(bytes, new_text);
    ck_assert_mem_eq(out.data + out.len - 7, "the end", 7);
    tr_zip_stream_close(&s);
    tr_zip_close(&before);
    tr_zip_close(&after);
    tr_buf_free(&out);
    tr_buf_free(&z.bytes);
}

START_TEST(a_member_changes_and_the_others_do_not)
{
    for (size_t i = 0; i < 3; i++)
        check_changed(i);
}
END_TEST

START_TEST(zip64_is_refused)
{
    const tr_zip_change none[3] = {{0}};
    zip_maker z = {.zip64 = true};
    tr_buf out = {0};
    tr_error err;

    make(&z);
    ck_assert_int_eq(copy(&z.bytes, none, &out, &err), TR_EUNSUPPORTED);
    ck_assert_ptr_nonnull(strstr(err.msg, "x.zip: zip64"));
    ck_assert_uint_eq(out.len, 0);
    tr_buf_free(&z.bytes);
}
END_TEST

START_TEST(a_member_is_found_by_its_name)
{
    zip_maker z = {0};
    tr_zip zip;

    make(&z);
    open_zip(&zip, &z.bytes);
    ck_assert_ptr_eq(tr_zip_find(&zip, "b"), &zip.members[1]);
    ck_assert_ptr_null(tr_zip_find(&zip, "d"));
    tr_zip_close(&zip);
    tr_buf_free(&z.bytes);
}
END_TEST

UNIT_MAIN("zip_copy", without_changes_it_is_the_same, a_member_changes_and_the_others_do_not,
          zip64_is_refused, a_member_is_found_by_its_name)
