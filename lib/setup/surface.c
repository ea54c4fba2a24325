#include "setup/surface.h"

#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"

void tr_surface_add(tr_surface *s, const tr_tokenizer *t, int32_t id)
{
    s->len += tr_tokenizer_spell(t, id, s->text + s->len, sizeof s->text - s->len);
}

void tr_surface_of_ids(tr_surface *s, const tr_tokenizer *t, int32_t eos, const int32_t *ids,
                       size_t n)
{
    s->len = 0;
    for (size_t i = 0; i < n; i++)
        if (ids[i] != eos) tr_surface_add(s, t, ids[i]);
}

bool tr_surface_find(const tr_surface *s, const char *word, size_t word_len, bool from_start,
                     bool to_end, size_t *at)
{
    for (size_t i = *at; i + word_len <= s->len; i++) {
        const size_t end = i + word_len;
        int32_t c;

        if (memcmp(s->text + i, word, word_len) != 0) continue;
        if (from_start && i && (tr_char_before(s->text, 0, i, &c), tr_is_alnum(c))) continue;
        if (to_end && end < s->len &&
            (tr_utf8_decode(s->text + end, s->len - end, &c), tr_is_alnum(c)))
            continue;
        *at = i + 1;
        return true;
    }
    return false;
}
