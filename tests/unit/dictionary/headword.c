#include "dictionary/headword.h"

#include <string.h>

#include "unit/unit.h"

static const char *key_of(const char *language, const char *word, tr_buf *key)
{
    tr_headword_key(tr_language_data(language), word, strlen(word), key);
    return tr_buf_text(key);
}

START_TEST(keys_have_no_case_no_marks_and_no_words_beside)
{
    static const struct {
        const char *language, *word, *key;
    } rows[] = {
        {"en", "Bank", "bank"},
        {"en", "to save sth.", "save"},
        {"en", "to", "to"},
        {"en", "Jack-o'-lantern", "jackolantern"},
        {"en", "  two   words ", "two words"},
        {"en", "tell sb. sth.", "tell"},
        {"de", "jdm./etw. STRASSE", "strasse"},
        {"de",
         "Stra\xC3\x9F"
         "e",
         "strasse"},
        {"de", "\xC3\x84pfel", "\xC3\xA4pfel"},
        {"en", "bad \xFF", ""},
        {"en", "?!", ""},
        {"en", "", ""},
    };
    tr_buf key = {0};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        ck_assert_str_eq(key_of(rows[i].language, rows[i].word, &key), rows[i].key);
    tr_buf_free(&key);
}
END_TEST

START_TEST(a_word_that_is_too_long_has_no_key)
{
    char word[TR_LONGEST_HEADWORD + 2];
    tr_buf key = {0};
    memset(word, 'a', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    ck_assert_str_eq(key_of("en", word, &key), "");
    ck_assert_str_eq(key_of("en", word + 1, &key), word + 1);
    tr_buf_free(&key);
}
END_TEST

START_TEST(what_stands_alone_has_one_of_its_alternatives)
{
    static const char *const rows[][3] = {
        {"de", "etw. speichern", "speichern"},
        {"en", "to break off sth.", "break off"},
        {"en", "leaving/quitting", "leaving"},
        {"en", "km/h", "km/h"},
        {"de", "jdn./etw. holen", "holen"},
        {"de", "etw.", ""},
        {"de", "von etw. absehen", "von etw. absehen"},
    };
    tr_buf plain = {0};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        tr_headword_plain(tr_language_data(rows[i][0]), rows[i][1], &plain);
        ck_assert_str_eq(tr_buf_text(&plain), rows[i][2]);
    }
    tr_buf_free(&plain);
}
END_TEST

static bool near(const char *a, const char *b)
{
    const bool there = tr_headword_is_near(a, strlen(a), b, strlen(b));
    ck_assert(there == tr_headword_is_near(b, strlen(b), a, strlen(a)));
    return there;
}

START_TEST(near_words_differ_by_a_letter_or_by_two_that_changed_places)
{
    ck_assert(near("bark", "bar"));
    ck_assert(near("bark", "ark"));
    ck_assert(near("bark", "bask"));
    ck_assert(near("bark", "barks"));
    ck_assert(near("bark", "bakr"));
    ck_assert(near("a", "b"));
    ck_assert(near("", "b"));
    ck_assert(near("\xC3\xA4pfel", "apfel"));
    ck_assert(near("m\xC3\xA4r", "m\xC3\xB6r"));
    ck_assert(!near("bark", "bark"));
    ck_assert(!near("bark", "ba"));
    ck_assert(!near("bark", "brka"));
    ck_assert(!near("bark", "pask"));
    ck_assert(!near("", "ab"));
}
END_TEST

UNIT_MAIN("headword", keys_have_no_case_no_marks_and_no_words_beside,
          a_word_that_is_too_long_has_no_key, what_stands_alone_has_one_of_its_alternatives,
          near_words_differ_by_a_letter_or_by_two_that_changed_places)
