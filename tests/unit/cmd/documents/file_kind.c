/* Which files are translated where their translations take names or places by themselves. */
#include "documents/file_kind.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "unit/scratch.h"
#include "unit/unit.h"

static const char sentences[] = "It rains in the garden today.\nNobody wants to go out.\n";

static const char *kind_of_bytes(const char *name, const char *inner, bool any_text,
                                 const char *bytes, size_t size)
{
    static char out[200];
    scratch s;
    const char *what;

    scratch_open(&s);
    write_file(scratch_file(&s, name), bytes, size);
    const file_kind kind = file_kind_find(s.path, inner, any_text, &what);
    ck_assert_int_ne(kind, FILE_UNREAD);
    ck_assert_int_eq(kind == FILE_OTHER, what != NULL);
    snprintf(out, sizeof out, "%s", what ? what : "document");
    scratch_close(&s);
    return out;
}

/* "document", or what a file is that is named. */
static const char *kind_of(const char *name, const char *text)
{
    return kind_of_bytes(name, NULL, false, text, strlen(text));
}

/* The same of a file in a folder that is named. */
static const char *kind_in_folder(const char *inner, const char *text)
{
    const char *const slash = strrchr(inner, '/');
    return kind_of_bytes(slash ? slash + 1 : inner, inner, false, text, strlen(text));
}

START_TEST(an_ending_of_a_format_is_a_document)
{
    ck_assert_str_eq(kind_of("a.html", "x"), "document");
    ck_assert_str_eq(kind_of("a.md", ""), "document");
    ck_assert_str_eq(kind_of("a.JSON", "{}"), "document");
    ck_assert_str_eq(kind_in_folder("b/a.po", ""), "document");
}
END_TEST

START_TEST(plain_text_is_a_document)
{
    ck_assert_str_eq(kind_of("a.txt", "x"), "document");
    ck_assert_str_eq(kind_of("a.text", "x"), "document");
    ck_assert_str_eq(kind_of("a.TXT", "x"), "document");
    ck_assert_str_eq(kind_of("README", sentences), "document");
}
END_TEST

START_TEST(other_endings_of_sentences_are_plain_text)
{
    ck_assert_str_eq(kind_of("a.xyz", sentences), "document");
    ck_assert_str_eq(kind_in_folder("a.xyz", sentences), "has an ending of no format");
}
END_TEST

START_TEST(other_endings_are_of_another_kind)
{
    ck_assert_ptr_nonnull(strstr(kind_of("a.xyz", "title: It rains\nbody: too\n"), "no format"));
    ck_assert_ptr_nonnull(strstr(kind_of("a.c", "int main(void);\n"), "program"));
    ck_assert_str_eq(kind_of("run", "#! /bin/sh\necho It rains here today.\n"),
                     "is a program, which is not read");
    ck_assert_str_ne(kind_of("run", "#!/bin/sh\necho It rains here today.\n"), "document");
}
END_TEST

START_TEST(content_that_no_other_format_begins_with_says_more)
{
    ck_assert_str_eq(kind_of("a.xyz", "<?xml version=\"1.0\"?><xliff version=\"1.2\">"),
                     "document");
    ck_assert_str_eq(kind_of("a.xyz", "WEBVTT\n\n00:01.000 --> 00:02.000\nIt rains.\n"),
                     "document");
}
END_TEST

START_TEST(bytes_of_programs_are_no_text)
{
    static const char png[] = "\x89PNG\r\n\x1A\n", elf[] = "\x7F"
                                                           "ELF\2\1\1\0";

    ck_assert_str_ne(kind_of_bytes("a", NULL, false, png, sizeof png), "document");
    ck_assert_str_ne(kind_of_bytes("a", NULL, false, elf, sizeof elf), "document");
    ck_assert_str_ne(kind_of_bytes("a", NULL, true, elf, sizeof elf), "document");
    ck_assert_str_ne(kind_of_bytes("a.txt", NULL, false, "a\0b", 3), "document");
    ck_assert_str_ne(kind_of_bytes("a.txt", NULL, false, "a\1b", 3), "document");
}
END_TEST

START_TEST(any_text_is_of_a_format_that_is_given)
{
    ck_assert_str_eq(kind_of_bytes("a.xyz", NULL, true, "x", 1), "document");
    ck_assert_str_eq(kind_of_bytes("run", NULL, true, "#!/bin/sh\n", 10), "document");
    ck_assert_str_eq(kind_of_bytes("a.xyz", NULL, true, "\x1B[1mx", 5), "document");
}
END_TEST

START_TEST(what_is_hidden_in_a_folder_stays)
{
    ck_assert_str_eq(kind_in_folder(".git/a.html", "x"), "is hidden");
    ck_assert_str_eq(kind_in_folder("b/.a.html", "x"), "is hidden");
    ck_assert_str_eq(kind_of(".a.html", "x"), "document"); /* somebody named it */
}
END_TEST

START_TEST(plain_text_in_a_folder_has_an_ending_and_sentences)
{
    ck_assert_str_eq(kind_in_folder("a.txt", sentences), "document");
    ck_assert_str_eq(kind_in_folder("a.txt", "libfoo==1.2\nlibbar==2.0\n"), "has no sentences");
    ck_assert_str_eq(kind_in_folder("README", sentences), "has a name without an ending");
}
END_TEST

START_TEST(data_in_a_folder_have_their_ending)
{
    static const char json[] = "{\"title\": \"It rains in the garden\"}";

    ck_assert_str_eq(kind_of("a", json), "document");
    ck_assert_str_ne(kind_in_folder("a", json), "document");
    ck_assert_str_eq(kind_in_folder("a.json", json), "document");
}
END_TEST

START_TEST(a_file_that_is_not_there_is_not_read)
{
    const char *what;

    errno = 0;
    ck_assert_int_eq(file_kind_find("/nonexistent/a.html", NULL, false, &what), FILE_UNREAD);
    ck_assert_int_eq(errno, ENOENT);
}
END_TEST

UNIT_MAIN("file_kind", an_ending_of_a_format_is_a_document, plain_text_is_a_document,
          other_endings_of_sentences_are_plain_text, other_endings_are_of_another_kind,
          content_that_no_other_format_begins_with_says_more, bytes_of_programs_are_no_text,
          any_text_is_of_a_format_that_is_given, what_is_hidden_in_a_folder_stays,
          plain_text_in_a_folder_has_an_ending_and_sentences, data_in_a_folder_have_their_ending,
          a_file_that_is_not_there_is_not_read)
