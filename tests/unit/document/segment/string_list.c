/* Lists of texts: put in order, and searched. */
#include "document/segment/string_list.h"

#include <stdio.h>
#include <string.h>

#include "unit/unit.h"

static void add(tr_buf *list, const char *text)
{
    tr_buf_add(list, text, strlen(text) + 1);
}

START_TEST(texts_are_put_in_order)
{
    static const char wanted[] = "\0a\0aa\0b\0\xC3\xA4";
    tr_buf list = {0};

    add(&list, "b");
    add(&list, "\xC3\xA4");
    add(&list, "");
    add(&list, "aa");
    add(&list, "a");
    ck_assert(tr_string_list_sort(&list));
    ck_assert_uint_eq(list.len, sizeof wanted);
    ck_assert(!memcmp(list.data, wanted, sizeof wanted));
    tr_buf_free(&list);
}
END_TEST

START_TEST(whole_texts_are_found)
{
    tr_buf list = {0};

    add(&list, "one two");
    add(&list, "one");
    add(&list, "three");
    ck_assert(tr_string_list_sort(&list));
    ck_assert(tr_string_list_has(&list, "one"));
    ck_assert(tr_string_list_has(&list, "one two"));
    ck_assert(tr_string_list_has(&list, "three"));
    ck_assert(!tr_string_list_has(&list, "on"));
    ck_assert(!tr_string_list_has(&list, "two"));
    ck_assert(!tr_string_list_has(&list, ""));
    ck_assert(!tr_string_list_has(&list, "zzz"));
    tr_buf_free(&list);
}
END_TEST

START_TEST(an_empty_list_has_nothing)
{
    tr_buf list = {0};

    ck_assert(tr_string_list_sort(&list));
    ck_assert(!tr_string_list_has(&list, ""));
    ck_assert(!tr_string_list_has(&list, "a"));
    add(&list, "");
    ck_assert(tr_string_list_sort(&list));
    ck_assert(tr_string_list_has(&list, ""));
    ck_assert(!tr_string_list_has(&list, "a"));
    tr_buf_free(&list);
}
END_TEST

START_TEST(texts_that_come_twice_stay)
{
    tr_buf list = {0};

    add(&list, "b");
    add(&list, "a");
    add(&list, "b");
    ck_assert(tr_string_list_sort(&list));
    ck_assert_uint_eq(list.len, 6);
    ck_assert(tr_string_list_has(&list, "a") && tr_string_list_has(&list, "b"));
    tr_buf_free(&list);
}
END_TEST

START_TEST(each_of_many_is_found)
{
    enum { N = 20000 };
    tr_buf list = {0};
    char text[16];

    for (unsigned i = 0; i < N; i++) {
        snprintf(text, sizeof text, "%x", i * 7919U);
        add(&list, text);
    }
    ck_assert(tr_string_list_sort(&list));
    for (unsigned i = 0; i < N; i++) {
        snprintf(text, sizeof text, "%x", i * 7919U);
        if (!tr_string_list_has(&list, text)) ck_abort_msg("%s", text);
        strcat(text, "x");
        if (tr_string_list_has(&list, text)) ck_abort_msg("%s", text);
    }
    tr_buf_free(&list);
}
END_TEST

UNIT_MAIN("string_list", texts_are_put_in_order, whole_texts_are_found, an_empty_list_has_nothing,
          texts_that_come_twice_stay, each_of_many_is_found)
