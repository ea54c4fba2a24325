#include "document/light/light_scan.h"

#include "base/ascii.h"

size_t tr_light_limit(const tr_light_scan *s)
{
    return s->depth ? s->open[s->depth - 1].close : s->n;
}

size_t tr_light_atom(tr_light_scan *s, size_t begin, size_t end)
{
    tr_light_add(s->marks, TR_LIGHT_ATOM, begin, end, NULL);
    return end;
}

size_t tr_light_pair(tr_light_scan *s, size_t begin, size_t in, size_t close, size_t end,
                     const char *name)
{
    if (s->depth == TR_LIGHT_DEEPEST) return tr_light_atom(s, begin, end);
    tr_light_add(s->marks, TR_LIGHT_OPEN, begin, in, name);
    s->open[s->depth++] = (struct tr_light_pair){close, end, name};
    return in;
}

void tr_light_scan_all(tr_light_scan *s, size_t (*mark)(tr_light_scan *s, size_t at))
{
    for (size_t at = 0; (at < s->n || s->depth) && !s->marks->failed;) {
        const struct tr_light_pair *const top = s->depth ? &s->open[s->depth - 1] : NULL;
        if (top && at >= top->close) {
            tr_light_add(s->marks, TR_LIGHT_CLOSE, top->close, top->end, top->name);
            at = top->end;
            s->depth--;
            continue;
        }
        const size_t end = mark(s, at);
        const bool is_word = !end && tr_ascii_is_alnum(s->t[at]);
        at = end ? end : is_word ? tr_skip(s->t, at, tr_light_limit(s), tr_ascii_is_alnum) : at + 1;
    }
}
