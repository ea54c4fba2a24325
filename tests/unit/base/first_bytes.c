/* first_bytes.c - what files are by their first bytes. */
#include "base/first_bytes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit/unit.h"

static const char *stand_in(const char *text)
{
    return tr_first_bytes_stand_in(text, strlen(text));
}

START_TEST(a_pointer_of_git_lfs_is_told)
{
    static const char *const pointers[] = {
        "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n",
        "version https://git-lfs.github.com/spec/v1\r\nsize 1\r\noid sha256:4d7a\r\n",
        "version https://hawser.github.com/spec/v1\noid sha256:00\nsize 2\n",
        "version http://git-media.io/v/2\nx 1\noid sha256:00\nsize 2\n"};

    for (size_t i = 0; i < sizeof pointers / sizeof *pointers; i++)
        ck_assert_ptr_nonnull(strstr(stand_in(pointers[i]), "git lfs pull"));
}
END_TEST

START_TEST(a_web_page_is_told_behind_what_may_stand_before_it)
{
    static const char *const pages[] = {"<!DOCTYPE html>",
                                        "\xEF\xBB\xBF\r\n <!doctype HTML PUBLIC \"-//W3C//DTD\">",
                                        "<html>",
                                        "\n\n<HTML lang=\"en\">",
                                        "<?xml version=\"1.0\"?>\n<!DOCTYPE html>",
                                        "<!-- a -- b -> c -->\n<!----><html\n>"};

    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
        ck_assert_msg(stand_in(pages[i]) && strstr(stand_in(pages[i]), "web page"), "%s", pages[i]);
}
END_TEST

START_TEST(other_files_are_taken_for_themselves)
{
    static const char *const others[] = {"",
                                         "version https://git-lfs.github.com/spec/v1\n",
                                         "version 0.2\n",
                                         "the oid sha256: is what version https says",
                                         "<!DOCTYPE",
                                         "<!doctype tmx>",
                                         "<htmlx>",
                                         "<html",
                                         "<!-- never closed <html>",
                                         "<?xml version=\"1.0\"?><tmx>",
                                         "{\"html\": \"<html>\"}",
                                         "GGUF"};
    char long_text[1100];

    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        ck_assert_msg(!stand_in(others[i]), "%s", others[i]);
    memset(long_text, '\n', sizeof long_text);
    memcpy(long_text, "version https://x\noid sha256:1\n", 31);
    ck_assert_ptr_null(tr_first_bytes_stand_in(long_text, sizeof long_text));
}
END_TEST

/* Each byte lies at the end of a block of its own, so that a sanitizer sees reads beyond. */
START_TEST(no_byte_behind_the_last_one_is_looked_at)
{
    static const char text[] = "\xEF\xBB\xBF<?xml ?> <!-- x --> <!doctype html> version https://a"
                               "\noid sha256:0";

    for (size_t begin = 0; begin < sizeof text - 1; begin++) {
        for (size_t n = 1; begin + n < sizeof text; n++) {
            char *copy = malloc(n);
            ck_assert_ptr_nonnull(copy);
            memcpy(copy, text + begin, n);
            tr_first_bytes_stand_in(copy, n);
            tr_first_bytes_no_text(copy, n);
            tr_first_bytes_utf16(copy, n);
            free(copy);
        }
    }
}
END_TEST

START_TEST(what_is_no_text_is_told)
{
    char tar[300] = "";

    ck_assert_ptr_nonnull(strstr(tr_first_bytes_no_text("PK\3\4...", 7), "archive"));
    ck_assert_ptr_nonnull(strstr(tr_first_bytes_no_text("%PDF-1.7", 8), "pdftotext"));
    ck_assert_ptr_null(tr_first_bytes_no_text("PK", 2));
    memcpy(tar + 257, "ustar", 5);
    ck_assert_ptr_nonnull(tr_first_bytes_no_text(tar, sizeof tar));
    ck_assert_str_eq(tr_first_bytes_utf16("\xFF\xFEH\0", 4), "UTF-16");
    ck_assert_str_eq(tr_first_bytes_utf16("\xFF\xFE\0\0", 4), "UTF-32");
    ck_assert_str_eq(tr_first_bytes_utf16("H\0e\0l\0", 6), "UTF-16LE");
    ck_assert_str_eq(tr_first_bytes_utf16("\0H\0e\0l", 6), "UTF-16BE");
    ck_assert_ptr_null(tr_first_bytes_utf16("Hello", 5));
}
END_TEST

UNIT_MAIN("first_bytes", a_pointer_of_git_lfs_is_told,
          a_web_page_is_told_behind_what_may_stand_before_it, other_files_are_taken_for_themselves,
          no_byte_behind_the_last_one_is_looked_at, what_is_no_text_is_told)
