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

/* True if the variant has a capital, since the span has one that may be for its place alone. */
static bool wants_capital(const char *text, tr_span span, const char *before)
{
    int32_t c;
    tr_utf8_decode(text + span.begin, span.end - span.begin, &c);
    return tr_is_upper(c) && (*before || is_first(text, span.begin));
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

    for (size_t at = 0, n; at < len; at += n) {
        char capital[4];
        int32_t c;
        n = tr_utf8_decode(text + at, len - at, &c);
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
