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

/* The terms of a text, as "text=target", with "*" where it is a plural; "-": kept. */
static const char *found_in(const char *glossary, const char *language, const char *text)
{
    static char out[1000];
    tr_glossary *g;
    tr_error err;
    tr_term_found found[8];

    ck_assert_msg(open_text(&g, glossary, strlen(glossary), &err) == 0, "%s", err.msg);
    const ptrdiff_t n = tr_glossary_find(g, language, "de", text, strlen(text), found, 8);
    out[0] = '\0';
    for (ptrdiff_t i = 0; i < n; i++)
        sprintf(out + strlen(out), "%s%.*s=%s%s", i ? ", " : "",
                (int)(found[i].text.end - found[i].text.begin), text + found[i].text.begin,
                found[i].term->target ? found[i].term->target : "-", found[i].plural ? "*" : "");
    tr_glossary_free(g);
    return out;
}

START_TEST(whole_words_are_found)
{
    ck_assert_str_eq(found_in("cat\tKatze\n", "en", "A cat and a catalogue."), "cat=Katze");
    ck_assert_str_eq(found_in("cat\tKatze\n", "en", "concatenate"), "");
    ck_assert_str_eq(found_in("cat\tKatze", "en", "cat, cat"), "cat=Katze, cat=Katze");
    ck_assert_str_eq(found_in("e-mail\tMail\n", "en", "an e-mail!"), "e-mail=Mail");
    ck_assert_str_eq(found_in("C++\t\n", "en", "in C++ and C"), "C++=-");
    ck_assert_str_eq(found_in("cat\tKatze\n", "en", "the cat's tail"), "cat=Katze");
    ck_assert_str_eq(found_in("\xE7\x8C\xAB\tcat\n", "zh", "\xE5\xA4\xA7\xE7\x8C\xAB\xE5\x92\x8C"),
                     "\xE7\x8C\xAB=cat");
}
END_TEST

START_TEST(forms_are_found)
{
    ck_assert_str_eq(found_in("house\tHaus\n", "en", "two houses"), "houses=Haus*");
    ck_assert_str_eq(found_in("city\tStadt\n", "en-GB", "Cities"), "Cities=Stadt*");
    ck_assert_str_eq(found_in("Haus\thouse\n", "de", "zwei H\xC3\xA4user"), "H\xC3\xA4user=house*");
    ck_assert_str_eq(found_in("rote Ampel\tred light\n", "de", "an roten Ampeln"),
                     "roten Ampeln=red light*");
    ck_assert_str_eq(found_in("house\tHaus\n", "fi", "two houses"), "");
    ck_assert_str_eq(found_in("a\tein\n", "en", "as is"), ""); /* stems have three letters */
}
END_TEST

START_TEST(capitals_count_where_the_term_has_them)
{
    ck_assert_str_eq(found_in("cat\tKatze\n", "en", "Cat CAT"), "Cat=Katze, CAT=Katze");
    ck_assert_str_eq(found_in("IT\tEDV\n", "en", "it is IT"), "IT=EDV");
    ck_assert_str_eq(found_in("Apple\tApple\n", "en", "an apple"), "");
    ck_assert_str_eq(found_in("polish\tpolieren\nPolish\tpolnisch\n", "en", "Polish, polish"),
                     "Polish=polnisch, polish=polieren");
}
END_TEST

START_TEST(of_several_the_longest_counts)
{
    ck_assert_str_eq(found_in("New\tNeu\nNew York City\tNYC\nNew York\tNY\n", "en",
                              "New York is new; New\xC2\xA0York City"),
                     "New York=NY, New\xC2\xA0York City=NYC");
    ck_assert_str_eq(found_in("house\tHaus\nhouses\tH\xC3\xA4user\n", "en", "houses"),
                     "houses=H\xC3\xA4user*");
}
END_TEST

START_TEST(the_file_may_have_notes_and_any_line_ends)
{
    ck_assert_str_eq(found_in("\xEF\xBB\xBF"
                              "cat\tKatze\tanimal\r\n\r\n dog \t Hund \r\n",
                              "en", "cat dog"),
                     "cat=Katze, dog=Hund");
    ck_assert_str_eq(found_in("cat\tKatze\ncat\tKatze\n", "en", "cat"), "cat=Katze");
    ck_assert_str_eq(found_in("cat\ndog\t\n", "en", "cat dog"), "cat=-, dog=-");
}
END_TEST

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

START_TEST(a_term_may_begin_as_another_one)
{
    static const char terms[] = "new\tneu\nNew\tNeu\nnew york\tNY\nNew York\tNew York\n"
                                "New York City\tNYC\nnew york city hall\tRathaus\n";
    ck_assert_str_eq(found_in(terms, "en", "New York City Hal"), "New York City=NYC");
    ck_assert_str_eq(found_in(terms, "en", "New York city halls"), "New York city halls=Rathaus*");
    ck_assert_str_eq(found_in(terms, "en", "a new york cit"), "new york=NY");
    ck_assert_str_eq(found_in(terms, "en", "New Yor, new"), "New=Neu, new=neu");
}
END_TEST

UNIT_MAIN("glossary", whole_words_are_found, forms_are_found,
          capitals_count_where_the_term_has_them, of_several_the_longest_counts,
          the_file_may_have_notes_and_any_line_ends, bad_files_are_refused,
          a_hundred_thousand_terms_take_no_time, terms_that_begin_alike_take_no_time,
          a_term_may_begin_as_another_one)
