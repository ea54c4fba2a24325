#include "text/spm_normalize.h"

#include <string.h>

#include "base/numbers/bits.h"
#include "base/utf8.h"

static const char blank_symbol[] = "\xE2\x96\x81"; /* U+2581 */
enum { SYMBOL = sizeof blank_symbol - 1 };

bool tr_spm_normalize_supported(const tr_spm_rules *r)
{
    return r->escape_blanks && r->remove_extra_blanks && !r->whitespace_is_suffix;
}

/* The table of rules: a double array (darts-clone) of little-endian units, and replacements. */
typedef struct table {
    const unsigned char *units;
    size_t n;
    const char *text;
    size_t text_size;
} table;

/* False when the table is cut short; a model without rules has a table of none. */
static bool open_table(const tr_spm_rules *r, table *t)
{
    *t = (table){0};
    if (r->charsmap_size == 0) return true;
    if (r->charsmap_size <= 4) return false;
    const size_t size = tr_load_u32(r->charsmap);
    if (size % 4 || size < 4 || size > r->charsmap_size - 4) return false;
    *t = (table){.units = r->charsmap + 4,
                 .n = size / 4,
                 .text = (const char *)r->charsmap + 4 + size,
                 .text_size = r->charsmap_size - 4 - size};
    return true;
}

static size_t offset_of(uint32_t unit)
{
    return (size_t)(unit >> 10) << ((unit & 1U << 9) >> 6);
}

/* The longest rule that text [len] starts with, or the shortest: its length, 0 if there is none,
 * and what takes its place.  False when the look-up leaves the table, or passes more rules than
 * SentencePiece can. */
static bool find_rule(const table *t, const char *text, size_t len, bool shortest, size_t *length,
                      const char **replacement)
{
    enum { MOST_RULES = 32, HAS_LEAF = 1 << 8, LABEL = 0xFF };
    size_t node = 0, n_rules = 0, value = 0;

    *length = 0;
    if (t->n == 0) return true;
    uint32_t unit = tr_load_u32(t->units);
    node ^= offset_of(unit);
    for (size_t i = 0; i < len; i++) {
        const unsigned char byte = (unsigned char)text[i];
        node ^= byte;
        if (node >= t->n) return false;
        unit = tr_load_u32(t->units + 4 * node);
        if ((unit & (0x80000000U | LABEL)) != byte) break;
        node ^= offset_of(unit);
        if (!(unit & HAS_LEAF)) continue;
        if (node >= t->n || ++n_rules > MOST_RULES) return false;
        value = tr_load_u32(t->units + 4 * node) & 0x7FFFFFFF;
        *length = i + 1;
        if (shortest) break;
    }
    if (*length == 0) return true;
    if (value >= t->text_size || !memchr(t->text + value, '\0', t->text_size - value)) return false;
    *replacement = t->text + value;
    return true;
}

/* Returns the replacement of the first character, or of the characters that a rule covers, of text
 * [len]: `with` [n], for the first `taken` bytes. */
typedef struct step {
    const char *with;
    size_t n, taken;
} step;

static bool next_step(const table *t, const char *text, size_t len, step *s)
{
    int32_t c;
    if (!find_rule(t, text, len, false, &s->taken, &s->with)) return false;
    if (s->taken) {
        s->n = strlen(s->with);
    } else {
        s->taken = s->n = tr_utf8_decode(text, len, &c);
        s->with = text;
    }
    return true;
}

static void add_escaped(tr_buf *out, const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (text[i] == ' ')
            tr_buf_add(out, blank_symbol, SYMBOL);
        else
            tr_buf_add(out, text + i, 1);
    }
}

static bool ends_in_symbol(const tr_buf *out, size_t begin)
{
    return out->len >= begin + SYMBOL &&
           !memcmp(out->data + out->len - SYMBOL, blank_symbol, SYMBOL);
}

bool tr_spm_normalize(const tr_spm_rules *r, const char *text, size_t len, tr_buf *out)
{
    const size_t begin = out->len;
    bool after_blank = true, begun = false;
    table t;
    step s;

    if (!open_table(r, &t)) return false;
    for (size_t at = 0; at < len; at += s.taken) {
        if (!next_step(&t, text + at, len - at, &s)) return false;
        if (!begun && s.n == 1 && *s.with == ' ') continue;
        if (!begun && r->add_dummy_prefix) tr_buf_add(out, blank_symbol, SYMBOL);
        begun = true;
        for (; after_blank && s.n > 0 && *s.with == ' '; s.n--)
            s.with++;
        add_escaped(out, s.with, s.n);
        if (s.n > 0) after_blank = s.with[s.n - 1] == ' ';
    }
    while (!out->failed && ends_in_symbol(out, begin))
        out->len -= SYMBOL;
    return true;
}

bool tr_spm_shortest_rule(const tr_spm_rules *r, const char *text, size_t len, size_t *length,
                          const char **replacement)
{
    table t;

    return open_table(r, &t) && find_rule(&t, text, len, true, length, replacement);
}
