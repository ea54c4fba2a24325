#include "text/terms/function_words.h"

#include "base/utf8.h"
#include "base/word_list.h"
#include "language/language_data.h"

bool tr_is_function_word(const char *language, const char *word, size_t len)
{
    enum { SHORT = 3 };
    const char *const words = tr_language_data(language)->words.function;

    if (!words) return tr_utf8_count(word, len) <= SHORT;
    return tr_list_has_any_case(words, word, len);
}
