#include "base/file.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unit/scratch.h"
#include "unit/unit.h"

START_TEST(maps_the_bytes_of_a_file)
{
    scratch s;
    tr_file f;
    scratch_open(&s);
    write_file(scratch_file(&s, "x"), "a\0b", 3);
    ck_assert_int_eq(tr_file_map(&f, s.path, NULL), 0);
    ck_assert_uint_eq(f.size, 3);
    ck_assert_mem_eq(f.data, "a\0b", 3);
    ck_assert_uint_eq((uintptr_t)f.data % 64, 0);
    tr_file_unmap(&f);
    ck_assert_ptr_null(f.data);
    tr_file_unmap(&f);
    scratch_close(&s);
}
END_TEST

START_TEST(maps_an_empty_file_to_nothing)
{
    scratch s;
    tr_file f;
    scratch_open(&s);
    write_file(scratch_file(&s, "x"), "", 0);
    ck_assert_int_eq(tr_file_map(&f, s.path, NULL), 0);
    ck_assert_ptr_null(f.data);
    ck_assert_uint_eq(f.size, 0);
    tr_file_unmap(&f);
    scratch_close(&s);
}
END_TEST

START_TEST(a_copy_is_what_the_file_was)
{
    scratch s;
    tr_file f;
    tr_error err;
    scratch_open(&s);
    write_file(scratch_file(&s, "x"), "a\0b", 3);
    ck_assert_int_eq(tr_file_copy(&f, s.path, NULL), 0);
    ck_assert_int_eq(truncate(s.path, 0), 0);
    ck_assert_uint_eq(f.size, 3);
    ck_assert_mem_eq(f.data, "a\0b", 3);
    tr_file_unmap(&f);
    ck_assert_int_eq(tr_file_copy(&f, s.path, NULL), 0);
    ck_assert_ptr_null(f.data);
    ck_assert_int_eq(tr_file_copy(&f, "/", &err), TR_EIO);
    ck_assert_str_eq(err.msg, "/: is a directory");
    scratch_close(&s);
}
END_TEST

/* A pipe without a writer must not make it wait, either. */
/* Pages of files in the process's memory. */
static long file_pages(void)
{
    long all, resident, shared;
    FILE *f = fopen("/proc/self/statm", "r");
    if (!f) return -1;
    const int n = fscanf(f, "%ld %ld %ld", &all, &resident, &shared);
    fclose(f);
    return n == 3 ? shared : -1;
}

static unsigned sum_of(const tr_file *f)
{
    unsigned sum = 0;
    for (size_t i = 0; i < f->size; i++)
        sum += f->data[i];
    return sum;
}

START_TEST(releases_pages_that_can_be_read_again)
{
    enum { SIZE = 8 << 20 };
    static char bytes[SIZE];
    tr_file_watch w;
    scratch s;
    tr_file f;
    for (size_t i = 0; i < SIZE; i++)
        bytes[i] = (char)(i % 251);
    scratch_open(&s);
    write_file(scratch_file(&s, "x"), bytes, SIZE);
    ck_assert_int_eq(tr_file_map_watched(&f, &w, s.path, NULL), 0);
    const unsigned sum = sum_of(&f);
    const long before = file_pages();
    tr_file_release(&w, f.data + 100, SIZE - 200);
    const long after = file_pages();
    if (before >= 0) ck_assert_int_ge((before - after) * sysconf(_SC_PAGESIZE), SIZE - (1 << 20));
    tr_file_release(&w, f.data + 100, 200); /* no whole page */
    ck_assert_uint_eq(sum_of(&f), sum);
    tr_file_watch_end(&w);
    tr_file_release(&w, f.data, SIZE); /* it is not known any more to be a file's */
    ck_assert_uint_eq(sum_of(&f), sum);
    tr_file_unmap(&f);
    scratch_close(&s);
}
END_TEST

START_TEST(maps_regular_files_only)
{
    scratch s;
    tr_file f;
    tr_error err;
    scratch_open(&s);
    ck_assert_int_eq(mkfifo(scratch_file(&s, "pipe"), 0600), 0);
    ck_assert_int_eq(tr_file_map(&f, s.path, &err), TR_EIO);
    ck_assert_ptr_nonnull(strstr(err.msg, "/pipe: is not a regular file"));
    ck_assert_int_eq(tr_file_map(&f, "/dev/null", &err), TR_EIO);
    ck_assert_str_eq(err.msg, "/dev/null: is not a regular file");
    ck_assert_int_eq(tr_file_map(&f, "/", &err), TR_EIO);
    ck_assert_str_eq(err.msg, "/: is a directory");
    ck_assert_int_eq(tr_file_map(&f, scratch_file(&s, "none"), &err), TR_EIO);
    ck_assert_ptr_nonnull(strstr(err.msg, "/none: No such file or directory"));
    scratch_close(&s);
}
END_TEST

static void assert_content(const char *path, const char *expected)
{
    size_t size;
    char *found = read_file(path, &size);
    ck_assert_str_eq(found, expected);
    ck_assert_uint_eq(size, strlen(expected));
    free(found);
}

START_TEST(a_file_appears_when_it_is_complete)
{
    scratch s;
    tr_file_writer w;
    scratch_open(&s);
    write_file(scratch_file(&s, "x"), "old", 3);
    ck_assert_int_eq(tr_file_create(&w, s.path, NULL), 0);
    fputs("new text", w.stream);
    fflush(w.stream);
    assert_content(s.path, "old");
    ck_assert_int_eq(tr_file_commit(&w, NULL), 0);
    assert_content(s.path, "new text");
    ck_assert_int_eq(scratch_count(&s, false), 1);
    tr_file_abandon(&w);
    assert_content(s.path, "new text");
    scratch_close(&s);
}
END_TEST

START_TEST(an_abandoned_file_leaves_the_old_one)
{
    scratch s;
    tr_file_writer w;
    scratch_open(&s);
    write_file(scratch_file(&s, "x"), "old", 3);
    ck_assert_int_eq(tr_file_create(&w, s.path, NULL), 0);
    fputs("new text", w.stream);
    tr_file_abandon(&w);
    tr_file_abandon(&w);
    assert_content(s.path, "old");
    ck_assert_int_eq(scratch_count(&s, false), 1);
    scratch_close(&s);
}
END_TEST

START_TEST(two_writers_of_one_file_do_not_meet)
{
    scratch s;
    tr_file_writer a, b;
    scratch_open(&s);
    ck_assert_int_eq(tr_file_create(&a, scratch_file(&s, "x"), NULL), 0);
    ck_assert_int_eq(tr_file_create(&b, s.path, NULL), 0);
    fputs("first", a.stream);
    fputs("second", b.stream);
    ck_assert_int_eq(tr_file_commit(&a, NULL), 0);
    assert_content(s.path, "first");
    ck_assert_int_eq(tr_file_commit(&b, NULL), 0);
    assert_content(s.path, "second");
    ck_assert_int_eq(scratch_count(&s, false), 1);
    scratch_close(&s);
}
END_TEST

START_TEST(keeps_a_symbolic_link_and_writes_what_it_leads_to)
{
    scratch s;
    tr_file_writer w;
    struct stat st;
    scratch_open(&s);
    write_file(scratch_file(&s, "real"), "old", 3);
    ck_assert_int_eq(symlink("real", scratch_file(&s, "link")), 0);
    ck_assert_int_eq(tr_file_create(&w, s.path, NULL), 0);
    fputs("new", w.stream);
    ck_assert_int_eq(tr_file_commit(&w, NULL), 0);
    ck_assert_int_eq(lstat(s.path, &st), 0);
    ck_assert(S_ISLNK(st.st_mode));
    assert_content(scratch_file(&s, "real"), "new");
    scratch_close(&s);
}
END_TEST

START_TEST(refuses_to_replace_devices_and_folders_and_links_to_nothing)
{
    scratch s;
    tr_file_writer w;
    tr_error err;
    scratch_open(&s);
    ck_assert_int_eq(mkfifo(scratch_file(&s, "pipe"), 0600), 0);
    ck_assert_int_eq(tr_file_create(&w, s.path, &err), TR_EIO);
    ck_assert_ptr_nonnull(strstr(err.msg, "/pipe: is not a regular file"));
    tr_file_abandon(&w);
    ck_assert_int_eq(tr_file_create(&w, "/dev/null", &err), TR_EIO);
    ck_assert_int_eq(tr_file_create(&w, s.folder, &err), TR_EIO);
    ck_assert_ptr_nonnull(strstr(err.msg, ": is a directory"));
    ck_assert_int_eq(tr_file_create(&w, "/nonexistent/x", &err), TR_EIO);
    ck_assert_str_eq(err.msg, "/nonexistent/x: No such file or directory");
    ck_assert_int_eq(tr_file_create(&w, "", &err), TR_EIO);
    ck_assert_int_eq(symlink("nowhere", scratch_file(&s, "link")), 0);
    ck_assert_int_eq(tr_file_create(&w, s.path, &err), TR_EIO);
    ck_assert_ptr_nonnull(strstr(err.msg, "/link: is a symbolic link that leads to no file"));
    ck_assert_int_eq(scratch_count(&s, false), 2);
    scratch_close(&s);
}
END_TEST

/* A limit on the size of files stands in for a full disk.  Of bytes that are written early, all
 * that is left when the file is complete is the stream's error flag. */
static int write_beyond_the_limit(const char *path, bool early, tr_error *err)
{
    tr_file_writer w;
    static const char bytes[5000];
    ck_assert_int_eq(tr_file_create(&w, path, NULL), 0);
    fwrite(bytes, 1, sizeof bytes, w.stream);
    if (early) {
        fflush(w.stream);
        errno = 0;
    }
    return tr_file_commit(&w, err);
}

START_TEST(reports_a_write_that_failed_and_leaves_the_old_file)
{
    struct rlimit before, now;
    getrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, SIG_IGN);
    for (int early = 0; early < 2; early++) {
        scratch s;
        tr_error err = {0};
        scratch_open(&s);
        write_file(scratch_file(&s, "x"), "old", 3);
        now = before;
        now.rlim_cur = 4096;
        setrlimit(RLIMIT_FSIZE, &now);
        const int rc = write_beyond_the_limit(s.path, early, &err);
        setrlimit(RLIMIT_FSIZE, &before);
        ck_assert_int_eq(rc, TR_EIO);
        ck_assert_ptr_nonnull(strstr(err.msg, strerror(early ? EIO : EFBIG)));
        assert_content(s.path, "old");
        ck_assert_int_eq(scratch_count(&s, false), 1);
        scratch_close(&s);
    }
    signal(SIGXFSZ, SIG_DFL);
}
END_TEST

START_TEST(permissions_are_those_the_umask_leaves)
{
    scratch s;
    tr_file_writer w;
    struct stat st;
    scratch_open(&s);
    const mode_t mask = umask(027);
    ck_assert_int_eq(tr_file_create(&w, scratch_file(&s, "x"), NULL), 0);
    ck_assert_int_eq(tr_file_commit(&w, NULL), 0);
    umask(mask);
    ck_assert_int_eq(stat(s.path, &st), 0);
    ck_assert_uint_eq(st.st_mode & 0777, 0640);
    scratch_close(&s);
}
END_TEST

START_TEST(a_name_may_be_as_long_as_the_folder_allows)
{
    char path[SCRATCH_FOLDER + 257];
    scratch s;
    tr_file_writer w;
    FILE *f;
    tr_error err;

    scratch_open(&s);
    int at = snprintf(path, sizeof path, "%s/", s.folder);
    for (int i = 0; i < 85; i++)
        at += snprintf(path + at, sizeof path - (size_t)at, "\xE6\x97\xA5");
    ck_assert_int_eq(tr_file_create(&w, path, &err), 0);
    const size_t stem = (size_t)tr_replacement_stem(path) - strlen(s.folder) - 1;
    ck_assert_msg(stem > 0 && stem % 3 == 0, "%zu bytes: not whole characters", stem);
    ck_assert_int_eq(tr_file_commit(&w, NULL), 0);
    ck_assert_int_eq(tr_file_scratch(&f, path, &err), 0);
    fclose(f);
    ck_assert_int_eq(unlink(path), 0);
    ck_assert_int_eq(scratch_count(&s, false), 0);
    scratch_close(&s);
}
END_TEST

UNIT_MAIN("file", maps_the_bytes_of_a_file, releases_pages_that_can_be_read_again,
          maps_an_empty_file_to_nothing, a_copy_is_what_the_file_was, maps_regular_files_only,
          a_file_appears_when_it_is_complete, an_abandoned_file_leaves_the_old_one,
          two_writers_of_one_file_do_not_meet, keeps_a_symbolic_link_and_writes_what_it_leads_to,
          refuses_to_replace_devices_and_folders_and_links_to_nothing,
          reports_a_write_that_failed_and_leaves_the_old_file,
          permissions_are_those_the_umask_leaves, a_name_may_be_as_long_as_the_folder_allows)
