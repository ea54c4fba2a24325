#include "text/terms/compound.h"

#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "language/language_data.h"
#include "text/terms/agreement.h"
#include "text/terms/noun.h"
#include "text/terms/variants.h"

enum { LEAST_OF_PART = 3 /* letters */ };

/* A hyphen with a letter before it, or behind it. */
static bool joins(const char *text, size_t len, size_t hyphen)
{
    return hyphen < len && text[hyphen] == '-' && tr_is_letter(tr_utf8_before(text, 0, hyphen)) &&
           tr_is_letter(tr_utf8_at(text, hyphen + 1, len));
}

static bool belongs(int32_t c)
{
    return tr_is_alnum(c) || c == '-';
}

static const char *behind_prefix(tr_region *region, const char *text, tr_span prefix,
                                 const char *noun)
{
    return noun ? tr_region_printf(region, "%.*s-%s", (int)(prefix.end - prefix.begin),
                                   text + prefix.begin, noun)
                : NULL;
}

/* The noun as the last part of a compound, whose form it is that agrees. */
static void add_last(const char *language, const char *text, size_t len, tr_span compound,
                     size_t prefix_end, const tr_noun *noun, tr_variants *out)
{
    const tr_span prefix = {compound.begin, prefix_end};
    tr_noun whole = *noun;

    whole.singular = behind_prefix(out->region, text, prefix, noun->singular);
    whole.plural = behind_prefix(out->region, text, prefix, noun->plural);
    out->failed = out->failed || !whole.singular || (noun->plural && !whole.plural);
    if (!out->failed) tr_agree(language, text, len, compound, &whole, out);
}

void tr_agree_joined(const char *language, const char *text, size_t len, tr_span place,
                     const tr_noun *noun, tr_variants *out)
{
    const bool goes_on = joins(text, len, place.end),
               begins = place.begin > 0 && joins(text, len, place.begin - 1);

    if (noun->is_verb)
        tr_agree(language, text, len, place, noun, out);
    else if (goes_on || !begins || !tr_language_data(language)->nouns.compounds)
        tr_add_variant(out, text, place, "", noun->singular);
    else
        add_last(language, text, len,
                 (tr_span){tr_utf8_skip_back(text, 0, place.begin, belongs), place.end},
                 place.begin - 1, noun, out);
}

/* The noun, a hyphen, and the rest of the compound from byte `at` on, with a capital.  Weak nouns
 * have their ending there: "Kunden-Daten". */
static void add_first(const char *language, const char *text, tr_span compound, size_t at,
                      const tr_noun *noun, tr_variants *out)
{
    const char *const weak = tr_noun_by_rules(tr_language_data(language)->cases.surely_weak,
                                              noun->singular, strlen(noun->singular), out->region);
    const char *const rest = tr_region_copy(out->region, text + at, compound.end - at);
    const char *const raised = rest ? tr_capitalised(out->region, rest) : NULL;
    tr_add_variant(
        out, text, compound, "",
        raised ? tr_region_printf(out->region, "%s-%s", weak ? weak : noun->singular, raised)
               : NULL);
}

void tr_agree_compound(const char *language, const char *text, size_t len, tr_span place,
                       const tr_noun *noun, bool is_first, tr_variants *out)
{
    const size_t n_letters = tr_utf8_count(text + place.begin, place.end - place.begin);

    for (size_t at = place.begin, n = 0; at < place.end; tr_utf8_next(text, &at, place.end), n++) {
        if (n < LEAST_OF_PART || n + LEAST_OF_PART > n_letters) continue;
        if (is_first)
            add_first(language, text, place, at, noun, out);
        else
            add_last(language, text, len, place, at, noun, out);
    }
}
