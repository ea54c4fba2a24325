#include "check/small_words.h"

#include <string.h>

#include "check/text_words.h"
#include "translate.h"

/* Facts "words.function" of lib/language/data, each word between blanks. */
static const struct {
    const char *language, *words;
} known[] = {
#include "small_words.inc"
};

static bool has_word(const char *words, const char *text, tr_span word)
{
    tr_span at = {0};
    const size_t len = strlen(words);

    while (text_word_next(words, at.end, len, &at))
        if (text_words_equal(words, at, text, word)) return true;
    return false;
}

bool is_small_word(const char *language, const char *text, tr_span word)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (tr_language_fit(language, known[i].language))
            return has_word(known[i].words, text, word);
    return false;
}
