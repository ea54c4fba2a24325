#include "text/marks/lost_mark.h"

#include "base/unicode.h"
#include "base/utf8.h"
#include "base/word_list.h"
#include "language/language_data.h"
#include "text/terms/function_words.h"
#include "text/terms/word_class.h"

/* A noun without a capital is lost where less looks at it: "in front of" may become "vor". */
static const double sure_look = 0.4;

/* True if a capital may be for the place alone: nothing is before it, or a stop or a colon. */
static bool may_begin(const char *text, size_t at)
{
    const size_t end = tr_utf8_skip_back(text, 0, at, tr_is_space);
    const int32_t c = end ? tr_utf8_before(text, 0, end) : '.';

    return c == '.' || c == ':' || c == '!' || c == '?' ||
           tr_utf8_find(text, 0, at, tr_is_alnum) == at;
}

/* True for a capital that is not for the place, in a word of several letters. */
static bool has_own_capital(const char *text, const tr_word *w)
{
    size_t end = w->begin;
    return w->letters && tr_is_upper(tr_utf8_next(text, &end, w->end)) && end < w->end &&
           !may_begin(text, w->begin);
}

/* True for a word that has a capital although it is small: "Sie". */
static bool is_polite(const tr_language *l, const char *word, size_t len)
{
    return tr_list_has_any_case(l->words.polite, word, len);
}

/* True for a small word of the grammar; with a capital of its own it is a name. */
static bool is_small(const char *language, const char *text, const tr_word *w)
{
    const char *const word = text + w->begin;
    const size_t len = w->end - w->begin;
    const tr_language *const l = tr_language_data(language);

    if (!w->letters) return !w->copied;
    if (!tr_is_function_word(language, word, len)) return false;
    return !has_own_capital(text, w) || is_polite(l, word, len);
}

static bool is_known(const char *language)
{
    return language && tr_language_data(language)->words.function;
}

/* True for a word that a determiner, or its capital, tells to be a noun. */
static bool is_noun(const char *language, const tr_aligned_words *w, const tr_word *word)
{
    const unsigned classes =
        tr_class_in_sentence(language, w->text, w->len, (tr_span){word->begin, word->end}, true);
    return !(classes & TR_CLASS_VERB);
}

bool tr_mark_is_lost(const tr_aligned_words *w, const char *const languages[2], tr_span at,
                     tr_span place, double peak)
{
    bool named = false, has_noun = false;

    if (!is_known(languages[0]) || !is_known(languages[1])) return false;
    for (size_t i = place.begin; i < place.end; i++)
        if (!is_small(languages[1], w->h->text, &w->target.list[i])) return false;
    for (size_t i = 0; i < w->source.n; i++) {
        const tr_word *const word = &w->source.list[i];
        if (word->begin >= at.end || word->end <= at.begin || !word->letters ||
            is_small(languages[0], w->text, word))
            continue;
        named = named || has_own_capital(w->text, word);
        has_noun = has_noun || is_noun(languages[0], w, word);
    }
    return named || (has_noun && peak < sure_look);
}
