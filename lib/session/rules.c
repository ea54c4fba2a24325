#include "session/rules.h"

#include "session/spelling.h"

bool tr_rules_allow(const void *rules, const int32_t *ids, size_t n, int32_t id)
{
    const tr_rules *const r = rules;
    const tr_wording *const w = r->wording;
    const size_t first = w->n_before < n ? w->n_before : n;
    tr_spelling s;

    if (r->fidelity && !tr_fidelity_allows(r->fidelity, ids, n, id)) return false;
    if (!w->n_words && !r->begins) return true;
    tr_spell_all(&s, w->target, w->eos, ids + first, n - first);
    const size_t before = s.len;
    if (r->begins && before < w->beginning->len) {
        if (id != w->eos) tr_spell(&s, w->target, id);
        return s.len > before && tr_wording_begins(w, &s);
    }
    if (id == w->eos) return true;
    tr_spell(&s, w->target, id);
    return !tr_wording_banned(w, &s, before);
}
