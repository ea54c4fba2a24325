#include "language/indesign_name.h"

#include <strings.h>

#include "language/language_data.h"

/* A name of a fact "nl_NL_2005; CA=French: Canadian", with the region that it is of; or none. */
typedef struct entry {
    tr_span region, name;
} entry;

/* Reads the entry at *at, which moves behind it.  False at the end. */
static bool next_entry(const char *fact, size_t *at, entry *e)
{
    const size_t end = strlen(fact), begin = tr_skip(fact, *at, end, tr_ascii_is_space);

    if (begin == end) return false;
    const size_t stop = tr_find_byte(fact, begin, end, ';');
    const size_t sign = tr_find_byte(fact, begin, stop, '=');
    e->region = (tr_span){begin, sign < stop ? sign : begin};
    e->name = (tr_span){sign < stop ? sign + 1 : begin, stop};
    *at = stop + (stop < end);
    return true;
}

tr_span tr_indesign_family(const char *text, tr_span name)
{
    return (tr_span){name.begin, tr_find_byte(text, name.begin, name.end, ':')};
}

static bool are_equal(const char *a, tr_span s, const char *b, tr_span t)
{
    const size_t n = s.end - s.begin;
    return n == t.end - t.begin && !memcmp(a + s.begin, b + t.begin, n);
}

bool tr_indesign_matches(const char *text, tr_span name, const char *language)
{
    const char *const fact = tr_language_data(language)->codes.indesign;
    const tr_span family = tr_indesign_family(text, name);
    size_t at = 0;
    entry e;

    const size_t n = tr_find_byte(text, name.begin, name.end, '_') - name.begin;
    if (name.begin + n < name.end) /* "de_CH_2006" */
        return n == strcspn(language, "-_") && !strncasecmp(text + name.begin, language, n);
    while (fact && next_entry(fact, &at, &e))
        if (are_equal(text, family, fact, tr_indesign_family(fact, e.name))) return true;
    return false;
}

/* True if a code has a region among its parts behind the language. */
static bool has_region(const char *code, const char *region, size_t len)
{
    while (*(code += strcspn(code, "-_"))) {
        code++;
        if (strcspn(code, "-_") == len && !strncasecmp(code, region, len)) return true;
    }
    return false;
}

const char *tr_indesign_name(const char *language, size_t *len)
{
    const char *const fact = tr_language_data(language)->codes.indesign, *found = NULL;
    size_t at = 0;
    entry e;

    while (fact && next_entry(fact, &at, &e)) {
        const size_t n = e.region.end - e.region.begin;
        if (n ? !has_region(language, fact + e.region.begin, n) : found != NULL) continue;
        found = fact + e.name.begin;
        *len = e.name.end - e.name.begin;
        if (n) break;
    }
    return found;
}
