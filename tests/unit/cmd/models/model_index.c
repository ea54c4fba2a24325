/* The list of models that can be fetched, which may come from anybody. */
#include "models/model_index.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit/said.h"
#include "unit/unit.h"

#define DIGEST "31e032a402a8463a1e19c8e355529f73c0732926b22b1eadc8bade39ecc23a80"

static model_index list;

/* Reads an index of these entries. */
static void read_entries(const char *entries)
{
    char text[5000];

    snprintf(text, sizeof text, "{\"format\": 1, \"generated\": \"2026-01-01\", \"models\": [%s]}",
             entries);
    ck_assert_int_eq(index_parse(&list, text, strlen(text), "folder/index.json"), 0);
}

/* An entry of a name, with what follows its languages, and one file. */
static const char *entry_with(const char *name, const char *source, const char *target,
                              const char *more, const char *file)
{
    static char text[8][1200];
    static int next;

    next = (next + 1) % 8;
    snprintf(text[next], sizeof text[next],
             "{\"name\": \"%s\", \"source\": \"%s\", \"target\": \"%s\", \"revision\": \"1\", "
             "\"format\": \"argos\"%s, \"files\": [{\"kind\": \"archive\", %s}]}",
             name, source, target, more, file);
    return text[next];
}

static const char *entry(const char *name, const char *source, const char *target, const char *more)
{
    return entry_with(name, source, target, more, "\"url\": \"https://example.org/a\"");
}

/* Why an entry with such a file is left out; "" if it is not. */
static const char *why_not(const char *file)
{
    static char out[200];

    read_entries(entry_with("a", "en", "de", "", file));
    const char *const why = index_why_left_out(&list, "a");
    snprintf(out, sizeof out, "%s", why ? why : "");
    ck_assert_uint_eq(list.n, !why);
    index_free(&list);
    return out;
}

START_TEST(entries_are_read)
{
    char text[1300];

    snprintf(text, sizeof text, "%s",
             entry_with("en-de-x", "en", "de",
                        ", \"license\": \"MIT\", \"scores\": {\"flores\": {\"bleu\": 30.5, "
                        "\"comet22\": 0.85}}, \"replaces\": [\"old\"]",
                        "\"url\": \"https://example.org/a\", \"size\": 1234, \"sha256\": \"" DIGEST
                        "\""));
    read_entries(text);
    ck_assert_uint_eq(list.n, 1);
    const index_model *const m = index_named(&list, "en-de-x");
    ck_assert_ptr_nonnull(m);
    ck_assert_str_eq(m->source, "en");
    ck_assert_str_eq(m->license, "MIT");
    ck_assert_str_eq(m->score_set, "flores");
    ck_assert_double_eq(m->bleu, 30.5);
    ck_assert_double_lt(m->chrf, 0);
    ck_assert_double_eq(m->comet, 0.85);
    ck_assert_uint_eq(m->size, 1234);
    ck_assert(m->is_pinned && !m->is_nightly);
    ck_assert_str_eq(m->files[0].urls[0], "https://example.org/a");
    ck_assert(index_replaces(m, "old") && !index_replaces(m, "ol"));
    ck_assert_ptr_null(index_named(&list, "en-de"));
    index_free(&list);
}
END_TEST

START_TEST(addresses_are_https_or_below_the_index)
{
    static const char *const good[] = {"https://example.org/a", "a/b.tar", "http://localhost:80/a",
                                       "https://example.org:8080/a?b=c"};
    static const char *const bad[] = {"http://example.org/a",
                                      "ftp://example.org/a",
                                      "file:///etc/passwd",
                                      "/etc/passwd",
                                      "../a",
                                      "a/../../b",
                                      "a/..",
                                      "https://me@example.org/",
                                      "https:///a",
                                      "https://example.org/a b",
                                      "https://example.org/\\u0007",
                                      "javascript:x",
                                      ""};
    char file[200];

    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        snprintf(file, sizeof file, "\"url\": \"%s\"", good[i]);
        ck_assert_msg(!*why_not(file), "%s", good[i]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(file, sizeof file, "\"url\": \"%s\"", bad[i]);
        ck_assert_msg(strstr(why_not(file), "address"), "%s", bad[i]);
    }
}
END_TEST

START_TEST(digests_and_sizes_are_checked)
{
#define ADDRESS "\"url\": \"a\", "
    ck_assert_str_eq(why_not(ADDRESS "\"sha256\": \"" DIGEST "\""), "");
    ck_assert_str_ne(why_not(ADDRESS "\"sha256\": \"abc\""), "");
    ck_assert_str_ne(why_not(ADDRESS "\"sha256\": \"X" DIGEST "\""), "");
    ck_assert_str_eq(why_not(ADDRESS "\"size\": 8589934592"), "");
    ck_assert_str_ne(why_not(ADDRESS "\"size\": 8589934593"), "");
    ck_assert_str_ne(why_not(ADDRESS "\"size\": -1"), "");
    ck_assert_str_ne(why_not(ADDRESS "\"size\": 1.5"), "");
    ck_assert_str_ne(why_not(ADDRESS "\"size\": \"1\""), "");
}
END_TEST

START_TEST(names_that_would_be_paths_or_talk_to_a_terminal_are_left_out)
{
    static const char *const bad[] = {"",   ".",  "..",         "a/b",     "../a",  "a b",
                                      "-a", ".a", "a\\u001b[m", "\\u00e4", "a\\nb", "a\\\\b"};

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        read_entries(entry(bad[i], "en", "de", ""));
        ck_assert_msg(list.n == 0 && list.n_left_out == 1, "%s", bad[i]);
        index_free(&list);
    }
    read_entries(entry("a", "en", "d", ""));
    ck_assert_uint_eq(list.n, 0);
    index_free(&list);
    read_entries(entry("a", "en", "de", ", \"license\": \"a b\""));
    ck_assert_uint_eq(list.n, 0);
    index_free(&list);
}
END_TEST

START_TEST(of_two_entries_of_a_name_one_counts)
{
    char both[2500];

    snprintf(both, sizeof both, "%s, %s, 12, {}", entry("a", "en", "de", ""),
             entry("a", "en", "fr", ""));
    read_entries(both);
    ck_assert_uint_eq(list.n, 1);
    ck_assert_uint_eq(list.n_left_out, 3);
    ck_assert_ptr_null(index_why_left_out(&list, "a")); /* the other one has the name */
    index_free(&list);
}
END_TEST

static void check_no_index(const char *text, const char *why)
{
    said_begin();
    const int rc = index_parse(&list, text, strlen(text), "place");
    const char *const sentence = said();
    ck_assert_int_eq(rc, -1);
    ck_assert_ptr_nonnull(strstr(sentence, why));
    ck_assert_int_eq(strncmp(sentence, "translate: place: ", 18), 0);
}

START_TEST(what_is_no_index_is_refused)
{
    check_no_index("", "is not JSON");
    check_no_index("{\"format\": 1, \"models\": [", "is not JSON");
    check_no_index("[]", "is not an index of models");
    check_no_index("{\"models\": []}", "is not an index of models");
    check_no_index("{\"format\": 1}", "is not an index of models");
    check_no_index("{\"format\": 2, \"models\": []}", "is an index of format 2");
}
END_TEST

/* COMET goes before chrF; what is released before what is not. */
START_TEST(the_best_of_several_is_found)
{
    char all[4000];

    snprintf(all, sizeof all, "%s, %s, %s, %s",
             entry("a", "en", "de", ", \"scores\": {\"s\": {\"chrf\": 70}}"),
             entry("b", "en", "de", ", \"scores\": {\"s\": {\"chrf\": 60, \"comet22\": 0.8}}"),
             entry("c", "en", "de",
                   ", \"status\": \"nightly\", \"scores\": {\"s\": {\"comet22\": 0.9}}"),
             entry("d", "en", "fr", ""));
    read_entries(all);
    ck_assert_str_eq(index_best(&list, "en", "de", NULL)->name, "b");
    ck_assert_str_eq(index_best(&list, NULL, "fr", NULL)->name, "d");
    ck_assert_ptr_null(index_best(&list, "de", "en", NULL));
    ck_assert(index_is_better(index_named(&list, "a"), index_named(&list, "c")));
    ck_assert_int_eq(index_fit(index_named(&list, "a"), "fr", NULL), 0);
    ck_assert_int_gt(index_fit(index_named(&list, "a"), "en", "de"),
                     index_fit(index_named(&list, "a"), "en-GB", "de"));
    index_free(&list);
}
END_TEST

START_TEST(pairs_are_cut_where_both_parts_are_languages_of_a_model)
{
    char from[INDEX_MAX_NAME], to[INDEX_MAX_NAME], all[2500];

    snprintf(all, sizeof all, "%s, %s", entry("a", "zh-Hant", "en", ""),
             entry("b", "en", "de", ""));
    read_entries(all);
    ck_assert(index_split_pair(&list, "zh-Hant-en", from, to));
    ck_assert_str_eq(from, "zh-Hant");
    ck_assert_str_eq(to, "en");
    ck_assert(index_split_pair(&list, "en-de", from, to));
    ck_assert(!index_split_pair(&list, "de-en", from, to));
    ck_assert(!index_split_pair(&list, "en", from, to));
    ck_assert(!index_split_pair(&list, "", from, to));
    ck_assert(!index_split_pair(&list, "-", from, to));
    index_free(&list);
}
END_TEST

START_TEST(files_lie_beside_the_index)
{
    read_entries("");
    char *const path = index_beside(&list, "a/b.gguf");
    ck_assert_str_eq(path, "folder/a/b.gguf");
    free(path);
    index_free(&list);
}
END_TEST

UNIT_MAIN("model_index", entries_are_read, addresses_are_https_or_below_the_index,
          digests_and_sizes_are_checked,
          names_that_would_be_paths_or_talk_to_a_terminal_are_left_out,
          of_two_entries_of_a_name_one_counts, what_is_no_index_is_refused,
          the_best_of_several_is_found, pairs_are_cut_where_both_parts_are_languages_of_a_model,
          files_lie_beside_the_index)
