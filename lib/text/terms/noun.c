#include "text/terms/noun.h"

#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "base/word_list.h"
#include "language/language_data.h"
#include "text/terms/endings.h"
#include "text/terms/inflection.h"
#include "text/terms/variants.h"

/* The last vowel of a stem, if it can have an umlaut; NULL if it cannot. */
static char *find_umlaut(char *stem, size_t len)
{
    while (len > 0 && (unsigned char)stem[len - 1] < 0x80 && !strchr("aeiouAOU", stem[len - 1]))
        len--;
    if (len > 1 && stem[len - 1] == 'u' && strchr("aA", stem[len - 2])) len--;
    return len && strchr("aouAOU", stem[len - 1]) ? stem + len - 1 : NULL;
}

static const char *with_umlaut(tr_region *region, const char *stem, size_t len, const char *ending,
                               size_t n_ending)
{
    char *const plain = tr_region_copy(region, stem, len);
    char *const vowel = plain ? find_umlaut(plain, len) : NULL;
    const char *const letters = "aouAOU";
    static const char umlauts[][3] = {"\xC3\xA4", "\xC3\xB6", "\xC3\xBC",
                                      "\xC3\x84", "\xC3\x96", "\xC3\x9C"};

    if (!plain) return NULL;
    if (!vowel) return tr_region_printf(region, "%s%.*s", plain, (int)n_ending, ending);
    return tr_region_printf(region, "%.*s%s%s%.*s", (int)(vowel - plain), plain,
                            umlauts[strchr(letters, *vowel) - letters], vowel + 1, (int)n_ending,
                            ending);
}

/* The beginning of a noun and an ending; a capital stays where the ending is all of the word. */
static const char *join(tr_region *region, const char *noun, size_t stem, const char *ending,
                        size_t n_ending)
{
    const char *const all =
        tr_region_printf(region, "%.*s%.*s", (int)stem, noun, (int)n_ending, ending);
    const bool raises = all && stem == 0 && tr_is_upper(tr_utf8_at(noun, 0, strlen(noun)));
    return raises ? tr_capitalised(region, all) : all;
}

/* The first of some rules that fits a noun in small letters. */
static bool find_rule(const char *rules, const char *noun, size_t len, tr_ending *e)
{
    char small[TR_LONGEST_WORD];
    const size_t n = tr_fold_end(noun, len, small);

    return tr_ending_next(&rules, small, n, e);
}

const char *tr_noun_by_rules(const char *rules, const char *noun, size_t len, tr_region *region)
{
    tr_ending e;

    if (!len || !find_rule(rules, noun, len, &e)) return NULL;
    return join(region, noun, len - e.len, e.with, e.n);
}

int tr_noun_plurals(const tr_noun_word *noun, tr_region *region,
                    const char *plurals[TR_MOST_PLURALS])
{
    const tr_nouns *const l = &tr_language_data(noun->language)->nouns;
    tr_ending e;
    int n = 0;

    if (!(noun->gender == 'f' && find_rule(l->feminine_plurals, noun->text, noun->len, &e)) &&
        !find_rule(l->plurals, noun->text, noun->len, &e))
        return 0;
    const size_t stem = noun->len - e.len;
    for (const char *at = e.with; n < TR_MOST_PLURALS;) {
        const size_t size = strcspn(at, "/ ");
        plurals[n] = *at == ':' ? with_umlaut(region, noun->text, stem, at + 1, size - 1)
                                : join(region, noun->text, stem, at, size);
        if (!plurals[n]) return -1;
        n++;
        if (at[size] != '/') break;
        at += size + 1;
    }
    return n;
}

/* The i-th of the words of a list that are the definite article of a gender, singular; its end. */
static const char *article_of(const tr_language *l, size_t i, size_t *len)
{
    const char *const list = l->cases.article ? l->cases.article : l->agreement.determiners;
    const char *word = tr_list_next(list, len);

    if (!l->cases.article) {
        for (; word && i > 0; i--)
            word = strchr(word, '/') + 1;
        if (word) *len = strcspn(word, "/ ");
        return word;
    }
    for (; word && i > 0; i--)
        word = tr_list_next(word + *len, len);
    return word;
}

size_t tr_noun_article(const char *language, const char *noun, char *gender)
{
    static const char genders[] = "mfn";
    const tr_language *const l = tr_language_data(language);
    const size_t n = l->cases.article ? 3 : 2, first = strcspn(noun, " ");

    if (!noun[first]) return 0;
    for (size_t i = 0; i < n; i++) {
        size_t len;
        const char *const article = article_of(l, i, &len);
        if (!article || len != first || memcmp(article, noun, len) != 0) continue;
        *gender = genders[i];
        return first + 1;
    }
    return 0;
}

/* Bytes of the longest ending of a list that a word has, or is; 0: none. */
static size_t longest_ending(const char *list, const char *word, size_t len)
{
    size_t longest = 0;
    tr_ending e;

    while (tr_ending_next(&list, word, len, &e))
        if (e.len > longest) longest = e.len;
    return longest;
}

const char *tr_noun_genders(const char *language, const char *noun, size_t len)
{
    const tr_nouns *const l = &tr_language_data(language)->nouns;
    const char *told = l->genders ? l->genders : "";
    const struct {
        const char *endings, *gender;
    } of[] = {{l->unsure, told}, {l->masculine, "m"}, {l->feminine, "f"}, {l->neuter, "n"}};
    char small[TR_LONGEST_WORD];
    const size_t n_small = tr_fold_end(noun, len, small);

    for (size_t i = 0, longest = 0; i < sizeof of / sizeof *of; i++) {
        const size_t n = longest_ending(of[i].endings, small, n_small);
        if (n <= longest) continue;
        longest = n;
        told = of[i].gender;
    }
    return told;
}
