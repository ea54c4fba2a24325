#include "line/allowed_tokens.h"

#include "setup/surface.h"

/* True if `id` may come after `s`, to which its piece is appended. */
static bool may_say(const tr_allowed_tokens *r, tr_surface *s, int32_t id)
{
    const tr_constraints *const w = r->constraints;
    const size_t before = s->len;

    if (id != w->eos) tr_surface_add(s, w->target, id);
    if (r->begins && before < w->beginning->len)
        return s->len > before && tr_constraints_begins(w, s);
    return id == w->eos || !tr_constraints_banned(w, s, before);
}

void tr_allowed_tokens_mark(const void *allowed, const int32_t *before, size_t n_before,
                            const int32_t *ids, size_t n, bool *may)
{
    const tr_allowed_tokens *const r = allowed;
    const tr_constraints *const w = r->constraints;
    const size_t first = w->n_hidden < n_before ? w->n_hidden : n_before;
    tr_surface s;

    if (r->fidelity) tr_fidelity_allow(r->fidelity, before, n_before, ids, n, may);
    if (!w->n_words && !r->begins) return;
    tr_surface_of_ids(&s, w->target, w->eos, before + first, n_before - first);
    const size_t len = s.len;
    for (size_t i = 0; i < n; i++) {
        s.len = len;
        may[i] = may[i] && may_say(r, &s, ids[i]);
    }
}
