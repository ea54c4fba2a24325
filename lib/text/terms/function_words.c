#include "text/terms/function_words.h"

#include "base/buf.h"
#include "base/utf8.h"
#include "base/word_list.h"
#include "language/language_data.h"
#include "text/terms/inflection.h"

bool tr_is_function_word(const char *language, const char *word, size_t len)
{
    enum { SHORT = 3 };
    const char *const words = tr_language_data(language)->words.function;
    tr_buf folded = {0};

    if (!words) return tr_utf8_count(word, len) <= SHORT;
    tr_fold(word, len, &folded);
    const bool is = !folded.failed && tr_list_has(words, tr_buf_text(&folded), folded.len);
    tr_buf_free(&folded);
    return is;
}
