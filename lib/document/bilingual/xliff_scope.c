#include "document/bilingual/xliff_scope.h"

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

bool tr_xliff_scope_stays(const tr_xliff_scope *s, const tr_markup *m, const tr_markup_token *t)
{
    return tr_markup_listed(" unit trans-unit bin-unit ", tr_markup_local(t)) && stays(s, m, t);
}

void tr_xliff_scope_free(tr_xliff_scope *s)
{
    tr_buf_free(&s->open);
}
