/* usual_words.c - how BLEU finds words of a language. */
#include "language/language_data.h"
#include "translate.h"

const char *tr_evaluation_words(const char *language, size_t i)
{
    const char *const best = tr_language_data(language)->metrics.bleu;

    if (best && i == 0) return best;
    if (i > (best != NULL)) return NULL;
    return tr_language_has_spaces(language) ? "13a" : "char";
}
