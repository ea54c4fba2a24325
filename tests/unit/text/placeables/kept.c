#include "text/placeables/kept.h"

#include <string.h>

#include "unit/unit.h"

/* The kept words of a text, between bars. */
static const char *kept_words(const char *text, bool spaces)
{
    static char words[2000];
    tr_span word = {0};

    *words = '\0';
    while (tr_kept_next(text, strlen(text), word.end, spaces, &word)) {
        if (*words) strcat(words, "|");
        strncat(words, text + word.begin, word.end - word.begin);
    }
    return words;
}

static void check_kept(const char *text, const char *wanted)
{
    ck_assert_str_eq(kept_words(text, true), wanted);
}

START_TEST(words_too_long_to_be_any_are_kept)
{
    char text[400] = "A ";

    memset(text + 2, 'x', 150);
    check_kept(text, "");
    text[152] = 'x';
    check_kept(text, text + 2);
    ck_assert_str_eq(kept_words(text, false), "");
    for (size_t i = 0; i < 150; i++) /* characters, not bytes */
        memcpy(text + 2 * i, "\xC3\xA4", 3);
    check_kept(text, "");
}
END_TEST

UNIT_MAIN("kept", words_too_long_to_be_any_are_kept)
