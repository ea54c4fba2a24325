#include "text/terms/variants.h"

#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"

/* True if the variant has a capital, since the span has one that may be for its place alone: no
 * letter or digit is before it. */
static bool wants_capital(const char *text, tr_span span, const char *before)
{
    return tr_is_upper(tr_utf8_at(text, span.begin, span.end)) &&
           (*before || tr_utf8_find(text, 0, span.begin, tr_is_alnum) == span.begin);
}

const char *tr_capitalised(tr_region *region, const char *text)
{
    char capital[4];
    int32_t c;

    const size_t n = tr_utf8_decode(text, strlen(text), &c),
                 size = tr_utf8_encode(tr_to_upper(c), capital);
    return tr_region_printf(region, "%.*s%s", (int)size, capital, text + n);
}

static const char *raise(tr_region *region, const char *text)
{
    tr_buf raised = {0};
    const size_t len = strlen(text);

    for (size_t at = 0; at < len;) {
        char capital[4];
        const int32_t c = tr_utf8_next(text, &at, len);
        tr_buf_add(&raised, capital, tr_utf8_encode(tr_to_upper(c), capital));
    }
    return tr_region_keep(region, &raised);
}

void tr_add_fixed(tr_variants *v, tr_span span, const char *text)
{
    v->failed = v->failed || !text;
    if (!text || v->n == TR_MOST_VARIANTS) return;
    for (size_t i = 0; i < v->n; i++)
        if (v->list[i].span.begin == span.begin && !strcmp(v->list[i].text, text)) return;
    v->list[v->n++] = (tr_variant){span, text};
}

void tr_add_variant(tr_variants *v, const char *text, tr_span span, const char *before,
                    const char *noun)
{
    if (noun && v->in_capitals) noun = raise(v->region, noun);
    const char *all = noun && before ? tr_region_printf(v->region, "%s%s", before, noun) : NULL;

    if (all && wants_capital(text, span, before)) all = tr_capitalised(v->region, all);
    tr_add_fixed(v, span, all);
}
