#include "text/terms/noun.h"

#include <string.h>

#include "language/language_data.h"
#include "text/terms/endings.h"

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

int tr_noun_plurals(const char *language, const char *noun, size_t len, tr_region *region,
                    const char *plurals[TR_MOST_PLURALS])
{
    const char *rules = tr_language_data(language)->nouns.plurals;
    tr_ending e;
    int n = 0;

    if (!tr_ending_next(&rules, noun, len, &e)) return 0;
    const size_t stem = len - e.len;
    for (const char *at = e.with; n < TR_MOST_PLURALS;) {
        const size_t size = strcspn(at, "/ ");
        plurals[n] = *at == ':'
                         ? with_umlaut(region, noun, stem, at + 1, size - 1)
                         : tr_region_printf(region, "%.*s%.*s", (int)stem, noun, (int)size, at);
        if (!plurals[n]) return -1;
        n++;
        if (at[size] != '/') break;
        at += size + 1;
    }
    return n;
}

const char *tr_noun_genders(const char *language, const char *noun, size_t len)
{
    const tr_nouns *const l = &tr_language_data(language)->nouns;
    const char *told = l->genders ? l->genders : "";
    const struct {
        const char *endings, *gender;
    } of[] = {{l->unsure, told}, {l->masculine, "m"}, {l->feminine, "f"}, {l->neuter, "n"}};

    for (size_t i = 0, longest = 0; i < sizeof of / sizeof *of; i++) {
        const size_t n = tr_ending_longest(of[i].endings, noun, len);
        if (n <= longest) continue;
        longest = n;
        told = of[i].gender;
    }
    return told;
}
