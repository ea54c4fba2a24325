#include "text/terms/compound.h"

#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "language/language_data.h"
#include "text/terms/agreement.h"
#include "text/terms/variants.h"

enum { LEAST_OF_PART = 3 /* letters */ };

/* A hyphen with a letter before it, or behind it. */
static bool joins(const char *text, size_t len, size_t hyphen)
{
    int32_t before, behind;

    if (hyphen >= len || text[hyphen] != '-' || hyphen == 0 || hyphen + 1 == len) return false;
    tr_char_before(text, 0, hyphen, &before);
    tr_utf8_decode(text + hyphen + 1, len - hyphen - 1, &behind);
    return tr_is_letter(before) && tr_is_letter(behind);
}

static size_t begin_of_word(const char *text, size_t at)
{
    for (size_t before; at > 0; at = before) {
        int32_t c;
        before = tr_char_before(text, 0, at, &c);
        if (!tr_is_letter(c) && !tr_is_digit(c) && c != '-') break;
    }
    return at;
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

    if (goes_on || !begins || !tr_language_data(language)->nouns.compounds)
        tr_add_variant(out, text, place, "", noun->singular);
    else
        add_last(language, text, len, (tr_span){begin_of_word(text, place.begin), place.end},
                 place.begin - 1, noun, out);
}

/* The noun, a hyphen, and the rest of the compound from byte `at` on, with a capital. */
static void add_first(const char *text, tr_span compound, size_t at, const tr_noun *noun,
                      tr_variants *out)
{
    char capital[4];
    int32_t c;

    const size_t n = tr_utf8_decode(text + at, compound.end - at, &c),
                 size = tr_utf8_encode(tr_to_upper(c), capital);
    tr_add_variant(out, text, compound, "",
                   tr_region_printf(out->region, "%s-%.*s%.*s", noun->singular, (int)size, capital,
                                    (int)(compound.end - at - n), text + at + n));
}

void tr_agree_compound(const char *language, const char *text, size_t len, tr_span place,
                       const tr_noun *noun, bool is_first, tr_variants *out)
{
    size_t n_letters = 0, n = 0;

    for (size_t at = place.begin, size; at < place.end; at += size) {
        int32_t c;
        size = tr_utf8_decode(text + at, place.end - at, &c);
        n_letters++;
    }
    for (size_t at = place.begin, size; at < place.end; at += size, n++) {
        int32_t c;
        size = tr_utf8_decode(text + at, place.end - at, &c);
        if (n < LEAST_OF_PART || n + LEAST_OF_PART > n_letters) continue;
        if (is_first)
            add_first(text, place, at, noun, out);
        else
            add_last(language, text, len, place, at, noun, out);
    }
}
