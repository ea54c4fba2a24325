/* Parts of a file of lines: together they are the file, and no line is in two. */
#include "lines/part.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit/scratch.h"
#include "unit/unit.h"

/* The parts of a text, with "|" between, where a line belongs to the part that it begins in. */
static const char *parts_of(const char *text, int n)
{
    static char out[400];
    scratch s;
    size_t at = 0;
    off_t last = 0;

    scratch_open(&s);
    write_file(scratch_file(&s, "a"), text, strlen(text));
    const int fd = open(s.path, O_RDONLY);
    for (int k = 0; k < n; k++) {
        const file_part p = {k, n};
        off_t begin, end;
        ck_assert_int_eq(part_find(&p, fd, (off_t)strlen(text), &begin, &end), 0);
        ck_assert_int_eq(begin, last); /* they tile the file */
        ck_assert_int_ge(end, begin);
        at += (size_t)snprintf(out + at, sizeof out - at, "%s%.*s", k ? "|" : "",
                               (int)(end - begin), text + begin);
        last = end;
    }
    ck_assert_int_eq(last, (off_t)strlen(text));
    close(fd);
    scratch_close(&s);
    return out;
}

/* Ten bytes: the second part begins at byte 5, which is within "bb"; so "cc" is its first line. */
START_TEST(a_line_is_in_the_part_in_which_it_begins)
{
    ck_assert_str_eq(parts_of("aa\nbbb\ncc\n", 2), "aa\nbbb\n|cc\n");
    ck_assert_str_eq(parts_of("aaaa\nbbbb\n", 2), "aaaa\n|bbbb\n");
    ck_assert_str_eq(parts_of("aa\nbb\ncc\ndd\n", 1), "aa\nbb\ncc\ndd\n");
    ck_assert_str_eq(parts_of("aa\nbb\ncc\ndd\n", 4), "aa\n|bb\n|cc\n|dd\n");
}
END_TEST

START_TEST(parts_may_be_empty)
{
    ck_assert_str_eq(parts_of("aaaaaaaaa\n", 3), "aaaaaaaaa\n||");
    ck_assert_str_eq(parts_of("", 3), "||");
    ck_assert_str_eq(parts_of("\n", 3), "||\n"); /* byte 0 is in [1 * 2 / 3, 1) */
    ck_assert_str_eq(parts_of("a\nbbbbbbbb", 2), "a\nbbbbbbbb|");
}
END_TEST

START_TEST(any_number_of_parts_is_the_file)
{
    char text[200] = "";

    for (int i = 0; i < 20; i++)
        sprintf(text + strlen(text), "%.*s\n", i % 9, "xxxxxxxxx");
    for (int n = 1; n < 150; n++)
        parts_of(text, n); /* which tile it */
}
END_TEST

UNIT_MAIN("part", a_line_is_in_the_part_in_which_it_begins, parts_may_be_empty,
          any_number_of_parts_is_the_file)
