#include "text/terms/agreement.h"

#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "language/language.h"
#include "text/terms/agreement_german.h"
#include "text/terms/agreement_romance.h"
#include "text/terms/noun.h"
#include "text/terms/variants.h"
#include "text/terms/words_around.h"

static bool is_capital(const char *text)
{
    int32_t c;
    tr_utf8_decode(text, strlen(text), &c);
    return tr_is_upper(c);
}

/* "a" or "an" before the noun, if that is what the text has there. */
static void add_english(const char *text, tr_span place, const char *noun, tr_variants *out)
{
    tr_span word;

    if (tr_word_before(text, place.begin, &word)) {
        const size_t len = word.end - word.begin;
        const char *const w = text + word.begin;
        if ((len == 1 || (len == 2 && w[1] == 'n')) && (*w == 'a' || *w == 'A')) {
            const char *const article = *noun && strchr("aeiouAEIOU", *noun) ? "an " : "a ";
            tr_add_variant(out, text, (tr_span){word.begin, place.end}, article, noun);
            return;
        }
    }
    tr_add_variant(out, text, place, "", noun);
}

static void add_noun(const char *language, const char *text, tr_span place, const char *noun,
                     tr_variants *out)
{
    if (tr_language_is_variety(language, "en"))
        add_english(text, place, noun, out);
    else
        tr_add_variant(out, text, place, "", noun);
}

/* The plural of the last word. */
static void add_plurals(const char *language, const char *text, tr_span place, const tr_noun *noun,
                        tr_variants *out)
{
    const char *plurals[TR_MOST_PLURALS];
    const char *const last =
        strrchr(noun->singular, ' ') ? strrchr(noun->singular, ' ') + 1 : noun->singular;
    const int n = tr_noun_plurals(language, last, strlen(last), out->region, plurals);

    for (int i = 0; i < n; i++)
        tr_add_variant(out, text, place, "",
                       tr_region_printf(out->region, "%.*s%s", (int)(last - noun->singular),
                                        noun->singular, plurals[i]));
    if (n <= 0) add_noun(language, text, place, noun->singular, out);
}

/* The noun alone, in its number. */
static void agree_with_nothing(const char *language, const char *text, tr_span place,
                               const tr_noun *noun, tr_variants *out)
{
    if (noun->is_fixed)
        tr_add_fixed(out, place, noun->singular);
    else if (!noun->is_plural)
        add_noun(language, text, place, noun->singular, out);
    else if (noun->plural)
        add_noun(language, text, place, noun->plural, out);
    else
        add_plurals(language, text, place, noun, out);
}

void tr_agree(const char *language, const char *text, size_t len, tr_span place,
              const tr_noun *noun, tr_variants *out)
{
    const bool is_name = noun->is_fixed;

    out->in_capitals = noun->in_capitals;
    if (!is_name && tr_language_is_variety(language, "de"))
        tr_agree_german(text, place, noun, out);
    else if (!is_name && tr_agrees_romance(language) && !is_capital(noun->singular))
        tr_agree_romance(language, text, len, place, noun, out);
    else
        agree_with_nothing(language, text, place, noun, out);
}
