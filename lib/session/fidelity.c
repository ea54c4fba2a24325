#include "session/fidelity.h"

#include <string.h>

#include "text/facts.h"

enum {
    MOST_FACTS = 32,     /* of a sentence; those after these are not looked at */
    MOST_BYTES = 4 << 10 /* of a translation; those after these are not looked at */
};

struct tr_fidelity {
    const tr_tokenizer *target;
    int32_t eos;
    size_t n_before; /* ids of the search that no text shows */
    size_t n;
    tr_fact facts[];
};

int tr_fidelity_create(const tr_fidelity **fidelity, tr_region *region, const tr_setting *setting,
                       const char *text, size_t len)
{
    tr_fact facts[MOST_FACTS];
    const size_t n = tr_facts_find(text, len, facts, MOST_FACTS);
    tr_fidelity *f;

    *fidelity = NULL;
    if (n == 0 || !setting->tokenizers->target) return 0;
    f = tr_region_take(region, 1, sizeof *f + n * sizeof *facts);
    if (!f) return -1;
    f->target = setting->tokenizers->target;
    f->eos = setting->m->config.eos;
    f->n_before = setting->frame.first >= 0;
    f->n = n;
    memcpy(f->facts, facts, n * sizeof *facts);
    *fidelity = f;
    return 0;
}

/* A beginning of a translation, as bytes: good enough to look for facts in. */
typedef struct spelling {
    size_t len;
    char text[MOST_BYTES];
} spelling;

static int digit_of(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* What a piece such as <0x1F> stands for, or -1. */
static int byte_of(const char *piece)
{
    if (strncmp(piece, "<0x", 3) != 0) return -1;
    const int high = digit_of(piece[3]), low = high < 0 ? -1 : digit_of(piece[4]);
    return low < 0 || strcmp(piece + 5, ">") != 0 ? -1 : 16 * high + low;
}

static void spell(const tr_fidelity *f, int32_t id, spelling *s)
{
    static const char blank[] = "\xE2\x96\x81"; /* U+2581 */
    const char *piece = tr_tokenizer_piece(f->target, id);
    const int byte = byte_of(piece);

    if (byte >= 0 && s->len < MOST_BYTES) s->text[s->len++] = (char)byte;
    while (byte < 0 && *piece && s->len < MOST_BYTES) {
        const bool is_blank = !strncmp(piece, blank, strlen(blank));
        s->text[s->len++] = is_blank ? ' ' : *piece;
        piece += is_blank ? strlen(blank) : 1;
    }
}

static void spell_all(const tr_fidelity *f, const int32_t *ids, size_t n, spelling *s)
{
    s->len = 0;
    for (size_t i = 0; i < n; i++)
        if (ids[i] != f->eos) spell(f, ids[i], s);
}

size_t tr_fidelity_lost(const tr_fidelity *f, const int32_t *ids, size_t n)
{
    spelling s;
    spell_all(f, ids, n, &s);
    return tr_facts_lost(f->facts, f->n, s.text, s.len);
}

bool tr_fidelity_allows(const void *fidelity, const int32_t *ids, size_t n, int32_t id)
{
    const tr_fidelity *f = fidelity;
    const size_t first = f->n_before < n ? f->n_before : n;
    spelling s;

    spell_all(f, ids + first, n - first, &s);
    if (id == f->eos) return tr_facts_lost(f->facts, f->n, s.text, s.len) == 0;
    const size_t allowed = s.len; /* when its pieces were */
    spell(f, id, &s);
    return tr_facts_allow(f->facts, f->n, s.text, s.len, allowed);
}
