#include "text/terms/agreement.h"

#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "language/language_data.h"
#include "text/terms/declension.h"
#include "text/terms/gender_agreement.h"
#include "text/terms/inflection.h"
#include "text/terms/noun.h"
#include "text/terms/variants.h"
#include "text/terms/verb.h"
#include "text/terms/words_around.h"

/* True if a word is the article, perhaps with a capital. */
static bool is_article(const char *article, const char *word, size_t len)
{
    return strlen(article) == len && tr_ascii_lower(*word) == *article &&
           !memcmp(word + 1, article + 1, len - 1);
}

/* The noun, with the article whose form its sound tells, if the text has one. */
static void add_noun(const char *language, const char *text, tr_span place, const char *noun,
                     tr_variants *out)
{
    const tr_articles *const a = &tr_language_data(language)->articles;
    tr_span word;
    const char *article = "";

    if (a->indefinite && tr_word_before(text, place.begin, &word)) {
        const size_t len = word.end - word.begin;
        if (is_article(a->indefinite, text + word.begin, len) ||
            is_article(a->before_vowel, text + word.begin, len)) {
            const bool vowel = *noun && strchr(a->vowels, *noun);
            article = tr_region_printf(out->region, "%s ", vowel ? a->before_vowel : a->indefinite);
            place.begin = word.begin;
        }
    }
    tr_add_variant(out, text, place, article, noun);
}

/* The plural of the last word, if its ending tells. */
static void add_plurals(const char *language, const char *text, tr_span place, const tr_noun *noun,
                        tr_variants *out)
{
    const char *plurals[TR_MOST_PLURALS];
    const char *const last =
        strrchr(noun->singular, ' ') ? strrchr(noun->singular, ' ') + 1 : noun->singular;
    const tr_noun_word word = {language, last, strlen(last), noun->gender};
    const int n = tr_noun_plurals(&word, out->region, plurals);

    if (n == 1)
        tr_add_variant(out, text, place, "",
                       tr_region_printf(out->region, "%.*s%s", (int)(last - noun->singular),
                                        noun->singular, plurals[0]));
    if (n <= 0) add_noun(language, text, place, noun->singular, out);
}

/* True if the last word of the place ends as a plural.  Out of memory *failed is set. */
static bool looks_plural(const char *language, const char *text, tr_span place, bool *failed)
{
    const size_t begin = tr_utf8_skip_back(text, place.begin, place.end, tr_is_letter);
    tr_buf small = {0}, stems = {0};

    tr_fold(text + begin, place.end - begin, &small);
    const tr_stem_counts n = tr_stems(language, tr_buf_text(&small), small.len, &stems);
    *failed = *failed || small.failed || stems.failed;
    tr_buf_free(&small);
    tr_buf_free(&stems);
    return n.plural > 0;
}

/* The noun alone, in its number. */
static void agree_with_nothing(const char *language, const char *text, tr_span place,
                               const tr_noun *noun, tr_variants *out)
{
    const bool is_plural =
        noun->is_plural || (noun->is_either && looks_plural(language, text, place, &out->failed));

    if (noun->is_fixed)
        tr_add_fixed(out, place, noun->singular);
    else if (!is_plural)
        add_noun(language, text, place, noun->singular, out);
    else if (noun->plural)
        add_noun(language, text, place, noun->plural, out);
    else
        add_plurals(language, text, place, noun, out);
}

void tr_agree(const char *language, const char *text, size_t len, tr_span place,
              const tr_noun *noun, tr_variants *out)
{
    const tr_language *const l = tr_language_data(language);

    out->in_capitals = noun->in_capitals;
    if (noun->is_verb && !noun->is_fixed)
        tr_conjugate(language, text, len, place, noun, out);
    else if (!noun->is_fixed && l->cases.article)
        tr_decline(language, text, len, place, noun, out);
    else if (!noun->is_fixed && l->agreement.determiners &&
             !tr_is_upper(tr_utf8_at(noun->singular, 0, strlen(noun->singular))))
        tr_agree_in_gender(language, text, len, place, noun, out);
    else
        agree_with_nothing(language, text, place, noun, out);
}
