#include "formats/bundle.h"

#include <sys/stat.h>

#include "make/make_npz.h"
#include "unit/scratch.h"
#include "unit/unit.h"

static void write_zip(const char *path, zip_maker *z)
{
    zip_end(z, "");
    write_file(path, z->bytes.data, z->bytes.len);
    tr_buf_free(&z->bytes);
}

static void check_content(const tr_bundle *b, const char *name, const char *content)
{
    tr_file f;
    tr_error err;

    const int rc = tr_bundle_map(b, name, &f, &err);
    ck_assert_msg(rc == 0, "%s", err.msg);
    ck_assert_uint_eq(f.size, strlen(content));
    if (f.size) ck_assert_mem_eq(f.data, content, f.size);
    tr_file_unmap(&f);
}

static void check_missing(const tr_bundle *b, const char *name)
{
    tr_file f;
    tr_error err;

    ck_assert(tr_bundle_has(b, name, &err) == 0);
    ck_assert_int_eq(tr_bundle_map(b, name, &f, &err), TR_EIO);
    ck_assert_ptr_nonnull(strstr(err.msg, name));
}

START_TEST(gives_the_files_of_a_directory)
{
    scratch s;
    tr_bundle b;

    scratch_open(&s);
    write_file(scratch_file(&s, "a.txt"), "abc", 3);
    write_file(scratch_file(&s, "empty"), "", 0);
    ck_assert_int_eq(tr_bundle_open(&b, s.folder, "", NULL), 0);
    ck_assert_int_eq(tr_bundle_has(&b, "a.txt", NULL), 1);
    check_content(&b, "a.txt", "abc");
    check_content(&b, "empty", "");
    check_missing(&b, "b.txt");
    ck_assert_int_eq(tr_bundle_has(&b, ".", NULL), 0);
    ck_assert_int_eq(tr_bundle_enter(&b, "a.txt", NULL), 1);
    ck_assert_int_eq(tr_bundle_enter(&b, "b.txt", NULL), 0);
    char *name = tr_bundle_name(&b, "a.txt");
    ck_assert_str_eq(name, scratch_file(&s, "a.txt"));
    free(name);
    tr_bundle_close(&b);
    scratch_close(&s);
}
END_TEST

START_TEST(unpacks_the_files_of_an_archive)
{
    scratch s;
    tr_bundle b;
    zip_maker z = {.method = 8};
    char *large = malloc(300001); /* more than one go */

    memset(large, 'x', 300000);
    large[300000] = '\0';
    large[7] = 'y';
    scratch_open(&s);
    zip_add(&z, "large", large, 300000);
    z.method = 0;
    zip_add(&z, "folder/stored", "abc", 3);
    zip_add(&z, "folder/empty", "", 0);
    write_zip(scratch_file(&s, "a.zip"), &z);
    char path[SCRATCH_PATH], other[SCRATCH_PATH];
    strcpy(path, s.path);
    strcpy(other, scratch_file(&s, "out"));

    ck_assert_int_eq(tr_bundle_open(&b, path, other, NULL), 0);
    check_content(&b, "large", large);
    check_content(&b, "folder/stored", "abc");
    check_content(&b, "folder/empty", "");
    check_missing(&b, "stored");
    char *name = tr_bundle_name(&b, "large");
    ck_assert_ptr_eq(strstr(name, path), name);
    ck_assert_ptr_nonnull(strstr(name, "large"));
    free(name);
    tr_bundle_close(&b);
    ck_assert_int_eq(scratch_count(&s, false), 1); /* nothing but the archive */
    scratch_close(&s);
    free(large);
}
END_TEST

static int enter(const char *const *members, const char *name, tr_bundle *b, scratch *s)
{
    zip_maker z = {0};

    for (; *members; members++)
        zip_add(&z, *members, "abc", 3);
    write_zip(scratch_file(s, "a.zip"), &z);
    ck_assert_int_eq(tr_bundle_open(b, s->path, "", NULL), 0);
    return tr_bundle_enter(b, name, NULL);
}

START_TEST(enters_the_folder_of_a_file)
{
    static const char *const in_folder[] = {"p-1_0/meta", "p-1_0/model/bin", NULL};
    static const char *const at_top[] = {"meta", "model/bin", NULL};
    static const char *const twice[] = {"a/meta", "b/meta", NULL};
    static const char *const deep[] = {"a/b/meta", NULL};
    scratch s;
    tr_bundle b;

    scratch_open(&s);
    ck_assert_int_eq(enter(in_folder, "meta", &b, &s), 1);
    check_content(&b, "model/bin", "abc");
    check_missing(&b, "p-1_0/model/bin");
    tr_bundle_close(&b);
    ck_assert_int_eq(enter(at_top, "meta", &b, &s), 1);
    check_content(&b, "model/bin", "abc");
    tr_bundle_close(&b);
    ck_assert_int_eq(enter(twice, "meta", &b, &s), 0);
    tr_bundle_close(&b);
    ck_assert_int_eq(enter(deep, "meta", &b, &s), 0);
    tr_bundle_close(&b);
    ck_assert_int_eq(enter(at_top, "eta", &b, &s), 0);
    tr_bundle_close(&b);
    scratch_close(&s);
}
END_TEST

static int map_error(zip_maker *z, const char *name, tr_error *err)
{
    scratch s;
    tr_bundle b;
    tr_file f;

    scratch_open(&s);
    write_zip(scratch_file(&s, "a.zip"), z);
    int rc = tr_bundle_open(&b, s.path, s.path, err);
    if (rc == 0) {
        rc = tr_bundle_map(&b, name, &f, err);
        if (rc == 0) tr_file_unmap(&f);
        tr_bundle_close(&b);
    }
    ck_assert_int_eq(scratch_count(&s, false), 1);
    scratch_close(&s);
    return rc;
}

/* Nothing is written by a member's name: not to where it leads, nor anywhere else for long. */
START_TEST(names_of_members_lead_nowhere)
{
    scratch s;
    tr_bundle b;
    tr_file f;
    zip_maker z = {0};
    char beside[SCRATCH_PATH], absolute[SCRATCH_PATH];

    scratch_open(&s);
    strcpy(absolute, scratch_file(&s, "absolute"));
    snprintf(beside, sizeof beside, "%s/../slip-%ld", s.folder, (long)getpid());
    const char *const names[] = {absolute, strstr(beside, "../"), "../../../../../../tmp/slip"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        zip_add(&z, names[i], "abc", 3);
    write_zip(scratch_file(&s, "a.zip"), &z);
    ck_assert_int_eq(tr_bundle_open(&b, s.path, s.path, NULL), 0);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        ck_assert_int_eq(tr_bundle_map(&b, names[i], &f, NULL), 0);
        ck_assert(f.size == 3 && !memcmp(f.data, "abc", 3));
        tr_file_unmap(&f);
    }
    tr_bundle_close(&b);
    ck_assert_int_eq(scratch_count(&s, false), 1); /* the archive */
    ck_assert_int_ne(access(beside, F_OK), 0);
    ck_assert_int_ne(access("/tmp/slip", F_OK), 0);
    scratch_close(&s);
}
END_TEST

START_TEST(refuses_damaged_and_exploding_members)
{
    enum { N = 80 << 20 };
    tr_error err;

    zip_maker damaged = {.crc_change = 1};
    zip_add(&damaged, "a", "abc", 3);
    ck_assert_int_eq(map_error(&damaged, "a", &err), TR_EFORMAT);

    char *zeros = calloc(N, 1);
    zip_maker bomb = {.method = 8};
    zip_add(&bomb, "a", zeros, N);
    ck_assert_int_eq(map_error(&bomb, "a", &err), TR_EFORMAT);
    ck_assert_ptr_nonnull(strstr(err.msg, "member a: its sizes cannot be right"));
    free(zeros);
}
END_TEST

START_TEST(refuses_what_is_no_archive_and_no_directory)
{
    scratch s;
    tr_bundle b;
    tr_error err;

    scratch_open(&s);
    ck_assert_int_eq(tr_bundle_open(&b, scratch_file(&s, "none"), "", &err), TR_EIO);
    write_file(scratch_file(&s, "text"), "not a zip archive, though long enough", 37);
    ck_assert_int_eq(tr_bundle_open(&b, s.path, "", &err), TR_EFORMAT);
    write_file(scratch_file(&s, "text"), "", 0);
    ck_assert_int_eq(tr_bundle_open(&b, s.path, "", &err), TR_EFORMAT);
    scratch_close(&s);
}
END_TEST

START_TEST(absent_is_not_what_nobody_can_say)
{
    scratch s;
    tr_bundle b;
    tr_error err = {0};

    scratch_open(&s);
    ck_assert_int_eq(symlink("loop", scratch_file(&s, "loop")), 0);
    ck_assert_int_eq(symlink("nowhere", scratch_file(&s, "dangling")), 0);
    ck_assert_int_eq(tr_bundle_open(&b, s.folder, "", NULL), 0);
    ck_assert_int_eq(tr_bundle_has(&b, "dangling", &err), 0);
    ck_assert_int_eq(tr_bundle_has(&b, "loop", &err), TR_EIO);
    ck_assert_ptr_nonnull(strstr(err.msg, "/loop: Too many levels of symbolic links"));
    ck_assert_int_eq(tr_bundle_enter(&b, "loop", &err), TR_EIO);
    int rc = 0;
    ck_assert(!tr_bundle_finds(&b, "loop", &rc, &err));
    ck_assert_int_eq(rc, TR_EIO);
    write_file(scratch_file(&s, "a"), "", 0);
    ck_assert(!tr_bundle_finds(&b, "a", &rc, &err)); /* nothing is looked for any more */
    ck_assert_int_eq(rc, TR_EIO);
    tr_bundle_close(&b);
    scratch_close(&s);
}
END_TEST

START_TEST(says_where_it_cannot_unpack)
{
    scratch s;
    tr_bundle b;
    tr_file f;
    tr_error err;
    zip_maker z = {0};

    scratch_open(&s);
    zip_add(&z, "a", "abc", 3);
    write_zip(scratch_file(&s, "a.zip"), &z);
    ck_assert_int_eq(tr_bundle_open(&b, s.path, "/nowhere/at/all", NULL), 0);
    ck_assert_int_eq(tr_bundle_map(&b, "a", &f, &err), TR_EIO);
    ck_assert_ptr_nonnull(strstr(err.msg, "/nowhere/at/all"));
    tr_bundle_close(&b);
    scratch_close(&s);
}
END_TEST

UNIT_MAIN("bundle", gives_the_files_of_a_directory, unpacks_the_files_of_an_archive,
          enters_the_folder_of_a_file, names_of_members_lead_nowhere,
          refuses_damaged_and_exploding_members, refuses_what_is_no_archive_and_no_directory,
          absent_is_not_what_nobody_can_say, says_where_it_cannot_unpack)
