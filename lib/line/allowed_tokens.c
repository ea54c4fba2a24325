#include "line/allowed_tokens.h"

#include <string.h>

#include "setup/surface.h"

/* True if a word ends after byte `before` that addresses in a way that is ruled out. */
static bool misaddresses(const tr_allowed_tokens *r, const tr_surface *s, size_t before)
{
    if (!r->address) return false;
    if (r->may_begin && s->len && !memchr(s->text + 1, ' ', s->len - 1)) return false;
    return tr_constraints_banned(r->address, s, before);
}

/* True if `id` may come after `s`, to which its piece is appended. */
static bool may_say(const tr_allowed_tokens *r, tr_surface *s, int32_t id)
{
    const tr_constraints *const w = r->constraints;
    const size_t before = s->len;

    if (id != w->eos) tr_surface_add(s, w->target, id);
    if (r->begins && before < w->beginning->len)
        return s->len > before && tr_constraints_begins(w, s);
    if (id == w->eos) return true;
    return !tr_constraints_banned(w, s, before) && !misaddresses(r, s, before);
}

void tr_allowed_tokens_mark(const void *allowed, const int32_t *before, size_t n_before,
                            const int32_t *ids, size_t n, bool *may)
{
    const tr_allowed_tokens *const r = allowed;
    const tr_constraints *const w = r->constraints;
    const size_t first = w->n_hidden < n_before ? w->n_hidden : n_before;
    tr_surface s;

    if (r->fidelity) tr_fidelity_allow(r->fidelity, before, n_before, ids, n, may);
    if (!w->n_words && !r->begins && !r->address) return;
    tr_surface_of_ids(&s, w->target, w->eos, before + first, n_before - first);
    const size_t len = s.len;
    for (size_t i = 0; i < n; i++) {
        s.len = len;
        may[i] = may[i] && may_say(r, &s, ids[i]);
    }
}
