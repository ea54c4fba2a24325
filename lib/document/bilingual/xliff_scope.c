#include "document/bilingual/xliff_scope.h"

#include "document/bilingual/inline_codes.h"

/* What a start tag says, or what holds around it. */
static bool stays(const tr_xliff_scope *s, const tr_markup *m, const tr_markup_token *t)
{
    tr_span value;

    if (tr_markup_find(m, t, "translate", &value)) return tr_markup_is(m, value, "no");
    return s->open.len && s->open.data[s->open.len - 1];
}

void tr_xliff_scope_take(tr_xliff_scope *s, const tr_markup *m, const tr_markup_token *t)
{
    if (t->closed || !tr_markup_listed(" file group ", tr_markup_local(t))) return;
    if (t->kind == TR_MARKUP_START) {
        const char no = stays(s, m, t);
        tr_buf_add(&s->open, &no, 1);
    } else if (t->kind == TR_MARKUP_END && s->open.len) {
        s->open.len--;
    }
}

/* True if a unit that is not translated has spans in its sources that are. */
static bool has_spans(tr_markup m, const tr_markup_token *unit)
{
    bool in_source = false, found = false;
    tr_markup_token t;

    while (!unit->closed && tr_markup_next(&m, &t)) {
        if (t.kind == TR_MARKUP_END && tr_markup_is_local(&t, tr_markup_local(unit))) return found;
        if (t.kind == TR_MARKUP_START && tr_markup_is_local(&t, "seg-source")) return false;
        if (tr_markup_is_local(&t, "source")) in_source = t.kind == TR_MARKUP_START && !t.closed;
        found |= in_source && t.kind == TR_MARKUP_START && tr_inline_code_is_translated(&m, &t);
    }
    return found;
}

enum tr_xliff_part tr_xliff_scope_part(const tr_xliff_scope *s, const tr_markup *m,
                                       const tr_markup_token *t)
{
    if (!tr_markup_listed(" unit trans-unit bin-unit ", tr_markup_local(t)) || !stays(s, m, t))
        return TR_XLIFF_ALL;
    return has_spans(*m, t) ? TR_XLIFF_SPANS : TR_XLIFF_NOTHING;
}

void tr_xliff_scope_free(tr_xliff_scope *s)
{
    tr_buf_free(&s->open);
}
