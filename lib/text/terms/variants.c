#include "text/terms/variants.h"

#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"

/* True if no letter or digit is before byte `end`. */
static bool is_first(const char *text, size_t end)
{
    for (size_t at = 0; at < end;) {
        int32_t c;
        at += tr_utf8_decode(text + at, end - at, &c);
        if (tr_is_letter(c) || tr_is_digit(c)) return false;
    }
    return true;
}

/* True if the variant has a capital where the text may have one for its place alone. */
static bool wants_capital(const char *text, tr_span span, const char *before)
{
    int32_t c;
    tr_utf8_decode(text + span.begin, span.end - span.begin, &c);
    return is_first(text, span.begin) || (*before && tr_is_upper(c));
}

static const char *capitalised(tr_region *region, const char *text)
{
    char capital[4];
    int32_t c;

    const size_t n = tr_utf8_decode(text, strlen(text), &c),
                 size = tr_utf8_encode(tr_to_upper(c), capital);
    return tr_region_printf(region, "%.*s%s", (int)size, capital, text + n);
}

void tr_add_variant(tr_variants *r, const char *text, tr_span span, const char *before,
                    const char *noun)
{
    const char *all = noun && before ? tr_region_printf(r->region, "%s%s", before, noun) : NULL;

    if (all && wants_capital(text, span, before)) all = capitalised(r->region, all);
    r->failed = r->failed || !all;
    if (!all || r->n == TR_MOST_VARIANTS) return;
    for (size_t i = 0; i < r->n; i++)
        if (r->list[i].span.begin == span.begin && !strcmp(r->list[i].text, all)) return;
    r->list[r->n++] = (tr_variant){span, all};
}
