/* Files as one stream of lines. */
#include "console/input.h"

#include <stdio.h>
#include <zlib.h>

#include "unit/said.h"
#include "unit/scratch.h"
#include "unit/unit.h"

static scratch s;
static char *names[4];
static size_t n_names;

static void begin(void)
{
    scratch_open(&s);
    n_names = 0;
}

static void end(void)
{
    for (size_t i = 0; i < n_names; i++)
        free(names[i]);
    scratch_count(&s, true);
    scratch_close(&s);
}

static void add_file(const char *name, const char *bytes, size_t size)
{
    write_file(scratch_file(&s, name), bytes, size);
    names[n_names++] = strdup(s.path);
}

static void add_text(const char *name, const char *text)
{
    add_file(name, text, strlen(text));
}

static void add_gzip(const char *name, const char *text)
{
    const gzFile f = gzopen(scratch_file(&s, name), "wb");
    ck_assert_int_eq(gzwrite(f, text, (unsigned)strlen(text)), (int)strlen(text));
    ck_assert_int_eq(gzclose(f), Z_OK);
    names[n_names++] = strdup(s.path);
}

/* The lines of the files, each with "|" behind it. */
static const char *lines_of_files(void)
{
    static char out[1000];
    line_reader r;
    const char *text;
    size_t len, n = 0;
    int rc;

    ck_assert_int_eq(line_reader_open(&r, names, n_names), 0);
    while ((rc = line_reader_next(&r, &text, &len)) > 0)
        n += (size_t)snprintf(out + n, sizeof out - n, "%.*s|", (int)len, text);
    ck_assert_int_eq(rc, 0);
    line_reader_close(&r);
    out[n] = '\0';
    return out;
}

/* The sentence that ends the reading, from the last "/" of the file's path on. */
static const char *sentence_of_files(void)
{
    line_reader r;
    const char *text;
    size_t len;
    int rc;

    said_begin();
    rc = line_reader_open(&r, names, n_names);
    if (!rc) {
        while ((rc = line_reader_next(&r, &text, &len)) > 0)
            continue;
        line_reader_close(&r);
    }
    const char *const sentence = said(), *const slash = strrchr(sentence, '/');
    ck_assert_int_eq(rc, -1);
    ck_assert_int_eq(strncmp(sentence, "translate: ", 11), 0);
    return slash ? slash + 1 : sentence;
}

START_TEST(lines_of_several_files_follow_one_another)
{
    begin();
    add_text("a", "one\ntwo\n");
    add_text("b", "three\n");
    ck_assert_str_eq(lines_of_files(), "one|two|three|");
    end();
}
END_TEST

START_TEST(the_end_of_a_file_ends_its_last_line)
{
    begin();
    add_text("a", "one");
    add_text("b", "");
    add_text("c", "two\n\n");
    ck_assert_str_eq(lines_of_files(), "one|two||");
    end();
}
END_TEST

START_TEST(files_may_be_empty)
{
    begin();
    add_text("a", "");
    ck_assert_str_eq(lines_of_files(), "");
    end();
}
END_TEST

START_TEST(compressed_files_are_unpacked)
{
    begin();
    add_gzip("a.gz", "one\ntwo");
    add_text("b", "three");
    ck_assert_str_eq(lines_of_files(), "one|two|three|");
    end();
}
END_TEST

START_TEST(utf16_is_refused_with_the_command_that_converts_it)
{
    begin();
    add_file("a",
             "\xFF\xFE"
             "a\0\n\0",
             6);
    ck_assert_str_eq(sentence_of_files(),
                     "a: is UTF-16, not UTF-8; iconv -f UTF-16 -t UTF-8 converts it");
    end();
}
END_TEST

START_TEST(files_that_cannot_be_read_are_told)
{
    begin();
    names[n_names++] = strdup("/nonexistent/a");
    ck_assert_str_eq(sentence_of_files(), "a: No such file or directory");
    free(names[0]);
    names[0] = strdup(s.folder);
    ck_assert_ptr_nonnull(strstr(sentence_of_files(), ": is a directory"));
    end();
}
END_TEST

START_TEST(a_compressed_file_that_is_cut_short_is_told)
{
    size_t size;

    begin();
    add_gzip("a.gz", "one\ntwo\nthree\nfour\n");
    char *const bytes = read_file(names[0], &size);
    write_file(names[0], bytes, size / 2);
    free(bytes);
    ck_assert_ptr_nonnull(strstr(sentence_of_files(), "a.gz"));
    end();
}
END_TEST

START_TEST(a_line_has_its_place)
{
    input in;
    char bytes[100];
    size_t line = 0;

    begin();
    add_text("a", "one\ntwo\n");
    add_text("b", "three\nfour");
    ck_assert_int_eq(input_open(&in, names, n_names), 0);
    while (input_read(&in, bytes, sizeof bytes) > 0)
        continue;
    ck_assert_str_eq(input_where(&in, 1, &line), names[0]);
    ck_assert_uint_eq(line, 1);
    ck_assert_str_eq(input_where(&in, 2, &line), names[0]);
    ck_assert_uint_eq(line, 2);
    ck_assert_str_eq(input_where(&in, 3, &line), names[1]);
    ck_assert_uint_eq(line, 1);
    ck_assert_str_eq(input_where(&in, 4, &line), names[1]);
    ck_assert_uint_eq(line, 2);
    input_close(&in);
    end();
}
END_TEST

START_TEST(sizes_are_known_of_files_alone)
{
    input in;

    begin();
    add_text("a", "one\ntwo\n");
    add_text("b", "three");
    ck_assert_int_eq(input_open(&in, names, n_names), 0);
    ck_assert_double_eq(input_size(&in), 13);
    ck_assert(input_can_repeat(&in));
    input_close(&in);
    add_gzip("c.gz", "four");
    ck_assert_int_eq(input_open(&in, names, n_names), 0);
    ck_assert_double_eq(input_size(&in), -1);
    input_close(&in);
    end();
}
END_TEST

START_TEST(a_part_of_a_file_is_read_alone)
{
    input in;
    char bytes[100] = "";
    ptrdiff_t n, all = 0;

    begin();
    add_text("a", "one\ntwo\nthree\n");
    ck_assert_int_eq(input_open(&in, names, n_names), 0);
    ck_assert_int_eq(input_cut(&in, 4, 8, NULL), 0);
    while ((n = input_read(&in, bytes + all, sizeof bytes - 1 - (size_t)all)) > 0)
        all += n;
    ck_assert_int_eq(n, 0);
    ck_assert_str_eq(bytes, "two\n");
    input_close(&in);
    end();
}
END_TEST

START_TEST(texts_of_the_command_line_are_lines)
{
    static const char *const texts[] = {"one", "two"};
    line_reader r;
    const char *text;
    size_t len;

    line_reader_open_texts(&r, texts, 2);
    ck_assert_int_eq(line_reader_next(&r, &text, &len), 1);
    ck_assert(len == 3 && !memcmp(text, "one", 3));
    ck_assert_int_eq(line_reader_next(&r, &text, &len), 1);
    ck_assert(len == 3 && !memcmp(text, "two", 3));
    ck_assert_int_eq(line_reader_next(&r, &text, &len), 0);
    line_reader_close(&r);
}
END_TEST

START_TEST(a_line_longer_than_is_allowed_is_told_with_its_place)
{
    enum { LONG = 1 << 20 };
    char *const bytes = malloc(LONG);
    line_reader r;
    const char *text;
    size_t len;

    begin();
    memset(bytes, 'a', LONG);
    memcpy(bytes, "one\n", 4);
    add_file("a", bytes, LONG);
    free(bytes);
    ck_assert_int_eq(line_reader_open(&r, names, n_names), 0);
    r.longest = 1000;
    ck_assert_int_eq(line_reader_next(&r, &text, &len), 1);
    said_begin();
    const int rc = line_reader_next(&r, &text, &len);
    const char *const sentence = said();
    ck_assert_int_eq(rc, -1);
    ck_assert_ptr_nonnull(strstr(sentence, "/a:2: the line is longer than 1000 bytes"));
    line_reader_close(&r);
    end();
}
END_TEST

UNIT_MAIN("input", lines_of_several_files_follow_one_another, the_end_of_a_file_ends_its_last_line,
          files_may_be_empty, compressed_files_are_unpacked,
          utf16_is_refused_with_the_command_that_converts_it, files_that_cannot_be_read_are_told,
          a_compressed_file_that_is_cut_short_is_told, a_line_has_its_place,
          sizes_are_known_of_files_alone, a_part_of_a_file_is_read_alone,
          texts_of_the_command_line_are_lines, a_line_longer_than_is_allowed_is_told_with_its_place)
