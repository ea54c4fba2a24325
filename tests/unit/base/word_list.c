/* Lists of words in one string. */
#include "base/word_list.h"

#include <string.h>

#include "unit/unit.h"

static const char list[] = " un una once d\xC3\xB3l ";

static bool has(const char *word)
{
    return tr_list_has(list, word, strlen(word));
}

START_TEST(a_list_has_whole_words)
{
    ck_assert(has("un") && has("once") && has("d\xC3\xB3l"));
    ck_assert(!has("on") && !has("onc") && !has("Un") && !has(""));
    ck_assert(!tr_list_has(NULL, "un", 2));
}
END_TEST

START_TEST(words_come_in_their_order)
{
    size_t n;
    const char *const first = tr_list_next(list, &n);

    ck_assert(n == 2 && !memcmp(first, "un", n));
    const char *const second = tr_list_next(first + n, &n);
    ck_assert(n == 3 && !memcmp(second, "una", n));
    ck_assert_ptr_null(tr_list_next(" ", &n));
    ck_assert_ptr_null(tr_list_next(NULL, &n));
}
END_TEST

START_TEST(the_longest_beginning_is_found_in_any_case)
{
    ck_assert_uint_eq(tr_list_beginning(list, "Unable", 6), 3);
    ck_assert_uint_eq(tr_list_beginning(list, "UN", 2), 2);
    ck_assert_uint_eq(tr_list_beginning(list, "o", 1), 0);
    ck_assert_uint_eq(tr_list_beginning(NULL, "un", 2), 0);
}
END_TEST

START_TEST(a_word_is_found_in_any_case)
{
    char word[100];

    ck_assert(tr_list_has_any_case(list, "Un", 2));
    ck_assert(tr_list_has_any_case(list, "UNA", 3));
    ck_assert(tr_list_has_any_case(" \xC3\xBC"
                                   "ber ",
                                   "\xC3\x9C"
                                   "BER",
                                   5));
    ck_assert(!tr_list_has_any_case(list, "u", 1));
    ck_assert(!tr_list_has_any_case(NULL, "un", 2));
    memset(word, 'u', sizeof word);
    ck_assert(!tr_list_has_any_case(list, word, sizeof word));
}
END_TEST

UNIT_MAIN("word_list", a_list_has_whole_words, words_come_in_their_order,
          the_longest_beginning_is_found_in_any_case, a_word_is_found_in_any_case)
