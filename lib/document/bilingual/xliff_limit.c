#include "document/bilingual/xliff_limit.h"

#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "document/bilingual/xliff_frame.h"
#include "document/markup/escapes.h"

/* ---- What a unit says ---- */

/* The value of an attribute, whatever its prefix; false if there is none. */
static bool find_local(const tr_markup *m, const tr_markup_token *t, const char *name,
                       tr_span *value)
{
    const size_t n = strlen(name);
    tr_markup_attribute a;

    for (size_t at = 0; tr_markup_attribute_next(m, t, &at, &a);) {
        const size_t len = a.name.end - a.name.begin;
        const char *const end = m->text + a.name.end;
        if (len <= n || memcmp(end - n, name, n) != 0 || end[-(ptrdiff_t)n - 1] != ':') continue;
        *value = a.value;
        return true;
    }
    return false;
}

/* The number that is all of bytes [s]; 0 if they are none, or too many digits. */
static size_t number_in(const char *text, tr_span s)
{
    enum { MOST_DIGITS = 9 };
    size_t n = 0;

    if (s.end - s.begin > MOST_DIGITS) return 0;
    for (size_t i = s.begin; i < s.end; i++) {
        if (!tr_ascii_is_digit(text[i])) return 0;
        n = 10 * n + (size_t)(text[i] - '0');
    }
    return n;
}

static tr_length_bound *make_limit(tr_content *d, size_t most, bool counts_characters, bool *failed)
{
    tr_length_bound *const limit = most ? TR_REGION_TAKE(&d->region, tr_length_bound, 1) : NULL;

    if (limit) *limit = (tr_length_bound){.most = counts_characters ? most : TR_OTHER_MEASURE};
    *failed = *failed || (most && !limit);
    return limit;
}

tr_length_bound *tr_xliff_limit_of_unit1(tr_content *d, const tr_markup *m,
                                         const tr_markup_token *t, bool *failed)
{
    tr_span width, measure;

    if (!tr_markup_find(m, t, "maxwidth", &width)) return NULL;
    const bool counts =
        tr_markup_find(m, t, "size-unit", &measure) && tr_markup_is(m, measure, "char");
    return make_limit(d, number_in(m->text, width), counts, failed);
}

/* "25", or with the least size before it: "5,25". */
tr_length_bound *tr_xliff_limit_of_unit2(tr_content *d, const tr_markup *m,
                                         const tr_markup_token *t, bool counts_characters,
                                         bool *failed)
{
    tr_span size;

    if (!find_local(m, t, "sizeRestriction", &size)) return NULL;
    const size_t comma = tr_find_byte(m->text, size.begin, size.end, ',');
    if (comma < size.end) size.begin = comma + 1;
    size = tr_skip_around(m->text, size, tr_ascii_is_space);
    return make_limit(d, number_in(m->text, size), counts_characters, failed);
}

bool tr_xliff_counts_characters(const tr_markup *m, const tr_markup_token *t)
{
    tr_span profile;
    return tr_markup_find(m, t, "generalProfile", &profile) &&
           tr_markup_is(m, profile, "xliff:codepoints");
}

/* ---- What a translation has ---- */

size_t tr_xliff_length(const char *text, size_t len)
{
    tr_markup m = {.text = text, .size = len, .xml = true};
    tr_markup_token t;
    tr_buf means = {0};
    size_t n = 0;

    while (tr_markup_next(&m, &t)) {
        const bool is_code = t.kind == TR_MARKUP_START && !t.closed &&
                             tr_markup_listed(" bpt ept it ph ", tr_markup_local(&t));
        const size_t end = is_code ? tr_markup_end_of(&m, &t) : 0;
        if (end) m.at = end;
        if (t.kind != TR_MARKUP_TEXT) continue;
        tr_buf_clear(&means);
        tr_html_decode(text + t.raw.begin, t.raw.end - t.raw.begin, false, &means);
        n += tr_utf8_count(tr_buf_text(&means), means.len);
    }
    tr_buf_free(&means);
    return n;
}

size_t tr_xliff_written_length(const tr_segment *p)
{
    const tr_xliff_frame *const f = p->extra;
    const size_t blanks = f->is_new ? f->blanks.end - f->blanks.begin : 0;
    return tr_xliff_length(p->written + blanks, p->written_len - blanks);
}

const tr_length_bound *tr_xliff_limit(const tr_segment *p)
{
    const tr_xliff_frame *const f = p->extra;
    return f->limit;
}
