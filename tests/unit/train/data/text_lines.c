/* text_lines.c - lines of plain, gzip and xz files; damage; lines that no text has. */
#include "train/data/text_lines.h"

#include <zlib.h>

#include "base/buf.h"
#include "unit/scratch.h"
#include "unit/unit.h"

/* printf 'one\ntwo\n' | xz --check=crc32 | xxd -i */
static const unsigned char xz_file[] = {
    0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00, 0x00, 0x01, 0x69, 0x22, 0xde, 0x36, 0x02, 0x00, 0x21,
    0x01, 0x16, 0x00, 0x00, 0x00, 0x74, 0x2f, 0xe5, 0xa3, 0x01, 0x00, 0x07, 0x6f, 0x6e, 0x65,
    0x0a, 0x74, 0x77, 0x6f, 0x0a, 0x00, 0xe6, 0x0b, 0xba, 0x12, 0x00, 0x01, 0x1c, 0x08, 0x44,
    0x60, 0x2a, 0xc8, 0x90, 0x42, 0x99, 0x0d, 0x01, 0x00, 0x00, 0x00, 0x00, 0x01, 0x59, 0x5a};

/* Appends text [size] as one member of a gzip file. */
static void pack(tr_buf *file, const char *text, size_t size)
{
    z_stream z = {0};
    const size_t room = size + 1000;
    unsigned char *out = malloc(room);
    ck_assert_int_eq(deflateInit2(&z, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY), Z_OK);
    z.next_in = (unsigned char *)text;
    z.avail_in = (unsigned)size;
    z.next_out = out;
    z.avail_out = (unsigned)room;
    ck_assert_int_eq(deflate(&z, Z_FINISH), Z_STREAM_END);
    tr_buf_add(file, out, z.total_out);
    deflateEnd(&z);
    free(out);
}

/* The lines of a file, each with "|" after it, and how the last call ended. */
static int read_all(const char *path, const void *bytes, size_t size, tr_buf *found, tr_error *err)
{
    tr_text_lines *lines;
    char *line;
    size_t len;

    write_file(path, bytes, size);
    int rc = tr_text_lines_open(&lines, path, err);
    if (rc < 0) return rc;
    while ((rc = tr_text_lines_next(lines, &line, &len, err)) > 0) {
        ck_assert_int_eq(line[len], '\0');
        tr_buf_add(found, line, len);
        tr_buf_add_string(found, "|");
    }
    if (rc == 0) ck_assert_int_eq(tr_text_lines_next(lines, &line, &len, err), 0);
    tr_text_lines_close(lines);
    return rc;
}

static void check_lines(const void *bytes, size_t size, const char *expected)
{
    tr_buf found = {0};
    tr_error err = {0};
    scratch s;

    scratch_open(&s);
    ck_assert_msg(read_all(scratch_file(&s, "text"), bytes, size, &found, &err) == 0, "%s",
                  err.msg);
    ck_assert_str_eq(tr_buf_text(&found), expected);
    tr_buf_free(&found);
    scratch_close(&s);
}

static void check_refused(const void *bytes, size_t size, const char *why)
{
    tr_buf found = {0};
    tr_error err = {0};
    scratch s;

    scratch_open(&s);
    ck_assert_int_eq(read_all(scratch_file(&s, "text"), bytes, size, &found, &err), TR_EFORMAT);
    ck_assert_msg(strstr(err.msg, why) != NULL, "%s", err.msg);
    tr_buf_free(&found);
    scratch_close(&s);
}

#define CHECK_TEXT(text, expected) check_lines(text, sizeof(text) - 1, expected)

START_TEST(a_line_ends_in_lf_or_cr_lf)
{
    CHECK_TEXT("one\ntwo\r\nthree\n", "one|two|three|");
    CHECK_TEXT("o\rne\r\r\n", "o\rne\r|");
    CHECK_TEXT("\n\r\n\n", "|||");
}
END_TEST

START_TEST(the_last_line_needs_no_end)
{
    CHECK_TEXT("one\ntwo", "one|two|");
    CHECK_TEXT("one\r", "one|");
    CHECK_TEXT("", "");
}
END_TEST

START_TEST(a_line_may_have_a_nul)
{
    tr_text_lines *lines;
    tr_error err;
    scratch s;
    char *line;
    size_t len;

    scratch_open(&s);
    const char *path = scratch_file(&s, "text");
    write_file(path, "a\0b\n", 4);
    ck_assert_int_eq(tr_text_lines_open(&lines, path, &err), 0);
    ck_assert_int_eq(tr_text_lines_next(lines, &line, &len, &err), 1);
    ck_assert_uint_eq(len, 3);
    ck_assert_mem_eq(line, "a\0b", 4);
    tr_text_lines_close(lines);
    scratch_close(&s);
}
END_TEST

/* Lines of several lengths, some of which are longer than any window. */
static tr_buf long_text(tr_buf *expected)
{
    static const size_t sizes[] = {1, 65534, 65535, 65536, 200000, 0, 131072, 7};
    tr_buf text = {0};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        for (size_t k = 0; k < sizes[i]; k++) {
            const char c = (char)('a' + (i * 7 + k * k % 11) % 26);
            tr_buf_add(&text, &c, 1);
            tr_buf_add(expected, &c, 1);
        }
        tr_buf_add_string(&text, "\n");
        tr_buf_add_string(expected, "|");
    }
    return text;
}

START_TEST(lines_may_be_longer_than_the_window)
{
    tr_buf expected = {0}, text = long_text(&expected);
    check_lines(text.data, text.len, expected.data);
    tr_buf_free(&text);
    tr_buf_free(&expected);
}
END_TEST

START_TEST(gzip_is_unpacked)
{
    tr_buf expected = {0}, text = long_text(&expected), file = {0};
    pack(&file, text.data, text.len);
    check_lines(file.data, file.len, expected.data);
    tr_buf_free(&text);
    tr_buf_free(&expected);
    tr_buf_free(&file);
}
END_TEST

/* As `cat a.gz b.gz` makes it; the second begins in the middle of a line. */
START_TEST(a_gzip_file_may_have_several_members)
{
    tr_buf file = {0};
    pack(&file, "one\ntw", 6);
    pack(&file, "", 0);
    pack(&file, "o\nthree", 7);
    check_lines(file.data, file.len, "one|two|three|");
    tr_buf_free(&file);
}
END_TEST

START_TEST(gzip_without_its_end_is_refused)
{
    tr_buf file = {0};
    pack(&file, "one\ntwo\n", 8);
    check_refused(file.data, file.len - 1, "its end is missing");
    check_refused(file.data, 12, "its end is missing");
    file.data[file.len - 6] ^= 1; /* of the checksum */
    check_refused(file.data, file.len, "damaged");
    tr_buf_free(&file);
}
END_TEST

START_TEST(xz_is_unpacked_where_the_library_was_there)
{
    tr_buf found = {0};
    tr_error err = {0};
    scratch s;

    scratch_open(&s);
    const char *path = scratch_file(&s, "text");
    const int rc = read_all(path, xz_file, sizeof xz_file, &found, &err);
    if (rc == TR_EUNSUPPORTED) {
        ck_assert_ptr_nonnull(strstr(err.msg, "xz -d"));
    } else {
        ck_assert_int_eq(rc, 0);
        ck_assert_str_eq(tr_buf_text(&found), "one|two|");
        check_refused(xz_file, sizeof xz_file - 9, "its end is missing");
    }
    tr_buf_free(&found);
    scratch_close(&s);
}
END_TEST

START_TEST(a_line_of_more_than_16_mib_is_refused)
{
    const size_t size = 1 << 24;
    char *text = malloc(size + 1);
    memset(text, 'x', size + 1);
    check_refused(text, size + 1, "is it text?");
    tr_buf expected = {0};
    tr_buf_add(&expected, text, size);
    tr_buf_add_string(&expected, "|");
    check_lines(text, size, expected.data);
    tr_buf_free(&expected);
    free(text);
}
END_TEST

START_TEST(a_file_that_is_not_there_is_named)
{
    tr_text_lines *lines;
    tr_error err;
    ck_assert_int_eq(tr_text_lines_open(&lines, "/nowhere/text", &err), TR_EIO);
    ck_assert_ptr_nonnull(strstr(err.msg, "/nowhere/text"));
}
END_TEST

START_TEST(an_open_file_is_read_from_its_beginning_and_stays_open)
{
    tr_text_lines *lines;
    tr_error err;
    char *line;
    size_t len;
    FILE *f = tmpfile();

    fputs("one\ntwo\n", f);
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(tr_text_lines_open_stream(&lines, f, "it", &err), 0);
        ck_assert_int_eq(tr_text_lines_next(lines, &line, &len, &err), 1);
        ck_assert_str_eq(line, "one");
        tr_text_lines_close(lines);
    }
    ck_assert_int_eq(fclose(f), 0);
}
END_TEST

UNIT_MAIN("text_lines", a_line_ends_in_lf_or_cr_lf, the_last_line_needs_no_end,
          a_line_may_have_a_nul, lines_may_be_longer_than_the_window, gzip_is_unpacked,
          a_gzip_file_may_have_several_members, gzip_without_its_end_is_refused,
          xz_is_unpacked_where_the_library_was_there, a_line_of_more_than_16_mib_is_refused,
          a_file_that_is_not_there_is_named, an_open_file_is_read_from_its_beginning_and_stays_open)
