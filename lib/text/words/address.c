#include "text/words/address.h"

#include <string.h>

#include "text/words/small_word.h"

tr_addressee tr_addressee_of(const tr_language *language, const char *text, size_t len)
{
    const tr_address_words *const a = &language->address;
    tr_addressee who = {0};
    bool other = false, other_before = false;
    tr_small_word w;

    for (size_t at = 0; tr_small_word_next(text, len, at, &w); at = w.at.end) {
        who.is_told = who.is_told || tr_small_word_listed(a->you, &w) ||
                      tr_small_word_listed(a->informal, &w);
        other = other || tr_small_word_listed(a->others, &w);
        other_before = other_before || (other && !who.is_told);
    }
    if (tr_address_of(language, who, text, len) != TR_ADDRESS_NONE) who.is_told = true;
    who.is_first = who.is_told && !other_before;
    who.is_only = who.is_told && !other;
    return who;
}

/* True if the word addresses formally. */
static bool is_formal(const tr_address_words *a, tr_addressee who, const char *text,
                      const tr_small_word *w)
{
    if (!tr_small_word_listed(a->formal, w)) return false;
    if (!a->capitals) return true;
    if (!tr_small_word_has_capital(text, w) || tr_small_word_is_in_capitals(text, w)) return false;
    return who.is_first || !tr_begins_sentence(text, w->at.begin);
}

/* True if the text has a verb that only informal words of several are a subject of. */
static bool has_plural_verb(const tr_address_words *a, const char *text, size_t len)
{
    tr_small_word w;

    for (size_t at = 0; a->plural_verbs && tr_small_word_next(text, len, at, &w); at = w.at.end)
        if (tr_small_word_listed(a->plural_verbs, &w)) return true;
    return false;
}

/* True if the word addresses informally.  `plural`: the text has a verb of several. */
static bool is_informal(const tr_address_words *a, tr_addressee who, bool plural, const char *text,
                        const tr_small_word *w)
{
    if (tr_small_word_listed(a->informal, w) || tr_small_word_listed(a->plural_verbs, w))
        return true;
    if (!tr_small_word_listed(a->plural, w)) return false;
    return plural || (who.is_only && !tr_small_word_has_capital(text, w));
}

tr_address tr_address_of(const tr_language *language, tr_addressee who, const char *text,
                         size_t len)
{
    const tr_address_words *const a = &language->address;
    bool formal = false, informal = false;
    tr_small_word w;

    if (!a->formal || !a->informal) return TR_ADDRESS_NONE;
    const bool plural = has_plural_verb(a, text, len);
    for (size_t at = 0; tr_small_word_next(text, len, at, &w); at = w.at.end) {
        if (is_informal(a, who, plural, text, &w))
            informal = true;
        else if (is_formal(a, who, text, &w))
            formal = true;
    }
    if (formal && informal) return TR_ADDRESS_MIXED;
    return formal ? TR_ADDRESS_FORMAL : informal ? TR_ADDRESS_INFORMAL : TR_ADDRESS_NONE;
}

bool tr_address_commands(const tr_language *language, const char *text, size_t len)
{
    const tr_address_words *const a = &language->address;
    tr_small_word verb, w;

    if (!a->capitals || !tr_small_word_next(text, len, 0, &verb)) return false;
    return tr_small_word_next(text, len, verb.at.end, &w) && w.at.begin == verb.at.end + 1 &&
           tr_small_word_listed(a->formal, &w) && tr_small_word_has_capital(text, &w) &&
           !tr_small_word_is_in_capitals(text, &w) && !memchr(text, '?', len);
}
