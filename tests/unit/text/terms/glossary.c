/* Terms in a text: their forms, their capitals, which one of several. */
#include "text/terms/glossary.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "unit/scratch.h"
#include "unit/unit.h"

static int open_text(tr_glossary **g, const char *text, size_t len, tr_error *err)
{
    scratch s;
    scratch_open(&s);
    write_file(scratch_file(&s, "terms.tsv"), text, len);
    const int rc = tr_glossary_open(g, s.path, err);
    scratch_count(&s, true);
    scratch_close(&s);
    return rc;
}

static void refuses(const char *text, size_t len, int code, const char *why)
{
    tr_glossary *g;
    tr_error err;
    ck_assert_int_eq(open_text(&g, text, len, &err), code);
    ck_assert_ptr_null(g);
    ck_assert_msg(strstr(err.msg, why), "%s", err.msg);
}

START_TEST(bad_files_are_refused)
{
    static char longer[4000];
    memset(longer, 'a', sizeof longer);
    refuses("", 0, TR_EFORMAT, "no terms");
    refuses("\n\t\n", 3, TR_EFORMAT, "no terms");
    refuses("cat\tK\xE4tze\n", 10, TR_EFORMAT, ":1: not valid UTF-8");
    refuses("cat\0\tKatze\n", 11, TR_EFORMAT, ":1: not valid UTF-8");
    refuses("\tKatze\n", 7, TR_EFORMAT, ":1: a translation without a term");
    refuses("cat\tKatze\n\ncat \tKater\n", 22, TR_EFORMAT,
            ":3: \"cat\" has another translation in line 1");
    refuses("cat\tKatze\ncat\n", 14, TR_EFORMAT, ":2: \"cat\" has another translation in line 1");
    refuses(longer, sizeof longer, TR_EFORMAT, ":1: a term of more than 1000 bytes");
    tr_glossary *g;
    tr_error err;
    ck_assert_int_eq(tr_glossary_open(&g, "/nonexistent/x", &err), TR_EIO);
    ck_assert_int_eq(tr_glossary_open(&g, "/", &err), TR_EIO);
}
END_TEST

START_TEST(a_hundred_thousand_terms_take_no_time)
{
    tr_glossary *g;
    tr_error err;
    tr_term_found found[4];
    char *const text = malloc(100000 * 32), *end = text;

    ck_assert_ptr_nonnull(text);
    for (int i = 0; i < 100000; i++)
        end += sprintf(end, "the w%dx\tder W%d\n", i, i);
    ck_assert_int_eq(open_text(&g, text, (size_t)(end - text), &err), 0);
    free(text);
    ck_assert_uint_eq(tr_glossary_terms(g), 100000);
    ck_assert_int_eq(tr_glossary_find(g, "en", "de", "see the w77x", 12, found, 4), 1);
    ck_assert_str_eq(found[0].term->target, "der W77");
    tr_glossary_free(g);
}
END_TEST

START_TEST(terms_that_begin_alike_take_no_time)
{
    enum { TERMS = 50000, WORDS = 100000 };
    tr_glossary *g;
    tr_error err;
    tr_term_found found[4];
    char *const text = malloc(TERMS * 40), *end = text;

    ck_assert_ptr_nonnull(text);
    for (int i = 0; i < TERMS; i++)
        end += sprintf(end, "the house of number w%dx\tder W%d\n", i, i);
    ck_assert_int_eq(open_text(&g, text, (size_t)(end - text), &err), 0);
    end = text;
    for (int i = 0; i < WORDS; i++)
        end += sprintf(end, "the ");
    end += sprintf(end, "houses of number w123x, the house of number");
    const clock_t begin = clock();
    ck_assert_int_eq(tr_glossary_find(g, "en", "de", text, (size_t)(end - text), found, 4), 1);
    ck_assert_double_lt((double)(clock() - begin) / CLOCKS_PER_SEC, 10);
    ck_assert_str_eq(found[0].term->target, "der W123");
    ck_assert(found[0].plural);
    free(text);
    tr_glossary_free(g);
}
END_TEST

UNIT_MAIN("glossary", bad_files_are_refused, a_hundred_thousand_terms_take_no_time,
          terms_that_begin_alike_take_no_time)
