#include "document/markdown/markdown_slug.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/hash.h"
#include "base/unicode.h"
#include "base/utf8.h"

struct tr_slug {
    const char *name;
    size_t n_more; /* of the same name, behind the first */
};

/* ---- One ---- */

/* Connector_Punctuation. */
static bool connects_words(int32_t c)
{
    return c == '_' || c == 0x203F || c == 0x2040 || c == 0x2054 || c == 0xFE33 || c == 0xFE34 ||
           (c >= 0xFE4D && c <= 0xFE4F) || c == 0xFF3F;
}

static void append_slug(const char *text, size_t len, tr_buf *out)
{
    int32_t c;

    for (size_t i = 0, n; i < len; i += n) {
        char bytes[4];
        n = tr_utf8_decode(text + i, len - i, &c);
        if (c == ' ' || c == '-')
            tr_buf_add(out, "-", 1);
        else if (c > 0 && (tr_is_letter(c) || tr_is_digit(c) || connects_words(c)))
            tr_buf_add(out, bytes, tr_utf8_encode(tr_to_lower(c), bytes));
    }
}

/* ---- All ---- */

/* The place of a name: its own, or a free one. */
static struct tr_slug **find_slug(const tr_slugs *s, const char *name)
{
    const uint64_t hash = tr_fnv1a(TR_FNV1A_START, name, strlen(name));
    size_t i = (size_t)(hash ^ hash >> 32) & (s->capacity - 1);

    while (s->list[i] && strcmp(s->list[i]->name, name) != 0)
        i = (i + 1) & (s->capacity - 1);
    return &s->list[i];
}

/* Makes room for one more; a third of the places stays free. */
static bool grow_slugs(tr_slugs *s)
{
    tr_slugs next = *s;

    if (3 * (s->n + 1) < 2 * s->capacity) return true;
    next.capacity = s->capacity ? 2 * s->capacity : 64;
    next.list = calloc(next.capacity, sizeof(struct tr_slug *));
    if (!next.list) return false;
    for (size_t i = 0; i < s->capacity; i++)
        if (s->list[i]) *find_slug(&next, s->list[i]->name) = s->list[i];
    free(s->list);
    *s = next;
    return true;
}

static bool add_slug(tr_slugs *s, const char *name)
{
    struct tr_slug *const slug = TR_REGION_TAKE(&s->region, struct tr_slug, 1);

    if (!slug || !grow_slugs(s)) return false;
    slug->name = name;
    *find_slug(s, name) = slug;
    s->n++;
    return true;
}

const char *tr_slugs_next(tr_slugs *s, const char *text, size_t len)
{
    tr_buf made = {0};

    append_slug(text, len, &made);
    const char *name =
        made.failed ? NULL : tr_region_copy(&s->region, tr_buf_text(&made), made.len);
    tr_buf_free(&made);
    if (!name || !*name) return name;
    struct tr_slug *const first = s->capacity ? *find_slug(s, name) : NULL;
    for (const char *const stem = name; name && first && *find_slug(s, name);)
        name = tr_region_printf(&s->region, "%s-%zu", stem, ++first->n_more);
    return name && add_slug(s, name) ? name : NULL;
}

void tr_slugs_free(tr_slugs *s)
{
    free(s->list);
    tr_region_free(&s->region);
    *s = (tr_slugs){0};
}
