/* The last step of an output: what was there is kept whole, and what it has beside its bytes. */
#define _XOPEN_SOURCE 700 /* S_ISVTX */
#include "base/replace.h"

#include <fcntl.h>
#ifdef __linux__
#include <sys/xattr.h>
#endif

#include "unit/scratch.h"
#include "unit/unit.h"

static struct stat about(const char *path)
{
    struct stat st;
    ck_assert_int_eq(stat(path, &st), 0);
    return st;
}

static void put(int fd, const char *text)
{
    ck_assert_int_eq(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    ck_assert_int_eq(close(fd), 0);
}

static void holds(const char *path, const char *text)
{
    size_t n;
    char *const bytes = read_file(path, &n);
    ck_assert_uint_eq(n, strlen(text));
    ck_assert_int_eq(memcmp(bytes, text, n), 0);
    free(bytes);
}

static int replace(const char *path, tr_replace_how how, const char *text, tr_error *err)
{
    tr_replacement r;

    const int fd = tr_replacement_open(&r, path, how);
    ck_assert_int_ge(fd, 0);
    put(fd, text);
    return tr_replacement_commit(&r, err);
}

START_TEST(gives_a_new_file_the_rights_that_the_umask_leaves)
{
    scratch s;

    scratch_open(&s);
    const mode_t mask = umask(027);
    ck_assert_int_eq(replace(scratch_file(&s, "new"), TR_REPLACE_KEEPING_FILE, "text", NULL), 0);
    umask(mask);
    holds(s.path, "text");
    ck_assert_uint_eq(about(s.path).st_mode & 07777, 0640);
    ck_assert_int_eq(scratch_count(&s, false), 1);
    scratch_close(&s);
}
END_TEST

START_TEST(keeps_rights_and_never_has_more)
{
    scratch s;
    tr_replacement r;
    struct stat open_now;

    scratch_open(&s);
    write_file(scratch_file(&s, "kept"), "old text", 8);
    ck_assert_int_eq(chmod(s.path, 0604), 0);
    const int fd = tr_replacement_open(&r, s.path, TR_REPLACE_KEEPING_FILE);
    ck_assert_int_eq(fstat(fd, &open_now), 0);
    ck_assert_uint_eq(open_now.st_mode & 07777, 0600);
    put(fd, "new");
    holds(s.path, "old text");
    ck_assert_int_eq(tr_replacement_commit(&r, NULL), 0);
    holds(s.path, "new");
    ck_assert_uint_eq(about(s.path).st_mode & 07777, 0604);
    ck_assert_int_eq(scratch_count(&s, false), 1);
    scratch_close(&s);
}
END_TEST

START_TEST(keeps_other_names_where_it_may_write_into_the_file)
{
    char other[SCRATCH_PATH];
    scratch s;

    scratch_open(&s);
    snprintf(other, sizeof other, "%s", scratch_file(&s, "other"));
    write_file(scratch_file(&s, "name"), "a longer text", 13);
    ck_assert_int_eq(link(s.path, other), 0);
    ck_assert_int_eq(replace(s.path, TR_REPLACE_KEEPING_FILE, "new", NULL), 0);
    holds(s.path, "new");
    holds(other, "new");
    ck_assert_uint_eq(about(other).st_nlink, 2);

    ck_assert_int_eq(replace(s.path, TR_REPLACE_BY_RENAMING, "newest", NULL), 0);
    holds(s.path, "newest");
    holds(other, "new"); /* a mapping of it stays as it was */
    ck_assert_int_eq(scratch_count(&s, false), 2);
    scratch_close(&s);
}
END_TEST

START_TEST(keeps_extended_attributes)
{
#ifdef __linux__
    char value[8] = "";
    scratch s;

    scratch_open(&s);
    write_file(scratch_file(&s, "marked"), "old", 3);
    if (setxattr(s.path, "user.origin", "abc", 3, 0) < 0) {
        fprintf(stderr, "skipped: %s has no extended attributes\n", s.folder);
    } else {
        const ino_t before = about(s.path).st_ino;
        ck_assert_int_eq(replace(s.path, TR_REPLACE_KEEPING_FILE, "new", NULL), 0);
        ck_assert_int_eq(getxattr(s.path, "user.origin", value, sizeof value), 3);
        ck_assert_str_eq(value, "abc");
        ck_assert(about(s.path).st_ino != before); /* it was renamed, not written into */
        holds(s.path, "new");
    }
    scratch_close(&s);
#endif
}
END_TEST

START_TEST(keeps_the_owner_or_writes_into_the_file)
{
    scratch s;

    scratch_open(&s);
    write_file(scratch_file(&s, "theirs"), "old", 3);
    if (geteuid() != 0 || chown(s.path, 1234, 5678) < 0) {
        fprintf(stderr, "skipped: only root gives files away\n");
    } else {
        ck_assert_int_eq(chmod(s.path, 0640), 0);
        for (int how = TR_REPLACE_BY_RENAMING; how <= TR_REPLACE_KEEPING_FILE; how++) {
            ck_assert_int_eq(replace(s.path, (tr_replace_how)how, "new", NULL), 0);
            const struct stat st = about(s.path);
            ck_assert_uint_eq(st.st_uid, 1234);
            ck_assert_uint_eq(st.st_gid, 5678);
            ck_assert_uint_eq(st.st_mode & 07777, 0640);
        }
    }
    scratch_close(&s);
}
END_TEST

/* A folder in the way: renaming onto it is refused, whoever asks. */
START_TEST(keeps_a_complete_file_that_cannot_get_its_name)
{
    char folder[SCRATCH_PATH];
    scratch s;
    tr_error err;
    tr_replacement r;

    scratch_open(&s);
    const int fd = tr_replacement_open(&r, scratch_file(&s, "taken"), TR_REPLACE_KEEPING_FILE);
    snprintf(folder, sizeof folder, "%s", s.path);
    ck_assert_int_eq(mkdir(folder, 0700), 0);
    put(fd, "hours of work");
    ck_assert_int_eq(tr_replacement_commit(&r, &err), TR_EIO);
    const char *const kept = strstr(err.msg, "all that was written is in ");
    ck_assert_ptr_nonnull(kept);
    holds(kept + strlen("all that was written is in "), "hours of work");
    ck_assert_int_eq(rmdir(folder), 0);
    ck_assert_int_eq(scratch_count(&s, true), 1);
    scratch_close(&s);
}
END_TEST

START_TEST(leaves_nothing_when_it_is_abandoned)
{
    scratch s;
    tr_replacement r;

    scratch_open(&s);
    put(tr_replacement_open(&r, scratch_file(&s, "none"), TR_REPLACE_BY_RENAMING), "text");
    tr_replacement_abandon(&r);
    tr_replacement_abandon(&r);
    ck_assert_int_eq(scratch_count(&s, false), 0);
    ck_assert_int_lt(tr_replacement_open(&r, "/nonexistent/x", TR_REPLACE_KEEPING_FILE), 0);
    tr_replacement_abandon(&r);
    scratch_close(&s);
}
END_TEST

START_TEST(can_be_read_before_it_has_its_name)
{
    scratch s;
    tr_buf path = {0};
    tr_replacement r;

    scratch_open(&s);
    put(tr_replacement_open(&r, scratch_file(&s, "x"), TR_REPLACE_BY_RENAMING), "text");
    tr_replacement_unfinished_path(&r, &path);
    holds(path.data, "text");
    tr_replacement_abandon(&r);
    tr_buf_free(&path);
    scratch_close(&s);
}
END_TEST

UNIT_MAIN("replace", gives_a_new_file_the_rights_that_the_umask_leaves,
          keeps_rights_and_never_has_more, keeps_other_names_where_it_may_write_into_the_file,
          keeps_extended_attributes, keeps_the_owner_or_writes_into_the_file,
          keeps_a_complete_file_that_cannot_get_its_name, leaves_nothing_when_it_is_abandoned,
          can_be_read_before_it_has_its_name)
